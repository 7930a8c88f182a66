#include "run/test_run.h"

#include "base/folder.h"
#include "commands/program.h"
#include "os/clock.h"
#include "reports/test_stack.h"
#include "run/test_failures.h"
#include "run/test_stream.h"
#include "workspace/paths.h"

#define MAX_REPORT_BYTES ((size_t)256 << 20)
#define MAX_REPORTS ((size_t)20000)
#define MAX_DEPTH 12
#define TAIL_LINES 30
#define TAIL_BYTES ((size_t)3000)
/* File systems stamp with the time of the last tick. */
#define TICK_NS ((int64_t)20 * 1000 * 1000)
/* A runner that no time is left for is not started. */
#define LEAST_MS 1000

/* ---- plans -------------------------------------------------------------------------------- */

static sx_status make_scratch(sx_call *call, size_t number, sx_str *out, sx_err *err) {
  sx_str all;
  size_t made;
  sx_status status = sx_program_scratch(call, &all, err);
  if (status) return status;
  *out = sx_arena_printf(call->arena, "%.*s/%zu", SX_STR_ARG(all), number);
  return sx_file_make_parents(sx_arena_printf(call->arena, "%.*s/x", SX_STR_ARG(*out)), &made, err);
}

/* Runners write more, and read the terminal, where they find a person. */
static void set_environment(sx_test_command *command) {
  static const char *const variables[] = {"CI=1", "NO_COLOR=1", "TERM=dumb"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    sx_test_command_set(command, sx_str_from(variables[i]));
}

sx_status sx_test_plan(sx_test_command *out, sx_call *call, const sx_test_target *target,
                       const sx_strs *names, bool are_parts, sx_str scratch, sx_err *err) {
  const sx_test_request request = {.project = target->project,
                                   .files = target->files,
                                   .names = *names,
                                   .are_parts = are_parts,
                                   .scratch = scratch};
  *out = (sx_test_command){.runner = target->runner,
                           .project = target->project,
                           .arena = call->arena,
                           .folder = target->project->folder,
                           .missing = SX_STR(""),
                           .absent_advice = SX_STR("")};
  set_environment(out);
  sx_status status = target->runner->plan(out, &request, err);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}

/* The build as a person would type it: its program by its name. */
static sx_str build_line(sx_call *call, const sx_test_command *command) {
  sx_strs words = {.items = sx_arena_calloc(call->arena, command->build.len, sizeof(sx_str))};
  for (size_t i = 0; i < command->build.len && words.items; i++)
    words.items[words.len++] = i ? sx_project_relative(command->project, command->build.items[i])
                                 : sx_path_name(command->build.items[i]);
  return sx_program_quote(call, &words);
}

/* One question for all of them. */
static sx_status ask(sx_call *call, const sx_test_command *commands, size_t count, sx_err *err) {
  sx_strs lines = {0};
  sx_status status = SX_OK;
  sx_str folder = SX_STR("");
  for (size_t i = 0; i < count && !status; i++) {
    if (commands[i].missing.len) continue;
    if (!folder.len) folder = commands[i].folder;
    if (commands[i].build.len)
      status = sx_strs_add(&lines, build_line(call, &commands[i]), call->arena, err);
    if (!status)
      status = sx_strs_add(&lines, sx_program_quote(call, &commands[i].typed), call->arena, err);
  }
  return status || !lines.len ? status : sx_commands_ask(call, &lines, folder, err);
}

/* ---- reports ------------------------------------------------------------------------------ */

typedef struct folder_search {
  const sx_test_command *command;
  sx_arena *arena;
  int64_t since_ns;
  SX_ARRAY(struct folder_at {
    sx_str path;
    int depth;
  })
  waiting;
  sx_strs found;
} folder_search;

static bool is_of_tests(const folder_search *s, sx_str path) {
  static const char *const parts[] = {"/surefire-reports/", "/failsafe-reports/",
                                      "/build/test-results/"};
  if (s->command->runner->family != SX_TESTS_JVM) return true;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (sx_str_find(path, sx_str_from(parts[i]), 0) != SX_STR_NONE) return true;
  return false;
}

static bool is_entered(sx_str name) {
  return sx_str_at(name, 0) != '.' && !sx_str_is_equal(name, SX_STR("src")) &&
         !sx_str_is_equal(name, SX_STR("node_modules"));
}

static sx_status look_at(folder_search *s, const sx_dir_entry *entry, sx_str path, int depth,
                         sx_err *err) {
  sx_file_info info;
  if (entry->is_link) return SX_OK;
  if (entry->is_directory) {
    if (!is_entered(entry->name) || depth >= MAX_DEPTH) return SX_OK;
    struct folder_at *added = SX_ARRAY_ADD(&s->waiting, s->arena);
    if (!added) return sx_fail(err, s->arena->status, NULL);
    *added = (struct folder_at){path, depth + 1};
    return SX_OK;
  }
  if (!sx_str_has_suffix(path, s->command->ending) || !is_of_tests(s, path)) return SX_OK;
  if (sx_file_stat(&info, path, NULL) || info.mtime_ns < s->since_ns) return SX_OK;
  return s->found.len < MAX_REPORTS ? sx_strs_add(&s->found, path, s->arena, err) : SX_OK;
}

static sx_status find_reports(folder_search *s, sx_err *err) {
  struct folder_at *first = SX_ARRAY_ADD(&s->waiting, s->arena);
  if (!first) return sx_fail(err, s->arena->status, NULL);
  *first = (struct folder_at){s->command->report, 0};
  for (size_t at = 0; at < s->waiting.len; at++) {
    struct folder_at folder = s->waiting.items[at];
    sx_dir_list list;
    sx_status status = sx_dir_read(&list, folder.path, s->arena, err);
    if (sx_status_ends_call(status)) return status;
    for (size_t i = 0; !status && i < list.count; i++) {
      sx_str path = sx_arena_printf(s->arena, "%.*s/%.*s", SX_STR_ARG(folder.path),
                                    SX_STR_ARG(list.items[i].name));
      status = look_at(s, &list.items[i], path, folder.depth, err);
      if (sx_status_ends_call(status)) return status;
    }
  }
  return SX_OK;
}

/* A report that is not one counts as none: the output shows why. */
static sx_status read_text(sx_test_result *result, const sx_test_command *command, sx_str text,
                           bool *has_report, sx_err *err) {
  if (!sx_str_trim(text).len) return SX_OK;
  sx_status status =
      sx_test_report_read(&result->report, command->runner->format, text, command->arena, err);
  *has_report |= !status;
  return sx_status_ends_call(status) || status == SX_TOO_BIG ? status : SX_OK;
}

static sx_status read_file(sx_test_result *result, const sx_test_command *command, sx_str path,
                           bool *has_report, sx_err *err) {
  sx_str text;
  sx_status status = sx_file_read(&text, path, MAX_REPORT_BYTES, command->arena, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  return read_text(result, command, text, has_report, err);
}

static sx_status read_reports(sx_test_result *result, const sx_test_command *command,
                              const sx_program_end *end, sx_str both, int64_t since_ns,
                              bool *has_report, sx_err *err) {
  folder_search s = {.command = command, .arena = command->arena, .since_ns = since_ns - TICK_NS};
  sx_status status;
  *has_report = false;
  switch (command->place) {
  case SX_REPORT_IN_OUTPUT: return read_text(result, command, end->out, has_report, err);
  case SX_REPORT_IN_BOTH: return read_text(result, command, both, has_report, err);
  case SX_REPORT_IN_FILE:
    status = read_file(result, command, command->report, has_report, err);
    if (status || *has_report) return status;
    return read_text(result, command, end->out, has_report, err);
  case SX_REPORT_IN_FOLDER:
    status = find_reports(&s, err);
    for (size_t i = 0; i < s.found.len && !status; i++)
      status = read_file(result, command, s.found.items[i], has_report, err);
    return status;
  }
  return SX_OK;
}

/* ---- one command -------------------------------------------------------------------------- */

static sx_status build(sx_test_result *result, sx_call *call, const sx_test_command *command,
                       uint64_t timeout_ms, sx_err *err) {
  sx_program program = {.argv = command->build,
                        .folder = command->folder,
                        .environment = command->environment,
                        .timeout_ms = timeout_ms};
  sx_program_end end = {0};
  if (!command->build.len) return SX_OK;
  sx_program_progress(call, SX_STR("Building"));
  sx_status status = sx_program_run(call, &program, &end, err);
  if (status || (end.has_started && !end.exit_code && !end.signal && !end.is_timed_out))
    return status;
  result->end = end.is_timed_out ? SX_TESTS_TIMED_OUT : SX_TESTS_NOT_BUILT;
  result->why = end.has_started
                    ? sx_arena_printf(call->arena, "'%.*s' ended with exit code %d.",
                                      SX_STR_ARG(build_line(call, command)), end.exit_code)
                    : end.why;
  result->tail = sx_test_tail(sx_program_both(call, &end), TAIL_LINES, TAIL_BYTES);
  return SX_OK;
}

static sx_status settle(sx_test_result *result, sx_call *call, const sx_test_command *command,
                        const sx_program_end *end, sx_str both, int64_t since_ns, sx_err *err) {
  bool has_report;
  sx_strs folders = {.items = &result->folder, .len = 1};
  if (!end->has_started) {
    result->end = SX_TESTS_MISSING;
    result->why = end->why;
    return SX_OK;
  }
  result->exit_code = end->exit_code;
  sx_status status = read_reports(result, command, end, both, since_ns, &has_report, err);
  if (status) return status;
  sx_test_report_clean(&result->report, call->arena);
  sx_test_report_locate(&result->report, &folders);
  sx_str output = both.len ? both : sx_program_both(call, end);
  sx_test_judge(result, command, output, has_report, end->signal, end->is_timed_out);
  return SX_OK;
}

static sx_status run_one(sx_test_result *result, sx_call *call, const sx_test_command *command,
                         uint64_t timeout_ms, sx_err *err) {
  sx_test_stream *stream = SX_ARENA_NEW(call->arena, sx_test_stream);
  sx_program_end end = {0};
  int64_t since_ns = sx_clock_day_ns();
  uint64_t start_ms = sx_clock_ms();
  if (!stream) return sx_fail(err, call->arena->status, NULL);
  sx_status status = build(result, call, command, timeout_ms, err);
  if (status || result->end != SX_TESTS_RAN) return status;
  uint64_t used_ms = sx_clock_since_ms(start_ms);
  sx_test_stream_init(stream, call, command);
  sx_program program = {.argv = command->argv,
                        .folder = command->folder,
                        .environment = command->environment,
                        .timeout_ms =
                            used_ms + LEAST_MS < timeout_ms ? timeout_ms - used_ms : LEAST_MS,
                        .on_output = sx_test_stream_take,
                        .arg = stream};
  status = sx_program_run(call, &program, &end, err);
  sx_str both = sx_arena_dup(call->arena, sx_buf_str(&stream->both));
  if (!status && stream->both.status == SX_NOMEM) status = sx_fail(err, SX_NOMEM, NULL);
  sx_test_stream_release(stream);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  if (!status) status = settle(result, call, command, &end, both, since_ns, err);
  result->seconds = (double)sx_clock_since_ms(start_ms) / 1000;
  return status;
}

static sx_status run_target(sx_test_results *out, sx_call *call, const sx_test_target *target,
                            const sx_test_command *command, bool are_chosen, uint64_t end_ms,
                            sx_err *err) {
  sx_test_result *result = SX_ARRAY_ADD(out, call->arena);
  if (!result) return sx_fail(err, call->arena->status, NULL);
  *result = (sx_test_result){.runner = target->runner,
                             .project = target->project,
                             .folder = command->folder,
                             .line = sx_program_quote(call, &command->typed),
                             .why = command->missing,
                             .tail = SX_STR(""),
                             .has_parts = command->has_parts,
                             .are_chosen = are_chosen,
                             .seconds = -1};
  sx_test_report_init(&result->report);
  uint64_t left_ms = sx_clock_span_ms(sx_clock_ms(), end_ms);
  if (command->missing.len) {
    result->end = SX_TESTS_MISSING;
    return SX_OK;
  }
  if (left_ms < LEAST_MS) {
    result->end = SX_TESTS_TIMED_OUT;
    result->why = SX_STR("It was not started: the time was over.");
    return SX_OK;
  }
  return run_one(result, call, command, left_ms, err);
}

/* ---- all of them -------------------------------------------------------------------------- */

static sx_status run_pass(sx_test_results *out, sx_call *call, const sx_test_targets *targets,
                          const sx_strs *names, bool are_parts, uint64_t end_ms, sx_err *err) {
  size_t count = targets->items.len;
  sx_test_command *commands = sx_arena_calloc(call->arena, count, sizeof *commands);
  sx_status status = SX_OK;
  if (!commands) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < count && !status; i++) {
    sx_str scratch;
    status = make_scratch(call, 2 * i + are_parts, &scratch, err);
    if (!status)
      status = sx_test_plan(&commands[i], call, &targets->items.items[i], names, are_parts, scratch,
                            err);
  }
  if (!status) status = ask(call, commands, count, err);
  for (size_t i = 0; i < count && !status; i++)
    status =
        run_target(out, call, &targets->items.items[i], &commands[i], names->len > 0, end_ms, err);
  return status;
}

static bool are_all_none(const sx_test_results *results) {
  for (size_t i = 0; i < results->len; i++)
    if (results->items[i].end != SX_TESTS_NONE) return false;
  return results->len > 0;
}

static bool has_test_named(const sx_test_results *results, sx_str name, sx_arena *arena) {
  for (size_t i = 0; i < results->len; i++) {
    const sx_test_cases *cases = &results->items[i].report.cases;
    for (size_t at = 0; at < cases->len; at++)
      if (cases->items[at].outcome != SX_TEST_SKIPPED &&
          sx_str_is_equal(sx_test_case_name(&cases->items[at], results->items[i].runner, arena),
                          name))
        return true;
  }
  return false;
}

/* A runner may know a test by a part of its name alone: then it is the one that was asked for. */
static void forget_parts(sx_test_results *results, const sx_strs *names, sx_arena *arena) {
  for (size_t i = 0; i < names->len; i++)
    if (!has_test_named(results, names->items[i], arena)) return;
  for (size_t i = 0; i < results->len; i++) results->items[i].has_parts = false;
}

static bool has_part(sx_str text, const sx_strs *parts) {
  for (size_t i = 0; i < parts->len; i++)
    if (sx_str_has_fold(text, parts->items[i])) return true;
  return false;
}

/* Whether tests have these names and did not run, though parts of names choose them, too. */
static void look_for_skipped(sx_test_result *result, const sx_strs *names, sx_arena *arena) {
  const sx_test_cases *cases = &result->report.cases;
  for (size_t i = 0; i < cases->len && !result->fits_skipped; i++)
    if (cases->items[i].outcome == SX_TEST_SKIPPED)
      result->fits_skipped =
          has_part(sx_test_case_name(&cases->items[i], result->runner, arena), names);
}

sx_status sx_test_run(sx_test_results *out, sx_call *call, const sx_test_targets *targets,
                      const sx_strs *names, uint64_t timeout_ms, sx_err *err) {
  uint64_t end_ms = sx_clock_ms() + timeout_ms;
  *out = (sx_test_results){0};
  sx_status status = run_pass(out, call, targets, names, false, end_ms, err);
  if (status || !names->len || !are_all_none(out)) return status;
  out->len = 0;
  status = run_pass(out, call, targets, names, true, end_ms, err);
  if (status) return status;
  forget_parts(out, names, call->arena);
  for (size_t i = 0; i < out->len; i++)
    if (out->items[i].end == SX_TESTS_NONE) look_for_skipped(&out->items[i], names, call->arena);
  return SX_OK;
}
