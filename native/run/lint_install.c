#include "base/folder.h"
#include "run/lint.h"
#include "run/lint_files.h"
#include "workspace/paths.h"

/* The first folder upward, from the job's, that has the file; empty: none. */
static sx_str find_up(const sx_lint_job *job, const char *name) {
  for (sx_str folder = job->folder; folder.len; folder = sx_folder_of(folder))
    if (sx_lint_has_file(job->call, folder, name)) return folder;
  return SX_STR("");
}

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

/* In quotes or at the beginning of a line, as lists of packages name them: not "[tool.ruff]". */
static bool has_package(sx_str text, sx_str name) {
  for (size_t at = sx_str_find(text, name, 0); at != SX_STR_NONE;
       at = sx_str_find(text, name, at + 1)) {
    size_t line = sx_str_line_start(text, at);
    char before = at ? text.ptr[at - 1] : '\n';
    bool begins = before == '"' || before == '\'' || sx_str_skip_blanks(text, line) == at;
    if (begins && !is_word_char(sx_str_at(text, at + name.len))) return true;
  }
  return false;
}

static bool is_mentioned(const sx_lint_job *job, sx_str folder, const char *name) {
  return folder.len &&
         has_package(sx_lint_read_text(job->call, folder, name), sx_str_from(job->linter->package));
}

/* ---- where it is --------------------------------------------------------------------------- */

static bool take_words(sx_lint_job *job, const sx_str *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sx_strs_add(&job->program, words[i], job->call->arena, NULL)) return false;
  return true;
}

/* A file in a folder upward, such as node_modules/.bin/eslint. */
static bool take_program_up(sx_lint_job *job, const char *beside, const char *program) {
  for (sx_str folder = job->folder; folder.len; folder = sx_folder_of(folder)) {
    sx_str path =
        sx_arena_printf(job->call->arena, "%.*s/%s%s", SX_STR_ARG(folder), beside, program);
    if (sx_program_find(job->call, path).len) return take_words(job, &path, 1);
  }
  return false;
}

static bool take_up(sx_lint_job *job, const char *beside) {
  return take_program_up(job, beside, job->linter->program);
}

static bool take_from_path(sx_lint_job *job) {
  sx_str path = sx_program_find(job->call, sx_str_from(job->linter->program));
  return path.len && take_words(job, &path, 1);
}

/* `runner` and its words before the program, where a file upward is there and the runner is. */
static bool take_runner(sx_lint_job *job, const char *file, const char *runner,
                        const char *const *words) {
  sx_str path =
      find_up(job, file).len ? sx_program_find(job->call, sx_str_from(runner)) : SX_STR("");
  if (!path.len || !take_words(job, &path, 1)) return false;
  for (; *words; words++) {
    sx_str word = sx_str_from(*words);
    if (!take_words(job, &word, 1)) return false;
  }
  sx_str program = sx_str_from(job->linter->program);
  return take_words(job, &program, 1);
}

#define WORDS(...)                                                                                 \
  (const char *const[]) {                                                                          \
    __VA_ARGS__, NULL                                                                              \
  }

/* In projects with Vue its own program does what tsc does, and reads .vue files. With Plug'n'Play
 * there is no node_modules. */
static bool take_node(sx_lint_job *job) {
  bool is_tsc = !strcmp(job->linter->program, "tsc");
  return (is_tsc && take_program_up(job, "node_modules/.bin/", "vue-tsc")) ||
         take_up(job, "node_modules/.bin/") ||
         take_runner(job, ".pnp.cjs", "yarn", WORDS("run", "--binaries-only"));
}

static bool take_active_environment(sx_lint_job *job) {
  const sx_command_environment *environment =
      sx_commands_environment(job->call->services->commands);
  sx_str folder = sx_command_environment_get(environment, SX_STR("VIRTUAL_ENV"));
  sx_str path =
      sx_arena_printf(job->call->arena, "%.*s/bin/%s", SX_STR_ARG(folder), job->linter->program);
  return folder.len && sx_program_find(job->call, path).len && take_words(job, &path, 1);
}

static bool take_python(sx_lint_job *job) {
  return take_up(job, ".venv/bin/") || take_up(job, "venv/bin/") || take_up(job, "env/bin/") ||
         take_active_environment(job) || take_runner(job, "poetry.lock", "poetry", WORDS("run")) ||
         take_runner(job, "Pipfile.lock", "pipenv", WORDS("run")) ||
         take_runner(job, "uv.lock", "uv", WORDS("run", "--frozen", "--no-sync")) ||
         take_from_path(job);
}

static bool take_ruby(sx_lint_job *job) {
  bool is_locked = is_mentioned(job, find_up(job, "Gemfile.lock"), "Gemfile.lock");
  if (find_up(job, "Gemfile").len && take_up(job, "bin/")) return true;
  return (is_locked && take_runner(job, "Gemfile.lock", "bundle", WORDS("exec"))) ||
         take_from_path(job);
}

/* The folders in a person's own where Go and Rust install programs, which PATH may lack. */
static bool take_from_home(sx_lint_job *job) {
  static const char *const folders[] = {"go/bin", ".cargo/bin"};
  const sx_command_environment *environment =
      sx_commands_environment(job->call->services->commands);
  sx_str home = sx_command_environment_get(environment, SX_STR("HOME"));
  for (size_t i = 0; i < 2 && home.len; i++) {
    sx_str path = sx_arena_printf(job->call->arena, "%.*s/%s/%s", SX_STR_ARG(home), folders[i],
                                  job->linter->program);
    if (sx_program_find(job->call, path).len) return take_words(job, &path, 1);
  }
  return false;
}

static bool take_system(sx_lint_job *job) {
  if (take_up(job, "node_modules/.bin/") || take_from_path(job) || take_from_home(job)) return true;
  sx_str go = SX_STR("/usr/local/go/bin/go");
  return !strcmp(job->linter->program, "go") && sx_program_find(job->call, go).len &&
         take_words(job, &go, 1);
}

sx_status sx_lint_find_program(sx_lint_job *job, sx_err *err) {
  bool is_there = false;
  switch (job->linter->home) {
  case SX_LINTER_NODE: is_there = take_node(job); break;
  case SX_LINTER_PYTHON: is_there = take_python(job); break;
  case SX_LINTER_RUBY: is_there = take_ruby(job); break;
  case SX_LINTER_SYSTEM: is_there = take_system(job); break;
  }
  if (job->call->arena->status) return sx_fail(err, job->call->arena->status, NULL);
  if (is_there) return SX_OK;
  job->state = SX_LINT_NOT_INSTALLED;
  job->install = sx_lint_find_install(job);
  return SX_OK;
}

/* ---- what installs it ---------------------------------------------------------------------- */

/** A package manager by a file upward: what installs all that is listed, and what adds one. */
typedef struct manager {
  const char *lockfile, *all, *one;
} manager;

static sx_str find_manager(sx_lint_job *job, const manager *managers, const char *manifest,
                           const char *otherwise) {
  sx_str folder = find_up(job, manifest);
  for (; managers->lockfile; managers++) {
    if (!find_up(job, managers->lockfile).len) continue;
    return is_mentioned(job, folder, manifest)
               ? sx_str_from(managers->all)
               : sx_arena_printf(job->call->arena, "%s %s", managers->one, job->linter->package);
  }
  return sx_arena_printf(job->call->arena, "%s %s", otherwise, job->linter->package);
}

static sx_str find_node_install(sx_lint_job *job) {
  static const manager managers[] = {{"pnpm-lock.yaml", "pnpm install", "pnpm add --save-dev"},
                                     {"yarn.lock", "yarn install", "yarn add --dev"},
                                     {"bun.lock", "bun install", "bun add --dev"},
                                     {"bun.lockb", "bun install", "bun add --dev"},
                                     {"package-lock.json", "npm ci", "npm install --save-dev"},
                                     {"package.json", "npm install", "npm install --save-dev"},
                                     {NULL, NULL, NULL}};
  return find_manager(job, managers, "package.json", "npm install --save-dev");
}

static sx_str find_python_install(sx_lint_job *job) {
  static const manager managers[] = {{"uv.lock", "uv sync", "uv add --dev"},
                                     {"poetry.lock", "poetry install", "poetry add --group dev"},
                                     {"pdm.lock", "pdm install", "pdm add --dev"},
                                     {NULL, NULL, NULL}};
  static const char *const lists[] = {"requirements-dev.txt", "requirements.txt"};
  for (size_t i = 0; i < 2; i++)
    if (is_mentioned(job, find_up(job, lists[i]), lists[i]))
      return sx_arena_printf(job->call->arena, "pip install -r %s", lists[i]);
  if (find_up(job, "Pipfile.lock").len)
    return sx_arena_printf(job->call->arena, "pipenv install --dev %s", job->linter->package);
  return find_manager(job, managers, "pyproject.toml", "pip install");
}

sx_str sx_lint_find_install(sx_lint_job *job) {
  if (job->linter->install) return sx_str_from(job->linter->install);
  if (job->linter->home == SX_LINTER_NODE) return find_node_install(job);
  if (job->linter->home == SX_LINTER_PYTHON) return find_python_install(job);
  sx_str folder = find_up(job, "Gemfile");
  return is_mentioned(job, folder, "Gemfile")
             ? SX_STR("bundle install")
             : sx_arena_printf(job->call->arena, "gem install %s", job->linter->package);
}
