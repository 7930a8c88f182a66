#include "os/room.h"

#include "os/file_parts.h"

#include <fcntl.h>

#ifdef _WIN32
#define IS_ROOT false
#else
#include <unistd.h>
#define IS_ROOT (geteuid() == 0)
#endif

#define STAT_BLOCK_BYTES 512u

/* The path, or the nearest folder above it that is there. NULL: not known. */
static const char *find_existing(sx_str path, sx_arena *arena) {
  char *name = (char *)(uintptr_t)sx_file__c_path(path, arena);
  for (size_t len = path.len; name && len > 1 && !sx_file__is_there(name);) {
    while (len > 1 && name[len - 1] != '/' && name[len - 1] != '\\') len--;
    while (len > 1 && (name[len - 1] == '/' || name[len - 1] == '\\')) len--;
    name[len] = 0;
  }
  return name;
}

static bool find_space(uv_statfs_t *out, uv_stat_t *stat, const char *name) {
  uv_fs_t req;
  bool is_known = uv_fs_stat(NULL, &req, name, NULL) == 0;
  if (is_known) *stat = req.statbuf;
  uv_fs_req_cleanup(&req);
  is_known = is_known && uv_fs_statfs(NULL, &req, name, NULL) == 0;
  if (is_known) *out = *(const uv_statfs_t *)req.ptr;
  if (is_known) uv_fs_req_cleanup(&req);
  /* Some file systems of programs have no numbers. */
  return is_known && out->f_bsize && out->f_blocks;
}

static uint64_t *needed_on(sx_room *room, uint64_t device) {
  size_t i = 0;
  while (i < room->len && room->items[i].device != device) i++;
  if (i == SX_ROOM_FILE_SYSTEMS) return NULL;
  if (i == room->len) room->items[room->len++].device = device;
  return &room->items[i].needed_blocks;
}

static bool has_room(sx_room *room, const char *name, uint64_t bytes) {
  uv_statfs_t space;
  uv_stat_t stat;
  if (!find_space(&space, &stat, name)) return true;
  bool is_file = (stat.st_mode & S_IFMT) == S_IFREG;
  uint64_t block = space.f_bsize, wanted = bytes / block + (bytes % block != 0);
  uint64_t own = is_file ? stat.st_blocks * STAT_BLOCK_BYTES / block : 0;
  uint64_t *needed = needed_on(room, stat.st_dev);
  if (!is_file && space.f_files && !space.f_ffree) return false;
  if (!needed || wanted <= own) return true;
  /* The system keeps a part for its administrator. */
  uint64_t left = IS_ROOT ? space.f_bfree : space.f_bavail;
  bool fits = left >= *needed && left - *needed >= wanted - own;
  if (fits) *needed += wanted - own;
  return fits;
}

bool sx_room_add(sx_room *room, sx_str path, uint64_t bytes) {
  sx_arena arena;
  sx_arena_init(&arena, SX_FILE_SCRATCH_BYTES);
  const char *name = find_existing(path, &arena);
  bool fits = !name || has_room(room, name, bytes);
  sx_arena_release(&arena);
  return fits;
}

sx_status sx_room_fail(sx_err *err, sx_str path, const char *why) {
  return sx_fail(
      err, SX_IO,
      "'%.*s' could not be written: %s. Nothing was changed. Free some room on its disk, "
      "then try again.",
      SX_STR_ARG(path), why);
}

bool sx_room_is_read_only(sx_str path) {
  sx_arena arena;
  uv_fs_t req;
  sx_arena_init(&arena, SX_FILE_SCRATCH_BYTES);
  const char *name = find_existing(path, &arena);
  bool is_read_only = name && uv_fs_access(NULL, &req, name, 2 /* for writing */, NULL) == UV_EROFS;
  if (name) uv_fs_req_cleanup(&req);
  sx_arena_release(&arena);
  return is_read_only;
}
