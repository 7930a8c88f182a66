#include "runner/tree.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>
#include <unistd.h>

/* More are not looked at: the next round finds them once these have ended. */
#define MAX_PROCESSES 65536
#define STAT_BYTES 512

typedef struct process {
  pid_t id, parent;
  bool is_ours, is_dead; /* dead: its parent has not taken its end yet */
} process;

static process processes[MAX_PROCESSES];
static size_t count;

static bool read_stat(const char *id, char out[STAT_BYTES]) {
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%.20s/stat", id);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t got = read(file, out, STAT_BYTES - 1);
  (void)close(file);
  if (got <= 0) return false;
  out[got] = '\0';
  return true;
}

/* "ID (name) STATE PARENT …"; the name may have anything in it. */
static bool parse_stat(const char *text, process *out) {
  const char *name_end = strrchr(text, ')');
  if (!name_end || name_end[1] != ' ' || !name_end[2]) return false;
  out->id = (pid_t)strtol(text, NULL, 10);
  out->parent = (pid_t)strtol(name_end + 3, NULL, 10);
  out->is_dead = name_end[2] == 'Z' || name_end[2] == 'X';
  out->is_ours = false;
  return out->id > 0;
}

static void list(void) {
  char text[STAT_BYTES];
  DIR *folder = opendir("/proc");
  count = 0;
  if (!folder) return;
  const struct dirent *entry;
  while (count < MAX_PROCESSES && (entry = readdir(folder)) != NULL)
    if (isdigit((unsigned char)entry->d_name[0]) && read_stat(entry->d_name, text))
      count += parse_stat(text, &processes[count]);
  (void)closedir(folder);
}

static bool is_ours(pid_t id, pid_t self) {
  if (id == self) return true;
  for (size_t i = 0; i < count; i++)
    if (processes[i].id == id) return processes[i].is_ours;
  return false;
}

/* A parent may be listed after its child: until nothing changes. */
static void mark(pid_t self) {
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (size_t i = 0; i < count; i++) {
      process *one = &processes[i];
      if (one->is_ours || one->id == self || !is_ours(one->parent, self)) continue;
      one->is_ours = has_changed = true;
    }
  }
}

size_t sx_tree_signal(int number) {
  size_t alive = 0;
  list();
  mark(getpid());
  for (size_t i = 0; i < count; i++) {
    if (!processes[i].is_ours || processes[i].is_dead) continue;
    alive++;
    if (number) (void)kill(processes[i].id, number);
  }
  return alive;
}
