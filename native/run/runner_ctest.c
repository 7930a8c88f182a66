#include "commands/program.h"
#include "run/test_runner.h"
#include "workspace/paths.h"

/* CTest, in the build folder of a project of CMake's, which is built first. */

static bool has_config(const sx_project *project) {
  return sx_project_has(project, "CMakeLists.txt") &&
         (sx_project_says(project, "CMakeLists.txt", "enable_testing") ||
          sx_project_says(project, "CMakeLists.txt", "include(CTest)"));
}

static bool covers_below(const sx_project *project) {
  (void)project;
  return true;
}

/* The folder that was configured last, of those that have tests. */
static sx_str find_build(const sx_project *project) {
  sx_str best = SX_STR("");
  int64_t best_ns = -1;
  for (size_t i = 0; i < project->entries.count; i++) {
    sx_file_info info;
    if (!project->entries.items[i].is_directory) continue;
    sx_str folder = sx_project_path(project, project->entries.items[i].name);
    sx_str cache =
        sx_arena_printf(project->call->arena, "%.*s/CTestTestfile.cmake", SX_STR_ARG(folder));
    if (sx_file_stat(&info, cache, NULL) || !info.exists || info.mtime_ns <= best_ns) continue;
    best = folder;
    best_ns = info.mtime_ns;
  }
  return best;
}

static void add_build(sx_test_command *out, const sx_test_request *request, sx_str build) {
  sx_str cmake = sx_program_find(request->project->call, SX_STR("cmake"));
  const sx_str words[] = {cmake, SX_STR("--build"), build};
  for (size_t i = 0; i < 3 && cmake.len && !out->status; i++)
    out->status = sx_strs_add(&out->build, words[i], out->arena, NULL);
}

static sx_status plan(sx_test_command *out, const sx_test_request *request, sx_err *err) {
  sx_str build = find_build(request->project);
  sx_str ctest = sx_program_find(request->project->call, SX_STR("ctest"));
  if (request->files.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "CTest does not know which file a test is in. Give testNames, or no files.");
  if (!ctest.len)
    sx_test_command_miss(out, "CTest is not on PATH. Install CMake first.");
  else if (!build.len)
    sx_test_command_miss(
        out, "%.*s has no build folder with tests. Run 'cmake -S . -B build' there first.",
        SX_STR_ARG(out->folder));
  add_build(out, request, build);
  sx_test_command_add_as(out, ctest, "ctest");
  sx_test_command_add_text(out, "--test-dir");
  sx_test_command_add(out, sx_project_relative(request->project, build));
  sx_test_command_add_hidden_text(out, "--output-on-failure");
  sx_test_command_add_hidden_text(out, "--output-junit");
  sx_test_command_add_hidden(out, sx_test_command_report(out, request, "ctest.xml"));
  if (request->names.len) {
    sx_test_command_add_text(out, "-R");
    sx_test_command_add(out, sx_pattern_of_names(&request->names, request->are_parts ? "" : "^",
                                                 request->are_parts ? "" : "$", " > ", out->arena));
  }
  out->has_parts = request->names.len && request->are_parts;
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

/* ` 1/4 Test #1: adds .....   Passed    0.01 sec` */
static void count(sx_test_counts *counts, sx_str line) {
  if (sx_str_find(line, SX_STR(" Test "), 0) == SX_STR_NONE) return;
  bool is_passed = sx_str_find(line, SX_STR("   Passed "), 0) != SX_STR_NONE;
  counts->passed += is_passed;
  counts->failed += !is_passed && sx_str_find(line, SX_STR("***"), 0) != SX_STR_NONE;
}

const sx_test_runner sx_runner_ctest = {
    "ctest", "CTest", SX_TESTS_CMAKE, SX_TEST_FORMAT_JUNIT, has_config, covers_below, plan, count,
};
