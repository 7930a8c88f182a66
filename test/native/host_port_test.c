#include "base/mem.h"
#include "fake_editor.h"
#include "harness.h"
#include "os/clock.h"

#define LONG_MS 60000

static size_t wake_count;

static void count_wake(void *context) {
  (void)context;
  wake_count++;
}

static void free_port(void *port) {
  sx_port_free(port);
}

static void free_call(void *call) {
  sx_port_call_free(call);
}

static void free_request(void *request) {
  sx_request_free(request);
}

static sx_port *new_port(sx_port_wake wake, void *context) {
  wake_count = 0;
  sx_port *port = sx_port_new(wake, context);
  if (port) sx_test_defer(free_port, port);
  return port;
}

static sx_port_call *new_call(sx_port *port, uint64_t ms) {
  sx_port_call *call = port ? sx_port_call_new(port, sx_clock_ms() + ms) : NULL;
  if (call) sx_test_defer(free_call, call);
  return call;
}

static sx_request *post(sx_port_call *call, const char *op) {
  sx_request *request = sx_request_post(call, op, SX_STR("[1]"));
  if (request) sx_test_defer(free_request, request);
  return request;
}

static sx_status wait_for(sx_port_call *call, sx_request *request) {
  return sx_request_wait(call, &request, 1);
}

SX_TEST(passes_a_request_and_its_reply) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *request = post(call, "hover");
  SX_EXPECT_ALLOC(request);
  sx_port_ticket ticket, none;
  SX_EXPECT_SIZE(wake_count, 1);
  SX_EXPECT(sx_port_take(port, &ticket));
  SX_EXPECT_STR(sx_str_from(ticket.op), SX_STR("hover"));
  SX_EXPECT_TEXT(ticket.args, "[1]");
  SX_EXPECT(!sx_port_take(port, &none));
  sx_port_ticket_release(port, &ticket);
  bool is_taken = fake_reply(port, ticket.id, false, SX_STR("{\"a\":1}"), SX_STR("te\0xt"));
  SX_EXPECT(is_taken);
  sx_status status = wait_for(call, request);
  SX_EXPECT_OK(status);
  if (sx_request_status(request) == SX_HOST) return; /* the reply found no memory */
  SX_EXPECT_OK(sx_request_status(request));
  SX_EXPECT_TEXT(sx_request_json(request), "{\"a\":1}");
  if (sx_request_text(request).len) SX_EXPECT_TEXT(sx_request_text(request), "te\0xt");
}

SX_TEST(wakes_once_for_many) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_port_ticket ticket;
  for (int i = 0; i < 3; i++) SX_EXPECT_ALLOC(post(call, "a"));
  SX_EXPECT_SIZE(wake_count, 1);
  uint64_t last = 0;
  for (size_t taken = 0; taken < 3; taken++) {
    SX_EXPECT(sx_port_take(port, &ticket));
    SX_EXPECT(ticket.id > last); /* in order */
    last = ticket.id;
    sx_port_ticket_release(port, &ticket);
  }
  SX_EXPECT_ALLOC(post(call, "b"));
  SX_EXPECT_SIZE(wake_count, 1); /* it has not yet seen that there is nothing */
  SX_EXPECT(sx_port_take(port, &ticket));
  sx_port_ticket_release(port, &ticket);
  SX_EXPECT(!sx_port_take(port, &ticket));
  SX_EXPECT_ALLOC(post(call, "c"));
  SX_EXPECT_SIZE(wake_count, 2);
}

SX_TEST(an_error_is_passed_with_its_message) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  SX_EXPECT(fake_reply(port, 1, true, SX_STR("it broke"), SX_STR("")));
  SX_EXPECT_OK(wait_for(call, request));
  SX_EXPECT_INT(sx_request_status(request), SX_HOST);
  if (sx_request_json(request).len) SX_EXPECT_TEXT(sx_request_json(request), "it broke");
}

SX_TEST(drops_replies_without_a_waiting_request) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  static const uint64_t strange[] = {0, 2, 257, 1ull << 53, UINT64_MAX};
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
    SX_EXPECT(!fake_reply(port, strange[i], false, SX_STR("1"), SX_STR("t")));
  SX_EXPECT(fake_reply(port, 1, false, SX_STR("1"), SX_STR("")));
  SX_EXPECT(!fake_reply(port, 1, true, SX_STR("2"), SX_STR("twice")));
  SX_EXPECT_OK(wait_for(call, request));
  if (sx_request_json(request).len) SX_EXPECT_TEXT(sx_request_json(request), "1");
}

SX_TEST(cancelling_ends_waits_before_and_after) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *before = post(call, "a");
  SX_EXPECT_ALLOC(before);
  sx_port_call_cancel(call, SX_CANCELLED);
  sx_port_call_cancel(call, SX_CLOSED); /* the first reason stays */
  SX_EXPECT_STATUS(wait_for(call, before), SX_CANCELLED);
  SX_EXPECT_INT(sx_request_status(before), SX_CANCELLED);
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_CANCELLED);
  SX_EXPECT_STATUS(sx_port_call_sleep(call, LONG_MS), SX_CANCELLED);
  sx_request *after = post(call, "b");
  SX_EXPECT_ALLOC(after);
  SX_EXPECT_INT(sx_request_status(after), SX_CANCELLED);
  sx_port_ticket ticket;
  SX_EXPECT(!sx_port_take(port, &ticket)); /* neither bothers the editor any more */
  SX_EXPECT(!fake_reply(port, 1, false, SX_STR("1"), SX_STR("")));
}

/* ---- asked ahead -------------------------------------------------------------------------- */

/* How many requests the editor finds; the last one's id. */
static size_t take_all(sx_port *port, uint64_t *last) {
  size_t count = 0;
  sx_port_ticket ticket;
  for (; sx_port_take(port, &ticket); count++) {
    *last = ticket.id;
    sx_port_ticket_release(port, &ticket);
  }
  return count;
}

static void ask_ahead(sx_port_call *call, const char *op) {
  sx_request_post_ahead(call, op, SX_STR("[1]"));
}

SX_TEST(what_was_asked_ahead_is_found_by_the_same_question) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  uint64_t id = 0;
  ask_ahead(call, "a");
  SX_EXPECT_ALLOC(sx_port_call_is_ahead(call) ? call : NULL);
  SX_EXPECT_SIZE(take_all(port, &id), 1);
  SX_EXPECT(fake_reply(port, id, false, SX_STR("7"), SX_STR("")));
  SX_EXPECT_ALLOC(post(call, "b"));
  sx_request *other = sx_request_post(call, "a", SX_STR("[2]"));
  SX_EXPECT_ALLOC(other);
  sx_test_defer(free_request, other);
  SX_EXPECT_SIZE(take_all(port, &id), 2);
  SX_EXPECT(sx_port_call_is_ahead(call));
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  SX_EXPECT_OK(wait_for(call, request));
  if (sx_request_json(request).len) SX_EXPECT_TEXT(sx_request_json(request), "7");
  SX_EXPECT(!sx_port_call_is_ahead(call));
  SX_EXPECT_SIZE(take_all(port, &id), 0);
  SX_EXPECT_ALLOC(post(call, "a"));
  SX_EXPECT_SIZE(take_all(port, &id), 1); /* only once */
}

SX_TEST(what_was_asked_ahead_twice_is_asked_once_and_found_twice) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  uint64_t id = 0;
  ask_ahead(call, "a");
  SX_EXPECT_ALLOC(sx_port_call_is_ahead(call) ? call : NULL);
  ask_ahead(call, "a");
  SX_EXPECT_SIZE(take_all(port, &id), 1);
  SX_EXPECT(fake_reply(port, id, false, SX_STR("7"), SX_STR("")));
  sx_request *first = sx_request_post(call, "a", SX_STR("[1]"));
  SX_EXPECT_ALLOC(first);
  SX_EXPECT_OK(wait_for(call, first));
  sx_request_free(first);
  sx_request *second = post(call, "a");
  SX_EXPECT_ALLOC(second);
  SX_EXPECT_SIZE(take_all(port, &id), 0);
  SX_EXPECT_OK(wait_for(call, second));
  if (sx_request_json(second).len) SX_EXPECT_TEXT(sx_request_json(second), "7");
}

SX_TEST(one_that_was_given_up_is_asked_again) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  uint64_t id = 0;
  ask_ahead(call, "a");
  SX_EXPECT_ALLOC(sx_port_call_is_ahead(call) ? call : NULL);
  ask_ahead(call, "a");
  sx_request *first = sx_request_post(call, "a", SX_STR("[1]"));
  SX_EXPECT_ALLOC(first);
  SX_EXPECT_SIZE(take_all(port, &id), 1);
  sx_request_free(first); /* before its reply */
  SX_EXPECT_ALLOC(post(call, "a"));
  SX_EXPECT_SIZE(take_all(port, &id), 1);
}

SX_TEST(waiting_drops_what_was_asked_ahead) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  uint64_t id = 0;
  ask_ahead(call, "a");
  SX_EXPECT_ALLOC(sx_port_call_is_ahead(call) ? call : NULL);
  SX_EXPECT_SIZE(take_all(port, &id), 1);
  SX_EXPECT_OK(sx_port_call_sleep(call, 1));
  SX_EXPECT(!sx_port_call_is_ahead(call));
  SX_EXPECT(!fake_reply(port, id, false, SX_STR("7"), SX_STR("")));
  SX_EXPECT_ALLOC(post(call, "a"));
  SX_EXPECT_SIZE(take_all(port, &id), 1);
}

SX_TEST(no_more_is_asked_ahead_than_there_is_room_for) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  uint64_t id = 0;
  char args[32];
  for (int i = 0; i < SX_MAX_AHEAD + 3; i++) {
    snprintf(args, sizeof args, "[%d]", i);
    sx_request_post_ahead(call, "a", sx_str_from(args));
  }
  size_t count = take_all(port, &id);
  SX_EXPECT(count == SX_MAX_AHEAD || (count < SX_MAX_AHEAD && sx_test_is_failing_allocations()));
}

/* ---- what cannot be taken back ----------------------------------------------------------- */

static sx_status wait_out(sx_port_call *call, sx_request *request, uint64_t grace_ms) {
  return sx_request_wait_out(call, &request, 1, grace_ms);
}

SX_TEST(what_was_not_taken_never_runs) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  sx_port_call_cancel(call, SX_CANCELLED);
  SX_EXPECT_STATUS(wait_out(call, request, LONG_MS), SX_CANCELLED);
  SX_EXPECT(!sx_request_was_taken(request));
  sx_port_ticket ticket;
  SX_EXPECT(!sx_port_take(port, &ticket));
}

typedef struct late_reply {
  sx_port *port;
  uint64_t id;
} late_reply;

static void reply_late(void *context) {
  const late_reply *late = context;
  uv_sleep(30);
  fake_reply(late->port, late->id, false, SX_STR("7"), SX_STR(""));
}

SX_TEST(what_was_taken_is_waited_for) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  sx_port_ticket ticket;
  SX_EXPECT(sx_port_take(port, &ticket));
  late_reply late = {port, ticket.id};
  sx_port_ticket_release(port, &ticket);
  sx_port_call_cancel(call, SX_CANCELLED);
  uv_thread_t thread;
  SX_EXPECT_INT(uv_thread_create(&thread, reply_late, &late), 0);
  sx_status status = wait_out(call, request, LONG_MS);
  uv_thread_join(&thread);
  SX_EXPECT_STATUS(status, SX_OK);
  SX_EXPECT(sx_request_was_taken(request));
  if (sx_request_status(request) == SX_OK) SX_EXPECT_TEXT(sx_request_json(request), "7");
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_CANCELLED); /* nothing else is asked */
}

SX_TEST(what_was_changed_is_completed) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_port_call_cancel(call, SX_CANCELLED);
  sx_port_call_complete(call, LONG_MS);
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_OK);
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  sx_port_ticket ticket;
  SX_EXPECT(sx_port_take(port, &ticket));
  late_reply late = {port, ticket.id};
  sx_port_ticket_release(port, &ticket);
  uv_thread_t thread;
  SX_EXPECT_INT(uv_thread_create(&thread, reply_late, &late), 0);
  sx_status status = sx_request_wait(call, &request, 1);
  uv_thread_join(&thread);
  SX_EXPECT_STATUS(status, SX_OK);
  sx_port_call_complete(call, 0);
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_CANCELLED);
  /* Not longer than it may take, and not when the window closes. */
  sx_port_call_complete(call, 20);
  sx_request *never = post(call, "b");
  SX_EXPECT_ALLOC(never);
  uint64_t began_ms = sx_clock_ms();
  SX_EXPECT_STATUS(sx_request_wait(call, &never, 1), SX_CANCELLED);
  SX_EXPECT(sx_clock_ms() - began_ms < LONG_MS / 2);
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_CANCELLED);
  sx_port_call_cancel(call, SX_CLOSED);
  sx_port_call_complete(call, LONG_MS);
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_CANCELLED);
}

SX_TEST(a_taken_one_without_a_reply_ends_after_the_grace) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, 20);
  SX_EXPECT_ALLOC(call);
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  sx_port_ticket ticket;
  SX_EXPECT(sx_port_take(port, &ticket));
  uint64_t id = ticket.id, began_ms = sx_clock_ms();
  sx_port_ticket_release(port, &ticket);
  SX_EXPECT_STATUS(wait_out(call, request, 40), SX_DEADLINE);
  SX_EXPECT(sx_clock_ms() - began_ms >= 40);
  SX_EXPECT(!fake_reply(port, id, false, SX_STR("1"), SX_STR("")));
}

SX_TEST(a_closing_window_waits_for_nothing) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *request = post(call, "a");
  SX_EXPECT_ALLOC(request);
  sx_port_ticket ticket;
  SX_EXPECT(sx_port_take(port, &ticket));
  sx_port_ticket_release(port, &ticket);
  sx_port_call_cancel(call, SX_CANCELLED);
  sx_port_call_cancel(call, SX_CLOSED);
  SX_EXPECT_STATUS(wait_out(call, request, LONG_MS), SX_CANCELLED);
}

SX_TEST(a_ticket_outlives_its_request) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_request *request = sx_request_post(call, "a", SX_STR("[\"long enough to be freed\"]"));
  SX_EXPECT_ALLOC(request);
  sx_port_ticket ticket;
  bool is_taken = sx_port_take(port, &ticket);
  sx_request_free(request);
  SX_EXPECT(is_taken);
  sx_str args = sx_arena_dup(sx_test_arena(), ticket.args);
  sx_port_ticket_release(port, &ticket);
  if (args.len) SX_EXPECT_TEXT(args, "[\"long enough to be freed\"]");
  SX_EXPECT(!fake_reply(port, ticket.id, false, SX_STR("1"), SX_STR("")));
}

SX_TEST(a_notification_is_taken_and_has_no_reply) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_port_ticket ticket;
  sx_port_tell(call, "release", SX_STR("[7]"));
  bool is_told = sx_port_take(port, &ticket);
  SX_EXPECT(is_told || sx_test_is_failing_allocations());
  SX_EXPECT_SIZE(wake_count, is_told);
  if (!is_told) return;
  SX_EXPECT_TEXT(ticket.args, "[7]");
  bool is_awaited = fake_reply(port, ticket.id, false, SX_STR("{}"), SX_STR(""));
  SX_EXPECT(!is_awaited);
  sx_port_ticket_release(port, &ticket);
  sx_port_tell(call, "release", SX_STR("[8]"));
  sx_port_call_cancel(call, SX_CANCELLED);
  sx_port_tell(call, "release", SX_STR("[9]"));
  bool is_there = sx_port_take(port, &ticket);
  if (is_there) sx_port_ticket_release(port, &ticket);
  SX_EXPECT(!sx_port_take(port, &ticket));
  sx_port_call *next = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(next);
  sx_port_tell(next, "release", SX_STR("[10]")); /* never taken: it goes with the port */
}

SX_TEST(the_deadline_ends_every_wait) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, 30);
  SX_EXPECT_ALLOC(call);
  sx_request *requests[2] = {post(call, "a"), post(call, "b")};
  SX_EXPECT_ALLOC(requests[0]);
  SX_EXPECT_ALLOC(requests[1]);
  SX_EXPECT(fake_reply(port, 1, false, SX_STR("1"), SX_STR("")));
  uint64_t began_ms = sx_clock_ms();
  SX_EXPECT_STATUS(sx_request_wait(call, requests, 2), SX_DEADLINE);
  SX_EXPECT(sx_clock_ms() - began_ms < 5000);
  SX_EXPECT(sx_request_status(requests[0]) != SX_DEADLINE); /* what came in time is kept */
  SX_EXPECT_INT(sx_request_status(requests[1]), SX_DEADLINE);
  SX_EXPECT(!fake_reply(port, 2, false, SX_STR("late"), SX_STR("")));
  SX_EXPECT_STATUS(sx_port_call_sleep(call, LONG_MS), SX_DEADLINE);
  SX_EXPECT_SIZE(sx_port_call_remaining_ms(call), 0);
}

SX_TEST(a_soft_deadline_comes_before_the_other) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  sx_port_call_set_soft_deadline(call, sx_clock_ms() + 20);
  uint64_t began_ms = sx_clock_ms();
  SX_EXPECT_STATUS(sx_port_call_sleep(call, LONG_MS), SX_DEADLINE);
  SX_EXPECT(sx_clock_ms() - began_ms < 5000);
  SX_EXPECT(sx_port_call_remaining_ms(call) > LONG_MS / 2);
  sx_port_call_set_soft_deadline(call, UINT64_MAX); /* never past the other */
  SX_EXPECT_OK(sx_port_call_check(call));
  SX_EXPECT_OK(sx_port_call_sleep(call, 1));
}

SX_TEST(a_part_of_a_call_may_have_less_time) {
  sx_port *port = new_port(count_wake, NULL);
  sx_port_call *call = new_call(port, LONG_MS);
  SX_EXPECT_ALLOC(call);
  uint64_t began_ms = sx_clock_ms();
  sx_port_call_limit(call, 20);
  SX_EXPECT_STATUS(sx_port_call_sleep(call, LONG_MS), SX_DEADLINE);
  SX_EXPECT(sx_clock_ms() - began_ms >= 20);
  SX_EXPECT(sx_clock_ms() - began_ms < 5000);
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_DEADLINE);
  sx_port_call_reserve(call, 0);
  SX_EXPECT_OK(sx_port_call_check(call));
  sx_port_call_set_soft_deadline(call, sx_clock_ms());
  sx_port_call_limit(call, LONG_MS); /* never later than the others */
  SX_EXPECT_STATUS(sx_port_call_check(call), SX_DEADLINE);
}

/* Many calls on many threads; the editor answers some at once, some with errors, some never. */

#define THREADS 8

typedef struct user {
  sx_port *port;
  size_t rounds, kept;
  bool is_wrong;
} user;

static fake_outcome answer_mixed(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                                 void *context) {
  (void)context;
  sx_buf_add(json, ticket->args);
  if (ticket->id % 3 == 0) sx_buf_add_text(text, "text");
  return ticket->id % 17 == 0 ? FAKE_NEVER : ticket->id % 11 == 0 ? FAKE_ERROR : FAKE_REPLY;
}

static bool is_as_sent(const sx_request *request, size_t number) {
  char sent[32];
  snprintf(sent, sizeof sent, "[%zu]", number);
  sx_status status = sx_request_status(request);
  if (status == SX_DEADLINE) return true;
  if (status != SX_OK && status != SX_HOST) return false;
  return !sx_request_json(request).len ||
         sx_str_is_equal(sx_request_json(request), sx_str_from(sent));
}

static void use_port(void *context) {
  user *u = context;
  for (size_t round = 0; round < u->rounds; round++) {
    sx_port_call *call = sx_port_call_new(u->port, sx_clock_ms() + 20);
    if (!call) return;
    sx_request *requests[5];
    size_t count = 0;
    for (; count < 5; count++) {
      char args[32];
      snprintf(args, sizeof args, "[%zu]", round * 5 + count);
      requests[count] = sx_request_post(call, "op", sx_str_from(args));
      if (!requests[count]) break;
    }
    sx_status status = sx_request_wait(call, requests, count);
    if (status && status != SX_DEADLINE) u->is_wrong = true;
    for (size_t i = 0; i < count; i++) {
      if (!is_as_sent(requests[i], round * 5 + i)) u->is_wrong = true;
      u->kept += sx_request_status(requests[i]) == SX_OK;
      sx_request_free(requests[i]);
    }
    sx_port_call_free(call);
  }
}

SX_TEST(serves_many_threads) {
  fake_editor *editor = fake_editor_new(answer_mixed, NULL);
  SX_EXPECT_ALLOC(editor);
  sx_test_defer(fake_editor_free, editor);
  sx_port *port = new_port(fake_editor_wake, editor);
  SX_EXPECT_ALLOC(port);
  fake_editor_serve(editor, port, NULL);
  sx_test_defer(fake_editor_stop, editor);
  user users[THREADS];
  uv_thread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++) {
    users[i] = (user){.port = port, .rounds = sx_test_is_failing_allocations() ? 1 : 100};
    uv_thread_create(&threads[i], use_port, &users[i]);
  }
  size_t kept = 0;
  bool is_wrong = false;
  for (size_t i = 0; i < THREADS; i++) {
    uv_thread_join(&threads[i]);
    kept += users[i].kept;
    is_wrong |= users[i].is_wrong;
  }
  SX_EXPECT(!is_wrong);
  if (!sx_test_is_failing_allocations()) SX_EXPECT(kept > THREADS * 100);
}

/* Cancelled from another thread while it waits. */

typedef struct canceller {
  sx_port_call *call;
  uint64_t at_ms;
} canceller;

static void cancel_soon(void *context) {
  canceller *c = context;
  uv_sleep(20);
  c->at_ms = sx_clock_ms();
  sx_port_call_cancel(c->call, SX_CANCELLED);
}

/* Tried three times: on a busy machine a thread may have to wait for its turn. */
SX_TEST(a_cancelled_wait_ends_at_once) {
  sx_port *port = new_port(count_wake, NULL);
  uint64_t took_ms = UINT64_MAX;
  for (int i = 0; i < 3 && took_ms > 50; i++) {
    sx_port_call *call = new_call(port, LONG_MS);
    SX_EXPECT_ALLOC(call);
    sx_request *request = post(call, "a");
    SX_EXPECT_ALLOC(request);
    canceller c = {.call = call};
    uv_thread_t thread;
    uv_thread_create(&thread, cancel_soon, &c);
    sx_status status = wait_for(call, request);
    took_ms = sx_clock_ms();
    uv_thread_join(&thread);
    took_ms -= c.at_ms;
    SX_EXPECT_STATUS(status, SX_CANCELLED);
  }
  SX_EXPECT(took_ms <= 50);
}

SX_SUITE(host_port_test, SX_CASE(passes_a_request_and_its_reply), SX_CASE(wakes_once_for_many),
         SX_CASE(an_error_is_passed_with_its_message),
         SX_CASE(drops_replies_without_a_waiting_request),
         SX_CASE(cancelling_ends_waits_before_and_after), SX_CASE(a_ticket_outlives_its_request),
         SX_CASE(what_was_asked_ahead_is_found_by_the_same_question),
         SX_CASE(what_was_asked_ahead_twice_is_asked_once_and_found_twice),
         SX_CASE(one_that_was_given_up_is_asked_again), SX_CASE(waiting_drops_what_was_asked_ahead),
         SX_CASE(no_more_is_asked_ahead_than_there_is_room_for),
         SX_CASE(a_notification_is_taken_and_has_no_reply), SX_CASE(what_was_not_taken_never_runs),
         SX_CASE(what_was_taken_is_waited_for), SX_CASE(what_was_changed_is_completed),
         SX_CASE(a_taken_one_without_a_reply_ends_after_the_grace),
         SX_CASE(a_closing_window_waits_for_nothing), SX_CASE(the_deadline_ends_every_wait),
         SX_CASE(a_soft_deadline_comes_before_the_other),
         SX_CASE(a_part_of_a_call_may_have_less_time), SX_CASE(serves_many_threads),
         SX_CASE(a_cancelled_wait_ends_at_once));
