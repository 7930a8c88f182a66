#include "os/sweep.h"

#include "base/buf.h"
#include "os/parallel.h"

#include <uv.h>

#define PART ((size_t)512)
#define PATH_BYTES ((size_t)64 * 1024)

typedef struct sweep {
  sx_swept *out;
  sx_str root;
  const sx_strs *paths;
  bool (*is_ended)(void *arg);
  void *arg;
} sweep;

static int64_t to_ns(uv_timespec_t time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void look(sx_swept *out, const char *path) {
  uv_fs_t req;
  *out = (sx_swept){0};
  if (uv_fs_lstat(NULL, &req, path, NULL) == 0) {
    const uv_stat_t *stat = &req.statbuf;
    if ((stat->st_mode & S_IFMT) == S_IFREG)
      *out = (sx_swept){.is_file = true,
                        .has_hard_links = stat->st_nlink > 1,
                        .size_bytes = stat->st_size,
                        .mtime_ns = to_ns(stat->st_mtim),
                        .ctime_ns = to_ns(stat->st_ctim),
                        .inode = stat->st_ino};
  }
  uv_fs_req_cleanup(&req);
}

static sx_status look_at_part(void *arg, size_t worker, size_t from, size_t to) {
  const sweep *s = arg;
  sx_buf path;
  (void)worker;
  if (s->is_ended && s->is_ended(s->arg)) return SX_CANCELLED;
  sx_buf_init(&path, PATH_BYTES);
  sx_buf_add(&path, s->root);
  sx_buf_add_char(&path, '/');
  size_t start = path.len;
  for (size_t i = from; i < to && !path.status; i++) {
    sx_buf_truncate(&path, start);
    sx_buf_add(&path, s->paths->items[i]);
    if (!path.status) look(&s->out[i], path.ptr);
  }
  sx_status status = path.status;
  sx_buf_release(&path);
  return status;
}

sx_status sx_sweep_run(sx_swept *out, sx_str root, const sx_strs *paths, size_t threads,
                       bool (*is_ended)(void *arg), void *arg) {
  sweep s = {.out = out, .root = root, .paths = paths, .is_ended = is_ended, .arg = arg};
  const sx_parallel work = {
      .count = paths->len, .chunk = PART, .threads = threads, .run = look_at_part, .arg = &s};
  return sx_parallel_run(&work);
}
