#include "symbols/near.h"

#include "base/byte.h"
#include "symbols/names.h"

#include <stdlib.h>

static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789_$";

enum { CHARACTERS = sizeof characters - 1 };

_Static_assert((2 * CHARACTERS + 2) * SX_SYMBOLS_NEAR_BYTES + CHARACTERS <= SX_SYMBOLS_NEAR_HASHES,
               "of each place: less, another, more, the wrong way round");

static bool is_same(sx_str name, size_t at, sx_str other, size_t other_at) {
  return sx_byte_lower(sx_str_at(name, at)) == sx_byte_lower(sx_str_at(other, other_at));
}

bool sx_symbols_is_near(sx_str name, sx_str other) {
  size_t at = 0, end = name.len, other_end = other.len;
  while (at < end && at < other_end && is_same(name, at, other, at)) at++;
  while (end > at && other_end > at && is_same(name, end - 1, other, other_end - 1))
    end--, other_end--;
  if (end - at <= 1 && other_end - at <= 1) return true;
  return end - at == 2 && other_end - at == 2 && is_same(name, at, other, at + 1) &&
         is_same(name, at + 1, other, at);
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
