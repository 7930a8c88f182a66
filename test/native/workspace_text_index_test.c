#define _XOPEN_SOURCE 700
#include "call_scene.h"
#include "harness.h"
#include "index/build.h"
#include "index/manifest.h"
#include "index/poison_file.h"
#include "index/storage.h"
#include "index/store.h"
#include "os/clock.h"
#include "os/file_write.h"
#include "os/lock.h"
#include "temp_files.h"
#include "workspace/text_index.h"
#include "workspace/workspace_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#define FILES 12

/* A folder of files of which each has a word of its own, and all have one. */
typedef struct index_case {
  call_scene *scene;
  sx_text_index *index;
  sx_str storage, store;
  sx_strs paths;
  uint64_t generation;
} index_case;

static void release_lock(void *arg) {
  sx_lock_release(arg);
}

static void age(sx_str path) {
  const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
  utimensat(AT_FDCWD, path.ptr, times, AT_SYMLINK_NOFOLLOW);
}

/* Writes the index of the files as they are, as the process does. */
static sx_status write_index(index_case *c) {
  sx_index_built built;
  char name[64];
  sx_str root = c->scene->call.roots.items[0].real_path;
  uint64_t generation = c->generation + 1;
  snprintf(name, sizeof name, SX_INDEX_BASE "%u", (unsigned)generation);
  const sx_index_build build = {.root = root,
                                .paths = &c->paths,
                                .to = temp_path(c->store, name).ptr,
                                .scratch = temp_path(c->store, "scratch").ptr,
                                .memory_bytes = (size_t)16 << 20,
                                .threads = 1,
                                .trusts_young = true};
  sx_status status = sx_index_build_run(&build, &built, sx_test_err());
  const sx_index_manifest manifest = {.generation = generation, .base = generation, .root = root};
  if (!status) status = sx_index_manifest_write(&manifest, c->store.ptr, sx_test_err());
  if (!status) c->generation = generation;
  return status;
}

/* NULL without memory. */
static index_case *new_case(void) {
  index_case *c = sx_test_memory(sizeof *c);
  c->scene = call_scene_new(call_scene_refuse, NULL);
  if (!c->scene) return NULL;
  c->index = c->scene->call.services->text_index;
  c->storage = temp_folder();
  for (int i = 0; i < FILES; i++) {
    char name[32], text[64];
    snprintf(name, sizeof name, "f%02d.c", i);
    snprintf(text, sizeof text, "common word%02d\n%s", i, i == 7 ? "rare needle\n" : "");
    age(temp_file(c->scene->folder, name, sx_str_from(text)));
    char *copy = sx_test_memory(sizeof name);
    memcpy(copy, name, sizeof name);
    if (sx_strs_add(&c->paths, sx_str_from(copy), sx_test_arena(), NULL)) return NULL;
  }
  sx_text_index_set_least(c->index, 1);
  if (!sx_text_index_set_up(c->index, SX_STR("/nowhere"), c->storage)) return NULL;
  sx_str root = c->scene->call.roots.items[0].real_path;
  if (sx_index_store_folder(&c->store, c->storage, root, sx_test_arena())) return NULL;
  size_t made_bytes;
  sx_str inside = temp_path(c->store, "manifest");
  sx_status status = sx_file_make_parents(inside, &made_bytes, sx_test_err());
  if (!status) status = write_index(c);
  if (status && !sx_test_is_failing_allocations())
    sx_test_status(__FILE__, __LINE__, status, SX_OK, "write_index");
  return status ? NULL : c;
}

/* The names to be read for a text, one a line; "?" where nothing is known; empty without memory. */
static sx_str ask_in(index_case *c, sx_str folder, const char *text) {
  sx_text_narrowed narrowed;
  sx_buf out;
  sx_call *call = &c->scene->call;
  const sx_needed needed = {.kind = SX_NEEDED_STRING, .string = sx_str_from(text)};
  const sx_grep_need need = {.needed = &needed, .per_line = true};
  sx_status status = sx_text_index_narrow(&narrowed, call, folder, &need, sx_test_err());
  if (status && !sx_test_is_failing_allocations())
    sx_test_status(__FILE__, __LINE__, status, SX_OK, "narrow");
  if (status) return SX_STR("");
  sx_buf_init(&out, 65536);
  if (!narrowed.list) sx_buf_add_char(&out, '?');
  size_t count = 0;
  for (size_t i = narrowed.from; narrowed.list && i < narrowed.to; i++)
    if (sx_text_narrowed_reads(&narrowed, i)) {
      sx_buf_add(&out, sx_text_narrowed_path(&narrowed, i));
      sx_buf_add_char(&out, '\n');
      count++;
    }
  sx_test_size(__FILE__, __LINE__, narrowed.count, count, "count");
  sx_text_index_release(call, &narrowed);
  sx_str copied = out.status ? SX_STR("") : sx_arena_dup(sx_test_arena(), sx_buf_str(&out));
  sx_buf_release(&out);
  return copied;
}

static sx_str ask(index_case *c, const char *text) {
  return ask_in(c, c->scene->call.roots.items[0].path, text);
}

/* With allocations failing, less may be known, and never may a file be left out. */
static void expect_read(index_case *c, const char *text, const char *expected) {
  sx_str read = ask(c, text), rest = sx_str_from(expected);
  if (!sx_test_is_failing_allocations()) {
    SX_EXPECT_STR(read, rest);
    return;
  }
  if (!read.len || sx_str_is_equal(read, SX_STR("?"))) return;
  while (rest.len) {
    size_t end = sx_str_find_char(rest, '\n', 0) + 1;
    sx_str line = sx_str_slice(rest, 0, end);
    if (sx_str_find(read, line, 0) == SX_STR_NONE) SX_EXPECT_STR(read, line);
    rest = sx_str_slice(rest, end, rest.len);
  }
}

SX_TEST(only_files_that_may_have_the_text_are_read) {
  index_case *c = new_case();
  if (!c) return;
  expect_read(c, "needle", "f07.c\n");
  expect_read(c, "word03", "f03.c\n");
  expect_read(c, "nowhere at all", "");
}

SX_TEST(a_part_of_the_folder_is_narrowed) {
  index_case *c = new_case();
  if (!c || sx_test_is_failing_allocations()) return;
  sx_str root = c->scene->call.roots.items[0].real_path;
  sx_str part = temp_path(root, "part"), made = temp_path(root, "made");
  temp_file(root, "part/a.c", SX_STR("a needle\n"));
  temp_file(root, "part/deep/b.c", SX_STR("a needle\n"));
  temp_file(root, "made/x.c", SX_STR("a needle\n"));
  temp_file(root, ".gitignore", SX_STR("/made/\n"));
  /* As long as there is no list of all files a walk through the part is cheaper. */
  SX_EXPECT_TEXT(ask_in(c, part, "needle"), "?");
  expect_read(c, "needle", ".gitignore\nf07.c\npart/a.c\npart/deep/b.c\n");
  /* The watch has to have seen the new folders before a list lasts. */
  uint64_t end_ms = sx_clock_ms() + 20000;
  while (sx_str_is_equal(ask_in(c, part, "needle"), SX_STR("?"))) SX_EXPECT(sx_clock_ms() < end_ms);
  SX_EXPECT_TEXT(ask_in(c, part, "needle"), "a.c\ndeep/b.c\n");
  SX_EXPECT_TEXT(ask_in(c, temp_path(root, "part/deep"), "needle"), "b.c\n");
  SX_EXPECT_TEXT(ask_in(c, made, "needle"), "?");
  SX_EXPECT_TEXT(ask_in(c, temp_path(root, "nowhere"), "needle"), "?");
  SX_EXPECT_TEXT(ask_in(c, temp_folder(), "needle"), "?");
}

/* The names of the files that may have one of the texts, and those that are kept. */
static sx_str list_wanted(index_case *c, const char *glob, sx_str *texts, size_t count,
                          sx_str *kept, size_t max, bool *is_cut) {
  sx_strs listed;
  const sx_strs keep = {.items = kept, .len = kept->len > 0};
  const sx_workspace_wanted wanted = {.glob = sx_str_from(glob),
                                      .texts = {.items = texts, .len = count},
                                      .kept = &keep,
                                      .max = max};
  sx_buf *out = sx_test_buf();
  if (sx_workspace_files_narrowed(&c->scene->call, &wanted, &listed, is_cut, sx_test_err()))
    return SX_STR("failed");
  for (size_t i = 0; i < listed.len; i++) {
    sx_str path = listed.items[i];
    sx_buf_add(out, sx_str_slice(path, c->scene->folder.len + 1, path.len));
    sx_buf_add_char(out, '\n');
  }
  return sx_buf_str(out);
}

SX_TEST(files_are_listed_by_the_texts_that_they_may_have) {
  index_case *c = new_case();
  if (!c || sx_test_is_failing_allocations()) return;
  bool is_cut;
  sx_str none = SX_STR(""), unsaved = temp_path(c->scene->folder, "f09.c");
  sx_str texts[] = {SX_STR("needle"), SX_STR("word03"), SX_STR("common")};
  temp_file(c->scene->folder, "node_modules/m.c", SX_STR("a needle\n"));
  SX_EXPECT_TEXT(list_wanted(c, "**", texts, 1, &none, 9, &is_cut), "f07.c\n");
  SX_EXPECT_TEXT(list_wanted(c, "**", texts, 2, &none, 9, &is_cut), "f03.c\nf07.c\n");
  SX_EXPECT_TEXT(list_wanted(c, "**/*.h", texts, 2, &none, 9, &is_cut), "");
  SX_EXPECT_TEXT(list_wanted(c, "**", texts, 1, &unsaved, 9, &is_cut), "f07.c\nf09.c\n");
  SX_EXPECT(!is_cut);
  SX_EXPECT_TEXT(list_wanted(c, "**", texts, 3, &none, 2, &is_cut), "f00.c\nf01.c\n");
  SX_EXPECT(is_cut);
}

SX_TEST(what_changed_is_read) {
  index_case *c = new_case();
  if (!c) return;
  expect_read(c, "needle", "f07.c\n");
  temp_file(c->scene->folder, "f02.c", SX_STR("a needle, too\n"));
  temp_file(c->scene->folder, "new/f.c", SX_STR("not yet\n"));
  expect_read(c, "needle", "f02.c\nf07.c\nnew/f.c\n");
  unlink(temp_path(c->scene->folder, "f02.c").ptr);
  if (!sx_test_is_failing_allocations()) expect_read(c, "needle", "f07.c\nnew/f.c\n");
}

SX_TEST(another_generation_is_taken) {
  index_case *c = new_case();
  if (!c) return;
  expect_read(c, "needle", "f07.c\n");
  age(temp_file(c->scene->folder, "f02.c", SX_STR("a needle, too\n")));
  expect_read(c, "word05", "f02.c\nf05.c\n");
  if (write_index(c)) return;
  expect_read(c, "word05", "f05.c\n");
  expect_read(c, "needle", "f02.c\nf07.c\n");
}

SX_TEST(a_damaged_index_leaves_out_nothing) {
  index_case *c = new_case();
  char name[64];
  if (!c) return;
  snprintf(name, sizeof name, SX_INDEX_BASE "%u", (unsigned)c->generation);
  int file = open(temp_path(c->store, name).ptr, O_RDWR);
  struct stat info;
  if (file < 0 || fstat(file, &info)) return;
  for (off_t at = 100; at < info.st_size; at += 50)
    if (pwrite(file, "X", 1, at) != 1) break;
  close(file);
  sx_str read = ask(c, "needle");
  if (read.len || !sx_test_is_failing_allocations()) SX_EXPECT_STR(read, SX_STR("?"));
}

/* ---- upkeep -------------------------------------------------------------------------------- */

SX_TEST(a_report_has_what_is_poison) {
  index_case *c = new_case();
  sx_text_index_report report;
  if (!c) return;
  sx_index_poisoned rows[] = {{SX_STR("f01.c"), {10, 1, -2, 3}, 2},
                              {SX_STR("f02.c"), {10, 1, 2, 3}, 1},
                              {SX_STR("f03.c"), {10, 1, 2, 3}, 0},
                              {SX_STR("gone.c"), {10, 1, 2, 3}, 2}};
  const sx_index_poison_list list = {rows, 4, 4};
  SX_EXPECT_OK(sx_index_poison_write(&list, c->store.ptr, sx_test_err()));
  sx_index_poison_list read;
  SX_EXPECT_OK(sx_index_poison_read(&read, c->store.ptr, sx_test_arena(), sx_test_err()));
  SX_EXPECT_SIZE(read.len, 3);
  SX_EXPECT_INT(read.items[0].stamp.ctime_ns, -2);
  sx_call *call = &c->scene->call;
  SX_EXPECT_OK(sx_text_index_get_report(&report, call, call->roots.items[0].path, sx_test_err()));
  if (sx_test_is_failing_allocations()) return; /* it may be without an index then */
  SX_EXPECT_SIZE(report.covered, FILES);
  SX_EXPECT_SIZE(report.poisoned.len, 1);
  SX_EXPECT_TEXT(report.poisoned.items[0], "f01.c");
  SX_EXPECT(report.written_ns > 0 && report.store_bytes > 0);
}

SX_TEST(a_refresh_misses_nothing_that_the_watch_saw) {
  index_case *c = new_case();
  sx_text_index_refreshed found;
  if (!c) return;
  sx_call *call = &c->scene->call;
  expect_read(c, "needle", "f07.c\n");
  size_t walks = sx_known_files_walks(call->services->known_files);
  SX_EXPECT_OK(sx_text_index_refresh(&found, call, call->roots.items[0].path, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(found.files, FILES);
  SX_EXPECT_SIZE(found.came.len + found.went.len + found.changed.len, 0);
  SX_EXPECT(sx_known_files_walks(call->services->known_files) > walks);
}

SX_TEST(cleaning_leaves_what_another_has_open) {
  index_case *c = new_case();
  static sx_lock other;
  sx_index_tidied tidied;
  if (!c) return;
  other = (sx_lock){0};
  sx_test_defer(release_lock, &other);
  expect_read(c, "needle", "f07.c\n");
  SX_EXPECT_OK(sx_lock_share(&other, temp_path(c->store, SX_INDEX_USED).ptr, sx_test_err()));
  SX_EXPECT_OK(sx_text_index_clean(&tidied, &c->scene->call, true, sx_test_err()));
  SX_EXPECT_SIZE(tidied.busy, 1);
  SX_EXPECT_SIZE(tidied.left, 1);
  sx_lock_release(&other);
  SX_EXPECT_OK(sx_text_index_clean(&tidied, &c->scene->call, false, sx_test_err()));
  SX_EXPECT_SIZE(tidied.removed.len, 0);
  SX_EXPECT_OK(sx_text_index_clean(&tidied, &c->scene->call, true, sx_test_err()));
  /* A writer that was being started had the lock from this process, until it is another program. */
  if (sx_test_is_failing_allocations() && tidied.busy) return;
  SX_EXPECT_SIZE(tidied.removed.len, 1);
  SX_EXPECT(tidied.removed_bytes > 0);
  SX_EXPECT_SIZE(tidied.left_bytes, 0);
  SX_EXPECT(access(c->store.ptr, F_OK) != 0);
  if (!sx_test_is_failing_allocations()) expect_read(c, "needle", "?");
}

SX_TEST(writing_it_is_begun_where_it_is_worth_that) {
  index_case *c = new_case();
  sx_text_index_wish wish;
  if (!c) return;
  sx_call *call = &c->scene->call;
  sx_str root = call->roots.items[0].path;
  sx_text_index_set_least(c->index, FILES + 1);
  SX_EXPECT_OK(sx_text_index_write(&wish, call, root, sx_test_err()));
  SX_EXPECT_INT(wish, SX_TEXT_INDEX_TOO_FEW);
  sx_text_index_set_least(c->index, FILES);
  SX_EXPECT_OK(sx_text_index_write(&wish, call, root, sx_test_err()));
  SX_EXPECT_INT(wish, SX_TEXT_INDEX_BEGUN);
}

/* ---- by several threads -------------------------------------------------------------------- */

typedef struct asker {
  index_case *c;
  sx_call call;
  sx_arena arena;
  sx_port_call *wait;
  size_t wrong;
  uv_thread_t thread;
} asker;

static void ask_often(void *argument) {
  asker *own = argument;
  const sx_needed needed = {.kind = SX_NEEDED_STRING, .string = SX_STR("needle")};
  const sx_grep_need need = {.needed = &needed, .per_line = true};
  for (int i = 0; i < 60; i++) {
    sx_text_narrowed narrowed;
    bool is_there = false;
    if (sx_text_index_narrow(&narrowed, &own->call, own->call.roots.items[0].path, &need, NULL))
      continue;
    for (size_t k = 0; narrowed.list && k < narrowed.list->paths.len; k++)
      is_there |= narrowed.to_read[k / 64] >> (k % 64) & 1 &&
                  sx_str_is_equal(narrowed.list->paths.items[k], SX_STR("f07.c"));
    own->wrong += narrowed.list && !is_there;
    sx_text_index_release(&own->call, &narrowed);
  }
}

SX_TEST(several_threads_ask_while_it_changes) {
  if (sx_test_is_failing_allocations()) return;
  index_case *c = new_case();
  asker askers[3];
  for (int i = 0; i < 3; i++) {
    askers[i] = (asker){.c = c, .call = c->scene->call};
    sx_arena_init(&askers[i].arena, (size_t)64 << 20);
    askers[i].wait = sx_port_call_new(c->scene->port, sx_clock_ms() + 60000);
    askers[i].call.arena = &askers[i].arena;
    askers[i].call.wait = askers[i].wait;
    uv_thread_create(&askers[i].thread, ask_often, &askers[i]);
  }
  for (int i = 0; i < 20; i++) {
    age(temp_file(c->scene->folder, "f01.c", i % 2 ? SX_STR("needle\n") : SX_STR("none\n")));
    if (i % 5 == 0) SX_EXPECT_OK(write_index(c));
    usleep(1000);
  }
  for (int i = 0; i < 3; i++) {
    uv_thread_join(&askers[i].thread);
    SX_EXPECT_SIZE(askers[i].wrong, 0);
    sx_port_call_free(askers[i].wait);
    sx_arena_release(&askers[i].arena);
  }
}

SX_SUITE(workspace_text_index_test, SX_CASE(only_files_that_may_have_the_text_are_read),
         SX_CASE(a_part_of_the_folder_is_narrowed),
         SX_CASE(files_are_listed_by_the_texts_that_they_may_have), SX_CASE(what_changed_is_read),
         SX_CASE(another_generation_is_taken), SX_CASE(a_damaged_index_leaves_out_nothing),
         SX_CASE(a_report_has_what_is_poison), SX_CASE(a_refresh_misses_nothing_that_the_watch_saw),
         SX_CASE(cleaning_leaves_what_another_has_open),
         SX_CASE(writing_it_is_begun_where_it_is_worth_that),
         SX_CASE(several_threads_ask_while_it_changes));
