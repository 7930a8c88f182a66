#include "reports/cargo_parts.h"
#include "reports/test_stack.h"

/* The text of libtest on a failed test: its output, a panic with its place, and a backtrace. */

typedef struct panic {
  size_t start;  /* of the line in the text */
  sx_str place;  /* src/lib.rs:29:9 */
  sx_str quoted; /* the message, in the form of versions before 1.73 */
  size_t body;   /* where the message begins otherwise */
} panic;

/* thread 'a' (12) panicked at src/lib.rs:29:9: and, once, panicked at 'message', src/lib.rs:29:9 */
static bool read_panic(panic *found, sx_str text, sx_str line) {
  sx_str mark = SX_STR("panicked at ");
  size_t at = sx_str_find(line, mark, 0);
  if (!sx_str_has_prefix(line, SX_STR("thread '")) || at == SX_STR_NONE) return false;
  found->start = (size_t)(line.ptr - text.ptr);
  found->body = found->start + line.len;
  found->place = sx_str_slice(line, at + mark.len, line.len);
  found->quoted = SX_STR("");
  return true;
}

/* The old form quotes the message, which may span lines, before the place. */
static void read_quoted(panic *found, sx_str text) {
  size_t open = (size_t)(found->place.ptr - text.ptr);
  if (sx_str_at(text, open) != '\'') return;
  size_t close = sx_str_find(text, SX_STR("', "), open + 1);
  if (close == SX_STR_NONE) return;
  found->quoted = sx_str_slice(text, open + 1, close);
  size_t end = sx_str_find_char(text, '\n', close);
  found->place = sx_str_slice(text, close + 3, end);
  found->body = end == SX_STR_NONE ? text.len : end;
}

/* The first panic: those after it are of its clean-up. */
static bool find_panic(panic *found, sx_str text) {
  sx_str rest = text, line;
  while (sx_str_next_line(&rest, &line)) {
    if (!read_panic(found, text, line)) continue;
    read_quoted(found, text);
    return true;
  }
  return false;
}

static size_t earlier(sx_str text, sx_str mark, size_t from, size_t end) {
  size_t at = sx_str_find(text, mark, from);
  return at < end ? at : end;
}

static void set_place(sx_test_case *test, sx_str place) {
  sx_test_frame frame;
  if (!sx_test_frame_read(&frame, place)) return;
  test->file = frame.file;
  test->line = frame.line;
  test->column = frame.column;
}

/* The notes after a message, such as that a test with should_panic did not. */
static sx_str note_of(sx_str text, sx_arena *arena) {
  static const char *const notes[] = {"note: panic did not contain expected string",
                                      "note: test did not panic as expected"};
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
    size_t at = sx_str_find(text, sx_str_from(notes[i]), 0);
    if (at == SX_STR_NONE) continue;
    return sx_report_text(sx_str_slice(text, at + 6, text.len), SX_REPORT_TEXT_BYTES, arena);
  }
  return SX_STR("");
}

static void describe_panic(sx_test_case *test, const panic *found, sx_str text) {
  size_t stack = earlier(text, SX_STR("\nstack backtrace:"), found->body, text.len);
  size_t end = earlier(text, SX_STR("\nnote: "), found->body, stack);
  end = earlier(text, SX_STR("\nthread '"), found->body + 1, end);
  test->message =
      found->quoted.len ? found->quoted : sx_str_trim(sx_str_slice(text, found->body, end));
  if (stack < text.len) {
    size_t after = earlier(text, SX_STR("\nnote: "), stack, text.len);
    test->stack = sx_str_trim(sx_str_slice(text, stack + 1, after));
  }
  test->is_error = !sx_str_has_prefix(test->message, SX_STR("assertion"));
  test->output = sx_str_trim(sx_str_slice(text, 0, found->start));
}

void sx_cargo_describe(sx_test_case *test, sx_str text, sx_arena *arena) {
  panic found;
  bool is_doctest = test->line > 0;
  text = sx_report_text(text, SX_REPORT_TEXT_BYTES, arena);
  sx_str note = note_of(text, arena);
  if (find_panic(&found, text)) {
    describe_panic(test, &found, text);
    /* Lines of a test in documentation are counted from its own start. */
    if (!is_doctest) set_place(test, found.place);
    if (is_doctest) test->output = SX_STR("");
  } else {
    test->message = text;
    test->is_error = sx_str_find(text, SX_STR("Error: "), 0) != SX_STR_NONE;
  }
  if (!note.len) return;
  test->message = note;
  test->is_error = false;
  if (!test->line)
    set_place(test, sx_str_slice(note, sx_str_find(note, SX_STR(" at "), 0) + 4, note.len));
}
