#ifndef SX_WORKSPACE_BUILT_TWINS_H
#define SX_WORKSPACE_BUILT_TWINS_H

#include "base/map.h"

/**
 * Which of some JavaScript files and type declarations are built from others of them, by their
 * names alone: `v4/till.cjs`, `lib/v4/till.js` and `src/v4/till.d.ts` beside `src/v4/till.ts`.
 * No part of their own paths shows it in many packages.
 */
typedef struct sx_built_twins {
  sx_map sources; /* by what the paths of a source and its twins have in common */
  sx_arena *arena;
} sx_built_twins;

void sx_built_twins_init(sx_built_twins *twins, sx_arena *arena);
/** Notes a file, which may be a source of others. NOMEM. */
sx_status sx_built_twins_add(sx_built_twins *twins, sx_str path) SX_MUST_USE;
/** Whether it is built from one of those. False without memory. */
bool sx_built_twins_is_built(const sx_built_twins *twins, sx_str path);

#endif
