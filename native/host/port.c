#include "host/port.h"

#include "base/mem.h"
#include "os/clock.h"

#include <uv.h>

#define TABLE_SIZE 256 /* buckets of requests under way, by id */

struct sx_request {
  sx_request *next_in_bucket;
  sx_request *next_in_queue;
  sx_port_call *call;
  uint64_t id;
  const char *op;
  char *args;
  size_t args_len;
  sx_port_reply reply;
  sx_status status;
  bool is_queued;  /* not yet taken by the main thread */
  bool was_taken;  /* the main thread has had it, whatever came of it */
  bool is_pending; /* no outcome yet */
  unsigned refs;   /* the caller's, and the main thread's while it holds a ticket; or the queue's */
};

struct sx_port_call {
  sx_port *port;
  uv_cond_t has_reply;
  uint64_t deadline_ms;
  uint64_t soft_deadline_ms;
  uint64_t reserved_ms; /* before that */
  sx_status end;        /* first reason it was ended with, CANCELLED or CLOSED; 0 while running */
  bool is_closed;       /* the port is closed: no more waiting */
  uint64_t complete_until_ms; /* until then neither `end` nor a deadline counts */
  sx_port_hides hides;        /* or NULL */
  void *hides_context;
  struct {
    sx_request *request;
    size_t times; /* that it is to be asked for */
  } ahead[SX_MAX_AHEAD];
  size_t ahead_count;
};

struct sx_port {
  uv_mutex_t mutex; /* guards everything here, in the calls and in the requests */
  sx_port_wake wake;
  void *wake_context;
  sx_request *first, **last;
  sx_request *table[TABLE_SIZE];
  uint64_t next_id;
  bool is_awake; /* the main thread was asked to come and has not looked yet */
};

sx_port *sx_port_new(sx_port_wake wake, void *context) {
  sx_port *port = sx_calloc(1, sizeof *port);
  if (!port) return NULL;
  if (uv_mutex_init(&port->mutex)) {
    sx_free(port);
    return NULL;
  }
  port->wake = wake;
  port->wake_context = context;
  port->last = &port->first;
  return port;
}

static void free_request(sx_request *request) {
  sx_free(request->args);
  sx_free(request->reply.json);
  sx_free(request->reply.text);
  sx_free(request);
}

void sx_port_free(sx_port *port) {
  if (!port) return;
  for (sx_request *request = port->first, *next; request; request = next) {
    next = request->next_in_queue;
    free_request(request);
  }
  uv_mutex_destroy(&port->mutex);
  sx_free(port);
}

/* ---- calls ------------------------------------------------------------------------------ */

sx_port_call *sx_port_call_new(sx_port *port, uint64_t deadline_ms) {
  sx_port_call *call = sx_calloc(1, sizeof *call);
  if (!call) return NULL;
  if (uv_cond_init(&call->has_reply)) {
    sx_free(call);
    return NULL;
  }
  call->port = port;
  call->deadline_ms = deadline_ms;
  call->soft_deadline_ms = deadline_ms;
  return call;
}

static void drop_ahead(sx_port_call *call);

void sx_port_call_free(sx_port_call *call) {
  if (!call) return;
  drop_ahead(call);
  uv_cond_destroy(&call->has_reply);
  sx_free(call);
}

void sx_port_call_set_hides(sx_port_call *call, sx_port_hides hides, void *context) {
  call->hides = hides;
  call->hides_context = context;
}

bool sx_port_call_hides(const sx_port_call *call, sx_str path, const sx_pos16 *at) {
  return call->hides && call->hides(call->hides_context, path, at);
}

void sx_port_call_cancel(sx_port_call *call, sx_status reason) {
  uv_mutex_lock(&call->port->mutex);
  if (!call->end) call->end = reason;
  call->is_closed |= reason == SX_CLOSED;
  uv_cond_broadcast(&call->has_reply);
  uv_mutex_unlock(&call->port->mutex);
}

void sx_port_call_set_soft_deadline(sx_port_call *call, uint64_t at_ms) {
  uv_mutex_lock(&call->port->mutex);
  call->soft_deadline_ms = at_ms < call->deadline_ms ? at_ms : call->deadline_ms;
  uv_mutex_unlock(&call->port->mutex);
}

void sx_port_call_reserve(sx_port_call *call, uint64_t ms) {
  uv_mutex_lock(&call->port->mutex);
  call->reserved_ms = ms < call->soft_deadline_ms ? ms : call->soft_deadline_ms;
  uv_mutex_unlock(&call->port->mutex);
}

void sx_port_call_limit(sx_port_call *call, uint64_t ms) {
  uint64_t end_ms = sx_clock_ms() + ms;
  uv_mutex_lock(&call->port->mutex);
  call->reserved_ms = sx_clock_span_ms(end_ms, call->soft_deadline_ms);
  uv_mutex_unlock(&call->port->mutex);
}

void sx_port_call_extend(sx_port_call *call, uint64_t ms) {
  uv_mutex_lock(&call->port->mutex);
  call->deadline_ms += ms;
  call->soft_deadline_ms += ms;
  uv_mutex_unlock(&call->port->mutex);
}

void sx_port_call_complete(sx_port_call *call, uint64_t ms) {
  uv_mutex_lock(&call->port->mutex);
  call->complete_until_ms = ms ? sx_clock_ms() + ms : 0;
  uv_mutex_unlock(&call->port->mutex);
}

static uint64_t soft_deadline(const sx_port_call *call) {
  return call->soft_deadline_ms - call->reserved_ms;
}

static uint64_t end_of_waiting(const sx_port_call *call) {
  if (call->end) return call->complete_until_ms;
  uint64_t soft_ms = soft_deadline(call);
  return call->complete_until_ms > soft_ms ? call->complete_until_ms : soft_ms;
}

static sx_status check_locked(const sx_port_call *call) {
  if (!call->is_closed && sx_clock_ms() < call->complete_until_ms) return SX_OK;
  if (call->end) return call->end;
  return sx_clock_ms() >= soft_deadline(call) ? SX_DEADLINE : SX_OK;
}

sx_status sx_port_call_check(sx_port_call *call) {
  uv_mutex_lock(&call->port->mutex);
  sx_status status = check_locked(call);
  uv_mutex_unlock(&call->port->mutex);
  return status;
}

bool sx_port_call_is_closed(sx_port_call *call) {
  uv_mutex_lock(&call->port->mutex);
  bool is_closed = call->is_closed;
  uv_mutex_unlock(&call->port->mutex);
  return is_closed;
}

bool sx_port_call_outlasts(sx_port_call *call, sx_status status) {
  return status == SX_DEADLINE && sx_port_call_check(call) == SX_OK;
}

uint64_t sx_port_call_remaining_ms(sx_port_call *call) {
  uint64_t now = sx_clock_ms();
  return now < call->deadline_ms ? call->deadline_ms - now : 0;
}

/* With the mutex held: waits for a reply, a cancellation or `until_ms`. */
static void wait_locked(sx_port_call *call, uint64_t until_ms) {
  uint64_t now = sx_clock_ms();
  if (now >= until_ms) return;
  uv_cond_timedwait(&call->has_reply, &call->port->mutex, (until_ms - now) * 1000000);
}

sx_status sx_port_call_sleep(sx_port_call *call, uint64_t ms) {
  drop_ahead(call);
  uint64_t until_ms = sx_clock_ms() + ms;
  uv_mutex_lock(&call->port->mutex);
  sx_status status = check_locked(call);
  while (!status && sx_clock_ms() < until_ms) {
    uint64_t end_ms = until_ms < end_of_waiting(call) ? until_ms : end_of_waiting(call);
    wait_locked(call, end_ms);
    status = check_locked(call);
  }
  uv_mutex_unlock(&call->port->mutex);
  return status;
}

/* ---- requests --------------------------------------------------------------------------- */

static void release_locked(sx_request *request) {
  if (!--request->refs) free_request(request);
}

static void remove_from_table(sx_port *port, sx_request *request) {
  sx_request **link = &port->table[request->id % TABLE_SIZE];
  while (*link && *link != request) link = &(*link)->next_in_bucket;
  if (*link) *link = request->next_in_bucket;
}

static void remove_from_queue(sx_port *port, sx_request *request) {
  sx_request **link = &port->first;
  while (*link && *link != request) link = &(*link)->next_in_queue;
  if (!*link) return;
  *link = request->next_in_queue;
  if (!*link) port->last = link;
  request->is_queued = false;
}

/* Ends a request that has no outcome yet; a later reply will not find it. */
static void end_locked(sx_port *port, sx_request *request, sx_status status) {
  if (!request->is_pending) return;
  if (request->is_queued) remove_from_queue(port, request);
  remove_from_table(port, request);
  request->is_pending = false;
  request->status = status;
}

static sx_request *new_request(const char *op, sx_str args) {
  sx_request *request = sx_calloc(1, sizeof *request);
  if (!request) return NULL;
  request->args = sx_str_copy(args);
  if (!request->args) {
    sx_free(request);
    return NULL;
  }
  request->args_len = args.len;
  request->op = op;
  request->refs = 1;
  return request;
}

/* Whether the main thread has to be woken for it. */
static bool enqueue_locked(sx_port *port, sx_request *request) {
  bool was_awake = port->is_awake;
  request->id = ++port->next_id;
  request->is_queued = true;
  *port->last = request;
  port->last = &request->next_in_queue;
  port->is_awake = true;
  return !was_awake;
}

static sx_request *post(sx_port_call *call, const char *op, sx_str args_json) {
  sx_port *port = call->port;
  sx_request *request = new_request(op, args_json);
  if (!request) return NULL;
  request->call = call;
  uv_mutex_lock(&port->mutex);
  request->status = check_locked(call);
  bool must_wake = false;
  if (request->status == SX_OK) {
    must_wake = enqueue_locked(port, request);
    request->is_pending = true;
    sx_request **bucket = &port->table[request->id % TABLE_SIZE];
    request->next_in_bucket = *bucket;
    *bucket = request;
  }
  uv_mutex_unlock(&port->mutex);
  if (must_wake) port->wake(port->wake_context);
  return request;
}

/* ---- asked ahead ------------------------------------------------------------------------ */

static bool is_for(const sx_request *request, const char *op, sx_str args) {
  return strcmp(request->op, op) == 0 &&
         sx_str_is_equal(sx_str_make(request->args, request->args_len), args);
}

/* SX_MAX_AHEAD where it was not asked ahead. */
static size_t find_ahead(const sx_port_call *call, const char *op, sx_str args) {
  for (size_t i = 0; i < call->ahead_count; i++)
    if (is_for(call->ahead[i].request, op, args)) return i;
  return SX_MAX_AHEAD;
}

static void drop_locked(sx_port_call *call, size_t i) {
  sx_request *request = call->ahead[i].request;
  end_locked(call->port, request, SX_CANCELLED);
  release_locked(request);
  call->ahead[i] = call->ahead[--call->ahead_count];
}

/* NULL where it was not, or where whoever asked before has given it up. */
static sx_request *take_ahead(sx_port_call *call, const char *op, sx_str args) {
  sx_request *taken = NULL;
  uv_mutex_lock(&call->port->mutex);
  size_t i = find_ahead(call, op, args);
  if (i < SX_MAX_AHEAD) {
    sx_request *request = call->ahead[i].request;
    bool is_usable = request->is_pending || !request->status || request->status == SX_HOST;
    if (is_usable) taken = request, request->refs++;
    if (!is_usable || !--call->ahead[i].times) {
      call->ahead[i] = call->ahead[--call->ahead_count];
      release_locked(request);
    }
  }
  uv_mutex_unlock(&call->port->mutex);
  return taken;
}

static void drop_ahead(sx_port_call *call) {
  uv_mutex_lock(&call->port->mutex);
  while (call->ahead_count) drop_locked(call, call->ahead_count - 1);
  uv_mutex_unlock(&call->port->mutex);
}

/* Whether it was asked ahead before, and is to be asked for once more. */
static bool count_ahead(sx_port_call *call, const char *op, sx_str args) {
  uv_mutex_lock(&call->port->mutex);
  size_t i = find_ahead(call, op, args);
  if (i < SX_MAX_AHEAD) call->ahead[i].times++;
  uv_mutex_unlock(&call->port->mutex);
  return i < SX_MAX_AHEAD;
}

sx_request *sx_request_post(sx_port_call *call, const char *op, sx_str args_json) {
  sx_request *request = take_ahead(call, op, args_json);
  return request ? request : post(call, op, args_json);
}

void sx_request_post_ahead(sx_port_call *call, const char *op, sx_str args_json) {
  if (count_ahead(call, op, args_json)) return;
  sx_request *request = post(call, op, args_json);
  if (!request) return;
  uv_mutex_lock(&call->port->mutex);
  bool has_room = call->ahead_count < SX_MAX_AHEAD;
  if (has_room) {
    call->ahead[call->ahead_count].request = request;
    call->ahead[call->ahead_count++].times = 1;
  }
  uv_mutex_unlock(&call->port->mutex);
  if (!has_room) sx_request_free(request);
}

bool sx_port_call_is_ahead(sx_port_call *call) {
  uv_mutex_lock(&call->port->mutex);
  bool is_ahead = call->ahead_count > 0;
  uv_mutex_unlock(&call->port->mutex);
  return is_ahead;
}

/* ---- without a reply -------------------------------------------------------------------- */

void sx_port_notify(sx_port *port, const char *op, sx_str args_json) {
  sx_request *request = new_request(op, args_json);
  if (!request) return;
  uv_mutex_lock(&port->mutex);
  bool must_wake = enqueue_locked(port, request);
  uv_mutex_unlock(&port->mutex);
  if (must_wake) port->wake(port->wake_context);
}

void sx_port_tell(sx_port_call *call, const char *op, sx_str args_json) {
  if (sx_port_call_check(call) == SX_OK) sx_port_notify(call->port, op, args_json);
}

void sx_port_tell_ended(sx_port_call *call, const char *op, sx_str args_json) {
  if (!sx_port_call_is_closed(call)) sx_port_notify(call->port, op, args_json);
}

static bool is_any_pending(sx_request *const *requests, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (requests[i]->is_pending) return true;
  return false;
}

sx_status sx_request_wait_until(sx_port_call *call, sx_request *const *requests, size_t count,
                                uint64_t until_ms) {
  sx_port *port = call->port;
  uv_mutex_lock(&port->mutex);
  sx_status status = SX_OK;
  while (is_any_pending(requests, count)) {
    status = check_locked(call);
    if (!status && sx_clock_ms() >= until_ms) status = SX_DEADLINE;
    if (status) break;
    wait_locked(call, until_ms < end_of_waiting(call) ? until_ms : end_of_waiting(call));
  }
  for (size_t i = 0; i < count && status; i++) end_locked(port, requests[i], status);
  uv_mutex_unlock(&port->mutex);
  return status;
}

static bool is_any_taken(sx_request *const *requests, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (requests[i]->is_pending && !requests[i]->is_queued) return true;
  return false;
}

sx_status sx_request_wait_out(sx_port_call *call, sx_request *const *requests, size_t count,
                              uint64_t grace_ms) {
  sx_port *port = call->port;
  uint64_t give_up_ms = 0;
  sx_status status = SX_OK;
  uv_mutex_lock(&port->mutex);
  while (is_any_pending(requests, count)) {
    status = check_locked(call);
    if (status && !give_up_ms) give_up_ms = sx_clock_ms() + grace_ms;
    bool is_over = call->is_closed || !is_any_taken(requests, count) ||
                   (give_up_ms && sx_clock_ms() >= give_up_ms);
    if (status && is_over) break;
    wait_locked(call, status ? give_up_ms : end_of_waiting(call));
    status = SX_OK;
  }
  for (size_t i = 0; i < count && status; i++) end_locked(port, requests[i], status);
  uv_mutex_unlock(&port->mutex);
  return status;
}

sx_status sx_request_wait(sx_port_call *call, sx_request *const *requests, size_t count) {
  return sx_request_wait_until(call, requests, count, UINT64_MAX);
}

sx_status sx_request_status(const sx_request *request) {
  return request->status;
}

bool sx_request_was_taken(const sx_request *request) {
  return request->was_taken;
}

sx_str sx_request_json(const sx_request *request) {
  return sx_str_make(request->reply.json, request->reply.json ? request->reply.json_len : 0);
}

sx_str sx_request_text(const sx_request *request) {
  return sx_str_make(request->reply.text, request->reply.text ? request->reply.text_len : 0);
}

void sx_request_free(sx_request *request) {
  if (!request) return;
  sx_port *port = request->call->port;
  uv_mutex_lock(&port->mutex);
  end_locked(port, request, SX_CANCELLED);
  release_locked(request);
  uv_mutex_unlock(&port->mutex);
}

/* ---- the main thread's side ------------------------------------------------------------- */

bool sx_port_take(sx_port *port, sx_port_ticket *ticket) {
  uv_mutex_lock(&port->mutex);
  sx_request *request = port->first;
  if (request) {
    remove_from_queue(port, request);
    request->was_taken = true;
    if (request->call) request->refs++; /* a notification belongs to the ticket alone now */
    *ticket = (sx_port_ticket){request->id, request->op,
                               sx_str_make(request->args, request->args_len), request};
  } else {
    port->is_awake = false;
  }
  uv_mutex_unlock(&port->mutex);
  return request != NULL;
}

void sx_port_ticket_release(sx_port *port, sx_port_ticket *ticket) {
  uv_mutex_lock(&port->mutex);
  release_locked(ticket->request);
  uv_mutex_unlock(&port->mutex);
}

static sx_request *find_locked(sx_port *port, uint64_t id) {
  sx_request *request = port->table[id % TABLE_SIZE];
  while (request && request->id != id) request = request->next_in_bucket;
  return request;
}

bool sx_port_send_reply(sx_port *port, uint64_t id, sx_port_reply *reply) {
  uv_mutex_lock(&port->mutex);
  sx_request *request = find_locked(port, id);
  if (request) {
    end_locked(port, request, reply->is_error ? SX_HOST : SX_OK);
    request->reply = *reply;
    uv_cond_broadcast(&request->call->has_reply);
  }
  uv_mutex_unlock(&port->mutex);
  if (!request) {
    sx_free(reply->json);
    sx_free(reply->text);
  }
  *reply = (sx_port_reply){0};
  return request != NULL;
}
