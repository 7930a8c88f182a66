#include "answer/answer.h"
#include "harness.h"
#include "host/json.h"

static void release_answer(void *answer) {
  sx_answer_release(answer);
}

static sx_answer *new_answer(sx_answer_format format) {
  sx_answer *answer = sx_test_memory(sizeof *answer);
  sx_json_init();
  sx_status status = sx_answer_init(answer, format, 100);
  sx_test_defer(release_answer, answer); /* also a failed one */
  return status ? NULL : answer;
}

SX_TEST(begins_as_unknown) {
  sx_answer *answer = new_answer(SX_FORMAT_TEXT);
  SX_EXPECT_ALLOC(answer);
  SX_EXPECT_INT(answer->status, SX_ANSWER_UNKNOWN);
  SX_EXPECT(!answer->is_lasting && !answer->is_truncated);
  SX_EXPECT_SIZE(answer->text.len, 0);
  SX_EXPECT(cJSON_IsObject(answer->facts));
}

SX_TEST(names_its_status) {
  SX_EXPECT_STR(sx_str_from(sx_answer_status_name(SX_ANSWER_FOUND)), SX_STR("found"));
  SX_EXPECT_STR(sx_str_from(sx_answer_status_name(SX_ANSWER_NONE)), SX_STR("none"));
  SX_EXPECT_STR(sx_str_from(sx_answer_status_name(SX_ANSWER_UNKNOWN)), SX_STR("unknown"));
  SX_EXPECT_STR(sx_str_from(sx_answer_status_name((sx_answer_status)77)), SX_STR("unknown"));
}

static void expect_place(sx_answer_format format, const char *target, const char *shown,
                         const char *expected) {
  sx_answer *answer = new_answer(format);
  SX_EXPECT_ALLOC(answer);
  sx_answer_add_place(answer, sx_str_from(target), sx_str_from(shown), 11, 4);
  SX_EXPECT_OK(answer->text.status);
  if (!sx_test_is_failing_allocations())
    SX_EXPECT_STR(sx_buf_str(&answer->text), sx_str_from(expected));
}

SX_TEST(writes_places) {
  expect_place(SX_FORMAT_TEXT, "/w/a.ts", "a.ts", "a.ts:12:5");
  expect_place(SX_FORMAT_MARKDOWN, "/w/a.ts", "a.ts",
               "[`a.ts:12:5`](command:sextant.openLocation?%5B%22/w/a.ts%22%2C11%2C4%5D)");
}

SX_TEST(no_path_breaks_a_link) {
  expect_place(SX_FORMAT_MARKDOWN, "/w/a)b](c`\"\\\n%é.ts", "a)b](c`.ts",
               "[`a)b](c'.ts:12:5`](command:sextant.openLocation?"
               "%5B%22/w/a%29b%5D%28c%60%5C%22%5C%5C%5Cn%25%C3%A9.ts%22%2C11%2C4%5D)");
}

SX_TEST(the_last_line_and_column_have_numbers) {
  sx_answer *answer = new_answer(SX_FORMAT_TEXT);
  SX_EXPECT_ALLOC(answer);
  sx_answer_add_place(answer, SX_STR("/a"), SX_STR("a"), UINT32_MAX - 1, UINT32_MAX - 1);
  SX_EXPECT_OK(answer->text.status);
  SX_EXPECT_TEXT(sx_buf_str(&answer->text), "a:4294967295:4294967295");
}

SX_TEST(writes_facts) {
  sx_answer *answer = new_answer(SX_FORMAT_TEXT);
  SX_EXPECT_ALLOC(answer);
  sx_answer_fact(answer->facts, "name", sx_str_make("xy and more", 2));
  sx_answer_fact(answer->facts, "cut", SX_STR("a\0b"));
  const cJSON *name = sx_json_get(answer->facts, "name");
  SX_EXPECT_ALLOC(name);
  SX_EXPECT_STR(sx_str_from(name->valuestring), SX_STR("xy"));
  const cJSON *cut = sx_json_get(answer->facts, "cut");
  SX_EXPECT_ALLOC(cut);
  SX_EXPECT_STR(sx_str_from(cut->valuestring), SX_STR("a"));
}

static void expect_lead(sx_answer_status status, const char *before, const char *after) {
  sx_answer *answer = new_answer(SX_FORMAT_TEXT);
  SX_EXPECT_ALLOC(answer);
  answer->status = status;
  sx_buf_add_text(&answer->text, before);
  SX_EXPECT_OK(answer->text.status);
  sx_answer_lead_with_unknown(answer);
  if (!sx_test_is_failing_allocations())
    SX_EXPECT_STR(sx_buf_str(&answer->text), sx_str_from(after));
}

SX_TEST(an_unknown_answer_begins_with_what_is_unknown) {
  const sx_answer_status unknown = SX_ANSWER_UNKNOWN;
  expect_lead(unknown, "0 uses\nUnknown: loading.\n", "Unknown: loading.\n0 uses\n");
  expect_lead(unknown, "a (Class)\n0\nUnknown in part: a.c.\nUnknown: b.\nOthers\n",
              "Unknown in part: a.c.\nUnknown: b.\na (Class)\n0\nOthers\n");
  expect_lead(unknown, "Unknown: b.\n0 uses\n", "Unknown: b.\n0 uses\n");
  expect_lead(unknown, "", "");
  expect_lead(unknown, "no line\nUnknownish: x\n", "no line\nUnknownish: x\n");
  expect_lead(SX_ANSWER_FOUND, "1 use\nUnknown in part: b.\n", "1 use\nUnknown in part: b.\n");
}

static void expect_advice_in(bool is_own, const char *before, const char *after) {
  sx_answer *answer = new_answer(SX_FORMAT_TEXT);
  SX_EXPECT_ALLOC(answer);
  answer->is_own = is_own;
  sx_buf_add_text(&answer->text, before);
  SX_EXPECT_OK(answer->text.status);
  sx_answer_advise_once(answer);
  if (!sx_test_is_failing_allocations())
    SX_EXPECT_STR(sx_buf_str(&answer->text), sx_str_from(after));
}

static void expect_advice(const char *before, const char *after) {
  expect_advice_in(true, before, after);
}

SX_TEST(advises_once_to_call_again) {
  expect_advice("Unknown: a. Call again in a few seconds.\nNote: b. Call again in a few seconds.\n",
                "Unknown: a. Call again in a few seconds.\nNote: b.\n");
  expect_advice("Note: a. Call again in a few seconds.\n"
                "Unknown: b. Call again in a few seconds, or with wait: true.\n"
                "Unknown in part: c. Ask again in a few seconds.",
                "Note: a.\nUnknown: b. Call again in a few seconds, or with wait: true.\n"
                "Unknown in part: c.");
  expect_advice(
      "Unknown: a. Call again in a few seconds.\n1:2: say(\" Call again in a few seconds.\")",
      "Unknown: a. Call again in a few seconds.\n1:2: say(\" Call again in a few seconds.\")");
  expect_advice(
      "Unknown: a. Call again in a few seconds. b. Call again in a few seconds. Call again "
      "in a few seconds.\n1 use\n",
      "Unknown: a. Call again in a few seconds. b.\n1 use\n");
  expect_advice("", "");
}

SX_TEST(no_advice_is_taken_out_of_what_may_be_quoted) {
  const char *log =
      "Note: x. Call again in a few seconds.\nNote: y. Call again in a few seconds.\n";
  expect_advice_in(false, log, log);
}

/* A line of `len` letters between two others; `is_cut` where it is more than a path can be. */
static void expect_shortened(sx_answer *answer, size_t len, bool has_next, bool is_cut) {
  sx_buf_clear(&answer->text);
  answer->is_truncated = false;
  sx_buf_add_text(&answer->text, "first\n");
  for (size_t i = 0; i < len; i++) sx_buf_add_char(&answer->text, i % 7 ? 'n' : ' ');
  if (has_next) sx_buf_add_text(&answer->text, "\nlast line\n");
  SX_EXPECT_OK(answer->text.status);
  size_t before = answer->text.len;
  sx_answer_shorten_lines(answer);
  sx_str text = sx_buf_str(&answer->text), cut = SX_STR("… [cut]");
  SX_EXPECT_INT(answer->is_truncated, is_cut);
  SX_EXPECT_INT(sx_str_find(text, cut, 0) != SX_STR_NONE, is_cut);
  SX_EXPECT(sx_str_has_prefix(text, SX_STR("first\n ")));
  SX_EXPECT_INT(sx_str_has_suffix(text, SX_STR("\nlast line\n")), has_next);
  SX_EXPECT_INT(text.len < before, is_cut);
}

SX_TEST(lines_that_are_too_long_are_cut_and_nothing_else_is) {
  sx_answer *answer = new_answer(SX_FORMAT_TEXT);
  SX_EXPECT_ALLOC(answer);
  for (size_t len = 4480; len < 4530; len++)
    for (int has_next = 0; has_next < 2; has_next++)
      expect_shortened(answer, len, has_next, len + (size_t)has_next > 4510);
  expect_shortened(answer, 100000, true, true);
}

SX_SUITE(answer_test, SX_CASE(lines_that_are_too_long_are_cut_and_nothing_else_is),
         SX_CASE(advises_once_to_call_again), SX_CASE(no_advice_is_taken_out_of_what_may_be_quoted),
         SX_CASE(begins_as_unknown), SX_CASE(names_its_status), SX_CASE(writes_places),
         SX_CASE(no_path_breaks_a_link), SX_CASE(the_last_line_and_column_have_numbers),
         SX_CASE(writes_facts), SX_CASE(an_unknown_answer_begins_with_what_is_unknown));
