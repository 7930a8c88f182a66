#include "commands/confine.h"

#include "base/folder.h"
#include "commands/commands_parts.h"
#include "commands/program.h"
#include "commands/sandbox.h"
#include "os/environment.h"
#include "os/file.h"
#include "os/temporary.h"
#include "workspace/paths.h"

#define PROBE_MS 5000u
#define MAX_LINK_BYTES ((size_t)4096)

/* They make other programs run something, or decide what agents may do. */
static const char *const protected_names[] = {
    ".git/hooks", ".git/config", ".git/commondir", ".git/config.worktree", ".husky", ".githooks",
    ".git-hooks", ".github/hooks", "lefthook.yml", ".lefthook.yml", ".pre-commit-config.yaml",
    ".hg/hgrc", ".jj/repo/config.toml",
    /* editors, and what their language servers run */
    ".vscode", ".idea", ".zed", ".fleet", ".nova", ".helix", ".devcontainer", ".devcontainer.json",
    ".exrc", ".vimrc", ".lvimrc", ".nvimrc", ".nvim.lua", ".dir-locals.el", ".clangd", ".gdbinit",
    ".lldbinit",
    /* shells that read them when a person enters the folder */
    ".envrc", "mise.toml", ".mise.toml",
    /* agents */
    ".mcp.json", ".sextant", ".claude", ".cursor", ".roo", ".codex", ".gemini", ".windsurf",
    ".cline", ".clinerules", ".continue", ".kilocode", ".kiro", ".amazonq", ".opencode",
    "opencode.json", ".junie", ".trae", ".agents", ".copilot"};

typedef struct confined {
  sx_call *call;
  sx_run_consent *consent;
  sx_sandbox sandbox;
} confined;

static sx_str below(const confined *c, sx_str folder, const char *name) {
  return sx_arena_printf(c->call->arena, "%.*s/%s", SX_STR_ARG(folder), name);
}

static sx_status add(confined *c, sx_strs *list, sx_str item, sx_err *err) {
  return sx_strs_add(list, item, c->call->arena, err);
}

/* ---- what it sees ------------------------------------------------------------------------- */

/* Whether it is in a folder of the workspace as it is now, without links. */
static bool is_in_workspace(const confined *c, sx_str real) {
  for (size_t i = 0; i < c->call->roots.len; i++)
    if (sx_folder_has(c->call->roots.items[i].real_path, real)) return true;
  return false;
}

/*
 * A path below a file is an error for bubblewrap, one that is missing is not. It follows links: one
 * that leads elsewhere would make that place writable.
 */
static sx_status protect(confined *c, sx_str folder, const char *name, sx_err *err) {
  sx_file_info info = {0};
  sx_str real, path = below(c, folder, name);
  if (sx_file_stat(&info, path, NULL) || !info.exists) return SX_OK;
  if (sx_file_real_path(&real, path, c->call->arena, NULL)) return SX_OK;
  bool is_own = sx_str_is_equal(real, path) || is_in_workspace(c, real);
  return is_own ? add(c, &c->sandbox.protected, real, err) : SX_OK;
}

/* Who could write the file .git could name any repository: that one has to know the work tree. */
static bool leads_back(confined *c, sx_str folder, sx_str root) {
  sx_str text, real;
  if (sx_file_read(&text, below(c, folder, "gitdir"), MAX_LINK_BYTES, c->call->arena, NULL))
    return false;
  if (sx_file_real_path(&real, sx_str_trim(text), c->call->arena, NULL)) return false;
  return sx_str_is_equal(real, below(c, root, ".git"));
}

/* One that no folder of the workspace is in: all of it is going to be writable. */
static bool is_repository(confined *c, sx_str folder) {
  sx_file_info head = {0}, objects = {0};
  for (size_t i = 0; i < c->call->roots.len; i++) {
    sx_str root = c->call->roots.items[i].real_path;
    if (sx_str_is_equal(root, folder) || sx_folder_has(folder, root)) return false;
  }
  if (sx_file_stat(&head, below(c, folder, "HEAD"), NULL)) return false;
  if (sx_file_stat(&objects, below(c, folder, "objects"), NULL)) return false;
  return head.exists && objects.is_directory;
}

/* The repository of a work tree that has it elsewhere: git would find all of it read-only. */
static sx_status add_repository(confined *c, sx_str root, bool is_seen, sx_err *err) {
  sx_str text, real, start = SX_STR("gitdir: "), inner = SX_STR("/worktrees");
  if (sx_file_read(&text, below(c, root, ".git"), MAX_LINK_BYTES, c->call->arena, NULL))
    return SX_OK;
  if (!sx_str_has_prefix(text, start)) return SX_OK;
  sx_str folder = sx_path_join(c->call, root, sx_str_trim(sx_str_slice(text, start.len, text.len)));
  if (sx_file_real_path(&real, folder, c->call->arena, NULL)) return SX_OK;
  sx_str parent = sx_folder_of(real);
  if (!sx_str_has_suffix(parent, inner) || !leads_back(c, real, root)) return SX_OK;
  real = sx_arena_dup(c->call->arena, sx_folder_of(parent));
  if (!is_repository(c, real)) return SX_OK;
  sx_status status = add(c, &c->sandbox.writable, real, err);
  if (!status && !is_seen) status = protect(c, real, "hooks", err);
  if (!status && !is_seen) status = protect(c, real, "config", err);
  return status;
}

static sx_status add_roots(confined *c, bool is_seen, sx_err *err) {
  size_t count = is_seen ? 0 : sizeof protected_names / sizeof *protected_names;
  sx_status status = SX_OK;
  for (size_t i = 0; i < c->call->roots.len && !status; i++) {
    sx_str root = c->call->roots.items[i].real_path;
    if (sx_path_is_uri(root)) continue;
    status = add(c, &c->sandbox.writable, root, err);
    if (!status) status = add_repository(c, root, is_seen, err);
    for (size_t n = 0; n < count && !status; n++)
      status = protect(c, root, protected_names[n], err);
  }
  return status;
}

/* A link would lead to what is not hidden. */
static sx_status add_secrets(confined *c, sx_err *err) {
  size_t count;
  const sx_sandbox_secret *secrets = sx_sandbox_secrets(&count);
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && c->sandbox.home.len && !status; i++) {
    sx_file_info info = {0};
    sx_str real, path = below(c, c->sandbox.home, secrets[i].path);
    if (sx_file_stat(&info, path, NULL) || !info.exists) continue;
    if (sx_file_real_path(&real, path, c->call->arena, NULL)) continue;
    status = add(c, info.is_directory ? &c->sandbox.hidden_folders : &c->sandbox.hidden_files, real,
                 err);
  }
  return status;
}

/* /tmp of the commands of a window, and beside it the empty file. */
static sx_status make_temporary(confined *c, sx_err *err) {
  sx_commands *commands = c->call->services->commands;
  sx_arena *arena = c->call->arena;
  sx_str made;
  sx_status status = SX_OK;
  uv_mutex_lock(&commands->mutex);
  if (!commands->temporary) {
    status = sx_temporary_make(&made, arena, err);
    if (!status) status = sx_temporary_fill(made, arena, err);
    if (!status) commands->temporary = sx_str_copy(made);
    if (!status && !commands->temporary) status = sx_fail(err, SX_NOMEM, NULL);
    if (status && made.len) sx_temporary_remove(made, arena);
  }
  sx_str folder = sx_str_from(commands->temporary ? commands->temporary : "");
  uv_mutex_unlock(&commands->mutex);
  if (status) return status;
  c->sandbox.temporary = below(c, folder, SX_TEMPORARY_INNER);
  c->sandbox.empty = below(c, folder, SX_TEMPORARY_EMPTY);
  return status;
}

static sx_status describe(confined *c, sx_str folder, bool is_seen, sx_err *err) {
  sx_call *call = c->call;
  sx_str home =
      sx_command_environment_get(sx_commands_environment(call->services->commands), SX_STR("HOME"));
  c->sandbox.env = sx_program_find(call, SX_STR("env"));
  c->sandbox.has_network = c->consent->settings.has_network;
  c->sandbox.is_root = sx_environment_is_root();
  if (!home.len || sx_file_real_path(&c->sandbox.home, home, call->arena, NULL))
    c->sandbox.home = SX_STR("");
  sx_status status = sx_file_real_path(&c->sandbox.folder, folder, call->arena, err);
  /* Reports are written there, and the command's /tmp is another one. */
  sx_str scratch = call->scratch;
  if (!status && scratch.len) status = sx_file_real_path(&scratch, scratch, call->arena, err);
  if (!status && scratch.len) status = add(c, &c->sandbox.writable, scratch, err);
  if (!status) status = add_roots(c, is_seen, err);
  if (!status) status = add_secrets(c, err);
  if (!status) status = make_temporary(c, err);
  return status;
}

/* ---- whether there is one ----------------------------------------------------------------- */

static sx_status run_probe(confined *c, sx_str *why, bool *works, sx_err *err) {
  sx_program program = {.folder = c->sandbox.folder, .timeout_ms = 0, .is_hidden = true};
  sx_program_end end;
  sx_status status = sx_sandbox_probe(&program.argv, &c->sandbox, c->call->arena, err);
  if (status) return status;
  sx_port_call_limit(c->call->wait, PROBE_MS);
  c->call->consent = c->consent; /* the probe runs nothing of the agent's */
  status = sx_program_run(c->call, &program, &end, err);
  c->call->consent = NULL;
  sx_port_call_reserve(c->call->wait, 0);
  if (status && sx_port_call_outlasts(c->call->wait, status)) {
    *why = SX_STR("bubblewrap did not answer.");
    *works = false;
    return SX_OK;
  }
  if (status) return status;
  *works = sx_sandbox_works(end.has_started, end.exit_code, end.err, c->call->arena, why);
  return SX_OK;
}

/* Once in a window: what is installed meanwhile counts in the next one. */
static sx_status probe(confined *c, sx_str *why, bool *works, sx_err *err) {
  sx_commands *commands = c->call->services->commands;
  uv_mutex_lock(&commands->mutex);
  sx_sandbox_state state = commands->sandbox;
  *why = sx_arena_dup(c->call->arena, sx_str_from(commands->why_open));
  uv_mutex_unlock(&commands->mutex);
  *works = state == SX_SANDBOX_WORKS;
  if (state != SX_SANDBOX_UNTRIED) return SX_OK;
  sx_status status = run_probe(c, why, works, err);
  if (status) return status;
  uv_mutex_lock(&commands->mutex);
  commands->sandbox = *works ? SX_SANDBOX_WORKS : SX_SANDBOX_FAILS;
  (void)snprintf(commands->why_open, sizeof commands->why_open, "%.*s", SX_STR_ARG(*why));
  uv_mutex_unlock(&commands->mutex);
  return SX_OK;
}

static sx_status leave_open(confined *c, sx_str why, sx_err *err) {
  c->consent->why_open = why;
  if (c->consent->settings.sandbox != SX_SANDBOX_ALWAYS) return SX_OK;
  return sx_fail(
      err, SX_NOT_ALLOWED,
      "Nothing was run: sextant.run.sandbox is \"always\", and there is no sandbox. %.*s",
      SX_STR_ARG(why));
}

sx_status sx_commands_confine(sx_call *call, sx_run_consent *consent, sx_str folder, bool is_seen,
                              sx_err *err) {
  confined c = {.call = call, .consent = consent};
  sx_str why = SX_STR("");
  bool works = false;
  if (consent->settings.sandbox == SX_SANDBOX_NEVER)
    return leave_open(&c, SX_STR("sextant.run.sandbox is \"never\"."), err);
#ifndef __linux__
  return leave_open(&c, SX_STR("There is a sandbox on Linux only."), err);
#endif
  c.sandbox.program = sx_program_find(call, SX_STR("bwrap"));
  if (!c.sandbox.program.len)
    return leave_open(&c, SX_STR("bubblewrap is not installed (package bubblewrap)."), err);
  sx_status status = describe(&c, folder, is_seen, err);
  if (!status) status = probe(&c, &why, &works, err);
  if (status) return status;
  if (!works) return leave_open(&c, why, err);
  return sx_sandbox_prefix(&consent->prefix, &c.sandbox, call->arena, err);
}

/* ---- remarks ------------------------------------------------------------------------------ */

static bool take_turn(sx_commands *commands) {
  uv_mutex_lock(&commands->mutex);
  bool is_first = !commands->has_told;
  commands->has_told = true;
  uv_mutex_unlock(&commands->mutex);
  return is_first;
}

void sx_commands_write_confined(sx_call *call, bool has_failed, sx_str errors, sx_answer *answer) {
  const sx_run_consent *consent = call->consent;
  bool is_confined = consent->prefix.len > 0;
  cJSON_AddBoolToObject(answer->facts, "confined", is_confined);
  bool is_auto = consent->settings.sandbox == SX_SANDBOX_AUTO;
  if (!is_confined && is_auto && take_turn(call->services->commands))
    sx_buf_addf(&answer->text, "Not confined to the workspace: %.*s\n",
                SX_STR_ARG(consent->why_open));
  if (is_confined && consent->has_background)
    sx_buf_add_text(&answer->text, "Programs that it started with & have ended with it. Use "
                                   "background=true for what is to go on.\n");
  bool is_refused = sx_str_find(errors, SX_STR("Read-only file system"), 0) != SX_STR_NONE;
  if (is_confined && has_failed && is_refused)
    sx_buf_add_text(&answer->text,
                    "A sandbox lets commands write only to the workspace, /tmp and caches, and not "
                    "to files that make other programs run something, such as .git/config "
                    "(sextant.run.sandbox).\n");
}
