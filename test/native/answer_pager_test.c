#include "answer/pager.h"
#include "harness.h"
#include "host/json.h"

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

/* Writes a page of `count` numbered items; what it has, or a status. */
static sx_status write_page(sx_answer *answer, sx_pager *pager, const char *cursor) {
  cJSON *facts = cJSON_CreateArray();
  pager->answer = answer;
  pager->facts = facts;
  sx_status status = sx_pager_begin(pager, sx_str_from(cursor), sx_test_err());
  while (!status && sx_pager_has_item(pager)) {
    sx_buf_addf(&answer->text, "item number %zu of the list\n", pager->next);
    sx_answer_push(facts, cJSON_CreateNumber((double)pager->next));
  }
  if (!status) sx_pager_end(pager);
  sx_answer_put(answer->facts, "items", facts);
  return status;
}

static const char *cursor_of(const sx_answer *answer) {
  const char *cursor = cJSON_GetStringValue(cJSON_GetObjectItem(answer->facts, "cursor"));
  return cursor ? cursor : "";
}

static size_t items_of(const sx_answer *answer) {
  return (size_t)cJSON_GetArraySize(cJSON_GetObjectItem(answer->facts, "items"));
}

/* Each item once, whatever the budget and the size of a page. */
static void check_all_pages(size_t max_tokens, size_t most) {
  char cursor[SX_CURSOR_BYTES] = "";
  for (size_t seen = 0, pages = 0; seen < 40; pages++) {
    sx_answer *answer = new_answer(max_tokens);
    SX_EXPECT_ALLOC(answer);
    sx_pager pager = {.count = 40, .hash = 7, .most = most};
    SX_EXPECT_OK(write_page(answer, &pager, cursor));
    if (sx_test_is_failing_allocations()) return;
    SX_EXPECT_SIZE(pager.first, seen);
    SX_EXPECT_SIZE(items_of(answer), pager.next - seen);
    SX_EXPECT(pager.next > seen && pages < 40);
    SX_EXPECT(!most || pager.next - seen <= most);
    seen = pager.next;
    SX_EXPECT(answer->is_truncated == (seen < 40));
    SX_EXPECT((cursor_of(answer)[0] != 0) == (seen < 40));
    snprintf(cursor, sizeof cursor, "%s", cursor_of(answer));
  }
}

SX_TEST(pages_have_each_item_once) {
  check_all_pages(1, 0);
  check_all_pages(160, 0);
  check_all_pages(10000, 0);
  check_all_pages(10000, 7);
}

SX_TEST(a_list_that_cannot_be_continued_says_why) {
  sx_answer *answer = new_answer(2000);
  SX_EXPECT_ALLOC(answer);
  sx_pager pager = {.count = 40, .hash = 7, .most = 3, .no_cursor = "It ended early."};
  SX_EXPECT_OK(write_page(answer, &pager, ""));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_SIZE(items_of(answer), 3);
  SX_EXPECT_TEXT(sx_str_from(cursor_of(answer)), "");
  SX_EXPECT(answer->is_truncated);
  SX_EXPECT(sx_str_has_suffix(sx_buf_str(&answer->text), SX_STR("[37 more. It ended early.]\n")));
}

SX_TEST(an_empty_list_is_one_page) {
  sx_answer *answer = new_answer(100);
  SX_EXPECT_ALLOC(answer);
  sx_pager pager = {.count = 0, .hash = 7};
  SX_EXPECT_OK(write_page(answer, &pager, ""));
  SX_EXPECT(!answer->is_truncated && !cursor_of(answer)[0]);
}

SX_TEST(a_cursor_of_another_list_is_refused) {
  sx_answer *answer = new_answer(1);
  SX_EXPECT_ALLOC(answer);
  sx_pager pager = {.count = 40, .hash = 7}, other = {.count = 40, .hash = 8};
  SX_EXPECT_OK(write_page(answer, &pager, ""));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT_INT(write_page(new_answer(1), &other, cursor_of(answer)), SX_CONFLICT);
  sx_pager shorter = {.count = 0, .hash = 7};
  SX_EXPECT_INT(write_page(new_answer(1), &shorter, cursor_of(answer)), SX_CONFLICT);
}

SX_TEST(what_is_no_cursor_is_refused) {
  static const char *const made[] = {"x",           "5",           "-1",
                                     "1.5",         "1.0000000g",  "1.000000070",
                                     ".00000007",   "1..00000007", "1.2.00000007",
                                     " 1.00000007", "1.00000007 ", "99999999999999999999.00000007"};
  const sx_cursor_rule rule = {"list", 7, 1, {UINT64_MAX}};
  uint64_t number;
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    SX_EXPECT_INT(sx_cursor_read(&number, sx_str_from(made[i]), &rule, sx_test_err()),
                  SX_INVALID_ARGUMENT);
}

SX_TEST(numbers_come_back_as_they_were) {
  const uint64_t numbers[] = {UINT64_MAX, 12};
  const sx_cursor_rule rule = {"text", 0xdeadbeef, 2, {UINT64_MAX, UINT64_MAX}};
  uint64_t read[2];
  char cursor[SX_CURSOR_BYTES];
  sx_cursor_write(cursor, numbers, 2, 0xdeadbeef);
  SX_EXPECT_STR(sx_str_from(cursor), SX_STR("18446744073709551615.12.deadbeef"));
  SX_EXPECT_OK(sx_cursor_read(read, sx_str_from(cursor), &rule, sx_test_err()));
  SX_EXPECT(read[0] == numbers[0] && read[1] == numbers[1]);
}

SX_SUITE(answer_pager_test, SX_CASE(pages_have_each_item_once), SX_CASE(an_empty_list_is_one_page),
         SX_CASE(a_list_that_cannot_be_continued_says_why),
         SX_CASE(a_cursor_of_another_list_is_refused), SX_CASE(what_is_no_cursor_is_refused),
         SX_CASE(numbers_come_back_as_they_were));
