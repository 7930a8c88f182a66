#include "tools/symbols/documentation.h"

#include "tools/symbols/signature_kind.h"
#include "workspace/freshness.h"
#include "workspace/paths.h"
#include "workspace/readiness.h"

#define MAX_OVERLOADS 6
#define FIRST_DELAY_MS 40
#define MAX_DELAY_MS 500

static void add_parts(sx_call *call, sx_hover_parts *to, const sx_hover_parts *from) {
  for (size_t i = 0; i < from->len; i++) {
    sx_hover_part *part = SX_ARRAY_ADD(to, call->arena);
    if (part) *part = from->items[i];
  }
}

bool sx_documentation_is_overload(const sx_documentation *doc, const sx_symbol *candidate) {
  const sx_symbol *symbol = doc->symbol;
  return symbol->kind.len && sx_str_is_equal(candidate->kind, symbol->kind) &&
         sx_str_is_equal(candidate->path, symbol->path) &&
         sx_str_is_equal(candidate->container, symbol->container);
}

static void collect_declarations(sx_call *call, sx_documentation *doc) {
  for (size_t i = 0; i < doc->resolution.symbols.len; i++) {
    const sx_symbol *symbol = &doc->resolution.symbols.items[i];
    if (symbol != doc->symbol && !sx_documentation_is_overload(doc, symbol)) continue;
    sx_pos16 *at = SX_ARRAY_ADD(&doc->declarations, call->arena);
    if (at) *at = symbol->at;
  }
}

static sx_status ask_hovers(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_batch batch;
  size_t slots[MAX_OVERLOADS];
  size_t count = doc->declarations.len < MAX_OVERLOADS ? doc->declarations.len : MAX_OVERLOADS;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++)
    slots[i] = sx_batch_hover(&batch, doc->symbol->path, doc->declarations.items[i]);
  sx_status status = sx_batch_run_within(&batch, SX_PATIENCE_MS, err);
  for (size_t i = 0; i < count && !status; i++) {
    sx_hover_parts parts;
    status = sx_batch_get_hover(&batch, slots[i], &parts, err);
    if (!status)
      add_parts(call, &doc->parts, &parts);
    else if (status == SX_HOST) {
      doc->resolution.failure = sx_arena_dup(call->arena, sx_str_from(err->message));
      status = SX_OK;
    }
  }
  sx_batch_release(&batch);
  return status;
}

static sx_status format_parts(sx_call *call, const sx_documentation *doc, sx_hover_text *out,
                              sx_err *err) {
  *out = (sx_hover_text){
      .is_ready = true, .is_empty = true, .signature = SX_STR(""), .text = SX_STR("")};
  if (!doc->parts.len) return SX_OK;
  return sx_hover_format(out, doc->parts.items, doc->parts.len, SX_ANSWER_MAX_BYTES, call->arena,
                         err);
}

/* Whether an empty hover says that there is nothing to say. */
static sx_status is_silence_final(sx_call *call, sx_documentation *doc, bool *out, sx_str *language,
                                  sx_err *err) {
  const sx_document *document;
  sx_readiness readiness = SX_READY;
  *out = true;
  sx_status status = sx_document_open(call, doc->symbol->path, &document, err);
  if (sx_status_ends_call(status) || status == SX_DEADLINE) return status;
  if (!status) *language = document->language_id;
  if (!status) status = sx_readiness_get(call, document->language_id, &readiness, err);
  *out = readiness != SX_STARTING;
  if (readiness == SX_SILENT) doc->resolution.unready_language = *language;
  return status == SX_HOST ? SX_OK : status;
}

static uint64_t next_delay(uint64_t delay_ms) {
  return delay_ms * 2 < MAX_DELAY_MS ? delay_ms * 2 : MAX_DELAY_MS;
}

/* The hover at the declaration, waited for while the server is loading. */
static sx_status hover_at_declaration(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_hover_parts before = doc->parts;
  sx_str language = SX_STR("");
  for (uint64_t delay_ms = FIRST_DELAY_MS;; delay_ms = next_delay(delay_ms)) {
    sx_hover_text text;
    bool is_final = false;
    doc->parts = before;
    sx_status status = ask_hovers(call, doc, err);
    bool is_stuck = status == SX_DEADLINE && sx_port_call_check(call->wait) == SX_OK;
    if (!status) status = format_parts(call, doc, &text, err);
    if (!status && text.is_ready && !text.is_empty) return SX_OK;
    if (!status && !text.is_empty) doc->parts = before; /* "(loading...)" is no documentation */
    if (!status && !text.is_ready) status = sx_readiness_urge(call, doc->symbol->path, err);
    if (!status && text.is_empty) status = is_silence_final(call, doc, &is_final, &language, err);
    if (!status && is_final) return SX_OK;
    if (!status || is_stuck) status = sx_port_call_sleep(call->wait, delay_ms);
    if (status == SX_DEADLINE) {
      doc->parts = before;
      if (!doc->resolution.unready_language.len)
        doc->resolution.unready_language = language.len ? language : SX_STR("its language");
      return SX_OK;
    }
    if (status) return status;
  }
}

static bool is_declared_lately(sx_call *call, const sx_documentation *doc) {
  const sx_document *document;
  if (!sx_freshness_is_indexing(call, doc->symbol->path)) return false;
  return sx_document_peek(call, doc->symbol->path, &document, NULL) == SX_OK &&
         sx_freshness_has_index(document->language_id);
}

static sx_status collect_hover(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_hover_text text;
  sx_status status;
  /* A use shows how the file sees it; without a file its import statement is only noise. */
  bool is_use_wanted = doc->is_file_known || !doc->symbol->is_declaration_known;
  /* It tells of another file by an index, which may be behind: the declaration's own says it now.
   */
  if (doc->symbol->is_declaration_known && is_declared_lately(call, doc)) {
    status = hover_at_declaration(call, doc, err);
    if (status || doc->parts.len) return status;
  }
  if (is_use_wanted) add_parts(call, &doc->parts, &doc->symbol->hover);
  status = format_parts(call, doc, &text, err);
  if (status) return status;
  if (!text.is_ready) doc->parts.len = 0;
  bool is_enough = text.is_ready && text.is_documented;
  if (is_enough || !doc->symbol->is_declaration_known) return SX_OK;
  return hover_at_declaration(call, doc, err);
}

/* Standard libraries' outlines are too large to ask for: their hovers say what it is. */
static sx_status fill_kind(sx_call *call, sx_documentation *doc, sx_err *err) {
  sx_hover_text text;
  if (doc->symbol->kind.len) return SX_OK;
  sx_status status = format_parts(call, doc, &text, err);
  if (!status) doc->symbol->kind = sx_signature_kind(&text);
  return status;
}

/* Why there is nothing but the text, where that is because no extension serves the language. */
static sx_status note_absence(sx_call *call, sx_documentation *doc, sx_err *err) {
  const sx_document *document;
  sx_readiness readiness = SX_READY;
  sx_status status = sx_document_open(call, doc->symbol->path, &document, err);
  if (!status) status = sx_readiness_get(call, document->language_id, &readiness, err);
  if (readiness == SX_ABSENT) doc->absent_language = document->language_id;
  return sx_status_ends_call(status) ? status : SX_OK;
}

bool sx_documentation_is_in_notebook(const sx_documentation *doc) {
  const sx_resolution *resolution = &doc->resolution;
  bool is_mentioned = resolution->is_only_in_text && resolution->text_count;
  return (doc->is_file_known && sx_path_is_notebook(doc->file)) ||
         (is_mentioned && sx_path_is_notebook(resolution->text_place.path));
}

sx_answer_status sx_documentation_judge(const sx_documentation *doc) {
  const sx_resolution *resolution = &doc->resolution;
  bool is_unsure = resolution->unready_language.len > 0;
  if (doc->symbol) {
    bool is_silent = doc->symbol->from == SX_FROM_LSP && !doc->parts.len;
    return is_unsure && (is_silent || doc->symbol->from == SX_FROM_TEXT) ? SX_ANSWER_UNKNOWN
                                                                         : SX_ANSWER_FOUND;
  }
  bool is_incomplete = resolution->is_scan_partial || resolution->is_timed_out;
  if (is_unsure || resolution->failure.len || is_incomplete) return SX_ANSWER_UNKNOWN;
  return sx_documentation_is_in_notebook(doc) ? SX_ANSWER_UNKNOWN : SX_ANSWER_NONE;
}

sx_status sx_documentation_collect(sx_call *call, sx_documentation *doc, sx_err *err) {
  doc->status = SX_ANSWER_UNKNOWN;
  doc->file = SX_STR("");
  if (!doc->error && doc->locator.file.len) {
    doc->error = sx_path_resolve(call, "file_path", doc->locator.file, &doc->file, &doc->err);
    doc->is_file_known = !doc->error;
    if (doc->is_file_known) doc->file_own = sx_path_own(call, doc->file);
  }
  if (!doc->error)
    doc->error = sx_resolve(call, &doc->locator, doc->file, &doc->resolution, &doc->err);
  if (doc->error) {
    if (sx_status_ends_call(doc->error) && err) *err = doc->err;
    return sx_status_ends_call(doc->error) ? doc->error : SX_OK;
  }
  if (doc->resolution.symbols.len) doc->symbol = &doc->resolution.symbols.items[0];
  sx_status status = SX_OK;
  if (doc->symbol) collect_declarations(call, doc);
  if (doc->symbol && doc->symbol->from == SX_FROM_LSP) {
    status = collect_hover(call, doc, err);
    if (!status) status = fill_kind(call, doc, err);
  }
  if (doc->symbol && doc->symbol->from == SX_FROM_TEXT) status = note_absence(call, doc, err);
  if (status) return status;
  doc->status = sx_documentation_judge(doc);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}
