#include "diff_random.h"

#include <stdio.h>

#define MAX_LINES 4096
#define ROOM_BYTES (4u << 20)

struct diff_random {
  size_t used;
  sx_str lines[MAX_LINES];
  char room[ROOM_BYTES];
};

static const char *const endings[] = {"\n", "\n", "\n", "\n", "\r\n", "\r\r\n"};
static const char *const shapes[] = {"",        "}",      "  x%zu;",     "\t\tif (x%zu) {",
                                     "f%zu()",  "\\ %zu", "--- %zu",     "@@ -%zu +1 @@",
                                     "\xFF%zu", "+%zu",   "-%zu\r more", "\xC3\xA9%zu"};

diff_random *diff_random_new(void) {
  return sx_test_memory(sizeof(diff_random));
}

void diff_random_clear(diff_random *random) {
  random->used = 0;
}

/** `size` bytes; those of the first texts again when there is no more room. */
static char *take(diff_random *random, size_t size) {
  if (size > ROOM_BYTES - random->used) random->used = 0;
  char *bytes = random->room + random->used;
  random->used += size;
  return bytes;
}

/** Line `kind` of all kinds: the same bytes each time. Kind 0 holds a NUL. */
static sx_str line_of(diff_random *random, size_t kind) {
  enum { LINE_BYTES = 64 };
  static const char with_nul[] = "a\0b\n";
  if (kind == 0) return sx_str_make(with_nul, sizeof with_nul - 1);
  char *line = take(random, LINE_BYTES);
  const char *shape = shapes[kind % (sizeof shapes / sizeof *shapes)];
  const char *number = strstr(shape, "%zu");
  size_t head = number ? (size_t)(number - shape) : strlen(shape);
  int len = snprintf(line, LINE_BYTES, "%.*s", (int)head, shape);
  if (number)
    len += snprintf(line + len, LINE_BYTES - (size_t)len, "%zu%s", kind, number + strlen("%zu"));
  len += snprintf(line + len, LINE_BYTES - (size_t)len, "%s",
                  endings[kind % (sizeof endings / sizeof *endings)]);
  return sx_str_make(line, (size_t)len);
}

static sx_str joined(diff_random *random, size_t count) {
  const sx_str *lines = random->lines;
  size_t len = 0, at = 0;
  for (size_t i = 0; i < count; i++) len += lines[i].len;
  char *text = take(random, len);
  for (size_t i = 0; i < count; at += lines[i++].len) memcpy(text + at, lines[i].ptr, lines[i].len);
  /* Some texts end without the end of their last line. */
  if (len && sx_test_below(4) == 0) len--;
  return sx_str_make(text, len);
}

sx_str diff_random_text(diff_random *random, size_t max_lines, size_t kinds) {
  size_t count = sx_test_below(max_lines + 1);
  for (size_t i = 0; i < count; i++) random->lines[i] = line_of(random, sx_test_below(kinds));
  return joined(random, count);
}

static size_t split(sx_str text, sx_str *lines) {
  size_t count = 0;
  for (size_t at = 0; at < text.len && count < MAX_LINES / 2; count++) {
    size_t end = sx_str_find_char(text, '\n', at);
    end = end == SX_STR_NONE ? text.len : end + 1;
    lines[count] = sx_str_slice(text, at, end);
    at = end;
  }
  return count;
}

/** One edit: removes lines [at, at + removed) and puts `added` in their place. */
static size_t edit_once(diff_random *random, size_t count, size_t kinds) {
  enum { MAX_RUN = 4 };
  sx_str *lines = random->lines, added[MAX_RUN];
  size_t at = sx_test_below(count + 1), left = count - at;
  size_t removed = sx_test_below((left < MAX_RUN ? left : MAX_RUN) + 1);
  size_t added_count = sx_test_below(MAX_RUN), from = sx_test_below(count + 1);
  bool is_copied = sx_test_below(2) && count - from >= added_count;
  for (size_t i = 0; i < added_count; i++)
    added[i] = is_copied ? lines[from + i] : line_of(random, sx_test_below(kinds));
  if (count - removed + added_count > MAX_LINES) return count;
  memmove(lines + at + added_count, lines + at + removed, (left - removed) * sizeof *lines);
  if (added_count) memcpy(lines + at, added, added_count * sizeof *lines);
  return count - removed + added_count;
}

sx_str diff_random_edited(diff_random *random, sx_str text, size_t edits, size_t kinds) {
  size_t count = split(text, random->lines);
  for (size_t i = 0; i < edits; i++) count = edit_once(random, count, kinds);
  return joined(random, count);
}
