#include "reports/tap_parts.h"
#include "reports/test_stack.h"

/*
 * TAP 12 to 14. The result of a group stands after those of its subtests, which are indented: a
 * result takes as its subtests those before it that are further in.
 */

#define MAX_LEVELS 32
#define MAX_COMMENT_BYTES (16u << 10)

typedef struct entry {
  sx_test_case test; /* `groups` from the innermost, until the end */
  size_t indent;     /* of the level that its groups are known to */
} entry;

typedef struct reading {
  sx_test_report *report;
  sx_arena *arena;
  SX_ARRAY(entry) entries;
  sx_str open[MAX_LEVELS]; /* subtests that began, by their comments */
  size_t open_indent[MAX_LEVELS], open_count;
  sx_tap_line braces[MAX_LEVELS]; /* results of the blocks that are open */
  size_t brace_count;
  sx_buf comments;      /* since the last result */
  sx_str section;       /* the comment that names the results after it, as tape has them */
  sx_str last_comments; /* those before the comment that names the last subtest */
  uint32_t planned, ran;
  bool has_plan, has_result, is_over;
  bool last_is_failed; /* its comments are the reason */
  bool has_subtests, has_version;
} reading;

/* ---- comments ------------------------------------------------------------------------------- */

static void forget_comments(reading *r) {
  if (r->comments.status == SX_NOMEM) r->arena->status = SX_NOMEM;
  sx_buf_clear(&r->comments);
}

static void open_subtest(reading *r, sx_str name, size_t indent) {
  r->has_subtests = true;
  while (r->open_count && r->open_indent[r->open_count - 1] >= indent) r->open_count--;
  r->last_comments = sx_report_text(sx_buf_str(&r->comments), MAX_COMMENT_BYTES, r->arena);
  forget_comments(r);
  if (r->open_count == MAX_LEVELS) return;
  r->open[r->open_count] = sx_tap_unescape(name, r->arena);
  r->open_indent[r->open_count++] = indent;
}

/* `Failed test 'a'` and `at t/a.t line 4.`, which are the place of a failure. */
static bool is_place(sx_test_case *test, sx_str text) {
  sx_test_frame frame;
  sx_str start = sx_str_trim(text);
  bool is_failed = sx_str_has_prefix(start, SX_STR("Failed test"));
  if (!is_failed && !sx_str_has_prefix(start, SX_STR("at "))) return false;
  size_t at = is_failed ? sx_str_find(start, SX_STR(" at "), 0) : 0;
  if (at != SX_STR_NONE && sx_test_frame_read(&frame, sx_str_slice(start, at, start.len))) {
    test->file = frame.file;
    test->line = frame.line;
    return true;
  }
  return is_failed;
}

/* Test::More explains a failure by comments after it. */
static void explain_last(reading *r, sx_str text) {
  entry *last = &r->entries.items[r->entries.len - 1];
  if (is_place(&last->test, text)) return;
  if (last->test.message.len + text.len > MAX_COMMENT_BYTES) return;
  last->test.message = last->test.message.len
                           ? sx_arena_printf(r->arena, "%.*s\n%.*s", SX_STR_ARG(last->test.message),
                                             SX_STR_ARG(text))
                           : text;
}

static void read_comment(reading *r, sx_str line) {
  size_t indent = sx_str_skip_blanks(line, 0);
  sx_str text = sx_str_slice(line, indent + 1, line.len);
  sx_str subtest = SX_STR(" Subtest: ");
  if (sx_str_has_prefix(text, subtest)) {
    r->last_is_failed = false;
    open_subtest(r, sx_str_slice(text, subtest.len, text.len), indent);
    return;
  }
  if (sx_str_at(text, 0) == ' ') text = sx_str_slice(text, 1, text.len);
  bool is_sum = sx_str_has_prefix(text, SX_STR("Looks like you"));
  bool is_further_in = sx_str_has_prefix(text, SX_STR("  "));
  if (r->last_is_failed && r->entries.len && is_further_in) {
    sx_str clean = sx_report_text(text, SX_REPORT_NAME_BYTES, r->arena);
    if (clean.len) explain_last(r, clean);
  } else if (r->has_version && !is_sum && !indent && !is_further_in && sx_str_trim(text).len) {
    r->section = sx_report_name(text, r->arena);
  }
  if (r->comments.len + text.len > MAX_COMMENT_BYTES) return;
  sx_buf_add(&r->comments, text);
  sx_buf_add_char(&r->comments, '\n');
}

/* ---- notes ---------------------------------------------------------------------------------- */

/* The lines up to `...` at the same indentation as `---`; false where the next line is none. */
static bool take_notes(sx_str *rest, size_t indent, sx_str *yaml, bool *is_cut) {
  sx_str after = *rest, line;
  if (!sx_str_next_line(&after, &line)) return false;
  size_t own = sx_str_skip_blanks(line, 0);
  if (own < indent || !sx_str_is_equal(sx_str_trim(line), SX_STR("---"))) return false;
  *yaml = after;
  for (;;) {
    sx_str before = after;
    if (!sx_str_next_line(&after, &line)) {
      *is_cut = true;
      *rest = after;
      return true;
    }
    if (sx_str_skip_blanks(line, 0) != own || !sx_str_is_equal(sx_str_trim(line), SX_STR("...")))
      continue;
    *yaml = sx_str_slice(*yaml, 0, yaml->len - before.len);
    *rest = after;
    return true;
  }
}

static void set_place(sx_test_case *test, const sx_tap_notes *notes) {
  sx_test_frame frame;
  test->file = notes->file;
  test->line = notes->line;
  if (!notes->location.len || !sx_test_frame_read(&frame, notes->location)) return;
  test->file = frame.file;
  test->line = frame.line;
  test->column = frame.column;
}

static void set_failure(sx_test_case *test, const sx_tap_notes *notes) {
  test->message = notes->message;
  test->stack = notes->stack;
  bool is_compared = notes->expected.len || notes->actual.len;
  test->has_expected = is_compared;
  test->expected = notes->expected;
  test->received = notes->actual;
  test->is_stopped = sx_str_is_equal(notes->kind, SX_STR("cancelledByParent"));
  bool is_code = sx_str_is_equal(notes->kind, SX_STR("testCodeFailure"));
  test->is_error = notes->kind.len && !is_compared &&
                   (is_code || sx_str_has_suffix(notes->kind, SX_STR("Failure")) ||
                    sx_str_has_suffix(notes->kind, SX_STR("Parent")));
}

/* ---- results -------------------------------------------------------------------------------- */

/* Gives the entries further in than `indent` a group; how many there are. */
static size_t adopt(reading *r, sx_str name, size_t indent) {
  size_t count = 0;
  for (size_t i = r->entries.len; i > 0 && r->entries.items[i - 1].indent > indent; i--) {
    entry *child = &r->entries.items[i - 1];
    if (child->test.groups.len < MAX_LEVELS) sx_report_add_group(&child->test, name, r->arena);
    child->indent = indent;
    count++;
  }
  return count;
}

/* A group is not a test. It is reported where it failed for a reason of its own, such as a hook. */
static void end_group(reading *r, sx_test_case *test, const sx_tap_notes *notes) {
  bool is_by_subtests = sx_str_is_equal(notes->kind, SX_STR("subtestsFailed"));
  if (test->outcome == SX_TEST_FAILED && !is_by_subtests && notes->has_notes && test->message.len)
    sx_report_add_broken(r->report, test, r->arena);
}

/* A file whose process failed outside of its tests, as node:test reports it. */
static bool end_file(reading *r, sx_test_case *test, const sx_tap_notes *notes) {
  if (test->outcome != SX_TEST_FAILED || (!notes->exit_code.len && !notes->signal.len))
    return false;
  sx_str printed = r->last_comments;
  test->is_stopped = notes->signal.len > 0;
  test->message =
      notes->signal.len
          ? sx_arena_printf(r->arena, "The process was ended by %.*s.", SX_STR_ARG(notes->signal))
          : sx_arena_printf(r->arena, "The process ended with exit code %.*s.",
                            SX_STR_ARG(notes->exit_code));
  if (printed.len) {
    sx_str head;
    sx_report_split(printed, &head, &test->stack);
    test->message =
        sx_arena_printf(r->arena, "%.*s\n%.*s", SX_STR_ARG(test->message), SX_STR_ARG(head));
  }
  sx_report_add_broken(r->report, test, r->arena);
  return true;
}

static void add_entry(reading *r, const sx_test_case *test, size_t indent) {
  entry *added = SX_ARRAY_ADD(&r->entries, r->arena);
  if (!added) return;
  *added = (entry){*test, indent};
  if (!r->has_subtests && !indent) sx_report_add_group(&added->test, r->section, r->arena);
}

static void read_result(reading *r, const sx_tap_line *line, sx_str *rest) {
  sx_test_case test = sx_report_case();
  sx_tap_notes notes;
  sx_str yaml = SX_STR("");
  bool has_notes = take_notes(rest, line->indent, &yaml, &r->report->is_cut);
  sx_tap_notes_read(&notes, yaml, r->arena);
  notes.has_notes = has_notes;
  test.name = sx_tap_unescape(line->name, r->arena);
  if (!test.name.len) test.name = sx_arena_printf(r->arena, "test %u", line->number);
  test.outcome = line->is_ok ? SX_TEST_PASSED : SX_TEST_FAILED;
  test.seconds = notes.milliseconds < 0 ? -1 : notes.milliseconds / 1000;
  test.is_todo = line->is_todo;
  if (has_notes) set_place(&test, &notes);
  if (!line->is_ok) set_failure(&test, &notes);
  if (line->is_skip || line->is_todo) {
    test.outcome = SX_TEST_SKIPPED;
    if (line->reason.len) test.message = sx_report_name(line->reason, r->arena);
  }
  r->has_result = true;
  r->last_is_failed = false;
  if (!line->indent) r->ran++;
  if (adopt(r, test.name, line->indent) > 0) {
    end_group(r, &test, &notes);
  } else if (!sx_str_is_equal(notes.type, SX_STR("suite")) || test.outcome != SX_TEST_PASSED) {
    if (!end_file(r, &test, &notes)) {
      add_entry(r, &test, line->indent);
      r->last_is_failed = test.outcome == SX_TEST_FAILED && !has_notes;
    }
  }
  forget_comments(r);
  r->last_comments = SX_STR("");
}

/* The result of a block in braces stands before its subtests: it counts at the block's end. */
static void read_opened(reading *r, const sx_tap_line *line, sx_str *rest) {
  if (!line->is_open || r->brace_count == MAX_LEVELS) {
    read_result(r, line, rest);
    return;
  }
  r->braces[r->brace_count++] = *line;
}

/* ---- all lines ------------------------------------------------------------------------------ */

static void read_bail(reading *r, sx_str line) {
  sx_test_case broken = sx_report_case();
  broken.name = SX_STR("Bail out!");
  broken.message = sx_report_name(sx_str_slice(line, 9, line.len), r->arena);
  sx_report_add_broken(r->report, &broken, r->arena);
  r->is_over = true;
}

static void read_line(reading *r, sx_str line, sx_str *rest) {
  sx_tap_line result;
  sx_str remark;
  uint32_t count;
  size_t start = sx_str_skip_blanks(line, 0);
  if (sx_tap_line_read(&result, line)) {
    read_opened(r, &result, rest);
  } else if (r->brace_count && sx_str_is_equal(sx_str_trim(line), SX_STR("}"))) {
    r->brace_count--;
    read_result(r, &r->braces[r->brace_count], rest);
  } else if (sx_tap_plan_read(line, &count, &remark)) {
    r->last_is_failed = false;
    if (!start) r->has_plan = true;
    if (!start) r->planned = count;
  } else if (sx_str_at(line, start) == '#') {
    read_comment(r, line);
  } else if (sx_str_has_prefix(line, SX_STR("Bail out!"))) {
    read_bail(r, line);
  } else if (sx_str_has_prefix(line, SX_STR("TAP version "))) {
    r->has_result = r->has_version = true;
  }
}

/* Groups that had no result yet, where the report is cut. */
static void adopt_left(reading *r) {
  for (size_t i = r->open_count; i > 0; i--)
    if (r->entries.len && r->entries.items[r->entries.len - 1].indent > r->open_indent[i - 1])
      adopt(r, r->open[i - 1], r->open_indent[i - 1]);
}

static void add_all(reading *r) {
  adopt_left(r);
  for (size_t i = 0; i < r->entries.len; i++) {
    sx_test_case *test = &r->entries.items[i].test;
    for (size_t a = 0, b = test->groups.len; a + 1 < b; a++) {
      sx_str swapped = test->groups.items[a];
      test->groups.items[a] = test->groups.items[--b];
      test->groups.items[b] = swapped;
    }
    sx_report_add(r->report, test, r->arena);
    if (test->seconds >= 0) sx_report_add_seconds(r->report, test->seconds);
  }
}

sx_status sx_test_report_tap(sx_test_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  reading r = {
      .report = report, .arena = arena, .section = SX_STR(""), .last_comments = SX_STR("")};
  sx_str rest = text, line;
  sx_buf_init(&r.comments, (size_t)MAX_COMMENT_BYTES * 2);
  while (!arena->status && sx_str_next_line(&rest, &line))
    read_line(&r, sx_str_trim_end(line), &rest);
  add_all(&r);
  forget_comments(&r);
  sx_status status = arena->status;
  sx_buf_release(&r.comments);
  if (status) return sx_fail(err, status, NULL);
  if (!r.has_result && !r.has_plan && !r.is_over)
    return sx_fail(err, SX_BAD_MESSAGE,
                   "It is not TAP: it has neither a result nor a plan (1..N).");
  if (!r.is_over && (!r.has_plan || r.ran < r.planned)) report->is_cut = true;
  return SX_OK;
}
