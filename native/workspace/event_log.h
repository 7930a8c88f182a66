#ifndef SX_WORKSPACE_EVENT_LOG_H
#define SX_WORKSPACE_EVENT_LOG_H

#include "base/array.h"

#include <stdint.h>

/**
 * The events that the watch saw, in the order of turns: also files that no server reads and that
 * rules ignore, in the folders that are watched. All functions may be called from any thread, and
 * none waits.
 */
typedef struct sx_event_log sx_event_log;

typedef struct sx_event_turns {
  uint64_t now;   /* of the last event */
  uint64_t lost;  /* of the last one after which there were others that are not kept; 0: none */
  uint64_t names; /* the same for what came and went */
  uint64_t rules; /* of the last change of a file of ignore rules */
} sx_event_turns;

sx_event_log *sx_event_log_new(void); /* NULL without memory */
void sx_event_log_free(sx_event_log *log);

/** Something happened to the path; `is_name`: it came, went, or was replaced. */
void sx_event_log_add(sx_event_log *log, sx_str path, bool is_name);
/** The same, of a file of ignore rules. */
void sx_event_log_add_rules(sx_event_log *log, sx_str path);
/** Something happened anywhere. */
void sx_event_log_lose(sx_event_log *log);
/** Begins a turn without an event, later than all before it. */
uint64_t sx_event_log_begin_turn(sx_event_log *log);
/** Before the end of that turn something was written anywhere. */
void sx_event_log_lose_writes(sx_event_log *log, uint64_t turn);

sx_event_turns sx_event_log_turns(sx_event_log *log);

/**
 * The paths below `folder` of the events after `turn`, the last first, each once, relative to it.
 * `is_name`: only of what came, went or was replaced. In `arena`. NOMEM.
 */
sx_status sx_event_log_get(sx_event_log *log, sx_str folder, uint64_t turn, bool is_name,
                           sx_strs *out, sx_arena *arena) SX_MUST_USE;

#endif
