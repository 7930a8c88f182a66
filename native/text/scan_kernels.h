#ifndef SX_TEXT_SCAN_KERNELS_H
#define SX_TEXT_SCAN_KERNELS_H

#include "text/scan.h"

/* The kernels that scan.c chooses from. Internal to native/text/scan*. */

#if (defined(__GNUC__) && defined(__x86_64__)) || defined(_M_X64)
#define SX_SCAN_HAS_X86 1
#else
#define SX_SCAN_HAS_X86 0
#endif
#if SX_SCAN_HAS_X86 && defined(__GNUC__)
#define SX_SCAN_HAS_AVX2 1 /* chosen at run time */
#else
#define SX_SCAN_HAS_AVX2 0
#endif

/** Where a line starts when one does after byte `i` < text.len. */
static inline bool sx_scan__ends_line(sx_str text, size_t i) {
  char c = text.ptr[i];
  return c == '\n' || (c == '\r' && (i + 1 == text.len || text.ptr[i + 1] != '\n'));
}

/** A word's masks, and what is counted of them: bits, and the highest bit's number plus 1. */
typedef struct sx_scan_masks {
  uint64_t ends, high;
  unsigned end_count, end_top, high_top;
} sx_scan_masks;

/** Takes the next word, which begins at text offset `at`, in; `before` is what precedes it. */
static inline sx_scan_before sx_scan__add_word(sx_scan_word_index *word, sx_scan_before before,
                                               size_t at, sx_scan_masks masks) {
  word->ends = masks.ends;
  word->high = masks.high;
  word->before = before;
  before.rows += masks.end_count;
  before.last_start = masks.ends ? (uint32_t)at + masks.end_top : before.last_start;
  before.last_high = masks.high ? (uint32_t)at + masks.high_top : before.last_high;
  return before;
}

/** The masks of a word, or what there is of one at the end of the text, byte by byte. */
sx_scan_masks sx_scan__masks_portable(sx_str text, size_t at);

#define SX_SCAN_KERNELS(kind)                                                                      \
  sx_scan_rows sx_scan__lines_##kind(sx_str text, size_t from, size_t to);                         \
  void sx_scan__index_##kind(sx_scan_window *window, sx_str text);                                 \
  void sx_scan__line_starts_##kind(sx_str text, uint32_t *starts, size_t count);                   \
  size_t sx_scan__ascii_##kind(const char *text, size_t len);                                      \
  size_t sx_scan__candidates_##kind(const sx_scan_needle *needle, sx_str text, size_t *from,       \
                                    size_t out[SX_SCAN_BATCH])
SX_SCAN_KERNELS(portable);
SX_SCAN_KERNELS(sse2);
SX_SCAN_KERNELS(avx2);
#undef SX_SCAN_KERNELS

#endif
