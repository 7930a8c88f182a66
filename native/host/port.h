#ifndef SX_HOST_PORT_H
#define SX_HOST_PORT_H

#include "base/array.h"
#include "text/position.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Where requests to the editor pass from the tools' threads to the editor's main thread and
 * the replies come back. One per environment. The typed requests are in host/requests.h.
 *
 *   tool thread                      main thread
 *   sx_batch_add, sx_batch_run ──►   sx_port_take (after `wake`), hands it to the shim
 *   wakes up                   ◄──   sx_port_reply, at any later time, or never
 *
 * Every request ends: with its reply, with the call's cancellation or with its deadline. A
 * reply that comes after that is dropped.
 */
typedef struct sx_port sx_port;

/** Asked from any thread to have sx_port_take called on the main thread soon. */
typedef void (*sx_port_wake)(void *context);

sx_port *sx_port_new(sx_port_wake wake, void *context);
/** Only after every call has ended. */
void sx_port_free(sx_port *port);

/* ---- a call: what the requests of one tool run share ---------------------------------- */

/** The running tool call, as the host sees it. Lives as long as the tool runs. */
typedef struct sx_port_call sx_port_call;

/** NULL when out of memory. */
sx_port_call *sx_port_call_new(sx_port *port, uint64_t deadline_ms);
void sx_port_call_free(sx_port_call *call);
/** From any thread, more than once: ends every wait of the call with `reason`. */
void sx_port_call_cancel(sx_port_call *call, sx_status reason);
/** OK, or CANCELLED, CLOSED or DEADLINE: a long computation asks now and then. */
sx_status sx_port_call_check(sx_port_call *call) SX_MUST_USE;
/** Whether the window ends: nothing reaches the editor any more, also not to complete a change. */
bool sx_port_call_is_closed(sx_port_call *call);
/** Whether `status` is the DEADLINE of one question only, and the call itself has time left. */
bool sx_port_call_outlasts(sx_port_call *call, sx_status status);
uint64_t sx_port_call_remaining_ms(sx_port_call *call);
/**
 * Waits, at most until the deadline; the same results as sx_port_call_check. Whoever waits so hopes
 * for other answers: what was asked ahead is dropped.
 */
sx_status sx_port_call_sleep(sx_port_call *call, uint64_t ms) SX_MUST_USE;
/** Waits inside the call end at this time from now on, where it is before the deadline. */
void sx_port_call_set_soft_deadline(sx_port_call *call, uint64_t at_ms);
/** Waits inside the call end so much earlier, for the work that follows; 0: as before. */
void sx_port_call_reserve(sx_port_call *call, uint64_t ms);
/** Waits inside the call end in `ms`, if not before; until sx_port_call_reserve(call, 0). */
void sx_port_call_limit(sx_port_call *call, uint64_t ms);

/** Moves both deadlines: for time in which a person was waited for, not a server. */
void sx_port_call_extend(sx_port_call *call, uint64_t ms);

/**
 * For at most `ms` neither a cancellation nor a deadline ends the call's waiting, only the window's
 * end: what has been changed is completed. 0: they count again.
 */
void sx_port_call_complete(sx_port_call *call, uint64_t ms);

/**
 * Whether what the editor answers about `path` is kept from the call. `at`: of a place that the
 * answer leaves out, or NULL. Asked on the thread of the call, while it reads replies.
 */
typedef bool (*sx_port_hides)(void *context, sx_str path, const sx_pos16 *at);
/** Before the first request; without it nothing is kept from the call. */
void sx_port_call_set_hides(sx_port_call *call, sx_port_hides hides, void *context);
bool sx_port_call_hides(const sx_port_call *call, sx_str path, const sx_pos16 *at);

/* ---- requests -------------------------------------------------------------------------- */

typedef struct sx_request sx_request;

/**
 * Posts `op` with JSON arguments; never blocks. NULL when out of memory.
 * The request belongs to the caller until sx_request_free.
 */
sx_request *sx_request_post(sx_port_call *call, const char *op, sx_str args_json);
/** So many are under way at most whose question has not come yet. */
#define SX_MAX_AHEAD 32
/**
 * Posts what the call is about to ask, so that the editor answers while the call is at something
 * else. The next sx_request_post of the same `op` and arguments returns it, or as many as it was
 * asked ahead for; later ones post again. Where there is no memory or no room, nothing is posted.
 * Questions that never come end with the call.
 */
void sx_request_post_ahead(sx_port_call *call, const char *op, sx_str args_json);
/** Whether anything that was asked ahead is not taken yet. */
bool sx_port_call_is_ahead(sx_port_call *call);
/**
 * Posts what needs no reply, and is not waited for; its reply is dropped. Where there is no memory,
 * or the call has ended, nothing is posted: only for what the shim can do without.
 */
void sx_port_tell(sx_port_call *call, const char *op, sx_str args_json);
/** The same also after the call has ended: what it has begun elsewhere is to end, too. */
void sx_port_tell_ended(sx_port_call *call, const char *op, sx_str args_json);
/** The same from any thread, beside all calls. */
void sx_port_notify(sx_port *port, const char *op, sx_str args_json);
/**
 * Waits for all of them. OK when each has ended (look at each one's own status); else
 * CANCELLED, CLOSED or DEADLINE, and those without a reply have that status.
 */
sx_status sx_request_wait(sx_port_call *call, sx_request *const *requests,
                          size_t count) SX_MUST_USE;
/** The same, but at most until `until_ms` (sx_clock_ms): DEADLINE then, while the call goes on. */
sx_status sx_request_wait_until(sx_port_call *call, sx_request *const *requests, size_t count,
                                uint64_t until_ms) SX_MUST_USE;
/**
 * The same for what cannot be taken back: a request that the editor has taken is waited for also
 * after a cancellation or the deadline, for up to `grace_ms`. One that it has not taken never runs.
 */
sx_status sx_request_wait_out(sx_port_call *call, sx_request *const *requests, size_t count,
                              uint64_t grace_ms) SX_MUST_USE;
/** Whether the editor had taken a request that ended without a reply: it may still have run. */
bool sx_request_was_taken(const sx_request *request);
/** OK, HOST (the editor failed: see `message`), CANCELLED, CLOSED or DEADLINE. */
sx_status sx_request_status(const sx_request *request);
/** Reply's JSON, or the error message; NUL-terminated, borrowed until sx_request_free. */
sx_str sx_request_json(const sx_request *request);
/** The text that came beside the JSON (a document's), borrowed until sx_request_free. */
sx_str sx_request_text(const sx_request *request);
void sx_request_free(sx_request *request);

/* ---- the main thread's side ------------------------------------------------------------ */

typedef struct sx_port_ticket {
  uint64_t id;
  const char *op; /* static */
  sx_str args;    /* borrowed until sx_port_ticket_release */
  sx_request *request;
} sx_port_ticket;

/** Takes the next waiting request; false when there is none. Release each ticket. */
bool sx_port_take(sx_port *port, sx_port_ticket *ticket);
void sx_port_ticket_release(sx_port *port, sx_port_ticket *ticket);

/** Room for a reply, which the binding fills without copying twice. */
typedef struct sx_port_reply {
  bool is_error;
  char *json; /* sx_malloc'd, taken; NUL-terminated; an error's message when is_error */
  size_t json_len;
  char *text; /* sx_malloc'd, taken; may be NULL */
  size_t text_len;
} sx_port_reply;

/** Ends request `id`; takes the reply's memory in any case. False: it had ended already. */
bool sx_port_send_reply(sx_port *port, uint64_t id, sx_port_reply *reply);

#endif
