#include "match/search.h"

/* The cost of comparing, at first and for each byte of the text, past which the table is cheaper.
 */
#ifdef SX_DEBUG
#define COMPARED_FREE_BYTES 16
#define COMPARED_FACTOR 0
#else
#define COMPARED_FREE_BYTES 65536
#define COMPARED_FACTOR 4
#endif

void sx_search_init(sx_search *search, sx_str text, sx_str needle, sx_arena *arena) {
  search->text = text;
  search->needle = needle;
  search->from = search->looked = search->compared_bytes = 0;
  search->scan = sx_scan_needle_of(needle);
  search->at = search->count = 0;
  search->borders = NULL;
  search->arena = arena;
}

/** borders[i]: the longest proper prefix of needle[0..i] that is also its suffix. */
static sx_status make_borders(sx_search *search, sx_err *err) {
  sx_str needle = search->needle;
  uint32_t *borders = sx_arena_calloc(search->arena, needle.len, sizeof *borders);
  if (!borders) return sx_fail(err, search->arena->status, NULL);
  uint32_t border = 0;
  for (size_t i = 1; i < needle.len; i++) {
    while (border && needle.ptr[i] != needle.ptr[border]) border = borders[border - 1];
    border += needle.ptr[i] == needle.ptr[border];
    borders[i] = border;
  }
  search->borders = borders;
  return SX_OK;
}

static size_t find_by_table(const sx_search *search, const uint32_t *borders) {
  sx_str text = search->text, needle = search->needle;
  uint32_t same = 0;
  for (size_t i = search->from; i < text.len; i++) {
    while (same && text.ptr[i] != needle.ptr[same]) same = borders[same - 1];
    same += text.ptr[i] == needle.ptr[same];
    if (same == needle.len) return i + 1 - needle.len;
  }
  return SX_STR_NONE;
}

/** Bytes that two texts of `len` bytes have in common at their start, `len` when equal. */
static size_t count_equal(const char *a, const char *b, size_t len) {
  size_t equal = 0;
  while (len - equal >= 64 && memcmp(a + equal, b + equal, 64) == 0) equal += 64;
  while (equal < len && a[equal] == b[equal]) equal++;
  return equal;
}

/** The next candidate that is a place; false when the comparing became too dear. */
static bool find_by_candidates(size_t *out, sx_search *search) {
  sx_str text = search->text, needle = search->needle;
  for (;;) {
    if (search->at == search->count) {
      search->at = 0;
      search->count = sx_scan_candidates(&search->scan, text, &search->looked, search->candidates);
      if (!search->count) break;
    }
    size_t place = search->candidates[search->at++];
    if (place < search->from) continue;
    size_t equal = count_equal(text.ptr + place, needle.ptr, needle.len);
    if (equal == needle.len) {
      *out = place;
      return true;
    }
    search->compared_bytes += equal;
    if (search->compared_bytes > COMPARED_FREE_BYTES + COMPARED_FACTOR * place) {
      search->from = place + 1;
      return false;
    }
  }
  *out = SX_STR_NONE;
  return true;
}

sx_status sx_search_next(size_t *out, sx_search *search, sx_err *err) {
  bool is_found = !search->borders && find_by_candidates(out, search);
  if (!is_found && !search->borders) {
    sx_status status = make_borders(search, err);
    if (status) return status;
  }
  if (!is_found) *out = find_by_table(search, search->borders);
  search->from = *out == SX_STR_NONE ? search->text.len : *out + search->needle.len;
  return SX_OK;
}
