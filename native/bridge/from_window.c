/* Messages of the window: answers end the client's requests, questions are noted, all are passed.
 */
#include "bridge/session.h"

static void pass_on(sx_session *session, sx_str text) {
  sx_session__tell_client(session, sx_line_new(text));
}

/** The window knows the client now; its answer is not the client's to see. */
static void end_replay(sx_session *session, const sx_envelope *envelope) {
  if (sx_envelope_member(envelope, SX_FIELD_ERROR)->type != SX_JSON_ABSENT)
    sx_warn("the reopened window does not accept the client's session");
  sx_session__become_ready(session);
}

static void take_response(sx_session *session, const sx_message *message) {
  const sx_envelope *envelope = message->envelope;
  const sx_member *id = sx_envelope_member(envelope, SX_FIELD_ID);
  bool is_result = sx_envelope_member(envelope, SX_FIELD_RESULT)->type != SX_JSON_ABSENT;
  if (session->phase == SX_PHASE_REPLAYING && sx_member_is_equal(id, &session->initialize_id)) {
    end_replay(session, envelope);
    return;
  }
  sx_request *request = sx_pending_find(&session->pending, id);
  if (request && request->is_initialize && is_result && !message->status)
    sx_session__remember_initialize(session, request);
  if (message->status && request) {
    sx_session__refuse(session, request, SX_RPC_INTERNAL_ERROR,
                       SX_STR("The answer is larger than the limit of 16 MB. Request less."),
                       SX_STR("{\"code\":\"too_big\"}"));
    return;
  }
  if (request) sx_pending_remove(&session->pending, request);
  if (!message->status) pass_on(session, message->text);
  sx_session__settle(session);
}

static void take_question(sx_session *session, const sx_message *message) {
  const sx_member *id = sx_envelope_member(message->envelope, SX_FIELD_ID);
  const sx_question *question = message->status ? NULL : sx_asked_add(&session->asked, id);
  if (!question) {
    sx_str text = message->status ? SX_STR("The message is larger than 16 MB.")
                                  : SX_STR("Too many requests are waiting for the client.");
    sx_session__tell_window(session, sx_reply_error(id, SX_RPC_INTERNAL_ERROR, text, SX_STR("")));
  } else if (sx_member_is_equal(&question->own, &question->visible)) {
    pass_on(session, message->text);
  } else {
    sx_session__tell_client(session, sx_line_replace(message->text, id, &question->visible));
  }
}

static void take_notification(sx_session *session, const sx_message *message) {
  const sx_envelope *envelope = message->envelope;
  const sx_member *id = sx_envelope_member(envelope, SX_FIELD_REQUEST_ID);
  sx_str method = sx_member_str(sx_envelope_member(envelope, SX_FIELD_METHOD));
  sx_question *question = sx_str_is_equal(method, SX_STR("notifications/cancelled"))
                              ? sx_asked_find_own(&session->asked, id)
                              : NULL;
  if (question && !sx_member_is_equal(&question->own, &question->visible))
    sx_session__tell_client(session, sx_line_replace(message->text, id, &question->visible));
  else if (sx_str_is_equal(method, SX_STR("notifications/sextant/end")))
    sx_session__end_by_person(session); /* the window's word to the bridge, not the client's */
  else
    pass_on(session, message->text);
  /* The client may answer all the same: that must not reach a later question. */
  if (question) question->is_stale = true;
}

void sx_session__on_window_message(void *ctx, const sx_message *message) {
  sx_session *session = ctx;
  if (session->is_over) return;
  switch (message->envelope->kind) {
  case SX_ENVELOPE_RESPONSE: take_response(session, message); return;
  case SX_ENVELOPE_REQUEST: take_question(session, message); return;
  case SX_ENVELOPE_NOTIFICATION:
    if (message->status) break;
    take_notification(session, message);
    return;
  default: break;
  }
  sx_warn("dropped a message from the window: it is %s",
          message->status ? "larger than 16 MB" : "not a JSON-RPC message");
}
