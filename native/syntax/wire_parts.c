#include "syntax/wire_parts.h"

enum { MAX_DIGITS = 10 };

sx_str sx_wire__word(sx_str *rest) {
  size_t end = sx_str_find_char(*rest, ' ', 0);
  sx_str word = sx_str_slice(*rest, 0, end);
  *rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(*rest, end + 1, rest->len);
  return word;
}

bool sx_wire__decimal(sx_str *rest, uint32_t *out) {
  sx_str word = sx_wire__word(rest);
  uint64_t number = 0;
  if (!word.len || word.len > MAX_DIGITS) return false;
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] < '0' || word.ptr[i] > '9') return false;
    number = number * 10 + (uint64_t)(word.ptr[i] - '0');
  }
  *out = (uint32_t)number;
  return number <= UINT32_MAX;
}

void sx_wire__add(sx_buf *out, uint32_t number) {
  sx_wire__add_all(out, &number, 1);
}

void sx_wire__add_all(sx_buf *out, const uint32_t *numbers, size_t count) {
  char bytes[4 * SX_WIRE_MOST];
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < 4; i++) bytes[4 * k + i] = (char)(numbers[k] >> 8 * i & 0xff);
  sx_buf_add(out, sx_str_make(bytes, 4 * count));
}

uint32_t sx_wire__take(const unsigned char **at) {
  uint32_t number = 0;
  for (int i = 0; i < 4; i++) number |= (uint32_t)(*at)[i] << 8 * i;
  *at += 4;
  return number;
}
