#ifndef SX_MATCH_SEARCH_H
#define SX_MATCH_SEARCH_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/scan.h"

#include <stdint.h>

/**
 * The places of one text in another, from left to right, none overlapping the one before.
 *
 * Life     sx_search_init, then sx_search_next until it gives SX_STR_NONE. Nothing to release.
 * Memory   text and needle borrowed; a hostile pair takes 4 bytes for each byte of the needle
 *          from the arena.
 * Cost     One pass for the two rarest bytes of the needle. Where too many places look right and
 *          are not (`aaab` in `aaaa…`), it goes on by a table, so that time stays linear.
 * Source   Knuth, Morris, Pratt 1977, "Fast Pattern Matching in Strings".
 */
typedef struct sx_search {
  sx_str text, needle;
  size_t from;   /* places before it are not looked for */
  size_t looked; /* up to where candidates were taken */
  size_t compared_bytes;
  sx_scan_needle scan;
  size_t at, count;  /* in candidates */
  uint32_t *borders; /* NULL until the table is needed */
  sx_arena *arena;
  size_t candidates[SX_SCAN_BATCH];
} sx_search;

/** `needle` is not empty and shorter than 4 GB. */
void sx_search_init(sx_search *search, sx_str text, sx_str needle, sx_arena *arena);

/** Offset of the next place, or SX_STR_NONE in `*out`. NOMEM or TOO_BIG from the arena. */
sx_status sx_search_next(size_t *out, sx_search *search, sx_err *err) SX_MUST_USE;

#endif
