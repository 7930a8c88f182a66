#ifndef SX_SYMBOLS_NAMES_H
#define SX_SYMBOLS_NAMES_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/* Longer names are found whole only. */
#define SX_SYMBOLS_PARTS_BYTES 256

/** 24 bits, the same for names that differ in the case of ASCII letters alone. */
uint32_t sx_symbols_hash(sx_str name);

/** The last word of a type's name as it is written: `Drawer` of `shop::Till.Drawer`. May be empty.
 */
sx_str sx_symbols_last_word(sx_str name);

/**
 * The parts of a name, with a space between them: `getUserID_2` is `get User ID 2`. The length; 0
 * for a name of over SX_SYMBOLS_PARTS_BYTES, or without letters and digits.
 */
size_t sx_symbols_parts(char out[2 * SX_SYMBOLS_PARTS_BYTES], sx_str name);

/** Whether a name has all of the parts, in any order: "us" as a whole one, "us*" as the beginning
 * of one. */
bool sx_symbols_has_parts(sx_str name, const sx_strs *parts);

#endif
