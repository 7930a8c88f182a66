#ifndef SX_SERVERS_FRESHNESS_H
#define SX_SERVERS_FRESHNESS_H

#include "host/requests.h"
#include "workspace/change_log.h"
#include "workspace/call.h"

/**
 * Shows language servers what changed on the disk since they were last asked.
 *
 * Servers that hold files which no editor tab shows keep answering from their old text, for
 * seconds or for good. Opening such a file in the editor (without a tab) makes them take the
 * new one, so each file that changed is opened before a tool asks, and the editor waited for until
 * its text is the disk's. They learn only from the editor's watcher which files came or went: its
 * report is waited for, too, unless it has come already.
 *
 * Changes are known at once by a watch of our own (os/watch), and some time later by the editor's.
 * Files that the editor ignores by rules (workspace/ignored) do not count, except for files that it
 * has open or that answers are about. Calls that begin at the same moment wait for the one that
 * does it.
 *
 * A file that cannot be opened any more (deleted, binary) is passed over. Where not everything is
 * known or shown in time, `call->stale` has the reason afterwards.
 * Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_freshness_settle(sx_call *call, sx_err *err) SX_MUST_USE;
/**
 * Whether a file that the answer was made from has changed since sx_freshness_settle, so that the
 * servers may have answered from its old text. Looks at the disk.
 */
bool sx_freshness_is_overtaken(sx_call *call);

/** The same of these files alone; `*which` is the one. Looks at the disk. */
bool sx_freshness_has_changed(sx_call *call, const sx_str *paths, size_t count, sx_str *which);

/** The editor's watcher reports a file. For the main thread. */
void sx_freshness_note(sx_change_log *log, sx_str path, sx_file_news news);
/** The editor has opened a file: it is looked at from now on. For the main thread. */
void sx_freshness_care(sx_change_log *log, sx_str path);

/** Whether something changed so lately that servers may still be taking it in. */
bool sx_freshness_is_recent(sx_call *call);
/** The files that did, or that an index may not have taken in yet. NOMEM. */
sx_status sx_freshness_get_recent(sx_call *call, sx_strs *out, sx_err *err) SX_MUST_USE;
/** Whether servers of the language answer from an index, too, which lags for a while. */
bool sx_freshness_has_index(sx_str language_id);
/** Whether it changed so lately that an index may not have taken it in yet. */
bool sx_freshness_is_indexing(sx_call *call, sx_str path);
/** All that changed while the window was open, as far as is known. NOMEM. */
sx_status sx_freshness_get_changed(sx_call *call, sx_strs *out, sx_err *err) SX_MUST_USE;

/**
 * Whether a file is no longer there; unsaved text of it goes on to be. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_freshness_is_gone(sx_call *call, sx_str path, bool *gone, sx_err *err) SX_MUST_USE;

/**
 * Leaves out the places in files that are gone: a server goes on knowing those that the editor
 * still holds without a tab. `*dropped` may be NULL. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_freshness_drop_gone(sx_call *call, sx_places *places, bool *dropped,
                                 sx_err *err) SX_MUST_USE;

#endif
