#include "os/walk_folder.h"

#ifndef __linux__
#include "base/mem.h"
#include "os/file.h"

#include <stdio.h>

#define CHECK_EVERY 1024

int sx_walk_top_open(sx_walk_top *top, const char *path) {
  uv_fs_t req;
  top->fd = -1;
  int code = uv_fs_stat(NULL, &req, path, NULL);
  bool is_folder = code == 0 && (req.statbuf.st_mode & S_IFMT) == S_IFDIR;
  uv_fs_req_cleanup(&req);
  return code || is_folder ? code : UV_ENOTDIR;
}

void sx_walk_top_close(sx_walk_top *top) {
  (void)top;
}

static char *join(sx_str folder, sx_str name) {
  char *path = sx_malloc(folder.len + name.len + 2);
  if (!path) return NULL;
  memcpy(path, folder.ptr, folder.len);
  path[folder.len] = '/';
  memcpy(path + folder.len + 1, name.ptr, name.len);
  path[folder.len + (name.len ? 1 + name.len : 0)] = 0;
  return path;
}

static sx_walk_kind ask_kind(const char *folder, const char *name) {
  uv_fs_t req;
  sx_walk_kind kind = SX_WALK_OTHER;
  char *path = join(sx_str_from(folder), sx_str_from(name));
  if (!path) return kind;
  if (uv_fs_lstat(NULL, &req, path, NULL) == 0) {
    uint64_t type = req.statbuf.st_mode & S_IFMT;
    kind = type == S_IFREG   ? SX_WALK_FILE
           : type == S_IFDIR ? SX_WALK_FOLDER
           : type == S_IFLNK ? SX_WALK_LINK
                             : SX_WALK_OTHER;
  }
  uv_fs_req_cleanup(&req);
  sx_free(path);
  return kind;
}

static sx_walk_kind kind_of(const char *folder, const uv_dirent_t *entry) {
  switch (entry->type) {
  case UV_DIRENT_FILE: return SX_WALK_FILE;
  case UV_DIRENT_DIR: return SX_WALK_FOLDER;
  case UV_DIRENT_LINK: return SX_WALK_LINK;
  case UV_DIRENT_UNKNOWN: return ask_kind(folder, entry->name);
  default: return SX_WALK_OTHER;
  }
}

/* The names are copied: the request's own memory is not the lister's. */
static int take_entries(sx_walk_lister *lister, uv_fs_t *req, bool (*is_over)(void *), void *arg) {
  uv_dirent_t entry;
  size_t len = 0;
  for (size_t i = 1; uv_fs_scandir_next(req, &entry) == 0; i++) {
    size_t size = strlen(entry.name) + 1;
    if (i % CHECK_EVERY == 0 && is_over(arg)) break;
    if (lister->size - len < size) {
      char *bytes = sx_realloc(lister->bytes, (lister->size + size) * 2);
      if (!bytes) return UV_ENOMEM;
      lister->bytes = bytes;
      lister->size = (lister->size + size) * 2;
    }
    sx_walk_entry *added = sx_walk__add_entry(lister);
    if (!added) return UV_ENOMEM;
    memcpy(lister->bytes + len, entry.name, size);
    added->name.len = size - 1;
    added->kind = kind_of(lister->path, &entry);
    len += size;
  }
  for (size_t i = 0, at = 0; i < lister->count; i++) {
    lister->entries[i].name.ptr = lister->bytes + at;
    at += lister->entries[i].name.len + 1;
  }
  return 0;
}

/* Cleaning up alone would leave the entry that was taken last, if no other follows it. */
static void free_entries(uv_fs_t *req) {
  uv_dirent_t entry;
  while (uv_fs_scandir_next(req, &entry) == 0)
    ;
  uv_fs_req_cleanup(req);
}

int sx_walk_lister_open(sx_walk_lister *lister, const sx_walk_top *top, sx_str path) {
  lister->count = 0;
  lister->path = join(top->path, path);
  return lister->path ? 0 : UV_ENOMEM;
}

int sx_walk_lister_recall(sx_walk_lister *lister, const sx_walk_top *top, sx_str path) {
  return sx_walk_lister_open(lister, top, path);
}

int sx_walk_lister_read(sx_walk_lister *lister, bool (*is_over)(void *arg), void *arg) {
  uv_fs_t req;
  int code = uv_fs_scandir(NULL, &req, lister->path, 0, NULL);
  if (code >= 0) code = take_entries(lister, &req, is_over, arg);
  free_entries(&req);
  return code;
}

void sx_walk_lister_close(sx_walk_lister *lister) {
  sx_free(lister->path);
  lister->path = NULL;
}

bool sx_walk_look(sx_walk_info *out, const sx_walk_folder *folder, const char *name) {
  uv_fs_t req;
  char *path = *name ? join(sx_str_from(folder->lister->path), sx_str_from(name)) : NULL;
  if (*name && !path) return false;
  /* The top may be a link. */
  bool is_there = *name ? uv_fs_lstat(NULL, &req, path, NULL) == 0
                        : uv_fs_stat(NULL, &req, folder->lister->path, NULL) == 0;
  const uv_timespec_t at = req.statbuf.st_ctim;
  if (is_there)
    *out = (sx_walk_info){req.statbuf.st_dev, (int64_t)at.tv_sec * 1000000000 + at.tv_nsec};
  uv_fs_req_cleanup(&req);
  sx_free(path);
  return is_there;
}

sx_status sx_walk_read(sx_str *out, const sx_walk_folder *folder, const char *name,
                       size_t max_bytes, sx_arena *arena) {
  *out = SX_STR("");
  sx_str path = sx_arena_printf(arena, "%s/%s", folder->lister->path, name);
  if (!path.len) return arena->status;
  if (sx_file_is_link(path, arena)) return SX_NOT_READABLE;
  return sx_file_read(out, path, max_bytes, arena, NULL);
}
#endif
