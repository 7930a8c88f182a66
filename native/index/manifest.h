#ifndef SX_INDEX_MANIFEST_H
#define SX_INDEX_MANIFEST_H

#include "base/arena.h"

#include <stdint.h>

/** The one file of a store that is replaced: it names the others, by numbers. */
typedef struct sx_index_manifest {
  uint64_t generation;  /* ascends with every commit, and is never 0 */
  uint64_t base, delta; /* the files base.N and delta.N; 0: there is no delta */
  sx_str root;          /* the absolute, real path of the work tree */
} sx_index_manifest;

#define SX_INDEX_MANIFEST "manifest"
#define SX_INDEX_BASE "base."
#define SX_INDEX_DELTA "delta."
/** With the number of a segment: what its files declare (symbols/database). */
#define SX_INDEX_SYMBOLS "symbols."
/** The same: the words of what questions are answered by (meaning/file.h). */
#define SX_INDEX_MEANING "meaning."

/** Errors: NOT_FOUND; CORRUPT (another version, too); NOT_READABLE; NOMEM. `root` in the arena. */
sx_status sx_index_manifest_read(sx_index_manifest *out, const char *folder, sx_arena *arena,
                                 sx_err *err) SX_MUST_USE;
/** Replaces it, after what it names is safe on the disk. IO, READ_ONLY, NOMEM; it is unchanged
 * then. */
sx_status sx_index_manifest_write(const sx_index_manifest *manifest, const char *folder,
                                  sx_err *err) SX_MUST_USE;
/** Whether the name is one that the manifest gives to a segment, or to what belongs to one. */
bool sx_index_manifest_names(const sx_index_manifest *manifest, sx_str name);

#endif
