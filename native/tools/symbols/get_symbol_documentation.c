#include "host/json.h"
#include "text/tokens.h"
#include "engine/args.h"
#include "documentation/documentation.h"
#include "semantic/certainty.h"

#define MAX_SYMBOLS 20
#define DEFAULT_TOKENS 2000
/* The size of the shortest account of a symbol. */
#define LEAST_TOKENS 80

sx_status sx_tool_get_symbol_documentation(sx_call *call, const cJSON *args, sx_answer *answer,
                                           sx_err *err);

/* In a list, an item that is wrong does not spoil the others. */
static void take_listed(sx_documentation *doc, const cJSON *args, const cJSON *item,
                        sx_call *call) {
  sx_str given = sx_json_str(item, call->arena);
  doc->error = sx_target_take_given(&doc->target.locator, args, "symbols", given, call, &doc->err);
  if (doc->error) doc->target.locator.given = given;
}

static sx_status take_arguments(sx_documentation *docs, size_t *count, const cJSON *args,
                                sx_call *call, sx_err *err) {
  const cJSON *list = sx_json_get(args, "symbols");
  bool is_place = sx_args_has(args, "file_path") && sx_args_has(args, "line");
  bool is_single = sx_args_has(args, "symbol") || sx_args_has(args, "handle") ||
                   (is_place && !cJSON_GetArraySize(list));
  if (!is_single && !cJSON_GetArraySize(list))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "symbol is missing. Give the symbol's name, or `symbols` for several, or a "
                   "`handle` from an earlier answer.");
  *count = 0;
  if (is_single) {
    sx_status status = sx_target_take(&docs[(*count)++].target.locator, args, "symbol", call, err);
    if (status) return status;
  }
  const cJSON *item;
  cJSON_ArrayForEach (item, list) {
    if (*count == MAX_SYMBOLS + 1) break;
    take_listed(&docs[(*count)++], args, item, call);
  }
  return SX_OK;
}

/* The whole answer is unknown when any part is, none when nothing was found at all. */
static sx_answer_status overall(const sx_documentation *docs, size_t count) {
  bool is_any_found = false, is_any_unknown = false;
  for (size_t i = 0; i < count; i++) {
    is_any_found |= docs[i].status == SX_ANSWER_FOUND;
    is_any_unknown |= docs[i].status == SX_ANSWER_UNKNOWN;
  }
  return is_any_unknown ? SX_ANSWER_UNKNOWN : is_any_found ? SX_ANSWER_FOUND : SX_ANSWER_NONE;
}

/* Hovers hold rules and headings of their own: a part begins with what none of them has. */
static void begin_part(sx_answer *answer, const sx_documentation *doc, size_t i, size_t count) {
  if (answer->format == SX_FORMAT_MARKDOWN) {
    if (i) sx_buf_add_text(&answer->text, "\n---\n\n");
    return;
  }
  sx_buf_addf(&answer->text, "%s=== %zu of %zu: %.*s ===\n", i ? "\n" : "", i + 1, count,
              SX_STR_ARG(doc->target.locator.given));
}

/* Symbols that do not fit are named, to be asked for in another call. */
static void write_left_out(const sx_documentation *docs, size_t first, size_t count,
                           sx_answer *answer) {
  cJSON *names = cJSON_CreateArray();
  answer->is_truncated = true;
  sx_buf_addf(&answer->text,
              "\n[%zu more of these symbols: request them separately, or raise max_tokens]\n",
              count - first);
  for (size_t i = first; i < count; i++)
    sx_answer_push(names, cJSON_CreateString(docs[i].target.locator.given.ptr));
  sx_answer_put(answer->facts, "left_out", names);
}

static sx_status write_all(sx_call *call, const sx_documentation *docs, size_t count,
                           sx_answer *answer, sx_err *err) {
  cJSON *results = cJSON_CreateArray();
  if (!results) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = SX_OK;
  if (count > 1 && answer->status == SX_ANSWER_UNKNOWN)
    sx_certainty_add_part(&answer->text, "%zu of these symbols, marked below.", count);
  for (size_t i = 0; i < count && !status; i++) {
    size_t used = sx_tokens_count(sx_buf_str(&answer->text));
    size_t room = answer->max_tokens > used ? answer->max_tokens - used : 0;
    size_t share = i ? room / (count - i) : answer->max_tokens / count;
    if (i && room < LEAST_TOKENS) {
      write_left_out(docs, i, count, answer);
      break;
    }
    if (count > 1) begin_part(answer, &docs[i], i, count);
    status = sx_documentation_write(call, &docs[i], share, answer, results, err);
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  sx_answer_put(answer->facts, "results", results);
  return status;
}

sx_status sx_tool_get_symbol_documentation(sx_call *call, const cJSON *args, sx_answer *answer,
                                           sx_err *err) {
  size_t count = 0;
  sx_documentation *docs = sx_arena_calloc(call->arena, MAX_SYMBOLS + 1, sizeof *docs);
  if (!docs) return sx_fail(err, SX_NOMEM, NULL);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = take_arguments(docs, &count, args, call, err);
  for (size_t i = 0; i < count && !status; i++) {
    status = sx_documentation_collect(call, &docs[i], err);
    if (!status && count == 1 && docs[i].error) {
      if (err) *err = docs[i].err;
      return docs[i].error;
    }
  }
  if (status) return status;
  answer->status = overall(docs, count);
  answer->is_lasting = answer->status == SX_ANSWER_FOUND;
  return write_all(call, docs, count, answer, err);
}
