#include "call_scene.h"
#include "change/announce.h"

/* The last announcement, as the editor gets it. */
typedef struct heard {
  size_t count;
  size_t len; /* of the whole */
  char args[1024];
} heard;

static fake_outcome take_note(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                              void *context) {
  (void)text;
  heard *h = context;
  sx_buf_add_text(json, "null");
  if (strcmp(ticket->op, "changed") != 0) return FAKE_REPLY;
  h->count++;
  h->len = ticket->args.len;
  snprintf(h->args, sizeof h->args, "%.*s", SX_STR_ARG(ticket->args));
  return FAKE_REPLY;
}

/* Requests are answered in their order: after this one, the announcement was heard. */
static sx_status settle(call_scene *s) {
  sx_request *request = sx_request_post(s->call.wait, "sync", SX_STR("[]"));
  if (!request) return SX_NOMEM;
  sx_status status = sx_request_wait(s->call.wait, &request, 1);
  if (!status) status = sx_request_status(request);
  sx_request_free(request);
  return status;
}

static sx_status add(sx_change *change, sx_file_change file) {
  sx_file_change *added = SX_ARRAY_ADD(&change->files, change->call->arena);
  if (!added) return SX_NOMEM;
  *added = file;
  return SX_OK;
}

static sx_file_change edit(sx_str path) {
  return (sx_file_change){.action = SX_ACTION_EDIT,
                          .path = path,
                          .before = SX_STR("one\ntwo\n"),
                          .after = SX_STR("one\nsecret\nmore\n")};
}

SX_TEST(files_and_lines_and_no_texts) {
  heard *h = sx_test_memory(sizeof *h);
  call_scene *s = call_scene_new(take_note, h);
  SX_EXPECT_ALLOC(s);
  sx_change change;
  s->call.id = 7;
  sx_change_init(&change, &s->call, SX_STR("edit_buffer"));
  CALL_SCENE_EXPECT_DONE(add(&change, edit(SX_STR("/w/a \"b\".ts"))));
  sx_file_change moved = {.action = SX_ACTION_RENAME,
                          .path = SX_STR("/w/old.ts"),
                          .new_path = SX_STR("/w/new.ts"),
                          .before = SX_STR("x\n"),
                          .after = SX_STR("x\n")};
  CALL_SCENE_EXPECT_DONE(add(&change, moved));
  sx_change_announce(&change, "c9", &(sx_announcement){.can_undo = true});
  CALL_SCENE_EXPECT_DONE(settle(s));
  if (sx_test_is_failing_allocations() && !h->count) return; /* it is left out then */
  SX_EXPECT_SIZE(h->count, 1);
  if (sx_test_is_failing_allocations()) return; /* lines that cannot be counted are zero */
  SX_EXPECT_TEXT(sx_str_from(h->args),
                 "[7,\"c9\",false,true,2,2,1,[[\"/w/a \\\"b\\\".ts\",2,1],[\"/w/new.ts\",0,0]]]");
  sx_change_announce(&change, "c9", &(sx_announcement){.is_undone = true});
  CALL_SCENE_EXPECT_DONE(settle(s));
  SX_EXPECT_TEXT(sx_str_from(h->args), "[7,\"c9\",true,false,0,0,0,[]]");
}

SX_TEST(many_files_are_counted_and_the_first_are_listed) {
  heard *h = sx_test_memory(sizeof *h);
  call_scene *s = call_scene_new(take_note, h);
  SX_EXPECT_ALLOC(s);
  sx_change change;
  sx_change_init(&change, &s->call, SX_STR("rename_symbol"));
  for (size_t i = 0; i < SX_ANNOUNCE_MAX_FILES + 50; i++)
    CALL_SCENE_EXPECT_DONE(add(&change, edit(SX_STR("/w/a.ts"))));
  sx_change_announce(&change, "c1", &(sx_announcement){.can_undo = true});
  CALL_SCENE_EXPECT_DONE(settle(s));
  if (sx_test_is_failing_allocations()) return;
  const char head[] = "[0,\"c1\",false,true,150,300,150,[";
  SX_EXPECT(strncmp(h->args, head, sizeof head - 1) == 0);
  SX_EXPECT_SIZE(h->len,
                 sizeof head - 1 + SX_ANNOUNCE_MAX_FILES * sizeof "[\"/w/a.ts\",2,1]" - 1 + 2);
}

SX_TEST(nothing_is_announced_without_an_id_or_after_the_end) {
  heard *h = sx_test_memory(sizeof *h);
  call_scene *s = call_scene_new(take_note, h);
  SX_EXPECT_ALLOC(s);
  sx_change change;
  sx_change_init(&change, &s->call, SX_STR("edit_buffer"));
  CALL_SCENE_EXPECT_DONE(add(&change, edit(SX_STR("/w/a.ts"))));
  sx_change_announce(&change, "", &(sx_announcement){.can_undo = true});
  CALL_SCENE_EXPECT_DONE(settle(s));
  sx_port_call_cancel(s->call.wait, SX_CANCELLED);
  sx_change_announce(&change, "c1", &(sx_announcement){.can_undo = true});
  SX_EXPECT_STATUS(settle(s), SX_CANCELLED);
  SX_EXPECT_SIZE(h->count, 0);
}

SX_SUITE(change_announce_test, SX_CASE(files_and_lines_and_no_texts),
         SX_CASE(many_files_are_counted_and_the_first_are_listed),
         SX_CASE(nothing_is_announced_without_an_id_or_after_the_end));
