#ifndef SX_IMPORTS_GRAPH_H
#define SX_IMPORTS_GRAPH_H

#include "imports/imports.h"

/**
 * The files that a file imports, and those that import it, to a depth. Nodes are files; where an
 * import means all files of a folder (a package of Go, `a.b.*` of Java) it is one node, the folder
 * with a slash at its end.
 */
typedef struct sx_import_node {
  sx_str path;
  uint32_t depth; /* of the root: 0 */
  sx_strs files;  /* of a folder */
  bool is_by_name;
} sx_import_node;

/** An import of node `to` in node `from`. */
typedef struct sx_import_edge {
  size_t from, to;
  sx_import_kind kind;
  uint32_t line;
} sx_import_edge;

/** An import that no file of the workspace is. */
typedef struct sx_import_other {
  size_t from;
  sx_str name; /* of the package, or as it is written */
  uint32_t line;
  bool is_standard, is_absent;
  sx_strs files;  /* EXTERNAL: where it is, if that is known */
  sx_strs looked; /* of a missing one */
} sx_import_other;

/** A way of imports that leads back to where it begins: its first path is its last. */
typedef struct sx_import_cycle {
  sx_strs paths;
  bool is_of_types; /* only with an import that is of types alone: there is none at run time */
} sx_import_cycle;

typedef struct sx_import_graph {
  SX_ARRAY(sx_import_node) nodes; /* the root, then by depth */
  SX_ARRAY(sx_import_edge) edges; /* by their node `from`, then by line; backward: by `to` */
  SX_ARRAY(sx_import_other) externals, missing;
  bool is_cut;   /* there are more files than are looked at */
  bool is_late;  /* there was no time to look into all files */
  size_t unread; /* files that could not be read */
  SX_ARRAY(sx_import_cycle) cycles;
} sx_import_graph;

/**
 * Follows the imports of the file at `path` down to `depth`, and finds the cycles among these
 * files.
 *
 * Memory  in the call's arena.
 * Errors  CANCELLED, CLOSED, NOMEM; of the first file: as sx_document_peek.
 */
sx_status sx_import_graph_forward(sx_import_graph *out, sx_imports *imports, sx_call *call,
                                  sx_str path, uint32_t depth, sx_err *err) SX_MUST_USE;

/** The files of the workspace that import it, up to `depth`. Errors: CANCELLED, CLOSED, NOMEM. */
sx_status sx_import_graph_backward(sx_import_graph *out, sx_imports *imports, sx_call *call,
                                   sx_str path, uint32_t depth, sx_err *err) SX_MUST_USE;

/** "Files of its own package …", where these use a file without an import of it; NULL elsewhere. */
const char *sx_import_graph_unlisted(sx_str path);

/** The node of a target that was FOUND: its file, or the folder of its files. */
sx_str sx_import_graph_key(const sx_import_target *target);

/** Files that a graph has at most. */
#define SX_IMPORT_GRAPH_MAX_NODES 5000

#endif
