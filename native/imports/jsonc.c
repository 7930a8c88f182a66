#include "imports/jsonc.h"

#include "base/byte.h"
#include "host/json.h"
#include "text/lines.h"

static size_t string_end(sx_str text, size_t at) {
  for (at++; at < text.len && text.ptr[at] != '"'; at++)
    if (text.ptr[at] == '\\') at++;
  return at < text.len ? at + 1 : text.len;
}

/* Where the comment at `at` ends; `at` where there is none. */
static size_t comment_end(sx_str text, size_t at) {
  size_t end = at;
  if (sx_str_at(text, at) != '/') return at;
  if (sx_str_at(text, at + 1) == '/') {
    while (end < text.len && !sx_byte_is_line_end(text.ptr[end])) end++;
    return end;
  }
  if (sx_str_at(text, at + 1) != '*') return at;
  end = sx_str_find(text, SX_STR("*/"), at + 2);
  return end == SX_STR_NONE ? text.len : end + 2;
}

cJSON *sx_jsonc_parse(sx_str text, sx_arena *arena) {
  size_t comma = SX_STR_NONE; /* the last one, if nothing but blanks follows it so far */
  text = sx_str_slice(text, sx_lines_mark_bytes(text), text.len);
  char *out = sx_arena_alloc(arena, text.len + 1);
  if (!out) return NULL;
  memcpy(out, text.ptr, text.len);
  for (size_t at = 0, end; at < text.len; at = end) {
    char c = text.ptr[at];
    end = comment_end(text, at);
    if (end > at) {
      memset(out + at, ' ', end - at);
      continue;
    }
    end = c == '"' ? string_end(text, at) : at + 1;
    if (sx_byte_is_space(c)) continue;
    if ((c == '}' || c == ']') && comma != SX_STR_NONE) out[comma] = ' ';
    comma = c == ',' ? at : SX_STR_NONE;
  }
  /* NULL is also for want of memory, which may have been of a moment. */
  cJSON *json = sx_json_parse(sx_str_make(out, text.len));
  return json ? json : sx_json_parse(sx_str_make(out, text.len));
}
