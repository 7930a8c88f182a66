#ifndef SX_OS_WALK_FOLDER_H
#define SX_OS_WALK_FOLDER_H

#include "os/walk.h"

#include <uv.h>

/* Between os/walk.c, which shares the work, and what lists one folder on this system. */

/** The memory with which one thread lists folders, one after the other. */
typedef struct sx_walk_lister {
  sx_walk_entry *entries;
  size_t count, cap;
  char *bytes; /* that the names are in */
  size_t size;
  char *path; /* of the folder, where that is what names it */
  const struct sx_walk_top *top;
  sx_str below; /* the folder, where it is opened when it is needed */
  int fd;       /* of the folder, or -1 */
} sx_walk_lister;

typedef struct sx_walk_top {
  sx_str path;
  int fd; /* or -1 */
} sx_walk_top;

/** 0 or an error of libuv (negative). */
int sx_walk_top_open(sx_walk_top *top, const char *path) SX_MUST_USE;
void sx_walk_top_close(sx_walk_top *top);

void sx_walk_lister_init(sx_walk_lister *lister);
void sx_walk_lister_release(sx_walk_lister *lister);
/**
 * Opens the folder at `path` below the top, of a file system that may hang. 0 or an error of libuv.
 * Close it in any case.
 */
int sx_walk_lister_open(sx_walk_lister *lister, const sx_walk_top *top, sx_str path) SX_MUST_USE;
/** The same without opening it: what it has is known. 0, or no memory. Close it in any case. */
int sx_walk_lister_recall(sx_walk_lister *lister, const sx_walk_top *top, sx_str path) SX_MUST_USE;
/** Lists it. Asks `is_over` now and then and ends early where it is. 0 or an error of libuv. */
int sx_walk_lister_read(sx_walk_lister *lister, bool (*is_over)(void *arg), void *arg) SX_MUST_USE;
void sx_walk_lister_close(sx_walk_lister *lister);

/** A zeroed entry after the last; NULL without memory. */
sx_walk_entry *sx_walk__add_entry(sx_walk_lister *lister);

#endif
