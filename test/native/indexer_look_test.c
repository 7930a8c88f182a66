/*
 * How the indexer finds the files that it must read. It is a program of its own and not in the
 * engine that the other tests link, so its sources are included here.
 */
#include "indexer/look.c"
#include "indexer/plan.c"

#include "harness.h"
#include "temp_files.h"

#include "index/build.h"

#include <unistd.h>
#include <utime.h>

typedef struct scene {
  sx_str root, folder; /* the files, and where segments are written */
  sx_index_store store;
  sx_indexer_paths list; /* without bytes of its own */
  sx_indexer_files files;
} scene;

static void free_scene(void *arg) {
  scene *s = arg;
  sx_index_store_close(&s->store);
  sx_indexer_files_release(&s->files);
}

static scene *new_scene(void) {
  scene *s = sx_test_memory(sizeof *s);
  *s = (scene){.root = temp_folder(), .folder = temp_folder()};
  sx_test_defer(free_scene, s);
  return s;
}

/** A file with so many bytes, which was written long ago. */
static void write_file(const scene *s, const char *name, size_t bytes) {
  char *text = sx_test_memory(bytes);
  memset(text, 'x', bytes);
  sx_str path = temp_file(s->root, name, sx_str_make(text, bytes));
  utime(path.ptr, &(struct utimbuf){1000000000, 1000000000 + (time_t)bytes});
}

/** Rows of a mark and a path, with spaces between them. */
static sx_status read_list(scene *s, const char *rows) {
  s->list = (sx_indexer_paths){0};
  while (*rows) {
    size_t len = strcspn(rows, " ");
    sx_status status =
        sx_strs_add(&s->list.paths, sx_str_make(rows + 1, len - 1), sx_test_arena(), sx_test_err());
    if (status) return status;
    rows += len + (rows[len] == ' ');
  }
  return SX_OK;
}

static sx_status build(const scene *s, const char *rows, const sx_index_entry *gone,
                       sx_index_segment **out) {
  static unsigned count;
  char name[32];
  scene own = *s;
  sx_status status = read_list(&own, rows);
  snprintf(name, sizeof name, "segment-%u", ++count);
  const sx_index_build wanted = {.root = s->root,
                                 .paths = &own.list.paths,
                                 .gone = gone,
                                 .gone_count = gone != NULL,
                                 .to = temp_path(s->folder, name).ptr,
                                 .scratch = temp_path(s->folder, "scratch").ptr,
                                 .threads = 1,
                                 .trusts_young = true};
  sx_index_built built;
  if (!status) status = sx_index_build_run(&wanted, &built, sx_test_err());
  return status ? status : sx_index_segment_open(out, wanted.to, sx_test_err());
}

/** Four files of 1, 2, 3 and 4 bytes, and the base that has them. */
static sx_status make_base(scene *s) {
  static const char *const names[] = {"a", "b/c", "b/d", "e"};
  for (size_t i = 0; i < 4; i++) write_file(s, names[i], i + 1);
  return build(s, "?a ?b/c ?b/d ?e", NULL, &s->store.base);
}

static sx_status look(scene *s, const char *rows, bool looks_at_all) {
  sx_indexer_files_release(&s->files);
  sx_status status = read_list(s, rows);
  return status ? status : sx_indexer_look(&s->files, &s->list, &s->store, s->root, looks_at_all);
}

/** A row for each path: its number in the base, its size, and whether it was looked at. */
static void expect_files(const scene *s, const char *expected) {
  sx_buf *out = sx_test_buf();
  size_t looked = 0;
  for (size_t i = 0; i < s->list.paths.len; i++) {
    const sx_swept *file = &s->files.swept[i];
    bool is_looked = looked < s->files.looked_count && s->files.looked[looked] == i;
    looked += is_looked;
    sx_buf_addf(out, "%.*s", SX_STR_ARG(s->list.paths.items[i]));
    if (s->files.in_base && s->files.in_base[i] != SX_NOT_IN_BASE)
      sx_buf_addf(out, " %u", s->files.in_base[i]);
    if (file->is_file) sx_buf_addf(out, " %uB", (unsigned)file->size_bytes);
    sx_buf_addf(out, "%s\n", is_looked ? " looked" : "");
  }
  SX_EXPECT_OK(out->status);
  SX_EXPECT_SIZE(looked, s->files.looked_count);
  SX_EXPECT_STR(sx_buf_str(out), sx_str_from(expected));
}

SX_TEST(looks_at_files_with_that_mark_alone) {
  scene *s = new_scene();
  SX_EXPECT_OK(make_base(s));
  write_file(s, "a", 11);
  write_file(s, "b/c", 12);
  SX_EXPECT_OK(look(s, "=a ?b/c =b/d", false));
  expect_files(s, "a 0 1B\nb/c 1 12B looked\nb/d 2 3B\n");
  SX_EXPECT_INT((int)s->files.is_here[0], 7); /* not e, which the list lacks */
  SX_EXPECT_INT((int)s->files.base_bytes, 10);
  SX_EXPECT_OK(look(s, "=a ?b/c =b/d", true));
  expect_files(s, "a 0 11B looked\nb/c 1 12B looked\nb/d 2 3B looked\n");
  SX_EXPECT_INT((int)s->files.is_here[0], 7);
}

SX_TEST(looks_at_files_that_the_base_does_not_know) {
  scene *s = new_scene();
  SX_EXPECT_OK(make_base(s));
  write_file(s, "b/cc", 20);
  write_file(s, "f", 21);
  unlink(temp_path(s->root, "b/d").ptr);
  SX_EXPECT_OK(look(s, "=a =b/cc ?b/d =f", false));
  expect_files(s, "a 0 1B\nb/cc 20B looked\nb/d 2 looked\nf 21B looked\n");
  SX_EXPECT_INT((int)s->files.is_here[0], 1);
}

SX_TEST(looks_at_files_of_the_delta) {
  scene *s = new_scene();
  sx_index_entry gone;
  SX_EXPECT_OK(make_base(s));
  SX_EXPECT_OK(sx_index_segment_get(s->store.base, 3, &gone));
  gone.state = SX_INDEX_GONE;
  write_file(s, "b/c", 12);
  SX_EXPECT_OK(build(s, "?b/c ?new", &gone, &s->store.delta));
  SX_EXPECT_OK(look(s, "=a =b/c =b/d =e", false));
  expect_files(s, "a 0 1B\nb/c 1 12B looked\nb/d 2 3B\ne 3 4B looked\n");
}

SX_TEST(looks_at_files_whose_state_was_not_known) {
  scene *s = new_scene();
  write_file(s, "a", 1);
  /* Missing when it was read: its entry has no stamp. */
  SX_EXPECT_OK(build(s, "?a ?b", NULL, &s->store.base));
  write_file(s, "b", 2);
  SX_EXPECT_OK(look(s, "=a =b", false));
  expect_files(s, "a 0 1B\nb 1 2B looked\n");
}

SX_TEST(looks_at_all_without_a_base) {
  scene *s = new_scene();
  write_file(s, "a", 1);
  SX_EXPECT_OK(look(s, "=a =b", false));
  expect_files(s, "a 1B looked\nb looked\n");
  SX_EXPECT(!s->files.in_base && !s->files.is_here);
}

/* ---- marks and plans --------------------------------------------------------------------- */

#define FILES 40

typedef struct tree {
  size_t bytes[FILES]; /* 0: the file is not there */
  bool is_touched[FILES];
} tree;

static void change_files(const scene *s, tree *t, size_t count) {
  char name[32];
  for (size_t i = 0; i < count; i++) {
    size_t file = sx_test_below(FILES);
    snprintf(name, sizeof name, "%02zu", file);
    t->bytes[file] = sx_test_below(4) ? t->bytes[file] + 1 + sx_test_below(100) : 0;
    t->is_touched[file] = true;
    if (t->bytes[file])
      write_file(s, name, t->bytes[file]);
    else
      unlink(temp_path(s->root, name).ptr);
  }
}

/** The list; files that were not touched have either mark. */
static const char *write_rows(const tree *t) {
  size_t room = (size_t)FILES * 4 + 1, len = 0;
  char *rows = sx_test_memory(room);
  *rows = '\0';
  for (size_t i = 0; i < FILES; i++) {
    if (!t->bytes[i] && !(t->is_touched[i] && sx_test_below(2))) continue;
    char mark = t->is_touched[i] || !sx_test_below(4) ? '?' : '=';
    len += (size_t)snprintf(rows + len, room - len, "%s%c%02zu", len ? " " : "", mark, i);
  }
  return rows;
}

static sx_status make_plan(scene *s, sx_indexer_plan *out, const char *rows, bool looks_at_all) {
  sx_status status = look(s, rows, looks_at_all);
  if (status) return status;
  return sx_indexer_plan_make(out, &s->store, &s->list.paths, &s->files, sx_test_arena());
}

static void expect_same_plan(const sx_indexer_plan *a, const sx_indexer_plan *b) {
  SX_EXPECT_INT(a->kind, b->kind);
  SX_EXPECT_SIZE(a->paths.len, b->paths.len);
  SX_EXPECT_SIZE(a->gone.len, b->gone.len);
  for (size_t i = 0; i < a->paths.len; i++) SX_EXPECT_STR(a->paths.items[i], b->paths.items[i]);
  for (size_t i = 0; i < a->gone.len; i++)
    SX_EXPECT_STR(a->gone.items[i].path, b->gone.items[i].path);
}

/* A new base may be planned by sizes that the list has as unchanged; they are right here. */
static void compare_plans(scene *s, const tree *t) {
  sx_indexer_plan some = {0}, all = {0};
  const char *rows = write_rows(t);
  SX_EXPECT_OK(make_plan(s, &some, rows, false));
  size_t looked = s->files.looked_count;
  SX_EXPECT_OK(make_plan(s, &all, rows, true));
  SX_EXPECT_SIZE(s->files.looked_count, s->list.paths.len);
  SX_EXPECT(looked <= s->files.looked_count);
  expect_same_plan(&some, &all);
}

static sx_status build_delta(scene *s, tree *t) {
  sx_indexer_plan plan;
  sx_status status = make_plan(s, &plan, write_rows(t), true);
  sx_index_segment_free(s->store.delta);
  s->store.delta = NULL;
  if (status || plan.kind != SX_PLAN_DELTA || plan.gone.len > 1) return status;
  size_t room = plan.paths.len * 4 + 1, len = 0;
  char *rows = sx_test_memory(room);
  *rows = '\0';
  for (size_t i = 0; i < plan.paths.len; i++)
    len += (size_t)snprintf(rows + len, room - len, "%s?%.*s", len ? " " : "",
                            SX_STR_ARG(plan.paths.items[i]));
  const sx_index_entry *gone = plan.gone.len ? &plan.gone.items[0] : NULL;
  status = build(s, rows, gone, &s->store.delta);
  if (!status) memset(t->is_touched, 0, sizeof t->is_touched);
  return status;
}

/* A mark saves work, and changes nothing else. */
SX_TEST(plans_the_same_whatever_is_marked_as_unchanged) {
  size_t rounds = sx_test_is_failing_allocations() ? 1 : 12;
  for (size_t round = 0; round < rounds && !sx_test_is_over(); round++) {
    scene *s = new_scene();
    tree t = {{0}, {0}};
    for (size_t i = 0; i < FILES; i++) change_files(s, &t, 3);
    const char *rows = write_rows(&t);
    SX_EXPECT_OK(build(s, rows, NULL, &s->store.base));
    memset(t.is_touched, 0, sizeof t.is_touched);
    for (size_t i = 0; i < 8 && !sx_test_is_over(); i++) {
      compare_plans(s, &t);
      change_files(s, &t, sx_test_below(4));
      compare_plans(s, &t);
      if (sx_test_below(2)) SX_EXPECT_OK(build_delta(s, &t));
    }
  }
}

SX_SUITE(indexer_look_test, SX_CASE(looks_at_files_with_that_mark_alone),
         SX_CASE(looks_at_files_that_the_base_does_not_know), SX_CASE(looks_at_files_of_the_delta),
         SX_CASE(looks_at_files_whose_state_was_not_known), SX_CASE(looks_at_all_without_a_base),
         SX_CASE(plans_the_same_whatever_is_marked_as_unchanged));
