#include "harness.h"
#include "host/json.h"

static void delete_json(void *json) {
  cJSON_Delete(json);
}

/* Parsed, deleted after the case; NULL when it is refused. */
static cJSON *parse(sx_str text) {
  sx_json_init();
  cJSON *json = sx_json_parse(text);
  if (json) sx_test_defer(delete_json, json);
  return json;
}

/* Expects a string in JSON to be read so. */
static void expect_read(sx_str json, sx_str expected) {
  cJSON *parsed = parse(json);
  SX_EXPECT_ALLOC(parsed);
  sx_str text = sx_json_str(parsed, sx_test_arena());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_STR(text, expected);
}

SX_TEST(takes_json_and_nothing_else) {
  static const char *const good[] = {
      "{}",   "[]",     " \n[1, 2]\t ",       "null",
      "true", "-1.5e3", "\"\\ud83d\\ude00\"", "{\"a\":[{\"b\":null}]}"};
  static const char *const bad[] = {"",      " ",     "{",        "[1,]",    "{\"a\"}", "nul",
                                    "[1] 2", "{}}",   "\"abc",    "\"\\x\"", "'a'",     "\"\\u12\"",
                                    "{a:1}", "[1 2]", "{\"a\":}", "\"\\\"",  "//x\n{}"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    if (!parse(sx_str_from(good[i])) && !sx_test_is_failing_allocations())
      SX_FAIL("refused: %s", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (parse(sx_str_from(bad[i]))) SX_FAIL("taken: %s", bad[i]);
}

SX_TEST(needs_no_nul_behind_the_text) {
  char *text = sx_test_memory(4);
  memcpy(text, "[12]", 4);
  SX_EXPECT_ALLOC(parse(sx_str_make(text, 4)));
  SX_EXPECT(!parse(sx_str_make(text, 3)));
}

SX_TEST(refuses_deep_nesting) {
  size_t depth = 100000;
  char *text = sx_test_memory(depth);
  memset(text, '[', depth);
  SX_EXPECT(!parse(sx_str_make(text, depth)));
  for (size_t i = 0; i < depth; i++) text[i] = i % 5 == 4 ? ':' : "{\"a\""[i % 5];
  SX_EXPECT(!parse(sx_str_make(text, depth)));
}

SX_TEST(mends_what_cjson_does_not_take) {
  expect_read(SX_STR("\"a\\u0000b\""), SX_STR("a\xEF\xBF\xBD"
                                              "b"));
  expect_read(SX_STR("\"\\ud800\""), SX_STR("\xEF\xBF\xBD"));
  expect_read(SX_STR("\"\\uDFFFx\""), SX_STR("\xEF\xBF\xBDx"));
  expect_read(SX_STR("\"\\ud83dx\\ud83d\\ude00\""), SX_STR("\xEF\xBF\xBDx\xF0\x9F\x98\x80"));
  expect_read(SX_STR("\"\\ud83d\\ud83d\\ude00\""), SX_STR("\xEF\xBF\xBD\xF0\x9F\x98\x80"));
  expect_read(SX_STR("\"\\ude00\\ud83d\""), SX_STR("\xEF\xBF\xBD\xEF\xBF\xBD"));
}

SX_TEST(leaves_other_escapes_alone) {
  expect_read(SX_STR("\"\\\\u0000\""), SX_STR("\\u0000"));
  expect_read(SX_STR("\"\\\\\\\\ud800\\n\\\"\""), SX_STR("\\\\ud800\n\""));
  expect_read(SX_STR("\"\\u0001\\u00e9\\uFFFF\""), SX_STR("\x01\xC3\xA9\xEF\xBF\xBF"));
}

SX_TEST(sees_a_nul) {
  SX_EXPECT(sx_json_has_nul(SX_STR("\"\\u0000\"")));
  SX_EXPECT(sx_json_has_nul(SX_STR("[\"\\ud800\",\"a\\u0000\"]")));
  SX_EXPECT(sx_json_has_nul(SX_STR("\"\0\"")));
  SX_EXPECT(!sx_json_has_nul(SX_STR("\"\\\\u0000 \\u0001 \\u000\"")));
  SX_EXPECT(!sx_json_has_nul(SX_STR("")));
  SX_EXPECT(!sx_json_has_nul(SX_STR("\\")));
}

SX_TEST(reads_numbers_within_limits) {
  static const struct {
    const char *json;
    uint32_t value;
    uint64_t wide;
  } rows[] = {{"0", 0, 0},
              {"5", 5, 5},
              {"5.9", 5, 5},
              {"-1", 0, 0},
              {"-1e300", 0, 0},
              {"1e300", UINT32_MAX, 0},
              {"1e999", UINT32_MAX, 0},
              {"4294967295", UINT32_MAX, 4294967295u},
              {"4294967294", 4294967294u, 4294967294u},
              {"9007199254740991", UINT32_MAX, 9007199254740991u},
              {"9007199254740994", UINT32_MAX, 0},
              {"\"7\"", 0, 0},
              {"null", 0, 0},
              {"[3]", 0, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    cJSON *json = parse(sx_str_from(rows[i].json));
    SX_EXPECT_ALLOC(json);
    SX_EXPECT_SIZE(sx_json_u32(json), rows[i].value);
    SX_EXPECT(sx_json_u64(json) == rows[i].wide);
  }
  SX_EXPECT_SIZE(sx_json_u32(NULL), 0);
}

SX_TEST(reads_members_of_objects_only) {
  cJSON *json = parse(SX_STR("{\"a\":true,\"A\":\"x\",\"n\":null}"));
  SX_EXPECT_ALLOC(json);
  SX_EXPECT(sx_json_is_true(sx_json_get(json, "a")));
  SX_EXPECT(!sx_json_is_true(sx_json_get(json, "A")));
  SX_EXPECT(!sx_json_is_true(sx_json_get(json, "b")));
  SX_EXPECT(!sx_json_get(NULL, "a"));
  SX_EXPECT(!sx_json_get(sx_json_get(json, "A"), "a"));
  SX_EXPECT(sx_json_get_bool(json, "a") && !sx_json_get_bool(json, "A"));
  sx_str text = sx_json_get_str(json, "A", sx_test_arena());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_TEXT(text, "x");
  SX_EXPECT_TEXT(sx_json_get_str(json, "a", sx_test_arena()), "");
  cJSON *array = parse(SX_STR("[1]"));
  SX_EXPECT_ALLOC(array);
  SX_EXPECT(!sx_json_get(array, "a"));
  SX_EXPECT_TEXT(sx_json_str(sx_json_get(json, "n"), sx_test_arena()), "");
}

SX_TEST(reads_the_strings_of_a_list) {
  sx_strs strs = {0};
  cJSON *json = parse(SX_STR("{\"a\":[\"x\",1,null,[\"y\"],\"\"],\"b\":\"z\"}"));
  SX_EXPECT_ALLOC(json);
  sx_json_get_strs(&strs, json, "a", sx_test_arena());
  sx_json_get_strs(&strs, json, "b", sx_test_arena());
  sx_json_get_strs(&strs, json, "c", sx_test_arena());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_SIZE(strs.len, 2);
  SX_EXPECT_TEXT(strs.items[0], "x");
  SX_EXPECT_TEXT(strs.items[1], "");
}

SX_TEST(writes_strings_that_parse_to_the_same) {
  sx_buf *out = sx_test_buf();
  char *all = sx_test_memory(256);
  for (int i = 1; i < 128; i++) all[i - 1] = (char)i;
  sx_str plain = sx_str_make(all, 127);
  sx_json_write_str(out, plain);
  SX_EXPECT_OK(out->status);
  expect_read(sx_buf_str(out), plain);
}

SX_TEST(writes_broken_utf8_as_replacements) {
  sx_buf *out = sx_test_buf();
  sx_json_write_str(out, SX_STR("a\xFF\xC3\xA9\xC3\"\\\n\x01\xED\xA0\x80z\xF0\x9F\x98\x80"));
  SX_EXPECT_OK(out->status);
  SX_EXPECT_TEXT(sx_buf_str(out), "\"a\xEF\xBF\xBD\xC3\xA9\xEF\xBF\xBD\\\"\\\\\\n\\u0001"
                                  "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\xF0\x9F\x98\x80\"");
}

SX_SUITE(host_json_test, SX_CASE(takes_json_and_nothing_else),
         SX_CASE(needs_no_nul_behind_the_text), SX_CASE(refuses_deep_nesting),
         SX_CASE(mends_what_cjson_does_not_take), SX_CASE(leaves_other_escapes_alone),
         SX_CASE(sees_a_nul), SX_CASE(reads_numbers_within_limits),
         SX_CASE(reads_members_of_objects_only), SX_CASE(reads_the_strings_of_a_list),
         SX_CASE(writes_strings_that_parse_to_the_same),
         SX_CASE(writes_broken_utf8_as_replacements));
