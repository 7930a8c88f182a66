#include "workspace/files.h"

#include "call_scene.h"
#include "harness.h"
#include "odd_folders.h"
#include "os/clock.h"
#include "temp_files.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* All paths that a query gives, each on a line. */
static sx_status list_of(call_scene *s, sx_files_query query, sx_str *out, sx_files_seen *seen) {
  sx_strs paths;
  if (!query.folder.len) query.folder = s->folder;
  sx_status status = sx_files_list(&s->call, &query, &paths, seen, sx_test_err());
  sx_buf *text = sx_test_buf();
  for (size_t i = 0; i < paths.len && !status; i++) {
    sx_buf_add(text, paths.items[i]);
    sx_buf_add_char(text, '\n');
  }
  *out = sx_buf_str(text);
  return status ? status : text->status;
}

SX_TEST(lists_files_in_order_with_the_rules) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  sx_files_seen seen;
  sx_str got;
  temp_file(s->folder, ".gitignore", SX_STR("*.o\n/build/\n"));
  temp_file(s->folder, "a/x.c", SX_STR(""));
  temp_file(s->folder, "a/x.o", SX_STR(""));
  temp_file(s->folder, "a.c", SX_STR(""));
  temp_file(s->folder, "a-b", SX_STR(""));
  temp_file(s->folder, "build/y", SX_STR(""));
  temp_file(s->folder, ".git/config", SX_STR(""));
  temp_file(s->folder, "sub/.gitignore", SX_STR("!x.o\n"));
  temp_file(s->folder, "sub/x.o", SX_STR(""));
  temp_file(s->folder, "secret/.sextantignore", SX_STR("*\n"));
  temp_file(s->folder, "secret/key", SX_STR(""));
  temp_link(s->folder, "link", SX_STR("a"));
  SX_EXPECT_OK(list_of(s, (sx_files_query){0}, &got, &seen));
  SX_EXPECT_TEXT(got, ".gitignore\na/x.c\na-b\na.c\nlink\nsub/.gitignore\nsub/x.o\n");
  SX_EXPECT_SIZE(seen.files, 7);
  SX_EXPECT_OK(list_of(s, (sx_files_query){.with_ignored = true}, &got, &seen));
  SX_EXPECT_TEXT(got, ".gitignore\na/x.c\na/x.o\na-b\na.c\nbuild/y\nlink\nsub/.gitignore\n"
                      "sub/x.o\n");
  SX_EXPECT_OK(list_of(s, (sx_files_query){.without_hidden = true}, &got, &seen));
  SX_EXPECT_TEXT(got, "a/x.c\na-b\na.c\nlink\nsub/x.o\n");
  SX_EXPECT_OK(list_of(s, (sx_files_query){.with_folders = true}, &got, &seen));
  SX_EXPECT_TEXT(got, ".gitignore\na\na/x.c\na-b\na.c\nlink\nsecret\nsub\nsub/.gitignore\n"
                      "sub/x.o\n");
  SX_EXPECT_OK(list_of(s, (sx_files_query){.folder = temp_path(s->folder, "build")}, &got, &seen));
  SX_EXPECT_TEXT(got, "y\n");
  SX_EXPECT_OK(list_of(s, (sx_files_query){.folder = temp_path(s->folder, "secret")}, &got, &seen));
  SX_EXPECT_TEXT(got, "");
  SX_EXPECT_OK(list_of(s, (sx_files_query){.folder = temp_path(s->folder, "a")}, &got, &seen));
  SX_EXPECT_TEXT(got, "x.c\n");
}

/* The rules of the person, by the settings that the case writes. */
static void forget_settings(void *nothing) {
  (void)nothing;
  setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
  unsetenv("HOME");
}

static call_scene *new_scene(void) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  sx_test_defer(forget_settings, NULL);
  return s;
}

SX_TEST(own_rules_are_where_the_settings_say) {
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_files_seen seen;
  sx_str got, home = temp_folder();
  setenv("HOME", home.ptr, 1);
  temp_file(s->folder, ".git/HEAD", SX_STR(""));
  temp_file(s->folder, "a.own", SX_STR(""));
  temp_file(s->folder, "a.second", SX_STR(""));
  temp_file(home, "rules", SX_STR("*.own\n"));
  temp_file(home, "second rules", SX_STR("*.second\n"));
  temp_file(home, "included", SX_STR("[core]\nexcludesfile = ~/rules\n"));
  static const char *const configs[] = {
      "[core]\n\texcludesFile = ~/rules\n",
      "[CORE] EXCLUDESFILE=~/rules ; why\n",
      "[core]\nexcludesFile = ~/ru\\\r\nles\n[user]\nname = x\\\r\n"
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
      "[user]\nname = \"a # b\" \\\n c\n[core]\n# no\nexcludesFile = \"~/ru\"les   # yes\n",
      "[core]\nexcludesFile = ~/none\n[include]\npath = included\n",
      "[core]\nexcludesFile = \"~/second rules\"\n[core \"x\"]\nexcludesFile = ~/none\n"
      "[core]\nautocrlf\nexcludesFile = ~/rules",
  };
  for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
    setenv("GIT_CONFIG_GLOBAL", temp_file(home, "config", sx_str_from(configs[i])).ptr, 1);
    SX_EXPECT_OK(list_of(s, (sx_files_query){0}, &got, &seen));
    SX_EXPECT_TEXT(got, "a.second\n");
  }
  /* The repository's own settings are the last. */
  temp_file(s->folder, ".git/config", SX_STR("[core]\n\texcludesfile = ~/second\\ rules\n"));
  SX_EXPECT_OK(list_of(s, (sx_files_query){0}, &got, &seen));
  SX_EXPECT_TEXT(got,
                 "a.second\n"); /* `\ ` is not an escape: the rest of the file does not count */
  temp_file(s->folder, ".git/config", SX_STR("[core]\n\texcludesfile = \"~/second rules\"\n"));
  SX_EXPECT_OK(list_of(s, (sx_files_query){0}, &got, &seen));
  SX_EXPECT_TEXT(got, "a.own\n");
}

SX_TEST(work_trees_and_submodules_have_their_rules_elsewhere) {
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_files_seen seen;
  sx_str got;
  temp_file(s->folder, "main/.git/HEAD", SX_STR(""));
  temp_file(s->folder, "main/.git/info/exclude", SX_STR("*.shared\n"));
  temp_file(s->folder, "main/.git/worktrees/tree/commondir", SX_STR("../..\n"));
  temp_file(s->folder, "main/.git/modules/sub/info/exclude", SX_STR("*.sub\n"));
  temp_file(s->folder, "main/.gitignore", SX_STR("x.*\n"));
  temp_file(s->folder, "main/sub/.git", SX_STR("gitdir: ../.git/modules/sub\n"));
  temp_file(s->folder, "main/sub/x.sub", SX_STR(""));
  temp_file(s->folder, "main/sub/x.shared", SX_STR(""));
  temp_file(s->folder, "tree/.git", SX_STR("gitdir: ../main/.git/worktrees/tree\n"));
  temp_file(s->folder, "tree/x.shared", SX_STR(""));
  temp_file(s->folder, "tree/x.c", SX_STR(""));
  SX_EXPECT_OK(list_of(s, (sx_files_query){0}, &got, &seen));
  SX_EXPECT_TEXT(got, "main/.gitignore\nmain/sub/x.shared\ntree/x.c\n");
}

/* An index as git writes it, of version 2: the file `out/a` is tracked. */
SX_TEST(tracked_files_are_shown_though_rules_ignore_them) {
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_files_seen seen;
  sx_str got;
  char index[12 + 72 + 20] = "DIRC\0\0\0\2\0\0\0\1";
  index[12 + 61] = 5;
  memcpy(index + 12 + 62, "out/a", 5);
  temp_file(s->folder, "r/.git/index", sx_str_make(index, sizeof index));
  temp_file(s->folder, "r/.gitignore", SX_STR("out/\n"));
  temp_file(s->folder, "r/out/a", SX_STR(""));
  temp_file(s->folder, "r/out/b", SX_STR(""));
  sx_files_query query = {.without_hidden = true};
  SX_EXPECT_OK(list_of(s, query, &got, &seen));
  SX_EXPECT_TEXT(got, "r/out/a\n");
  query.folder = temp_path(s->folder, "r");
  SX_EXPECT_OK(list_of(s, query, &got, &seen));
  SX_EXPECT_TEXT(got, "out/a\n");
  /* One that is not whole tracks nothing. */
  temp_file(s->folder, "r/.git/index", sx_str_make(index, 60));
  SX_EXPECT_OK(list_of(s, query, &got, &seen));
  SX_EXPECT_TEXT(got, "");
}

SX_TEST(other_files_of_rules_go_before_those_of_git) {
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_files_seen seen;
  sx_str got;
  temp_file(s->folder, ".gitignore", SX_STR("*.log\n"));
  temp_file(s->folder, ".ignore", SX_STR("!keep.log\nbig/\n"));
  temp_file(s->folder, "a.log", SX_STR(""));
  temp_file(s->folder, "sub/keep.log", SX_STR(""));
  temp_file(s->folder, "sub/big/x", SX_STR(""));
  temp_file(s->folder, "sub/.sextantignore", SX_STR("/keys\n"));
  temp_file(s->folder, "sub/keys", SX_STR(""));
  SX_EXPECT_OK(list_of(s, (sx_files_query){.without_hidden = true}, &got, &seen));
  SX_EXPECT_TEXT(got, "sub/keep.log\n");
  sx_files_query all = {.with_ignored = true, .without_hidden = true};
  SX_EXPECT_OK(list_of(s, all, &got, &seen));
  SX_EXPECT_TEXT(got, "a.log\nsub/big/x\nsub/keep.log\n");
  /* A change counts at once. */
  temp_file(s->folder, ".ignore", SX_STR("sub/\n"));
  temp_file(s->folder, ".gitignore", SX_STR(""));
  SX_EXPECT_OK(list_of(s, (sx_files_query){.without_hidden = true}, &got, &seen));
  SX_EXPECT_TEXT(got, "a.log\n");
}

SX_TEST(counts_what_could_not_be_listed) {
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_files_seen seen;
  sx_str got;
  temp_file(s->folder, "b/unreadable-folder/x", SX_STR(""));
  temp_file(s->folder, "a/unreadable-folder/x", SX_STR(""));
  temp_file(s->folder, "c", SX_STR(""));
  SX_EXPECT_OK(list_of(s, (sx_files_query){0}, &got, &seen));
  SX_EXPECT_TEXT(got, "c\n");
  SX_EXPECT_SIZE(seen.unreadable, 2);
  SX_EXPECT_SIZE(seen.folders, 3);
  if (!sx_test_is_failing_allocations())
    SX_EXPECT_TEXT(seen.first_unreadable, "a/unreadable-folder");
}

typedef struct visiting {
  atomic_size_t visits;
  size_t end_after;
} visiting;

static bool visit_one(void *arg, size_t worker, const sx_files_entry *entry) {
  visiting *v = arg;
  if (worker >= sx_files_workers() || !entry->path.len) return false;
  return ++v->visits != v->end_after;
}

static bool is_not_b(void *arg, sx_str folder) {
  (void)arg;
  return !sx_str_is_equal(folder, SX_STR("a/b"));
}

SX_TEST(a_visitor_prunes_and_ends_the_walk) {
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_files_seen seen;
  visiting v = {0};
  temp_file(s->folder, "a/b/x", SX_STR(""));
  temp_file(s->folder, "a/c/x", SX_STR(""));
  temp_file(s->folder, "b/x", SX_STR(""));
  sx_files_query query = {
      .folder = s->folder, .may_enter = is_not_b, .visit = visit_one, .arg = &v};
  SX_EXPECT_OK(sx_files_visit(&s->call, &query, &seen, sx_test_err()));
  SX_EXPECT_SIZE(v.visits, 2);
  SX_EXPECT_SIZE(seen.folders, 4);
  v = (visiting){.end_after = 1};
  SX_EXPECT_OK(sx_files_visit(&s->call, &query, &seen, sx_test_err()));
  SX_EXPECT_SIZE(v.visits, 1);
  sx_port_call_cancel(s->call.wait, SX_CANCELLED);
  SX_EXPECT_STATUS(sx_files_visit(&s->call, &query, &seen, sx_test_err()), SX_CANCELLED);
}

/* Enough for all threads; each folder has its own rules. */
SX_TEST(many_threads_list_what_one_would) {
  if (sx_test_is_failing_allocations()) return;
  call_scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  char name[64];
  sx_buf *expected = sx_test_buf();
  for (size_t i = 100; i < 220; i++) {
    for (size_t k = 0; k < 4; k++) {
      snprintf(name, sizeof name, "%zu/%zu/hidden", i, k);
      temp_file(s->folder, name, SX_STR(""));
      snprintf(name, sizeof name, "%zu/%zu/shown", i, k);
      temp_file(s->folder, name, SX_STR(""));
      sx_buf_addf(expected, "%s\n", name);
    }
    snprintf(name, sizeof name, "%zu/.gitignore", i);
    temp_file(s->folder, name, SX_STR("hidden\n"));
  }
  for (size_t round = 0; round < 20; round++) {
    sx_strs paths;
    sx_files_seen seen;
    sx_files_query query = {.folder = s->folder, .without_hidden = true};
    SX_EXPECT_OK(sx_files_list(&s->call, &query, &paths, &seen, sx_test_err()));
    sx_str rest = sx_buf_str(expected), line;
    for (size_t i = 0; i < paths.len && sx_str_next_line(&rest, &line); i++)
      SX_EXPECT_STR(paths.items[i], line);
    SX_EXPECT_SIZE(paths.len, 480);
    SX_EXPECT_SIZE(seen.folders, 601);
  }
}

SX_SUITE(workspace_files_test, SX_CASE(lists_files_in_order_with_the_rules),
         SX_CASE(own_rules_are_where_the_settings_say),
         SX_CASE(work_trees_and_submodules_have_their_rules_elsewhere),
         SX_CASE(tracked_files_are_shown_though_rules_ignore_them),
         SX_CASE(other_files_of_rules_go_before_those_of_git),
         SX_CASE(counts_what_could_not_be_listed), SX_CASE(a_visitor_prunes_and_ends_the_walk),
         SX_CASE(many_threads_list_what_one_would));
