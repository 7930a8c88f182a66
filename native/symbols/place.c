#include "symbols/place.h"

enum { NUMBERS = 9, MOST_BITS = 32 };

size_t sx_symbols_number_write(unsigned char to[SX_SYMBOLS_NUMBER_BYTES], uint32_t number) {
  size_t len = 0;
  for (; number >= 0x80; number >>= 7) to[len++] = (unsigned char)(number | 0x80);
  to[len++] = (unsigned char)number;
  return len;
}

size_t sx_symbols_place_write(unsigned char out[SX_SYMBOLS_PLACE_BYTES],
                              const sx_symbols_place *place) {
  const uint32_t numbers[NUMBERS] = {place->kind,
                                     place->flags,
                                     place->up,
                                     place->row,
                                     place->end_row - place->row,
                                     place->start,
                                     place->end - place->start,
                                     place->name_at - place->start,
                                     place->body - place->start};
  size_t len = 0;
  for (size_t i = 0; i < NUMBERS; i++) len += sx_symbols_number_write(out + len, numbers[i]);
  return len;
}

bool sx_symbols_number_read(uint32_t *out, const unsigned char *bytes, size_t len, size_t *at) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < MOST_BITS && *at < len; shift += 7) {
    unsigned char byte = bytes[(*at)++];
    number |= (uint64_t)(byte & 0x7F) << shift;
    *out = (uint32_t)number;
    if (byte < 0x80) return number <= UINT32_MAX;
  }
  return false;
}

bool sx_symbols_place_read(sx_symbols_place *out, const unsigned char *bytes, size_t len) {
  uint32_t numbers[NUMBERS];
  size_t at = 0;
  for (size_t i = 0; i < NUMBERS; i++)
    if (!sx_symbols_number_read(&numbers[i], bytes, len, &at)) return false;
  uint32_t rows = numbers[4], start = numbers[5], bytes_len = numbers[6];
  *out = (sx_symbols_place){.kind = (uint8_t)numbers[0],
                            .flags = (uint16_t)numbers[1],
                            .up = numbers[2],
                            .row = numbers[3],
                            .end_row = numbers[3] + rows,
                            .start = start,
                            .end = start + bytes_len,
                            .name_at = start + numbers[7],
                            .body = start + numbers[8]};
  bool fits = numbers[0] <= UINT8_MAX && numbers[1] <= UINT16_MAX &&
              rows <= UINT32_MAX - out->row && bytes_len <= UINT32_MAX - start &&
              numbers[7] <= UINT32_MAX - start;
  return at == len && fits && numbers[8] <= bytes_len;
}
