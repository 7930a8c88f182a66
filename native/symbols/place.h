#ifndef SX_SYMBOLS_PLACE_H
#define SX_SYMBOLS_PLACE_H

#include "syntax/facts.h"

#include <stdbool.h>

/** How far a file was read. */
typedef enum sx_symbols_state {
  SX_SYMBOLS_READ,    /* all that it declares is there */
  SX_SYMBOLS_CUT,     /* not all of its macros; or reading took too long */
  SX_SYMBOLS_TOO_BIG, /* it was not read */
  SX_SYMBOLS_CHANGED, /* it was not as the segment has it */
  SX_SYMBOLS_FAILED,  /* the reader ended at it, or it cannot be read */
  SX_SYMBOLS_FOREIGN, /* in a language that is not read */
} sx_symbols_state;

/** Where and as what a symbol is declared, as a row has it: a few bytes. */
typedef struct sx_symbols_place {
  uint8_t kind;           /* sx_fact_kind */
  uint16_t flags;         /* sx_fact_flags */
  uint32_t up;            /* as many rows above is what it is a member of; 0: nothing */
  uint32_t row, end_row;  /* 0-based lines of its start and end */
  uint32_t start, end;    /* bytes of the file's text */
  uint32_t name_at, body; /* the same. The name of a type may come after it; body: `end` where it
                             has none */
} sx_symbols_place;

#define SX_SYMBOLS_PLACE_BYTES 64
#define SX_SYMBOLS_NUMBER_BYTES 5

/** Writes a number, 7 bits a byte, the lowest first. Returns the length. */
size_t sx_symbols_number_write(unsigned char out[SX_SYMBOLS_NUMBER_BYTES], uint32_t number);
/** Reads the one at `*at`, which then is at its end. False where there is none. */
bool sx_symbols_number_read(uint32_t *out, const unsigned char *bytes, size_t len, size_t *at);

/** Returns the length. */
size_t sx_symbols_place_write(unsigned char out[SX_SYMBOLS_PLACE_BYTES],
                              const sx_symbols_place *place);
/** False where the bytes are none. */
bool sx_symbols_place_read(sx_symbols_place *out, const unsigned char *bytes, size_t len);

#endif
