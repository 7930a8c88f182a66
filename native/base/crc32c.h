#ifndef SX_BASE_CRC32C_H
#define SX_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/** Tables of the checksum CRC-32C (Castagnoli), by which eight bytes are taken at once. */
typedef struct sx_crc32c {
  uint32_t rows[8][256];
} sx_crc32c;

void sx_crc32c_init(sx_crc32c *crc);

/** The checksum of bytes that follow those of which `before` is the checksum; 0 at the start. */
uint32_t sx_crc32c_add(const sx_crc32c *crc, uint32_t before, const void *bytes, size_t len);

#endif
