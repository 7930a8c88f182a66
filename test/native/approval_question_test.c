#include "approval/question.h"
#include "call_scene.h"
#include "harness.h"
#include "temp_files.h"

/* An editor whose settings and person say this; the question is kept. */
typedef struct answers {
  const char *policy, *verdict;
  size_t asked, policies;
  char question[4096];
} answers;

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text;
  answers *a = context;
  bool is_policy = strcmp(ticket->op, "policy") == 0;
  *(is_policy ? &a->policies : &a->asked) += 1;
  if (!is_policy) snprintf(a->question, sizeof a->question, "%.*s", SX_STR_ARG(ticket->args));
  sx_buf_add_text(json, is_policy ? a->policy : a->verdict);
  return FAKE_REPLY;
}

static call_scene *new_scene(answers **out, const char *policy) {
  answers *a = *out = sx_test_memory(sizeof *a);
  a->policy = policy;
  a->verdict = "{\"allowed\":true}";
  return call_scene_new(answer, a);
}

#define ALWAYS "{\"policy\":\"always\"}"
#define ASK "{\"policy\":\"ask\"}"

/* With allocations failing, the editor's reply may be what found no memory: then it is an error. */
#define EXPECT_ALLOWED(status)                                                                     \
  do {                                                                                             \
    sx_status allowed = (status);                                                                  \
    if (allowed && sx_test_is_failing_allocations()) return;                                       \
    SX_EXPECT_OK(allowed);                                                                         \
  } while (0)

/* A command, say: it has no files and no texts. */
SX_TEST(a_title_and_a_toolset_are_enough) {
  answers *a;
  call_scene *s = new_scene(&a, ASK);
  SX_EXPECT_ALLOC(s);
  sx_str toolset = SX_STR("run");
  sx_approval approval = {.title = SX_STR("wants to run a\ncommand."),
                          .toolsets = {.items = &toolset, .len = 1}};
  EXPECT_ALLOWED(sx_approval_ask(&s->call, &approval, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(a->asked, 1);
  SX_EXPECT(strstr(a->question, "\"title\":\"wants to run a?command.\""));
  s->call.approved_toolset = toolset;
  SX_EXPECT_OK(sx_approval_ask(&s->call, &approval, sx_test_err()));
  SX_EXPECT_SIZE(a->asked, 1);
}

SX_TEST(protected_paths_are_asked_about_whatever_the_settings_say) {
  answers *a;
  call_scene *s = new_scene(&a, ALWAYS);
  SX_EXPECT_ALLOC(s);
  temp_file(s->folder, "src/.git/config", SX_STR(""));
  temp_file(s->folder, "lib/a.ts", SX_STR(""));
  sx_str toolset = SX_STR("files");
  const struct {
    const char *path;
    sx_approval_kind kind;
    bool is_asked;
  } rows[] = {
      {"lib", SX_APPROVAL_FOLDER, false},         {"lib", SX_APPROVAL_EITHER, false},
      {"src", SX_APPROVAL_FOLDER, true},          {"src", SX_APPROVAL_EITHER, true},
      {"lib/a.ts", SX_APPROVAL_FILE, false},      {"src/.git/config", SX_APPROVAL_FILE, true},
      {"lib/none.ts", SX_APPROVAL_EITHER, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_approval_path path = {temp_path(s->folder, rows[i].path), rows[i].kind};
    sx_approval approval = {.title = SX_STR("wants it."),
                            .toolsets = {.items = &toolset, .len = 1},
                            .paths = {.items = &path, .len = 1}};
    size_t asked = a->asked;
    EXPECT_ALLOWED(sx_approval_ask(&s->call, &approval, sx_test_err()));
    if (!sx_test_is_failing_allocations() && a->asked - asked != rows[i].is_asked)
      SX_FAIL("%s, kind %d: asked %zu times", rows[i].path, rows[i].kind, a->asked - asked);
    sx_str found;
    const char *why;
    EXPECT_ALLOWED(sx_approval_find_protected(&s->call, &approval, &found, &why, sx_test_err()));
    SX_EXPECT((why != NULL) == rows[i].is_asked);
    /* A person's own wish needs no question. */
    approval.is_persons = true;
    EXPECT_ALLOWED(sx_approval_ask(&s->call, &approval, sx_test_err()));
    if (!sx_test_is_failing_allocations())
      SX_EXPECT_SIZE(a->asked, asked + (rows[i].is_asked ? 1 : 0));
  }
}

SX_TEST(texts_are_shown_and_a_loss_is_warned_of) {
  answers *a;
  call_scene *s = new_scene(&a, ALWAYS);
  SX_EXPECT_ALLOC(s);
  sx_str toolsets[] = {SX_STR("edit"), SX_STR("refactor")};
  sx_approval_text text = {SX_STR("/w/a.ts"), SX_STR("old"), SX_STR("new")};
  sx_approval approval = {.title = SX_STR("wants it."),
                          .toolsets = {.items = toolsets, .len = 2},
                          .texts = {.items = &text, .len = 1},
                          .cannot_undo = true};
  EXPECT_ALLOWED(sx_approval_ask(&s->call, &approval, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(a->policies, 2);
  SX_EXPECT_SIZE(a->asked, 1);
  SX_EXPECT(strstr(a->question, "cannot be undone"));
  SX_EXPECT(strstr(a->question, "\"/w/a.ts\",\"old\",\"new\",1,1]"));
  a->verdict = "{\"allowed\":false,\"why\":\"No\"}";
  SX_EXPECT_STATUS(sx_approval_ask(&s->call, &approval, sx_test_err()), SX_NOT_ALLOWED);
  SX_EXPECT(strstr(sx_test_err()->message, "No. Nothing was changed."));
}

/* Which of the longer answers a question of each kind can have. */
SX_TEST(a_command_is_shown_whole_with_what_may_be_allowed) {
  answers *a;
  call_scene *s = new_scene(&a, ASK);
  SX_EXPECT_ALLOC(s);
  sx_str toolset = SX_STR("run");
  const struct {
    sx_approval approval;
    const char *policy, *has[4], *lacks[3];
  } rows[] = {
      {{.command = SX_STR("npm test \\\n  -- \"a\""),
        .folder = SX_STR("/w/src"),
        .prefix = SX_STR("npm test")},
       ASK,
       {"\"command\":\"npm test \\\\\\n  -- \\\"a\\\"\"", "\"folder\":\"/w/src\"",
        "\"prefix\":\"npm test\"", "\"toolsets\":[\"run\"]"},
       {"\"canAllowAlways\":true"}},
      {{.command = SX_STR("sudo ls"), .prefix = SX_STR("sudo ls"), .must_ask = true},
       ASK,
       {"\"command\":\"sudo ls\"", "\"toolsets\":[]", "\"title\":\"wants to run a command.\""},
       {"prefix", "You are always"}},
      {{.command = SX_STR("sudo ls"),
        .must_ask = true,
        .is_allowed = true,
        .why_asked = SX_STR("it gains\nrights")},
       ALWAYS,
       {"wants to run a command. You are always asked about this: it gains?rights.\""},
       {"prefix"}},
      {{.command = SX_STR("ls | wc")}, ASK, {"\"toolsets\":[\"run\"]"}, {"prefix"}},
      {{.prefix = SX_STR("ls")}, ASK, {"\"toolsets\":[]"}, {"prefix", "command\":", "folder"}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_approval approval = rows[i].approval;
    approval.title = SX_STR("wants to run a command.");
    approval.toolsets = (sx_strs){.items = &toolset, .len = 1};
    a->policy = rows[i].policy;
    a->question[0] = 0;
    EXPECT_ALLOWED(sx_approval_ask(&s->call, &approval, sx_test_err()));
    for (size_t k = 0; k < 4 && rows[i].has[k]; k++)
      if (!strstr(a->question, rows[i].has[k]))
        SX_FAIL("row %zu: %s\n  should have %s", i, a->question, rows[i].has[k]);
    for (size_t k = 0; k < 3 && rows[i].lacks[k]; k++)
      if (strstr(a->question, rows[i].lacks[k]))
        SX_FAIL("row %zu: %s\n  should not have %s", i, a->question, rows[i].lacks[k]);
  }
}

SX_TEST(a_rule_of_the_settings_is_asked_about_no_more_but_never_is_never) {
  answers *a;
  call_scene *s = new_scene(&a, ASK);
  SX_EXPECT_ALLOC(s);
  sx_str toolset = SX_STR("run");
  sx_approval approval = {.title = SX_STR("wants to run a command."),
                          .toolsets = {.items = &toolset, .len = 1},
                          .command = SX_STR("npm test"),
                          .is_allowed = true};
  EXPECT_ALLOWED(sx_approval_ask(&s->call, &approval, sx_test_err()));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(a->asked, 0);
  a->policy = "{\"policy\":\"untrusted\"}";
  SX_EXPECT_STATUS(sx_approval_ask(&s->call, &approval, sx_test_err()), SX_NOT_ALLOWED);
  SX_EXPECT(strstr(sx_test_err()->message, "not trusted"));
  a->policy = "{\"policy\":\"never\"}";
  SX_EXPECT_STATUS(sx_approval_ask(&s->call, &approval, sx_test_err()), SX_NOT_ALLOWED);
  SX_EXPECT(strstr(sx_test_err()->message, "commands by the toolset 'run'. Nothing was run."));
  SX_EXPECT_SIZE(a->asked, 0);
  approval.is_allowed = false;
  a->policy = ASK;
  a->verdict = "{\"allowed\":false,\"why\":\"No\"}";
  SX_EXPECT_STATUS(sx_approval_ask(&s->call, &approval, sx_test_err()), SX_NOT_ALLOWED);
  SX_EXPECT(strstr(sx_test_err()->message, "No. Nothing was run."));
  SX_EXPECT(approval.is_rejected);
}

SX_SUITE(approval_question_test, SX_CASE(a_title_and_a_toolset_are_enough),
         SX_CASE(a_command_is_shown_whole_with_what_may_be_allowed),
         SX_CASE(a_rule_of_the_settings_is_asked_about_no_more_but_never_is_never),
         SX_CASE(protected_paths_are_asked_about_whatever_the_settings_say),
         SX_CASE(texts_are_shown_and_a_loss_is_warned_of));
