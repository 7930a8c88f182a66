#include "needed.h"

/* NOLINTBEGIN(misc-no-recursion): as deep as the pattern has parts. */
bool sx_needed_is_in(const sx_needed *needed, sx_str text, bool folds_case) {
  switch (needed->kind) {
  case SX_NEEDED_NOTHING: return true;
  case SX_NEEDED_STRING:
    for (size_t at = 0; at + needed->string.len <= text.len; at++) {
      sx_str piece = sx_str_slice(text, at, at + needed->string.len);
      if (folds_case ? sx_str_is_equal_fold(piece, needed->string)
                     : sx_str_is_equal(piece, needed->string))
        return true;
    }
    return false;
  case SX_NEEDED_ALL:
    for (size_t i = 0; i < needed->part_count; i++)
      if (!sx_needed_is_in(needed->parts[i], text, folds_case)) return false;
    return true;
  default:
    for (size_t i = 0; i < needed->part_count; i++)
      if (sx_needed_is_in(needed->parts[i], text, folds_case)) return true;
    return false;
  }
}
/* NOLINTEND(misc-no-recursion) */
