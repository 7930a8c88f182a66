#include "harness.h"
#include "host/json.h"
#include "engine/args.h"

/* The schema of a tool that has every kind of argument. */
static const char schema_json[] =
    "{\"properties\":{"
    "\"symbol_name\":{\"type\":\"string\"},\"file_path\":{\"type\":\"string\"},"
    "\"line\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100},\"column\":{\"type\":"
    "\"integer\"},"
    "\"save_all\":{\"type\":\"boolean\"},"
    "\"which\":{\"type\":\"string\",\"pattern\":\"^(all|[0-9]+)$\"},"
    "\"symbols\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":3},"
    "\"edits\":{\"type\":\"array\",\"maxItems\":2,\"items\":{\"type\":\"object\",\"properties\":{"
    "\"line_start\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100},"
    "\"new_text\":{\"type\":\"string\"}},\"required\":[\"line_start\",\"new_text\"]}},"
    "\"max_tokens\":{\"type\":\"integer\",\"minimum\":100,\"maximum\":50000}}}";

static void delete_json(void *json) {
  cJSON_Delete(json);
}

static cJSON *schema(void) {
  sx_json_init();
  cJSON *made = sx_json_parse(sx_str_from(schema_json));
  if (made) sx_test_defer(delete_json, made);
  return made;
}

static sx_status decode(const cJSON *known, sx_str json, cJSON **out) {
  sx_status status = sx_args_decode(out, "a_tool", known, json, sx_test_err());
  if (*out) sx_test_defer(delete_json, *out);
  return status;
}

typedef struct row {
  const char *given, *expected;
} row;

static void check_rows(const row *rows, size_t count, bool is_good) {
  cJSON *known = schema();
  SX_EXPECT_ALLOC(known);
  for (size_t i = 0; i < count; i++) {
    cJSON *args = NULL;
    sx_status status = decode(known, sx_str_from(rows[i].given), &args);
    if (sx_test_is_failing_allocations() && status == SX_INVALID_ARGUMENT) return;
    SX_EXPECT_STATUS(status, is_good ? SX_OK : SX_INVALID_ARGUMENT);
    char *printed = is_good ? cJSON_PrintUnformatted(args) : NULL;
    if (is_good) SX_EXPECT_ALLOC(printed);
    const char *said = is_good ? printed : sx_test_err()->message;
    bool is_same =
        is_good ? strcmp(said, rows[i].expected) == 0 : strstr(said, rows[i].expected) != NULL;
    /* A list in a string that could not be parsed for want of memory counts as one name. */
    if (!is_same && !sx_test_is_failing_allocations())
      sx_test_fail(__FILE__, __LINE__, "%s\n  actual   %s\n  expected %s", rows[i].given, said,
                   rows[i].expected);
    cJSON_free(printed);
  }
}

#define CHECK(is_good, ...)                                                                        \
  do {                                                                                             \
    static const row rows[] = {__VA_ARGS__};                                                       \
    check_rows(rows, sizeof rows / sizeof *rows, is_good);                                         \
  } while (0)

SX_TEST(takes_what_fits) {
  CHECK(true, {"", "{}"}, {"{}", "{}"}, {" null ", "{}"}, {"{\"line\":null}", "{}"},
        {"{\"symbol_name\":\"User\",\"line\":7}", "{\"symbol_name\":\"User\",\"line\":7}"},
        {"{\"symbols\":[\"a\",\"b\"]}", "{\"symbols\":[\"a\",\"b\"]}"},
        {"{\"symbols\":[]}", "{\"symbols\":[]}"}, {"{\"column\":5}", "{\"column\":5}"},
        {"{\"symbol_name\":\"\"}", "{\"symbol_name\":\"\"}"}, {"{\"line\":7.0}", "{\"line\":7}"},
        {"{\"save_all\":false}", "{\"save_all\":false}"});
}

SX_TEST(takes_what_was_written_as_a_string) {
  CHECK(true, {"{\"line\":\"7\"}", "{\"line\":7}"}, {"{\"line\":\" 7 \"}", "{\"line\":7}"},
        {"{\"column\":\"7\"}", "{\"column\":7}"},
        {"{\"save_all\":\"True\"}", "{\"save_all\":true}"},
        {"{\"save_all\":\"false\"}", "{\"save_all\":false}"},
        {"{\"symbols\":\"a\"}", "{\"symbols\":[\"a\"]}"},
        {"{\"symbols\":\"[\\\"a\\\",\\\"b\\\"]\"}", "{\"symbols\":[\"a\",\"b\"]}"});
}

SX_TEST(takes_other_names) {
  CHECK(true, {"{\"filePath\":\"a\"}", "{\"file_path\":\"a\"}"},
        {"{\"file\":\"a\"}", "{\"file_path\":\"a\"}"},
        {"{\"path\":\"a\"}", "{\"file_path\":\"a\"}"}, {"{\"uri\":\"a\"}", "{\"file_path\":\"a\"}"},
        {"{\"fileName\":\"a\"}", "{\"file_path\":\"a\"}"},
        {"{\"file-path\":\"a\"}", "{\"file_path\":\"a\"}"},
        {"{\"symbol\":\"a\"}", "{\"symbol_name\":\"a\"}"},
        {"{\"name\":\"a\"}", "{\"symbol_name\":\"a\"}"},
        {"{\"symbolName\":\"a\"}", "{\"symbol_name\":\"a\"}"},
        {"{\"symbolNames\":[\"a\"]}", "{\"symbols\":[\"a\"]}"},
        {"{\"character\":1,\"row\":2}", "{\"column\":1,\"line\":2}"},
        {"{\"lineNumber\":2,\"maxTokens\":100}", "{\"line\":2,\"max_tokens\":100}"});
}

SX_TEST(takes_the_same_twice) {
  CHECK(true, {"{\"file\":\"a\",\"path\":\"a\"}", "{\"file_path\":\"a\"}"},
        {"{\"line\":5,\"lineNumber\":\"5\"}", "{\"line\":5}"},
        {"{\"line\":null,\"row\":2}", "{\"line\":2}"});
  CHECK(false,
        {"{\"file\":\"a\",\"path\":\"b\"}", "file_path is given twice with different values."},
        {"{\"line\":5,\"line\":6}", "line is given twice with different values."},
        {"{\"symbols\":[\"a\"],\"names\":[\"b\"]}", "symbols is given twice"});
}

SX_TEST(refuses_what_is_no_object) {
  CHECK(false, {"[]", "a_tool must be a JSON object."}, {"5", "must be a JSON object"},
        {"\"x\"", "must be a JSON object"}, {"true", "must be a JSON object"},
        {"{", "not valid JSON"}, {"{}{}", "not valid JSON"}, {"{\"a\":}", "not valid JSON"},
        {"{\"line\":\"\\u0000\"}", "NUL"}, {"{\"symbol_name\":\"User\\u0000x\"}", "NUL"},
        {"{\"symbol_name\\u0000\":\"x\"}", "NUL"});
}

SX_TEST(refuses_values_of_other_types) {
  CHECK(false,
        {"{\"line\":\"seven\"}", "line must be a whole number from 1 to 100, not \"seven\"."},
        {"{\"line\":7.5}", "line must be a whole number from 1 to 100, not 7.5."},
        {"{\"line\":0}", "from 1 to 100, not 0."}, {"{\"line\":101}", "not 101."},
        {"{\"line\":-1}", "not -1."}, {"{\"column\":-1}", "from 0 on, not -1."},
        {"{\"line\":1e300}", "not 1e+300."}, {"{\"line\":\"\"}", "not \"\"."},
        {"{\"line\":true}", "not true."}, {"{\"line\":[7]}", "not [7]."},
        {"{\"line\":{}}", "not {}."}, {"{\"column\":1e16}", "column must be a whole number"});
  CHECK(false, {"{\"line\":\"-\"}", "not \"-\"."}, {"{\"line\":\"7.0\"}", "not \"7.0\"."},
        {"{\"line\":\"0x7\"}", "not \"0x7\"."},
        {"{\"line\":\"1234567890123456789012\"}", "line must"},
        {"{\"symbol_name\":5}", "symbol_name must be a string, not 5."},
        {"{\"which\":1e300}", "which must be a string, not 1e+300."},
        {"{\"symbol_name\":5.5}", "symbol_name must be a string, not 5.5."},
        {"{\"symbol_name\":1e300}", "symbol_name must be a string, not 1e+300."},
        {"{\"symbol_name\":{\"a\":[1,{\"b\":null}]}}", "not {\"a\":[1,{\"b\":null}]}."},
        {"{\"symbol_name\":[\"a\"]}", "symbol_name must be a string, not [\"a\"]."},
        {"{\"save_all\":\"yes\"}", "save_all must be true or false, not \"yes\"."},
        {"{\"save_all\":1}", "save_all must be true or false, not 1."});
  CHECK(false, {"{\"symbols\":5}", "symbols must be an array of strings, not 5."},
        {"{\"symbols\":[\"a\",5]}", "symbols must be an array of strings, not [\"a\",5]."},
        {"{\"symbols\":{}}", "symbols must be an array of strings, not {}."},
        {"{\"symbols\":[null]}", "an array of strings"},
        {"{\"symbols\":[\"a\",\"b\",\"c\",\"d\"]}", "symbols takes at most 3 items, not 4."},
        {"{\"symbols\":\"[\\\"a\\\",\\\"b\\\",\\\"c\\\",\\\"d\\\"]\"}", "at most 3 items, not 4."},
        {"{\"symbols\":\"[1]\"}", "an array of strings, not [1]."});
}

SX_TEST(takes_arrays_of_objects) {
  CHECK(
      true, {"{\"edits\":[]}", "{\"edits\":[]}"},
      {"{\"edits\":[{\"line_start\":1,\"new_text\":\"a\"}]}",
       "{\"edits\":[{\"line_start\":1,\"new_text\":\"a\"}]}"},
      {"{\"edits\":{\"line_start\":1,\"new_text\":\"\"}}",
       "{\"edits\":[{\"line_start\":1,\"new_text\":\"\"}]}"},
      {"{\"edits\":\"[{\\\"line_start\\\":1,\\\"new_text\\\":\\\"a\\\"}]\"}",
       "{\"edits\":[{\"line_start\":1,\"new_text\":\"a\"}]}"},
      {"{\"edits\":[{\"startLine\":\"2\",\"newText\":\"a\"},{\"from_line\":3,\"replacement\":\"7\"}"
       "]}",
       "{\"edits\":[{\"line_start\":2,\"new_text\":\"a\"},{\"line_start\":3,\"new_text\":\"7\"}]}"},
      {"{\"edits\":[{\"line_start\":2,\"new_text\":\"a\",\"lineStart\":2}]}",
       "{\"edits\":[{\"line_start\":2,\"new_text\":\"a\"}]}"});
}

SX_TEST(refuses_arrays_of_other_things) {
  CHECK(false, {"{\"edits\":5}", "edits must be an array of objects, not 5."},
        {"{\"edits\":\"x\"}", "edits must be an array of objects, not \"x\"."},
        {"{\"edits\":\"5\"}", "edits must be an array of objects"},
        {"{\"edits\":[5]}", "edits[0] must be a JSON object. It takes: line_start, "},
        {"{\"edits\":[{\"line_start\":1,\"new_text\":\"a\"},[]]}",
         "edits[1] must be a JSON object. It takes: line_start, "},
        {"{\"edits\":[null]}", "edits[0]: line_start is missing."},
        {"{\"edits\":[{\"line_start\":1}]}", "edits[0]: new_text is missing."},
        {"{\"edits\":{\"new_text\":\"a\"}}", "edits[0]: line_start is missing."},
        {"{\"edits\":[{\"line_start\":1,\"new_text\":null}]}", "edits[0]: new_text is missing."});
  CHECK(
      false,
      {"{\"edits\":[{\"line_start\":0,\"new_text\":\"a\"}]}", "line_start must be a whole number"},
      {"{\"edits\":[{\"line_start\":1,\"new_text\":[]}]}", "new_text must be a string, not []."},
      {"{\"edits\":[{\"line_strt\":1,\"new_text\":\"a\"}]}",
       "edits[0] has no argument 'line_strt'. Did you mean 'line_start'?"},
      {"{\"edits\":[{\"zebra\":1}]}",
       "edits[0] has no argument 'zebra'. It takes: line_start, new_text."},
      {"{\"edits\":[{\"line_start\":1,\"new_text\":\"a\",\"colour\":2}]}",
       "edits[0] has no argument 'colour'"},
      {"{\"edits\":[{\"line_start\":1,\"lineStart\":2}]}", "line_start is given twice"},
      {"{\"edits\":[{},{},{}]}", "edits takes at most 2 items, not 3."},
      {"{\"edits\":\"[{},{},{}]\"}", "edits takes at most 2 items, not 3."});
}

SX_TEST(names_the_nearest_argument) {
  CHECK(
      false,
      {"{\"symbol_nam\":\"a\"}",
       "a_tool has no argument 'symbol_nam'. Did you mean 'symbol_name'?"},
      {"{\"lin\":1}", "Did you mean 'line'?"}, {"{\"colum\":1}", "Did you mean 'column'?"},
      {"{\"SYMBOLS2\":[]}", "Did you mean 'symbols'?"},
      {"{\"zebra\":1}", "a_tool has no argument 'zebra'. It takes: symbol_name, file_path, line,"},
      {"{\"\":1}", "It takes: "}, {"{\"a\\nb\":1}", "has no argument 'a\nb'"});
}

SX_TEST(says_little_of_what_is_huge) {
  cJSON *known = schema(), *args = NULL;
  SX_EXPECT_ALLOC(known);
  size_t size = 1u << 20;
  char *json = sx_test_memory(size + 32);
  size_t head = (size_t)snprintf(json, 32, "{\"line\":\"");
  for (size_t i = 0; i < size; i += 2) memcpy(json + head + i, "é", 2);
  memcpy(json + head + size, "\"}", 3);
  sx_status status = decode(known, sx_str_from(json), &args);
  SX_EXPECT_STATUS(status, SX_INVALID_ARGUMENT);
  size_t len = strlen(sx_test_err()->message);
  SX_EXPECT(len < 300);
  if (!sx_test_is_failing_allocations())
    SX_EXPECT_STR(sx_str_from(sx_test_err()->message + len - 5), SX_STR("éé."));
  memset(json + 2, 'k', size);
  memcpy(json + 2 + size, "\":1}", 5);
  SX_EXPECT_STATUS(decode(known, sx_str_from(json), &args), SX_INVALID_ARGUMENT);
  SX_EXPECT(strlen(sx_test_err()->message) < 500);
}

SX_TEST(hands_out_decoded_values) {
  cJSON *known = schema(), *args = NULL;
  SX_EXPECT_ALLOC(known);
  sx_status status =
      decode(known, SX_STR("{\"name\":\"é\",\"line\":\"9\",\"column\":null}"), &args);
  if (sx_test_is_failing_allocations() && status) return;
  SX_EXPECT_OK(status);
  sx_str name = sx_args_str(args, "symbol_name", sx_test_arena());
  SX_EXPECT_OK(sx_test_arena()->status);
  SX_EXPECT_TEXT(name, "é");
  SX_EXPECT_TEXT(sx_args_str(args, "file_path", sx_test_arena()), "");
  SX_EXPECT(sx_args_has(args, "line") && !sx_args_has(args, "column"));
  SX_EXPECT_INT(sx_args_int(args, "line", 1), 9);
  SX_EXPECT_INT(sx_args_int(args, "column", 42), 42);
}

SX_SUITE(tools_args_test, SX_CASE(takes_what_fits), SX_CASE(takes_what_was_written_as_a_string),
         SX_CASE(takes_other_names), SX_CASE(takes_the_same_twice),
         SX_CASE(refuses_what_is_no_object), SX_CASE(refuses_values_of_other_types),
         SX_CASE(takes_arrays_of_objects), SX_CASE(refuses_arrays_of_other_things),
         SX_CASE(names_the_nearest_argument), SX_CASE(says_little_of_what_is_huge),
         SX_CASE(hands_out_decoded_values));
