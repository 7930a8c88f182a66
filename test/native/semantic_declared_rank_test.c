#include "call_scene.h"
#include "harness.h"
#include "semantic/declared_rank.h"

/* ---- what is open ---------------------------------------------------------------------------- */

/* `context`: the reply; an error where there is none. */
static fake_outcome answer(const sx_port_ticket *ticket, sx_buf *json, sx_buf *text,
                           void *context) {
  (void)text;
  if (!context || strcmp(ticket->op, "openEditors") != 0) return FAKE_ERROR;
  sx_buf_add_text(json, context);
  return FAKE_REPLY;
}

static void release_batch(void *batch) {
  sx_batch_release(batch);
}

static sx_status take(sx_open_editors *out, char *reply) {
  call_scene *scene = call_scene_new(answer, reply);
  if (!scene) return SX_NOMEM;
  sx_batch *batch = sx_test_memory(sizeof *batch);
  sx_batch_init(batch, scene->call.wait, sx_test_arena());
  sx_test_defer(release_batch, batch);
  size_t slot = sx_batch_open_editors(batch);
  sx_status status = sx_batch_run(batch, sx_test_err());
  if (!status) status = sx_open_editors_take(out, batch, slot, sx_test_err());
  /* Without memory for its reply the editor answers with an error, as one that has nothing open. */
  bool is_lost = sx_test_is_failing_allocations() && reply && reply[1] != ']' && !out->places.len;
  return !status && is_lost ? SX_NOMEM : status;
}

static int find(const sx_open_editors *open, const char *path) {
  return (int)sx_open_editors_find(open, sx_str_from(path));
}

SX_TEST(knows_open_files_and_those_beside_them) {
  sx_open_editors open;
  char reply[] = "[\"/w/a/till.c\",\"/w/b/shop.c\",\"untitled:one\",5]";
  CALL_SCENE_EXPECT_DONE(take(&open, reply));
  SX_EXPECT_INT(find(&open, "/w/a/till.c"), SX_OPEN_FILE);
  SX_EXPECT_INT(find(&open, "/w/b/shop.c"), SX_OPEN_FILE);
  SX_EXPECT_INT(find(&open, "/w/b/room.c"), SX_OPEN_BESIDE);
  SX_EXPECT_INT(find(&open, "/w/b/more/room.c"), SX_OPEN_NOT);
  SX_EXPECT_INT(find(&open, "/w/b/"), SX_OPEN_BESIDE);
  SX_EXPECT_INT(find(&open, "/w/c.c"), SX_OPEN_NOT);
}

SX_TEST(an_editor_that_does_not_answer_has_nothing_open) {
  sx_open_editors open = {0};
  SX_EXPECT_INT(find(&open, "/w/a/till.c"), SX_OPEN_NOT);
  CALL_SCENE_EXPECT_DONE(take(&open, NULL));
  SX_EXPECT_INT(find(&open, "/w/a/till.c"), SX_OPEN_NOT);
}

SX_TEST(takes_a_bounded_number) {
  sx_open_editors open;
  sx_buf *reply = sx_test_buf();
  for (size_t i = 0; i <= SX_MAX_OPEN_EDITORS; i++)
    sx_buf_addf(reply, "%s\"/w/%zu.c\"", i ? "," : "[", i);
  sx_buf_add_text(reply, "]");
  SX_EXPECT_OK(reply->status);
  sx_str text = sx_arena_dup(sx_test_arena(), sx_buf_str(reply));
  SX_EXPECT_OK(sx_test_arena()->status);
  CALL_SCENE_EXPECT_DONE(take(&open, (char *)text.ptr));
  SX_EXPECT_INT(find(&open, "/w/49.c"), SX_OPEN_FILE);
  SX_EXPECT_INT(find(&open, "/w/50.c"), SX_OPEN_BESIDE);
}

/* ---- the order ------------------------------------------------------------------------------- */

static const sx_declared all[] = {
    {.path = {"/w/a/one.c", 10}, .kind = SX_FACT_FUNCTION},
    {.path = {"/w/b/two.c", 10}, .kind = SX_FACT_FUNCTION, .flags = SX_FACT_STATIC},
    {.path = {"/w/b/three.h", 12}, .kind = SX_FACT_FUNCTION, .flags = SX_FACT_DECLARATION},
    {.path = {"/w/tests/four.c", 15}, .kind = SX_FACT_FUNCTION},
    {.path = {"/w/c/five.c", 11}, .kind = SX_FACT_FIELD},
    {.path = {"/w/c/six.c", 10}, .kind = SX_FACT_FUNCTION},
};

/* The numbers of `all`, in their order. */
static void expect_order(const char *context_file, char *reply, const char *expected) {
  sx_open_editors open = {0};
  sx_declared_list list = {0};
  sx_buf *order = sx_test_buf();
  CALL_SCENE_EXPECT_DONE(take(&open, reply));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    sx_declared *one = SX_ARRAY_ADD(&list, sx_test_arena());
    SX_EXPECT_ALLOC(one);
    *one = all[i];
    one->folder = 2;
    one->name = SX_STR("open");
    one->container = SX_STR("");
    one->row = (uint32_t)i + 1;
  }
  sx_arena *arena = sx_test_arena();
  const sx_declared_context context = {sx_str_from(context_file), SX_STR(""), &open};
  sx_declared_sort(&list, SX_STR("open"), &context, arena);
  SX_EXPECT_OK(arena->status);
  for (size_t i = 0; i < list.len; i++) sx_buf_addf(order, "%u", list.items[i].row);
  SX_EXPECT_OK(order->status);
  SX_EXPECT_STR(sx_buf_str(order), sx_str_from(expected));
}

SX_TEST(open_files_come_before_others_that_are_as_good) {
  char none[] = "[]", two[] = "[\"/w/b/two.c\"]", six[] = "[\"/w/c/six.c\",\"/w/b/two.c\"]";
  expect_order("", none, "162435");
  expect_order("", two, "216435");
  expect_order("", six, "621435");
}

SX_TEST(an_open_file_is_no_better_kind_or_place) {
  char header[] = "[\"/w/b/three.h\"]", test[] = "[\"/w/tests/four.c\"]",
       field[] = "[\"/w/c/five.c\"]";
  expect_order("", header, "162435");
  expect_order("", test, "162435");
  expect_order("", field, "612435");
}

SX_TEST(the_given_file_comes_before_open_ones) {
  char two[] = "[\"/w/b/two.c\"]";
  expect_order("/w/a/one.c", two, "126435");
}

SX_TEST(a_file_beside_an_open_one_comes_before_one_elsewhere) {
  char beside[] = "[\"/w/c/seven.c\"]";
  expect_order("", beside, "612435");
}

SX_SUITE(semantic_declared_rank_test, SX_CASE(knows_open_files_and_those_beside_them),
         SX_CASE(an_editor_that_does_not_answer_has_nothing_open), SX_CASE(takes_a_bounded_number),
         SX_CASE(open_files_come_before_others_that_are_as_good),
         SX_CASE(an_open_file_is_no_better_kind_or_place),
         SX_CASE(the_given_file_comes_before_open_ones),
         SX_CASE(a_file_beside_an_open_one_comes_before_one_elsewhere));
