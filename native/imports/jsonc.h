#ifndef SX_IMPORTS_JSONC_H
#define SX_IMPORTS_JSONC_H

#include "base/arena.h"

#include <cJSON.h>

/**
 * JSON with comments, with commas after the last items, and with a byte order mark, as people write
 * tsconfig.json. NULL where it is not that, or without memory; deleted by the caller. `arena` is
 * for a copy.
 */
cJSON *sx_jsonc_parse(sx_str text, sx_arena *arena);

#endif
