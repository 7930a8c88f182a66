#include "base/folder.h"
#include "index/storage.h"
#include "os/clock.h"
#include "workspace/change_log.h"
#include "workspace/paths.h"
#include "workspace/text_index_parts.h"

#define UNUSED_NS ((int64_t)30 * 24 * 3600 * 1000000000)

/* ---- writing it again -------------------------------------------------------------------- */

sx_status sx_text_index_write(sx_text_index_wish *out, sx_call *call, sx_str root, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  const sx_root *found = sx_known_root(call, root);
  const sx_known_list *list;
  sx_index_root *one = NULL;
  *out = index->program ? SX_TEXT_INDEX_ELSEWHERE : SX_TEXT_INDEX_IS_OFF;
  if (!index->program || !sx_text_index__is_on_disk(found)) return SX_OK;
  sx_status status = sx_known_files_get(call, root, SX_KNOWN_LIST, &list, err);
  if (status) return status;
  status = sx_text_index__begin(index, call, found->real_path, &one);
  if (!status && !one) status = SX_BUSY;
  if (status) sx_fail(err, status, NULL);
  *out = SX_TEXT_INDEX_TOO_FEW;
  if (one) one->is_wished = true;
  bool is_wanted = one && (one->has_symbols || list->paths.len >= index->least_files);
  if (one && !is_wanted) sx_text_index__end(index, one);
  if (is_wanted) {
    bool was_running = sx_index_writer_rebuild(&one->writer, list, true);
    *out = was_running ? SX_TEXT_INDEX_AFTERWARDS : SX_TEXT_INDEX_BEGUN;
    sx_text_index__end(index, one);
  }
  sx_known_list_release(call->services->known_files, list);
  return status;
}

/* ---- looking at everything again --------------------------------------------------------- */

/* The files of a root as they are known: the list, and which of them are as the index has them. */
typedef struct picture {
  const sx_known_list *list;
  sx_text_narrowed narrowed; /* has a map where there is an index */
  uint64_t *stale;           /* by number in that map's list */
} picture;

static void release(sx_call *call, picture *p) {
  if (p->list) sx_known_list_release(call->services->known_files, p->list);
  sx_text_index_release(call, &p->narrowed);
}

static sx_status take_picture(picture *out, sx_call *call, const sx_root *root, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  const sx_needed nothing = {.kind = SX_NEEDED_NOTHING};
  const sx_grep_need need = {.needed = &nothing};
  sx_index_root *one = NULL;
  *out = (picture){0};
  sx_status status = sx_known_files_get(call, root->path, SX_KNOWN_LIST, &out->list, err);
  if (!status) status = sx_text_index_narrow(&out->narrowed, call, root->path, &need, err);
  if (status || !out->narrowed.map) return status;
  status = sx_text_index__begin(index, call, root->real_path, &one);
  if (one && one->map == out->narrowed.map) {
    size_t words = SX_INDEX_WORDS(one->map->list->paths.len);
    out->stale = sx_arena_calloc(call->arena, words + 1, sizeof *out->stale);
    if (out->stale) memcpy(out->stale, one->marks.stale, words * sizeof *out->stale);
    if (!out->stale) status = SX_NOMEM;
  }
  if (one) sx_text_index__end(index, one);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* Those of `paths` that `others` lacks. Both ascend. */
static sx_status find_others(sx_strs *out, const sx_strs *paths, const sx_strs *others,
                             sx_arena *arena) {
  sx_status status = SX_OK;
  for (size_t i = 0, k = 0; i < paths->len && !status; i++) {
    int order = 1;
    while (k < others->len && (order = sx_path_compare(others->items[k], paths->items[i])) < 0) k++;
    if (k == others->len || order != 0)
      status = sx_strs_add(out, sx_arena_dup(arena, paths->items[i]), arena, NULL);
  }
  return status;
}

/* Files that were as the index has them before, and are not now. */
static sx_status find_changed(sx_strs *out, const picture *before, const picture *after,
                              sx_arena *arena) {
  if (!before->stale || !after->stale) return SX_OK;
  const sx_strs *then = &before->narrowed.list->paths, *now = &after->narrowed.list->paths;
  sx_status status = SX_OK;
  for (size_t i = 0; i < now->len && !status; i++) {
    if (!sx_index__has(after->stale, i)) continue;
    size_t k = sx_known_find(then, now->items[i]);
    bool was_there = k < then->len && sx_str_is_equal(then->items[k], now->items[i]);
    if (was_there && !sx_index__has(before->stale, k))
      status = sx_strs_add(out, sx_arena_dup(arena, now->items[i]), arena, NULL);
  }
  return status;
}

sx_status sx_text_index_refresh(sx_text_index_refreshed *out, sx_call *call, sx_str root,
                                sx_err *err) {
  const sx_root *found = sx_known_root(call, root);
  sx_change_log *log = call->services->change_log;
  picture before = {0}, after = {0};
  *out = (sx_text_index_refreshed){0};
  if (!found) return SX_OK;
  sx_status status = take_picture(&before, call, found, err);
  if (!status) {
    sx_watching_change_rules(sx_change_log_watching(log));
    sx_watch_forget_listings(sx_change_log_watch(log));
    sx_event_log_lose(sx_change_log_watching(log)->events);
    sx_change_log_touch(log);
    status = take_picture(&after, call, found, err);
  }
  if (!status) {
    const sx_strs *then = &before.list->paths, *now = &after.list->paths;
    out->files = now->len;
    status = find_others(&out->came, now, then, call->arena);
    if (!status) status = find_others(&out->went, then, now, call->arena);
    if (!status) status = find_changed(&out->changed, &before, &after, call->arena);
    if (status) sx_fail(err, status, NULL);
  }
  release(call, &before);
  release(call, &after);
  return status;
}

/* ---- tidying up -------------------------------------------------------------------------- */

/* From now on this window has none open; searches that are under way go on in theirs. */
static sx_status close_own(sx_text_index *index, sx_call *call) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < call->roots.len && !status; i++) {
    sx_index_root *one;
    if (sx_path_is_uri(call->roots.items[i].path)) continue;
    status = sx_text_index__begin(index, call, call->roots.items[i].real_path, &one);
    if (!one) continue;
    sx_text_index__forget(index, one);
    sx_lock_release(&one->used);
    sx_text_index__end(index, one);
  }
  return status;
}

sx_status sx_text_index_clean(sx_index_tidied *out, sx_call *call, bool is_all, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  int64_t now_ns = sx_clock_day_ns();
  *out = (sx_index_tidied){0};
  if (!index->storage) return SX_OK;
  sx_str stores = sx_text_index__stores(index, call->arena);
  sx_status status = stores.len ? SX_OK : SX_NOMEM;
  if (!status && is_all) status = close_own(index, call);
  if (status) return sx_fail(err, status, NULL);
  const sx_index_tidy tidy = {.without_root = true,
                              .unused_since_ns = is_all ? INT64_MAX : now_ns - UNUSED_NS,
                              .max_bytes = SX_TEXT_INDEX_MAX_BYTES};
  return sx_index_storage_tidy(out, stores, &tidy, call->arena, err);
}
