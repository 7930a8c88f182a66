#include "call_scene.h"
#include "change/waiting.h"
#include "harness.h"

static sx_changes *changes_of(call_scene *s) {
  return s->call.services->changes;
}

/* A change that has begun to be applied: previewed before, or new. */
static sx_status begin(call_scene *s, bool is_previewed, char *id) {
  sx_change change;
  bool can_undo;
  sx_change_init(&change, &s->call, SX_STR("edit_buffer"));
  sx_file_change *file = SX_ARRAY_ADD(&change.files, s->call.arena);
  sx_str none = SX_STR("");
  if (!file) return SX_NOMEM;
  *file = (sx_file_change){SX_ACTION_EDIT, SX_STR("/w/a.ts"), none, SX_STR("old"), SX_STR("new"),
                           none,           .bytes = none};
  id[0] = 0;
  sx_status status = is_previewed ? sx_changes_put(changes_of(s), &change, id) : SX_OK;
  return status ? status
                : sx_changes_begin_applying(changes_of(s), &change, id, &can_undo, sx_test_err());
}

static sx_status leave(call_scene *s, bool is_previewed, char *id) {
  const sx_waiting_options options = {.save = true, .write_to_disk = false};
  sx_status status = begin(s, is_previewed, id);
  if (!status && !sx_changes_begin_waiting(changes_of(s), id, &options)) status = SX_INTERNAL;
  return status;
}

static sx_change_state state_of(call_scene *s, const char *id) {
  sx_decision decision = {.state = SX_CHANGE_UNDONE};
  /* Without memory only its words are missing. */
  sx_status status =
      sx_changes_find_decision(changes_of(s), &s->call, sx_str_from(id), &decision, NULL);
  return status && status != SX_NOMEM ? SX_CHANGE_UNDONE : decision.state;
}

static sx_status allow(call_scene *s, const char *id, sx_change *out, sx_waiting_options *options) {
  return sx_changes_allow(changes_of(s), &s->call, sx_str_from(id), out, options, sx_test_err());
}

SX_TEST(allowed_it_is_a_persons_to_apply) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES];
  sx_change change;
  sx_waiting_options options = {0};
  bool can_undo;
  SX_EXPECT_OK(leave(s, false, id));
  SX_EXPECT_OK(allow(s, id, &change, &options));
  SX_EXPECT(options.save && !options.write_to_disk);
  SX_EXPECT_TEXT(change.files.items[0].after, "new");
  SX_EXPECT_STATUS(allow(s, id, &change, &options), SX_CONFLICT);
  SX_EXPECT_STATUS(sx_changes_begin_applying(changes_of(s), &change, id, &can_undo, sx_test_err()),
                   SX_CONFLICT);
  s->call.caller = SX_CALLER_PERSON;
  SX_EXPECT_OK(sx_changes_begin_applying(changes_of(s), &change, id, &can_undo, sx_test_err()));
  SX_EXPECT(sx_changes_end_applying(changes_of(s), id, &change));
  sx_changes_keep_decision(changes_of(s), id, SX_STR("APPLIED\n"), SX_STR("{}"));
  sx_decision decision;
  SX_EXPECT_OK(
      sx_changes_find_decision(changes_of(s), &s->call, sx_str_from(id), &decision, sx_test_err()));
  SX_EXPECT_INT(decision.state, SX_CHANGE_APPLIED);
  SX_EXPECT(decision.was_waiting);
  if (sx_test_is_failing_allocations()) return; /* its words may be missing */
  SX_EXPECT_TEXT(decision.text, "APPLIED\n");
  SX_EXPECT_TEXT(decision.facts, "{}");
}

SX_TEST(what_could_not_be_applied_is_remembered) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES];
  sx_change change;
  sx_waiting_options options;
  bool can_undo;
  s->call.caller = SX_CALLER_PERSON;
  SX_EXPECT_OK(leave(s, false, id));
  SX_EXPECT_OK(allow(s, id, &change, &options));
  SX_EXPECT_OK(sx_changes_begin_applying(changes_of(s), &change, id, &can_undo, sx_test_err()));
  SX_EXPECT(!sx_changes_end_applying(changes_of(s), id, NULL));
  sx_changes_keep_decision(changes_of(s), id, SX_STR("line 2"), SX_STR(""));
  SX_EXPECT_INT(state_of(s, id), SX_CHANGE_REFUSED);
  SX_EXPECT_STATUS(allow(s, id, &change, &options), SX_CONFLICT);
  /* It failed before it was begun. */
  SX_EXPECT_OK(leave(s, false, id));
  SX_EXPECT_OK(allow(s, id, &change, &options));
  sx_changes_keep_decision(changes_of(s), id, SX_STR("not trusted"), SX_STR(""));
  SX_EXPECT_INT(state_of(s, id), SX_CHANGE_REFUSED);
}

SX_TEST(rejected_is_final_and_withdrawn_is_as_before) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES];
  sx_change change;
  sx_waiting_options options;
  SX_EXPECT_OK(leave(s, true, id));
  sx_changes_withdraw(changes_of(s), sx_str_from(id));
  SX_EXPECT_INT(state_of(s, id), SX_CHANGE_PLANNED);
  sx_changes_withdraw(changes_of(s), SX_STR("c99"));
  SX_EXPECT_OK(leave(s, false, id));
  SX_EXPECT_OK(sx_changes_reject(changes_of(s), sx_str_from(id), SX_STR(""), sx_test_err()));
  sx_changes_withdraw(changes_of(s), sx_str_from(id));
  SX_EXPECT_INT(state_of(s, id), SX_CHANGE_REJECTED);
  SX_EXPECT_OK(sx_changes_reject(changes_of(s), sx_str_from(id), SX_STR("No"), sx_test_err()));
  SX_EXPECT_STATUS(allow(s, id, &change, &options), SX_CONFLICT);
  SX_EXPECT_OK(begin(s, true, id));
  sx_changes_end_rejected(changes_of(s), id, SX_STR("No."));
  SX_EXPECT_INT(state_of(s, id), SX_CHANGE_REJECTED);
  SX_EXPECT_STATUS(sx_changes_reject(changes_of(s), SX_STR("c99"), SX_STR(""), sx_test_err()),
                   SX_NOT_FOUND);
}

SX_TEST(so_many_wait_at_most) {
  call_scene *s = call_scene_new(call_scene_refuse, NULL);
  SX_EXPECT_ALLOC(s);
  char id[SX_CHANGE_ID_BYTES];
  const sx_waiting_options options = {0};
  if (sx_test_is_failing_allocations()) return;
  for (size_t i = 0; i < SX_CHANGES_MAX_WAITING; i++) SX_EXPECT_OK(leave(s, false, id));
  SX_EXPECT_OK(begin(s, false, id));
  SX_EXPECT(!sx_changes_begin_waiting(changes_of(s), id, &options));
  SX_EXPECT_INT(state_of(s, id), SX_CHANGE_PLANNED); /* there is none any more */
}

SX_SUITE(change_waiting_test, SX_CASE(allowed_it_is_a_persons_to_apply),
         SX_CASE(what_could_not_be_applied_is_remembered),
         SX_CASE(rejected_is_final_and_withdrawn_is_as_before), SX_CASE(so_many_wait_at_most));
