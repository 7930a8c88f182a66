#include "approval/protected.h"

#include "workspace/paths.h"
#include "os/file.h"
#include "os/file_write.h"
#include "workspace/paths.h"

/* Names have 255 units at most, which are 765 bytes in UTF-8. */
#define MAX_NAME_BYTES 1024

#define GIT "it can change what git runs"
#define EDITOR "it can change what the editor runs or allows"
#define AGENT "it can change what agents may do"
#define SHELL "a shell or another program can run it automatically"
#define TOO_MANY "it has too many files to check each of them"

/*
 * One part of a path, in small letters; a star stands for the rest. A folder's row covers
 * everything inside it.
 */
typedef struct rule {
  const char *name, *why;
} rule;

static const rule rules[] = {
    {".git", GIT},
    {"git~1", GIT}, /* its short name on Windows */
    {"*.git", GIT},
    {".gitmodules", GIT},
    {".gitconfig", GIT},
    {".githooks", GIT},
    {".husky", GIT},
    {".huskyrc*", GIT},
    {".lintstagedrc*", GIT},
    {"lefthook.*", GIT},
    {".lefthook*", GIT},
    {".overcommit.yml", GIT},
    {".pre-commit-*", GIT},
    {".hg", GIT},
    {".hgrc", GIT},
    {".svn", GIT},
    {".jj", GIT},
    {".vscode", EDITOR},
    {".vscode-*", EDITOR},
    {"*.code-workspace", EDITOR},
    {".idea", EDITOR},
    {".zed", EDITOR},
    {".fleet", EDITOR},
    {".devcontainer", EDITOR},
    {".devcontainer.json", EDITOR},
    {".vim", EDITOR},
    {".vimrc", EDITOR},
    {".lvimrc", EDITOR},
    {".ycm_extra_conf.py", EDITOR},
    {".luarc.json*", EDITOR},
    {".solargraph.yml", EDITOR},
    {".rust-analyzer.toml", EDITOR},
    {"rust-analyzer.toml", EDITOR},
    {".exrc", EDITOR},
    {".nvim*", EDITOR},
    {".emacs*", EDITOR},
    {".dir-locals*", EDITOR},
    {".sextant", AGENT},
    {".sextantignore", AGENT},
    {".mcp.json", AGENT},
    {".roo*", AGENT},
    {".cline*", AGENT},
    {".cursor", AGENT},
    {".claude", AGENT},
    {".claude.json", AGENT},
    {".codex", AGENT},
    {".gemini", AGENT},
    {".copilot", AGENT},
    {".windsurf", AGENT},
    {".continue", AGENT},
    {".kiro", AGENT},
    {".amazonq", AGENT},
    {".opencode*", AGENT},
    {"opencode.json*", AGENT},
    {".aider*", AGENT},
    {".goose*", AGENT},
    {".env", SHELL},
    {".envrc", SHELL},
    {".direnv", SHELL},
    {".bash*", SHELL},
    {".zsh*", SHELL},
    {".zlog*", SHELL},
    {".zprofile", SHELL},
    {".profile", SHELL},
    {".login", SHELL},
    {".logout", SHELL},
    {".kshrc", SHELL},
    {".cshrc", SHELL},
    {".tcshrc", SHELL},
    {".inputrc", SHELL},
    {".config", SHELL},
    {".local", SHELL},
    {".xprofile", SHELL},
    {".xinitrc", SHELL},
    {".xsession*", SHELL},
    {".pam_environment", SHELL},
    {".ssh", SHELL},
    {".gnupg", SHELL},
    {".netrc", SHELL},
    {".npmrc", SHELL},
    {".yarnrc*", SHELL},
    {".yarn", SHELL},
    {".pnpmfile.*", SHELL},
    {".pnp.*", SHELL},
    {"bunfig.toml", SHELL},
    {".bazelrc", SHELL},
    {".cargo", SHELL},
    {".pypirc", SHELL},
    {".pip", SHELL},
    {"pip.conf", SHELL},
    {"pyvenv.cfg", SHELL},
    {"sitecustomize.py", SHELL},
    {"usercustomize.py", SHELL},
    {"*.pth", SHELL},
    {".pdbrc*", SHELL},
    {".tool-versions", SHELL},
    {".mise*", SHELL},
    {"mise.toml", SHELL},
    {"mise.local.toml", SHELL},
    {".asdfrc", SHELL},
    {".gdbinit", SHELL},
    {".lldbinit", SHELL},
    {".irbrc", SHELL},
    {".pryrc", SHELL},
    {".rprofile", SHELL},
    {".renviron", SHELL},
    {".ghci", SHELL},
    {".psqlrc", SHELL},
    {".sqliterc", SHELL},
    {".screenrc", SHELL},
    {".tmux.conf", SHELL},
    {".wgetrc", SHELL},
    {".curlrc", SHELL},
    {".mailcap", SHELL},
};

/* ---- one name ------------------------------------------------------------------------------ */

/* Marks that have no width, which some file systems leave out of a name. */
static size_t ignorable_bytes(const unsigned char *c, size_t left) {
  if (left < 3) return 0;
  bool is_mark = c[0] == 0xE2 && c[1] == 0x80 &&
                 ((c[2] >= 0x8C && c[2] <= 0x8F) || (c[2] >= 0xAA && c[2] <= 0xAE));
  bool is_format = c[0] == 0xE2 && c[1] == 0x81 && c[2] >= 0xAA && c[2] <= 0xAF;
  bool is_bom = c[0] == 0xEF && c[1] == 0xBB && c[2] == 0xBF;
  return is_mark || is_format || is_bom ? 3 : 0;
}

/* A name as a file system that folds case may read it; without what Windows leaves out. */
static sx_str fold_name(sx_str name, char out[MAX_NAME_BYTES]) {
  size_t len = 0;
  for (size_t i = 0; i < name.len && len < MAX_NAME_BYTES; i++) {
    const unsigned char *c = (const unsigned char *)name.ptr + i;
    size_t left = name.len - i, ignored = ignorable_bytes(c, left);
    if (*c == ':') break; /* a stream of the file */
    if (ignored) {
      i += ignored - 1;
    } else if (left > 1 && c[0] == 0xC5 && c[1] == 0xBF) { /* the long s */
      out[len++] = 's';
      i++;
    } else if (left > 2 && c[0] == 0xE2 && c[1] == 0x84 && c[2] == 0xAA) { /* the sign of kelvin */
      out[len++] = 'k';
      i += 2;
    } else {
      out[len++] = (char)(*c >= 'A' && *c <= 'Z' ? *c + ('a' - 'A') : *c);
    }
  }
  while (len && (out[len - 1] == '.' || out[len - 1] == ' ')) len--;
  return sx_str_make(out, len);
}

static bool fits(const char *pattern, sx_str name) {
  size_t len = strlen(pattern);
  if (pattern[0] == '*')
    return name.len >= len && sx_str_has_suffix(name, sx_str_make(pattern + 1, len - 1));
  if (pattern[len - 1] == '*') return sx_str_has_prefix(name, sx_str_make(pattern, len - 1));
  return sx_str_is_equal(name, sx_str_make(pattern, len));
}

static const char *find_rule(sx_str name) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (fits(rules[i].name, name)) return rules[i].why;
  return NULL;
}

/* ---- a path -------------------------------------------------------------------------------- */

static bool is_separator(char c) {
  return c == '/' || c == '\\';
}

static sx_str next_name(sx_str path, size_t *at) {
  while (*at < path.len && is_separator(path.ptr[*at])) ++*at;
  size_t start = *at;
  while (*at < path.len && !is_separator(path.ptr[*at])) ++*at;
  return sx_str_slice(path, start, *at);
}

/* The settings of the person's editor, where the folder of all of them is open. */
static bool is_user_setting(sx_str folder, sx_str name) {
  bool is_of_user =
      sx_str_is_equal(folder, SX_STR("user")) || sx_str_is_equal(folder, SX_STR("machine"));
  return is_of_user && sx_str_has_suffix(name, SX_STR(".json"));
}

/* `path` is what follows the folder of the workspace. */
static const char *check_below(sx_str path) {
  char first[MAX_NAME_BYTES], second[MAX_NAME_BYTES];
  sx_str folder = SX_STR("");
  for (size_t at = 0, i = 0; at < path.len; i++) {
    sx_str name = fold_name(next_name(path, &at), i % 2 ? second : first);
    /* Where agents' programs put whole checkouts. */
    bool is_checkout =
        sx_str_is_equal(folder, SX_STR(".claude")) && sx_str_is_equal(name, SX_STR("worktrees"));
    if (sx_str_is_equal(folder, SX_STR(".claude")) && !is_checkout) return AGENT;
    bool is_claude = sx_str_is_equal(name, SX_STR(".claude"));
    const char *why = is_claude && at < path.len ? NULL : find_rule(name);
    /* A file of this name can make its folder a repository. */
    if (at == path.len && sx_str_is_equal(name, SX_STR("head"))) why = GIT;
    if (!why && is_user_setting(folder, name)) why = EDITOR;
    if (why) return why;
    folder = name;
  }
  return NULL;
}

/* A window that was opened inside of `.git`, or on a folder such as `.vscode` itself. */
static const char *check_root(sx_str root) {
  char buf[MAX_NAME_BYTES];
  sx_str name = SX_STR("");
  for (size_t at = 0; at < root.len;) {
    sx_str part = next_name(root, &at);
    if (part.len) name = fold_name(part, buf);
    if (part.len && sx_str_is_equal(name, SX_STR(".git"))) return GIT;
  }
  return sx_str_has_suffix(name, SX_STR(".git")) ? NULL : find_rule(name);
}

static const char *check_path(const sx_call *call, sx_str path) {
  sx_str below;
  const sx_root *root = sx_path_find_root(call, path, &below);
  if (!root) return check_below(path);
  const char *why = check_below(below);
  return why ? why : check_root(root->path);
}

/* A repository without a work tree has its configuration beside its HEAD. */
static sx_status check_bare(sx_call *call, sx_str path, const char **why, sx_err *err) {
  sx_str folder = sx_str_slice(path, 0, path.len - sx_path_name(path).len);
  while (folder.len > 1 && is_separator(folder.ptr[folder.len - 1])) folder.len--;
  sx_str name = sx_path_name(folder);
  bool is_hook =
      sx_str_is_equal_fold(name, SX_STR("hooks")) || sx_str_is_equal_fold(name, SX_STR("info"));
  bool is_config = sx_str_has_prefix(sx_path_name(path), SX_STR("config"));
  if (!is_hook && !is_config) return SX_OK;
  if (is_hook) folder = sx_str_slice(folder, 0, folder.len - name.len);
  sx_file_info info;
  sx_str head = sx_arena_printf(call->arena, "%.*s/HEAD", SX_STR_ARG(folder));
  sx_status status = sx_file_stat(&info, head, err);
  if (!status && info.exists) *why = GIT;
  return status;
}

sx_status sx_protected_find(sx_call *call, sx_str path, const char **why, sx_err *err) {
  *why = NULL;
  if (sx_path_is_uri(path)) {
    sx_str decoded = sx_path_decode(call, path);
    *why = check_path(call, path);
    if (!*why) *why = check_below(decoded);
    return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  }
  sx_str real;
  sx_file_info info;
  *why = check_path(call, path);
  if (*why) return SX_OK;
  sx_status status = sx_path_find_real(call, path, &real, &info, err);
  if (status) return status;
  if (!info.exists) /* the rest of it will be made below the real folder */
    real =
        sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(real), SX_STR_ARG(sx_path_name(path)));
  *why = check_path(call, real);
  if (!*why) status = check_bare(call, info.exists ? real : path, why, err);
  if (status || *why || !call->arena->status) return status;
  return sx_fail(err, call->arena->status, NULL); /* a path may have found no memory */
}

/* ---- a folder ------------------------------------------------------------------------------ */

typedef struct walk {
  sx_call *call;
  const char *why;
  size_t left;
} walk;

static sx_status walk_folder(walk *w, sx_str folder, sx_strs *found, sx_err *err) {
  sx_dir_list list;
  sx_status status = sx_dir_read(&list, folder, w->call->arena, err);
  for (size_t i = 0; i < list.count && !status && !w->why; i++) {
    sx_str path = sx_arena_printf(w->call->arena, "%.*s/%.*s", SX_STR_ARG(folder),
                                  SX_STR_ARG(list.items[i].name));
    if (!w->left--) {
      w->why = TOO_MANY;
      return SX_OK;
    }
    w->why = check_path(w->call, path);
    bool is_folder = list.items[i].is_directory && !list.items[i].is_link;
    sx_str *next = is_folder ? SX_ARRAY_ADD(found, w->call->arena) : NULL;
    if (next) *next = path;
    if (w->call->arena->status) status = sx_fail(err, w->call->arena->status, NULL);
  }
  return status;
}

sx_status sx_protected_find_below(sx_call *call, sx_str folder, const char **why, sx_err *err) {
  walk w = {.call = call, .left = SX_PROTECTED_MAX_ENTRIES};
  sx_strs folders = {0};
  sx_status status = sx_protected_find(call, folder, &w.why, err);
  sx_str *first = status || w.why ? NULL : SX_ARRAY_ADD(&folders, call->arena);
  if (first) *first = folder;
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < folders.len && !status && !w.why; i++)
    status = walk_folder(&w, folders.items[i], &folders, err);
  *why = w.why;
  return status;
}
