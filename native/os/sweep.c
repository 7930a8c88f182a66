#include "os/sweep.h"

#include "base/buf.h"
#include "base/folder.h"
#include "os/parallel.h"

#include <uv.h>
#ifdef __linux__
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#define PART ((size_t)512)
#define PATH_BYTES ((size_t)64 * 1024)
/* Opening a folder costs as much as the way to so many files in it. */
#define MIN_IN_FOLDER 4

typedef struct sweep {
  sx_swept *out;
  sx_str root;
  const sx_strs *paths;
  bool (*is_ended)(void *arg);
  void *arg;
} sweep;

/* Where one thread is. */
typedef struct sweeper {
  sx_buf path; /* of the file; it begins with the root and a slash */
  size_t root_len;
  sx_str folder; /* below the root, that is open */
  int fd;        /* of that, or -1 */
} sweeper;

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

/* ---- files in an open folder: without the way to it each time ------------------------------ */

#ifdef __linux__
static void close_folder(sweeper *self) {
  if (self->fd >= 0) close(self->fd);
  self->fd = -1;
}

static void open_folder(sweeper *self, sx_str folder) {
  close_folder(self);
  sx_buf_truncate(&self->path, self->root_len);
  sx_buf_add(&self->path, folder);
  if (self->path.status) return;
  self->fd = open(self->path.ptr, O_PATH | O_DIRECTORY | O_CLOEXEC);
  self->folder = folder;
}

static int64_t ns_of(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void look_in(sx_swept *out, int fd, const char *name) {
  struct stat stat;
  *out = (sx_swept){0};
  if (fstatat(fd, name, &stat, AT_SYMLINK_NOFOLLOW) || !S_ISREG(stat.st_mode)) return;
  *out = (sx_swept){.is_file = true,
                    .has_hard_links = stat.st_nlink > 1,
                    .size_bytes = (uint64_t)stat.st_size,
                    .mtime_ns = ns_of(stat.st_mtim),
                    .ctime_ns = ns_of(stat.st_ctim),
                    .inode = stat.st_ino};
}
#else
static void close_folder(sweeper *self) {
  (void)self;
}

static void open_folder(sweeper *self, sx_str folder) {
  (void)self, (void)folder;
}

static void look_in(sx_swept *out, int fd, const char *name) {
  (void)fd;
  look(out, name);
}
#endif

/* Whether so many of the paths from `i` on are in one folder that it is opened. */
static bool is_worth_opening(const sweep *s, size_t i, size_t to, sx_str folder) {
  size_t last = i + MIN_IN_FOLDER - 1;
  return last < to && sx_str_is_equal(sx_folder_of(s->paths->items[last]), folder);
}

static void look_at(const sweep *s, sweeper *self, size_t i, size_t to) {
  sx_str path = s->paths->items[i], folder = sx_folder_of(path);
  bool is_open = self->fd >= 0 && sx_str_is_equal(self->folder, folder);
  if (!is_open && is_worth_opening(s, i, to, folder)) {
    open_folder(self, folder);
    is_open = self->fd >= 0;
  }
  sx_buf_truncate(&self->path, self->root_len);
  sx_buf_add(&self->path, path);
  if (self->path.status) return;
  size_t name = self->root_len + (folder.len ? folder.len + 1 : 0);
  if (is_open)
    look_in(&s->out[i], self->fd, self->path.ptr + name);
  else
    look(&s->out[i], self->path.ptr);
}

static sx_status look_at_part(void *arg, size_t worker, size_t from, size_t to) {
  const sweep *s = arg;
  sweeper self = {.fd = -1};
  (void)worker;
  if (s->is_ended && s->is_ended(s->arg)) return SX_CANCELLED;
  sx_buf_init(&self.path, PATH_BYTES);
  sx_buf_add(&self.path, s->root);
  sx_buf_add_char(&self.path, '/');
  self.root_len = self.path.len;
  for (size_t i = from; i < to && !self.path.status; i++) look_at(s, &self, i, to);
  sx_status status = self.path.status;
  close_folder(&self);
  sx_buf_release(&self.path);
  return status;
}

sx_status sx_sweep_run(sx_swept *out, sx_str root, const sx_strs *paths, size_t threads,
                       bool (*is_ended)(void *arg), void *arg) {
  sweep s = {.out = out, .root = root, .paths = paths, .is_ended = is_ended, .arg = arg};
  const sx_parallel work = {
      .count = paths->len, .chunk = PART, .threads = threads, .run = look_at_part, .arg = &s};
  return sx_parallel_run(&work);
}
