/*
 * Fuzz target: what is known of changed files, after any turns of the watch and the editor.
 *
 * Two bytes are an act and a path. A path that is taken has changed since it was last taken, is
 * there once, and the count is that of the rest.
 */
#include "workspace/file_log.h"

#include <stdint.h>
#include <stdio.h>

#define MAX_BYTES 1024
#define PATHS 24

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/* Folders within folders: "/w/a/b/2". */
static sx_str path_of(size_t i, char out[32]) {
  static const char *const folders[] = {"/w", "/w/a", "/w/a/b", "/w/c"};
  int len = snprintf(out, 32, i % 6 ? "%s/%zu" : "%s", folders[i / 6 % 4], i % 6);
  return sx_str_make(out, (size_t)len);
}

static size_t index_of(sx_str path) {
  char name[32];
  for (size_t i = 0; i < PATHS; i++)
    if (sx_str_is_equal(path_of(i, name), path)) return i;
  return PATHS;
}

static void take(sx_file_log *log, size_t max, bool *is_changed) {
  sx_arena arena;
  sx_strs taken;
  sx_arena_init(&arena, 1 << 20);
  size_t before = sx_file_log_count_changed(log);
  check(sx_file_log_take_changed(log, max, &taken, &arena) == SX_OK);
  check(taken.len == (before < max ? before : max));
  for (size_t i = 0; i < taken.len; i++) {
    size_t index = index_of(taken.items[i]);
    check(index < PATHS && is_changed[index]);
    is_changed[index] = false;
  }
  check(sx_file_log_count_changed(log) <= before - taken.len);
  sx_arena_release(&arena);
}

static void act(sx_file_log *log, unsigned what, size_t index, bool *is_changed) {
  char name[32];
  sx_str path = path_of(index % PATHS, name);
  sx_file_info info = {.exists = what & 1};
  sx_file_turn turn = {path, what & 1, what & 2, (index / PATHS) * 400u};
  switch (what / 4 % 8) {
  case 0: sx_file_log_add_changed(log, path); break;
  case 1: sx_file_log_tell(log, path, (sx_file_news)(what % 3)); break;
  case 2: sx_file_log_await(log, &turn); break;
  case 3: (void)sx_file_log_is_awaiting(log); break;
  case 4: take(log, what % 5, is_changed); break;
  case 5: sx_file_log_care(log, path, what & 1 ? &info : NULL); break;
  case 6: check(!sx_file_log_take_lost(log)); break;
  default: check(sx_file_log_reported_at(log, path) <= sx_file_log_changed_at(log) + 1); break;
  }
  if (what / 4 % 8 < 2) is_changed[index_of(path)] = true;
  if (what / 4 % 8 == 1) check(sx_file_log_reported_at(log, path) || what % 3 == 0);
  if (what / 4 % 8 == 5) check(sx_file_log_is_cared(log, path));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bool is_changed[PATHS + 1] = {false};
  if (size > MAX_BYTES) return 0;
  sx_file_log *log = sx_file_log_new();
  check(log != NULL);
  for (size_t i = 0; i + 1 < size; i += 2) act(log, data[i], data[i + 1], is_changed);
  take(log, SIZE_MAX, is_changed);
  check(sx_file_log_count_changed(log) == 0);
  sx_file_log_free(log);
  return 0;
}
