/*
 * The diff engine as a program, for the figures and for the tests that hold it against others.
 *
 *   diff-program time BEFORE AFTER RUNS    a line "REMOVED ADDED MINIMAL NS…": what each run took
 * to compare the two files and to write the patch diff-program patch < LIST              patches of
 * all pairs of the list, one after the other diff-program count < LIST              a line "REMOVED
 * ADDED MINIMAL" for each pair
 *
 * LIST has a line for each pair: BEFORE, AFTER, the paths to print for both, and letters for what
 * is other than usual (p: patience, m: minimal, s: no sliding, f: headings; a digit: lines of
 * context), parted by tabs. The path `-` stands for no file.
 */
#include "diff/unified.h"

#include <inttypes.h>

#define ARENA_BYTES ((size_t)4 << 30)
#define LINE_BYTES 4096

typedef struct file_pair {
  sx_str before, after;
  sx_diff_options diff;
  sx_unified_options unified;
} file_pair;

static int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static sx_str read_file(const char *path) {
  FILE *file = strcmp(path, "-") ? fopen(path, "rb") : NULL;
  if (!file) return SX_STR("");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = size > 0 ? malloc((size_t)size) : NULL;
  size_t len = text ? fread(text, 1, (size_t)size, file) : 0;
  fclose(file);
  return sx_str_make(text, len);
}

/** Compares the pair and appends its patch to `out` when that is not NULL. */
static sx_status compare(const file_pair *pair, sx_diff *diff, sx_buf *out) {
  sx_arena arena;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status = sx_diff_lines(diff, pair->before, pair->after, &pair->diff, &arena, NULL);
  if (!status && out) status = sx_unified_render(out, diff, &pair->unified);
  sx_arena_release(&arena);
  return status;
}

static int run_time(const char *before, const char *after, long runs) {
  file_pair pair = {.before = read_file(before), .after = read_file(after)};
  pair.unified.before_path = pair.unified.after_path = SX_STR("file");
  pair.unified.context_lines = SX_UNIFIED_CONTEXT_LINES;
  pair.unified.function_context = true;
  for (long run = 0; run < runs; run++) {
    sx_diff diff;
    sx_buf out;
    sx_buf_init(&out, SIZE_MAX / 2);
    int64_t start = now_ns();
    if (compare(&pair, &diff, &out)) return 1;
    int64_t took = now_ns() - start;
    sx_buf_release(&out);
    if (!run) printf("%" PRIu64 " %" PRIu64 " %d", diff.removed, diff.added, diff.is_minimal);
    printf(" %" PRId64, took);
  }
  putchar('\n');
  free((void *)pair.before.ptr);
  free((void *)pair.after.ptr);
  return 0;
}

/** Takes the field off the start of `*line`. */
static char *next_field(char **line) {
  char *field = *line, *end = strpbrk(field, "\t\n");
  *line = end ? end + 1 : field + strlen(field);
  if (end) *end = 0;
  return field;
}

static sx_str path_of(const char *field) {
  return strcmp(field, "-") ? sx_str_from(field) : SX_STR("");
}

static file_pair read_pair(char *line) {
  file_pair pair = {.unified.context_lines = SX_UNIFIED_CONTEXT_LINES};
  pair.before = read_file(next_field(&line));
  pair.after = read_file(next_field(&line));
  pair.unified.before_path = path_of(next_field(&line));
  pair.unified.after_path = path_of(next_field(&line));
  for (const char *letter = next_field(&line); *letter; letter++) {
    pair.diff.patience |= *letter == 'p';
    pair.diff.minimal |= *letter == 'm';
    pair.diff.no_slide |= *letter == 's';
    pair.unified.function_context |= *letter == 'f';
    if (*letter >= '0' && *letter <= '9') pair.unified.context_lines = (uint32_t)(*letter - '0');
  }
  return pair;
}

static int run_list(bool is_patch) {
  static char line[LINE_BYTES];
  sx_buf out;
  sx_buf_init(&out, SIZE_MAX / 2);
  while (fgets(line, sizeof line, stdin)) {
    sx_diff diff;
    file_pair pair = read_pair(line);
    if (compare(&pair, &diff, is_patch ? &out : NULL)) return 1;
    if (!is_patch)
      sx_buf_addf(&out, "%" PRIu64 " %" PRIu64 " %d\n", diff.removed, diff.added, diff.is_minimal);
    if (pair.before.len) free((void *)pair.before.ptr);
    if (pair.after.len) free((void *)pair.after.ptr);
  }
  bool is_written = fwrite(out.ptr, 1, out.len, stdout) == out.len;
  sx_buf_release(&out);
  return is_written ? 0 : 1;
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (!strcmp(mode, "time") && argc == 5)
    return run_time(argv[2], argv[3], strtol(argv[4], NULL, 10));
  if (!strcmp(mode, "patch")) return run_list(true);
  if (!strcmp(mode, "count")) return run_list(false);
  fprintf(stderr, "diff-program time BEFORE AFTER RUNS | patch < LIST | count < LIST\n");
  return 2;
}
