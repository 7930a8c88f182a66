#include "os/walk_folder.h"

#ifdef __linux__
#include "base/mem.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Read at once, and the length of a path that the system takes. */
#define READ_BYTES (32u * 1024)
#define MAX_PATH_BYTES 4000
#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)

/* As the system writes it; the C library has no declaration of its own for it everywhere. */
typedef struct raw_entry {
  uint64_t inode;
  int64_t next;
  uint16_t bytes;
  uint8_t type;
  char name[];
} raw_entry;

int sx_walk_top_open(sx_walk_top *top, const char *path) {
  top->fd = open(path, FOLDER_FLAGS);
  return top->fd < 0 ? -errno : 0;
}

void sx_walk_top_close(sx_walk_top *top) {
  if (top->fd >= 0) close(top->fd);
  top->fd = -1;
}

/* Paths longer than the system takes are opened piece by piece. */
static int open_below(int base, sx_str path, int flags) {
  char piece[MAX_PATH_BYTES + 1];
  int at = base;
  for (;;) {
    size_t len = path.len;
    bool is_last = len <= MAX_PATH_BYTES;
    if (!is_last) len = sx_str_find_last_char(sx_str_slice(path, 0, MAX_PATH_BYTES), '/');
    memcpy(piece, path.ptr, len);
    piece[len] = 0;
    int next = openat(at, len ? piece : ".",
                      is_last ? flags : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int error = errno;
    if (at != base) close(at);
    errno = error;
    if (is_last || next < 0) return next;
    at = next;
    path = sx_str_slice(path, len + 1, path.len);
  }
}

static bool has_room(sx_walk_lister *lister, size_t len) {
  if (lister->size - len >= READ_BYTES) return true;
  size_t size = lister->size < READ_BYTES ? READ_BYTES : lister->size * 2;
  if (size < lister->size) return false;
  char *bytes = sx_realloc(lister->bytes, size);
  if (!bytes) return false;
  lister->bytes = bytes;
  lister->size = size;
  return true;
}

static int read_all(sx_walk_lister *lister, size_t *out_len, bool (*is_over)(void *), void *arg) {
  size_t len = 0;
  for (;;) {
    if (!has_room(lister, len)) return UV_ENOMEM;
    long got = syscall(SYS_getdents64, lister->fd, lister->bytes + len, READ_BYTES);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -errno;
    len += (size_t)got;
    if (got == 0) break;
    if (len > (size_t)got && is_over(arg)) break;
  }
  *out_len = len;
  return 0;
}

/* Some file systems do not give types with the names. */
static sx_walk_kind ask_kind(int fd, const char *name) {
  struct stat info;
  if (fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW)) return SX_WALK_OTHER;
  if (S_ISREG(info.st_mode)) return SX_WALK_FILE;
  if (S_ISDIR(info.st_mode)) return SX_WALK_FOLDER;
  return S_ISLNK(info.st_mode) ? SX_WALK_LINK : SX_WALK_OTHER;
}

static sx_walk_kind kind_of(int fd, const raw_entry *raw) {
  switch (raw->type) {
  case DT_REG: return SX_WALK_FILE;
  case DT_DIR: return SX_WALK_FOLDER;
  case DT_LNK: return SX_WALK_LINK;
  case DT_UNKNOWN: return ask_kind(fd, raw->name);
  default: return SX_WALK_OTHER;
  }
}

static bool is_dots(const char *name) {
  return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

int sx_walk_lister_recall(sx_walk_lister *lister, const sx_walk_top *top, sx_str path) {
  lister->count = 0;
  lister->fd = -1;
  lister->top = top;
  lister->below = path;
  return 0;
}

/* The descriptor of the folder, or an error (negative). */
static int get_fd(sx_walk_lister *lister) {
  if (lister->fd < 0)
    lister->fd = open_below(lister->top->fd, lister->below, FOLDER_FLAGS | O_NOFOLLOW);
  return lister->fd < 0 ? -errno : lister->fd;
}

int sx_walk_lister_open(sx_walk_lister *lister, const sx_walk_top *top, sx_str path) {
  int failed = sx_walk_lister_recall(lister, top, path);
  int fd = failed ? failed : get_fd(lister);
  return fd < 0 ? fd : 0;
}

int sx_walk_lister_read(sx_walk_lister *lister, bool (*is_over)(void *arg), void *arg) {
  size_t len = 0;
  int failed = read_all(lister, &len, is_over, arg);
  if (failed) return failed;
  for (size_t at = 0; at < len;) {
    const raw_entry *raw = (const void *)(lister->bytes + at);
    at += raw->bytes;
    if (is_dots(raw->name)) continue;
    sx_walk_entry *entry = sx_walk__add_entry(lister);
    if (!entry) return UV_ENOMEM;
    entry->name = sx_str_from(raw->name);
    entry->kind = kind_of(lister->fd, raw);
  }
  return 0;
}

void sx_walk_lister_close(sx_walk_lister *lister) {
  if (lister->fd >= 0) close(lister->fd);
  lister->fd = -1;
}

bool sx_walk_look(sx_walk_info *out, const sx_walk_folder *folder, const char *name) {
  struct stat info;
  int at = get_fd(folder->lister);
  if (at < 0 || fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return false;
  *out =
      (sx_walk_info){info.st_dev, (int64_t)info.st_ctim.tv_sec * 1000000000 + info.st_ctim.tv_nsec};
  return true;
}

static sx_status read_open(sx_str *out, int fd, size_t max_bytes, sx_arena *arena) {
  struct stat info;
  if (fstat(fd, &info) || !S_ISREG(info.st_mode)) return SX_NOT_READABLE;
  if ((uint64_t)info.st_size > max_bytes) return SX_TOO_BIG;
  size_t size = (size_t)info.st_size, len = 0;
  char *bytes = sx_arena_alloc(arena, size + 1);
  if (!bytes) return arena->status;
  while (len < size) {
    ssize_t got = read(fd, bytes + len, size - len);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SX_NOT_READABLE;
    if (got == 0) break;
    len += (size_t)got;
  }
  *out = sx_str_make(bytes, len);
  return SX_OK;
}

sx_status sx_walk_read(sx_str *out, const sx_walk_folder *folder, const char *name,
                       size_t max_bytes, sx_arena *arena) {
  *out = SX_STR("");
  int at = get_fd(folder->lister);
  int fd = at < 0 ? at : openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT ? SX_NOT_FOUND : SX_NOT_READABLE;
  sx_status status = read_open(out, fd, max_bytes, arena);
  close(fd);
  return status;
}
#endif
