#ifndef SX_SERVERS_INQUIRY_H
#define SX_SERVERS_INQUIRY_H

#include "servers/readiness.h"

/** How sure it is that an answer is all that there is. */
typedef struct sx_certainty {
  bool is_sure;           /* every provider that could know was ready */
  sx_readiness readiness; /* of the server, once it was waited for; before that SX_READY */
  sx_str language;        /* of the file, from then on; else empty */
  bool is_early; /* the server is starting or silent and was not asked: sx_call's `early` */
  bool is_late;  /* `is_early`, as it has not answered in time */
} sx_certainty;

/** The result of one round of asking. */
typedef enum sx_round {
  SX_ROUND_ENOUGH, /* all that was asked for: nothing more is to be expected */
  SX_ROUND_AGAIN,  /* the round has waited by itself, or has found out what the next one needs */
  SX_ROUND_LESS,   /* there may be more: asked again while the server may be loading its project */
  SX_ROUND_UNLIKELY, /* the same, but once the server is known to run this is enough */
  SX_ROUND_SILENT,   /* nothing: asked again only while the server is starting */
  SX_ROUND_LOADING   /* not the answer yet: asked again as long as the server runs or starts */
} sx_round;

/** One round: asks, takes what came, and judges it. `*out` is SX_ROUND_LESS before. */
typedef sx_status sx_inquiry_round(void *question, sx_round *out, sx_err *err);

/**
 * Asks the server of `path`, again and again while its answer may lack something that it will
 * know soon. `out` is at last how sure the answer of the last round is. The deadline of the call
 * ends the waiting, which is not an error. A server that the call does without is not asked at all.
 * Errors  those of the rounds; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_inquiry_run(sx_certainty *out, sx_call *call, sx_str path, sx_inquiry_round *ask,
                         void *question, sx_err *err) SX_MUST_USE;

/**
 * The same for a question that the text can answer, too: some of the call's time is left for that.
 * A server that does not answer before is one that the call does without, as is, where the call
 * does not wait for servers, one that knows little yet as it may be loading its project.
 */
sx_status sx_inquiry_run_in_time(sx_certainty *out, sx_call *call, sx_str path,
                                 sx_inquiry_round *ask, void *question, sx_err *err) SX_MUST_USE;

/**
 * Servers are waited for so long only that the index and the text can answer in their place: some
 * seconds by a call that does not wait for them, less where the language's was late a moment ago
 * (empty: any). Until sx_port_call_reserve(call->wait, 0).
 */
void sx_inquiry_limit(sx_call *call, sx_str language);

/** As sx_inquiry_run_in_time, within sx_inquiry_limit. */
sx_status sx_inquiry_run_soon(sx_certainty *out, sx_call *call, sx_str path, sx_inquiry_round *ask,
                              void *question, sx_err *err) SX_MUST_USE;

/** Whether the call does without the server of a file's language, as it is starting. */
bool sx_inquiry_is_early(sx_call *call, sx_str language);

/**
 * Whether the waiting was given up before the server had answered: it is silent, or the call's
 * deadline came first.
 */
bool sx_inquiry_is_unanswered(const sx_certainty *certainty);

/** Notes that the server of `path` has answered: it is running. CANCELLED, CLOSED, NOMEM. */
sx_status sx_inquiry_note_answer(sx_call *call, sx_str path, sx_err *err) SX_MUST_USE;

#endif
