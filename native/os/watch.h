#ifndef SX_OS_WATCH_H
#define SX_OS_WATCH_H

#include "base/array.h"
#include "os/walk.h"

#include <stdint.h>

/**
 * Knows what changed in some folders, at once: a write that has returned is reported by the very
 * next `sx_watch_take`, long before the editor's own watcher, which collects its events, does.
 *
 * The operating system keeps the events until they are taken. A thread of its own walks (os/walk)
 * through folders that are not watched yet, then looks at files that were written before they were,
 * and looks through folders where events do not come: past the number of folders that may be
 * watched, on file systems that are not known to be local, and everywhere after the system's queue
 * ran over. Until it has
 * ended that, `is_whole` is false: there may be more to report.
 *
 * All functions may be called from any thread. They wait for the disk only where the rules of a
 * folder are read at that moment, in `choose` or while events are taken.
 */
typedef struct sx_watch sx_watch;

typedef struct sx_watch_event {
  sx_str path;
  bool is_name;   /* it came, went, or was put in the place of another; not: was written to */
  bool is_new;    /* it was not there when it was last asked */
  bool is_folder; /* a folder that came or went: what is in it is reported where it came */
  /* A program that had it open for writing closed it, and nothing else is known: it was written to
   * only through a mapping of its memory, if at all. */
  bool is_closing;
} sx_watch_event;

typedef struct sx_watch_events {
  sx_watch_event *items;
  size_t len, cap;
  bool is_whole;    /* nothing else happened before the question */
  bool is_starting; /* not all folders have been walked through for the first time */
  bool has_lost;    /* something happened that could not be kept: it is reported by this only */
  int64_t since_ns; /* as it was given with the roots */
} sx_watch_events;

/** Chooses what is watched; called from any thread, also by two at once. */
typedef struct sx_watch_filter {
  /* True passes over the path, a folder with all that is in it. It is not called for the roots. */
  bool (*is_passed_over)(void *context, sx_str path, bool is_folder);
  /* The same for the folders in one that is walked through: sets `is_entered` of those that are not
   * passed over, and of nothing else. `path` is the folder's own. */
  void (*choose)(void *context, sx_str path, sx_walk_folder *folder);
  /* Every event of the folders that are watched, as soon as the system reports it, also of files
   * and folders that are passed over. With the watch's lock: it calls nothing of the watch. True:
   * the filter has changed. May be NULL, as `lose`. */
  bool (*note)(void *context, const sx_watch_event *event);
  /* Something happened that is not noted, anywhere. */
  void (*lose)(void *context);
  void (*release)(void *context); /* when the watch needs it no more; may be NULL */
  void *context;
} sx_watch_filter;

/** The filter is taken, in any case. NULL without memory. `max_folders` 0: the system's share. */
sx_watch *sx_watch_new(sx_watch_filter filter, size_t max_folders);
/** A thread that hangs in a file system is left behind, and frees what it needs when it returns. */
void sx_watch_free(sx_watch *watch);

/**
 * Watches these folders and those in them from now on, and no others. Files written at `since_ns`
 * (of the system's time of day) or later count as changed. NOMEM.
 */
sx_status sx_watch_set_roots(sx_watch *watch, const sx_str *roots, size_t count,
                             int64_t since_ns) SX_MUST_USE;
/**
 * Files that were written before they were watched are not looked at for so long: a caller has more
 * urgent questions to the disk. 0 ends that.
 */
void sx_watch_delay_looks(sx_watch *watch, uint64_t wait_ms);
/** The filter has changed: folders that it passed over are walked through. */
void sx_watch_walk_again(sx_watch *watch);

/**
 * Has everything noted that happened before, since all folders are watched. False where that cannot
 * be known: where the thread has not ended its walks after `wait_ms`; for the first walk only one
 * question waits. Nothing is taken.
 */
bool sx_watch_settle(sx_watch *watch, uint64_t wait_ms);
/** Waits up to `wait_ms` for the first walk through all folders; whether it has ended. */
bool sx_watch_await_start(sx_watch *watch, uint64_t wait_ms);
/** Whether all that happens in the folder is noted, without a delay. */
bool sx_watch_has(sx_watch *watch, sx_str folder);

/**
 * The entries of a folder as the first walk has found them, where nothing has happened in it since,
 * by the events that are noted. They are given away, to be freed: NULL the next time.
 */
sx_walk_listing *sx_watch_take_listing(sx_watch *watch, sx_str folder);
/** Those that are left are not needed any more. They take some 50 bytes a file. */
void sx_watch_forget_listings(sx_watch *watch);

/**
 * The changes since the last call, each path once. Waits up to `wait_ms` for the thread; for
 * the first walk through all folders only once.
 *
 * Memory  out->items in `arena`.
 * Errors  NOMEM: the rest is reported the next time.
 */
sx_status sx_watch_take(sx_watch *watch, uint64_t wait_ms, sx_watch_events *out,
                        sx_arena *arena) SX_MUST_USE;

/**
 * Whether the file of an event may have been written to, by the stamp of its last change: one that
 * was only opened for writing may have one of before the roots were watched. Writing to its memory
 * sets it, but not where that was written to shortly before, and never where the file system has no
 * disk below it.
 */
bool sx_watch_is_written(const sx_watch_events *events, const sx_watch_event *event,
                         int64_t changed_ns);

/** From now on at most as many folders are watched as these; for tests. */
void sx_watch_limit(sx_watch *watch, size_t max_folders);
/** From now on no more folders are known than these; for tests. */
void sx_watch_limit_known(sx_watch *watch, size_t max_known);
/** How many folders are watched; for tests. */
size_t sx_watch_count(sx_watch *watch);

#endif
