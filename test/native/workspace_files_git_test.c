#include "call_scene.h"
#include "harness.h"
#include "os/clock.h"
#include "temp_files.h"
#include "workspace/files.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Generated trees with generated rules: the files are those that git lists. */

static const char *const words[] = {"a",   "b",        "ab",   "abc",  "build", "x.c",
                                    "y.o", "z.tar.gz", "ID",   ".hid", "a b",   "[a",
                                    "#n",  "!m",       "c\\d", "e ",   "lib",   "l\xFF",
                                    "x.o", "A.O",      "**",   "*.c",  "n\nl",  "\xC3\xA9"};
#define WORDS (sizeof words / sizeof *words)

static void add_pattern(sx_buf *out) {
  static const char *const parts[] = {
      "*",        "**",     "/",        "?",    "[ab]",  "[!a]",        "a",
      "b",        "build",  ".c",       "*.o",  "\\a",   "**/",         "/**",
      "abc",      "[a-",    " ",        "x.c",  "[^.]",  "ID",          "*.",
      "lib",      ".o",     "\\*",      "a/b",  "l\xFF", "\\ ",         "[]]",
      "z.*",      "[a-c]",  "\t",       ".hid", "y.o",   "\\",          "*/",
      "e ",       "#n",     "\\#n",     "\\!m", "A",     "[[:alpha:]]", "[[:x:]]",
      "*.tar.gz", "[\\]a]", "\xC3\xA9", ".*",   "?.?",   "*b*",         "build/**/x.c"};
  if (sx_test_below(12) == 0) sx_buf_add_text(out, "# ");
  if (sx_test_below(4) == 0) sx_buf_add_char(out, '!');
  if (sx_test_below(4) == 0) sx_buf_add_char(out, '/');
  size_t count = 1 + sx_test_below(sx_test_below(3) ? 2 : 5);
  for (size_t i = 0; i < count; i++)
    sx_buf_add_text(out, parts[sx_test_below(sizeof parts / sizeof *parts)]);
  if (sx_test_below(4) == 0) sx_buf_add_char(out, '/');
  if (sx_test_below(12) == 0) sx_buf_add_text(out, "  ");
  sx_buf_add_text(out, sx_test_below(12) ? "\n" : "\r\n");
}

static sx_str random_rules(size_t most) {
  sx_buf buf;
  sx_buf_init(&buf, 1 << 16);
  size_t count = 1 + sx_test_below(most);
  if (sx_test_below(12) == 0) sx_buf_add_text(&buf, "\xEF\xBB\xBF");
  for (size_t i = 0; i < count; i++) add_pattern(&buf);
  if (sx_test_below(4) == 0) sx_buf_truncate(&buf, buf.len - 1);
  static char copy[1 << 16]; /* until the next ones */
  memcpy(copy, buf.ptr, buf.len);
  sx_str rules = sx_str_make(copy, buf.len);
  sx_buf_release(&buf);
  return rules;
}

/* Up to four folders deep, all of the same names, so that rules meet many of them. */
static void make_tree(sx_str folder) {
  char name[128];
  for (size_t i = 0; i < 30; i++) {
    size_t depth = 1 + sx_test_below(4), len = 0;
    bool has_rules = sx_test_below(8) == 0;
    for (size_t k = 0; k < depth; k++) {
      const char *part = k + 1 == depth && has_rules ? ".gitignore" : words[sx_test_below(WORDS)];
      len += (size_t)snprintf(name + len, sizeof name - len, "%s%s", k ? "/" : "", part);
    }
    char path[4096];
    struct stat info;
    snprintf(path, sizeof path, "%.*s/%s", SX_STR_ARG(folder), name);
    if (lstat(path, &info) == 0) continue;
    for (size_t at = folder.len + 1; path[at]; at++) {
      if (path[at] != '/') continue;
      path[at] = 0;
      mkdir(path, 0777);
      path[at] = '/';
    }
    if (!has_rules && sx_test_below(10) == 0) {
      if (symlink("a", path)) continue; /* a file is where a folder would have to be */
      continue;
    }
    FILE *file = fopen(path, "wb");
    if (!file) continue;
    sx_str rules = has_rules ? random_rules(4) : SX_STR("");
    fwrite(rules.ptr, 1, rules.len, file);
    fclose(file);
  }
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
  (void)info, (void)kind, (void)place;
  return remove(path);
}

static void remove_tree(sx_str folder) {
  nftw(folder.ptr, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Without the memory of a case, which thousands of trees would use up. */
static sx_str write_file(sx_str folder, const char *name, sx_str text) {
  static char path[4096];
  int len = snprintf(path, sizeof path, "%.*s/%s", SX_STR_ARG(folder), name);
  for (size_t at = folder.len + 1; path[at]; at++) {
    if (path[at] != '/') continue;
    path[at] = 0;
    mkdir(path, 0777);
    path[at] = '/';
  }
  FILE *file = fopen(path, "wb");
  if (file) {
    fwrite(text.ptr, 1, text.len, file);
    fclose(file);
  }
  return sx_str_make(path, (size_t)len);
}

/* The least that git takes for a repository. */
static void make_repository(sx_str folder) {
  write_file(folder, ".git/HEAD", SX_STR("ref: refs/heads/main\n"));
  write_file(folder, ".git/objects/x", SX_STR(""));
  write_file(folder, ".git/refs/x", SX_STR(""));
}

static int compare_strs(const void *left, const void *right) {
  return sx_str_compare(*(const sx_str *)left, *(const sx_str *)right);
}

/* The files that git lists, each with a NUL after it; false without git. */
static bool ask_git(sx_str folder, sx_buf *out) {
  char command[4400];
  snprintf(command, sizeof command, "cd '%.*s' && git ls-files -z -co --exclude-standard",
           SX_STR_ARG(folder));
  FILE *git = popen(command, "r");
  char piece[4096];
  sx_buf_clear(out);
  for (size_t got; git && (got = fread(piece, 1, sizeof piece, git)) > 0;)
    sx_buf_add(out, sx_str_make(piece, got));
  return git && pclose(git) == 0;
}

static bool popen_fails(const char *command) {
  FILE *program = popen(command, "r");
  char piece[256];
  while (program && fread(piece, 1, sizeof piece, program)) continue;
  return !program || pclose(program);
}

/* Some names are tracked, wherever they are, whatever the rules say; by any version of an index. */
static void track_some(sx_str folder) {
  char command[4600];
  snprintf(command, sizeof command,
           "cd '%.*s' && for name in a lib '*.c' ID/b 'build/**/x.c'; do "
           "git add -f -- \"$name\" 2>/dev/null; done; git update-index --index-version %zu",
           SX_STR_ARG(folder), 2 + sx_test_below(3));
  (void)popen_fails(command);
}

/* The paths, sorted, each with a bar after it. */
static void take_paths(sx_buf *out, const sx_buf *from) {
  static sx_str paths[4096];
  size_t count = 0;
  for (size_t at = 0; at < from->len && count < 4096;) {
    size_t end = sx_str_find_char(sx_buf_str(from), 0, at);
    paths[count++] = sx_str_slice(sx_buf_str(from), at, end);
    at = end + 1;
  }
  qsort(paths, count, sizeof *paths, compare_strs);
  sx_buf_clear(out);
  for (size_t i = 0; i < count; i++) {
    sx_buf_add(out, paths[i]);
    sx_buf_add_char(out, '|');
  }
}

static void print_paths(sx_buf *out, const sx_strs *paths) {
  sx_buf_clear(out);
  for (size_t i = 0; i < paths->len; i++) {
    sx_buf_add(out, paths->items[i]);
    sx_buf_add_char(out, 0);
  }
}

static void use_global_rules(sx_str folder, sx_str rules) {
  char text[4096];
  sx_str file = write_file(folder, ".git/own", rules);
  int len =
      snprintf(text, sizeof text, "[core]\n\tExcludesFile = \"%.*s\" ; own\n", SX_STR_ARG(file));
  setenv("GIT_CONFIG_GLOBAL",
         write_file(folder, ".git/own-config", sx_str_make(text, (size_t)len)).ptr, 1);
}

static void forget_global_rules(void *nothing) {
  (void)nothing;
  setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
}

static void compare_with_git(call_scene *s, sx_str folder, size_t round) {
  sx_arena *outer = s->call.arena, arena;
  sx_buf all, ours, gits;
  sx_strs paths;
  sx_files_seen seen;
  sx_arena_init(&arena, 1 << 24);
  sx_buf_init(&all, 1 << 20);
  sx_buf_init(&ours, 1 << 20);
  sx_buf_init(&gits, 1 << 20);
  sx_port_call *wait = s->call.wait;
  s->call.wait = sx_port_call_new(s->port, sx_clock_ms() + 60000);
  s->call.arena = &arena;
  sx_files_query query = {.folder = folder};
  sx_status status = sx_files_list(&s->call, &query, &paths, &seen, sx_test_err());
  s->call.arena = outer;
  sx_port_call_free(s->call.wait);
  s->call.wait = wait;
  if (!status) print_paths(&all, &paths);
  take_paths(&ours, &all);
  bool has_git = ask_git(folder, &all);
  take_paths(&gits, &all);
  if (status || !has_git || !sx_str_is_equal(sx_buf_str(&ours), sx_buf_str(&gits)))
    sx_test_fail(__FILE__, __LINE__, "round %zu, status %d\nours %.*s\ngit  %.*s\nin %.*s", round,
                 status, SX_STR_ARG(sx_buf_str(&ours)), SX_STR_ARG(sx_buf_str(&gits)),
                 SX_STR_ARG(folder));
  sx_buf_release(&all);
  sx_buf_release(&ours);
  sx_buf_release(&gits);
  sx_arena_release(&arena);
}

/* As many trees as SEXTANT_TREES says: the long suite asks for thousands. */
SX_TEST(lists_what_git_lists) {
  if (sx_test_is_failing_allocations()) return;
  const char *given = getenv("SEXTANT_TREES");
  size_t rounds = given ? (size_t)strtoul(given, NULL, 10) : 60;
  if (popen_fails("git --version")) return; /* there is no git */
  sx_test_defer(forget_global_rules, NULL);
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  for (size_t round = 0; round < rounds && !sx_test_is_over(); round++) {
    char path[4096];
    int len = snprintf(path, sizeof path, "%.*s/%zu", SX_STR_ARG(s->folder), round);
    sx_str folder = sx_str_make(path, (size_t)len);
    mkdir(folder.ptr, 0777);
    make_repository(folder);
    make_tree(folder);
    if (sx_test_below(4)) write_file(folder, ".gitignore", random_rules(8));
    if (sx_test_below(3) == 0) write_file(folder, ".git/info/exclude", random_rules(4));
    forget_global_rules(NULL);
    if (sx_test_below(3) == 0) use_global_rules(folder, random_rules(4));
    if (round % 4 == 3) track_some(folder);
    compare_with_git(s, folder, round);
    if (!sx_test_is_over()) remove_tree(folder);
  }
}

SX_SUITE(workspace_files_git_test, SX_CASE(lists_what_git_lists));
