#include "fake_editor.h"
#include "harness.h"
#include "host/requests.h"
#include "host/symbol_kind.h"
#include "os/clock.h"

/*
 * The decoding of the editor's replies. They come from other extensions' providers, so any shape
 * has to be survived. The editor here is the case itself: it replies before it waits.
 */

static sx_port *port;

static void ignore_wake(void *context) {
  (void)context;
}

static void free_port(void *context) {
  sx_port_free(context);
}

static void free_call(void *context) {
  sx_port_call_free(context);
}

static void release_batch(void *context) {
  sx_batch_release(context);
}

/* A batch to ask with; NULL when there is no memory. */
static sx_batch *new_batch(void) {
  port = sx_port_new(ignore_wake, NULL);
  if (!port) return NULL;
  sx_test_defer(free_port, port);
  sx_port_call *call = sx_port_call_new(port, sx_clock_ms() + 60000);
  if (!call) return NULL;
  sx_test_defer(free_call, call);
  sx_batch *batch = sx_test_memory(sizeof *batch);
  sx_batch_init(batch, call, sx_test_arena());
  sx_test_defer(release_batch, batch);
  return batch;
}

/* Answers the next request. */
static sx_status answer_next(const char *json) {
  sx_port_ticket ticket;
  if (!sx_port_take(port, &ticket)) return SX_NOMEM; /* it could not be posted */
  sx_port_ticket_release(port, &ticket);
  return fake_reply(port, ticket.id, false, sx_str_from(json), SX_STR("")) ? SX_OK : SX_INTERNAL;
}

/* Answers it as the only one of its batch. */
static sx_status reply(sx_batch *batch, const char *json) {
  sx_status status = answer_next(json);
  return status ? status : sx_batch_run(batch, sx_test_err());
}

/* HOST may also mean that there was no memory for the JSON. */
#define EXPECT_RUN(status)                                                                         \
  do {                                                                                             \
    sx_status run_status = (status);                                                               \
    if (run_status == SX_HOST && sx_test_is_failing_allocations()) return;                         \
    SX_EXPECT_OK(run_status);                                                                      \
  } while (0)

static sx_status get_symbols(const char *json, sx_host_symbols *out) {
  sx_batch *batch = new_batch();
  if (!batch) return SX_NOMEM;
  size_t slot = sx_batch_outline(batch, SX_STR("/a"));
  sx_status status = reply(batch, json);
  return status ? status : sx_batch_get_symbols(batch, slot, out, sx_test_err());
}

SX_TEST(reads_an_outline) {
  sx_host_symbols symbols;
  EXPECT_RUN(get_symbols("[[\"User\",4,\"\",\"\",true,0,2,6,1,0,9,1],"
                         "[\"save\",5,\"\",\"\",true,1,3,2,3,2,4,3],"
                         "[\"inner\",11,\"\",\"\",true,2,3,9,3,4,3,20],"
                         "[\"Other\",4,\"mod\",\"/b\",false,0,0,0,5,0,6,0]]",
                         &symbols));
  SX_EXPECT_SIZE(symbols.len, 4);
  const sx_host_symbol *save = &symbols.items[1];
  SX_EXPECT_TEXT(save->name, "save");
  SX_EXPECT_TEXT(save->kind, "Method");
  SX_EXPECT_TEXT(save->container, "User");
  SX_EXPECT(save->has_name_at && save->depth == 1);
  SX_EXPECT_SIZE(save->name_at.line, 3);
  SX_EXPECT_SIZE(save->name_at.character, 2);
  SX_EXPECT_SIZE(save->range.end.line, 4);
  SX_EXPECT_SIZE(save->range.end.character, 3);
  SX_EXPECT_TEXT(symbols.items[2].container, "User.save");
  SX_EXPECT_TEXT(symbols.items[3].container, "mod");
  SX_EXPECT_TEXT(symbols.items[3].path, "/b");
  SX_EXPECT(!symbols.items[3].has_name_at);
}

SX_TEST(survives_rows_of_any_shape) {
  static const char *const rows[] = {
      "[[]]",
      "[null]",
      "[5]",
      "[\"x\"]",
      "[{}]",
      "[{\"name\":\"x\",\"kind\":{}}]",
      "[[null,null,null,null,null,null,null,null,null,null,null,null]]",
      "[[{},[],\"x\",5,\"yes\",\"1\",-1,1e300,{},[],null,true]]",
      "[[\"a\",4,\"\",\"\",true,0,1,1,1,1,1,1,\"more\",{},[]]]",
      "[[\"a\"]]",
      "[[\"a\",999999]]",
      "[[\"a\",-4,\"\",\"\",1]]",
      "[[\"\\u0000\",4,\"\\ud800\",\"\",true,0,0,0,0,0,0,0]]",
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_host_symbols symbols;
    EXPECT_RUN(get_symbols(rows[i], &symbols));
    SX_EXPECT_SIZE(symbols.len, 1);
    const sx_host_symbol *symbol = &symbols.items[0];
    SX_EXPECT(symbol->name.ptr && symbol->kind.ptr && symbol->container.ptr && symbol->path.ptr);
  }
}

SX_TEST(what_is_no_list_is_an_error_of_the_editor) {
  static const char *const replies[] = {"null", "{}", "5",    "\"x\"", "true",
                                        "",     "[",  "[1]2", "{}[]"};
  for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
    sx_host_symbols symbols;
    SX_EXPECT_STATUS(get_symbols(replies[i], &symbols), SX_HOST);
    SX_EXPECT_SIZE(symbols.len, 0);
  }
}

SX_TEST(levels_that_are_left_out_have_no_container) {
  sx_host_symbols symbols;
  EXPECT_RUN(get_symbols("[[\"a\",4,\"\",\"\",true,5,0,0,0,0,0,0],"
                         "[\"b\",4,\"\",\"\",true,0,0,0,0,0,0,0],"
                         "[\"c\",4,\"\",\"\",true,4294967295,0,0,0,0,0,0],"
                         "[\"d\",4,\"\",\"\",true,40,0,0,0,0,0,0],"
                         "[\"e\",4,\"\",\"\",true,1,0,0,0,0,0,0],"
                         "[\"f\",4,\"\",\"\",true,3,0,0,0,0,0,0]]",
                         &symbols));
  SX_EXPECT_TEXT(symbols.items[0].container, "");
  SX_EXPECT_TEXT(symbols.items[2].container, "");
  SX_EXPECT_TEXT(symbols.items[3].container, "");
  SX_EXPECT_TEXT(symbols.items[4].container, "b");
  SX_EXPECT_TEXT(symbols.items[5].container, "");
}

SX_TEST(reads_hovers) {
  sx_batch *batch = new_batch();
  SX_EXPECT_ALLOC(batch);
  size_t slot = sx_batch_hover(batch, SX_STR("/a"), (sx_pos16){1, 2});
  EXPECT_RUN(reply(batch, "[[0,\"**a**\",\"\",true,false],[1,\"int x\",\"c\",false,false],"
                          "[2,\"p\",\"\",false,true],[9,\"q\"],[],null,[\"x\",5,{},\"yes\",1]]"));
  sx_hover_parts parts;
  EXPECT_RUN(sx_batch_get_hover(batch, slot, &parts, sx_test_err()));
  SX_EXPECT_SIZE(parts.len, 7);
  SX_EXPECT(parts.items[0].kind == SX_HOVER_MARKDOWN && parts.items[0].supports_html);
  SX_EXPECT(parts.items[1].kind == SX_HOVER_CODE && !parts.items[1].supports_icons);
  SX_EXPECT_TEXT(parts.items[1].language, "c");
  SX_EXPECT(parts.items[2].kind == SX_HOVER_PLAIN && parts.items[2].supports_icons);
  SX_EXPECT(parts.items[3].kind == SX_HOVER_MARKDOWN);
  SX_EXPECT_TEXT(parts.items[3].value, "q");
  for (size_t i = 4; i < 7; i++) SX_EXPECT_TEXT(parts.items[i].value, "");
  SX_EXPECT(!parts.items[6].supports_html);
}

SX_TEST(reads_places_and_names) {
  sx_batch *batch = new_batch();
  SX_EXPECT_ALLOC(batch);
  size_t definition = sx_batch_definition(batch, SX_STR("/a"), (sx_pos16){1, 2});
  size_t files = sx_batch_find_files(batch, SX_STR("**/*"), 5);
  SX_EXPECT_OK(answer_next("[[\"/b\",1,2,3,4],[],[\"c\",\"d\"],null]"));
  EXPECT_RUN(reply(batch, "[\"/x\",5,null,\"/y\"]"));
  sx_places places;
  sx_strs strs;
  EXPECT_RUN(sx_batch_get_places(batch, definition, &places, sx_test_err()));
  SX_EXPECT_SIZE(places.len, 4);
  SX_EXPECT_TEXT(places.items[0].path, "/b");
  SX_EXPECT_SIZE(places.items[0].range.start.line, 1);
  SX_EXPECT_SIZE(places.items[0].range.end.character, 4);
  SX_EXPECT_TEXT(places.items[1].path, "");
  SX_EXPECT_TEXT(places.items[2].path, "c");
  EXPECT_RUN(sx_batch_get_paths(batch, files, &strs, sx_test_err()));
  SX_EXPECT_SIZE(strs.len, 4);
  SX_EXPECT_TEXT(strs.items[1], "");
  SX_EXPECT_TEXT(strs.items[3], "/y");
}

static sx_status get_document(const char *json, sx_host_document *out) {
  sx_batch *batch = new_batch();
  if (!batch) return SX_NOMEM;
  size_t slot = sx_batch_document(batch, SX_STR("/a"), true);
  sx_status status = reply(batch, json);
  return status ? status : sx_batch_get_document(batch, slot, out, sx_test_err());
}

SX_TEST(reads_documents) {
  sx_host_document document;
  EXPECT_RUN(get_document("{\"language\":\"c\",\"version\":7,\"lineCount\":3,\"hasText\":true}",
                          &document));
  SX_EXPECT_TEXT(document.language, "c");
  SX_EXPECT_SIZE(document.version, 7);
  SX_EXPECT_SIZE(document.line_count, 3);
  SX_EXPECT(document.has_text);
  SX_EXPECT_TEXT(document.text, ""); /* it says that it has text and sends none */
  EXPECT_RUN(get_document("{\"language\":5,\"version\":\"x\",\"hasText\":1}", &document));
  SX_EXPECT(!document.has_text);
  SX_EXPECT_TEXT(document.language, "");
  SX_EXPECT_STATUS(get_document("null", &document), SX_HOST);
  SX_EXPECT_STATUS(get_document("[]", &document), SX_HOST);
}

SX_TEST(reads_servers) {
  sx_batch *batch = new_batch();
  SX_EXPECT_ALLOC(batch);
  size_t slot = sx_batch_language_servers(batch, SX_STR("c"));
  EXPECT_RUN(reply(batch, "[{\"extension\":\"x.y\",\"active\":true},{},5]"));
  sx_host_servers servers;
  EXPECT_RUN(sx_batch_get_servers(batch, slot, &servers, sx_test_err()));
  SX_EXPECT_SIZE(servers.len, 3);
  SX_EXPECT(servers.items[0].is_active && !servers.items[1].is_active);
  SX_EXPECT_TEXT(servers.items[0].extension, "x.y");
}

SX_TEST(asks_in_the_shapes_that_the_shim_takes) {
  static const char *const expected[] = {"document [\"/a \\\"b\\\"\",1]",
                                         "outline [\"/a \\\"b\\\"\"]",
                                         "hover [\"/a \\\"b\\\"\",4294967295,7]",
                                         "definition [\"/a \\\"b\\\"\",0,0]",
                                         "workspaceSymbols [\"x\\n\"]",
                                         "findFiles [\"**/*\",20]",
                                         "dirtyDocuments []",
                                         "openEditors []",
                                         "languageServers [\"c\"]"};
  sx_batch *batch = new_batch();
  SX_EXPECT_ALLOC(batch);
  sx_str path = SX_STR("/a \"b\"");
  sx_batch_document(batch, path, true);
  sx_batch_outline(batch, path);
  sx_batch_hover(batch, path, (sx_pos16){UINT32_MAX, 7});
  sx_batch_definition(batch, path, (sx_pos16){0, 0});
  sx_batch_workspace_symbols(batch, SX_STR("x\n"));
  sx_batch_find_files(batch, SX_STR("**/*"), 20);
  sx_batch_dirty_documents(batch);
  sx_batch_open_editors(batch);
  sx_batch_language_servers(batch, SX_STR("c"));
  if (batch->is_out_of_memory) {
    SX_EXPECT(sx_test_is_failing_allocations());
    SX_EXPECT_STATUS(sx_batch_run(batch, sx_test_err()), SX_NOMEM);
    return;
  }
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    sx_port_ticket ticket;
    SX_EXPECT(sx_port_take(port, &ticket));
    sx_str said = sx_arena_printf(sx_test_arena(), "%s %.*s", ticket.op, SX_STR_ARG(ticket.args));
    sx_port_ticket_release(port, &ticket);
    SX_EXPECT_OK(sx_test_arena()->status);
    SX_EXPECT_STR(said, sx_str_from(expected[i]));
  }
}

SX_TEST(tells_the_editors_own_message) {
  sx_batch *batch = new_batch();
  SX_EXPECT_ALLOC(batch);
  size_t slot = sx_batch_outline(batch, SX_STR("/a"));
  sx_port_ticket ticket;
  if (!sx_port_take(port, &ticket)) return;
  sx_port_ticket_release(port, &ticket);
  fake_reply(port, ticket.id, true, SX_STR("no such document"), SX_STR(""));
  SX_EXPECT_OK(sx_batch_run(batch, sx_test_err()));
  sx_host_symbols symbols;
  SX_EXPECT_STATUS(sx_batch_get_symbols(batch, slot, &symbols, sx_test_err()), SX_HOST);
  if (!sx_test_is_failing_allocations())
    SX_EXPECT(strstr(sx_test_err()->message, "no such document"));
  SX_EXPECT_STATUS(sx_batch_get_symbols(batch, slot + 1, &symbols, sx_test_err()), SX_INTERNAL);
}

SX_TEST(waits_until_a_moment) {
  sx_batch *batch = new_batch();
  if (!batch) return;
  sx_batch_pause(batch, 1);
  sx_status status = sx_batch_run_until(batch, sx_clock_ms(), sx_test_err());
  if (status == SX_NOMEM && sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(status, SX_DEADLINE);
  batch = new_batch();
  if (!batch) return;
  sx_batch_pause(batch, 1);
  status = answer_next("null");
  EXPECT_RUN(status ? status : sx_batch_run_until(batch, UINT64_MAX, sx_test_err()));
}

SX_TEST(names_kinds) {
  SX_EXPECT_TEXT(sx_symbol_kind_name(0), "File");
  SX_EXPECT_TEXT(sx_symbol_kind_name(4), "Class");
  SX_EXPECT_TEXT(sx_symbol_kind_name(11), "Function");
  SX_EXPECT_TEXT(sx_symbol_kind_name(25), "TypeParameter");
  SX_EXPECT_TEXT(sx_symbol_kind_name(26), "");
  SX_EXPECT_TEXT(sx_symbol_kind_name(UINT32_MAX), "");
  SX_EXPECT(sx_symbol_kind_weight(SX_STR("Class")) > sx_symbol_kind_weight(SX_STR("Method")));
  SX_EXPECT(sx_symbol_kind_weight(SX_STR("Method")) > sx_symbol_kind_weight(SX_STR("Variable")));
  SX_EXPECT_INT(sx_symbol_kind_weight(SX_STR("class")), 0);
  SX_EXPECT_INT(sx_symbol_kind_weight(SX_STR("")), 0);
}

SX_SUITE(host_requests_test, SX_CASE(reads_an_outline), SX_CASE(survives_rows_of_any_shape),
         SX_CASE(what_is_no_list_is_an_error_of_the_editor),
         SX_CASE(levels_that_are_left_out_have_no_container), SX_CASE(reads_hovers),
         SX_CASE(reads_places_and_names), SX_CASE(reads_documents), SX_CASE(reads_servers),
         SX_CASE(asks_in_the_shapes_that_the_shim_takes), SX_CASE(tells_the_editors_own_message),
         SX_CASE(waits_until_a_moment), SX_CASE(names_kinds));
