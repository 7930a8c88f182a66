#include "base/str.h"

#include "base/byte.h"
#include "base/mem.h"

#define MAX_DIGITS 18 /* of a number that an int64_t holds, too */

#define MAX_DISTANCE_BYTES 64

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool sx_str_is_equal_fold(sx_str a, sx_str b) {
  if (a.len != b.len) return false;
  for (size_t i = 0; i < a.len; i++)
    if (sx_byte_lower(a.ptr[i]) != sx_byte_lower(b.ptr[i])) return false;
  return true;
}

/* Equal for the two cases of a letter, and for some other bytes, too. */
static unsigned char blur(char c) {
  return (unsigned char)c | 0x20u;
}

bool sx_str_has_fold(sx_str s, sx_str needle) {
  if (!needle.len) return true;
  if (needle.len > s.len) return false;
  unsigned char first = blur(needle.ptr[0]), last = blur(needle.ptr[needle.len - 1]);
  for (size_t i = 0; i <= s.len - needle.len; i++) {
    if (blur(s.ptr[i]) != first || blur(s.ptr[i + needle.len - 1]) != last) continue;
    if (sx_str_is_equal_fold(sx_str_slice(s, i, i + needle.len), needle)) return true;
  }
  return false;
}

bool sx_str_has_prefix(sx_str s, sx_str prefix) {
  return s.len >= prefix.len && memcmp(s.ptr, prefix.ptr, prefix.len) == 0;
}

bool sx_str_has_suffix(sx_str s, sx_str suffix) {
  return s.len >= suffix.len && memcmp(s.ptr + s.len - suffix.len, suffix.ptr, suffix.len) == 0;
}

int sx_str_compare(sx_str a, sx_str b) {
  int order = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
  if (order) return order;
  return (a.len > b.len) - (a.len < b.len);
}

sx_str sx_str_trim_end(sx_str s) {
  while (s.len && is_space(s.ptr[s.len - 1])) s.len--;
  return sx_str_make(s.ptr, s.len);
}

sx_str sx_str_trim(sx_str s) {
  while (s.len && is_space(*s.ptr)) s.ptr++, s.len--;
  return sx_str_trim_end(s);
}

size_t sx_str_find_char(sx_str s, char c, size_t from) {
  if (from >= s.len) return SX_STR_NONE;
  const char *hit = memchr(s.ptr + from, c, s.len - from);
  return hit ? (size_t)(hit - s.ptr) : SX_STR_NONE;
}

size_t sx_str_find(sx_str s, sx_str needle, size_t from) {
  if (needle.len == 0) return from <= s.len ? from : SX_STR_NONE;
  while (s.len >= needle.len && from <= s.len - needle.len) {
    from = sx_str_find_char(s, needle.ptr[0], from);
    if (from == SX_STR_NONE || from > s.len - needle.len) return SX_STR_NONE;
    if (memcmp(s.ptr + from, needle.ptr, needle.len) == 0) return from;
    from++;
  }
  return SX_STR_NONE;
}

size_t sx_str_find_last_char(sx_str s, char c) {
  for (size_t i = s.len; i > 0; i--)
    if (s.ptr[i - 1] == c) return i - 1;
  return SX_STR_NONE;
}

size_t sx_str_skip_blanks(sx_str s, size_t at) {
  while (at < s.len && sx_byte_is_blank(s.ptr[at])) at++;
  return at;
}

size_t sx_str_skip_spaces(sx_str s, size_t at) {
  while (at < s.len && sx_byte_is_space(s.ptr[at])) at++;
  return at;
}

size_t sx_str_line_start(sx_str s, size_t at) {
  if (at > 0 && sx_str_at(s, at) == '\n' && s.ptr[at - 1] == '\r') at--;
  while (at > 0 && !sx_byte_is_line_end(s.ptr[at - 1])) at--;
  return at;
}

sx_str sx_str_newline(sx_str s) {
  size_t at = sx_str_find_char(s, '\n', 0);
  return at != SX_STR_NONE && at > 0 && s.ptr[at - 1] == '\r' ? SX_STR("\r\n") : SX_STR("\n");
}

bool sx_str_read_number(sx_str digits, uint64_t *out) {
  uint64_t number = 0;
  if (!digits.len || digits.len > MAX_DIGITS) return false;
  for (size_t i = 0; i < digits.len; i++) {
    if (!sx_byte_is_digit(digits.ptr[i])) return false;
    number = 10 * number + (uint64_t)(digits.ptr[i] - '0');
  }
  *out = number;
  return true;
}

bool sx_str_next_line(sx_str *rest, sx_str *line) {
  if (rest->len == 0) return false;
  size_t end = 0;
  while (end < rest->len && rest->ptr[end] != '\n' && rest->ptr[end] != '\r') end++;
  size_t next = end;
  if (next < rest->len)
    next += rest->ptr[end] == '\r' && next + 1 < rest->len && rest->ptr[end + 1] == '\n' ? 2 : 1;
  *line = sx_str_make(rest->ptr, end);
  *rest = sx_str_make(rest->ptr + next, rest->len - next);
  return true;
}

size_t sx_str_distance(sx_str a, sx_str b, size_t limit) {
  size_t row[MAX_DISTANCE_BYTES + 1];
  if (b.len > MAX_DISTANCE_BYTES || a.len > MAX_DISTANCE_BYTES) return limit + 1;
  if (a.len > b.len + limit || b.len > a.len + limit) return limit + 1;
  for (size_t j = 0; j <= b.len; j++) row[j] = j;
  for (size_t i = 1; i <= a.len; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.len; j++) {
      size_t above = row[j];
      size_t best = diagonal + (sx_byte_lower(a.ptr[i - 1]) != sx_byte_lower(b.ptr[j - 1]));
      if (above + 1 < best) best = above + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      row[j] = best;
      diagonal = above;
    }
  }
  return row[b.len] <= limit ? row[b.len] : limit + 1;
}

char *sx_str_copy(sx_str s) {
  char *out = sx_malloc(s.len + 1);
  if (!out) return NULL;
  if (s.len) memcpy(out, s.ptr, s.len);
  out[s.len] = 0;
  return out;
}
