/*
 * Searches one file for names again and again, on one core:
 *
 *   occurrences-bench FILE RUNS NAME…
 *
 * prints for each name a line "TOTAL NS…": how many occurrences, and what each run took to find
 * all of them with line and column. Every run has an arena of its own, as a tool's call has.
 */
#include "text/occurrences.h"

#include <inttypes.h>

#define ARENA_BYTES ((size_t)1 << 30)

static int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static char *read_file(const char *path, size_t *len) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = size > 0 ? malloc((size_t)size) : NULL;
  *len = text ? fread(text, 1, (size_t)size, file) : 0;
  fclose(file);
  return text;
}

/** One timed search; its nanoseconds, -1 when it fails. */
static int64_t search(sx_str text, sx_str name, const sx_language *language, size_t *total) {
  sx_arena arena;
  sx_occurrences found;
  sx_arena_init(&arena, ARENA_BYTES);
  int64_t start = now_ns();
  sx_status status = sx_occurrences_find(&found, text, name, language, SIZE_MAX, &arena, NULL);
  int64_t took = now_ns() - start;
  *total = found.total;
  sx_arena_release(&arena);
  return status ? -1 : took;
}

int main(int argc, char **argv) {
  size_t len = 0, total = 0;
  char *bytes = argc > 3 ? read_file(argv[1], &len) : NULL;
  long runs = argc > 3 ? strtol(argv[2], NULL, 10) : 0;
  if (!bytes || runs < 1) {
    fprintf(stderr, "occurrences-bench FILE RUNS NAME…\n");
    return 2;
  }
  const sx_language *language = sx_language_find(SX_STR("c"), SX_STR(""));
  for (int i = 3; i < argc; i++) {
    sx_str name = sx_str_from(argv[i]);
    if (search(sx_str_make(bytes, len), name, language, &total) < 0) return 1;
    printf("%zu", total);
    for (long run = 0; run < runs; run++)
      printf(" %" PRId64, search(sx_str_make(bytes, len), name, language, &total));
    putchar('\n');
  }
  free(bytes);
  return 0;
}
