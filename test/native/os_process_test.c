#include "harness.h"
#include "temp_files.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/process.h"

#include <dirent.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#define DEADLINE_MS 20000
#define BIG_BYTES ((size_t)3 * 1024 * 1024)

/* ---- what a program did ------------------------------------------------------------------ */

typedef struct seen {
  uv_mutex_t mutex;
  uv_cond_t moved;
  size_t lines, longest, ends;
  char first[64], last[64], complaint[SX_PROCESS_COMPLAINT_BYTES + 1];
  sx_process_end end;
  sx_process *process;
} seen;

static void keep(char *out, size_t size, sx_str text) {
  (void)snprintf(out, size, "%.*s", SX_STR_ARG(text));
}

static void on_line(void *arg, sx_str line) {
  seen *s = arg;
  uv_mutex_lock(&s->mutex);
  if (!s->lines++) keep(s->first, sizeof s->first, line);
  keep(s->last, sizeof s->last, line);
  if (line.len > s->longest) s->longest = line.len;
  uv_cond_broadcast(&s->moved);
  uv_mutex_unlock(&s->mutex);
}

static void on_end(void *arg, const sx_process_end *end) {
  seen *s = arg;
  uv_mutex_lock(&s->mutex);
  s->ends++;
  s->end = *end;
  keep(s->complaint, sizeof s->complaint, end->complaint);
  uv_cond_broadcast(&s->moved);
  uv_mutex_unlock(&s->mutex);
}

static void release(void *arg) {
  seen *s = arg;
  sx_process_free(s->process, DEADLINE_MS);
  uv_cond_destroy(&s->moved);
  uv_mutex_destroy(&s->mutex);
}

static seen *new_seen(void) {
  seen *s = sx_test_memory(sizeof *s);
  *s = (seen){0};
  uv_mutex_init(&s->mutex);
  uv_cond_init(&s->moved);
  sx_test_defer(release, s);
  return s;
}

/* A signal for writing without a reader would end the test program. */
static sx_status start(seen *s, const char *const *argv, size_t input_bytes, bool keeps_open) {
  signal(SIGPIPE, SIG_DFL);
  char *input = input_bytes ? sx_malloc(input_bytes) : NULL;
  if (input_bytes && !input) return SX_NOMEM;
  for (size_t i = 0; i < input_bytes; i++) input[i] = i % 100 == 99 ? '\n' : 'a';
  const sx_process_options options = {.argv = argv,
                                      .input = input,
                                      .input_bytes = input_bytes,
                                      .keeps_input_open = keeps_open,
                                      .on_line = on_line,
                                      .on_end = on_end,
                                      .arg = s};
  sx_status status = sx_process_start(&s->process, &options, sx_test_err());
  if (status) sx_free(input);
  return status;
}

static sx_status start_script(seen *s, const char *script, size_t input_bytes, bool keeps_open) {
  /* Lives as long as the case, as the process's options do. */
  const char **argv = sx_test_memory(4 * sizeof *argv);
  argv[0] = "/bin/sh", argv[1] = "-c", argv[2] = script, argv[3] = NULL;
  return start(s, argv, input_bytes, keeps_open);
}

static bool wait_until(seen *s, size_t lines, size_t ends) {
  uint64_t end_ms = sx_clock_ms() + DEADLINE_MS;
  uv_mutex_lock(&s->mutex);
  while ((s->lines < lines || s->ends < ends) && sx_clock_ms() < end_ms)
    uv_cond_timedwait(&s->moved, &s->mutex, 100 * 1000000);
  bool is_reached = s->lines >= lines && s->ends >= ends;
  uv_mutex_unlock(&s->mutex);
  return is_reached;
}

static void expect_run(const char *script, size_t input_bytes, seen **out) {
  seen *s = *out = new_seen();
  SX_EXPECT_OK(start_script(s, script, input_bytes, false));
  SX_EXPECT(wait_until(s, 0, 1));
}

#define EXPECT_RUN(script, input_bytes, out)                                                       \
  do {                                                                                             \
    expect_run(script, input_bytes, out);                                                          \
    if (sx_test_is_over()) return;                                                                 \
  } while (0)

/* ---- cases ------------------------------------------------------------------------------- */

SX_TEST(gives_the_input_and_takes_the_lines) {
  seen *s;
  EXPECT_RUN("cat", BIG_BYTES, &s);
  SX_EXPECT_INT(s->end.status, SX_OK);
  SX_EXPECT_INT(s->end.exit_code, 0);
  SX_EXPECT(!s->end.was_stopped);
  SX_EXPECT_SIZE(s->lines, (BIG_BYTES + 99) / 100);
  SX_EXPECT_SIZE(s->longest, 99);
}

SX_TEST(reports_a_program_that_cannot_be_started) {
  sx_str folder = temp_folder();
  const char *text = temp_file(folder, "text", SX_STR("no program\n")).ptr;
  const struct {
    const char *program;
    mode_t mode;
    sx_status status;
    const char *complaint;
  } cases[] = {
      {temp_path(folder, "missing").ptr, 0, SX_NOT_FOUND, "missing' does not exist."},
      {text, 0644, SX_NOT_READABLE, "cannot be run: permission denied."},
      {text, 0755, SX_NOT_READABLE, "text' cannot be run: it is not a program."},
      {folder.ptr, 0, SX_NOT_READABLE, "cannot be run: permission denied."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char **argv = sx_test_memory(2 * sizeof *argv);
    argv[0] = cases[i].program, argv[1] = NULL;
    if (cases[i].mode) SX_EXPECT_INT(chmod(argv[0], cases[i].mode), 0);
    seen *s = new_seen();
    SX_EXPECT_OK(start(s, argv, BIG_BYTES, true));
    SX_EXPECT(wait_until(s, 0, 1));
    SX_EXPECT_INT(s->end.status, cases[i].status);
    SX_EXPECT_INT(s->end.exit_code, -1);
    SX_EXPECT(strstr(s->complaint, cases[i].complaint) != NULL);
  }
}

SX_TEST(survives_a_program_that_dies_before_it_has_read) {
  seen *s;
  EXPECT_RUN("exit 3", BIG_BYTES, &s);
  SX_EXPECT_INT(s->end.exit_code, 3);
  SX_EXPECT_INT(s->end.signal, 0);
  EXPECT_RUN("exec <&-; echo closed; exit 4", BIG_BYTES, &s);
  SX_EXPECT_INT(s->end.exit_code, 4);
  SX_EXPECT(strcmp(s->first, "closed") == 0);
}

SX_TEST(reports_the_signal_that_ended_it) {
  seen *s;
  EXPECT_RUN("echo before; kill -9 $$", 0, &s);
  SX_EXPECT_INT(s->end.exit_code, -1);
  SX_EXPECT_INT(s->end.signal, SIGKILL);
  SX_EXPECT(!s->end.was_stopped);
  SX_EXPECT(strcmp(s->first, "before") == 0);
}

SX_TEST(cuts_what_has_no_line_end) {
  seen *s;
  EXPECT_RUN("head -c 1000000 /dev/zero | tr '\\0' x; printf '\\nlast'", 0, &s);
  SX_EXPECT_SIZE(s->lines, 2);
  SX_EXPECT_SIZE(s->longest, SX_PROCESS_LINE_BYTES);
  SX_EXPECT(strcmp(s->last, "last") == 0);
}

SX_TEST(keeps_the_first_line_of_complaints_and_reads_all) {
  seen *s;
  EXPECT_RUN("echo no room >&2; head -c 1000000 /dev/zero >&2; exit 1", 0, &s);
  SX_EXPECT_INT(s->end.exit_code, 1);
  SX_EXPECT(strcmp(s->complaint, "no room") == 0);
  EXPECT_RUN("head -c 1000000 /dev/zero | tr '\\0' x >&2", 0, &s);
  SX_EXPECT_SIZE(strlen(s->complaint), SX_PROCESS_COMPLAINT_BYTES);
}

SX_TEST(asks_it_to_end_by_closing_its_input) {
  seen *s = new_seen();
  SX_EXPECT_OK(start_script(s, "echo begun; cat >/dev/null; echo asked; exit 7", 200, true));
  SX_EXPECT(wait_until(s, 1, 0));
  SX_EXPECT_SIZE(s->ends, 0);
  sx_process_stop(s->process);
  SX_EXPECT(wait_until(s, 2, 1));
  SX_EXPECT(s->end.was_stopped);
  SX_EXPECT_INT(s->end.exit_code, 7);
  SX_EXPECT(strcmp(s->last, "asked") == 0);
}

SX_TEST(kills_what_does_not_end) {
  seen *s = new_seen();
  SX_EXPECT_OK(start_script(s, "trap '' TERM INT HUP; echo begun; exec sleep 1000", 0, true));
  SX_EXPECT(wait_until(s, 1, 0));
  uint64_t begin_ms = sx_clock_ms();
  SX_EXPECT(sx_process_free(s->process, DEADLINE_MS));
  s->process = NULL;
  SX_EXPECT(sx_clock_ms() - begin_ms < 10000);
  SX_EXPECT_SIZE(s->ends, 1);
  SX_EXPECT_INT(s->end.signal, SIGKILL);
}

/* It would be in the way of its successor, and no line can come from it. */
SX_TEST(kills_what_has_closed_its_output_and_lives_on) {
  seen *s;
  EXPECT_RUN("exec >&- 2>&-; exec sleep 1000", 0, &s);
  SX_EXPECT_INT(s->end.signal, SIGKILL);
  SX_EXPECT(!s->end.was_stopped);
}

SX_TEST(ends_with_the_program_though_others_keep_its_output_open) {
  seen *s;
  EXPECT_RUN("sleep 30 & echo $!; exit 5", 0, &s);
  SX_EXPECT_INT(s->end.exit_code, 5);
  SX_EXPECT(strtol(s->first, NULL, 10) > 0);
  kill((pid_t)strtol(s->first, NULL, 10), SIGKILL);
}

static size_t count_files(void) {
  size_t count = 0;
  DIR *folder = opendir("/proc/self/fd");
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

static void reap(void *arg) {
  waitpid(*(const pid_t *)arg, NULL, 0);
}

SX_TEST(takes_the_end_of_no_other_child_and_leaves_nothing_behind) {
  extern char **environ;
  static pid_t other;
  const char *const argv[] = {"/bin/sh", "-c", "exit 9", NULL};
  SX_EXPECT_INT(posix_spawn(&other, argv[0], NULL, NULL, (char *const *)(uintptr_t)argv, environ),
                0);
  sx_test_defer(reap, &other);
  size_t files = count_files();
  for (int i = 0; i < 5; i++) {
    seen *s;
    EXPECT_RUN("exit 0", 0, &s);
    SX_EXPECT(sx_process_free(s->process, DEADLINE_MS));
    s->process = NULL;
  }
  SX_EXPECT_SIZE(count_files(), files);
  int status = 0;
  SX_EXPECT_INT(waitpid(other, &status, 0), other);
  SX_EXPECT_INT(WEXITSTATUS(status), 9);
  SX_EXPECT_INT(waitpid(-1, &status, WNOHANG), -1);
  SX_EXPECT_INT(errno, ECHILD);
}

SX_TEST(ends_at_any_moment) {
  size_t rounds = sx_test_is_failing_allocations() ? 3 : 60;
  for (size_t i = 0; i < rounds; i++) {
    seen *s = sx_test_memory(sizeof *s);
    *s = (seen){0};
    uv_mutex_init(&s->mutex);
    uv_cond_init(&s->moved);
    sx_status status = start_script(s, "cat", sx_test_below(300000), i % 2 == 0);
    if (i % 3) uv_sleep((unsigned)sx_test_below(8));
    bool is_freed = sx_process_free(s->process, DEADLINE_MS);
    uv_cond_destroy(&s->moved);
    uv_mutex_destroy(&s->mutex);
    SX_EXPECT_OK(status);
    SX_EXPECT(is_freed);
    SX_EXPECT_SIZE(s->ends, 1);
  }
}

/* A program that hangs in a file system: the window closes all the same. */
SX_TEST(is_left_behind_and_reaped_later) {
  size_t files = count_files();
  seen *s = new_seen();
  SX_EXPECT_OK(start_script(s, "echo $$; trap '' TERM; exec sleep 1000", 0, true));
  SX_EXPECT(wait_until(s, 1, 0));
  pid_t id = (pid_t)strtol(s->first, NULL, 10);
  SX_EXPECT(!sx_process_free(s->process, 1));
  s->process = NULL;
  uint64_t end_ms = sx_clock_ms() + DEADLINE_MS;
  while ((kill(id, 0) == 0 || count_files() > files) && sx_clock_ms() < end_ms) uv_sleep(5);
  SX_EXPECT(kill(id, 0) != 0);
  uv_sleep(50); /* its thread frees what is left */
  SX_EXPECT_SIZE(s->ends, 0);
}

/* One program's streams would otherwise stay open in the next one, and never end. */
SX_TEST(does_not_inherit_the_streams_of_others) {
  static const char script[] = "ls /proc/self/fd | tr '\\n' ' '";
  seen *alone, *beside, *other = new_seen();
  EXPECT_RUN(script, 0, &alone);
  SX_EXPECT_OK(start_script(other, "echo begun; exec cat", 0, true));
  SX_EXPECT(wait_until(other, 1, 0));
  EXPECT_RUN(script, 0, &beside);
  /* This process may have been given others that stay open. */
  SX_EXPECT(strncmp(alone->first, "0 1 ", 4) == 0);
  SX_EXPECT_STR(sx_str_from(beside->first), sx_str_from(alone->first));
}

/* ---- questions and answers ------------------------------------------------------------------ */

static void on_output(void *arg, sx_str bytes) {
  seen *s = arg;
  uv_mutex_lock(&s->mutex);
  s->lines += bytes.len;
  keep(s->last, sizeof s->last, bytes);
  uv_cond_broadcast(&s->moved);
  uv_mutex_unlock(&s->mutex);
}

/* `lines` counts bytes. */
static sx_status start_talk(seen *s, const char *script, uint64_t idle_ms) {
  const char **argv = sx_test_memory(4 * sizeof *argv);
  argv[0] = "/bin/sh", argv[1] = "-c", argv[2] = script, argv[3] = NULL;
  const sx_process_options options = {.argv = argv,
                                      .keeps_input_open = true,
                                      .idle_ms = idle_ms,
                                      .on_output = on_output,
                                      .on_end = on_end,
                                      .arg = s};
  return sx_process_start(&s->process, &options, sx_test_err());
}

static bool give(seen *s, size_t bytes) {
  char *input = sx_malloc(bytes);
  if (input) memset(input, 'a', bytes);
  bool is_taken = input && sx_process_give(s->process, input, bytes);
  if (!is_taken) sx_free(input);
  return is_taken;
}

SX_TEST(gives_more_when_the_former_was_read) {
  seen *s = new_seen();
  SX_EXPECT_OK(start_talk(s, "exec cat", 0));
  for (size_t i = 1; i <= 5; i++) {
    if (!give(s, BIG_BYTES)) SX_EXPECT_ALLOC(NULL);
    SX_EXPECT(wait_until(s, i * BIG_BYTES, 0));
    SX_EXPECT_SIZE(s->lines, i * BIG_BYTES);
  }
  SX_EXPECT_SIZE(s->ends, 0);
  SX_EXPECT(sx_process_free(s->process, DEADLINE_MS));
  s->process = NULL;
  SX_EXPECT_INT(s->end.exit_code, 0);
}

SX_TEST(takes_output_as_it_comes) {
  seen *s = new_seen();
  SX_EXPECT_OK(start_talk(s, "printf 'a\\nb'; exec cat", 0));
  SX_EXPECT(wait_until(s, 3, 0));
  SX_EXPECT(strcmp(s->last, "a\nb") == 0);
}

SX_TEST(refuses_more_when_it_has_ended) {
  seen *s = new_seen();
  SX_EXPECT_OK(start_talk(s, "exit 0", 0));
  SX_EXPECT(wait_until(s, 0, 1));
  uint64_t end_ms = sx_clock_ms() + DEADLINE_MS;
  bool is_refused = false;
  while (!is_refused && sx_clock_ms() < end_ms) is_refused = !give(s, 10);
  SX_EXPECT(is_refused);
}

SX_TEST(stops_what_is_idle) {
  seen *s = new_seen();
  SX_EXPECT_OK(start_talk(s, "exec cat", 300));
  uint64_t begin_ms = sx_clock_ms();
  if (!give(s, 10)) SX_EXPECT_ALLOC(NULL);
  SX_EXPECT(wait_until(s, 10, 1));
  SX_EXPECT(sx_clock_since_ms(begin_ms) >= 300);
  SX_EXPECT(s->end.was_stopped);
  SX_EXPECT_INT(s->end.exit_code, 0);
  SX_EXPECT(!give(s, 10));
}

SX_TEST(kills_at_once) {
  seen *s = new_seen();
  SX_EXPECT_OK(start_talk(s, "trap '' TERM INT HUP; echo begun; exec sleep 1000", 0));
  SX_EXPECT(wait_until(s, 1, 0));
  uint64_t begin_ms = sx_clock_ms();
  sx_process_stop(s->process);
  sx_process_kill(s->process);
  SX_EXPECT(wait_until(s, 1, 1));
  SX_EXPECT(sx_clock_since_ms(begin_ms) < 1500);
  SX_EXPECT_INT(s->end.signal, SIGKILL);
  SX_EXPECT(s->end.was_stopped);
}

SX_SUITE(os_process_test, SX_CASE(gives_more_when_the_former_was_read),
         SX_CASE(takes_output_as_it_comes), SX_CASE(refuses_more_when_it_has_ended),
         SX_CASE(stops_what_is_idle), SX_CASE(kills_at_once),
         SX_CASE(gives_the_input_and_takes_the_lines),
         SX_CASE(reports_a_program_that_cannot_be_started),
         SX_CASE(survives_a_program_that_dies_before_it_has_read),
         SX_CASE(reports_the_signal_that_ended_it), SX_CASE(cuts_what_has_no_line_end),
         SX_CASE(keeps_the_first_line_of_complaints_and_reads_all),
         SX_CASE(asks_it_to_end_by_closing_its_input), SX_CASE(kills_what_does_not_end),
         SX_CASE(kills_what_has_closed_its_output_and_lives_on),
         SX_CASE(ends_with_the_program_though_others_keep_its_output_open),
         SX_CASE(takes_the_end_of_no_other_child_and_leaves_nothing_behind),
         SX_CASE(ends_at_any_moment), SX_CASE(is_left_behind_and_reaped_later),
         SX_CASE(does_not_inherit_the_streams_of_others));
