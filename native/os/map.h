#ifndef SX_OS_MAP_H
#define SX_OS_MAP_H

#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>

/** A file that is mapped for reading, or a copy of it. Zeroed: none. */
typedef struct sx_map {
  const unsigned char *bytes; /* NULL where it is empty */
  size_t len;                 /* as it was when it was mapped */
  bool is_copy;
  int file; /* open while `bytes` are mapped, to be looked at */
} sx_map;

/**
 * Maps a whole file; `path` is a C string. Only for files that no program is meant to make shorter:
 * reading what was cut off ends the process. sx_map_is_whole is asked before. On a file system that
 * is not known to be local (sx_fs_is_local) it is copied, as another machine may remove the file.
 *
 * Errors  NOT_FOUND; NOT_READABLE, also of what is not a regular file; TOO_BIG: a copy would have
 *         more than `max_copied` bytes; NOMEM.
 */
sx_status sx_map_open(sx_map *out, const char *path, size_t max_copied, sx_err *err) SX_MUST_USE;
void sx_map_close(sx_map *map);
/** Whether the file still has all that was mapped; true of a copy. */
bool sx_map_is_whole(const sx_map *map);

#endif
