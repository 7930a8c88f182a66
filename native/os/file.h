#ifndef SX_OS_FILE_H
#define SX_OS_FILE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Reading only. Every call blocks: never on the editor's main thread. */

typedef struct sx_file_info {
  bool exists;
  bool is_directory;
  bool is_regular;   /* neither directory nor device, pipe or socket */
  bool is_read_only; /* no user has the right to write */
  uint64_t size_bytes;
  int64_t mtime_ns;
  int64_t changed_ns; /* also when it was renamed; no program can set it */
  uint64_t inode, device;
  uint32_t mode; /* type and permission bits: never 0 of a file that exists */
} sx_file_info;

/** Follows links. A missing file is not an error: `exists` is false. */
sx_status sx_file_stat(sx_file_info *out, sx_str path, sx_err *err) SX_MUST_USE;

/**
 * The whole file.
 *
 * Memory  out->ptr in `arena`, NUL-terminated.
 * Errors  NOT_FOUND, IS_DIRECTORY, NOT_READABLE (also devices and pipes, which could block),
 *         TOO_BIG past `max_bytes`, NOMEM.
 */
sx_status sx_file_read(sx_str *out, sx_str path, size_t max_bytes, sx_arena *arena,
                       sx_err *err) SX_MUST_USE;

/** Absolute path without links. Errors: NOT_FOUND, NOT_READABLE, NOMEM. Memory: in `arena`. */
sx_status sx_file_real_path(sx_str *out, sx_str path, sx_arena *arena, sx_err *err) SX_MUST_USE;

/** False when there is something other than a link at `path`; `arena` is for a copy. */
bool sx_file_may_be_link(sx_str path, sx_arena *arena);
/** True when there is a link at `path`, also one that leads nowhere; `arena` is for a copy. */
bool sx_file_is_link(sx_str path, sx_arena *arena);
/** The path that a link has, which may be relative to its folder; empty where it is none. */
sx_str sx_file_link_target(sx_str path, sx_arena *arena);

/** True when the first 8,000 bytes hold a NUL, which is how git detects binary files. */
bool sx_file_is_binary(sx_str contents);

#endif
