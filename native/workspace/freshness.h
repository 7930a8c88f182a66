#ifndef SX_WORKSPACE_FRESHNESS_H
#define SX_WORKSPACE_FRESHNESS_H

#include "workspace/workspace.h"

/**
 * Shows language servers what changed on the disk since they were last asked.
 *
 * Servers that hold files which no editor tab shows keep answering from their old text, for
 * seconds or for good. Opening such a file in the editor (without a tab) makes them take the
 * new one, so each file that the editor's watcher saw change is opened before a tool asks.
 *
 * Calls that begin at the same moment wait for the one that does it.
 *
 * A file that cannot be opened any more (deleted, binary) is passed over.
 * Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_freshness_settle(sx_call *call, sx_err *err) SX_MUST_USE;

#endif
