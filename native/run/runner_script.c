#include "base/byte.h"
#include "commands/program.h"
#include "match/glob.h"
#include "run/script_runner.h"
#include "workspace/files.h"
#include "workspace/paths.h"

#include <string.h>

/* Jest, Vitest, Mocha and node:test. */

#define GLOB_STEPS ((uint64_t)100000000)

/* A test's full name is that of its groups and its own, with blanks between. As a part of a name, a
 * blank is also a line end, and the sign between groups may be of a group's own name. */
static sx_str name_pattern(const sx_test_request *request, sx_arena *arena) {
  if (!request->are_parts) return sx_pattern_of_names(&request->names, "(^| )", "$", " ", arena);
  sx_str pattern = sx_pattern_of_names(&request->names, "", "", "\n", arena);
  pattern = sx_text_replace(pattern, " ", "\\s+", arena);
  return sx_text_replace(pattern, "\n", "( > |\\s+)", arena);
}

static void add_names(sx_test_command *out, const sx_test_request *request, const char *option) {
  if (!request->names.len) return;
  sx_test_command_add_text(out, option);
  sx_test_command_add(out, name_pattern(request, out->arena));
  out->has_parts = request->are_parts;
}

static sx_status finish(sx_test_command *out, sx_err *err) {
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

static bool is_folder(sx_str path) {
  sx_file_info info;
  return !sx_file_stat(&info, path, NULL) && info.is_directory;
}

static bool covers_all(const sx_project *project) {
  (void)project;
  return true;
}

static bool covers_own(const sx_project *project) {
  (void)project;
  return false;
}

/* A mark at the beginning of a line, and after it the count that `(3 tests)` has, or one. */
static bool begins(sx_str line, const char *mark) {
  return sx_str_has_prefix(line, sx_str_from(mark));
}

/* ---- Jest --------------------------------------------------------------------------------- */

static const sx_option_rule jest_rules[] = {
    {"--watch", false, true},
    {"--watchAll", false, true},
    {"--json", false, true},
    {"--outputFile", true, true},
    {"--reporters", true, true},
    {"--verbose", false, true},
    {"--silent", false, true},
    {"--colors", false, true},
    {"--color", false, true},
    {"--ci", false, true},
    {"--coverage", false, true},
    {"--collectCoverage", false, true},
    {"-t", true, true},
    {"--testNamePattern", true, true},
    {"-o", false, true},
    {"--onlyChanged", false, true},
    {"--notify", false, true},
    {"--bail", false, true},
    {"-c", true, false},
    {"--config", true, false},
    {"--rootDir", true, false},
    {"--roots", true, false},
    {"--env", true, false},
    {"-w", true, false},
    {"--maxWorkers", true, false},
    {"--projects", true, false},
    {"--selectProjects", true, false},
    {"--testTimeout", true, false},
    {"--testMatch", true, false},
    {"--testPathIgnorePatterns", true, false},
    {"--setupFiles", true, false},
    {"--transform", true, false},
    {"--testEnvironment", true, false},
    {"--preset", true, false},
    {NULL, false, false},
};

static bool has_react(const sx_project *project) {
  return sx_script_runner_is_configured(project, "react-scripts");
}

static bool jest_has_config(const sx_project *project) {
  return sx_script_runner_is_configured(project, "jest") || has_react(project);
}

/* Files as they are; where a folder is among them, all as patterns of paths. */
static void jest_add_files(sx_test_command *out, const sx_test_request *request) {
  bool has_folder = false;
  for (size_t i = 0; i < request->files.len; i++) has_folder |= is_folder(request->files.items[i]);
  if (!request->files.len) return;
  if (!has_folder) {
    sx_test_command_add_text(out, "--runTestsByPath");
    sx_test_command_add_files(out, request);
    return;
  }
  for (size_t i = 0; i < request->files.len; i++)
    sx_test_command_add_as(
        out, sx_pattern_quote(request->files.items[i], out->arena),
        sx_arena_dup(out->arena, sx_project_relative(request->project, request->files.items[i]))
            .ptr);
}

static sx_status jest_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_script_call call;
  bool is_react = has_react(request->project);
  sx_status status =
      sx_script_runner_begin(out, request, is_react ? "react-scripts" : "jest",
                             is_react ? "react-scripts" : "jest", jest_rules, &call, err);
  if (status) return status;
  if (is_react) {
    sx_test_command_add_text(out, "test");
    sx_test_command_add_hidden_text(out, "--watchAll=false");
  }
  sx_script_runner_add(out, &call.options);
  if (!request->files.len && !is_react) sx_script_runner_add(out, &call.others);
  sx_test_command_add_hidden_text(out, "--ci");
  sx_test_command_add_hidden_text(out, "--json");
  sx_test_command_add_hidden_text(out, "--testLocationInResults");
  sx_str report = sx_test_command_report(out, request, "jest.json");
  sx_test_command_add_hidden(out,
                             sx_arena_printf(out->arena, "--outputFile=%.*s", SX_STR_ARG(report)));
  add_names(out, request, "-t");
  jest_add_files(out, request);
  return finish(out, err);
}

static void jest_count(sx_test_counts *counts, sx_str line) {
  counts->are_files = true;
  counts->passed += begins(line, "PASS ");
  counts->failed += begins(line, "FAIL ");
}

const sx_test_runner sx_runner_jest = {
    "jest",          "Jest",     SX_TESTS_SCRIPT, SX_TEST_FORMAT_JEST,
    jest_has_config, covers_all, jest_plan,       jest_count,
};

/* ---- Vitest ------------------------------------------------------------------------------- */

static const sx_option_rule vitest_rules[] = {
    {"-w", false, true},
    {"--watch", false, true},
    {"--run", false, true},
    {"--ui", false, true},
    {"--open", false, true},
    {"--reporter", true, true},
    {"--outputFile", true, true},
    {"--coverage", false, true},
    {"--coverage.enabled", false, true},
    {"-t", true, true},
    {"--testNamePattern", true, true},
    {"--bail", true, true},
    {"--silent", false, true},
    {"--changed", false, true},
    {"-c", true, false},
    {"--config", true, false},
    {"-r", true, false},
    {"--root", true, false},
    {"--dir", true, false},
    {"--project", true, false},
    {"--environment", true, false},
    {"--pool", true, false},
    {"--mode", true, false},
    {"--workspace", true, false},
    {"--exclude", true, false},
    {"--testTimeout", true, false},
    {"--maxWorkers", true, false},
    {"--minWorkers", true, false},
    {NULL, false, false},
};

static bool vitest_has_config(const sx_project *project) {
  return sx_script_runner_is_configured(project, "vitest");
}

static bool is_vitest_command(sx_str word) {
  static const char *const names[] = {"run", "watch", "dev"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(word, sx_str_from(names[i]))) return true;
  return false;
}

static sx_status vitest_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_script_call call;
  sx_status status =
      sx_script_runner_begin(out, request, "vitest", "vitest", vitest_rules, &call, err);
  if (status) return status;
  sx_test_command_add_text(out, "run");
  sx_script_runner_add(out, &call.options);
  for (size_t i = 0; i < call.others.len && !request->files.len; i++)
    if (!is_vitest_command(call.others.items[i])) sx_test_command_add(out, call.others.items[i]);
  sx_test_command_add_hidden_text(out, "--reporter=json");
  sx_test_command_add_hidden_text(out, "--reporter=verbose");
  sx_str report = sx_test_command_report(out, request, "vitest.json");
  sx_test_command_add_hidden(
      out, sx_arena_printf(out->arena, "--outputFile.json=%.*s", SX_STR_ARG(report)));
  add_names(out, request, "-t");
  sx_test_command_add_files(out, request);
  return finish(out, err);
}

static void vitest_count(sx_test_counts *counts, sx_str line) {
  line = sx_str_trim(line);
  counts->passed += begins(line, "\xe2\x9c\x93 ");  /* check mark */
  counts->failed += begins(line, "\xc3\x97 ");      /* multiplication sign */
  counts->skipped += begins(line, "\xe2\x86\x93 "); /* arrow down */
}

const sx_test_runner sx_runner_vitest = {
    "vitest",          "Vitest",   SX_TESTS_SCRIPT, SX_TEST_FORMAT_JEST,
    vitest_has_config, covers_all, vitest_plan,     vitest_count,
};

/* ---- Mocha -------------------------------------------------------------------------------- */

static const sx_option_rule mocha_rules[] = {
    {"-w", false, true},
    {"--watch", false, true},
    {"-R", true, true},
    {"--reporter", true, true},
    {"-O", true, true},
    {"--reporter-option", true, true},
    {"--reporter-options", true, true},
    {"-b", false, true},
    {"--bail", false, true},
    {"-g", true, true},
    {"--grep", true, true},
    {"-f", true, true},
    {"--fgrep", true, true},
    {"--parallel", false, true},
    {"-p", false, true},
    {"-c", false, true},
    {"--color", false, true},
    {"--colors", false, true},
    {"-r", true, false},
    {"--require", true, false},
    {"--config", true, false},
    {"-t", true, false},
    {"--timeout", true, false},
    {"-s", true, false},
    {"--slow", true, false},
    {"-u", true, false},
    {"--ui", true, false},
    {"--file", true, false},
    {"--spec", true, true},
    {"--extension", true, false},
    {"--ignore", true, false},
    {"--package", true, false},
    {"--loader", true, false},
    {"--import", true, false},
    {"-n", true, false},
    {"--node-option", true, false},
    {"--retries", true, false},
    {"-j", true, true},
    {"--jobs", true, true},
    {NULL, false, false},
};

static bool mocha_has_config(const sx_project *project) {
  return sx_script_runner_is_configured(project, "mocha");
}

static sx_status mocha_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_script_call call;
  bool has_folder = false;
  sx_status status =
      sx_script_runner_begin(out, request, "mocha", "mocha", mocha_rules, &call, err);
  if (status) return status;
  sx_script_runner_add(out, &call.options);
  if (!request->files.len) sx_script_runner_add(out, &call.others);
  sx_test_command_add_hidden_text(out, "--reporter");
  sx_test_command_add_hidden_text(out, "json");
  sx_test_command_add_hidden_text(out, "--reporter-option");
  sx_str report = sx_test_command_report(out, request, "mocha.json");
  sx_test_command_add_hidden(out, sx_arena_printf(out->arena, "output=%.*s", SX_STR_ARG(report)));
  add_names(out, request, "--grep");
  for (size_t i = 0; i < request->files.len; i++) has_folder |= is_folder(request->files.items[i]);
  if (has_folder) sx_test_command_add_text(out, "--recursive");
  sx_test_command_add_files(out, request);
  return finish(out, err);
}

const sx_test_runner sx_runner_mocha = {
    "mocha",          "Mocha",    SX_TESTS_SCRIPT, SX_TEST_FORMAT_MOCHA,
    mocha_has_config, covers_own, mocha_plan,      NULL,
};

/* ---- node:test ---------------------------------------------------------------------------- */

static const sx_option_rule node_rules[] = {
    {"--test", false, true},
    {"--watch", false, true},
    {"--test-reporter", true, true},
    {"--test-reporter-destination", true, true},
    {"--test-name-pattern", true, true},
    {"--experimental-test-coverage", false, true},
    {"-r", true, false},
    {"--require", true, false},
    {"--import", true, false},
    {"--loader", true, false},
    {"--experimental-loader", true, false},
    {"--test-concurrency", true, false},
    {"-C", true, false},
    {"--conditions", true, false},
    {"--env-file", true, false},
    {NULL, false, false},
};

static bool node_has_config(const sx_project *project) {
  return sx_script_runner_is_configured(project, "node");
}

/*
 * A pattern is one of a test's own name. A group is left out, as it would bring all its tests; but
 * a test that is in another one, and not in a group, runs only where both fit: so as a second try.
 */
static void node_add_name(sx_test_command *out, sx_str name, bool are_parts) {
  bool has_groups = sx_str_find(name, SX_STR(" > "), 0) != SX_STR_NONE;
  bool is_whole = has_groups || !are_parts;
  while (name.len) {
    size_t end = sx_str_find(name, SX_STR(" > "), 0);
    bool is_last = end == SX_STR_NONE;
    sx_str part = sx_str_slice(name, 0, is_last ? name.len : end);
    name = sx_str_slice(name, is_last ? name.len : end + 3, name.len);
    if (!is_last && !are_parts) continue;
    sx_str quoted = sx_pattern_quote(part, out->arena);
    sx_test_command_add(out, sx_arena_printf(out->arena, "--test-name-pattern=%s%.*s%s",
                                             is_whole ? "^" : "", SX_STR_ARG(quoted),
                                             is_whole ? "$" : ""));
  }
}

static void node_add_names(sx_test_command *out, const sx_test_request *request) {
  for (size_t i = 0; i < request->names.len; i++)
    node_add_name(out, request->names.items[i], request->are_parts);
  out->has_parts = request->names.len && request->are_parts;
}

/* A folder is given by its files: versions of Node.js differ in what they take. */
static void node_add_folder(sx_test_command *out, const sx_test_request *request, sx_str folder) {
  sx_files_query query = {.without_links = true};
  sx_files_seen seen;
  sx_strs paths = {0};
  sx_call *call = request->project->call;
  if (sx_file_real_path(&query.folder, folder, out->arena, NULL) ||
      sx_files_list(call, &query, &paths, &seen, NULL))
    return;
  for (size_t i = 0; i < paths.len; i++) {
    sx_str path =
        sx_arena_printf(out->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(paths.items[i]));
    bool is_script = sx_test_family_of(path) == SX_TESTS_SCRIPT;
    if (is_script && sx_str_find(sx_path_name(path), SX_STR("test"), 0) != SX_STR_NONE)
      sx_test_command_add(out, sx_project_relative(request->project, path));
  }
}

/* Paths of a script as a shell gives them: the names that a pattern fits. */
static void node_add_pattern(sx_test_command *out, const sx_test_request *request, sx_str pattern) {
  sx_files_query query = {.without_links = true};
  sx_files_seen seen;
  sx_strs paths = {0}, patterns = {.items = &pattern, .len = 1};
  sx_glob *glob;
  const sx_glob_options options = {.explicit_dots = true};
  uint64_t work = GLOB_STEPS;
  const sx_project *project = request->project;
  bool is_pattern = sx_str_find_char(pattern, '*', 0) != SX_STR_NONE;
  if (sx_str_has_prefix(pattern, SX_STR("./"))) pattern = sx_str_slice(pattern, 2, pattern.len);
  size_t before = out->argv.len;
  if (is_pattern && !sx_glob_parse(&glob, &patterns, NULL, &options, out->arena, NULL) &&
      !sx_file_real_path(&query.folder, project->folder, out->arena, NULL) &&
      !sx_files_list(project->call, &query, &paths, &seen, NULL))
    for (size_t i = 0; i < paths.len; i++)
      if (sx_glob_match(glob, paths.items[i], false, &work))
        sx_test_command_add_hidden(out, paths.items[i]);
  if (out->argv.len == before) sx_test_command_add_hidden(out, pattern);
  if (!out->status) out->status = sx_strs_add(&out->typed, pattern, out->arena, NULL);
}

static void node_add_files(sx_test_command *out, const sx_test_request *request) {
  sx_test_request one = *request;
  for (size_t i = 0; i < request->files.len; i++) {
    one.files = (sx_strs){.items = &request->files.items[i], .len = 1};
    if (is_folder(request->files.items[i]))
      node_add_folder(out, request, request->files.items[i]);
    else
      sx_test_command_add_files(out, &one);
  }
}

static sx_status node_plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_script_call call;
  sx_status status = sx_script_runner_begin(out, request, "node", NULL, node_rules, &call, err);
  if (status) return status;
  sx_str node = sx_program_find(request->project->call, SX_STR("node"));
  if (node.len)
    sx_test_command_add_as(out, node, "node");
  else
    sx_test_command_miss(out, "Node.js is not on PATH. Install it first.");
  sx_test_command_add_text(out, "--test");
  sx_test_command_add_hidden_text(out, "--test-reporter=tap");
  sx_script_runner_add(out, &call.options);
  node_add_names(out, request);
  for (size_t i = 0; i < call.others.len && !request->files.len; i++)
    node_add_pattern(out, request, call.others.items[i]);
  node_add_files(out, request);
  return finish(out, err);
}

static void tap_count(sx_test_counts *counts, sx_str line) {
  line = sx_str_slice(line, sx_str_skip_blanks(line, 0), line.len);
  bool is_skipped =
      sx_str_has_fold(line, SX_STR("# skip")) || sx_str_has_fold(line, SX_STR("# todo"));
  if (begins(line, "ok ")) *(is_skipped ? &counts->skipped : &counts->passed) += 1;
  counts->failed += begins(line, "not ok ") && !is_skipped;
}

const sx_test_runner sx_runner_node = {
    "node",          "node:test", SX_TESTS_SCRIPT, SX_TEST_FORMAT_TAP,
    node_has_config, covers_all,  node_plan,       tap_count,
};
