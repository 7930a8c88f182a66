#include "hierarchy/unlisted_subtypes.h"

#include "os/file.h"
#include "semantic/code_words.h"
#include "semantic/skipped_code.h"
#include "workspace/document.h"
#include "servers/coverage.h"
#include "workspace/paths.h"

#define MAX_SOURCE_BYTES ((size_t)1024 * 1024)
#define ASKED_MS 5000

typedef struct search {
  sx_call *call;
  sx_hierarchy *tree;
  sx_places found; /* bases that a type names which is not in the tree */
} search;

/* ---- by the texts --------------------------------------------------------------------------- */

static bool is_named_in_tree(const search *s, sx_str name) {
  for (size_t i = 0; i < s->tree->nodes.len; i++)
    if (sx_str_is_equal(s->tree->nodes.items[i].item.name, name)) return true;
  return false;
}

static bool is_declared_in_tree(const search *s, sx_str path, uint32_t line) {
  for (size_t i = 0; i < s->tree->nodes.len; i++) {
    const sx_host_item *item = &s->tree->nodes.items[i].item;
    if (item->name_at.line == line && sx_str_is_equal(item->path, path)) return true;
  }
  return false;
}

static bool contains_any(const search *s, sx_str text) {
  for (size_t i = 0; i < s->tree->nodes.len; i++)
    if (sx_str_find(text, s->tree->nodes.items[i].item.name, 0) != SX_STR_NONE) return true;
  return false;
}

static bool may_contain(const search *s, sx_str path) {
  sx_arena scratch;
  sx_str text;
  sx_arena_init(&scratch, MAX_SOURCE_BYTES + 64 * 1024);
  bool does = !sx_file_read(&text, path, MAX_SOURCE_BYTES, &scratch, NULL) && contains_any(s, text);
  sx_arena_release(&scratch);
  return does;
}

/* The offset after the name that follows `class` on a line; 0 if it declares none. */
static size_t behind_class_name(const sx_document *document, uint32_t row) {
  sx_str line = sx_lines_get(&document->lines, row), start = sx_str_trim(line);
  if (!sx_str_has_prefix(start, SX_STR("class "))) return 0;
  size_t at = (size_t)(start.ptr - document->text.ptr) + 6;
  while (at < document->text.len && document->text.ptr[at] == ' ') at++;
  return sx_language_ident_end(document->language, document->text, at);
}

static sx_status look_into(void *context, sx_str path, sx_err *err) {
  search *s = context;
  const sx_document *document;
  sx_arena *arena = s->call->arena;
  if (!may_contain(s, path)) return SX_OK;
  sx_status status = sx_document_peek(s->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (uint32_t row = 0; row < document->lines.count && !status; row++) {
    size_t behind = behind_class_name(document, row);
    sx_words bases = {0};
    if (!behind || is_declared_in_tree(s, path, row)) continue;
    status = sx_code_bases(&bases, document, behind, SX_STR_NONE, arena, err);
    for (size_t i = 0; i < bases.len && !status; i++) {
      sx_word word = bases.items[i];
      if (!is_named_in_tree(s, sx_str_slice(document->text, word.start, word.end))) continue;
      sx_place *added = SX_ARRAY_ADD(&s->found, arena);
      if (!added) return sx_fail(err, arena->status, NULL);
      sx_pos16 at = sx_document_position(document, word.start);
      *added = (sx_place){path, {at, at}};
    }
  }
  return status;
}

static sx_status look_into_all(search *s, sx_str root, bool *is_cut, sx_err *err) {
  size_t dot = sx_str_find_last_char(sx_path_name(root), '.');
  if (dot == SX_STR_NONE) return SX_OK;
  sx_str glob = sx_arena_printf(s->call->arena, "**/*%.*s",
                                SX_STR_ARG(sx_str_slice(sx_path_name(root), dot, root.len)));
  sx_skipped_search files = {
      .glob = glob, .most = SX_MAX_SOURCES, .visit = look_into, .context = s};
  sx_status status = sx_skipped_code_visit(&files, s->call, err);
  *is_cut = files.is_cut;
  return status;
}

/* The reason why there may be more subtypes. */
static sx_str reason_of(const search *s, bool is_cut) {
  if (s->found.len)
    return sx_arena_printf(
        s->call->arena,
        "%.*s has subtypes, by their text, in code that the language server skips%s",
        SX_STR_ARG(sx_path_display(s->call, s->found.items[0].path)),
        is_cut ? "; not all files were searched." : ".");
  return sx_arena_printf(
      s->call->arena,
      "only %d files were searched for subtypes in code that the language server skips.",
      SX_MAX_SOURCES);
}

sx_status sx_unlisted_subtypes_note(sx_hierarchy *tree, sx_call *call, sx_err *err) {
  search s = {.call = call, .tree = tree};
  bool is_cut = false;
  const sx_document *document;
  const sx_host_item *root = tree->nodes.len ? &tree->nodes.items[0].item : NULL;
  if (!root || tree->relation != SX_SUBTYPES || tree->failure.len || tree->is_late) return SX_OK;
  sx_status status = sx_document_peek(call, root->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (sx_family_of(sx_language_name(document->language))) return SX_OK;
  status = look_into_all(&s, root->path, &is_cut, err);
  /* The server may know the base as another type of that name. */
  sx_places names = s.found;
  if (!status) status = sx_skipped_code_keep(call, &names, &s.found, ASKED_MS, err);
  if (status == SX_DEADLINE || status == SX_HOST) {
    tree->is_late = true;
    return SX_OK;
  }
  if (status || !(s.found.len || is_cut)) return status;
  tree->failure = reason_of(&s, is_cut);
  return tree->failure.len ? SX_OK : sx_fail(err, call->arena->status, NULL);
}
