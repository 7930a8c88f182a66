#include "reports/go_parts.h"
#include "reports/test_stack.h"

/* The output of a Go test: the lines of its log, a panic, and other output. */

struct sx_go_chunk {
  sx_str text;
  sx_go_chunk *next;
};

void sx_go_entry_print(sx_go_entry *entry, sx_str output, sx_arena *arena) {
  if (entry->bytes + output.len > SX_REPORT_OUTPUT_BYTES || !output.len) return;
  sx_go_chunk *chunk = SX_ARENA_NEW(arena, sx_go_chunk);
  if (!chunk) return;
  chunk->text = sx_arena_dup(arena, output);
  if (entry->last)
    entry->last->next = chunk;
  else
    entry->first = chunk;
  entry->last = chunk;
  entry->bytes += output.len;
}

/* ---- kinds of lines ------------------------------------------------------------------------- */

/* === RUN, --- FAIL and what a package ends with: known without them. */
static bool is_frame_of_test(sx_str line) {
  static const char *const starts[] = {"=== RUN",   "=== PAUSE", "=== CONT",    "=== NAME",
                                       "--- FAIL:", "--- PASS:", "--- SKIP:",   "FAIL\t",
                                       "ok  \t",    "?   \t",    "exit status "};
  sx_str text = sx_str_trim(line);
  if (sx_str_is_equal(text, SX_STR("FAIL")) || sx_str_is_equal(text, SX_STR("PASS"))) return true;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(text, sx_str_from(starts[i])) ||
        sx_str_has_prefix(line, sx_str_from(starts[i])))
      return true;
  return false;
}

/* `    calc_test.go:16: text`; the place goes to `frame`, where the text begins to `at`. */
static bool read_log(sx_str line, sx_test_frame *frame, size_t *at) {
  size_t start = sx_str_skip_blanks(line, 0);
  size_t mark = sx_str_find(line, SX_STR(".go:"), start);
  if (start < 4 || mark == SX_STR_NONE) return false;
  size_t blank = sx_str_find_char(line, ' ', start);
  size_t end = mark + 4;
  *frame = (sx_test_frame){.file = sx_str_slice(line, start, mark + 3), .function = SX_STR("")};
  frame->line = sx_report_number(line, &end);
  if (blank < end || !frame->line || sx_str_at(line, end) != ':') return false;
  *at = end + 1 + (sx_str_at(line, end + 1) == ' ' ? 1 : 0);
  return true;
}

static bool is_panic(sx_str line) {
  return sx_str_has_prefix(line, SX_STR("panic: ")) ||
         sx_str_has_prefix(line, SX_STR("fatal error: "));
}

/* ---- taking it apart ------------------------------------------------------------------------ */

typedef struct parts {
  sx_buf log, stack, other;
  sx_test_frame place;
  size_t logs;
  bool is_in_log, is_in_panic;
} parts;

static void add_line(sx_buf *buf, sx_str line) {
  sx_buf_add(buf, line);
  sx_buf_add_char(buf, '\n');
}

static void take_panic(parts *p, sx_str line) {
  size_t mark = sx_str_find(line, SX_STR(" [recovered"), 0);
  p->is_in_panic = true;
  p->is_in_log = false;
  add_line(&p->log, sx_str_slice(line, 0, mark));
}

/* The stack of the goroutine that panicked is the first. */
static void take_stack(parts *p, sx_str line) {
  if (sx_str_has_prefix(line, SX_STR("\tpanic: "))) return;
  add_line(&p->stack, line);
}

static void take_line(parts *p, sx_str line) {
  sx_test_frame frame;
  size_t at;
  if (is_frame_of_test(line)) return;
  if (p->is_in_panic) {
    take_stack(p, line);
  } else if (is_panic(line)) {
    take_panic(p, line);
  } else if (read_log(line, &frame, &at)) {
    if (!p->logs++) p->place = frame;
    add_line(&p->log, p->logs == 1 ? sx_str_slice(line, at, line.len) : sx_str_trim(line));
    p->is_in_log = true;
  } else if (p->is_in_log && sx_str_has_prefix(line, SX_STR("        "))) {
    add_line(&p->log, sx_str_slice(line, 8, line.len));
  } else {
    p->is_in_log = false;
    add_line(&p->other, line);
  }
}

static void set_texts(sx_test_case *test, parts *p, sx_arena *arena) {
  sx_str log = sx_report_text(sx_buf_str(&p->log), SX_REPORT_TEXT_BYTES, arena);
  test->output = sx_report_text(sx_buf_str(&p->other), SX_REPORT_OUTPUT_BYTES, arena);
  if (test->outcome == SX_TEST_PASSED) return;
  test->message = log;
  test->stack = sx_report_text(sx_buf_str(&p->stack), SX_REPORT_TEXT_BYTES, arena);
  test->is_error = p->is_in_panic && test->outcome == SX_TEST_FAILED;
  /* Examples, and helpers that write to the output. */
  if (!log.len && test->outcome == SX_TEST_FAILED) {
    test->message = test->output;
    test->output = SX_STR("");
  }
  if (!p->logs || test->file.len) return;
  test->file = sx_report_name(p->place.file, arena);
  test->line = p->place.line;
}

static sx_status join(sx_buf *text, const sx_go_entry *entry) {
  for (const sx_go_chunk *chunk = entry->first; chunk; chunk = chunk->next)
    sx_buf_add(text, chunk->text);
  return text->status;
}

sx_status sx_go_describe(sx_test_case *test, const sx_go_entry *entry, sx_arena *arena,
                         sx_err *err) {
  sx_buf text;
  parts p = {.logs = 0};
  size_t max_bytes = (size_t)SX_REPORT_OUTPUT_BYTES * 3;
  sx_buf_init(&text, max_bytes);
  sx_buf_init(&p.log, max_bytes);
  sx_buf_init(&p.stack, max_bytes);
  sx_buf_init(&p.other, max_bytes);
  sx_status status = join(&text, entry);
  sx_str rest = sx_buf_str(&text), line;
  while (sx_str_next_line(&rest, &line)) take_line(&p, line);
  if (!status) status = p.log.status ? p.log.status : p.stack.status;
  if (!status) status = p.other.status;
  if (!status) set_texts(test, &p, arena);
  if (!status) status = arena->status;
  sx_buf_release(&p.other);
  sx_buf_release(&p.stack);
  sx_buf_release(&p.log);
  sx_buf_release(&text);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

void sx_go_describe_build(sx_test_case *test, sx_str text) {
  sx_test_frame frame;
  if (sx_str_has_prefix(text, SX_STR("# ")))
    text = sx_str_trim(sx_str_slice(text, sx_str_find_char(text, '\n', 0), text.len));
  sx_str rest = text, line;
  test->output = SX_STR("");
  test->message = text.len ? text : SX_STR("The package does not build.");
  while (sx_str_next_line(&rest, &line)) {
    if (!sx_test_frame_read(&frame, line)) continue;
    test->file = frame.file;
    test->line = frame.line;
    test->column = frame.column;
    return;
  }
}
