#include "base/word.h"

#include "base/byte.h"

size_t sx_word_end(sx_str text, size_t at) {
  while (at < text.len && sx_byte_is_ident(text.ptr[at])) at++;
  return at;
}

sx_str sx_word_next(sx_str text, size_t *at) {
  size_t start = *at;
  while (start < text.len && !sx_byte_is_ident(text.ptr[start])) start++;
  *at = sx_word_end(text, start);
  return sx_str_slice(text, start, *at);
}

size_t sx_word_find(sx_str text, sx_str word, size_t from) {
  if (!word.len) return SX_STR_NONE;
  for (size_t at = from; (at = sx_str_find(text, word, at)) != SX_STR_NONE; at++) {
    bool is_begun = at && sx_byte_is_ident(text.ptr[at - 1]);
    if (!is_begun && !sx_byte_is_ident(sx_str_at(text, at + word.len))) return at;
  }
  return SX_STR_NONE;
}
