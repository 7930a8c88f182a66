#include "workspace/text_index_parts.h"

static sx_status select_of(const sx_index_segment *segment, const sx_grep_need *need,
                           uint64_t **out, sx_arena *arena) {
  bool is_narrowed;
  *out = NULL;
  if (!segment) return SX_OK;
  *out = sx_arena_calloc(arena, SX_INDEX_WORDS(sx_index_segment_count(segment)) + 1, sizeof **out);
  if (!*out) return arena->status;
  return sx_index_select(segment, need->needed, need->folds_case, need->per_line, *out,
                         &is_narrowed, arena);
}

/* Adds the files of a segment that may match to those that `to_read` has. */
static void add_selected(const sx_text_narrowed *in, uint64_t *to_read, const uint64_t *base,
                         const uint64_t *delta) {
  const uint32_t *entries = in->map->entries;
  for (size_t i = in->from; i < in->to; i++) {
    uint32_t number = entries[i];
    if (number == SX_NO_ENTRY) continue; /* it must be read: the marks have it */
    const uint64_t *selected = number & SX_OF_DELTA ? delta : base;
    number &= ~SX_OF_DELTA;
    if (!selected || sx_index__has(selected, number)) sx_index__set(to_read, i, true);
  }
}

/* `to_read` has what must be read whatever it contains. */
static sx_status select_files(sx_text_narrowed *out, const sx_grep_need *need, uint64_t *to_read,
                              sx_arena *arena) {
  const sx_index_store *store = &out->map->open->store;
  uint64_t *base, *delta;
  sx_status status = select_of(store->base, need, &base, arena);
  if (!status) status = select_of(store->delta, need, &delta, arena);
  if (status) return status;
  add_selected(out, to_read, base, delta);
  out->count = sx_index__count(to_read, out->from, out->to);
  out->to_read = to_read;
  out->binary = out->map->binary;
  out->list = out->map->list;
  return SX_OK;
}

/* A page of it was damaged: it is written again from nothing. */
static void note_damage(sx_text_index *index, sx_call *call, sx_str path, const sx_index_map *map) {
  sx_index_root *one;
  if (sx_text_index__begin(index, call, path, &one) || !one) return;
  one->damaged = map->open->store.generation;
  if (one->map == map) sx_text_index__forget(index, one);
  sx_text_index__end(index, one);
}

/* The map of the folder, and in `*to_read` the marks of its files at that moment. */
static sx_status take(sx_index_map **out, uint64_t **to_read, sx_call *call,
                      const sx_known_part *part, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  sx_index_root *one;
  *out = NULL;
  sx_status status = sx_text_index__begin(index, call, part->root->real_path, &one);
  if (status || !one) return status ? sx_fail(err, status, NULL) : SX_OK;
  status = sx_text_index__take(out, one, call, part, err);
  if (*out) {
    size_t words = SX_INDEX_WORDS((*out)->list->paths.len);
    *to_read = sx_arena_calloc(call->arena, words + 1, sizeof **to_read);
    if (*to_read) memcpy(*to_read, one->marks.must_read, words * sizeof **to_read);
    if (!*to_read) status = sx_fail(err, call->arena->status, NULL);
  }
  sx_text_index__end(index, one);
  return status;
}

sx_status sx_text_index_narrow(sx_text_narrowed *out, sx_call *call, sx_str folder,
                               const sx_grep_need *need, sx_err *err) {
  sx_text_index *index = call->services->text_index;
  sx_known_part part;
  uint64_t *to_read = NULL;
  *out = (sx_text_narrowed){0};
  if (!index->program || !index->storage || !sx_known_part_of(&part, call, folder)) return SX_OK;
  sx_status status = take(&out->map, &to_read, call, &part, err);
  const sx_index_map *map = out->map;
  if (map && !status && sx_known_part_find(&part, call, map->list, &out->from, &out->to)) {
    out->above_len = part.below.len + (part.below.len > 0);
    status = select_files(out, need, to_read, call->arena);
  }
  if (!status && out->list) return SX_OK;
  if (map && status == SX_CORRUPT) note_damage(index, call, part.root->real_path, map);
  sx_text_index_release(call, out);
  bool must_end = sx_status_ends_call(status) || status == SX_DEADLINE || status == SX_NOMEM;
  return must_end ? sx_fail(err, status, NULL) : SX_OK;
}

void sx_text_index_release(sx_call *call, sx_text_narrowed *narrowed) {
  sx_text_index__drop(call->services->text_index, narrowed->map);
  *narrowed = (sx_text_narrowed){0};
}
