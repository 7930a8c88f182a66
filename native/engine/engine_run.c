#include "engine/engine_parts.h"

#include "answer/structured.h"
#include "base/mem.h"
#include "change/store.h"
#include "commands/program.h"
#include "host/json.h"
#include "engine/args.h"
#include "engine/cache.h"
#include "servers/freshness.h"
#include "text/tokens.h"
#include "workspace/change_log.h"
#include "workspace/hidden.h"
#include "workspace/roots.h"

#define MAX_CALL_BYTES (512u * 1024 * 1024)
/* How often a call is answered once more for a file that changed meanwhile, and what it needs. */
#define MAX_AGAIN 2
#define MIN_AGAIN_MS 5000
#define MAX_LINE_BYTES 8192

/* ---- the result ---------------------------------------------------------------------------- */

void sx_engine__fill_error(sx_result *result, const sx_err *err) {
  size_t len = strlen(err->message);
  result->is_error = true;
  result->code = sx_status_code(err->status);
  result->text = sx_malloc(len + 1);
  if (!result->text) return;
  memcpy(result->text, err->message, len + 1);
  result->text_len = len;
}

static sx_status fill_answer(sx_result *result, sx_answer *answer, sx_err *err) {
  if (answer->text.status) return sx_fail(err, answer->text.status, NULL);
  sx_answer_lead_with_unknown(answer);
  sx_answer_shorten_lines(answer);
  sx_answer_advise_once(answer);
  sx_status finished = answer->is_structured ? sx_answer_finish_facts(answer) : SX_OK;
  if (finished) return sx_fail(err, finished, NULL);
  sx_str text = sx_str_trim_end(sx_buf_str(&answer->text));
  sx_buf_truncate(&answer->text, text.len);
  result->facts = cJSON_PrintUnformatted(answer->facts);
  if (!result->facts) return sx_fail(err, SX_NOMEM, NULL);
  result->facts_len = strlen(result->facts);
  result->text_len = answer->text.len;
  result->text = sx_buf_detach(&answer->text);
  if (!result->text) {
    sx_free(result->facts);
    result->facts = NULL;
    return sx_fail(err, SX_NOMEM, NULL);
  }
  result->code = sx_answer_status_name(answer->status);
  result->is_truncated = answer->is_truncated;
  return SX_OK;
}

/* ---- running ------------------------------------------------------------------------------- */

size_t sx_engine__find_tool(const sx_engine *engine, const char *name) {
  for (size_t i = 0; sx_tools[i].name; i++) {
    if (strcmp(sx_tools[i].name, name) == 0) return i;
    const cJSON *alias;
    cJSON_ArrayForEach (alias, sx_json_get(engine->definitions[i], "aliases"))
      if (cJSON_IsString(alias) && strcmp(alias->valuestring, name) == 0) return i;
  }
  return SX_ENGINE__NO_TOOL;
}

/* Tools that only the palette offers do not exist for agents. */
static bool may_call(const sx_engine_job *job) {
  if (job->index == SX_ENGINE__NO_TOOL) return false;
  return job->options.caller == SX_CALLER_PERSON || !job->engine->flags[job->index].is_for_people;
}

static sx_status fail_unknown_tool(const sx_engine *engine, const char *name, sx_err *err) {
  const char *nearest = NULL;
  size_t best = 6;
  for (size_t i = 0; sx_tools[i].name; i++) {
    if (engine->flags[i].is_for_people) continue;
    sx_str own = sx_str_from(sx_tools[i].name);
    size_t distance = sx_str_distance(own, sx_str_from(name), 5);
    /* A short name is near to any other short one. */
    if (distance < best && distance <= own.len / 2) best = distance, nearest = sx_tools[i].name;
  }
  sx_str shown = sx_str_slice(sx_str_from(name), 0, 100);
  if (nearest)
    return sx_fail(err, SX_UNKNOWN_TOOL, "There is no tool '%.*s'. Did you mean '%s'?",
                   SX_STR_ARG(shown), nearest);
  return sx_fail(err, SX_UNKNOWN_TOOL,
                 "There is no tool '%.*s'. List the tools to see their names.", SX_STR_ARG(shown));
}

/* Empty for a tool whose answers are not kept. */
static sx_str cache_key(const sx_engine_job *job, const cJSON *args, sx_arena *arena) {
  if (!job->engine->flags[job->index].is_cached) return SX_STR("");
  char *printed = cJSON_PrintUnformatted(args);
  sx_str key = printed ? sx_arena_printf(arena, "%zu %d %d %d %s", job->index, job->options.caller,
                                         job->options.format, job->options.is_structured, printed)
                       : SX_STR("");
  cJSON_free(printed);
  return key;
}

/* A line on what the answer may lack leads it; it is unknown if it has nothing. */
static sx_status lead_with(const char *line, sx_answer *answer, sx_err *err) {
  cJSON *status = cJSON_GetObjectItemCaseSensitive(answer->facts, "status");
  bool is_unknown = answer->status != SX_ANSWER_FOUND && cJSON_IsString(status);
  sx_buf text;
  sx_buf_init(&text, SX_ANSWER_MAX_BYTES);
  sx_buf_addf(&text, "%s%s\n", is_unknown ? SX_UNKNOWN : "Note: ", line);
  sx_buf_add(&text, sx_buf_str(&answer->text));
  sx_buf_release(&answer->text);
  answer->text = text;
  if (!is_unknown) return SX_OK;
  answer->status = SX_ANSWER_UNKNOWN;
  return cJSON_SetValuestring(status, sx_answer_status_name(SX_ANSWER_UNKNOWN))
             ? SX_OK
             : sx_fail(err, SX_NOMEM, NULL);
}

/* An answer that may come from old texts. */
static sx_status add_stale(sx_str stale, sx_answer *answer, sx_err *err) {
  char line[MAX_LINE_BYTES];
  snprintf(line, sizeof line, "%.*s: this may be outdated. Call again in a few seconds.",
           SX_STR_ARG(stale));
  answer->is_lasting = false;
  return lead_with(line, answer, err);
}

static sx_status add_hidden(size_t count, sx_answer *answer, sx_err *err) {
  char line[MAX_LINE_BYTES];
  snprintf(line, sizeof line, "%zu %s hidden by .sextantignore %s not listed.", count,
           count == 1 ? "place in a file" : "places in files", count == 1 ? "is" : "are");
  return lead_with(line, answer, err);
}

/*
 * Asks once more where a file that the answer was made from has changed meanwhile: servers may have
 * been asked before they were shown it.
 */
static sx_status run_fresh(sx_engine_job *job, sx_call *call, const cJSON *args, sx_answer *answer,
                           sx_err *err) {
  const sx_tool_flags *flags = &job->engine->flags[job->index];
  bool may_repeat = flags->is_reading && flags->freshness != SX_FRESHNESS_NONE;
  for (int again = 0;; again++) {
    sx_status status = sx_tools[job->index].run(call, args, answer, err);
    bool is_last = status || again == MAX_AGAIN || !may_repeat;
    if (is_last || !sx_freshness_is_overtaken(call)) return status;
    uint64_t left_ms = sx_port_call_remaining_ms(job->wait);
    if (left_ms < MIN_AGAIN_MS) return SX_OK;
    sx_answer_format format = answer->format;
    sx_answer_release(answer);
    if (sx_answer_init(answer, format, 0)) return sx_fail(err, SX_NOMEM, NULL);
    answer->is_structured = job->options.is_structured;
    call->documents.len = call->dependencies.len = 0;
    sx_hidden_begin(call);
    call->stale = SX_STR("");
    status = sx_freshness_settle(call, err);
    if (status) return status;
  }
}

/* A person has asked for one thing, and waits for it unless the page shows what is known first. */
static bool may_be_early(const sx_engine_job *job, const cJSON *args) {
  const cJSON *schema = sx_json_get(job->engine->definitions[job->index], "inputSchema");
  bool may_wait = sx_json_get(sx_json_get(schema, "properties"), "wait") != NULL;
  bool is_agent = job->options.caller == SX_CALLER_AGENT;
  return may_wait && !sx_args_bool(args, "wait", !is_agent);
}

/* Runs the tool, unless an answer that still holds is at hand. */
static sx_status run_tool(sx_engine_job *job, sx_call *call, const cJSON *args, sx_result *result,
                          sx_err *err) {
  sx_engine *engine = job->engine;
  const sx_tool_flags *flags = &engine->flags[job->index];
  sx_status status = sx_roots_get(engine->services->roots, &call->roots, call->arena);
  if (status) return sx_fail(err, status, NULL);
  call->may_be_early = may_be_early(job, args);
  call->settled_turn = sx_file_log_turn(sx_change_log_files(engine->services->change_log));
  if (flags->freshness != SX_FRESHNESS_NONE) status = sx_freshness_settle(call, err);
  if (status) return status;
  uint64_t generation = sx_change_log_generation(engine->services->change_log);
  sx_str key = cache_key(job, args, call->arena);
  if (key.len && sx_cache_find(engine->services->cache, key, generation, result)) return SX_OK;
  sx_answer answer;
  sx_hidden_begin(call);
  if (sx_answer_init(&answer, job->options.format, 0)) return sx_fail(err, SX_NOMEM, NULL);
  answer.is_structured = job->options.is_structured;
  status = run_fresh(job, call, args, &answer, err);
  if (!status && call->stale.len && flags->freshness == SX_FRESHNESS_SERVERS)
    status = add_stale(call->stale, &answer, err);
  if (!status && sx_hidden_count_places(call))
    status = add_hidden(sx_hidden_count_places(call), &answer, err);
  if (!status) status = fill_answer(result, &answer, err);
  bool is_kept =
      !status && answer.is_lasting && !call->early.len && key.len && !sx_freshness_is_recent(call);
  sx_answer_release(&answer);
  if (is_kept && sx_change_log_generation(engine->services->change_log) == generation)
    sx_cache_put(engine->services->cache, key, generation, result, call->dependencies.items,
                 call->dependencies.len);
  return status;
}

void sx_engine__run(sx_engine_job *job, sx_result *result) {
  sx_err err = {SX_OK, ""};
  sx_arena arena;
  cJSON *args = NULL;
  sx_arena_init(&arena, MAX_CALL_BYTES);
  sx_call call = {
      .id = job->id,
      .arena = &arena,
      .wait = job->wait,
      .services = job->engine->services,
      .caller = job->options.caller,
      .client = job->options.client,
  };
  sx_status status = sx_port_call_check(job->wait);
  if (status) sx_fail(&err, status, NULL);
  const cJSON *definition = may_call(job) ? job->engine->definitions[job->index] : NULL;
  if (definition) {
    call.tool = sx_str_from(sx_tools[job->index].name);
    call.toolset = sx_json_get_str(definition, "toolset", &arena);
    if (job->options.is_approved) call.approved_toolset = call.toolset;
  }
  if (!status && !definition) status = fail_unknown_tool(job->engine, job->tool, &err);
  if (!status)
    status =
        sx_args_decode(&args, sx_tools[job->index].name, sx_json_get(definition, "inputSchema"),
                       sx_str_make(job->args, job->args_len), &err);
  if (!status) status = run_tool(job, &call, args, result, &err);
  if (status && err.status != status) sx_fail(&err, status, NULL); /* no function gave a message */
  if (status) sx_engine__fill_error(result, &err);
  result->tokens = sx_tokens_count(sx_str_make(result->text, result->text_len));
  cJSON_Delete(args);
  sx_program_scratch_end(&call);
  sx_arena_release(&arena);
}
