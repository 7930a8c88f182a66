#include "diff/diff.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <immintrin.h>
#define HAS_SSE2 1
#define BLOCK 16
#define WORD_BYTES 64
/* Starts that are written at once. */
#define SPARE 4
/* Blocks whose line ends the bytes of a sum can count. */
#define MAX_SUMMED 255
#else
#define HAS_SSE2 0
#define SPARE 0
#endif

#if HAS_SSE2

/** Newlines in whole blocks from `p` on; no branch depends on what the text holds. */
static size_t count_in_blocks(const char *p, size_t blocks) {
  const __m128i newline = _mm_set1_epi8('\n'), zero = _mm_setzero_si128();
  size_t count = 0;
  while (blocks) {
    size_t summed = blocks < MAX_SUMMED ? blocks : MAX_SUMMED;
    __m128i sums = zero;
    for (size_t i = 0; i < summed; i++, p += BLOCK)
      sums = _mm_sub_epi8(sums, _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)p), newline));
    __m128i total = _mm_sad_epu8(sums, zero);
    count += (size_t)_mm_cvtsi128_si32(total);
    count += (size_t)_mm_cvtsi128_si32(_mm_srli_si128(total, 8));
    blocks -= summed;
  }
  return count;
}

/** The lowest bit; anything where there is none. */
static unsigned lowest(uint64_t mask) {
#ifdef _MSC_VER
  unsigned long index;
  _BitScanForward64(&index, mask | (uint64_t)1 << 63);
  return index;
#else
  return (unsigned)__builtin_ctzll(mask | (uint64_t)1 << 63);
#endif
}

static unsigned count_ones(uint64_t bits) {
  bits -= bits >> 1 & UINT64_C(0x5555555555555555);
  bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
  bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
  return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

static size_t count_newlines(sx_str text) {
  size_t blocks = text.len / BLOCK;
  size_t count = count_in_blocks(text.ptr, blocks);
  for (size_t i = blocks * BLOCK; i < text.len; i++) count += text.ptr[i] == '\n';
  return count;
}

/** The bits of 64 bytes that are newlines. */
static uint64_t newline_mask(const char *p) {
  const __m128i newline = _mm_set1_epi8('\n');
  uint64_t mask = 0;
  for (int i = 0; i < WORD_BYTES; i += BLOCK) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(p + i));
    mask |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, newline)) << i;
  }
  return mask;
}

/**
 * Writes the offset after each newline; where the writing ended. A few more places are written
 * than there are newlines: how many a word holds cannot be predicted, and so no branch asks.
 */
static uint32_t *write_starts(uint32_t *starts, sx_str text) {
  size_t i = 0;
  for (; text.len - i >= WORD_BYTES; i += WORD_BYTES) {
    uint64_t mask = newline_mask(text.ptr + i);
    uint32_t *end = starts + count_ones(mask), *to = starts;
    do {
      for (int k = 0; k < SPARE; k++, mask &= mask - 1) *to++ = (uint32_t)i + lowest(mask) + 1;
    } while (to < end);
    starts = end;
  }
  for (; i < text.len; i++)
    if (text.ptr[i] == '\n') *starts++ = (uint32_t)i + 1;
  return starts;
}

#else

static size_t count_newlines(sx_str text) {
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++) count += text.ptr[i] == '\n';
  return count;
}

static uint32_t *write_starts(uint32_t *starts, sx_str text) {
  const char *end = text.ptr + text.len;
  for (const char *p = text.ptr; p < end && (p = memchr(p, '\n', (size_t)(end - p)));)
    *starts++ = (uint32_t)(++p - text.ptr);
  return starts;
}

#endif

sx_status sx_line_index_init(sx_line_index *lines, sx_str text, sx_arena *arena, sx_err *err) {
  *lines = (sx_line_index){text, NULL, 0};
  if (text.len > SX_DIFF_MAX_BYTES)
    return sx_fail(err, SX_TOO_BIG, "The text has %zu bytes; at most 4 GB can be compared.",
                   text.len);
  bool ends_open = text.len && text.ptr[text.len - 1] != '\n';
  size_t count = count_newlines(text) + ends_open;
  uint32_t *starts = sx_arena_calloc(arena, count + 1 + SPARE, sizeof *starts);
  if (!starts) return sx_fail(err, arena->status, NULL);
  uint32_t *end = write_starts(starts + 1, text);
  if (ends_open) *end++ = (uint32_t)text.len;
  memset(end, 0, SPARE * sizeof *end);
  lines->starts = starts;
  lines->count = (uint32_t)count;
  return SX_OK;
}
