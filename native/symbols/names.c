#include "symbols/names.h"

#include "base/byte.h"

/* FNV-1a. */
uint32_t sx_symbols_hash(sx_str name) {
  uint32_t hash = 0x811C9DC5u;
  for (size_t i = 0; i < name.len; i++)
    hash = (hash ^ (unsigned char)sx_byte_lower(name.ptr[i])) * 0x01000193u;
  return (hash ^ hash >> 24) & 0xFFFFFF;
}

static bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

static bool is_part(char c) {
  return is_upper(c) || is_lower(c) || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

static bool is_word(char c) {
  return is_part(c) || c == '_' || c == '$';
}

sx_str sx_symbols_last_word(sx_str name) {
  size_t end = name.len;
  while (end && !is_word(name.ptr[end - 1])) end--;
  size_t start = end;
  while (start && is_word(name.ptr[start - 1])) start--;
  return sx_str_slice(name, start, end);
}

size_t sx_symbols_parts(char out[2 * SX_SYMBOLS_PARTS_BYTES], sx_str name) {
  size_t len = 0;
  if (name.len > SX_SYMBOLS_PARTS_BYTES) return 0;
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i], before = i ? name.ptr[i - 1] : '_', after = sx_str_at(name, i + 1);
    bool is_word_start = is_upper(c) && (!is_upper(before) || is_lower(after));
    if (!is_part(c)) continue;
    if (len && (!is_part(before) || is_word_start)) out[len++] = ' ';
    out[len++] = c;
  }
  return len;
}

static bool begins_with(sx_str text, sx_str beginning) {
  return text.len >= beginning.len &&
         sx_str_is_equal_fold(sx_str_slice(text, 0, beginning.len), beginning);
}

static bool has_part(sx_str parts, sx_str wanted) {
  bool is_beginning = sx_str_has_suffix(wanted, SX_STR("*"));
  if (is_beginning) wanted.len--;
  for (size_t at = 0; at < parts.len;) {
    size_t end = sx_str_find_char(parts, ' ', at);
    sx_str part = sx_str_slice(parts, at, end == SX_STR_NONE ? parts.len : end);
    if (is_beginning ? begins_with(part, wanted) : sx_str_is_equal_fold(part, wanted)) return true;
    at += part.len + 1;
  }
  return false;
}

bool sx_symbols_has_parts(sx_str name, const sx_strs *parts) {
  char text[2 * SX_SYMBOLS_PARTS_BYTES];
  sx_str own = sx_str_make(text, sx_symbols_parts(text, name));
  for (size_t i = 0; i < parts->len; i++)
    if (!has_part(own, parts->items[i])) return false;
  return own.len > 0;
}
