#include "semantic/outline_read.h"

#include "semantic/certainty.h"
#include "semantic/outline_by_text.h"
#include "semantic/outline_shown.h"
#include "semantic/place_filter.h"
#include "servers/missing_server.h"
#include "servers/state.h"
#include "text/declaration.h"
#include "text/lexer.h"
#include "workspace/outline.h"
#include "workspace/paths.h"

/* ---- asking ------------------------------------------------------------------------------- */

typedef struct question {
  sx_call *call;
  sx_outline *out;
} question;

/* Nothing is believed only from a server that has answered before. */
static sx_status ask_outline(void *arg, sx_round *round, sx_err *err) {
  const question *ask = arg;
  const sx_document *document = ask->out->document;
  sx_host_symbols *symbols = &ask->out->symbols;
  sx_status status = sx_outline_get(ask->call, document, SX_PATIENCE_MS, symbols, err);
  *round = SX_ROUND_SILENT;
  if (sx_port_call_outlasts(ask->call->wait, status)) return SX_OK;
  if (status || !symbols->len) return status;
  sx_servers_set_ready(ask->call->services->servers, document->language_id);
  *round = SX_ROUND_ENOUGH;
  return SX_OK;
}

/* ---- doubts ------------------------------------------------------------------------------- */

/* Whether a line of a span of code declares something. */
static bool span_declares(const sx_document *document, const sx_span *span) {
  sx_str text = document->text;
  for (size_t start = span->start; start < span->end;) {
    size_t end = sx_str_find_char(text, '\n', start);
    if (end == SX_STR_NONE || end > span->end) end = span->end;
    if (sx_declaration_in_line(text, start, end, document->language).len) return true;
    start = end + 1;
  }
  return false;
}

/* Whether the text declares something that an outline would have; examples in comments do not. */
static bool declares_something(const sx_document *document) {
  sx_lexer lexer;
  sx_span span;
  sx_lexer_init(&lexer, document->text, document->language);
  while (sx_lexer_next(&lexer, &span))
    if (span.use == SX_USE_CODE && span_declares(document, &span)) return true;
  return false;
}

/* Symbols past the end of the file go; how many. */
static size_t keep_sound(const sx_document *document, sx_host_symbols *all) {
  size_t kept = 0, len = all->len;
  for (size_t i = 0; i < len; i++)
    if (sx_place_is_sound(document, all->items[i].range.start)) all->items[kept++] = all->items[i];
  all->len = kept;
  return len - kept;
}

static sx_status read_text(sx_outline *outline, sx_call *call, sx_err *err) {
  bool is_read;
  if (outline->symbols.len || outline->past_end) return SX_OK;
  if (outline->readiness == SX_READY && !outline->is_doubtful) return SX_OK;
  sx_status status = sx_outline_by_text(&outline->symbols, &is_read, call, outline->document, err);
  outline->is_by_text = outline->symbols.len;
  outline->is_cut = outline->is_by_text && !is_read;
  outline->is_doubtful &= !outline->is_by_text;
  return status;
}

/* ---- before its server is there ------------------------------------------------------------ */

/* At once, where the text alone has something; else the server is waited for. */
static sx_status read_early(sx_outline *out, sx_call *call, sx_err *err) {
  bool is_starting = false, is_read;
  sx_status status = call->may_be_early
                         ? sx_readiness_is_starting(call, out->document->path, &is_starting, err)
                         : SX_OK;
  if (status || !is_starting) return status;
  bool is_silent = sx_readiness_is_silent(call, out->document->language_id);
  out->readiness = is_silent ? SX_SILENT : SX_STARTING;
  status = sx_outline_by_text(&out->symbols, &is_read, call, out->document, err);
  out->is_by_text = out->is_early = out->symbols.len > 0;
  out->is_cut = out->is_by_text && !is_read;
  if (status || !out->is_early) return status;
  return sx_strs_add_new(&call->early, out->document->language_id, call->arena, err);
}

/* ---- all of it ---------------------------------------------------------------------------- */

sx_status sx_outline_read(sx_outline *out, sx_call *call, sx_str path, bool with_locals,
                          sx_err *err) {
  sx_certainty certainty = {0};
  *out = (sx_outline){.shown_path = sx_path_display(call, path), .with_locals = with_locals};
  sx_status status = sx_document_open(call, path, &out->document, err);
  if (status) return status;
  status = read_early(out, call, err);
  if (status || out->is_early) return status;
  question ask = {call, out};
  status = sx_inquiry_run(&certainty, call, out->document->path, ask_outline, &ask, err);
  if (status) return status;
  sx_host_symbols *symbols = &out->symbols;
  out->readiness = certainty.readiness;
  out->past_end = keep_sound(out->document, symbols);
  if (symbols->len)
    status = sx_outline_show(call, out->document, with_locals, symbols, &out->locals, err);
  out->is_doubtful = !symbols->len && out->readiness == SX_READY &&
                     (out->past_end || declares_something(out->document));
  return status ? status : read_text(out, call, err);
}

sx_answer_status sx_outline_status(const sx_outline *outline) {
  if (outline->symbols.len) return outline->is_cut ? SX_ANSWER_UNKNOWN : SX_ANSWER_FOUND;
  bool is_known = outline->readiness == SX_READY && !outline->is_doubtful;
  return is_known ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
}

/* Why, and what that means: macros are not expanded, which may declare more. */
static void write_by_text(const sx_outline *outline, sx_buf *text) {
  sx_str language = outline->document->language_id;
  sx_str name = sx_language_name(outline->document->language);
  bool has_macros = sx_language_has_word("c cpp objective-c", name, false);
  sx_buf_add_text(text, "By the text alone: ");
  if (outline->readiness == SX_ABSENT)
    sx_missing_server_write(text, language);
  else
    sx_buf_addf(text, "the language server for %.*s has %s", SX_STR_ARG(language),
                outline->readiness == SX_READY    ? "returned no outline"
                : outline->readiness == SX_SILENT ? "never answered"
                                                  : "not answered yet");
  if (outline->is_early && outline->readiness != SX_SILENT)
    sx_buf_add_text(text, ". Call again in a few seconds, or with wait: true, for its outline");
  sx_buf_add_text(text, has_macros ? ". Uses of macros may declare more." : ".");
  sx_buf_add_text(text, outline->with_locals ? " Local variables are not read.\n" : "\n");
}

void sx_outline_write_doubts(const sx_outline *outline, sx_buf *text) {
  sx_str language = outline->document->language_id;
  sx_places_write_left_out(text, outline->past_end);
  if (outline->is_cut)
    sx_certainty_add_part(text, "reading the whole text would take too long: declarations may be "
                                "missing.");
  if (outline->is_by_text)
    write_by_text(outline, text);
  else if (outline->readiness == SX_ABSENT)
    sx_certainty_write_absent(language, text);
  else if (outline->past_end)
    return;
  else if (outline->is_doubtful)
    sx_certainty_add(
        text, "the language server returned no outline, although the text has declarations: it "
              "has failed or is still loading. Call again in a few seconds, or read the file "
              "instead.");
  else if (sx_outline_status(outline) == SX_ANSWER_UNKNOWN)
    sx_certainty_write_unanswered(outline->readiness == SX_SILENT, language, text);
}
