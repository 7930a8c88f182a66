#ifndef SX_SYMBOLS_NEAR_H
#define SX_SYMBOLS_NEAR_H

#include "base/str.h"

#include <stdint.h>

/*
 * Names with one mistake: a character more, less or another one, or two neighbours the wrong way
 * round. The case of ASCII letters does not count.
 */

/** Whether two names differ so, or by their case alone. */
bool sx_symbols_is_near(sx_str name, sx_str other);

/* Longer names have no hashes of these. */
#define SX_SYMBOLS_NEAR_BYTES 100
#define SX_SYMBOLS_NEAR_HASHES 8000
/** sx_symbols_hash of each name that is near, where what it has more is ASCII; ascending, each
 * once: how many. */
size_t sx_symbols_near_hashes(uint32_t out[SX_SYMBOLS_NEAR_HASHES], sx_str name);

#endif
