#include "base/crc32c.h"

#define POLYNOMIAL 0x82F63B78u /* with the lowest bit first */

void sx_crc32c_init(sx_crc32c *crc) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t rest = byte;
    for (int bit = 0; bit < 8; bit++) rest = rest >> 1 ^ (rest & 1 ? POLYNOMIAL : 0);
    crc->rows[0][byte] = rest;
  }
  for (size_t row = 1; row < 8; row++)
    for (size_t byte = 0; byte < 256; byte++) {
      uint32_t rest = crc->rows[row - 1][byte];
      crc->rows[row][byte] = rest >> 8 ^ crc->rows[0][rest & 255];
    }
}

static uint32_t load(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint32_t sx_crc32c_add(const sx_crc32c *crc, uint32_t before, const void *bytes, size_t len) {
  const unsigned char *p = bytes;
  uint32_t rest = ~before;
  for (; len >= 8; p += 8, len -= 8) {
    uint32_t low = load(p) ^ rest, high = load(p + 4);
    rest = crc->rows[7][low & 255] ^ crc->rows[6][low >> 8 & 255] ^ crc->rows[5][low >> 16 & 255] ^
           crc->rows[4][low >> 24] ^ crc->rows[3][high & 255] ^ crc->rows[2][high >> 8 & 255] ^
           crc->rows[1][high >> 16 & 255] ^ crc->rows[0][high >> 24];
  }
  for (; len; p++, len--) rest = rest >> 8 ^ crc->rows[0][(rest ^ *p) & 255];
  return ~rest;
}
