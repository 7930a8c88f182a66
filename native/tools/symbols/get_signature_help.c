#include "base/utf8.h"
#include "host/signatures.h"
#include "text/occurrences.h"
#include "text/tokens.h"
#include "tools/args.h"
#include "tools/symbols/code_words.h"
#include "tools/symbols/patience.h"
#include "tools/symbols/place_list.h"
#include "tools/symbols/target.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
/* A call that is looked for by its name is asked for at so many places at most. */
#define MAX_PLACES 8
#define MAX_OCCURRENCES 200
/* Between a name and its parenthesis: type arguments. */
#define MAX_GAP_BYTES 1000

sx_status sx_tool_get_signature_help(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err);

typedef struct inquiry {
  sx_call *call;
  sx_target target; /* of a call by its name */
  bool is_by_name;
  sx_places places; /* inside parentheses, the likeliest first */
  sx_host_signatures found;
  sx_place at; /* where it was found */
  bool is_sure;
} inquiry;

/* ---- places ------------------------------------------------------------------------------- */

/* Behind the parenthesis that follows a name, past type arguments; 0 where none does. */
static size_t inside_parentheses(const sx_document *document, size_t name_end, sx_arena *arena) {
  sx_str code = sx_code_of(document, name_end, name_end + MAX_GAP_BYTES, arena);
  uint32_t depth = 0;
  for (size_t i = 0; i < code.len; i++) {
    char c = code.ptr[i];
    if (c == '(' && depth == 0) return name_end + i + 1;
    if (c == '<') depth++;
    if (c == '>' && depth > 0) depth--;
    if (depth == 0 && !strchr(" \t\r\n>!?.:", c)) return 0;
  }
  return 0;
}

static sx_status add_place(inquiry *ask, const sx_document *document, size_t name_end,
                           sx_err *err) {
  size_t inside = inside_parentheses(document, name_end, ask->call->arena);
  if (!inside || ask->places.len >= MAX_PLACES) return SX_OK;
  sx_place *place = SX_ARRAY_ADD(&ask->places, ask->call->arena);
  if (!place) return sx_fail(err, ask->call->arena->status, NULL);
  sx_pos16 at = sx_document_position(document, inside);
  *place = (sx_place){document->path, {at, at}};
  return SX_OK;
}

/* The use that is meant, then the other places of its file. */
static sx_status add_calls_in_file(inquiry *ask, sx_err *err) {
  const sx_document *document;
  sx_occurrences all = {0};
  sx_arena *arena = ask->call->arena;
  sx_str name = ask->target.doc.symbol->name;
  sx_status status = sx_document_open(ask->call, ask->target.path, &document, err);
  if (status) return status;
  size_t meant = sx_document_offset(document, ask->target.at);
  status = add_place(ask, document, meant + name.len, err);
  if (!status)
    status = sx_occurrences_find(&all, document->text, name, document->language, MAX_OCCURRENCES,
                                 arena, err);
  if (!status) sx_occurrences_classify(&all, document->text, document->language);
  for (size_t i = 0; i < all.len && !status; i++)
    if (all.items[i].use == SX_USE_CODE && all.items[i].offset != meant)
      status = add_place(ask, document, all.items[i].offset + name.len, err);
  return status;
}

/* Calls anywhere, where its own file has none. */
static sx_status add_calls_anywhere(inquiry *ask, sx_err *err) {
  sx_batch batch;
  sx_places uses = {0};
  sx_batch_init(&batch, ask->call->wait, ask->call->arena);
  size_t slot = sx_batch_places(&batch, SX_PLACES_REFERENCES, ask->target.path, ask->target.at);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, slot, &uses, err);
  sx_batch_release(&batch);
  for (size_t i = 0; i < uses.len && !status && ask->places.len < MAX_PLACES; i++) {
    const sx_document *document;
    status = sx_document_open(ask->call, uses.items[i].path, &document, err);
    if (!status)
      status = add_place(ask, document, sx_document_offset(document, uses.items[i].range.end), err);
  }
  return status == SX_HOST ? SX_OK : status;
}

static sx_status take_place(inquiry *ask, const cJSON *args, sx_err *err) {
  sx_locator locator = {0};
  const sx_document *document;
  sx_str path;
  sx_target_take_place(&locator, args, ask->call->arena);
  sx_status status = sx_path_resolve(ask->call, "file_path", locator.file, &path, err);
  if (!status) status = sx_document_open(ask->call, path, &document, err);
  sx_place *place = status ? NULL : SX_ARRAY_ADD(&ask->places, ask->call->arena);
  if (status || !place) return status ? status : sx_fail(err, SX_NOMEM, NULL);
  sx_pos16 at = {locator.line, locator.column_u16};
  *place = (sx_place){path, {at, at}};
  /* On the name of a call its own parentheses are meant. */
  size_t end = sx_document_offset(document, at);
  while (end < document->text.len) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(document->text.ptr + end, document->text.len - end, &c);
    if (!bytes || !sx_language_is_ident(document->language, c)) break;
    end += bytes;
  }
  return add_place(ask, document, end, err);
}

/* ---- asking ------------------------------------------------------------------------------- */

static sx_status ask_places(inquiry *ask, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, ask->call->wait, ask->call->arena);
  for (size_t i = 0; i < ask->places.len; i++)
    sx_batch_signatures(&batch, ask->places.items[i].path, ask->places.items[i].range.start);
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < ask->places.len && !status && !ask->found.items.len; i++) {
    status = sx_batch_get_signatures(&batch, i, &ask->found, err);
    ask->at = ask->places.items[i];
    if (status == SX_HOST) status = SX_OK;
  }
  sx_batch_release(&batch);
  return status;
}

static sx_status ask_patiently(inquiry *ask, sx_err *err) {
  sx_patience patience = {0};
  for (bool again = true; again;) {
    ask->places.len = ask->is_by_name ? 0 : ask->places.len;
    sx_status status = ask->is_by_name ? add_calls_in_file(ask, err) : SX_OK;
    if (!status) status = ask_places(ask, err);
    if (!status && !ask->found.items.len && ask->is_by_name) {
      ask->places.len = 0;
      status = add_calls_anywhere(ask, err);
      if (!status) status = ask_places(ask, err);
    }
    ask->is_sure = ask->found.items.len > 0;
    if (status || ask->is_sure) return status;
    sx_str path = ask->is_by_name ? ask->target.path : ask->places.items[0].path;
    status = sx_patience_wait(&patience, ask->call, path, &again, &ask->is_sure, err);
    if (status) return status;
  }
  return SX_OK;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static cJSON *parameters_fact(const sx_host_signature *signature) {
  cJSON *facts = cJSON_CreateArray();
  for (size_t i = 0; i < signature->parameters.len; i++) {
    cJSON *fact = cJSON_CreateObject();
    sx_answer_fact(fact, "label", signature->parameters.items[i].label);
    sx_answer_fact(fact, "documentation", signature->parameters.items[i].documentation);
    sx_answer_push(facts, fact);
  }
  return facts;
}

static void write_signature(const sx_host_signature *signature, size_t number, bool is_active,
                            bool has_words, sx_answer *answer, cJSON *facts) {
  sx_buf *text = &answer->text;
  uint32_t active = signature->active_parameter;
  cJSON *fact = cJSON_CreateObject();
  sx_buf_addf(text, "%zu. %.*s%s\n", number, SX_STR_ARG(signature->label),
              is_active ? "  [active]" : "");
  if (is_active && active < signature->parameters.len)
    sx_buf_addf(text, "   Here: parameter %u of %zu, %.*s\n", active + 1, signature->parameters.len,
                SX_STR_ARG(signature->parameters.items[active].label));
  sx_str documentation = sx_str_trim(signature->documentation);
  if (has_words && documentation.len) sx_buf_addf(text, "%.*s\n", SX_STR_ARG(documentation));
  for (size_t i = 0; i < signature->parameters.len && has_words; i++) {
    const sx_host_parameter *one = &signature->parameters.items[i];
    sx_str words = sx_str_trim(one->documentation);
    if (words.len)
      sx_buf_addf(text, "   - %.*s: %.*s\n", SX_STR_ARG(one->label), SX_STR_ARG(words));
  }
  sx_answer_fact(fact, "label", signature->label);
  sx_answer_put(fact, "parameters", parameters_fact(signature));
  cJSON_AddNumberToObject(fact, "active_parameter", active);
  sx_answer_fact(fact, "documentation", has_words ? signature->documentation : SX_STR(""));
  sx_answer_push(facts, fact);
}

static sx_status write_signatures(const inquiry *ask, sx_answer *answer, sx_err *err) {
  const sx_host_signatures *found = &ask->found;
  sx_str shown = sx_path_display(ask->call, ask->at.path);
  sx_pos16 at = ask->at.range.start;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_buf_addf(&answer->text, "%zu signature%s of the call at %.*s:%u:%u\n", found->items.len,
              found->items.len == 1 ? "" : "s", SX_STR_ARG(shown), at.line + 1, at.character + 1);
  for (size_t i = 0; i < found->items.len; i++) {
    size_t start = answer->text.len;
    int before = cJSON_GetArraySize(facts);
    for (int has_words = 1; has_words >= 0; has_words--) {
      write_signature(&found->items.items[i], i + 1, i == found->active, has_words > 0, answer,
                      facts);
      if (sx_tokens_count(sx_buf_str(&answer->text)) <= answer->max_tokens) break;
      answer->is_truncated = true;
      if (!has_words && i == 0) break; /* one is told in any case */
      sx_buf_truncate(&answer->text, start);
      cJSON_DeleteItemFromArray(facts, before);
    }
  }
  if (answer->is_truncated) sx_buf_add_text(&answer->text, "[cut: ask with more max_tokens]\n");
  sx_answer_put(answer->facts, "signatures", facts);
  cJSON_AddNumberToObject(answer->facts, "active_signature", found->active);
  sx_answer_fact(answer->facts, "file", shown);
  cJSON_AddNumberToObject(answer->facts, "line", at.line + 1);
  cJSON_AddNumberToObject(answer->facts, "column", at.character);
  return SX_OK;
}

static sx_status write_found(const inquiry *ask, sx_answer *answer, sx_err *err) {
  if (ask->is_by_name) {
    sx_target_write_name(&ask->target, ask->call, answer);
    sx_buf_add_char(&answer->text, '\n');
    sx_answer_put(answer->facts, "symbol", sx_target_fact(&ask->target, ask->call));
  }
  answer->status = ask->found.items.len ? SX_ANSWER_FOUND
                   : ask->is_sure       ? SX_ANSWER_NONE
                                        : SX_ANSWER_UNKNOWN;
  if (ask->found.items.len) return write_signatures(ask, answer, err);
  sx_buf_add_text(&answer->text,
                  !ask->is_sure     ? "Unknown: no language server has answered for this file yet, "
                                      "or none serves it.\n"
                  : ask->is_by_name ? "No call of it is known. get_symbol_documentation has its "
                                      "declaration.\n"
                                    : "There is no call at this place.\n");
  return SX_OK;
}

sx_status sx_tool_get_signature_help(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err) {
  inquiry ask = {.call = call};
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  bool has_place =
      sx_args_has(args, "file_path") && sx_args_has(args, "line") && sx_args_has(args, "column");
  ask.is_by_name = sx_args_has(args, "symbol") || sx_args_has(args, "handle") || !has_place;
  sx_status status =
      ask.is_by_name ? sx_target_find(&ask.target, call, args, err) : take_place(&ask, args, err);
  bool is_missing = !status && ask.is_by_name && !ask.target.doc.symbol;
  if (is_missing) status = sx_target_write_missing(&ask.target, call, answer, err);
  if (!status && !is_missing) {
    status = ask_patiently(&ask, err);
    if (!status) status = write_found(&ask, answer, err);
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
