#ifndef SX_MEANING_NUMBER_H
#define SX_MEANING_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers in files: little-endian, or as varints. */

static inline uint32_t sx_meaning_load32(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t sx_meaning_load64(const unsigned char *p) {
  return (uint64_t)sx_meaning_load32(p) | (uint64_t)sx_meaning_load32(p + 4) << 32;
}
static inline void sx_meaning_store32(unsigned char *p, uint32_t value) {
  for (int i = 0; i < 4; i++) p[i] = (unsigned char)(value >> 8 * i);
}
static inline void sx_meaning_store64(unsigned char *p, uint64_t value) {
  sx_meaning_store32(p, (uint32_t)value);
  sx_meaning_store32(p + 4, (uint32_t)(value >> 32));
}

#define SX_MEANING_NUMBER_BYTES 10
/** Writes seven bits a byte, the lowest first; how many bytes. */
size_t sx_meaning_number_write(unsigned char out[SX_MEANING_NUMBER_BYTES], uint64_t value);
/** Reads one and moves `*at` past it; false where it does not end before `end`. */
bool sx_meaning_number_read(const unsigned char **at, const unsigned char *end, uint64_t *out);

#endif
