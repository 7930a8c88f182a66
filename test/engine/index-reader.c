/*
 * Opens the store of an index as the engine does.
 *
 *   index-reader list STORE ROOT    GENERATION, then "STATE SIZE MTIME CTIME INODE PATH", a NUL
 * each index-reader watch STORE ROOT   opens it until the input ends; each time, the covered files
 * whose names begin with "same" must have one size. Prints "OPENED GENERATIONS"
 */
#include "base/buf.h"
#include "index/store.h"
#include "os/self.h"

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

typedef sx_status (*visit_entry)(void *arg, const sx_index_entry *entry);

static sx_status visit(const sx_index_store *store, visit_entry call, void *arg) {
  size_t count = sx_index_segment_count(store->base);
  sx_status status = SX_OK;
  sx_index_entry entry;
  for (size_t i = 0; i < count && !status; i++) {
    bool counts;
    status = get_base_entry(store, i, &entry, &counts);
    if (!status && counts) status = call(arg, &entry);
  }
  count = store->delta ? sx_index_segment_count(store->delta) : 0;
  for (size_t i = 0; i < count && !status; i++) {
    status = sx_index_segment_get(store->delta, i, &entry);
    if (!status && entry.state != SX_INDEX_GONE) status = call(arg, &entry);
  }
  return status;
}

static sx_status print_entry(void *arg, const sx_index_entry *entry) {
  const sx_index_stamp *stamp = &entry->stamp;
  (void)arg;
  printf("%s %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " %.*s%c", states[entry->state],
         stamp->size_bytes, stamp->mtime_ns, stamp->ctime_ns, stamp->inode, SX_STR_ARG(entry->path),
         0);
  return SX_OK;
}

static sx_status compare_size(void *arg, const sx_index_entry *entry) {
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

int main(int argc, char **argv) {
  sx_err err = {0};
  if (argc != 4) return 2;
  sx_str root = sx_str_from(argv[3]);
  sx_status status =
      strcmp(argv[1], "watch") == 0 ? watch(argv[2], root, &err) : list(argv[2], root, &err);
  if (status) fprintf(stderr, "%s: %s\n", sx_status_code(status), err.message);
  return status ? 1 : 0;
}
