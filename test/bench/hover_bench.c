/*
 * Formats the hovers of a file again and again: `hover-bench FILE HOVERS RUNS` prints the
 * nanoseconds that each run took for that many hovers. The file holds, for each hover, a line
 * "H" and its parts: a line "P kind language bytes" and the bytes.
 */
#include "base/mem.h"
#include "markdown/hover.h"

#include <inttypes.h>

#define MAX_HOVERS 1024
#define MAX_PARTS 16
#define MAX_TOKENS 2000

typedef struct hover {
  sx_hover_part parts[MAX_PARTS];
  size_t count;
} hover;

static hover hovers[MAX_HOVERS];
static char languages[MAX_HOVERS][32];
static char text[1 << 22];

static size_t read_hovers(const char *path) {
  FILE *file = fopen(path, "rb");
  size_t count = 0, parts = 0, used = 0, len;
  unsigned kind;
  char line[128];
  if (!file) return 0;
  while (fgets(line, sizeof line, file)) {
    if (line[0] == 'H' && count < MAX_HOVERS) count++;
    if (line[0] != 'P' || !count || parts == MAX_HOVERS) continue;
    hover *now = &hovers[count - 1];
    if (sscanf(line, "P %u %31s %zu", &kind, languages[parts], &len) != 3) break;
    if (now->count == MAX_PARTS || used + len > sizeof text) break;
    used += len = fread(text + used, 1, len, file);
    sx_str language = sx_str_from(languages[parts]);
    if (sx_str_is_equal(language, SX_STR("-"))) language = SX_STR("");
    now->parts[now->count++] =
        (sx_hover_part){(sx_hover_kind)kind, sx_str_make(text + used - len, len), language, 0, 0};
    parts++;
  }
  fclose(file);
  return count;
}

static int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/** Each hover with an arena of its own, as a call has it; false when one fails. */
static bool format_all(size_t available, size_t wanted, size_t *bytes) {
  for (size_t i = 0; i < wanted; i++) {
    const hover *now = &hovers[i % available];
    sx_arena arena;
    sx_hover_text out;
    sx_err err;
    sx_arena_init(&arena, 16u << 20);
    sx_status status = sx_hover_format(&out, now->parts, now->count, MAX_TOKENS, &arena, &err);
    *bytes += out.text.len;
    sx_arena_release(&arena);
    if (status) return false;
  }
  return true;
}

int main(int argc, char **argv) {
  size_t count = argc == 4 ? read_hovers(argv[1]) : 0, bytes = 0;
  if (!count) return 2;
  size_t wanted = strtoul(argv[2], NULL, 10), runs = strtoul(argv[3], NULL, 10);
  if (!format_all(count, count, &bytes)) return 1;
  for (size_t run = 0; run < runs; run++) {
    int64_t start = now_ns();
    if (!format_all(count, wanted, &bytes)) return 1;
    printf("%" PRId64 "\n", now_ns() - start);
  }
  return bytes == 0;
}
