#define _XOPEN_SOURCE 700
#include "harness.h"
#include "os/clock.h"
#include "os/watch.h"
#include "temp_files.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long the watch's thread may take, whatever else the machine does. */
#define LIMIT_MS 20000
#define SECOND_NS ((int64_t)1000000000)

static bool passes_over(void *context, sx_str path, bool is_folder) {
  (void)context;
  return is_folder && sx_str_has_suffix(path, SX_STR("/ignored"));
}

static void choose(void *context, sx_str path, sx_walk_folder *folder) {
  (void)context, (void)path;
  for (size_t i = 0; i < folder->count; i++)
    folder->entries[i].is_entered = folder->entries[i].kind == SX_WALK_FOLDER &&
                                    !sx_str_is_equal(folder->entries[i].name, SX_STR("ignored"));
}

static void free_watch(void *watch) {
  sx_watch_free(watch);
}

static sx_watch *new_watch(size_t max_folders) {
  sx_watch *watch =
      sx_watch_new((sx_watch_filter){.is_passed_over = passes_over, .choose = choose}, max_folders);
  if (watch) sx_test_defer(free_watch, watch);
  return watch;
}

/* Good until the next one. */
static const char *numbered(sx_str folder, const char *name, int number) {
  static char path[512];
  snprintf(path, sizeof path, "%.*s/%s%d", SX_STR_ARG(folder), name, number);
  return path;
}

/* Until nothing is under way: a whole answer is expected at last. */
static sx_watch_events take(sx_watch *watch) {
  sx_watch_events all = {0}, events;
  /* Where each allocation fails it never gets there. */
  uint64_t limit_ms = sx_test_is_failing_allocations() ? 20 : LIMIT_MS;
  uint64_t end_ms = sx_clock_ms() + limit_ms;
  for (bool is_whole = false; !is_whole && sx_clock_ms() < end_ms;) {
    if (sx_watch_take(watch, limit_ms, &events, sx_test_arena())) return all;
    for (size_t i = 0; i < events.len; i++) {
      sx_watch_event *event = SX_ARRAY_ADD(&all, sx_test_arena());
      if (event) *event = events.items[i];
    }
    is_whole = all.is_whole = events.is_whole;
  }
  return all;
}

static const sx_watch_event *find(const sx_watch_events *events, sx_str path) {
  for (size_t i = 0; i < events->len; i++)
    if (sx_str_is_equal(events->items[i].path, path)) return &events->items[i];
  return NULL;
}

static sx_watch *watch_folder(sx_str folder, size_t max_folders) {
  sx_watch *watch = new_watch(max_folders);
  if (!watch || sx_watch_set_roots(watch, &folder, 1, sx_clock_day_ns())) return NULL;
  take(watch);
  return watch;
}

SX_TEST(reports_what_was_written_at_once) {
  sx_str folder = temp_folder();
  sx_str a = temp_file(folder, "src/deep/a.ts", SX_STR("1"));
  temp_file(folder, "ignored/b.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  temp_file(folder, "src/deep/a.ts", SX_STR("2"));
  temp_file(folder, "ignored/b.ts", SX_STR("2"));
  sx_watch_events events = take(watch);
  SX_EXPECT(events.is_whole && !events.is_starting);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_STR(events.items[0].path, a);
  SX_EXPECT(!events.items[0].is_name);
  SX_EXPECT_SIZE(take(watch).len, 0);
}

SX_TEST(says_what_came_and_went) {
  sx_str folder = temp_folder();
  sx_str old = temp_file(folder, "old.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  sx_str new = temp_file(folder, "new.ts", SX_STR("1"));
  sx_str brief = temp_file(folder, "brief.ts", SX_STR("1"));
  sx_str over = temp_file(folder, "over.ts", SX_STR("1"));
  SX_EXPECT(unlink(brief.ptr) == 0 && rename(over.ptr, old.ptr) == 0);
  sx_watch_events events = take(watch);
  const sx_watch_event *one = find(&events, new);
  SX_EXPECT(one && one->is_name && one->is_new);
  one = find(&events, brief);
  SX_EXPECT(one && one->is_name && one->is_new);
  one = find(&events, old);
  SX_EXPECT(one && one->is_name && !one->is_new);
}

SX_TEST(knows_what_is_in_new_folders) {
  sx_str folder = temp_folder();
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  sx_str a = temp_file(folder, "one/two/three/a.ts", SX_STR("1"));
  sx_watch_events events = take(watch);
  SX_EXPECT(find(&events, a) && find(&events, a)->is_new);
  temp_file(folder, "one/two/three/a.ts", SX_STR("2"));
  events = take(watch);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_SIZE(sx_watch_count(watch), 4);
}

SX_TEST(a_moved_folder_is_known_by_its_new_path_only) {
  sx_str folder = temp_folder();
  sx_str old = temp_path(folder, "old"), new = temp_path(folder, "new");
  temp_file(folder, "old/in/a.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(rename(old.ptr, new.ptr) == 0);
  sx_str early = temp_file(folder, "new/in/early.ts", SX_STR("1"));
  sx_watch_events events = take(watch);
  SX_EXPECT(find(&events, old) && find(&events, old)->is_folder);
  SX_EXPECT(find(&events, temp_path(folder, "new/in/a.ts")) && find(&events, early));
  SX_EXPECT(!find(&events, temp_path(folder, "old/in/early.ts")));
  sx_str b = temp_file(folder, "new/in/b.ts", SX_STR("1"));
  events = take(watch);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_STR(events.items[0].path, b);
  SX_EXPECT_SIZE(sx_watch_count(watch), 3);
}

SX_TEST(gives_the_watches_of_deleted_folders_back) {
  sx_str folder = temp_folder();
  sx_watch *watch = watch_folder(folder, 20);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  for (int i = 0; i < 300; i++) {
    SX_EXPECT(mkdir(numbered(folder, "t", i), 0777) == 0);
    if (i % 3) take(watch);
    SX_EXPECT(rmdir(numbered(folder, "t", i)) == 0);
  }
  take(watch);
  SX_EXPECT_SIZE(sx_watch_count(watch), 1);
  temp_file(folder, "feature/x.ts", SX_STR("1"));
  take(watch);
  sx_str x = temp_file(folder, "feature/x.ts", SX_STR("2"));
  sx_watch_events events = take(watch);
  SX_EXPECT(find(&events, x) != NULL);
}

static size_t count_events(const sx_watch_events *events, sx_str folder) {
  size_t count = 0;
  for (size_t i = 0; i < events->len; i++)
    count += sx_str_has_prefix(events->items[i].path, folder);
  return count;
}

/* The system has one watch for both. */
SX_TEST(two_roots_that_lead_to_one_folder_both_have_its_events) {
  sx_str folder = temp_folder();
  temp_file(folder, "real/in/a.ts", SX_STR("1"));
  sx_str roots[] = {temp_path(folder, "real"),
                    temp_link(folder, "link", temp_path(folder, "real"))};
  sx_watch *watch = new_watch(0);
  SX_EXPECT_ALLOC(watch);
  sx_status status = sx_watch_set_roots(watch, roots, 2, sx_clock_day_ns());
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  take(watch);
  SX_EXPECT(sx_watch_has(watch, temp_path(folder, "real/in")));
  SX_EXPECT(sx_watch_has(watch, temp_path(folder, "link/in")));
  SX_EXPECT_SIZE(sx_watch_count(watch), 2);
  temp_file(folder, "real/in/a.ts", SX_STR("2"));
  sx_watch_events events = take(watch);
  SX_EXPECT(find(&events, temp_path(folder, "real/in/a.ts")) != NULL);
  SX_EXPECT(find(&events, temp_path(folder, "link/in/a.ts")) != NULL);
  SX_EXPECT_SIZE(events.len, 2);
  SX_EXPECT(unlink(temp_path(folder, "real/in/a.ts").ptr) == 0);
  SX_EXPECT(rmdir(temp_path(folder, "real/in").ptr) == 0);
  events = take(watch);
  SX_EXPECT_SIZE(count_events(&events, roots[0]), 2);
  SX_EXPECT_SIZE(count_events(&events, roots[1]), 2);
  SX_EXPECT_SIZE(sx_watch_count(watch), 1);
  SX_EXPECT_OK(sx_watch_set_roots(watch, roots + 1, 1, sx_clock_day_ns()));
  take(watch);
  sx_str b = temp_file(folder, "link/b.ts", SX_STR("1"));
  events = take(watch);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_STR(events.items[0].path, b);
}

/* The folder that it was in is only looked through: no event says that it went. */
SX_TEST(a_folder_that_moves_in_one_without_events_is_known_by_its_new_path_only) {
  sx_str folder = temp_folder();
  sx_str old = temp_path(folder, "top/old"), new = temp_path(folder, "top/new");
  temp_file(folder, "top/old/a.ts", SX_STR("1"));
  sx_str roots[] = {temp_path(folder, "top"), old}; /* the last is the first to be watched */
  sx_watch *watch = new_watch(1);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(sx_watch_set_roots(watch, roots, 2, sx_clock_day_ns()));
  take(watch);
  SX_EXPECT(sx_watch_has(watch, old) && !sx_watch_has(watch, roots[0]));
  SX_EXPECT(rename(old.ptr, new.ptr) == 0);
  sx_watch_limit(watch, 3);
  take(watch);
  SX_EXPECT(sx_watch_has(watch, new) && !sx_watch_has(watch, old));
  sx_str b = temp_file(folder, "top/new/b.ts", SX_STR("1"));
  sx_watch_events events = take(watch);
  SX_EXPECT(find(&events, b) != NULL);
  SX_EXPECT(!find(&events, temp_path(folder, "top/old/b.ts")));
}

SX_TEST(reports_what_was_written_to_the_memory_of_a_mapped_file) {
  sx_str folder = temp_folder();
  sx_str a = temp_file(folder, "a.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  int file = open(a.ptr, O_RDWR);
  SX_EXPECT(file >= 0);
  char *bytes = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  SX_EXPECT(bytes != MAP_FAILED);
  close(file);
  *bytes = '2';
  munmap(bytes, 1);
  sx_watch_events events = take(watch);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_STR(events.items[0].path, a);
  SX_EXPECT(!events.items[0].is_name);
}

/* Its stamp decides whether it was written to by its memory. */
SX_TEST(a_file_that_was_only_open_for_writing_is_told_from_one_that_was_written) {
  sx_str folder = temp_folder();
  sx_str a = temp_file(folder, "a.ts", SX_STR("1")), b = temp_file(folder, "b.ts", SX_STR("1"));
  int64_t before_ns = sx_clock_day_ns();
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  int64_t after_ns = sx_clock_day_ns();
  close(open(a.ptr, O_WRONLY | O_CLOEXEC));
  temp_file(folder, "b.ts", SX_STR("2"));
  close(open(b.ptr, O_WRONLY | O_CLOEXEC));
  sx_watch_events events;
  SX_EXPECT_OK(sx_watch_take(watch, LIMIT_MS, &events, sx_test_arena()));
  SX_EXPECT(events.since_ns >= before_ns && events.since_ns <= after_ns);
  const sx_watch_event *one = find(&events, a);
  SX_EXPECT(one && one->is_closing && sx_watch_is_written(&events, one, events.since_ns));
  SX_EXPECT(sx_watch_is_written(&events, one, events.since_ns - 59 * SECOND_NS));
  SX_EXPECT(!sx_watch_is_written(&events, one, events.since_ns - 61 * SECOND_NS));
  one = find(&events, b);
  SX_EXPECT(one && !one->is_closing && sx_watch_is_written(&events, one, 0));
  close(open(b.ptr, O_WRONLY | O_CLOEXEC));
  SX_EXPECT_OK(sx_watch_take(watch, LIMIT_MS, &events, sx_test_arena()));
  one = find(&events, b);
  SX_EXPECT(one && one->is_closing && !find(&events, a));
}

/* Programs may change it of which no events come. */
SX_TEST(a_file_system_of_an_unknown_kind_is_looked_through) {
  sx_str folder = SX_STR("/proc/sys/fs/inotify");
  if (access(folder.ptr, R_OK)) return;
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  SX_EXPECT(!sx_watch_has(watch, folder));
  if (sx_test_is_failing_allocations()) return;
  sx_str local = temp_folder();
  SX_EXPECT_OK(sx_watch_set_roots(watch, &local, 1, sx_clock_day_ns()));
  take(watch);
  SX_EXPECT(sx_watch_has(watch, local));
}

/* More than the system keeps: 16,384 unless it is set higher. */
static bool overrun(sx_str folder) {
  for (int i = 0; i < 20000; i++) {
    FILE *file = fopen(numbered(folder, "f", i % 100), "ab");
    if (!file) return false;
    fputs("x", file);
    fclose(file);
  }
  return true;
}

SX_TEST(finds_again_what_was_lost_when_the_queue_ran_over) {
  sx_str folder = temp_folder();
  sx_str a = temp_file(folder, "src/a.ts", SX_STR("1"));
  temp_file(folder, "src/same.ts", SX_STR("1"));
  temp_file(folder, "doomed/in/b.ts", SX_STR("1"));
  temp_file(folder, "busy/f", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  struct timespec rest = {.tv_nsec = 60000000}; /* stamps of before and after differ */
  nanosleep(&rest, NULL);
  take(watch);
  nanosleep(&rest, NULL);
  SX_EXPECT(overrun(temp_path(folder, "busy")));
  temp_file(folder, "src/a.ts", SX_STR("2"));
  sx_str x = temp_file(folder, "src/newdir/x.ts", SX_STR("1"));
  SX_EXPECT(unlink(temp_path(folder, "doomed/in/b.ts").ptr) == 0);
  SX_EXPECT(rmdir(temp_path(folder, "doomed/in").ptr) == 0);
  SX_EXPECT(rmdir(temp_path(folder, "doomed").ptr) == 0);
  sx_watch_events events = take(watch);
  SX_EXPECT(events.is_whole);
  SX_EXPECT(find(&events, a) && find(&events, x));
  SX_EXPECT(!find(&events, temp_path(folder, "src/same.ts")));
  SX_EXPECT(find(&events, temp_path(folder, "doomed")));
  temp_file(folder, "src/newdir/x.ts", SX_STR("2"));
  events = take(watch);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_STR(events.items[0].path, x);
  SX_EXPECT_SIZE(sx_watch_count(watch), 4);
}

/* Stops a walk when it has passed one folder below the top. */
typedef struct stop {
  atomic_int left; /* folders before it stops */
  atomic_bool may_go_on, has_stopped;
  char passed[512];
} stop;

static bool passes_nothing_over(void *context, sx_str path, bool is_folder) {
  (void)context, (void)path, (void)is_folder;
  return false;
}

static void stops(void *context, sx_str path, sx_walk_folder *folder) {
  stop *s = context;
  struct timespec rest = {.tv_nsec = 1000000};
  choose(NULL, path, folder);
  int left = atomic_fetch_sub(&s->left, 1);
  if (left == 2) snprintf(s->passed, sizeof s->passed, "%.*s", SX_STR_ARG(path));
  if (left != 1) return;
  s->has_stopped = true;
  while (!s->may_go_on) nanosleep(&rest, NULL);
}

SX_TEST(finds_what_was_lost_again_behind_a_walk_for_what_was_lost) {
  static stop s;
  if (sx_test_is_failing_allocations()) return;
  s.left = 0;
  s.may_go_on = s.has_stopped = false;
  sx_str folder = temp_folder();
  temp_file(folder, "one/a.ts", SX_STR("1"));
  temp_file(folder, "two/a.ts", SX_STR("1"));
  const sx_watch_filter filter = {
      .is_passed_over = passes_nothing_over, .choose = stops, .context = &s};
  sx_watch *watch = sx_watch_new(filter, 0);
  SX_EXPECT(watch != NULL);
  sx_test_defer(free_watch, watch);
  SX_EXPECT_OK(sx_watch_set_roots(watch, &folder, 1, sx_clock_day_ns()));
  take(watch);
  s.left = 3;
  sx_watch_events events;
  struct timespec rest = {.tv_nsec = 1000000};
  SX_EXPECT(overrun(folder));
  SX_EXPECT_OK(sx_watch_take(watch, 0, &events, sx_test_arena()));
  uint64_t start_ms = sx_clock_ms();
  while (!s.has_stopped && sx_clock_ms() - start_ms < LIMIT_MS) nanosleep(&rest, NULL);
  SX_EXPECT(s.has_stopped);
  SX_EXPECT(overrun(folder));
  sx_str new = temp_file(sx_str_from(s.passed), "new.ts", SX_STR("1"));
  SX_EXPECT_OK(sx_watch_take(watch, 0, &events, sx_test_arena()));
  SX_EXPECT(!events.is_whole && !find(&events, new));
  struct timespec longer = {.tv_nsec = 60000000}; /* stamps of before and after differ */
  nanosleep(&longer, NULL);
  s.may_go_on = true;
  events = take(watch);
  SX_EXPECT(events.is_whole);
  SX_EXPECT(find(&events, new) != NULL);
}

SX_TEST(looks_through_folders_past_the_maximum) {
  sx_str folder = temp_folder();
  char name[64];
  for (int i = 0; i < 10; i++) {
    snprintf(name, sizeof name, "d%d/a.ts", i);
    temp_file(folder, name, SX_STR("1"));
  }
  sx_watch *watch = watch_folder(folder, 4);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(sx_watch_count(watch), 4);
  take(watch); /* their stamps are known now */
  for (int i = 0; i < 10; i++) {
    struct timespec rest = {.tv_nsec = 20000000};
    nanosleep(&rest, NULL);
    snprintf(name, sizeof name, "d%d/a.ts", i);
    sx_str path = temp_file(folder, name, SX_STR("2"));
    sx_watch_events events = take(watch);
    SX_EXPECT(find(&events, path) != NULL);
    snprintf(name, sizeof name, "d%d/new%d/b.ts", i, i);
    path = temp_file(folder, name, SX_STR("1"));
    events = take(watch);
    SX_EXPECT(find(&events, path) != NULL);
  }
}

/* Stamps are coarser than the clock: what is written right after a look may have the same. */
SX_TEST(finds_what_was_written_in_the_moment_of_the_last_look) {
  sx_str folder = temp_folder();
  char name[64];
  temp_file(folder, "in/a.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 1);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  take(watch);
  for (int i = 0; i < 100; i++) {
    snprintf(name, sizeof name, "in/%d.ts", i % 60);
    sx_str path = temp_file(folder, name, SX_STR("2"));
    sx_watch_events events = take(watch);
    SX_EXPECT(find(&events, path) != NULL);
  }
}

/* No answer counts as whole then, as nothing is known of what is in the others. */
SX_TEST(leaves_folders_out_past_those_that_it_may_know) {
  sx_str folder = temp_folder();
  char name[64];
  for (int i = 0; i < 20; i++) {
    snprintf(name, sizeof name, "d%02d/in/a.ts", i);
    temp_file(folder, name, SX_STR("1"));
  }
  sx_watch *watch = new_watch(0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  sx_watch_limit_known(watch, 16);
  SX_EXPECT_OK(sx_watch_set_roots(watch, &folder, 1, sx_clock_day_ns()));
  SX_EXPECT(sx_watch_await_start(watch, LIMIT_MS));
  sx_watch_events events;
  SX_EXPECT_OK(sx_watch_take(watch, LIMIT_MS, &events, sx_test_arena()));
  SX_EXPECT(!events.is_whole && !events.is_starting);
  SX_EXPECT_SIZE(sx_watch_count(watch), 16);
  SX_EXPECT(!sx_watch_settle(watch, LIMIT_MS) && sx_watch_has(watch, folder));
  for (int i = 0; i < 20; i++) {
    if (i % 5 == 0) continue;
    snprintf(name, sizeof name, "d%02d", i);
    sx_str from = temp_path(folder, name);
    SX_EXPECT(unlink(temp_path(from, "in/a.ts").ptr) == 0);
    SX_EXPECT(rmdir(temp_path(from, "in").ptr) == 0 && rmdir(from.ptr) == 0);
  }
  SX_EXPECT(take(watch).is_whole && sx_watch_settle(watch, LIMIT_MS));
  SX_EXPECT_SIZE(sx_watch_count(watch), 9);
  for (int i = 0; i < 20; i += 5) {
    snprintf(name, sizeof name, "d%02d/in/a.ts", i);
    sx_str path = temp_file(folder, name, SX_STR("2"));
    events = take(watch);
    SX_EXPECT(find(&events, path) != NULL);
  }
}

SX_TEST(a_root_that_comes_back_is_watched_again) {
  sx_str parent = temp_folder();
  sx_str root = temp_path(parent, "ws"), a = temp_file(parent, "ws/a.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(root, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(unlink(a.ptr) == 0 && rmdir(root.ptr) == 0);
  take(watch);
  temp_file(parent, "ws/a.ts", SX_STR("2"));
  sx_watch_events events = take(watch);
  SX_EXPECT(find(&events, a) != NULL);
  temp_file(parent, "ws/a.ts", SX_STR("3"));
  SX_EXPECT_SIZE(take(watch).len, 1);
}

/* Whether the folder has a listing; with this file, unless it is empty. */
static bool has_listing(sx_watch *watch, sx_str folder, const char *file) {
  sx_walk_listing *listing = sx_watch_take_listing(watch, folder);
  bool has = listing && !*file;
  for (size_t i = 0; listing && i < listing->count; i++)
    has |= sx_str_is_equal(listing->entries[i].name, sx_str_from(file));
  sx_walk_listing_free(listing);
  return has;
}

SX_TEST(gives_away_what_the_first_walk_has_found) {
  static const char *const changed[] = {"new", "written", "deleted", "moved", "replaced"};
  sx_str folder = temp_folder(), paths[5];
  for (size_t i = 0; i < 5; i++) {
    paths[i] = temp_path(folder, changed[i]);
    SX_EXPECT(mkdir(paths[i].ptr, 0777) == 0);
    temp_file(paths[i], "in/a.ts", SX_STR("1"));
    temp_file(paths[i], "a.ts", SX_STR("1"));
  }
  temp_file(folder, "same/a.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 0);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  temp_file(paths[0], "b.ts", SX_STR("1"));
  temp_file(paths[1], "a.ts", SX_STR("2"));
  SX_EXPECT(unlink(temp_path(paths[2], "a.ts").ptr) == 0);
  SX_EXPECT(rename(paths[3].ptr, temp_path(folder, "elsewhere").ptr) == 0);
  SX_EXPECT(rename(paths[4].ptr, temp_path(folder, "away").ptr) == 0);
  SX_EXPECT(mkdir(paths[4].ptr, 0777) == 0);
  SX_EXPECT(sx_watch_settle(watch, LIMIT_MS));
  for (size_t i = 0; i < 5; i++) SX_EXPECT(!has_listing(watch, paths[i], ""));
  SX_EXPECT(!has_listing(watch, temp_path(folder, "moved/in"), ""));
  SX_EXPECT(!has_listing(watch, temp_path(folder, "replaced/in"), ""));
  SX_EXPECT(!has_listing(watch, temp_path(folder, "elsewhere"), "")); /* not by the first walk */
  SX_EXPECT(!has_listing(watch, folder, ""));
  SX_EXPECT(has_listing(watch, temp_path(folder, "new/in"), "a.ts"));
  SX_EXPECT(has_listing(watch, temp_path(folder, "same"), "a.ts"));
  SX_EXPECT(!has_listing(watch, temp_path(folder, "same"), ""));
  sx_watch_forget_listings(watch);
  SX_EXPECT(!has_listing(watch, temp_path(folder, "written/in"), ""));
}

/* They may have changed without an event. */
SX_TEST(gives_away_nothing_of_folders_without_events) {
  sx_str folder = temp_folder();
  temp_file(folder, "a/a.ts", SX_STR("1"));
  temp_file(folder, "b/a.ts", SX_STR("1"));
  sx_watch *watch = watch_folder(folder, 2);
  SX_EXPECT_ALLOC(watch);
  if (sx_test_is_failing_allocations()) return;
  bool has_a = has_listing(watch, temp_path(folder, "a"), "a.ts");
  bool has_b = has_listing(watch, temp_path(folder, "b"), "a.ts");
  SX_EXPECT(has_a != has_b);
  SX_EXPECT(sx_watch_has(watch, temp_path(folder, "a")) == has_a);
}

SX_TEST(walks_in_the_background) {
  sx_str folder = temp_folder();
  if (sx_test_is_failing_allocations()) return;
  for (int i = 0; i < 2000; i++) SX_EXPECT(mkdir(numbered(folder, "d", i), 0777) == 0);
  sx_watch *watch = new_watch(0);
  SX_EXPECT(watch != NULL);
  sx_watch_events events;
  uint64_t start_ms = sx_clock_ms();
  SX_EXPECT_OK(sx_watch_set_roots(watch, &folder, 1, sx_clock_day_ns()));
  SX_EXPECT_OK(sx_watch_take(watch, 0, &events, sx_test_arena()));
  SX_EXPECT(events.is_starting && !events.is_whole);
  SX_EXPECT(sx_clock_ms() - start_ms < 1000);
  SX_EXPECT(take(watch).is_whole);
  SX_EXPECT_SIZE(sx_watch_count(watch), 2001);
}

SX_TEST(reports_what_was_written_before_it_was_watched) {
  sx_str folder = temp_folder();
  temp_file(folder, "src/old.ts", SX_STR("1"));
  sx_str a = temp_file(folder, "src/a.ts", SX_STR("1"));
  struct timespec rest = {.tv_nsec = 60000000}; /* stamps of before and after differ */
  nanosleep(&rest, NULL);
  int64_t since_ns = sx_clock_day_ns();
  nanosleep(&rest, NULL);
  temp_file(folder, "src/a.ts", SX_STR("2"));
  sx_watch *watch = new_watch(0);
  SX_EXPECT_ALLOC(watch);
  sx_status status = sx_watch_set_roots(watch, &folder, 1, since_ns);
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  sx_watch_events events = take(watch);
  SX_EXPECT(events.is_whole);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_STR(events.items[0].path, a);
  SX_EXPECT(!events.items[0].is_name);
}

static bool waits_at_files(void *context, sx_str path, bool is_folder) {
  (void)path;
  struct timespec rest = {.tv_nsec = 1000000};
  atomic_bool *may_go_on = context;
  while (!is_folder && !*may_go_on) nanosleep(&rest, NULL);
  return false;
}

SX_TEST(notes_everything_before_it_has_looked_at_all_files) {
  static atomic_bool may_go_on;
  may_go_on = false;
  sx_str folder = temp_folder();
  temp_file(folder, "src/a.ts", SX_STR("1"));
  if (sx_test_is_failing_allocations()) return;
  sx_watch *watch = sx_watch_new((sx_watch_filter){.is_passed_over = waits_at_files,
                                                   .choose = choose,
                                                   .context = (void *)&may_go_on},
                                 0);
  SX_EXPECT(watch != NULL);
  sx_test_defer(free_watch, watch);
  SX_EXPECT_OK(sx_watch_set_roots(watch, &folder, 1, 0));
  SX_EXPECT(sx_watch_await_start(watch, LIMIT_MS));
  SX_EXPECT(sx_watch_settle(watch, 0));
  SX_EXPECT(sx_watch_has(watch, temp_path(folder, "src")));
  sx_watch_events events;
  SX_EXPECT_OK(sx_watch_take(watch, 0, &events, sx_test_arena()));
  SX_EXPECT(!events.is_whole && !events.is_starting);
  may_go_on = true;
  SX_EXPECT(take(watch).is_whole);
}

SX_TEST(looks_at_files_when_the_delay_is_over) {
  sx_str folder = temp_folder();
  sx_str a = temp_file(folder, "src/a.ts", SX_STR("1"));
  if (sx_test_is_failing_allocations()) return;
  sx_watch *watch = new_watch(0);
  SX_EXPECT(watch != NULL);
  sx_watch_delay_looks(watch, LIMIT_MS * 10);
  SX_EXPECT_OK(sx_watch_set_roots(watch, &folder, 1, 0));
  SX_EXPECT(sx_watch_await_start(watch, LIMIT_MS));
  SX_EXPECT(sx_watch_settle(watch, 0));
  sx_watch_events events;
  SX_EXPECT_OK(sx_watch_take(watch, 50, &events, sx_test_arena()));
  SX_EXPECT(!events.is_whole && !events.len);
  sx_watch_delay_looks(watch, 0);
  events = take(watch);
  SX_EXPECT(events.is_whole);
  SX_EXPECT_SIZE(events.len, 1);
  SX_EXPECT_STR(events.items[0].path, a);
  /* It ends by itself. */
  sx_watch_delay_looks(watch, 20);
  SX_EXPECT_OK(sx_watch_set_roots(watch, &folder, 1, 0));
  SX_EXPECT(take(watch).is_whole);
}

static bool hangs(void *context, sx_str path, bool is_folder) {
  (void)path, (void)is_folder;
  struct timespec rest = {.tv_nsec = 10000000};
  atomic_bool *state = context;
  state[2] = true;
  while (!state[0]) nanosleep(&rest, NULL);
  return false;
}

static void note_release(void *context) {
  atomic_bool *state = context;
  state[1] = true;
}

SX_TEST(its_end_does_not_wait_for_a_file_system_that_hangs) {
  static atomic_bool state[3]; /* may go on, is released, has begun */
  for (size_t i = 0; i < 3; i++) state[i] = false;
  sx_str folder = temp_folder();
  if (sx_test_is_failing_allocations()) return;
  temp_file(folder, "src/a.ts", SX_STR("1"));
  sx_watch *watch = sx_watch_new((sx_watch_filter){.is_passed_over = hangs,
                                                   .choose = choose,
                                                   .release = note_release,
                                                   .context = (void *)state},
                                 0);
  SX_EXPECT(watch != NULL);
  SX_EXPECT_OK(sx_watch_set_roots(watch, &folder, 1, 0));
  sx_watch_events events;
  SX_EXPECT_OK(sx_watch_take(watch, 20, &events, sx_test_arena()));
  SX_EXPECT(!events.is_whole);
  struct timespec rest = {.tv_nsec = 10000000};
  uint64_t start_ms = sx_clock_ms();
  while (!state[2] && sx_clock_ms() - start_ms < LIMIT_MS) nanosleep(&rest, NULL);
  start_ms = sx_clock_ms();
  sx_watch_free(watch);
  SX_EXPECT(sx_clock_ms() - start_ms < 2000);
  SX_EXPECT(!state[1]); /* the thread still needs it */
  state[0] = true;
  while (!state[1] && sx_clock_ms() - start_ms < LIMIT_MS) nanosleep(&rest, NULL);
  SX_EXPECT(state[1]);
  nanosleep(&rest, NULL); /* until the last of it is freed */
}

SX_SUITE(os_watch_test, SX_CASE(reports_what_was_written_at_once), SX_CASE(says_what_came_and_went),
         SX_CASE(knows_what_is_in_new_folders),
         SX_CASE(a_moved_folder_is_known_by_its_new_path_only),
         SX_CASE(gives_the_watches_of_deleted_folders_back),
         SX_CASE(two_roots_that_lead_to_one_folder_both_have_its_events),
         SX_CASE(a_folder_that_moves_in_one_without_events_is_known_by_its_new_path_only),
         SX_CASE(reports_what_was_written_to_the_memory_of_a_mapped_file),
         SX_CASE(a_file_that_was_only_open_for_writing_is_told_from_one_that_was_written),
         SX_CASE(a_file_system_of_an_unknown_kind_is_looked_through),
         SX_CASE(finds_again_what_was_lost_when_the_queue_ran_over),
         SX_CASE(finds_what_was_lost_again_behind_a_walk_for_what_was_lost),
         SX_CASE(looks_through_folders_past_the_maximum),
         SX_CASE(finds_what_was_written_in_the_moment_of_the_last_look),
         SX_CASE(leaves_folders_out_past_those_that_it_may_know),
         SX_CASE(a_root_that_comes_back_is_watched_again),
         SX_CASE(gives_away_what_the_first_walk_has_found),
         SX_CASE(gives_away_nothing_of_folders_without_events), SX_CASE(walks_in_the_background),
         SX_CASE(reports_what_was_written_before_it_was_watched),
         SX_CASE(notes_everything_before_it_has_looked_at_all_files),
         SX_CASE(looks_at_files_when_the_delay_is_over),
         SX_CASE(its_end_does_not_wait_for_a_file_system_that_hangs));
