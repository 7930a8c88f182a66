/* Messages of the client: requests are kept until they are answered, others are passed on. */
#include "bridge/session.h"

/* Copies of requests that wait for their answer, kept for sending them to another window. */
#define KEPT_MAX_BYTES ((size_t)32 * 1024 * 1024)
/* Requests that wait for a window: the biggest, and what goes before it. */
#define HELD_MAX_BYTES (SX_MESSAGE_MAX_BYTES + (size_t)64 * 1024)

static void answer(sx_session *session, const sx_member *id, sx_rpc_code code, sx_str message,
                   const char *data_code) {
  sx_buf data;
  sx_buf_init(&data, 256);
  sx_buf_addf(&data, "{\"code\":\"%s\"}", data_code);
  sx_session__tell_client(session, sx_reply_error(id, code, message, sx_buf_str(&data)));
  sx_buf_release(&data);
}

static void refuse_malformed(sx_session *session, const sx_envelope *envelope) {
  sx_buf text;
  sx_buf_init(&text, 1024);
  sx_buf_addf(&text, "Parse error: the line is not valid JSON at byte %zu",
              envelope->error_offset + 1);
  if (envelope->depth == SX_ENVELOPE_MAX_DEPTH) sx_buf_add_text(&text, " (nested too deeply)");
  sx_buf_add_text(&text, ". Send one JSON message a line.");
  answer(session, NULL, SX_RPC_PARSE_ERROR, sx_buf_str(&text), sx_status_code(SX_BAD_MESSAGE));
  sx_buf_release(&text);
}

static void refuse_invalid(sx_session *session, const sx_envelope *envelope) {
  sx_buf text;
  sx_buf_init(&text, 1024);
  sx_buf_addf(&text, "Invalid request: %s.", envelope->problem);
  answer(session, sx_envelope_member(envelope, SX_FIELD_ID), SX_RPC_INVALID_REQUEST,
         sx_buf_str(&text), sx_status_code(SX_BAD_MESSAGE));
  sx_buf_release(&text);
}

/** A message that was not kept, being too big or for want of memory. */
static void refuse_unkept(sx_session *session, const sx_message *message) {
  const sx_envelope *envelope = message->envelope;
  const sx_member *id = sx_envelope_member(envelope, SX_FIELD_ID);
  bool is_big = message->status == SX_TOO_BIG;
  sx_rpc_code code = is_big ? SX_RPC_INVALID_REQUEST : SX_RPC_INTERNAL_ERROR;
  sx_str text = is_big
                    ? SX_STR("The message is larger than the limit of 16 MB. Send less at a time.")
                    : sx_str_from(sx_status_message(message->status));
  if (envelope->kind == SX_ENVELOPE_RESPONSE) {
    sx_question *question = sx_asked_find_visible(&session->asked, id);
    if (!question) return;
    if (!question->is_stale)
      sx_session__tell_window(session, sx_reply_error(&question->own, code, text, SX_STR("")));
    sx_asked_remove(&session->asked, question);
  } else if (envelope->kind == SX_ENVELOPE_NOTIFICATION) {
    sx_warn("dropped a notification from the client: %.*s", SX_STR_ARG(text));
  } else {
    bool is_request = envelope->kind == SX_ENVELOPE_REQUEST;
    answer(session, is_request ? id : NULL, code, text, sx_status_code(message->status));
  }
}

static void take_request(sx_session *session, const sx_message *message) {
  const sx_pending *pending = &session->pending;
  const sx_member *id = sx_envelope_member(message->envelope, SX_FIELD_ID);
  bool is_ready = session->phase == SX_PHASE_READY;
  bool is_kept = message->text.len <= KEPT_MAX_BYTES - pending->line_bytes &&
                 pending->line_bytes <= KEPT_MAX_BYTES;
  if (pending->count >= SX_PENDING_MAX) {
    answer(
        session, id, SX_RPC_INTERNAL_ERROR,
        SX_STR(
            "Too many requests are waiting for answers. Call again when some have been answered."),
        sx_status_code(SX_BUSY));
    return;
  }
  if (!is_ready && pending->line_bytes + message->text.len > HELD_MAX_BYTES) {
    answer(
        session, id, SX_RPC_NO_WINDOW,
        SX_STR("Too many requests are waiting for the VS Code window. Call again when it is back."),
        sx_status_code(SX_BUSY));
    return;
  }
  sx_line *line = sx_line_new(message->text);
  sx_request *request =
      line ? sx_pending_add(&session->pending, message->envelope, is_kept ? line : NULL) : NULL;
  if (!request) {
    answer(session, id, SX_RPC_INTERNAL_ERROR, sx_str_from(sx_status_message(SX_NOMEM)),
           sx_status_code(SX_NOMEM));
  } else if (is_ready) {
    sx_session__send(session, request, line);
  } else {
    sx_session__hold(session, request);
  }
  sx_line_drop(line);
}

static void pass_on(sx_session *session, sx_str text) {
  if (session->phase == SX_PHASE_READY) sx_session__tell_window(session, sx_line_new(text));
}

static void take_cancellation(sx_session *session, const sx_message *message) {
  const sx_member *id = sx_envelope_member(message->envelope, SX_FIELD_REQUEST_ID);
  sx_request *request = sx_pending_find(&session->pending, id);
  if (request) sx_pending_remove(&session->pending, request);
  pass_on(session, message->text);
  if (session->phase != SX_PHASE_READY)
    sx_link_set_wanted(&session->link, session->pending.first != NULL);
  sx_session__settle(session);
}

/** Notifications that a window which is not there would have had mean nothing to the next. */
static void take_notification(sx_session *session, const sx_message *message) {
  sx_str method = sx_member_str(sx_envelope_member(message->envelope, SX_FIELD_METHOD));
  if (sx_str_is_equal(method, SX_STR("notifications/cancelled"))) {
    take_cancellation(session, message);
    return;
  }
  if (sx_str_is_equal(method, SX_STR("notifications/initialized"))) {
    sx_line_drop(session->initialized);
    session->initialized = sx_line_new(message->text);
  }
  pass_on(session, message->text);
}

/** An answer to a window's question goes to that window or nowhere. */
static void take_response(sx_session *session, const sx_message *message) {
  const sx_member *id = sx_envelope_member(message->envelope, SX_FIELD_ID);
  sx_question *question = sx_asked_find_visible(&session->asked, id);
  if (!question) return;
  if (!question->is_stale) {
    bool is_same = sx_member_is_equal(&question->own, &question->visible);
    sx_session__tell_window(session, is_same ? sx_line_new(message->text)
                                             : sx_line_replace(message->text, id, &question->own));
  }
  sx_asked_remove(&session->asked, question);
}

void sx_session__on_client_message(void *ctx, const sx_message *message) {
  sx_session *session = ctx;
  if (session->is_over) return;
  if (message->status) {
    refuse_unkept(session, message);
    return;
  }
  switch (message->envelope->kind) {
  case SX_ENVELOPE_MALFORMED: refuse_malformed(session, message->envelope); break;
  case SX_ENVELOPE_INVALID: refuse_invalid(session, message->envelope); break;
  case SX_ENVELOPE_REQUEST: take_request(session, message); break;
  case SX_ENVELOPE_NOTIFICATION: take_notification(session, message); break;
  case SX_ENVELOPE_RESPONSE: take_response(session, message); break;
  }
}
