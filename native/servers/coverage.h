#ifndef SX_SERVERS_COVERAGE_H
#define SX_SERVERS_COVERAGE_H

#include "host/requests.h"
#include "servers/traits.h"
#include "workspace/call.h"

/**
 * Which files a language server may not know of when it is asked about a symbol: those of C and C++
 * have an index that lags for a while; TypeScript's knows the files of projects
 * (tsconfig.json or jsconfig.json), and of all others those that are open and what they import.
 */

typedef enum sx_coverage {
  SX_KNOWS_ALL,
  SX_KNOWS_PROJECTS, /* what no project names may be missing, such as tests beside the sources */
  SX_KNOWS_OLD,      /* what changed while the window is open may be missing */
  SX_KNOWS_INDEXED,  /* the index is being built: so may what was never opened */
  SX_KNOWS_OPEN_ONLY /* no project: so is what is not open */
} sx_coverage;

/**
 * The folder of the nearest tsconfig.json or jsconfig.json above a file, with a slash; "": none.
 */
sx_str sx_coverage_project(sx_call *call, sx_str path);

#define SX_MAX_SOURCES 2000
/* So many that may have the name are looked at for whether a project names them. */
#define SX_MAX_NAMED 50000

/**
 * Which files the server of the file at `path` knows. Without memory the call's arena has the
 * status.
 */
sx_coverage sx_coverage_get(sx_call *call, const sx_family *family, sx_str path,
                            sx_str language_id);

/** Files that a server may not know. */
typedef struct sx_gaps {
  sx_strs files;
  sx_strs projects; /* where it knows projects: the one of each file; empty: none names it */
  bool is_cut; /* there are more than SX_MAX_SOURCES sources, of those that may have the name where
                  the folder has an index: the first ones were searched */
} sx_gaps;

/** A question for files. The language has a family. */
typedef struct sx_gap_query {
  sx_coverage knowledge;
  sx_str language_id, name;
  const sx_places *listed; /* by the server: it knows the files of these */
  sx_str path;             /* of the symbol, whose project the server has loaded */
  bool in_projects;        /* other projects count, too */
} sx_gap_query;

/**
 * The files that the server of the language may not know and that contain the name of a symbol in
 * any way. Beside projects, files of more than 1 MB are not looked into: no person wrote them.
 * CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_coverage_find_gaps(sx_gaps *out, sx_call *call, const sx_gap_query *query,
                                sx_err *err) SX_MUST_USE;

#endif
