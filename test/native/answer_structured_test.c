#include "answer/structured.h"
#include "harness.h"
#include "host/json.h"
#include "text/tokens.h"

static void release_answer(void *answer) {
  sx_answer_release(answer);
}

static sx_answer *new_answer(size_t max_tokens) {
  sx_answer *answer = sx_test_memory(sizeof *answer);
  sx_json_init();
  sx_status status = sx_answer_init(answer, SX_FORMAT_TEXT, max_tokens);
  sx_test_defer(release_answer, answer); /* also a failed one */
  return status ? NULL : answer;
}

static const char *fact_of(const sx_answer *answer, const char *name) {
  const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(answer->facts, name));
  return value ? value : "";
}

static const char *note_of(const sx_answer *answer, int index) {
  const cJSON *notes = cJSON_GetObjectItem(answer->facts, "notes");
  const char *note = cJSON_GetStringValue(cJSON_GetArrayItem(notes, index));
  return note ? note : "";
}

static size_t tokens_of(const sx_answer *answer) {
  char *printed = cJSON_PrintUnformatted(answer->facts);
  size_t tokens = printed ? sx_tokens_count(sx_str_from(printed)) : 0;
  cJSON_free(printed);
  return tokens;
}

SX_TEST(notes_of_the_text_are_facts) {
  sx_answer *answer = new_answer(1000);
  SX_EXPECT_ALLOC(answer);
  sx_buf_add_text(&answer->text,
                  "Unknown: it is loading.\nOne symbol\nNote: it is another.\nThe end");
  SX_EXPECT_OK(sx_answer_finish_facts(answer));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_STR(sx_str_from(note_of(answer, 0)), SX_STR("Unknown: it is loading."));
  SX_EXPECT_STR(sx_str_from(note_of(answer, 1)), SX_STR("Note: it is another."));
  SX_EXPECT_STR(sx_str_from(note_of(answer, 2)), SX_STR(""));
  SX_EXPECT_STR(sx_str_from(fact_of(answer, "status")), SX_STR("unknown"));
}

SX_TEST(a_line_of_a_file_is_no_note) {
  sx_answer *answer = new_answer(1000);
  SX_EXPECT_ALLOC(answer);
  sx_buf_add_text(&answer->text, "a.txt:\nNote: of the file\nNote: of the answer\n");
  sx_answer_fact(answer->facts, "content", SX_STR("Note: of the file\n"));
  SX_EXPECT_OK(sx_answer_finish_facts(answer));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_STR(sx_str_from(note_of(answer, 0)), SX_STR("Note: of the answer"));
  SX_EXPECT_STR(sx_str_from(note_of(answer, 1)), SX_STR(""));
}

static void add_items(sx_answer *answer, const char *name, int count) {
  cJSON *items = cJSON_CreateArray();
  for (int i = 0; i < count && items; i++) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "line", i);
    sx_answer_fact(item, "text", SX_STR("return this.value(1, 2, 3);"));
    sx_answer_push(items, item);
  }
  sx_answer_put(answer->facts, name, items);
}

SX_TEST(facts_are_cut_to_the_budget) {
  sx_answer *answer = new_answer(300);
  SX_EXPECT_ALLOC(answer);
  add_items(answer, "items", 200);
  cJSON_AddBoolToObject(answer->facts, "truncated", false);
  SX_EXPECT_OK(sx_answer_finish_facts(answer));
  if (sx_test_is_failing_allocations()) return;
  int left = cJSON_GetArraySize(cJSON_GetObjectItem(answer->facts, "items"));
  SX_EXPECT(left > 5 && left < 200);
  SX_EXPECT(tokens_of(answer) <= 300 && tokens_of(answer) > 150);
  SX_EXPECT(cJSON_IsTrue(cJSON_GetObjectItem(answer->facts, "truncated")) && answer->is_truncated);
  SX_EXPECT(strstr(note_of(answer, 0), "cut to fit into max_tokens") != NULL);
}

SX_TEST(the_first_item_of_a_page_is_not_cut) {
  sx_answer *answer = new_answer(50);
  SX_EXPECT_ALLOC(answer);
  add_items(answer, "items", 40);
  answer->pages[answer->page_count++] = cJSON_GetObjectItem(answer->facts, "items");
  SX_EXPECT_OK(sx_answer_finish_facts(answer));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(cJSON_GetArraySize(cJSON_GetObjectItem(answer->facts, "items")), 40);
  SX_EXPECT(!answer->is_truncated && !cJSON_GetObjectItem(answer->facts, "notes"));
}

SX_TEST(a_long_text_is_cut_between_characters) {
  sx_answer *answer = new_answer(200);
  SX_EXPECT_ALLOC(answer);
  sx_buf text;
  sx_buf_init(&text, 100000);
  for (int i = 0; i < 2000; i++) sx_buf_add_text(&text, "größer ");
  if (!text.status) sx_answer_fact(answer->facts, "content", sx_buf_str(&text));
  sx_buf_release(&text);
  SX_EXPECT_OK(sx_answer_finish_facts(answer));
  if (sx_test_is_failing_allocations()) return;
  size_t len = strlen(fact_of(answer, "content"));
  SX_EXPECT(len > 100 && tokens_of(answer) <= 200);
}

SX_TEST(a_name_that_is_longer_than_a_path_is_cut_on_a_page_too) {
  sx_answer *answer = new_answer(100);
  SX_EXPECT_ALLOC(answer);
  add_items(answer, "items", 2);
  answer->pages[answer->page_count++] = cJSON_GetObjectItem(answer->facts, "items");
  sx_buf name;
  sx_buf_init(&name, 100000);
  sx_buf_add_repeat(&name, 'n', 90000);
  cJSON *last = cJSON_GetArrayItem(cJSON_GetObjectItem(answer->facts, "items"), 1);
  if (!name.status && last) sx_answer_fact(last, "name", sx_buf_str(&name));
  sx_buf_release(&name);
  SX_EXPECT_OK(sx_answer_finish_facts(answer));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(strlen(cJSON_GetStringValue(cJSON_GetObjectItem(last, "name"))), 4096);
  SX_EXPECT(answer->is_truncated);
}

SX_TEST(what_cannot_be_cut_stays) {
  sx_answer *answer = new_answer(1);
  SX_EXPECT_ALLOC(answer);
  cJSON_AddStringToObject(answer->facts, "status", "found");
  sx_answer_fact(answer->facts, "handle",
                 SX_STR("a/long/path/to/a/file/that/is/not/cut.ts:1:1#name"));
  SX_EXPECT_OK(sx_answer_finish_facts(answer));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_STR(sx_str_from(fact_of(answer, "status")), SX_STR("found"));
  SX_EXPECT(strstr(fact_of(answer, "handle"), "#name") != NULL);
}

SX_SUITE(answer_structured_test, SX_CASE(notes_of_the_text_are_facts),
         SX_CASE(a_line_of_a_file_is_no_note), SX_CASE(facts_are_cut_to_the_budget),
         SX_CASE(the_first_item_of_a_page_is_not_cut),
         SX_CASE(a_long_text_is_cut_between_characters),
         SX_CASE(a_name_that_is_longer_than_a_path_is_cut_on_a_page_too),
         SX_CASE(what_cannot_be_cut_stays));
