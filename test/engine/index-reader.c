/*
 * Opens the store of an index as the engine does.
 *
 *   index-reader list STORE ROOT
 *       GENERATION, then "STATE SIZE MTIME CTIME INODE PATH", a NUL after each
 *   index-reader symbols STORE ROOT
 *       for each file that is read for symbols "STATE LANGUAGE PATH", and a line
 *       "NAME KIND FLAGS UP ROW END_ROW START END NAME_AT BODY" for each of them; a NUL after each
 *   index-reader watch STORE ROOT
 *       opens it until the input ends; each time, the covered files whose names begin with "same"
 *       must have one size; prints "OPENED GENERATIONS"
 */
#include "base/buf.h"
#include "index/store.h"
#include "os/self.h"
#include "symbols/reader.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>

static const char *const states[] = {"covered", "binary", "open", "gone"};

/* The entry that counts: the delta's, where it has one. */
static sx_status get_base_entry(const sx_index_store *store, size_t i, sx_index_entry *out,
                                bool *counts) {
  size_t in_delta = SX_STR_NONE;
  sx_status status = sx_index_segment_get(store->base, i, out);
  if (!status && store->delta) status = sx_index_segment_find(store->delta, out->path, &in_delta);
  *counts = in_delta == SX_STR_NONE;
  return status;
}

/* `number`: in the base or, `in_delta`, in the delta. */
typedef sx_status (*visit_entry)(void *arg, const sx_index_entry *entry, size_t number,
                                 bool in_delta);

static sx_status visit(const sx_index_store *store, visit_entry call, void *arg) {
  size_t count = sx_index_segment_count(store->base);
  sx_status status = SX_OK;
  sx_index_entry entry;
  for (size_t i = 0; i < count && !status; i++) {
    bool counts;
    status = get_base_entry(store, i, &entry, &counts);
    if (!status && counts) status = call(arg, &entry, i, false);
  }
  count = store->delta ? sx_index_segment_count(store->delta) : 0;
  for (size_t i = 0; i < count && !status; i++) {
    status = sx_index_segment_get(store->delta, i, &entry);
    if (!status && entry.state != SX_INDEX_GONE) status = call(arg, &entry, i, true);
  }
  return status;
}

static sx_status print_entry(void *arg, const sx_index_entry *entry, size_t number, bool in_delta) {
  const sx_index_stamp *stamp = &entry->stamp;
  (void)arg;
  (void)number;
  (void)in_delta;
  printf("%s %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " %.*s%c", states[entry->state],
         stamp->size_bytes, stamp->mtime_ns, stamp->ctime_ns, stamp->inode, SX_STR_ARG(entry->path),
         0);
  return SX_OK;
}

static sx_status compare_size(void *arg, const sx_index_entry *entry, size_t number,
                              bool in_delta) {
  (void)number;
  (void)in_delta;
  uint64_t *size = arg;
  if (entry->state != SX_INDEX_COVERED || !sx_str_has_prefix(entry->path, SX_STR("same")))
    return SX_OK;
  if (*size && *size != entry->stamp.size_bytes) return SX_CONFLICT;
  *size = entry->stamp.size_bytes;
  return SX_OK;
}

static bool has_input_ended(void) {
  struct pollfd input = {0, POLLIN, 0};
  char bytes[64];
  size_t got = 1;
  return poll(&input, 1, 1) > 0 && !sx_self_read(bytes, sizeof bytes, &got) && !got;
}

static sx_status watch(const char *folder, sx_str root, sx_err *err) {
  uint64_t opened = 0, generations = 0, last = 0;
  sx_status status = SX_OK;
  while (!status && !has_input_ended()) {
    sx_index_store store;
    uint64_t size = 0, cheap = sx_index_store_generation(folder);
    status = sx_index_store_open(&store, folder, root, err);
    if (status) break;
    status = visit(&store, compare_size, &size);
    if (status) (void)sx_fail(err, status, "generation %" PRIu64 " is not whole", store.generation);
    if (!status && (store.generation < last || store.generation < cheap || !cheap))
      status = sx_fail(err, SX_CONFLICT, "generation %" PRIu64 " came after a newer one",
                       store.generation);
    generations += store.generation != last;
    last = store.generation;
    opened++;
    sx_index_store_close(&store);
  }
  printf("%" PRIu64 " %" PRIu64 "\n", opened, generations);
  return status;
}

static sx_status list(const char *folder, sx_str root, sx_err *err) {
  sx_index_store store;
  sx_status status = sx_index_store_open(&store, folder, root, err);
  if (status) return status;
  printf("%" PRIu64 "%c", store.generation, 0);
  status = visit(&store, print_entry, NULL);
  sx_index_store_close(&store);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- symbols ------------------------------------------------------------------------------- */

typedef struct printing {
  sx_symbols_reader *symbols[2]; /* of the base and of the delta */
  sx_err *err;
} printing;

static void print_row(const sx_symbols_row *row) {
  const sx_symbols_place *place = &row->place;
  printf("\n%.*s %u %u %u %u %u %u %u %u %u", SX_STR_ARG(row->name), place->kind, place->flags,
         place->up, place->row, place->end_row, place->start, place->end, place->name_at,
         place->body);
}

/* Bases and imports of a file: "base NTH KIND AT NAME", "import KIND ROW SPECIFIER". */
static void print_relations(const sx_symbols_contents *found) {
  for (size_t i = 0; i < found->bases.len; i++) {
    const sx_symbols_base *base = &found->bases.items[i];
    printf("\n\tbase %" PRId64 " %u %u %.*s", base->symbol - found->first, base->kind, base->at,
           SX_STR_ARG(base->name));
  }
  for (size_t i = 0; i < found->imports.len; i++) {
    const sx_symbols_import *import = &found->imports.items[i];
    printf("\n\timport %u %u %.*s", import->kind, import->row, SX_STR_ARG(import->specifier));
  }
}

/* The file is counted among those that have its first import. */
static sx_status check_importers(sx_symbols_reader *symbols, uint32_t entry,
                                 const sx_symbols_contents *found, sx_err *err) {
  char text[SX_SYMBOLS_IMPORT_BYTES];
  bool is_relative;
  sx_symbols_imported count = {0};
  if (!found->imports.len) return SX_OK;
  size_t len = sx_symbols_import_end(text, found->imports.items[0].specifier, &is_relative);
  sx_str end = sx_str_make(text, len);
  const sx_strs ends = {&end, 1, 1};
  if (!len) return SX_OK;
  sx_status status = sx_symbols_count_importers(symbols, &ends, &count, err);
  if (status || (is_relative ? count.relative : count.absolute)) return status;
  return sx_fail(err, SX_CONFLICT, "entry %u is no importer", entry);
}

static sx_status print_symbols(void *arg, const sx_index_entry *entry, size_t number,
                               bool in_delta) {
  const printing *p = arg;
  sx_symbols_contents found;
  sx_arena arena;
  sx_arena_init(&arena, (size_t)256 << 20);
  sx_status status =
      sx_symbols_of_entry(p->symbols[in_delta], (uint32_t)number, &found, &arena, p->err);
  if (!status && found.state != SX_SYMBOLS_FOREIGN) {
    printf("%d %.*s %.*s", (int)found.state, SX_STR_ARG(found.language), SX_STR_ARG(entry->path));
    for (size_t i = 0; i < found.rows.len; i++) print_row(&found.rows.items[i]);
    print_relations(&found);
    status = check_importers(p->symbols[in_delta], (uint32_t)number, &found, p->err);
    putchar(0);
  }
  sx_arena_release(&arena);
  return status;
}

static sx_status open_symbols(sx_symbols_reader **out, const char *folder, uint64_t number,
                              const sx_index_segment *segment, sx_err *err) {
  char path[4096];
  if (!number) return SX_OK;
  snprintf(path, sizeof path, "%s/symbols.%" PRIu64, folder, number);
  return sx_symbols_open(out, path, sx_index_segment_mark(segment), err);
}

static sx_status list_symbols(const char *folder, sx_str root, sx_err *err) {
  sx_index_store store;
  printing p = {.err = err};
  sx_status status = sx_index_store_open(&store, folder, root, err);
  if (status) return status;
  status = open_symbols(&p.symbols[0], folder, store.base_number, store.base, err);
  if (!status) status = open_symbols(&p.symbols[1], folder, store.delta_number, store.delta, err);
  if (!status) status = visit(&store, print_symbols, &p);
  sx_symbols_free(p.symbols[0]);
  sx_symbols_free(p.symbols[1]);
  sx_index_store_close(&store);
  return status;
}

int main(int argc, char **argv) {
  sx_err err = {0};
  if (argc != 4) return 2;
  sx_str root = sx_str_from(argv[3]);
  bool is_watch = strcmp(argv[1], "watch") == 0, is_symbols = strcmp(argv[1], "symbols") == 0;
  sx_status status = is_watch     ? watch(argv[2], root, &err)
                     : is_symbols ? list_symbols(argv[2], root, &err)
                                  : list(argv[2], root, &err);
  if (status) fprintf(stderr, "%s: %s\n", sx_status_code(status), err.message);
  return status ? 1 : 0;
}
