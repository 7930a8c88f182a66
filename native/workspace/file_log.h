#ifndef SX_WORKSPACE_FILE_LOG_H
#define SX_WORKSPACE_FILE_LOG_H

#include "base/array.h"
#include "os/file.h"

/**
 * The files that changed since the window was opened: which ones the language servers
 * have not been shown, and which the editor's watcher has reported or is about to. All functions
 * may be called from any thread, and none reads files unless its comment has it.
 *
 * The editor reports what came or went some time after our own watch sees it, or before the engine
 * looks. Either order is right: what it has reported is not waited for.
 */
typedef struct sx_file_log sx_file_log;

typedef enum sx_file_news { SX_FILE_WRITTEN, SX_FILE_CAME, SX_FILE_WENT } sx_file_news;

sx_file_log *sx_file_log_new(void); /* NULL without memory */
void sx_file_log_free(sx_file_log *log);

/* ---- what changed ------------------------------------------------------------------------- */

/** A file changed: language servers may not have seen it. */
void sx_file_log_add_changed(sx_file_log *log, sx_str path);
/** One that was taken is not shown yet. */
void sx_file_log_put_back(sx_file_log *log, sx_str path);
/** Counts the changes that were seen, which the editor's reports are not. */
uint64_t sx_file_log_turn(sx_file_log *log);
/** Whether a change of the file was seen after that turn, by whatever call. */
bool sx_file_log_has_changed_since(sx_file_log *log, sx_str path, uint64_t turn);
/**
 * Takes up to `max` of those that changed, the last ones first. The others stay if they are neither
 * reported by the editor nor old, or if answers are about them. NOMEM: none is taken.
 */
sx_status sx_file_log_take_changed(sx_file_log *log, size_t max, sx_strs *out,
                                   sx_arena *arena) SX_MUST_USE;
/** How many are left. */
size_t sx_file_log_count_changed(sx_file_log *log);
/** Some changed that cannot be named. */
void sx_file_log_add_lost(sx_file_log *log);
/** Whether there were such, or some were forgotten for others, since this was last asked. */
bool sx_file_log_take_lost(sx_file_log *log);
/** When (sx_clock_ms) a file last changed; 0: never. */
uint64_t sx_file_log_changed_at(sx_file_log *log);
/** Those that changed less than `within_ms` ago. NOMEM. */
sx_status sx_file_log_get_recent(sx_file_log *log, uint64_t within_ms, sx_strs *out,
                                 sx_arena *arena) SX_MUST_USE;

/* ---- what the editor reports --------------------------------------------------------------- */

/** Its watcher reports a file or folder. Cheap: for the main thread. */
void sx_file_log_tell(sx_file_log *log, sx_str path, sx_file_news news);
/** Those that it reported to have come or gone less than `within_ms` ago. NOMEM. */
sx_status sx_file_log_get_reported(sx_file_log *log, uint64_t within_ms, sx_strs *out,
                                   sx_arena *arena) SX_MUST_USE;
/** When (sx_clock_ms) it last reported that one came or went; 0: never. */
uint64_t sx_file_log_reported_at(sx_file_log *log, sx_str path);

/** Notes that our own watch saw a file or folder come or go. */
typedef struct sx_file_turn {
  sx_str path;
  bool exists;     /* now */
  bool is_new;     /* it was not there when we last looked */
  uint64_t age_ms; /* since it happened, or less */
} sx_file_turn;

/**
 * Waits for the editor's report from now on, where there is something to wait for: not if it has
 * come since, not if its time is over, and not where the editor has left one out before.
 */
void sx_file_log_await(sx_file_log *log, const sx_file_turn *turn);
/** Whether a report is still to come. */
bool sx_file_log_is_awaiting(sx_file_log *log);

/* ---- what answers are about ---------------------------------------------------------------- */

/**
 * The editor has the file open, or an answer is about it: it is looked at also where the watch does
 * not see it. `info` as it is now, or NULL: as it is when it is first looked at.
 */
void sx_file_log_care(sx_file_log *log, sx_str path, const sx_file_info *info);
bool sx_file_log_is_cared(sx_file_log *log, sx_str path);
/** Looks at each of them; those that changed count as changed. Reads the disk. NOMEM. */
sx_status sx_file_log_look(sx_file_log *log, sx_arena *arena) SX_MUST_USE;

#endif
