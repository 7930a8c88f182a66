#include "imports/graph_parts.h"

#include "os/file.h"
#include "os/file_text.h"
#include "workspace/document.h"
#include "workspace/paths.h"
#include "workspace/text_search.h"

#include <stdlib.h>

/*
 * The files that import some files: those are read whose texts could name one of them, and what
 * they import is resolved.
 */

#define MAX_TEXT_ARENA ((size_t)1 << 30)
/* With more files than these a search for all their names takes longer than reading all imports. */
#define MAX_NAMED 24

/** An import that was resolved. */
typedef struct resolved_import {
  sx_str from;
  sx_import_line line;
  sx_import_target target;
} resolved_import;

typedef struct backward {
  sx_import_graph *graph;
  sx_imports *imports;
  sx_call *call;
  sx_map numbers;
  sx_text_search search;
  uint32_t depth;    /* of the nodes that are found */
  size_t first, end; /* nodes whose importers are searched */
  sx_map names;      /* of their files: an #include ends with one of them */
  bool is_all;       /* `imports` are those of all files, from now on */
  SX_ARRAY(resolved_import) all;
} backward;

static int compare_files(const void *a, const void *b) {
  return sx_str_compare(((const sx_text_file *)a)->path, ((const sx_text_file *)b)->path);
}

/* The node that a target is one of, if its importers are searched. */
static size_t wanted_node(const backward *walk, const sx_import_target *target) {
  uint64_t number;
  sx_str key = sx_import_graph_key(target);
  if (sx_map_find(&walk->numbers, key, &number) && number >= walk->first && number < walk->end)
    return (size_t)number;
  for (size_t i = 0; i < target->files.len; i++)
    if (sx_map_find(&walk->numbers, target->files.items[i], &number) && number >= walk->first &&
        number < walk->end)
      return (size_t)number;
  return SIZE_MAX;
}

static bool may_be_wanted(const backward *walk, const sx_import_line *line) {
  uint64_t number;
  bool is_include = line->kind == SX_IMPORT_QUOTED || line->kind == SX_IMPORT_ANGLE;
  return !is_include || walk->is_all ||
         sx_map_find(&walk->names, sx_path_name(line->specifier), &number);
}

/* Adds an import if it is one of a file whose importers are searched. */
static void take(backward *walk, const resolved_import *import) {
  sx_arena *arena = walk->call->arena;
  size_t known = walk->graph->nodes.len, to = wanted_node(walk, &import->target);
  if (to == SIZE_MAX) return;
  size_t from = sx_import_graph__put(walk->graph, &walk->numbers, import->from, walk->depth, arena);
  if (from == SIZE_MAX || from == to) return;
  /* One import that is certain is enough. */
  sx_import_node *node = &walk->graph->nodes.items[from];
  node->is_by_name = import->target.is_by_name && (from == known || node->is_by_name);
  sx_import_graph__connect(walk->graph, from, to, &import->line, arena);
}

static sx_status read_imports(backward *walk, sx_str path, sx_str text, sx_err *err) {
  sx_import_lines lines = {0};
  sx_arena *arena = walk->call->arena;
  sx_status status = sx_imports_read(&lines, text, sx_language_find(SX_STR(""), path), arena, err);
  for (size_t i = 0; i < lines.len && !status; i++) {
    resolved_import import = {.from = path, .line = lines.items[i]};
    if (!may_be_wanted(walk, &import.line)) continue;
    status = sx_imports_resolve(&import.target, walk->imports, path, &import.line, err);
    if (status || import.target.outcome != SX_IMPORT_FOUND) continue;
    resolved_import *kept = walk->is_all ? SX_ARRAY_ADD(&walk->all, arena) : NULL;
    if (kept) *kept = import;
    if (!walk->is_all) take(walk, &import);
  }
  return !status && arena->status ? sx_fail(err, arena->status, NULL) : status;
}

/* The text of a file that the editor has not changed; empty where it is gone or binary. */
static sx_status read_disk(backward *walk, sx_str path, sx_err *err) {
  sx_arena scratch;
  sx_buf decoded;
  sx_str bytes, text;
  sx_arena_init(&scratch, MAX_TEXT_ARENA);
  sx_buf_init(&decoded, MAX_TEXT_ARENA);
  sx_status memory = SX_OK, status = sx_file_read(&bytes, path, MAX_TEXT_ARENA, &scratch, NULL);
  bool is_text = !status && sx_file_text_decode(&text, &decoded, bytes, &memory);
  if (status == SX_NOMEM || memory)
    status = sx_fail(err, SX_NOMEM, NULL);
  else if (is_text)
    status = read_imports(walk, path, text, err);
  else
    status = SX_OK;
  sx_buf_release(&decoded);
  sx_arena_release(&scratch);
  return status;
}

static sx_status read_file(backward *walk, const sx_text_file *file, sx_err *err) {
  if (sx_import_graph__is_full(walk->graph, walk->call->arena)) return SX_OK;
  const sx_language *language = sx_language_find(SX_STR(""), file->path);
  const sx_document *document;
  if (sx_import_family_of(language) == SX_IMPORTS_NONE) return SX_OK;
  if (!file->is_editors) return read_disk(walk, file->path, err);
  sx_status status = sx_document_peek_any(walk->call, file->path, &document, err);
  if (status || !document) return status;
  return read_imports(walk, file->path, document->text, err);
}

static sx_status search_folders(backward *walk, sx_text_found *found, sx_err *err) {
  sx_status status = SX_OK;
  const sx_root_list *roots = &walk->call->roots;
  for (size_t i = 0; i < roots->len && !status; i++)
    if (!sx_path_is_uri(roots->items[i].path))
      status =
          sx_text_search_run(found, walk->call, &walk->search, roots->items[i].path, true, err);
  if (found->is_cut) walk->graph->is_late = true;
  walk->graph->unread += found->unreadable.count + found->too_big.count + found->foreign.count;
  return status;
}

/* The texts that have one of the alternatives in `pattern`. */
static sx_status search_texts(backward *walk, sx_str pattern, sx_err *err) {
  static const sx_grep_options options = {.literal = false};
  sx_text_found found = {0};
  sx_grep *grep;
  sx_str last = SX_STR("");
  sx_status status = sx_grep_compile(&grep, pattern, &options, walk->call->arena, err);
  walk->search.grep = grep;
  if (!status) status = search_folders(walk, &found, err);
  if (found.files.len)
    qsort(found.files.items, found.files.len, sizeof *found.files.items, compare_files);
  for (size_t i = 0; i < found.files.len && !status; i++) {
    /* Folders of a window may be in one another. */
    if (!sx_str_is_equal(found.files.items[i].path, last))
      status = read_file(walk, &found.files.items[i], err);
    last = found.files.items[i].path;
  }
  sx_grep_release(grep);
  return status;
}

/* By the names of the files of a level. */
static sx_status search_names(backward *walk, sx_err *err) {
  sx_status status = SX_OK;
  sx_buf pattern;
  sx_buf_init(&pattern, (size_t)1 << 20);
  for (size_t i = walk->first; i < walk->end && !status; i++) {
    sx_str path = walk->graph->nodes.items[i].path;
    sx_import_graph__add_names(&pattern, walk->imports, path);
    if (sx_map_put(&walk->names, sx_path_name(path), i)) status = sx_fail(err, SX_NOMEM, NULL);
  }
  if (pattern.status && !status) status = sx_fail(err, pattern.status, NULL);
  if (!status && pattern.len) status = search_texts(walk, sx_buf_str(&pattern), err);
  sx_buf_release(&pattern);
  return status;
}

static sx_status search_level(backward *walk, sx_err *err) {
  sx_status status = SX_OK;
  if (!walk->is_all && walk->end - walk->first <= MAX_NAMED) {
    status = search_names(walk, err);
  } else {
    bool is_read = walk->is_all;
    walk->is_all = true;
    sx_str path = walk->graph->nodes.items[0].path;
    if (!is_read) status = search_texts(walk, sx_import_graph__any_import(path), err);
    for (size_t i = 0; i < walk->all.len; i++) take(walk, &walk->all.items[i]);
  }
  if (!status && walk->call->arena->status) return sx_fail(err, walk->call->arena->status, NULL);
  return status;
}

sx_status sx_import_graph_backward(sx_import_graph *out, sx_imports *imports, sx_call *call,
                                   sx_str path, uint32_t depth, sx_err *err) {
  backward walk = {.graph = out, .imports = imports, .call = call};
  sx_status status = SX_OK;
  *out = (sx_import_graph){0};
  sx_map_init(&walk.numbers, call->arena);
  sx_map_init(&walk.names, call->arena);
  sx_imports_omit_places(imports, true);
  sx_import_graph__put(out, &walk.numbers, path, 0, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  for (walk.depth = 1; walk.depth <= depth && !status && walk.first < out->nodes.len;
       walk.depth++) {
    walk.end = out->nodes.len;
    status = search_level(&walk, err);
    walk.first = walk.end;
  }
  sx_imports_omit_places(imports, false);
  if (status != SX_DEADLINE) return status;
  out->is_late = true;
  return SX_OK;
}
