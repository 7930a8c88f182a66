#ifndef SX_WORKSPACE_ROOTS_H
#define SX_WORKSPACE_ROOTS_H

#include "base/array.h"

/** The folders of a window. */
typedef struct sx_roots sx_roots;

typedef struct sx_root {
  sx_str name;      /* as the editor shows it */
  sx_str path;      /* as the editor names it; a URI for a folder that is not on the disk */
  sx_str real_path; /* without links; `path` where there is no such thing */
} sx_root;

typedef SX_ARRAY(sx_root) sx_root_list;

sx_roots *sx_roots_new(void); /* NULL without memory */
void sx_roots_free(sx_roots *roots);

/** Replaces the folders; only their names and paths are read. NOMEM, and then the former ones stay.
 */
sx_status sx_roots_set(sx_roots *roots, const sx_root *items, size_t count);
/** Copies the folders, with their real paths as they are now. Blocks. NOMEM. */
sx_status sx_roots_get(sx_roots *roots, sx_root_list *out, sx_arena *arena);
/** Their real paths. NOMEM. */
sx_status sx_root_list_paths(const sx_root_list *roots, sx_strs *out, sx_arena *arena) SX_MUST_USE;

/**
 * Whether they were replaced since this was last asked, and when (sx_clock_day_ns). Whoever takes
 * this has them watched from then on.
 */
bool sx_roots_take_new(sx_roots *roots, int64_t *since_ns);
/** Watching them failed: they are new again. */
void sx_roots_renew(sx_roots *roots);

#endif
