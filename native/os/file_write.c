#include "os/file_write.h"

#include "base/array.h"
#include "os/file.h"
#include "os/file_parts.h"

#include <stdlib.h>

#define SCRATCH_BYTES (64 * 1024)

/* ---- one file ---------------------------------------------------------------------------- */

/* A second name for the finished file, which no other file may have; the first one goes. */
static int take_new_name(sx_beside *made, const char *target) {
  uv_fs_t req;
  int code = uv_fs_link(NULL, &req, made->name, target, NULL);
  uv_fs_req_cleanup(&req);
  bool has_links = code != UV_EPERM && code != UV_ENOTSUP && code != UV_ENOSYS && code != UV_EMLINK;
  if (has_links) return code;
  /* File systems without hard links: another process may still come between the two. */
  if (sx_file__is_there(target)) return UV_EEXIST;
  code = uv_fs_rename(NULL, &req, made->name, target, NULL);
  uv_fs_req_cleanup(&req);
  if (!code) made->name = NULL;
  return code;
}

/* Makes the file whole beside its name, which it then takes. `mode`: 0 as the system has it. */
static int put_new(sx_str target, const sx_pieces *pieces, uint32_t mode, sx_arena *arena) {
  sx_beside made;
  uv_fs_t req;
  int code = sx_beside_open(&made, target, !mode, arena);
  if (code) return code;
  code = sx_file__write_pieces(made.file, pieces);
  if (!code && mode) {
    code = uv_fs_fchmod(NULL, &req, made.file, (int)(mode & 07777), NULL);
    uv_fs_req_cleanup(&req);
  }
  if (!code) code = sx_file__sync(made.file);
  if (!code) code = take_new_name(&made, target.ptr);
  sx_beside_close(&made);
  if (!code) sx_file__sync_folder(target.ptr, arena);
  return code;
}

sx_status sx_file_write_new(sx_str path, const sx_str *pieces, size_t count, uint32_t mode,
                            sx_err *err) {
  sx_arena arena;
  sx_pieces all = {pieces, count};
  sx_arena_init(&arena, SX_FILE_SCRATCH_BYTES);
  const char *name = sx_file__c_path(path, &arena);
  int code = name ? 0 : sx_file__no_path(&arena);
  if (!code) code = put_new(sx_str_make(name, path.len), &all, mode, &arena);
  sx_arena_release(&arena);
  return code ? sx_file__fail_write(err, code, path) : SX_OK;
}

sx_status sx_file_write(sx_str path, const sx_str *pieces, size_t count, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES);
  const char *name = sx_file__c_path(path, &arena);
  bool is_new = name && !sx_file__is_there(name); /* a link to nothing is there */
  sx_status status = arena.status;
  sx_arena_release(&arena);
  if (status) return sx_fail(err, status, NULL);
  return is_new ? sx_file_write_new(path, pieces, count, 0, err)
                : sx_file_replace(path, NULL, 0, pieces, count, err);
}

void sx_file_remove_parents(sx_str path, size_t made_bytes) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES);
  char *name = (char *)(uintptr_t)sx_file__c_path(path, &arena);
  for (size_t i = path.len; name && made_bytes && i-- > made_bytes;) {
    bool is_end = name[i] == '/' || (name[i] == '\\' && name[1] == ':');
    if (!is_end) continue;
    uv_fs_t req;
    name[i] = 0;
    uv_fs_rmdir(NULL, &req, name, NULL); /* fails where there is something in it */
    uv_fs_req_cleanup(&req);
  }
  sx_arena_release(&arena);
}

size_t sx_file_find_missing_parents(sx_str path) {
  sx_arena arena;
  size_t found = 0;
  sx_arena_init(&arena, SCRATCH_BYTES);
  char *name = (char *)(uintptr_t)sx_file__c_path(path, &arena);
  for (size_t i = 1; name && i < path.len && !found; i++) {
    bool is_end = name[i] == '/' || (name[i] == '\\' && name[1] == ':');
    if (!is_end) continue;
    char kept = name[i];
    name[i] = 0;
    if (!sx_file__is_there(name)) found = i;
    name[i] = kept;
  }
  sx_arena_release(&arena);
  return found;
}

sx_status sx_file_make_parents(sx_str path, size_t *made_bytes, sx_err *err) {
  sx_arena arena;
  *made_bytes = 0;
  sx_arena_init(&arena, SCRATCH_BYTES);
  char *name = (char *)(uintptr_t)sx_file__c_path(path, &arena);
  int code = name ? 0 : sx_file__no_path(&arena);
  for (size_t i = 1; name && i < path.len && !code; i++) {
    bool is_end = name[i] == '/' || (name[i] == '\\' && name[1] == ':');
    if (!is_end) continue;
    char kept = name[i];
    uv_fs_t req;
    name[i] = 0;
    code = uv_fs_mkdir(NULL, &req, name, 0777, NULL);
    uv_fs_req_cleanup(&req);
    name[i] = kept;
    if (!code && !*made_bytes) *made_bytes = i;
    sx_file_info info;
    if (code != UV_EEXIST) continue;
    sx_status status = sx_file_stat(&info, sx_str_slice(path, 0, i), NULL);
    if (status == SX_NOMEM)
      code = UV_ENOMEM;
    else if (!status && info.is_directory)
      code = 0;
  }
  sx_arena_release(&arena);
  if (code) sx_file_remove_parents(path, *made_bytes);
  if (code == UV_EEXIST)
    return sx_fail(err, SX_IO, "'%.*s' cannot be created: one of its parent folders is a file.",
                   SX_STR_ARG(path));
  return code ? sx_file__fail_write(err, code, path) : SX_OK;
}

sx_status sx_file_remove(sx_str path, sx_err *err) {
  sx_arena arena;
  sx_arena_init(&arena, SCRATCH_BYTES);
  const char *name = sx_file__c_path(path, &arena);
  int code = name ? 0 : sx_file__no_path(&arena);
  uv_fs_t req;
  if (name) code = uv_fs_unlink(NULL, &req, name, NULL), uv_fs_req_cleanup(&req);
  sx_arena_release(&arena);
  return code ? sx_file__fail_write(err, code, path) : SX_OK;
}

void sx_dir_remove_empty(const char *path) {
  uv_fs_t req;
  (void)uv_fs_rmdir(NULL, &req, path, NULL);
  uv_fs_req_cleanup(&req);
}

/* ---- folders ----------------------------------------------------------------------------- */

static int compare_entries(const void *a, const void *b) {
  return sx_str_compare(((const sx_dir_entry *)a)->name, ((const sx_dir_entry *)b)->name);
}

/* Entries that cannot be looked at, such as a link to nothing, are listed too. */
static sx_status fill_entry(sx_dir_entry *entry, sx_str folder, const uv_dirent_t *found,
                            sx_arena *arena) {
  sx_file_info info;
  entry->name = sx_arena_dup(arena, sx_str_from(found->name));
  sx_str path = sx_arena_printf(arena, "%.*s/%s", SX_STR_ARG(folder), found->name);
  entry->is_link = found->type == UV_DIRENT_LINK;
  entry->is_directory = found->type == UV_DIRENT_DIR;
  if (arena->status) return arena->status;
  sx_status status = sx_file_stat(&info, path, NULL);
  if (status == SX_NOMEM) return status;
  if (status || !info.exists) return SX_OK;
  entry->is_directory = info.is_directory;
  entry->size_bytes = info.is_directory ? 0 : info.size_bytes;
  return SX_OK;
}

sx_status sx_dir_read(sx_dir_list *out, sx_str path, sx_arena *arena, sx_err *err) {
  *out = (sx_dir_list){0};
  const char *name = sx_file__c_path(path, arena);
  if (!name) return sx_file__fail_write(err, sx_file__no_path(arena), path);
  SX_ARRAY(sx_dir_entry) entries = {0};
  uv_fs_t req;
  uv_dirent_t found;
  int code = uv_fs_scandir(NULL, &req, name, 0, NULL);
  /* To the end in any case: libuv loses the last entry of a list that is left before. */
  while (code >= 0 && uv_fs_scandir_next(&req, &found) != UV_EOF) {
    if (arena->status) continue;
    sx_dir_entry *entry = SX_ARRAY_ADD(&entries, arena);
    if (entry && fill_entry(entry, path, &found, arena)) arena->status = SX_NOMEM;
  }
  uv_fs_req_cleanup(&req);
  if (code < 0) return sx_file__fail_write(err, code, path);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  if (entries.len) qsort(entries.items, entries.len, sizeof *entries.items, compare_entries);
  *out = (sx_dir_list){entries.items, entries.len};
  return SX_OK;
}
