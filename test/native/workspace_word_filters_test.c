#include "harness.h"
#include "workspace/word_filters.h"

static void free_filters(void *filters) {
  sx_word_filters_free(filters);
}

static bool may_have(sx_word_filters *filters, const sx_file_info *info, const char *name) {
  sx_word_hashes words = sx_word_hashes_of(sx_str_from(name));
  return sx_word_filters_may_have(filters, SX_STR("/a.ts"), info, &words);
}

SX_TEST(knows_what_a_file_has_not) {
  sx_word_filters *filters = sx_word_filters_new();
  SX_EXPECT_ALLOC(filters);
  sx_test_defer(free_filters, filters);
  sx_file_info info = {.exists = true, .is_regular = true, .size_bytes = 30, .mtime_ns = 1};
  SX_EXPECT(may_have(filters, &info, "nothing")); /* nothing is known yet */
  sx_word_filters_put(filters, SX_STR("/a.ts"), &info,
                      SX_STR("const $made = new User_1(\"größe\");"));
  static const char *const there[] = {"const", "made", "$made", "User_1", "größe", "", "$"};
  for (size_t i = 0; i < sizeof there / sizeof *there; i++)
    SX_EXPECT(may_have(filters, &info, there[i]));
  if (sx_test_is_failing_allocations()) return;
  SX_EXPECT(!may_have(filters, &info, "nothing"));
  SX_EXPECT(!may_have(filters, &info, "User"));
  SX_EXPECT(!may_have(filters, &info, "made.nothing"));
  sx_file_info newer = info;
  newer.changed_ns = 1;
  SX_EXPECT(may_have(filters, &newer, "nothing"));
}

SX_SUITE(workspace_word_filters_test, SX_CASE(knows_what_a_file_has_not));
