#include "base/arena.h"
#include "base/utf8.h"
#include "markdown/hover.h"
#include "text/tokens.h"

#include <stdint.h>

/*
 * Any bytes as hovers. The first byte says how many tokens, the second which flags; the rest is
 * cut into parts at bytes 0x1E. Whatever comes, the text is valid UTF-8 within the budget, its
 * fences are balanced and no command link is left outside code.
 */
#define MAX_PARTS 8
#define ARENA_BYTES (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
  if (!condition) __builtin_trap();
}

static size_t count_run(sx_str line, char c) {
  size_t run = 0;
  while (run < line.len && line.ptr[run] == c) run++;
  return run;
}

/* A reader of the result that shares no code with what made it. */

static void check_prose(sx_str prose) {
  for (size_t i = 0; i < prose.len;) {
    size_t run = count_run(sx_str_slice(prose, i, prose.len), '`');
    if (run) {
      /* A code span: up to the next run of that length. */
      size_t at = i + run;
      for (;;) {
        at = sx_str_find_char(prose, '`', at);
        expect(at != SX_STR_NONE);
        size_t closing = count_run(sx_str_slice(prose, at, prose.len), '`');
        at += closing;
        if (closing == run) break;
      }
      i = at;
      continue;
    }
    if (prose.ptr[i] == '\\') {
      i += 2;
      continue;
    }
    sx_str rest = sx_str_slice(prose, i, prose.len);
    if (sx_str_has_prefix(rest, SX_STR("](")))
      expect(!sx_str_is_equal_fold(sx_str_slice(sx_str_trim(sx_str_slice(rest, 2, 64)), 0, 8),
                                   SX_STR("command:")));
    i++;
  }
}

static void check_text(sx_str text) {
  sx_str rest = text, line;
  size_t fence = 0, start = 0, at = 0;
  expect(sx_utf8_is_valid(text.ptr, text.len));
  expect(sx_str_find_char(text, '\r', 0) == SX_STR_NONE);
  expect(sx_str_find_char(text, 0, 0) == SX_STR_NONE);
  expect(sx_str_trim_end(text).len == text.len);
  while (sx_str_next_line(&rest, &line)) {
    size_t run = count_run(line, '`');
    bool is_bare = run == line.len;
    size_t next = text.len - rest.len;
    bool opens = run >= 3 && sx_str_find_char(line, '`', run) == SX_STR_NONE;
    if (fence) {
      if (is_bare && run >= fence) {
        fence = 0;
        start = next;
      }
    } else if (line.len == 0 || opens) {
      check_prose(sx_str_slice(text, start, at));
      start = next;
      fence = opens ? run : 0;
    } else {
      expect(count_run(line, '~') < 3);
    }
    at = next;
  }
  if (!fence) check_prose(sx_str_slice(text, start, text.len));
  expect(fence == 0);
}

static void format(sx_hover_part *parts, size_t count, size_t max_tokens) {
  sx_arena arena;
  sx_hover_text text;
  sx_err err;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status = sx_hover_format(&text, parts, count, max_tokens, &arena, &err);
  expect(status == SX_OK || status == SX_TOO_BIG);
  if (status == SX_OK) {
    check_text(text.text);
    expect(!max_tokens || sx_tokens_count(text.text) <= max_tokens);
    expect(text.is_empty == (text.text.len == 0));
    expect(!text.is_empty || (!text.is_ready && !text.is_documented));
    expect(sx_utf8_is_valid(text.signature.ptr, text.signature.len));
  }
  sx_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_hover_part parts[MAX_PARTS];
  size_t count = 0;
  if (size < 2) return 0;
  sx_str rest = sx_str_make((const char *)data + 2, size - 2);
  while (count < MAX_PARTS && rest.len) {
    size_t end = sx_str_find_char(rest, 0x1E, 0);
    sx_str value = sx_str_slice(rest, 0, end);
    bool is_code = (data[1] >> (count % 4) & 1) && count > 0;
    parts[count++] = (sx_hover_part){is_code ? SX_HOVER_CODE : SX_HOVER_MARKDOWN, value,
                                     is_code ? sx_str_slice(value, 0, 3) : SX_STR(""), data[1] & 16,
                                     data[1] & 32};
    rest = sx_str_slice(rest, end == SX_STR_NONE ? rest.len : end + 1, rest.len);
  }
  format(parts, count, data[0] ? 15 + (size_t)data[0] : 0);
  return 0;
}
