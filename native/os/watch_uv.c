#include "os/watch_source.h"

#ifndef __linux__
#include "base/mem.h"

#include <string.h>
#include <uv.h>

#define SHARE 4096
#define MAX_PATH_BYTES 4096

typedef struct folder {
  uv_fs_event_t handle; /* first: closed by its address */
  struct folder *next;
  sx_watch_source *source;
  int id;
  char path[]; /* NUL-terminated */
} folder;

struct sx_watch_source {
  uv_loop_t loop;
  folder *folders;
  int last_id;
  sx_watch_signal_fn on_signal; /* while it drains */
  void *context;
};

sx_watch_source *sx_watch_source_new(void) {
  sx_watch_source *source = sx_calloc(1, sizeof *source);
  if (!source) return NULL;
  if (uv_loop_init(&source->loop) == 0) return source;
  sx_free(source);
  return NULL;
}

static void forget_folder(uv_handle_t *handle) {
  sx_free(handle);
}

void sx_watch_source_free(sx_watch_source *source) {
  if (!source) return;
  while (source->folders) sx_watch_source_remove(source, source->folders->id);
  uv_run(&source->loop, UV_RUN_DEFAULT);
  uv_loop_close(&source->loop);
  sx_free(source);
}

size_t sx_watch_source_share(void) {
  return SHARE;
}

/* The event does not contain what happened to a name, only that something did. */
static void look_at(const folder *where, sx_watch_signal *signal) {
  uv_fs_t req;
  char path[MAX_PATH_BYTES];
  int len = snprintf(path, sizeof path, "%s/%s", where->path, signal->name);
  if (len <= 0 || (size_t)len >= sizeof path) return;
  signal->went = uv_fs_lstat(NULL, &req, path, NULL) != 0;
  signal->is_folder = !signal->went && (req.statbuf.st_mode & S_IFMT) == S_IFDIR;
  uv_fs_req_cleanup(&req);
}

/* Without a name events were lost. */
static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  folder *one = (folder *)(void *)handle;
  sx_watch_source *source = one->source;
  if (!source->on_signal) return;
  sx_watch_signal signal = {.id = one->id, .name = name, .is_name = events & UV_RENAME};
  signal.is_overflow = status != 0 || !name;
  if (signal.is_name && !signal.is_overflow) look_at(one, &signal);
  source->on_signal(source->context, &signal);
}

int sx_watch_source_add(sx_watch_source *source, const char *path) {
  size_t len = strlen(path);
  folder *one = sx_calloc(1, sizeof *one + len + 1);
  if (!one) return SX_WATCH_FULL;
  memcpy(one->path, path, len);
  uv_fs_event_init(&source->loop, &one->handle); /* cannot fail */
  one->source = source;
  one->id = ++source->last_id;
  one->next = source->folders;
  source->folders = one;
  int failed = uv_fs_event_start(&one->handle, on_event, path, 0);
  if (!failed) return one->id;
  sx_watch_source_remove(source, one->id);
  return failed == UV_EMFILE || failed == UV_ENOSPC || failed == UV_ENOMEM ? SX_WATCH_FULL
                                                                           : SX_WATCH_FAILED;
}

void sx_watch_source_remove(sx_watch_source *source, int id) {
  folder **link = &source->folders;
  while (*link && (*link)->id != id) link = &(*link)->next;
  folder *one = *link;
  if (!one) return;
  *link = one->next;
  uv_close((uv_handle_t *)&one->handle, forget_folder);
}

void sx_watch_source_drain(sx_watch_source *source, sx_watch_signal_fn on_signal, void *context) {
  source->on_signal = on_signal;
  source->context = context;
  uv_run(&source->loop, UV_RUN_NOWAIT);
  source->on_signal = NULL;
}

bool sx_watch_source_is_threaded(void) {
  return false;
}

/* The systems hand events on some time later. */
bool sx_watch_source_is_immediate(void) {
  return false;
}
#endif
