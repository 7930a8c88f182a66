#include "workspace/watching.h"

#include "base/mem.h"
#include "workspace/change_log.h"
#include "workspace/paths.h"

/* All that the watch needs: a thread of it that hangs keeps it. */
typedef struct context {
  sx_ignored *ignored;
  sx_event_log *events;
} context;

static bool is_passed_over(void *arg, sx_str path, bool is_folder) {
  const context *c = arg;
  return sx_ignored_is_unwatched(c->ignored, path, is_folder);
}

static void choose(void *arg, sx_str path, sx_walk_folder *folder) {
  const context *c = arg;
  sx_ignored_choose(c->ignored, path, folder);
}

static bool note(void *arg, const sx_watch_event *event) {
  const context *c = arg;
  bool is_rules = sx_ignored_is_rules(event->path) ||
                  sx_str_is_equal(sx_path_name(event->path), SX_STR(".git"));
  if (!is_rules) {
    sx_event_log_add(c->events, event->path, event->is_name);
    return false;
  }
  sx_event_log_add_rules(c->events, event->path);
  sx_ignored_forget(c->ignored);
  return true;
}

static void lose(void *arg) {
  const context *c = arg;
  sx_ignored_forget(c->ignored);
  sx_event_log_lose(c->events);
}

static void release(void *arg) {
  context *c = arg;
  sx_ignored_free(c->ignored);
  sx_event_log_free(c->events);
  sx_free(c);
}

bool sx_watching_init(sx_watching *watching) {
  context *c = sx_calloc(1, sizeof *c);
  *watching = (sx_watching){0};
  if (!c) return false;
  c->ignored = sx_ignored_new();
  c->events = sx_event_log_new();
  if (!c->ignored || !c->events) {
    release(c);
    return false;
  }
  *watching = (sx_watching){.ignored = c->ignored, .events = c->events};
  sx_watch_filter filter = {is_passed_over, choose, note, lose, release, c};
  watching->watch = sx_watch_new(filter, 0);
  return watching->watch != NULL;
}

void sx_watching_release(sx_watching *watching) {
  if (watching->watch) sx_watch_free(watching->watch);
}

static bool set_roots(sx_call *call, const sx_watching *watching, int64_t since_ns) {
  sx_strs paths = {0};
  for (size_t i = 0; i < call->roots.len; i++) {
    if (sx_path_is_uri(call->roots.items[i].path)) continue;
    sx_str *path = SX_ARRAY_ADD(&paths, call->arena);
    if (path) *path = call->roots.items[i].path;
  }
  return !call->arena->status && !sx_ignored_set_roots(watching->ignored, &paths) &&
         !sx_watch_set_roots(watching->watch, paths.items, paths.len, since_ns);
}

void sx_watching_begin(sx_call *call) {
  const sx_watching *watching = sx_change_log_watching(call->services->change_log);
  int64_t since_ns;
  bool has_new_roots = sx_roots_take_new(call->services->roots, &since_ns);
  if (has_new_roots && !set_roots(call, watching, since_ns)) sx_roots_renew(call->services->roots);
}

bool sx_watching_settle(sx_call *call, uint64_t wait_ms) {
  sx_watching_begin(call);
  return sx_watch_settle(sx_change_log_watching(call->services->change_log)->watch, wait_ms);
}

void sx_watching_change_rules(sx_watching *watching) {
  sx_ignored_forget(watching->ignored);
  sx_watch_walk_again(watching->watch);
}
