#include "call_scene.h"
#include "change/apply.h"
#include "harness.h"
#include "temp_files.h"

/* Settings, answers of the person, and the outcome of the change. */
typedef struct answers {
  const char *policy, *verdict; /* replies; NULL: an error */
  size_t asked, policies;
  char question[4096]; /* arguments of the question */
} answers;

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text;
  answers *a = context;
  bool is_policy = strcmp(ticket->op, "policy") == 0;
  const char *reply = is_policy ? a->policy : a->verdict;
  if (is_policy)
    a->policies++;
  else
    a->asked++;
  if (!is_policy) snprintf(a->question, sizeof a->question, "%.*s", SX_STR_ARG(ticket->args));
  if (!reply) return FAKE_ERROR;
  sx_buf_add_text(json, reply);
  return FAKE_REPLY;
}

static sx_status approve(call_scene *s, size_t files) {
  sx_change change;
  sx_change_init(&change, &s->call, SX_STR("edit_buffer"));
  for (size_t i = 0; i < files; i++) {
    sx_file_change *file = SX_ARRAY_ADD(&change.files, s->call.arena);
    if (!file) return SX_NOMEM;
    sx_str path = temp_path(s->folder, i ? "b.ts" : "a.ts");
    *file =
        (sx_file_change){SX_ACTION_EDIT,  path,       SX_STR(""),         SX_STR("old \"text\"\n"),
                         SX_STR("new\n"), SX_STR(""), .bytes = SX_STR("")};
  }
  sx_change_approval approval = {.change = &change};
  if (!files) approval.title = SX_STR("wants it.");
  return sx_change_approve(&s->call, &approval, sx_test_err());
}

typedef struct row {
  const char *policy, *verdict;
  bool is_approved; /* by the door */
  sx_status expected;
  size_t asked;
  const char *message;
} row;

static const row rows[] = {
    {"{\"policy\":\"always\"}", NULL, false, SX_OK, 0, ""},
    {"{\"policy\":\"ask\"}", "{\"allowed\":true,\"why\":\"\"}", false, SX_OK, 1, ""},
    {"{\"policy\":\"ask\"}", "{\"allowed\":false,\"why\":\"Not today.\"}", false, SX_NOT_ALLOWED, 1,
     "Not today. Nothing was changed."},
    {"{\"policy\":\"ask\"}", "{\"allowed\":\"yes\"}", false, SX_NOT_ALLOWED, 1,
     "Nothing was changed."},
    {"{\"policy\":\"ask\"}", "{}", false, SX_NOT_ALLOWED, 1, "Nothing was changed."},
    {"{\"policy\":\"ask\"}", "[]", false, SX_HOST, 1, ""},
    {"{\"policy\":\"ask\"}", NULL, false, SX_HOST, 1, ""},
    {"{\"policy\":\"ask\"}", NULL, true, SX_OK, 0, ""},
    {"{\"policy\":\"never\"}", NULL, false, SX_NOT_ALLOWED, 0, "sextant.approval"},
    {"{\"policy\":\"never\"}", NULL, true, SX_NOT_ALLOWED, 0, "sextant.approval"},
    {"{\"policy\":\"untrusted\"}", NULL, false, SX_NOT_ALLOWED, 0, "not trusted"},
    {"{\"policy\":\"untrusted\"}", NULL, true, SX_NOT_ALLOWED, 0, "not trusted"},
    {"{\"policy\":\"nonsense\"}", NULL, false, SX_NOT_ALLOWED, 0, "sextant.approval"},
    {"{}", NULL, false, SX_NOT_ALLOWED, 0, "sextant.approval"},
    {NULL, NULL, false, SX_HOST, 0, ""},
    {NULL, NULL, true, SX_HOST, 0, ""},
};

/* The harness has room for so many scenes a case. */
SX_TEST(what_settings_and_person_say) {
  for (size_t i = 0; i < 8; i++) {
    const row *r = &rows[i];
    answers *a = sx_test_memory(sizeof *a);
    a->policy = r->policy;
    a->verdict = r->verdict;
    call_scene *s = call_scene_new(answer, a);
    SX_EXPECT_ALLOC(s);
    if (r->is_approved) s->call.approved_toolset = s->call.toolset;
    sx_status status = approve(s, 1);
    /* A reply that found no memory is an error of the editor. */
    if (sx_test_is_failing_allocations() && status == SX_HOST) return;
    if (status != SX_NOMEM && status != r->expected)
      sx_test_fail(__FILE__, __LINE__, "row %zu: %d, %s", i, status, sx_test_err()->message);
    SX_EXPECT_STATUS(status, r->expected);
    if (status) SX_EXPECT(strstr(sx_test_err()->message, r->message));
    SX_EXPECT_SIZE(a->asked, r->asked);
    SX_EXPECT_SIZE(a->policies, 1);
  }
}

SX_TEST(what_settings_forbid) {
  for (size_t i = 8; i < sizeof rows / sizeof *rows; i++) {
    answers *a = sx_test_memory(sizeof *a);
    a->policy = rows[i].policy;
    call_scene *s = call_scene_new(answer, a);
    SX_EXPECT_ALLOC(s);
    if (rows[i].is_approved) s->call.approved_toolset = s->call.toolset;
    sx_status status = approve(s, 1);
    if (sx_test_is_failing_allocations() && status == SX_HOST) return;
    SX_EXPECT_STATUS(status, rows[i].expected);
    SX_EXPECT(strstr(sx_test_err()->message, rows[i].message));
    SX_EXPECT_SIZE(a->asked, 0);
  }
}

SX_TEST(the_question_has_every_text) {
  answers *a = sx_test_memory(sizeof *a);
  a->policy = "{\"policy\":\"ask\"}";
  a->verdict = "{\"allowed\":true}";
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_status status = approve(s, 2);
  if (sx_test_is_failing_allocations() && status) return;
  SX_EXPECT_OK(status);
  SX_EXPECT(strstr(a->question, "\"tool\":\"edit_buffer\",\"title\":\"wants to "
                                "change 2 files: a.ts and others.\","));
  if (sx_test_is_failing_allocations()) return; /* lines may not be counted */
  SX_EXPECT(strstr(a->question, "/a.ts\",\"old \\\"text\\\"\\n\",\"new\\n\",1,1],["));
  SX_EXPECT(strstr(a->question, "/b.ts\",\"old"));
  status = approve(s, 0);
  if (sx_test_is_failing_allocations() && status) return;
  SX_EXPECT_OK(status);
  SX_EXPECT(strstr(a->question, "\"wants it.\""));
  SX_EXPECT(strstr(a->question, "\"files\":[]}]"));
}

/* A yes in the chat was for one toolset; what is forbidden it does not allow. */
SX_TEST(a_yes_is_for_the_toolset_that_it_was_given_for) {
  static const char *const policies[] = {"{\"policy\":\"ask\"}", "{\"policy\":\"never\"}"};
  for (size_t i = 0; i < 2; i++) {
    answers *a = sx_test_memory(sizeof *a);
    a->policy = policies[i];
    a->verdict = "{\"allowed\":false,\"why\":\"No.\"}";
    call_scene *s = call_scene_new(answer, a);
    SX_EXPECT_ALLOC(s);
    s->call.approved_toolset = SX_STR("refactor");
    s->call.toolset = SX_STR("run");
    sx_status status = approve(s, 0);
    if (sx_test_is_failing_allocations() && status == SX_HOST) return;
    SX_EXPECT_STATUS(status, SX_NOT_ALLOWED);
    SX_EXPECT_SIZE(a->asked, i ? 0 : 1);
  }
}

SX_SUITE(change_approve_test, SX_CASE(what_settings_and_person_say), SX_CASE(what_settings_forbid),
         SX_CASE(the_question_has_every_text),
         SX_CASE(a_yes_is_for_the_toolset_that_it_was_given_for));
