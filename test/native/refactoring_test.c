#include "call_scene.h"
#include "host/json.h"
#include "refactor/refactoring.h"
#include "temp_files.h"

/* The beginning and the end that refactorings share, without an editor: they preview. */

typedef struct scene {
  call_scene *s;
  sx_refactoring r;
  sx_answer answer;
  sx_document document;
} scene;

static void release_answer(void *answer) {
  sx_answer_release(answer);
}

static void release_args(void *args) {
  cJSON_Delete(args);
}

static fake_outcome answer_editor(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                                  void *context) {
  (void)text, (void)context;
  if (strcmp(ticket->op, "policy") != 0) return FAKE_ERROR;
  sx_buf_add_text(json, "{\"policy\":\"always\"}");
  return FAKE_REPLY;
}

/* NULL when there is no memory. */
static scene *begin(const char *args, bool *is_done, sx_status *status) {
  scene *all = sx_test_memory(sizeof *all);
  *status = SX_NOMEM;
  all->s = call_scene_new(answer_editor, NULL);
  if (!all->s || sx_answer_init(&all->answer, SX_FORMAT_TEXT, 2000)) return NULL;
  sx_test_defer(release_answer, &all->answer);
  cJSON *json = sx_json_parse(sx_str_from(args));
  if (!json) return NULL;
  sx_test_defer(release_args, json);
  *status =
      sx_refactoring_begin(&all->r, &all->s->call, json, &all->answer, is_done, sx_test_err());
  return all;
}

/* A file of the folder, and a new text for it. */
static sx_status plan(scene *all, const char *before, const char *after) {
  sx_str path = temp_file(all->s->folder, "a.py", sx_str_from(before));
  sx_file_change *file = SX_ARRAY_ADD(&all->r.change.files, all->s->call.arena);
  if (!file) return SX_NOMEM;
  *file = (sx_file_change){SX_ACTION_EDIT,     path,
                           SX_STR(""),         sx_str_from(before),
                           sx_str_from(after), SX_STR("python"),
                           .bytes = SX_STR("")};
  all->document = (sx_document){.path = path, .text = sx_str_from(before)};
  return sx_lines_init(&all->document.lines, all->document.text, all->s->call.arena, NULL);
}

SX_TEST(it_previews_and_says_what_is_not_known) {
  bool is_done = true;
  sx_status status;
  scene *all = begin("{\"keep_errors\":false}", &is_done, &status);
  SX_EXPECT_ALLOC(all);
  SX_EXPECT_OK(status);
  SX_EXPECT(!is_done && all->r.request.is_preview && all->r.request.must_verify);
  SX_EXPECT_OK(plan(all, "a = 1\nb = 2\n", "c = 1\nb = 2\n"));
  SX_EXPECT_OK(sx_refactoring_warn(&all->r, &all->document, 8, "'%s' may be used by name.", "b"));
  status = sx_refactoring_finish(&all->r, &all->answer, sx_test_err());
  CALL_SCENE_EXPECT_DONE(status);
  SX_EXPECT_OK(all->answer.text.status);
  sx_str text = sx_buf_str(&all->answer.text);
  SX_EXPECT(sx_str_find(text, SX_STR("PREVIEW of "), 0) == 0);
  SX_EXPECT(sx_str_find(text, SX_STR("a.py:2:3: 'b' may be used by name.\n"), 0) != SX_STR_NONE);
  SX_EXPECT_INT(cJSON_GetArraySize(cJSON_GetObjectItem(all->answer.facts, "warnings")), 1);
}

SX_TEST(a_preview_keeps_that_it_must_be_verified) {
  bool is_done;
  sx_status status;
  scene *all = begin("{}", &is_done, &status);
  SX_EXPECT_ALLOC(all);
  SX_EXPECT_OK(status);
  SX_EXPECT_OK(plan(all, "a = 1\n", "b = 1\n"));
  status = sx_refactoring_finish(&all->r, &all->answer, sx_test_err());
  CALL_SCENE_EXPECT_DONE(status);
  const cJSON *id = cJSON_GetObjectItem(all->answer.facts, "change");
  SX_EXPECT_ALLOC(id);
  sx_change kept;
  sx_change_state state;
  SX_EXPECT_OK(sx_changes_find(all->s->call.services->changes, &all->s->call,
                               sx_str_from(id->valuestring), &kept, &state, sx_test_err()));
  SX_EXPECT(kept.must_verify);
}

SX_TEST(many_warnings_are_not_all_kept) {
  bool is_done;
  sx_status status;
  scene *all = begin("{\"preview\":false,\"keep_errors\":true}", &is_done, &status);
  SX_EXPECT_ALLOC(all);
  SX_EXPECT_OK(status);
  SX_EXPECT(!all->r.request.is_preview && !all->r.request.must_verify);
  SX_EXPECT_OK(plan(all, "a = 1\n", "b = 1\n"));
  for (int i = 0; i < SX_REFACTORING_MAX_WARNINGS + 2; i++)
    SX_EXPECT_OK(sx_refactoring_warn(&all->r, &all->document, 0, "x"));
  SX_EXPECT_SIZE(all->r.warnings.len, SX_REFACTORING_MAX_WARNINGS);
  SX_EXPECT_TEXT(all->r.warnings.items[all->r.warnings.len - 1], "There are more of these.");
}

SX_TEST(it_refuses_with_the_place) {
  bool is_done;
  sx_status status;
  scene *all = begin("{}", &is_done, &status);
  SX_EXPECT_ALLOC(all);
  SX_EXPECT_OK(status);
  SX_EXPECT_OK(plan(all, "a = 1\nb = 2\n", "b = 1\n"));
  sx_err err;
  SX_EXPECT_STATUS(sx_refactoring_refuse(&all->r, &all->document, 6, &err, "'%s' is used.", "b"),
                   SX_REFUSED);
  SX_EXPECT(sx_str_has_suffix(sx_str_from(err.message),
                              SX_STR("a.py:2:1: 'b' is used. Nothing was changed.")));
}

SX_TEST(a_change_that_is_not_known_is_answered_at_once) {
  bool is_done = false;
  sx_status status;
  scene *all = begin("{\"change\":\"c1\"}", &is_done, &status);
  SX_EXPECT_ALLOC(all);
  SX_EXPECT_OK(all->s->call.arena->status);
  SX_EXPECT_STATUS(status, SX_NOT_FOUND);
  SX_EXPECT(is_done);
}

SX_SUITE(refactoring_test, SX_CASE(it_previews_and_says_what_is_not_known),
         SX_CASE(a_preview_keeps_that_it_must_be_verified), SX_CASE(many_warnings_are_not_all_kept),
         SX_CASE(it_refuses_with_the_place),
         SX_CASE(a_change_that_is_not_known_is_answered_at_once));
