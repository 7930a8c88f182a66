#ifndef SX_BRIDGE_ASKED_H
#define SX_BRIDGE_ASKED_H

#include "bridge/frame.h"

/**
 * Requests of a window to the client (sampling, elicitation, ping) without an answer yet.
 *
 * Each window counts its ids from the start. When one has gone, the client may still be at work
 * on its questions; an answer to one of them must not reach the next window as the answer to a
 * question of its own with the same id. So a question whose id is still out with the client
 * goes to it under another one, which is put back in the answer.
 */
typedef struct sx_question {
  sx_member own;     /* the id as the window has it */
  sx_member visible; /* the id as the client has it */
  bool is_stale;     /* the window that asked has gone */
} sx_question;

typedef struct sx_asked {
  sx_question *items;
  size_t len, cap;
  unsigned next_alias;
} sx_asked;

/** More open questions than this are refused. */
#define SX_ASKED_MAX 4096

void sx_asked_init(sx_asked *asked);
void sx_asked_release(sx_asked *asked);
/** Notes a question with this id; NULL when there are too many or memory is out. */
const sx_question *sx_asked_add(sx_asked *asked, const sx_member *id);
/** The question that the client knows by this id, or NULL. */
sx_question *sx_asked_find_visible(sx_asked *asked, const sx_member *id);
/** The question of the window that is there now, by its own id, or NULL. */
sx_question *sx_asked_find_own(sx_asked *asked, const sx_member *id);
void sx_asked_remove(sx_asked *asked, sx_question *question);

/** `text` with the JSON of `from` (a member of it) replaced by that of `to`; NULL: no memory. */
sx_line *sx_line_replace(sx_str text, const sx_member *from, const sx_member *to);

#endif
