#include "call_scene.h"
#include "harness.h"
#include "servers/freshness.h"
#include "servers/readiness.h"
#include "servers/state.h"
#include "temp_files.h"

/* An editor's answer to each question; NULL: an error. */
typedef struct answers {
  const char *servers, *loaded, *document, *buffer;
  const char *text; /* of a document */
  size_t servers_asked, loads_asked, documents_asked, buffers_asked;
  bool is_loaded_later; /* the first time the project is not loaded */
} answers;

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  answers *a = context;
  const char *reply = "null";
  if (strcmp(ticket->op, "languageServers") == 0) {
    a->servers_asked++;
    reply = a->servers;
  } else if (strcmp(ticket->op, "loadProject") == 0) {
    bool is_early = a->is_loaded_later && !a->loads_asked;
    a->loads_asked++;
    reply = is_early ? "{\"loaded\":false}" : a->loaded;
  } else if (strcmp(ticket->op, "document") == 0) {
    a->documents_asked++;
    reply = a->document;
    if (a->text) sx_buf_add_text(text, a->text);
  } else if (strcmp(ticket->op, "buffer") == 0) {
    a->buffers_asked++;
    reply = a->buffer;
  }
  if (!reply) return FAKE_ERROR;
  sx_buf_add_text(json, reply);
  return FAKE_REPLY;
}

#define TYPESCRIPT                                                                                 \
  "{\"language\":\"typescript\",\"version\":1,\"lineCount\":1,\"hasText\":true,"                   \
  "\"encoding\":\"utf8\"}"
#define PLAIN_C "{\"language\":\"c\",\"version\":1,\"lineCount\":1,\"hasText\":true}"

/* ---- readiness ----------------------------------------------------------------------------- */

SX_TEST(a_language_is_as_ready_as_its_server) {
  answers *a = sx_test_memory(sizeof *a);
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_readiness readiness;
  sx_str language = SX_STR("typescript");
  a->servers = "[]";
  CALL_SCENE_EXPECT_DONE(sx_readiness_get(&s->call, language, &readiness, sx_test_err()));
  SX_EXPECT(readiness == SX_ABSENT);
  a->servers = CALL_SCENE_TYPESCRIPT_SERVER;
  CALL_SCENE_EXPECT_DONE(sx_readiness_get(&s->call, language, &readiness, sx_test_err()));
  if (sx_test_is_failing_allocations()) return; /* a row of the list may have found no memory */
  SX_EXPECT(readiness == SX_STARTING);
  sx_servers_set_ready(s->call.services->servers, language);
  size_t asked = a->servers_asked;
  SX_EXPECT_OK(sx_readiness_get(&s->call, language, &readiness, sx_test_err()));
  SX_EXPECT(readiness == SX_READY);
  SX_EXPECT_SIZE(a->servers_asked, asked);
  a->servers = NULL;
  SX_EXPECT_STATUS(sx_readiness_get(&s->call, SX_STR("c"), &readiness, sx_test_err()), SX_HOST);
}

/* The server may have dropped a project that it had loaded. */
SX_TEST(a_project_is_asked_for_each_time) {
  answers *a = sx_test_memory(sizeof *a);
  *a = (answers){.servers = CALL_SCENE_TYPESCRIPT_SERVER,
                 .loaded = "{\"loaded\":true}",
                 .document = TYPESCRIPT,
                 .text = "let a;",
                 .is_loaded_later = true};
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  bool is_loaded;
  sx_str path = temp_file(s->folder, "a.ts", SX_STR("let a;"));
  SX_EXPECT(!sx_readiness_is_project_loaded(&s->call, path));
  CALL_SCENE_EXPECT_DONE(sx_readiness_load_project(&s->call, path, &is_loaded, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(is_loaded);
  SX_EXPECT_SIZE(a->loads_asked, 2);
  SX_EXPECT(sx_readiness_is_project_loaded(&s->call, temp_path(s->folder, "b.ts")));
  SX_EXPECT_OK(sx_readiness_load_project(&s->call, path, &is_loaded, sx_test_err()));
  SX_EXPECT(is_loaded);
  SX_EXPECT_SIZE(a->loads_asked, 3);
  SX_EXPECT_OK(sx_readiness_urge(&s->call, path, sx_test_err()));
  SX_EXPECT_SIZE(a->loads_asked, 4);
  a->loaded = NULL; /* it cannot be asked any more: another extension serves the language */
  SX_EXPECT_OK(sx_readiness_load_project(&s->call, path, &is_loaded, sx_test_err()));
  SX_EXPECT(is_loaded);
  SX_EXPECT_SIZE(a->loads_asked, 5);
}

SX_TEST(no_project_is_loaded_where_none_can_be_asked) {
  answers *a = sx_test_memory(sizeof *a);
  *a = (answers){.servers = "[]", .loaded = NULL, .document = PLAIN_C, .text = "int a;"};
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  bool is_loaded;
  sx_str path = temp_file(s->folder, "a.c", SX_STR("int a;"));
  CALL_SCENE_EXPECT_DONE(sx_readiness_load_project(&s->call, path, &is_loaded, sx_test_err()));
  SX_EXPECT(is_loaded);
  SX_EXPECT_SIZE(a->loads_asked, 0);
  a->document = TYPESCRIPT; /* whose server is not installed */
  a->text = "let a;";
  path = temp_file(s->folder, "a.ts", SX_STR("let a;"));
  CALL_SCENE_EXPECT_DONE(sx_readiness_load_project(&s->call, path, &is_loaded, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(!is_loaded);
  SX_EXPECT_SIZE(a->loads_asked, 1);
}

/* ---- freshness ----------------------------------------------------------------------------- */

SX_TEST(servers_are_shown_what_changed) {
  answers *a = sx_test_memory(sizeof *a);
  *a = (answers){.document = TYPESCRIPT, .text = "let b;"};
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_change_log *log = s->call.services->change_log;
  sx_str path = temp_file(s->folder, "a.ts", SX_STR("let b;"));
  CALL_SCENE_EXPECT_DONE(
      sx_freshness_settle(&s->call, sx_test_err())); /* it watches the folder from here */
  SX_EXPECT(!sx_file_log_count_changed(sx_change_log_files(log)));
  sx_change_log_add(log, path);
  sx_change_log_add(log, temp_path(s->folder, "gone.ts"));
  sx_change_log_add(log, temp_file(s->folder, "a.unknown-ending", SX_STR("x")));
  a->documents_asked = 0;
  CALL_SCENE_EXPECT_DONE(sx_freshness_settle(&s->call, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(a->documents_asked, 1);
  SX_EXPECT(!s->call.stale.len);
  SX_EXPECT(sx_freshness_is_recent(&s->call));
  sx_strs changed = {0};
  SX_EXPECT_OK(sx_freshness_get_changed(&s->call, &changed, sx_test_err()));
  SX_EXPECT(changed.len >= 2);
  SX_EXPECT_OK(sx_freshness_settle(&s->call, sx_test_err()));
  SX_EXPECT_SIZE(a->documents_asked, 1);
}

SX_TEST(an_answer_is_stale_while_the_editor_has_the_old_text) {
  if (sx_test_is_failing_allocations()) return; /* it waits for the editor in each run */
  answers *a = sx_test_memory(sizeof *a);
  *a = (answers){.document = TYPESCRIPT, .text = "let old;"};
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_change_log *log = s->call.services->change_log;
  sx_change_log_add(log, temp_file(s->folder, "a.ts", SX_STR("let b;")));
  SX_EXPECT_OK(sx_freshness_settle(&s->call, sx_test_err()));
  SX_EXPECT(sx_str_find(s->call.stale, SX_STR("a.ts"), 0) != SX_STR_NONE);
  SX_EXPECT_SIZE(sx_file_log_count_changed(sx_change_log_files(log)), 1); /* for the next call */
  a->text = "let b;";
  s->call.stale = SX_STR("");
  SX_EXPECT_OK(sx_freshness_settle(&s->call, sx_test_err()));
  SX_EXPECT(!s->call.stale.len);
}

SX_TEST(places_in_files_that_are_gone_are_dropped) {
  answers *a = sx_test_memory(sizeof *a);
  *a = (answers){.buffer = "{\"isDirty\":false}"};
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_place items[] = {{.path = temp_file(s->folder, "a.ts", SX_STR("let a;"))},
                      {.path = temp_path(s->folder, "gone.ts")},
                      {.path = SX_STR("untitled:Untitled-1")}};
  sx_places places = {.items = items, .len = 3};
  bool dropped = false;
  CALL_SCENE_EXPECT_DONE(sx_freshness_drop_gone(&s->call, &places, &dropped, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(dropped);
  SX_EXPECT_SIZE(places.len, 2);
  SX_EXPECT_SIZE(a->buffers_asked, 1);
  SX_EXPECT_TEXT(places.items[1].path, "untitled:Untitled-1");
  bool is_gone = true;
  a->buffer = "{\"isDirty\":true}"; /* unsaved text goes on to exist */
  SX_EXPECT_OK(
      sx_freshness_is_gone(&s->call, temp_path(s->folder, "gone.ts"), &is_gone, sx_test_err()));
  SX_EXPECT(!is_gone);
}

SX_SUITE(servers_test, SX_CASE(a_language_is_as_ready_as_its_server),
         SX_CASE(a_project_is_asked_for_each_time),
         SX_CASE(no_project_is_loaded_where_none_can_be_asked),
         SX_CASE(servers_are_shown_what_changed),
         SX_CASE(an_answer_is_stale_while_the_editor_has_the_old_text),
         SX_CASE(places_in_files_that_are_gone_are_dropped));
