#ifndef SX_OS_FILE_READER_H
#define SX_OS_FILE_READER_H

#include "base/status.h"
#include "base/str.h"

/**
 * Reads many files, one after the other, into memory of its own: for one thread. Not mapped, as
 * another program may cut a file at any time.
 */
typedef struct sx_file_reader {
  char *bytes;
  size_t cap;
} sx_file_reader;

void sx_file_reader_init(sx_file_reader *reader); /* allocates nothing */
void sx_file_reader_release(sx_file_reader *reader);

/**
 * The whole file; `path` is absolute. A link is not followed, and a pipe not waited for. Blocks.
 *
 * Memory  Borrowed until the next one is read.
 * Errors  NOT_FOUND also for a folder; NOT_READABLE; TOO_BIG past `max_bytes`, with at least
 *         SX_FILE_TEXT_PROBE_BYTES of it; NOMEM. Without messages.
 */
sx_status sx_file_reader_read(sx_str *out, sx_file_reader *reader, const char *path,
                              size_t max_bytes) SX_MUST_USE;

#endif
