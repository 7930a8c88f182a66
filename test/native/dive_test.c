#include "call_scene.h"
#include "dive/dive.h"
#include "harness.h"
#include "text/tokens.h"

/* The sections of an answer in their budget. */

#define LONG_SECTION 40
#define SHORT_SECTION 2

typedef struct scene {
  sx_call *call;
  sx_answer answer;
  sx_dive dive;
  sx_err err;
} scene;

static void release_answer(void *answer) {
  sx_answer_release(answer);
}

/* NULL where there is no memory. */
static scene *open_scene(sx_dive_depth depth) {
  scene *s = sx_test_memory(sizeof *s);
  call_scene *made = call_scene_new(call_scene_refuse, NULL);
  if (!made) return NULL;
  *s = (scene){.call = &made->call};
  if (sx_answer_init(&s->answer, SX_FORMAT_TEXT, sx_dive_tokens(depth))) return NULL;
  sx_test_defer(release_answer, &s->answer);
  sx_str none = SX_STR("");
  s->dive = (sx_dive){.call = s->call,
                      .depth = depth,
                      .path = SX_STR("/ws/src/till.ts"),
                      .kind = SX_STR("File"),
                      .signature = none,
                      .documentation = none,
                      .value = none,
                      .code = none};
  return s;
}

static void add_items(scene *s, sx_dive_section *section, size_t count, const char *path) {
  for (size_t i = 0; i < count; i++)
    sx_dive__add(&s->dive, section,
                 (sx_dive_item){.path = sx_str_from(path),
                                .at = {(uint32_t)i, 0},
                                .label = sx_arena_printf(s->call->arena, "function_%zu", i)});
}

static bool has_line(const scene *s, const char *line) {
  return sx_str_find(sx_buf_str(&s->answer.text), sx_str_from(line), 0) != SX_STR_NONE;
}

SX_TEST(sections_share_the_room_and_have_their_totals) {
  for (int depth = SX_DIVE_OVERVIEW; depth <= SX_DIVE_FULL; depth++) {
    scene *s = open_scene((sx_dive_depth)depth);
    SX_EXPECT_ALLOC(s);
    sx_dive *dive = &s->dive;
    sx_dive_section *first = sx_dive__section(dive, "Callers", "callers");
    sx_dive_section *second = sx_dive__section(dive, "Calls", "callees");
    sx_dive_section *third = sx_dive__section(dive, "Types", "types");
    add_items(s, first, LONG_SECTION, "/ws/src/a_folder_with_a_name/of_a_file.ts");
    add_items(s, second, SHORT_SECTION, "/ws/src/till.ts");
    add_items(s, third, LONG_SECTION, "/ws/src/types.ts");
    CALL_SCENE_EXPECT_DONE(sx_dive_write(dive, &s->answer, &s->err));
    SX_EXPECT_SIZE(first->total, LONG_SECTION);
    SX_EXPECT_SIZE(second->shown, SHORT_SECTION);
    SX_EXPECT(first->shown >= SHORT_SECTION && first->shown <= sx_dive__most(dive));
    SX_EXPECT(third->shown >= first->shown);
    SX_EXPECT(sx_tokens_count(sx_buf_str(&s->answer.text)) <= sx_dive_tokens(dive->depth));
    SX_EXPECT(s->answer.is_truncated == (first->shown < first->total));
    SX_EXPECT(s->answer.status == SX_ANSWER_FOUND);
    SX_EXPECT(has_line(s, "Calls (2):\n 1: function_0\n 2: function_1\n"));
    SX_EXPECT(has_line(s, " of 40):\n") == s->answer.is_truncated);
  }
}

SX_TEST(a_section_without_room_is_its_total) {
  scene *s = open_scene(SX_DIVE_OVERVIEW);
  SX_EXPECT_ALLOC(s);
  s->answer.max_tokens = 1;
  add_items(s, sx_dive__section(&s->dive, "Calls", "callees"), LONG_SECTION, "/ws/src/till.ts");
  CALL_SCENE_EXPECT_DONE(sx_dive_write(&s->dive, &s->answer, &s->err));
  SX_EXPECT(has_line(s, "\nCalls: 40\n"));
  SX_EXPECT(s->answer.is_truncated);
}

SX_TEST(what_is_not_known_is_not_none) {
  scene *s = open_scene(SX_DIVE_OVERVIEW);
  SX_EXPECT_ALLOC(s);
  sx_dive_section *known = sx_dive__section(&s->dive, "Calls", "callees");
  sx_dive_section *unknown = sx_dive__section(&s->dive, "Callers", "callers");
  sx_status status =
      sx_dive__fail(&s->dive, unknown, sx_fail(&s->err, SX_HOST, "It is tired."), &s->err);
  CALL_SCENE_EXPECT_DONE(status);
  SX_EXPECT(!known->total);
  CALL_SCENE_EXPECT_DONE(sx_dive_write(&s->dive, &s->answer, &s->err));
  SX_EXPECT(s->answer.status == SX_ANSWER_UNKNOWN);
  SX_EXPECT(has_line(s, "Unknown in part: Callers: It is tired.\n"));
  SX_EXPECT(has_line(s, "Calls: none\nCallers: unknown\n"));
  SX_EXPECT(sx_dive__fail(&s->dive, unknown, SX_CANCELLED, &s->err) == SX_CANCELLED);
}

SX_TEST(notes_are_said_once_and_short_in_an_overview) {
  scene *s = open_scene(SX_DIVE_OVERVIEW);
  SX_EXPECT_ALLOC(s);
  sx_dive__note(&s->dive,
                SX_STR("By the text, as nothing serves c; VS Code recommends 'x.y' for it.\n"
                       "\nThe end.\n"));
  sx_dive__note(&s->dive, SX_STR("By the text, as nothing serves c. Others are among them.\n"));
  sx_dive__note(&s->dive, SX_STR("By the text, as nothing serves c.\n"));
  CALL_SCENE_EXPECT_DONE(sx_dive_write(&s->dive, &s->answer, &s->err));
  SX_EXPECT(has_line(s, "(File)\nBy the text, as nothing serves c. Others are among them.\n"
                        "The end.\n"));
}

SX_TEST(code_leaves_half_of_the_room_to_lists) {
  scene *s = open_scene(SX_DIVE_CONTEXT);
  SX_EXPECT_ALLOC(s);
  sx_buf code;
  sx_buf_init(&code, SIZE_MAX / 2);
  for (int i = 0; i < 400; i++) sx_buf_addf(&code, "  let value_%d = compute(%d);\n", i, i);
  s->dive.code = sx_arena_dup(s->call->arena, sx_buf_str(&code));
  sx_status made = code.status;
  sx_buf_release(&code);
  CALL_SCENE_EXPECT_DONE(made);
  s->dive.last_line = 400;
  s->dive.documentation = SX_STR("Computes.");
  s->dive.signature = SX_STR("function compute(n: number): number");
  sx_dive_section *uses = sx_dive__section(&s->dive, "Used by", "used_by");
  add_items(s, uses, LONG_SECTION, "/ws/src/a_folder_with_a_name/of_a_file.ts");
  CALL_SCENE_EXPECT_DONE(sx_dive_write(&s->dive, &s->answer, &s->err));
  SX_EXPECT(has_line(s, "function compute(n: number): number\nComputes.\nCode:\n"));
  SX_EXPECT(has_line(s, " lines up to 400 are left out]\nUsed by ("));
  SX_EXPECT_SIZE(uses->shown, sx_dive__most(&s->dive));
  size_t tokens = sx_tokens_count(sx_buf_str(&s->answer.text)), budget = s->answer.max_tokens;
  SX_EXPECT(tokens <= budget + budget / 20 && tokens > budget / 2);
}

SX_SUITE(dive_test, SX_CASE(sections_share_the_room_and_have_their_totals),
         SX_CASE(a_section_without_room_is_its_total), SX_CASE(what_is_not_known_is_not_none),
         SX_CASE(notes_are_said_once_and_short_in_an_overview),
         SX_CASE(code_leaves_half_of_the_room_to_lists));
