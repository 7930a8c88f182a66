#ifndef SX_OS_FILE_TEXT_H
#define SX_OS_FILE_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"

#include <stdbool.h>

/* The text of a file's bytes, as searching sees it. */

typedef enum sx_file_text_kind {
  SX_FILE_TEXT_BYTES, /* they are the text, after the mark */
  SX_FILE_TEXT_U16_LITTLE,
  SX_FILE_TEXT_U16_BIG,
  SX_FILE_TEXT_BINARY
} sx_file_text_kind;

/** At least so many bytes, or all of the file, decide of what kind it is. */
#define SX_FILE_TEXT_PROBE_BYTES 8000

/** `*mark_bytes` of it are not part of the text. */
sx_file_text_kind sx_file_text_kind_of(sx_str start, size_t *mark_bytes);

/**
 * The text of a whole file, in UTF-8 if it was UTF-16; false if it is binary.
 *
 * Memory  Borrowed from `bytes`, or in `decoded`, which then has room for 3 bytes for every 2.
 * Errors  NOMEM in `*status`, which otherwise stays.
 */
bool sx_file_text_decode(sx_str *text, sx_buf *decoded, sx_str bytes, sx_status *status);

/** Reads a whole file so, in `arena`. Errors: those of sx_file_read; BINARY; NOMEM, TOO_BIG. */
sx_status sx_file_text_load(sx_str *text, sx_str path, size_t most_bytes,
                            sx_arena *arena) SX_MUST_USE;

#endif
