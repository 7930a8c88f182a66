#ifndef SX_SYMBOLS_PLACE_H
#define SX_SYMBOLS_PLACE_H

#include "syntax/facts.h"

#include <stdbool.h>

/** Where and as what a symbol is declared, as a row has it: a few bytes. */
typedef struct sx_symbols_place {
  uint8_t kind, flags;    /* sx_fact_kind, sx_fact_flags */
  uint32_t up;            /* as many rows above is what it is a member of; 0: nothing */
  uint32_t row, end_row;  /* 0-based lines of its start and end */
  uint32_t start, end;    /* bytes of the file's text */
  uint32_t name_at, body; /* the same. The name of a type may be behind it; body: `end` where it
                             has none */
} sx_symbols_place;

#define SX_SYMBOLS_PLACE_BYTES 64

/** Returns the length. */
size_t sx_symbols_place_write(unsigned char out[SX_SYMBOLS_PLACE_BYTES],
                              const sx_symbols_place *place);
/** False where the bytes are none. */
bool sx_symbols_place_read(sx_symbols_place *out, const unsigned char *bytes, size_t len);

#endif
