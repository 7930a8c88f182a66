#include "run/test_summary.h"

#include "base/map.h"
#include "commands/readable.h"
#include "os/clock.h"
#include "workspace/paths.h"

#define MAX_TEXT_BYTES ((size_t)1 << 20)
#define MAX_FILES_SHOWN 5

typedef struct maker {
  sx_call *call;
  const sx_test_results *results;
  sx_test_summary *out;
  sx_buf text;
} maker;

static const char *plural(size_t count) {
  return count == 1 ? "" : "s";
}

/* ---- one runner --------------------------------------------------------------------------- */

static void write_time(sx_buf *text, double seconds) {
  if (seconds >= 0) sx_buf_addf(text, seconds < 100 ? ", %.1f s" : ", %.0f s", seconds);
}

static void write_counts(sx_buf *text, size_t passed, size_t failed, size_t broken) {
  size_t total = passed + failed;
  if (!failed && !broken) {
    sx_buf_addf(text, "%zu test%s passed", total, plural(total));
    return;
  }
  if (failed) sx_buf_addf(text, "%zu of %zu test%s failed", failed, total, plural(total));
  if (!broken) return;
  sx_buf_addf(text, "%s%zu file%s could not run", failed ? ", and " : "", broken, plural(broken));
  if (!failed) sx_buf_addf(text, ", %zu test%s passed", total, plural(total));
}

static void write_ran(sx_buf *text, const sx_test_result *one) {
  size_t broken = one->report.broken.len;
  write_counts(text, one->passed, one->failed - broken, broken);
  sx_buf_addf(text, " (%s", one->runner->title);
  write_time(text, one->seconds);
  sx_buf_add_char(text, ')');
  if (one->skipped && !one->are_chosen) sx_buf_addf(text, ", %zu skipped", one->skipped);
  sx_buf_add_char(text, '.');
  if (one->is_failed_otherwise)
    sx_buf_addf(text, " But %s ended with exit code %d: it failed.", one->runner->title,
                one->exit_code);
}

/* How far an incomplete run came. */
static void write_so_far(sx_buf *text, const sx_test_result *one) {
  size_t broken = one->report.broken.len;
  if (!one->passed && !one->failed) return;
  sx_buf_addf(text, " Before that, %zu test%s passed and %zu failed", one->passed,
              plural(one->passed), one->failed - broken);
  if (broken) sx_buf_addf(text, ", and %zu file%s could not run", broken, plural(broken));
  sx_buf_add_text(text, "; the others have no result.");
}

static void write_none(sx_buf *text, const sx_test_result *one) {
  const char *title = one->runner->title;
  if (one->are_chosen)
    sx_buf_addf(text, "No test was run: %s these names%s (%s).%s",
                one->fits_skipped ? "those with" : "none fits",
                one->fits_skipped ? " are skipped" : "", title,
                one->report.broken.len ? " Files that could not run may have them." : "");
  else if (one->skipped)
    sx_buf_addf(text, "No test ran: %zu %s skipped (%s).", one->skipped,
                one->skipped == 1 ? "is" : "are", title);
  else
    sx_buf_addf(text, "No tests were found (%s).", title);
}

static void write_verdict(sx_buf *text, const sx_test_result *one) {
  const char *title = one->runner->title;
  switch (one->end) {
  case SX_TESTS_RAN: write_ran(text, one); break;
  case SX_TESTS_NONE: write_none(text, one); break;
  case SX_TESTS_CRASHED:
    sx_buf_addf(text, "%s did not finish: it crashed or could not start the tests. %.*s", title,
                SX_STR_ARG(one->why));
    write_so_far(text, one);
    break;
  case SX_TESTS_TIMED_OUT:
    sx_buf_addf(text,
                "%s was stopped after the timeout%s%.*s. Give a longer timeout, or fewer tests.",
                title, one->why.len ? ": " : "", SX_STR_ARG(one->why));
    write_so_far(text, one);
    break;
  case SX_TESTS_NOT_BUILT:
    sx_buf_addf(text, "The tests (%s) were not run, as the build failed: %.*s", title,
                SX_STR_ARG(one->why));
    break;
  case SX_TESTS_MISSING:
    sx_buf_addf(text, "The tests (%s) were not run: %.*s", title, SX_STR_ARG(one->why));
    break;
  }
}

static void write_indented(sx_buf *text, sx_str lines) {
  sx_str rest = lines, line;
  while (sx_str_next_line(&rest, &line)) {
    if (!sx_str_trim(line).len) continue;
    sx_buf_addf(text, "  %.*s\n", SX_STR_ARG(line));
  }
}

/* As a terminal shows it: without colours, and with the last state of a line. */
static void write_tail(maker *m, sx_str tail) {
  sx_buf readable;
  sx_buf_init(&readable, MAX_TEXT_BYTES);
  sx_status status = sx_readable_add(m->call, tail, &readable, NULL);
  if (status == SX_NOMEM) m->call->arena->status = status;
  sx_buf_add_text(&m->text, "The end of its output:\n");
  write_indented(&m->text, sx_buf_str(&readable));
  sx_buf_release(&readable);
}

static void write_without_tests(maker *m, const sx_test_result *one) {
  const sx_strs *files = &one->without_tests;
  for (size_t i = 0; i < files->len && i < MAX_FILES_SHOWN; i++)
    sx_buf_addf(&m->text, "%s%.*s", i ? ", " : "Ran without reporting a test: ",
                SX_STR_ARG(sx_path_display(m->call, files->items[i])));
  if (files->len > MAX_FILES_SHOWN)
    sx_buf_addf(&m->text, " and %zu more", files->len - MAX_FILES_SHOWN);
  if (files->len) sx_buf_add_text(&m->text, ".\n");
}

static void write_details(maker *m, const sx_test_result *one) {
  sx_str folder = sx_path_display(m->call, one->folder);
  bool is_top = sx_str_is_equal(one->folder, one->project->top) && m->call->roots.len < 2;
  if (m->results->len > 1) {
    write_verdict(&m->text, one);
    sx_buf_add_char(&m->text, '\n');
  }
  if (one->end != SX_TESTS_MISSING)
    sx_buf_addf(&m->text, is_top ? "Ran: %.*s\n" : "Ran: %.*s (in %.*s)\n", SX_STR_ARG(one->line),
                SX_STR_ARG(folder));
  if (one->has_parts && one->end == SX_TESTS_RAN)
    sx_buf_add_text(&m->text,
                    "No test has exactly these names: those that they fit in part were run.\n");
  write_without_tests(m, one);
  if (one->report.is_ended_early)
    sx_buf_add_text(&m->text, "A test ended its program: those after it have no result.\n");
  if (one->report.is_cut) sx_buf_add_text(&m->text, "The report is cut: tests may be missing.\n");
  if (one->tail.len) write_tail(m, one->tail);
}

/* ---- all of them -------------------------------------------------------------------------- */

static sx_str take_text(maker *m) {
  sx_str out = sx_arena_dup(m->call->arena, sx_buf_str(&m->text));
  if (m->text.status) m->call->arena->status = m->text.status;
  sx_buf_clear(&m->text);
  return out;
}

static bool is_bad(const sx_test_result *one) {
  return one->failed || one->is_failed_otherwise;
}

/* From the best to the worst: the worst one names what became of all. */
static int rank(const sx_test_result *one) {
  if (one->end == SX_TESTS_RAN) return is_bad(one) ? 3 : 1;
  if (one->end == SX_TESTS_NONE) return 0;
  return one->failed ? 3 : 2;
}

static const char *outcome_of(const sx_test_result *one) {
  static const char *const names[] = {"passed",    "no_tests",  "crashed",
                                      "timed_out", "not_built", "not_installed"};
  return one->end == SX_TESTS_RAN && is_bad(one) ? "failed" : names[one->end];
}

static bool is_first_of_runner(const sx_test_results *results, size_t at) {
  for (size_t i = 0; i < at; i++)
    if (results->items[i].runner == results->items[at].runner) return false;
  return true;
}

static void sum(maker *m) {
  sx_test_summary *out = m->out;
  const sx_test_result *worst = &m->results->items[0];
  bool is_incomplete = false;
  for (size_t i = 0; i < m->results->len; i++) {
    const sx_test_result *one = &m->results->items[i];
    out->passed += one->passed;
    out->failed += one->failed - one->report.broken.len;
    out->broken += one->report.broken.len;
    out->skipped += one->are_chosen ? 0 : one->skipped;
    if (one->seconds > 0) out->seconds += one->seconds;
    if (rank(one) > rank(worst)) worst = one;
    is_incomplete |=
        one->end > SX_TESTS_NONE || one->report.broken.len || one->report.is_ended_early;
    if (is_first_of_runner(m->results, i))
      sx_buf_addf(&m->text, "%s%s", i ? ", " : "", one->runner->title);
  }
  out->titles = take_text(m);
  out->total = out->passed + out->failed + out->skipped;
  out->outcome = sx_str_from(outcome_of(worst));
  out->status = worst->end == SX_TESTS_NONE ? SX_ANSWER_NONE : SX_ANSWER_FOUND;
  if (is_incomplete) out->status = SX_ANSWER_UNKNOWN;
}

static size_t count_incomplete(const sx_test_results *results) {
  size_t count = 0;
  for (size_t i = 0; i < results->len; i++) count += results->items[i].end > SX_TESTS_NONE;
  return count;
}

static void write_all(maker *m) {
  const sx_test_summary *out = m->out;
  size_t incomplete = count_incomplete(m->results);
  if (m->results->len == 1) {
    write_verdict(&m->text, &m->results->items[0]);
    return;
  }
  write_counts(&m->text, out->passed, out->failed, out->broken);
  sx_buf_addf(&m->text, " (%.*s", SX_STR_ARG(out->titles));
  write_time(&m->text, out->seconds);
  sx_buf_add_char(&m->text, ')');
  if (out->skipped) sx_buf_addf(&m->text, ", %zu skipped", out->skipped);
  if (incomplete)
    sx_buf_addf(&m->text, "; %zu of %zu runs did not finish", incomplete, m->results->len);
  sx_buf_add_char(&m->text, '.');
}

/* ---- the whole ---------------------------------------------------------------------------- */

sx_status sx_test_summary_make(sx_test_summary *out, sx_call *call, const sx_test_results *results,
                               sx_str notes, sx_err *err) {
  maker m = {.call = call, .results = results, .out = out};
  *out = (sx_test_summary){0};
  sx_status status = sx_test_failures_collect(&out->failures, call, results, err);
  if (status) return status;
  sx_buf_init(&m.text, MAX_TEXT_BYTES);
  sum(&m);
  write_all(&m);
  out->verdict = take_text(&m);
  for (size_t i = 0; i < results->len; i++) write_details(&m, &results->items[i]);
  sx_buf_add(&m.text, notes);
  out->details = take_text(&m);
  sx_buf_release(&m.text);
  status = sx_test_reruns_make(out, call, results, err);
  out->hash = sx_hash(out->verdict) * 31 + (uint64_t)sx_clock_day_ns();
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}

/* ---- a copy ------------------------------------------------------------------------------- */

static void copy_strs(sx_strs *list, sx_arena *arena) {
  sx_strs from = *list;
  *list = (sx_strs){.items = sx_arena_calloc(arena, from.len + 1, sizeof *from.items)};
  for (size_t i = 0; i < from.len && list->items; i++)
    list->items[list->len++] = sx_arena_dup(arena, from.items[i]);
  list->cap = list->len;
}

static void copy_failure(sx_test_failure *one, sx_arena *arena) {
  sx_str *const texts[] = {&one->name,    &one->file,     &one->given,
                           &one->message, &one->expected, &one->received,
                           &one->stack,   &one->symbol,   &one->symbol_place};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    *texts[i] = sx_arena_dup(arena, *texts[i]);
}

static void copy_rerun(sx_test_rerun *one, sx_arena *arena) {
  one->runner = sx_arena_dup(arena, one->runner);
  one->folder = sx_arena_dup(arena, one->folder);
  copy_strs(&one->files, arena);
  copy_strs(&one->names, arena);
}

const void *sx_test_summary_copy(const void *from, sx_arena *arena) {
  const sx_test_summary *old = from;
  sx_test_summary *out = SX_ARENA_NEW(arena, sx_test_summary);
  if (!out) return NULL;
  *out = *old;
  sx_str *const texts[] = {&out->verdict, &out->details, &out->outcome, &out->titles};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    *texts[i] = sx_arena_dup(arena, *texts[i]);
  out->failures.items = sx_arena_calloc(arena, old->failures.len + 1, sizeof *old->failures.items);
  out->reruns.items = sx_arena_calloc(arena, old->reruns.len + 1, sizeof *old->reruns.items);
  if (!out->failures.items || !out->reruns.items) return NULL;
  for (size_t i = 0; i < old->failures.len; i++) {
    out->failures.items[i] = old->failures.items[i];
    copy_failure(&out->failures.items[i], arena);
  }
  for (size_t i = 0; i < old->reruns.len; i++) {
    out->reruns.items[i] = old->reruns.items[i];
    copy_rerun(&out->reruns.items[i], arena);
  }
  return arena->status ? NULL : out;
}
