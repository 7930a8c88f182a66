#ifndef SX_BASE_UTF8_H
#define SX_BASE_UTF8_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Broken bytes are never an error: each decodes as one U+FFFD of one byte, as editors do. */
#define SX_UTF8_REPLACEMENT 0xFFFDu

/**
 * Decodes the character at `text[0]`; `len` > 0 is what is left.
 * Returns its bytes (1 to 4); a broken byte gives 1 and U+FFFD.
 */
size_t sx_utf8_decode(const char *text, size_t len, uint32_t *codepoint);

/** Start of the character that ends before `offset` > 0 (a broken byte is a character). */
size_t sx_utf8_previous(const char *text, size_t offset);

/** Writes up to 4 bytes, returns how many. Surrogates and values past U+10FFFF give U+FFFD. */
size_t sx_utf8_encode(uint32_t codepoint, char out[4]);

/** UTF-16 units that `len` bytes take. */
size_t sx_utf8_count_u16(const char *text, size_t len);

/** The largest offset <= `offset` that does not cut a whole character of `text[0..len)`. */
size_t sx_utf8_floor(const char *text, size_t len, size_t offset);

/** The beginning of a text: at most so many bytes, without a part of a character. */
sx_str sx_utf8_cut(sx_str text, size_t most_bytes);

bool sx_utf8_is_valid(const char *text, size_t len);

/**
 * Bytes of the broken piece at `text[0]`, for which editors show one U+FFFD: the longest beginning
 * of a character, or one byte. 0 where a whole character is there.
 */
size_t sx_utf8_broken_bytes(const char *text, size_t len);

/** `text` with each broken piece as U+FFFD; returns its length. `out` has room for 3 * `len`. */
size_t sx_utf8_repair(const char *text, size_t len, char *out);

/**
 * UTF-16 in `len` bytes -> UTF-8 in `out`, which has room for 3 bytes for every 2 and 3 more; how
 * many it wrote. Half of a pair and a byte left over give U+FFFD.
 */
size_t sx_utf8_from_u16(const char *bytes, size_t len, bool is_big_endian, char *out);

#endif
