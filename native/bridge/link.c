#include "bridge/link.h"

#define WINDOWS_MAX_BYTES ((size_t)64 * 1024 * 1024)
#define MESSAGE_MAX_BYTES ((size_t)256 * 1024)

/* How long after a look at the registry the next one comes. */
#define SOON_MS 200
#define SELDOM_MS 2000
/* A window may be reloading for so long: look often, even if no request waits. */
#define RELOAD_MS 30000
/* So long a window that has gone is not replaced by one that does not have the folder: it may only
 * be reloading. */
#define RETURN_MS 10000
/* Windows that cannot all be meant are asked no oftener whether they are alive. */
#define PROBE_MS 2000

static void on_timer(uv_timer_t *timer) {
  sx_link_find(timer->data);
}

static void on_watch(uv_fs_event_t *watch, const char *name, int events, int status) {
  (void)name, (void)events;
  if (status)
    uv_fs_event_stop(watch);
  else
    sx_link_find(watch->data);
}

sx_status sx_link_init(sx_link *link, uv_loop_t *loop, const sx_link_options *options,
                       const sx_link_events *events) {
  *link = (sx_link){.options = *options, .events = *events, .loop = loop};
  sx_arena_init(&link->arena, WINDOWS_MAX_BYTES);
  sx_buf_init(&link->message, MESSAGE_MAX_BYTES);
  sx_buf_init(&link->data, MESSAGE_MAX_BYTES);
  link->down_since_ms = uv_now(loop);
  uv_timer_init(loop, &link->timer);
  uv_fs_event_init(loop, &link->watch);
  link->timer.data = link->watch.data = link;
  return sx_registry_init(&link->registry, sx_str_from(options->home));
}

static void look_again(sx_link *link) {
  bool is_soon = link->is_wanted || uv_now(link->loop) - link->down_since_ms < RELOAD_MS;
  uv_timer_start(&link->timer, on_timer, is_soon ? SOON_MS : SELDOM_MS, 0);
  /* The folder may be missing or have been replaced: the timer alone looks then. */
  if (!uv_is_active((uv_handle_t *)&link->watch))
    uv_fs_event_start(&link->watch, on_watch, link->registry.folder.ptr, 0);
}

static void stop_looking(sx_link *link) {
  uv_timer_stop(&link->timer);
  uv_fs_event_stop(&link->watch);
}

static void go_down(sx_link *link) {
  if (link->stream) sx_stream_close(link->stream);
  link->stream = NULL;
  link->window = NULL;
  link->state = SX_LINK_DOWN;
}

static void on_open(void *ctx, int code) {
  sx_link *link = ctx;
  if (!code) {
    link->state = SX_LINK_UP;
    link->connect_code = 0;
    sx_buf_clear(&link->message);
    sx_buf_clear(&link->data);
    link->events.on_up(link->events.ctx);
    return;
  }
  sx_window failed = *link->window; /* its texts live on in the arena */
  go_down(link);
  if (sx_window_is_dead(code) && sx_window_remove(&failed)) {
    sx_link_find(link);
    return;
  }
  if (code != link->connect_code)
    sx_warn("cannot connect to %s: %s", failed.socket.ptr, uv_strerror(code));
  link->connect_code = code;
  look_again(link);
}

static void on_end(void *ctx, int code) {
  sx_link *link = ctx;
  (void)code;
  go_down(link);
  link->is_lost = true;
  link->down_since_ms = uv_now(link->loop);
  /* Not at once: a window that takes connections and drops them must not make us spin. */
  look_again(link);
  link->events.on_down(link->events.ctx);
}

static void on_message(void *ctx, const sx_message *message) {
  sx_link *link = ctx;
  link->events.on_message(link->events.ctx, message);
}

static void on_drain(void *ctx) {
  sx_link *link = ctx;
  link->events.on_drain(link->events.ctx);
}

static void connect_to(sx_link *link, const sx_window *window) {
  const sx_stream_events events = {on_message, on_open, on_end, on_drain, link};
  link->stream = sx_stream_connect(link->loop, window->socket.ptr, &events);
  if (!link->stream) {
    look_again(link);
    return;
  }
  stop_looking(link);
  link->window = window;
  link->state = SX_LINK_CONNECTING;
}

/** Removes the windows in question that no process listens for; whether there were any. */
static bool remove_dead(sx_link *link, const sx_choice *choice) {
  uint64_t now_ms = uv_now(link->loop);
  bool is_due = !link->has_probed || now_ms - link->probed_ms >= PROBE_MS;
  if (!link->is_wanted || !is_due) return false;
  link->has_probed = true;
  link->probed_ms = now_ms;
  bool is_any = false;
  for (size_t i = 0; i < choice->other_count; i++) {
    const sx_window *window = choice->others[i];
    if (sx_window_is_gone(window) && sx_window_remove(window)) is_any = true;
  }
  return is_any;
}

/** One look at the registry; everything that it finds is in the link's arena. */
static sx_status search(sx_link *link, sx_choice *choice, sx_window_list *windows, sx_wish *wish) {
  sx_arena *arena = &link->arena;
  sx_arena_release(arena);
  size_t count = link->options.workspace_count;
  sx_str *folders = sx_arena_calloc(arena, count, sizeof *folders);
  if (!folders) return SX_NOMEM;
  for (size_t i = 0; i < count; i++)
    folders[i] = sx_path_resolve(sx_str_from(link->options.workspaces[i]), arena);
  *wish = (sx_wish){folders, count, link->options.is_explicit};
  sx_status status = sx_registry_read(windows, &link->registry, arena);
  return status ? status : sx_choose_window(choice, windows, wish, arena);
}

void sx_link_find(sx_link *link) {
  if (link->is_closed || link->state != SX_LINK_DOWN) return;
  sx_choice choice;
  sx_window_list windows;
  sx_wish wish;
  sx_status status;
  do status = search(link, &choice, &windows, &wish);
  while (!status && choice.kind != SX_CHOICE_FOUND && remove_dead(link, &choice));
  bool may_return = link->is_lost && uv_now(link->loop) - link->down_since_ms < RETURN_MS;
  if (!status && choice.is_guess && may_return) choice.kind = SX_CHOICE_NONE;
  if (!status && choice.kind == SX_CHOICE_FOUND) {
    link->window_count = choice.is_guess ? choice.other_count : 1;
    connect_to(link, choice.window);
    return;
  }
  sx_buf_clear(&link->message);
  sx_buf_clear(&link->data);
  link->failure = SX_CHOICE_NONE;
  if (status) {
    sx_buf_add_text(&link->message, sx_status_message(status));
  } else {
    link->failure = choice.kind;
    sx_choice_explain(&choice, &windows, &wish, &link->message, &link->data);
  }
  look_again(link);
  link->events.on_missing(link->events.ctx);
}

void sx_link_set_wanted(sx_link *link, bool is_wanted) {
  bool is_new = is_wanted && !link->is_wanted;
  bool is_just_lost = link->is_lost && uv_now(link->loop) - link->down_since_ms < SOON_MS;
  link->is_wanted = is_wanted;
  if (is_new && !is_just_lost) sx_link_find(link);
}

bool sx_link_is_read_only(const sx_link *link, sx_str tool) {
  for (size_t i = 0; link->window && i < link->window->read_only_tools.len; i++)
    if (sx_str_is_equal(link->window->read_only_tools.items[i], tool)) return true;
  return false;
}

sx_status sx_link_write(sx_link *link, sx_line *line) {
  return link->state == SX_LINK_UP ? sx_stream_write(link->stream, line) : SX_OK;
}

size_t sx_link_queued_bytes(const sx_link *link) {
  return link->state == SX_LINK_UP ? sx_stream_queued_bytes(link->stream) : 0;
}

void sx_link_set_paused(sx_link *link, bool is_paused) {
  if (link->state == SX_LINK_UP) sx_stream_set_paused(link->stream, is_paused);
}

void sx_link_close(sx_link *link) {
  link->is_closed = true;
  go_down(link);
  uv_close((uv_handle_t *)&link->timer, NULL);
  uv_close((uv_handle_t *)&link->watch, NULL);
}

void sx_link_release(sx_link *link) {
  sx_buf_release(&link->message);
  sx_buf_release(&link->data);
  sx_arena_release(&link->arena);
  sx_registry_release(&link->registry);
}
