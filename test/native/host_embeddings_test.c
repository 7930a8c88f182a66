#include "fake_editor.h"
#include "harness.h"
#include "host/embeddings.h"
#include "host/endpoint.h"
#include "os/clock.h"

#include <math.h>

/* Replies of an embeddings endpoint: another server's, so that any shape has to be survived. */

static sx_port *port;

static void ignore_wake(void *context) {
  (void)context;
}

typedef struct outcome {
  sx_vector vectors[3];
  sx_str why;
  sx_str args; /* as the shim got them */
} outcome;

static sx_status answer(sx_batch *batch, const char *head, sx_str body, outcome *out) {
  static const sx_str texts[] = {{"one \"1\"", 7}, {"two", 3}, {"three\n", 6}};
  sx_port_ticket ticket;
  size_t slot = sx_batch_embed(batch, SX_STR("http://a/"), SX_STR("m"), texts, 3, 1500);
  if (!sx_port_take(port, &ticket)) return SX_NOMEM;
  out->args = sx_arena_dup(sx_test_arena(), ticket.args);
  sx_port_ticket_release(port, &ticket);
  if (!fake_reply(port, ticket.id, false, sx_str_from(head), body)) return SX_NOMEM;
  sx_status status = sx_batch_run(batch, sx_test_err());
  return status ? status
                : sx_batch_get_embedded(batch, slot, out->vectors, 3, &out->why, sx_test_err());
}

/* Three texts are asked for; `head` is the shim's reply, `body` the server's. */
static sx_status ask(outcome *out, const char *head, sx_str body) {
  sx_batch batch;
  *out = (outcome){.why = SX_STR(""), .args = SX_STR("")};
  port = sx_port_new(ignore_wake, NULL);
  sx_port_call *call = port ? sx_port_call_new(port, sx_clock_ms() + 60000) : NULL;
  sx_status status = SX_NOMEM;
  if (call) {
    sx_batch_init(&batch, call, sx_test_arena());
    status = answer(&batch, head, body, out);
    sx_batch_release(&batch);
    sx_port_call_free(call);
  }
  sx_port_free(port);
  return status;
}

static const char fine[] = "{\"status\":200,\"why\":\"\"}";

static float number(sx_vector vector, size_t i) {
  return vector.items && i < vector.len ? vector.items[i] : NAN;
}

SX_TEST(vectors_are_read_in_their_order) {
  outcome out;
  SX_EXPECT_OK(ask(&out, fine,
                   SX_STR("{\"data\":[{\"index\":2,\"embedding\":[0,2]},{\"embedding\":[3,4],"
                          "\"index\":0},{\"index\":1,\"embedding\":[-1e-3,0]}],\"model\":\"x\"}")));
  if (sx_test_is_failing_allocations() && out.why.len) return;
  SX_EXPECT_TEXT(out.why, "");
  SX_EXPECT_TEXT(out.args, "[\"http://a/\",{\"model\":\"m\",\"input\":[\"one \\\"1\\\"\",\"two\","
                           "\"three\\n\"]},1500,8388608]");
  for (size_t i = 0; i < 3; i++) SX_EXPECT_SIZE(out.vectors[i].len, 2);
  SX_EXPECT(fabsf(number(out.vectors[0], 0) - 0.6f) < 1e-6f);
  SX_EXPECT(number(out.vectors[1], 0) == -1.0f && number(out.vectors[2], 1) == 1.0f);
}

SX_TEST(vectors_without_numbers_of_theirs_are_in_the_order_of_the_texts) {
  outcome out;
  SX_EXPECT_OK(ask(&out, fine,
                   SX_STR("{\"data\":[{\"embedding\":[1,0]},{\"embedding\":[0,1]},"
                          "{\"embedding\":[-1,0]}]}")));
  if (sx_test_is_failing_allocations() && out.why.len) return;
  SX_EXPECT_TEXT(out.why, "");
  SX_EXPECT(number(out.vectors[1], 1) == 1.0f && number(out.vectors[2], 0) == -1.0f);
}

#define ROWS(one, two, three)                                                                      \
  "{\"data\":[{\"embedding\":" one "},{\"embedding\":" two "},{\"embedding\":" three "}]}"

SX_TEST(what_is_not_valid_has_its_reason) {
  static const char *const rows[][2] = {
      {"", "sent an answer that is not as the API has it"},
      {"null", "sent an answer that is not as the API has it"},
      {"[]", "sent an answer that is not as the API has it"},
      {"{\"data\":{}}", "sent an answer that is not as the API has it"},
      {"{\"data\":[]} ]", "sent an answer that is not as the API has it"},
      {"{\"data\":[]}", "sent too few vectors"},
      {"{\"data\":[null]}", "sent something else than vectors"},
      {"{\"data\":[[1]]}", "sent something else than vectors"},
      {"{\"data\":[{\"index\":0}]}", "sent something else than vectors"},
      {"{\"data\":[{\"embedding\":{\"a\":1}}]}", "sent something else than vectors"},
      {"{\"data\":[{\"index\":3,\"embedding\":[1]}]}", "sent vectors of other texts"},
      {"{\"data\":[{\"index\":-1,\"embedding\":[1]},{\"index\":-1,\"embedding\":[1]}]}",
       "sent vectors of other texts"},
      {ROWS("[1]", "[1]", "[1]},{\"embedding\":[1]"), "sent vectors of other texts"},
      {ROWS("[1]", "[1]", "[1,2]"), "sent vectors of different lengths"},
      {ROWS("[1,2]", "[1]", "[1]"), "sent vectors of different lengths"},
      {ROWS("[]", "[]", "[]"), "sent vectors without numbers, or with too many"},
      {ROWS("[1]", "[\"1\"]", "[1]"), "sent a vector that has something else than numbers"},
      {ROWS("[1]", "[[1]]", "[1]"), "sent a vector that has something else than numbers"},
      {ROWS("[1]", "[1e39]", "[1]"), "sent a vector with a number that is too large"},
      {ROWS("[1]", "[-1e999]", "[1]"), "sent a vector with a number that is too large"},
      {ROWS("[1]", "[0]", "[1]"), "sent a vector that has no direction"},
      {ROWS("[1]", "[1e-60]", "[1]"), "sent a vector that has no direction"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    outcome out;
    SX_EXPECT_OK(ask(&out, fine, sx_str_from(rows[i][0])));
    if (sx_test_is_failing_allocations()) return;
    SX_EXPECT_STR(out.why, sx_str_from(rows[i][1]));
  }
}

SX_TEST(more_items_than_a_reply_needs_are_not_read) {
  outcome out;
  sx_buf *body = sx_test_buf();
  sx_buf_add_text(body, "{\"data\":[],\"other\":[0");
  for (size_t i = 0; i < 4 * SX_VECTOR_MAX_LEN; i++) sx_buf_add_text(body, ",0");
  sx_buf_add_text(body, "]}");
  SX_EXPECT_OK(body->status);
  SX_EXPECT_OK(ask(&out, fine, sx_buf_str(body)));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_TEXT(out.why, "sent vectors without numbers, or with too many");
}

SX_TEST(reasons_are_in_plain_words) {
  static const char *const rows[][2] = {
      {"{\"status\":401,\"why\":\"\"}", "did not accept the key (HTTP 401)"},
      {"{\"status\":403,\"why\":\"\"}", "did not accept the key (HTTP 403)"},
      {"{\"status\":418,\"why\":\"\"}", "reported an error (HTTP 418)"},
      {"{\"status\":0,\"why\":\"ENOTFOUND\"}", "could not be reached (ENOTFOUND)"},
      {"{\"status\":0,\"why\":\"unreachable\"}", "could not be reached"},
      {"{\"status\":0,\"why\":\"key\"}", "has a key that cannot be read or sent"},
      {"{}", "reported an error (HTTP 0)"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    outcome out;
    SX_EXPECT_OK(ask(&out, rows[i][0], SX_STR("")));
    if (sx_test_is_failing_allocations()) return;
    SX_EXPECT_STR(out.why, sx_str_from(rows[i][1]));
  }
  if (sx_test_is_failing_allocations()) return;
  outcome out;
  SX_EXPECT_STATUS(ask(&out, "{\"status\":0,\"why\":\"timeout\"}", SX_STR("")), SX_DEADLINE);
}

/* ---- the endpoint -----------------------------------------------------------------------------
 */

static void free_endpoint(void *arg) {
  sx_endpoint_free(arg);
}

SX_TEST(what_failed_rests_until_it_is_set_again) {
  sx_endpoint *endpoint = sx_endpoint_new();
  sx_endpoint_state state, before;
  SX_EXPECT_ALLOC(endpoint);
  sx_test_defer(free_endpoint, endpoint);
  SX_EXPECT_OK(sx_endpoint_get(endpoint, &before, sx_test_arena()));
  SX_EXPECT_TEXT(before.url, "");
  SX_EXPECT_OK(sx_endpoint_set(endpoint, SX_STR("http://a/"), SX_STR("m")));
  sx_endpoint_rest(endpoint, &before, SX_STR("of before"));
  SX_EXPECT_OK(sx_endpoint_get(endpoint, &state, sx_test_arena()));
  SX_EXPECT_TEXT(state.failed, "");
  sx_endpoint_rest(endpoint, &state, SX_STR("reported an error"));
  SX_EXPECT_OK(sx_endpoint_get(endpoint, &state, sx_test_arena()));
  SX_EXPECT_TEXT(state.failed, "reported an error");
  SX_EXPECT_TEXT(state.url, "http://a/");
  SX_EXPECT_TEXT(state.model, "m");
  SX_EXPECT_OK(sx_endpoint_set(endpoint, SX_STR("http://a/"), SX_STR("m")));
  SX_EXPECT_OK(sx_endpoint_get(endpoint, &state, sx_test_arena()));
  SX_EXPECT_TEXT(state.failed, "");
}

SX_SUITE(host_embeddings_test, SX_CASE(vectors_are_read_in_their_order),
         SX_CASE(vectors_without_numbers_of_theirs_are_in_the_order_of_the_texts),
         SX_CASE(what_is_not_valid_has_its_reason),
         SX_CASE(more_items_than_a_reply_needs_are_not_read), SX_CASE(reasons_are_in_plain_words),
         SX_CASE(what_failed_rests_until_it_is_set_again));
