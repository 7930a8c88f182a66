#ifndef SX_INDEX_STORAGE_H
#define SX_INDEX_STORAGE_H

#include "base/array.h"

#include <stdint.h>

/*
 * All stores of a user: the folder `index` of the storage has a folder for each work tree.
 *
 * A window shares the lock of the file `used` of a store as long as it has it open; its time of
 * change is when a window last did.
 */

/** In the storage. */
#define SX_INDEX_STORES "index"
/** In a store. */
#define SX_INDEX_USED "used"
#define SX_INDEX_LOCK "lock"

typedef struct sx_index_stored {
  sx_str name;     /* of its folder */
  sx_str root;     /* of the work tree; empty where the store has no manifest */
  uint64_t bytes;  /* on the disk */
  int64_t used_ns; /* sx_clock_day_ns; 0: unknown */
} sx_index_stored;

/** Which stores go. One that a window has open, or a process writes, never does. */
typedef struct sx_index_tidy {
  sx_str keep;             /* the name of one that stays in any case; may be empty */
  int64_t unused_since_ns; /* not used after that; 0: however long */
  bool without_root;       /* the work tree is gone */
  uint64_t max_bytes;      /* of all together: the least recently used go until they fit */
} sx_index_tidy;

typedef struct sx_index_tidied {
  SX_ARRAY(sx_index_stored) removed;
  uint64_t removed_bytes, left_bytes;
  size_t left, busy; /* busy: of those left, that were to go */
} sx_index_tidied;

/**
 * Removes stores. `folder`: that of all of them; without it there are none. Everything in `arena`.
 * Errors: NOMEM, NOT_READABLE; IO where one cannot be removed, after the others were.
 */
sx_status sx_index_storage_tidy(sx_index_tidied *out, sx_str folder, const sx_index_tidy *tidy,
                                sx_arena *arena, sx_err *err) SX_MUST_USE;
/** The files of a folder, in bytes; 0 where it cannot be read. */
uint64_t sx_index_storage_bytes(sx_str folder, sx_arena *arena);

#endif
