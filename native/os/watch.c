#include "os/watch.h"

#include "base/mem.h"

#include <string.h>
#include <uv.h>

#define MAX_FOLDERS 4096
#define MAX_PATH_BYTES 4096
/* Past so many events between two looks the rest is left to the editor's watcher. */
#define MAX_EVENTS 2048

typedef struct folder {
  uv_fs_event_t handle; /* first: closed by its address */
  sx_watch *watch;
  struct folder *next;
  bool is_new; /* not looked through yet */
  char path[]; /* NUL-terminated */
} folder;

struct sx_watch {
  uv_loop_t loop;
  folder *folders;
  size_t folder_count;
  sx_watch_events *out; /* while events are taken */
  sx_arena *arena;
  bool has_new;
};

/* ---- life -------------------------------------------------------------------------------- */

sx_watch *sx_watch_new(void) {
  sx_watch *watch = sx_calloc(1, sizeof *watch);
  if (!watch) return NULL;
  if (uv_loop_init(&watch->loop) == 0) return watch;
  sx_free(watch);
  return NULL;
}

static void forget_folder(uv_handle_t *handle) {
  sx_free(handle);
}

static void forget_all(sx_watch *watch) {
  for (folder *one = watch->folders, *next; one; one = next) {
    next = one->next;
    uv_close((uv_handle_t *)&one->handle, forget_folder);
  }
  watch->folders = NULL;
  watch->folder_count = 0;
  uv_run(&watch->loop, UV_RUN_DEFAULT);
}

void sx_watch_free(sx_watch *watch) {
  if (!watch) return;
  forget_all(watch);
  uv_loop_close(&watch->loop);
  sx_free(watch);
}

/* ---- folders ----------------------------------------------------------------------------- */

/* The last ones first: events of a file come together. */
static void tell(sx_watch *watch, const char *path, bool is_name) {
  if (!watch->out || watch->out->len >= MAX_EVENTS) return;
  size_t len = strlen(path);
  for (size_t i = watch->out->len; i-- > 0;) {
    sx_watch_event *told = &watch->out->items[i];
    if (told->path.len != len || memcmp(told->path.ptr, path, len) != 0) continue;
    told->is_name |= is_name;
    return;
  }
  sx_watch_event *event = SX_ARRAY_ADD(watch->out, watch->arena);
  if (event) *event = (sx_watch_event){sx_arena_dup(watch->arena, sx_str_from(path)), is_name};
}

static bool is_passed_over(const char *name) {
  return name[0] == '.' || strcmp(name, "node_modules") == 0 || strcmp(name, "__pycache__") == 0;
}

static bool join(char out[MAX_PATH_BYTES], const char *path, const char *name) {
  int len = snprintf(out, MAX_PATH_BYTES, "%s/%s", path, name);
  return len > 0 && len < MAX_PATH_BYTES;
}

static bool is_folder(const char *path) {
  uv_fs_t req;
  bool is = uv_fs_lstat(NULL, &req, path, NULL) == 0 && (req.statbuf.st_mode & S_IFMT) == S_IFDIR;
  uv_fs_req_cleanup(&req);
  return is;
}

static void add_folder(sx_watch *watch, const char *path);

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  const folder *where = (const folder *)(const void *)handle;
  char path[MAX_PATH_BYTES];
  if (status || !name || is_passed_over(name) || !join(path, where->path, name)) return;
  if ((events & UV_RENAME) && is_folder(path))
    add_folder(where->watch, path);
  else
    tell(where->watch, path, events & UV_RENAME);
}

/* One that came again under its name is another one for the operating system. */
static void add_folder(sx_watch *watch, const char *path) {
  folder *one = watch->folders;
  while (one && strcmp(one->path, path) != 0) one = one->next;
  if (!one) {
    size_t len = strlen(path);
    if (watch->folder_count >= MAX_FOLDERS) return;
    one = sx_calloc(1, sizeof *one + len + 1);
    if (!one) return;
    memcpy(one->path, path, len + 1);
    one->watch = watch;
    one->next = watch->folders;
    watch->folders = one;
    watch->folder_count++;
    uv_fs_event_init(&watch->loop, &one->handle); /* cannot fail */
  }
  uv_fs_event_stop(&one->handle);
  uv_fs_event_start(&one->handle, on_event, one->path, 0);
  one->is_new = watch->has_new = true;
}

/* What stands in a folder that is new was not there before. */
static void look_through(sx_watch *watch, const char *path) {
  uv_fs_t req;
  uv_dirent_t entry;
  char inside[MAX_PATH_BYTES];
  if (uv_fs_scandir(NULL, &req, path, 0, NULL) >= 0) {
    while (uv_fs_scandir_next(&req, &entry) == 0) {
      if (is_passed_over(entry.name) || !join(inside, path, entry.name)) continue;
      bool is_unknown = entry.type == UV_DIRENT_UNKNOWN;
      if (entry.type == UV_DIRENT_DIR || (is_unknown && is_folder(inside)))
        add_folder(watch, inside);
      else
        tell(watch, inside, true);
    }
  }
  uv_fs_req_cleanup(&req);
}

/* Those that are found on the way come to the front of the list: hence the rounds. */
static void look_through_new(sx_watch *watch) {
  while (watch->has_new) {
    watch->has_new = false;
    for (folder *one = watch->folders; one; one = one->next) {
      if (!one->is_new) continue;
      one->is_new = false;
      look_through(watch, one->path);
    }
  }
}

void sx_watch_set_roots(sx_watch *watch, const sx_str *roots, size_t count) {
  char path[MAX_PATH_BYTES];
  forget_all(watch);
  for (size_t i = 0; i < count; i++) {
    if (roots[i].len >= sizeof path) continue;
    memcpy(path, roots[i].ptr, roots[i].len);
    path[roots[i].len] = 0;
    add_folder(watch, path);
  }
  look_through_new(watch);
}

sx_status sx_watch_take(sx_watch *watch, sx_watch_events *out, sx_arena *arena) {
  *out = (sx_watch_events){0};
  watch->out = out;
  watch->arena = arena;
  uv_run(&watch->loop, UV_RUN_NOWAIT);
  look_through_new(watch);
  watch->out = NULL;
  return arena->status;
}
