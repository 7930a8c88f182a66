#include "odd_folders.h"

#include "harness.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <uv.h>

static atomic_bool hangs;
static atomic_uint hanging;
static uv_thread_t spared;
static size_t threads_before;

static bool is_spared(void) {
  uv_thread_t self = uv_thread_self();
  return uv_thread_equal(&self, &spared) != 0;
}

int openat(int folder, const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list args;
    va_start(args, flags);
    mode = va_arg(args, mode_t);
    va_end(args);
  }
  if (strstr(path, "unreadable-folder") && !(flags & O_CREAT)) {
    errno = EACCES;
    return -1;
  }
  if (strstr(path, "hanging-folder") && hangs && !is_spared()) {
    hanging++;
    while (hangs) usleep(2000);
    hanging--;
  }
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static size_t count_threads(void) {
  size_t count = 0;
  DIR *folder = opendir("/proc/self/task");
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

void odd_folders_hang(void) {
  spared = uv_thread_self();
  threads_before = count_threads();
  hangs = true;
}

void odd_folders_answer(void *nothing) {
  (void)nothing;
  hangs = false;
  for (size_t i = 0; i < 5000 && count_threads() > threads_before; i++) usleep(2000);
}

unsigned odd_folders_hanging(void) {
  return hanging;
}

/* Their paths are too long for what removes the folder of a case. */
static void remove_deep(void *top) {
  char command[4200];
  snprintf(command, sizeof command, "rm -rf '%s'/*", (const char *)top);
  FILE *program = popen(command, "r");
  if (program) pclose(program);
}

void deep_folders(sx_str top, const char *name, size_t levels, const char *file_in_last) {
  sx_test_defer(remove_deep, (void *)top.ptr);
  int at = open(top.ptr, O_RDONLY | O_DIRECTORY);
  for (size_t i = 0; i < levels && at >= 0; i++) {
    mkdirat(at, name, 0777);
    int next = openat(at, name, O_RDONLY | O_DIRECTORY);
    close(at);
    at = next;
  }
  int file = openat(at, file_in_last, O_WRONLY | O_CREAT, 0666);
  if (file < 0 || write(file, "deep\n", 5) != 5) sx_test_fail(__FILE__, __LINE__, "no deep file");
  close(file);
  close(at);
}
