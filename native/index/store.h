#ifndef SX_INDEX_STORE_H
#define SX_INDEX_STORE_H

#include "index/segment.h"

/*
 * The files of one work tree's index, in a folder of the extension's storage:
 *
 *     manifest          replaced atomically: version, root, generation, numbers of the segments
 *     base.G  delta.G   segments; the next writer removes those that the manifest does not name
 *     symbols.G         what the files of a segment declare (symbols/database); may be missing
 *     meaning.G         their words, for questions (meaning/file.h); only where one was asked
 *     lock              the one writer has it
 *     poison            files at which a run of the writer ended, and how often
 *     working           what each thread of the writer reads now; left behind by a crash
 *     scratch/          what the writer sorts
 *
 * Several processes read, one writes (sextant-indexer). Readers keep what they have opened.
 */
typedef struct sx_index_store {
  uint64_t generation;
  sx_index_segment *base, *delta; /* delta may be NULL; its entries win over the base's */
  uint64_t base_number, delta_number;
} sx_index_store;

/** Where the root's store is below the storage folder. In `a`. NOMEM. */
sx_status sx_index_store_folder(sx_str *out, sx_str storage, sx_str real_root,
                                sx_arena *a) SX_MUST_USE;
/** Cheap: reads the manifest alone; 0 where there is none (or a damaged one). */
uint64_t sx_index_store_generation(const char *folder);
/**
 * Opens what the manifest names: one whole generation, also while a writer commits.
 * Errors: NOT_FOUND; CORRUPT, also that of another root (the writer begins from nothing then);
 * NOT_READABLE; TOO_BIG, as sx_index_segment_open has it; NOMEM.
 */
sx_status sx_index_store_open(sx_index_store *out, const char *folder, sx_str real_root,
                              sx_err *err) SX_MUST_USE;
/** False where one of its files was cut since it was opened: it can only be closed then. */
bool sx_index_store_is_whole(const sx_index_store *store);
/**
 * False where the manifest names what is open, and a file of that was removed: no other window can
 * open it.
 */
bool sx_index_store_is_there(const sx_index_store *store, const char *folder);
/** Zeroed is allowed. */
void sx_index_store_close(sx_index_store *store);

#endif
