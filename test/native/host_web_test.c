#include "fake_editor.h"
#include "harness.h"
#include "host/web.h"
#include "os/clock.h"
#include "web/reasons.h"

/* The shim's replies about servers: headers and results are theirs, so that any shape is survived.
 */

static sx_port *port;

static void ignore_wake(void *context) {
  (void)context;
}

typedef struct outcome {
  sx_web_place place;
  sx_web_page page;
  sx_web_results results;
  sx_str args; /* of the last question, as the shim got them */
} outcome;

typedef size_t (*posting)(sx_batch *batch);
typedef sx_status (*reading)(sx_batch *batch, size_t slot, outcome *out);

static size_t post_look(sx_batch *batch) {
  return sx_batch_web_look(batch, SX_STR("http://a/\"x\""));
}

static sx_status read_look(sx_batch *batch, size_t slot, outcome *out) {
  return sx_batch_get_web_place(batch, slot, &out->place, sx_test_err());
}

static size_t post_get(sx_batch *batch) {
  const sx_web_wanted wanted = {.call = 7,
                                .url = SX_STR("http://a/"),
                                .is_head = true,
                                .selector = SX_STR("p > \"a\""),
                                .is_raw = true,
                                .path = SX_STR("/w/link"),
                                .real = SX_STR("/w/f"),
                                .limit_ms = 1500};
  return sx_batch_web_get(batch, &wanted);
}

static sx_status read_get(sx_batch *batch, size_t slot, outcome *out) {
  return sx_batch_get_web_page(batch, slot, &out->page, sx_test_err());
}

static size_t post_search(sx_batch *batch) {
  return sx_batch_web_search(batch, 7, SX_STR("a \"b\""), 900);
}

static sx_status read_search(sx_batch *batch, size_t slot, outcome *out) {
  return sx_batch_get_web_results(batch, slot, &out->results, sx_test_err());
}

static sx_status answer(sx_batch *batch, posting post, reading read, const char *json,
                        const char *text, outcome *out) {
  sx_port_ticket ticket;
  size_t slot = post(batch);
  if (!sx_port_take(port, &ticket)) return SX_NOMEM;
  out->args = sx_arena_dup(sx_test_arena(), ticket.args);
  sx_port_ticket_release(port, &ticket);
  if (!fake_reply(port, ticket.id, false, sx_str_from(json), sx_str_from(text))) return SX_NOMEM;
  sx_status status = sx_batch_run(batch, sx_test_err());
  return status ? status : read(batch, slot, out);
}

static sx_status ask(posting post, reading read, const char *json, const char *text, outcome *out) {
  sx_batch batch;
  *out = (outcome){.args = SX_STR("")};
  port = sx_port_new(ignore_wake, NULL);
  sx_port_call *call = port ? sx_port_call_new(port, sx_clock_ms() + 60000) : NULL;
  sx_status status = SX_NOMEM;
  if (call) {
    sx_batch_init(&batch, call, sx_test_arena());
    status = answer(&batch, post, read, json, text, out);
    sx_batch_release(&batch);
    sx_port_call_free(call);
  }
  sx_port_free(port);
  /* The reply found no memory. */
  return status == SX_HOST && sx_test_is_failing_allocations() ? SX_NOMEM : status;
}

SX_TEST(a_place_is_read) {
  outcome out;
  SX_EXPECT_OK(ask(post_look, read_look,
                   "{\"why\":\"\",\"url\":\"http://a/\",\"host\":\"a\",\"isAllowed\":true}", "",
                   &out));
  SX_EXPECT_TEXT(out.args, "[\"http://a/\\\"x\\\"\"]");
  SX_EXPECT_TEXT(out.place.url, "http://a/");
  SX_EXPECT_TEXT(out.place.host, "a");
  SX_EXPECT(out.place.is_allowed);
  SX_EXPECT_OK(ask(post_look, read_look, "{\"why\":7,\"isAllowed\":\"true\"}", "", &out));
  SX_EXPECT(!out.place.is_allowed && !out.place.url.len && !out.place.why.len);
}

SX_TEST(a_page_is_read_with_its_headers) {
  outcome out;
  SX_EXPECT_OK(
      ask(post_get, read_get,
          "{\"why\":\"\",\"status\":200,\"url\":\"http://a/b\",\"type\":\"text/html\","
          "\"title\":\"T\",\"bytes\":12,\"isMarkdown\":true,\"isCut\":true,\"hasText\":true,"
          "\"headers\":{\"etag\":\"1\",\"odd\":7}}",
          "# text", &out));
  SX_EXPECT_TEXT(out.args,
                 "[{\"call\":7,\"limitMs\":1500,\"method\":\"HEAD\",\"url\":\"http://a/\","
                 "\"selector\":\"p > \\\"a\\\"\",\"path\":\"/w/f\",\"raw\":true,\"kept\":false}]");
  SX_EXPECT_TEXT(out.page.text, "# text");
  SX_EXPECT_TEXT(out.page.url, "http://a/b");
  SX_EXPECT(out.page.status == 200 && out.page.bytes == 12);
  SX_EXPECT(out.page.is_markdown && out.page.is_cut);
  SX_EXPECT(out.page.headers.len == 2);
  SX_EXPECT_TEXT(out.page.headers.items[0].value, "1");
  SX_EXPECT_TEXT(out.page.headers.items[1].value, "");
}

SX_TEST(a_page_of_any_shape_is_survived) {
  outcome out;
  static const char *const shapes[] = {"{}", "{\"headers\":[1,2]}",
                                       "{\"headers\":\"x\",\"bytes\":-1}",
                                       "{\"bytes\":1e300,\"status\":\"200\",\"location\":{}}"};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    SX_EXPECT_OK(ask(post_get, read_get, shapes[i], "", &out));
    SX_EXPECT(out.page.bytes == 0 && out.page.status == 0 && !out.page.location.len);
  }
  sx_status status = ask(post_get, read_get, "[]", "", &out);
  SX_EXPECT(status == SX_HOST || (status == SX_NOMEM && sx_test_is_failing_allocations()));
}

SX_TEST(results_are_read) {
  outcome out;
  SX_EXPECT_OK(ask(post_search, read_search,
                   "{\"why\":\"\",\"name\":\"brave\",\"from\":\"kept\",\"total\":9,\"results\":["
                   "{\"title\":\"t\",\"url\":\"u\",\"snippet\":\"s\"},7,{}]}",
                   "", &out));
  SX_EXPECT_TEXT(out.args, "[7,\"a \\\"b\\\"\",900]");
  SX_EXPECT(out.results.items.len == 3 && out.results.total == 9);
  SX_EXPECT_TEXT(out.results.items.items[0].snippet, "s");
  SX_EXPECT_TEXT(out.results.items.items[2].title, "");
  SX_EXPECT_TEXT(out.results.name, "brave");
}

static const char *reason(const char *why, const char *detail) {
  sx_err *err = sx_test_err();
  sx_status status = sx_web_fail(sx_str_from(why), sx_str_from(detail), SX_STR("http://a/"), err);
  return status ? err->message : "";
}

SX_TEST(reasons_are_sentences) {
  SX_EXPECT_TEXT(sx_str_from(reason("type", "image/png")),
                 "http://a/ is not text (image/png). action=download saves it as a file of the "
                 "workspace.");
  SX_EXPECT_TEXT(sx_str_from(reason("timeout", "")),
                 "http://a/ did not answer in time. Try again later, or another source.");
  SX_EXPECT_TEXT(sx_str_from(reason("EWHATEVER", "")), "http://a/ cannot be reached (EWHATEVER).");
  SX_EXPECT_TEXT(sx_str_from(reason("selector", "100% %s")),
                 "http://a/ was fetched, but the selector is not valid CSS: 100% %s");
}

SX_SUITE(host_web_test, SX_CASE(a_place_is_read), SX_CASE(a_page_is_read_with_its_headers),
         SX_CASE(a_page_of_any_shape_is_survived), SX_CASE(results_are_read),
         SX_CASE(reasons_are_sentences));
