#include "engine/engine_parts.h"

#include "os/clock.h"
#include "workspace/change_log.h"
#include "workspace/known_files.h"
#include "workspace/paths.h"
#include "workspace/text_index.h"
#include "workspace/vast_folder.h"

/*
 * The first call of a window would have to wait for all of this: the watch of its folders, the list
 * of their files, and which of those have changed since the index was written.
 */

#define MAX_BYTES ((size_t)256 << 20)
/* Folders that take longer are left to the calls. */
#define DEADLINE_MS (10u * 60 * 1000)
/* How often the wait for the watch asks whether the window closes. */
#define WAIT_MS 50
/* Meanwhile the watch leaves the disk to this, as a search waits for it, but no longer. */
#define ALONE_MS 1000

static uint64_t get_lost(const sx_engine *engine) {
  const sx_watching *watching = sx_change_log_watching(engine->services->change_log);
  return sx_event_log_turns(watching->events).lost;
}

static sx_status await_watch(sx_call *call) {
  sx_watch *watch = sx_change_log_watch(call->services->change_log);
  sx_status status = SX_OK;
  while (!status && !sx_watch_await_start(watch, WAIT_MS)) status = sx_port_call_check(call->wait);
  return status;
}

static sx_status prepare_root(sx_call *call, const sx_root *root) {
  const sx_known_list *list;
  if (sx_path_is_uri(root->path)) return SX_OK;
  if (sx_folder_is_vast(root->real_path, call->arena))
    return sx_text_index_prepare(call, root->path, NULL);
  sx_status status = sx_known_files_get(call, root->path, SX_KNOWN_LIST, &list, NULL);
  if (status) return status;
  sx_known_list_release(call->services->known_files, list);
  return sx_text_index_prepare(call, root->path, NULL);
}

/* Whatever fails is done by the call that needs it. */
static void prepare(sx_engine *engine, sx_port_call *wait) {
  sx_arena arena;
  sx_arena_init(&arena, MAX_BYTES);
  sx_call call = {.arena = &arena, .wait = wait, .services = engine->services};
  sx_watch *watch = sx_change_log_watch(engine->services->change_log);
  sx_status status = sx_roots_get(engine->services->roots, &call.roots, &arena);
  sx_watch_delay_looks(watch, ALONE_MS);
  if (!status) sx_watching_begin(&call);
  if (!status) status = await_watch(&call);
  uv_mutex_lock(&engine->mutex);
  engine->prepared_lost = get_lost(engine);
  uv_mutex_unlock(&engine->mutex);
  for (size_t i = 0; i < call.roots.len && !sx_status_ends_call(status); i++)
    status = prepare_root(&call, &call.roots.items[i]);
  sx_watch_delay_looks(watch, 0);
  sx_watch_forget_listings(watch);
  sx_arena_release(&arena);
}

/* A folder that came meanwhile, or another setting, begins it once more. */
static void run(void *argument) {
  sx_engine *engine = argument;
  uv_mutex_lock(&engine->mutex);
  do {
    engine->must_prepare = false;
    uv_mutex_unlock(&engine->mutex);
    prepare(engine, engine->preparing);
    uv_mutex_lock(&engine->mutex);
  } while (engine->must_prepare && !engine->is_closing);
  sx_port_call *wait = engine->preparing;
  engine->preparing = NULL;
  uv_mutex_unlock(&engine->mutex);
  sx_port_call_free(wait);
}

/* Without memory or a thread for it calls take longer, and nothing else. */
void sx_engine__prepare(sx_engine *engine) {
  uv_mutex_lock(&engine->mutex);
  engine->must_prepare = true;
  bool is_new = !engine->preparing && !engine->is_closing;
  if (is_new) {
    engine->preparing = sx_port_call_new(engine->port, sx_clock_ms() + DEADLINE_MS);
    if (engine->preparing && sx_pool_add(engine->ahead, run, engine)) {
      sx_port_call_free(engine->preparing);
      engine->preparing = NULL;
    }
  }
  uv_mutex_unlock(&engine->mutex);
}

void sx_engine__prepare_again(sx_engine *engine) {
  uint64_t lost = get_lost(engine);
  uv_mutex_lock(&engine->mutex);
  bool must = lost > engine->prepared_lost && !engine->preparing;
  uv_mutex_unlock(&engine->mutex);
  if (must) sx_engine__prepare(engine);
}
