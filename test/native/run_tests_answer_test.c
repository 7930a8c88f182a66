#include "call_scene.h"
#include "temp_files.h"

#include "engine/kept.h"
#include "run/test_summary.h"
#include "text/tokens.h"
#include "workspace/roots.h"

#include <stdio.h>

/* How runs are judged, summed up, and written in pages. */

#define MANY 300

static const sx_project *make_project(call_scene *s) {
  sx_project *project = SX_ARENA_NEW(s->call.arena, sx_project);
  const sx_root root = {.name = SX_STR("ws"), .path = s->folder};
  if (!project || sx_roots_set(s->call.services->roots, &root, 1) ||
      sx_roots_get(s->call.services->roots, &s->call.roots, s->call.arena))
    return NULL;
  return sx_project_open(project, &s->call, s->folder, sx_test_err()) ? NULL : project;
}

static sx_test_result *make_result(call_scene *s, const sx_test_runner *runner, int exit_code) {
  sx_test_result *result = SX_ARENA_NEW(s->call.arena, sx_test_result);
  const sx_project *project = make_project(s);
  if (!result || !project) return NULL;
  *result = (sx_test_result){.runner = runner,
                             .project = project,
                             .folder = s->folder,
                             .line = SX_STR("run it"),
                             .why = SX_STR(""),
                             .tail = SX_STR(""),
                             .seconds = 1.25,
                             .exit_code = exit_code};
  sx_test_report_init(&result->report);
  return result;
}

static bool add_case(call_scene *s, sx_test_result *result, const char *name,
                     sx_test_outcome outcome, const char *message) {
  sx_test_case *one = SX_ARRAY_ADD(&result->report.cases, s->call.arena);
  if (!one) return false;
  *one = (sx_test_case){.name = sx_arena_dup(s->call.arena, sx_str_from(name)),
                        .file = SX_STR("a.test.js"),
                        .line = 3,
                        .outcome = outcome,
                        .message = sx_arena_dup(s->call.arena, sx_str_from(message)),
                        .stack = SX_STR(""),
                        .expected = SX_STR(""),
                        .received = SX_STR(""),
                        .output = SX_STR("")};
  return !s->call.arena->status;
}

/* ---- judgement ---------------------------------------------------------------------------- */

typedef struct judged {
  const char *output;
  int exit_code, signal;
  size_t passed, failed, skipped;
  bool has_report, is_cut, is_timed_out, are_chosen;
  sx_tests_end end;
  bool is_failed_otherwise;
} judged;

static void judge_one(call_scene *s, const judged *one) {
  sx_test_command command = {.runner = &sx_runner_jest, .arena = s->call.arena};
  sx_test_result *result = make_result(s, &sx_runner_jest, one->exit_code);
  SX_EXPECT_ALLOC(result);
  for (size_t i = 0; i < one->passed; i++)
    SX_EXPECT_ALLOC(add_case(s, result, "p", SX_TEST_PASSED, "") ? s : NULL);
  for (size_t i = 0; i < one->failed; i++)
    SX_EXPECT_ALLOC(add_case(s, result, "f", SX_TEST_FAILED, "no") ? s : NULL);
  for (size_t i = 0; i < one->skipped; i++)
    SX_EXPECT_ALLOC(add_case(s, result, "s", SX_TEST_SKIPPED, "") ? s : NULL);
  result->report.is_cut = one->is_cut;
  result->are_chosen = one->are_chosen;
  sx_test_judge(result, &command, sx_str_from(one->output), one->has_report, one->signal,
                one->is_timed_out);
  SX_EXPECT_INT(result->end, one->end);
  SX_EXPECT_INT(result->is_failed_otherwise, one->is_failed_otherwise);
  SX_EXPECT_SIZE(result->failed, one->failed);
}

SX_TEST(what_did_not_run_is_never_taken_for_passed) {
  static const judged rows[] = {
      {.passed = 2, .has_report = true, .end = SX_TESTS_RAN},
      {.passed = 1, .failed = 1, .exit_code = 1, .has_report = true, .end = SX_TESTS_RAN},
      {.passed = 2, .exit_code = 1, .has_report = true, .is_failed_otherwise = true},
      {.passed = 2, .exit_code = -1, .signal = 11, .has_report = true, .end = SX_TESTS_CRASHED},
      {.passed = 2, .exit_code = 1, .is_cut = true, .has_report = true, .end = SX_TESTS_CRASHED},
      {.exit_code = 1, .output = "SyntaxError", .end = SX_TESTS_CRASHED},
      {.exit_code = 1, .output = "No tests found, exiting with code 1", .end = SX_TESTS_NONE},
      {.has_report = true, .end = SX_TESTS_NONE},
      {.exit_code = 0, .output = "", .end = SX_TESTS_CRASHED},
      {.exit_code = 4, .output = "ImportError", .are_chosen = true, .end = SX_TESTS_CRASHED},
      {.exit_code = 1, .has_report = true, .are_chosen = true, .end = SX_TESTS_NONE},
      {.exit_code = 5, .output = "no tests ran", .are_chosen = true, .end = SX_TESTS_NONE},
      {.skipped = 3, .has_report = true, .end = SX_TESTS_NONE},
      {.skipped = 3, .exit_code = 1, .has_report = true, .is_failed_otherwise = true},
      {.skipped = 3, .has_report = true, .are_chosen = true, .end = SX_TESTS_NONE},
      {.passed = 4, .has_report = true, .is_timed_out = true, .end = SX_TESTS_TIMED_OUT},
  };
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !sx_test_is_over(); i++) {
    judged one = rows[i];
    if (!one.output) one.output = "";
    judge_one(s, &one);
  }
}

SX_TEST(the_end_of_an_output_is_whole_lines) {
  SX_EXPECT_TEXT(sx_test_tail(SX_STR("one\ntwo\nthree\n\n"), 2, 100), "two\nthree");
  SX_EXPECT_TEXT(sx_test_tail(SX_STR("one\ntwo\nthree"), 9, 9), "two\nthree");
  SX_EXPECT_TEXT(sx_test_tail(SX_STR("one\ntwo\nthree"), 9, 8), "three");
  SX_EXPECT_TEXT(sx_test_tail(SX_STR("a line that is long"), 9, 4), "long");
  SX_EXPECT_TEXT(sx_test_tail(SX_STR(""), 2, 100), "");
}

SX_TEST(urls_in_reports_are_paths) {
  sx_arena *arena = sx_test_arena();
  const char *urls = "at a (file:///w%20s/%C3%BC.js:1:2)\nat file:///b%2";
  sx_str plain = sx_test_without_urls(sx_str_from(urls), arena);
  if (arena->status) return;
  SX_EXPECT_TEXT(plain, "at a (/w s/\xc3\xbc.js:1:2)\nat /b%2");
  SX_EXPECT_TEXT(sx_test_without_urls(SX_STR("none"), arena), "none");
}

/* ---- pages -------------------------------------------------------------------------------- */

static void release(void *answer) {
  sx_answer_release(answer);
}

static sx_answer *new_answer(size_t max_tokens) {
  sx_answer *answer = sx_test_memory(sizeof *answer);
  sx_status status = sx_answer_init(answer, SX_FORMAT_TEXT, max_tokens);
  sx_test_defer(release, answer);
  return status ? NULL : answer;
}

static sx_str cursor_of(const sx_answer *answer) {
  const cJSON *cursor = cJSON_GetObjectItem(answer->facts, "cursor");
  return sx_str_from(cursor ? cursor->valuestring : "");
}

static sx_status make_many(sx_test_summary *summary, call_scene *s, size_t count) {
  sx_test_results results = {0};
  sx_test_result *result = make_result(s, &sx_runner_jest, 1);
  char name[32], message[32];
  if (!result) return SX_NOMEM;
  for (size_t i = 0; i < count; i++) {
    snprintf(name, sizeof name, "case %zu of many", i);
    snprintf(message, sizeof message, "reason %zu", i % 7);
    if (!add_case(s, result, name, SX_TEST_FAILED, message)) return SX_NOMEM;
  }
  result->failed = count;
  results.items = result;
  results.len = 1;
  return sx_test_summary_make(summary, &s->call, &results, SX_STR(""), sx_test_err());
}

/* Which of the names an answer has. */
static void mark_names(const sx_answer *answer, bool seen[MANY]) {
  sx_str rest = sx_buf_str(&answer->text), line;
  while (sx_str_next_line(&rest, &line)) {
    size_t at = sx_str_find(line, SX_STR("case "), 0);
    if (at == SX_STR_NONE || sx_str_has_prefix(line, SX_STR("Rerun"))) continue;
    size_t number = 0;
    for (at += 5; at < line.len && line.ptr[at] >= '0' && line.ptr[at] <= '9'; at++)
      number = number * 10 + (size_t)(line.ptr[at] - '0');
    if (number < MANY) seen[number] = true;
  }
}

SX_TEST(no_name_is_lost_over_pages_that_keep_to_their_tokens) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  size_t count = sx_test_is_failing_allocations() ? 3 : MANY, pages = 0;
  size_t max_tokens = sx_test_is_failing_allocations() ? 100 : 700;
  sx_test_summary summary;
  bool seen[MANY] = {false};
  sx_str cursor = SX_STR("");
  SX_EXPECT_OK(make_many(&summary, s, count));
  sx_kept *kept = s->call.services->kept;
  do {
    sx_answer *answer = new_answer(max_tokens);
    SX_EXPECT_ALLOC(answer);
    const void *from = &summary;
    sx_err *err = sx_test_err();
    if (pages) {
      sx_status status =
          sx_kept_find(kept, cursor, &from, sx_test_summary_copy, s->call.arena, err);
      if (status && sx_test_is_failing_allocations()) return; /* it was not kept */
      SX_EXPECT_OK(status);
    }
    SX_EXPECT_OK(sx_test_summary_write(from, cursor, answer, s->call.arena, err));
    SX_EXPECT_OK(answer->text.status);
    SX_EXPECT(sx_tokens_count(sx_buf_str(&answer->text)) <= max_tokens + 20);
    if (!pages) sx_kept_put(kept, summary.hash, &summary, sx_test_summary_copy);
    if (!pages)
      SX_EXPECT(sx_str_find(sx_buf_str(&answer->text), SX_STR("  reason 0\n"), 0) != SX_STR_NONE);
    mark_names(answer, seen);
    cursor = sx_arena_dup(s->call.arena, cursor_of(answer));
    pages++;
  } while (cursor.len && pages < 100);
  if (sx_test_is_failing_allocations()) return; /* a cursor may lack memory */
  SX_EXPECT(pages > 1);
  for (size_t i = 0; i < count; i++) SX_EXPECT(seen[i]);
}

SX_TEST(a_cursor_of_a_run_that_is_not_kept_is_refused) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  const void *found;
  SX_EXPECT_ALLOC(s);
  SX_EXPECT_STATUS(sx_kept_find(s->call.services->kept, SX_STR("4.00000000"), &found,
                                sx_test_summary_copy, s->call.arena, sx_test_err()),
                   SX_CONFLICT);
  SX_EXPECT(!found);
}

SX_TEST(the_newest_results_are_kept) {
  sx_kept *kept = sx_kept_new();
  const void *found;
  sx_test_summary one = {
      .verdict = SX_STR("v"), .details = SX_STR(""), .outcome = SX_STR(""), .titles = SX_STR("")};
  SX_EXPECT_ALLOC(kept);
  sx_test_defer((void (*)(void *))sx_kept_free, kept);
  for (uint64_t i = 1; i < 20; i++) sx_kept_put(kept, i, &one, sx_test_summary_copy);
  sx_status status = sx_kept_find(kept, SX_STR("7.00000013"), &found, sx_test_summary_copy,
                                  sx_test_arena(), sx_test_err());
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(((const sx_test_summary *)found)->verdict, "v");
  SX_EXPECT_STATUS(sx_kept_find(kept, SX_STR("7.00000001"), &found, sx_test_summary_copy,
                                sx_test_arena(), sx_test_err()),
                   SX_CONFLICT);
}

/* ---- names -------------------------------------------------------------------------------- */

static void expect_name(const sx_test_runner *runner, const char *file, const char *groups,
                        const char *name, const char *expected) {
  sx_arena *arena = sx_test_arena();
  sx_test_case one = {.name = sx_str_from(name), .file = sx_str_from(file)};
  sx_str rest = sx_str_from(groups), group;
  while (sx_str_next_line(&rest, &group))
    SX_EXPECT_OK(sx_strs_add(&one.groups, group, arena, sx_test_err()));
  sx_str actual = sx_test_case_name(&one, runner, arena);
  if (arena->status) return;
  SX_EXPECT_STR(actual, sx_str_from(expected));
}

SX_TEST(cases_are_named_as_their_runners_take_names) {
  expect_name(&sx_runner_jest, "a.js", "math\nadd", "one", "math > add > one");
  expect_name(&sx_runner_pytest, "tests/test_a.py", "tests.test_a\nTestA", "test_b[1]",
              "tests/test_a.py::TestA::test_b[1]");
  expect_name(&sx_runner_pytest, "test_a.py", "test_a", "test_b", "test_a.py::test_b");
  expect_name(&sx_runner_unittest, "/w/test_a.py", "test_a\nA", "test_b", "test_a.A.test_b");
  expect_name(&sx_runner_go, "a_test.go", "example/a\nTestA", "sub", "TestA/sub");
  expect_name(&sx_runner_go, "a_test.go", "example/a", "TestA", "TestA");
  expect_name(&sx_runner_cargo, "", "tests", "adds", "tests::adds");
  expect_name(&sx_runner_phpunit, "ATest.php", "suite\nATest", "testB", "ATest::testB");
  expect_name(&sx_runner_maven, "", "a.CalcTest", "adds", "a.CalcTest#adds");
  expect_name(&sx_runner_ctest, "", "", "adds two", "adds two");
}

SX_SUITE(run_tests_answer_test, SX_CASE(what_did_not_run_is_never_taken_for_passed),
         SX_CASE(the_end_of_an_output_is_whole_lines), SX_CASE(urls_in_reports_are_paths),
         SX_CASE(no_name_is_lost_over_pages_that_keep_to_their_tokens),
         SX_CASE(a_cursor_of_a_run_that_is_not_kept_is_refused),
         SX_CASE(the_newest_results_are_kept),
         SX_CASE(cases_are_named_as_their_runners_take_names));
