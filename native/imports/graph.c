#include "imports/graph_parts.h"

#include "text/language.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* ---- nodes and edges ---------------------------------------------------------------------- */

sx_str sx_import_graph_key(const sx_import_target *target) {
  sx_str first = target->files.len ? target->files.items[0] : SX_STR("");
  bool is_folder = target->files.len > 1 || sx_str_has_suffix(first, SX_STR(".go"));
  return is_folder ? sx_path_folder(first) : first;
}

size_t sx_import_graph__put(sx_import_graph *graph, sx_map *numbers, sx_str path, uint32_t depth,
                            sx_arena *arena) {
  uint64_t number;
  if (sx_map_find(numbers, path, &number)) return (size_t)number;
  if (graph->nodes.len >= SX_IMPORT_GRAPH_MAX_NODES) {
    graph->is_cut = true;
    return SIZE_MAX;
  }
  sx_import_node *node = SX_ARRAY_ADD(&graph->nodes, arena);
  if (!node) return SIZE_MAX;
  *node = (sx_import_node){.path = path, .depth = depth};
  if (!sx_map_put(numbers, path, graph->nodes.len - 1)) return graph->nodes.len - 1;
  if (!arena->status) arena->status = SX_NOMEM;
  return SIZE_MAX;
}

void sx_import_graph__connect(sx_import_graph *graph, size_t from, size_t to,
                              const sx_import_line *line, sx_arena *arena) {
  sx_import_edge *edge = SX_ARRAY_ADD(&graph->edges, arena);
  if (edge) *edge = (sx_import_edge){from, to, line->kind, line->line};
}

bool sx_import_graph__is_full(sx_import_graph *graph, const sx_arena *arena) {
  bool is_full = arena->used_bytes > arena->max_bytes / 4 * 3;
  if (is_full) graph->is_cut = true;
  return is_full;
}

/* ---- forward ------------------------------------------------------------------------------ */

typedef struct forward {
  sx_import_graph *graph;
  sx_imports *imports;
  sx_call *call;
  sx_map numbers;
  bool is_last; /* only what is among the nodes counts: for the cycles */
} forward;

static void add_other(forward *walk, const sx_import_target *target, size_t from,
                      const sx_import_line *line) {
  bool is_missing = target->outcome == SX_IMPORT_MISSING;
  sx_import_other *other = is_missing ? SX_ARRAY_ADD(&walk->graph->missing, walk->call->arena)
                                      : SX_ARRAY_ADD(&walk->graph->externals, walk->call->arena);
  if (!other) return;
  *other = (sx_import_other){.from = from,
                             .name = is_missing ? line->specifier : target->name,
                             .line = line->line,
                             .is_standard = target->is_standard,
                             .is_absent = target->is_absent,
                             .files = target->files,
                             .looked = target->looked};
}

static void add_target(forward *walk, const sx_import_target *target, size_t from,
                       const sx_import_line *line) {
  uint64_t number;
  sx_import_graph *graph = walk->graph;
  if (target->outcome != SX_IMPORT_FOUND) {
    if (!walk->is_last) add_other(walk, target, from, line);
    return;
  }
  if (!target->files.len) return; /* the file itself, or a namespace */
  sx_str key = sx_import_graph_key(target);
  if (walk->is_last && !sx_map_find(&walk->numbers, key, &number)) return;
  size_t known = graph->nodes.len;
  size_t to = sx_import_graph__put(graph, &walk->numbers, key, graph->nodes.items[from].depth + 1,
                                   walk->call->arena);
  if (to == SIZE_MAX) return;
  if (!graph->nodes.items[to].files.len && sx_str_has_suffix(key, SX_STR("/")))
    graph->nodes.items[to].files = target->files;
  if (to == known) graph->nodes.items[to].is_by_name = target->is_by_name;
  sx_import_graph__connect(graph, from, to, line, walk->call->arena);
}

static sx_status follow_text(forward *walk, size_t from, const sx_document *document, sx_err *err) {
  sx_import_lines lines = {0};
  sx_import_target target;
  sx_status status =
      sx_imports_read(&lines, document->text, document->language, walk->call->arena, err);
  for (size_t i = 0; i < lines.len && !status; i++) {
    status = sx_imports_resolve(&target, walk->imports, document->path, &lines.items[i], err);
    if (!status) add_target(walk, &target, from, &lines.items[i]);
  }
  sx_status memory = walk->call->arena->status;
  return !status && memory ? sx_fail(err, memory, NULL) : status;
}

/* The imports of one node. A failure counts only at the root. */
static sx_status follow(forward *walk, size_t from, sx_err *err) {
  const sx_import_node node = walk->graph->nodes.items[from];
  const sx_strs one = {.items = (sx_str *)&node.path, .len = 1};
  const sx_strs files = node.files.len ? node.files : one;
  sx_status status = SX_OK;
  for (size_t i = 0; i < files.len && !status; i++) {
    const sx_document *document;
    status = from ? sx_document_peek_any(walk->call, files.items[i], &document, err)
                  : sx_document_peek(walk->call, files.items[i], &document, err);
    if (status) return status;
    if (document)
      status = follow_text(walk, from, document, err);
    else
      walk->graph->unread++;
  }
  return status;
}

/* Nodes [first, end) with one question to the editor for all. */
static sx_status follow_all(forward *walk, size_t first, size_t end, sx_err *err) {
  sx_strs paths = {0};
  sx_status status = SX_OK;
  for (size_t i = first; i < end && !status; i++) {
    const sx_import_node *node = &walk->graph->nodes.items[i];
    for (size_t k = 0; k < node->files.len && !status; k++)
      status = sx_strs_add(&paths, node->files.items[k], walk->call->arena, err);
    if (!status && !node->files.len)
      status = sx_strs_add(&paths, node->path, walk->call->arena, err);
  }
  if (!status && first) status = sx_documents_peek(walk->call, &paths, err);
  for (size_t i = first; i < end && !status; i++)
    if (!sx_import_graph__is_full(walk->graph, walk->call->arena)) status = follow(walk, i, err);
  if (status == SX_DEADLINE && first) {
    walk->graph->is_late = true;
    status = SX_OK;
  }
  return status;
}

sx_status sx_import_graph_forward(sx_import_graph *out, sx_imports *imports, sx_call *call,
                                  sx_str path, uint32_t depth, sx_err *err) {
  forward walk = {.graph = out, .imports = imports, .call = call};
  sx_status status = SX_OK;
  size_t first = 0;
  *out = (sx_import_graph){0};
  sx_map_init(&walk.numbers, call->arena);
  sx_import_graph__put(out, &walk.numbers, path, 0, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  for (uint32_t at = 0; at <= depth && !status && first < out->nodes.len; at++) {
    size_t end = out->nodes.len;
    walk.is_last = at == depth;
    status = follow_all(&walk, first, end, err);
    first = end;
  }
  return status ? status : sx_import_graph__find_cycles(out, call->arena, err);
}

const char *sx_import_graph_unlisted(sx_str path) {
  sx_str language = sx_language_name(sx_language_find(SX_STR(""), path));
  return sx_language_has_word("go java kotlin", language, false)
             ? "Files of its own package use it without an import: they are not listed."
             : NULL;
}
