#include "fake_editor.h"

#include "base/mem.h"

static char *copy(sx_str s) {
  char *out = sx_malloc(s.len + 1);
  if (!out) return NULL;
  memcpy(out, s.ptr, s.len);
  out[s.len] = 0;
  return out;
}

bool fake_reply(sx_port *port, uint64_t id, bool is_error, sx_str json, sx_str text) {
  sx_port_reply reply = {.is_error = is_error, .json = copy(json), .json_len = json.len};
  if (text.len) {
    reply.text = copy(text);
    reply.text_len = reply.text ? text.len : 0;
  }
  if (!reply.json) reply.is_error = true;
  return sx_port_send_reply(port, id, &reply);
}

fake_editor *fake_editor_new(fake_answer answer, void *context) {
  fake_editor *editor = calloc(1, sizeof *editor);
  if (!editor) return NULL;
  editor->answer = answer;
  editor->context = context;
  uv_mutex_init(&editor->mutex);
  uv_cond_init(&editor->is_called);
  uv_cond_init(&editor->has_result);
  return editor;
}

void fake_editor_wake(void *context) {
  fake_editor *editor = context;
  uv_mutex_lock(&editor->mutex);
  editor->is_awake = true;
  uv_cond_signal(&editor->is_called);
  uv_mutex_unlock(&editor->mutex);
}

static void answer_one(fake_editor *editor, sx_port_ticket *ticket) {
  sx_buf json, text;
  sx_buf_init(&json, 64 * 1024 * 1024);
  sx_buf_init(&text, 64 * 1024 * 1024);
  atomic_fetch_add(&editor->request_count, 1);
  fake_outcome outcome = editor->answer(ticket, &json, &text, editor->context);
  uint64_t id = ticket->id;
  sx_port_ticket_release(editor->port, ticket);
  if (outcome != FAKE_NEVER)
    fake_reply(editor->port, id, outcome == FAKE_ERROR, sx_buf_str(&json), sx_buf_str(&text));
  sx_buf_release(&json);
  sx_buf_release(&text);
}

static void collect_results(fake_editor *editor) {
  for (sx_result *result; (result = sx_engine_take_result(editor->engine));) {
    uv_mutex_lock(&editor->mutex);
    result->next = editor->results;
    editor->results = result;
    uv_cond_broadcast(&editor->has_result);
    uv_mutex_unlock(&editor->mutex);
  }
}

static void run(void *context) {
  fake_editor *editor = context;
  uv_mutex_lock(&editor->mutex);
  while (!editor->must_end) {
    if (!editor->is_awake) {
      uv_cond_wait(&editor->is_called, &editor->mutex);
      continue;
    }
    editor->is_awake = false;
    uv_mutex_unlock(&editor->mutex);
    sx_port_ticket ticket;
    while (sx_port_take(editor->port, &ticket)) answer_one(editor, &ticket);
    if (editor->engine) collect_results(editor);
    uv_mutex_lock(&editor->mutex);
  }
  uv_mutex_unlock(&editor->mutex);
}

void fake_editor_serve(fake_editor *editor, sx_port *port, sx_engine *engine) {
  editor->port = port;
  editor->engine = engine;
  editor->has_thread = uv_thread_create(&editor->thread, run, editor) == 0;
}

static sx_result *take_result(fake_editor *editor, uint64_t id) {
  sx_result **link = &editor->results;
  while (*link && (*link)->id != id) link = &(*link)->next;
  sx_result *found = *link;
  if (found) *link = found->next;
  return found;
}

sx_result *fake_editor_wait(fake_editor *editor, uint64_t id, uint64_t ms) {
  uint64_t end_ns = uv_hrtime() + ms * 1000000;
  uv_mutex_lock(&editor->mutex);
  sx_result *result;
  for (uint64_t now; !(result = take_result(editor, id)) && (now = uv_hrtime()) < end_ns;)
    uv_cond_timedwait(&editor->has_result, &editor->mutex, end_ns - now);
  uv_mutex_unlock(&editor->mutex);
  return result;
}

void fake_editor_stop(void *context) {
  fake_editor *editor = context;
  uv_mutex_lock(&editor->mutex);
  editor->must_end = true;
  uv_cond_signal(&editor->is_called);
  uv_mutex_unlock(&editor->mutex);
  if (editor->has_thread) uv_thread_join(&editor->thread);
  editor->has_thread = false;
}

void fake_editor_free(void *context) {
  fake_editor *editor = context;
  fake_editor_stop(editor);
  while (editor->results) {
    sx_result *next = editor->results->next;
    sx_result_free(editor->results);
    editor->results = next;
  }
  uv_cond_destroy(&editor->is_called);
  uv_cond_destroy(&editor->has_result);
  uv_mutex_destroy(&editor->mutex);
  free(editor);
}
