#include "approval/protected_name.h"

#include "base/utf8.h"

#include <string.h>

/*
 * One part of a path, in small letters; a star stands for the rest. With a slash, the folder that
 * it is in as well.
 */
static const char *const git_names[] = {".git",
                                        "*.git",
                                        ".gitmodules",
                                        ".gitconfig",
                                        ".git-credentials",
                                        ".gitk",
                                        ".githooks",
                                        ".git-hooks",
                                        ".husky",
                                        ".huskyrc*",
                                        "husky.config.*",
                                        ".lintstagedrc*",
                                        "lint-staged.config.*",
                                        "lefthook.*",
                                        ".lefthook*",
                                        "lefthook-local.*",
                                        ".overcommit.yml",
                                        ".pre-commit-*",
                                        "prek.toml",
                                        ".commitlintrc*",
                                        "commitlint.config.*",
                                        "captainhook.json",
                                        "grumphp.yml*",
                                        ".grumphp*",
                                        "hk.pkl",
                                        ".simple-git-hooks.*",
                                        "simple-git-hooks.*",
                                        ".hg",
                                        ".hgrc",
                                        ".svn",
                                        ".subversion",
                                        ".jj",
                                        ".jjconfig.toml",
                                        ".sl",
                                        ".bzr",
                                        "_darcs",
                                        ".repo"};

static const char *const editor_names[] = {".vscode",
                                           ".vscode-*",
                                           "*.code-workspace",
                                           ".idea",
                                           ".zed",
                                           ".fleet",
                                           ".vs",
                                           ".nova",
                                           ".theia",
                                           ".lapce",
                                           ".helix",
                                           ".devcontainer",
                                           ".devcontainer.json",
                                           "devfile.yaml",
                                           ".devfile.yaml",
                                           ".gitpod*",
                                           ".codesandbox",
                                           ".stackblitzrc",
                                           ".replit",
                                           "replit.nix",
                                           ".idx",
                                           ".vim",
                                           ".vimrc*",
                                           "_vimrc",
                                           ".gvimrc",
                                           "_gvimrc",
                                           ".lvimrc",
                                           ".exrc",
                                           "_exrc",
                                           ".nvim*",
                                           ".emacs*",
                                           "_emacs",
                                           ".spacemacs*",
                                           ".doom.d",
                                           ".dir-locals*",
                                           ".kak*",
                                           ".nanorc",
                                           "*.sublime-project",
                                           "*.sublime-workspace",
                                           "*.sublime-settings",
                                           ".joyride",
                                           ".calva",
                                           ".ycm_extra_conf.py",
                                           ".luarc.json*",
                                           ".solargraph.yml",
                                           ".ruby-lsp",
                                           ".rust-analyzer.toml",
                                           "rust-analyzer.toml",
                                           "rust-project.json",
                                           ".rust-project.json",
                                           "rust-toolchain",
                                           "rust-toolchain.toml",
                                           "hie.yaml",
                                           ".merlin",
                                           ".lsp",
                                           ".bsp",
                                           ".bloop",
                                           ".metals",
                                           "buildserver.json",
                                           ".sourcekit-lsp",
                                           ".swiftpm",
                                           ".factorypath",
                                           ".externaltoolbuilders",
                                           "omnisharp.json",
                                           "ols.json",
                                           "config.nims",
                                           ".phpactor*",
                                           ".clangd",
                                           "compile_commands.json",
                                           ".formatter.exs",
                                           ".terraform"};

static const char *const agent_names[] = {".sextant",
                                          ".sextantignore",
                                          ".mcp.json",
                                          "mcp.json",
                                          ".mcp",
                                          ".roo*",
                                          ".cline*",
                                          ".cursor",
                                          ".cursorignore",
                                          ".cursorindexingignore",
                                          ".claude",
                                          ".claude.json",
                                          ".claude-plugin",
                                          "claude_desktop_config.json",
                                          ".codex",
                                          ".gemini",
                                          ".geminiignore",
                                          ".copilot",
                                          ".copilotignore",
                                          ".windsurf",
                                          ".codeium",
                                          ".codeiumignore",
                                          ".continue",
                                          ".continuerc.json",
                                          ".continueignore",
                                          ".kiro",
                                          ".amazonq",
                                          ".opencode*",
                                          "opencode.json*",
                                          ".aider*",
                                          ".goose*",
                                          ".aiexclude",
                                          ".aiignore",
                                          ".noai",
                                          ".agent",
                                          ".agents",
                                          ".antigravity",
                                          ".amp",
                                          ".augment",
                                          ".augmentignore",
                                          ".codebuddy",
                                          ".crush*",
                                          "crush.json",
                                          ".factory",
                                          ".iflow",
                                          ".junie",
                                          ".kilo*",
                                          ".kimi",
                                          ".openhands",
                                          ".pearai",
                                          ".pi",
                                          ".qodo",
                                          ".qwen*",
                                          ".rovodev",
                                          ".serena",
                                          ".tabnine*",
                                          ".trae",
                                          ".vibe",
                                          ".void",
                                          ".warp",
                                          ".zencoder",
                                          "conductor.json",
                                          ".github/hooks",
                                          ".github/copilot",
                                          ".github/agents",
                                          ".github/mcp.json"};

static const char *const shell_names[] = {
    /* shells and what they read in a folder */
    ".env", ".envrc*", ".env.leave", ".direnv*", ".autoenv*", ".shadowenv.d", ".flox", ".ondir*",
    ".bash*", ".zsh*", ".zlog*", ".zprofile", ".profile", ".login", ".logout", ".shrc", ".shinit",
    ".kshrc", ".mkshrc", ".yashrc", ".yash_profile", ".cshrc", ".tcshrc", ".xonshrc", ".p10k.zsh",
    ".oh-my-zsh", ".inputrc", "_inputrc", "*profile.ps1", ".config", ".local",
    /* sessions, terminals, what a system starts */
    ".xprofile", ".xinitrc", ".xserverrc", ".xsession*", ".xmonad", ".vnc", ".gnomerc", ".macosx",
    "launchagents", "launchdaemons", ".pam_environment", ".forward", ".procmailrc", ".screenrc",
    ".tmux.conf", ".tmux", ".byobu", ".wezterm.lua", ".hyper.js", ".hammerspoon", ".skhdrc",
    ".yabairc", ".lessfilter", ".lesskey", ".mailcap", ".user.ini", "autorun.inf", "desktop.ini",
    /* keys and rights */
    ".ssh", "authorized_keys*", ".rhosts", ".shosts", ".gnupg", ".netrc", "_netrc", ".authinfo*",
    ".pgpass", ".password-store", ".aws/config", ".aws/credentials", ".kube/config",
    ".docker/config.json", "sudoers", "sudoers.d", "ld.so.preload", ".terraformrc", "terraform.rc",
    ".terraform.d", ".tofurc",
    /* package managers and versions of tools */
    ".npmrc", ".yarnrc*", ".yarn", ".pnpmfile.*", ".pnp.*", "bunfig.toml", ".bunfig.toml", ".bun",
    ".deno", ".nvm", ".volta", ".prototools", ".bazelrc*", ".bazeliskrc", "user.bazelrc",
    ".buckconfig*", ".cargo", ".rustup", ".gradle", "init.gradle*", "gradle-wrapper.*", ".mvn",
    ".m2", ".sbtopts", ".jvmopts", ".lein", ".clojure", "nuget.config", ".nuget", "global.json",
    ".pypirc", ".pip", "pip.conf", "pip.ini", ".pydistutils.cfg", ".condarc", ".pyenv", ".gemrc",
    ".bundle", ".rvm", ".rvmrc", ".rbenv*", ".cabal", ".stack", ".ghcup", ".opam", ".julia",
    ".tool-versions", ".mise*", "mise.toml", "mise.*.toml", ".rtx*", ".asdf*",
    /* interpreters and debuggers */
    "pyvenv.cfg", "sitecustomize.py", "usercustomize.py", "*.pth", ".pdbrc*", ".pythonrc*",
    ".pythonstartup", ".ipython", ".jupyter", "jupyter_config.*", "jupyter_server_config.*",
    "jupyter_notebook_config.*", "jupyter_lab_config.*", ".gdbinit*", ".gdbearlyinit", ".lldbinit*",
    ".radare2rc", ".rizinrc", ".valgrindrc", ".perfconfig", ".perldb", ".irbrc", ".pryrc",
    ".rdbgrc*", ".byebugrc", ".rprofile", ".renviron", ".radian_profile", ".ghci", ".haskeline",
    ".iex.exs", ".erlang", ".ocamlinit", ".guile", ".sbclrc", ".clisprc*", ".eclrc", ".racketrc",
    ".octaverc", ".gnuplot", "startup.m", ".psysh.php", ".juliarc.jl", ".psqlrc", ".sqliterc",
    ".duckdbrc", ".my.cnf", ".mongorc.js", ".mongoshrc.js", ".latexmkrc", "latexmkrc",
    "ansible.cfg", ".ansible.cfg", ".ansible", ".chef", ".wgetrc", ".curlrc", "_curlrc",
    ".ripgreprc"};

static const struct {
  const char *const *names;
  size_t count;
  const char *why;
} groups[] = {
    {git_names, sizeof git_names / sizeof *git_names, SX_PROTECTED_GIT},
    {editor_names, sizeof editor_names / sizeof *editor_names, SX_PROTECTED_EDITOR},
    {agent_names, sizeof agent_names / sizeof *agent_names, SX_PROTECTED_AGENT},
    {shell_names, sizeof shell_names / sizeof *shell_names, SX_PROTECTED_SHELL},
};

/* ---- folding ------------------------------------------------------------------------------- */

/* Characters that file systems leave out of a name when they compare it (Default_Ignorable). */
static bool is_ignorable(uint32_t c) {
  static const uint32_t ranges[][2] = {
      {0x00AD, 0x00AD},   {0x034F, 0x034F}, {0x061C, 0x061C},   {0x115F, 0x1160},
      {0x17B4, 0x17B5},   {0x180B, 0x180F}, {0x200B, 0x200F},   {0x202A, 0x202E},
      {0x2060, 0x206F},   {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
      {0xE0000, 0xE0FFF},
  };
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
  return false;
}

/* The ASCII letters that a character is when case is ignored; NULL for one that has none. */
static const char *letters_of(uint32_t c) {
  switch (c) {
  case 0x00DF: /* sharp s, small and capital */
  case 0x1E9E: return "ss";
  case 0x0130: /* i with and without a dot */
  case 0x0131: return "i";
  case 0x017F: return "s";
  case 0x212A: return "k";
  case 0xFB00: return "ff";
  case 0xFB01: return "fi";
  case 0xFB02: return "fl";
  case 0xFB03: return "ffi";
  case 0xFB04: return "ffl";
  case 0xFB05:
  case 0xFB06: return "st";
  case 0x2024: return ".";
  default: return NULL;
  }
}

/* Other forms of a letter are the letter on systems that compare by compatibility. */
static uint32_t to_small(uint32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFF01 - '!';              /* full width */
  if (c >= 0x24B6 && c <= 0x24E9) c = 'a' + (c - 0x24B6) % 26;    /* circled */
  if (c >= 0x1D400 && c <= 0x1D6A3) c = 'a' + (c - 0x1D400) % 26; /* mathematical */
  if (c >= 0x1D7CE && c <= 0x1D7FF) c = '0' + (c - 0x1D7CE) % 10;
  return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* Up to 4 bytes. */
static size_t fold_one(uint32_t c, sx_str bytes, char *out) {
  const char *letters = letters_of(c);
  size_t len = letters ? strlen(letters) : bytes.len;
  if (is_ignorable(c)) return 0;
  /* A broken byte stays as it is. */
  if (!letters && c != SX_UTF8_REPLACEMENT) return sx_utf8_encode(to_small(c), out);
  for (size_t i = 0; i < len; i++) out[i] = letters ? letters[i] : bytes.ptr[i];
  return len;
}

sx_str sx_protected_fold(sx_str name, bool has_streams, char out[SX_PROTECTED_NAME_BYTES]) {
  size_t len = 0;
  for (size_t i = 0; i < name.len && len + 4 <= SX_PROTECTED_NAME_BYTES;) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(name.ptr + i, name.len - i, &c);
    if (has_streams && c == ':') break;
    len += fold_one(c, sx_str_slice(name, i, i + bytes), out + len);
    i += bytes;
  }
  while (len && (out[len - 1] == '.' || out[len - 1] == ' ')) len--;
  return sx_str_make(out, len);
}

/* ---- rules --------------------------------------------------------------------------------- */

static bool fits(sx_str pattern, sx_str name) {
  size_t star = sx_str_find(pattern, SX_STR("*"), 0);
  if (star == SX_STR_NONE) return sx_str_is_equal(name, pattern);
  return name.len + 1 >= pattern.len && sx_str_has_prefix(name, sx_str_slice(pattern, 0, star)) &&
         sx_str_has_suffix(name, sx_str_slice(pattern, star + 1, pattern.len));
}

/* Windows makes the short name of this: the first dots are gone, and the next one ends it. */
static sx_str stem_of(sx_str pattern) {
  size_t start = 0, end;
  while (start < pattern.len && pattern.ptr[start] == '.') start++;
  for (end = start; end < pattern.len && pattern.ptr[end] != '.' && pattern.ptr[end] != '*';) end++;
  return sx_str_slice(pattern, start, end);
}

/* Such as vscode~1: six letters of the stem, or two of them and a number of four digits. */
static bool is_short_name(sx_str pattern, sx_str name) {
  size_t tilde = sx_str_find(name, SX_STR("~"), 0);
  sx_str stem = stem_of(pattern), begin = sx_str_slice(name, 0, tilde);
  if (tilde == SX_STR_NONE || tilde + 1 >= name.len || pattern.ptr[0] != '.' || !stem.len)
    return false;
  if (name.ptr[tilde + 1] < '1' || name.ptr[tilde + 1] > '9') return false;
  if (stem.len > 6) stem.len = 6;
  if (sx_str_is_equal(begin, stem)) return true;
  if (begin.len != 6 || !sx_str_has_prefix(begin, sx_str_slice(stem, 0, 2))) return false;
  for (size_t i = 2; i < begin.len; i++)
    if (!strchr("0123456789abcdef", begin.ptr[i])) return false;
  return true;
}

static bool is_meant(sx_str pattern, sx_str folder, sx_str name) {
  size_t slash = sx_str_find(pattern, SX_STR("/"), 0);
  if (slash == SX_STR_NONE) return fits(pattern, name) || is_short_name(pattern, name);
  return sx_str_is_equal(folder, sx_str_slice(pattern, 0, slash)) &&
         fits(sx_str_slice(pattern, slash + 1, pattern.len), name);
}

const char *sx_protected_find_name(sx_str folder, sx_str name) {
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    for (size_t k = 0; k < groups[i].count; k++)
      if (is_meant(sx_str_from(groups[i].names[k]), folder, name)) return groups[i].why;
  return NULL;
}
