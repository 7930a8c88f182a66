#ifndef SX_OS_WALK_H
#define SX_OS_WALK_H

#include "base/arena.h"

#include <stdint.h>

/**
 * A walk through a folder and all below it, on as many threads as the machine has processors. No
 * entry is asked for more than the listing gives, links are never followed, and no path is too
 * long.
 *
 *   folders are listed in any order, each by one thread, which calls `list` with what is in it
 *   `list` says which of the folders in it are walked, too
 */
typedef enum sx_walk_kind {
  SX_WALK_FILE,
  SX_WALK_FOLDER,
  SX_WALK_LINK,  /* to anything */
  SX_WALK_OTHER, /* a pipe, socket or device */
} sx_walk_kind;

typedef struct sx_walk_entry {
  sx_str name; /* never `.` or `..`; NUL-terminated; any bytes */
  sx_walk_kind kind;
  bool is_entered;     /* set by `list`: this folder is walked, too */
  const void *context; /* set by `list`: of the folder that is entered */
} sx_walk_entry;

typedef struct sx_walk_folder {
  sx_str path;         /* relative to the top, without a slash at either end; of the top: empty */
  const void *context; /* as it was set by the folder that it is in; of the top: the query's */
  sx_walk_entry *entries; /* only during `list`, which may sort and shorten them */
  size_t count;
  struct sx_walk_lister *lister; /* that has it open */
} sx_walk_folder;

/** The entries of a folder as it was listed, in memory of its own. */
typedef struct sx_walk_listing {
  size_t count;
  sx_walk_entry entries[];
} sx_walk_listing;

/** Before `list` has changed the entries. NULL without memory. */
sx_walk_listing *sx_walk_listing_new(const sx_walk_folder *folder);
void sx_walk_listing_free(sx_walk_listing *listing); /* NULL is allowed */

/** At most as many threads take part, the one that calls included. */
#define SX_WALK_MAX_WORKERS 16

typedef struct sx_walk_query {
  sx_str top;          /* absolute */
  const void *context; /* of the top */
  /* Or NULL. From several threads: a folder is open and will be listed, its entries come after
   * this. False passes over it. */
  bool (*enter)(void *arg, size_t worker, const sx_walk_folder *folder);
  /* Or NULL. From several threads: the folder's entries as they are now, where they are known,
   * which the walk frees. It is not read then, nor entered. */
  sx_walk_listing *(*recall)(void *arg, sx_str path);
  /* From several threads; `worker` is below sx_walk_workers(). Another status than OK ends the
   * walk. */
  sx_status (*list)(void *arg, size_t worker, sx_walk_folder *folder);
  /* A folder that exists and could not be listed. From several threads, one at a time. */
  void (*fail)(void *arg, sx_str path);
  /* On the calling thread, now and then: another status than OK ends the walk. */
  sx_status (*check)(void *arg);
  void *arg;
} sx_walk_query;

/** How many threads a walk may have on this machine. */
size_t sx_walk_workers(void);

/**
 * Blocks until everything is listed. A thread that hangs in the file system when the walk ends
 * early is left behind, and calls nothing any more, unless it hangs in `list`: that is waited for.
 *
 * Errors  of the top: NOT_FOUND, NOT_A_DIRECTORY, NOT_READABLE; the status of `list` or `check`;
 *         NOMEM.
 */
sx_status sx_walk_run(const sx_walk_query *query, sx_err *err) SX_MUST_USE;

typedef struct sx_walk_info {
  uint64_t device;
  int64_t changed_ns;
} sx_walk_info;

/**
 * Asks the system about an entry of the folder that is being entered or listed (of a link, not of
 * what it leads to), or of the folder itself: `name` empty. False: it is gone.
 */
bool sx_walk_look(sx_walk_info *out, const sx_walk_folder *folder, const char *name);

/**
 * Reads a regular file in the folder that is being listed, never through a link.
 *
 * Memory  out->ptr in `arena`.
 * Errors  NOT_FOUND, NOT_READABLE, TOO_BIG past `max_bytes`, NOMEM.
 */
sx_status sx_walk_read(sx_str *out, const sx_walk_folder *folder, const char *name,
                       size_t max_bytes, sx_arena *arena) SX_MUST_USE;

#endif
