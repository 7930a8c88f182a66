#include "reports/test_report.h"

#include "base/map.h"
#include "reports/cargo_parts.h"
#include "reports/test_stack.h"

/*
 * The text of `cargo test`. Cargo names the binaries on one stream, and these report their tests on
 * the other: the n-th "running 5 tests" is that of the n-th binary, whichever stream comes first.
 */

#define MAX_ERROR_LINES 200 /* of one error of the compiler */

typedef struct section {
  uint32_t planned;
  size_t first, count; /* of its tests in the report's cases */
  bool has_end;
} section;

typedef struct reading {
  sx_test_report *report;
  sx_arena *arena;
  sx_strs binaries;        /* as Cargo names them, in their order */
  sx_strs ends;            /* how those ended that did not end by themselves */
  SX_ARRAY(size_t) end_of; /* which binary that is */
  SX_ARRAY(section) sections;
  sx_map failures; /* section and name -> index of the case */
  sx_str open_name;
  bool has_any;
  sx_strs errors; /* of the compiler, to say each once */
} reading;

/* ---- binaries and sections ------------------------------------------------------------------ */

/* `Running unittests src/lib.rs (target/debug/deps/calc-0123)` and `Doc-tests calc`. */
static bool read_binary(reading *r, sx_str line) {
  sx_str text = sx_str_trim(line), doc = SX_STR("Doc-tests ");
  sx_str running = SX_STR("Running "), unit = SX_STR("unittests ");
  sx_str name;
  if (sx_str_has_prefix(text, doc)) {
    name = text;
  } else if (sx_str_has_prefix(text, running) && sx_str_has_suffix(text, SX_STR(")"))) {
    name = sx_str_slice(text, running.len, sx_str_find(text, SX_STR(" ("), 0));
    if (sx_str_has_prefix(name, unit)) name = sx_str_slice(name, unit.len, name.len);
  } else {
    return false;
  }
  sx_str *added = SX_ARRAY_ADD(&r->binaries, r->arena);
  if (added) *added = sx_report_name(name, r->arena);
  r->has_any = true;
  return true;
}

/* `running 5 tests` */
static bool read_running(reading *r, sx_str line) {
  size_t at = 8;
  if (!sx_str_has_prefix(line, SX_STR("running "))) return false;
  uint32_t planned = sx_report_number(line, &at);
  sx_str rest = sx_str_slice(line, at, line.len);
  if (at == 8 || !sx_str_has_prefix(rest, SX_STR(" test"))) return false;
  section *added = SX_ARRAY_ADD(&r->sections, r->arena);
  if (added) *added = (section){.planned = planned, .first = r->report->cases.len};
  r->has_any = true;
  r->open_name = SX_STR("");
  return true;
}

/* `test result: FAILED. 1 passed; …; finished in 0.07s` */
static bool read_sum(reading *r, sx_str line) {
  sx_str mark = SX_STR("finished in ");
  if (!sx_str_has_prefix(line, SX_STR("test result: "))) return false;
  size_t at = sx_str_find(line, mark, 0);
  if (at != SX_STR_NONE)
    sx_report_add_seconds(r->report,
                          sx_report_seconds(sx_str_slice(line, at + mark.len, line.len)));
  if (r->sections.len) r->sections.items[r->sections.len - 1].has_end = true;
  r->has_any = true;
  return true;
}

/* ---- tests ---------------------------------------------------------------------------------- */

static sx_str key_of(reading *r, sx_str name) {
  return sx_arena_printf(r->arena, "%zu\x1f%.*s", r->sections.len, SX_STR_ARG(name));
}

static void add_test(reading *r, sx_str name, const sx_cargo_line *line) {
  sx_test_case test = sx_report_case();
  if (!r->sections.len) return;
  test.name = sx_report_name(name, r->arena);
  test.outcome = line->outcome;
  test.message = sx_report_name(line->reason, r->arena);
  sx_cargo_doctest_read(test.name, &test.file, &test.line);
  size_t before = r->report->cases.len;
  sx_report_add(r->report, &test, r->arena);
  if (r->report->cases.len == before) return;
  r->sections.items[r->sections.len - 1].count++;
  if (test.outcome != SX_TEST_FAILED) return;
  if (sx_map_put(&r->failures, key_of(r, test.name), before)) return;
}

/* The rest of a block up to the next one's start or the list of names. */
static sx_str take_block(sx_str *rest) {
  sx_str block = *rest, line, name;
  for (;;) {
    sx_str before = *rest;
    bool is_last = !sx_str_next_line(rest, &line);
    bool is_end = is_last || sx_cargo_block_read(line, &name) ||
                  sx_str_is_equal(line, SX_STR("failures:")) ||
                  sx_str_is_equal(line, SX_STR("successes:")) ||
                  sx_str_has_prefix(line, SX_STR("test result: "));
    if (!is_end) continue;
    *rest = before;
    return sx_str_slice(block, 0, block.len - before.len);
  }
}

static bool read_block(reading *r, sx_str line, sx_str *rest) {
  sx_str name;
  uint64_t at;
  if (!sx_cargo_block_read(line, &name)) return false;
  sx_str block = take_block(rest);
  if (!sx_map_find(&r->failures, key_of(r, sx_report_name(name, r->arena)), &at)) return true;
  sx_test_case *test = &r->report->cases.items[at];
  if (test->message.len) return true;
  sx_cargo_describe(test, block, r->arena);
  sx_report_compare(test, r->arena);
  return true;
}

static bool read_test(reading *r, sx_str line) {
  sx_cargo_line result;
  if (sx_cargo_line_read(&result, line)) {
    r->open_name = result.is_open ? result.name : SX_STR("");
    if (!result.is_open) add_test(r, result.name, &result);
    return true;
  }
  if (!r->open_name.len || !sx_cargo_end_read(&result, line)) return false;
  add_test(r, r->open_name, &result);
  r->open_name = SX_STR("");
  return true;
}

/* ---- what did not run ----------------------------------------------------------------------- */

/* `process didn't exit successfully: … (signal: 6, SIGABRT: process abort signal)` */
static bool read_end(reading *r, sx_str line) {
  sx_str text = sx_str_trim(line), mark = SX_STR("process didn't exit successfully: ");
  if (!sx_str_has_prefix(text, mark) || !r->binaries.len) return false;
  size_t open = sx_str_find(text, SX_STR(" ("), 0);
  sx_str *added = SX_ARRAY_ADD(&r->ends, r->arena);
  size_t *binary = SX_ARRAY_ADD(&r->end_of, r->arena);
  if (!added || !binary) return true;
  *added =
      sx_report_name(open == SX_STR_NONE ? text : sx_str_slice(text, open + 1, text.len), r->arena);
  *binary = r->binaries.len - 1;
  return true;
}

/* An error of the compiler up to the empty line after it, once for the library and its tests. */
static bool read_error(reading *r, sx_str line, sx_str *rest) {
  sx_test_case broken = sx_report_case();
  sx_test_frame frame;
  bool is_error =
      sx_str_has_prefix(line, SX_STR("error[")) || sx_str_has_prefix(line, SX_STR("error: "));
  if (!is_error || sx_str_has_prefix(line, SX_STR("error: could not compile"))) return false;
  sx_str block = line, next, after = *rest;
  bool has_place = false;
  /* The place is near the top. */
  for (size_t lines = 0; lines < (has_place ? MAX_ERROR_LINES : 8); lines++) {
    if (!sx_str_next_line(&after, &next) || !sx_str_trim(next).len) break;
    block.len = (size_t)(next.ptr + next.len - block.ptr);
    bool is_place = !has_place && sx_str_has_prefix(sx_str_trim(next), SX_STR("--> "));
    has_place = has_place || (is_place && sx_test_frame_read(&frame, next));
  }
  if (!has_place) return true;
  *rest = after;
  broken.message = sx_report_text(block, SX_REPORT_TEXT_BYTES, r->arena);
  broken.name = broken.file = sx_report_name(frame.file, r->arena);
  broken.line = frame.line;
  broken.column = frame.column;
  r->has_any = true;
  if (sx_strs_have(&r->errors, broken.message)) return true;
  sx_str *added = SX_ARRAY_ADD(&r->errors, r->arena);
  if (added) *added = broken.message;
  sx_report_add_broken(r->report, &broken, r->arena);
  return true;
}

/* ---- the end -------------------------------------------------------------------------------- */

static sx_str end_of(const reading *r, size_t binary) {
  for (size_t i = 0; i < r->end_of.len && i < r->ends.len; i++)
    if (r->end_of.items[i] == binary) return r->ends.items[i];
  return SX_STR("");
}

/* A binary that ended before its last test: it is not known which test that was. */
static void add_crash(reading *r, size_t at) {
  const section *s = &r->sections.items[at];
  sx_test_case broken = sx_report_case();
  sx_str end = end_of(r, at);
  bool is_last = at + 1 == r->sections.len;
  if (s->has_end || s->count >= s->planned) return;
  if (is_last && !end.len) {
    r->report->is_cut = true;
    return;
  }
  broken.name = at < r->binaries.len ? r->binaries.items[at] : SX_STR("cargo test");
  broken.message = sx_arena_printf(
      r->arena, "The test program ended before its tests did%s%.*s. %zu of %u tests have a result.",
      end.len ? ": " : "", SX_STR_ARG(end), s->count, s->planned);
  if (sx_str_has_suffix(broken.name, SX_STR(".rs"))) broken.file = broken.name;
  sx_report_add_broken(r->report, &broken, r->arena);
}

static void name_sections(reading *r) {
  for (size_t i = 0; i < r->sections.len; i++) {
    const section *s = &r->sections.items[i];
    sx_str binary = i < r->binaries.len ? r->binaries.items[i] : SX_STR("");
    for (size_t k = s->first; k < s->first + s->count; k++)
      sx_report_add_group(&r->report->cases.items[k], binary, r->arena);
    add_crash(r, i);
  }
}

static void read_line(reading *r, sx_str line, sx_str *rest) {
  if (read_test(r, line) || read_running(r, line) || read_sum(r, line)) return;
  if (read_block(r, line, rest) || read_binary(r, line) || read_end(r, line)) return;
  read_error(r, line, rest);
}

sx_status sx_test_report_cargo(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  reading r = {.report = report, .arena = arena, .open_name = SX_STR("")};
  sx_str clean = text;
  sx_map_init(&r.failures, arena);
  /* Colours stand around the words that lines are known by. */
  if (memchr(text.ptr, '\x1b', text.len)) clean = sx_report_text(text, text.len, arena);
  sx_str rest = clean, line;
  while (!arena->status && sx_str_next_line(&rest, &line)) read_line(&r, line, &rest);
  name_sections(&r);
  if (arena->status) return sx_report_end(arena, err);
  if (!r.has_any) return sx_fail(err, SX_BAD_MESSAGE, "It has no test that `cargo test` reports.");
  return SX_OK;
}
