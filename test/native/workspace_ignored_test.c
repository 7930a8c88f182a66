#include "harness.h"
#include "match/ignore.h"
#include "temp_files.h"
#include "workspace/ignored.h"

#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

static void free_ignored(void *ignored) {
  sx_ignored_free(ignored);
}

static sx_ignored *new_ignored(sx_str root) {
  sx_ignored *ignored = sx_ignored_new();
  if (!ignored) return NULL;
  sx_test_defer(free_ignored, ignored);
  sx_strs roots = {.items = &root, .len = 1};
  return sx_ignored_set_roots(ignored, &roots) ? NULL : ignored;
}

static bool has(sx_ignored *ignored, sx_str folder, const char *name) {
  return sx_ignored_has(ignored, temp_path(folder, name), false);
}

static sx_ignore_verdict match(const char *text, const char *path, bool is_folder) {
  sx_ignore_rules rules;
  if (sx_ignore_parse(&rules, sx_str_from(text), sx_test_arena())) return SX_IGNORE_NONE;
  uint64_t work = 100000;
  return sx_ignore_match(&rules, sx_str_from(path), is_folder, &work);
}

SX_TEST(reads_lines_as_git_does) {
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(match("# a\n\n*.o\n", "x/a.o", false) == SX_IGNORE_YES);
  SX_EXPECT(match("*.o\n!keep.o", "keep.o", false) == SX_IGNORE_NO);
  SX_EXPECT(match("a.txt  \r\n", "a.txt", false) == SX_IGNORE_YES);
  SX_EXPECT(match("a.txt\r\n", "a.txt", false) == SX_IGNORE_YES);
  SX_EXPECT(match("a\\ \n", "a ", false) == SX_IGNORE_YES);
  SX_EXPECT(match("\\#a", "#a", false) == SX_IGNORE_YES);
  SX_EXPECT(match("build/", "src/build", true) == SX_IGNORE_YES);
  SX_EXPECT(match("build/", "src/build", false) == SX_IGNORE_NONE);
  SX_EXPECT(match("/build", "src/build", true) == SX_IGNORE_NONE);
  SX_EXPECT(match("src/*.c", "src/a/b.c", false) == SX_IGNORE_NONE);
  SX_EXPECT(match("src/**/b.c", "src/b.c", false) == SX_IGNORE_YES);
  SX_EXPECT(match("**/b", "a/xb", false) == SX_IGNORE_NONE);
  SX_EXPECT(match("a/**\\/b", "a/x/y/b", false) == SX_IGNORE_YES);
  SX_EXPECT(match("a/**\\/b", "a/b", false) == SX_IGNORE_NONE);
  SX_EXPECT(match("[a", "[a", false) == SX_IGNORE_NONE);
  SX_EXPECT(match("[]-]", "]", false) == SX_IGNORE_YES);
  SX_EXPECT(match("\xEF\xBB\xBF"
                  "a",
                  "a", false) == SX_IGNORE_YES);
}

SX_TEST(a_pattern_of_many_stars_takes_no_time) {
  sx_ignore_rules rules;
  sx_str text = SX_STR("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b\n");
  char path[300];
  memset(path, 'a', sizeof path);
  SX_EXPECT_OK(sx_ignore_parse(&rules, text, sx_test_arena()));
  uint64_t work = 1000000;
  SX_EXPECT(sx_ignore_match(&rules, sx_str_make(path, sizeof path), false, &work) ==
            SX_IGNORE_NONE);
  SX_EXPECT(work > 0);
}

/* As many lines as fit into the bytes. */
static sx_str repeat(const char *line, size_t bytes) {
  size_t len = strlen(line), count = bytes / len;
  char *text = sx_test_memory(bytes + 1);
  for (size_t i = 0; i < count; i++) memcpy(text + i * len, line, len);
  return sx_str_make(text, count * len);
}

/* Under TSan it takes over five on a slow machine. */
#ifdef __SANITIZE_THREAD__
#define SLOW_RULES_SECONDS 30
#else
#define SLOW_RULES_SECONDS 5
#endif

/* A repository's own rules must not keep calls waiting: half a minute before there was a limit. */
SX_TEST(rules_that_are_made_to_be_slow_are_left) {
  if (sx_test_is_failing_allocations()) return;
  static const char *const lines[] = {"*a*b*c*\n", "[a-z]*[!0-9]*q*\n", "/**/**/**/**/**/x/**\n",
                                      "name\n", "/s*/d*/*.t?\n"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    sx_str folder = temp_folder();
    temp_file(folder, ".gitignore", repeat(lines[i], 1000000));
    temp_file(folder, "src/.gitignore", repeat(lines[i], 1000000));
    sx_ignored *ignored = new_ignored(folder);
    SX_EXPECT(ignored != NULL);
    clock_t start = clock(); /* what other programs take does not count */
    for (int k = 0; k < 200; k++) SX_EXPECT(!has(ignored, folder, "src/deep/folder/file.tsx"));
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds > SLOW_RULES_SECONDS)
      sx_test_fail(__FILE__, __LINE__, "%s%.1f s", lines[i], seconds);
  }
}

SX_TEST(many_plain_rules_count) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  sx_buf rules;
  sx_buf_init(&rules, 1 << 20);
  sx_buf_add_text(&rules, "first.ts\n*.second\n");
  for (int i = 0; i < 20000; i++) sx_buf_addf(&rules, "/generated/name-%d.ts\n*.ending%d\n", i, i);
  temp_file(folder, ".gitignore", sx_buf_str(&rules));
  sx_buf_release(&rules);
  sx_ignored *ignored = new_ignored(folder);
  SX_EXPECT(ignored != NULL);
  SX_EXPECT(has(ignored, folder, "a/first.ts") && has(ignored, folder, "a/b.second"));
  SX_EXPECT(has(ignored, folder, "generated/name-7.ts") && has(ignored, folder, "a.ending19999"));
  SX_EXPECT(!has(ignored, folder, "generated/name.ts"));
}

SX_TEST(names_of_folders_decide_nothing) {
  sx_str folder = temp_folder();
  sx_str root = temp_path(folder, "build/dist/out");
  temp_file(folder, "build/dist/out/src/build/a.ts", SX_STR(""));
  sx_ignored *ignored = new_ignored(root);
  SX_EXPECT_ALLOC(ignored);
  SX_EXPECT(!has(ignored, root, "src/build/a.ts"));
  SX_EXPECT(!has(ignored, root, ".github/b.ts"));
  SX_EXPECT(!has(ignored, root, "node_modules/x/index.ts"));
  SX_EXPECT(has(ignored, root, ".git/hooks/c.ts"));
  SX_EXPECT(!has(ignored, folder, "elsewhere.ts"));
}

SX_TEST(rules_above_a_root_count_unless_they_ignore_it) {
  sx_str folder = temp_folder();
  if (sx_test_is_failing_allocations()) return;
  temp_file(folder, ".git/HEAD", SX_STR(""));
  temp_file(folder, ".gitignore", SX_STR("*.gen.ts\nbuild\n"));
  sx_str packages = temp_path(folder, "packages"), build = temp_path(folder, "build");
  temp_file(folder, "packages/.gitignore", SX_STR("!keep.gen.ts\n"));
  temp_file(folder, "build/.gitignore", SX_STR("*.tmp.ts\n"));
  sx_ignored *inside = new_ignored(packages), *generated = new_ignored(build);
  SX_EXPECT(inside && generated);
  SX_EXPECT(has(inside, packages, "a.gen.ts"));
  SX_EXPECT(!has(inside, packages, "keep.gen.ts"));
  SX_EXPECT(has(inside, packages, "build/a.ts"));
  SX_EXPECT(
      !has(generated, build, "a.gen.ts")); /* what ignores the root has nothing to say in it */
  SX_EXPECT(has(generated, build, "a.tmp.ts"));
}

SX_TEST(rules_are_read_again_when_they_change) {
  sx_str folder = temp_folder();
  if (sx_test_is_failing_allocations()) return;
  temp_file(folder, ".gitignore", SX_STR("a.ts\n"));
  sx_ignored *ignored = new_ignored(folder);
  SX_EXPECT(has(ignored, folder, "a.ts") && !has(ignored, folder, "b.ts"));
  temp_file(folder, ".gitignore", SX_STR("b.ts\n"));
  sx_ignored_forget(ignored);
  SX_EXPECT(!has(ignored, folder, "a.ts") && has(ignored, folder, "b.ts"));
}

/* ---- several threads ----------------------------------------------------------------------- */

#define ASKED 24

typedef struct asking {
  sx_ignored *ignored;
  sx_str above[ASKED], shown[ASKED], hidden[ASKED];
  atomic_int asking;
  atomic_size_t begun, asked, wrong;
} asking;

static void ask(void *arg) {
  asking *a = arg;
  /* Each begins elsewhere, and finds folders that another one has read. */
  size_t from = atomic_fetch_add(&a->begun, 1);
  for (size_t i = 0; i < 150 * ASKED; i++) {
    size_t at = (i + from) % ASKED;
    (void)sx_ignored_has(a->ignored, a->above[(at + 2) % ASKED], false);
    atomic_fetch_add(&a->wrong, sx_ignored_has(a->ignored, a->shown[at], false));
    atomic_fetch_add(&a->wrong, !sx_ignored_has(a->ignored, a->hidden[at], false));
    atomic_fetch_add(&a->asked, 2);
  }
  atomic_fetch_sub(&a->asking, 1);
}

/* They read with the lock given back, and what they have read may be forgotten meanwhile. */
SX_TEST(is_right_while_others_forget_the_rules) {
  enum { THREADS = 3 };
  asking *a = sx_test_memory(sizeof *a);
  uv_thread_t threads[THREADS];
  sx_str folder = temp_folder();
  char name[64];
  if (sx_test_is_failing_allocations()) return;
  *a = (asking){.asking = THREADS};
  for (int i = 0; i < ASKED; i++) {
    snprintf(name, sizeof name, "d%d/.gitignore", i);
    temp_file(folder, name, SX_STR("*.gen.ts\n"));
    snprintf(name, sizeof name, "d%d/a.ts", i);
    a->above[i] = temp_path(folder, name);
    snprintf(name, sizeof name, "d%d/in/.gitignore", i);
    temp_file(folder, name, SX_STR("!kept.gen.ts\n"));
    snprintf(name, sizeof name, "d%d/in/kept.gen.ts", i);
    a->shown[i] = temp_path(folder, name);
    snprintf(name, sizeof name, "d%d/in/lost.gen.ts", i);
    a->hidden[i] = temp_path(folder, name);
  }
  a->ignored = new_ignored(folder);
  SX_EXPECT(a->ignored != NULL);
  for (size_t i = 0; i < THREADS; i++) SX_EXPECT(uv_thread_create(&threads[i], ask, a) == 0);
  const sx_strs roots = {.items = &folder, .len = 1};
  for (size_t i = 0; atomic_load(&a->asking); i++) {
    /* They must get somewhere in between. */
    size_t asked = atomic_load(&a->asked);
    while (atomic_load(&a->asking) && atomic_load(&a->asked) < asked + 2) continue;
    if (i % 2)
      sx_ignored_forget(a->ignored);
    else
      SX_EXPECT_OK(sx_ignored_set_roots(a->ignored, &roots));
  }
  for (size_t i = 0; i < THREADS; i++) uv_thread_join(&threads[i]);
  SX_EXPECT_SIZE(atomic_load(&a->wrong), 0);
}

/* ---- against git -------------------------------------------------------------------------- */

static const char *const names[] = {"a",   "b",   "ab",   "abc", "build",
                                    "x.c", "y.o", ".hid", "a b", "[a"};
#define NAMES (sizeof names / sizeof *names)

static void add_pattern(sx_buf *out) {
  static const char *const parts[] = {"*",   "**",    "/",   "?",   "[ab]", "[!a]",        "a",
                                      "b",   "build", ".c",  "*.o", "\\a",  "[[:alpha:]]", "**/",
                                      "/**", "abc",   "[a-", " ",   "x.c",  "[^.]"};
  if (sx_test_below(4) == 0) sx_buf_add_char(out, '!');
  if (sx_test_below(4) == 0) sx_buf_add_char(out, '/');
  size_t count = 1 + sx_test_below(4);
  for (size_t i = 0; i < count; i++)
    sx_buf_add_text(out, parts[sx_test_below(sizeof parts / sizeof *parts)]);
  if (sx_test_below(4) == 0) sx_buf_add_char(out, '/');
  sx_buf_add_char(out, '\n');
}

static sx_str random_rules(void) {
  static sx_buf buf; /* copied below */
  sx_buf_init(&buf, 1 << 16);
  size_t count = 1 + sx_test_below(6);
  for (size_t i = 0; i < count; i++) add_pattern(&buf);
  char *copy = sx_test_memory(buf.len + 1);
  memcpy(copy, buf.ptr, buf.len);
  sx_str rules = sx_str_make(copy, buf.len);
  sx_buf_release(&buf);
  return rules;
}

/* Files three folders deep; all of the same names. */
static size_t make_tree(sx_str folder, sx_str *paths) {
  char name[64];
  size_t count = 0;
  for (size_t i = 0; i < 40; i++) {
    size_t depth = 1 + sx_test_below(3), len = 0;
    for (size_t k = 0; k < depth; k++)
      len += (size_t)snprintf(name + len, sizeof name - len, "%s%s", k ? "/" : "",
                              names[sx_test_below(NAMES)]);
    struct stat info;
    sx_str path = temp_path(folder, name);
    if (stat(path.ptr, &info) == 0) continue;
    FILE *probe = NULL;
    char *parent = sx_test_memory(path.len + 1);
    memcpy(parent, path.ptr, path.len);
    for (size_t at = folder.len + 1; at < path.len; at++) {
      if (parent[at] != '/') continue;
      parent[at] = 0;
      mkdir(parent, 0777);
      parent[at] = '/';
    }
    probe = fopen(path.ptr, "wb");
    if (!probe) continue; /* a file is where a folder would have to be */
    fclose(probe);
    paths[count++] = path;
  }
  return count;
}

/* Without memory one answer may be wrong, but not all that follow. */
SX_TEST(rules_that_could_not_be_read_are_read_later) {
  sx_str folder = temp_folder();
  temp_file(folder, ".gitignore", SX_STR("*.log\n"));
  temp_file(folder, "in/.gitignore", SX_STR("*.tmp\n"));
  sx_ignored *ignored = new_ignored(folder);
  SX_EXPECT_ALLOC(ignored);
  bool is_right[3];
  for (size_t i = 0; i < 3; i++)
    is_right[i] = has(ignored, folder, "a.log") && has(ignored, folder, "in/a.log") &&
                  has(ignored, folder, "in/a.tmp");
  SX_EXPECT_ALLOC(sx_arena_alloc(sx_test_arena(), 1)); /* where each one fails */
  SX_EXPECT(is_right[1] || is_right[2]);
}

/* The file that hides from agents counts in any case, as a file system may fold it. */
SX_TEST(files_of_rules_are_known_by_their_names) {
  SX_EXPECT(sx_ignored_is_rules(SX_STR("/ws/a/.gitignore")));
  SX_EXPECT(sx_ignored_is_rules(SX_STR(".SextantIgnore")));
  SX_EXPECT(!sx_ignored_is_rules(SX_STR("/ws/.sextantignore/a")));
}

SX_TEST(ignores_what_git_ignores) {
  if (sx_test_is_failing_allocations()) return;
  static char buffer[1 << 16];
  sx_str paths[64];
  for (size_t round = 0; round < 25; round++) {
    sx_str folder = temp_folder();
    char command[2048];
    snprintf(command, sizeof command, "git init -q '%.*s' 2>&1", SX_STR_ARG(folder));
    FILE *git = popen(command, "r");
    if (!git || pclose(git) != 0) return; /* there is no git */
    temp_file(folder, ".gitignore", random_rules());
    temp_file(folder, "a/.gitignore", random_rules());
    size_t count = make_tree(folder, paths);
    temp_file(folder, ".git/info/exclude", random_rules());
    sx_buf input;
    sx_buf_init(&input, 1 << 20);
    for (size_t i = 0; i < count; i++) {
      sx_buf_add(&input, sx_str_slice(paths[i], folder.len + 1, paths[i].len));
      sx_buf_add_char(&input, '\n');
    }
    sx_str asked = temp_file(folder, ".git/asked", sx_buf_str(&input));
    sx_buf_release(&input);
    snprintf(command, sizeof command,
             "cd '%.*s' && git -c core.quotePath=false -c core.excludesFile=/dev/null "
             "check-ignore --no-index --stdin < '%.*s'",
             SX_STR_ARG(folder), SX_STR_ARG(asked));
    git = popen(command, "r");
    size_t len = fread(buffer, 1, sizeof buffer - 1, git);
    pclose(git);
    sx_str said = sx_str_make(buffer, len);
    sx_ignored *ignored = new_ignored(folder);
    SX_EXPECT(ignored != NULL);
    for (size_t i = 0; i < count; i++) {
      sx_str shown = sx_str_slice(paths[i], folder.len + 1, paths[i].len), rest = said, line;
      bool is_said = false;
      while (sx_str_next_line(&rest, &line)) is_said |= sx_str_is_equal(line, shown);
      if (sx_ignored_has(ignored, paths[i], false) != is_said)
        sx_test_fail(__FILE__, __LINE__, "round %zu: '%.*s': git says %d, in %.*s", round,
                     SX_STR_ARG(shown), is_said, SX_STR_ARG(folder));
    }
  }
}

SX_SUITE(workspace_ignored_test, SX_CASE(reads_lines_as_git_does),
         SX_CASE(a_pattern_of_many_stars_takes_no_time),
         SX_LONG_CASE(rules_that_are_made_to_be_slow_are_left), SX_CASE(many_plain_rules_count),
         SX_CASE(names_of_folders_decide_nothing),
         SX_CASE(rules_above_a_root_count_unless_they_ignore_it),
         SX_CASE(rules_are_read_again_when_they_change),
         SX_CASE(is_right_while_others_forget_the_rules),
         SX_CASE(rules_that_could_not_be_read_are_read_later),
         SX_CASE(files_of_rules_are_known_by_their_names), SX_CASE(ignores_what_git_ignores));
