#include "semantic/reexports.h"

#include "imports/graph.h"
#include "text/occurrences.h"
#include "workspace/paths.h"

#define MAX_MODULES 6      /* of one name path */
#define MAX_CANDIDATES 200 /* declarations of the name */
#define MAX_OCCURRENCES 2000
#define DEPTH 4      /* of imports between the module and the declaration */
#define MAX_FILES 50 /* whose names a module has all */
#define MAX_MANIFESTS 300
#define MAX_PATH_BYTES 4096

typedef struct searching {
  sx_declared_search *search;
  sx_imports *imports;
  sx_locator module, member; /* the name path before and after the module's last name */
  sx_str crate;              /* the folder of Rust's crate that the path begins with; or empty */
  sx_declared_list *out;
} searching;

/* ---- crates --------------------------------------------------------------------------------- */

/* The folder whose Cargo.toml has the name; empty: none. */
static sx_str find_crate(const searching *s, sx_str name) {
  const sx_str manifest = SX_STR("Cargo.toml");
  sx_arena *arena = s->search->call->arena;
  size_t looked = 0;
  for (size_t i = 0; i < s->search->roots.len; i++) {
    const sx_declared_root *one = &s->search->roots.items[i];
    for (size_t k = 0; one->index.list && k < one->index.list->paths.len; k++) {
      sx_str path = one->index.list->paths.items[k];
      if (!sx_str_has_suffix(path, manifest)) continue;
      if (path.len > manifest.len && path.ptr[path.len - manifest.len - 1] != '/') continue;
      if (++looked > MAX_MANIFESTS) return SX_STR("");
      sx_str folder = sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(one->root->path),
                                      SX_STR_ARG(sx_str_slice(path, 0, path.len - manifest.len)));
      if (folder.len) folder.len--;
      if (sx_imports_is_crate(s->imports, folder, name)) return folder;
    }
  }
  return SX_STR("");
}

/* ---- modules -------------------------------------------------------------------------------- */

/* Files of other languages do not export what others declare. */
static bool is_of_family(sx_str path) {
  sx_import_family family = sx_import_family_of(sx_language_find(SX_STR(""), path));
  return family == SX_IMPORTS_SCRIPT || family == SX_IMPORTS_PYTHON || family == SX_IMPORTS_RUST;
}

/* Most paths are not of the module: that is looked at before their languages. */
static bool is_module(const searching *s, sx_str path) {
  if (sx_locator_fits(&s->module, path, SX_STR(""))) return is_of_family(path);
  bool is_rust = sx_str_has_suffix(path, SX_STR(".rs"));
  if (!is_rust || !s->crate.len || !sx_str_has_prefix(path, s->crate)) return false;
  sx_locator below = s->module;
  below.parent_count--;
  memmove(below.parents, below.parents + 1, below.parent_count * sizeof *below.parents);
  if (below.parent_count) return sx_locator_fits(&below, path, SX_STR(""));
  sx_str file = sx_str_slice(path, s->crate.len, path.len);
  return sx_str_is_equal(file, SX_STR("/src/lib.rs")) || sx_str_is_equal(file, SX_STR("/lib.rs"));
}

static sx_status find_modules(const searching *s, sx_strs *out, sx_err *err) {
  sx_arena *arena = s->search->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; i < s->search->roots.len; i++) {
    const sx_declared_root *one = &s->search->roots.items[i];
    for (size_t k = 0; one->index.list && k < one->index.list->paths.len; k++) {
      sx_str below = one->index.list->paths.items[k];
      char text[MAX_PATH_BYTES];
      if (out->len >= MAX_MODULES || status) return status;
      if (one->root->path.len + below.len + 2 > sizeof text) continue;
      memcpy(text, one->root->path.ptr, one->root->path.len);
      text[one->root->path.len] = '/';
      memcpy(text + one->root->path.len + 1, below.ptr, below.len);
      sx_str path = sx_str_make(text, one->root->path.len + 1 + below.len);
      if (is_module(s, path)) status = sx_strs_add(out, sx_arena_dup(arena, path), arena, err);
    }
  }
  return status;
}

/* ---- what a module exports ------------------------------------------------------------------ */

/* Whether an import of the text has the name. */
static sx_status has_import(const searching *s, const sx_document *document, bool *out,
                            sx_err *err) {
  sx_occurrences found = {0};
  sx_arena *arena = s->search->call->arena;
  sx_str name = s->member.parent_count ? s->member.parents[0] : s->member.name;
  sx_status status = sx_occurrences_find(&found, document->text, name, document->language,
                                         MAX_OCCURRENCES, arena, err);
  *out = false;
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len; i++) *out |= found.items[i].use == SX_USE_IMPORT;
  return SX_OK;
}

/* Adds the files whose names the module has all. */
static sx_status add_stars(const searching *s, const sx_document *document, sx_strs *out,
                           sx_err *err) {
  sx_import_lines lines = {0};
  sx_arena *arena = s->search->call->arena;
  sx_status status = sx_imports_read(&lines, document->text, document->language, arena, err);
  for (size_t i = 0; i < lines.len && !status; i++) {
    sx_import_target target;
    if (!lines.items[i].is_all) continue;
    status = sx_imports_resolve(&target, s->imports, document->path, &lines.items[i], err);
    if (status || target.outcome != SX_IMPORT_FOUND) continue;
    for (size_t k = 0; k < target.files.len && out->len < MAX_FILES && !status; k++)
      status = sx_strs_add_new(out, target.files.items[k], arena, err);
  }
  return status;
}

/* By how many imports the file is reached; more than DEPTH: it is not. */
static uint32_t distance(const sx_import_graph *graph, sx_call *call, sx_str path) {
  sx_str own = sx_path_own(call, path);
  for (size_t i = 0; i < graph->nodes.len; i++) {
    const sx_import_node *node = &graph->nodes.items[i];
    if (sx_str_is_equal(node->path, own) || sx_strs_have(&node->files, own)) return node->depth;
  }
  return DEPTH + 1;
}

/* Modules import others of that name for their own use: the nearest is what they export. */
static sx_status add_nearest(const searching *s, const sx_import_graph *graph,
                             const sx_declared_list *all, sx_err *err) {
  sx_call *call = s->search->call;
  uint32_t least = DEPTH;
  for (size_t i = 0; i < all->len; i++) {
    uint32_t own = distance(graph, call, all->items[i].path);
    if (own < least) least = own;
  }
  for (size_t i = 0; i < all->len; i++) {
    if (distance(graph, call, all->items[i].path) != least) continue;
    sx_declared *added = SX_ARRAY_ADD(s->out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = all->items[i];
  }
  return SX_OK;
}

static sx_status add_imported(const searching *s, sx_str path, const sx_declared_list *all,
                              sx_err *err) {
  sx_import_graph graph;
  sx_call *call = s->search->call;
  sx_status status = sx_import_graph_forward(&graph, s->imports, call, path, DEPTH, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  return add_nearest(s, &graph, all, err);
}

/* Those that the file itself declares. */
static sx_status add_own(const searching *s, sx_str path, const sx_declared_list *all,
                         sx_err *err) {
  sx_call *call = s->search->call;
  sx_str own = sx_path_own(call, path);
  for (size_t i = 0; i < all->len; i++) {
    if (!sx_str_is_equal(sx_path_own(call, all->items[i].path), own)) continue;
    sx_declared *added = SX_ARRAY_ADD(s->out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = all->items[i];
  }
  return SX_OK;
}

/* Adds what the file exports: by an import of the name, or from those that have all names. */
static sx_status add_exported_by(const searching *s, sx_strs *files, size_t i,
                                 const sx_declared_list *all, sx_err *err) {
  const sx_document *document;
  bool is_imported;
  sx_str path = files->items[i];
  sx_status status = i ? add_own(s, path, all, err) : SX_OK;
  if (status || s->out->len) return status;
  status = sx_document_peek(s->search->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  status = has_import(s, document, &is_imported, err);
  if (status) return status;
  if (is_imported) return add_imported(s, path, all, err);
  return add_stars(s, document, files, err);
}

static sx_status add_exported(const searching *s, sx_str path, const sx_declared_list *all,
                              sx_err *err) {
  sx_strs files = {0};
  sx_status status = sx_strs_add(&files, path, s->search->call->arena, err);
  for (size_t i = 0; i < files.len && !s->out->len && !status; i++)
    status = add_exported_by(s, &files, i, all, err);
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

typedef struct filtering {
  const sx_declared_filter *former;
  bool is_member;
} filtering;

static bool has_path(void *arg, sx_str path) {
  const filtering *f = arg;
  return !f->former || f->former->has(f->former->arg, path);
}

/* A name by itself is not a member's: `shop.open` is not that of shop's Till. */
static bool is_of_module(void *arg, const sx_declared *one) {
  const filtering *f = arg;
  if (f->former && f->former->fits && !f->former->fits(f->former->arg, one)) return false;
  return f->is_member || !one->container.len;
}

/* The first `count` parents are the module's. */
static sx_status find_in(searching *s, const sx_locator *locator, size_t count, sx_err *err) {
  sx_strs modules = {0};
  sx_declared_list all = {0};
  const sx_declared_filter *former = s->search->filter;
  s->module = s->member = *locator;
  s->module.parent_count = count;
  s->member.parent_count -= count;
  memmove(s->member.parents, s->member.parents + count,
          s->member.parent_count * sizeof *s->member.parents);
  sx_status status = find_modules(s, &modules, err);
  if (status || !modules.len) return status;
  filtering f = {former, s->member.parent_count > 0};
  const sx_declared_filter filter = {has_path, is_of_module, &f, locator->name, &s->member};
  s->search->filter = &filter;
  status = sx_declared_find_some(s->search, locator->name, MAX_CANDIDATES, &all, err);
  s->search->filter = former;
  for (size_t i = 0; i < modules.len && all.len && !s->out->len && !status; i++)
    status = add_exported(s, modules.items[i], &all, err);
  return status;
}

sx_status sx_reexports_find(sx_declared_search *search, const sx_locator *locator,
                            sx_declared_list *out, sx_err *err) {
  searching s = {.search = search, .out = out, .crate = SX_STR("")};
  sx_status status = SX_OK;
  if (!locator->parent_count) return SX_OK;
  s.imports = sx_imports_new(search->call);
  if (!s.imports) return sx_fail(err, SX_NOMEM, NULL);
  sx_imports_omit_places(s.imports, true);
  s.crate = find_crate(&s, locator->parents[0]);
  for (size_t count = locator->parent_count; count > 0 && !out->len && !status; count--)
    status = find_in(&s, locator, count, err);
  sx_imports_free(s.imports);
  return status;
}
