#ifndef SX_BASE_NUMBER_H
#define SX_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers in files of the index: little-endian, or as varints. */

static inline uint32_t sx_load32(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t sx_load64(const unsigned char *p) {
  return (uint64_t)sx_load32(p) | (uint64_t)sx_load32(p + 4) << 32;
}
static inline void sx_store32(unsigned char *p, uint32_t value) {
  for (int i = 0; i < 4; i++) p[i] = (unsigned char)(value >> 8 * i);
}
static inline void sx_store64(unsigned char *p, uint64_t value) {
  sx_store32(p, (uint32_t)value);
  sx_store32(p + 4, (uint32_t)(value >> 32));
}

#define SX_VARINT_BYTES 10
/** Writes seven bits a byte, the lowest first; how many bytes. */
size_t sx_varint_write(unsigned char out[SX_VARINT_BYTES], uint64_t value);
/** Reads one and moves `*at` past it; false where it does not end before `end`. */
bool sx_varint_read(const unsigned char **at, const unsigned char *end, uint64_t *out);

#endif
