#ifndef SX_INDEX_SELECT_H
#define SX_INDEX_SELECT_H

#include "index/segment.h"
#include "match/regex_literals.h"

/** Words of a bitmap of so many bits. */
#define SX_INDEX_WORDS(count) (((count) + 63) / 64)

/**
 * The covered files whose texts may fulfil `needed`, of any kind of text, as a bitmap by the number
 * of the entry. All covered files where it narrows nothing: `*is_narrowed` is false then. Each
 * string counts by its trigrams without a line end; a shorter one narrows nothing.
 *
 * `folds_case`  strings are in lower case, and ASCII letters of the text count in any case, as
 *               Unicode has it: the Kelvin sign is a k, the long s an s.
 * `per_block`   all that is needed stands in one line.
 * Memory        `bitmap` is the caller's, SX_INDEX_WORDS of the entries; the rest is in `a`.
 * Errors        CORRUPT; NOMEM and TOO_BIG of the arena.
 */
sx_status sx_index_select(const sx_index_segment *segment, const sx_needed *needed, bool folds_case,
                          bool per_block, uint64_t *bitmap, bool *is_narrowed,
                          sx_arena *a) SX_MUST_USE;

#endif
