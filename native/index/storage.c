#include "index/storage.h"

#include "index/manifest.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/own_folder.h"

#include <stdlib.h>

#define NAME_BYTES 16

typedef SX_ARRAY(sx_index_stored) stores;

/* ---- what there is ----------------------------------------------------------------------- */

/* As sx_index_store_folder names them. */
static bool is_store_name(sx_str name) {
  bool is_hex = name.len == NAME_BYTES;
  for (size_t i = 0; i < name.len && is_hex; i++)
    is_hex =
        (name.ptr[i] >= '0' && name.ptr[i] <= '9') || (name.ptr[i] >= 'a' && name.ptr[i] <= 'f');
  return is_hex;
}

static sx_str join(sx_str folder, sx_str name, sx_arena *arena) {
  return sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(name));
}

uint64_t sx_index_storage_bytes(sx_str folder, sx_arena *arena) {
  sx_strs names = {0};
  uint64_t bytes = 0;
  folder = sx_arena_dup(arena, folder);
  if (arena->status || sx_own_folder_list(&names, folder.ptr, arena, NULL)) return 0;
  for (size_t i = 0; i < names.len; i++) {
    sx_file_info info = {0};
    sx_str path = join(folder, names.items[i], arena);
    if (path.len && !sx_file_stat(&info, path, NULL) && info.is_regular) bytes += info.size_bytes;
  }
  return bytes;
}

static int64_t time_of(sx_str folder, const char *name, sx_arena *arena) {
  sx_file_info info = {0};
  sx_str path = join(folder, sx_str_from(name), arena);
  return path.len && !sx_file_stat(&info, path, NULL) && info.exists ? info.mtime_ns : 0;
}

static sx_status look_at(sx_index_stored *out, sx_str folder, sx_str name, sx_arena *arena) {
  sx_str path = join(folder, name, arena);
  sx_index_manifest manifest;
  if (arena->status) return arena->status;
  *out = (sx_index_stored){.name = name, .root = SX_STR("")};
  if (sx_index_manifest_read(&manifest, path.ptr, arena, NULL) == SX_OK) out->root = manifest.root;
  out->bytes = sx_index_storage_bytes(path, arena);
  /* One that no window has opened yet was last used when it was written. */
  int64_t written_ns = time_of(path, SX_INDEX_MANIFEST, arena);
  out->used_ns = time_of(path, SX_INDEX_USED, arena);
  if (written_ns > out->used_ns) out->used_ns = written_ns;
  return arena->status;
}

static int compare_used(const void *left, const void *right) {
  const sx_index_stored *a = left, *b = right;
  if (a->used_ns != b->used_ns) return a->used_ns < b->used_ns ? -1 : 1;
  return sx_str_compare(a->name, b->name);
}

/* The least recently used first. */
static sx_status list(stores *out, sx_str folder, sx_arena *arena, sx_err *err) {
  sx_strs names = {0};
  folder = sx_arena_dup(arena, folder);
  sx_status status = arena->status ? sx_fail(err, arena->status, NULL)
                                   : sx_own_folder_list(&names, folder.ptr, arena, err);
  if (status) return status == SX_NOT_FOUND ? SX_OK : status;
  for (size_t i = 0; i < names.len && !status; i++) {
    if (!is_store_name(names.items[i])) continue;
    sx_index_stored *one = SX_ARRAY_ADD(out, arena);
    status = one ? look_at(one, folder, names.items[i], arena) : SX_NOMEM;
  }
  if (status) return sx_fail(err, status, NULL);
  if (out->len) qsort(out->items, out->len, sizeof *out->items, compare_used);
  return SX_OK;
}

/* ---- which of it goes -------------------------------------------------------------------- */

static bool has_root(const sx_index_stored *one) {
  sx_file_info info = {0};
  /* Where that cannot be seen, it may be there. */
  return sx_file_stat(&info, one->root, NULL) != SX_OK || info.is_directory;
}

static bool must_go(const sx_index_stored *one, const sx_index_tidy *tidy, uint64_t bytes) {
  if (sx_str_is_equal(one->name, tidy->keep)) return false;
  return bytes > tidy->max_bytes ||
         (tidy->unused_since_ns && one->used_ns < tidy->unused_since_ns) ||
         (tidy->without_root && one->root.len && !has_root(one));
}

/* With both locks: no window has it open, and no process writes it. */
static sx_status remove_store(sx_str folder, const sx_index_stored *one, sx_arena *arena,
                              sx_err *err) {
  sx_lock used = {0}, writing = {0};
  sx_str store = join(folder, one->name, arena);
  sx_str used_path = join(store, SX_STR(SX_INDEX_USED), arena);
  sx_str lock_path = join(store, SX_STR(SX_INDEX_LOCK), arena);
  folder = sx_arena_dup(arena, folder);
  if (arena->status) return sx_fail(err, arena->status, NULL);
  sx_status status = sx_lock_try(&used, used_path.ptr, err);
  if (!status) status = sx_lock_try(&writing, lock_path.ptr, err);
  if (!status) status = sx_own_folder_remove(store.ptr, "scratch", err);
  if (!status) status = sx_own_folder_remove(folder.ptr, one->name.ptr, err);
  sx_lock_release(&writing);
  sx_lock_release(&used);
  return status;
}

sx_status sx_index_storage_tidy(sx_index_tidied *out, sx_str folder, const sx_index_tidy *tidy,
                                sx_arena *arena, sx_err *err) {
  stores all = {0};
  *out = (sx_index_tidied){0};
  sx_status status = list(&all, folder, arena, err), failed = SX_OK;
  for (size_t i = 0; i < all.len; i++) out->left_bytes += all.items[i].bytes;
  out->left = all.len;
  for (size_t i = 0; i < all.len && !status; i++) {
    const sx_index_stored *one = &all.items[i];
    if (!must_go(one, tidy, out->left_bytes)) continue;
    sx_status removed = remove_store(folder, one, arena, failed ? NULL : err);
    out->busy += removed == SX_BUSY;
    if (removed && removed != SX_BUSY) failed = removed;
    if (removed) continue;
    sx_index_stored *row = SX_ARRAY_ADD(&out->removed, arena);
    if (!row) return sx_fail(err, SX_NOMEM, NULL);
    *row = *one;
    out->removed_bytes += one->bytes;
    out->left_bytes -= one->bytes;
    out->left--;
  }
  return status ? status : failed;
}
