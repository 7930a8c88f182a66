#include "workspace/text_index_parts.h"

#include "base/folder.h"
#include "base/mem.h"
#include "os/clock.h"
#include "os/sweep.h"
#include "workspace/files.h"

bool sx_index_marks_init(sx_index_marks *marks, size_t count) {
  size_t bytes = SX_INDEX_WORDS(count + 1) * sizeof(uint64_t);
  *marks = (sx_index_marks){.must_read = sx_malloc(bytes),
                            .stale = sx_malloc(bytes),
                            .young = sx_malloc(bytes),
                            .shared = sx_malloc(bytes)};
  if (!marks->must_read || !marks->stale || !marks->young || !marks->shared) {
    sx_index_marks_release(marks);
    return false;
  }
  memset(marks->must_read, 0xFF, bytes);
  memset(marks->stale, 0xFF, bytes);
  memset(marks->young, 0, bytes);
  memset(marks->shared, 0, bytes);
  return true;
}

void sx_index_marks_release(sx_index_marks *marks) {
  sx_free(marks->must_read);
  sx_free(marks->stale);
  sx_free(marks->young);
  sx_free(marks->shared);
  *marks = (sx_index_marks){0};
}

size_t sx_index__count(const uint64_t *bitmap, size_t from, size_t to) {
  size_t count = 0;
  while (from < to) {
    uint64_t word = bitmap[from / 64] >> from % 64;
    size_t bits = 64 - from % 64;
    if (to - from < bits) word &= ((uint64_t)1 << (to - from)) - 1;
    for (; word; word &= word - 1) count++;
    from += bits;
  }
  return count;
}

size_t sx_index_marks_count(const sx_index_marks *marks, size_t files) {
  return sx_index__count(marks->stale, 0, files) - sx_index__count(marks->young, 0, files);
}

/* ---- from one map to the next --------------------------------------------------------------- */

/* Whether both indexes have read the file in one state. */
static bool is_same_entry(const sx_index_map *map, size_t file, const sx_index_map *from,
                          size_t former, sx_status *status) {
  sx_index_entry now, then;
  if (!sx_index_map_entry(map, file, &now, status)) return false;
  if (map->open == from->open) return map->entries[file] == from->entries[former];
  if (!sx_index_map_entry(from, former, &then, status)) return false;
  return now.state == then.state && sx_index_stamp_is_same(&now.stamp, &then.stamp);
}

sx_status sx_index_marks_carry(sx_index_marks *marks, const sx_index_map *map,
                               const sx_index_marks *former, const sx_index_map *from,
                               uint64_t *look) {
  const sx_strs *paths = &map->list->paths, *before = &from->list->paths;
  bool is_same_store = map->open == from->open;
  sx_status status = SX_OK;
  for (size_t i = 0, k = 0; i < paths->len && !status; i++) {
    int order = -1;
    while (k < before->len && (order = sx_path_compare(before->items[k], paths->items[i])) < 0) k++;
    bool was_there = k < before->len && order == 0;
    sx_index__set(marks->shared, i, was_there && sx_index__has(former->shared, k));
    bool must = was_there && sx_index__has(former->must_read, k);
    bool is_looked_at =
        was_there && (sx_index__has(former->shared, k) || sx_index__has(former->young, k));
    bool is_sure = was_there && (is_same_store || !must) && !is_looked_at;
    bool is_known = is_sure && (must || is_same_entry(map, i, from, k, &status));
    sx_index__set(look, i, !is_known);
    if (!is_known) continue;
    sx_index__set(marks->must_read, i, must);
    sx_index__set(marks->stale, i, sx_index__has(former->stale, k));
  }
  return status;
}

/* ---- what changed ------------------------------------------------------------------------- */

void sx_index_marks_add_paths(uint64_t *look, const sx_known_list *list, const sx_strs *changed) {
  const sx_strs *paths = &list->paths;
  for (size_t i = 0; i < changed->len; i++) {
    sx_str path = changed->items[i];
    size_t at = sx_known_find(paths, path);
    if (at < paths->len && sx_str_is_equal(paths->items[at], path)) sx_index__set(look, at++, true);
    while (at < paths->len && (!path.len || sx_folder_has(path, paths->items[at])))
      sx_index__set(look, at++, true);
  }
}

/* ---- on the disk -------------------------------------------------------------------------- */

static sx_status mark(sx_index_marks *marks, const sx_index_map *map, size_t file,
                      const sx_swept *now, int64_t now_ns) {
  sx_status status = SX_OK;
  sx_index_entry entry;
  bool has_entry = sx_index_map_entry(map, file, &entry, &status);
  const sx_index_stamp stamp = {now->size_bytes, now->mtime_ns, now->ctime_ns, now->inode};
  bool is_same = has_entry && now->is_file && sx_index_stamp_is_same(&entry.stamp, &stamp);
  sx_index__set(marks->stale, file, !is_same);
  sx_index__set(marks->young, file, !is_same && sx_index_stamp_is_young(&stamp, now_ns));
  sx_index__set(marks->shared, file, now->has_hard_links);
  sx_index__set(marks->must_read, file, !is_same || entry.state == SX_INDEX_OPEN);
  return status;
}

static bool is_over(void *call) {
  return sx_port_call_check(((sx_call *)call)->wait) != SX_OK;
}

/* `has_new_link`: a file that was looked at has hard links, and had none before. */
static sx_status look_at(sx_index_marks *marks, sx_call *call, sx_str root, const sx_index_map *map,
                         const uint64_t *look, bool *has_new_link) {
  sx_strs paths = {0};
  size_t count = sx_index__count(look, 0, map->list->paths.len);
  if (!count) return SX_OK;
  paths.items = sx_malloc(count * sizeof *paths.items);
  size_t *files = sx_malloc(count * sizeof *files);
  sx_swept *swept = sx_malloc(count * sizeof *swept);
  sx_status status = paths.items && files && swept ? SX_OK : SX_NOMEM;
  for (size_t i = 0; i < map->list->paths.len && !status; i++) {
    if (!sx_index__has(look, i)) continue;
    files[paths.len] = i;
    paths.items[paths.len++] = map->list->paths.items[i];
  }
  if (!status) status = sx_sweep_run(swept, root, &paths, sx_files_workers(), is_over, call);
  if (status == SX_CANCELLED) status = sx_port_call_check(call->wait);
  int64_t now_ns = sx_clock_day_ns();
  for (size_t i = 0; i < paths.len && !status; i++) {
    *has_new_link |= swept[i].has_hard_links && !sx_index__has(marks->shared, files[i]);
    status = mark(marks, map, files[i], &swept[i], now_ns);
  }
  sx_free(paths.items);
  sx_free(files);
  sx_free(swept);
  return status;
}

/* The folder of a new link is all that reports it: the file may have changed by that, and another
   of its names be one that was not looked at. */
sx_status sx_index_marks_look(sx_index_marks *marks, sx_call *call, sx_str root,
                              const sx_index_map *map, const uint64_t *look) {
  bool has_new_link = false;
  sx_status status = look_at(marks, call, root, map, look, &has_new_link);
  if (status || !has_new_link) return status;
  size_t words = SX_INDEX_WORDS(map->list->paths.len);
  uint64_t *others = sx_calloc(words + 1, sizeof *others);
  if (!others) return SX_NOMEM;
  for (size_t i = 0; i < map->list->paths.len; i++)
    sx_index__set(others, i, !sx_index__has(look, i));
  status = look_at(marks, call, root, map, others, &has_new_link);
  sx_free(others);
  return status;
}
