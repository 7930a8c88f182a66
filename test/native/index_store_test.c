#include "harness.h"
#include "temp_files.h"

#include "index/build.h"
#include "index/manifest.h"
#include "index/store.h"
#include "os/file.h"
#include "os/own_folder.h"

#include <unistd.h>
#include <utime.h>

/* A tree of two files, and the store of it with a base and, if asked for, a delta. */
typedef struct scene {
  sx_str root, store;
  sx_index_manifest manifest;
} scene;

static sx_status build(const scene *s, const char *name, sx_str path) {
  const sx_strs paths = {&path, 1, 1};
  const sx_index_build wanted = {.root = s->root,
                                 .paths = &paths,
                                 .to = temp_path(s->store, name).ptr,
                                 .scratch = temp_path(s->store, "scratch").ptr,
                                 .threads = 1,
                                 .trusts_young = true};
  sx_index_built built;
  return sx_index_build_run(&wanted, &built, sx_test_err());
}

static sx_status make_scene(scene *s, uint64_t delta) {
  *s = (scene){.root = temp_folder(), .store = temp_folder()};
  s->manifest = (sx_index_manifest){.generation = 12, .base = 7, .delta = delta, .root = s->root};
  static const char *const names[] = {"a", "b"};
  for (size_t i = 0; i < 2; i++)
    utime(temp_file(s->root, names[i], SX_STR("text\n")).ptr, &(struct utimbuf){5, 7});
  sx_status status = build(s, "base.7", SX_STR("a"));
  if (!status && delta) status = build(s, "delta.9", SX_STR("b"));
  if (!status) status = sx_index_manifest_write(&s->manifest, s->store.ptr, sx_test_err());
  return status;
}

static void close_store(void *arg) {
  sx_index_store_close(arg);
}

static sx_index_store *new_store(void) {
  sx_index_store *store = sx_test_memory(sizeof *store);
  *store = (sx_index_store){0};
  sx_test_defer(close_store, store);
  return store;
}

SX_TEST(opens_what_the_manifest_names) {
  scene s;
  for (uint64_t delta = 0; delta <= 9; delta += 9) {
    SX_EXPECT_OK(make_scene(&s, delta));
    sx_index_store *store = new_store();
    SX_EXPECT_OK(sx_index_store_open(store, s.store.ptr, s.root, sx_test_err()));
    SX_EXPECT_SIZE(store->generation, 12);
    SX_EXPECT_SIZE(sx_index_segment_count(store->base), 1);
    SX_EXPECT_INT(store->delta != NULL, delta != 0);
    uint64_t generation = sx_index_store_generation(s.store.ptr);
    SX_EXPECT(generation == 12 || (generation == 0 && sx_test_is_failing_allocations()));
  }
}

SX_TEST(refuses_what_is_not_whole) {
  scene s;
  SX_EXPECT_OK(make_scene(&s, 9));
  sx_index_store *store = new_store();
  sx_str missing = temp_path(s.store, "missing"), other = temp_folder();
  SX_EXPECT_STATUS(sx_index_store_open(store, missing.ptr, s.root, sx_test_err()), SX_NOT_FOUND);
  SX_EXPECT_SIZE(sx_index_store_generation(missing.ptr), 0);
  SX_EXPECT_STATUS(sx_index_store_open(store, s.store.ptr, other, sx_test_err()), SX_CORRUPT);
  SX_EXPECT_INT(unlink(temp_path(s.store, "delta.9").ptr), 0);
  SX_EXPECT_STATUS(sx_index_store_open(store, s.store.ptr, s.root, sx_test_err()), SX_CORRUPT);
  SX_EXPECT(!store->base && !store->delta);
}

SX_TEST(knows_whether_its_files_are_still_there) {
  scene s;
  static const char *const names[] = {"base.7", "delta.9"};
  for (size_t i = 0; i < 2; i++) {
    SX_EXPECT_OK(make_scene(&s, 9));
    sx_index_store *store = new_store();
    SX_EXPECT_OK(sx_index_store_open(store, s.store.ptr, s.root, sx_test_err()));
    SX_EXPECT(sx_index_store_is_there(store, s.store.ptr));
    SX_EXPECT_INT(unlink(temp_path(s.store, names[i]).ptr), 0);
    if (!sx_test_is_failing_allocations()) SX_EXPECT(!sx_index_store_is_there(store, s.store.ptr));
    s.manifest.generation++;
    SX_EXPECT_OK(sx_index_manifest_write(&s.manifest, s.store.ptr, sx_test_err()));
    SX_EXPECT(sx_index_store_is_there(store, s.store.ptr)); /* a commit removed it */
  }
}

static void expect_damage(const scene *s, sx_str text) {
  sx_index_manifest manifest;
  temp_file(s->store, SX_INDEX_MANIFEST, text);
  SX_EXPECT_STATUS(sx_index_manifest_read(&manifest, s->store.ptr, sx_test_arena(), sx_test_err()),
                   SX_CORRUPT);
  SX_EXPECT_SIZE(sx_index_store_generation(s->store.ptr), 0);
}

SX_TEST(finds_any_damage_of_the_manifest) {
  scene s;
  SX_EXPECT_OK(make_scene(&s, 9));
  sx_str text;
  SX_EXPECT_OK(sx_file_read(&text, temp_path(s.store, SX_INDEX_MANIFEST), 4096, sx_test_arena(),
                            sx_test_err()));
  char *bytes = sx_test_memory(text.len + 1);
  size_t step = sx_test_is_failing_allocations() ? 37 : 1;
  for (size_t at = 0; at < text.len && !sx_test_is_over(); at += step) {
    memcpy(bytes, text.ptr, text.len);
    bytes[at] ^= (char)(1 << sx_test_below(8));
    expect_damage(&s, sx_str_make(bytes, text.len)); /* another byte */
    expect_damage(&s, sx_str_slice(text, 0, at));    /* cut */
    memcpy(bytes, text.ptr, at + 1);
    memcpy(bytes + at + 1, text.ptr + at, text.len - at);
    expect_damage(&s, sx_str_make(bytes, text.len + 1)); /* one byte twice */
  }
}

SX_TEST(keeps_any_root) {
  sx_str folder = temp_folder();
  sx_str roots[] = {SX_STR("/"), SX_STR("/a\nsum 12\n"), SX_STR("/\xff\xfe b"),
                    SX_STR("/root 3\n")};
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
    const sx_index_manifest before = {UINT64_MAX, UINT64_MAX - 1, 1, roots[i]};
    sx_index_manifest after;
    SX_EXPECT_OK(sx_index_manifest_write(&before, folder.ptr, sx_test_err()));
    SX_EXPECT_OK(sx_index_manifest_read(&after, folder.ptr, sx_test_arena(), sx_test_err()));
    SX_EXPECT_STR(after.root, before.root);
    SX_EXPECT(after.generation == before.generation && after.base == before.base &&
              after.delta == before.delta);
    SX_EXPECT(sx_index_manifest_names(&after, SX_STR("delta.1")));
    SX_EXPECT(sx_index_manifest_names(&after, SX_STR("base.18446744073709551614")));
    SX_EXPECT(!sx_index_manifest_names(&after, SX_STR("base.1")));
    SX_EXPECT(!sx_index_manifest_names(&after, SX_STR("delta.0")));
  }
}

SX_TEST(each_root_has_a_folder) {
  sx_str one, other;
  SX_EXPECT_OK(sx_index_store_folder(&one, SX_STR("/storage"), SX_STR("/a"), sx_test_arena()));
  SX_EXPECT_OK(sx_index_store_folder(&other, SX_STR("/storage"), SX_STR("/b"), sx_test_arena()));
  SX_EXPECT(sx_str_has_prefix(one, SX_STR("/storage/index/")));
  SX_EXPECT_SIZE(one.len, strlen("/storage/index/0123456789abcdef"));
  SX_EXPECT(!sx_str_is_equal(one, other));
}

SX_SUITE(index_store_test, SX_CASE(opens_what_the_manifest_names),
         SX_CASE(refuses_what_is_not_whole), SX_CASE(knows_whether_its_files_are_still_there),
         SX_CASE(finds_any_damage_of_the_manifest), SX_CASE(keeps_any_root),
         SX_CASE(each_root_has_a_folder));
