#include "base/folder.h"
#include "commands/program.h"
#include "run/test_runner.h"

/* go test, by modules: one that is in a folder of another is not a part of it. */

static bool has_config(const sx_project *project) {
  return sx_project_has(project, "go.mod");
}

static bool covers_below(const sx_project *project) {
  (void)project;
  return false;
}

/* ---- names: `TestA/sub` -------------------------------------------------------------------- */

static sx_str take_level(sx_str name, size_t level) {
  for (; level; level--) {
    size_t slash = sx_str_find_char(name, '/', 0);
    name = sx_str_slice(name, slash == SX_STR_NONE ? name.len : slash + 1, name.len);
  }
  size_t end = sx_str_find_char(name, '/', 0);
  return sx_str_slice(name, 0, end == SX_STR_NONE ? name.len : end);
}

static size_t count_levels(sx_str name) {
  size_t levels = 1;
  for (size_t i = 0; i < name.len; i++) levels += name.ptr[i] == '/';
  return levels;
}

/* All levels that each of the names has: what is below one that has fewer runs, too. */
static sx_str run_pattern(const sx_test_request *request, sx_arena *arena) {
  size_t levels = SX_STR_NONE;
  sx_str pattern = SX_STR("");
  for (size_t i = 0; i < request->names.len; i++) {
    size_t own = count_levels(sx_text_replace(request->names.items[i], " > ", "/", arena));
    if (own < levels) levels = own;
  }
  for (size_t level = 0; level < levels; level++) {
    sx_strs parts = {0};
    for (size_t i = 0; i < request->names.len; i++) {
      sx_str name = sx_text_replace(request->names.items[i], " > ", "/", arena);
      sx_str part = sx_text_replace(take_level(name, level), " ", "_", arena);
      if (sx_strs_add_new(&parts, part, arena, NULL)) return pattern;
    }
    sx_str own = sx_pattern_of_names(&parts, request->are_parts ? "" : "^",
                                     request->are_parts ? "" : "$", "/", arena);
    pattern = sx_arena_printf(arena, "%.*s%s%.*s", SX_STR_ARG(pattern), level ? "/" : "",
                              SX_STR_ARG(own));
  }
  return pattern;
}

/* ---- packages ----------------------------------------------------------------------------- */

static void add_packages(sx_test_command *out, const sx_test_request *request) {
  sx_strs added = {0};
  for (size_t i = 0; i < request->files.len; i++) {
    sx_str path = request->files.items[i];
    bool is_file = sx_str_has_suffix(path, SX_STR(".go"));
    sx_str folder = sx_project_relative(request->project, is_file ? sx_folder_of(path) : path);
    const char *before = sx_str_is_equal(folder, SX_STR(".")) ? "" : "./";
    sx_str word =
        sx_arena_printf(out->arena, "%s%.*s%s", before, SX_STR_ARG(folder), is_file ? "" : "/...");
    if (sx_strs_have(&added, word)) continue;
    if (!out->status) out->status = sx_strs_add(&added, word, out->arena, NULL);
    sx_test_command_add(out, word);
  }
  if (!request->files.len) sx_test_command_add_text(out, "./...");
}

/* A file of tests is all that was asked for: those of the package's other files are not. */
static sx_status plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_str go = sx_program_find(request->project->call, SX_STR("go"));
  if (go.len)
    sx_test_command_add_as(out, go, "go");
  else
    sx_test_command_miss(out, "Go is not on PATH. Install it first.");
  sx_test_command_add_text(out, "test");
  sx_test_command_add_hidden_text(out, "-json");
  if (request->names.len) {
    sx_test_command_add_text(out, "-run");
    sx_test_command_add(out, run_pattern(request, out->arena));
    out->has_parts = request->are_parts;
  }
  add_packages(out, request);
  out->place = SX_REPORT_IN_BOTH;
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

static bool has(sx_str line, const char *text) {
  return sx_str_find(line, sx_str_from(text), 0) != SX_STR_NONE;
}

static void count(sx_test_counts *counts, sx_str line) {
  if (!has(line, "\"Test\":")) return;
  counts->passed += has(line, "\"Action\":\"pass\"");
  counts->failed += has(line, "\"Action\":\"fail\"");
  counts->skipped += has(line, "\"Action\":\"skip\"");
}

const sx_test_runner sx_runner_go = {
    "go", "go test", SX_TESTS_GO, SX_TEST_FORMAT_GO, has_config, covers_below, plan, count,
};
