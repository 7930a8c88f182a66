#ifndef SX_SERVERS_COVERAGE_H
#define SX_SERVERS_COVERAGE_H

#include "servers/traits.h"
#include "workspace/call.h"

/**
 * Which files a language server may not know of when it is asked about a symbol: those of C and C++
 * have an index that lags for a while; TypeScript's knows the files of a project
 * (tsconfig.json or jsconfig.json), and without one those that are open and what they import.
 */

typedef enum sx_coverage {
  SX_KNOWS_ALL,
  SX_KNOWS_OLD,      /* what changed while the window is open may be missing */
  SX_KNOWS_INDEXED,  /* the index is being built: so may what was never opened */
  SX_KNOWS_OPEN_ONLY /* no project: so is what is not open */
} sx_coverage;

/**
 * The folder of the nearest tsconfig.json or jsconfig.json above a file, with a slash; "": none.
 */
sx_str sx_coverage_project(sx_call *call, sx_str path);

#define SX_MAX_SOURCES 2000

/** Which files the server of the file at `path` knows. */
sx_coverage sx_coverage_get(sx_call *call, const sx_family *family, sx_str path,
                            sx_str language_id);

/** Files that a server may not know. */
typedef struct sx_gaps {
  sx_strs files;
  bool is_cut; /* there are more than SX_MAX_SOURCES sources, of those that may have the name where
                  the folder has an index: the first ones were searched */
} sx_gaps;

/**
 * The files that the server of the language may not know and that contain the name of a symbol in
 * any way. The language has a family. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_coverage_find_gaps(sx_gaps *out, sx_call *call, sx_coverage knowledge,
                                sx_str language_id, sx_str name, sx_err *err) SX_MUST_USE;

#endif
