#include "indexer/plan.h"

/* A delta with a tenth of the base's bytes costs a search about as much more. */
#define DELTA_SHARE 10

typedef struct planning {
  sx_indexer_plan *plan;
  const sx_index_store *store;
  const sx_strs *paths;
  const sx_indexer_files *files;
  sx_arena *arena;
  uint64_t other_bytes;
  bool is_delta_same; /* what the delta has is all that differs from the base, as it is now */
} planning;

/* The delta's entry of that path, if it has one. */
static sx_status find_in_delta(const planning *p, sx_str path, sx_index_entry *out, bool *has) {
  size_t i = SX_STR_NONE;
  *has = false;
  if (!p->store->delta) return SX_OK;
  sx_status status = sx_index_segment_find(p->store->delta, path, &i);
  if (status || i == SX_STR_NONE) return status;
  *has = true;
  return sx_index_segment_get(p->store->delta, i, out);
}

static sx_status take_changed(planning *p, size_t file) {
  sx_index_entry known;
  bool has;
  sx_index_stamp stamp = sx_indexer_stamp(&p->files->swept[file]);
  sx_status status = find_in_delta(p, p->paths->items[file], &known, &has);
  if (status) return status;
  if (!has || known.state == SX_INDEX_GONE || !sx_index_stamp_is_same(&known.stamp, &stamp))
    p->is_delta_same = false;
  p->other_bytes += p->files->swept[file].size_bytes;
  return sx_strs_add(&p->plan->paths, p->paths->items[file], p->arena, NULL);
}

static sx_status take_gone(planning *p, const sx_index_entry *entry) {
  sx_index_entry known;
  bool has;
  sx_status status = find_in_delta(p, entry->path, &known, &has);
  if (status) return status;
  if (!has || known.state != SX_INDEX_GONE) p->is_delta_same = false;
  p->other_bytes += entry->stamp.size_bytes;
  sx_index_entry *gone = SX_ARRAY_ADD(&p->plan->gone, p->arena);
  if (!gone) return SX_NOMEM;
  *gone = *entry;
  gone->state = SX_INDEX_GONE;
  return SX_OK;
}

/* A file that was looked at: whether it is as the base has it. */
static sx_status is_as_in_base(const planning *p, size_t file, bool *is_same) {
  sx_index_entry entry;
  uint32_t number = p->files->in_base[file];
  *is_same = false;
  if (number == SX_NOT_IN_BASE) return SX_OK;
  sx_index_stamp stamp = sx_indexer_stamp(&p->files->swept[file]);
  sx_status status = sx_index_segment_get(p->store->base, number, &entry);
  *is_same = !status && sx_index_stamp_is_same(&stamp, &entry.stamp);
  return status;
}

static sx_status compare_files(planning *p) {
  for (size_t i = 0; i < p->files->looked_count; i++) {
    size_t file = p->files->looked[i];
    bool is_same;
    if (!p->files->swept[file].is_file) continue;
    sx_status status = is_as_in_base(p, file, &is_same);
    if (!status && !is_same) status = take_changed(p, file);
    if (status) return status;
  }
  return SX_OK;
}

static sx_status find_gone(planning *p) {
  size_t count = sx_index_segment_count(p->store->base);
  for (size_t i = 0; i < count; i++) {
    sx_index_entry entry;
    if (p->files->is_here[i / 64] >> (i % 64) & 1) continue;
    sx_status status = sx_index_segment_get(p->store->base, i, &entry);
    if (!status) status = take_gone(p, &entry);
    if (status) return status;
  }
  return SX_OK;
}

/* A file that is gone since it was listed is left out. */
static sx_status take_all(planning *p) {
  p->plan->kind = SX_PLAN_BASE;
  p->plan->paths.len = p->plan->gone.len = 0;
  sx_status status = SX_OK;
  for (size_t i = 0; i < p->paths->len && !status; i++)
    if (p->files->swept[i].is_file)
      status = sx_strs_add(&p->plan->paths, p->paths->items[i], p->arena, NULL);
  return status;
}

sx_status sx_indexer_plan_make(sx_indexer_plan *out, const sx_index_store *store,
                               const sx_strs *paths, const sx_indexer_files *files,
                               sx_arena *arena) {
  planning p = {out, store, paths, files, arena, 0, true};
  *out = (sx_indexer_plan){.kind = SX_PLAN_NOTHING};
  if (!store->base) return take_all(&p);
  sx_status status = compare_files(&p);
  if (!status) status = find_gone(&p);
  if (status) return status;
  size_t differing = out->paths.len + out->gone.len;
  size_t known = store->delta ? sx_index_segment_count(store->delta) : 0;
  if (differing == known && p.is_delta_same) return SX_OK;
  if (!differing) {
    out->kind = SX_PLAN_NO_DELTA;
    return SX_OK;
  }
  if (p.other_bytes >= files->base_bytes / DELTA_SHARE) return take_all(&p);
  out->kind = SX_PLAN_DELTA;
  return SX_OK;
}
