#ifndef SX_MATCH_GIT_INDEX_H
#define SX_MATCH_GIT_INDEX_H

#include "base/array.h"

/**
 * The paths that a git index names, as it has them: relative to the top of the work tree, ascending
 * by bytes. Versions 2 to 4, with hashes of 20 or 32 bytes. A split index has only a part of them.
 *
 * Memory  in `arena`; also borrowed from `bytes`.
 * Errors  BAD_MESSAGE: it is not a whole index; NOMEM.
 */
sx_status sx_git_index_parse(sx_strs *out, sx_str bytes, sx_arena *arena) SX_MUST_USE;

/** Whether the path is one of them, or a folder that has one of them in it. */
bool sx_git_index_has(const sx_strs *paths, sx_str path);

#endif
