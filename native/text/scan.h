#ifndef SX_TEXT_SCAN_H
#define SX_TEXT_SCAN_H

#include "base/str.h"

#include <stdint.h>

/*
 * The loops over all bytes of a text that searching and positions stand on, with SSE2 or AVX2
 * where the machine has it. Nothing outside native/text needs them.
 */

/** What lies between two places of a text. */
typedef struct sx_scan_rows {
  size_t count;  /* line starts s with from < s <= to */
  size_t last;   /* the last of them; `from` when there is none */
  bool has_high; /* a byte past ASCII in [last, to) */
} sx_scan_rows;

/** Counts line starts; `from` <= `to` <= text.len. A line ends at \n, \r\n or a lone \r. */
sx_scan_rows sx_scan_lines(sx_str text, size_t from, size_t to);

/** Writes the first `count` line starts past 0; `text` has at least so many and < 4 GB. */
void sx_scan_line_starts(sx_str text, uint32_t *starts, size_t count);

/** UTF-16 units of `len` bytes, as sx_utf8_count_u16, faster where they are ASCII. */
size_t sx_scan_u16(const char *text, size_t len);

/** The two bytes of a name by which its places are found: those that are rarest in code. */
typedef struct sx_scan_needle {
  size_t len; /* of the name, > 0 */
  size_t at_a, at_b;
  unsigned char byte_a, byte_b;
} sx_scan_needle;

/** Chooses the bytes; `name` is not empty. */
sx_scan_needle sx_scan_needle_of(sx_str name);

#define SX_SCAN_BATCH 512

/**
 * The next places, ascending from `*from` on, where `needle` may begin and has room to end:
 * both bytes are there, the others are for the caller to compare. Overlapping places are all
 * given. Returns how many; `*from` moves past what was looked at, 0 with `*from` at the end
 * means that there is no more.
 */
size_t sx_scan_candidates(const sx_scan_needle *needle, sx_str text, size_t *from,
                          size_t out[SX_SCAN_BATCH]);

/* The same for one kind of processor, for tests that compare them. */
typedef enum { SX_SCAN_PORTABLE, SX_SCAN_SSE2, SX_SCAN_AVX2 } sx_scan_kind;

/** The best kind that runs here. */
sx_scan_kind sx_scan_best(void);
/** Uses `kind` from now on where it runs; false where it does not. For tests only. */
bool sx_scan_force(sx_scan_kind kind);

#endif
