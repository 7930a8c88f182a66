#include "base/number.h"

size_t sx_varint_write(unsigned char out[SX_VARINT_BYTES], uint64_t value) {
  size_t len = 0;
  for (; value >= 0x80; value >>= 7) out[len++] = (unsigned char)(value | 0x80);
  out[len++] = (unsigned char)value;
  return len;
}

bool sx_varint_read(const unsigned char **at, const unsigned char *end, uint64_t *out) {
  *out = 0;
  for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
    unsigned char byte = *(*at)++;
    *out |= (uint64_t)(byte & 0x7F) << shift;
    if (!(byte & 0x80)) return true;
  }
  return false;
}
