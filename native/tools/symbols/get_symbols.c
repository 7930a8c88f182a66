#include "answer/facts.h"
#include "text/declaration.h"
#include "answer/pager.h"
#include "engine/args.h"
#include "semantic/certainty.h"
#include "semantic/line_text.h"
#include "semantic/outline_by_text.h"
#include "semantic/outline_shown.h"
#include "semantic/place_filter.h"
#include "semantic/workspace_symbols.h"
#include "workspace/document.h"
#include "resolve/locator.h"
#include "workspace/outline.h"
#include "resolve/libraries.h"
#include "workspace/paths.h"
#include "servers/missing_server.h"
#include "servers/state.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_LIMIT 50

sx_status sx_tool_get_symbols(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* How much is written for each symbol. */
typedef enum outline_mode { MODE_STRUCTURE, MODE_MINIMAL, MODE_FULL } outline_mode;

typedef struct outline_request {
  const sx_document *document;
  sx_str shown_path;
  outline_mode mode;
  uint32_t max_depth; /* levels, from 1 */
  sx_str target;      /* only what is inside this symbol; empty: all */
  size_t limit;
  sx_str cursor;
  size_t left_out; /* symbols that lie past the end of the file */
  bool is_by_text; /* no server gave them */
} outline_request;

static sx_status take_request(outline_request *out, sx_call *call, const cJSON *args, sx_err *err) {
  static const char *const modes[] = {"structure", "minimal", "full"};
  sx_str mode = sx_args_str(args, "mode", call->arena), path;
  sx_str file = sx_args_str(args, "file_path", call->arena);
  *out = (outline_request){
      .max_depth = (uint32_t)sx_args_int(args, "max_depth", 1),
      .target = sx_args_str(args, "symbol", call->arena),
      .limit = (size_t)sx_args_int(args, "max_results", DEFAULT_LIMIT),
      .cursor = sx_args_str(args, "cursor", call->arena),
  };
  for (size_t i = 0; i < 3; i++)
    if (sx_str_is_equal(mode, sx_str_from(modes[i]))) out->mode = (outline_mode)i;
  if (!file.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Give file_path for the outline of a file, or query to search the workspace.");
  sx_status status = sx_library_resolve(call, "file_path", file, &path, err);
  if (!status) status = sx_document_open(call, path, &out->document, err);
  if (!status) out->shown_path = sx_path_display(call, path);
  return status;
}

/* ---- asking ------------------------------------------------------------------------------- */

typedef struct question {
  sx_call *call;
  const sx_document *document;
  sx_host_symbols *out;
} question;

/* Nothing is believed only from a server that has answered before. */
static sx_status ask_outline(void *arg, sx_round *round, sx_err *err) {
  const question *ask = arg;
  sx_status status = sx_outline_get(ask->call, ask->document, SX_PATIENCE_MS, ask->out, err);
  *round = SX_ROUND_SILENT;
  if (sx_port_call_outlasts(ask->call->wait, status)) return SX_OK;
  if (status || !ask->out->len) return status;
  sx_servers_set_ready(ask->call->services->servers, ask->document->language_id);
  *round = SX_ROUND_ENOUGH;
  return SX_OK;
}

/* ---- doubts ------------------------------------------------------------------------------- */

/* Whether the text declares something that an outline would have. */
static bool declares_something(const sx_document *document) {
  for (uint32_t row = 0; row < document->lines.count; row++) {
    sx_str line = sx_lines_get(&document->lines, row);
    size_t start = (size_t)(line.ptr - document->text.ptr);
    if (line.len &&
        sx_declaration_in_line(document->text, start, start + line.len, document->language).len)
      return true;
  }
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

/* A server that is ready has no symbols, but the text has. */
static bool is_in_doubt(const outline_request *request, const sx_host_symbols *all,
                        sx_readiness readiness) {
  return !all->len && readiness == SX_READY &&
         (request->left_out || declares_something(request->document));
}

static sx_status read_text(outline_request *request, sx_call *call, sx_readiness readiness,
                           sx_host_symbols *all, sx_err *err) {
  bool is_read;
  if (all->len || request->left_out) return SX_OK;
  if (readiness == SX_READY && !is_in_doubt(request, all, readiness)) return SX_OK;
  sx_status status = sx_outline_by_text(all, &is_read, call, request->document, err);
  request->is_by_text = all->len;
  return status;
}

/* ---- what is shown ------------------------------------------------------------------------ */

/* The symbol that `target` names (`Order`, `Order.total`), or NULL. */
static const sx_host_symbol *find_target(const sx_host_symbols *all, sx_str target,
                                         sx_locator *locator, sx_err *err) {
  if (sx_locator_parse_name(locator, "symbol", target, err)) return NULL;
  for (size_t i = 0; i < all->len; i++) {
    const sx_host_symbol *one = &all->items[i];
    if (sx_str_is_equal(sx_locator_bare_name(one->name), locator->name) &&
        sx_locator_is_in(locator, one->container))
      return one;
  }
  sx_fail(err, SX_NOT_FOUND, "symbol: the file declares no symbol '%.*s'.", SX_STR_ARG(target));
  return NULL;
}

static sx_str line_of(const outline_request *request, const sx_host_symbol *symbol) {
  sx_pos16 at = symbol->has_name_at ? symbol->name_at : symbol->range.start;
  return sx_line_text_fact(sx_line_text_at(request->document, at));
}

static void write_lines(const sx_host_symbol *symbol, sx_buf *text) {
  uint32_t first = symbol->range.start.line + 1, last = symbol->range.end.line + 1;
  sx_buf_addf(text, "%.*s %.*s, line%s %u", SX_STR_ARG(symbol->kind), SX_STR_ARG(symbol->name),
              first == last ? "" : "s", first);
  if (first != last) sx_buf_addf(text, "-%u", last);
  sx_buf_add_char(text, '\n');
}

static void write_symbol(const outline_request *request, const sx_host_symbol *symbol,
                         uint32_t depth, sx_call *call, sx_answer *answer, cJSON *facts) {
  sx_pos16 at = symbol->has_name_at ? symbol->name_at : symbol->range.start;
  sx_buf *text = &answer->text;
  sx_buf_add_repeat(text, ' ', 2 * (size_t)depth);
  if (request->mode == MODE_MINIMAL)
    sx_buf_addf(text, "%.*s:%u\n", SX_STR_ARG(symbol->name), at.line + 1);
  else
    write_lines(symbol, text);
  if (request->mode == MODE_FULL) {
    sx_buf_add_repeat(text, ' ', 2 * (size_t)depth + 4);
    sx_buf_add(text, line_of(request, symbol));
    sx_buf_add_char(text, '\n');
  }
  cJSON *fact = cJSON_CreateObject();
  sx_str bare = sx_locator_bare_name(symbol->name);
  sx_answer_fact(fact, "name", symbol->name);
  sx_answer_fact(fact, "kind", symbol->kind);
  if (symbol->container.len) sx_answer_fact(fact, "container", symbol->container);
  sx_facts_position(fact, at);
  cJSON_AddNumberToObject(fact, "end_line", symbol->range.end.line + 1);
  if (request->mode == MODE_FULL) sx_answer_fact(fact, "text", line_of(request, symbol));
  sx_str member = sx_locator_member_name(symbol->container, bare, call->arena);
  /* Symbols without a name are called `<unknown>`, say: they cannot be found by that. */
  sx_str line = sx_lines_get(&request->document->lines, at.line);
  if (bare.len && sx_str_find(line, bare, 0) != SX_STR_NONE)
    sx_answer_fact(fact, "handle", sx_locator_handle(request->shown_path, at, member, call->arena));
  sx_answer_push(facts, fact);
}

typedef struct shown_symbol {
  const sx_host_symbol *symbol;
  uint32_t depth; /* below what was asked for */
} shown_symbol;

typedef SX_ARRAY(shown_symbol) shown_symbols;

static sx_status choose_symbols(const outline_request *request, const sx_host_symbols *all,
                                sx_call *call, shown_symbols *out, sx_err *err) {
  sx_locator locator = {0};
  const sx_host_symbol *target = NULL;
  sx_err reason = {SX_OK, ""};
  if (request->target.len) target = find_target(all, request->target, &locator, &reason);
  if (request->target.len && !target) return sx_fail(err, reason.status, "%s", reason.message);
  for (size_t i = 0; i < all->len; i++) {
    const sx_host_symbol *one = &all->items[i];
    bool is_below = !target || (one != target && one->depth > target->depth &&
                                sx_range16_contains(target->range, one->range));
    uint32_t depth = target ? one->depth - target->depth - 1 : one->depth;
    if (!is_below || depth >= request->max_depth) continue;
    shown_symbol *shown = SX_ARRAY_ADD(out, call->arena);
    if (!shown) return sx_fail(err, call->arena->status, NULL);
    *shown = (shown_symbol){one, depth};
  }
  return SX_OK;
}

static uint64_t hash_symbols(const outline_request *request, const shown_symbols *list) {
  uint64_t hash = list->len;
  for (size_t i = 0; i < list->len; i++) {
    const sx_host_symbol *symbol = list->items[i].symbol;
    hash = sx_pager_hash_place(hash, symbol->name, symbol->range.start);
  }
  return sx_pager_hash_place(hash, request->shown_path, (sx_pos16){0, request->mode});
}

static sx_status write_list(const outline_request *request, const shown_symbols *list,
                            sx_call *call, sx_answer *answer, cJSON *facts, sx_err *err) {
  sx_pager pager = {.answer = answer,
                    .facts = facts,
                    .count = list->len,
                    .hash = hash_symbols(request, list),
                    .most = request->limit};
  sx_status status = sx_pager_begin(&pager, request->cursor, err);
  if (status) return status;
  while (sx_pager_has_item(&pager)) {
    const shown_symbol *shown = &list->items[pager.next];
    write_symbol(request, shown->symbol, shown->depth, call, answer, facts);
  }
  sx_pager_end(&pager);
  return SX_OK;
}

/* Why, and what that means: macros are not expanded, which may declare more. */
static void write_by_text(sx_str language, sx_readiness readiness, sx_buf *text) {
  sx_buf_add_text(text, "By the text alone: ");
  if (readiness == SX_ABSENT)
    sx_missing_server_write(text, language);
  else
    sx_buf_addf(text, "the language server for %.*s has not answered yet", SX_STR_ARG(language));
  sx_buf_add_text(text, ". Uses of macros may declare more.\n");
}

static sx_status write_all(const outline_request *request, const sx_host_symbols *all,
                           sx_readiness readiness, sx_call *call, sx_answer *answer, sx_err *err) {
  shown_symbols list = {0};
  sx_status status = choose_symbols(request, all, call, &list, err);
  if (status && (all->len || readiness == SX_READY)) return status;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  bool is_doubtful = is_in_doubt(request, all, readiness);
  bool is_known = all->len || (readiness == SX_READY && !is_doubtful);
  answer->status = all->len ? SX_ANSWER_FOUND : is_known ? SX_ANSWER_NONE : SX_ANSWER_UNKNOWN;
  sx_buf_addf(&answer->text, "%.*s: %zu symbol%s", SX_STR_ARG(request->shown_path), list.len,
              list.len == 1 ? "" : "s");
  if (list.len < all->len && !request->target.len)
    sx_buf_addf(&answer->text, " (%zu with those inside; max_depth shows them)", all->len);
  sx_buf_add_char(&answer->text, '\n');
  sx_str language = request->document->language_id;
  sx_places_write_left_out(&answer->text, request->left_out);
  if (request->is_by_text)
    write_by_text(language, readiness, &answer->text);
  else if (readiness == SX_ABSENT)
    sx_certainty_write_absent(language, &answer->text);
  else if (is_doubtful && !request->left_out)
    sx_certainty_add(
        &answer->text,
        "the language server returned no outline, although the text has declarations: it "
        "has failed or is still loading. Call again in a few seconds, or read the file instead.");
  else if (!is_known && !request->left_out)
    sx_certainty_write_unanswered(language, &answer->text);
  status = write_list(request, &list, call, answer, facts, err);
  sx_answer_fact(answer->facts, "file", request->shown_path);
  sx_answer_put(answer->facts, "symbols", facts);
  sx_answer_fact(answer->facts, "provenance", request->is_by_text ? SX_STR("text") : SX_STR("lsp"));
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)list.len);
  return status;
}

static sx_status answer_outline(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  outline_request request;
  sx_host_symbols all = {0};
  sx_certainty certainty = {0};
  sx_status status = take_request(&request, call, args, err);
  if (!status) {
    question ask = {call, request.document, &all};
    status = sx_inquiry_run(&certainty, call, request.document->path, ask_outline, &ask, err);
  }
  if (!status) request.left_out = keep_sound(request.document, &all);
  if (!status && all.len) status = sx_outline_show(call, request.document, &all, err);
  if (!status) status = read_text(&request, call, certainty.readiness, &all, err);
  return status ? status : write_all(&request, &all, certainty.readiness, call, answer, err);
}

sx_status sx_tool_get_symbols(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str query = sx_str_trim(sx_args_str(args, "query", call->arena));
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  if (query.len && sx_args_has(args, "file_path"))
    return sx_fail(
        err, SX_INVALID_ARGUMENT,
        "query searches the whole workspace, file_path outlines one file. Give only one of them.");
  sx_status status = query.len ? sx_workspace_symbols_answer(call, query, args, answer, err)
                               : answer_outline(call, args, answer, err);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
