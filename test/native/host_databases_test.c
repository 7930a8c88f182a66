#include "fake_editor.h"
#include "harness.h"
#include "host/databases.h"
#include "os/clock.h"

/* Replies on a statement: what a server sends goes through them, so that any shape is survived. */

static sx_port *port;

static void ignore_wake(void *context) {
  (void)context;
}

typedef struct outcome {
  sx_db_reply reply;
  sx_str args; /* as the shim got them */
} outcome;

static sx_status answer(sx_batch *batch, const char *json, outcome *out) {
  const sx_db_request request = {.call = 7,
                                 .connection = SX_STR("shop \"1\""),
                                 .sql = SX_STR("SELECT\n1"),
                                 .params = SX_STR("[1,\"x\"]"),
                                 .most_rows = 3,
                                 .most_bytes = 99,
                                 .most_ms = 1000};
  sx_port_ticket ticket;
  size_t slot = sx_batch_database(batch, &request);
  if (!sx_port_take(port, &ticket)) return SX_NOMEM;
  out->args = sx_arena_dup(sx_test_arena(), ticket.args);
  sx_port_ticket_release(port, &ticket);
  if (!fake_reply(port, ticket.id, false, sx_str_from(json), SX_STR(""))) return SX_NOMEM;
  sx_status status = sx_batch_run(batch, sx_test_err());
  return status ? status : sx_batch_get_database(batch, slot, &out->reply, sx_test_err());
}

static sx_status ask(outcome *out, const char *json) {
  sx_batch batch;
  *out = (outcome){.args = SX_STR("")};
  port = sx_port_new(ignore_wake, NULL);
  sx_port_call *call = port ? sx_port_call_new(port, sx_clock_ms() + 60000) : NULL;
  sx_status status = SX_NOMEM;
  if (call) {
    sx_batch_init(&batch, call, sx_test_arena());
    status = answer(&batch, json, out);
    sx_batch_release(&batch);
    sx_port_call_free(call);
  }
  sx_port_free(port);
  return status;
}

static const char fine[] =
    "{\"type\":\"mysql\",\"columns\":[[\"a\",\"int\"],[\"b\",\"\"]],\"rows\":[[\"i12\",null],"
    "[\"f1.5\",\"n1.50\"],[[\"tab\",9000],\"z610062\"],[\"b00ff\",\"lt\"]],\"seen\":9,"
    "\"isCounted\":true,\"isWrite\":false,\"changed\":1,\"all\":2}";

SX_TEST(the_shim_gets_the_statement_with_its_limits) {
  outcome out;
  sx_status status = ask(&out, fine);
  if (status && sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(out.args,
                 "[7,\"shop \\\"1\\\"\",{\"sql\":\"SELECT\\n1\",\"params\":[1,\"x\"],\"skip\":0,"
                 "\"maxRows\":3,\"maxBytes\":99,\"countMs\":0,\"timeoutMs\":1000,\"mode\":\"read\","
                 "\"expected\":0}]");
  SX_EXPECT_TEXT(out.reply.server, "mysql");
  SX_EXPECT_TEXT(out.reply.failure, "");
  SX_EXPECT_SIZE(out.reply.columns.len, 2);
  SX_EXPECT_SIZE(out.reply.rows.len, 4);
  SX_EXPECT(out.reply.seen == 9 && out.reply.is_counted && !out.reply.is_write);
  SX_EXPECT(out.reply.changed == 1 && out.reply.all == 2 && out.reply.at == -1);
}

SX_TEST(values_are_read_by_their_letters) {
  outcome out;
  sx_status status = ask(&out, fine);
  if (status && sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(out.reply.rows.len, 4);
  const sx_db_value *const *rows = out.reply.rows.items;
  if (!rows) return;
  SX_EXPECT(rows[0][0].kind == SX_DB_INTEGER && rows[0][1].kind == SX_DB_NULL);
  SX_EXPECT_TEXT(rows[0][0].text, "12");
  SX_EXPECT(rows[1][0].kind == SX_DB_REAL && rows[1][0].real == 1.5);
  SX_EXPECT(rows[1][1].kind == SX_DB_DECIMAL);
  SX_EXPECT_TEXT(rows[1][1].text, "1.50");
  SX_EXPECT(rows[2][0].kind == SX_DB_TEXT && rows[2][0].bytes == 9000);
  SX_EXPECT(sx_str_is_equal(rows[2][1].text, sx_str_make("a\0b", 3)));
  SX_EXPECT(rows[3][0].kind == SX_DB_BLOB && rows[3][0].text.len == 2);
  SX_EXPECT(rows[3][1].kind == SX_DB_BOOLEAN);
}

static const char odd_values[] =
    "{\"columns\":[[\"a\",\"b\"]],\"rows\":[[\"b0\"],[\"bxyz\"],[\"?\"],[[\"tx\",-5]],"
    "[[\"tx\",1e300]]],\"seen\":-1,\"changed\":1e99,\"at\":1e99}";

SX_TEST(replies_of_any_shape_are_survived) {
  static const char *const replies[] = {
      "{}",
      "{\"columns\":5,\"rows\":\"x\"}",
      "{\"columns\":[1,null,[],[2,3]],\"rows\":[1,null,{},[1,2,3,4,5],[[],[null,1],[\"\"]]]}",
      odd_values,
      "{\"rows\":[[\"i1\"]]}",
  };
  outcome out;
  for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
    sx_status status = ask(&out, replies[i]);
    SX_EXPECT(status == SX_OK || sx_test_is_failing_allocations());
    SX_EXPECT(out.reply.seen == 0 && out.reply.changed == 0);
  }
  SX_EXPECT(ask(&out, "[]") != SX_OK);
}

SX_TEST(a_failure_has_its_word_and_its_place) {
  outcome out;
  sx_status status = ask(&out, "{\"failure\":\"table\",\"message\":\"m\",\"at\":15}");
  if (status && sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(out.reply.failure, "table");
  SX_EXPECT_TEXT(out.reply.message, "m");
  SX_EXPECT(out.reply.at == 15);
}

SX_SUITE(host_databases_test, SX_CASE(the_shim_gets_the_statement_with_its_limits),
         SX_CASE(values_are_read_by_their_letters), SX_CASE(replies_of_any_shape_are_survived),
         SX_CASE(a_failure_has_its_word_and_its_place));
