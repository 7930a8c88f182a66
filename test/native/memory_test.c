#include "memory/checkpoint_words.h"
#include "memory/checkpoints.h"
#include "memory/note_text.h"
#include "memory/plan_boxes.h"
#include "memory/plans.h"

#include "call_scene.h"
#include "harness.h"
#include "store/store.h"
#include "temp_files.h"

/* Checkpoints in a store of the case. */

typedef struct scene {
  call_scene *calls;
  sx_services services;
} scene;

static void close_store(void *arg) {
  sx_store_free(arg);
}

static const sx_memory_place place = {.is_files = false, .folder = {"", 0}};

/* NULL without memory. */
static scene *new_scene(void) {
  scene *s = sx_test_memory(sizeof *s);
  *s = (scene){.calls = call_scene_new(call_scene_refuse, NULL)};
  if (!s->calls) return NULL;
  s->services.store = sx_store_new();
  sx_test_defer(close_store, s->services.store);
  s->calls->call.services = &s->services;
  bool is_set = s->services.store && sx_store_set_up(s->services.store, temp_folder());
  return is_set ? s : NULL;
}

static sx_status save(scene *s, const char *text, const char *tag, const char *file) {
  sx_call *call = &s->calls->call;
  sx_checkpoint made = {.client = SX_STR("Agent"),
                        .branch = SX_STR("main"),
                        .commit = SX_STR("01234567"),
                        .tests = SX_STR("1 of 2 tests failed. Failed: counts apples"),
                        .description = sx_str_from(text)};
  sx_status status = SX_OK;
  if (tag) status = sx_strs_add(&made.tags, sx_str_from(tag), call->arena, sx_test_err());
  if (file && !status)
    status = sx_strs_add(&made.files, sx_str_from(file), call->arena, sx_test_err());
  return status ? status : sx_checkpoint_save(call, &place, &made, sx_test_err());
}

/* The ids that are found, "3 1". */
static sx_status recall(scene *s, const char *query, const char *tag, sx_str *out) {
  sx_call *call = &s->calls->call;
  sx_strs tags = {0};
  sx_recalled found;
  sx_buf ids;
  sx_status status = tag ? sx_strs_add(&tags, sx_str_from(tag), call->arena, sx_test_err()) : SX_OK;
  const sx_recall wanted = {sx_str_from(query), &tags, 0, 10};
  if (!status) status = sx_recall_run(&found, call, &place, &wanted, sx_test_err());
  if (status) return status;
  sx_buf_init(&ids, 1 << 20);
  for (size_t i = 0; i < found.list.len; i++)
    sx_buf_addf(&ids, "%s%.*s", i ? " " : "", SX_STR_ARG(found.list.items[i].id));
  *out = sx_buf_keep(&ids, call->arena);
  return found.total == found.list.len || call->arena->status ? call->arena->status : SX_INTERNAL;
}

#define EXPECT_FOUND(s, query, tag, expected)                                                      \
  do {                                                                                             \
    sx_str ids = SX_STR("");                                                                       \
    SX_EXPECT_OK(recall(s, query, tag, &ids));                                                     \
    SX_EXPECT_TEXT(ids, expected);                                                                 \
  } while (0)

SX_TEST(they_are_found_by_words_and_tags) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  SX_EXPECT_OK(save(s, "parseHTTPHeader was slow", "net", NULL));
  SX_EXPECT_OK(save(s, "a file is removed", NULL, "src/TrashCan.ts"));
  SX_EXPECT_OK(save(s, "nothing of note", "network", NULL));
  EXPECT_FOUND(s, "", NULL, "3 2 1");
  EXPECT_FOUND(s, "header", NULL, "1");
  EXPECT_FOUND(s, "trash", NULL, "2");
  EXPECT_FOUND(s, "apple", NULL, "3 2 1");
  EXPECT_FOUND(s, "", "net", "1");
  EXPECT_FOUND(s, "the", NULL, "");
  SX_EXPECT_OK(sx_checkpoint_forget(&s->calls->call, &place, SX_STR("1"), sx_test_err()));
  EXPECT_FOUND(s, "header", NULL, "");
  EXPECT_FOUND(s, "", NULL, "3 2");
}

SX_TEST(what_is_not_there_is_not_forgotten) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_status status = sx_checkpoint_forget(&s->calls->call, &place, SX_STR("1"), sx_test_err());
  if (status == SX_NOMEM) SX_EXPECT_OK(status);
  SX_EXPECT_STATUS(status, SX_NOT_FOUND);
}

/* Whatever a question has in it, it is words for the full text search. */
SX_TEST(any_question_is_an_answer) {
  static const char *const pieces[] = {
      "\"", "*", "(", ")",  "NEAR",   " OR ", "AND ",
      "-",  ":", "^", "a1", "header", "\xff", "\xe4\xb8\xad\xe6\x96\x87",
      "'",  ";"};
  if (sx_test_is_failing_allocations()) return;
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  SX_EXPECT_OK(save(s, "header \xe4\xb8\xad\xe6\x96\x87", "a", NULL));
  sx_buf *query = sx_test_buf();
  for (size_t round = 0; round < 500; round++) {
    sx_str ids;
    sx_buf_clear(query);
    for (size_t i = sx_test_below(12); i; i--)
      sx_buf_add_text(query, pieces[sx_test_below(sizeof pieces / sizeof *pieces)]);
    SX_EXPECT_OK(recall(s, query->ptr, NULL, &ids));
  }
}

SX_TEST(a_time_is_a_date_or_how_long_ago) {
  static const char *const good[] = {"2025-11-29",
                                     "2025-11-29 10:00",
                                     "2025-11-29T10:00Z",
                                     "2025-11-29T10:00+02:00",
                                     "3d",
                                     "12 hours",
                                     "2 weeks",
                                     "5m",
                                     "1 month",
                                     "1y",
                                     "today",
                                     "yesterday"};
  static const char *const bad[] = {"last week", "2025-13-45", "11/29/2025", "3", "d", "3x", "-1d"};
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  int64_t time_ms;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    SX_EXPECT_OK(
        sx_recall_read_since(&time_ms, &s->calls->call, sx_str_from(good[i]), sx_test_err()));
    SX_EXPECT(time_ms > 1700000000000);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    sx_status status =
        sx_recall_read_since(&time_ms, &s->calls->call, sx_str_from(bad[i]), sx_test_err());
    if (status == SX_NOMEM) SX_EXPECT_OK(status);
    SX_EXPECT_STATUS(status, SX_INVALID_ARGUMENT);
  }
}

SX_TEST(boxes_are_items_of_lists) {
  sx_str text = SX_STR("- [ ] a\r\n  * [x] b\n12) [X] c\n[ ] d\n-[ ] e\n- [y] f\n- [ ]g\n+ [ ]");
  static const char *const expected[] = {"a", "b", "c", ""};
  size_t at = 0, count = 0, done;
  sx_plan_box box;
  while (sx_plan_next_box(text, &at, &box)) {
    SX_EXPECT(count < 4);
    SX_EXPECT_STR(box.text, sx_str_from(expected[count++]));
    SX_EXPECT(strchr(" xX", text.ptr[box.mark]) && text.ptr[box.mark - 1] == '[');
  }
  SX_EXPECT_SIZE(count, 4);
  SX_EXPECT_SIZE(sx_plan_count_boxes(text, &done), 4);
  SX_EXPECT_SIZE(done, 2);
}

SX_TEST(any_text_is_a_plan) {
  static const char pieces[] = "-*+[] xX1.)\n\t";
  for (size_t round = 0; round < 2000; round++) {
    char bytes[40];
    size_t len = sx_test_below(sizeof bytes), at = 0, before = 0;
    sx_plan_box box;
    for (size_t i = 0; i < len; i++) bytes[i] = pieces[sx_test_below(sizeof pieces - 1)];
    sx_str text = sx_str_make(bytes, len);
    for (; sx_plan_next_box(text, &at, &box); before = at)
      SX_EXPECT(box.mark > before && box.mark + 1 < len && at > before);
    SX_EXPECT_SIZE(at, len);
  }
}

SX_TEST(a_note_is_read_as_it_was_written) {
  sx_arena *arena = sx_test_arena();
  sx_buf *text = sx_test_buf();
  sx_note_text note, again;
  sx_note_text_read(&note,
                    SX_STR("---\ntitle: 'a ''b'\ntags: [x, \"y, z\", #w]\nfiles:\n  - \"a: "
                           "\\u00e4\"\nother: 1\nstatus: active # now\n---\n\n- [ ] text\n"),
                    arena);
  SX_EXPECT_ALLOC(arena->status ? NULL : arena);
  SX_EXPECT_TEXT(note.title, "a 'b");
  SX_EXPECT_TEXT(note.status, "active");
  SX_EXPECT_SIZE(note.tags.len, 3);
  SX_EXPECT_TEXT(note.tags.items[1], "y, z");
  SX_EXPECT_TEXT(note.files.items[0], "a: \xc3\xa4");
  sx_note_text_write(text, &note);
  SX_EXPECT_ALLOC(text->status ? NULL : text);
  sx_note_text_read(&again, sx_buf_str(text), arena);
  SX_EXPECT_ALLOC(arena->status ? NULL : arena);
  SX_EXPECT_STR(again.title, note.title);
  SX_EXPECT_STR(again.tags.items[1], note.tags.items[1]);
  SX_EXPECT_STR(again.files.items[0], note.files.items[0]);
  SX_EXPECT_TEXT(again.body, "- [ ] text");
}

SX_TEST(only_the_state_of_a_file_is_set) {
  static const char *const cases[][3] = {
      {"text\r\n", "active", "---\r\nstatus: active\r\n---\r\n\r\ntext\r\n"},
      {"---\na: b\nstatus: x # y\n---\ntext", "", "---\na: b\n---\ntext"},
      {"---\na: b\n---\n", "c: d", "---\nstatus: \"c: d\"\na: b\n---\n"},
      {"text", "", "text"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sx_arena *arena = sx_test_arena();
    sx_str made = sx_note_text_set(sx_str_from(cases[i][0]), SX_STR("status"),
                                   sx_str_from(cases[i][1]), arena);
    SX_EXPECT_ALLOC(arena->status ? NULL : arena);
    SX_EXPECT_STR(made, sx_str_from(cases[i][2]));
  }
}

SX_TEST(plans_are_saved_and_ticked) {
  scene *s = new_scene();
  SX_EXPECT_ALLOC(s);
  sx_call *call = &s->calls->call;
  sx_plan plan = {.title = SX_STR("one"), .text = SX_STR("- [ ] a\n- [ ] b")}, found;
  const sx_plan_change tick = {SX_PLAN_UPDATE, SX_STR(""), SX_STR("2"), true};
  const sx_plan_change end = {.action = SX_PLAN_COMPLETE, .title = SX_STR("ONE")};
  sx_plans all;
  SX_EXPECT_OK(sx_plans_save(call, &place, &plan, sx_test_err()));
  SX_EXPECT_OK(sx_plans_change(call, &place, &tick, &found, sx_test_err()));
  SX_EXPECT_TEXT(found.text, "- [ ] a\n- [x] b");
  SX_EXPECT_OK(sx_plans_find_active(call, &place, &found, sx_test_err()));
  SX_EXPECT_TEXT(found.title, "one");
  SX_EXPECT_SIZE(found.done, 1);
  SX_EXPECT_OK(sx_plans_change(call, &place, &end, &found, sx_test_err()));
  SX_EXPECT_OK(sx_plans_find_active(call, &place, &found, sx_test_err()));
  SX_EXPECT_SIZE(found.title.len, 0);
  SX_EXPECT_OK(sx_plans_list(call, &place, &all, sx_test_err()));
  SX_EXPECT(all.len == 1 && all.items[0].is_completed);
}

SX_SUITE(memory_test, SX_CASE(boxes_are_items_of_lists), SX_CASE(any_text_is_a_plan),
         SX_CASE(plans_are_saved_and_ticked), SX_CASE(a_note_is_read_as_it_was_written),
         SX_CASE(only_the_state_of_a_file_is_set), SX_CASE(they_are_found_by_words_and_tags),
         SX_CASE(what_is_not_there_is_not_forgotten), SX_CASE(any_question_is_an_answer),
         SX_CASE(a_time_is_a_date_or_how_long_ago));
