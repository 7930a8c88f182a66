#include "hierarchy/untold_bases.h"

#include "host/requests.h"
#include "os/file.h"
#include "semantic/code_words.h"
#include "workspace/document.h"
#include "servers/coverage.h"
#include "workspace/paths.h"

#define MAX_SOURCE_BYTES ((size_t)1024 * 1024)
#define MAX_ASKED 64
#define ASKED_MS 5000

/** A base that a type names which is not in the tree. */
typedef struct untold {
  sx_str path;
  sx_pos16 base;
} untold;

typedef struct search {
  sx_call *call;
  sx_hierarchy *tree;
  SX_ARRAY(untold) found;
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

static bool says_any(const search *s, sx_str text) {
  for (size_t i = 0; i < s->tree->nodes.len; i++)
    if (sx_str_find(text, s->tree->nodes.items[i].item.name, 0) != SX_STR_NONE) return true;
  return false;
}

static bool may_say(const search *s, sx_str path) {
  sx_arena scratch;
  sx_str text;
  sx_arena_init(&scratch, MAX_SOURCE_BYTES + 64 * 1024);
  bool says = !sx_file_read(&text, path, MAX_SOURCE_BYTES, &scratch, NULL) && says_any(s, text);
  sx_arena_release(&scratch);
  return says;
}

/* Behind the name that follows `class` on a line; 0 where it declares none. */
static size_t behind_class_name(const sx_document *document, uint32_t row) {
  sx_str line = sx_lines_get(&document->lines, row), start = sx_str_trim(line);
  if (!sx_str_has_prefix(start, SX_STR("class "))) return 0;
  size_t at = (size_t)(start.ptr - document->text.ptr) + 6;
  while (at < document->text.len && document->text.ptr[at] == ' ') at++;
  return sx_language_ident_end(document->language, document->text, at);
}

static sx_status look_into(search *s, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_arena *arena = s->call->arena;
  sx_status status = sx_document_peek(s->call, path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (uint32_t row = 0; row < document->lines.count && !status; row++) {
    size_t behind = behind_class_name(document, row);
    sx_words bases = {0};
    if (!behind || is_declared_in_tree(s, path, row)) continue;
    status = sx_code_bases(&bases, document, behind, arena, err);
    for (size_t i = 0; i < bases.len && !status; i++) {
      sx_word word = bases.items[i];
      if (!is_named_in_tree(s, sx_str_slice(document->text, word.start, word.end))) continue;
      untold *added = SX_ARRAY_ADD(&s->found, arena);
      if (!added) return sx_fail(err, arena->status, NULL);
      *added = (untold){path, sx_document_position(document, word.start)};
    }
  }
  return status;
}

static sx_status look_into_all(search *s, sx_str root, sx_err *err) {
  sx_strs sources = {0};
  sx_batch batch;
  size_t dot = sx_str_find_last_char(sx_path_name(root), '.');
  if (dot == SX_STR_NONE) return SX_OK;
  sx_str glob = sx_arena_printf(s->call->arena, "**/*%.*s",
                                SX_STR_ARG(sx_str_slice(sx_path_name(root), dot, root.len)));
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  size_t slot = sx_batch_find_files(&batch, glob, SX_MAX_SOURCES);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_strs(&batch, slot, &sources, err);
  sx_batch_release(&batch);
  for (size_t i = 0; i < sources.len && !status; i++) {
    status = sx_port_call_check(s->call->wait);
    if (status) return sx_fail(err, status, NULL);
    sx_str path = sx_path_own(s->call, sources.items[i]);
    if (!sx_path_is_uri(path) && may_say(s, path)) status = look_into(s, path, err);
  }
  return status;
}

/* ---- by the server ------------------------------------------------------------------------- */

/* The server may know the base as another type of that name. */
static sx_status keep_unknown(search *s, sx_err *err) {
  sx_batch batch;
  size_t kept = 0, asked = s->found.len < MAX_ASKED ? s->found.len : MAX_ASKED;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  for (size_t i = 0; i < asked; i++)
    sx_batch_definition(&batch, s->found.items[i].path, s->found.items[i].base);
  sx_status status = sx_batch_run_within(&batch, ASKED_MS, err);
  for (size_t i = 0; i < s->found.len && !sx_status_ends_call(status); i++) {
    sx_places places = {0};
    bool is_known = i < asked && !sx_batch_get_places(&batch, i, &places, NULL) && places.len;
    if (!is_known) s->found.items[kept++] = s->found.items[i];
  }
  sx_batch_release(&batch);
  s->found.len = kept;
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_untold_bases_note(sx_hierarchy *tree, sx_call *call, sx_err *err) {
  search s = {.call = call, .tree = tree};
  const sx_document *document;
  const sx_host_item *root = tree->nodes.len ? &tree->nodes.items[0].item : NULL;
  if (!root || tree->relation != SX_SUBTYPES || tree->failure.len || tree->is_late) return SX_OK;
  sx_status status = sx_document_peek(call, root->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (sx_family_of(sx_language_name(document->language))) return SX_OK;
  status = look_into_all(&s, root->path, err);
  if (!status && s.found.len) status = keep_unknown(&s, err);
  if (status == SX_DEADLINE || status == SX_HOST) return tree->is_late = true, SX_OK;
  if (status || !s.found.len) return status;
  tree->failure = sx_arena_printf(
      call->arena, "%.*s has subtypes, by their text, in code that the language server skips.",
      SX_STR_ARG(sx_path_display(call, s.found.items[0].path)));
  return tree->failure.len ? SX_OK : sx_fail(err, call->arena->status, NULL);
}
