#include "os/process_spawn.h"

#ifndef _WIN32

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>
#include <uv.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#define STREAMS 3
#define PIPES (STREAMS + 1)
#define BULK_BYTES (512 * 1024)

extern char **environ;

void sx_spawn__close(int *file) {
  if (*file >= 0) (void)close(*file);
  *file = -1;
}

void sx_spawn__unblock(int file) {
  int flags = fcntl(file, F_GETFL);
  if (flags >= 0) (void)fcntl(file, F_SETFL, flags | O_NONBLOCK);
}

/* A process that was started without standard streams gets their numbers for other files. */
static bool move_up(int *file) {
  if (*file >= PIPES) return true;
  int moved = fcntl(*file, F_DUPFD_CLOEXEC, PIPES);
  if (moved < 0) return false;
  (void)close(*file);
  *file = moved;
  return true;
}

bool sx_spawn__pipe(int ends[2]) {
  ends[0] = ends[1] = -1;
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC)) return false;
#else
  if (pipe(ends)) return false;
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  if (move_up(&ends[0]) && move_up(&ends[1])) return true;
  sx_spawn__close(&ends[0]);
  sx_spawn__close(&ends[1]);
  return false;
}

static int set_signals(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  int code = posix_spawnattr_setsigmask(attributes, &none);
  if (!code) code = posix_spawnattr_setsigdefault(attributes, &all);
  if (!code)
    code = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return code;
}

static int spawn(int *id, const sx_spawn_wishes *wishes, int (*pipes)[2]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawnattr_init(&attributes);
  if (!code) {
    code = set_signals(&attributes);
    /* The first end of a pipe is for reading. */
    for (int i = 0; i < STREAMS + wishes->has_report && !code; i++)
      code = posix_spawn_file_actions_adddup2(&actions, pipes[i][i != 0], i);
    pid_t got;
    const char *const *argv = wishes->argv, *const *variables = wishes->environment;
    if (!code)
      code = posix_spawn(&got, argv[0], &actions, &attributes, (char *const *)(uintptr_t)argv,
                         variables ? (char *const *)(uintptr_t)variables : environ);
    if (!code) *id = (int)got;
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

static sx_status fail_to_start(sx_err *err, int code, const char *name) {
  switch (code) {
  case ENOENT:
  case ENOTDIR: return sx_fail(err, SX_NOT_FOUND, "'%s' does not exist.", name);
  case ENOMEM: return sx_fail(err, SX_NOMEM, NULL);
  case EACCES:
  case EPERM: return sx_fail(err, SX_NOT_READABLE, "'%s' cannot be run: permission denied.", name);
  case ENOEXEC: /* libuv has no name for it */
    return sx_fail(err, SX_NOT_READABLE, "'%s' cannot be run: it is not a program.", name);
  default:
    return sx_fail(err, SX_IO, "'%s' could not be started: %s.", name,
                   uv_strerror(uv_translate_sys_error(code)));
  }
}

/* Readable when it has ended: an end is then seen at once. */
static int open_handle(int id) {
#if defined __linux__ && defined SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, id, 0);
#else
  (void)id;
  return -1;
#endif
}

static void widen(int file) {
#ifdef F_SETPIPE_SZ
  (void)fcntl(file, F_SETPIPE_SZ, BULK_BYTES);
#else
  (void)file;
#endif
}

sx_status sx_spawn__start(sx_spawned *out, const sx_spawn_wishes *wishes, sx_err *err) {
  int pipes[PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
  int code = 0;
  *out = (sx_spawned){.input = -1, .output = -1, .complaints = -1, .report = -1, .handle = -1};
  for (int i = 0; i < STREAMS + wishes->has_report && !code; i++)
    if (!sx_spawn__pipe(pipes[i])) code = errno;
  if (!code && wishes->is_bulky) widen(pipes[1][0]);
  if (!code) code = spawn(&out->id, wishes, pipes);
  for (int i = 0; i < PIPES; i++) {
    sx_spawn__close(&pipes[i][i != 0]);
    if (code) sx_spawn__close(&pipes[i][i == 0]);
  }
  if (code) return fail_to_start(err, code, wishes->argv[0]);
  out->input = pipes[0][1];
  out->output = pipes[1][0];
  out->complaints = pipes[2][0];
  out->report = pipes[STREAMS][0];
  out->handle = open_handle(out->id);
  sx_spawn__unblock(out->input);
  sx_spawn__unblock(out->output);
  sx_spawn__unblock(out->complaints);
  if (out->report >= 0) sx_spawn__unblock(out->report);
  return SX_OK;
}

#else

/* A file must not be empty. */
extern int sx_spawn__none;

#endif
