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
#else
/* Macros, so that each kernel gets its own processor's instructions for them. */
#define count_ones(mask) ((unsigned)__builtin_popcount(mask))
#define lowest(mask) ((unsigned)__builtin_ctz(mask))
#define highest(mask) (31u - (unsigned)__builtin_clz(mask))
#endif

/* Everything below works on 32 bytes at a time, as a mask with a bit for each. */
#define BLOCK 32

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

static inline uint32_t both_equal_sse2(const char *p, __m128i a, const char *q, __m128i b) {
  uint32_t mask = equal_sse2(p, a);
  return mask ? mask & equal_sse2(q, b) : 0;
}

static inline uint32_t high_sse2(const char *p) {
  return (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)p)) |
         (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(p + 16))) << 16;
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

TARGET static inline uint32_t both_equal_avx2(const char *p, __m256i a, const char *q, __m256i b) {
  __m256i at_p = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)p), a);
  __m256i at_q = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)q), b);
  return (uint32_t)_mm256_movemask_epi8(_mm256_and_si256(at_p, at_q));
}

TARGET static inline uint32_t high_avx2(const char *p) {
  return (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)p));
}

#include "text/scan_kernel.inc"

#endif
#else
/* A translation unit holds at least one declaration. */
typedef int sx_scan__no_x86;
#endif
