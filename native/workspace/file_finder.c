#include "workspace/file_finder.h"

#include "base/folder.h"
#include "base/map.h"
#include "base/mem.h"
#include "workspace/known_files.h"

#define MAX_WORKERS 16
#define MAX_MEMORY ((size_t)1024 * 1024 * 1024) /* of the paths that a thread has found */
#define MAX_WORK 2000000                        /* steps of a path */

typedef SX_ARRAY(sx_finder_file) file_list;

/* The state of one thread, padded so that threads do not share cache lines. */
typedef struct worker {
  sx_arena arena;
  file_list found;
  size_t too_hard;
  char apart[64];
} worker;

struct sx_finder {
  worker workers[MAX_WORKERS];
  file_list all; /* in the first one's arena */
  /* For the walk that is going on. */
  const sx_glob *glob;
  size_t folder;
};

sx_finder *sx_finder_new(void) {
  sx_finder *finder = sx_calloc(1, sizeof *finder);
  for (size_t i = 0; finder && i < MAX_WORKERS; i++)
    sx_arena_init(&finder->workers[i].arena, MAX_MEMORY);
  return finder;
}

static void clear(sx_finder *finder) {
  for (size_t i = 0; i < MAX_WORKERS; i++) {
    worker *w = &finder->workers[i];
    sx_arena_release(&w->arena);
    *w = (worker){0};
    sx_arena_init(&w->arena, MAX_MEMORY);
  }
  finder->all = (file_list){0};
}

void sx_finder_free(sx_finder *finder) {
  if (!finder) return;
  for (size_t i = 0; i < MAX_WORKERS; i++) sx_arena_release(&finder->workers[i].arena);
  sx_free(finder);
}

/* ---- walking ------------------------------------------------------------------------------ */

static bool may_enter(void *arg, sx_str folder) {
  const sx_finder *finder = arg;
  return sx_glob_may_match_below(finder->glob, folder);
}

static bool visit(void *arg, size_t number, const sx_files_entry *entry) {
  sx_finder *finder = arg;
  worker *w = &finder->workers[number];
  uint64_t work = MAX_WORK;
  if (!sx_glob_match(finder->glob, entry->path, entry->is_folder, &work)) {
    w->too_hard += work == 0;
    return true;
  }
  size_t len = entry->path.len + entry->is_folder;
  char *copy = sx_arena_alloc(&w->arena, len + 1);
  sx_finder_file *file = copy ? SX_ARRAY_ADD(&w->found, &w->arena) : NULL;
  if (!file) return false;
  memcpy(copy, entry->path.ptr, entry->path.len);
  if (entry->is_folder) copy[len - 1] = '/';
  *file = (sx_finder_file){sx_str_make(copy, len), finder->folder};
  return true;
}

static void note_unreadable(sx_finder_seen *seen, sx_str path, size_t count) {
  if (!seen->unreadable) seen->first_unreadable = path;
  seen->unreadable += count;
}

static sx_status walk(sx_finder *finder, sx_call *call, const sx_finder_query *query,
                      sx_finder_seen *seen, sx_err *err) {
  const sx_searched_folder *folder = &query->folders[finder->folder];
  sx_files_query files = {.folder = folder->real_path,
                          .with_ignored = query->with_ignored,
                          .with_folders = sx_glob_takes_folders(finder->glob),
                          .may_enter = may_enter,
                          .visit = visit,
                          .arg = finder};
  sx_files_seen walked;
  sx_known_need need = sx_glob_base(finder->glob).len ? SX_KNOWN_PART : SX_KNOWN_ALL;
  sx_status status = sx_known_files_visit(call, &files, need, &walked, err);
  seen->searched += walked.files;
  seen->takes_folders |= files.with_folders;
  if (walked.unreadable)
    note_unreadable(seen,
                    sx_arena_printf(call->arena, "%.*s%s%.*s", SX_STR_ARG(folder->path),
                                    walked.first_unreadable.len ? "/" : "",
                                    SX_STR_ARG(walked.first_unreadable)),
                    walked.unreadable);
  if (status && !sx_status_ends_call(status) && status != SX_DEADLINE) {
    note_unreadable(seen, folder->path, 1);
    return SX_OK;
  }
  return status;
}

/* ---- all folders -------------------------------------------------------------------------- */

/* A folder in another one: what both have is the same file. */
static bool is_nested(const sx_finder_query *query) {
  for (size_t i = 0; i < query->folder_count; i++)
    for (size_t k = 0; k < query->folder_count; k++) {
      sx_str below = query->folders[k].real_path;
      bool is_same = sx_str_is_equal(below, query->folders[i].real_path);
      if (i != k && (is_same || sx_folder_patterns_strip(&below, query->folders[i].real_path)))
        return true;
    }
  return false;
}

static sx_status add_found(sx_finder *finder, const sx_finder_query *query, sx_map *known,
                           const sx_finder_file *file) {
  sx_arena *arena = &finder->workers[0].arena;
  uint64_t value = 0;
  if (known) {
    sx_str real_path = query->folders[file->folder].real_path;
    sx_str path =
        sx_arena_printf(arena, "%.*s/%.*s", SX_STR_ARG(real_path), SX_STR_ARG(file->path));
    if (arena->status) return arena->status;
    if (sx_map_find(known, path, &value)) return SX_OK;
    sx_status status = sx_map_put(known, path, 1);
    if (status) return status;
  }
  sx_finder_file *added = SX_ARRAY_ADD(&finder->all, arena);
  if (!added) return arena->status;
  *added = *file;
  return SX_OK;
}

static sx_status collect(sx_finder *finder, const sx_finder_query *query, sx_finder_seen *seen) {
  sx_map known;
  bool has_twice = is_nested(query);
  sx_status status = SX_OK;
  sx_map_init(&known, &finder->workers[0].arena);
  for (size_t i = 0; i < MAX_WORKERS && !status; i++) {
    const worker *w = &finder->workers[i];
    seen->too_hard += w->too_hard;
    status = w->arena.status;
    for (size_t k = 0; k < w->found.len && !status; k++)
      status = add_found(finder, query, has_twice ? &known : NULL, &w->found.items[k]);
  }
  seen->count = finder->all.len;
  for (size_t i = 0; i < finder->all.len; i++)
    seen->hash += sx_hash(finder->all.items[i].path) + finder->all.items[i].folder;
  return status;
}

/* Those that count in the folder. */
static sx_status parse_patterns(sx_finder *finder, sx_call *call, const sx_finder_query *query,
                                bool *has_any, sx_err *err) {
  const sx_folder_patterns wanted = {&query->patterns, false}, left_out = {&query->ignored, true};
  const sx_searched_folder *folder = &query->folders[finder->folder];
  sx_strs patterns, ignored;
  sx_glob *glob;
  sx_status status = sx_folder_patterns_take(&patterns, call, &wanted, folder, err);
  if (!status) status = sx_folder_patterns_take(&ignored, call, &left_out, folder, err);
  *has_any = !status && patterns.len > 0;
  if (!*has_any) return status;
  status = sx_glob_parse(&glob, &patterns, &ignored, &query->options, call->arena, err);
  finder->glob = glob;
  return status;
}

sx_status sx_finder_run(sx_finder *finder, sx_call *call, const sx_finder_query *query,
                        sx_finder_seen *seen, sx_err *err) {
  *seen = (sx_finder_seen){.first_unreadable = SX_STR("")};
  clear(finder);
  sx_status status =
      sx_folder_patterns_check(&query->patterns, query->folders, query->folder_count, err);
  for (size_t i = 0; i < query->folder_count && !status; i++) {
    bool has_any;
    finder->folder = i;
    status = parse_patterns(finder, call, query, &has_any, err);
    if (!status && has_any) status = walk(finder, call, query, seen, err);
  }
  if (status) return status;
  status = collect(finder, query, seen);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- order -------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  const sx_finder_file *x = a, *y = b;
  if (x->folder != y->folder) return x->folder < y->folder ? -1 : 1;
  return sx_path_compare(x->path, y->path);
}

/* Restores the heap, whose greatest item is the first, below `at`. */
static void sift_down(sx_finder_file *heap, size_t count, size_t at) {
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && compare(&heap[child + 1], &heap[child]) > 0) child++;
    if (compare(&heap[at], &heap[child]) >= 0) return;
    sx_finder_file item = heap[at];
    heap[at] = heap[child];
    heap[child] = item;
  }
}

/* A heap of the smallest ones is sorted: most of a long list is compared with its top only. */
sx_status sx_finder_sort(sx_finder *finder, size_t count, const sx_finder_file **out, sx_err *err) {
  size_t len = finder->all.len;
  if (count > len) count = len;
  *out = NULL;
  if (!count) return SX_OK;
  sx_finder_file *heap = sx_arena_calloc(&finder->workers[0].arena, count, sizeof *heap);
  if (!heap) return sx_fail(err, finder->workers[0].arena.status, NULL);
  memcpy(heap, finder->all.items, count * sizeof *heap);
  for (size_t i = count / 2; i-- > 0 && count < len;) sift_down(heap, count, i);
  for (size_t i = count; i < len; i++) {
    if (compare(&finder->all.items[i], &heap[0]) >= 0) continue;
    heap[0] = finder->all.items[i];
    sift_down(heap, count, 0);
  }
  qsort(heap, count, sizeof *heap, compare);
  *out = heap;
  return SX_OK;
}
