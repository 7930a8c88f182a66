#include "call_scene.h"
#include "harness.h"

#include <stdatomic.h>

static sx_change make_change(call_scene *s, const char *title, sx_str before, sx_str after) {
  sx_change change;
  sx_change_init(&change, &s->call, sx_str_from(title));
  sx_file_change *file = SX_ARRAY_ADD(&change.files, s->call.arena);
  sx_str none = SX_STR("");
  if (file)
    *file = (sx_file_change){SX_ACTION_EDIT, SX_STR("/w/a.ts"),   none, before,
                             after,          SX_STR("typescript")};
  return change;
}

static sx_status put(call_scene *s, const char *title, sx_change_state state, char *id) {
  sx_change change = make_change(s, title, SX_STR("old"), SX_STR("new"));
  return change.files.len ? sx_changes_put(s->call.changes, &change, state, id) : SX_NOMEM;
}

static sx_status find(call_scene *s, const char *id, sx_change *out, sx_change_state *state) {
  return sx_changes_find(s->call.changes, &s->call, sx_str_from(id), out, state, sx_test_err());
}

SX_TEST(keeps_a_copy_under_an_id) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char text[] = "old", id[SX_CHANGE_ID_BYTES] = "";
  sx_change change = make_change(s, "title", sx_str_make(text, 3), SX_STR("new")), found;
  SX_EXPECT_ALLOC(change.files.len ? &change : NULL);
  SX_EXPECT_OK(sx_changes_put(s->call.changes, &change, SX_CHANGE_PLANNED, id));
  memset(text, 'x', 3);
  sx_change_state state = SX_CHANGE_UNDONE;
  SX_EXPECT_TEXT(sx_str_from(id), "c1");
  SX_EXPECT_OK(find(s, "c1", &found, &state));
  SX_EXPECT_INT(state, SX_CHANGE_PLANNED);
  SX_EXPECT_TEXT(found.title, "title");
  SX_EXPECT_SIZE(found.files.len, 1);
  const sx_file_change *file = found.files.items;
  SX_EXPECT_TEXT(file->before, "old");
  SX_EXPECT_TEXT(file->after, "new");
  SX_EXPECT_TEXT(file->path, "/w/a.ts");
  SX_EXPECT_TEXT(file->language, "typescript");
  SX_EXPECT(found.call == &s->call);
}

SX_TEST(what_was_never_made_is_not_found) {
  static const char *const ids[] = {
      "", "c0", "c2", "C1", "c1 ", "c01", "1", "c", "c99999999999999999999999", "😀"};
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES] = "";
  SX_EXPECT_OK(put(s, "one", SX_CHANGE_PLANNED, id));
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    sx_change found;
    sx_change_state state;
    SX_EXPECT_STATUS(find(s, ids[i], &found, &state), SX_NOT_FOUND);
    SX_EXPECT(strstr(sx_test_err()->message, "Make the edit again"));
    sx_changes_set_state(s->call.changes, sx_str_from(ids[i]), SX_CHANGE_APPLIED);
  }
  sx_change last;
  SX_EXPECT_STATUS(sx_changes_find_last(s->call.changes, &s->call, &last, id, sx_test_err()),
                   SX_NOT_FOUND);
}

SX_TEST(a_change_replaces_its_plan) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES] = "", other[SX_CHANGE_ID_BYTES] = "", gone[SX_CHANGE_ID_BYTES] = "c9";
  sx_change found;
  sx_change_state state;
  SX_EXPECT_OK(put(s, "one", SX_CHANGE_PLANNED, id));
  SX_EXPECT_OK(put(s, "two", SX_CHANGE_PLANNED, other));
  SX_EXPECT_OK(put(s, "one applied", SX_CHANGE_APPLIED, id));
  SX_EXPECT_TEXT(sx_str_from(id), "c1");
  SX_EXPECT_OK(find(s, "c1", &found, &state));
  SX_EXPECT_INT(state, SX_CHANGE_APPLIED);
  SX_EXPECT_TEXT(found.title, "one applied");
  SX_EXPECT_OK(put(s, "forgotten since", SX_CHANGE_APPLIED, gone));
  SX_EXPECT_TEXT(sx_str_from(gone), "c3");
}

static void expect_last(call_scene *s, const char *expected) {
  sx_change found;
  char id[SX_CHANGE_ID_BYTES];
  sx_status status = sx_changes_find_last(s->call.changes, &s->call, &found, id, sx_test_err());
  SX_EXPECT_STATUS(status, expected ? SX_OK : SX_NOT_FOUND);
  if (expected) SX_EXPECT_STR(found.title, sx_str_from(expected));
}

SX_TEST(the_last_is_the_one_applied_last) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char one[SX_CHANGE_ID_BYTES] = "", two[SX_CHANGE_ID_BYTES] = "", id[SX_CHANGE_ID_BYTES] = "";
  expect_last(s, NULL);
  SX_EXPECT_OK(put(s, "one", SX_CHANGE_PLANNED, one));
  SX_EXPECT_OK(put(s, "two", SX_CHANGE_APPLIED, two));
  SX_EXPECT_OK(put(s, "three", SX_CHANGE_PLANNED, id));
  expect_last(s, "two");
  SX_EXPECT_OK(put(s, "one", SX_CHANGE_APPLIED, one));
  expect_last(s, "one");
  sx_changes_set_state(s->call.changes, sx_str_from(one), SX_CHANGE_UNDONE);
  expect_last(s, "two");
  sx_changes_set_state(s->call.changes, sx_str_from(two), SX_CHANGE_UNDONE);
  expect_last(s, NULL);
  sx_changes_set_state(s->call.changes, sx_str_from(one), SX_CHANGE_APPLIED);
  expect_last(s, "one");
}

SX_TEST(the_oldest_are_forgotten) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_change found;
  sx_change_state state;
  for (int i = 1; i <= SX_CHANGES_MAX + 2; i++) {
    char id[SX_CHANGE_ID_BYTES] = "";
    SX_EXPECT_OK(put(s, "x", SX_CHANGE_APPLIED, id));
  }
  SX_EXPECT_STATUS(find(s, "c1", &found, &state), SX_NOT_FOUND);
  SX_EXPECT_STATUS(find(s, "c2", &found, &state), SX_NOT_FOUND);
  SX_EXPECT_OK(find(s, "c3", &found, &state));
  SX_EXPECT_OK(find(s, "c66", &found, &state));
}

/* Replacing one of a full store throws no other out. */
SX_TEST(replacing_needs_no_room) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_change found;
  sx_change_state state;
  char id[SX_CHANGE_ID_BYTES] = "";
  for (int i = 1; i <= SX_CHANGES_MAX; i++) {
    id[0] = 0;
    SX_EXPECT_OK(put(s, "x", SX_CHANGE_PLANNED, id));
  }
  SX_EXPECT_OK(put(s, "y", SX_CHANGE_APPLIED, id));
  SX_EXPECT_TEXT(sx_str_from(id), "c64");
  SX_EXPECT_OK(find(s, "c1", &found, &state));
}

SX_TEST(large_ones_push_others_out) {
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  size_t size = SX_CHANGES_MAX_BYTES / 3;
  char *text = sx_test_memory(3 * size + 2);
  sx_change found;
  sx_change_state state;
  sx_arena arena;
  sx_arena_init(&arena, SX_CHANGES_MAX_BYTES);
  s->call.arena = &arena;
  for (int i = 0; i < 4; i++) {
    char id[SX_CHANGE_ID_BYTES] = "";
    sx_change large = make_change(s, "large", sx_str_make(text, size - 1000), SX_STR(""));
    SX_EXPECT_OK(sx_changes_put(s->call.changes, &large, SX_CHANGE_PLANNED, id));
  }
  SX_EXPECT_STATUS(find(s, "c1", &found, &state), SX_NOT_FOUND);
  SX_EXPECT_OK(find(s, "c2", &found, &state));
  char id[SX_CHANGE_ID_BYTES] = "";
  sx_change huge = make_change(s, "huge", sx_str_make(text, 3 * size + 2), SX_STR(""));
  SX_EXPECT_OK(sx_changes_put(s->call.changes, &huge, SX_CHANGE_PLANNED, id));
  SX_EXPECT_TEXT(sx_str_from(id), "");
  sx_arena_release(&arena);
  sx_arena_init(&arena, SX_CHANGES_MAX_BYTES);
  SX_EXPECT_OK(find(s, "c2", &found, &state));
  sx_arena_release(&arena);
  s->call.arena = sx_test_arena();
}

/* ---- several threads --------------------------------------------------------------------- */

typedef struct worker {
  call_scene *scene;
  uv_thread_t thread;
  size_t number;
  atomic_size_t *wrong;
} worker;

/* Puts, finds, applies and undoes; what it finds must be whole. */
static void work(void *context) {
  worker *w = context;
  sx_changes *changes = w->scene->call.changes;
  for (size_t i = 0; i < 200; i++) {
    sx_arena arena;
    sx_arena_init(&arena, 16 * 1024 * 1024);
    call_scene own = *w->scene;
    own.call.arena = &arena;
    char title[32], id[SX_CHANGE_ID_BYTES] = "", last[SX_CHANGE_ID_BYTES];
    sx_change_state state;
    snprintf(title, sizeof title, "%zu of %zu", i, w->number);
    sx_change made = make_change(&own, title, sx_str_from(title), sx_str_from(title)), found;
    bool is_good = made.files.len && sx_changes_put(changes, &made, i % 3, id) == SX_OK;
    sx_status status =
        is_good ? sx_changes_find(changes, &own.call, sx_str_from(id), &found, &state, NULL)
                : SX_OK;
    if (is_good && !status)
      is_good = sx_str_is_equal(found.title, sx_str_from(title)) &&
                sx_str_is_equal(found.files.items[0].after, found.title);
    sx_changes_set_state(changes, sx_str_from(id), (i + 1) % 3);
    if (sx_changes_find_last(changes, &own.call, &found, last, NULL) == SX_OK)
      is_good &= found.files.len == 1 && sx_str_is_equal(found.files.items[0].before, found.title);
    if (i % 5 == 0 && sx_changes_put(changes, &made, SX_CHANGE_APPLIED, id)) is_good = false;
    sx_changes_begin_writing(changes);
    sx_changes_end_writing(changes);
    if (!is_good) atomic_fetch_add(w->wrong, 1);
    sx_arena_release(&arena);
  }
}

SX_TEST(several_threads_at_once) {
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  atomic_size_t *wrong = sx_test_memory(sizeof *wrong);
  worker *workers = sx_test_memory(6 * sizeof *workers);
  for (size_t i = 0; i < 6; i++) {
    workers[i].scene = s;
    workers[i].number = i;
    workers[i].wrong = wrong;
    SX_EXPECT_INT(uv_thread_create(&workers[i].thread, work, &workers[i]), 0);
  }
  for (size_t i = 0; i < 6; i++) uv_thread_join(&workers[i].thread);
  SX_EXPECT_SIZE(atomic_load(wrong), 0);
}

SX_SUITE(change_store_test, SX_CASE(keeps_a_copy_under_an_id),
         SX_CASE(what_was_never_made_is_not_found), SX_CASE(a_change_replaces_its_plan),
         SX_CASE(the_last_is_the_one_applied_last), SX_CASE(the_oldest_are_forgotten),
         SX_CASE(replacing_needs_no_room), SX_CASE(large_ones_push_others_out),
         SX_CASE(several_threads_at_once));
