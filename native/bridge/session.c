#include "bridge/session.h"

/* Reading stops where so much waits to be written, and goes on below a quarter of it. */
#define QUEUE_MAX_BYTES ((size_t)4 * 1024 * 1024)
/* A client that writes without reading is not stopped before this: it may be about to read. */
#define UNREAD_MAX_BYTES ((size_t)32 * 1024 * 1024)
/* A request that takes down the window each time is not sent for ever. */
#define SENDS_MAX 3
/* After the end of input: requests wait so long for a window that is not there. */
#define DRAIN_MS 5000
/* Calls that a window is working on end by its own deadline, an hour at most by its settings. */
#define DRAIN_MAX_MS (3660u * 1000)
#define DRAIN_POLL_MS 1000

static void update_flow(sx_session *session) {
  if (session->is_over) return;
  size_t to_client = sx_stream_queued_bytes(session->out);
  size_t to_window = sx_link_queued_bytes(&session->link);
  if (to_client > QUEUE_MAX_BYTES)
    sx_link_set_paused(&session->link, true);
  else if (to_client < QUEUE_MAX_BYTES / 4)
    sx_link_set_paused(&session->link, false);
  if (session->is_draining) return;
  if (to_window > QUEUE_MAX_BYTES || to_client > UNREAD_MAX_BYTES)
    sx_stream_set_paused(session->in, true);
  else if (to_window < QUEUE_MAX_BYTES / 4 && to_client < UNREAD_MAX_BYTES / 4)
    sx_stream_set_paused(session->in, false);
}

static void give_up(sx_session *session) {
  sx_warn("%s", sx_status_message(SX_NOMEM));
  sx_session_stop(session, 1);
}

void sx_session__tell_client(sx_session *session, sx_line *line) {
  if (!line) give_up(session);
  if (!line || session->is_over) {
    sx_line_drop(line);
    return;
  }
  if (sx_stream_write(session->out, line)) give_up(session);
  sx_line_drop(line);
  update_flow(session);
}

void sx_session__tell_window(sx_session *session, sx_line *line) {
  if (!line || sx_link_write(&session->link, line)) give_up(session);
  sx_line_drop(line);
  update_flow(session);
}

void sx_session__settle(sx_session *session) {
  const sx_pending *pending = &session->pending;
  if (session->is_over || !session->is_draining) return;
  if (pending->count == pending->listen_count && !sx_stream_queued_bytes(session->out))
    sx_session_stop(session, 0);
}

void sx_session__refuse(sx_session *session, sx_request *request, sx_rpc_code code, sx_str message,
                        sx_str data) {
  sx_line *line = sx_reply_error(&request->id, code, message, data);
  sx_pending_remove(&session->pending, request);
  sx_session__tell_client(session, line);
  sx_session__settle(session);
}

void sx_session__send(sx_session *session, sx_request *request, sx_line *line) {
  sx_str tool = sx_str_from(request->tool);
  request->is_sent = true;
  request->sends++;
  request->is_repeatable = !request->is_tool_call || sx_link_is_read_only(&session->link, tool);
  if (sx_link_write(&session->link, line)) give_up(session);
  update_flow(session);
}

static void write_toolsets(sx_buf *json, sx_str rest) {
  sx_buf_add_text(json, "\"toolsets\":[");
  for (bool is_first = true; rest.len; is_first = false) {
    size_t end = sx_str_find_char(rest, ',', 0);
    if (!is_first) sx_buf_add_char(json, ',');
    sx_json_write_string(json, sx_str_slice(rest, 0, end));
    rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
  }
  sx_buf_add_char(json, ']');
}

/* The first line to a window: what the client's command asked for, and of how many windows it is
 * the one used last. */
static void say_hello(sx_session *session) {
  const sx_session_options *options = &session->options;
  bool is_guess = session->link.window_count > 1;
  if (!options->toolsets && !options->is_structured && !is_guess) return;
  sx_buf json;
  sx_buf_init(&json, SX_MESSAGE_MAX_BYTES);
  sx_buf_add_text(&json, "{\"sextant\":{");
  if (options->is_structured) sx_buf_add_text(&json, "\"structured\":true,");
  if (is_guess) sx_buf_addf(&json, "\"windows\":%zu,", session->link.window_count);
  if (options->toolsets)
    write_toolsets(&json, sx_str_from(options->toolsets));
  else
    sx_buf_truncate(&json, json.len - 1);
  sx_buf_add_text(&json, "}}");
  sx_line *line = json.status ? NULL : sx_line_new(sx_buf_str(&json));
  sx_buf_release(&json);
  sx_session__tell_window(session, line);
}

static void on_up(void *ctx) {
  sx_session *session = ctx;
  say_hello(session);
  if (!session->initialize) {
    sx_session__become_ready(session);
    return;
  }
  session->phase = SX_PHASE_REPLAYING;
  sx_session__tell_window(session, sx_line_hold(session->initialize));
}

void sx_session__become_ready(sx_session *session) {
  bool is_known = session->initialize && session->initialized;
  bool is_again = session->has_been_ready || session->is_own_initialize;
  session->phase = SX_PHASE_READY;
  session->has_been_ready = true;
  session->has_waited_in_vain = false;
  session->is_own_initialize = false;
  sx_link_set_wanted(&session->link, false);
  sx_session__update_hold_timer(session);
  if (is_known) sx_session__tell_window(session, sx_line_hold(session->initialized));
  for (sx_request *request = session->pending.first; request; request = request->next) {
    sx_session__send(session, request, request->line);
    if (request->is_initialize && session->initialized && !is_known)
      sx_session__tell_window(session, sx_line_hold(session->initialized));
  }
  if (session->initialize && is_again)
    sx_session__tell_client(session, sx_reply_notification("notifications/tools/list_changed"));
}

/** Answers a request that went with its window: it cannot be sent again. */
static void refuse_lost(sx_session *session, sx_request *request) {
  sx_buf message;
  sx_buf_init(&message, 4096);
  sx_buf_add_text(&message, "The VS Code window closed before it answered");
  if (request->is_tool_call) sx_buf_addf(&message, " %s", request->tool);
  sx_buf_add_text(&message, request->is_repeatable
                                ? ". Try again."
                                : ". The call may or may not have taken effect. Check what has "
                                  "changed before you call again.");
  sx_session__refuse(session, request, SX_RPC_NO_WINDOW, sx_buf_str(&message),
                     SX_STR("{\"code\":\"window_lost\"}"));
  sx_buf_release(&message);
}

static void on_down(void *ctx) {
  sx_session *session = ctx;
  session->phase = SX_PHASE_WAITING;
  for (sx_request *request = session->pending.first, *next; request; request = next) {
    next = request->next;
    if (!request->is_sent) continue;
    request->is_sent = false;
    request->deadline_ms = sx_session__deadline_of(session, request);
    if (!request->line || !request->is_repeatable || request->sends >= SENDS_MAX)
      refuse_lost(session, request);
  }
  for (size_t i = 0; i < session->asked.len; i++) {
    sx_question *question = &session->asked.items[i];
    if (question->is_stale) continue;
    question->is_stale = true;
    sx_session__tell_client(
        session, sx_reply_cancelled(&question->visible, "the VS Code window has closed"));
  }
  sx_link_set_wanted(&session->link, session->pending.first != NULL);
  sx_session__update_hold_timer(session);
  update_flow(session);
}

static void refuse_unanswered(sx_session *session) {
  sx_warn("the VS Code window did not answer %zu requests", session->pending.count);
  while (session->pending.first && !session->is_over)
    sx_session__refuse(session, session->pending.first, SX_RPC_NO_WINDOW,
                       SX_STR("The VS Code window did not answer."),
                       SX_STR("{\"code\":\"window_silent\"}"));
}

/*
 * A client may send its requests, close its end and read the answers: they are waited for. One
 * that has died reads no answers, and the calls that it began are cancelled with the connection.
 */
static void on_drain_timer(uv_timer_t *timer) {
  sx_session *session = timer->data;
  uint64_t drained_ms = uv_now(session->loop) - session->drain_began_ms;
  if (sx_stream_has_no_reader(session->out)) sx_session_stop(session, 0);
  if (drained_ms >= DRAIN_MS)
    while (session->phase != SX_PHASE_READY && session->pending.first && !session->is_over)
      sx_session__answer_without_window(session, session->pending.first);
  if (drained_ms >= DRAIN_MAX_MS) {
    refuse_unanswered(session);
    sx_session_stop(session, 1);
  }
}

static void on_client_end(void *ctx, int code) {
  sx_session *session = ctx;
  if (code != UV_EOF) sx_warn("cannot read standard input: %s", uv_strerror(code));
  session->is_draining = true;
  session->drain_began_ms = uv_now(session->loop);
  uv_timer_start(&session->drain_timer, on_drain_timer, DRAIN_POLL_MS, DRAIN_POLL_MS);
  sx_session__settle(session);
}

/* The window would be found again at once: the program ends, and what started it may start it. */
void sx_session__end_by_person(sx_session *session) {
  sx_warn("a person has ended this connection in VS Code");
  sx_stream_set_paused(session->in, true);
  on_client_end(session, UV_EOF);
  while (session->pending.first && !session->is_over)
    sx_session__refuse(session, session->pending.first, SX_RPC_NO_WINDOW,
                       SX_STR("A person has ended this connection in VS Code. Do not repeat the "
                              "call; ask the person."),
                       SX_STR("{\"code\":\"ended\"}"));
}

static void on_output_end(void *ctx, int code) {
  (void)code; /* the client has closed it: no answer can reach it */
  sx_session_stop(ctx, 0);
}

static void on_written_to_client(void *ctx) {
  update_flow(ctx);
  sx_session__settle(ctx);
}

static void on_written_to_window(void *ctx) {
  update_flow(ctx);
}

sx_status sx_session_init(sx_session *session, uv_loop_t *loop, const sx_session_options *options) {
  memset(session, 0, sizeof *session);
  session->options = *options;
  session->loop = loop;
  sx_pending_init(&session->pending);
  sx_asked_init(&session->asked);
  uv_timer_init(loop, &session->hold_timer);
  uv_timer_init(loop, &session->drain_timer);
  session->hold_timer.data = session->drain_timer.data = session;
  const sx_link_events events = {
      on_up,  on_down, sx_session__on_missing, sx_session__on_window_message, on_written_to_window,
      session};
  return sx_link_init(&session->link, loop, &options->link, &events);
}

sx_status sx_session_start(sx_session *session) {
  const sx_stream_events input = {
      .on_message = sx_session__on_client_message, .on_end = on_client_end, .ctx = session};
  const sx_stream_events output = {
      .on_end = on_output_end, .on_drain = on_written_to_client, .ctx = session};
  session->out = sx_stream_open_output(session->loop, &output);
  if (!session->out) return SX_IO;
  session->in = sx_stream_open_input(session->loop, &input);
  if (!session->in) return SX_IO;
  sx_link_find(&session->link);
  return SX_OK;
}

void sx_session_stop(sx_session *session, int exit_code) {
  if (session->is_over) return;
  session->is_over = true;
  session->exit_code = exit_code;
  uv_stop(session->loop);
}

void sx_session_close(sx_session *session) {
  session->is_over = true;
  if (session->in) sx_stream_close(session->in);
  if (session->out) sx_stream_close(session->out);
  session->in = session->out = NULL;
  sx_link_close(&session->link);
  uv_close((uv_handle_t *)&session->hold_timer, NULL);
  uv_close((uv_handle_t *)&session->drain_timer, NULL);
}

void sx_session_release(sx_session *session) {
  sx_link_release(&session->link);
  sx_pending_release(&session->pending);
  sx_asked_release(&session->asked);
  sx_line_drop(session->initialize);
  sx_line_drop(session->initialized);
}
