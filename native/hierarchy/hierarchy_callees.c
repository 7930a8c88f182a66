/*
 * Callees of functions and bases of types, by the names in their texts and the definitions that a
 * server returns for these.
 */

#include "hierarchy/hierarchy_parts.h"

#include "semantic/c_symbol.h"
#include "semantic/type_alias.h"
#include "servers/freshness.h"
#include "text/c/c_code.h"
#include "workspace/paths.h"

/* Names of one function that are asked for, at most. */
#define MAX_ASKED 128

/* ---- aliases ------------------------------------------------------------------------------- */

/* A base that is another name for a type: the type. Where that is not known it stays the name. */
static sx_status follow_alias(const sx_relatives_source *self, sx_host_item *item, sx_err *err) {
  for (size_t i = 0; i < SX_HIERARCHY_MAX_ALIASES && !sx_hierarchy__is_kind(item->kind, true);
       i++) {
    const sx_document *document;
    sx_host_item target = {.name = item->name, .path = item->path}, next;
    sx_places places = {0};
    sx_status status = sx_document_peek(self->call, item->path, &document, err);
    if (sx_status_ends_call(status)) return status;
    if (status || !sx_type_alias_target(document, item->name_at, &target.name_at)) return SX_OK;
    status = sx_hierarchy__ask_places(self->call, SX_PLACES_DEFINITION, &target, &places, err);
    if (status == SX_HOST || (!status && !places.len)) return SX_OK;
    if (!status)
      status = sx_hierarchy__item_at(self, &places.items[0], item->name, true, &next, err);
    if (status) return status;
    *item = next;
  }
  return SX_OK;
}

/* ---- what it uses -------------------------------------------------------------------------- */

/** Names in a function or among the bases of a type. */
typedef struct used_names {
  const sx_document *document;
  const sx_host_item *of;
  sx_words words;
  bool are_calls;
  sx_words unresolved; /* those that no definition was returned for */
  bool are_left; /* calls that a server did not list: those of the function's own names are none */
} used_names;

static bool is_own(const used_names *names, sx_call *call, const sx_place *place) {
  return sx_str_is_equal(sx_path_own(call, place->path), names->document->path) &&
         sx_range16_has(names->of->range, place->range.start);
}

/* C itself declares a function at its first call, if no header does: not a definition. */
static bool is_implicit(const used_names *names, sx_call *call, const sx_place *place,
                        sx_word word) {
  return sx_str_is_equal(sx_path_own(call, place->path), names->document->path) &&
         sx_c_symbol_is_implicit(call, place, word.end - word.start);
}

static sx_status note_unresolved(used_names *names, sx_word word, sx_arena *arena, sx_err *err) {
  sx_word *added = SX_ARRAY_ADD(&names->unresolved, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  *added = word;
  return SX_OK;
}

/*
 * If calls need no parentheses, the names are all those in the function, from its own on: those of
 * functions are calls.
 */
static sx_status add_definitions(const sx_relatives_source *self, used_names *names,
                                 sx_host_relatives *out, sx_err *err) {
  const sx_document *document = names->document;
  const sx_words *words = &names->words;
  sx_batch batch;
  size_t count = words->len < MAX_ASKED ? words->len : MAX_ASKED;
  sx_batch_init(&batch, self->call->wait, self->call->arena);
  for (size_t i = 0; i < count; i++)
    sx_batch_definition(&batch, document->path,
                        sx_document_position(document, words->items[i].start));
  sx_status status = sx_batch_run(&batch, err);
  bool is_known = false, is_bare = names->are_calls && sx_hierarchy__has_bare_calls(document);
  for (size_t i = 0; i < count && !status; i++) {
    sx_places places = {0};
    sx_host_item item;
    sx_word word = words->items[i];
    sx_pos16 site = sx_document_position(document, word.start);
    status = sx_batch_get_places(&batch, i, &places, err);
    is_known |= places.len > 0;
    bool is_resolved = places.len && !is_implicit(names, self->call, &places.items[0], word);
    if (!status && !is_resolved) status = note_unresolved(names, word, self->call->arena, err);
    bool is_passed_over =
        (is_bare && sx_pos16_is_equal(site, names->of->name_at)) ||
        (names->are_left && places.len && is_own(names, self->call, &places.items[0]));
    if (!status && is_resolved && !is_passed_over) {
      sx_str name = sx_str_slice(document->text, word.start, word.end);
      /* Outlines of libraries are large, and calls do not go on there. */
      bool is_followed = !self->is_brief && sx_path_is_inside(self->call, places.items[0].path);
      bool has_outline = !names->are_calls || is_bare || is_followed;
      status = sx_hierarchy__item_at(self, &places.items[0], name, has_outline, &item, err);
      /* The signature of a type that is called has no name but `()`. */
      if (!status && sx_str_has_prefix(item.name, SX_STR("("))) item.name = name;
      if (!status && !names->are_calls) status = follow_alias(self, &item, err);
      bool is_taken = !is_bare || sx_hierarchy__is_kind(item.kind, false);
      if (!status && is_taken)
        status = sx_hierarchy__add(out, &item, names->are_calls ? &site : NULL, self->call, err);
    }
  }
  sx_batch_release(&batch);
  if (!status && !is_known && !names->are_left)
    return sx_fail(err, SX_HOST, "no language server returned the definitions of the names.");
  if (!status && words->len > count)
    return sx_fail(err, SX_HOST, "only the first %zu calls in a function were checked.", count);
  return status;
}

/* In C: calls that the server returns no definition for, though no #if is around them. */
static sx_status add_unresolved(sx_call *call, const used_names *names, sx_host_relatives *out,
                                sx_err *err) {
  const sx_document *document = names->document;
  size_t listed = out->len, kept = 0;
  sx_words unresolved = names->unresolved;
  if (!unresolved.len || !sx_freshness_has_index(document->language_id)) return SX_OK;
  sx_str code = sx_c_code(document->text, document->language, true, call->arena);
  if (call->arena->status) return sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < unresolved.len; i++)
    if (!sx_c_is_conditional(code, unresolved.items[i].start))
      unresolved.items[kept++] = unresolved.items[i];
  unresolved.len = kept;
  sx_status status = sx_hierarchy_add_callees_by_name(out, call, document, &unresolved, err);
  if (status || out->len == listed) return status;
  return sx_fail(err, SX_HOST,
                 "the language server does not understand some of the calls in %.*s, as it may "
                 "not find the headers. %zu of the functions were found by name.",
                 SX_STR_ARG(names->of->name), out->len - listed);
}

/* Servers give the start of `a.b` for a call of b, so the names are compared, not the places. */
static bool has_name(const sx_host_relatives *listed, sx_str name) {
  for (size_t i = 0; i < listed->len; i++)
    if (sx_str_is_equal(listed->items[i].item.name, name)) return true;
  return false;
}

sx_status sx_hierarchy__add_used(const sx_relatives_source *self, sx_relation relation,
                                 const sx_host_item *item, sx_host_relatives *out, sx_err *err) {
  const sx_document *document;
  used_names names = {.of = item, .are_calls = relation == SX_OUTGOING_CALLS};
  if (relation == SX_OUTGOING_CALLS && !sx_path_is_inside(self->call, item->path))
    return sx_fail(err, SX_HOST, "calls inside library functions were not checked.");
  sx_status status = sx_document_open(self->call, item->path, &document, err);
  if (status && !sx_status_ends_call(status) && status != SX_DEADLINE)
    return sx_fail(err, SX_HOST, "%.*s is in a file that cannot be read: its bases are not known.",
                   SX_STR_ARG(item->name));
  if (status) return status;
  names.document = document;
  size_t name = sx_document_offset(document, item->name_at), from = name + item->name.len;
  size_t to = sx_document_offset(document, item->range.end);
  if (names.are_calls && sx_hierarchy__has_bare_calls(document))
    status = sx_code_names(&names.words, document, name, to, self->call->arena, err);
  else if (names.are_calls)
    status = sx_code_calls(&names.words, document, from, to, self->call->arena, err);
  else
    status = sx_code_bases(&names.words, document, from, to > from ? to : SX_STR_NONE,
                           self->call->arena, err);
  if (status || !names.words.len) return status;
  status = add_definitions(self, &names, out, err);
  return status ? status : add_unresolved(self->call, &names, out, err);
}

sx_status sx_hierarchy_add_callees(sx_host_relatives *out, const sx_relatives_source *source,
                                   const sx_host_item *item, sx_err *err) {
  struct sx_met_outlines outlines = {0};
  sx_call *call = source->call;
  const sx_relatives_source self = {
      .call = call, .outlines = &outlines, .is_brief = source->is_brief};
  const sx_document *document;
  sx_words words;
  used_names names = {.of = item, .are_calls = true, .are_left = true};
  if (!sx_path_is_inside(call, item->path)) return SX_OK;
  sx_status status = sx_document_peek(call, item->path, &document, NULL);
  if (status) return sx_status_ends_call(status) ? sx_fail(err, status, NULL) : SX_OK;
  if (sx_hierarchy__has_bare_calls(document)) return SX_OK;
  names.document = document;
  size_t from = sx_document_offset(document, item->name_at) + item->name.len;
  size_t to = sx_document_offset(document, item->range.end);
  status = sx_code_calls(&words, document, from, to, call->arena, err);
  for (size_t i = 0; i < words.len && !status; i++) {
    if (has_name(out, sx_str_slice(document->text, words.items[i].start, words.items[i].end)))
      continue;
    sx_word *added = SX_ARRAY_ADD(&names.words, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = words.items[i];
  }
  if (status || !names.words.len) return status;
  status = add_definitions(&self, &names, out, err);
  return status ? status : add_unresolved(call, &names, out, err);
}
