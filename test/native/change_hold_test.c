#include "call_scene.h"
#include "change/hold.h"

/* Which changes wait for one that is being verified. */

static void add(sx_change *change, call_scene *s, const char *path, const char *new_path) {
  sx_file_change *file = SX_ARRAY_ADD(&change->files, s->call.arena);
  if (!file) return;
  *file = (sx_file_change){new_path ? SX_ACTION_RENAME : SX_ACTION_EDIT, sx_str_from(path),
                           sx_str_from(new_path ? new_path : ""), .bytes = SX_STR("")};
}

static sx_change change_of(call_scene *s, const char *path, const char *new_path) {
  sx_change change;
  sx_change_init(&change, &s->call, SX_STR("t"));
  add(&change, s, path, new_path);
  return change;
}

/* Whether a second change is stopped, to be verified with one user, or as it is. */
static bool waits(call_scene *s, const char *path, const char *new_path, const char *user) {
  sx_change change = change_of(s, path, new_path);
  sx_str name = sx_str_from(user ? user : "");
  const sx_strs users = {.items = &name, .len = user ? 1 : 0};
  sx_hold hold = {0};
  if (!user) return sx_hold_stops(s->call.services->changes, &change);
  bool is_begun = sx_hold_begin(s->call.services->changes, &hold, &change, &users);
  sx_hold_end(s->call.services->changes, &hold);
  return !is_begun;
}

SX_TEST(a_change_waits_for_one_of_the_same_files_that_is_verified) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  if (!s || sx_test_is_failing_allocations()) return;
  sx_changes *changes = s->call.services->changes;
  sx_str user = SX_STR("/use.ts");
  const sx_strs users = {.items = &user, .len = 1};
  sx_change first = change_of(s, "/a.ts", NULL);
  add(&first, s, "/old.ts", "/new.ts");
  sx_hold hold = {0};
  SX_EXPECT(sx_hold_begin(changes, &hold, &first, &users));
  SX_EXPECT(waits(s, "/a.ts", NULL, NULL));
  SX_EXPECT(waits(s, "/new.ts", NULL, NULL));
  SX_EXPECT(waits(s, "/b.ts", "/a.ts", NULL));
  SX_EXPECT(waits(s, "/a.ts", NULL, "/other.ts"));
  SX_EXPECT(waits(s, "/use.ts", NULL, "/other.ts"));
  SX_EXPECT(waits(s, "/b.ts", NULL, "/old.ts"));
  /* Who only uses a file, or is not verified, disturbs no other call. */
  SX_EXPECT(!waits(s, "/use.ts", NULL, NULL));
  SX_EXPECT(!waits(s, "/b.ts", NULL, "/use.ts"));
  sx_hold_end(changes, &hold);
  SX_EXPECT(!waits(s, "/a.ts", NULL, NULL));
  SX_EXPECT(!waits(s, "/a.ts", NULL, "/use.ts"));
  sx_hold_end(changes, &hold);
}

SX_TEST(several_hold_files_of_their_own) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  if (!s || sx_test_is_failing_allocations()) return;
  sx_changes *changes = s->call.services->changes;
  const sx_strs users = {0};
  sx_change first = change_of(s, "/a.ts", NULL), second = change_of(s, "/b.ts", NULL);
  sx_hold one = {0}, two = {0};
  SX_EXPECT(sx_hold_begin(changes, &one, &first, &users));
  SX_EXPECT(sx_hold_begin(changes, &two, &second, &users));
  sx_hold_end(changes, &one);
  SX_EXPECT(!waits(s, "/a.ts", NULL, NULL));
  SX_EXPECT(waits(s, "/b.ts", NULL, NULL));
  sx_hold_end(changes, &two);
  SX_EXPECT(!waits(s, "/b.ts", NULL, NULL));
}

SX_SUITE(change_hold_test, SX_CASE(a_change_waits_for_one_of_the_same_files_that_is_verified),
         SX_CASE(several_hold_files_of_their_own));
