#include "run/test_summary.h"
#include "workspace/paths.h"

/* The calls that run what failed again. */

/* With more, their files are run, or all tests of their runner. */
#define MAX_NAMES 200
#define MAX_FILES 60
#define MAX_RERUNS 6

typedef struct maker {
  sx_call *call;
  const sx_test_results *results;
  sx_test_summary *out;
  uint32_t run;
  sx_strs broken; /* files that could not run */
} maker;

/* One call: of files that could not run, or of tests. */
typedef struct choice {
  sx_test_rerun call;
  bool lacks_file; /* some are in no file that is known */
  size_t count;    /* of the failures */
} choice;

static bool is_of(const maker *m, const sx_test_failure *one, bool is_broken) {
  return one->run == m->run && one->is_broken == is_broken;
}

static sx_status take_file(maker *m, choice *out, const sx_test_failure *one, sx_err *err) {
  out->count++;
  out->lacks_file |= !one->given.len;
  if (!one->given.len || out->call.files.len > MAX_FILES) return SX_OK;
  return sx_strs_add_new(&out->call.files, one->given, m->call->arena, err);
}

static sx_status choose_broken(maker *m, choice *out, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < m->out->failures.len && !status; i++) {
    const sx_test_failure *one = &m->out->failures.items[i];
    if (!is_of(m, one, true)) continue;
    status = take_file(m, out, one, err);
    if (!status && one->given.len)
      status = sx_strs_add_new(&m->broken, one->given, m->call->arena, err);
  }
  return status;
}

/* The pattern of `go test -run` has a part a level: of a test and of a part of another one, all
 * parts of the second would run. */
static bool is_part(const maker *m, const sx_test_failure *one) {
  return m->results->items[m->run].runner == &sx_runner_go &&
         sx_str_find_char(one->name, '/', 0) != SX_STR_NONE;
}

/* Those of a file that runs as a whole anyway are left out. */
static sx_status choose_tests(maker *m, choice *out, bool has_broken, bool are_parts, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < m->out->failures.len && !status; i++) {
    const sx_test_failure *one = &m->out->failures.items[i];
    if (!is_of(m, one, false) || is_part(m, one) != are_parts) continue;
    if (has_broken && one->given.len && sx_strs_have(&m->broken, one->given)) continue;
    status = take_file(m, out, one, err);
    if (!status && out->call.names.len <= MAX_NAMES)
      status = sx_strs_add_new(&out->call.names, one->name, m->call->arena, err);
  }
  return status;
}

/* Files that a runner cannot be given, or too many names, are left out: more runs then. */
static sx_status add(maker *m, choice *one, sx_err *err) {
  const sx_test_result *result = &m->results->items[m->run];
  sx_test_rerun *call = &one->call;
  if (!one->count || m->out->reruns.len >= MAX_RERUNS) return SX_OK;
  bool has_many = call->names.len > MAX_NAMES;
  if (has_many) call->names.len = 0;
  if (call->files.len > MAX_FILES || one->lacks_file) call->files.len = 0;
  call->is_by_name = result->runner == &sx_runner_pytest;
  call->is_wider = has_many || (!call->names.len && !call->files.len);
  bool is_top = sx_str_is_equal(result->project->folder, result->project->top);
  if (!is_top || m->call->roots.len > 1)
    call->folder = sx_path_display(m->call, result->project->folder);
  sx_test_rerun *added = SX_ARRAY_ADD(&m->out->reruns, m->call->arena);
  if (!added) return sx_fail(err, m->call->arena->status, NULL);
  *added = *call;
  return SX_OK;
}

/* Where names were chosen and some of these have failed, files that could not run were not asked
 * for. */
static sx_status add_run(maker *m, sx_err *err) {
  const sx_test_result *result = &m->results->items[m->run];
  const sx_test_rerun empty = {.runner = sx_str_from(result->runner->name), .folder = SX_STR("")};
  choice broken = {.call = empty}, tests = {.call = empty}, parts = {.call = empty};
  bool has_broken = !result->are_chosen || result->failed == result->report.broken.len;
  m->broken.len = 0;
  sx_status status = has_broken ? choose_broken(m, &broken, err) : SX_OK;
  if (!status) status = choose_tests(m, &tests, has_broken, false, err);
  if (!status) status = choose_tests(m, &parts, has_broken, true, err);
  if (!status) status = add(m, &tests, err);
  if (!status) status = add(m, &parts, err);
  return status ? status : add(m, &broken, err);
}

sx_status sx_test_reruns_make(sx_test_summary *out, sx_call *call, const sx_test_results *results,
                              sx_err *err) {
  maker m = {.call = call, .results = results, .out = out};
  sx_status status = SX_OK;
  for (; m.run < results->len && !status; m.run++)
    if (results->items[m.run].failed) status = add_run(&m, err);
  return status;
}
