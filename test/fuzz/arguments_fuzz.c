/*
 * Fuzz target: the arguments of a call, decoded by the schema of each real tool.
 *
 * Accepted arguments have the schema's names, types and limits, and are accepted again as they are;
 * a refusal has a reason in valid characters. And any text that is written as JSON is read back the
 * same.
 */
#include "base/utf8.h"
#include "host/json.h"
#include "engine/args.h"
#include "engine/tool.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

#define MAX_TOOLS 64

static const cJSON *input_schema(size_t tool) {
  static cJSON *definitions[MAX_TOOLS];
  check(tool < MAX_TOOLS);
  if (!definitions[tool]) {
    sx_json_init();
    definitions[tool] = sx_json_parse(sx_str_from(sx_tools[tool].definition));
  }
  return sx_json_get(definitions[tool], "inputSchema");
}

static bool is_type(const cJSON *schema, const char *name) {
  const cJSON *type = sx_json_get(schema, "type");
  return cJSON_IsString(type) && strcmp(type->valuestring, name) == 0;
}

static void check_integer(const cJSON *schema, const cJSON *value) {
  const cJSON *minimum = sx_json_get(schema, "minimum"), *maximum = sx_json_get(schema, "maximum");
  check(cJSON_IsNumber(value) && (double)(int64_t)value->valuedouble == value->valuedouble);
  check(!minimum || value->valuedouble >= minimum->valuedouble);
  check(!maximum || value->valuedouble <= maximum->valuedouble);
}

static void check_object(const cJSON *schema, const cJSON *args);

/* Strings, or objects with their required members. */
static void check_list(const cJSON *schema, const cJSON *value) {
  const cJSON *limit = sx_json_get(schema, "maxItems"), *items = sx_json_get(schema, "items");
  const cJSON *item, *name;
  check(cJSON_IsArray(value) && (!limit || cJSON_GetArraySize(value) <= limit->valueint));
  cJSON_ArrayForEach (item, value) {
    if (!is_type(items, "object")) {
      check(cJSON_IsString(item));
      continue;
    }
    check_object(items, item);
    cJSON_ArrayForEach (name, sx_json_get(items, "required"))
      check(sx_json_get(item, name->valuestring) != NULL);
  }
}

static void check_object(const cJSON *schema, const cJSON *args) {
  const cJSON *properties = sx_json_get(schema, "properties"), *value;
  check(cJSON_IsObject(args));
  cJSON_ArrayForEach (value, args) {
    const cJSON *property = sx_json_get(properties, value->string);
    check(property != NULL);
    if (is_type(property, "integer"))
      check_integer(property, value);
    else if (is_type(property, "array"))
      check_list(property, value);
    else if (is_type(property, "boolean"))
      check(cJSON_IsBool(value));
    else
      check(cJSON_IsString(value));
  }
}

static void check_taken_again(const cJSON *schema, const cJSON *args) {
  cJSON *again = NULL;
  sx_err err;
  char *printed = cJSON_PrintUnformatted(args);
  check(printed != NULL);
  /* A string that looks like a list is one only where it is given for a list. */
  sx_status status = sx_args_decode(&again, "tool", schema, sx_str_from(printed), &err);
  check(status == SX_OK && cJSON_Compare(args, again, true));
  cJSON_free(printed);
  cJSON_Delete(again);
}

static void check_written(sx_str input) {
  sx_buf json;
  sx_arena arena;
  sx_buf_init(&json, 64 * 1024 * 1024);
  sx_arena_init(&arena, 64 * 1024 * 1024);
  sx_json_write_str(&json, input);
  cJSON *item = sx_json_parse(sx_buf_str(&json));
  check(cJSON_IsString(item));
  sx_str read = sx_json_str(item, &arena);
  if (sx_utf8_is_valid(input.ptr, input.len) && !memchr(input.ptr, 0, input.len))
    check(sx_str_is_equal(read, input));
  check(sx_utf8_is_valid(read.ptr, read.len));
  cJSON_Delete(item);
  sx_arena_release(&arena);
  sx_buf_release(&json);
}

static void check_tool(size_t tool, sx_str input) {
  const cJSON *schema = input_schema(tool);
  sx_err err = {SX_OK, ""};
  cJSON *args = NULL;
  if (sx_args_decode(&args, sx_tools[tool].name, schema, input, &err) == SX_OK) {
    check_object(schema, args);
    check_taken_again(schema, args);
  } else {
    check(err.status == SX_INVALID_ARGUMENT && err.message[0] && !args);
    if (sx_utf8_is_valid(input.ptr, input.len))
      check(sx_utf8_is_valid(err.message, strlen(err.message)));
  }
  cJSON_Delete(args);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_str input = sx_str_make((const char *)data, size);
  for (size_t tool = 0; sx_tools[tool].name; tool++) check_tool(tool, input);
  check_written(input);
  return 0;
}
