/*
 * Lists the files of a folder, as sx_files_list and sx_files_visit do.
 *
 *   files_bench FOLDER            prints the paths in order
 *   files_bench FOLDER RUNS       the median time of so many runs in ms: list, visit
 */
#include "host/port.h"
#include "workspace/excluded.h"
#include "workspace/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

static void wake(void *context) {
  (void)context;
}

static bool count_one(void *arg, size_t worker, const sx_files_entry *entry) {
  size_t(*counts)[16] = arg;
  counts[worker][0] += entry->path.len;
  return true;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double time_one(sx_call *call, sx_files_query query, bool is_list, sx_err *err) {
  sx_arena arena;
  sx_strs paths;
  sx_files_seen seen;
  size_t counts[16][16] = {{0}};
  sx_arena_init(&arena, (size_t)1 << 32);
  call->arena = &arena;
  query.visit = count_one;
  query.arg = counts;
  uint64_t start = uv_hrtime();
  sx_status status = is_list ? sx_files_list(call, &query, &paths, &seen, err)
                             : sx_files_visit(call, &query, &seen, err);
  double ms = (double)(uv_hrtime() - start) / 1e6;
  sx_arena_release(&arena);
  return status ? -1 : ms;
}

static int measure(sx_call *call, sx_files_query query, size_t runs, sx_err *err) {
  double *times = calloc(runs * 2, sizeof *times);
  if (!times) return 1;
  for (size_t i = 0; i < runs; i++) {
    times[i] = time_one(call, query, true, err);
    times[runs + i] = time_one(call, query, false, err);
  }
  qsort(times, runs, sizeof *times, compare);
  qsort(times + runs, runs, sizeof *times, compare);
  printf("list %.3f visit %.3f\n", times[runs / 2], times[runs + runs / 2]);
  free(times);
  return 0;
}

static int print(sx_call *call, sx_files_query query, sx_err *err) {
  sx_strs paths;
  sx_files_seen seen;
  sx_arena arena;
  static char buffer[1 << 16];
  sx_arena_init(&arena, (size_t)1 << 32);
  call->arena = &arena;
  if (sx_files_list(call, &query, &paths, &seen, err)) {
    fprintf(stderr, "%s\n", err->message);
    return 1;
  }
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  for (size_t i = 0; i < paths.len; i++) {
    fwrite(paths.items[i].ptr, 1, paths.items[i].len, stdout);
    putchar('\n');
  }
  sx_arena_release(&arena);
  return 0;
}

int main(int argc, char **argv) {
  static sx_err err;
  if (argc < 2) return 2;
  char *folder = realpath(argv[1], NULL);
  if (!folder) return 2;
  sx_port *port = sx_port_new(wake, NULL);
  sx_services services = {.excluded = sx_excluded_new()};
  sx_call call = {.services = &services,
                  .wait = sx_port_call_new(port, uv_hrtime() / 1000000 + 600000)};
  sx_root root = {SX_STR("ws"), sx_str_from(folder), sx_str_from(folder)};
  call.roots.items = &root;
  call.roots.len = 1;
  sx_files_query query = {.folder = sx_str_from(folder)};
  int result = argc > 2 ? measure(&call, query, (size_t)strtoul(argv[2], NULL, 10), &err)
                        : print(&call, query, &err);
  sx_excluded_free(services.excluded);
  sx_port_call_free(call.wait);
  sx_port_free(port);
  free(folder);
  return result;
}
