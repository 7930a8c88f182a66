#ifndef SX_BRIDGE_PENDING_H
#define SX_BRIDGE_PENDING_H

#include "bridge/frame.h"

/**
 * Requests that wait for their answer, in the order in which they came, found by their id.
 * Two that carry the same id are both kept; the older one is found first.
 */
typedef struct sx_request {
  struct sx_request *previous, *next; /* by age */
  struct sx_request *chain;           /* of its bucket */
  uint64_t hash;
  sx_member id;
  sx_line *line;        /* one reference; NULL when it is not kept for sending it again */
  uint64_t deadline_ms; /* while it waits for a window */
  unsigned sends;       /* to how many windows it was sent */
  bool is_sent;         /* to the one that is there now */
  bool is_initialize;
  bool is_listen; /* answered only when its subscription ends */
  bool is_tool_call;
  bool is_tool_list, is_prompt_list;
  bool is_ping;
  bool is_repeatable; /* sending it twice does no harm */
  char tool[SX_ENVELOPE_TEXT_BYTES + 1];
} sx_request;

#define SX_PENDING_BUCKETS 1024
/** More than these are refused: no client waits for so many, and one id may be given to all. */
#define SX_PENDING_MAX 4096

typedef struct sx_pending {
  sx_request *first, *last;
  size_t count, listen_count;
  size_t line_bytes; /* of the lines kept */
  sx_request *buckets[SX_PENDING_BUCKETS];
} sx_pending;

void sx_pending_init(sx_pending *pending);
void sx_pending_release(sx_pending *pending);

/** Adds the request, with a reference to `line` (or NULL). NULL when memory is out. */
sx_request *sx_pending_add(sx_pending *pending, const sx_envelope *envelope, sx_line *line);
/** The oldest request with this id, or NULL. */
sx_request *sx_pending_find(const sx_pending *pending, const sx_member *id);
/** Forgets the request and frees it. */
void sx_pending_remove(sx_pending *pending, sx_request *request);

bool sx_member_is_equal(const sx_member *a, const sx_member *b);

#endif
