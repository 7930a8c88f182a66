#include "meaning/vector_cache.h"

#include "base/buf.h"

#include "harness.h"
#include "temp_files.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- numbers ----------------------------------------------------------------------------------
 */

static bool is_near(float a, float b) {
  return fabsf(a - b) < 1e-6f;
}

SX_TEST(lengths_become_one) {
  float small[] = {3e-30f, 4e-30f}, large[] = {3e38f, -3e38f, 0}, zeros[] = {0, 0};
  float wrong[] = {1, NAN}, endless[] = {1, INFINITY};
  SX_EXPECT(sx_vector_normalize(small, 2) && is_near(small[0], 0.6f) && is_near(small[1], 0.8f));
  SX_EXPECT(sx_vector_normalize(large, 3) && is_near(large[0], sqrtf(0.5f)));
  SX_EXPECT(!sx_vector_normalize(zeros, 2) && !sx_vector_normalize(zeros, 0));
  SX_EXPECT(!sx_vector_normalize(wrong, 2) && !sx_vector_normalize(endless, 2));
}

SX_TEST(the_cosine_is_that_of_the_angle) {
  float a[] = {1, 2, 3, 4, 5, 6, 7}, b[] = {7, -6, 5, -4, 3, -2, 1};
  double product = 0, one = 0, other = 0;
  for (uint32_t len = 1; len <= 7; len++) {
    float x[7], y[7];
    product += (double)a[len - 1] * (double)b[len - 1];
    one += (double)a[len - 1] * (double)a[len - 1];
    other += (double)b[len - 1] * (double)b[len - 1];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    SX_EXPECT(sx_vector_normalize(x, len) && sx_vector_normalize(y, len));
    float cosine = sx_vector_cosine((sx_vector){x, len}, (sx_vector){y, len});
    SX_EXPECT(is_near(cosine, (float)(product / sqrt(one * other))));
    SX_EXPECT(is_near(sx_vector_cosine((sx_vector){x, len}, (sx_vector){x, len}), 1));
    SX_EXPECT(sx_vector_cosine((sx_vector){x, len}, (sx_vector){y, len - 1}) == 0.0f);
  }
  SX_EXPECT(sx_vector_cosine((sx_vector){NULL, 1}, (sx_vector){a, 1}) == 0.0f);
}

SX_TEST(scores_are_half_words_and_half_meaning) {
  const sx_blend all[] = {{.local = 0.8f, .prior = 1, .cosine = 0.2f, .has_cosine = true},
                          {.local = 0.4f, .prior = 1, .cosine = 0.7f, .has_cosine = true},
                          {.local = 0.4f, .prior = 0.6f, .cosine = 0.7f, .has_cosine = true},
                          {.local = 0.2f, .prior = 1, .cosine = 0.45f, .has_cosine = true},
                          {.local = 0.2f, .prior = 1, .cosine = 0.9f}};
  const float expected[] = {0.5f, 0.75f, 0.55f, 0.375f, 0.125f};
  float scores[5];
  sx_blend_scores(all, 5, scores);
  for (size_t i = 0; i < 5; i++) SX_EXPECT(is_near(scores[i], expected[i]));
}

SX_TEST(scores_need_neither_words_nor_differences) {
  const sx_blend same[] = {{.local = 0.5f, .prior = 1, .cosine = 0.3f, .has_cosine = true},
                           {.local = 0.25f, .prior = 1, .cosine = 0.3f, .has_cosine = true}};
  const sx_blend none[] = {{.local = 0, .prior = 1}};
  float scores[2];
  sx_blend_scores(same, 2, scores);
  SX_EXPECT(is_near(scores[0], 0.5f) && is_near(scores[1], 0.25f));
  sx_blend_scores(none, 1, scores);
  SX_EXPECT(scores[0] == 0.0f);
  sx_blend_scores(none, 0, scores);
}

/* ---- the cache --------------------------------------------------------------------------------
 */

#define MAX_BYTES ((uint64_t)1 << 20)
#define LEN 64

typedef struct scene {
  sx_str folder;
  sx_vector_cache *cache;
} scene;

static void close_scene(void *arg) {
  sx_vector_cache_close(((scene *)arg)->cache);
}

static sx_status open_cache(scene *s) {
  sx_vector_cache_close(s->cache);
  s->cache = NULL;
  return sx_vector_cache_open(&s->cache, s->folder, MAX_BYTES, sx_test_err());
}

static scene *new_scene(void) {
  scene *s = sx_test_memory(sizeof *s);
  *s = (scene){.folder = temp_path(temp_folder(), "below/embeddings")};
  sx_test_defer(close_scene, s);
  return s;
}

static const char *file_of(const scene *s, const char *name) {
  return temp_path(s->folder, name).ptr;
}

static bool is_there(const scene *s, const char *name) {
  return access(file_of(s, name), F_OK) == 0;
}

static sx_status key_of(size_t i, sx_vector_key *out) {
  char text[32];
  int len = snprintf(text, sizeof text, "text %zu", i);
  return sx_vector_key_make(out, SX_STR("http://a/"), SX_STR("model"),
                            sx_str_make(text, (size_t)len));
}

static void fill(float *items, size_t i) {
  for (size_t k = 0; k < LEN; k++) items[k] = (float)(i + 1) / (float)(k + 1);
}

#define MOST 200

static sx_status put(scene *s, size_t first, size_t count) {
  static float items[MOST][LEN];
  sx_vector_key keys[MOST];
  sx_vector vectors[MOST];
  sx_status status = SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    fill(items[i], first + i);
    vectors[i] = (sx_vector){items[i], LEN};
    status = key_of(first + i, &keys[i]);
  }
  return status ? status : sx_vector_cache_put(s->cache, keys, vectors, count, sx_test_err());
}

/* How many are known, each as it was put; SIZE_MAX where one is not. */
static sx_status count_known(scene *s, size_t first, size_t count, size_t *known) {
  sx_vector_key key;
  sx_vector found;
  float expected[LEN];
  sx_status status = SX_OK;
  *known = 0;
  for (size_t i = 0; i < count && !status; i++) {
    status = key_of(first + i, &key);
    if (!status)
      status = sx_vector_cache_find(s->cache, &key, 1, &found, sx_test_arena(), sx_test_err());
    if (status || !found.items) continue;
    fill(expected, first + i);
    bool is_right = found.len == LEN;
    for (size_t k = 0; k < LEN && is_right; k++) is_right = found.items[k] == expected[k];
    *known = is_right && *known != SIZE_MAX ? *known + 1 : SIZE_MAX;
  }
  return status;
}

/* A cache may lose what there was no memory for, and never has a wrong vector. */
static sx_status check_known(scene *s, size_t first, size_t count, size_t expected) {
  size_t known;
  sx_status status = count_known(s, first, count, &known);
  bool is_as_expected = known == expected;
  if (sx_test_is_failing_allocations()) is_as_expected = known != SIZE_MAX;
  if (status || is_as_expected) return status;
  return sx_fail(sx_test_err(), SX_INTERNAL, "%zu are known, not %zu.", known, expected);
}

SX_TEST(vectors_are_kept_over_restarts) {
  scene *s = new_scene();
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(check_known(s, 0, 20, 0));
  SX_EXPECT_OK(put(s, 0, 10));
  SX_EXPECT_OK(put(s, 5, 10));
  SX_EXPECT_OK(check_known(s, 0, 20, 15));
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(check_known(s, 0, 20, 15));
  if (sx_test_is_failing_allocations()) return;
  struct stat info;
  SX_EXPECT(stat(file_of(s, SX_VECTOR_CACHE_FILE), &info) == 0 && (info.st_mode & 077) == 0);
}

SX_TEST(a_key_is_of_text_model_and_server) {
  sx_vector_key keys[4];
  SX_EXPECT_OK(sx_vector_key_make(&keys[0], SX_STR("a"), SX_STR("b"), SX_STR("c")));
  SX_EXPECT_OK(sx_vector_key_make(&keys[1], SX_STR("ab"), SX_STR(""), SX_STR("c")));
  SX_EXPECT_OK(sx_vector_key_make(&keys[2], SX_STR("a"), SX_STR("bc"), SX_STR("")));
  SX_EXPECT_OK(sx_vector_key_make(&keys[3], SX_STR("a"), SX_STR("b"), SX_STR("d")));
  for (size_t i = 0; i < 4; i++)
    for (size_t k = 0; k < i; k++)
      SX_EXPECT(keys[i].hash != keys[k].hash && keys[i].proof != keys[k].proof);
}

SX_TEST(another_text_of_the_same_hash_is_not_taken_for_it) {
  scene *s = new_scene();
  sx_vector_key key;
  sx_vector found;
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(put(s, 0, 1));
  SX_EXPECT_OK(key_of(0, &key));
  key.proof++;
  SX_EXPECT_OK(sx_vector_cache_find(s->cache, &key, 1, &found, sx_test_arena(), sx_test_err()));
  SX_EXPECT(!found.items);
}

SX_TEST(two_windows_share_them) {
  scene *s = new_scene(), *other = new_scene();
  other->folder = s->folder;
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(open_cache(other));
  SX_EXPECT_OK(put(s, 0, 10));
  SX_EXPECT_OK(check_known(other, 0, 20, 10));
  SX_EXPECT_OK(put(other, 10, 10));
  SX_EXPECT_OK(check_known(s, 0, 20, 20));
}

SX_TEST(the_oldest_are_removed) {
  scene *s = new_scene();
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(open_cache(s));
  for (size_t i = 0; i < 8000; i += 100) SX_EXPECT_OK(put(s, i, 100));
  struct stat info;
  size_t known;
  SX_EXPECT(stat(file_of(s, SX_VECTOR_CACHE_FILE), &info) == 0);
  SX_EXPECT((uint64_t)info.st_size <= MAX_BYTES);
  SX_EXPECT_OK(check_known(s, 7900, 100, 100));
  SX_EXPECT_OK(check_known(s, 0, 100, 0));
  SX_EXPECT_OK(count_known(s, 0, 8000, &known));
  SX_EXPECT(known > 1000 && known < 4000);
}

static void write_file(const char *path, const char *bytes, size_t len) {
  FILE *file = fopen(path, "wb");
  if (!file) return;
  (void)!fwrite(bytes, 1, len, file);
  fclose(file);
}

SX_TEST(a_file_of_other_bytes_is_set_aside) {
  static char bytes[3][20000];
  memset(bytes[1], 'x', sizeof bytes[1]);
  memcpy(bytes[2], "SQLite format 3", 16);
  for (size_t i = 0; i < 3; i++) {
    scene *s = new_scene();
    SX_EXPECT_OK(open_cache(s));
    SX_EXPECT_OK(put(s, 0, 10));
    sx_vector_cache_close(s->cache);
    s->cache = NULL;
    if (sx_test_is_failing_allocations()) return;
    write_file(file_of(s, SX_VECTOR_CACHE_FILE), bytes[i], sizeof bytes[i]);
    SX_EXPECT_OK(open_cache(s));
    SX_EXPECT_OK(check_known(s, 0, 10, 0));
    SX_EXPECT(is_there(s, SX_VECTOR_CACHE_DAMAGED));
    SX_EXPECT_OK(put(s, 0, 10));
    SX_EXPECT_OK(open_cache(s));
    SX_EXPECT_OK(check_known(s, 0, 10, 10));
  }
}

static sx_status change(const scene *s, const char *sql) {
  sqlite3 *db;
  if (sqlite3_open(file_of(s, SX_VECTOR_CACHE_FILE), &db)) return SX_IO;
  int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  sqlite3_close(db);
  return code ? SX_CORRUPT : SX_OK;
}

/* While it is open, too. */
SX_TEST(rows_that_are_not_whole_set_the_file_aside) {
  static const char *const changes[] = {"UPDATE vector SET value = zeroblob(length(value))",
                                        "UPDATE vector SET value = x'00'",
                                        "UPDATE vector SET value = ''",
                                        "UPDATE vector SET value = zeroblob(40000)",
                                        "UPDATE vector SET sum = sum + 1",
                                        "UPDATE vector SET value = 'text'"};
  if (sx_test_is_failing_allocations()) return;
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    scene *s = new_scene();
    SX_EXPECT_OK(open_cache(s));
    SX_EXPECT_OK(put(s, 0, 10));
    SX_EXPECT_OK(change(s, changes[i]));
    SX_EXPECT_OK(check_known(s, 0, 10, 0));
    SX_EXPECT(is_there(s, SX_VECTOR_CACHE_DAMAGED));
    SX_EXPECT_OK(put(s, 0, 10));
    SX_EXPECT_OK(check_known(s, 0, 10, 10));
  }
}

SX_TEST(another_version_is_set_aside) {
  if (sx_test_is_failing_allocations()) return;
  scene *s = new_scene();
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(put(s, 0, 10));
  SX_EXPECT_OK(change(s, "PRAGMA user_version = 99"));
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(check_known(s, 0, 10, 0));
  SX_EXPECT(is_there(s, SX_VECTOR_CACHE_DAMAGED));
}

/* Pages of a database, some bytes of which are others: a vector is right, or it is not known. */
SX_TEST(damage_anywhere_never_gives_another_vector) {
  if (sx_test_is_failing_allocations()) return;
  scene *s = new_scene();
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(put(s, 0, 200));
  sx_vector_cache_close(s->cache);
  s->cache = NULL;
  enum { MOST_BYTES = 1 << 18 };
  char *whole = sx_test_memory(MOST_BYTES), *damaged = sx_test_memory(MOST_BYTES);
  FILE *file = fopen(file_of(s, SX_VECTOR_CACHE_FILE), "rb");
  SX_EXPECT(file != NULL);
  size_t len = fread(whole, 1, MOST_BYTES, file);
  fclose(file);
  for (size_t round = 0; round < 200; round++) {
    memcpy(damaged, whole, len);
    for (size_t i = sx_test_below(20) + 1; i; i--)
      damaged[sx_test_below(len)] ^= (char)(sx_test_below(255) + 1);
    size_t kept = round % 4 ? len : sx_test_below(len);
    write_file(file_of(s, SX_VECTOR_CACHE_FILE), damaged, kept);
    SX_EXPECT_OK(open_cache(s));
    size_t known;
    SX_EXPECT_OK(count_known(s, 0, 200, &known));
    SX_EXPECT(known != SIZE_MAX);
    SX_EXPECT_OK(put(s, 0, 200));
    SX_EXPECT_OK(count_known(s, 0, 200, &known));
    SX_EXPECT(known != SIZE_MAX);
    sx_vector_cache_close(s->cache);
    s->cache = NULL;
  }
}

SX_TEST(without_a_folder_they_end_with_the_window) {
  scene *s = new_scene();
  s->folder = SX_STR("");
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(put(s, 0, 10));
  SX_EXPECT_OK(check_known(s, 0, 10, 10));
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(check_known(s, 0, 10, 0));
}

SX_TEST(what_is_in_the_way_is_left_there) {
  scene *s = new_scene();
  sx_str above = temp_folder();
  temp_file(above, "file", SX_STR("mine"));
  s->folder = temp_path(above, "file/embeddings");
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(put(s, 0, 10));
  SX_EXPECT_OK(check_known(s, 0, 10, 10));
  s->folder = temp_folder();
  SX_EXPECT(mkfifo(file_of(s, SX_VECTOR_CACHE_FILE), 0600) == 0);
  SX_EXPECT_OK(open_cache(s));
  SX_EXPECT_OK(put(s, 0, 10));
  SX_EXPECT_OK(check_known(s, 0, 10, 10));
}

SX_SUITE(meaning_vector_test, SX_CASE(lengths_become_one), SX_CASE(the_cosine_is_that_of_the_angle),
         SX_CASE(scores_are_half_words_and_half_meaning),
         SX_CASE(scores_need_neither_words_nor_differences),
         SX_CASE(vectors_are_kept_over_restarts), SX_CASE(a_key_is_of_text_model_and_server),
         SX_CASE(another_text_of_the_same_hash_is_not_taken_for_it),
         SX_CASE(two_windows_share_them), SX_CASE(the_oldest_are_removed),
         SX_CASE(a_file_of_other_bytes_is_set_aside),
         SX_CASE(rows_that_are_not_whole_set_the_file_aside), SX_CASE(another_version_is_set_aside),
         SX_LONG_CASE(damage_anywhere_never_gives_another_vector),
         SX_CASE(without_a_folder_they_end_with_the_window),
         SX_CASE(what_is_in_the_way_is_left_there));
