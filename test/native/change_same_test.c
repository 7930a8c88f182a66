#include "call_scene.h"
#include "change/verify_parts.h"

/* Which errors a change has not made, though their text or their file is new. */

static sx_arena *arena;
static sx_file_change changes[3];
static sx_file_outcome files[3];

static void begin(sx_arena *memory) {
  static const char *const paths[] = {"/a.ts", "/b.ts", "/user.ts"};
  arena = memory;
  for (int i = 0; i < 3; i++) {
    changes[i] = (sx_file_change){.action = SX_ACTION_EDIT,
                                  .path = sx_str_from(paths[i]),
                                  .before = SX_STR(""),
                                  .after = SX_STR(""),
                                  .language = SX_STR("typescript")};
    files[i] = (sx_file_outcome){
        .file = &changes[i], .diagnostics = SX_DIAGNOSTICS_KNOWN, .is_before_known = true};
  }
}

static void add(sx_diagnostics *list, uint32_t line, const char *code, const char *message) {
  sx_diagnostic *added = SX_ARRAY_ADD(list, arena);
  if (!added) return;
  *added = (sx_diagnostic){.severity = SX_SEVERITY_ERROR,
                           .source = SX_STR("ts"),
                           .code = sx_str_from(code),
                           .message = sx_str_from(message)};
  added->range.start.line = added->range.end.line = line;
}

/* Two changed files, and one that uses them. */
static void match(void) {
  sx_outcome watched = {.id = ""};
  for (int i = 0; i < 3; i++) {
    sx_file_outcome *added = SX_ARRAY_ADD(&watched.files, arena);
    if (added) *added = files[i];
  }
  if (watched.files.len < 3) return;
  sx_verify__match_old(&watched, 2);
  for (int i = 0; i < 3; i++) files[i] = watched.files.items[i];
}

static void texts(const char *before, const char *after) {
  changes[0].before = sx_str_from(before);
  changes[0].after = sx_str_from(after);
}

/* How many errors are left, where one message of the first file has become another. */
static int left_of(const char *before, const char *after) {
  files[0].vanished = files[0].appeared = (sx_diagnostics){0};
  add(&files[0].vanished, 1, "7", before);
  add(&files[0].appeared, 4, "7", after);
  match();
  return (int)files[0].appeared.len;
}

static bool start(void) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  if (!s || sx_test_is_failing_allocations()) return false;
  begin(s->call.arena);
  return true;
}

SX_TEST(an_error_that_names_what_is_renamed_is_the_same) {
  if (!start()) return;
  texts("class Cart {}\nnew Cart().missing;\n", "class Basket {}\nnew Basket().missing;\n");
  SX_EXPECT_INT(left_of("No 'x' on 'Cart'.", "No 'x' on 'Basket'."), 0);
  SX_EXPECT_INT((int)files[0].vanished.len, 0);
  SX_EXPECT_INT((int)files[0].remaining, 1);
  SX_EXPECT_INT(left_of("No 'x' on 'Cart'.", "No 'y' on 'Basket'."), 1);
  SX_EXPECT_INT(left_of("No 'x' on 'Cart'.", "No 'x' on 'Basket', at all."), 1);
  SX_EXPECT_INT(left_of("No 'x' on 'Cart'.", "No 'x' on 'Bag'."), 1);
  SX_EXPECT_INT(left_of("No 'x'", "No 'x' on 'Basket'."), 1);
  texts("f(1, 1);\n", "f(2, 2);\n");
  SX_EXPECT_INT(left_of("Expected 1.", "Expected 2."), 1);
}

SX_TEST(another_unknown_name_is_a_new_error) {
  if (!start()) return;
  texts("let a = foo;\n", "let a = bar;\n");
  SX_EXPECT_INT(left_of("No name 'foo'.", "No name 'bar'."), 1);
  texts("let a = foo, foo = 1;\n", "let a = bar, foo = 1;\n");
  SX_EXPECT_INT(left_of("No name 'foo'.", "No name 'bar'."), 1);
}

SX_TEST(an_error_moves_with_its_code_to_another_changed_file) {
  if (!start()) return;
  add(&files[0].vanished, 1, "7", "bad");
  add(&files[1].appeared, 9, "7", "bad");
  add(&files[1].appeared, 10, "7", "bad");
  add(&files[2].appeared, 1, "7", "bad");
  match();
  SX_EXPECT_INT((int)files[0].vanished.len, 0);
  SX_EXPECT_INT((int)files[1].appeared.len, 1);
  SX_EXPECT_INT((int)files[2].appeared.len, 1);
}

SX_TEST(an_error_at_the_same_place_of_a_user_is_the_same) {
  if (!start()) return;
  add(&files[2].vanished, 3, "7", "'A' is no number");
  add(&files[2].vanished, 8, "7", "'A' is no number");
  add(&files[2].appeared, 3, "7", "'B' is no number");
  add(&files[2].appeared, 8, "9", "'B' is no number");
  add(&files[2].appeared, 5, "7", "'A' is no number");
  match();
  SX_EXPECT_INT((int)files[2].appeared.len, 2);
  SX_EXPECT_INT((int)files[2].vanished.len, 1);
  SX_EXPECT_INT((int)files[2].remaining, 1);
}

SX_TEST(errors_of_which_those_before_are_not_known_stay_new) {
  if (!start()) return;
  add(&files[0].vanished, 1, "7", "bad");
  add(&files[1].appeared, 9, "7", "bad");
  files[1].is_before_known = false;
  match();
  SX_EXPECT_INT((int)files[1].appeared.len, 1);
}

SX_SUITE(change_same_test, SX_CASE(an_error_that_names_what_is_renamed_is_the_same),
         SX_CASE(another_unknown_name_is_a_new_error),
         SX_CASE(an_error_moves_with_its_code_to_another_changed_file),
         SX_CASE(an_error_at_the_same_place_of_a_user_is_the_same),
         SX_CASE(errors_of_which_those_before_are_not_known_stay_new));
