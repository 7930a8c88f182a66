/*
 * Fuzz target: a journal of writing in place, as a killed process or a repository leaves it.
 *
 * Byte 0: whether the journal has the right inodes; then come the file's text, NUL, and the rest of
 * the journal. The next write leaves the file as it is, or with the new text of a journal whose
 * old and new text it is a mixture of; other files are never touched.
 */
#include "os/file_parts.h"
#include "os/file_write.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BYTES 4096
/* That of a file with the name "a". */
#define JOURNAL "a.sextant-12638187200555641996-0.redo.tmp"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[64], inner[96];

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void remove_all(void) {
  static const char *const names[] = {"in/a", "in/other", ("in/" JOURNAL), "outside"};
  char path[256];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(inner);
  rmdir(folder);
}

static void make_folders(void) {
  if (folder[0]) return;
  snprintf(folder, sizeof folder, "%s/sextant-fuzz-XXXXXX",
           access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
  check(mkdtemp(folder) != NULL);
  snprintf(inner, sizeof inner, "%s/in", folder);
  check(mkdir(inner, 0700) == 0);
  atexit(remove_all);
}

static sx_str put(char path[256], const char *in, const char *name, const char *head, sx_str text) {
  snprintf(path, 256, "%s/%s", in, name);
  FILE *file = fopen(path, "wb");
  check(file && fputs(head, file) >= 0 && fwrite(text.ptr, 1, text.len, file) == text.len);
  check(fclose(file) == 0);
  return sx_str_from(path);
}

static sx_str get(const char *path, char bytes[2 * MAX_BYTES]) {
  FILE *file = fopen(path, "rb");
  check(file != NULL);
  size_t len = fread(bytes, 1, 2 * MAX_BYTES, file);
  fclose(file);
  return sx_str_make(bytes, len);
}

/* The new text of the journal "LENGTH LENGTH LENGTH\nTEXTS" that is of "a"; false: it is none. */
static bool read_journal(sx_str journal, sx_str *before, sx_str *after) {
  size_t line = sx_str_find_char(journal, '\n', 0);
  if (line == SX_STR_NONE || memchr(journal.ptr, 0, line)) return false;
  char head[MAX_BYTES + 1];
  memcpy(head, journal.ptr, line);
  head[line] = 0;
  char *at = head;
  size_t name = strtoull(at, &at, 10), old = strtoull(at, &at, 10), new = strtoull(at, &at, 10);
  if (at != head + line) return false;
  sx_str rest = sx_str_slice(journal, line + 1, journal.len);
  if (name != 1 || !rest.len || rest.ptr[0] != 'a') return false;
  if (old > rest.len || new > rest.len || name + old + new != rest.len) return false;
  *before = sx_str_slice(rest, 1, 1 + old);
  *after = sx_str_slice(rest, 1 + old, rest.len);
  return true;
}

static void check_file(sx_str was, sx_str now, bool has_numbers, sx_str journal) {
  sx_str before = SX_STR(""), after = SX_STR("");
  if (sx_str_is_equal(was, now)) return;
  check(has_numbers && read_journal(journal, &before, &after));
  check(sx_str_is_equal(now, after) && !sx_str_is_equal(was, before));
  size_t same = 0;
  while (same < was.len && same < after.len && was.ptr[same] == after.ptr[same]) same++;
  sx_str tail = sx_str_slice(was, same, was.len);
  check(!tail.len || sx_str_has_suffix(before, tail));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[256], journal_path[256], other[256], outside[256], head[128] = "";
  char bytes[2 * MAX_BYTES];
  struct stat own, file;
  if (size < 1 || size > MAX_BYTES) return 0;
  sx_str all = sx_str_make((const char *)data + 1, size - 1);
  size_t cut = sx_str_find_char(all, 0, 0);
  sx_str was = sx_str_slice(all, 0, cut);
  sx_str rest = cut == SX_STR_NONE ? SX_STR("") : sx_str_slice(all, cut + 1, all.len);
  bool has_numbers = data[0] & 1;
  make_folders();
  put(path, inner, "a", "", was);
  put(other, inner, "other", "", SX_STR("other"));
  put(outside, folder, "outside", "", SX_STR("outside"));
  put(journal_path, inner, JOURNAL, "", SX_STR(""));
  check(stat(journal_path, &own) == 0 && stat(path, &file) == 0);
  if (has_numbers)
    snprintf(head, sizeof head, "sextant redo %llu %llu ", (unsigned long long)own.st_ino,
             (unsigned long long)file.st_ino);
  put(journal_path, inner, JOURNAL, head, rest);

  /* A file without this text is not replaced: it is only finished. */
  sx_str expected = SX_STR("\1never\1"), text = SX_STR("x");
  sx_status status = sx_file_replace(sx_str_from(path), &expected, 1, &text, 1, NULL);
  check(status == SX_CONFLICT || sx_str_is_equal(was, expected));
  if (!sx_str_is_equal(was, expected)) check_file(was, get(path, bytes), has_numbers, rest);
  check(sx_str_is_equal(get(other, bytes), SX_STR("other")));
  check(sx_str_is_equal(get(outside, bytes), SX_STR("outside")));
  return 0;
}
