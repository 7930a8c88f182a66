#ifndef SX_MATCH_LOOSE_H
#define SX_MATCH_LOOSE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Lines compared by less than all of their bytes: what a line is, is a loose reading of it, its
 * key the hash of that.
 */

typedef enum sx_loose {
  SX_LOOSE_INDENT, /* blanks at the start do not count, nor what kind of blank line it is */
  SX_LOOSE_BLANKS, /* nor blanks at the end; a run of blanks is one */
  SX_LOOSE_QUOTES, /* nor whether quotes are typographic ones */
} sx_loose;

uint64_t sx_loose_key(sx_str line, sx_loose loose);
bool sx_loose_is_equal(sx_str a, sx_str b, sx_loose loose);

/** Bytes of the typographic quote at the start of `text` (0: there is none) and the plain one. */
size_t sx_loose_quote(sx_str text, char *plain);

/** Copies of all lines' keys, in the arena; NULL when it refuses. */
uint64_t *sx_loose_keys(const sx_str *lines, size_t count, sx_loose loose, sx_arena *arena);

/**
 * Where a run of keys stands in others, overlapping ones too.
 *
 * Life    sx_key_search_begin, then sx_key_search_next until it gives SX_STR_NONE.
 * Memory  All borrowed; 4 bytes a key of the needle from the arena.
 * Cost    Linear in both.
 */
typedef struct sx_key_search {
  /* Set by the caller. */
  const uint64_t *text, *needle;
  size_t text_count, needle_count;
  /* Set by the search; begin as 0. */
  size_t at;
  uint32_t same;
  uint32_t *borders;
} sx_key_search;

sx_status sx_key_search_begin(sx_key_search *search, sx_arena *arena, sx_err *err) SX_MUST_USE;
size_t sx_key_search_next(sx_key_search *search);

#endif
