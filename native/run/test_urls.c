#include "run/test_run.h"

#include "base/buf.h"
#include "base/byte.h"

#define MAX_BYTES ((size_t)1 << 20)

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = sx_byte_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The path of a URL up to its end, without its escapes; the offset after it. */
static size_t add_path(sx_buf *out, sx_str text, size_t at) {
  while (at < text.len && !sx_byte_is_space(text.ptr[at]) &&
         !sx_byte_is_one_of(text.ptr[at], ")\"'")) {
    int high = text.ptr[at] == '%' ? hex(sx_str_at(text, at + 1)) : -1;
    int low = high < 0 ? -1 : hex(sx_str_at(text, at + 2));
    bool is_escape = low >= 0 && (high || low);
    sx_buf_add_char(out, is_escape ? (char)(high * 16 + low) : text.ptr[at]);
    at += is_escape ? 3 : 1;
  }
  return at;
}

sx_str sx_test_without_urls(sx_str text, sx_arena *arena) {
  static const sx_str mark = {"file://", 7};
  size_t at = 0, next = sx_str_find(text, mark, 0);
  sx_buf out;
  if (next == SX_STR_NONE) return text;
  sx_buf_init(&out, MAX_BYTES);
  for (; next != SX_STR_NONE; next = sx_str_find(text, mark, at)) {
    sx_buf_add(&out, sx_str_slice(text, at, next));
    at = add_path(&out, text, next + mark.len);
  }
  sx_buf_add(&out, sx_str_slice(text, at, text.len));
  sx_str plain = sx_arena_dup(arena, sx_buf_str(&out));
  if (out.status == SX_NOMEM) arena->status = SX_NOMEM;
  bool is_whole = !out.status;
  sx_buf_release(&out);
  return is_whole ? plain : text;
}

/* Without what Node.js adds when the process ends itself. */
static sx_str without_native_stack(sx_str text) {
  size_t at = sx_str_find(text, SX_STR("----- Native stack trace"), 0);
  return at == SX_STR_NONE || !at ? text : sx_str_trim_end(sx_str_slice(text, 0, at));
}

static void clean(sx_test_cases *cases, sx_arena *arena) {
  for (size_t i = 0; i < cases->len; i++) {
    sx_test_case *one = &cases->items[i];
    one->file = sx_test_without_urls(one->file, arena);
    one->stack = sx_test_without_urls(one->stack, arena);
    one->message = without_native_stack(sx_test_without_urls(one->message, arena));
  }
}

void sx_test_report_clean(sx_test_report *report, sx_arena *arena) {
  clean(&report->cases, arena);
  clean(&report->broken, arena);
}
