#include "run/script_runner.h"

#include "commands/program.h"

#include <string.h>

/* How each runner is configured, besides by a script that calls it. */
typedef struct kind {
  const char *program;
  const char *files[3]; /* beginnings of names */
  const char *key;      /* in package.json */
  const char *packages[2];
} kind;

static const kind kinds[] = {
    {"vitest", {"vitest.config.", "vitest.workspace."}, NULL, {"vitest"}},
    {"jest", {"jest.config."}, "jest", {"jest"}},
    {"react-scripts", {NULL}, NULL, {"react-scripts"}},
    {"mocha", {".mocharc."}, "mocha", {"mocha"}},
    {"node", {NULL}, NULL, {NULL}},
};
#define KINDS (sizeof kinds / sizeof *kinds)

/* ---- configuration ------------------------------------------------------------------------ */

static bool has_test_flag(const sx_strs *words) {
  static const char *const flags[] = {"--test", "--test-only"};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (sx_strs_have(words, sx_str_from(flags[i]))) return true;
  return false;
}

/* `node` runs tests with a flag alone, and react-scripts with its first word. */
static bool calls_tests(const kind *one, const sx_script_use *use) {
  if (!use->is_found) return false;
  if (strcmp(one->program, "node") == 0) return has_test_flag(&use->words);
  if (strcmp(one->program, "react-scripts") != 0) return true;
  return use->words.len && sx_str_is_equal(use->words.items[0], SX_STR("test"));
}

/* Without memory the arena has the status, which ends the call: "not called" would be a guess. */
static bool is_called(const sx_project *project, const kind *one) {
  sx_script_use use;
  sx_arena *arena = project->call->arena;
  sx_status status = sx_script_find(&use, &project->package, one->program, false, arena, NULL);
  if (status == SX_NOMEM && !arena->status) arena->status = status;
  return !status && calls_tests(one, &use);
}

static bool is_set_up(const sx_project *project, const kind *one) {
  for (size_t i = 0; i < 3 && one->files[i]; i++)
    if (sx_project_has_beginning(project, one->files[i])) return true;
  return (one->key && sx_package_has_key(&project->package, one->key)) || is_called(project, one);
}

static bool is_needed(const sx_project *project, const kind *one) {
  for (size_t i = 0; i < 2 && one->packages[i]; i++)
    if (sx_package_needs(&project->package, one->packages[i])) return true;
  return false;
}

bool sx_script_runner_is_configured(const sx_project *project, const char *program) {
  const kind *wanted = NULL;
  bool is_other = false;
  if (!project->package.is_there) return false;
  for (size_t i = 0; i < KINDS; i++) {
    bool is_it = strcmp(kinds[i].program, program) == 0;
    if (is_it)
      wanted = &kinds[i];
    else
      is_other |= is_set_up(project, &kinds[i]);
  }
  if (!wanted) return false;
  return is_set_up(project, wanted) || (!is_other && is_needed(project, wanted));
}

/* ---- the installation --------------------------------------------------------------------- */

/* The command that installs it: all that package.json lists, or it alone. */
static sx_str find_install(const sx_project *project, const char *package) {
  static const struct {
    const char *lockfile, *install, *add;
  } managers[] = {
      {"pnpm-lock.yaml", "pnpm install --frozen-lockfile", "pnpm add -D"},
      {"yarn.lock", "yarn install", "yarn add -D"},
      {"bun.lock", "bun install", "bun add -d"},
      {"bun.lockb", "bun install", "bun add -d"},
      {"package-lock.json", "npm ci", "npm install --save-dev"},
  };
  const char *install = "npm install", *add = "npm install --save-dev";
  for (size_t i = 0; i < sizeof managers / sizeof *managers; i++)
    if (sx_project_find_inside(project, managers[i].lockfile).len) {
      install = managers[i].install;
      add = managers[i].add;
      break;
    }
  if (sx_package_needs(&project->package, package)) return sx_str_from(install);
  return sx_arena_printf(project->call->arena, "%s %s", add, package);
}

static bool is_plug_and_play(const sx_project *project) {
  return sx_project_find_inside(project, ".pnp.cjs").len > 0;
}

static void add_program(sx_test_command *out, const sx_project *project, const char *program,
                        const char *package) {
  char path[96];
  snprintf(path, sizeof path, "node_modules/.bin/%s", program);
  sx_str found = sx_project_find_up(project, path);
  if (found.len) {
    sx_test_command_add_as(out, found, "npx");
    sx_test_command_add_typed(out, program);
  } else if (is_plug_and_play(project)) {
    sx_test_command_add_text(out, "yarn");
    sx_test_command_add_text(out, program);
  } else {
    sx_test_command_miss(out, "%s is configured and not installed. Run '%.*s' in %.*s first.",
                         out->runner->title, SX_STR_ARG(find_install(project, package)),
                         SX_STR_ARG(project->folder));
  }
}

/* ---- the command line --------------------------------------------------------------------- */

static void set_environment(sx_test_command *out, const sx_test_request *request,
                            const sx_script_use *use) {
  for (size_t i = 0; i < use->assignments.len; i++)
    sx_test_command_set(out, use->assignments.items[i]);
  if (!use->node_options.len) return;
  sx_str options = sx_program_quote(request->project->call, &use->node_options);
  sx_test_command_set(out, sx_arena_printf(out->arena, "NODE_OPTIONS=%.*s", SX_STR_ARG(options)));
}

void sx_script_runner_add(sx_test_command *command, const sx_strs *words) {
  for (size_t i = 0; i < words->len; i++) sx_test_command_add(command, words->items[i]);
}

sx_status sx_script_runner_begin(sx_test_command *out, const sx_test_request *request,
                                 const char *program, const char *package,
                                 const sx_option_rule *rules, sx_script_call *call, sx_err *err) {
  sx_script_use use;
  sx_arena *arena = out->arena;
  *call = (sx_script_call){0};
  sx_status status = sx_script_find(&use, &request->project->package, program, true, arena, err);
  if (!status)
    status = sx_script_sort(&call->options, &call->others, &use.words, rules, arena, err);
  if (status) return status;
  if (package) add_program(out, request->project, program, package);
  set_environment(out, request, &use);
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}
