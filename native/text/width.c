#include "text/width.h"

#include <stddef.h>

#include "text/width_tables.inc"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/** True when `c` lies in a range of `changes` (see width_tables.inc). */
static int is_inside(const uint32_t *changes, size_t count, uint32_t c) {
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

unsigned sx_width_of(uint32_t codepoint) {
  if (codepoint < zero_width[0]) return 1;
  if (is_inside(zero_width, COUNT(zero_width), codepoint)) return 0;
  return is_inside(double_width, COUNT(double_width), codepoint) ? 2 : 1;
}
