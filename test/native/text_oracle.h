#ifndef SX_TEST_TEXT_ORACLE_H
#define SX_TEST_TEXT_ORACLE_H

#include "text/occurrences.h"

/*
 * Slow and simple versions of what native/text does, which the tests and the fuzz targets
 * compare it with. They share with it only the decoding of one character and the Unicode tables.
 */

/** Where byte `offset` is: columns from the line's start, nothing clamped or settled. */
typedef struct oracle_place {
  uint32_t row, col_bytes, col_u16;
  size_t row_start, row_end; /* without the line end */
} oracle_place;

oracle_place oracle_place_at(sx_str text, size_t offset);

/** Whether `offset` is not inside a character of `text`. */
bool oracle_is_boundary(sx_str text, size_t offset);

/** The offset of the next whole-word occurrence at or after `from`, or SX_STR_NONE. */
size_t oracle_next(sx_str text, sx_str name, const sx_language *language, size_t from);

/** NULL, or what is wrong with the positions of `text` around `offset`. */
const char *oracle_check_positions(const sx_lines *lines, size_t offset);

/** NULL, or what is wrong with `found`, from sx_occurrences_find with `max_items`. */
const char *oracle_check_occurrences(const sx_occurrences *found, sx_str text, sx_str name,
                                     const sx_language *language, size_t max_items);

/** NULL, or what is wrong with the spans of the lexer over `text`. */
const char *oracle_check_spans(sx_str text, const sx_language *language);

#endif
