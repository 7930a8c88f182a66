#include "call_scene.h"
#include "change/apply.h"
#include "harness.h"
#include "os/clock.h"
#include "servers/state.h"

/* An editor that says of one file, in turn, what the case has written down. */
typedef struct script {
  const char *replies[6]; /* to `diagnostics`: in turn, the last again and again */
  const char *in_tab;     /* the reply once a tab was opened; NULL: as without one */
  const char *later;      /* the reply 800 ms after the first question; or NULL */
  uint64_t asked_ms;      /* when that was */
  size_t asked, tabs_opened, tabs_closed;
  bool has_server;
} script;

static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text;
  script *s = context;
  if (strcmp(ticket->op, "languageServers") == 0) {
    sx_buf_add_text(json, s->has_server ? "[{\"extension\":\"x\",\"active\":true}]" : "[]");
  } else if (strcmp(ticket->op, "backgroundTab") == 0) {
    bool is_shown = sx_str_find(ticket->args, SX_STR("true"), 0) != SX_STR_NONE;
    if (is_shown)
      s->tabs_opened++;
    else
      s->tabs_closed++;
    sx_buf_add_text(json, "{\"allowed\":true,\"why\":\"\"}");
  } else if (strcmp(ticket->op, "diagnostics") == 0) {
    size_t turn = s->asked++;
    while (turn > 0 && (turn >= 6 || !s->replies[turn])) turn--;
    if (!s->replies[turn]) return FAKE_ERROR;
    if (s->asked == 1) s->asked_ms = sx_clock_ms();
    bool is_later = s->later && sx_clock_since_ms(s->asked_ms) >= 800;
    sx_buf_add_text(json, s->tabs_opened && s->in_tab ? s->in_tab
                          : is_later                  ? s->later
                                                      : s->replies[turn]);
  } else {
    return FAKE_ERROR;
  }
  return FAKE_REPLY;
}

static bool init_change(sx_change *change, call_scene *s) {
  sx_change_init(change, &s->call, SX_STR("t"));
  sx_file_change *file = SX_ARRAY_ADD(&change->files, s->call.arena);
  if (!file) return false;
  *file = (sx_file_change){SX_ACTION_EDIT, SX_STR("/w/a.ts"),    SX_STR(""),         SX_STR("a"),
                           SX_STR("b"),    SX_STR("typescript"), .bytes = SX_STR("")};
  return true;
}

typedef struct result {
  sx_status status;
  sx_file_outcome file;
  script *script;
} result;

/* Takes, changes nothing, and compares: what the editor says in between is the change. */
static result compare_by(script first) {
  result r = {.status = SX_NOMEM, .script = sx_test_memory(sizeof(script))};
  *r.script = first;
  call_scene *s = call_scene_new(answer, r.script);
  if (!s) return r;
  sx_change change;
  sx_outcome out = {.id = ""};
  sx_diagnostics_before before;
  sx_file_outcome *outcome = SX_ARRAY_ADD(&out.files, s->call.arena);
  if (!outcome || !init_change(&change, s)) return r;
  outcome->file = &change.files.items[0];
  r.status = sx_diagnostics_take(&before, &change, change.files.len, sx_test_err());
  if (!r.status) r.status = sx_diagnostics_compare(&before, &change, &out, sx_test_err());
  if (!r.status) r.file = out.files.items[0];
  return r;
}

static result compare(const char *const *replies, size_t count, bool has_server) {
  script first = {.has_server = has_server};
  for (size_t i = 0; i < count; i++) first.replies[i] = replies[i];
  return compare_by(first);
}

#define COMPARE(has_server, ...)                                                                   \
  compare((const char *const[]){__VA_ARGS__},                                                      \
          sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), has_server)

/* NOMEM in disguise, as in other tests with an editor. */
#define EXPECT_RESULT(r)                                                                           \
  do {                                                                                             \
    if (sx_test_is_failing_allocations() && (r).status) return;                                    \
    SX_EXPECT_OK((r).status);                                                                      \
  } while (0)

#define EXACT(rows) "{\"events\":1,\"loaded\":true,\"exact\":true,\"rows\":[" rows "]}"
#define A "[0,1,0,2,0,\"1\",\"ts\",\"one\"]"
#define A_MOVED "[7,1,7,2,0,\"1\",\"ts\",\"one\"]"
#define A_WARNING "[0,1,0,2,1,\"1\",\"ts\",\"one\"]"
#define B "[3,1,3,2,1,\"2\",\"ts\",\"two\"]"
#define HINT "[3,1,3,2,3,\"2\",\"ts\",\"unused\"]"

SX_TEST(new_gone_and_as_before) {
  result r = COMPARE(true, EXACT(A "," B), EXACT(A_MOVED "," A));
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_KNOWN);
  SX_EXPECT_SIZE(r.file.remaining, 1);
  SX_EXPECT_SIZE(r.file.appeared.len, 1);
  SX_EXPECT_SIZE(r.file.vanished.len, 1);
  SX_EXPECT_TEXT(r.file.vanished.items[0].message, "two");
  SX_EXPECT_TEXT(r.file.appeared.items[0].message, "one");
  SX_EXPECT_TEXT(r.file.appeared.items[0].source, "ts");
  SX_EXPECT(r.file.is_before_known);
  SX_EXPECT_SIZE(r.script->tabs_opened, 0);
}

SX_TEST(another_severity_is_another_one_and_hints_do_not_count) {
  result r = COMPARE(true, EXACT(A "," HINT), EXACT(A_WARNING "," HINT "," HINT));
  EXPECT_RESULT(r);
  SX_EXPECT_SIZE(r.file.remaining, 0);
  SX_EXPECT_SIZE(r.file.appeared.len, 1);
  SX_EXPECT_SIZE(r.file.vanished.len, 1);
}

SX_TEST(what_the_same_says_twice_counts_twice) {
  result r = COMPARE(true, EXACT(A "," A "," A), EXACT(A));
  EXPECT_RESULT(r);
  SX_EXPECT_SIZE(r.file.remaining, 1);
  SX_EXPECT_SIZE(r.file.vanished.len, 2);
  SX_EXPECT_SIZE(r.file.appeared.len, 0);
}

SX_TEST(rows_of_any_shape) {
  result r = COMPARE(true, EXACT("null,5,[],{},[1],[\"a\",2,3,4,99,{},[],null]"),
                     EXACT("[[]],[0,0,0,0,-1],[1e300,0,0,0,0,0,0,0]"));
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_KNOWN);
}

SX_TEST(no_server_checks_files_of_the_language) {
  uint64_t began_ms = sx_clock_ms();
  result r = COMPARE(false, "{\"events\":0,\"loaded\":true,\"exact\":false,\"rows\":[]}");
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_NOT_ASKED);
  SX_EXPECT(sx_clock_ms() - began_ms < 2000); /* there is no wait */
}

#define LISTED(events, is_listed, rows)                                                            \
  "{\"events\":" events ",\"loaded\":true,\"listed\":" is_listed                                   \
  ",\"exact\":false,\"rows\":[" rows "]}"

/* Its list goes with it, which is not the news that the file has no errors any more. */
SX_TEST(a_server_that_ends_has_not_checked_the_text) {
  if (sx_test_is_failing_allocations()) return; /* it takes seconds */
  result r =
      COMPARE(true, LISTED("1", "true", A), LISTED("1", "true", A), LISTED("2", "false", ""));
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_NOT_YET);
  r = COMPARE(true, EXACT(""), LISTED("2", "false", ""));
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_NOT_YET);
}

SX_TEST(a_server_that_starts_again_counts) {
  result r = COMPARE(true, LISTED("1", "true", ""), LISTED("2", "false", ""),
                     LISTED("2", "false", ""), LISTED("3", "true", A));
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_KNOWN);
  SX_EXPECT_SIZE(r.file.appeared.len, 1);
}

/* Some extensions have no list of a file without problems. */
SX_TEST(a_file_of_which_nobody_reports_may_stay_so) {
  result r = COMPARE(true, LISTED("1", "false", ""), LISTED("2", "false", ""));
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_KNOWN);
}

#define PUBLISHED(events, rows)                                                                    \
  "{\"events\":" events ",\"loaded\":true,\"exact\":false,\"rows\":[" rows "]}"

SX_TEST(what_is_published_counts_when_it_rests) {
  if (sx_test_is_failing_allocations()) return; /* it waits in every run */
  result r =
      COMPARE(true, PUBLISHED("3", A), PUBLISHED("3", A), PUBLISHED("4", ""), PUBLISHED("5", B));
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_KNOWN);
  SX_EXPECT_SIZE(r.file.appeared.len, 1);
  SX_EXPECT_SIZE(r.file.vanished.len, 1);
  SX_EXPECT(r.file.is_before_known);
}

SX_TEST(silence_is_said_to_be_silence) {
  if (sx_test_is_failing_allocations()) return;
  result r = COMPARE(true, PUBLISHED("3", A));
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_NOT_YET);
  SX_EXPECT_SIZE(r.file.appeared.len + r.file.vanished.len, 0);
  SX_EXPECT_SIZE(r.script->tabs_opened, r.script->tabs_closed);
}

/* The file's tab was closed before: the server had forgotten it, and its list was empty. */
SX_TEST(a_list_from_before_a_late_tab_is_not_of_the_text_before) {
  if (sx_test_is_failing_allocations()) return;
  result r = compare_by(
      (script){.replies = {PUBLISHED("3", "")}, .in_tab = PUBLISHED("4", A), .has_server = true});
  EXPECT_RESULT(r);
  SX_EXPECT_INT(r.file.diagnostics, SX_DIAGNOSTICS_KNOWN);
  SX_EXPECT_SIZE(r.script->tabs_opened, 1);
  SX_EXPECT_SIZE(r.file.appeared.len, 1);
  SX_EXPECT(!r.file.is_before_known);
}

/* `*out`: the script, which counts. NULL without memory. */
static call_scene *open_change_to_verify(sx_change *change, script **out, script first) {
  script *one = sx_test_memory(sizeof *one);
  *one = first;
  call_scene *s = call_scene_new(answer, one);
  *out = one;
  if (!s || !init_change(change, s)) return NULL;
  change->must_verify = true;
  return s;
}

/* A server that needs no tab, on a busy machine: it has published of the file. */
SX_TEST(a_list_that_comes_late_makes_no_tab_and_no_doubt) {
  if (sx_test_is_failing_allocations()) return;
  sx_change change;
  sx_outcome out = {.id = ""};
  sx_diagnostics_before before;
  script *one;
  call_scene *s = open_change_to_verify(
      &change, &one,
      (script){.replies = {PUBLISHED("3", "")}, .later = PUBLISHED("4", A), .has_server = true});
  SX_EXPECT(s);
  sx_file_outcome *outcome = SX_ARRAY_ADD(&out.files, s->call.arena);
  outcome->file = &change.files.items[0];
  SX_EXPECT_OK(sx_diagnostics_take(&before, &change, change.files.len, sx_test_err()));
  SX_EXPECT_OK(sx_diagnostics_compare(&before, &change, &out, sx_test_err()));
  SX_EXPECT_SIZE(one->tabs_opened, 0);
  SX_EXPECT_SIZE(outcome->appeared.len, 1);
  SX_EXPECT(outcome->is_before_known);
}

SX_TEST(a_server_with_nothing_new_of_a_tab_does_not_need_one) {
  if (sx_test_is_failing_allocations()) return;
  sx_change change;
  sx_diagnostics_before before;
  script *one;
  call_scene *s = open_change_to_verify(
      &change, &one, (script){.replies = {PUBLISHED("3", "")}, .has_server = true});
  SX_EXPECT(s);
  sx_servers_set_needs_tab(s->call.services->servers, SX_STR("typescript"), true);
  SX_EXPECT_OK(sx_diagnostics_take(&before, &change, change.files.len, sx_test_err()));
  sx_diagnostics_drop(&before, &change);
  SX_EXPECT_SIZE(one->tabs_opened, 1);
  SX_EXPECT_SIZE(one->tabs_closed, 1);
  SX_EXPECT(!sx_servers_needs_tab(s->call.services->servers, SX_STR("typescript")));
}

/* A server that looks at tabs only, and that is not known yet. */
static void expect_before(bool must_verify, size_t tabs, size_t diagnostics) {
  sx_change change;
  sx_diagnostics_before before;
  script *one;
  call_scene *s = open_change_to_verify(
      &change, &one,
      (script){.replies = {PUBLISHED("0", "")}, .in_tab = PUBLISHED("1", A), .has_server = true});
  SX_EXPECT(s);
  change.must_verify = must_verify;
  SX_EXPECT_OK(sx_diagnostics_take(&before, &change, change.files.len, sx_test_err()));
  SX_EXPECT_SIZE(one->tabs_opened, tabs);
  SX_EXPECT_SIZE(before.files.items[0].items.len, diagnostics);
  sx_diagnostics_drop(&before, &change);
  SX_EXPECT_SIZE(one->tabs_closed, tabs);
}

SX_TEST(a_change_to_verify_shows_a_silent_file_in_a_tab_first) {
  if (sx_test_is_failing_allocations()) return;
  expect_before(true, 1, 1);
  expect_before(false, 0, 0);
}

SX_SUITE(change_diagnostics_test, SX_CASE(new_gone_and_as_before),
         SX_CASE(another_severity_is_another_one_and_hints_do_not_count),
         SX_CASE(what_the_same_says_twice_counts_twice), SX_CASE(rows_of_any_shape),
         SX_CASE(no_server_checks_files_of_the_language),
         SX_CASE(what_is_published_counts_when_it_rests), SX_CASE(silence_is_said_to_be_silence),
         SX_CASE(a_list_from_before_a_late_tab_is_not_of_the_text_before),
         SX_CASE(a_list_that_comes_late_makes_no_tab_and_no_doubt),
         SX_CASE(a_server_with_nothing_new_of_a_tab_does_not_need_one),
         SX_CASE(a_change_to_verify_shows_a_silent_file_in_a_tab_first),
         SX_CASE(a_server_that_ends_has_not_checked_the_text),
         SX_CASE(a_server_that_starts_again_counts),
         SX_CASE(a_file_of_which_nobody_reports_may_stay_so));
