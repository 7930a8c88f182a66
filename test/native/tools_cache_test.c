#include "base/mem.h"
#include "harness.h"
#include "os/file.h"
#include "temp_files.h"
#include "engine/cache.h"

#include <stdio.h>
#include <uv.h>

static void free_cache(void *context) {
  sx_cache_free(context);
}

static sx_cache *new_cache(void) {
  sx_cache *cache = sx_cache_new();
  if (cache) sx_test_defer(free_cache, cache);
  return cache;
}

static void put(sx_cache *cache, const char *key, uint64_t generation, const char *text,
                const struct sx_dependency *files, size_t count) {
  sx_result result = {.code = "found",
                      .is_truncated = true,
                      .text = (char *)text,
                      .text_len = strlen(text),
                      .facts = (char *)"{\"a\":1}",
                      .facts_len = 7};
  sx_cache_put(cache, sx_str_from(key), generation, &result, files, count);
}

/* The kept text in the case's arena; empty when there is none. */
static sx_str find(sx_cache *cache, const char *key, uint64_t generation) {
  sx_result result = {0};
  if (!sx_cache_find(cache, sx_str_from(key), generation, &result)) return SX_STR("");
  sx_str text = sx_arena_dup(sx_test_arena(), sx_str_make(result.text, result.text_len));
  bool is_whole = result.is_truncated && strcmp(result.code, "found") == 0 &&
                  strcmp(result.facts, "{\"a\":1}") == 0 && result.text[result.text_len] == 0;
  sx_free(result.text);
  sx_free(result.facts);
  return is_whole ? text : SX_STR("(not whole)");
}

/* Without memory an answer is not kept, and one that is kept is not found: no harm is done. */
#define EXPECT_KEPT(found, expected)                                                               \
  do {                                                                                             \
    sx_str kept = (found);                                                                         \
    if (sx_test_is_failing_allocations() && !kept.len) return;                                     \
    SX_EXPECT_TEXT(kept, expected);                                                                \
  } while (0)

SX_TEST(keeps_answers) {
  sx_cache *cache = new_cache();
  SX_EXPECT_ALLOC(cache);
  SX_EXPECT_TEXT(find(cache, "a", 1), "");
  put(cache, "a", 1, "answer", NULL, 0);
  EXPECT_KEPT(find(cache, "a", 1), "answer");
  EXPECT_KEPT(find(cache, "a", 1), "answer");
  SX_EXPECT_TEXT(find(cache, "b", 1), "");
  put(cache, "a", 1, "another", NULL, 0);
  EXPECT_KEPT(find(cache, "a", 1), "another");
}

SX_TEST(an_event_makes_it_old) {
  sx_cache *cache = new_cache();
  SX_EXPECT_ALLOC(cache);
  put(cache, "a", 1, "answer", NULL, 0);
  SX_EXPECT_TEXT(find(cache, "a", 2), "");
  SX_EXPECT_TEXT(find(cache, "a", 0), "");
}

static struct sx_dependency depend_on(sx_str path) {
  sx_file_info info;
  sx_status status = sx_file_stat(&info, path, NULL);
  return (struct sx_dependency){path, status ? 0 : info.size_bytes, info.mtime_ns, info.inode,
                                false};
}

SX_TEST(a_changed_file_makes_it_old) {
  sx_cache *cache = new_cache();
  SX_EXPECT_ALLOC(cache);
  sx_str folder = temp_folder();
  sx_str first = temp_file(folder, "first", SX_STR("x"));
  sx_str second = temp_file(folder, "second", SX_STR("x"));
  struct sx_dependency files[] = {depend_on(first), depend_on(second)};
  put(cache, "a", 1, "answer", files, 2);
  EXPECT_KEPT(find(cache, "a", 1), "answer");
  temp_file(folder, "second", SX_STR("xy"));
  SX_EXPECT_TEXT(find(cache, "a", 1), "");
  files[1] = depend_on(second);
  put(cache, "a", 1, "answer", files, 2);
  EXPECT_KEPT(find(cache, "a", 1), "answer");
  remove(first.ptr);
  SX_EXPECT_TEXT(find(cache, "a", 1), "");
}

/* Same size and, as far as the clock can tell, same time: the file itself is another one. */
SX_TEST(a_replaced_file_makes_it_old) {
  sx_cache *cache = new_cache();
  SX_EXPECT_ALLOC(cache);
  sx_str folder = temp_folder();
  sx_str path = temp_file(folder, "a", SX_STR("x"));
  struct sx_dependency file = depend_on(path);
  put(cache, "a", 1, "answer", &file, 1);
  sx_str other = temp_file(folder, "b", SX_STR("y"));
  SX_EXPECT_INT(rename(other.ptr, path.ptr), 0);
  SX_EXPECT_TEXT(find(cache, "a", 1), "");
}

SX_TEST(is_bounded) {
  sx_cache *cache = new_cache();
  SX_EXPECT_ALLOC(cache);
  char key[32], *big = sx_test_memory(65 * 1024);
  size_t kept = 0;
  for (int i = 0; i < 2000; i++) {
    snprintf(key, sizeof key, "key %d", i);
    put(cache, key, 1, "answer", NULL, 0);
  }
  for (int i = 0; i < 2000; i++) {
    snprintf(key, sizeof key, "key %d", i);
    kept += find(cache, key, 1).len > 0;
  }
  SX_EXPECT(kept <= 256);
  if (!sx_test_is_failing_allocations()) SX_EXPECT(kept > 200);
  memset(big, 'x', 65 * 1024 - 1);
  put(cache, "big", 1, big, NULL, 0);
  SX_EXPECT_TEXT(find(cache, "big", 1), "");
}

static void use_cache(void *context) {
  sx_cache *cache = context;
  char key[32];
  for (int i = 0; i < 2000; i++) {
    snprintf(key, sizeof key, "key %d", i % 300);
    put(cache, key, 1, key, NULL, 0);
    sx_result result = {0};
    if (!sx_cache_find(cache, sx_str_from(key), 1, &result)) continue;
    if (strcmp(result.text, key) != 0) sx_test_fail(__FILE__, __LINE__, "%s", result.text);
    sx_free(result.text);
    sx_free(result.facts);
  }
}

SX_TEST(serves_many_threads) {
  sx_cache *cache = new_cache();
  SX_EXPECT_ALLOC(cache);
  if (sx_test_is_failing_allocations()) return;
  uv_thread_t threads[4];
  for (size_t i = 0; i < 4; i++) uv_thread_create(&threads[i], use_cache, cache);
  for (size_t i = 0; i < 4; i++) uv_thread_join(&threads[i]);
}

SX_SUITE(tools_cache_test, SX_CASE(keeps_answers), SX_CASE(an_event_makes_it_old),
         SX_CASE(a_changed_file_makes_it_old), SX_CASE(a_replaced_file_makes_it_old),
         SX_CASE(is_bounded), SX_CASE(serves_many_threads));
