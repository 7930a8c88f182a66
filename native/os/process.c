#include "os/process.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/thread.h"

#ifdef _WIN32

bool sx_process_is_possible(void) {
  return false;
}

sx_status sx_process_start(sx_process **out, const sx_process_options *options, sx_err *err) {
  (void)options;
  *out = NULL;
  return sx_fail(err, SX_IO, "Programs cannot be started on this system.");
}

bool sx_process_give(sx_process *process, char *input, size_t input_bytes) {
  (void)process, (void)input, (void)input_bytes;
  return false;
}

void sx_process_stop(sx_process *process) {
  (void)process;
}

void sx_process_kill(sx_process *process) {
  (void)process;
}

bool sx_process_free(sx_process *process, uint64_t wait_ms) {
  (void)process, (void)wait_ms;
  return true;
}

#else

#include "os/process_spawn.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)512 * 1024)
#define READ_BYTES ((size_t)128 * 1024)
/* How long a program may take to end after it has closed its output. */
#define CLOSED_MS 5000u
/* Others may have inherited its output, which then does not end with it. */
#define LOOK_MS 1000
#define FIRST_WAIT_MS 1
#define LONGEST_WAIT_MS 100

struct sx_process {
  sx_process_options options;
  uv_thread_t thread;
  uv_mutex_t mutex;
  uv_cond_t is_ended;
  bool is_stopping, is_killing, is_over, is_left; /* by `mutex` */
  char *given;                                    /* by `mutex`: input that follows; or NULL */
  size_t given_bytes;
  int wake[2]; /* a byte: something of these was set */

  /* The thread's own. */
  sx_spawned child;
  size_t written;
  uint64_t moved_ms;   /* when it was given something or wrote last */
  uint64_t kill_at_ms; /* 0: not to be killed */
  int wait_ms;         /* for the end of a program whose output has ended */
  bool is_noisy;       /* it has written since it was last quiet */
  bool was_stopped, is_reaped;
  int wait_status;
  char line[SX_PROCESS_LINE_BYTES];
  size_t line_len;
  char complaint[SX_PROCESS_COMPLAINT_BYTES];
  size_t complaint_len;
  bool is_complaint_whole;
  char bytes[READ_BYTES];
};

/* ---- what it writes ---------------------------------------------------------------------- */

static bool is_silenced(sx_process *p) {
  uv_mutex_lock(&p->mutex);
  bool is_left = p->is_left;
  uv_mutex_unlock(&p->mutex);
  return is_left;
}

static void end_line(sx_process *p) {
  if (p->options.on_line && !is_silenced(p))
    p->options.on_line(p->options.arg, sx_str_make(p->line, p->line_len));
  p->line_len = 0;
}

static void take_output(sx_process *p, sx_str piece) {
  p->moved_ms = sx_clock_ms();
  p->is_noisy = p->options.on_quiet != NULL;
  if (p->options.on_output) {
    if (!is_silenced(p)) p->options.on_output(p->options.arg, piece);
    return;
  }
  while (piece.len) {
    size_t end = sx_str_find_char(piece, '\n', 0);
    bool is_whole = end != SX_STR_NONE;
    if (!is_whole) end = piece.len;
    size_t room = sizeof p->line - p->line_len, len = end < room ? end : room;
    memcpy(p->line + p->line_len, piece.ptr, len);
    p->line_len += len;
    if (is_whole) end_line(p);
    piece = sx_str_slice(piece, end + is_whole, piece.len);
  }
}

static void take_complaint(sx_process *p, sx_str piece) {
  p->moved_ms = sx_clock_ms();
  p->is_noisy = p->options.on_quiet != NULL;
  if (p->options.on_errors && !is_silenced(p)) p->options.on_errors(p->options.arg, piece);
  if (p->is_complaint_whole) return;
  size_t end = sx_str_find_char(piece, '\n', 0);
  p->is_complaint_whole = end != SX_STR_NONE;
  size_t room = sizeof p->complaint - p->complaint_len;
  size_t len = p->is_complaint_whole ? end : piece.len;
  if (len > room) len = room;
  memcpy(p->complaint + p->complaint_len, piece.ptr, len);
  p->complaint_len += len;
}

static void take_report(sx_process *p, sx_str piece) {
  if (!is_silenced(p)) p->options.on_report(p->options.arg, piece);
}

/* False when there is nothing more for now. */
static bool read_some(sx_process *p, int *file, void (*take)(sx_process *p, sx_str piece)) {
  if (*file < 0) return false;
  ssize_t got = read(*file, p->bytes, sizeof p->bytes);
  if (got > 0) {
    take(p, sx_str_make(p->bytes, (size_t)got));
    return true;
  }
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  sx_spawn__close(file);
  return false;
}

/* ---- what it reads ----------------------------------------------------------------------- */

static void give_input(sx_process *p) {
  size_t left = p->options.input_bytes - p->written;
  /* Without a reader this is an error, and a signal that is blocked on this thread. */
  ssize_t got = left ? write(p->child.input, p->options.input + p->written, left) : 0;
  if (got > 0) p->written += (size_t)got;
  if (got < 0 && errno != EINTR && errno != EAGAIN) sx_spawn__close(&p->child.input);
  if (p->written < p->options.input_bytes && p->child.input >= 0) return;
  sx_free(p->options.input);
  p->options.input = NULL;
  p->options.input_bytes = p->written = 0;
  if (!p->options.keeps_input_open) sx_spawn__close(&p->child.input);
}

static void take_given(sx_process *p) {
  uv_mutex_lock(&p->mutex);
  if (p->given && !p->options.input) {
    p->options.input = p->given;
    p->options.input_bytes = p->given_bytes;
    p->given = NULL;
    p->moved_ms = sx_clock_ms();
  }
  uv_mutex_unlock(&p->mutex);
}

/* ---- its end ----------------------------------------------------------------------------- */

static void look_for_end(sx_process *p) {
  pid_t got;
  do got = waitpid(p->child.id, &p->wait_status, WNOHANG);
  while (got < 0 && errno == EINTR);
  if (got < 0) p->wait_status = -1; /* another part of this process has taken its end */
  p->is_reaped = got != 0;
}

static void kill_before(sx_process *p, uint64_t at_ms) {
  if (!p->kill_at_ms || at_ms < p->kill_at_ms) p->kill_at_ms = at_ms;
}

static void take_wishes(sx_process *p) {
  char byte;
  while (read(p->wake[0], &byte, 1) > 0) {
  }
  uv_mutex_lock(&p->mutex);
  bool is_stopping = p->is_stopping, is_killing = p->is_killing;
  uv_mutex_unlock(&p->mutex);
  if (is_killing) kill_before(p, sx_clock_ms());
  if (!is_stopping || p->was_stopped) return;
  p->was_stopped = true;
  sx_spawn__close(&p->child.input);
  uint64_t stop_ms = p->options.stop_ms ? p->options.stop_ms : SX_PROCESS_STOP_MS;
  kill_before(p, sx_clock_ms() + stop_ms);
}

/* Nothing can be given any more once this is decided. */
static void stop_idle(sx_process *p) {
  uint64_t idle_ms = p->options.idle_ms;
  if (!idle_ms || p->was_stopped || sx_clock_since_ms(p->moved_ms) < idle_ms) return;
  uv_mutex_lock(&p->mutex);
  p->is_stopping |= !p->given && !p->options.input;
  uv_mutex_unlock(&p->mutex);
  take_wishes(p);
}

/* Milliseconds until something is to be done though nothing has happened. */
static int next_wait(sx_process *p) {
  int wait_ms = LOOK_MS;
  if (p->child.output < 0 && (p->child.handle < 0 || !p->options.may_close_output)) {
    if (!p->wait_ms && !p->options.may_close_output) kill_before(p, sx_clock_ms() + CLOSED_MS);
    p->wait_ms = p->wait_ms ? p->wait_ms * 2 : FIRST_WAIT_MS;
    if (p->wait_ms > LONGEST_WAIT_MS) p->wait_ms = LONGEST_WAIT_MS;
    wait_ms = p->wait_ms;
  }
  uint64_t now_ms = sx_clock_ms();
  if (!p->kill_at_ms) return wait_ms;
  if (p->kill_at_ms > now_ms)
    return p->kill_at_ms - now_ms < (uint64_t)wait_ms ? (int)(p->kill_at_ms - now_ms) : wait_ms;
  kill(p->child.id, SIGKILL);
  p->kill_at_ms = now_ms + LOOK_MS;
  return FIRST_WAIT_MS;
}

static void be_quiet(sx_process *p) {
  if (!p->is_noisy || sx_clock_since_ms(p->moved_ms) < SX_PROCESS_QUIET_MS) return;
  p->is_noisy = false;
  if (!is_silenced(p)) p->options.on_quiet(p->options.arg);
}

static void attend(sx_process *p) {
  enum { WAKE, INPUT, OUTPUT, COMPLAINTS, REPORT, HANDLE, COUNT };
  while (!p->is_reaped) {
    stop_idle(p);
    take_given(p);
    int wait_ms = next_wait(p);
    if (p->is_noisy && wait_ms > (int)SX_PROCESS_QUIET_MS) wait_ms = (int)SX_PROCESS_QUIET_MS;
    short input = p->written < p->options.input_bytes ? POLLOUT : 0;
    struct pollfd files[COUNT] = {{p->wake[0], POLLIN, 0},      {p->child.input, input, 0},
                                  {p->child.output, POLLIN, 0}, {p->child.complaints, POLLIN, 0},
                                  {p->child.report, POLLIN, 0}, {p->child.handle, POLLIN, 0}};
    if (poll(files, COUNT, wait_ms) > 0) {
      if (files[WAKE].revents) take_wishes(p);
      if (files[OUTPUT].revents) (void)read_some(p, &p->child.output, take_output);
      if (files[COMPLAINTS].revents) (void)read_some(p, &p->child.complaints, take_complaint);
      if (files[REPORT].revents) (void)read_some(p, &p->child.report, take_report);
      if (p->child.input >= 0 && files[INPUT].revents & POLLOUT) give_input(p);
      if (files[INPUT].revents & (POLLERR | POLLHUP | POLLNVAL)) sx_spawn__close(&p->child.input);
    }
    be_quiet(p);
    look_for_end(p);
  }
}

/* Reads what it wrote before its end. Another program may hold the other side open, and write on.
 */
static void read_rest(sx_process *p) {
  uint64_t end_ms = sx_clock_ms() + LOOK_MS;
  while (read_some(p, &p->child.output, take_output) && sx_clock_ms() < end_ms) {
  }
  while (read_some(p, &p->child.complaints, take_complaint) && sx_clock_ms() < end_ms) {
  }
  while (read_some(p, &p->child.report, take_report) && sx_clock_ms() < end_ms) {
  }
  if (p->line_len) end_line(p);
}

static void report_end(sx_process *p, sx_status status) {
  sx_process_end end = {
      .status = status,
      .exit_code = -1,
      .was_stopped = p->was_stopped,
      .complaint = sx_str_make(p->complaint, p->complaint_len),
  };
  if (!status && p->wait_status != -1 && WIFEXITED(p->wait_status))
    end.exit_code = WEXITSTATUS(p->wait_status);
  if (!status && p->wait_status != -1 && WIFSIGNALED(p->wait_status))
    end.signal = WTERMSIG(p->wait_status);
  if (p->options.on_end && !is_silenced(p)) p->options.on_end(p->options.arg, &end);
}

/* ---- life -------------------------------------------------------------------------------- */

static void destroy(sx_process *p) {
  sx_spawn__close(&p->wake[0]);
  sx_spawn__close(&p->wake[1]);
  sx_free(p->options.input);
  sx_free(p->given);
  uv_cond_destroy(&p->is_ended);
  uv_mutex_destroy(&p->mutex);
  sx_free(p);
}

static void run(void *argument) {
  sx_process *p = argument;
  sigset_t all;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_BLOCK, &all, NULL);
  sx_err err = {0};
  const sx_spawn_wishes wishes = {.argv = p->options.argv,
                                  .environment = p->options.environment,
                                  .has_report = p->options.on_report != NULL,
                                  .is_bulky = p->options.on_errors != NULL};
  sx_status status = sx_spawn__start(&p->child, &wishes, &err);
  if (status) {
    take_complaint(p, sx_str_from(err.message));
  } else {
    if (!p->options.input_bytes) give_input(p);
    p->moved_ms = sx_clock_ms();
    attend(p);
    read_rest(p);
  }
  sx_spawn__close(&p->child.input);
  sx_spawn__close(&p->child.output);
  sx_spawn__close(&p->child.complaints);
  sx_spawn__close(&p->child.report);
  sx_spawn__close(&p->child.handle);
  report_end(p, status);
  uv_mutex_lock(&p->mutex);
  p->is_over = true;
  bool is_left = p->is_left;
  uv_cond_signal(&p->is_ended);
  uv_mutex_unlock(&p->mutex);
  if (is_left) destroy(p);
}

bool sx_process_is_possible(void) {
  return true;
}

sx_status sx_process_start(sx_process **out, const sx_process_options *options, sx_err *err) {
  *out = NULL;
  sx_process *p = sx_calloc(1, sizeof *p);
  if (!p) return sx_fail(err, SX_NOMEM, NULL);
  p->options = *options;
  p->child = (sx_spawned){.input = -1, .output = -1, .complaints = -1, .report = -1, .handle = -1};
  uv_thread_options_t thread = {UV_THREAD_HAS_STACK_SIZE, STACK_BYTES};
  if (uv_mutex_init(&p->mutex)) goto no_mutex;
  if (uv_cond_init(&p->is_ended)) goto no_cond;
  if (!sx_spawn__pipe(p->wake)) goto no_pipe;
  sx_spawn__unblock(p->wake[0]);
  sx_spawn__unblock(p->wake[1]);
  if (uv_thread_create_ex(&p->thread, &thread, run, p)) goto no_thread;
  *out = p;
  return SX_OK;
no_thread:
  sx_spawn__close(&p->wake[0]);
  sx_spawn__close(&p->wake[1]);
no_pipe:
  uv_cond_destroy(&p->is_ended);
no_cond:
  uv_mutex_destroy(&p->mutex);
no_mutex:
  sx_free(p);
  return sx_fail(err, SX_IO, "'%s' could not be started: the system has no more threads or files.",
                 options->argv[0]);
}

/* A full pipe wakes it as well. */
static void wake_locked(sx_process *p) {
  if (!p->is_over) (void)!write(p->wake[1], "", 1);
}

bool sx_process_give(sx_process *process, char *input, size_t input_bytes) {
  uv_mutex_lock(&process->mutex);
  bool is_taken = !process->is_stopping && !process->is_over && !process->given;
  if (is_taken) {
    process->given = input;
    process->given_bytes = input_bytes;
    wake_locked(process);
  }
  uv_mutex_unlock(&process->mutex);
  return is_taken;
}

static void ask_to_end(sx_process *process, bool is_killing) {
  uv_mutex_lock(&process->mutex);
  bool is_new = !process->is_stopping || is_killing;
  process->is_stopping = true;
  process->is_killing |= is_killing;
  if (is_new) wake_locked(process);
  uv_mutex_unlock(&process->mutex);
}

void sx_process_stop(sx_process *process) {
  ask_to_end(process, false);
}

void sx_process_kill(sx_process *process) {
  ask_to_end(process, true);
}

bool sx_process_free(sx_process *process, uint64_t wait_ms) {
  if (!process) return true;
  sx_process_stop(process);
  uint64_t end_ms = sx_clock_ms() + wait_ms, now_ms;
  uv_mutex_lock(&process->mutex);
  while (!process->is_over && (now_ms = sx_clock_ms()) < end_ms)
    uv_cond_timedwait(&process->is_ended, &process->mutex, (end_ms - now_ms) * 1000000);
  bool is_over = process->is_over;
  process->is_left = !is_over;
  if (!is_over) sx_thread_detach(&process->thread);
  uv_mutex_unlock(&process->mutex);
  if (!is_over) return false;
  uv_thread_join(&process->thread);
  destroy(process);
  return true;
}

#endif
