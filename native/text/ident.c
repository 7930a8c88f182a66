#include "text/ident.h"

#include <stddef.h>

#include "text/ident_tables.inc"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/** True when `c` lies in a range of `changes` (see ident_tables.inc). */
static bool is_inside(const uint32_t *changes, size_t count, uint32_t c) {
  size_t low = 0;
  while (count > 0) {
    size_t half = count / 2;
    if (changes[low + half] <= c) {
      low += half + 1;
      count -= half + 1;
    } else
      count = half;
  }
  return low % 2 == 1;
}

static bool is_letter(uint32_t c) {
  return (c | 0x20) - 'a' < 26;
}

bool sx_ident_is_start(uint32_t c) {
  if (c < 0x80) return is_letter(c) || c == '_';
  return is_inside(xid_start, COUNT(xid_start), c);
}

bool sx_ident_is_continue(uint32_t c) {
  if (c < 0x80) return is_letter(c) || c - '0' < 10 || c == '_';
  return is_inside(xid_continue, COUNT(xid_continue), c);
}
