#ifndef SX_TEXT_SCAN_H
#define SX_TEXT_SCAN_H

#include "base/str.h"

#include <stdint.h>

/*
 * The loops over all bytes of a text that searching and positions stand on, with SSE2 or AVX2
 * where the machine has it. Nothing outside native/text needs them.
 */

/** The text between two places. */
typedef struct sx_scan_rows {
  size_t count;  /* line starts s with from < s <= to */
  size_t last;   /* the last of them; `from` when there is none */
  bool has_high; /* a byte past ASCII in [last, to) */
} sx_scan_rows;

/** Counts line starts; `from` <= `to` <= text.len. A line ends at \n, \r\n or a lone \r. */
sx_scan_rows sx_scan_lines(sx_str text, size_t from, size_t to);

#define SX_SCAN_WORD 64
#define SX_SCAN_WORDS 128

/** The text before a place. */
typedef struct sx_scan_before {
  uint32_t rows;       /* line starts */
  uint32_t last_start; /* the last of them */
  uint32_t last_high;  /* after the last byte past ASCII */
} sx_scan_before;

typedef struct sx_scan_word_index {
  uint64_t ends, high; /* bit k: a line starts after byte k of the word; it is past ASCII */
  sx_scan_before before;
} sx_scan_word_index;

/**
 * An index of the line ends and the bytes past ASCII in some words of a text: what comes before
 * any byte of it is found without a loop.
 */
typedef struct sx_scan_window {
  size_t from, to; /* what it covers; the first word begins at `from` */
  sx_scan_word_index words[SX_SCAN_WORDS];
  sx_scan_before before_to;
} sx_scan_window;

/**
 * Indexes text from window->to on, as far as the window reaches, and counts on from its end.
 * The text has less than 4 GB.
 */
void sx_scan_index(sx_scan_window *window, sx_str text);

/** The bits that are set. */
static inline unsigned sx_scan_count_ones(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (unsigned)(bits * 0x0101010101010101u >> 56);
}

/** The bits before the highest that is set; `bits` is not 0. */
static inline unsigned sx_scan_leading_zeros(uint64_t bits) {
#ifdef __GNUC__
  return (unsigned)__builtin_clzll(bits);
#else
  unsigned zeros = 0;
  for (; !(bits >> 63); bits <<= 1) zeros++;
  return zeros;
#endif
}

/** Writes the first `count` line starts past 0; `text` has at least so many and < 4 GB. */
void sx_scan_line_starts(sx_str text, uint32_t *starts, size_t count);

/** UTF-16 units of `len` bytes, as sx_utf8_count_u16, faster where they are ASCII. */
size_t sx_scan_u16(const char *text, size_t len);

/** The two bytes of a name that are rarest in code, by which its places are found. */
typedef struct sx_scan_needle {
  size_t len; /* of the name, > 0 */
  size_t at_a, at_b;
  unsigned char byte_a, byte_b;
  /* Bits that are set in the text's bytes before they are compared: the case of a letter. */
  unsigned char fold_a, fold_b;
  /* Places with a word character right before (after) them may be left out… */
  bool begins_word, ends_word;
  /* …which the ASCII character c is when bit c / 16 of word_rows[c % 16] is set. */
  unsigned char word_rows[16];
} sx_scan_needle;

/** Chooses the bytes; `name` is not empty. Nothing is left out yet. */
sx_scan_needle sx_scan_needle_of(sx_str name);
/** The same for a name in lower case whose ASCII letters count in any case. */
sx_scan_needle sx_scan_needle_folded(sx_str name);
/** How common the two bytes are, logarithmic: 40 more is tenfold. */
unsigned sx_scan_needle_commonness(const sx_scan_needle *needle);
/** Bytes of ASCII that `text` begins with. */
size_t sx_scan_ascii(sx_str text);

#define SX_SCAN_BATCH 512

/**
 * The next places, ascending from `*from` on, where `needle` may begin and has room to end:
 * both bytes are there, the others and what surrounds them are for the caller to compare.
 * Overlapping places are all given. Returns how many; `*from` moves past what was looked at, 0 with
 * `*from` at the end means that there is no more.
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
