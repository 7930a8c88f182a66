#ifndef SX_IMPORTS_GRAPH_PARTS_H
#define SX_IMPORTS_GRAPH_PARTS_H

/* Shared by graph.c, importers.c, importers_names.c and cycles.c. */

#include "base/buf.h"
#include "base/map.h"
#include "imports/graph.h"

/** Puts the node of a path, which may be there; SIZE_MAX: there are too many, or no memory. */
size_t sx_import_graph__put(sx_import_graph *graph, sx_map *numbers, sx_str path, uint32_t depth,
                            sx_arena *arena);
/** Nothing without memory: the arena has the status. */
void sx_import_graph__connect(sx_import_graph *graph, size_t from, size_t to,
                              const sx_import_line *line, sx_arena *arena);

/** Whether most of the memory of the call is used: the graph then ends, as one that is cut. */
bool sx_import_graph__is_full(sx_import_graph *graph, const sx_arena *arena);

/** Fills graph->cycles. */
sx_status sx_import_graph__find_cycles(sx_import_graph *graph, sx_arena *arena,
                                       sx_err *err) SX_MUST_USE;

/**
 * Adds alternatives of a pattern, one of which is in each text that imports the file or folder.
 * `settings` resolve nothing here: they only say by which other names it may be written.
 */
void sx_import_graph__add_names(sx_buf *pattern, sx_imports *imports, sx_str path);

/** A pattern that is in each text of the language of a file that imports anything. Static. */
sx_str sx_import_graph__any_import(sx_str path);

#endif
