#include "os/watch_source.h"

#ifdef __linux__
#include "base/mem.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <uv.h>

/* Writing to the memory of a mapped file gives no IN_MODIFY; its end gives IN_CLOSE_WRITE. */
#define MASK                                                                                       \
  (IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)
#define BUFFER_BYTES (64u * 1024)
#define LEAST_SHARE 4096
#define MOST_SHARE 262144

/* Straight on inotify: libuv hides that the queue ran over and that there is no room for more. */
struct sx_watch_source {
  int fd;
  _Alignas(struct inotify_event) char buffer[BUFFER_BYTES];
};

sx_watch_source *sx_watch_source_new(void) {
  sx_watch_source *source = sx_malloc(sizeof *source);
  if (!source) return NULL;
  source->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (source->fd >= 0) return source;
  sx_free(source);
  return NULL;
}

void sx_watch_source_free(sx_watch_source *source) {
  if (!source) return;
  close(source->fd);
  sx_free(source);
}

size_t sx_watch_source_share(void) {
  long max = 0;
  FILE *file = fopen("/proc/sys/fs/inotify/max_user_watches", "re");
  if (!file) return LEAST_SHARE;
  if (fscanf(file, "%ld", &max) != 1) max = 0;
  fclose(file);
  if (max / 2 < LEAST_SHARE) return LEAST_SHARE;
  return max / 2 > MOST_SHARE ? MOST_SHARE : (size_t)max / 2;
}

int sx_watch_source_add(sx_watch_source *source, const char *path) {
  int id = inotify_add_watch(source->fd, path, MASK);
  if (id >= 0) return id;
  return errno == ENOSPC || errno == ENOMEM ? SX_WATCH_FULL : SX_WATCH_FAILED;
}

void sx_watch_source_remove(sx_watch_source *source, int id) {
  inotify_rm_watch(source->fd, id);
}

static sx_watch_signal signal_of(const struct inotify_event *event) {
  return (sx_watch_signal){
      .id = event->wd,
      .name = event->len ? event->name : NULL,
      .is_overflow = event->mask & IN_Q_OVERFLOW,
      .is_end = event->mask & IN_IGNORED,
      .is_name = event->mask & (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO),
      .came = event->mask & IN_CREATE,
      .went = event->mask & (IN_DELETE | IN_MOVED_FROM),
      .is_folder = event->mask & IN_ISDIR,
      .is_closing = event->mask & IN_CLOSE_WRITE,
  };
}

/* Only events that are there when it begins: a program that goes on writing would keep it busy. */
void sx_watch_source_drain(sx_watch_source *source, sx_watch_signal_fn on_signal, void *context) {
  int waiting = 0;
  if (ioctl(source->fd, FIONREAD, &waiting)) return;
  while (waiting > 0) {
    ssize_t got = read(source->fd, source->buffer, sizeof source->buffer);
    if (got <= 0) return;
    waiting -= (int)got;
    for (size_t at = 0; at < (size_t)got;) {
      const struct inotify_event *event = (const void *)(source->buffer + at);
      sx_watch_signal signal = signal_of(event);
      on_signal(context, &signal);
      at += sizeof *event + event->len;
    }
  }
}

bool sx_watch_source_is_threaded(void) {
  return true;
}

bool sx_watch_source_is_immediate(void) {
  return true;
}
#endif
