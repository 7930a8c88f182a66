/**
 * sextant-run: runs a command for the engine, and ends all that came from it.
 *
 *   sextant-run FOLDER PROGRAM [ARGUMENT]…
 *
 * PROGRAM runs in FOLDER, in a group of its own, with nothing on its standard input; its output
 * goes where that of sextant-run does. When it has ended, or the standard input of sextant-run has,
 * because the engine closed it or is gone, all processes that come from it are asked to end, and
 * killed where they have not two seconds later. On Linux that includes those that left their
 * group, as sextant-run takes the place of their parents.
 *
 * It ends as PROGRAM did: with its exit code, or by the same signal; 127 where there is no such
 * program, 126 where it cannot be run. Descriptor 3, where it is open, gets the line "left N" if
 * N processes were still there after PROGRAM had ended.
 */
#include "runner/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#define REPORT 3
/* Programs that a command started may end by themselves when it does. */
#define GRACE_MS 200
#define TERM_MS 2000
#define KILL_EVERY_MS 20
#define MAX_FILES 65536

enum { CANNOT_RUN = 126, NOT_FOUND = 127, MISUSED = 2 };

typedef struct runner {
  pid_t child;
  int status; /* of the child, once it has ended */
  bool has_ended, has_input, is_alone /* nothing that came from it is left */;
  bool is_ending, is_killing;
  uint64_t next_ms; /* when the next step of ending is due; 0: none */
} runner;

static volatile sig_atomic_t is_asked;

static void on_signal(int number) {
  if (number != SIGCHLD) is_asked = 1;
}

static uint64_t now_ms(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void complain(const char *what, int code) {
  (void)dprintf(STDERR_FILENO, "%s: %s\n", what, strerror(code));
}

/* ---- the child --------------------------------------------------------------------------- */

static void close_others(void) {
#if defined __linux__ && defined SYS_close_range
  if (syscall(SYS_close_range, REPORT, ~0u, 0) == 0) return;
#endif
  struct rlimit limit = {0};
  (void)getrlimit(RLIMIT_NOFILE, &limit);
  int end = limit.rlim_cur < MAX_FILES ? (int)limit.rlim_cur : MAX_FILES;
  for (int file = REPORT; file < end; file++) (void)close(file);
}

/*
 * A program that finds a terminal may ask a person for a password there. A session of its own has
 * none; where there is none anyhow a group will do: Linux makes new sessions wait for their turn on
 * a busy machine.
 */
static void leave_terminal(void) {
  int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0)
    (void)setpgid(0, 0);
  else
    (void)setsid();
}

static void run_child(pid_t parent, const char *folder, char *const *argv, const sigset_t *mask) {
  leave_terminal();
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(CANNOT_RUN);
#else
  (void)parent;
#endif
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) _exit(CANNOT_RUN);
  if (chdir(folder)) {
    complain(folder, errno);
    _exit(CANNOT_RUN);
  }
  (void)sigprocmask(SIG_SETMASK, mask, NULL); /* handlers end with execvp */
  close_others();
  (void)execvp(argv[0], argv);
  int code = errno;
  complain(argv[0], code);
  _exit(code == ENOENT || code == ENOTDIR ? NOT_FOUND : CANNOT_RUN);
}

/* ---- its end ----------------------------------------------------------------------------- */

static void reap(runner *r) {
  int status;
  pid_t got;
  do {
    got = waitpid(-1, &status, WNOHANG);
    if (got == r->child) r->has_ended = true, r->status = status;
  } while (got > 0 || (got < 0 && errno == EINTR));
  r->is_alone = got < 0;
}

static void signal_all(const runner *r, int number) {
  /* Where the system lists no processes, those that stayed in its group are found. */
  if (!sx_tree_signal(number) && !r->has_ended) (void)kill(-r->child, number);
}

static void end_step(runner *r) {
  if (!r->is_ending) {
    r->is_ending = true;
    signal_all(r, SIGTERM);
    r->next_ms = now_ms() + TERM_MS;
    return;
  }
  r->is_killing = true;
  signal_all(r, SIGKILL);
  r->next_ms = now_ms() + KILL_EVERY_MS;
}

static void report_left(void) {
  size_t left = sx_tree_signal(0);
  if (left) (void)dprintf(REPORT, "left %zu\n", left);
}

/* Does what is due now; how long to wait for what comes next. */
static int next_wait(runner *r) {
  uint64_t now = now_ms();
  bool is_asked_now = !r->has_input || is_asked;
  if (is_asked_now && !r->is_ending) end_step(r);
  if (r->has_ended && !r->is_ending && !r->next_ms) r->next_ms = now + GRACE_MS;
  if (!r->next_ms) return -1;
  if (r->next_ms > now) return (int)(r->next_ms - now);
  if (!r->is_ending) report_left();
  end_step(r);
  return (int)(r->next_ms - now);
}

static void look_at_input(runner *r) {
  char byte;
  ssize_t got = read(STDIN_FILENO, &byte, 1);
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) r->has_input = false;
}

static void attend(runner *r) {
  sigset_t none;
  (void)sigemptyset(&none);
  reap(r);
  while (!r->has_ended || !r->is_alone) {
    int wait_ms = next_wait(r);
    struct timespec wait = {wait_ms / 1000, (long)(wait_ms % 1000) * 1000000};
    struct pollfd input = {r->has_input ? STDIN_FILENO : -1, POLLIN, 0};
    if (ppoll(&input, 1, wait_ms < 0 ? NULL : &wait, &none) > 0) look_at_input(r);
    reap(r);
  }
}

static int end_like(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  int number = WTERMSIG(status);
  struct rlimit no_core = {0, 0};
  sigset_t none;
  (void)setrlimit(RLIMIT_CORE, &no_core);
  (void)sigemptyset(&none);
  (void)signal(number, SIG_DFL);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  (void)raise(number);
  return 128 + number;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    (void)fputs("Usage: sextant-run FOLDER PROGRAM [ARGUMENT]...\n", stderr);
    return MISUSED;
  }
  runner r = {.has_input = true};
  struct sigaction action = {.sa_handler = on_signal};
  sigset_t all, before;
  (void)sigfillset(&all);
  (void)sigprocmask(SIG_SETMASK, &all, &before);
  static const int asking[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
  for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
    (void)sigaction(asking[i], &action, NULL);
  /* It stays open here alone: a program that holds it would keep the engine waiting. */
  (void)fcntl(REPORT, F_SETFD, FD_CLOEXEC);
#ifdef __linux__
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  pid_t self = getpid();
  r.child = fork();
  if (r.child == 0) run_child(self, argv[1], argv + 2, &before);
  if (r.child < 0) {
    complain(argv[2], errno);
    return CANNOT_RUN;
  }
  attend(&r);
  return end_like(r.status);
}
