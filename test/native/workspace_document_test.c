#define _XOPEN_SOURCE 700
#include "fake_editor.h"
#include "engine/services.h"
#include "harness.h"
#include "os/clock.h"
#include "temp_files.h"
#include "workspace/document.h"
#include "servers/readiness.h"
#include "servers/state.h"

#include <sys/stat.h>

/* A call whose editor answers as the case says. */
typedef struct scene {
  sx_call call;
  sx_str folder;
  fake_editor *editor;
  const char *json[4]; /* replies in turn, the last again and again; NULL: an error */
  const char *text;
  size_t asked;
} scene;

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)ticket;
  scene *s = context;
  size_t turn = s->asked++;
  while (turn > 0 && (turn >= 4 || !s->json[turn])) turn--;
  if (!s->json[turn]) return FAKE_ERROR;
  sx_buf_add_text(json, s->json[turn]);
  if (s->text) sx_buf_add_text(text, s->text);
  return FAKE_REPLY;
}

static void free_port(void *context) {
  sx_port_free(context);
}

static void free_call(void *context) {
  sx_port_call_free(context);
}

static void free_services(void *context) {
  sx_services_free(context);
}

static scene *new_scene(void) {
  scene *s = sx_test_memory(sizeof *s);
  s->folder = temp_folder();
  s->editor = fake_editor_new(answer, s);
  if (!s->editor) return NULL;
  sx_test_defer(fake_editor_free, s->editor);
  sx_port *port = sx_port_new(fake_editor_wake, s->editor);
  if (!port) return NULL;
  sx_test_defer(free_port, port);
  fake_editor_serve(s->editor, port, NULL);
  sx_test_defer(fake_editor_stop, s->editor);
  s->call.wait = sx_port_call_new(port, sx_clock_ms() + 60000);
  if (!s->call.wait) return NULL;
  sx_test_defer(free_call, s->call.wait);
  sx_services *services = sx_services_new();
  if (!services) return NULL;
  sx_test_defer(free_services, services);
  s->call.services = services;
  s->call.arena = sx_test_arena();
  return s;
}

static sx_status open_file(scene *s, sx_str path, const sx_document **out) {
  return sx_document_open(&s->call, path, out, sx_test_err());
}

/* Out of memory in disguise, since the editor's reply found none. */
#define EXPECT_OPEN(status)                                                                        \
  do {                                                                                             \
    sx_status open_status = (status);                                                              \
    if (open_status == SX_HOST && sx_test_is_failing_allocations()) return;                        \
    SX_EXPECT_OK(open_status);                                                                     \
  } while (0)

/* Files that the answer depends on, without rules that could come. */
static size_t count_files(const sx_call *call) {
  size_t count = 0;
  for (size_t i = 0; i < call->dependencies.len; i++)
    count += !call->dependencies.items[i].is_absent;
  return count;
}

SX_TEST(takes_a_clean_files_text_from_the_disk) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  s->json[0] = "{\"language\":\"typescript\",\"version\":3,\"lineCount\":3,\"hasText\":false}";
  sx_str path = temp_file(s->folder, "a.ts", SX_STR("\xEF\xBB\xBFone\ntwo\r\nthree"));
  const sx_document *document, *again;
  EXPECT_OPEN(open_file(s, path, &document));
  SX_EXPECT_TEXT(document->text, "one\ntwo\r\nthree");
  SX_EXPECT_TEXT(document->language_id, "typescript");
  SX_EXPECT_SIZE(document->version, 3);
  SX_EXPECT_SIZE(count_files(&s->call), 1);
  SX_EXPECT_OK(open_file(s, path, &again));
  SX_EXPECT(again == document);
  /* A reply that found no memory is asked for again. */
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(s->asked, 1);
  sx_pos16 at = sx_document_position(document, 5);
  SX_EXPECT(at.line == 1 && at.character == 1);
  SX_EXPECT_SIZE(sx_document_offset(document, (sx_pos16){2, 99}), document->text.len);
}

SX_TEST(unsaved_text_counts) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  s->json[0] = "{\"language\":\"c\",\"version\":9,\"lineCount\":1,\"hasText\":true}";
  s->text = "int unsaved;";
  const sx_document *document;
  EXPECT_OPEN(open_file(s, temp_file(s->folder, "a.c", SX_STR("int saved;")), &document));
  if (sx_test_is_failing_allocations()) return; /* the text may have found no memory */
  SX_EXPECT_TEXT(document->text, "int unsaved;");
}

SX_TEST(waits_until_the_editor_has_reloaded) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  s->json[0] = s->json[1] = "{\"language\":\"c\",\"version\":1,\"lineCount\":7,\"hasText\":false}";
  s->json[2] = "{\"language\":\"c\",\"version\":2,\"lineCount\":2,\"hasText\":false}";
  const sx_document *document;
  EXPECT_OPEN(open_file(s, temp_file(s->folder, "a.c", SX_STR("a\nb")), &document));
  SX_EXPECT_SIZE(document->version, 2);
  SX_EXPECT_SIZE(s->asked, 3);
}

SX_TEST(an_editor_that_never_reloads_ends_it) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  if (sx_test_is_failing_allocations()) return; /* half a second a run */
  s->json[0] = "{\"language\":\"c\",\"version\":1,\"lineCount\":7,\"hasText\":false}";
  const sx_document *document;
  SX_EXPECT_STATUS(open_file(s, temp_file(s->folder, "a.c", SX_STR("a\nb")), &document), SX_HOST);
  SX_EXPECT(s->asked < 50);
}

SX_TEST(has_only_text_files_reloaded) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  s->json[0] = "null";
  sx_str fifo = temp_path(s->folder, "fifo");
  SX_EXPECT(mkfifo(fifo.ptr, 0600) == 0);
  const sx_str paths[] = {
      temp_file(s->folder, "a.c", SX_STR("a\nb")),
      temp_file(s->folder, "utf16.c",
                SX_STR("\xFF\xFE"
                       "a")),
      temp_path(s->folder, "gone.c"),
      fifo,
      s->folder,
  };
  sx_status status =
      sx_documents_reload(&s->call, paths, sizeof paths / sizeof *paths, sx_test_err());
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_OK(status);
  SX_EXPECT_SIZE(s->asked, 1);
}

SX_TEST(refuses_what_is_no_text) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  const sx_document *document;
  sx_str binary = temp_file(s->folder, "a.bin",
                            SX_STR("\x7f"
                                   "ELF\0\0"));
  SX_EXPECT_STATUS(open_file(s, binary, &document), SX_BINARY);
  sx_str text = temp_file(s->folder, "a.txt", SX_STR("text"));
  SX_EXPECT_STATUS(open_file(s, text, &document), SX_HOST);
  size_t asked = s->asked;
  SX_EXPECT_STATUS(open_file(s, temp_path(s->folder, "absent"), &document), SX_NOT_FOUND);
  sx_str big = temp_file(s->folder, "big", SX_STR(""));
  FILE *file = fopen(big.ptr, "wb");
  SX_EXPECT(file);
  fseek(file, SX_DOCUMENT_MAX_BYTES, SEEK_SET);
  fputc('x', file);
  fclose(file);
  SX_EXPECT_STATUS(open_file(s, big, &document), SX_TOO_BIG);
  SX_EXPECT_SIZE(s->asked, asked); /* the editor was not made to load it */
}

SX_TEST(malformed_replies_end_as_errors) {
  static const char *const replies[] = {"null", "[]", "5", "x", "\"\""};
  for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
    scene *s = new_scene();
    SX_EXPECT_ALLOC(s);
    s->json[0] = replies[i];
    const sx_document *document;
    SX_EXPECT_STATUS(open_file(s, temp_file(s->folder, "a.c", SX_STR("x")), &document), SX_HOST);
  }
}

/* ---- readiness ---------------------------------------------------------------------------- */

SX_TEST(knows_what_silence_means) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_readiness readiness;
  s->json[0] = "[{\"extension\":\"x\",\"active\":false}]";
  EXPECT_OPEN(sx_readiness_get(&s->call, SX_STR("c"), &readiness, sx_test_err()));
  SX_EXPECT_INT(readiness, SX_STARTING);
  s->json[0] = "[]";
  EXPECT_OPEN(sx_readiness_get(&s->call, SX_STR("c"), &readiness, sx_test_err()));
  SX_EXPECT_INT(readiness, SX_ABSENT);
  sx_servers_set_ready(s->call.services->servers, SX_STR("c"));
  size_t asked = s->asked;
  EXPECT_OPEN(sx_readiness_get(&s->call, SX_STR("c"), &readiness, sx_test_err()));
  SX_EXPECT_INT(readiness, SX_READY);
  SX_EXPECT_SIZE(s->asked, asked); /* known without asking */
  s->json[0] = "{}";
  SX_EXPECT_STATUS(sx_readiness_get(&s->call, SX_STR("d"), &readiness, sx_test_err()), SX_HOST);
}

SX_SUITE(workspace_document_test, SX_CASE(takes_a_clean_files_text_from_the_disk),
         SX_CASE(unsaved_text_counts), SX_CASE(waits_until_the_editor_has_reloaded),
         SX_CASE(an_editor_that_never_reloads_ends_it), SX_CASE(has_only_text_files_reloaded),
         SX_CASE(refuses_what_is_no_text), SX_CASE(malformed_replies_end_as_errors),
         SX_CASE(knows_what_silence_means));
