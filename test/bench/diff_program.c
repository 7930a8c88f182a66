/*
 * The diff engine as a program, for the figures and for the tests that hold it against others.
 *
 *   diff-program time BEFORE AFTER RUNS     a line "REMOVED ADDED MINIMAL NS…": what each run took
 *                                           to compare the two files and to write the patch
 *   diff-program patch < LIST               patches of all pairs of the list, one after the other
 *   diff-program count < LIST               a line "REMOVED ADDED MINIMAL" for each pair
 *   diff-program apply FROM TO [R] < PATCH  writes what the patch makes of the files in folder FROM
 *                                           into TO, by their paths; R: in reverse
 *
 * LIST has a line for each pair: BEFORE, AFTER, the paths to print for both, and letters for what
 * is other than usual (p: patience, m: minimal, s: no sliding, f: headings; a digit: lines of
 * context), parted by the control character US. The path `-` stands for no file.
 */
#include "diff/patch.h"
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
  char *field = *line, *end = strpbrk(field, "\x1F\n");
  *line = end ? end + 1 : field + strlen(field);
  if (end) *end = 0;
  return field;
}

static sx_str path_of(const char *field) {
  return strcmp(field, "-") ? sx_str_from(field) : SX_STR("");
}

static file_pair read_pair(char *line) {
  file_pair pair = {.unified = {.context_lines = SX_UNIFIED_CONTEXT_LINES, .git_header = true}};
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

static sx_str read_all(FILE *file) {
  static char block[1 << 16];
  sx_buf text;
  sx_buf_init(&text, SIZE_MAX / 2);
  for (size_t len; (len = fread(block, 1, sizeof block, file)) > 0;)
    sx_buf_add(&text, sx_str_make(block, len));
  size_t len = text.len;
  return (sx_str){sx_buf_detach(&text), len};
}

/** Applies one file of a patch; false when a hunk does not fit exactly where it says. */
static bool apply_file(const sx_patch_file *file, const char *from, const char *to,
                       const sx_patch_options *options, sx_arena *arena) {
  sx_str before = options->reverse ? file->after_path : file->before_path;
  sx_str after = options->reverse ? file->before_path : file->after_path;
  sx_str path = sx_arena_printf(arena, "%s/%.*s", from, SX_STR_ARG(before));
  sx_str text = before.len ? read_file(path.ptr) : SX_STR("");
  sx_patch_result result;
  sx_status status = sx_patch_apply(&result, text, file, options, arena, NULL);
  bool is_done = !status && !result.failed;
  if (is_done && after.len) {
    path = sx_arena_printf(arena, "%s/%.*s", to, SX_STR_ARG(after));
    FILE *out = fopen(path.ptr, "wb");
    is_done = out && fwrite(result.text.ptr, 1, result.text.len, out) == result.text.len;
    if (out) fclose(out);
  }
  if (text.len) free((void *)text.ptr);
  return is_done;
}

static int run_apply(const char *from, const char *to, bool is_reverse) {
  sx_arena arena;
  sx_patch patch;
  sx_err err;
  sx_patch_options options = {.reverse = is_reverse};
  sx_str text = read_all(stdin);
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status = sx_patch_parse(&patch, text, &arena, &err);
  if (status) fprintf(stderr, "%s\n", err.message);
  int failed = status ? 1 : 0;
  for (size_t i = 0; !status && i < patch.count; i++) {
    if (apply_file(&patch.files[i], from, to, &options, &arena)) continue;
    fprintf(stderr, "line %u of the patch does not apply\n", patch.files[i].patch_line);
    failed = 1;
  }
  sx_arena_release(&arena);
  free((void *)text.ptr);
  return failed;
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (!strcmp(mode, "time") && argc == 5)
    return run_time(argv[2], argv[3], strtol(argv[4], NULL, 10));
  if (!strcmp(mode, "patch")) return run_list(true);
  if (!strcmp(mode, "apply") && argc >= 4) return run_apply(argv[2], argv[3], argc > 4);
  if (!strcmp(mode, "count")) return run_list(false);
  fprintf(stderr, "diff-program time BEFORE AFTER RUNS | patch | count | apply FROM TO [R]\n");
  return 2;
}
