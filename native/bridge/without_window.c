/* Requests that wait for a window, and how they are answered when none comes. */
#include "bridge/offered.h"
#include "bridge/session.h"

#include "deps/cjson/cJSON.h"

/* A window that is there answers in a few milliseconds; clients begin with this request. */
#define INITIALIZE_WAIT_MS 1500
#define CONNECTING_MS 10
/* An agent that goes on without a window would otherwise wait the whole time with each call. */
#define WAIT_AGAIN_MS 3000
#define RESULT_MAX_BYTES ((size_t)512 * 1024)

/** Versions of the protocol that begin with `initialize`; the newest first. */
static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

/* ---- answers ------------------------------------------------------------------------------- */

void sx_session__remember_initialize(sx_session *session, const sx_request *request) {
  if (!request->line) return;
  sx_line_drop(session->initialize);
  session->initialize = sx_line_hold(request->line);
  session->initialize_id = request->id;
}

/** The version that the client asks for, or the newest that there is. Static. */
static const char *choose_version(const sx_line *line) {
  cJSON *message = cJSON_ParseWithLength(line->bytes, line->len);
  const cJSON *params = cJSON_GetObjectItemCaseSensitive(message, "params");
  const cJSON *asked = cJSON_GetObjectItemCaseSensitive(params, "protocolVersion");
  const char *chosen = versions[0];
  for (size_t i = 0; cJSON_IsString(asked) && i < sizeof versions / sizeof *versions; i++)
    if (strcmp(asked->valuestring, versions[i]) == 0) chosen = versions[i];
  cJSON_Delete(message);
  return chosen;
}

static sx_line *make_initialize_result(const sx_session *session, const sx_request *request) {
  sx_buf json, why;
  sx_buf_init(&json, RESULT_MAX_BYTES);
  sx_buf_init(&why, RESULT_MAX_BYTES / 8);
  sx_buf_addf(&why, "%s\n\n", sx_offered_instructions());
  if (session->link.message.len)
    sx_buf_add(&why, sx_buf_str(&session->link.message));
  else
    sx_buf_add_text(&why, "No VS Code window has answered yet.");
  sx_buf_add_text(&why, " The tools work as soon as a window is there.");
  sx_buf_addf(&json,
              "{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":{\"listChanged\":true},"
              "\"prompts\":{}},"
              "\"serverInfo\":{\"name\":\"sextant\",\"title\":\"Sextant\",\"version\":",
              choose_version(request->line));
  sx_json_write_string(&json, sx_str_from(session->options.version));
  sx_buf_add_text(&json, "},\"instructions\":");
  sx_json_write_string(&json, sx_buf_str(&why));
  sx_buf_add_char(&json, '}');
  bool is_whole = !json.status && !why.status;
  sx_line *line = is_whole ? sx_reply_result(&request->id, sx_buf_str(&json)) : NULL;
  sx_buf_release(&json);
  sx_buf_release(&why);
  return line;
}

/* Other toolsets than the default ones are announced when a window comes. */
static sx_line *make_tool_list(const sx_session *session, const sx_request *request) {
  sx_buf json;
  sx_buf_init(&json, RESULT_MAX_BYTES);
  sx_offered_write(&json, session->options.toolsets, session->options.is_structured);
  sx_line *line = json.status ? NULL : sx_reply_result(&request->id, sx_buf_str(&json));
  sx_buf_release(&json);
  return line;
}

/* A list that the bridge answers: the client learnt from it, not from a window, that there are
 * tools and prompts. */
static bool is_own_list(const sx_session *session, const sx_request *request) {
  return session->is_own_initialize && (request->is_tool_list || request->is_prompt_list);
}

static void answer(sx_session *session, sx_request *request, sx_line *line) {
  sx_pending_remove(&session->pending, request);
  sx_session__tell_client(session, line);
  sx_session__settle(session);
}

static void refuse(sx_session *session, sx_request *request) {
  const sx_link *link = &session->link;
  sx_str message = sx_buf_str(&link->message), data = sx_buf_str(&link->data);
  if (link->state == SX_LINK_UP) {
    message = SX_STR("The VS Code window does not answer. Try again, or reload it.");
    data = SX_STR("{\"code\":\"window_silent\"}");
  } else if (!message.len) {
    message =
        SX_STR("The VS Code window has closed, and no other has the folder open yet. Try again.");
    data = SX_STR("{\"code\":\"no_window\"}");
  }
  session->has_waited_in_vain = link->state != SX_LINK_UP;
  sx_session__refuse(session, request, SX_RPC_NO_WINDOW, message, data);
}

void sx_session__answer_without_window(sx_session *session, sx_request *request) {
  if (request->is_ping) {
    answer(session, request, sx_reply_result(&request->id, SX_STR("{}")));
  } else if (request->is_initialize && request->line && session->link.state != SX_LINK_UP) {
    sx_session__remember_initialize(session, request);
    session->is_own_initialize = true;
    answer(session, request, make_initialize_result(session, request));
  } else if (is_own_list(session, request)) {
    answer(session, request,
           request->is_tool_list
               ? make_tool_list(session, request)
               : sx_reply_result(&request->id, sx_str_from(sx_offered_prompts())));
  } else {
    refuse(session, request);
  }
}

/* ---- waiting ------------------------------------------------------------------------------- */

static void on_hold_timer(uv_timer_t *timer);

static void arm(sx_session *session, uint64_t deadline_ms) {
  uint64_t now_ms = uv_now(session->loop);
  uint64_t delay_ms = deadline_ms > now_ms ? deadline_ms - now_ms : 0;
  if (!delay_ms && session->link.state == SX_LINK_CONNECTING) delay_ms = CONNECTING_MS;
  uv_timer_start(&session->hold_timer, on_hold_timer, delay_ms, 0);
}

void sx_session__update_hold_timer(sx_session *session) {
  uint64_t earliest_ms = UINT64_MAX;
  const sx_request *request = session->phase == SX_PHASE_READY ? NULL : session->pending.first;
  /* Requests whose time is over stay when the session ends. A timer for them would go off again and
   * again, and libuv never come to the end of its timers. */
  if (session->is_over) request = NULL;
  for (; request; request = request->next)
    if (request->deadline_ms < earliest_ms) earliest_ms = request->deadline_ms;
  if (earliest_ms == UINT64_MAX)
    uv_timer_stop(&session->hold_timer);
  else
    arm(session, earliest_ms);
}

static void on_hold_timer(uv_timer_t *timer) {
  sx_session *session = timer->data;
  uint64_t now_ms = uv_now(session->loop);
  bool is_connecting = session->link.state == SX_LINK_CONNECTING;
  sx_request *request = is_connecting ? NULL : session->pending.first;
  for (sx_request *next; request && !session->is_over; request = next) {
    next = request->next;
    if (request->deadline_ms <= now_ms) sx_session__answer_without_window(session, request);
  }
  sx_link_set_wanted(&session->link, session->pending.first != NULL);
  sx_session__update_hold_timer(session);
}

uint64_t sx_session__deadline_of(const sx_session *session, const sx_request *request) {
  uint64_t wait_ms = session->options.wait_ms, most_ms = wait_ms;
  if (request->is_initialize) most_ms = INITIALIZE_WAIT_MS;
  if (is_own_list(session, request)) most_ms = 0;
  if (request->is_ping) most_ms = 0;
  if (request->is_tool_call && session->has_waited_in_vain) most_ms = WAIT_AGAIN_MS;
  return uv_now(session->loop) + (wait_ms < most_ms ? wait_ms : most_ms);
}

void sx_session__hold(sx_session *session, sx_request *request) {
  uint64_t now_ms = uv_now(session->loop);
  uint64_t deadline_ms = sx_session__deadline_of(session, request);
  request->deadline_ms = deadline_ms;
  bool is_first = !uv_is_active((uv_handle_t *)&session->hold_timer) ||
                  deadline_ms < now_ms + uv_timer_get_due_in(&session->hold_timer);
  sx_link_set_wanted(&session->link, true); /* may end the request */
  if (is_first && session->phase != SX_PHASE_READY) arm(session, deadline_ms);
}

/*
 * The bridge answers by itself what it can. A call waits for a window, except where several fit,
 * or Sextant could not start in the one that does: then waiting would not help.
 */
void sx_session__on_missing(void *ctx) {
  sx_session *session = ctx;
  if (!session->pending.first) return;
  bool is_settled = session->link.failure != SX_CHOICE_NONE;
  sx_request *request = session->pending.first;
  for (sx_request *next; request && !session->is_over; request = next) {
    next = request->next;
    /* One that a window has seen waits a little: the window may only be reloading. */
    bool is_first = request->is_initialize && !request->sends;
    if (is_settled || is_first || is_own_list(session, request))
      sx_session__answer_without_window(session, request);
  }
  if (!session->pending.first) sx_link_set_wanted(&session->link, false);
}
