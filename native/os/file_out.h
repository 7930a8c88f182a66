#ifndef SX_OS_FILE_OUT_H
#define SX_OS_FILE_OUT_H

#include "base/status.h"
#include "base/str.h"

#include <stdint.h>

/**
 * A new file that is written from its start to its end, through a buffer.
 *
 * Life    Zeroed, then sx_file_out_open; sx_file_out_close in any case.
 * Errors  Sticky: after the first one nothing more is written. sx_file_out_check gives it.
 */
typedef struct sx_file_out {
  int file; /* descriptor + 1; 0: none */
  int code; /* the first error, libuv's */
  char *buffer;
  size_t len;          /* in the buffer */
  uint64_t size_bytes; /* with those */
  char *path;
} sx_file_out;

/**
 * `path` must be free. Nameless: it has a name only for a moment, and is gone when it is closed.
 * Errors: as sx_file_out_check.
 */
sx_status sx_file_out_open(sx_file_out *out, sx_str path, bool is_nameless,
                           sx_err *err) SX_MUST_USE;
void sx_file_out_add(sx_file_out *out, const void *bytes, size_t len);
/** Writes over what begins at `at`, all of it added before. */
void sx_file_out_put(sx_file_out *out, uint64_t at, const void *bytes, size_t len);
/** Writes the buffer; what was added can be read then. */
void sx_file_out_flush(sx_file_out *out);
/** Reads back what was flushed. Also from another thread, while none writes. IO. */
sx_status sx_file_out_read(const sx_file_out *out, uint64_t at, void *into, size_t len) SX_MUST_USE;
/** Flushes, and waits until the disk has it. */
void sx_file_out_sync(sx_file_out *out);
/** OK, or the first error: IO (a full disk, too), READ_ONLY, NOT_FOUND, EXISTS, NOMEM. */
sx_status sx_file_out_check(const sx_file_out *out, sx_err *err) SX_MUST_USE;
/** Does not flush. */
void sx_file_out_close(sx_file_out *out);
/** Closes and removes it. */
void sx_file_out_discard(sx_file_out *out);

#endif
