#ifndef SX_MEANING_RECORD_H
#define SX_MEANING_RECORD_H

#include "meaning/counts.h"

/** The place and the lengths of a unit, for an answer. Lines are 0-based. */
typedef struct sx_meaning_record {
  uint32_t row, end_row;
  uint32_t name_row, name_column;     /* bytes of its line; of a file's own: 0 */
  uint8_t name_len;                   /* bytes, up to 255 */
  uint8_t kind, flags;                /* as of sx_meaning_unit */
  uint8_t lengths[SX_MEANING_FIELDS]; /* sx_meaning_length_write */
} sx_meaning_record;

/** Counts rows as it goes; begins with its text alone. */
typedef struct sx_meaning_rows {
  sx_str text;
  size_t at, line; /* line: where that of `at` begins */
  uint32_t row;
} sx_meaning_rows;

/** The record of a unit, without lengths. Quickest in the order of the text. */
void sx_meaning_record_make(sx_meaning_record *out, sx_meaning_rows *rows,
                            const sx_meaning_unit *unit);

/* In SX_MEANING_UNIT_BYTES of meaning/file.h, without the length of the path. */
void sx_meaning_record_write(unsigned char *out, const sx_meaning_record *record);
void sx_meaning_record_read(sx_meaning_record *out, const unsigned char *bytes);

/** The lengths in the bytes of a record. */
static inline void sx_meaning_record_read_lengths(uint8_t out[SX_MEANING_FIELDS],
                                                  const unsigned char *bytes) {
  out[SX_MEANING_NAME] = bytes[12];
  out[SX_MEANING_DOC] = bytes[13];
  out[SX_MEANING_PATH] = 0;
  out[SX_MEANING_SIGNATURE] = bytes[14];
  out[SX_MEANING_BODY] = bytes[15];
}

#endif
