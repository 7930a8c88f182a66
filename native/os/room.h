#ifndef SX_OS_ROOM_H
#define SX_OS_ROOM_H

#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether files can get their new texts, asked before anything is written. Programs that cut a file
 * before they write to it, as the editor does, leave it cut where there is no room.
 */

#define SX_ROOM_FILE_SYSTEMS 8

/** The blocks that files, which are written at once, need in addition to their own. Begins zeroed.
 */
typedef struct sx_room {
  struct {
    uint64_t device, needed_blocks;
  } items[SX_ROOM_FILE_SYSTEMS];
  size_t len;
} sx_room;

/**
 * Whether the file system has room for a file of `bytes` at `path`, beside those that were added
 * before. A file that is there gives its own room. True where it is not known; quotas are not.
 */
bool sx_room_add(sx_room *room, sx_str path, uint64_t bytes);

/** IO, with what to do; `why`: as the system says it. */
sx_status sx_room_fail(sx_err *err, sx_str path, const char *why);

/** Whether `path`, or where it is absent the folder that it would be in, is mounted read-only. */
bool sx_room_is_read_only(sx_str path);

#endif
