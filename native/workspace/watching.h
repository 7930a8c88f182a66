#ifndef SX_WORKSPACE_WATCHING_H
#define SX_WORKSPACE_WATCHING_H

#include "os/watch.h"
#include "workspace/call.h"
#include "workspace/event_log.h"
#include "workspace/ignored.h"

/**
 * The watch of a window's folders: it passes over what rules ignore (workspace/ignored), and keeps
 * what happens in the others in an event log. Files that no server reads are only in that.
 */
typedef struct sx_watching {
  sx_watch *watch;
  sx_ignored *ignored; /* these live as long as the watch */
  sx_event_log *events;
} sx_watching;

/** False without memory. */
bool sx_watching_init(sx_watching *watching);
void sx_watching_release(sx_watching *watching);

/** Has the folders of the window watched, if they were set since. */
void sx_watching_begin(sx_call *call);
/**
 * The same, and then everything that happened before is in the event log. False where that cannot
 * be known, see sx_watch_settle.
 */
bool sx_watching_settle(sx_call *call, uint64_t wait_ms);
/** Rules have changed that the watch does not see. */
void sx_watching_change_rules(sx_watching *watching);

#endif
