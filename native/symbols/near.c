#include "symbols/near.h"

#include "base/byte.h"
#include "symbols/names.h"

#include <stdlib.h>

static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789_$";

enum { CHARACTERS = sizeof characters - 1 };

_Static_assert((2 * CHARACTERS + 2) * SX_SYMBOLS_NEAR_BYTES + CHARACTERS <= SX_SYMBOLS_NEAR_HASHES,
               "of each place: less, another, more, the wrong way round");

bool sx_symbols_is_near(sx_str name, sx_str other) {
  size_t shorter = name.len < other.len ? name.len : other.len, same = 0, same_end = 0;
  while (same < shorter && sx_byte_lower(name.ptr[same]) == sx_byte_lower(other.ptr[same])) same++;
  sx_str left = sx_str_slice(name, same, name.len), right = sx_str_slice(other, same, other.len);
  shorter -= same;
  while (same_end < shorter && sx_byte_lower(left.ptr[left.len - 1 - same_end]) ==
                                   sx_byte_lower(right.ptr[right.len - 1 - same_end]))
    same_end++;
  left.len -= same_end;
  right.len -= same_end;
  if (left.len <= 1 && right.len <= 1) return true;
  return left.len == 2 && right.len == 2 &&
         sx_byte_lower(left.ptr[0]) == sx_byte_lower(right.ptr[1]) &&
         sx_byte_lower(left.ptr[1]) == sx_byte_lower(right.ptr[0]);
}

static int compare(const void *a, const void *b) {
  const uint32_t *one = a, *other = b;
  return (*one > *other) - (*one < *other);
}

/* `name` without `count` bytes at `at`, and with `more` there. */
static uint32_t hash_changed(sx_str name, size_t at, size_t count, sx_str more) {
  char text[SX_SYMBOLS_NEAR_BYTES + 1];
  memcpy(text, name.ptr, at);
  memcpy(text + at, more.ptr, more.len);
  memcpy(text + at + more.len, name.ptr + at + count, name.len - at - count);
  return sx_symbols_hash(sx_str_make(text, name.len - count + more.len));
}

size_t sx_symbols_near_hashes(uint32_t out[SX_SYMBOLS_NEAR_HASHES], sx_str name) {
  size_t len = 0, kept = 0;
  if (name.len > SX_SYMBOLS_NEAR_BYTES) return 0;
  for (size_t at = 0; at <= name.len; at++) {
    const char swapped[] = {sx_str_at(name, at + 1), sx_str_at(name, at)};
    if (at < name.len) out[len++] = hash_changed(name, at, 1, SX_STR(""));
    if (at + 1 < name.len) out[len++] = hash_changed(name, at, 2, sx_str_make(swapped, 2));
    for (size_t i = 0; i < CHARACTERS; i++) {
      const sx_str more = sx_str_make(&characters[i], 1);
      if (at < name.len) out[len++] = hash_changed(name, at, 1, more);
      out[len++] = hash_changed(name, at, 0, more);
    }
  }
  qsort(out, len, sizeof *out, compare);
  for (size_t i = 0; i < len; i++)
    if (!kept || out[kept - 1] != out[i]) out[kept++] = out[i];
  return kept;
}
