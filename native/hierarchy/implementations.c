#include "hierarchy/implementations.h"

#include "hierarchy/implementations_by_types.h"
#include "semantic/enclosing.h"
#include "semantic/place_filter.h"
#include "semantic/place_list.h"
#include "semantic/provider_probe.h"
#include "workspace/document.h"
#include "workspace/outline.h"

/* ---- declarations -------------------------------------------------------------------------- */

/*
 * By the text: a name that is declared, or that gets a value or a body (`next: (v) => …`), or what
 * has no name of its own, as an object or an arrow function. `this` is of the type, and no more.
 */
static bool reads_as_declaration(const sx_document *document, sx_range16 range) {
  size_t at = sx_document_offset(document, range.start);
  sx_str text = document->text;
  size_t end = sx_language_ident_end(document->language, text, at);
  sx_str word = sx_str_slice(text, at, end);
  if (sx_language_has_word("this super self", word, false)) return false;
  if (!word.len || sx_language_has_word("function async class new", word, false)) return true;
  const char *use = sx_place_use(document, range, SX_STR(""));
  while (end < text.len && strchr(" \t?!", text.ptr[end]) && text.ptr[end]) end++;
  char next = end < text.len ? text.ptr[end] : ' ';
  return (use && strcmp(use, "declaration") == 0) || next == ':' || next == '=';
}

/* Servers give expressions of the type, too. */
static sx_status keep_declarations(sx_call *call, sx_places *places, sx_err *err) {
  const sx_document *document = NULL;
  sx_host_symbols outline = {0};
  sx_str path = SX_STR("");
  size_t kept = 0;
  for (size_t i = 0; i < places->len; i++) {
    const sx_place *one = &places->items[i];
    if (!sx_str_is_equal(one->path, path)) {
      path = one->path;
      outline.len = 0;
      sx_status status = sx_document_peek(call, path, &document, err);
      if (sx_status_ends_call(status)) return status;
      if (status) document = NULL;
    }
    bool is_kept = !document || reads_as_declaration(document, one->range);
    if (!is_kept && !outline.len) {
      sx_status status = sx_outline_get(call, document, SX_PATIENCE_MS, &outline, err);
      if (sx_status_ends_call(status)) return status;
    }
    is_kept = is_kept || sx_outline_has_name_at(&outline, one->range.start);
    if (is_kept) places->items[kept++] = *one;
  }
  places->len = kept;
  return SX_OK;
}

/* ---- asking -------------------------------------------------------------------------------- */

/*
 * The symbol and its overloads are not implementations of it. Servers give those of an abstract
 * method as its definitions, too: those in another type stay.
 */
static void keep_own(sx_implementations *ask) {
  const sx_symbol *symbol = ask->target->symbol;
  const sx_document *own, *other;
  size_t kept = 0;
  if (sx_document_peek(ask->call, symbol->path, &own, NULL)) return;
  sx_str type = sx_enclosing_name(own, symbol->at.line);
  for (size_t i = 0; i < ask->self.len; i++) {
    sx_place one = ask->self.items[i];
    bool is_read = !sx_document_peek(ask->call, one.path, &other, NULL);
    if (!is_read || sx_str_is_equal(sx_enclosing_name(other, one.range.start.line), type))
      ask->self.items[kept++] = one;
  }
  ask->self.len = kept;
}

/* Functions and variables are their own implementation: nothing implements them. */
static bool can_be_implemented(const sx_target *target) {
  static const char kinds[] = "Interface Method Class Struct Property TypeAlias";
  sx_str kind = target->symbol->kind;
  return !kind.len || sx_language_has_word(kinds, kind, false);
}

void sx_implementations_ask_ahead(sx_call *call, const sx_target *target) {
  sx_batch batch;
  sx_batch_init_ahead(&batch, call->wait, call->arena);
  sx_batch_places(&batch, SX_PLACES_IMPLEMENTATION, target->path, target->at);
  sx_batch_definition(&batch, target->path, target->at);
}

/* A server that has just begun may know the file itself only. */
static sx_status ask_implementations(void *question, sx_round *round, sx_err *err) {
  sx_implementations *ask = question;
  const sx_target *target = ask->target;
  sx_batch batch;
  sx_batch_init(&batch, ask->call->wait, ask->call->arena);
  size_t implementations =
      sx_batch_places(&batch, SX_PLACES_IMPLEMENTATION, target->path, target->at);
  size_t definitions = sx_batch_definition(&batch, target->path, target->at);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, implementations, &ask->found, err);
  if (!status) status = sx_batch_get_places(&batch, definitions, &ask->self, err);
  sx_batch_release(&batch);
  if (status) return status;
  keep_own(ask);
  *round = ask->found.len > ask->self.len ? SX_ROUND_ENOUGH
           : can_be_implemented(target)   ? SX_ROUND_LESS
                                          : SX_ROUND_UNLIKELY;
  if (ask->found.len) sx_provider_note(ask->call, target->path, SX_FEATURE_IMPLEMENTATIONS);
  status = keep_declarations(ask->call, &ask->found, err);
  return status ? status : sx_places_keep_sound(ask->call, &ask->found, &ask->left_out, err);
}

/* An empty answer proves nothing if no provider is known to return implementations. */
static sx_status fill_by_types(sx_implementations *ask, sx_err *err) {
  bool has = false;
  if (ask->found.len > ask->self.len || !ask->certainty.is_sure || !can_be_implemented(ask->target))
    return SX_OK;
  sx_status status =
      sx_provider_probe(ask->call, ask->target->path, SX_FEATURE_IMPLEMENTATIONS, &has, err);
  if (status || has) return status;
  ask->has_no_provider = true;
  status = sx_implementations_by_types(&ask->found, ask->call, ask->target, &ask->gap, err);
  ask->is_by_types = !status && ask->found.len > 0;
  return status;
}

/* No server knows the language, or it is starting: the names of bases do. */
static sx_status fill_by_names(sx_implementations *ask, sx_err *err) {
  bool is_unserved = ask->certainty.readiness == SX_ABSENT || ask->certainty.is_early;
  /* The text alone only guesses the kind. */
  bool may_be = can_be_implemented(ask->target) || ask->target->symbol->from == SX_FROM_TEXT;
  if (!is_unserved || ask->found.len > ask->self.len || !may_be ||
      !sx_type_names_may_know(ask->target->symbol->path))
    return SX_OK;
  sx_status status =
      sx_implementations_by_names(&ask->found, &ask->names, ask->call, ask->target, &ask->gap, err);
  sx_type_names_end(ask->names);
  return status;
}

sx_status sx_implementations_find(sx_implementations *out, sx_call *call, const sx_target *target,
                                  sx_err *err) {
  *out = (sx_implementations){.call = call, .target = target, .gap = SX_STR("")};
  sx_status status =
      sx_inquiry_run_in_time(&out->certainty, call, target->path, ask_implementations, out, err);
  out->certainty.is_sure &= !target->is_loading;
  if (!status) status = fill_by_names(out, err);
  return status ? status : fill_by_types(out, err);
}

/* ---- what is missing ------------------------------------------------------------------------ */

bool sx_implementations_is_other_kind(const sx_implementations *found, size_t listed) {
  return !listed && !can_be_implemented(found->target);
}

const char *sx_implementations_provenance(const sx_implementations *found) {
  return found->names ? "text" : found->is_by_types ? "references" : "lsp";
}

sx_answer_status sx_implementations_status(const sx_implementations *found, size_t listed) {
  bool is_known = found->certainty.is_sure && !found->left_out && !found->has_no_provider;
  if (found->certainty.is_early) return SX_ANSWER_UNKNOWN;
  return listed ? SX_ANSWER_FOUND : is_known ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
}

static sx_str language_of(const sx_implementations *ask) {
  const sx_document *document;
  bool is_open = !sx_document_open(ask->call, ask->target->path, &document, NULL);
  return is_open ? document->language_id : SX_STR("this language");
}

/* Why it is these, or none, though every server was ready. */
static void write_source(const sx_implementations *ask, bool is_told_apart, sx_buf *text) {
  sx_str language = language_of(ask), kind = ask->target->symbol->kind;
  if (ask->is_by_types)
    sx_buf_addf(
        text,
        "Derived from references: no language server here provides implementations for %.*s.\n",
        SX_STR_ARG(language));
  else if (ask->has_no_provider)
    sx_certainty_add(text,
                     "no language server here provides implementations for %.*s. By its "
                     "references, no type names it among its bases.",
                     SX_STR_ARG(language));
  else if (is_told_apart)
    sx_buf_addf(text, "Not an interface: a %.*s has no implementations elsewhere.\n",
                SX_STR_ARG(kind));
}

static void write_by_names(const sx_implementations *ask, sx_buf *text) {
  bool is_early = ask->certainty.is_early;
  sx_buf_addf(text, "%s the text of code alone, as ", is_early ? SX_UNKNOWN "by" : "By");
  sx_certainty_write_reason(&ask->certainty, text);
  sx_buf_add_text(text, " Types are found by the names of their bases.\n");
  sx_type_names_write(ask->names, text);
}

void sx_implementations_write_doubts(const sx_implementations *ask, size_t listed, sx_buf *text) {
  bool is_told_apart = sx_implementations_is_other_kind(ask, listed);
  sx_places_write_left_out(text, ask->left_out);
  if (ask->names && listed)
    write_by_names(ask, text);
  else if (!sx_certainty_write(&ask->certainty, text))
    write_source(ask, is_told_apart, text);
  sx_certainty_write_part(ask->gap, text);
}
