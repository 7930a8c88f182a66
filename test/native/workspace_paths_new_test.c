#include "call_scene.h"
#include "harness.h"
#include "temp_files.h"
#include "workspace/document.h"
#include "workspace/paths.h"

#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

/* Paths of files that need not exist, folders, and documents that the editor does not hold. */

/* The editor finds no file by its name, and holds none but those that the case says. */
typedef struct editor_state {
  const char *document; /* its reply */
  const char *held;     /* what it says of the files that it is asked about: a list */
  size_t opened;
} editor_state;

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text;
  editor_state *state = context;
  bool is_document = strcmp(ticket->op, "document") == 0;
  bool is_held = strcmp(ticket->op, "heldDocuments") == 0 && state->held;
  const char *reply = is_document ? state->document : is_held ? state->held : "[]";
  if (is_document) state->opened++;
  if (!reply) return FAKE_ERROR;
  sx_buf_add_text(json, reply);
  return FAKE_REPLY;
}

static call_scene *new_scene(editor_state **state) {
  *state = sx_test_memory(sizeof **state);
  return call_scene_new(answer, *state);
}

/* A second folder beside the first. */
static sx_status add_root(call_scene *s, const char *name, sx_str path) {
  sx_root *root = SX_ARRAY_ADD(&s->call.roots, s->call.arena);
  if (!root) return SX_NOMEM;
  *root = (sx_root){sx_str_from(name), path, path};
  return SX_OK;
}

typedef struct row {
  const char *given, *expected; /* below the folder */
  sx_status status;
  bool exists;
} row;

static void check_new(call_scene *s, const row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sx_str out;
    bool exists;
    const row *r = &rows[i];
    sx_status status =
        sx_path_resolve_new(&s->call, "file", sx_str_from(r->given), &out, &exists, sx_test_err());
    if (sx_test_is_failing_allocations() && status == SX_HOST) return;
    if (status != r->status && status != SX_NOMEM)
      sx_test_fail(__FILE__, __LINE__, "'%s': %s", r->given, sx_test_err()->message);
    SX_EXPECT_STATUS(status, r->status);
    if (status) continue;
    SX_EXPECT_STR(out, temp_path(s->folder, r->expected));
    SX_EXPECT_INT(exists, r->exists);
  }
}

SX_TEST(new_files_of_one_folder) {
  static const row rows[] = {
      {"a.ts", "a.ts", SX_OK, true},
      {"new.ts", "new.ts", SX_OK, false},
      {"./new.ts", "new.ts", SX_OK, false},
      {" x/y/new.ts ", "x/y/new.ts", SX_OK, false},
      {"src/../new.ts", "new.ts", SX_OK, false},
      {"ünï 😀.ts", "ünï 😀.ts", SX_OK, false},
      {"../new.ts", "", SX_OUTSIDE_WORKSPACE, false},
      {"src/../../new.ts", "", SX_OUTSIDE_WORKSPACE, false},
      {"/etc/sextant-new", "", SX_OUTSIDE_WORKSPACE, false},
      {"file:///etc/sextant-new", "", SX_OUTSIDE_WORKSPACE, false},
      {"src", "", SX_IS_DIRECTORY, false},
      {"", "", SX_INVALID_ARGUMENT, false},
      {"  ", "", SX_INVALID_ARGUMENT, false},
  };
  editor_state *state;
  call_scene *s = new_scene(&state);
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "a.ts", SX_STR("a"));
  temp_file(s->folder, "src/b.ts", SX_STR("b"));
  check_new(s, rows, sizeof rows / sizeof *rows);
}

SX_TEST(new_files_of_several_folders) {
  editor_state *state;
  call_scene *s = new_scene(&state);
  SX_EXPECT_ALLOC(s);
  sx_str other = temp_folder(), out;
  bool exists;
  temp_file(s->folder, "src/a.ts", SX_STR("a"));
  temp_file(other, "lib/b.ts", SX_STR("b"));
  SX_EXPECT_OK(add_root(s, "other", other));
  static const row rows[] = {
      {"ws/new.ts", "new.ts", SX_OK, false},       {"src/new.ts", "src/new.ts", SX_OK, false},
      {"ws/src/a.ts", "src/a.ts", SX_OK, true},    {"new.ts", "", SX_AMBIGUOUS, false},
      {"nowhere/new.ts", "", SX_AMBIGUOUS, false},
  };
  check_new(s, rows, sizeof rows / sizeof *rows);
  if (sx_test_is_over()) return;
  sx_status status =
      sx_path_resolve_new(&s->call, "file", SX_STR("lib/new.ts"), &out, &exists, sx_test_err());
  SX_EXPECT_OK(status);
  SX_EXPECT_STR(out, temp_path(other, "lib/new.ts"));
  status = sx_path_resolve_new(&s->call, "file", SX_STR("new.ts"), &out, &exists, sx_test_err());
  SX_EXPECT_STATUS(status, SX_AMBIGUOUS);
  SX_EXPECT(strstr(sx_test_err()->message, "'ws/new.ts', 'other/new.ts'"));
}

SX_TEST(links_lead_where_they_lead) {
  editor_state *state;
  call_scene *s = new_scene(&state);
  SX_EXPECT_ALLOC(s);
  sx_str outside = temp_folder(), out;
  bool exists;
  temp_link(s->folder, "out.ts", temp_file(outside, "x", SX_STR("x")));
  temp_link(s->folder, "folder", outside);
  sx_status status =
      sx_path_resolve_new(&s->call, "file", SX_STR("out.ts"), &out, &exists, sx_test_err());
  SX_EXPECT_STATUS(status, SX_OUTSIDE_WORKSPACE);
  /* A new file is judged when it is planned: change_create looks at the folder. */
  sx_change change;
  sx_change_init(&change, &s->call, SX_STR("t"));
  status =
      sx_change_create(&change, temp_path(s->folder, "folder/new"), SX_STR("x"), sx_test_err());
  SX_EXPECT_STATUS(status, SX_OUTSIDE_WORKSPACE);
  status =
      sx_change_create(&change, temp_path(s->folder, "folder/a/b/new"), SX_STR("x"), sx_test_err());
  SX_EXPECT_STATUS(status, SX_OUTSIDE_WORKSPACE);
  SX_EXPECT_OK(
      sx_change_create(&change, temp_path(s->folder, "a/b/new"), SX_STR("x"), sx_test_err()));
  status = sx_change_create(&change, temp_path(s->folder, "a/b/new"), SX_STR("y"), sx_test_err());
  SX_EXPECT_STATUS(status, SX_INVALID_ARGUMENT);
  SX_EXPECT_SIZE(change.files.len, 1);
}

static void check_any(call_scene *s, const char *given, sx_status expected, const char *path,
                      bool is_directory) {
  sx_str out;
  bool is_folder;
  sx_status status =
      sx_path_resolve_any(&s->call, "path", sx_str_from(given), &out, &is_folder, sx_test_err());
  if (sx_test_is_failing_allocations() && status == SX_HOST) return;
  SX_EXPECT_STATUS(status, expected);
  if (status) return;
  SX_EXPECT_STR(out, *path ? temp_path(s->folder, path) : s->folder);
  SX_EXPECT_INT(is_folder, is_directory);
}

SX_TEST(folders_and_files) {
  editor_state *state;
  call_scene *s = new_scene(&state);
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "src/a.ts", SX_STR("a"));
  check_any(s, ".", SX_OK, "", true);
  check_any(s, "./", SX_OK, "", true);
  check_any(s, s->folder.ptr, SX_OK, "", true);
  check_any(s, "src", SX_OK, "src", true);
  check_any(s, "src/a.ts", SX_OK, "src/a.ts", false);
  check_any(s, "gone", SX_NOT_FOUND, "", false);
  check_any(s, "..", SX_OUTSIDE_WORKSPACE, "", false);
  check_any(s, "/", SX_OUTSIDE_WORKSPACE, "", false);
  check_any(s, "", SX_INVALID_ARGUMENT, "", false);
}

/* ---- documents that the editor does not hold --------------------------------------------- */

SX_TEST(a_look_opens_nothing) {
  editor_state *state;
  call_scene *s = new_scene(&state);
  SX_EXPECT_ALLOC(s);
  const sx_document *document;
  sx_str path = temp_file(s->folder, "a.ts", SX_STR("\xEF\xBB\xBFone\r\ntwo"));
  sx_status status = sx_document_peek(&s->call, path, &document, sx_test_err());
  if (sx_test_is_failing_allocations() && status == SX_HOST) return;
  SX_EXPECT_OK(status);
  SX_EXPECT(document->is_peeked && !document->is_dirty);
  SX_EXPECT_TEXT(document->text, "one\r\ntwo");
  SX_EXPECT_TEXT(document->encoding, "utf8bom");
  SX_EXPECT_INT(document->lines.count, 2);
  SX_EXPECT_SIZE(state->opened, 0);
  sx_str other = temp_file(s->folder, "b.txt", SX_STR(""));
  status = sx_document_peek(&s->call, other, &document, sx_test_err());
  if (sx_test_is_failing_allocations() && status == SX_HOST) return;
  SX_EXPECT_OK(status);
  SX_EXPECT_TEXT(document->encoding, "utf8");
  status = sx_document_peek(&s->call, temp_path(s->folder, "gone"), &document, sx_test_err());
  if (sx_test_is_failing_allocations() && status == SX_HOST) return;
  SX_EXPECT_STATUS(status, SX_NOT_FOUND);
  SX_EXPECT_SIZE(state->opened, 0);
}

SX_TEST(what_the_editor_knows_better_is_opened) {
  editor_state *state;
  call_scene *s = new_scene(&state);
  SX_EXPECT_ALLOC(s);
  const sx_document *document;
  state->document = "{\"language\":\"plaintext\",\"version\":3,\"lineCount\":1,\"hasText\":false}";
  sx_str latin = temp_file(s->folder, "latin.txt", SX_STR("gr\xF6\xDF"));
  sx_status status = sx_document_peek(&s->call, latin, &document, sx_test_err());
  if (sx_test_is_failing_allocations() && status) return;
  SX_EXPECT_OK(status);
  SX_EXPECT(!document->is_peeked);
  /* A reply that found no memory is asked for again. */
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(state->opened, 1);
}

SX_TEST(what_the_editor_holds_is_opened_only_for_its_unsaved_text) {
  editor_state *state;
  call_scene *s = new_scene(&state);
  SX_EXPECT_ALLOC(s);
  const sx_document *document;
  state->held = "[{\"language\":\"plaintext\",\"version\":7,\"lineCount\":1,\"hasText\":false}]";
  sx_str path = temp_file(s->folder, "clean.txt", SX_STR("x"));
  sx_status status = sx_document_peek(&s->call, path, &document, sx_test_err());
  if (sx_test_is_failing_allocations() && status) return;
  SX_EXPECT_OK(status);
  SX_EXPECT(!document->is_peeked);
  SX_EXPECT_INT(document->version, 7);
  SX_EXPECT_SIZE(state->opened, 0);
  state->held = "[{\"language\":\"plaintext\",\"version\":2,\"lineCount\":1,\"hasText\":true}]";
  state->document = "{\"language\":\"plaintext\",\"version\":3,\"lineCount\":1,\"hasText\":false}";
  path = temp_file(s->folder, "unsaved.txt", SX_STR("x"));
  status = sx_document_peek(&s->call, path, &document, sx_test_err());
  if (sx_test_is_failing_allocations() && status) return;
  SX_EXPECT_OK(status);
  SX_EXPECT_INT(document->version, 3);
  if (!sx_test_is_failing_allocations()) SX_EXPECT_SIZE(state->opened, 1);
}

/* ---- while another one makes the folders ------------------------------------------------------
 */

typedef struct maker {
  char outer[4096], inner[4096];
  atomic_bool is_over;
} maker;

static void make_and_remove(void *context) {
  maker *m = context;
  while (!atomic_load(&m->is_over)) {
    mkdir(m->outer, 0700);
    mkdir(m->inner, 0700);
    rmdir(m->inner);
    rmdir(m->outer);
  }
}

SX_TEST(a_folder_that_appears_meanwhile_changes_no_path) {
  editor_state *state;
  uv_thread_t thread;
  maker *m = sx_test_memory(sizeof *m);
  call_scene *s = new_scene(&state);
  if (sx_test_is_failing_allocations() || sx_test_is_over()) return;
  sx_str path = temp_path(s->folder, "outer/inner/file.txt"), real, wrong = SX_STR("");
  snprintf(m->outer, sizeof m->outer, "%s/outer", s->folder.ptr);
  snprintf(m->inner, sizeof m->inner, "%s/outer/inner", s->folder.ptr);
  SX_EXPECT_INT(uv_thread_create(&thread, make_and_remove, m), 0);
  for (int i = 0; i < 5000 && !wrong.len; i++) {
    /* A folder that goes between two looks is an error, and leads nowhere else. */
    if (sx_path_find_written(&s->call, path, &real, sx_test_err())) continue;
    if (!sx_str_is_equal(real, path)) wrong = real;
  }
  atomic_store(&m->is_over, true);
  uv_thread_join(&thread);
  SX_EXPECT_STR(wrong, SX_STR(""));
}

SX_SUITE(workspace_paths_new_test, SX_CASE(new_files_of_one_folder),
         SX_CASE(new_files_of_several_folders), SX_CASE(links_lead_where_they_lead),
         SX_CASE(folders_and_files), SX_CASE(a_folder_that_appears_meanwhile_changes_no_path),
         SX_CASE(a_look_opens_nothing), SX_CASE(what_the_editor_knows_better_is_opened),
         SX_CASE(what_the_editor_holds_is_opened_only_for_its_unsaved_text));
