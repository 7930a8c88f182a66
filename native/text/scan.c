#include "text/scan.h"

#include "base/utf8.h"
#include "text/scan_kernels.h"

/*
 * How common each ASCII byte is in C, Python and JavaScript sources, logarithmic: 40 is tenfold.
 * Only the order matters, and only for speed.
 */
static const unsigned char commonness[128] = {
    0,   0,   0,   0,   0,   0,   0,   0,   0,   165, 217, 0,   45,  180, 0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    254, 156, 184, 186, 136, 137, 163, 195, 204, 204, 190, 155, 201, 182, 201, 188,
    191, 180, 172, 163, 158, 169, 156, 149, 157, 166, 186, 182, 158, 194, 171, 148,
    142, 195, 175, 191, 181, 200, 177, 174, 167, 194, 144, 164, 193, 179, 193, 192,
    187, 155, 192, 201, 196, 174, 163, 158, 172, 160, 141, 169, 167, 169, 117, 217,
    153, 219, 192, 213, 211, 232, 208, 197, 205, 221, 161, 192, 213, 201, 222, 220,
    208, 160, 221, 223, 227, 206, 186, 186, 189, 193, 159, 179, 156, 178, 98,  16};

/* Lead bytes repeat through a text in one script; what follows them tells its words apart. */
static unsigned commonness_of(unsigned char byte) {
  if (byte < 0x80) return commonness[byte];
  return byte >= 0xC0 ? 190 : 130;
}

sx_scan_needle sx_scan_needle_of(sx_str name) {
  const unsigned char *bytes = (const unsigned char *)name.ptr;
  size_t rarest = 0, second = name.len > 1 ? 1 : 0;
  if (commonness_of(bytes[second]) < commonness_of(bytes[rarest])) rarest = 1, second = 0;
  for (size_t i = 2; i < name.len; i++)
    if (commonness_of(bytes[i]) < commonness_of(bytes[rarest])) second = rarest, rarest = i;
    else if (commonness_of(bytes[i]) < commonness_of(bytes[second])) second = i;
  return (sx_scan_needle){name.len, rarest, second, bytes[rarest], bytes[second]};
}

/* The portable kernels. */

sx_scan_rows sx_scan__lines_portable(sx_str text, size_t from, size_t to) {
  sx_scan_rows rows = {0, from, false};
  for (size_t i = from; i < to; i++)
    if (sx_scan__ends_line(text, i)) rows.count++, rows.last = i + 1;
  unsigned char high = 0;
  for (size_t i = rows.last; i < to; i++) high |= (unsigned char)text.ptr[i];
  rows.has_high = high >= 0x80;
  return rows;
}

void sx_scan__line_starts_portable(sx_str text, uint32_t *starts, size_t count) {
  for (size_t i = 0; i < text.len && count; i++)
    if (sx_scan__ends_line(text, i)) *starts++ = (uint32_t)(i + 1), count--;
}

size_t sx_scan__ascii_portable(const char *text, size_t len) {
  size_t i = 0;
  while (i < len && (unsigned char)text[i] < 0x80) i++;
  return i;
}

size_t sx_scan__candidates_portable(const sx_scan_needle *needle, sx_str text, size_t *from,
                                    size_t out[SX_SCAN_BATCH]) {
  size_t count = 0, at = *from;
  size_t end = text.len < needle->len ? 0 : text.len - needle->len + 1;
  while (at < end && count < SX_SCAN_BATCH) {
    const char *start = text.ptr + at + needle->at_a;
    const char *hit = memchr(start, needle->byte_a, end - at);
    if (!hit) at = end;
    else {
      at += (size_t)(hit - start);
      if ((unsigned char)text.ptr[at + needle->at_b] == needle->byte_b) out[count++] = at;
      at++;
    }
  }
  *from = at < end ? at : text.len;
  return count;
}

/* The choice. */

static int forced = -1;

sx_scan_kind sx_scan_best(void) {
#if SX_SCAN_HAS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) return SX_SCAN_AVX2;
#endif
  return SX_SCAN_HAS_X86 ? SX_SCAN_SSE2 : SX_SCAN_PORTABLE;
}

bool sx_scan_force(sx_scan_kind kind) {
  if (kind > sx_scan_best()) return false;
  forced = (int)kind;
  return true;
}

static sx_scan_kind kind_in_use(void) {
  return forced < 0 ? sx_scan_best() : (sx_scan_kind)forced;
}

#if SX_SCAN_HAS_AVX2
#define RUN(kernel, args)                                                                          \
  (kind_in_use() == SX_SCAN_AVX2   ? sx_scan__##kernel##_avx2 args                                 \
   : kind_in_use() == SX_SCAN_SSE2 ? sx_scan__##kernel##_sse2 args                                 \
                                   : sx_scan__##kernel##_portable args)
#elif SX_SCAN_HAS_X86
#define RUN(kernel, args)                                                                          \
  (kind_in_use() == SX_SCAN_SSE2 ? sx_scan__##kernel##_sse2 args                                   \
                                 : sx_scan__##kernel##_portable args)
#else
#define RUN(kernel, args) ((void)kind_in_use, sx_scan__##kernel##_portable args)
#endif

sx_scan_rows sx_scan_lines(sx_str text, size_t from, size_t to) {
  return RUN(lines, (text, from, to));
}

void sx_scan_line_starts(sx_str text, uint32_t *starts, size_t count) {
  RUN(line_starts, (text, starts, count));
}

size_t sx_scan_u16(const char *text, size_t len) {
  size_t units = 0, i = 0;
  while (i < len) {
    size_t ascii = RUN(ascii, (text + i, len - i));
    units += ascii;
    i += ascii;
    /* A run of other characters rarely ends after one. */
    while (i < len && (unsigned char)text[i] >= 0x80) {
      uint32_t codepoint;
      i += sx_utf8_decode(text + i, len - i, &codepoint);
      units += codepoint >= 0x10000 ? 2 : 1;
    }
  }
  return units;
}

size_t sx_scan_candidates(const sx_scan_needle *needle, sx_str text, size_t *from,
                          size_t out[SX_SCAN_BATCH]) {
  size_t count = 0;
  while (count == 0 && *from < text.len) count = RUN(candidates, (needle, text, from, out));
  return count;
}
