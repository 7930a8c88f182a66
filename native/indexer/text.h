#ifndef SX_INDEXER_TEXT_H
#define SX_INDEXER_TEXT_H

#include "index/segment.h"
#include "os/file_stream.h"

/**
 * Reads the text of an open file whose entry has this stamp, in `arena`. `*is_same` is false where
 * it is not as the entry has it, or is binary.
 *
 * `head`   where it is not empty: only its own length is read of a file that does not begin so.
 * Errors   NOMEM, TOO_BIG of the arena.
 */
sx_status sx_indexer_text_read(sx_str *text, bool *is_same, const sx_file_stream *stream,
                               const sx_index_stamp *stamp, sx_str head,
                               sx_arena *arena) SX_MUST_USE;

#endif
