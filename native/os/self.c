#include "os/self.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <uv.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static atomic_bool is_ending;

void sx_self_keep_memory(size_t bytes) {
#ifdef __GLIBC__
  enum { STEP_BYTES = 1 << 20 };
  int most = bytes < INT_MAX ? (int)bytes : INT_MAX;
  (void)mallopt(M_TRIM_THRESHOLD, most);
  /* A block that is mapped on its own is given back at once. */
  (void)mallopt(M_MMAP_THRESHOLD, most);
  (void)mallopt(M_TOP_PAD, STEP_BYTES);
#else
  (void)bytes;
#endif
}

bool sx_self_is_ending(void) {
  return atomic_load(&is_ending);
}

#ifdef _WIN32

bool sx_self_begin(void) {
  return true;
}

void sx_self_lower(void) {
  (void)uv_os_setpriority(0, UV_PRIORITY_LOW);
}

void sx_self_limit_memory(uint64_t bytes) {
  (void)bytes;
}

void sx_self_limit_step(unsigned seconds) {
  (void)seconds;
}

sx_status sx_self_read(char *out, size_t room, size_t *got) {
  *got = fread(out, 1, room, stdin);
  return *got || feof(stdin) ? SX_OK : SX_IO;
}

void sx_self_end_with_input(uint64_t hang_ms, int exit_code) {
  (void)hang_ms, (void)exit_code;
}

void sx_self_say(sx_str text, int wait_ms) {
  (void)wait_ms;
  (void)fwrite(text.ptr, 1, text.len, stdout);
  (void)fflush(stdout);
}

#else

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#define STREAMS 3
#define MOST_FILES 4096
#define STACK_BYTES ((size_t)64 * 1024)

/* By their numbers: older C libraries have no functions for them. */
#define IO_OF_PROCESS 1
#define IO_CLASS_IDLE (3 << 13)

static void on_signal(int number) {
  (void)number;
  atomic_store(&is_ending, true);
}

/* Descriptors that some other program forgot to keep to itself. */
static void close_inherited(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)STREAMS, ~0u, 0u) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > MOST_FILES) most = MOST_FILES;
  for (int file = STREAMS; file < (int)most; file++) (void)close(file);
}

bool sx_self_begin(void) {
  close_inherited();
  /* No file of ours gets the number of a stream that was closed. */
  int file;
  do file = open("/dev/null", O_RDWR | O_CLOEXEC);
  while (file >= 0 && file < STREAMS);
  if (file < 0) return false;
  (void)close(file);
  struct sigaction ignore = {.sa_handler = SIG_IGN}, end = {.sa_handler = on_signal};
  static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) (void)sigaction(ends[i], &end, NULL);
  /* A folder that it would be in could not be unmounted. */
  return sigaction(SIGPIPE, &ignore, NULL) == 0 && chdir("/") == 0;
}

void sx_self_lower(void) {
  (void)uv_os_setpriority(0, UV_PRIORITY_LOW);
#ifdef SYS_ioprio_set
  (void)syscall(SYS_ioprio_set, IO_OF_PROCESS, 0, IO_CLASS_IDLE);
#endif
}

void sx_self_limit_step(unsigned seconds) {
  const struct itimerval limit = {.it_value = {.tv_sec = (time_t)seconds}};
  (void)setitimer(ITIMER_VIRTUAL, &limit, NULL); /* no handler: the signal ends the process */
}

void sx_self_limit_memory(uint64_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit)) return;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < bytes) return;
  limit.rlim_cur = limit.rlim_max = (rlim_t)bytes;
  (void)setrlimit(RLIMIT_DATA, &limit);
}

sx_status sx_self_read(char *out, size_t room, size_t *got) {
  *got = 0;
  for (;;) {
    ssize_t count = read(STDIN_FILENO, out, room);
    if (count >= 0) *got = (size_t)count;
    if (count >= 0) return SX_OK;
    if (sx_self_is_ending()) return SX_CANCELLED;
    if (errno == EAGAIN) (void)poll(&(struct pollfd){STDIN_FILENO, POLLIN, 0}, 1, -1);
    if (errno != EINTR && errno != EAGAIN) return SX_IO;
  }
}

static uint64_t hang_limit_ms;
static int hang_exit_code;

static void wait_for_input_to_end(void *argument) {
  (void)argument;
  char bytes[256];
  size_t got;
  while (!sx_self_is_ending() && !sx_self_read(bytes, sizeof bytes, &got) && got) {
  }
  atomic_store(&is_ending, true);
  for (uint64_t left_ms = hang_limit_ms; left_ms;) {
    unsigned part = left_ms > 1000 ? 1000 : (unsigned)left_ms;
    uv_sleep(part);
    left_ms -= part;
  }
  _exit(hang_exit_code);
}

void sx_self_end_with_input(uint64_t hang_ms, int exit_code) {
  struct stat info;
  if (fstat(STDIN_FILENO, &info) || !(S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode))) return;
  hang_limit_ms = hang_ms;
  hang_exit_code = exit_code;
  uv_thread_t thread;
  uv_thread_options_t options = {UV_THREAD_HAS_STACK_SIZE, STACK_BYTES};
  /* It lasts as long as the process. Without it the process ends a little later: with its work. */
  (void)uv_thread_create_ex(&thread, &options, wait_for_input_to_end, NULL);
}

void sx_self_say(sx_str text, int wait_ms) {
  while (text.len) {
    /* A pipe that takes anything takes a line. */
    struct pollfd out = {STDOUT_FILENO, POLLOUT, 0};
    if (poll(&out, 1, wait_ms) <= 0 || !(out.revents & POLLOUT)) return;
    ssize_t written = write(STDOUT_FILENO, text.ptr, text.len);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text = sx_str_slice(text, (size_t)written, text.len);
  }
}

#endif
