#include "base/buf.h"
#include "base/mem.h"
#include "index/select.h"
#include "index/storage.h"
#include "meaning/reader.h"
#include "os/clock.h"
#include "os/file.h"
#include "symbols/reader.h"
#include "workspace/change_log.h"
#include "workspace/event_log.h"
#include "workspace/paths.h"
#include "workspace/text_index_parts.h"
#include "workspace/vast_folder.h"
#include "workspace/watching.h"

/* Fewer files are read faster than an index is kept. */
#define MIN_FILES 2000
/* A call that waits longer for another one reads all files. */
#define MAX_WAIT_MS 1500

/* ---- life --------------------------------------------------------------------------------- */

static void drop_store(sx_text_index *index, sx_open_store *open) {
  if (!open) return;
  uv_mutex_lock(&index->mutex);
  bool is_last = open->users-- == 1;
  uv_mutex_unlock(&index->mutex);
  if (!is_last) return;
  for (size_t i = 0; i < SX_INDEX_SEGMENTS; i++) sx_symbols_free(open->symbols[i]);
  for (size_t i = 0; i < open->damaged_count; i++) sx_symbols_free(open->damaged[i]);
  for (size_t i = 0; i < SX_INDEX_SEGMENTS; i++) sx_meaning_free(open->meaning[i]);
  for (size_t i = 0; i < open->damaged_meaning_count; i++)
    sx_meaning_free(open->damaged_meaning[i]);
  sx_index_store_close(&open->store);
  sx_free(open);
}

void sx_text_index__drop(sx_text_index *index, sx_index_map *map) {
  if (!map) return;
  uv_mutex_lock(&index->mutex);
  bool is_last = map->users-- == 1;
  uv_mutex_unlock(&index->mutex);
  if (!is_last) return;
  drop_store(index, map->open);
  sx_known_list_release(map->known, map->list);
  sx_index_map_free(map);
}

static sx_root_entry *new_root(void *owner, sx_call *call, sx_str path) {
  sx_text_index *index = owner;
  sx_str folder;
  sx_index_root *one = sx_calloc(1, sizeof *one);
  if (!one) return NULL;
  sx_status status = sx_index_store_folder(&folder, sx_str_from(index->storage), path, call->arena);
  one->folder = status ? NULL : sx_str_copy(folder);
  one->is_vast = sx_folder_is_vast(path, call->arena);
  if (one->folder && sx_index_writer_init(&one->writer, index->progress,
                                          sx_str_from(index->program), folder, path))
    return &one->entry;
  sx_free(one->folder);
  sx_free(one);
  return NULL;
}

static void free_root(void *owner, sx_root_entry *entry) {
  sx_text_index *index = owner;
  sx_index_root *one = (sx_index_root *)(void *)entry;
  sx_text_index__drop(index, one->map);
  sx_index_marks_release(&one->marks);
  sx_lock_touch(&one->used);
  sx_lock_release(&one->used);
  sx_free(one->folder);
  bool is_free = sx_index_writer_release(&one->writer);
  if (is_free) sx_free(one);
  uv_mutex_lock(&index->mutex);
  index->is_left |= !is_free;
  uv_mutex_unlock(&index->mutex);
}

sx_text_index *sx_text_index_new(void) {
  sx_text_index *index = sx_calloc(1, sizeof *index);
  if (!index) return NULL;
  index->least_files = MIN_FILES;
  index->roots =
      (sx_root_table){.is_by_real_path = true, .make = new_root, .free = free_root, .owner = index};
  index->progress = sx_index_progress_new();
  if (!index->progress) goto no_mutex;
  if (uv_mutex_init(&index->mutex)) goto no_mutex;
  if (sx_root_table_init(&index->roots)) return index;
  uv_mutex_destroy(&index->mutex);
no_mutex:
  sx_index_progress_free(index->progress);
  sx_free(index);
  return NULL;
}

void sx_text_index_free(sx_text_index *index) {
  if (!index) return;
  sx_index_progress_listen(index->progress, NULL);
  for (sx_root_entry *one = index->roots.first; one; one = one->next)
    sx_index_writer_stop(&((sx_index_root *)(void *)one)->writer);
  sx_root_table_release(&index->roots);
  if (!index->is_left) sx_index_progress_free(index->progress);
  sx_free(index->program);
  sx_free(index->storage);
  uv_mutex_destroy(&index->mutex);
  sx_free(index);
}

void sx_text_index_listen(sx_text_index *index, const sx_index_listener *listener) {
  sx_index_progress_listen(index->progress, listener);
}

void sx_text_index_set_least(sx_text_index *index, size_t files) {
  index->least_files = files;
}

#ifdef _WIN32
#define PROGRAM "sextant-indexer.exe"
#else
#define PROGRAM "sextant-indexer"
#endif

bool sx_text_index_set_up(sx_text_index *index, sx_str programs, sx_str storage) {
  sx_buf program;
  if (index->program || !programs.len || !storage.len || !sx_process_is_possible()) return true;
  sx_buf_init(&program, SIZE_MAX / 2);
  sx_buf_addf(&program, "%.*s/" PROGRAM, SX_STR_ARG(programs));
  index->storage = sx_str_copy(storage);
  index->program = program.status ? NULL : sx_str_copy(sx_buf_str(&program));
  sx_buf_release(&program);
  return index->program && index->storage;
}

sx_status sx_text_index__begin(sx_text_index *index, sx_call *call, sx_str path,
                               sx_index_root **out) {
  sx_root_entry *entry;
  sx_status status = sx_root_table_begin(&index->roots, call, path, MAX_WAIT_MS, &entry);
  *out = (sx_index_root *)(void *)entry;
  return status;
}

void sx_text_index__end(sx_text_index *index, sx_index_root *one) {
  sx_root_table_end(&index->roots, &one->entry);
}

bool sx_text_index__is_on_disk(const sx_root *root) {
  sx_file_info info = {0};
  return root && (sx_file_stat(&info, root->real_path, NULL) || info.is_directory);
}

bool sx_text_index__is_refused(const sx_index_root *one) {
  return one->is_vast && !one->is_wished && !sx_index_store_generation(one->folder);
}

/* ---- bringing one up to date ---------------------------------------------------------------- */

void sx_text_index__forget(sx_text_index *index, sx_index_root *one) {
  sx_text_index__drop(index, one->map);
  one->map = NULL;
  sx_index_marks_release(&one->marks);
}

/* Tidying up leaves a store alone that a window shares. It can be used without that, too. */
static void mark_used(sx_index_root *one, sx_arena *arena) {
  sx_str path = sx_arena_printf(arena, "%s/" SX_INDEX_USED, one->folder);
  sx_lock_release(&one->used);
  if (path.len) (void)!sx_lock_share(&one->used, path.ptr, NULL);
}

/* The store of that generation, opened, or the open one. NULL: there is none that is good.
 */
static sx_status open_store(sx_text_index *index, sx_index_root *one, uint64_t generation,
                            sx_open_store **out) {
  *out = one->map ? one->map->open : NULL;
  if (*out && (*out)->store.generation == generation) {
    uv_mutex_lock(&index->mutex);
    (*out)->users++;
    uv_mutex_unlock(&index->mutex);
    return SX_OK;
  }
  sx_open_store *open = sx_calloc(1, sizeof *open);
  *out = NULL;
  if (!open) return SX_NOMEM;
  open->users = 1;
  sx_status status =
      sx_index_store_open(&open->store, one->folder, sx_str_from(one->entry.path), NULL);
  if (status)
    sx_free(open);
  else
    *out = open;
  return status;
}

typedef struct refreshing {
  sx_text_index *index;
  sx_call *call;
  sx_index_root *one;
  const sx_known_list *list; /* taken over by the map where one is made */
  uint64_t turn;
  sx_strs changed;
  bool is_lost;
  bool may_write; /* the index, where it is missing or old */
} refreshing;

/* Another list, or another store: what is known of the files goes over to a new map. */
static sx_status change_map(refreshing *r, sx_open_store *open) {
  sx_index_root *one = r->one;
  sx_index_map *map;
  sx_index_marks marks = {0};
  uint64_t *look = NULL;
  size_t count = r->list->paths.len;
  sx_status status = sx_index_map_make(&map, r->call->services->known_files, r->list, open);
  if (!status) look = sx_calloc(SX_INDEX_WORDS(count + 1), sizeof *look);
  if (!status && (!look || !sx_index_marks_init(&marks, count))) status = SX_NOMEM;
  for (size_t i = 0; i < count && !status; i++) sx_index__set(look, i, true);
  if (!status && one->map && !r->is_lost)
    status = sx_index_marks_carry(&marks, map, &one->marks, one->map, look);
  if (!status && one->map) sx_index_marks_add_paths(look, r->list, &r->changed);
  for (size_t i = 0; i < SX_INDEX_WORDS(count) && !status; i++) look[i] |= r->list->unwatched[i];
  if (!status)
    status = sx_index_marks_look(&marks, r->call, sx_str_from(one->entry.path), map, look);
  sx_free(look);
  if (status) {
    sx_index_map_free(map);
    sx_index_marks_release(&marks);
    drop_store(r->index, open);
    return status;
  }
  sx_text_index__forget(r->index, one);
  one->map = map;
  one->marks = marks;
  r->list = NULL;
  return SX_OK;
}

static sx_status look_again(refreshing *r) {
  sx_index_root *one = r->one;
  const sx_known_list *list = one->map->list;
  size_t words = SX_INDEX_WORDS(list->paths.len);
  uint64_t *look = sx_calloc(words + 1, sizeof *look);
  if (!look) return SX_NOMEM;
  for (size_t i = 0; i < words; i++)
    look[i] = list->unwatched[i] | one->marks.shared[i] | one->marks.young[i];
  for (size_t i = 0; i < list->paths.len && r->is_lost; i++) sx_index__set(look, i, true);
  sx_index_marks_add_paths(look, list, &r->changed);
  sx_status status =
      sx_index_marks_look(&one->marks, r->call, sx_str_from(one->entry.path), one->map, look);
  sx_free(look);
  return status;
}

static bool is_good(const sx_index_store *store, const char *folder) {
  return sx_index_store_is_whole(store) && sx_index_store_is_there(store, folder);
}

static sx_status use_store(refreshing *r) {
  sx_index_root *one = r->one;
  sx_open_store *open;
  uint64_t generation = sx_index_store_generation(one->folder);
  if (one->map && !is_good(&one->map->open->store, one->folder)) {
    one->damaged = one->map->open->store.generation;
    sx_text_index__forget(r->index, one);
  }
  if (generation != one->too_big) one->too_big = 0;
  if (!generation || generation == one->damaged || one->too_big) {
    sx_text_index__forget(r->index, one);
    return SX_OK;
  }
  bool is_same =
      one->map && one->map->list == r->list && one->map->open->store.generation == generation;
  if (is_same) return look_again(r);
  mark_used(one, r->call->arena);
  sx_status status = open_store(r->index, one, generation, &open);
  if (status == SX_TOO_BIG) one->too_big = generation;
  if (!status) status = change_map(r, open);
  if (status == SX_CORRUPT) one->damaged = generation;
  if (status && status != SX_NOMEM && !sx_status_ends_call(status) && status != SX_DEADLINE) {
    sx_text_index__forget(r->index, one);
    status = SX_OK;
  }
  return status;
}

/* The writer begins from nothing where there is no store that is good. */
static void want_writing(refreshing *r, const sx_known_list *list) {
  sx_index_root *one = r->one;
  if (one->damaged && !one->map) {
    sx_index_writer_rebuild(&one->writer, list, false);
    return;
  }
  if (one->too_big) return; /* it would be again */
  if (!one->map) {
    sx_index_writer_want(&one->writer, list, NULL, 0);
    return;
  }
  size_t count = sx_index_marks_count(&one->marks, list->paths.len);
  if (count) sx_index_writer_want(&one->writer, list, one->marks.stale, count);
}

static sx_status bring_up_to_date(refreshing *r, const sx_known_part *part, sx_err *err) {
  sx_index_root *one = r->one;
  sx_str root = part->root->path;
  const sx_known_list *list = r->list;
  sx_event_log *events = sx_change_log_watching(r->call->services->change_log)->events;
  if (list->paths.len < r->index->least_files && !one->has_symbols) {
    sx_text_index__forget(r->index, one);
    return SX_OK;
  }
  r->turn = sx_event_log_begin_turn(events);
  r->is_lost = true;
  sx_status status = SX_OK;
  if (one->map)
    status = sx_known_files_changed(r->call, root, one->turn, &r->changed, &r->is_lost, err);
  if (!status) status = use_store(r);
  if (!status) one->turn = r->turn;
  if (!status && r->may_write) want_writing(r, list);
  return status;
}

sx_status sx_text_index_prepare(sx_call *call, sx_str path, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  const sx_root *root = sx_known_root(call, path);
  refreshing r = {.index = index, .call = call};
  if (!index->program || !index->storage || !root) return SX_OK;
  sx_status status = sx_text_index__begin(index, call, root->real_path, &r.one);
  if (status || !r.one) return status ? sx_fail(err, status, NULL) : SX_OK;
  const sx_known_part part = {.root = root, .below = SX_STR("")};
  if (sx_index_store_generation(r.one->folder)) {
    status = sx_known_files_get(call, root->path, SX_KNOWN_LIST, &r.list, err);
    if (!status) status = bring_up_to_date(&r, &part, err);
  }
  sx_text_index__end(index, r.one);
  if (r.list) sx_known_list_release(call->services->known_files, r.list);
  return status;
}

sx_status sx_text_index__take(sx_index_map **out, sx_index_root *one, sx_call *call,
                              const sx_known_part *part, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  refreshing r = {.index = index, .call = call, .one = one, .may_write = true};
  sx_str root = part->root->path;
  *out = NULL;
  if (sx_text_index__is_refused(one)) return SX_OK;
  /* A walk through a part is cheaper than the first list of all. */
  sx_known_need need = part->below.len ? SX_KNOWN_PART : SX_KNOWN_LIST;
  sx_status status = sx_known_files_get(call, root, need, &r.list, err);
  if (status || !r.list) return status;
  one->files = r.list->paths.len;
  status = bring_up_to_date(&r, part, err);
  if (!status && one->map) {
    uv_mutex_lock(&index->mutex);
    one->map->users++;
    uv_mutex_unlock(&index->mutex);
    *out = one->map;
  }
  if (r.list) sx_known_list_release(call->services->known_files, r.list);
  return status;
}

sx_str sx_text_index__stores(const sx_text_index *index, sx_arena *arena) {
  return sx_arena_printf(arena, "%s/" SX_INDEX_STORES, index->storage);
}
