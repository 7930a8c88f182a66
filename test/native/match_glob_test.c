#include "harness.h"
#include "match/glob.h"

#define WORK 1000000

static sx_glob *parse_all(const char *pattern, const char *second, const char *left_out,
                          sx_glob_options options) {
  sx_str items[] = {sx_str_from(pattern), sx_str_from(second)}, ignored = sx_str_from(left_out);
  sx_strs patterns = {.items = items, .len = second ? 2 : 1};
  sx_strs ignore = {.items = &ignored, .len = 1};
  sx_glob *glob = NULL;
  sx_status status = sx_glob_parse(&glob, &patterns, left_out ? &ignore : NULL, &options,
                                   sx_test_arena(), sx_test_err());
  return status ? NULL : glob;
}

static bool fits_with(const char *pattern, const char *path, sx_glob_options options) {
  sx_glob *glob = parse_all(pattern, NULL, NULL, options);
  sx_str text = sx_str_from(path);
  bool is_folder = sx_str_has_suffix(text, SX_STR("/"));
  uint64_t work = WORK;
  text.len -= is_folder;
  return glob && sx_glob_match(glob, text, is_folder, &work);
}

static bool fits(const char *pattern, const char *path) {
  return fits_with(pattern, path, (sx_glob_options){0});
}

/* ---- what fits ---------------------------------------------------------------------------- */

typedef struct pair {
  const char *pattern, *path;
} pair;

SX_TEST(fits_as_in_a_shell) {
  static const pair fitting[] = {
      {"a.c", "a.c"},
      {"./a.c", "a.c"},
      {".//src/./a.c", "src/a.c"},
      {"*.c", "a.c"},
      {"*.c", ".c"},
      {"**", "x/y/z"},
      {"**/*.c", "a.c"},
      {"**/*.c", "x/y/a.c"},
      {"**/**/a", "a"},
      {"x/**", "x/y/z"},
      {"x/**/z", "x/z"},
      {"x/**/y/**/z", "x/y/y/q/z"},
      {"*/*/", "x/y/"},
      {"**/", "x/"},
      {"x/**/", "x/"},
      {"?", "\xC3\xA9"},
      {"?", "\xFF"},
      {"[\xC3\xA0-\xC3\xBC]", "\xC3\xA9"},
      {"[!a]", "\xFF"},
      {"[]-]", "]"},
      {"[]-]", "-"},
      {"[[:alpha:]_-]x", "-x"},
      {"[\\]]", "]"},
      {"\\*", "*"},
      {"\\{a,b}", "{a,b}"},
      {"{a}", "{a}"},
      {"{a,b}.{c,h}", "b.h"},
      {"{src,{test,lib}/x}/**/*.{c,h}", "lib/x/y/a.h"},
      {"x{08..11}", "x09"},
      {"{9..1..4}", "5"},
      {"{-1..1}", "-1"},
      {"{e..a..2}", "c"},
      {"{,x}a", "a"},
      {"{x/,}a", "a"},
      {"@(a|b)c", "bc"},
      {"*(ab)c", "ababc"},
      {"+(a|b)", "abba"},
      {"?(a)b", "b"},
      {"!(a)", "b"},
      {"!(*.c)", "a.h"},
      {"!(!(a))", "a"},
      {"src/!(a|b)/x", "src/c/x"},
      {"@(a/b|c)/x", "a/b/x"},
      {"@(a/b|c)/**/x", "a/b/d/x"},
      {"(a)/[[]id]", "(a)/[id]"},
      {"a+b", "a+b"},
      {"!(!(*.c)|x)", "a.c"},
  };
  static const pair others[] = {
      {"*.c", "x/a.c"}, {"a", "a/"},       {"a/", "a"},         {"x/**", "x"},
      {"x/**/", "y/"},  {"**/x", "yx"},    {"**/*.c", "a.cc"},  {"?", "ab"},
      {"?", "/"},       {"[!a]", "a"},     {"[a-c]", "d"},      {"x{08..11}", "x9"},
      {"!(a)", "a"},    {"!(a)", "x/y"},   {"+(a)", "x"},       {"a*b", "ab/b"},
      {"*a*", "b"},     {"a*a", "a"},      {"src/*", "srcs/x"}, {"src/**", "srcs/x"},
      {"src/a", "src"}, {"{a,b}", "{a,b}"}};
  for (size_t i = 0; i < sizeof fitting / sizeof *fitting; i++)
    if (!fits(fitting[i].pattern, fitting[i].path) && !sx_test_is_failing_allocations())
      SX_FAIL("%s does not fit %s", fitting[i].pattern, fitting[i].path);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (fits(others[i].pattern, others[i].path))
      SX_FAIL("%s fits %s", others[i].pattern, others[i].path);
}

SX_TEST(options_change_what_fits) {
  if (sx_test_is_failing_allocations()) return;
  sx_glob_options fold = {.ignore_case = true}, dots = {.explicit_dots = true},
                  deep = {.any_depth = true};
  SX_EXPECT(fits_with("SRC/**/*.C", "src/x/a.c", fold));
  SX_EXPECT(fits_with("src/[a-c].c", "SRC/B.C", fold));
  SX_EXPECT(fits_with("\xC3\x89*", "\xC3\xA9t\xC3\xA9", fold));
  SX_EXPECT(fits_with("[\xC3\xA0-\xC3\xBC]", "\xC3\x89", fold));
  SX_EXPECT(!fits_with("a", "b", fold));
  SX_EXPECT(!fits_with("**", ".a", dots) && !fits_with("**/*.c", "x/.y/a.c", dots));
  SX_EXPECT(!fits_with("*.c", ".c", dots) && !fits_with("x/**", "x/.a/b", dots));
  SX_EXPECT(!fits_with("?a", ".a", dots) && !fits_with("[.]a", ".a", dots));
  SX_EXPECT(!fits_with("**/a*", "x/.y/ab", dots) && !fits_with("!(b)", ".a", dots));
  SX_EXPECT(fits_with(".*", ".a", dots) && fits_with("**/.y/*.c", "x/.y/a.c", dots));
  SX_EXPECT(fits_with("@(.a|b)", ".a", dots) && fits_with("?(b).a", ".a", dots));
  SX_EXPECT(fits_with("*.c", "x/y/a.c", deep) && fits_with("a.c", "x/a.c", deep));
  SX_EXPECT(!fits_with("x/*.c", "y/x/a.c", deep) && !fits_with("./*.c", "y/a.c", deep));
}

static bool fits_list(const char *pattern, const char *second, const char *left_out,
                      const char *path) {
  sx_glob *glob = parse_all(pattern, second, left_out, (sx_glob_options){0});
  uint64_t work = WORK;
  return glob && sx_glob_match(glob, sx_str_from(path), false, &work);
}

SX_TEST(patterns_leave_out_what_others_fit) {
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(fits_list("*.c", "*.h", NULL, "a.h") && fits_list("**", "!*.c", NULL, "x/a.h"));
  SX_EXPECT(!fits_list("!*.c", "**", NULL, "x/a.c"));
  SX_EXPECT(fits_list("!*.c", "!b*", NULL, "a.h") && !fits_list("!*.c", "!b*", NULL, "x/b.h"));
  SX_EXPECT(!fits_list("**", NULL, "node_modules", "x/node_modules/y/a"));
  SX_EXPECT(!fits_list("**", NULL, "**/node_modules/**", "x/node_modules/y/a"));
  SX_EXPECT(fits_list("**", NULL, "**/node_modules/**", "x/node_modules"));
  SX_EXPECT(!fits_list("**", NULL, "build/", "x/build/a") &&
            fits_list("**", NULL, "build/", "build"));
  SX_EXPECT(fits_list("**", NULL, "/build", "x/build/a") &&
            !fits_list("**", NULL, "/build", "build/a"));
  SX_EXPECT(!fits_list("**", NULL, "x/build", "x/build/a") && !fits_list("**", NULL, "{b,c}", "c"));
  SX_EXPECT(!fits_list("**", NULL, "@(a/b|c)", "a/b/c") && !fits_list("**", NULL, "x/*", "x/y/z"));
  SX_EXPECT(!fits_list("**", NULL, ".*", "x/.y/z"));
  SX_EXPECT(fits_list("a", NULL, "b", "a") && !fits_list("a", NULL, "a", "a"));
}

/* ---- what is refused ---------------------------------------------------------------------- */

static void expect_refused(const char *pattern, const char *message) {
  sx_str text = sx_str_from(pattern);
  sx_strs patterns = {.items = &text, .len = 1};
  sx_glob_options options = {0};
  sx_glob *glob;
  SX_EXPECT_STATUS(sx_glob_parse(&glob, &patterns, NULL, &options, sx_test_arena(), sx_test_err()),
                   SX_INVALID_ARGUMENT);
  if (!strstr(sx_test_err()->message, message)) SX_FAIL("%s: %s", pattern, sx_test_err()->message);
}

SX_TEST(errors_name_the_character_and_what_to_write) {
  expect_refused("", "empty");
  expect_refused("src/[ab", "character 5: '[' has no ']' after it in the same name. Write '\\['");
  expect_refused("[a/b]", "character 1: '['");
  expect_refused("\xC3\xA9{a,b", "character 2: '{' has no '}'");
  expect_refused("x@(a|b", "character 3: '(' has no ')'");
  expect_refused("a\\", "character 2: the backslash");
  expect_refused("[b-a]", "character 2: the range runs backwards");
  expect_refused("[[:word:]]", "there is no such class. Write [:alpha:]");
  expect_refused("[[=a=]]", "not supported");
  expect_refused("a/../b", "character 3: '..'");
  expect_refused("/a", "begins with '/'");
  expect_refused("./", "no name");
  expect_refused("!(!(!(a)))", "nested too deeply");
  expect_refused("@(@(@(@(@(@(@(@(@(a)))))))))", "nested too deeply");
  expect_refused("{1..100000}", "too many patterns");
  expect_refused("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
                 "too many patterns");
}

/* ---- work --------------------------------------------------------------------------------- */

SX_TEST(no_pattern_takes_long) {
  static const char *const patterns[] = {"*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b",
                                         "*(*(*(*(a)a)a)a)b",
                                         "+(a|aa|aaa)+(a|aa)b",
                                         "*(a*(a*(a*(a))))b",
                                         "@(*a|*aa|*aaa)*(a*)b",
                                         "!(!(*a*a*a)*a)b",
                                         "**/a/**/a/**/a/**/a/**/b"};
  char path[251];
  if (sx_test_is_failing_allocations()) return;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    bool has_folders = strchr(patterns[i], '/') != NULL;
    for (size_t k = 0; k < sizeof path; k++) path[k] = has_folders && k % 2 ? '/' : 'a';
    sx_glob *glob = parse_all(patterns[i], NULL, NULL, (sx_glob_options){0});
    uint64_t work = 20000000;
    SX_EXPECT(glob && !sx_glob_match(glob, sx_str_make(path, sizeof path), false, &work));
    if (!work) SX_FAIL("%s is given up", patterns[i]);
  }
}

SX_TEST(work_that_is_used_up_is_no_match) {
  uint64_t work = 40;
  sx_glob *glob = parse_all("*(a|b)*(a|b)c", NULL, NULL, (sx_glob_options){0});
  SX_EXPECT_ALLOC(glob);
  SX_EXPECT(!sx_glob_match(glob, SX_STR("abababababc"), false, &work));
  SX_EXPECT(work == 0);
}

SX_TEST(paths_of_any_length_are_compared_or_not_known) {
  static char path[10000];
  uint64_t work = WORK;
  memset(path, 'a', sizeof path);
  for (size_t i = 100; i < sizeof path - 10; i += 100) path[i] = '/';
  sx_str text = sx_str_make(path, sizeof path);
  sx_glob *deep = parse_all("**/*a/**/aa*", NULL, NULL, (sx_glob_options){0});
  sx_glob *whole = parse_all("@(a/b|**)/**", NULL, NULL, (sx_glob_options){0});
  SX_EXPECT_ALLOC(deep);
  SX_EXPECT_ALLOC(whole);
  SX_EXPECT(sx_glob_match(deep, text, false, &work) && work > 0);
  SX_EXPECT(!sx_glob_match(whole, text, false, &work) && work == 0);
}

SX_TEST(many_alternatives_are_looked_up) {
  if (sx_test_is_failing_allocations()) return;
  sx_glob *glob = parse_all("src/{1..4999}/{a,b}.c", NULL, NULL, (sx_glob_options){0});
  uint64_t work = 1000;
  SX_EXPECT(glob && sx_glob_match(glob, SX_STR("src/777/b.c"), false, &work));
  SX_EXPECT(!sx_glob_match(glob, SX_STR("src/777/c.c"), false, &work) && work > 900);
  SX_EXPECT(sx_glob_may_match_below(glob, SX_STR("src/9")));
  SX_EXPECT(!sx_glob_may_match_below(glob, SX_STR("src/10000")));
  SX_EXPECT_TEXT(sx_glob_base(glob), "src");
}

/* ---- folders ------------------------------------------------------------------------------ */

static bool enters(const char *pattern, const char *folder) {
  sx_glob *glob = parse_all(pattern, NULL, "out", (sx_glob_options){0});
  return glob && sx_glob_may_match_below(glob, sx_str_from(folder));
}

SX_TEST(folders_without_matches_are_not_entered) {
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(enters("drivers/net/**/*.c", "") && enters("drivers/net/**/*.c", "drivers"));
  SX_EXPECT(enters("drivers/net/**/*.c", "drivers/net/x/y"));
  SX_EXPECT(!enters("drivers/net/**/*.c", "driver") &&
            !enters("drivers/net/**/*.c", "drivers/nets"));
  SX_EXPECT(!enters("*.c", "x") && !enters("x/*.c", "x/y") && enters("x/*.c", "x"));
  SX_EXPECT(enters("*/*.c", "x") && !enters("*/*", "x/y") && !enters("a*/b/c", "b"));
  SX_EXPECT(enters("a*/b/c", "ab/b") && !enters("a*/b/c", "ab/c"));
  SX_EXPECT(enters("{a,b}/**", "b/c") && !enters("{a,b}/**", "c"));
  SX_EXPECT(enters("a/b/c", "a/b") && !enters("a/b/c", "a/b/c") && !enters("a/b/c", "b"));
  SX_EXPECT(!enters("**", "x/out") && !enters("**", "out/x"));
}

SX_TEST(the_base_is_what_all_begin_with) {
  if (sx_test_is_failing_allocations()) return;
  sx_glob_options none = {0};
  SX_EXPECT_TEXT(sx_glob_base(parse_all("drivers/net/**/*.c", NULL, NULL, none)), "drivers/net");
  SX_EXPECT_TEXT(sx_glob_base(parse_all("a/b/{c,d}/e", "a/b/*", NULL, none)), "a/b");
  SX_EXPECT_TEXT(sx_glob_base(parse_all("a/b", "ab/b", NULL, none)), "");
  SX_EXPECT_TEXT(sx_glob_base(parse_all("*", "a/b/c", NULL, none)), "");
  SX_EXPECT(sx_glob_takes_folders(parse_all("a", "b/", NULL, none)));
  SX_EXPECT(!sx_glob_takes_folders(parse_all("a", "!b/", NULL, none)));
}

/* A path that fits is found by a walk that enters only what may have matches. */
SX_TEST(each_match_can_be_reached) {
  static const char *const parts[] = {"*",        "**", "/", "a",  "b",  "{a,b}", "!(a)",
                                      "@(a/b|b)", "?a", "/", "a*", "*b", ".",     "[ab]"};
  static const char *const names[] = {"a", "b", "ab", "aa", ".a", "ba", "bab"};
  if (sx_test_is_failing_allocations()) return;
  for (size_t round = 0; round < 4000; round++) {
    char pattern[64] = "", path[64] = "";
    size_t len = 0, end = 0;
    for (size_t i = 1 + sx_test_below(6); i--;)
      len += (size_t)snprintf(pattern + len, sizeof pattern - len, "%s",
                              parts[sx_test_below(sizeof parts / sizeof *parts)]);
    for (size_t i = 1 + sx_test_below(4), k = 0; k < i; k++)
      end += (size_t)snprintf(path + end, sizeof path - end, "%s%s", k ? "/" : "",
                              names[sx_test_below(sizeof names / sizeof *names)]);
    sx_glob_options options = {.explicit_dots = round % 2, .ignore_case = round % 3 == 0};
    sx_glob *glob = parse_all(pattern, NULL, NULL, options);
    uint64_t work = WORK;
    if (!glob || !sx_glob_match(glob, sx_str_make(path, end), false, &work)) continue;
    for (size_t i = 0; i < end; i++)
      if (path[i] == '/' && !sx_glob_may_match_below(glob, sx_str_make(path, i)))
        SX_FAIL("%s: %s is not reached", pattern, path);
  }
}

SX_SUITE(match_glob_test, SX_CASE(fits_as_in_a_shell), SX_CASE(options_change_what_fits),
         SX_CASE(patterns_leave_out_what_others_fit),
         SX_CASE(errors_name_the_character_and_what_to_write), SX_CASE(no_pattern_takes_long),
         SX_CASE(work_that_is_used_up_is_no_match),
         SX_CASE(paths_of_any_length_are_compared_or_not_known),
         SX_CASE(many_alternatives_are_looked_up), SX_CASE(folders_without_matches_are_not_entered),
         SX_CASE(the_base_is_what_all_begin_with), SX_CASE(each_match_can_be_reached));
