#define _XOPEN_SOURCE 700
#include "call_scene.h"
#include "engine/services.h"
#include "harness.h"
#include "os/clock.h"
#include "temp_files.h"
#include "workspace/change_log.h"
#include "workspace/excluded.h"
#include "workspace/files.h"
#include "workspace/known_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#define LIMIT_MS 20000

typedef struct holder {
  sx_known_files *known;
  const sx_known_list *list;
} holder;

static void release_list(void *arg) {
  holder *h = arg;
  if (h->list) sx_known_list_release(h->known, h->list);
}

/* Good until the next one of the same holder. */
static const sx_known_list *get(sx_call *call, holder *h) {
  const sx_known_list *list;
  if (!h->known) sx_test_defer(release_list, h);
  h->known = call->services->known_files;
  sx_status status =
      sx_known_files_get(call, call->roots.items[0].path, SX_KNOWN_LIST, &list, sx_test_err());
  if (status && sx_test_is_failing_allocations()) return NULL;
  if (status) sx_test_status(__FILE__, __LINE__, status, SX_OK, "get");
  release_list(h);
  h->list = status ? NULL : list;
  return h->list;
}

static holder *new_holder(void) {
  holder *h = sx_test_memory(sizeof *h);
  *h = (holder){0};
  return h;
}

static bool lists_walked(sx_call *call, sx_strs *files, sx_strs *links) {
  sx_files_seen seen;
  *links = (sx_strs){0};
  sx_files_query query = {.folder = call->roots.items[0].real_path, .links = links};
  return sx_files_list(call, &query, files, &seen, sx_test_err()) == SX_OK;
}

static bool is_same(const sx_strs *a, const sx_strs *b, const char *what) {
  size_t count = a->len < b->len ? a->len : b->len, i = 0;
  while (i < count && sx_str_is_equal(a->items[i], b->items[i])) i++;
  if (i == a->len && i == b->len) return true;
  sx_str has = i < a->len ? a->items[i] : SX_STR("(end)");
  sx_str should = i < b->len ? b->items[i] : SX_STR("(end)");
  sx_test_fail(__FILE__, __LINE__, "%s: %zu known, %zu walked; known has '%.*s' where '%.*s' is",
               what, a->len, b->len, SX_STR_ARG(has), SX_STR_ARG(should));
  return false;
}

static bool add_path(void *paths, size_t worker, const sx_files_entry *entry) {
  (void)worker;
  sx_str copy = sx_arena_dup(sx_test_arena(), entry->path);
  return !sx_strs_add(paths, copy, sx_test_arena(), NULL);
}

/* Where the list answers for a folder, it has what a walk through that alone finds. */
static bool is_part_right(sx_call *call, const sx_known_list *list, sx_str below, size_t *parts) {
  sx_str folder = sx_arena_printf(sx_test_arena(), "%.*s/%.*s",
                                  SX_STR_ARG(call->roots.items[0].real_path), SX_STR_ARG(below));
  sx_known_part part;
  size_t from, to;
  sx_strs known = {0}, links = {0}, files, walked_links = {0};
  sx_files_seen seen;
  sx_files_query query = {.folder = folder, .links = &walked_links};
  if (!sx_known_part_of(&part, call, folder)) return false;
  if (!sx_known_part_find(&part, call, list, &from, &to)) return true;
  ++*parts;
  const sx_files_query visit = {.without_links = true, .visit = add_path, .arg = &known};
  if (sx_known_list_visit(list, part.below, &visit) != to - from) return false;
  const sx_files_query visit_all = {.visit = add_path, .arg = &links};
  (void)sx_known_list_visit(list, part.below, &visit_all);
  links.items += known.len;
  links.len -= known.len;
  if (sx_files_list(call, &query, &files, &seen, sx_test_err())) return false;
  return is_same(&known, &files, folder.ptr) && is_same(&links, &walked_links, folder.ptr);
}

/* A file is not a part. */
static bool are_parts_right(sx_call *call, const sx_known_list *list, size_t *parts) {
  sx_strs all;
  sx_files_seen seen;
  const sx_files_query query = {
      .folder = call->roots.items[0].real_path, .with_ignored = true, .with_folders = true};
  *parts = 0;
  if (sx_files_list(call, &query, &all, &seen, sx_test_err())) return false;
  for (size_t i = 0; i < all.len; i++)
    if (!is_part_right(call, list, all.items[i], parts)) return false;
  return true;
}

/* The list is what a walk finds now. */
static bool is_right(sx_call *call, holder *h, const char *what) {
  sx_strs files, links;
  const sx_known_list *list = get(call, h);
  size_t parts;
  if (!list || !lists_walked(call, &files, &links)) return false;
  return is_same(&list->paths, &files, what) && is_same(&list->links, &links, what) &&
         are_parts_right(call, list, &parts);
}

static sx_call *new_call(void) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  return s ? &s->call : NULL;
}

/* Until a list lasts: the watch has walked through everything. */
static void settle(sx_call *call, holder *h) {
  uint64_t end_ms = sx_clock_ms() + (sx_test_is_failing_allocations() ? 20 : LIMIT_MS);
  for (;;) {
    size_t before = sx_known_files_walks(call->services->known_files);
    if (!get(call, h)) return;
    if (sx_known_files_walks(call->services->known_files) == before) return;
    if (sx_clock_ms() > end_ms) {
      if (!sx_test_is_failing_allocations())
        sx_test_fail(__FILE__, __LINE__, "the list never lasts");
      return;
    }
    usleep(5000);
  }
}

static size_t walks(const sx_call *call) {
  return sx_known_files_walks(call->services->known_files);
}

static bool has_changed(sx_call *call, uint64_t turn, const char *path, bool *is_lost) {
  sx_strs changed;
  if (sx_known_files_changed(call, call->roots.items[0].path, turn, &changed, is_lost,
                             sx_test_err()))
    return false;
  return sx_strs_have(&changed, sx_str_from(path));
}

static sx_str root_of(const sx_call *call) {
  return call->roots.items[0].real_path;
}

static void run(sx_str root, const char *command) {
  char line[1024];
  snprintf(line, sizeof line, "cd '%.*s' && (%s) >/dev/null 2>&1", SX_STR_ARG(root), command);
  FILE *shell = popen(line, "re"); /* a failure changes nothing */
  if (shell) pclose(shell);
}

SX_TEST(is_kept_while_nothing_comes_or_goes) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  temp_file(root_of(call), "src/a.ts", SX_STR("1"));
  temp_file(root_of(call), "notes.bin", SX_STR("1"));
  temp_link(root_of(call), "link", SX_STR("src"));
  holder *h = new_holder();
  settle(call, h);
  SX_EXPECT(h->list || sx_test_is_failing_allocations());
  if (!h->list || sx_test_is_failing_allocations()) return;
  size_t before = walks(call);
  bool is_lost;
  uint64_t turn = h->list->turn;
  SX_EXPECT(is_right(call, h, "at first"));
  SX_EXPECT_SIZE(h->list->paths.len, 2);
  SX_EXPECT_SIZE(h->list->links.len, 1);
  SX_EXPECT_SIZE(h->list->unwatched_count, 0);
  temp_file(root_of(call), "notes.bin", SX_STR("22"));
  SX_EXPECT(is_right(call, h, "written"));
  SX_EXPECT(has_changed(call, turn, "notes.bin", &is_lost));
  SX_EXPECT(!is_lost);
  SX_EXPECT(!has_changed(call, turn, "src/a.ts", &is_lost));
  /* As editors do it. */
  sx_str beside = temp_file(root_of(call), "src/.a.ts.tmp", SX_STR("333"));
  SX_EXPECT(rename(beside.ptr, temp_path(root_of(call), "src/a.ts").ptr) == 0);
  SX_EXPECT(is_right(call, h, "put in its place"));
  SX_EXPECT(has_changed(call, turn, "src/a.ts", &is_lost));
  SX_EXPECT_SIZE(walks(call), before);
}

SX_TEST(sees_what_came_and_went) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  temp_file(root_of(call), "src/a.ts", SX_STR("1"));
  holder *h = new_holder();
  settle(call, h);
  if (sx_test_is_failing_allocations()) return;
  bool is_lost;
  uint64_t turn = h->list->turn;
  temp_file(root_of(call), "b.txt", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "a new file"));
  SX_EXPECT_SIZE(h->list->paths.len, 2);
  SX_EXPECT(has_changed(call, turn, "b.txt", &is_lost));
  temp_file(root_of(call), "new/deep/c.txt", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "a new folder"));
  settle(call, h);
  temp_file(root_of(call), "new/deep/d.txt", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "a new file in the new folder"));
  SX_EXPECT(has_changed(call, turn, "new/deep/d.txt", &is_lost));
  SX_EXPECT(unlink(temp_path(root_of(call), "src/a.ts").ptr) == 0);
  SX_EXPECT(is_right(call, h, "deleted"));
  sx_str new_path = temp_path(root_of(call), "new"), old_path = temp_path(root_of(call), "old");
  SX_EXPECT(rename(new_path.ptr, old_path.ptr) == 0);
  SX_EXPECT(is_right(call, h, "renamed folder"));
  SX_EXPECT_SIZE(h->list->paths.len, 3);
}

SX_TEST(a_call_that_is_cancelled_has_visited_nothing) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  sx_files_seen seen;
  memset(&seen, 0xff, sizeof seen);
  const sx_files_query query = {.folder = root_of(call)};
  sx_port_call_cancel(call->wait, SX_CANCELLED);
  sx_status status = sx_known_files_visit(call, &query, SX_KNOWN_LIST, &seen, sx_test_err());
  SX_EXPECT(status == SX_CANCELLED || (status == SX_NOMEM && sx_test_is_failing_allocations()));
  SX_EXPECT_SIZE(seen.files, 0);
  SX_EXPECT_SIZE(seen.unreadable, 0);
  SX_EXPECT_SIZE(seen.first_unreadable.len, 0);
}

/* The first list takes what the watch has found, but for folders that have changed since. */
SX_TEST(has_what_changed_between_the_watch_and_the_first_list) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  if (sx_test_is_failing_allocations()) return;
  sx_str root = root_of(call);
  for (int i = 0; i < 40; i++) {
    char name[64];
    snprintf(name, sizeof name, "d%d/%s.ts", i / 4, i % 2 ? "a" : "b");
    temp_file(root, name, SX_STR("1"));
  }
  temp_file(root, "rules/.gitignore", SX_STR("*.o\n"));
  temp_file(root, "rules/a.o", SX_STR("1"));
  sx_watching_begin(call);
  sx_watch *watch = sx_change_log_watch(call->services->change_log);
  SX_EXPECT(sx_watch_await_start(watch, LIMIT_MS));
  temp_file(root, "d1/new.ts", SX_STR("1"));
  SX_EXPECT(unlink(temp_path(root, "d2/a.ts").ptr) == 0);
  SX_EXPECT(rename(temp_path(root, "d3").ptr, temp_path(root, "d4/deep").ptr) == 0);
  run(root, "rm -rf d7 && mv d8 d7 && mkdir d8 && touch d8/c.ts");
  holder *h = new_holder();
  SX_EXPECT(is_right(call, h, "the first list"));
  SX_EXPECT(!sx_known_list_has(h->list, SX_STR("rules/a.o")));
  sx_walk_listing *listing = sx_watch_take_listing(watch, temp_path(root, "d0"));
  SX_EXPECT(!listing); /* the list has taken it */
  sx_walk_listing_free(listing);
}

SX_TEST(takes_in_single_files_without_a_walk) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  sx_str root = root_of(call);
  temp_file(root, "src/a.ts", SX_STR("1"));
  temp_file(root, "src/deep/b.ts", SX_STR("1"));
  temp_file(root, ".gitignore", SX_STR("*.o\nout/\n"));
  holder *h = new_holder();
  settle(call, h);
  if (sx_test_is_failing_allocations()) return;
  size_t before = walks(call);
  temp_file(root, "src/.x.o", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "an ignored file"));
  temp_file(root, "out/x.ts", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "an ignored folder"));
  temp_file(root, "src/c.ts", SX_STR("1"));
  temp_file(root, "a.ts", SX_STR("1"));
  temp_link(root, "src/deep/link", SX_STR("b.ts"));
  SX_EXPECT(is_right(call, h, "new files"));
  SX_EXPECT_SIZE(h->list->paths.len, 5);
  SX_EXPECT_SIZE(h->list->links.len, 1);
  SX_EXPECT(unlink(temp_path(root, "src/c.ts").ptr) == 0);
  SX_EXPECT(rename(temp_path(root, "a.ts").ptr, temp_path(root, "z.ts").ptr) == 0);
  SX_EXPECT(is_right(call, h, "deleted and renamed"));
  SX_EXPECT_SIZE(h->list->paths.len, 4);
  sx_str outside = temp_folder();
  SX_EXPECT(rename(temp_path(root, "src").ptr, temp_path(outside, "src").ptr) == 0);
  SX_EXPECT(is_right(call, h, "a folder that was moved away"));
  SX_EXPECT_SIZE(h->list->paths.len, 2);
  SX_EXPECT_SIZE(h->list->links.len, 0);
  SX_EXPECT_SIZE(walks(call), before);
}

/* As a build writes them, between two searches. */
SX_TEST(stays_as_it_is_while_ignored_files_come_and_go) {
  enum { COUNT = 600 };
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  sx_str root = root_of(call), paths[COUNT];
  temp_file(root, "src/a.ts", SX_STR("1"));
  temp_file(root, ".gitignore", SX_STR("*.o\n"));
  holder *h = new_holder();
  settle(call, h);
  if (sx_test_is_failing_allocations()) return;
  size_t before = walks(call);
  const sx_known_list *list = h->list;
  temp_file(root, "src/one.o", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "one") && h->list == list);
  for (int i = 0; i < COUNT; i++) {
    char name[32];
    snprintf(name, sizeof name, i % 2 ? "src/%d.o" : "%d.o", i);
    paths[i] = temp_file(root, name, SX_STR("1"));
  }
  SX_EXPECT(is_right(call, h, "many came") && h->list == list);
  for (int i = 0; i < COUNT; i++) SX_EXPECT(unlink(paths[i].ptr) == 0);
  SX_EXPECT(is_right(call, h, "they went") && h->list == list);
  for (int i = 0; i < COUNT; i++) SX_EXPECT(symlink("a.ts", paths[i].ptr) == 0);
  temp_file(root, "src/b.ts", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "with one that counts"));
  SX_EXPECT_SIZE(h->list->paths.len, 3);
  SX_EXPECT_SIZE(walks(call), before);
}

SX_TEST(reports_the_files_of_a_folder_that_was_moved_here) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  sx_str root = root_of(call), outside = temp_folder();
  temp_file(root, "a.ts", SX_STR("1"));
  temp_file(outside, "new/deep/notes.bin", SX_STR("1"));
  temp_file(outside, "new/b.ts", SX_STR("1"));
  holder *h = new_holder();
  settle(call, h);
  if (sx_test_is_failing_allocations()) return;
  bool is_lost = false;
  uint64_t turn = h->list->turn;
  SX_EXPECT(rename(temp_path(outside, "new").ptr, temp_path(root, "new").ptr) == 0);
  SX_EXPECT(is_right(call, h, "a folder that was moved here"));
  SX_EXPECT(has_changed(call, turn, "new/deep/notes.bin", &is_lost) || is_lost);
  SX_EXPECT(has_changed(call, turn, "new/b.ts", &is_lost) || is_lost);
  SX_EXPECT(!is_lost);
}

/* A file that git tracks in an ignored folder, of which no events come. */
SX_TEST(looks_at_folders_that_are_not_watched) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  if (sx_test_is_failing_allocations()) return;
  sx_str root = root_of(call);
  temp_file(root, "a.ts", SX_STR("1"));
  sx_str tracked = temp_file(root, "out/b.ts", SX_STR("1"));
  temp_file(root, ".gitignore", SX_STR("out/\n"));
  run(root, "git init -q && git add -f out");
  holder *h = new_holder();
  settle(call, h);
  if (!sx_known_list_has(h->list, SX_STR("out/b.ts"))) return; /* there is no git */
  SX_EXPECT_SIZE(h->list->unwatched_count, 1);
  SX_EXPECT(sx_known_list_is_unwatched_path(h->list, SX_STR("out/b.ts")));
  temp_file(root, "b.ts", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "a new file beside it"));
  SX_EXPECT(sx_known_list_is_unwatched_path(h->list, SX_STR("out/b.ts")));
  SX_EXPECT_SIZE(h->list->unwatched_count, 1);
  SX_EXPECT(unlink(tracked.ptr) == 0);
  SX_EXPECT(is_right(call, h, "a tracked file was deleted"));
  SX_EXPECT(!sx_known_list_has(h->list, SX_STR("out/b.ts")));
  settle(call, h);
  temp_file(root, "out/b.ts", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "a tracked file is there again"));
  SX_EXPECT(sx_known_list_has(h->list, SX_STR("out/b.ts")));
  settle(call, h);
  /* Watched from now on: it may have changed before. */
  bool is_lost = false;
  uint64_t turn = h->list->turn;
  temp_file(root, "out/b.ts", SX_STR("2"));
  temp_file(root, ".gitignore", SX_STR("#\n"));
  settle(call, h);
  SX_EXPECT_SIZE(h->list->unwatched_count, 0);
  SX_EXPECT(has_changed(call, turn, "out/b.ts", &is_lost) || is_lost);
}

/* A walk through an ignored folder follows no rules of those above it, also not what git tracks. */
SX_TEST(answers_for_parts_that_are_not_ignored) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  if (sx_test_is_failing_allocations()) return;
  sx_str root = root_of(call);
  temp_file(root, "src/a/a.ts", SX_STR("1"));
  temp_file(root, "src/b.ts", SX_STR("1"));
  temp_file(root, "src.ts", SX_STR("1"));
  temp_file(root, "src/x.o", SX_STR("1"));
  temp_file(root, "out/deep/b.ts", SX_STR("1"));
  temp_file(root, "out/deep/c.ts", SX_STR("1"));
  temp_file(root, ".gitignore", SX_STR("out/\n*.o\n"));
  temp_link(root, "src/link", SX_STR("b.ts"));
  run(root, "git init -q && git add -f out/deep/b.ts");
  holder *h = new_holder();
  settle(call, h);
  if (!sx_known_list_has(h->list, SX_STR("out/deep/b.ts"))) return; /* there is no git */
  size_t parts = 0;
  SX_EXPECT(are_parts_right(call, h->list, &parts));
  SX_EXPECT_SIZE(parts, 2);
  temp_file(root, ".gitignore", SX_STR("*.o\nsrc/a\n"));
  settle(call, h);
  SX_EXPECT(are_parts_right(call, h->list, &parts));
  SX_EXPECT_SIZE(parts, 3);
}

/* More folders than may be watched, and none at all. */
SX_TEST(walks_where_the_system_has_no_watches_left) {
  for (size_t max = 0; max < 4; max++) {
    sx_call *call = new_call();
    SX_EXPECT_ALLOC(call);
    if (sx_test_is_failing_allocations()) return;
    sx_str root = root_of(call);
    sx_watch_limit(sx_change_log_watch(call->services->change_log), max);
    temp_file(root, "a/a.ts", SX_STR("1"));
    temp_file(root, "b/b.ts", SX_STR("1"));
    holder *h = new_holder();
    uint64_t end_ms = sx_clock_ms() + LIMIT_MS;
    while (get(call, h) && max > 1 && h->list->unwatched_count > 1)
      SX_EXPECT(sx_clock_ms() < end_ms);
    SX_EXPECT_SIZE(h->list->unwatched_count, max < 2 ? 2 : 3 - max);
    for (int i = 0; i < 10; i++) {
      temp_file(root, i % 2 ? "a/c.ts" : "b/c.ts", SX_STR("1"));
      SX_EXPECT(is_right(call, h, "a new file"));
      SX_EXPECT(unlink(temp_path(root, i % 2 ? "a/c.ts" : "b/c.ts").ptr) == 0);
      SX_EXPECT(is_right(call, h, "a deleted file"));
    }
  }
}

/* More than the system keeps: 16,384 unless it is set higher. */
SX_TEST(is_right_after_the_queue_ran_over) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  if (sx_test_is_failing_allocations()) return;
  sx_str root = root_of(call);
  temp_file(root, "src/a.ts", SX_STR("1"));
  sx_str doomed = temp_file(root, "src/doomed.ts", SX_STR("1"));
  sx_str busy[2] = {temp_file(root, "busy/f", SX_STR("1")), temp_file(root, "busy/g", SX_STR("1"))};
  holder *h = new_holder();
  usleep(60000);
  settle(call, h);
  uint64_t turn = h->list->turn;
  for (int i = 0; i < 20000; i++) {
    FILE *file = fopen(busy[i % 2].ptr, "ab"); /* by turns: events that are alike are one */
    SX_EXPECT(file != NULL);
    fputs("x", file);
    fclose(file);
  }
  temp_file(root, "src/a.ts", SX_STR("2"));
  temp_file(root, "src/deep/new.ts", SX_STR("1"));
  SX_EXPECT(unlink(doomed.ptr) == 0);
  bool is_lost = false;
  SX_EXPECT(has_changed(call, turn, "src/a.ts", &is_lost) || is_lost);
  SX_EXPECT(is_lost);
  SX_EXPECT(is_right(call, h, "the queue ran over"));
  SX_EXPECT(sx_known_list_has(h->list, SX_STR("src/deep/new.ts")));
  SX_EXPECT(has_changed(call, turn, "src/a.ts", &is_lost) || is_lost);
  settle(call, h);
  temp_file(root, "src/deep/newer.ts", SX_STR("1"));
  SX_EXPECT(is_right(call, h, "after that"));
}

static void free_services(void *services) {
  sx_services_free(services);
}

SX_TEST(is_right_in_two_windows) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  sx_services *services = sx_services_new();
  SX_EXPECT_ALLOC(services);
  sx_test_defer(free_services, services);
  SX_EXPECT_OK(sx_roots_set(services->roots, call->roots.items, call->roots.len));
  sx_call other = *call;
  other.services = services;
  holder *h = new_holder(), *k = new_holder();
  settle(call, h);
  settle(&other, k);
  if (sx_test_is_failing_allocations()) return;
  for (int i = 0; i < 20; i++) {
    temp_file(root_of(call), i % 2 ? "a/b.ts" : "c.ts", SX_STR("1"));
    SX_EXPECT(is_right(call, h, "one window") && is_right(&other, k, "the other"));
    SX_EXPECT(unlink(temp_path(root_of(call), i % 2 ? "a/b.ts" : "c.ts").ptr) == 0);
    SX_EXPECT(is_right(&other, k, "the other") && is_right(call, h, "one window"));
  }
}

SX_TEST(follows_rules) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  sx_str root = root_of(call);
  temp_file(root, "src/a.ts", SX_STR("1"));
  temp_file(root, "out/b.o", SX_STR("1"));
  temp_file(root, ".git/HEAD", SX_STR("ref: refs/heads/main"));
  temp_file(root, ".git/info/exclude", SX_STR(""));
  holder *h = new_holder();
  settle(call, h);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(h->list->paths.len, 2);
  static const char *const files[] = {".gitignore", ".ignore", ".sextantignore", "src/.gitignore",
                                      ".git/info/exclude"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    settle(call, h);
    temp_file(root, files[i], SX_STR("*.o\n*.ts\n"));
    SX_EXPECT(is_right(call, h, files[i]));
    temp_file(root, files[i], SX_STR("#\n"));
    SX_EXPECT(is_right(call, h, files[i]));
    SX_EXPECT(sx_known_list_has(h->list, SX_STR("out/b.o")));
  }
  settle(call, h);
  sx_str glob = SX_STR("**/*.o");
  const sx_strs globs = {.items = &glob, .len = 1};
  SX_EXPECT_OK(sx_excluded_set(call->services->excluded, &globs));
  SX_EXPECT(is_right(call, h, "settings"));
  SX_EXPECT(!sx_known_list_has(h->list, SX_STR("out/b.o")));
}

/* In place, with another text of the same size. */
static bool write_over(sx_str path, const char *text) {
  int file = open(path.ptr, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool is_written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
  close(file);
  return is_written;
}

/* Stamps are coarser than the time between two writes. */
SX_TEST(follows_rules_that_are_written_twice_at_once) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  sx_str root = root_of(call);
  temp_file(root, "a.x", SX_STR("1"));
  temp_file(root, "b.o", SX_STR("1"));
  temp_file(root, ".git/info/exclude", SX_STR("*.o\n"));
  holder *h = new_holder();
  settle(call, h);
  if (sx_test_is_failing_allocations()) return;
  for (int i = 0; i < 60; i++) {
    /* The list is made between the two writes, and nothing else. */
    SX_EXPECT(write_over(temp_path(root, ".git/info/exclude"), i % 2 ? "*.o\n" : "*.x\n"));
    SX_EXPECT(get(call, h) != NULL);
    SX_EXPECT(write_over(temp_path(root, ".git/info/exclude"), i % 2 ? "*.x\n" : "*.o\n"));
    SX_EXPECT(is_right(call, h, "the person's own rules"));
  }
}

/* ---- random changes ----------------------------------------------------------------------- */

static const char *const names[] = {"a", "b.c", "build", "c.o", "d.md", "lib", "e", ".hid"};
#define NAMES (sizeof names / sizeof *names)

static sx_str random_path(sx_str root, size_t depth) {
  char name[128];
  size_t len = 0;
  for (size_t i = 0; i <= depth; i++)
    len += (size_t)snprintf(name + len, sizeof name - len, "%s%s", i ? "/" : "",
                            names[sx_test_below(NAMES)]);
  return temp_path(root, name);
}

static void write_at(sx_str path, const char *text) {
  char folder[4096];
  for (size_t i = 1; i < path.len; i++) {
    if (path.ptr[i] != '/') continue;
    snprintf(folder, sizeof folder, "%.*s", (int)i, path.ptr);
    mkdir(folder, 0777);
  }
  FILE *file = fopen(path.ptr, "we");
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

static const char *random_rules(void) {
  static const char *const rules[] = {"*.o\n",          "build\n", "/lib\n!*.o\n", "#\n",
                                      "build/\n*.md\n", "e\n",     "a/\n",         ".hid\n"};
  return rules[sx_test_below(sizeof rules / sizeof *rules)];
}

static const char *change(sx_str root, bool has_git) {
  static const char *const files[] = {".gitignore",     ".ignore",   ".sextantignore",
                                      "lib/.gitignore", "a/.ignore", ".git/info/exclude"};
  static const char *const commands[] = {"git add -f build lib",
                                         "git add -A",
                                         "git rm -rqf --cached lib",
                                         "git commit -qm x",
                                         "git checkout -qf -b x$RANDOM",
                                         "git rm -qf d.md",
                                         "git stash -u",
                                         "git checkout -f HEAD~1"};
  sx_str path = random_path(root, sx_test_below(4)), other;
  switch (sx_test_below(has_git ? 9 : 7)) {
  case 0:
  case 1: write_at(path, "1"); return "write";
  case 2: remove(path.ptr); return "remove";
  case 3:
    other = random_path(root, sx_test_below(3));
    if (rename(path.ptr, other.ptr)) return "no rename";
    return "rename";
  case 4:
    if (symlink("a", path.ptr)) return "no link";
    return "link";
  case 5: mkdir(path.ptr, 0777); return "folder";
  case 6:
    write_at(temp_path(root, files[sx_test_below(has_git ? 6 : 5)]), random_rules());
    return "rules";
  case 7: {
    char line[4200];
    snprintf(line, sizeof line, "rm -rf '%s'", path.ptr);
    run(root, line);
    return "remove all";
  }
  default: {
    const char *command = commands[sx_test_below(sizeof commands / sizeof *commands)];
    run(root, command);
    return command;
  }
  }
}

typedef struct reader {
  sx_call call;
  sx_arena arena;
  uv_thread_t thread;
  uv_mutex_t mutex;
  bool is_over;
} reader;

static bool is_over(reader *r) {
  uv_mutex_lock(&r->mutex);
  bool is = r->is_over;
  uv_mutex_unlock(&r->mutex);
  return is;
}

/* Another call that takes lists and changes at any time. */
static void read_lists(void *arg) {
  reader *r = arg;
  while (!is_over(r)) {
    const sx_known_list *list;
    sx_strs changed;
    bool is_lost;
    sx_arena_init(&r->arena, 64u << 20);
    r->call.arena = &r->arena;
    sx_str path = r->call.roots.items[0].path;
    if (sx_known_files_get(&r->call, path, SX_KNOWN_LIST, &list, NULL) == SX_OK) {
      sx_status status =
          sx_known_files_changed(&r->call, path, list->turn, &changed, &is_lost, NULL);
      if (status) changed.len = 0;
      sx_known_list_release(r->call.services->known_files, list);
    }
    sx_arena_release(&r->arena);
    usleep(500);
  }
}

static void end_reader(void *arg) {
  reader *r = arg;
  uv_mutex_lock(&r->mutex);
  r->is_over = true;
  uv_mutex_unlock(&r->mutex);
  uv_thread_join(&r->thread);
  uv_mutex_destroy(&r->mutex);
}

static void start_reader(const sx_call *call) {
  reader *r = sx_test_memory(sizeof *r);
  *r = (reader){.call = *call};
  if (uv_mutex_init(&r->mutex) || uv_thread_create(&r->thread, read_lists, r)) return;
  sx_test_defer(end_reader, r);
}

static void change_randomly(bool has_git, bool has_reader, size_t rounds) {
  sx_call *call = new_call();
  SX_EXPECT_ALLOC(call);
  if (sx_test_is_failing_allocations()) return;
  sx_str root = root_of(call);
  if (has_git) run(root, "git init -q && git config user.email a@b && git config user.name n");
  holder *h = new_holder();
  settle(call, h);
  if (has_reader) start_reader(call);
  for (size_t i = 0; i < rounds && !sx_test_is_over(); i++) {
    uint64_t turn = h->list->turn;
    bool is_lost;
    const char *what = change(root, has_git);
    if (sx_test_below(3) == 0) change(root, has_git);
    if (sx_test_below(5) == 0) settle(call, h);
    SX_EXPECT(is_right(call, h, what));
    if (!h->list->paths.len) continue;
    size_t which = sx_test_below(h->list->paths.len);
    if (sx_known_list_is_unwatched(h->list, which)) continue;
    char name[512];
    snprintf(name, sizeof name, "%.*s", SX_STR_ARG(h->list->paths.items[which]));
    turn = h->list->turn;
    write_at(temp_path(root, name), "2");
    if (!has_changed(call, turn, name, &is_lost) && !is_lost)
      SX_FAIL("round %zu: '%s' was written, and not reported", i, name);
  }
}

SX_TEST(is_right_after_random_changes) {
  change_randomly(false, false, 300);
}

SX_TEST(is_right_after_random_changes_by_git) {
  change_randomly(true, false, 300);
}

SX_TEST(is_right_while_others_ask) {
  change_randomly(true, true, 150);
}

SX_SUITE(workspace_known_files_test, SX_CASE(is_kept_while_nothing_comes_or_goes),
         SX_CASE(sees_what_came_and_went), SX_CASE(a_call_that_is_cancelled_has_visited_nothing),
         SX_CASE(has_what_changed_between_the_watch_and_the_first_list),
         SX_CASE(takes_in_single_files_without_a_walk),
         SX_CASE(stays_as_it_is_while_ignored_files_come_and_go),
         SX_CASE(reports_the_files_of_a_folder_that_was_moved_here),
         SX_CASE(looks_at_folders_that_are_not_watched),
         SX_CASE(answers_for_parts_that_are_not_ignored),
         SX_CASE(walks_where_the_system_has_no_watches_left),
         SX_CASE(is_right_after_the_queue_ran_over), SX_CASE(is_right_in_two_windows),
         SX_CASE(follows_rules), SX_CASE(follows_rules_that_are_written_twice_at_once),
         SX_LONG_CASE(is_right_after_random_changes),
         SX_LONG_CASE(is_right_after_random_changes_by_git), SX_CASE(is_right_while_others_ask));
