#ifndef SX_OS_WATCH_H
#define SX_OS_WATCH_H

#include "base/array.h"

/**
 * Knows what changed in some folders, at once: a write that has returned is told by the very next
 * `sx_watch_take`, long before the editor's own watcher, which collects its events, says so.
 *
 * Nothing runs by itself: the operating system keeps the events until they are taken. A watch is
 * used by one thread at a time.
 */
typedef struct sx_watch sx_watch;

typedef struct sx_watch_event {
  sx_str path;
  bool is_name; /* a file came, went, or was put in the place of another; not: was written to */
} sx_watch_event;

typedef SX_ARRAY(sx_watch_event) sx_watch_events;

/** NULL without memory, or where nothing can be watched. */
sx_watch *sx_watch_new(void);
void sx_watch_free(sx_watch *watch);

/**
 * Watches these folders and those in them from now on, and no others. Folders of dependencies, of
 * version control and hidden ones are passed over; past a maximum deeper ones are, too.
 * Blocks: it walks through all of them.
 */
void sx_watch_set_roots(sx_watch *watch, const sx_str *roots, size_t count);

/** What happened since it was last asked; each path once. Memory: in `arena`. Errors: NOMEM. */
sx_status sx_watch_take(sx_watch *watch, sx_watch_events *out, sx_arena *arena) SX_MUST_USE;

#endif
