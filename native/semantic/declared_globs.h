#ifndef SX_SEMANTIC_DECLARED_GLOBS_H
#define SX_SEMANTIC_DECLARED_GLOBS_H

#include "match/glob.h"
#include "semantic/declared.h"

/** Which files the patterns of a caller have, in each folder of the workspace. */
typedef struct sx_declared_globs {
  const sx_declared_search *search;
  sx_glob **items; /* of each of its roots, NULL where the patterns fit none of it; NULL: all fit */
} sx_declared_globs;

/**
 * `patterns` may be none (workspace/folder_patterns). Borrows the search; the rest is in
 * the call's arena. INVALID_ARGUMENT of a pattern; NOMEM.
 */
sx_status sx_declared_globs_parse(sx_declared_globs *out, const sx_declared_search *search,
                                  const sx_strs *patterns, sx_err *err) SX_MUST_USE;

/** `path` as the editor names it. */
bool sx_declared_globs_fit(const sx_declared_globs *globs, sx_str path);

#endif
