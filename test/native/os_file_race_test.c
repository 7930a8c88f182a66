#include "harness.h"
#include "os/file.h"
#include "os/file_write.h"
#include "temp_files.h"

#include <dirent.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

/* Who writes a file while others read it, write it or make it: threads, and two processes. */

#define LIMIT (256 * 1024)

static sx_status write_file(sx_str path, sx_str text) {
  return sx_file_write(path, &text, 1, sx_test_err());
}

/* By libc, which no failing allocation concerns. */
static sx_str contents(sx_str path) {
  char *text = sx_test_memory(LIMIT);
  FILE *file = fopen(path.ptr, "rb");
  if (!file) return SX_STR("(unreadable)");
  size_t len = fread(text, 1, LIMIT, file);
  fclose(file);
  return sx_str_make(text, len);
}

/* Entries of the folder: a temporary file that was left would count. */
static size_t count_entries(sx_str folder) {
  size_t count = 0;
  DIR *dir = opendir(folder.ptr);
  if (!dir) return 999;
  for (struct dirent *entry; (entry = readdir(dir));) count += entry->d_name[0] != '.';
  closedir(dir);
  return count;
}

typedef struct race {
  sx_str path;
  atomic_size_t made, refused, other;
} race;

static void make_one(void *context) {
  race *r = context;
  sx_str text = SX_STR("mine");
  switch (sx_file_write_new(r->path, &text, 1, 0, NULL)) {
  case SX_OK: atomic_fetch_add(&r->made, 1); break;
  case SX_EXISTS: atomic_fetch_add(&r->refused, 1); break;
  default: atomic_fetch_add(&r->other, 1); break;
  }
}

SX_TEST(one_of_many_makes_it) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  for (int round = 0; round < 20; round++) {
    race *r = sx_test_memory(sizeof *r);
    char name[16];
    uv_thread_t threads[8];
    snprintf(name, sizeof name, "f%d", round);
    r->path = temp_path(folder, name);
    for (size_t i = 0; i < 8; i++) SX_EXPECT_INT(uv_thread_create(&threads[i], make_one, r), 0);
    for (size_t i = 0; i < 8; i++) uv_thread_join(&threads[i]);
    SX_EXPECT_SIZE(atomic_load(&r->made), 1);
    SX_EXPECT_SIZE(atomic_load(&r->refused), 7);
    SX_EXPECT_SIZE(count_entries(folder), (size_t)round + 1);
  }
}

/* ---- who reads while it is written ------------------------------------------------------- */

typedef struct reading {
  sx_str path;
  atomic_bool must_end;
  atomic_size_t looks, halves;
} reading;

static void read_on(void *context) {
  reading *r = context;
  while (!atomic_load(&r->must_end)) {
    sx_str text;
    sx_arena arena;
    sx_arena_init(&arena, LIMIT);
    bool is_whole = sx_file_read(&text, r->path, LIMIT, &arena, NULL) == SX_OK && text.len;
    char end = is_whole ? text.ptr[0] : 0;
    is_whole = is_whole && text.len == (end == 'a' ? 100000 : 60000);
    for (size_t i = 0; is_whole && i < text.len; i++) is_whole = text.ptr[i] == end;
    sx_arena_release(&arena);
    if (!is_whole) atomic_fetch_add(&r->halves, 1);
    atomic_fetch_add(&r->looks, 1);
  }
}

SX_TEST(a_reader_never_sees_half) {
  if (sx_test_is_failing_allocations()) return;
  sx_str folder = temp_folder();
  char *texts[2] = {sx_test_memory(100000), sx_test_memory(60000)};
  memset(texts[0], 'a', 100000);
  memset(texts[1], 'b', 60000);
  reading *r = sx_test_memory(sizeof *r);
  r->path = temp_file(folder, "a", sx_str_make(texts[0], 100000));
  uv_thread_t thread;
  SX_EXPECT_INT(uv_thread_create(&thread, read_on, r), 0);
  sx_status status = SX_OK;
  for (int i = 1; !status && (i < 100 || atomic_load(&r->looks) < 20); i++)
    status = write_file(r->path, sx_str_make(texts[i % 2], i % 2 ? 60000 : 100000));
  atomic_store(&r->must_end, true);
  uv_thread_join(&thread);
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(atomic_load(&r->halves), 0);
  SX_EXPECT_SIZE(count_entries(folder), 1);
}

/* ---- others who write ---------------------------------------------------------------------- */

typedef struct other_writer {
  sx_str path, second;
  bool renames;
  atomic_bool must_end;
  atomic_size_t lines, failed;
} other_writer;

/* As `echo >> file` does it, or as most editors do. Neither asks for a lock. */
static void write_on(void *context) {
  other_writer *w = context;
  while (!atomic_load(&w->must_end)) {
    FILE *from = w->renames ? fopen(w->path.ptr, "rb") : NULL;
    FILE *to = fopen(w->renames ? w->second.ptr : w->path.ptr, w->renames ? "wb" : "ab");
    for (int c; from && to && (c = fgetc(from)) != EOF;) fputc(c, to);
    if (to) fputs("theirs\n", to);
    if (from) fclose(from);
    if (to) fclose(to);
    bool is_done = to && (!w->renames || rename(w->second.ptr, w->path.ptr) == 0);
    atomic_fetch_add(is_done ? &w->lines : &w->failed, 1);
    uv_sleep(1);
  }
}

static size_t count_lines(sx_str text, const char *line) {
  size_t count = 0;
  for (size_t at = 0; (at = sx_str_find(text, sx_str_from(line), at)) != SX_STR_NONE; at++) count++;
  return count;
}

/* Adds a line to the file's text; false: another process was faster. */
static bool add_line(sx_str path) {
  sx_arena arena;
  sx_str old;
  sx_arena_init(&arena, 4 * LIMIT);
  bool is_done = sx_file_read(&old, path, LIMIT, &arena, NULL) == SX_OK;
  sx_str pieces[] = {old, SX_STR("ours\n")};
  is_done = is_done && sx_file_replace(path, &old, 1, pieces, 2, NULL) == SX_OK;
  sx_arena_release(&arena);
  return is_done;
}

/* Writes beside such a writer; `*kept` other files are there afterwards. */
static void write_beside_another(other_writer *w, bool renames, size_t *ours, size_t *kept) {
  sx_str folder = temp_folder();
  w->path = temp_file(folder, "a", SX_STR(""));
  w->second = temp_path(folder, "b");
  w->renames = renames;
  uv_thread_t thread;
  SX_EXPECT_INT(uv_thread_create(&thread, write_on, w), 0);
  for (int i = 0; i < 300; i++) *ours += add_line(w->path);
  atomic_store(&w->must_end, true);
  uv_thread_join(&thread);
  *kept = count_entries(folder) - 1;
}

SX_TEST(lines_that_others_append_are_not_lost) {
  if (sx_test_is_failing_allocations()) return;
  other_writer *w = sx_test_memory(sizeof *w);
  size_t ours = 0, kept = 0;
  write_beside_another(w, false, &ours, &kept);
  SX_EXPECT_SIZE(kept, 0);
  sx_str text = contents(w->path);
  SX_EXPECT_SIZE(count_lines(text, "ours\n"), ours);
  SX_EXPECT_SIZE(count_lines(text, "theirs\n"), atomic_load(&w->lines));
}

/*
 * They may overwrite ours, which they have not read; never the other way round. A text of theirs
 * that is taken out just as they rename another to its place is kept beside it.
 */
SX_TEST(files_that_others_rename_to_it_are_not_lost) {
  if (sx_test_is_failing_allocations()) return;
  other_writer *w = sx_test_memory(sizeof *w);
  size_t ours = 0, kept = 0;
  write_beside_another(w, true, &ours, &kept);
  size_t there = count_lines(contents(w->path), "theirs\n"), lines = atomic_load(&w->lines);
  SX_EXPECT(there <= lines && there + kept >= lines);
}

/* ---- two processes ------------------------------------------------------------------------- */

typedef struct adding {
  sx_str path;
  atomic_size_t done;
} adding;

static void add_lines(void *context) {
  adding *a = context;
  for (int i = 0; i < 40; i++) atomic_fetch_add(&a->done, add_line(a->path));
}

static bool add_by_threads(adding *a) {
  uv_thread_t threads[2];
  for (size_t i = 0; i < 2; i++)
    if (uv_thread_create(&threads[i], add_lines, a)) return false;
  for (size_t i = 0; i < 2; i++) uv_thread_join(&threads[i]);
  return true;
}

/* By threads of two processes at once; `name`: another one of the file, or NULL. */
static void add_by_processes(const char *name) {
  sx_str folder = temp_folder(), path = temp_file(folder, "a", SX_STR(""));
  if (name) SX_EXPECT_INT(link(path.ptr, temp_path(folder, name).ptr), 0);
  adding *both =
      mmap(NULL, 2 * sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  SX_EXPECT(both != MAP_FAILED);
  both[0].path = both[1].path = path;
  pid_t child = fork();
  if (child == 0) _exit(add_by_threads(&both[1]) ? 0 : 1);
  bool is_done = add_by_threads(&both[0]);
  int code = -1;
  waitpid(child, &code, 0);
  size_t done = atomic_load(&both[0].done) + atomic_load(&both[1].done);
  munmap(both, 2 * sizeof *both);
  SX_EXPECT(is_done && code == 0);
  SX_EXPECT_SIZE(count_lines(contents(path), "ours\n"), done);
  SX_EXPECT_SIZE(contents(path).len, done * strlen("ours\n"));
  SX_EXPECT_SIZE(count_entries(folder), name ? 2 : 1);
  SX_EXPECT(done > 0);
}

SX_TEST(two_processes_lose_no_line) {
  if (sx_test_is_failing_allocations()) return;
  add_by_processes(NULL);
}

SX_TEST(two_processes_that_write_in_place_lose_no_line) {
  if (sx_test_is_failing_allocations()) return;
  add_by_processes("b");
}

SX_SUITE(os_file_race_test, SX_CASE(one_of_many_makes_it), SX_CASE(a_reader_never_sees_half),
         SX_CASE(lines_that_others_append_are_not_lost),
         SX_CASE(files_that_others_rename_to_it_are_not_lost), SX_CASE(two_processes_lose_no_line),
         SX_CASE(two_processes_that_write_in_place_lose_no_line));
