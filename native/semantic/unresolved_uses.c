#include "semantic/unresolved_uses.h"

#include "resolve/mentions.h"
#include "semantic/certainty.h"
#include "text/occurrences.h"
#include "text/scopes.h"
#include "workspace/document.h"
#include "workspace/paths.h"

#define MENTIONS_MS 1000
#define ASK_MS 1500
#define MAX_FILES 200
#define MAX_OCCURRENCES 1000
#define MAX_ASKED 50

typedef struct search {
  sx_call *call;
  sx_str name;
  const sx_places *listed;
  sx_places asked;
  sx_unresolved_uses *out;
} search;

static bool is_script(const sx_document *document) {
  return sx_language_has_word("typescript vue", sx_language_name(document->language), false);
}

/* Only these are imported. */
static sx_status is_of_module(search *s, const sx_target *target, bool *out, sx_err *err) {
  const sx_document *document;
  sx_scopes scopes;
  *out = false;
  sx_status status = sx_document_peek(s->call, target->symbol->path, &document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  if (!is_script(document)) return SX_OK;
  status = sx_scopes_find(&scopes, document->text, document->language, s->call->arena, err);
  if (status) return status;
  size_t at = sx_document_offset(document, target->symbol->at);
  *out = sx_scopes_is_global(&scopes, at, s->name.len) &&
         sx_scopes_role(&scopes, at, s->name.len) == SX_ROLE_NAME;
  return SX_OK;
}

/* `z` of `z.core.name`; empty where something else is in front. */
static sx_str root_before(const sx_document *document, size_t offset) {
  sx_str text = document->text;
  size_t start = offset;
  while (start > 1 && text.ptr[start - 1] == '.') {
    size_t end = start - 1;
    start = sx_language_ident_start(document->language, text, end);
    if (start == end) return SX_STR("");
    if (!start || text.ptr[start - 1] != '.') return sx_str_slice(text, start, end);
  }
  return SX_STR("");
}

static sx_status is_imported(search *s, const sx_document *document, sx_str name, bool *out,
                             sx_err *err) {
  sx_occurrences found = {0};
  *out = false;
  if (!name.len) return SX_OK;
  sx_status status = sx_occurrences_find(&found, document->text, name, document->language,
                                         MAX_OCCURRENCES, s->call->arena, err);
  if (status) return status;
  sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !*out; i++) *out = found.items[i].use == SX_USE_IMPORT;
  return SX_OK;
}

static sx_status look_into(search *s, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_occurrences found = {0};
  sx_status status = sx_document_peek(s->call, path, &document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  if (!is_script(document)) return SX_OK;
  status = sx_occurrences_find(&found, document->text, s->name, document->language, MAX_OCCURRENCES,
                               s->call->arena, err);
  if (!status) sx_occurrences_classify(&found, document->text, document->language);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_occurrence *one = &found.items[i];
    const sx_pos16 at = {one->point.row, one->col_u16};
    const sx_place place = {document->path, {at, at}};
    bool may_be = one->use == SX_USE_IMPORT;
    if (sx_places_have(s->listed, &place)) continue;
    if (one->use == SX_USE_CODE)
      status = is_imported(s, document, root_before(document, one->offset), &may_be, err);
    if (status || !may_be) continue;
    s->out->is_cut |= s->asked.len == MAX_ASKED;
    if (s->asked.len == MAX_ASKED) return SX_OK;
    sx_place *added = SX_ARRAY_ADD(&s->asked, s->call->arena);
    if (!added) return sx_fail(err, s->call->arena->status, NULL);
    *added = place;
  }
  return status;
}

/* An import that leads nowhere is the definition of what it imports. */
static bool leads_nowhere(const search *s, const sx_places *definitions, const sx_place *place) {
  for (size_t i = 0; i < definitions->len; i++) {
    const sx_place *one = &definitions->items[i];
    bool is_there = sx_str_is_equal(sx_path_own(s->call, one->path), place->path) &&
                    one->range.start.line == place->range.start.line;
    if (!is_there) return false;
  }
  return true;
}

static sx_status ask(search *s, sx_err *err) {
  sx_batch batch;
  if (!s->asked.len) return SX_OK;
  sx_batch_init(&batch, s->call->wait, s->call->arena);
  for (size_t i = 0; i < s->asked.len; i++)
    sx_batch_definition(&batch, s->asked.items[i].path, s->asked.items[i].range.start);
  sx_status status = sx_batch_run_within(&batch, ASK_MS, err);
  bool is_late = status == SX_DEADLINE || status == SX_HOST;
  if (is_late) s->out->is_cut = true, status = SX_OK;
  for (size_t i = 0; i < s->asked.len && !status && !is_late; i++) {
    sx_places definitions = {0};
    if (sx_batch_get_places(&batch, i, &definitions, NULL)) continue;
    if (!leads_nowhere(s, &definitions, &s->asked.items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(&s->out->items, s->call->arena);
    if (!added) status = sx_fail(err, s->call->arena->status, NULL);
    if (added) *added = s->asked.items[i];
  }
  sx_batch_release(&batch);
  return status;
}

sx_status sx_unresolved_uses_find(sx_unresolved_uses *out, sx_call *call, const sx_target *target,
                                  const sx_places *listed, sx_err *err) {
  search s = {.call = call, .name = target->symbol->name, .listed = listed, .out = out};
  sx_mentions found = {0};
  bool is_wanted;
  *out = (sx_unresolved_uses){0};
  sx_status status = is_of_module(&s, target, &is_wanted, err);
  if (status || !is_wanted) return status;
  status = sx_mentions_find(&found, call, &s.name, 1, MENTIONS_MS, err);
  if (found.paths.len > MAX_FILES) found.paths.len = MAX_FILES, out->is_cut = true;
  if (!status) status = sx_documents_peek(call, &found.paths, err);
  for (size_t i = 0; i < found.paths.len && !status; i++)
    status = look_into(&s, found.paths.items[i], err);
  return status ? status : ask(&s, err);
}

void sx_unresolved_uses_write(const sx_unresolved_uses *uses, sx_call *call, sx_buf *text) {
  if (!uses->items.len) return;
  const sx_place *first = &uses->items.items[0];
  size_t count = uses->items.len;
  sx_certainty_add_part(
      text,
      "%s%zu place%s with the name may be uses: what is imported there was not found: "
      "%.*s:%u:%u%s.",
      uses->is_cut ? "at least " : "", count, count == 1 ? "" : "s",
      SX_STR_ARG(sx_path_display(call, first->path)), first->range.start.line + 1,
      first->range.start.character + 1, count > 1 ? " and others" : "");
}
