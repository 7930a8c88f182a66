#include "text/scan_kernels.h"

#if SX_SCAN_HAS_X86

#include <immintrin.h>

#ifdef _MSC_VER
#include <intrin.h>
static unsigned count_ones(uint32_t mask) {
  unsigned count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
}
static unsigned lowest(uint32_t mask) {
  unsigned long index;
  _BitScanForward(&index, mask);
  return index;
}
static unsigned highest(uint32_t mask) {
  unsigned long index;
  _BitScanReverse(&index, mask);
  return index;
}
static unsigned count_ones_64(uint64_t mask) {
  return count_ones((uint32_t)mask) + count_ones((uint32_t)(mask >> 32));
}
static unsigned lowest_64(uint64_t mask) {
  return (uint32_t)mask ? lowest((uint32_t)mask) : 32 + lowest((uint32_t)(mask >> 32));
}
static unsigned highest_64(uint64_t mask) {
  return mask >> 32 ? 32 + highest((uint32_t)(mask >> 32)) : highest((uint32_t)mask);
}
#else
/* Macros, so that each kernel gets its own processor's instructions for them. */
#define count_ones(mask) ((unsigned)__builtin_popcount(mask))
#define lowest(mask) ((unsigned)__builtin_ctz(mask))
#define highest(mask) (31u - (unsigned)__builtin_clz(mask))
#define lowest_64(mask) ((unsigned)__builtin_ctzll(mask))
#define count_ones_64(mask) ((unsigned)__builtin_popcountll(mask))
#define highest_64(mask) (63u - (unsigned)__builtin_clzll(mask))
#endif

/* Everything below works on 32 bytes at a time, as a mask with a bit for each. */
#define BLOCK 32
/* Blocks whose line ends a byte can count, at two a block. */
#define MAX_SUMMED 127
/* The processor's own prefetching stops at each page; past the end it does no harm. */
#define PREFETCH_BYTES 1024
#define PREFETCH(p) _mm_prefetch((p), _MM_HINT_T0)

#define KERNEL(name) sx_scan__##name##_sse2
#define LOCAL(name) name##_sse2
#define TARGET
#define SPLAT __m128i
#define SPLAT_OF(byte) _mm_set1_epi8((char)(byte))

static inline uint32_t equal_sse2(const char *p, __m128i byte) {
  __m128i low = _mm_loadu_si128((const __m128i *)p);
  __m128i high = _mm_loadu_si128((const __m128i *)(p + 16));
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(low, byte)) |
         (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(high, byte)) << 16;
}

static inline uint32_t equal_folded_sse2(const char *p, __m128i byte, __m128i fold) {
  __m128i low = _mm_or_si128(_mm_loadu_si128((const __m128i *)p), fold);
  __m128i high = _mm_or_si128(_mm_loadu_si128((const __m128i *)(p + 16)), fold);
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(low, byte)) |
         (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(high, byte)) << 16;
}

static inline uint32_t both_equal_sse2(const char *p, __m128i a, const char *q, __m128i b) {
  uint32_t mask = equal_sse2(p, a);
  return mask ? mask & equal_sse2(q, b) : 0;
}

static inline uint32_t high_sse2(const char *p) {
  return (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)p)) |
         (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(p + 16))) << 16;
}

/** Adds 1 to the byte of the sums after which a line starts. */
static inline __m128i add_half_sse2(__m128i sums, const char *p, __m128i newline, __m128i cr) {
  __m128i here = _mm_loadu_si128((const __m128i *)p);
  __m128i next = _mm_loadu_si128((const __m128i *)(p + 1));
  __m128i lone = _mm_andnot_si128(_mm_cmpeq_epi8(next, newline), _mm_cmpeq_epi8(here, cr));
  return _mm_sub_epi8(sums, _mm_or_si128(_mm_cmpeq_epi8(here, newline), lone));
}

static inline __m128i add_lines_sse2(__m128i sums, const char *p, __m128i newline, __m128i cr) {
  return add_half_sse2(add_half_sse2(sums, p, newline, cr), p + 16, newline, cr);
}

static inline size_t total_sse2(__m128i sums) {
  __m128i sad = _mm_sad_epu8(sums, _mm_setzero_si128());
  return (size_t)_mm_cvtsi128_si64(sad) + (size_t)_mm_cvtsi128_si64(_mm_srli_si128(sad, 8));
}

/* Looking up 16 bytes at once needs more than SSE2: nothing is left out. */
static inline __m128i word_table_sse2(const unsigned char rows[16]) {
  return _mm_loadu_si128((const __m128i *)(const void *)rows);
}

static inline uint32_t word_mask_sse2(const char *p, __m128i table) {
  (void)p;
  (void)table;
  return 0;
}

#include "text/scan_kernel.inc"

#undef KERNEL
#undef LOCAL
#undef TARGET
#undef SPLAT
#undef SPLAT_OF

#if SX_SCAN_HAS_AVX2

#define KERNEL(name) sx_scan__##name##_avx2
#define LOCAL(name) name##_avx2
#define TARGET __attribute__((target("avx2,popcnt")))
#define SPLAT __m256i
#define SPLAT_OF(byte) _mm256_set1_epi8((char)(byte))

TARGET static inline uint32_t equal_avx2(const char *p, __m256i byte) {
  return (uint32_t)_mm256_movemask_epi8(
      _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)p), byte));
}

TARGET static inline uint32_t equal_folded_avx2(const char *p, __m256i byte, __m256i fold) {
  __m256i text = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)p), fold);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(text, byte));
}

TARGET static inline uint32_t both_equal_avx2(const char *p, __m256i a, const char *q, __m256i b) {
  __m256i at_p = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)p), a);
  __m256i at_q = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)q), b);
  return (uint32_t)_mm256_movemask_epi8(_mm256_and_si256(at_p, at_q));
}

TARGET static inline uint32_t high_avx2(const char *p) {
  return (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)p));
}

TARGET static inline __m256i add_lines_avx2(__m256i sums, const char *p, __m256i newline,
                                            __m256i cr) {
  __m256i here = _mm256_loadu_si256((const __m256i *)p);
  __m256i next = _mm256_loadu_si256((const __m256i *)(p + 1));
  __m256i lone = _mm256_andnot_si256(_mm256_cmpeq_epi8(next, newline), _mm256_cmpeq_epi8(here, cr));
  return _mm256_sub_epi8(sums, _mm256_or_si256(_mm256_cmpeq_epi8(here, newline), lone));
}

TARGET static inline size_t total_avx2(__m256i sums) {
  __m256i sad = _mm256_sad_epu8(sums, _mm256_setzero_si256());
  __m128i both = _mm_add_epi64(_mm256_castsi256_si128(sad), _mm256_extracti128_si256(sad, 1));
  return (size_t)_mm_cvtsi128_si64(both) + (size_t)_mm_extract_epi64(both, 1);
}

TARGET static inline __m256i word_table_avx2(const unsigned char rows[16]) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)rows));
}

/** The bits of word characters: of their low half the table knows with which high halves. */
TARGET static inline uint32_t word_mask_avx2(const char *p, __m256i table) {
  const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2,
                                        4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  __m256i text = _mm256_loadu_si256((const __m256i *)p);
  __m256i half = _mm256_set1_epi8(0x0F);
  __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(text, half));
  __m256i high = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(text, 4), half));
  __m256i no_word = _mm256_cmpeq_epi8(_mm256_and_si256(low, high), _mm256_setzero_si256());
  return ~(uint32_t)_mm256_movemask_epi8(no_word);
}

#include "text/scan_kernel.inc"

#endif
#else
/* A translation unit holds at least one declaration. */
typedef int sx_scan__no_x86;
#endif
