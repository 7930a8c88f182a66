#ifndef SX_INDEXER_POISON_H
#define SX_INDEXER_POISON_H

#include "base/map.h"
#include "index/poison_file.h"
#include "os/own_folder.h"
#include "os/sweep.h"

/*
 * Files at which the process ended without having time to say why: killed, crashed, hung. One that
 * was being read twice is poison: it is left alone until it changes.
 *
 * Each thread writes the path that it reads into the file `working`; a process that ends by itself
 * removes it. The next one counts in the file `poison` the paths that are left in it.
 */
typedef struct sx_indexer_poison {
  const char *folder; /* the store's */
  sx_map counts;      /* by path: number of the item + 1 */
  sx_index_poison_list items;
  sx_own_file working;
  sx_arena *arena;
} sx_indexer_poison;

#define SX_INDEXER_WORKING "working"

/**
 * Reads what earlier runs left behind in `folder`, and writes it down. `paths` and `swept` are the
 * files of now: others, and those that changed, are forgotten. Everything in the arena.
 * Errors: NOMEM, IO, READ_ONLY.
 */
sx_status sx_indexer_poison_open(sx_indexer_poison *out, const char *folder, const sx_strs *paths,
                                 const sx_swept *swept, sx_arena *arena, sx_err *err) SX_MUST_USE;
/** Makes the file `working`. IO, READ_ONLY, NOMEM. */
sx_status sx_indexer_poison_begin(sx_indexer_poison *poison, size_t threads,
                                  sx_err *err) SX_MUST_USE;
/** From any thread: `thread` reads this file from now on; an empty path: none. */
void sx_indexer_poison_work(const sx_indexer_poison *poison, size_t thread, sx_str path);
bool sx_indexer_poison_has(const sx_indexer_poison *poison, sx_str path);
/** The process is about to end by itself, or has read all. Zeroed is allowed. */
void sx_indexer_poison_end(sx_indexer_poison *poison);
/** All other files have been read: only poison is remembered. IO, READ_ONLY, NOMEM. */
sx_status sx_indexer_poison_forget(sx_indexer_poison *poison, sx_err *err) SX_MUST_USE;

#endif
