#include "workspace/paths.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "diff/path.h"
#include "workspace/allowed.h"
#include "workspace/services.h"

#define MAX_SHOWN_BYTES 300
/* A file outside the folders has a short name only where that is worth it. */
#define LEAST_LONG_BYTES 48
#define LEAST_SAVED_BYTES 16
#define MAX_SHORT_NAMES 6

/* Bytes at `i` that would end a line or turn the direction of its text; 0: none. */
static size_t count_unfit(sx_str name, size_t i) {
  const unsigned char *c = (const unsigned char *)name.ptr + i;
  size_t left = name.len - i;
  if (*c < ' ' || *c == 0x7F) return 1;
  if (left > 1 && *c == 0xC2 && c[1] < 0xA0) return 2;
  bool is_turn =
      left > 2 && c[0] == 0xE2 &&
      ((c[1] == 0x80 && ((c[2] >= 0xA8 && c[2] <= 0xAE) || c[2] == 0x8E || c[2] == 0x8F)) ||
       (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9));
  return is_turn ? 3 : 0;
}

sx_str sx_path_clean(sx_call *call, sx_str name) {
  char *out = sx_arena_alloc(call->arena, name.len + 1);
  if (!out) return SX_STR("");
  for (size_t i = 0; i < name.len;) {
    size_t unfit = count_unfit(name, i);
    out[i] = unfit ? '?' : name.ptr[i];
    for (i++; unfit > 1; unfit--) out[i++] = '?';
  }
  return (sx_str){out, name.len};
}

/* ---- names in quotes ---------------------------------------------------------------------- */

static bool needs_quotes(sx_str name) {
  if (!name.len) return false;
  char first = name.ptr[0], last = name.ptr[name.len - 1];
  if (first == '"' || sx_byte_is_blank(first) || sx_byte_is_blank(last)) return true;
  for (size_t i = 0; i < name.len; i++)
    if (count_unfit(name, i)) return true;
  return !sx_utf8_is_valid(name.ptr, name.len);
}

static sx_str in_quotes(const sx_call *call, sx_str name) {
  sx_buf text;
  sx_buf_init(&text, 4 * name.len + 8); /* each byte takes four at most: `\\377` */
  sx_buf_add_char(&text, '"');
  for (size_t i = 0; i < name.len;) {
    uint32_t character;
    size_t bytes = sx_utf8_decode(name.ptr + i, name.len - i, &character);
    bool is_broken = sx_utf8_broken_bytes(name.ptr + i, name.len - i) > 0;
    bool is_fit = !is_broken && !count_unfit(name, i) && !sx_byte_is_one_of(name.ptr[i], "\"\\");
    if (is_fit) sx_buf_add(&text, sx_str_slice(name, i, i + bytes));
    for (size_t k = i; k < i + bytes && !is_fit; k++) sx_diff_path_write_escape(&text, name.ptr[k]);
    i += bytes;
  }
  sx_buf_add_char(&text, '"');
  sx_str out = sx_arena_dup(call->arena, sx_buf_str(&text));
  if (text.status && !call->arena->status) call->arena->status = text.status;
  sx_buf_release(&text);
  return out;
}

sx_str sx_path_display(const sx_call *call, sx_str path) {
  sx_str name = sx_path_plain(call, path);
  return needs_quotes(name) ? in_quotes(call, name) : name;
}

/* Where the last `count` names of a path begin, with the separator before them; 0: it has fewer. */
static size_t last_names(sx_str path, size_t count) {
  size_t at = path.len;
  while (at > 0 && count > 0) count -= path.ptr[--at] == '/';
  return count ? 0 : at;
}

sx_str sx_path_short(sx_call *call, sx_str path) {
  sx_str name = sx_path_display(call, path);
  bool may_be_short = name.len >= LEAST_LONG_BYTES && name.ptr[0] == '/' &&
                      sx_str_is_equal(name, path) && !sx_path_is_inside(call, path);
  for (size_t names = 2; may_be_short && names <= MAX_SHORT_NAMES; names++) {
    size_t at = last_names(name, names);
    sx_str end = sx_str_slice(name, at, name.len);
    sx_strs found = {0};
    if (!at || at < LEAST_SAVED_BYTES) break;
    sx_status status = sx_allowed_find_end(call->services->allowed, end, &found, call->arena, NULL);
    if (status) break;
    /* Another file of that end alone would be read in its place. */
    if (found.len == 1 && sx_str_is_equal(found.items[0], path))
      return sx_arena_printf(call->arena, "…%.*s", SX_STR_ARG(end));
  }
  return name;
}

sx_str sx_path_show(sx_call *call, sx_str path) {
  sx_str name = sx_path_display(call, path);
  size_t cut = sx_utf8_floor(name.ptr, name.len, MAX_SHOWN_BYTES);
  return cut < name.len ? sx_arena_printf(call->arena, "%.*s…", (int)cut, name.ptr) : name;
}
