#include "call_scene.h"
#include "temp_files.h"
#include "workspace/folder_patterns.h"

/* ---- patterns as they count in one folder --------------------------------------------------- */

typedef struct pattern_case {
  const char *pattern;
  const char *taken; /* joined by blanks; empty: it does not count there */
  bool is_left_out;
} pattern_case;

/* A window of `/ws/alpha` and, unless it is the only one, `/ws/beta`. */
static sx_call call_with(sx_root *roots, size_t count) {
  roots[0] = (sx_root){
      .name = SX_STR("alpha"), .path = SX_STR("/ws/alpha"), .real_path = SX_STR("/real/alpha")};
  roots[1] = (sx_root){
      .name = SX_STR("beta"), .path = SX_STR("/ws/beta"), .real_path = SX_STR("/ws/beta")};
  sx_call call = {.arena = sx_test_arena()};
  call.roots.items = roots;
  call.roots.len = count;
  return call;
}

static void expect_taken(const pattern_case *one, size_t roots, const sx_searched_folder *folder) {
  sx_root both[2];
  sx_call call = call_with(both, roots);
  sx_str pattern = sx_str_from(one->pattern);
  const sx_strs patterns = {.items = &pattern, .len = 1};
  const sx_folder_patterns given = {&patterns, one->is_left_out};
  sx_strs taken;
  SX_EXPECT_OK(sx_folder_patterns_take(&taken, &call, &given, folder, sx_test_err()));
  sx_str joined = SX_STR("");
  for (size_t i = 0; i < taken.len; i++)
    joined = sx_arena_printf(call.arena, "%.*s%s%.*s", SX_STR_ARG(joined), i ? " " : "",
                             SX_STR_ARG(taken.items[i]));
  SX_EXPECT_OK(call.arena->status);
  if (!sx_str_is_equal(joined, sx_str_from(one->taken)))
    SX_FAIL("'%s' counts as '%.*s', not as '%s'", one->pattern, SX_STR_ARG(joined), one->taken);
}

static const sx_searched_folder ALPHA = {{"/ws/alpha", 9}, {"/real/alpha", 11}};

SX_TEST(patterns_are_relative_or_absolute) {
  static const pattern_case cases[] = {
      {"*.c", "*.c", false},
      {"src/**", "src/**", false},
      {"./a", "./a", false},
      {"/ws/alpha/src/*.c", "./src/*.c", false},
      {"/real/alpha/*.c", "./*.c", false}, /* by its real path */
      {"/ws/alpha", "", false},            /* the folder itself has no name in it */
      {"/ws/alpha/", "", false},
      {"/ws/alphabet/*.c", "", false}, /* the name goes on */
      {"/ws/beta/*.c", "", false},     /* is another folder's */
      {"!*.c", "!*.c", false},
      {"!/ws/alpha/gen", "!/gen", false},
      {"!/gen", "!/gen", false}, /* at the top */
      {"!(a|b).c", "!(a|b).c", false},
      {"\"a[b]\\n.c\"", "a\\[b\\]\n.c", false}, /* a name as answers show it */
      {"\"a\"b", "\"a\"b", false},
      {"gen", "gen", true},
      {"/gen", "/gen", true}, /* at the top, as in .gitignore */
      {"/ws/alpha/gen", "/gen", true},
      {"!gen", "!gen", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_taken(&cases[i], 1, &ALPHA);
}

SX_TEST(the_only_folder_has_no_name_in_patterns) {
  static const pattern_case cases[] = {{"alpha/*.c", "alpha/*.c", false},
                                       {"{alpha,beta}/*.c", "{alpha,beta}/*.c", false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_taken(&cases[i], 1, &ALPHA);
}

SX_TEST(names_of_several_folders_count_also_from_their_top) {
  static const pattern_case cases[] = {
      {"alpha/*.c", "alpha/*.c ./*.c", false},
      {"./alpha/*.c", "./alpha/*.c ./*.c", false},
      {"beta/*.c", "beta/*.c", false},
      {"alphabet/*.c", "alphabet/*.c", false},
      {"{alpha,beta}/**", "{alpha,beta}/** ./**", false},
      {"{beta,gamma}/**", "{beta,gamma}/**", false},
      {"{alpha,beta", "{alpha,beta", false},
      {"{}/a", "{}/a", false},
      {"!alpha/gen", "!alpha/gen !/gen", false},
      {"alpha/gen", "alpha/gen /gen", true},
      {"alpha/", "alpha/", false}, /* the folder itself */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_taken(&cases[i], 2, &ALPHA);
  /* Below the folder of that name, it is a name as any other. */
  static const sx_searched_folder below = {{"/ws/alpha/src", 13}, {"/real/alpha/src", 15}};
  expect_taken(&(pattern_case){"alpha/*.c", "alpha/*.c", false}, 2, &below);
}

/* ---- patterns that are outside -------------------------------------------------------------- */

static sx_status check(const char *pattern, size_t folders) {
  static const sx_searched_folder both[] = {{{"/ws/alpha", 9}, {"/real/alpha", 11}},
                                            {{"/ws/beta", 8}, {"/ws/beta", 8}}};
  sx_str text = sx_str_from(pattern);
  const sx_strs patterns = {.items = &text, .len = 1};
  return sx_folder_patterns_check(&patterns, both, folders, sx_test_err());
}

SX_TEST(absolute_patterns_are_in_a_searched_folder) {
  SX_EXPECT_OK(check("*.c", 1));
  SX_EXPECT_OK(check("/ws/alpha/*.c", 1));
  SX_EXPECT_OK(check("/real/alpha/*.c", 1));
  SX_EXPECT_OK(check("/ws/alpha", 1));
  SX_EXPECT_OK(check("/ws/beta/*.c", 2));
  SX_EXPECT_OK(check("/anywhere", 0));
  SX_EXPECT_STATUS(check("/ws/beta/*.c", 1), SX_INVALID_ARGUMENT);
  SX_EXPECT(strstr(sx_test_err()->message, "outside the searched folder '/ws/alpha'. Write it"));
  SX_EXPECT_STATUS(check("/ws/alphabet/*.c", 2), SX_INVALID_ARGUMENT);
  SX_EXPECT(strstr(sx_test_err()->message, "'/ws/alpha' and the others."));
}

SX_TEST(a_prefix_ends_at_a_slash) {
  sx_str pattern = SX_STR("a/b/c");
  SX_EXPECT(sx_folder_patterns_strip(&pattern, SX_STR("a/")));
  SX_EXPECT_TEXT(pattern, "b/c");
  SX_EXPECT(!sx_folder_patterns_strip(&pattern, SX_STR("b/c")));
  SX_EXPECT(!sx_folder_patterns_strip(&pattern, SX_STR("b/cc")));
  SX_EXPECT_TEXT(pattern, "b/c");
}

/* ---- folders -------------------------------------------------------------------------------- */

SX_TEST(folders_have_their_real_path) {
  call_scene *scene = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(scene);
  sx_str file = temp_file(scene->folder, "real/a.c", SX_STR(""));
  sx_str real = temp_path(scene->folder, "real"), gone = temp_path(scene->folder, "gone");
  sx_str link = temp_link(scene->folder, "link", real);
  sx_searched_folders folders = {0};
  SX_EXPECT(file.len > 0);
  SX_EXPECT_OK(sx_searched_folders_add(&folders, &scene->call, link, sx_test_err()));
  SX_EXPECT_OK(sx_searched_folders_add(&folders, &scene->call, gone, sx_test_err()));
  SX_EXPECT_SIZE(folders.len, 2);
  SX_EXPECT_STR(folders.items[0].path, link);
  SX_EXPECT_STR(folders.items[0].real_path, real);
  SX_EXPECT_STR(folders.items[1].path, gone);
  SX_EXPECT_STR(folders.items[1].real_path, gone);
}

SX_SUITE(workspace_folder_patterns_test, SX_CASE(patterns_are_relative_or_absolute),
         SX_CASE(the_only_folder_has_no_name_in_patterns),
         SX_CASE(names_of_several_folders_count_also_from_their_top),
         SX_CASE(absolute_patterns_are_in_a_searched_folder), SX_CASE(a_prefix_ends_at_a_slash),
         SX_CASE(folders_have_their_real_path));
