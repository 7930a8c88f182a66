#include "run/test_find.h"

#include "base/folder.h"
#include "base/map.h"
#include "workspace/files.h"
#include "workspace/paths.h"

typedef struct search {
  sx_call *call;
  const sx_test_wanted *wanted;
  sx_test_targets *targets;
  SX_ARRAY(sx_project *) projects; /* that were opened */
} search;

static sx_status open_project(search *s, sx_str folder, const sx_project **out, sx_err *err) {
  for (size_t i = 0; i < s->projects.len; i++) {
    *out = s->projects.items[i];
    if (sx_str_is_equal((*out)->folder, folder)) return SX_OK;
  }
  *out = NULL;
  sx_project *project = SX_ARENA_NEW(s->call->arena, sx_project);
  sx_project **added = SX_ARRAY_ADD(&s->projects, s->call->arena);
  if (!project || !added) return sx_fail(err, s->call->arena->status, NULL);
  *added = project;
  *out = project;
  return sx_project_open(project, s->call, folder, err);
}

/* ---- targets ------------------------------------------------------------------------------ */

static sx_test_target *find_target(search *s, const sx_test_runner *runner,
                                   const sx_project *project) {
  for (size_t i = 0; i < s->targets->items.len; i++) {
    sx_test_target *target = &s->targets->items.items[i];
    if (target->runner == runner && target->project == project) return target;
  }
  return NULL;
}

/* `file` may be empty: all of the project. */
static sx_status add_target(search *s, const sx_test_runner *runner, const sx_project *project,
                            sx_str file, sx_err *err) {
  sx_test_target *target = find_target(s, runner, project);
  if (!target && s->targets->items.len == SX_TEST_MAX_TARGETS) {
    s->targets->left_out++;
    return SX_OK;
  }
  if (!target) {
    target = SX_ARRAY_ADD(&s->targets->items, s->call->arena);
    if (!target) return sx_fail(err, s->call->arena->status, NULL);
    *target = (sx_test_target){.runner = runner, .project = project};
  }
  return file.len ? sx_strs_add_new(&target->files, file, s->call->arena, err) : SX_OK;
}

/* The next runner after `*at` that is configured here; of a family but JavaScript's, the first. */
static const sx_test_runner *next_runner(const search *s, const sx_project *project,
                                         sx_test_family family, size_t *at,
                                         bool seen[SX_TESTS_FAMILIES]) {
  while (sx_test_runners[*at]) {
    const sx_test_runner *runner = sx_test_runners[(*at)++];
    bool is_wanted = !s->wanted->runner || s->wanted->runner == runner;
    bool is_family = family == SX_TESTS_FAMILIES || family == runner->family;
    bool is_second = seen[runner->family] && runner->family != SX_TESTS_SCRIPT;
    if (!is_wanted || !is_family || is_second || !runner->has_config(project)) continue;
    seen[runner->family] = true;
    return runner;
  }
  return NULL;
}

/* ---- the runner of a file ----------------------------------------------------------------- */

static sx_str read_text(search *s, sx_str path) {
  sx_str text;
  return sx_file_read(&text, path, (size_t)4 << 20, s->call->arena, NULL) ? SX_STR("") : text;
}

static bool has(sx_str text, const char *part) {
  return sx_str_find(text, sx_str_from(part), 0) != SX_STR_NONE;
}

/* The runner whose library the file imports; NULL: it does not show. */
static const sx_test_runner *imported_runner(sx_str text) {
  if (has(text, "\"node:test\"") || has(text, "'node:test'")) return &sx_runner_node;
  if (has(text, "\"vitest\"") || has(text, "'vitest'")) return &sx_runner_vitest;
  if (has(text, "@jest/globals")) return &sx_runner_jest;
  return NULL;
}

static sx_status choose_here(search *s, const sx_project *project, sx_str file,
                             sx_test_family family, bool *is_found, sx_err *err) {
  bool seen[SX_TESTS_FAMILIES] = {false};
  size_t at = 0;
  sx_status status = SX_OK;
  const sx_test_runner *first = NULL, *runner;
  bool is_folder = family == SX_TESTS_FAMILIES;
  const sx_test_runner *imported =
      family == SX_TESTS_SCRIPT && !s->wanted->runner ? imported_runner(read_text(s, file)) : NULL;
  while (!status && (runner = next_runner(s, project, family, &at, seen))) {
    if (is_folder) status = add_target(s, runner, project, file, err);
    if (!first || runner == imported) first = runner;
  }
  /* node:test needs no configuration. */
  if (imported == &sx_runner_node && project && project->package.is_there) first = imported;
  *is_found = first != NULL;
  return status || is_folder || !first ? status : add_target(s, first, project, file, err);
}

/* Runners that need no configuration: how a file that has none is run. */
static const sx_test_runner *runner_without_config(search *s, sx_str file, sx_test_family family) {
  sx_str text;
  if (s->wanted->runner) return s->wanted->runner;
  switch (family) {
  case SX_TESTS_PYTHON:
    text = read_text(s, file);
    return has(text, "import unittest") ? &sx_runner_unittest : &sx_runner_pytest;
  case SX_TESTS_SCRIPT:
    return imported_runner(read_text(s, file)) == &sx_runner_node ? &sx_runner_node : NULL;
  case SX_TESTS_RUBY: return sx_str_has_suffix(file, SX_STR("_spec.rb")) ? &sx_runner_rspec : NULL;
  case SX_TESTS_PHP: return &sx_runner_phpunit;
  default: return NULL;
  }
}

static sx_status find_for_file(search *s, sx_str file, sx_err *err) {
  const sx_project *project = NULL;
  sx_file_info info;
  sx_str below;
  const sx_root *root = sx_path_find_root(s->call, file, &below);
  bool is_folder = !sx_file_stat(&info, file, NULL) && info.is_directory;
  sx_test_family family = is_folder ? SX_TESTS_FAMILIES : sx_test_family_of(file);
  if (!is_folder && family == SX_TESTS_FAMILIES && s->wanted->runner)
    family = s->wanted->runner->family;
  bool is_known = is_folder || family != SX_TESTS_FAMILIES;
  for (sx_str folder = is_folder ? file : sx_folder_of(file); is_known && root && folder.len;
       folder = sx_folder_of(folder)) {
    bool is_found = false;
    sx_status status = open_project(s, folder, &project, err);
    if (!status) status = choose_here(s, project, file, family, &is_found, err);
    if (status || is_found) return status;
    if (sx_str_is_equal(folder, root->path)) break;
  }
  const sx_test_runner *runner =
      is_folder ? s->wanted->runner : runner_without_config(s, file, family);
  if (runner && project) return add_target(s, runner, project, file, err);
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "No test runner is configured for '%.*s', in its folder or those above it. Name "
                 "one with runner, or run its command with bash.",
                 SX_STR_ARG(sx_path_display(s->call, file)));
}

/* ---- the projects of a folder ------------------------------------------------------------- */

static bool is_config(sx_str name) {
  static const char *const names[] = {"package.json",
                                      "pyproject.toml",
                                      "setup.py",
                                      "setup.cfg",
                                      "pytest.ini",
                                      "tox.ini",
                                      "go.mod",
                                      "Cargo.toml",
                                      "CMakeLists.txt",
                                      ".rspec",
                                      "Gemfile",
                                      "phpunit.xml",
                                      "pom.xml",
                                      "phpunit.xml.dist",
                                      "phpunit.dist.xml",
                                      "build.gradle",
                                      "settings.gradle",
                                      "build.gradle.kts",
                                      "settings.gradle.kts",
                                      "requirements.txt"};
  static const char *const endings[] = {".sln", ".slnx", ".csproj", ".fsproj"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return true;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (sx_str_has_suffix(name, sx_str_from(endings[i]))) return true;
  return false;
}

/* Folders of others' code, of what is built, and of projects that are data of tests. */
static bool may_enter(void *arg, sx_str folder) {
  static const char *const names[] = {"node_modules", "vendor",   "third_party",  "target",
                                      "dist",         "build",    "out",          ".venv",
                                      "venv",         "fixtures", "__fixtures__", "testdata"};
  sx_str name = sx_path_name(folder);
  (void)arg;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return false;
  return true;
}

/* Whether a project above has these tests already. */
static bool is_covered(const search *s, const sx_test_runner *runner, sx_str folder) {
  for (size_t i = 0; i < s->targets->items.len; i++) {
    const sx_test_target *target = &s->targets->items.items[i];
    if (target->runner->family == runner->family && !target->files.len &&
        sx_folder_has(target->project->folder, folder) &&
        target->runner->covers_below(target->project))
      return true;
  }
  return false;
}

static sx_status add_all_of(search *s, sx_str folder, sx_err *err) {
  bool seen[SX_TESTS_FAMILIES] = {false};
  const sx_project *project = NULL;
  const sx_test_runner *runner;
  size_t at = 0;
  sx_status status = open_project(s, folder, &project, err);
  while (!status && (runner = next_runner(s, project, SX_TESTS_FAMILIES, &at, seen)))
    if (!is_covered(s, runner, folder)) status = add_target(s, runner, project, SX_STR(""), err);
  return status;
}

static sx_status find_below(search *s, sx_str folder, sx_err *err) {
  sx_files_query query = {.folder = folder, .without_links = true, .may_enter = may_enter};
  sx_files_seen seen;
  sx_strs paths = {0};
  sx_str last = SX_STR("");
  sx_status status = sx_file_real_path(&query.folder, folder, s->call->arena, err);
  if (!status) status = add_all_of(s, folder, err);
  if (!status) status = sx_files_list(s->call, &query, &paths, &seen, err);
  for (size_t i = 0; i < paths.len && !status; i++) {
    if (!is_config(sx_path_name(paths.items[i]))) continue;
    sx_str below = sx_folder_of(paths.items[i]);
    if (!below.len || sx_str_is_equal(below, last)) continue;
    last = below;
    status = add_all_of(
        s, sx_arena_printf(s->call->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(below)),
        err);
  }
  return status;
}

static sx_status find_in_folder(search *s, sx_str folder, sx_err *err) {
  sx_str below;
  size_t before = s->targets->items.len;
  sx_status status = find_below(s, folder, err);
  const sx_root *root = sx_path_find_root(s->call, folder, &below);
  bool is_part = root && !sx_str_is_equal(root->path, folder);
  if (status || s->targets->items.len > before) return status;
  if (is_part || s->wanted->runner) return find_for_file(s, folder, err);
  return SX_OK;
}

sx_status sx_test_find(sx_test_targets *out, sx_call *call, const sx_test_wanted *wanted,
                       sx_err *err) {
  search s = {.call = call, .wanted = wanted, .targets = out};
  sx_status status = SX_OK;
  *out = (sx_test_targets){0};
  for (size_t i = 0; i < wanted->files.len && !status; i++)
    status = find_for_file(&s, wanted->files.items[i], err);
  for (size_t i = 0; i < wanted->folders.len && !wanted->files.len && !status; i++)
    status = find_in_folder(&s, wanted->folders.items[i], err);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}
