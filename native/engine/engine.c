#include "engine/engine.h"

#include "answer/structured.h"
#include "base/mem.h"
#include "change/store.h"
#include "host/json.h"
#include "os/clock.h"
#include "os/pool.h"
#include "engine/args.h"
#include "engine/cache.h"
#include "engine/services.h"
#include "engine/tool.h"
#include "engine/tool_flags.h"
#include "servers/freshness.h"
#include "servers/state.h"
#include "workspace/change_log.h"
#include "workspace/roots.h"

#include <uv.h>

#define MAX_CALL_BYTES (512u * 1024 * 1024)
#define MAX_TOOLS 64
#define NO_TOOL SIZE_MAX
#define MAX_DEADLINE_MS (24u * 3600 * 1000)
/* Requests to the editor end this long before the call does: what is known is still answered. */
#define RESERVE_MS 250
/*
 * A call that has not ended so long after its deadline hangs in a file system, say. A change is
 * waited for up to 3 s by itself.
 */
#define OVERDUE_MS 6000
/* How long the window's end waits for calls that were asked to end. */
#define END_MS 3000
/* How often a call is answered once more for a file that changed meanwhile, and what it needs. */
#define MAX_AGAIN 2
#define MIN_AGAIN_MS 5000

/* A call under way. */
typedef struct engine_job {
  struct engine_job *next;
  struct engine_run *run; /* what the pool was given */
  sx_engine *engine;
  uint64_t id;
  sx_port_call *wait;
  char *tool, *args; /* NUL-terminated */
  size_t index;      /* in sx_tools; NO_TOOL: there is none of this name */
  size_t args_len;
  sx_call_options options;
  uint64_t overdue_since_ms; /* 0: it is not */
  bool is_left;              /* it was answered without it */
} engine_job;

struct sx_engine {
  sx_port *port;
  sx_services *services;
  sx_pool *pool;
  sx_port_wake wake;
  void *wake_context;
  uv_mutex_t mutex;
  engine_job *jobs;
  sx_result *first, **last;
  bool is_closing;
  cJSON *definitions[MAX_TOOLS]; /* parsed, as in sx_tools */
  sx_tool_flags flags[MAX_TOOLS];
};

/* ---- life -------------------------------------------------------------------------------- */

static bool parse_definitions(sx_engine *engine) {
  for (size_t i = 0; sx_tools[i].name; i++) {
    if (i == MAX_TOOLS) return false;
    engine->definitions[i] = sx_json_parse(sx_str_from(sx_tools[i].definition));
    if (!engine->definitions[i]) return false;
    engine->flags[i] = sx_tool_flags_read(engine->definitions[i]);
  }
  return true;
}

static void free_parts(sx_engine *engine) {
  for (size_t i = 0; i < MAX_TOOLS; i++) cJSON_Delete(engine->definitions[i]);
  sx_services_free(engine->services);
  sx_port_free(engine->port);
  sx_free(engine);
}

/* Ids of changes stay short: a few digits differ from window to window. */
static uint64_t choose_first_change(void) {
  uint32_t number = 0;
  if (uv_random(NULL, NULL, &number, sizeof number, 0, NULL)) number = (uint32_t)uv_hrtime();
  return 1000 + number % 999000;
}

sx_engine *sx_engine_new(sx_port_wake wake, void *context) {
  sx_engine *engine = sx_calloc(1, sizeof *engine);
  if (!engine) return NULL;
  sx_json_init();
  engine->wake = wake;
  engine->wake_context = context;
  engine->last = &engine->first;
  engine->port = sx_port_new(wake, context);
  engine->services = sx_services_new();
  engine->pool = sx_pool_new(SX_ENGINE_MAX_CALLS, SX_ENGINE_MAX_WAITING);
  bool is_whole = engine->port && engine->services && engine->pool && parse_definitions(engine) &&
                  uv_mutex_init(&engine->mutex) == 0;
  if (is_whole) sx_changes_number_from(engine->services->changes, choose_first_change());
  if (is_whole) return engine;
  sx_pool_free(engine->pool, END_MS);
  free_parts(engine);
  return NULL;
}

void sx_engine_free(sx_engine *engine) {
  if (!engine) return;
  uv_mutex_lock(&engine->mutex);
  engine->is_closing = true;
  for (engine_job *job = engine->jobs; job; job = job->next)
    sx_port_call_cancel(job->wait, SX_CLOSED);
  uv_mutex_unlock(&engine->mutex);
  if (!sx_pool_free(engine->pool, END_MS)) return; /* a thread that hangs still needs the rest */
  for (sx_result *result; (result = sx_engine_take_result(engine));) sx_result_free(result);
  uv_mutex_destroy(&engine->mutex);
  free_parts(engine);
}

sx_port *sx_engine_port(sx_engine *engine) {
  return engine->port;
}

const sx_services *sx_engine_services(sx_engine *engine) {
  return engine->services;
}

sx_status sx_engine_set_roots(sx_engine *engine, const sx_root *roots, size_t count) {
  sx_status status = sx_roots_set(engine->services->roots, roots, count);
  if (!status) sx_change_log_touch(engine->services->change_log);
  return status;
}

void sx_engine_forget_servers(sx_engine *engine) {
  sx_servers_forget(engine->services->servers);
  sx_change_log_touch(engine->services->change_log);
}

/* ---- results ------------------------------------------------------------------------------- */

void sx_result_free(sx_result *result) {
  if (!result) return;
  sx_free(result->text);
  sx_free(result->facts);
  sx_free(result);
}

sx_result *sx_engine_take_result(sx_engine *engine) {
  uv_mutex_lock(&engine->mutex);
  sx_result *result = engine->first;
  if (result) {
    engine->first = result->next;
    if (!engine->first) engine->last = &engine->first;
  }
  uv_mutex_unlock(&engine->mutex);
  return result;
}

/* An error as an answer: `text` may be missing when even that found no memory. */
static void fill_error(sx_result *result, const sx_err *err) {
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

/* By its name or an alias. */
static size_t find_tool(const sx_engine *engine, const char *name) {
  for (size_t i = 0; sx_tools[i].name; i++) {
    if (strcmp(sx_tools[i].name, name) == 0) return i;
    const cJSON *alias;
    cJSON_ArrayForEach (alias, sx_json_get(engine->definitions[i], "aliases"))
      if (cJSON_IsString(alias) && strcmp(alias->valuestring, name) == 0) return i;
  }
  return NO_TOOL;
}

/* Tools that only the palette offers do not exist for agents. */
static bool may_call(const engine_job *job) {
  if (job->index == NO_TOOL) return false;
  return job->options.caller == SX_CALLER_PERSON || !job->engine->flags[job->index].is_for_people;
}

static sx_status fail_unknown_tool(const sx_engine *engine, const char *name, sx_err *err) {
  const char *nearest = NULL;
  size_t best = 6;
  for (size_t i = 0; sx_tools[i].name; i++) {
    if (engine->flags[i].is_for_people) continue;
    size_t distance = sx_str_distance(sx_str_from(sx_tools[i].name), sx_str_from(name), 5);
    if (distance < best) best = distance, nearest = sx_tools[i].name;
  }
  sx_str shown = sx_str_slice(sx_str_from(name), 0, 100);
  if (nearest)
    return sx_fail(err, SX_UNKNOWN_TOOL, "There is no tool '%.*s'. Did you mean '%s'?",
                   SX_STR_ARG(shown), nearest);
  return sx_fail(err, SX_UNKNOWN_TOOL,
                 "There is no tool '%.*s'. List the tools to see their names.", SX_STR_ARG(shown));
}

/* Empty for a tool whose answers are not kept. */
static sx_str cache_key(const engine_job *job, const cJSON *args, sx_arena *arena) {
  if (!job->engine->flags[job->index].is_cached) return SX_STR("");
  char *printed = cJSON_PrintUnformatted(args);
  sx_str key = printed ? sx_arena_printf(arena, "%zu %d %d %s", job->index, job->options.format,
                                         job->options.is_structured, printed)
                       : SX_STR("");
  cJSON_free(printed);
  return key;
}

/* An answer that may come from old texts begins with a note, and is unknown if it has nothing. */
static sx_status add_stale(sx_str stale, sx_answer *answer, sx_err *err) {
  static const char advice[] = "this may be outdated. Call again in a few seconds.";
  cJSON *status = cJSON_GetObjectItemCaseSensitive(answer->facts, "status");
  bool is_unknown = answer->status != SX_ANSWER_FOUND && cJSON_IsString(status);
  sx_buf text;
  sx_buf_init(&text, SX_ANSWER_MAX_BYTES);
  sx_buf_addf(&text, "%s%.*s: %s\n", is_unknown ? SX_UNKNOWN : "Note: ", SX_STR_ARG(stale), advice);
  sx_buf_add(&text, sx_buf_str(&answer->text));
  sx_buf_release(&answer->text);
  answer->text = text;
  answer->is_lasting = false;
  if (!is_unknown) return SX_OK;
  answer->status = SX_ANSWER_UNKNOWN;
  return cJSON_SetValuestring(status, sx_answer_status_name(SX_ANSWER_UNKNOWN))
             ? SX_OK
             : sx_fail(err, SX_NOMEM, NULL);
}

/*
 * Asks once more where a file that the answer was made from has changed meanwhile: servers may have
 * been asked before they were shown it.
 */
static sx_status run_fresh(engine_job *job, sx_call *call, const cJSON *args, sx_answer *answer,
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
    call->stale = SX_STR("");
    status = sx_freshness_settle(call, err);
    if (status) return status;
  }
}

/* Runs the tool, unless an answer that still holds is at hand. */
static sx_status run_tool(engine_job *job, sx_call *call, const cJSON *args, sx_result *result,
                          sx_err *err) {
  sx_engine *engine = job->engine;
  const sx_tool_flags *flags = &engine->flags[job->index];
  sx_status status = sx_roots_get(engine->services->roots, &call->roots, call->arena);
  if (status) return sx_fail(err, status, NULL);
  call->settled_turn = sx_file_log_turn(sx_change_log_files(engine->services->change_log));
  if (flags->freshness != SX_FRESHNESS_NONE) status = sx_freshness_settle(call, err);
  if (status) return status;
  uint64_t generation = sx_change_log_generation(engine->services->change_log);
  sx_str key = cache_key(job, args, call->arena);
  if (key.len && sx_cache_find(engine->services->cache, key, generation, result)) return SX_OK;
  sx_answer answer;
  if (sx_answer_init(&answer, job->options.format, 0)) return sx_fail(err, SX_NOMEM, NULL);
  answer.is_structured = job->options.is_structured;
  status = run_fresh(job, call, args, &answer, err);
  if (!status && call->stale.len && flags->freshness == SX_FRESHNESS_SERVERS)
    status = add_stale(call->stale, &answer, err);
  if (!status) status = fill_answer(result, &answer, err);
  bool is_kept = !status && answer.is_lasting && key.len && !sx_freshness_is_recent(call);
  sx_answer_release(&answer);
  if (is_kept && sx_change_log_generation(engine->services->change_log) == generation)
    sx_cache_put(engine->services->cache, key, generation, result, call->dependencies.items,
                 call->dependencies.len);
  return status;
}

static void run_call(engine_job *job, sx_result *result) {
  sx_err err = {SX_OK, ""};
  sx_arena arena;
  cJSON *args = NULL;
  sx_arena_init(&arena, MAX_CALL_BYTES);
  sx_call call = {
      .arena = &arena,
      .wait = job->wait,
      .services = job->engine->services,
      .caller = job->options.caller,
  };
  sx_status status = sx_port_call_check(job->wait);
  if (status) sx_fail(&err, status, NULL);
  const cJSON *definition = may_call(job) ? job->engine->definitions[job->index] : NULL;
  if (definition) {
    call.tool = sx_str_from(sx_tools[job->index].name);
    call.toolset = sx_json_str(sx_json_get(definition, "toolset"), &arena);
    if (job->options.is_approved) call.approved_toolset = call.toolset;
  }
  if (!status && !definition) status = fail_unknown_tool(job->engine, job->tool, &err);
  if (!status)
    status =
        sx_args_decode(&args, sx_tools[job->index].name, sx_json_get(definition, "inputSchema"),
                       sx_str_make(job->args, job->args_len), &err);
  if (!status) status = run_tool(job, &call, args, result, &err);
  if (status && err.status != status) sx_fail(&err, status, NULL); /* no function gave a message */
  if (status) fill_error(result, &err);
  cJSON_Delete(args);
  sx_arena_release(&arena);
}

static void free_job(engine_job *job) {
  sx_port_call_free(job->wait);
  sx_free(job->tool);
  sx_free(job->args);
  sx_free(job);
}

static void remove_locked(sx_engine *engine, const engine_job *ended) {
  engine_job **link = &engine->jobs;
  while (*link && *link != ended) link = &(*link)->next;
  if (*link) *link = ended->next;
}

/* The result's memory was taken when the call began: it cannot be lost at the end. */
typedef struct engine_run {
  engine_job *job;
  sx_result *result;
} engine_run;

static void add_result_locked(sx_engine *engine, sx_result *result) {
  *engine->last = result;
  engine->last = &result->next;
}

static void run_job(void *argument) {
  engine_run both = *(engine_run *)argument;
  sx_free(argument);
  sx_engine *engine = both.job->engine;
  run_call(both.job, both.result);
  uv_mutex_lock(&engine->mutex);
  remove_locked(engine, both.job);
  bool is_left = both.job->is_left;
  if (!is_left) add_result_locked(engine, both.result);
  bool must_wake = !engine->is_closing && !is_left;
  uv_mutex_unlock(&engine->mutex);
  if (is_left) sx_result_free(both.result);
  free_job(both.job);
  if (must_wake) engine->wake(engine->wake_context);
}

/* ---- calls --------------------------------------------------------------------------------- */

static engine_job *new_job(sx_engine *engine, uint64_t id, sx_str tool, sx_str args,
                           const sx_call_options *options) {
  engine_job *made = sx_calloc(1, sizeof *made);
  if (!made) return NULL;
  made->tool = sx_str_copy(tool);
  made->index = made->tool ? find_tool(engine, made->tool) : NO_TOOL;
  uint64_t own_ms = made->index == NO_TOOL ? 0 : engine->flags[made->index].deadline_ms;
  uint64_t span_ms = own_ms ? own_ms : options->deadline_ms;
  if (!span_ms) span_ms = SX_ENGINE_DEADLINE_MS;
  if (span_ms > MAX_DEADLINE_MS) span_ms = MAX_DEADLINE_MS;
  uint64_t deadline_ms = sx_clock_ms() + span_ms;
  made->engine = engine;
  made->id = id;
  made->options = *options;
  made->args = sx_str_copy(args);
  made->args_len = args.len;
  made->wait = sx_port_call_new(engine->port, deadline_ms);
  if (!made->tool || !made->args || !made->wait) {
    free_job(made);
    return NULL;
  }
  sx_port_call_set_soft_deadline(made->wait,
                                 span_ms > 2 * RESERVE_MS ? deadline_ms - RESERVE_MS : deadline_ms);
  return made;
}

sx_status sx_engine_call(sx_engine *engine, uint64_t id, sx_str tool, sx_str args_json,
                         const sx_call_options *options) {
  engine_job *job = new_job(engine, id, tool, args_json, options);
  sx_result *result = sx_calloc(1, sizeof *result);
  engine_run *both = sx_malloc(sizeof *both);
  sx_status status = job && result && both ? SX_OK : SX_NOMEM;
  if (!status) {
    *both = (engine_run){job, result};
    job->run = both;
    result->id = id;
    uv_mutex_lock(&engine->mutex);
    if (engine->is_closing)
      status = SX_CLOSED;
    else {
      job->next = engine->jobs;
      engine->jobs = job;
    }
    uv_mutex_unlock(&engine->mutex);
  }
  if (!status) {
    status = sx_pool_add(engine->pool, run_job, both);
    if (!status) return SX_OK;
    uv_mutex_lock(&engine->mutex);
    remove_locked(engine, job);
    uv_mutex_unlock(&engine->mutex);
  }
  if (job) free_job(job);
  sx_result_free(result);
  sx_free(both);
  return status;
}

static bool is_overdue_locked(engine_job *job, uint64_t now_ms) {
  if (job->is_left || sx_port_call_remaining_ms(job->wait)) return false;
  if (!job->overdue_since_ms) job->overdue_since_ms = now_ms;
  return now_ms - job->overdue_since_ms >= OVERDUE_MS;
}

void sx_engine_expire(sx_engine *engine) {
  uint64_t now_ms = sx_clock_ms();
  bool must_wake = false;
  uv_mutex_lock(&engine->mutex);
  for (engine_job *job = engine->jobs; job; job = job->next) {
    sx_result *result = is_overdue_locked(job, now_ms) ? sx_calloc(1, sizeof *result) : NULL;
    if (!result) continue;
    sx_err err = {SX_OK, ""};
    sx_fail(&err, SX_DEADLINE,
            "The call timed out and has not ended: a file system may not be responding. A change "
            "may or may not have been applied. Check before you call again.");
    fill_error(result, &err);
    result->id = job->id;
    add_result_locked(engine, result);
    job->is_left = must_wake = true;
  }
  uv_mutex_unlock(&engine->mutex);
  if (must_wake) engine->wake(engine->wake_context);
}

void sx_engine_cancel(sx_engine *engine, uint64_t id) {
  uv_mutex_lock(&engine->mutex);
  engine_job *job = engine->jobs;
  while (job && job->id != id) job = job->next;
  if (job) sx_port_call_cancel(job->wait, SX_CANCELLED);
  /* One that waits for a thread ends here: the others may run for long. */
  void *run = job ? job->run : NULL;
  bool has_not_begun = run && sx_pool_remove(engine->pool, run_job, run);
  uv_mutex_unlock(&engine->mutex);
  if (has_not_begun) run_job(run);
}
