#ifndef SX_BRIDGE_SESSION_H
#define SX_BRIDGE_SESSION_H

#include "bridge/asked.h"
#include "bridge/link.h"
#include "bridge/pending.h"
#include "bridge/reply.h"

/**
 * One client's session: what passes between it and whichever window is there.
 *
 * Messages pass unchanged. When the window goes, what it had not answered is kept and sent to
 * the next one, except calls that must not be made twice; and the client's `initialize` is
 * repeated there, so that the client does not notice. While there is no window requests wait,
 * for `wait_ms` at most, and then get an error with what to do. `initialize` and
 * `tools/list` are answered here then, with the tools that the bridge was built with: most clients
 * give up a server for good whose `initialize` fails.
 *
 *   client ──► from_client.c ──► pending ──► link ──► window
 *          ◄────────────────── from_window.c ◄──┘
 *
 * Life     sx_session_init, sx_session_start, run the loop until it stops; sx_session_close,
 *          run the loop until it is empty, then sx_session_release.
 */
typedef struct sx_session_options {
  sx_link_options link;
  const char *toolsets; /* "a,b", or NULL for all */
  bool is_structured;   /* the client gets structured content beside the text */
  const char *version;
  uint64_t wait_ms; /* how long a request waits for a window */
} sx_session_options;

typedef enum sx_phase {
  SX_PHASE_WAITING,   /* no window: requests wait */
  SX_PHASE_REPLAYING, /* the handshake is being repeated with a new window */
  SX_PHASE_READY
} sx_phase;

typedef struct sx_session {
  sx_session_options options;
  uv_loop_t *loop;
  sx_stream *in, *out;
  sx_link link;
  sx_phase phase;
  sx_pending pending;
  sx_asked asked;
  sx_line *initialize;    /* the request that was answered with a result; NULL: none was */
  bool is_own_initialize; /* it was answered here, and no window has seen it */
  sx_member initialize_id;
  sx_line *initialized; /* the client's notification; NULL: it sent none */
  bool has_been_ready;
  bool has_waited_in_vain; /* a call has been refused since there was a window */
  bool is_draining;        /* the client sends nothing more */
  bool is_over;
  int exit_code;
  uint64_t drain_began_ms;
  uv_timer_t hold_timer, drain_timer;
} sx_session;

/** Options are borrowed until release. NOMEM. */
sx_status sx_session_init(sx_session *session, uv_loop_t *loop,
                          const sx_session_options *options) SX_MUST_USE;
/** Opens standard input and output and looks for the window; IO when there is no such stream. */
sx_status sx_session_start(sx_session *session) SX_MUST_USE;
/** Stops the loop; the program is to end with `exit_code`. */
void sx_session_stop(sx_session *session, int exit_code);
void sx_session_close(sx_session *session);
void sx_session_release(sx_session *session);

/* Between the files of the session. */

void sx_session__on_client_message(void *ctx, const sx_message *message);
void sx_session__on_window_message(void *ctx, const sx_message *message);
/** Sends a line to the client or the window and lets go of it; NULL (no memory) ends the session.
 */
void sx_session__tell_client(sx_session *session, sx_line *line);
void sx_session__tell_window(sx_session *session, sx_line *line);
/** Sends a request, which is this line, to the window that is there. */
void sx_session__send(sx_session *session, sx_request *request, sx_line *line);
/** Keeps a new request until there is a window. It may be answered, and gone, on return. */
void sx_session__hold(sx_session *session, sx_request *request);
/** Answers a request for which there is no window and forgets it. */
void sx_session__answer_without_window(sx_session *session, sx_request *request);
/** Remembers an `initialize` that was answered with a result. */
void sx_session__remember_initialize(sx_session *session, const sx_request *request);
/** Until when a request waits for a window, from now on; in the loop's time. */
uint64_t sx_session__deadline_of(const sx_session *session, const sx_request *request);
/** The requests that wait, or the phase, have changed: sets the timer for the next deadline. */
void sx_session__update_hold_timer(sx_session *session);
/** No window fits (or several do): called after each vain search. */
void sx_session__on_missing(void *ctx);
/** Answers a request with an error of ours and forgets it. */
void sx_session__refuse(sx_session *session, sx_request *request, sx_rpc_code code, sx_str message,
                        sx_str data);
/** The window knows the client: everything that waits is sent. */
void sx_session__become_ready(sx_session *session);
/** Answers what waits with an error and ends the session: the window has asked for that. */
void sx_session__end_by_person(sx_session *session);
/** Ends the session if the client sends nothing more and is owed nothing. */
void sx_session__settle(sx_session *session);

#endif
