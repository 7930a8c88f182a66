#include "engine/engine_parts.h"

#include "base/mem.h"
#include "change/store_disk.h"
#include "host/json.h"
#include "match/regex_many.h"
#include "os/clock.h"
#include "servers/state.h"
#include "store/store.h"
#include "workspace/change_log.h"
#include "workspace/excluded.h"
#include "workspace/roots.h"
#include "workspace/text_index.h"

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
/* A notice to the editor that belongs to no call. */
#define MAX_NOTE_BYTES ((size_t)32 * 1024)

/* ---- life -------------------------------------------------------------------------------- */

static bool parse_definitions(sx_engine *engine) {
  for (size_t i = 0; sx_tools[i].name; i++) {
    if (i == SX_ENGINE__MAX_TOOLS) return false;
    engine->definitions[i] = sx_json_parse(sx_str_from(sx_tools[i].definition));
    if (!engine->definitions[i]) return false;
    engine->flags[i] = sx_tool_flags_read(engine->definitions[i]);
  }
  return true;
}

static void free_parts(sx_engine *engine) {
  for (size_t i = 0; i < SX_ENGINE__MAX_TOOLS; i++) cJSON_Delete(engine->definitions[i]);
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

static void show_indexing(void *arg, uint64_t files, uint64_t of) {
  sx_buf args;
  sx_buf_init(&args, MAX_NOTE_BYTES);
  sx_buf_addf(&args, "[%llu,%llu]", (unsigned long long)files, (unsigned long long)of);
  if (!args.status) sx_port_notify(arg, "indexing", sx_buf_str(&args));
  sx_buf_release(&args);
}

/* Once for the log, and once for what people see. */
static void report_indexed(void *arg, sx_str line, sx_str root, sx_str complaint) {
  sx_buf args;
  sx_buf_init(&args, MAX_NOTE_BYTES);
  sx_buf_add_char(&args, '[');
  sx_json_write_str(&args, line);
  sx_buf_add_text(&args, complaint.len ? ",true]" : ",false]");
  if (!args.status) sx_port_notify(arg, "log", sx_buf_str(&args));
  sx_buf_clear(&args);
  sx_buf_add_char(&args, '[');
  sx_json_write_str(&args, root);
  sx_buf_add_char(&args, ',');
  sx_json_write_str(&args, complaint);
  sx_buf_add_char(&args, ']');
  if (!args.status) sx_port_notify(arg, "indexed", sx_buf_str(&args));
  sx_buf_release(&args);
}

sx_engine *sx_engine_new(sx_port_wake wake, void *context) {
  static uv_once_t is_prepared = UV_ONCE_INIT;
  sx_engine *engine = sx_calloc(1, sizeof *engine);
  if (!engine) return NULL;
  uv_once(&is_prepared, sx_regex_many_prepare);
  sx_json_init();
  engine->wake = wake;
  engine->wake_context = context;
  engine->last = &engine->first;
  engine->port = sx_port_new(wake, context);
  engine->services = sx_services_new();
  engine->pool = sx_pool_new(SX_ENGINE_MAX_CALLS, SX_ENGINE_MAX_WAITING);
  engine->ahead = sx_pool_new(1, 1);
  bool is_whole = engine->port && engine->services && engine->pool && engine->ahead &&
                  parse_definitions(engine) && uv_mutex_init(&engine->mutex) == 0;
  if (is_whole) {
    sx_changes_number_from(engine->services->changes, choose_first_change());
    const sx_index_listener listener = {show_indexing, report_indexed, engine->port};
    sx_text_index_listen(engine->services->text_index, &listener);
    return engine;
  }
  sx_pool_free(engine->ahead, END_MS);
  sx_pool_free(engine->pool, END_MS);
  free_parts(engine);
  return NULL;
}

void sx_engine_free(sx_engine *engine) {
  if (!engine) return;
  sx_text_index_listen(engine->services->text_index, NULL);
  uv_mutex_lock(&engine->mutex);
  engine->is_closing = true;
  for (sx_engine_job *job = engine->jobs; job; job = job->next)
    sx_port_call_cancel(job->wait, SX_CLOSED);
  if (engine->preparing) sx_port_call_cancel(engine->preparing, SX_CLOSED);
  uv_mutex_unlock(&engine->mutex);
  bool has_ended = sx_pool_free(engine->ahead, END_MS);
  has_ended = sx_pool_free(engine->pool, END_MS) && has_ended;
  if (!has_ended) return; /* a thread that hangs still needs the rest */
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
  if (status) return status;
  sx_change_log_touch(engine->services->change_log);
  sx_engine__prepare(engine);
  return SX_OK;
}

sx_status sx_engine_set_excluded(sx_engine *engine, const sx_strs *globs) {
  sx_status status = sx_excluded_set(engine->services->excluded, globs);
  if (status) return status;
  sx_change_log_touch(engine->services->change_log);
  sx_engine__prepare(engine);
  return SX_OK;
}

static void add_ids(sx_buf *out, const sx_strs *ids) {
  sx_buf_add_char(out, '[');
  for (size_t i = 0; i < ids->len; i++) {
    if (i) sx_buf_add_char(out, ',');
    sx_json_write_str(out, ids->items[i]);
  }
  sx_buf_add_char(out, ']');
}

static void show_kept(void *arg, const sx_strs *ids, const sx_strs *begun) {
  sx_buf args;
  sx_buf_init(&args, MAX_NOTE_BYTES);
  sx_buf_add_char(&args, '[');
  add_ids(&args, ids);
  sx_buf_add_char(&args, ',');
  add_ids(&args, begun);
  sx_buf_add_char(&args, ']');
  if (!args.status) sx_port_notify(arg, "changesKept", sx_buf_str(&args));
  sx_buf_release(&args);
}

bool sx_engine_keep_changes(sx_engine *engine, sx_str storage) {
  const sx_changes_listener listener = {show_kept, engine->port};
  return sx_store_set_up(engine->services->store, storage) &&
         sx_changes_keep_in(engine->services->changes, storage, &listener);
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

static void free_job(sx_engine_job *job) {
  sx_port_call_free(job->wait);
  sx_free(job->tool);
  sx_free(job->args);
  sx_free(job->client);
  sx_free(job);
}

static void remove_locked(sx_engine *engine, const sx_engine_job *ended) {
  sx_engine_job **link = &engine->jobs;
  while (*link && *link != ended) link = &(*link)->next;
  if (*link) *link = ended->next;
}

/* The result's memory was taken when the call began: it cannot be lost at the end. */
typedef struct sx_engine_run {
  sx_engine_job *job;
  sx_result *result;
} sx_engine_run;

static void add_result_locked(sx_engine *engine, sx_result *result) {
  *engine->last = result;
  engine->last = &result->next;
}

static void run_job(void *argument) {
  sx_engine_run both = *(sx_engine_run *)argument;
  sx_engine *engine = both.job->engine;
  /* The next call may have the same memory: cancelling this one would take that from the pool. */
  uv_mutex_lock(&engine->mutex);
  both.job->run = NULL;
  uv_mutex_unlock(&engine->mutex);
  sx_free(argument);
  sx_engine__run(both.job, both.result);
  uv_mutex_lock(&engine->mutex);
  remove_locked(engine, both.job);
  bool is_left = both.job->is_left;
  if (!is_left) add_result_locked(engine, both.result);
  bool must_wake = !engine->is_closing && !is_left;
  uv_mutex_unlock(&engine->mutex);
  if (is_left) sx_result_free(both.result);
  free_job(both.job);
  sx_engine__prepare_again(engine);
  if (must_wake) engine->wake(engine->wake_context);
}

/* ---- calls --------------------------------------------------------------------------------- */

static sx_engine_job *new_job(sx_engine *engine, uint64_t id, sx_str tool, sx_str args,
                              const sx_call_options *options) {
  sx_engine_job *made = sx_calloc(1, sizeof *made);
  if (!made) return NULL;
  made->tool = sx_str_copy(tool);
  made->index = made->tool ? sx_engine__find_tool(engine, made->tool) : SX_ENGINE__NO_TOOL;
  uint64_t own_ms = made->index == SX_ENGINE__NO_TOOL ? 0 : engine->flags[made->index].deadline_ms;
  uint64_t span_ms = own_ms ? own_ms : options->deadline_ms;
  if (!span_ms) span_ms = SX_ENGINE_DEADLINE_MS;
  if (span_ms > MAX_DEADLINE_MS) span_ms = MAX_DEADLINE_MS;
  uint64_t deadline_ms = sx_clock_ms() + span_ms;
  made->engine = engine;
  made->id = id;
  made->options = *options;
  made->args = sx_str_copy(args);
  made->args_len = args.len;
  made->client = sx_str_copy(sx_str_make(options->client.ptr, options->client.len));
  made->options.client = sx_str_from(made->client);
  made->wait = sx_port_call_new(engine->port, deadline_ms);
  if (!made->tool || !made->args || !made->client || !made->wait) {
    free_job(made);
    return NULL;
  }
  sx_port_call_set_soft_deadline(made->wait,
                                 span_ms > 2 * RESERVE_MS ? deadline_ms - RESERVE_MS : deadline_ms);
  return made;
}

sx_status sx_engine_call(sx_engine *engine, uint64_t id, sx_str tool, sx_str args_json,
                         const sx_call_options *options) {
  sx_engine_job *job = new_job(engine, id, tool, args_json, options);
  sx_result *result = sx_calloc(1, sizeof *result);
  sx_engine_run *both = sx_malloc(sizeof *both);
  sx_status status = job && result && both ? SX_OK : SX_NOMEM;
  if (!status) {
    *both = (sx_engine_run){job, result};
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

static bool is_overdue_locked(sx_engine_job *job, uint64_t now_ms) {
  if (job->is_left || sx_port_call_remaining_ms(job->wait)) return false;
  if (!job->overdue_since_ms) job->overdue_since_ms = now_ms;
  return sx_clock_span_ms(job->overdue_since_ms, now_ms) >= OVERDUE_MS;
}

void sx_engine_expire(sx_engine *engine) {
  uint64_t now_ms = sx_clock_ms();
  bool must_wake = false;
  uv_mutex_lock(&engine->mutex);
  for (sx_engine_job *job = engine->jobs; job; job = job->next) {
    sx_result *result = is_overdue_locked(job, now_ms) ? sx_calloc(1, sizeof *result) : NULL;
    if (!result) continue;
    sx_err err = {SX_OK, ""};
    sx_fail(&err, SX_DEADLINE,
            "The call timed out and has not ended: a file system may not be responding. A change "
            "may or may not have been applied. Check before you call again.");
    sx_engine__fill_error(result, &err);
    result->id = job->id;
    add_result_locked(engine, result);
    job->is_left = must_wake = true;
  }
  uv_mutex_unlock(&engine->mutex);
  if (must_wake) engine->wake(engine->wake_context);
}

void sx_engine_cancel(sx_engine *engine, uint64_t id) {
  uv_mutex_lock(&engine->mutex);
  sx_engine_job *job = engine->jobs;
  while (job && job->id != id) job = job->next;
  if (job) sx_port_call_cancel(job->wait, SX_CANCELLED);
  /* One that waits for a thread ends here: the others may run for long. */
  void *run = job ? job->run : NULL;
  bool has_not_begun = run && sx_pool_remove(engine->pool, run_job, run);
  uv_mutex_unlock(&engine->mutex);
  if (has_not_begun) run_job(run);
}
