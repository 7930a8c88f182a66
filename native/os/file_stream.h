#ifndef SX_OS_FILE_STREAM_H
#define SX_OS_FILE_STREAM_H

#include "os/file.h"

/** A file that is read piece by piece, in little memory whatever its size. */
typedef struct sx_file_stream {
  int file;
} sx_file_stream;

/**
 * Opens a regular file; `path` is absolute. A link is not followed, and a pipe not waited for.
 *
 * `*info`  what it is, also where there is no right to read it; zeroed where it is not known.
 * Errors   NOT_FOUND (a link, too), NOT_READABLE (also what is not a regular file), NOMEM. Without
 *          messages; nothing is open then.
 */
sx_status sx_file_stream_open(sx_file_stream *out, sx_file_info *info,
                              const char *path) SX_MUST_USE;
/** Reads on until `room` is full or the file ends, where `*got` is less. NOT_READABLE, NOMEM. */
sx_status sx_file_stream_read(const sx_file_stream *stream, char *out, size_t room,
                              size_t *got) SX_MUST_USE;
/** Looks at the open file. NOT_READABLE, NOMEM. */
sx_status sx_file_stream_stat(const sx_file_stream *stream, sx_file_info *info) SX_MUST_USE;
void sx_file_stream_close(sx_file_stream *stream);

#endif
