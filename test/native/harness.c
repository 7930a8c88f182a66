#include "harness.h"

#include "base/mem.h"

#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#define MAX_BUFS 16
#define MAX_DEFERRED 64
#define MAX_MEMORY 4096
#define ARENA_BYTES (256u << 20)
#define BUF_BYTES (64u << 20)
#define HANG_SECONDS 300

/* Past this many allocations not every one is failed in turn, else the run is quadratic. */
#define EVERY_ALLOCATION_UP_TO 200
/* Nor past this time, where one run takes long. */
#define EVERY_ALLOCATION_SECONDS 4

static struct {
  bool fail_allocations, update, verbose, list;
  size_t part, parts; /* every `parts`th case from the one of `part` on, which is below it */
  char **names;
  int name_count;
} options;

/* The allocator that counts, and fails chosen allocations. */

static atomic_size_t live_blocks;
static atomic_size_t made_allocations;
static size_t fail_from; /* 0: none fails */
static bool fail_all_after;
static atomic_bool has_failed_one;

static void *count_realloc(void *ptr, size_t size) {
  size_t number = atomic_fetch_add(&made_allocations, 1) + 1;
  if (fail_from && (number == fail_from || (fail_all_after && number > fail_from))) {
    atomic_store(&has_failed_one, true);
    return NULL;
  }
  void *grown = realloc(ptr, size);
  if (grown && !ptr) atomic_fetch_add(&live_blocks, 1);
  return grown;
}

void sx_test_count_block(bool is_taken) {
  if (is_taken)
    atomic_fetch_add(&live_blocks, 1);
  else
    atomic_fetch_sub(&live_blocks, 1);
}

static void count_free(void *ptr) {
  if (ptr) atomic_fetch_sub(&live_blocks, 1);
  free(ptr);
}

static const sx_mem_hooks counting_hooks = {count_realloc, count_free};

/* The state of the case that runs. */

static struct {
  const char *suite, *name;
  atomic_bool failed, excused;
  bool has_arena;
  sx_arena arena;
  sx_buf bufs[MAX_BUFS];
  size_t buf_count;
  struct {
    void (*release)(void *);
    void *arg;
  } deferred[MAX_DEFERRED];
  size_t deferred_count;
  void *memory[MAX_MEMORY];
  size_t memory_count;
  sx_err err;
  uint64_t random;
} now;

sx_arena *sx_test_arena(void) {
  if (!now.has_arena) sx_arena_init(&now.arena, ARENA_BYTES);
  now.has_arena = true;
  return &now.arena;
}

sx_buf *sx_test_buf(void) {
  static sx_buf none;
  if (now.buf_count == MAX_BUFS) {
    sx_test_fail(__FILE__, __LINE__, "more than %d buffers in a case", MAX_BUFS);
    sx_buf_init(&none, 0);
    return &none;
  }
  sx_buf *buf = &now.bufs[now.buf_count++];
  sx_buf_init(buf, BUF_BYTES);
  return buf;
}

sx_err *sx_test_err(void) {
  return &now.err;
}

void sx_test_defer(void (*release)(void *arg), void *arg) {
  if (now.deferred_count == MAX_DEFERRED) {
    sx_test_fail(__FILE__, __LINE__, "more than %d deferred in a case", MAX_DEFERRED);
    return;
  }
  now.deferred[now.deferred_count].release = release;
  now.deferred[now.deferred_count++].arg = arg;
}

void *sx_test_memory(size_t size) {
  void *memory = now.memory_count < MAX_MEMORY ? calloc(1, size ? size : 1) : NULL;
  if (!memory) {
    fprintf(stderr, "%s.%s: no memory for test data\n", now.suite, now.name);
    raise(SIGKILL);
  }
  now.memory[now.memory_count++] = memory;
  return memory;
}

uint64_t sx_test_random(void) {
  /* splitmix64 */
  uint64_t z = now.random += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

size_t sx_test_below(size_t bound) {
  return (size_t)(sx_test_random() % bound);
}

bool sx_test_is_failing_allocations(void) {
  return options.fail_allocations;
}

size_t sx_test_allocations(void) {
  return atomic_load(&made_allocations);
}

bool sx_test_is_over(void) {
  return atomic_load(&now.failed) || atomic_load(&now.excused);
}

/* Files and corpora. */

static char *read_whole(const char *path, size_t *len) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *text = NULL;
  size_t cap = 0;
  *len = 0;
  do {
    cap = cap ? cap * 2 : 65536;
    char *grown = realloc(text, cap);
    if (!grown) break;
    text = grown;
    *len += fread(text + *len, 1, cap - *len, file);
  } while (*len == cap);
  fclose(file);
  return text;
}

sx_str sx_test_file(const char *path) {
  char full[4096];
  snprintf(full, sizeof full, "%s/%s", SX_TEST_ROOT, path);
  size_t len = 0;
  char *text = now.memory_count < MAX_MEMORY ? read_whole(full, &len) : NULL;
  if (!text) {
    sx_test_fail(__FILE__, __LINE__, "cannot read %s", full);
    return SX_STR("");
  }
  now.memory[now.memory_count++] = text;
  return sx_str_make(text, len);
}

static int order_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/** Names of the *.txt files in `folder`, sorted. */
static size_t list_corpus(const char *folder, char **names, size_t max) {
  DIR *dir = opendir(folder);
  size_t count = 0;
  if (!dir) return 0;
  for (struct dirent *entry; count < max && (entry = readdir(dir));) {
    sx_str name = sx_str_from(entry->d_name);
    if (!sx_str_has_suffix(name, SX_STR(".txt"))) continue;
    names[count] = sx_test_memory(name.len + 1);
    memcpy(names[count++], name.ptr, name.len);
  }
  closedir(dir);
  qsort(names, count, sizeof *names, order_names);
  return count;
}

/** Takes the lines up to `mark` (which "=== " only begins) off `*rest`, that line into `*line`. */
static sx_str take_until(sx_str *rest, const char *mark, sx_str *line) {
  sx_str head = sx_str_make(rest->ptr, 0);
  sx_str wanted = sx_str_from(mark);
  *line = SX_STR("");
  while (rest->len) {
    size_t end = sx_str_find_char(*rest, '\n', 0);
    size_t next = end == SX_STR_NONE ? rest->len : end + 1;
    sx_str this_line = sx_str_slice(*rest, 0, end == SX_STR_NONE ? rest->len : end);
    *rest = sx_str_slice(*rest, next, rest->len);
    bool is_mark =
        wanted.len > 3 ? sx_str_has_prefix(this_line, wanted) : sx_str_is_equal(this_line, wanted);
    if (is_mark) {
      *line = this_line;
      return head;
    }
    head = sx_str_make(head.len ? head.ptr : this_line.ptr, head.len + next);
  }
  return head;
}

typedef sx_status corpus_run(sx_str title, sx_str input, sx_buf *actual);

static void run_corpus_file(const char *path, corpus_run *run, sx_buf *updated) {
  sx_str rest = sx_test_file(path), title, mark;
  sx_buf_add(updated, take_until(&rest, "=== ", &title));
  if (!title.len) sx_test_fail(path, 1, "no case in the corpus file");
  while (title.len && !atomic_load(&now.excused)) {
    sx_str next_title;
    sx_str input = take_until(&rest, "---", &mark);
    sx_str expected = take_until(&rest, "=== ", &next_title);
    if (!mark.len) sx_test_fail(path, 1, "%.*s: no line ---", SX_STR_ARG(title));
    sx_buf actual;
    sx_buf_init(&actual, BUF_BYTES);
    /* A blank line before the next case is for the reader. */
    if (next_title.len && sx_str_has_suffix(expected, SX_STR("\n\n"))) expected.len--;
    sx_status status = run(sx_str_slice(title, 4, title.len), input, &actual);
    if (!status) status = actual.status;
    if (sx_test_status(path, 1, status, SX_OK, "corpus case")) {
      if (!options.update && !sx_str_is_equal(sx_buf_str(&actual), expected))
        sx_test_fail(path, 1, "%.*s\n--- expected\n%.*s--- actual\n%.*s", SX_STR_ARG(title),
                     SX_STR_ARG(expected), SX_STR_ARG(sx_buf_str(&actual)));
      if (options.update)
        sx_buf_addf(updated, "%.*s\n%.*s---\n%.*s%s", SX_STR_ARG(title), SX_STR_ARG(input),
                    SX_STR_ARG(sx_buf_str(&actual)), next_title.len ? "\n" : "");
    }
    sx_buf_release(&actual);
    title = next_title;
  }
}

void sx_test_corpus(const char *name, corpus_run *run) {
  char folder[2048], path[4096], *names[256];
  snprintf(folder, sizeof folder, "%s/corpus/%s", SX_TEST_ROOT, name);
  size_t count = list_corpus(folder, names, sizeof names / sizeof *names);
  if (!count) sx_test_fail(__FILE__, __LINE__, "no corpus files in %s", folder);
  for (size_t i = 0; i < count && !atomic_load(&now.excused); i++) {
    sx_buf updated;
    sx_buf_init(&updated, BUF_BYTES);
    snprintf(path, sizeof path, "corpus/%s/%s", name, names[i]);
    run_corpus_file(path, run, &updated);
    if (options.update && !updated.status && !now.failed) {
      snprintf(path, sizeof path, "%s/%s", folder, names[i]);
      FILE *file = fopen(path, "wb");
      if (!file || fwrite(updated.ptr, 1, updated.len, file) != updated.len)
        sx_test_fail(path, 1, "cannot write");
      if (file) fclose(file);
    }
    sx_buf_release(&updated);
  }
}

/* Assertions. */

/** A status or pointer that says "no memory" where an allocation was failed on purpose. */
static bool excuse(void) {
  if (!atomic_load(&has_failed_one)) return false;
  atomic_store(&now.excused, true);
  return true;
}

bool sx_test_fail(const char *file, int line, const char *format, ...) {
  va_list args;
  const char *name = strrchr(file, '/');
  fprintf(stderr, "FAILED %s.%s (%s:%d)", now.suite, now.name, name ? name + 1 : file, line);
  if (fail_from)
    fprintf(stderr, " with allocation %zu%s failing", fail_from, fail_all_after ? "…" : "");
  fputs("\n  ", stderr);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  atomic_store(&now.failed, true);
  return false;
}

bool sx_test_true(const char *file, int line, bool condition, const char *text) {
  return condition || sx_test_fail(file, line, "expected: %s", text);
}

bool sx_test_int(const char *file, int line, intmax_t actual, intmax_t expected, const char *text) {
  return actual == expected ||
         sx_test_fail(file, line, "%s\n  actual   %jd\n  expected %jd", text, actual, expected);
}

bool sx_test_size(const char *file, int line, size_t actual, size_t expected, const char *text) {
  return actual == expected ||
         sx_test_fail(file, line, "%s\n  actual   %zu\n  expected %zu", text, actual, expected);
}

/** Writes `s` so that bytes that do not show are seen. */
static void quote(sx_buf *out, sx_str s) {
  sx_buf_add_char(out, '"');
  for (size_t i = 0; i < s.len; i++) {
    unsigned char c = (unsigned char)s.ptr[i];
    if (c == '\n')
      sx_buf_add_text(out, "\\n");
    else if (c == '"' || c == '\\')
      sx_buf_addf(out, "\\%c", c);
    else if (c < 0x20 || c == 0x7F)
      sx_buf_addf(out, "\\x%02x", c);
    else
      sx_buf_add_char(out, (char)c);
  }
  sx_buf_add_char(out, '"');
}

bool sx_test_str(const char *file, int line, sx_str actual, sx_str expected, const char *text) {
  if (sx_str_is_equal(actual, expected)) return true;
  sx_buf shown;
  sx_buf_init(&shown, BUF_BYTES);
  sx_buf_add_text(&shown, "\n  actual   ");
  quote(&shown, actual);
  sx_buf_add_text(&shown, "\n  expected ");
  quote(&shown, expected);
  sx_test_fail(file, line, "%s%s", text, shown.ptr);
  sx_buf_release(&shown);
  return false;
}

bool sx_test_status(const char *file, int line, sx_status actual, sx_status expected,
                    const char *text) {
  if (actual == expected) return true;
  if (actual == SX_NOMEM && excuse()) return false;
  return sx_test_fail(file, line, "%s\n  actual   %s (%s)\n  expected %s", text,
                      sx_status_code(actual), now.err.status == actual ? now.err.message : "",
                      sx_status_code(expected));
}

bool sx_test_alloc(const char *file, int line, const void *pointer, const char *text) {
  return pointer || (!excuse() && sx_test_fail(file, line, "%s is NULL", text));
}

/* Running. */

static void say_hang(int signal_number) {
  static const char text[] = "\nHANGS: ";
  if (write(2, text, sizeof text - 1) < 0 || write(2, now.suite, strlen(now.suite)) < 0 ||
      write(2, ".", 1) < 0 || write(2, now.name, strlen(now.name)) < 0 || write(2, "\n", 1) < 0)
    return;
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void release_all(void) {
  while (now.deferred_count) {
    now.deferred_count--;
    now.deferred[now.deferred_count].release(now.deferred[now.deferred_count].arg);
  }
  for (size_t i = 0; i < now.buf_count; i++) sx_buf_release(&now.bufs[i]);
  if (now.has_arena) sx_arena_release(&now.arena);
  for (size_t i = 0; i < now.memory_count; i++) free(now.memory[i]);
  now.buf_count = now.memory_count = 0;
  now.has_arena = false;
}

/** One run of a case; false when it failed. */
static bool run_once(const sx_suite_case *test, size_t fail_number, bool all_after) {
  atomic_store(&now.failed, false);
  atomic_store(&now.excused, false);
  now.err = (sx_err){SX_OK, ""};
  now.random = 1;
  size_t live_before = atomic_load(&live_blocks);
  atomic_store(&made_allocations, 0);
  atomic_store(&has_failed_one, false);
  fail_from = fail_number;
  fail_all_after = all_after;
  alarm(HANG_SECONDS);
  test->run();
  release_all();
  alarm(0);
  size_t live_after = atomic_load(&live_blocks);
  if (live_after != live_before)
    sx_test_fail(__FILE__, __LINE__, "leaked %jd blocks",
                 (intmax_t)live_after - (intmax_t)live_before);
  fail_from = 0;
  return !atomic_load(&now.failed);
}

static bool run_case(const sx_suite_case *test) {
  if (!run_once(test, 0, false)) return false;
  if (!options.fail_allocations) return true;
  time_t begin = time(NULL);
  size_t step = 1;
  bool met = true;
  for (size_t number = 1; met; number += step) {
    if (!run_once(test, number, false)) return false;
    met = atomic_load(&has_failed_one);
    if (!run_once(test, number, true)) return false;
    bool is_long = difftime(time(NULL), begin) > EVERY_ALLOCATION_SECONDS;
    if (number > EVERY_ALLOCATION_UP_TO || is_long) step = number / 8 + 1;
  }
  return true;
}

static bool is_wanted(const sx_suite_case *test) {
  char full[512];
  snprintf(full, sizeof full, "%s.%s", now.suite, now.name);
  for (int i = 0; i < options.name_count; i++)
    if (strstr(full, options.names[i])) return true;
  return options.name_count == 0 && (options.fail_allocations || options.list || !test->is_long);
}

/** Reads "1/2": the first of two parts. */
static bool parse_part(const char *text) {
  char *end = NULL;
  options.part = text ? strtoul(text, &end, 10) - 1 : 0;
  options.parts = end && *end == '/' ? strtoul(end + 1, NULL, 10) : 0;
  return options.part < options.parts;
}

static bool parse_options(int argc, char **argv) {
  options.names = argv;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--fail-allocations") == 0)
      options.fail_allocations = true;
    else if (strcmp(argv[i], "--update") == 0)
      options.update = true;
    else if (strcmp(argv[i], "--verbose") == 0)
      options.verbose = true;
    else if (strcmp(argv[i], "--list") == 0)
      options.list = true;
    else if (strcmp(argv[i], "--part") == 0) {
      if (!parse_part(argv[++i])) return false;
    } else if (argv[i][0] == '-')
      return false;
    else
      options.names[options.name_count++] = argv[i];
  }
  return true;
}

int sx_test_main(const sx_test_suite *const *suites, size_t count, int argc, char **argv) {
  size_t passed = 0, failed = 0, wanted = 0;
  options.parts = 1;
  if (!parse_options(argc, argv)) {
    fprintf(
        stderr,
        "native-tests [--fail-allocations] [--update] [--verbose] [--list] [--part I/N] [NAME…]\n"
        "NAME is a part of suite.case\n");
    return 2;
  }
  sx_mem_set_hooks(&counting_hooks);
  signal(SIGALRM, say_hang);
  for (size_t s = 0; s < count; s++)
    for (size_t c = 0; c < suites[s]->count; c++) {
      now.suite = suites[s]->name;
      now.name = suites[s]->cases[c].name;
      if (!is_wanted(&suites[s]->cases[c]) || wanted++ % options.parts != options.part) continue;
      if (options.verbose || options.list) printf("%s.%s\n", now.suite, now.name);
      fflush(stdout);
      if (options.list) continue;
      if (run_case(&suites[s]->cases[c]))
        passed++;
      else
        failed++;
    }
  if (!options.list) printf("%zu passed, %zu failed\n", passed, failed);
  return failed || (!options.list && !passed) ? 1 : 0;
}
