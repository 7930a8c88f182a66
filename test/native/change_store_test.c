#include "call_scene.h"
#include "harness.h"
#include "change/store.h"

#include <stdatomic.h>

static sx_change make_change(call_scene *s, const char *title, sx_str before, sx_str after) {
  sx_change change;
  sx_change_init(&change, &s->call, sx_str_from(title));
  sx_file_change *file = SX_ARRAY_ADD(&change.files, s->call.arena);
  sx_str none = SX_STR("");
  if (file)
    *file = (sx_file_change){SX_ACTION_EDIT,       SX_STR("/w/a.ts"),  none, before, after,
                             SX_STR("typescript"), .bytes = SX_STR("")};
  return change;
}

static sx_status put(call_scene *s, const char *title, char *id) {
  sx_change change = make_change(s, title, SX_STR("old"), SX_STR("new"));
  return change.files.len ? sx_changes_put(s->call.services->changes, &change, id) : SX_NOMEM;
}

/* Applies the change of `id`, or a new one where it is empty. */
static sx_status apply(call_scene *s, const char *title, char *id) {
  bool can_undo;
  sx_change change = make_change(s, title, SX_STR("old"), SX_STR("new"));
  if (!change.files.len) return SX_NOMEM;
  sx_status status =
      sx_changes_begin_applying(s->call.services->changes, &change, id, &can_undo, sx_test_err());
  if (!status && !sx_changes_end_applying(s->call.services->changes, id, &change))
    status = SX_NOMEM;
  return status;
}

static sx_status begin_undoing(call_scene *s, const char *wanted, sx_change *out, char *id) {
  return sx_changes_begin_undoing(s->call.services->changes, &s->call, sx_str_from(wanted), out, id,
                                  sx_test_err());
}

static sx_status undo(call_scene *s, const char *wanted) {
  sx_change found;
  char id[SX_CHANGE_ID_BYTES];
  sx_status status = begin_undoing(s, wanted, &found, id);
  if (!status) sx_changes_end_undoing(s->call.services->changes, id, true);
  return status;
}

static sx_status find(call_scene *s, const char *id, sx_change *out, sx_change_state *state) {
  return sx_changes_find(s->call.services->changes, &s->call, sx_str_from(id), out, state,
                         sx_test_err());
}

SX_TEST(keeps_a_copy_under_an_id) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char text[] = "old", id[SX_CHANGE_ID_BYTES] = "";
  sx_change change = make_change(s, "title", sx_str_make(text, 3), SX_STR("new")), found;
  SX_EXPECT_ALLOC(change.files.len ? &change : NULL);
  SX_EXPECT_OK(sx_changes_put(s->call.services->changes, &change, id));
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
  SX_EXPECT_OK(put(s, "one", id));
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    sx_change found;
    sx_change_state state;
    SX_EXPECT_STATUS(find(s, ids[i], &found, &state), SX_NOT_FOUND);
    SX_EXPECT(strstr(sx_test_err()->message, "Make the edit again"));
    SX_EXPECT(!sx_changes_end_applying(s->call.services->changes, ids[i], NULL));
    sx_changes_end_undoing(s->call.services->changes, ids[i], true);
    if (ids[i][0]) SX_EXPECT_STATUS(undo(s, ids[i]), SX_NOT_FOUND);
  }
  sx_change last;
  SX_EXPECT_STATUS(
      sx_changes_find_last(s->call.services->changes, &s->call, &last, id, sx_test_err()),
      SX_NOT_FOUND);
}

/* Actions in each state; whoever begins has it alone. */
SX_TEST(a_change_is_applied_once_and_undone_once) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES] = "", used[SX_CHANGE_ID_BYTES];
  sx_changes *changes = s->call.services->changes;
  sx_change made = make_change(s, "made", SX_STR("old"), SX_STR("moved")), found;
  SX_EXPECT_ALLOC(made.files.len ? &made : NULL);
  bool can_undo;
  sx_change_state state;
  SX_EXPECT_OK(put(s, "one", id));
  SX_EXPECT_STATUS(undo(s, "c1"), SX_CONFLICT);
  SX_EXPECT_OK(sx_changes_begin_applying(changes, &made, id, &can_undo, sx_test_err()));
  SX_EXPECT(can_undo);
  SX_EXPECT_STATUS(sx_changes_begin_applying(changes, &made, id, &can_undo, sx_test_err()),
                   SX_CONFLICT);
  SX_EXPECT(strstr(sx_test_err()->message, "is being applied by another call"));
  SX_EXPECT_STATUS(undo(s, "c1"), SX_CONFLICT);
  sx_changes_end_applying(changes, id, NULL);
  SX_EXPECT_OK(find(s, "c1", &found, &state));
  SX_EXPECT_INT(state, SX_CHANGE_PLANNED);
  SX_EXPECT_OK(sx_changes_begin_applying(changes, &made, id, &can_undo, sx_test_err()));
  if (!sx_changes_end_applying(changes, id, &made)) return; /* no memory: it was applied */
  SX_EXPECT_STATUS(apply(s, "again", id), SX_CONFLICT);
  SX_EXPECT_OK(begin_undoing(s, "", &found, used));
  SX_EXPECT_TEXT(sx_str_from(used), "c1");
  SX_EXPECT_TEXT(found.files.items[0].after, "moved");
  SX_EXPECT_STATUS(undo(s, "c1"), SX_CONFLICT);
  SX_EXPECT_STATUS(undo(s, ""), SX_CONFLICT);
  sx_changes_end_undoing(changes, used, false);
  SX_EXPECT_OK(undo(s, "c1"));
  SX_EXPECT_STATUS(undo(s, "c1"), SX_CONFLICT);
  SX_EXPECT(strstr(sx_test_err()->message, "has already been undone"));
  SX_EXPECT_STATUS(undo(s, ""), SX_NOT_FOUND);
  SX_EXPECT_STATUS(apply(s, "again", id), SX_CONFLICT);
}

/* One that never was previewed leaves nothing when it is not applied. */
SX_TEST(what_was_not_applied_is_not_kept) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES] = "";
  sx_change made = make_change(s, "made", SX_STR("old"), SX_STR("new")), found;
  SX_EXPECT_ALLOC(made.files.len ? &made : NULL);
  bool can_undo;
  sx_change_state state;
  SX_EXPECT_OK(
      sx_changes_begin_applying(s->call.services->changes, &made, id, &can_undo, sx_test_err()));
  sx_changes_end_applying(s->call.services->changes, id, NULL);
  SX_EXPECT_STATUS(find(s, id, &found, &state), SX_NOT_FOUND);
}

/* The tools that it went through, each once. */
SX_TEST(remembers_its_toolsets) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES] = "";
  sx_change found;
  sx_change_state state;
  s->call.toolset = SX_STR("files");
  SX_EXPECT_OK(put(s, "one", id));
  SX_EXPECT_OK(find(s, id, &found, &state));
  SX_EXPECT_SIZE(found.toolsets.len, 1);
  SX_EXPECT_TEXT(found.toolsets.items[0], "files");
}

static void expect_last(call_scene *s, const char *expected) {
  sx_change found;
  char id[SX_CHANGE_ID_BYTES];
  sx_status status =
      sx_changes_find_last(s->call.services->changes, &s->call, &found, id, sx_test_err());
  SX_EXPECT_STATUS(status, expected ? SX_OK : SX_NOT_FOUND);
  if (expected) SX_EXPECT_STR(found.title, sx_str_from(expected));
}

SX_TEST(the_last_is_the_one_applied_last) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char one[SX_CHANGE_ID_BYTES] = "", two[SX_CHANGE_ID_BYTES] = "", id[SX_CHANGE_ID_BYTES] = "";
  expect_last(s, NULL);
  SX_EXPECT_OK(put(s, "one", one));
  SX_EXPECT_OK(apply(s, "two", two));
  SX_EXPECT_OK(put(s, "three", id));
  expect_last(s, "two");
  SX_EXPECT_OK(apply(s, "one", one));
  expect_last(s, "one");
  SX_EXPECT_OK(undo(s, ""));
  expect_last(s, "two");
  SX_EXPECT_OK(undo(s, two));
  expect_last(s, NULL);
}

/* A change that cannot be undone is reported once, and nothing else is undone for it. */
SX_TEST(a_lost_one_is_reported) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char one[SX_CHANGE_ID_BYTES] = "", lost[SX_CHANGE_ID_BYTES] = "";
  sx_change change = make_change(s, "gone", SX_STR("a"), SX_STR("b"));
  SX_EXPECT_ALLOC(change.files.len ? &change : NULL);
  SX_EXPECT_OK(apply(s, "one", one));
  SX_EXPECT_OK(sx_changes_put_lost(s->call.services->changes, &change, "it is in the trash", lost));
  SX_EXPECT_STATUS(undo(s, ""), SX_CONFLICT);
  SX_EXPECT(strstr(sx_test_err()->message, "by gone, cannot be undone: it is in the trash"));
  SX_EXPECT_STATUS(undo(s, lost), SX_CONFLICT);
  SX_EXPECT_OK(undo(s, ""));
  SX_EXPECT_STATUS(undo(s, ""), SX_NOT_FOUND);
}

SX_TEST(the_oldest_previews_are_forgotten) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_change found;
  sx_change_state state;
  char first[SX_CHANGE_ID_BYTES] = "";
  SX_EXPECT_OK(apply(s, "applied", first));
  for (int i = 2; i <= SX_CHANGES_MAX + 3; i++) {
    char id[SX_CHANGE_ID_BYTES] = "";
    SX_EXPECT_OK(put(s, "x", id));
  }
  SX_EXPECT_STATUS(find(s, "c2", &found, &state), SX_NOT_FOUND);
  SX_EXPECT_STATUS(find(s, "c3", &found, &state), SX_NOT_FOUND);
  SX_EXPECT_OK(find(s, "c4", &found, &state));
  SX_EXPECT_OK(find(s, "c67", &found, &state));
  SX_EXPECT_OK(undo(s, first));
}

/* An undone change takes no room, and is known to be undone. */
SX_TEST(undone_ones_make_room) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_change found;
  sx_change_state state;
  char planned[SX_CHANGE_ID_BYTES] = "";
  SX_EXPECT_OK(put(s, "planned", planned));
  for (int i = 1; i <= 2 * SX_CHANGES_MAX; i++) {
    char id[SX_CHANGE_ID_BYTES] = "";
    SX_EXPECT_OK(apply(s, "x", id));
    SX_EXPECT_OK(undo(s, id));
  }
  SX_EXPECT_STATUS(undo(s, "c2"), SX_CONFLICT);
  SX_EXPECT(strstr(sx_test_err()->message, "has already been undone"));
  SX_EXPECT_STATUS(find(s, "c2", &found, &state), SX_CONFLICT);
  SX_EXPECT_OK(find(s, planned, &found, &state));
}

SX_TEST(large_ones_go_to_the_disk_or_are_forgotten) {
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  size_t size = SX_CHANGES_MAX_BYTES / 3;
  char *text = sx_test_memory(3 * size + 2);
  sx_change found;
  sx_change_state state;
  sx_arena arena;
  bool can_undo;
  sx_arena_init(&arena, SX_CHANGES_MAX_BYTES);
  s->call.arena = &arena;
  for (int i = 0; i < 8; i++) {
    char id[SX_CHANGE_ID_BYTES] = "";
    text[0] = (char)('0' + i);
    sx_change large = make_change(s, "large", sx_str_make(text, size - 1000), SX_STR("new"));
    if (i < 4) {
      SX_EXPECT_OK(sx_changes_put(s->call.services->changes, &large, id));
      continue;
    }
    SX_EXPECT_OK(
        sx_changes_begin_applying(s->call.services->changes, &large, id, &can_undo, sx_test_err()));
    SX_EXPECT(can_undo && sx_changes_end_applying(s->call.services->changes, id, &large));
  }
  SX_EXPECT_STATUS(find(s, "c1", &found, &state), SX_NOT_FOUND);
  SX_EXPECT_OK(find(s, "c2", &found, &state));
  for (int i = 7; i >= 4; i--) {
    char id[SX_CHANGE_ID_BYTES];
    sx_arena_release(&arena);
    sx_arena_init(&arena, SX_CHANGES_MAX_BYTES);
    SX_EXPECT_OK(begin_undoing(s, "", &found, id));
    SX_EXPECT_SIZE(found.files.items[0].before.len, size - 1000);
    SX_EXPECT_INT(found.files.items[0].before.ptr[0], '0' + i);
    SX_EXPECT_TEXT(found.files.items[0].after, "new");
    sx_changes_end_undoing(s->call.services->changes, id, true);
  }
  sx_arena_release(&arena);
  sx_arena_init(&arena, SX_CHANGES_MAX_BYTES);
  char id[SX_CHANGE_ID_BYTES] = "";
  sx_change huge = make_change(s, "huge", sx_str_make(text, 3 * size + 2), SX_STR(""));
  SX_EXPECT_OK(sx_changes_put(s->call.services->changes, &huge, id));
  SX_EXPECT_TEXT(sx_str_from(id), "");
  SX_EXPECT_OK(
      sx_changes_begin_applying(s->call.services->changes, &huge, id, &can_undo, sx_test_err()));
  SX_EXPECT(!can_undo && !sx_changes_end_applying(s->call.services->changes, id, &huge));
  SX_EXPECT_STATUS(undo(s, ""), SX_CONFLICT);
  SX_EXPECT(strstr(sx_test_err()->message, "too large to keep"));
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
  sx_changes *changes = w->scene->call.services->changes;
  for (size_t i = 0; i < 200; i++) {
    sx_arena arena;
    sx_arena_init(&arena, 16 * 1024 * 1024);
    call_scene own = *w->scene;
    own.call.arena = &arena;
    char title[32], id[SX_CHANGE_ID_BYTES] = "", last[SX_CHANGE_ID_BYTES];
    sx_change_state state;
    snprintf(title, sizeof title, "%zu of %zu", i, w->number);
    sx_change made = make_change(&own, title, sx_str_from(title), sx_str_from(title)), found;
    bool can_undo, is_good = made.files.len && sx_changes_put(changes, &made, id) == SX_OK;
    sx_status status =
        is_good ? sx_changes_find(changes, &own.call, sx_str_from(id), &found, &state, NULL)
                : SX_OK;
    if (is_good && !status)
      is_good = sx_str_is_equal(found.title, sx_str_from(title)) &&
                sx_str_is_equal(found.files.items[0].after, found.title);
    bool is_begun = sx_changes_begin_applying(changes, &made, id, &can_undo, NULL) == SX_OK;
    if (is_begun)
      is_good &= sx_changes_end_applying(changes, id, i % 4 ? &made : NULL) == !!(i % 4);
    if (sx_changes_find_last(changes, &own.call, &found, last, NULL) == SX_OK)
      is_good &= found.files.len == 1 && sx_str_is_equal(found.files.items[0].before, found.title);
    sx_str wanted = i % 2 ? SX_STR("") : sx_str_from(id);
    if (sx_changes_begin_undoing(changes, &own.call, wanted, &found, last, NULL) == SX_OK) {
      is_good &= sx_str_is_equal(found.files.items[0].before, found.title);
      sx_changes_end_undoing(changes, last, i % 3 != 0);
    }
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
         SX_CASE(what_was_never_made_is_not_found),
         SX_CASE(a_change_is_applied_once_and_undone_once),
         SX_CASE(what_was_not_applied_is_not_kept), SX_CASE(remembers_its_toolsets),
         SX_CASE(the_last_is_the_one_applied_last), SX_CASE(a_lost_one_is_reported),
         SX_CASE(the_oldest_previews_are_forgotten), SX_CASE(undone_ones_make_room),
         SX_LONG_CASE(large_ones_go_to_the_disk_or_are_forgotten),
         SX_CASE(several_threads_at_once));
