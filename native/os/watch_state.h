#ifndef SX_OS_WATCH_STATE_H
#define SX_OS_WATCH_STATE_H

#include "base/table.h"
#include "os/watch.h"
#include "os/watch_source.h"

#include <uv.h>

/* Between os/watch.c, which answers, os/watch_walk.c, which is the watch's own thread, and
 * os/watch_look.c, which finds the files that were written before they were watched. */

#define SX_WATCH_MAX_PATH 4096
/* Limits: events that wait to be reported, and folders that are known. */
#define SX_WATCH_MAX_EVENTS 65536
#define SX_WATCH_MAX_KNOWN 1000000
/* For `since_ns`: everything in the folder counts as new, and nothing does. */
#define SX_WATCH_ALL INT64_MIN
#define SX_WATCH_NOTHING INT64_MAX

/* Files that a walk has passed, to be looked at when all folders are watched. */
typedef struct sx_watch_look sx_watch_look;

/* A folder that the thread is to walk through, with all below. */
typedef struct sx_watch_job {
  struct sx_watch_job *next;
  int64_t since_ns;
  bool is_root;
  bool is_sweep; /* without the folders in it that are known */
  size_t len;
  char path[]; /* NUL-terminated */
} sx_watch_job;

typedef struct sx_watch_folder {
  int id;                       /* < 0: no events come */
  struct sx_watch_folder *same; /* another path of the folder, with its id; or NULL */
  bool is_swept;                /* looked through at each question: not all events come */
  uint64_t round;
  int64_t newest_ns;        /* the last change that was seen in it; where it is swept */
  uint64_t touched;         /* the last event in it, or when it was begun to be watched */
  sx_walk_listing *listing; /* what it has since then; or NULL */
  uint64_t seen_ms;         /* when that was seen first */
  bool is_settled;          /* nothing can get that stamp any more */
} sx_watch_folder;

typedef struct sx_watch_pending {
  bool is_name, is_new, is_folder;
  bool is_closing; /* nothing else */
} sx_watch_pending;

struct sx_watch {
  uv_mutex_t mutex; /* of all that follows */
  uv_cond_t has_work, is_idle;
  uv_thread_t thread;
  bool has_thread, is_stopping, has_ended, is_left, is_busy;
  sx_watch_filter filter;
  sx_watch_source *source; /* NULL: nothing can be watched */
  size_t max_folders, max_known, watched, swept;
  size_t adding;  /* watches that the system is asked for */
  uint64_t epoch; /* counts the changes of the roots */
  uint64_t round; /* counts the walks that find out which folders are gone */
  bool must_prune;
  bool is_covered;   /* the first walk has come to its end */
  bool has_waited;   /* a question has waited for the first walk */
  bool must_repeat;  /* a folder was left out for want of memory */
  bool is_over;      /* folders were left out, as `max_known` are known */
  bool must_walk;    /* the filter has changed */
  bool has_listings; /* folders keep them, while all events come */
  uint64_t touches;  /* counts them */
  int64_t since_ns;  /* of the last walk through everything */
  sx_watch_job *jobs;
  sx_watch_look *looks; /* begun when there are no jobs */
  uint64_t looks_at_ms; /* not before that */
  bool is_looking;
  sx_table *folders; /* path -> sx_watch_folder */
  sx_table *ids;     /* bytes of an id -> sx_watch_folder *, the first */
  sx_table *pending; /* path -> sx_watch_pending */
  bool has_lost;     /* something happened that cannot be reported */
  int64_t drained_ns;
  char **roots;
  size_t root_count;
  int64_t roots_ns; /* what was written since then counts as changed */
};

/** The thread. */
void sx_watch__run(void *watch);
void sx_watch__destroy(sx_watch *watch);

/** NULL without memory. */
sx_watch_look *sx_watch_look__new(const char *folder, int64_t since_ns, uint64_t epoch);
/** From one thread a worker. `path` is below the folder, and copied. False: there is no room. */
bool sx_watch_look__add(sx_watch_look *look, size_t worker, sx_str path, bool is_changed);

/* With the mutex. */
/** Taken. */
void sx_watch_look__queue(sx_watch *watch, sx_watch_look *look);
/** Those that are waiting are not needed. */
void sx_watch_look__drop(sx_watch *watch);
/** Runs the first, and gives the mutex back meanwhile. */
void sx_watch_look__run_next(sx_watch *watch);
bool sx_watch__add_job(sx_watch *watch, const char *path, const sx_watch_job *kind);
void sx_watch__report(sx_watch *watch, const char *path, sx_watch_pending what);
/** Reports what was noted before. */
void sx_watch__put(sx_watch *watch, const char *path, sx_watch_pending what);
/** Notes it only. */
void sx_watch__note(sx_watch *watch, sx_str path, sx_watch_pending what);
/** Something happened that is not noted, in any folder. */
void sx_watch__lose(sx_watch *watch);
/** The same, in folders that were not watched yet. */
void sx_watch__lose_unwatched(sx_watch *watch);
/** Takes the listing, where nothing has happened in the folder since `touched`. */
void sx_watch__list(sx_watch *watch, sx_str path, uint64_t touched, sx_walk_listing *listing);
/** The first of those that have it; others are its `same`. */
sx_watch_folder *sx_watch__find_id(const sx_watch *watch, int id);
/**
 * Keeps a folder under its path; `id` < 0: without events; `has_all`: they are of everything that
 * happens. False, and it is left out, without memory or room.
 */
bool sx_watch__keep(sx_watch *watch, const char *path, int id, bool has_all);
void sx_watch__forget(sx_watch *watch, sx_watch_folder *folder);
/** Forgets and reports what the last walk through everything did not find. */
void sx_watch__prune(sx_watch *watch);

#endif
