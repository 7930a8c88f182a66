#include "text/scan.h"

#include "base/utf8.h"
#include "text/scan_kernels.h"

#include <limits.h>

/*
 * How common each ASCII byte is in C, Python and JavaScript sources, logarithmic: 40 is tenfold.
 * Only the order matters, and only for speed.
 */
static const unsigned char commonness[128] = {
    0,   0,   0,   0,   0,   0,   0,   0,   0,   165, 217, 0,   45,  180, 0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   254, 156, 184, 186, 136, 137,
    163, 195, 204, 204, 190, 155, 201, 182, 201, 188, 191, 180, 172, 163, 158, 169, 156, 149, 157,
    166, 186, 182, 158, 194, 171, 148, 142, 195, 175, 191, 181, 200, 177, 174, 167, 194, 144, 164,
    193, 179, 193, 192, 187, 155, 192, 201, 196, 174, 163, 158, 172, 160, 141, 169, 167, 169, 117,
    217, 153, 219, 192, 213, 211, 232, 208, 197, 205, 221, 161, 192, 213, 201, 222, 220, 208, 160,
    221, 223, 227, 206, 186, 186, 189, 193, 159, 179, 156, 178, 98,  16};

/* Lead bytes repeat through a text in one script; the bytes after them distinguish its words. */
static unsigned commonness_of(unsigned char byte) {
  if (byte < 0x80) return commonness[byte];
  return byte >= 0xC0 ? 190 : 130;
}

/* Letters beside each other go together in words (in, co, ex): such a pair is worth less. */
#define NEIGHBOURS_COST 30
/* For a longer name, the best pair of its beginning is enough. */
#define MAX_CHOICE_BYTES 48

sx_scan_needle sx_scan_needle_of(sx_str name) {
  const unsigned char *bytes = (const unsigned char *)name.ptr;
  size_t len = name.len < MAX_CHOICE_BYTES ? name.len : MAX_CHOICE_BYTES;
  sx_scan_needle needle = {.len = name.len, .byte_a = bytes[0], .byte_b = bytes[0]};
  unsigned best = UINT_MAX;
  for (size_t a = 0; a < len; a++)
    for (size_t b = a + 1; b < len; b++) {
      unsigned cost = commonness_of(bytes[a]) + commonness_of(bytes[b]);
      if (b == a + 1) cost += NEIGHBOURS_COST;
      if (cost >= best) continue;
      best = cost;
      needle.at_a = a;
      needle.at_b = b;
      needle.byte_a = bytes[a];
      needle.byte_b = bytes[b];
    }
  return needle;
}

static unsigned char fold_of(unsigned char byte) {
  return byte >= 'a' && byte <= 'z' ? 0x20 : 0;
}

sx_scan_needle sx_scan_needle_folded(sx_str name) {
  sx_scan_needle needle = sx_scan_needle_of(name);
  needle.fold_a = fold_of(needle.byte_a);
  needle.fold_b = fold_of(needle.byte_b);
  return needle;
}

unsigned sx_scan_needle_commonness(const sx_scan_needle *needle) {
  return commonness_of(needle->byte_a) + commonness_of(needle->byte_b);
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

sx_scan_masks sx_scan__masks_portable(sx_str text, size_t at) {
  sx_scan_masks masks = {0, 0, 0, 0, 0};
  for (unsigned k = 0; k < SX_SCAN_WORD && at + k < text.len; k++) {
    if ((unsigned char)text.ptr[at + k] >= 0x80)
      masks.high |= (uint64_t)1 << k, masks.high_top = k + 1;
    if (!sx_scan__ends_line(text, at + k)) continue;
    masks.ends |= (uint64_t)1 << k;
    masks.end_count++;
    masks.end_top = k + 1;
  }
  return masks;
}

void sx_scan__index_portable(sx_scan_window *window, sx_str text) {
  size_t at = window->from = window->to;
  sx_scan_before before = window->before_to;
  for (size_t i = 0; i < SX_SCAN_WORDS && at < text.len; i++, at += SX_SCAN_WORD) {
    sx_scan_masks masks = sx_scan__masks_portable(text, at);
    before = sx_scan__add_word(&window->words[i], before, at, masks);
  }
  window->before_to = before;
  window->to = at < text.len ? at : text.len;
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

static size_t candidates_folded(const sx_scan_needle *needle, sx_str text, size_t *from,
                                size_t out[SX_SCAN_BATCH]) {
  size_t count = 0, at = *from;
  size_t end = text.len < needle->len ? 0 : text.len - needle->len + 1;
  for (; at < end && count < SX_SCAN_BATCH; at++)
    if (((unsigned char)text.ptr[at + needle->at_a] | needle->fold_a) == needle->byte_a &&
        ((unsigned char)text.ptr[at + needle->at_b] | needle->fold_b) == needle->byte_b)
      out[count++] = at;
  *from = at < end ? at : text.len;
  return count;
}

size_t sx_scan__candidates_portable(const sx_scan_needle *needle, sx_str text, size_t *from,
                                    size_t out[SX_SCAN_BATCH]) {
  if (needle->fold_a | needle->fold_b) return candidates_folded(needle, text, from, out);
  size_t count = 0, at = *from;
  size_t end = text.len < needle->len ? 0 : text.len - needle->len + 1;
  while (at < end && count < SX_SCAN_BATCH) {
    const char *start = text.ptr + at + needle->at_a;
    const char *hit = memchr(start, needle->byte_a, end - at);
    if (!hit)
      at = end;
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

void sx_scan_index(sx_scan_window *window, sx_str text) {
  RUN(index, (window, text));
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

size_t sx_scan_ascii(sx_str text) {
  return RUN(ascii, (text.ptr, text.len));
}

size_t sx_scan_candidates(const sx_scan_needle *needle, sx_str text, size_t *from,
                          size_t out[SX_SCAN_BATCH]) {
  size_t count = 0;
  while (count == 0 && *from < text.len) count = RUN(candidates, (needle, text, from, out));
  return count;
}
