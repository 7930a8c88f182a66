#include "indexer/look.h"

#include "base/folder.h"
#include "base/mem.h"
#include "os/self.h"

#define THREADS ((size_t)2)

sx_index_stamp sx_indexer_stamp(const sx_swept *swept) {
  return (sx_index_stamp){swept->size_bytes, swept->mtime_ns, swept->ctime_ns, swept->inode};
}

void sx_indexer_files_release(sx_indexer_files *files) {
  sx_free(files->swept);
  sx_free(files->looked);
  sx_free(files->in_base);
  sx_free(files->is_here);
  *files = (sx_indexer_files){0};
}

/* ---- beside the store -------------------------------------------------------------------- */

/** A segment that is read beside the list. */
typedef struct cursor {
  const sx_index_segment *segment; /* or NULL */
  size_t at, count;
  bool has_entry; /* of number `at` */
  sx_index_entry entry;
  uint64_t bytes; /* of the files of all entries so far */
} cursor;

static cursor begin(const sx_index_segment *segment) {
  return (cursor){.segment = segment, .count = segment ? sx_index_segment_count(segment) : 0};
}

static sx_status read_entry(cursor *c) {
  if (c->has_entry) return SX_OK;
  sx_status status = sx_index_segment_get(c->segment, c->at, &c->entry);
  c->has_entry = !status;
  if (!status) c->bytes += c->entry.stamp.size_bytes;
  return status;
}

/* Moves on to the path; paths ascend from call to call. */
static sx_status find(cursor *c, sx_str path, bool *has) {
  *has = false;
  for (; c->at < c->count; c->at++, c->has_entry = false) {
    sx_status status = read_entry(c);
    if (status) return status;
    int order = sx_path_compare(c->entry.path, path);
    *has = order == 0;
    if (order >= 0) return SX_OK;
  }
  return SX_OK;
}

static sx_status read_rest(cursor *c) {
  sx_status status = SX_OK;
  for (; c->at < c->count && !status; c->at++, c->has_entry = false) status = read_entry(c);
  return status;
}

/* A file that was being written when it was read has no stamp. */
static bool has_stamp(const sx_index_entry *entry) {
  static const sx_index_stamp none;
  return !sx_index_stamp_is_same(&entry->stamp, &none);
}

static void set_here(sx_indexer_files *files, size_t file) {
  uint32_t number = files->in_base[file];
  if (number != SX_NOT_IN_BASE) files->is_here[number / 64] |= (uint64_t)1 << number % 64;
}

static void take_known(sx_indexer_files *out, size_t file, const sx_index_stamp *stamp) {
  out->swept[file] = (sx_swept){.is_file = true,
                                .size_bytes = stamp->size_bytes,
                                .mtime_ns = stamp->mtime_ns,
                                .ctime_ns = stamp->ctime_ns,
                                .inode = stamp->inode};
  set_here(out, file);
}

/* Takes what the base says; all others are to be looked at. */
static sx_status compare(sx_indexer_files *out, const sx_indexer_paths *list,
                         const sx_index_store *store, bool looks_at_all) {
  cursor base = begin(store->base), delta = begin(store->delta);
  for (size_t i = 0; i < list->paths.len; i++) {
    bool is_in_base, is_in_delta = false;
    sx_str path = list->paths.items[i];
    sx_status status = find(&base, path, &is_in_base);
    if (!status && is_in_base) status = find(&delta, path, &is_in_delta);
    if (status) return status;
    out->in_base[i] = is_in_base ? (uint32_t)base.at : SX_NOT_IN_BASE;
    bool may_take = !looks_at_all && sx_indexer_paths_is_same(list, i);
    if (may_take && is_in_base && !is_in_delta && has_stamp(&base.entry))
      take_known(out, i, &base.entry.stamp);
    else
      out->looked[out->looked_count++] = i;
  }
  sx_status status = read_rest(&base);
  out->base_bytes = base.bytes;
  return status;
}

/* ---- on the disk ------------------------------------------------------------------------- */

static bool is_ending(void *arg) {
  (void)arg;
  return sx_self_is_ending();
}

static sx_status look_at(sx_indexer_files *out, const sx_strs *paths, sx_str root) {
  size_t count = out->looked_count;
  sx_strs some = {.items = sx_calloc(count + 1, sizeof *some.items), .len = count};
  sx_swept *swept = sx_calloc(count + 1, sizeof *swept);
  sx_status status = some.items && swept ? SX_OK : SX_NOMEM;
  for (size_t i = 0; i < count && !status; i++) some.items[i] = paths->items[out->looked[i]];
  if (!status) status = sx_sweep_run(swept, root, &some, THREADS, is_ending, NULL);
  for (size_t i = 0; i < count && !status; i++) {
    out->swept[out->looked[i]] = swept[i];
    if (out->in_base && swept[i].is_file) set_here(out, out->looked[i]);
  }
  sx_free(some.items);
  sx_free(swept);
  return status;
}

sx_status sx_indexer_look(sx_indexer_files *out, const sx_indexer_paths *list,
                          const sx_index_store *store, sx_str root, bool looks_at_all) {
  size_t count = list->paths.len;
  *out = (sx_indexer_files){.swept = sx_calloc(count + 1, sizeof *out->swept),
                            .looked = sx_calloc(count + 1, sizeof *out->looked)};
  if (!out->swept || !out->looked) return SX_NOMEM;
  sx_status status = SX_OK;
  if (store->base) {
    size_t words = sx_index_segment_count(store->base) / 64 + 1;
    out->in_base = sx_calloc(count + 1, sizeof *out->in_base);
    out->is_here = sx_calloc(words, sizeof *out->is_here);
    if (!out->in_base || !out->is_here) return SX_NOMEM;
    status = compare(out, list, store, looks_at_all);
  } else {
    for (size_t i = 0; i < count; i++) out->looked[i] = i;
    out->looked_count = count;
  }
  return status ? status : look_at(out, &list->paths, root);
}
