#include "call_scene.h"
#include "harness.h"
#include "os/clock.h"
#include "servers/inquiry.h"
#include "servers/state.h"
#include "temp_files.h"

/* The editor's answers; NULL: an error. */
typedef struct answers {
  const char *servers;
  bool is_late; /* it does not answer which servers there are */
} answers;

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  answers *a = context;
  (void)text;
  if (strcmp(ticket->op, "document") == 0) {
    sx_buf_add_text(json, "{\"language\":\"typescript\",\"version\":1,\"lineCount\":1,"
                          "\"hasText\":false,\"encoding\":\"utf8\"}");
    return FAKE_REPLY;
  }
  if (strcmp(ticket->op, "languageServers") != 0 || !a->servers) return FAKE_ERROR;
  if (a->is_late) return FAKE_NEVER;
  sx_buf_add_text(json, a->servers);
  return FAKE_REPLY;
}

/** Rounds, one after the other; the last one is repeated. */
typedef struct script {
  call_scene *s;
  sx_round rounds[4];
  size_t len, asked;
  size_t ready_at; /* the server is ready from this round on; 0: as it is */
  sx_status status;
} script;

static sx_status run_round(void *arg, sx_round *out, sx_err *err) {
  script *c = arg;
  size_t i = c->asked < c->len ? c->asked : c->len - 1;
  if (++c->asked == c->ready_at)
    sx_servers_set_ready(c->s->call.services->servers, SX_STR("typescript"));
  *out = c->rounds[i];
  return c->status ? sx_fail(err, c->status, NULL) : SX_OK;
}

static sx_status inquire(sx_certainty *out, script *c) {
  sx_str path = temp_file(c->s->folder, "a.ts", SX_STR("let a;"));
  return sx_inquiry_run(out, &c->s->call, path, run_round, c, sx_test_err());
}

/* With failing allocations a row of the servers' list may be missing. */
#define EXPECT_ANSWER(status)                                                                      \
  do {                                                                                             \
    CALL_SCENE_EXPECT_DONE(status);                                                                \
    if (sx_test_is_failing_allocations()) return;                                                  \
  } while (0)

SX_TEST(a_server_that_is_loading_is_asked_until_it_answers) {
  answers *a = sx_test_memory(sizeof *a);
  a->servers = CALL_SCENE_TYPESCRIPT_SERVER;
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_certainty certainty;
  script c = {.s = s,
              .rounds = {SX_ROUND_LOADING, SX_ROUND_LOADING, SX_ROUND_LOADING, SX_ROUND_ENOUGH},
              .len = 4,
              .ready_at = 2};
  EXPECT_ANSWER(inquire(&certainty, &c));
  SX_EXPECT_SIZE(c.asked, 4);
  SX_EXPECT(certainty.is_sure);
  SX_EXPECT(!sx_inquiry_is_unanswered(&certainty));
}

SX_TEST(a_silent_round_is_final_once_the_server_runs) {
  answers *a = sx_test_memory(sizeof *a);
  a->servers = CALL_SCENE_TYPESCRIPT_SERVER;
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_certainty certainty;
  script c = {.s = s, .rounds = {SX_ROUND_SILENT}, .len = 1, .ready_at = 2};
  EXPECT_ANSWER(inquire(&certainty, &c));
  SX_EXPECT_SIZE(c.asked, 2);
  SX_EXPECT(certainty.is_sure);
  SX_EXPECT_TEXT(certainty.language, "typescript");
}

SX_TEST(a_language_that_no_server_serves_is_not_waited_for) {
  answers *a = sx_test_memory(sizeof *a);
  a->servers = "[]";
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_certainty certainty;
  script c = {.s = s, .rounds = {SX_ROUND_LOADING}, .len = 1};
  EXPECT_ANSWER(inquire(&certainty, &c));
  SX_EXPECT_SIZE(c.asked, 1);
  SX_EXPECT(certainty.readiness == SX_ABSENT && !certainty.is_sure);
  SX_EXPECT(!sx_inquiry_is_unanswered(&certainty));
}

SX_TEST(the_deadline_ends_the_waiting_and_is_no_error) {
  static const sx_round rounds[] = {SX_ROUND_LOADING, SX_ROUND_SILENT, SX_ROUND_AGAIN};
  for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
    answers *a = sx_test_memory(sizeof *a);
    a->servers = CALL_SCENE_TYPESCRIPT_SERVER;
    call_scene *s = call_scene_new(answer, a);
    SX_EXPECT_ALLOC(s);
    sx_port_call_set_soft_deadline(s->call.wait, sx_clock_ms() + 120);
    sx_certainty certainty;
    script c = {.s = s, .rounds = {rounds[i]}, .len = 1};
    EXPECT_ANSWER(inquire(&certainty, &c));
    SX_EXPECT(c.asked > 0 && !certainty.is_sure);
    SX_EXPECT(sx_inquiry_is_unanswered(&certainty));
  }
}

/* The editor does not say in time which servers there are. */
SX_TEST(a_deadline_while_asking_for_the_servers_is_no_error) {
  answers *a = sx_test_memory(sizeof *a);
  *a = (answers){.servers = CALL_SCENE_TYPESCRIPT_SERVER, .is_late = true};
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_port_call_set_soft_deadline(s->call.wait, sx_clock_ms() + 120);
  sx_certainty certainty;
  script c = {.s = s, .rounds = {SX_ROUND_SILENT}, .len = 1};
  EXPECT_ANSWER(inquire(&certainty, &c));
  SX_EXPECT_SIZE(c.asked, 1);
  SX_EXPECT(sx_inquiry_is_unanswered(&certainty));
}

SX_TEST(an_error_of_a_round_is_the_answer) {
  answers *a = sx_test_memory(sizeof *a);
  a->servers = CALL_SCENE_TYPESCRIPT_SERVER;
  call_scene *s = call_scene_new(answer, a);
  SX_EXPECT_ALLOC(s);
  sx_certainty certainty;
  script c = {.s = s, .rounds = {SX_ROUND_LESS}, .len = 1, .status = SX_NOT_FOUND};
  sx_status status = inquire(&certainty, &c);
  if (sx_test_is_failing_allocations() && status == SX_NOMEM) return;
  SX_EXPECT(status == SX_NOT_FOUND);
  SX_EXPECT_SIZE(c.asked, 1);
  SX_EXPECT(!certainty.is_sure);
}

SX_SUITE(servers_inquiry_test, SX_CASE(a_server_that_is_loading_is_asked_until_it_answers),
         SX_CASE(a_silent_round_is_final_once_the_server_runs),
         SX_CASE(a_language_that_no_server_serves_is_not_waited_for),
         SX_CASE(the_deadline_ends_the_waiting_and_is_no_error),
         SX_CASE(a_deadline_while_asking_for_the_servers_is_no_error),
         SX_CASE(an_error_of_a_round_is_the_answer));
