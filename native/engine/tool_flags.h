#ifndef SX_ENGINE_TOOL_FLAGS_H
#define SX_ENGINE_TOOL_FLAGS_H

#include "host/json.h"

#include <stdint.h>

/** Which changes on the disk have to be known before a tool runs: `freshness`. */
typedef enum sx_tool_freshness {
  SX_FRESHNESS_NONE,    /* nothing: it asks neither files nor servers, and never waits for them */
  SX_FRESHNESS_FILES,   /* language servers are shown what changed */
  SX_FRESHNESS_SERVERS, /* and its answer has a note when they may not have taken that in */
} sx_tool_freshness;

/** How the engine runs a tool, by its definition. tools/embed.mjs checks the names. */
typedef struct sx_tool_flags {
  sx_tool_freshness freshness;
  bool is_cached;       /* `cached`: answers that are lasting are kept */
  bool is_for_people;   /* `audience` is "people": agents neither see nor call it */
  bool is_reading;      /* annotations.readOnlyHint */
  uint32_t deadline_ms; /* `deadline_ms`: in place of the door's; 0: the door's */
} sx_tool_flags;

sx_tool_flags sx_tool_flags_read(const cJSON *definition);

#endif
