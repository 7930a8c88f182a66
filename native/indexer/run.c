#include "indexer/run.h"

#include "index/build.h"
#include "index/manifest.h"
#include "index/storage.h"
#include "indexer/meaning.h"
#include "indexer/plan.h"
#include "indexer/poison.h"
#include "indexer/symbols.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/self.h"

#include <inttypes.h>

#define ARENA_BYTES ((size_t)1 << 30)
#define MEMORY_BYTES ((size_t)64 << 20)
#define THREADS ((size_t)2)
/* The memory of a second thread costs as much as reading a few hundred files. */
#define FILES_FOR_THREADS ((size_t)500)
#define PROGRESS_MS 100u
#define DONE_WAIT_MS 5000
#define SCRATCH "scratch"
#define KIND_BYTES 64

typedef struct indexer {
  const sx_indexer_options *options;
  sx_arena arena;
  sx_lock lock;
  sx_indexer_paths list;
  sx_indexer_files files;
  sx_index_store store;
  sx_index_manifest manifest; /* as it is, then as it shall be */
  sx_indexer_poison poison;
  sx_indexer_plan plan;
  sx_indexer_former former[SX_INDEXER_MAX_FORMER]; /* base and delta as they were before */
  bool has_meaning;                                /* it is wanted, or was there */
  uint64_t progress_ms;
  sx_err *err;
} indexer;

/* ---- the store's folder ------------------------------------------------------------------ */

/* The number in "base.12"; 0: it is not such a name. */
static uint64_t number_of(sx_str name, const char *kind) {
  sx_str prefix = sx_str_from(kind);
  uint64_t number = 0;
  if (!sx_str_has_prefix(name, prefix)) return 0;
  for (size_t i = prefix.len; i < name.len; i++) {
    if (name.ptr[i] < '0' || name.ptr[i] > '9' || number > UINT64_MAX / 10 - 1) return 0;
    number = number * 10 + (uint64_t)(name.ptr[i] - '0');
  }
  return number;
}

static bool is_kept(const indexer *x, sx_str name) {
  static const char *const names[] = {SX_INDEX_MANIFEST, SX_INDEX_LOCK, SX_INDEX_USED,
                                      SX_INDEX_POISON, SX_INDEXER_WORKING};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) return true;
  return sx_index_manifest_names(&x->manifest, name);
}

/**
 * Removes what a process that ended left behind; `newest` becomes the highest number of a segment.
 */
static sx_status clean(indexer *x, uint64_t *newest) {
  sx_strs names = {0};
  sx_status status = sx_own_folder_list(&names, x->options->store, &x->arena, x->err);
  for (size_t i = 0; i < names.len && !status; i++) {
    sx_str name = names.items[i];
    uint64_t base = number_of(name, SX_INDEX_BASE), delta = number_of(name, SX_INDEX_DELTA);
    if (base > *newest) *newest = base;
    if (delta > *newest) *newest = delta;
    /* One that cannot be removed takes room, but is not in the way. */
    if (!is_kept(x, name)) sx_own_folder_remove(x->options->store, name.ptr, NULL);
  }
  return status;
}

/** Opens what is there. Anything that is wrong with it: there is none. */
static sx_status open_store(indexer *x) {
  const char *folder = x->options->store;
  sx_str root = sx_str_from(x->options->root);
  sx_status status = sx_index_manifest_read(&x->manifest, folder, &x->arena, x->err);
  if (status == SX_NOMEM) return status;
  if (!status && !x->options->from_nothing) {
    status = sx_index_store_open(&x->store, folder, root, x->err);
    if (status == SX_NOMEM) return status;
  }
  x->has_meaning = x->options->with_meaning ||
                   sx_indexer_meaning_is_there(folder, x->manifest.base) ||
                   sx_indexer_meaning_is_there(folder, x->manifest.delta);
  x->manifest.root = root;
  return SX_OK;
}

/* No two generations of a store have one number, even if its folder was removed between them. */
static void choose_generation(indexer *x, uint64_t newest) {
  uint64_t day_ms = (uint64_t)(sx_clock_day_ns() / 1000000);
  if (x->manifest.generation > newest) newest = x->manifest.generation;
  x->manifest.generation = newest + 1 > day_ms ? newest + 1 : day_ms;
}

/* ---- building ---------------------------------------------------------------------------- */

static bool is_poisoned(void *arg, sx_str path) {
  const indexer *x = arg;
  return sx_indexer_poison_has(&x->poison, path);
}

static void begin_file(void *arg, size_t thread, sx_str path) {
  const indexer *x = arg;
  sx_indexer_poison_work(&x->poison, thread, path);
}

static sx_status say_progress(void *arg, uint64_t files, uint64_t of, uint64_t bytes) {
  indexer *x = arg;
  char line[KIND_BYTES * 2];
  if (sx_self_is_ending()) return SX_CANCELLED;
  uint64_t now_ms = sx_clock_ms();
  if (sx_clock_span_ms(x->progress_ms, now_ms) < PROGRESS_MS) return SX_OK;
  x->progress_ms = now_ms;
  int len = snprintf(line, sizeof line, "progress %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", files, of,
                     bytes);
  sx_self_say(sx_str_make(line, (size_t)len), 0);
  return SX_OK;
}

static sx_status check_progress(void *arg, uint64_t files, uint64_t bytes) {
  const indexer *x = arg;
  return say_progress(arg, files, x->plan.paths.len, bytes);
}

static sx_status build(indexer *x, const char *kind, sx_index_segment **out) {
  const char *folder = x->options->store;
  sx_str to = sx_arena_printf(&x->arena, "%s/%s%" PRIu64, folder, kind, x->manifest.generation);
  sx_str scratch = sx_arena_printf(&x->arena, "%s/" SCRATCH, folder);
  if (x->arena.status) return sx_fail(x->err, x->arena.status, NULL);
  const sx_index_build wanted = {
      .root = x->manifest.root,
      .paths = &x->plan.paths,
      .gone = x->plan.gone.items,
      .gone_count = x->plan.gone.len,
      .to = to.ptr,
      .scratch = scratch.ptr,
      .memory_bytes = MEMORY_BYTES,
      .threads = x->plan.paths.len < FILES_FOR_THREADS ? 1 : THREADS,
      .trusts_young = x->options->trusts_young,
      .is_poisoned = is_poisoned,
      .begin = begin_file,
      .check = check_progress,
      .arg = x,
  };
  sx_index_built built;
  sx_status status = sx_indexer_poison_begin(&x->poison, wanted.threads, x->err);
  if (!status) status = sx_index_build_run(&wanted, &built, x->err);
  sx_indexer_poison_end(&x->poison);
  return status ? status : sx_index_segment_open(out, to.ptr, x->err);
}

/* The manifest is the old one, or the new one where only syncing failed: that decides what stays.
 */
static void remove_unnamed(indexer *x) {
  sx_err *err = x->err;
  uint64_t ignored = 0;
  x->err = NULL; /* it has the reason */
  sx_status status = sx_index_manifest_read(&x->manifest, x->options->store, &x->arena, NULL);
  if (!status || status == SX_NOT_FOUND || status == SX_CORRUPT) (void)!clean(x, &ignored);
  x->err = err;
}

/** Makes the new segment and names it; until the manifest is replaced nothing has changed. */
static sx_status commit(indexer *x) {
  sx_index_segment *made = NULL;
  sx_status status = SX_OK;
  bool is_base = x->plan.kind == SX_PLAN_BASE;
  if (x->plan.kind != SX_PLAN_NO_DELTA)
    status = build(x, is_base ? SX_INDEX_BASE : SX_INDEX_DELTA, &made);
  if (!status && sx_self_is_ending()) status = SX_CANCELLED;
  if (!status) {
    if (is_base) x->manifest.base = x->manifest.generation;
    x->manifest.delta = x->plan.kind == SX_PLAN_DELTA ? x->manifest.generation : 0;
    status = sx_index_manifest_write(&x->manifest, x->options->store, x->err);
  }
  if (status) {
    sx_index_segment_free(made);
    remove_unnamed(x);
    return status;
  }
  x->store.delta = is_base ? NULL : made;
  if (is_base) x->store.base = made;
  uint64_t ignored = 0;
  return clean(x, &ignored);
}

/* ---- symbols ------------------------------------------------------------------------------ */

static sx_status write_symbols_of(indexer *x, const sx_index_segment *segment, uint64_t number) {
  const sx_indexer_symbols wanted = {.store = x->options->store,
                                     .root = x->manifest.root,
                                     .segment = segment,
                                     .number = number,
                                     .former = x->former,
                                     .former_count = SX_INDEXER_MAX_FORMER,
                                     .poison = &x->poison,
                                     .check = say_progress,
                                     .arg = x};
  sx_status status = segment ? sx_indexer_symbols_write(&wanted, x->err) : SX_OK;
  if (status || !segment || !x->has_meaning) return status;
  return sx_indexer_meaning_write(&wanted, x->err);
}

/* Their files stay readable, though the commit removes them. */
static void keep_former(indexer *x) {
  const char *folder = x->options->store;
  sx_indexer_former_open(&x->former[0], folder, x->store.base_number, x->store.base);
  sx_indexer_former_open(&x->former[1], folder, x->store.delta_number, x->store.delta);
}

static void release_former(indexer *x) {
  for (size_t i = 0; i < SX_INDEXER_MAX_FORMER; i++) {
    sx_index_segment *segment = x->former[i].segment;
    sx_symbols_free(x->former[i].symbols);
    if (segment != x->store.base && segment != x->store.delta) sx_index_segment_free(segment);
  }
}

/* The index of texts is already in use. */
static sx_status write_symbols(indexer *x) {
  sx_status status = write_symbols_of(x, x->store.base, x->manifest.base);
  return status ? status : write_symbols_of(x, x->store.delta, x->manifest.delta);
}

/* ---- the end ----------------------------------------------------------------------------- */

static sx_status count_covered(const indexer *x, uint64_t *out) {
  sx_status status = SX_OK;
  const sx_index_segment *delta = x->store.delta;
  size_t count = sx_index_segment_count(x->store.base), i;
  size_t others = delta ? sx_index_segment_count(delta) : 0;
  sx_index_entry entry;
  *out = 0;
  for (i = 0; i < count && !status; i++) {
    status = sx_index_segment_get(x->store.base, i, &entry);
    *out += !status && entry.state == SX_INDEX_COVERED;
  }
  for (i = 0; i < others && !status; i++) {
    size_t in_base = SX_STR_NONE;
    status = sx_index_segment_get(delta, i, &entry);
    if (status) break;
    *out += entry.state == SX_INDEX_COVERED;
    status = sx_index_segment_find(x->store.base, entry.path, &in_base);
    if (!status && in_base != SX_STR_NONE)
      status = sx_index_segment_get(x->store.base, in_base, &entry);
    *out -= !status && in_base != SX_STR_NONE && entry.state == SX_INDEX_COVERED;
  }
  return status;
}

static sx_status report(indexer *x) {
  uint64_t covered, bytes = 0;
  char line[KIND_BYTES * 2];
  sx_status status = count_covered(x, &covered);
  if (status) return sx_fail(x->err, status, "The index in '%s' is damaged.", x->options->store);
  size_t files = 0;
  for (size_t i = 0; i < x->list.paths.len; i++) {
    files += x->files.swept[i].is_file;
    bytes += x->files.swept[i].size_bytes;
  }
  int len = snprintf(line, sizeof line, "done %" PRIu64 " %zu %" PRIu64 " %" PRIu64 "\n",
                     x->manifest.generation, files, covered, bytes);
  sx_self_say(sx_str_make(line, (size_t)len), DONE_WAIT_MS);
  return SX_OK;
}

/* ---- all of it --------------------------------------------------------------------------- */

static sx_status check_root(const indexer *x) {
  sx_file_info info;
  sx_status status = sx_file_stat(&info, sx_str_from(x->options->root), x->err);
  if (status || info.is_directory) return status;
  return sx_fail(x->err, SX_NOT_A_DIRECTORY, "'%s' is not a folder.", x->options->root);
}

static sx_status take_lock(indexer *x) {
  sx_status status = sx_own_folder_make(x->options->store, x->err);
  if (status) return status;
  sx_str path = sx_arena_printf(&x->arena, "%s/" SX_INDEX_LOCK, x->options->store);
  if (x->arena.status) return sx_fail(x->err, x->arena.status, NULL);
  return sx_lock_try(&x->lock, path.ptr, x->err);
}

static sx_status look_and_plan(indexer *x, bool looks_at_all) {
  const sx_indexer_paths *list = &x->list;
  sx_indexer_files_release(&x->files);
  sx_status status = sx_indexer_look(&x->files, list, &x->store, x->manifest.root, looks_at_all);
  if (status) return status;
  return sx_indexer_plan_make(&x->plan, &x->store, &list->paths, &x->files, &x->arena);
}

/* A new base takes nothing over: all files are looked at then. */
static sx_status plan(indexer *x) {
  sx_status status = look_and_plan(x, false);
  bool is_damaged = status == SX_CORRUPT;
  bool was_short = x->files.looked_count < x->list.paths.len;
  if (is_damaged) sx_index_store_close(&x->store);
  if (is_damaged || (!status && x->plan.kind == SX_PLAN_BASE && was_short))
    status = look_and_plan(x, true);
  return status ? sx_fail(x->err, status, NULL) : SX_OK;
}

static sx_status work(indexer *x) {
  uint64_t newest = 0;
  sx_status status = check_root(x);
  if (!status) status = take_lock(x);
  if (!status) status = sx_indexer_paths_read(&x->list, &x->arena, x->err);
  if (status) return status;
  sx_self_end_with_input(5000, 4);
  status = open_store(x);
  if (!status) status = clean(x, &newest);
  if (!status) status = plan(x);
  if (!status)
    status = sx_indexer_poison_open(&x->poison, x->options->store, &x->list.paths, x->files.swept,
                                    &x->arena, x->err);
  if (status) return status;
  if (x->plan.kind != SX_PLAN_NOTHING) {
    choose_generation(x, newest);
    keep_former(x);
    status = commit(x);
  }
  if (!status) status = write_symbols(x);
  if (!status) status = sx_indexer_poison_forget(&x->poison, x->err);
  return status ? status : report(x);
}

sx_status sx_indexer_run(const sx_indexer_options *options, sx_err *err) {
  indexer x = {.options = options, .err = err};
  x.manifest.root = sx_str_from(options->root);
  sx_arena_init(&x.arena, ARENA_BYTES);
  sx_status status = work(&x);
  release_former(&x);
  sx_index_store_close(&x.store);
  sx_indexer_poison_end(&x.poison);
  sx_indexer_paths_release(&x.list);
  sx_indexer_files_release(&x.files);
  sx_lock_release(&x.lock);
  sx_arena_release(&x.arena);
  return status;
}
