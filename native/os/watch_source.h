#ifndef SX_OS_WATCH_SOURCE_H
#define SX_OS_WATCH_SOURCE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The operating system's own watch of single folders, which os/watch is made of. */
typedef struct sx_watch_source sx_watch_source;

typedef struct sx_watch_signal {
  int id;           /* the folder's */
  const char *name; /* in the folder, NUL-terminated; may be NULL */
  bool is_overflow; /* events were lost; no other field is set */
  bool is_end;      /* the folder is watched no more: it is gone */
  bool is_name, came, went, is_folder;
  bool is_closing; /* it was open for writing, which says nothing of what was written */
} sx_watch_signal;

typedef void (*sx_watch_signal_fn)(void *context, const sx_watch_signal *signal);

#define SX_WATCH_FULL (-1)   /* no more folders can be watched */
#define SX_WATCH_FAILED (-2) /* not this one */

/** NULL where nothing can be watched, or without memory. */
sx_watch_source *sx_watch_source_new(void);
void sx_watch_source_free(sx_watch_source *source);
/** How many folders may be watched without taking all from the other programs. */
size_t sx_watch_source_share(void);
/**
 * An id, the same one for a folder that is watched already; or SX_WATCH_FULL, SX_WATCH_FAILED.
 * Where `sx_watch_source_is_threaded`, with another thread draining at the same time.
 */
int sx_watch_source_add(sx_watch_source *source, const char *path);
void sx_watch_source_remove(sx_watch_source *source, int id);
/** Hands on what happened. Never waits. */
void sx_watch_source_drain(sx_watch_source *source, sx_watch_signal_fn on_signal, void *context);
/** Whether folders may be added while another thread drains or removes. */
bool sx_watch_source_is_threaded(void);
/** Whether a change is drained as soon as the call that made it has returned. */
bool sx_watch_source_is_immediate(void);

#endif
