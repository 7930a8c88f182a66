#include "store/sqlite_rest.h"

#include "base/mem.h"
#include "os/clock.h"

#include <uv.h>

#define MAX_FILES 4
/* The age: the coarsest stamps of a file system, and some time for clocks that differ. */
#ifdef SX_DEBUG
#define REST_MS 400
#define MIN_AGE_NS ((int64_t)12000000)
#else
#define REST_MS 3000
#define MIN_AGE_NS ((int64_t)3000000000)
#endif
#define STACK_BYTES (256 * 1024)

typedef struct resting {
  sx_sqlite_resting own;
  uint64_t until_ms;
} resting;

struct sx_sqlite_rest {
  uv_mutex_t mutex;
  uv_cond_t is_over; /* for the thread */
  resting files[MAX_FILES];
  size_t count; /* the first one rests the longest */
  uv_thread_t thread;
  bool has_thread, has_ended, is_closing;
};

sx_sqlite_rest *sx_sqlite_rest_new(void) {
  sx_sqlite_rest *rest = sx_calloc(1, sizeof *rest);
  if (!rest) return NULL;
  if (uv_mutex_init(&rest->mutex) == 0) {
    if (uv_cond_init(&rest->is_over) == 0) return rest;
    uv_mutex_destroy(&rest->mutex);
  }
  sx_free(rest);
  return NULL;
}

void sx_sqlite_rest_free(sx_sqlite_rest *rest) {
  if (!rest) return;
  uv_mutex_lock(&rest->mutex);
  rest->is_closing = true;
  uv_cond_signal(&rest->is_over);
  uv_mutex_unlock(&rest->mutex);
  if (rest->has_thread) uv_thread_join(&rest->thread);
  sx_sqlite_rest_end(rest, SX_STR(""));
  uv_cond_destroy(&rest->is_over);
  uv_mutex_destroy(&rest->mutex);
  sx_free(rest);
}

/* ---- what rests ------------------------------------------------------------------------------ */

/* No program can set the time of the last change: a file that was copied over it differs, too. */
static bool is_same(const sx_file_info *a, const sx_file_info *b) {
  return a->exists && b->exists && a->device == b->device && a->inode == b->inode &&
         a->size_bytes == b->size_bytes && a->mtime_ns == b->mtime_ns &&
         a->changed_ns == b->changed_ns && a->mode == b->mode;
}

bool sx_sqlite_rest_may(const sx_file_info *info) {
#ifdef _WIN32
  (void)info;
  return false;
#else
  int64_t before = sx_clock_day_ns() - MIN_AGE_NS;
  return info->is_regular && info->mtime_ns < before && info->changed_ns < before;
#endif
}

/* Also by the path, which says where its journal is: a file can have several. */
static bool is_at(const resting *one, sx_str path) {
  const char *own = sqlite3_db_filename(one->own.db, "main");
  return !path.len || (own && sx_str_is_equal(sx_str_from(own), path));
}

static sx_sqlite_resting remove_locked(sx_sqlite_rest *rest, size_t index) {
  sx_sqlite_resting removed = rest->files[index].own;
  rest->count--;
  for (size_t i = index; i < rest->count; i++) rest->files[i] = rest->files[i + 1];
  return removed;
}

/* The one at `path`, which rests no more; none: without a connection. */
static sx_sqlite_resting take_one(sx_sqlite_rest *rest, sx_str path) {
  sx_sqlite_resting one = {0};
  uv_mutex_lock(&rest->mutex);
  for (size_t i = 0; i < rest->count && !one.db; i++)
    if (is_at(&rest->files[i], path)) one = remove_locked(rest, i);
  uv_mutex_unlock(&rest->mutex);
  return one;
}

sx_sqlite_resting sx_sqlite_rest_take(sx_sqlite_rest *rest, sx_str path, const sx_file_info *info) {
  sx_sqlite_resting one = take_one(rest, path);
  if (!one.db || is_same(&one.info, info)) return one;
  sqlite3_close_v2(one.db);
  return (sx_sqlite_resting){0};
}

void sx_sqlite_rest_end(sx_sqlite_rest *rest, sx_str path) {
  for (sx_sqlite_resting one; (one = take_one(rest, path)).db;) sqlite3_close_v2(one.db);
}

size_t sx_sqlite_rest_count(sx_sqlite_rest *rest) {
  uv_mutex_lock(&rest->mutex);
  size_t count = rest->count;
  uv_mutex_unlock(&rest->mutex);
  return count;
}

/* ---- its end --------------------------------------------------------------------------------- */

/* Closing may wait for a disk: not with the mutex. */
static void close_in_time(void *argument) {
  sx_sqlite_rest *rest = argument;
  uv_mutex_lock(&rest->mutex);
  while (rest->count && !rest->is_closing) {
    uint64_t now_ms = sx_clock_ms(), until_ms = rest->files[0].until_ms;
    if (now_ms < until_ms) {
      uv_cond_timedwait(&rest->is_over, &rest->mutex, (until_ms - now_ms) * 1000000);
      continue;
    }
    sqlite3 *over = remove_locked(rest, 0).db;
    uv_mutex_unlock(&rest->mutex);
    sqlite3_close_v2(over);
    uv_mutex_lock(&rest->mutex);
  }
  rest->has_ended = true;
  uv_mutex_unlock(&rest->mutex);
}

/* A thread ends when nothing rests, and the next file begins another. */
static bool has_thread_locked(sx_sqlite_rest *rest) {
  const uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE,
                                       .stack_size = STACK_BYTES};
  if (rest->has_thread && !rest->has_ended) return true;
  if (rest->has_thread) uv_thread_join(&rest->thread);
  rest->has_ended = false;
  rest->has_thread = !uv_thread_create_ex(&rest->thread, &options, close_in_time, rest);
  return rest->has_thread;
}

/* Makes room for one at `path`. Returns what the caller closes: another one there, or the oldest.
 */
static sqlite3 *make_room_locked(sx_sqlite_rest *rest, sx_str path) {
  for (size_t i = 0; i < rest->count; i++)
    if (is_at(&rest->files[i], path)) return remove_locked(rest, i).db;
  return rest->count == MAX_FILES ? remove_locked(rest, 0).db : NULL;
}

/* Whether nothing has written to the file since it was opened; `*version` is that of its pages. */
static bool is_unchanged(const sx_sqlite_resting *own, sx_str path, unsigned *version) {
  sx_file_info now;
  int has_moved = 1;
  if (sqlite3_file_control(own->db, "main", SQLITE_FCNTL_DATA_VERSION, version)) return false;
  if (own->is_known) return own->version == *version;
  if (!sx_sqlite_rest_may(&own->info) || sx_file_stat(&now, path, NULL)) return false;
  /* The path may have been another file's for a moment: that one would be open. */
  int code = sqlite3_file_control(own->db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  return !code && !has_moved && is_same(&own->info, &now);
}

void sx_sqlite_rest_put(sx_sqlite_rest *rest, const sx_sqlite_resting *own) {
  const char *name = sqlite3_db_filename(own->db, "main");
  sx_str path = sx_str_from(name ? name : "");
  sx_sqlite_resting kept = {own->db, own->info, true, 0};
  sqlite3 *closed = own->db;
  bool may_rest = path.len && is_unchanged(own, path, &kept.version);
  uv_mutex_lock(&rest->mutex);
  if (may_rest && !rest->is_closing && has_thread_locked(rest)) {
    closed = make_room_locked(rest, path);
    rest->files[rest->count++] = (resting){kept, sx_clock_ms() + REST_MS};
  }
  uv_mutex_unlock(&rest->mutex);
  sqlite3_close_v2(closed);
}
