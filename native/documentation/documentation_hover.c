#include "documentation/documentation.h"
#include "documentation/overloads.h"
#include "documentation/signature_kind.h"
#include "resolve/c_sources.h"
#include "servers/freshness.h"
#include "servers/inquiry.h"
#include "servers/readiness.h"
#include "text/declaration.h"
#include "text/keyword.h"
#include "text/occurrences.h"
#include "workspace/document.h"

#define MAX_OVERLOADS 48
/* Several declarations of something else than a function are one thing, repeated. */
#define MAX_REPEATED 6

static void add_parts(sx_call *call, sx_hover_parts *to, const sx_hover_parts *from) {
  for (size_t i = 0; i < from->len; i++) {
    sx_hover_part *part = SX_ARRAY_ADD(to, call->arena);
    if (part) *part = from->items[i];
  }
}

/*
 * Whether a hover is of the symbol: in `__attribute__((format(printf, 1, 2)))` clangd's hover is of
 * the attribute, as its heading shows.
 */
static bool is_of_symbol(sx_call *call, const sx_documentation *doc, const sx_hover_parts *parts) {
  sx_hover_text text;
  const sx_symbol *symbol = doc->target.symbol;
  if (!parts->len ||
      sx_hover_format(&text, parts->items, parts->len, SX_HOVER_MIN_TOKENS, call->arena, NULL))
    return true;
  sx_str subject = sx_locator_bare_name(text.subject);
  size_t scope = sx_str_find_last_char(subject, ':');
  if (scope != SX_STR_NONE) subject = sx_str_slice(subject, scope + 1, subject.len);
  return !subject.len || sx_str_is_equal(subject, symbol->name) ||
         sx_str_is_equal(subject, symbol->declared_as);
}

static sx_status ask_hovers(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_batch batch;
  size_t slots[MAX_OVERLOADS];
  size_t most = doc->is_overloaded ? MAX_OVERLOADS : MAX_REPEATED;
  size_t count = doc->target.declarations.len < most ? doc->target.declarations.len : most;
  doc->hovers.len = 0;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++)
    slots[i] = sx_batch_hover(&batch, doc->target.symbol->path, doc->target.declarations.items[i]);
  sx_status status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
  for (size_t i = 0; i < count && !status; i++) {
    sx_hover_parts *parts = SX_ARRAY_ADD(&doc->hovers, call->arena);
    if (!parts) break;
    status = sx_batch_get_hover(&batch, slots[i], parts, err);
    if (status == SX_HOST) {
      doc->target.resolution.failure = sx_arena_dup(call->arena, sx_str_from(err->message));
      status = SX_OK;
    }
    if (!status && !is_of_symbol(call, doc, parts)) parts->len = 0;
    if (!status) add_parts(call, &doc->parts, parts);
  }
  sx_batch_release(&batch);
  return status;
}

static sx_status format_parts(sx_call *call, const sx_documentation *doc, sx_hover_text *out,
                              sx_err *err) {
  *out = SX_HOVER_NOTHING;
  out->is_ready = out->is_empty = true;
  if (!doc->parts.len) return SX_OK;
  return sx_hover_format(out, doc->parts.items, doc->parts.len, SX_ANSWER_MAX_BYTES, call->arena,
                         err);
}

typedef struct question {
  sx_call *call;
  sx_documentation *doc;
  sx_hover_parts before; /* of `doc`, without those at the declaration */
} question;

/* An empty hover is final unless the server is starting, or if the file cannot be opened. */
static sx_status judge_silence(const question *ask, sx_round *round, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(ask->call, ask->doc->target.symbol->path, &document, err);
  *round = status == SX_HOST ? SX_ROUND_ENOUGH : SX_ROUND_SILENT;
  return status == SX_HOST ? SX_OK : status;
}

static sx_status judge_hover(const question *ask, const sx_hover_text *text, sx_round *round,
                             sx_err *err) {
  sx_str path = ask->doc->target.symbol->path;
  sx_status status = SX_OK;
  *round = SX_ROUND_ENOUGH;
  if (text->is_ready && !text->is_empty) return SX_OK;
  if (!text->is_ready) status = sx_readiness_urge(ask->call, path, err);
  if (status) return status;
  if (text->is_empty) return judge_silence(ask, round, err);
  ask->doc->parts = ask->before; /* "(loading...)" is not documentation */
  *round = SX_ROUND_LOADING;
  return sx_inquiry_note_answer(ask->call, path, err);
}

static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  const question *ask = arg;
  sx_hover_text text;
  ask->doc->parts = ask->before;
  sx_status status = ask_hovers(ask->call, ask->doc, err);
  if (!status) status = format_parts(ask->call, ask->doc, &text, err);
  if (!status) status = judge_hover(ask, &text, round, err);
  if (status != SX_DEADLINE) return status;
  /* Providers that do not answer are asked again, as long as there is time. */
  ask->doc->parts = ask->before;
  if (sx_port_call_check(ask->call->wait) == SX_DEADLINE) return status;
  *round = SX_ROUND_AGAIN;
  return SX_OK;
}

/* The hover at the declaration, waited for while the server is loading. */
static sx_status hover_at_declaration(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_certainty certainty;
  question ask = {call, doc, doc->parts};
  sx_status status =
      sx_inquiry_run_soon(&certainty, call, doc->target.symbol->path, ask_round, &ask, err);
  if (status || !sx_inquiry_is_unanswered(&certainty)) return status;
  call->is_late |= certainty.is_late;
  sx_str *unready = &doc->target.resolution.unready_language;
  if (certainty.language.len)
    *unready = certainty.language;
  else if (!unready->len)
    *unready = SX_STR("its language");
  return SX_OK;
}

static bool is_declared_lately(sx_call *call, const sx_documentation *doc) {
  const sx_document *document;
  if (!sx_freshness_is_indexing(call, doc->target.symbol->path)) return false;
  return sx_document_peek(call, doc->target.symbol->path, &document, NULL) == SX_OK &&
         sx_freshness_has_index(document->language_id);
}

/* Adds the hover at the use, if it is of the symbol. */
static void add_use(sx_call *call, sx_documentation *doc) {
  /* A use shows how the file sees it; without a file its import statement is only noise. */
  bool is_wanted = doc->target.is_file_known || !doc->target.symbol->is_declaration_known;
  if (is_wanted && is_of_symbol(call, doc, &doc->target.symbol->hover))
    add_parts(call, &doc->parts, &doc->target.symbol->hover);
}

static sx_status collect_hover(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_hover_text text;
  sx_status status;
  /* A use has the signature of one overload, with the types of that call. */
  if (doc->is_overloaded) {
    status = hover_at_declaration(call, doc, err);
    if (!status && doc->parts.len) return sx_overloads_join(call, doc, err);
    doc->is_overloaded = false;
    if (status) return status;
  }
  /* A hover at a use comes from the server's index, which may lag behind an edited declaration; the
   * hover at the declaration is current.
   */
  if (doc->target.symbol->is_declaration_known && is_declared_lately(call, doc)) {
    status = hover_at_declaration(call, doc, err);
    if (status || doc->parts.len) return status;
  }
  add_use(call, doc);
  status = format_parts(call, doc, &text, err);
  if (status) return status;
  if (!text.is_ready) doc->parts.len = 0;
  bool is_enough = text.is_ready && text.is_documented;
  if (is_enough || !doc->target.symbol->is_declaration_known) return SX_OK;
  return hover_at_declaration(call, doc, err);
}

/* Standard libraries' outlines are too large to ask for: their hovers have the kind. */
static sx_status fill_kind(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_hover_text text;
  if (doc->target.symbol->kind.len) return SX_OK;
  sx_status status = format_parts(call, doc, &text, err);
  if (!status) doc->target.symbol->kind = sx_signature_kind(&text);
  return status;
}

/* ---- code that a server misreads ------------------------------------------------------------- */

/* Whether all names of one text are in the other. */
static bool has_names(sx_str text, sx_str names, const sx_language *language) {
  for (size_t at = 0; at < names.len;) {
    size_t end = sx_language_ident_end(language, names, at);
    sx_str name = sx_str_slice(names, at, end);
    at = end > at ? end : at + 1;
    if (name.len && sx_keyword_of(language, name) == SX_NO_KEYWORD &&
        !sx_occurrences_has(text, name, language))
      return false;
  }
  return true;
}

/*
 * A server without the commands that compile C finds few headers, and takes types that it does not
 * know for `int`. The text has the signature of a function, where the hover lacks names of it.
 */
static sx_status drop_misread(sx_call *call, sx_documentation *doc, sx_err *err) {
  const sx_document *document;
  sx_hover_text text;
  const sx_symbol *symbol = doc->target.symbol;
  bool is_function = sx_str_is_equal(symbol->kind, SX_STR("Function")) && !symbol->container.len;
  if (!doc->parts.len || !is_function || !symbol->is_declaration_known) return SX_OK;
  sx_status status = sx_document_peek_any(call, symbol->path, &document, err);
  if (status || !document || !sx_freshness_has_index(document->language_id)) return status;
  if (sx_c_sources_are_listed(call, symbol->path)) return SX_OK;
  status = format_parts(call, doc, &text, err);
  if (status) return status;
  size_t at = sx_document_offset(document, symbol->at);
  sx_str written = sx_declaration_signature(document->text, at, document->language, call->arena);
  bool is_there = sx_occurrences_has(written, symbol->name, document->language);
  if (is_there && !has_names(text.signature, written, document->language)) doc->parts.len = 0;
  return SX_OK;
}

sx_status sx_documentation_describe(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_status status = sx_overloads_collect(call, doc, err);
  if (doc->target.symbol->from != SX_FROM_LSP || status) return status;
  status = collect_hover(call, doc, err);
  if (!status) status = drop_misread(call, doc, err);
  if (!status) status = sx_documentation_add_comment(call, doc, err);
  return status ? status : fill_kind(call, doc, err);
}
