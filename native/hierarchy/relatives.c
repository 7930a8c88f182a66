#include "hierarchy/relatives.h"

#include "documentation/overloads.h"
#include "hierarchy/unlisted_subtypes.h"
#include "semantic/outline_symbol.h"
#include "semantic/provider_probe.h"
#include "semantic/stub_side.h"
#include "semantic/text_uses.h"
#include "text/function_body.h"
#include "workspace/document.h"
#include "workspace/paths.h"

/* ---- kinds -------------------------------------------------------------------------------- */

static bool is_kind_among(sx_str kind, const char *const *kinds) {
  for (; *kinds; kinds++)
    if (sx_str_is_equal(kind, sx_str_from(*kinds))) return true;
  return false;
}

bool sx_relatives_is_of_other_kind(const sx_relatives *ask) {
  static const char *const no_functions[] = {
      "Interface", "Enum",          "EnumMember", "Namespace", "Module",
      "Package",   "TypeParameter", "File",       "String",    "Number",
      "Boolean",   "TypeAlias",     "Typedef",    "Union",     NULL};
  static const char *const no_types[] = {"Function", "Method",     "Constructor", "Property",
                                         "Field",    "EnumMember", "Namespace",   "Package",
                                         "File",     "String",     "Number",      "Boolean",
                                         "Operator", "Event",      "Macro",       NULL};
  /* The text alone only guesses the kind. */
  const sx_symbol *symbol = ask->target->symbol;
  if (symbol->from == SX_FROM_TEXT) return false;
  /* Structs of other languages are called to make one. */
  bool is_struct = sx_str_is_equal(symbol->kind, SX_STR("Struct"));
  if (is_struct && !ask->is_of_types && sx_text_uses_are_sure(symbol->path)) return true;
  return is_kind_among(symbol->kind, ask->is_of_types ? no_types : no_functions);
}

/* ---- asking ------------------------------------------------------------------------------- */

/*
 * At the declaration, where that is known: a use may be one of an alias. In C at the definition: a
 * header is read as C++, whose functions are others.
 */
static sx_place declared_place(const sx_target *target) {
  for (size_t i = 0; i < target->c.declared.len; i++)
    if (target->c.declared.items[i].role == SX_C_FUNCTION) return target->c.declared.items[i].place;
  const sx_symbol *symbol = target->symbol;
  sx_place place = {target->path, {target->at, target->at}};
  if (symbol->is_declaration_known) place = (sx_place){symbol->path, {symbol->at, symbol->at}};
  return place;
}

static bool has_body_at(const sx_document *document, sx_pos16 at) {
  size_t start = sx_document_offset(document, at);
  size_t end = sx_language_ident_end(document->language, document->text, start);
  return sx_function_has_body(document->text, end, document->language);
}

/* An overload calls nothing: what is called stands in the one body for all of them. */
sx_status sx_relatives_place(sx_place *out, sx_call *call, const sx_target *target, sx_err *err) {
  const sx_document *document;
  sx_documentation doc = {.target = *target};
  *out = declared_place(target);
  if (target->c.declared.len || !target->symbol->is_declaration_known ||
      !sx_outline_is_function(target->symbol->kind))
    return SX_OK;
  sx_status status = sx_document_peek(call, out->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (!sx_overloads_end_with_body(document) || has_body_at(document, target->symbol->at))
    return SX_OK;
  status = sx_overloads_collect(call, &doc, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  for (size_t i = 0; i < doc.target.declarations.len; i++) {
    sx_pos16 at = doc.target.declarations.items[i];
    if (has_body_at(document, at)) out->range = (sx_range16){at, at};
  }
  return SX_OK;
}

static sx_status ask_hierarchy(sx_relatives *ask, sx_err *err) {
  sx_relatives_source source;
  sx_host_item root;
  sx_hierarchy_question question = {ask->place, ask->is_of_types, ask->ahead.session};
  ask->ahead.session = 0;
  ask->failure = SX_STR("");
  sx_status status = sx_hierarchy_begin(&source, ask->call, &question, &root, err);
  ask->has_root = root.path.len > 0;
  source.is_brief = ask->is_brief;
  source.is_c = ask->target->c.family != NULL;
  if (ask->calls.len) source.also = &ask->calls;
  ask->known_calls = ask->calls.len;
  if (!status && ask->has_root)
    sx_hierarchy_expand_ahead(&source, ask->relations, ask->relation_count, &root);
  for (size_t i = 0; i < ask->relation_count && !status && ask->has_root; i++)
    status =
        sx_hierarchy_collect(&ask->trees[i], &source, ask->relations[i], &root, ask->depth, err);
  sx_hierarchy_end(&source);
  if (status == SX_HOST) {
    ask->failure = sx_arena_dup(ask->call->arena, sx_str_from(err->message));
    status = SX_OK;
  }
  return status;
}

/* Whether no provider returned anything, although one should have. */
static bool is_nobody(sx_relatives *ask) {
  sx_str failure = SX_STR("");
  for (size_t i = 0; i < ask->relation_count; i++) {
    if (ask->trees[i].nodes.len > 1) return false;
    if (ask->trees[i].failure.len) failure = ask->trees[i].failure;
  }
  if (failure.len) ask->failure = failure;
  return failure.len > 0;
}

/*
 * Where no server has the hierarchy. An empty list of calls is looked at, too: some servers know
 * the callers only, or fail, and the editor reports that as an empty list.
 */
static sx_status fill_by_references(sx_relatives *ask, sx_err *err) {
  sx_relatives_source source;
  sx_host_item root;
  bool is_ready = false;
  sx_status status = SX_OK;
  for (size_t i = 0; i < ask->relation_count && !status; i++) {
    bool is_empty = ask->has_root && ask->trees[i].nodes.len <= 1;
    if (ask->has_root && !(is_empty && !ask->is_of_types)) continue;
    if (!is_ready)
      status = sx_hierarchy_by_references(&source, ask->call, &ask->place,
                                          ask->target->symbol->name, &root, err);
    is_ready = true;
    source.is_brief = ask->is_brief;
    if (ask->calls.len) source.also = &ask->calls;
    ask->known_calls = ask->calls.len;
    sx_hierarchy tree;
    if (!status)
      status = sx_hierarchy_collect(&tree, &source, ask->relations[i], &root, ask->depth, err);
    if (!status) status = sx_unlisted_subtypes_note(&tree, ask->call, err);
    if (!status && is_empty && tree.nodes.len <= 1) ask->trees[i].failure = tree.failure;
    if (status || (is_empty && tree.nodes.len <= 1)) continue;
    ask->trees[i] = tree;
    ask->trees[i].is_by_references = ask->is_by_references = true;
  }
  if (ask->is_by_references) ask->has_root = !is_nobody(ask);
  /* The text answers where there is nothing yet. */
  if (status == SX_DEADLINE && !ask->has_root) return status;
  return status == SX_DEADLINE || status == SX_HOST ? SX_OK : status;
}

bool sx_relatives_may_be_by_text(const sx_relatives *ask) {
  sx_str path = ask->target->symbol->path;
  return !sx_relatives_is_of_other_kind(ask) &&
         (ask->is_of_types ? sx_type_names_may_know(path) : sx_text_uses_are_read(path));
}

/* Whether what the text has is all that there is. */
static bool is_text_sure(const sx_relatives *ask) {
  return ask->is_of_types || sx_text_uses_are_sure(ask->target->symbol->path);
}

/* `root->path` is empty where the index does not have the type. */
static sx_status begin_by_names(sx_relatives *ask, sx_relatives_source *source, sx_host_item *root,
                                sx_err *err) {
  bool is_member;
  sx_status status = sx_type_names_begin(&ask->names, ask->call, err);
  if (status) return status;
  *source = sx_type_names_source(ask->names);
  return sx_type_names_find(ask->names, &ask->place, ask->target->symbol->name, root, &is_member,
                            err);
}

static bool has_something(const sx_relatives *ask) {
  for (size_t i = 0; i < ask->relation_count && ask->has_root; i++)
    if (ask->trees[i].nodes.len > 1 &&
        (ask->relations[i] != SX_OUTGOING_CALLS || ask->relation_count == 1))
      return true;
  return false;
}

/* Nothing by references is what there is without any provider, too. */
static bool is_answered(const sx_relatives *ask) {
  return ask->has_root && (!ask->is_by_references || has_something(ask));
}

/* An empty list proves nothing: an alias may hide a type. */
static void note_unnamed(sx_relatives *ask) {
  bool is_found = has_something(ask);
  for (size_t i = 0; i < ask->relation_count; i++) {
    sx_hierarchy *tree = &ask->trees[i];
    if (tree->nodes.len > 1 || tree->failure.len) continue;
    if (is_found && tree->relation == SX_SUPERTYPES) continue;
    tree->failure = tree->relation == SX_SUBTYPES
                        ? SX_STR("no type names it among its bases by that name.")
                        : SX_STR("its declaration names no bases.");
  }
}

/* No server knows the language, or it is starting: its texts know it. */
static sx_status fill_by_text(sx_relatives *ask, sx_err *err) {
  sx_relatives_source source;
  sx_host_item root;
  bool is_unserved = ask->certainty.readiness == SX_ABSENT || ask->certainty.is_early;
  if (is_answered(ask) || !is_unserved || !sx_relatives_may_be_by_text(ask)) return SX_OK;
  sx_status status =
      ask->is_of_types ? begin_by_names(ask, &source, &root, err)
                       : sx_hierarchy_by_text(&source, ask->call, ask->target->symbol, &root, err);
  if (status || !root.path.len) {
    sx_type_names_end(ask->names);
    return status;
  }
  source.is_brief = ask->is_brief;
  ask->behind = (sx_reconcile){.uses = SX_BEHIND_CALLS};
  for (size_t i = 0; i < ask->relation_count && !status; i++)
    status =
        sx_hierarchy_collect(&ask->trees[i], &source, ask->relations[i], &root, ask->depth, err);
  ask->has_root = ask->is_by_text = !status;
  ask->is_by_references = false;
  ask->certainty.is_sure = !status && !ask->certainty.is_early && is_text_sure(ask);
  if (ask->is_of_types && !status) note_unnamed(ask);
  sx_type_names_end(ask->names);
  return status;
}

/* The sites in the functions that call the root. */
static sx_status list_calls(const sx_relatives *ask, sx_places *out, sx_err *err) {
  sx_str path = SX_STR(""), own = path;
  const sx_hierarchy *tree = &ask->trees[0];
  for (size_t i = 1; i < tree->nodes.len; i++) {
    const sx_hierarchy_node *node = &tree->nodes.items[i];
    if (node->depth != 1) continue;
    if (!sx_str_is_equal(node->item.path, path)) {
      path = node->item.path;
      own = sx_path_own(ask->call, path);
    }
    for (size_t k = 0; k < node->sites.len; k++) {
      sx_place *place = SX_ARRAY_ADD(out, ask->call->arena);
      if (!place) return sx_fail(err, ask->call->arena->status, NULL);
      *place = (sx_place){own, {node->sites.items[k], node->sites.items[k]}};
    }
  }
  return SX_OK;
}

/* Calls that a server of Python knows by a stub of the file. */
static sx_status add_by_stub(sx_relatives *ask, sx_places *listed, sx_err *err) {
  const sx_symbol *symbol = ask->target->symbol;
  const sx_place declared = {symbol->path, {symbol->at, symbol->at}};
  size_t known = listed->len;
  if (ask->is_stub_asked || !symbol->is_declaration_known) return SX_OK;
  ask->is_stub_asked = true;
  sx_status status = sx_stub_side_add(ask->call, &declared, listed, err);
  for (size_t i = known; i < listed->len && !status; i++) {
    sx_place *added = SX_ARRAY_ADD(&ask->calls, ask->call->arena);
    if (!added) return sx_fail(err, ask->call->arena->status, NULL);
    *added = listed->items[i];
  }
  return status;
}

static sx_status add_calls(sx_relatives *ask, const sx_places *found, sx_err *err) {
  for (size_t i = 0; i < found->len; i++) {
    if (sx_places_have(&ask->calls, &found->items[i])) continue;
    sx_place *added = SX_ARRAY_ADD(&ask->calls, ask->call->arena);
    if (!added) return sx_fail(err, ask->call->arena->status, NULL);
    *added = found->items[i];
  }
  return SX_OK;
}

/* Callers come from an index, which may lag; callees are in the file itself. */
static sx_status wait_for_index(sx_relatives *ask, bool *again, sx_err *err) {
  sx_places listed = {0};
  *again = false;
  if (!ask->has_root || ask->trees[0].relation != SX_INCOMING_CALLS) return SX_OK;
  sx_status status = list_calls(ask, &listed, err);
  if (!status) status = add_by_stub(ask, &listed, err);
  if (!status)
    status = sx_reconcile_wait(&ask->behind, ask->call, ask->target, &listed, again, err);
  const sx_places *found[] = {&ask->behind.confirmed, &ask->behind.unresolved};
  for (size_t i = 0; i < 2 && !status; i++) status = add_calls(ask, found[i], err);
  return status;
}

/* Callees are in the file itself; a server may learn of callers only later. */
static sx_status ask_round(void *question, sx_round *round, sx_err *err) {
  sx_relatives *ask = question;
  bool again = false;
  ask->is_by_references = false;
  sx_status status = ask_hierarchy(ask, err);
  if (!status && !ask->has_root && sx_relatives_is_of_other_kind(ask)) {
    *round = SX_ROUND_ENOUGH;
    return SX_OK;
  }
  if (!status) status = fill_by_references(ask, err);
  if (!status && is_answered(ask))
    status = sx_inquiry_note_answer(ask->call, ask->target->path, err);
  if (!status) status = wait_for_index(ask, &again, err);
  /* The next round's trees contain what this one has found out. */
  if (again || ask->calls.len > ask->known_calls)
    *round = SX_ROUND_AGAIN;
  else if (has_something(ask))
    *round = SX_ROUND_ENOUGH;
  return status;
}

/*
 * Without a provider, subtypes are searched among the references, where an alias hides some: that
 * there are none is known only if implementations are provided, which include them.
 */
static sx_status check_empty(sx_relatives *ask, sx_err *err) {
  for (size_t i = 0; i < ask->relation_count && ask->has_root; i++) {
    sx_hierarchy *tree = &ask->trees[i];
    bool has = true;
    if (tree->nodes.len > 1 || tree->relation != SX_SUBTYPES || !tree->is_by_references) continue;
    sx_status status =
        sx_provider_probe(ask->call, ask->target->path, SX_FEATURE_IMPLEMENTATIONS, &has, err);
    if (status) return status;
    if (!has && !tree->failure.len)
      tree->failure = SX_STR("no language server here provides subtypes. By its references, no "
                             "type names it among its bases.");
  }
  return SX_OK;
}

sx_status sx_relatives_find(sx_relatives *ask, sx_call *call, const sx_target *target,
                            sx_err *err) {
  ask->call = call;
  ask->target = target;
  ask->behind.uses = SX_BEHIND_CALLS;
  ask->failure = SX_STR("");
  ask->place = declared_place(target);
  sx_status status = SX_OK;
  if (!ask->is_of_types) status = sx_relatives_place(&ask->place, call, target, err);
  if (!status)
    status = sx_inquiry_run_in_time(&ask->certainty, call, target->path, ask_round, ask, err);
  ask->certainty.is_sure &= !target->is_loading;
  if (!status) status = fill_by_text(ask, err);
  return status ? status : check_empty(ask, err);
}

/* ---- what is missing ------------------------------------------------------------------------ */

static sx_answer_status write_absent(const sx_relatives *ask, sx_buf *text) {
  sx_str kind = ask->target->symbol->kind;
  const char *what = ask->is_of_types ? "type" : "call";
  bool is_other = sx_relatives_is_of_other_kind(ask);
  if (is_other)
    sx_buf_addf(text, "Not a %s: there is no %s hierarchy for this kind of symbol (%.*s).\n",
                ask->is_of_types ? "type" : "function", what, SX_STR_ARG(kind));
  if (is_other && ask->failure.len)
    sx_buf_addf(text, "The language server failed: %.*s\n", SX_STR_ARG(ask->failure));
  if (is_other) return SX_ANSWER_NONE;
  if (ask->certainty.readiness == SX_ABSENT)
    sx_certainty_write_absent(ask->certainty.language, text);
  else if (ask->certainty.is_early)
    sx_certainty_write_early(&ask->certainty, text);
  else if (ask->failure.len)
    sx_certainty_add(text, "%.*s", SX_STR_ARG(ask->failure));
  else
    sx_certainty_add(text, "no language server for this file provides a %s hierarchy for it%s.",
                     what, ask->certainty.is_sure ? "" : " yet");
  return SX_ANSWER_UNKNOWN;
}

static void write_gaps(const sx_hierarchy *tree, sx_buf *text) {
  if (tree->is_cut)
    sx_buf_add_text(text, "The list is incomplete, because it is too long. Use a smaller "
                          "depth, or start from another symbol.\n");
  if (tree->is_late)
    sx_certainty_add(text, "the call timed out before the list was complete; there may be more.");
  sx_certainty_write_part(tree->failure, text);
}

static sx_answer_status write_found(const sx_relatives *ask, sx_buf *text) {
  bool is_found = false, is_complete = ask->certainty.is_sure;
  for (size_t i = 0; i < ask->relation_count; i++) {
    const sx_hierarchy *tree = &ask->trees[i];
    write_gaps(tree, text);
    is_found |= tree->nodes.len > 1;
    is_complete &= !tree->is_late && !tree->failure.len;
  }
  sx_reconcile_write(&ask->behind, ask->call, text);
  sx_reconcile_write_by_text(&ask->behind, text);
  bool is_guess = ask->is_by_text && !ask->certainty.is_sure;
  if (ask->is_by_text) {
    sx_buf_addf(text, "%s the text of code alone, as ", is_guess ? SX_UNKNOWN "by" : "By");
    sx_certainty_write_reason(&ask->certainty, text);
    sx_buf_add_text(text,
                    ask->is_of_types
                        ? " Types are found by the names of their bases.\n"
                        : " Calls of other functions with the same name may be among them.\n");
    if (ask->names) sx_type_names_write(ask->names, text);
  }
  if (ask->is_by_references)
    sx_buf_addf(text,
                "Derived from references and definitions: no language server here provides the "
                "whole %s hierarchy.\n",
                ask->is_of_types ? "type" : "call");
  if (sx_inquiry_is_unanswered(&ask->certainty) && !ask->certainty.is_early)
    sx_certainty_write_loading(&ask->certainty, text);
  bool is_unread = !is_found && is_complete && sx_reconcile_has_unread_code(&ask->behind);
  if (is_unread) sx_certainty_write_unread("calls", text);
  if (is_unread || is_guess || ask->certainty.is_early || sx_reconcile_is_unsure(&ask->behind))
    return SX_ANSWER_UNKNOWN;
  return is_found ? SX_ANSWER_FOUND : is_complete ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
}

sx_answer_status sx_relatives_write_doubts(const sx_relatives *found, sx_buf *text) {
  return found->has_root ? write_found(found, text) : write_absent(found, text);
}

const char *sx_relatives_provenance(const sx_relatives *found) {
  return found->is_by_text ? "text" : found->is_by_references ? "references" : "lsp";
}
