#ifndef SX_WORKSPACE_EXCLUDED_H
#define SX_WORKSPACE_EXCLUDED_H

#include "base/array.h"

#include <stdint.h>

/**
 * The globs of the settings files.exclude and search.exclude that hide files from searches. All
 * functions may be called from any thread.
 */
typedef struct sx_excluded sx_excluded;

sx_excluded *sx_excluded_new(void); /* NULL without memory */
void sx_excluded_free(sx_excluded *excluded);

/** Replaces all. NOMEM, and then the former ones stay. */
sx_status sx_excluded_set(sx_excluded *excluded, const sx_strs *globs) SX_MUST_USE;

/**
 * Patterns to leave out, as sx_glob_parse takes them; those that it does not read are left out
 * themselves. In `arena`. NOMEM.
 */
sx_status sx_excluded_get(sx_excluded *excluded, sx_strs *out, sx_arena *arena) SX_MUST_USE;

/** Counts how often they were replaced. */
uint64_t sx_excluded_generation(sx_excluded *excluded);

#endif
