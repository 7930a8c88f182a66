#include "engine/args.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "host/json.h"

#include <math.h>

#define MAX_NAME_BYTES 64
#define MAX_SHOWN_BYTES 120
#define MAX_OTHER_NAMES 5

/* Each row: names that mean the same. The tool's schema decides which of them is its own. */
static const char *const synonyms[][8] = {
    {"file_path", "file", "path", "uri", "filepath", "filename", "file_name"},
    {"target_file", "target", "target_path", "destination", "new_file", "to_file", "dest"},
    {"symbol", "symbol_name", "name", "identifier", "symbolname", "target", "old_name"},
    {"symbol", "function_name", "function"}, /* where a symbol is named, it is not a new name */
    {"function_name", "name", "new_name"},
    {"new_name", "to", "newname", "rename_to"},
    {"new_params", "parameters", "params", "new_parameters"},
    {"was", "old_name", "from"},
    {"value_for_calls", "value", "call_value", "argument"},
    {"column", "character", "col"},
    {"line", "line_number", "row", "start_line", "line_start"},
    {"symbols", "symbol_names", "names"},
    {"file_paths", "files", "paths", "uris", "file_names", "filenames"},
    {"max_tokens", "token_budget", "maxtokens"},
    {"max_results", "limit", "head_limit"},
    {"old", "old_text", "find", "search_term", "old_string", "search"},
    {"new", "new_text", "replace", "replacement_text", "new_string", "replacement"},
    {"line_start", "start_line", "from_line", "line", "start"},
    {"line_end", "end_line", "to_line", "end"},
    {"preview", "dry_run"},
    {"regex", "is_regex", "use_regex"},
    {"content", "contents", "text", "body", "code", "new_body", "new_content", "new_code"},
    {"new_text", "content", "text", "new_content", "replacement"},
    {"line_offset", "offset", "start"},
    {"line_limit", "limit", "max_lines"},
    {"test_files", "files", "file", "paths", "path", "test_file", "test_path", "file_path"},
    {"test_names", "tests", "test_name", "names", "name", "test", "test_pattern", "grep"},
    {"cwd", "path", "folder", "directory", "dir", "root", "workdir", "working_directory"},
    {"command", "cmd", "script"},
    {"timeout", "timeout_ms", "timeout_millis"},
    {"background", "run_in_background", "is_background"},
    {"operation", "action"},
    {"runner", "framework"},
    {"pattern", "search_term", "query", "search"},
    {"file_pattern", "glob", "include", "files"},
    {"context_lines", "context"},
    {"output", "output_mode"},
    {"multiline", "multi_line"},
    {"ignored", "include_ignored"},
    {"titles", "tasks", "todos", "items", "task_titles"},
    {"task_id", "id", "task", "task_number"},
    {"completed", "done", "is_completed", "is_done", "checked"},
    {"updates", "update", "changes"},
    {"list", "list_name"},
    {"title", "name", "plan", "plan_name"},
    {"item", "step", "task", "box"},
};

/* Switches of which one is off where the other is on. */
static const char *const opposites[][2] = {
    {"case_sensitive", "ignore_case"},
    {"case_sensitive", "case_insensitive"},
    {"ignore_case", "match_case"},
    {"keep_errors", "verify"},
};

/* Values that other tools have, and ours. */
static const char *const value_synonyms[][2] = {
    {"content", "lines"},     {"files_with_matches", "files"}, {"count", "counts"},
    {"remove", "delete"},     {"before", "insert_before"},     {"after", "insert_after"},
    {"body", "replace_body"},
};

#define SYNONYM_ROWS (sizeof synonyms / sizeof *synonyms)

/* ---- names ------------------------------------------------------------------------------- */

/* filePath -> file_path */
static void to_snake_case(char out[MAX_NAME_BYTES], const char *name) {
  size_t len = 0;
  for (size_t i = 0; name[i] && len + 2 < MAX_NAME_BYTES; i++) {
    bool is_upper = name[i] >= 'A' && name[i] <= 'Z';
    bool was_lower = i > 0 && !(name[i - 1] >= 'A' && name[i - 1] <= 'Z') && name[i - 1] != '_';
    if (is_upper && was_lower) out[len++] = '_';
    out[len++] = is_upper ? (char)(name[i] + 32) : name[i] == '-' ? '_' : name[i];
  }
  out[len] = 0;
}

/* By its own name, or the same name written otherwise: filePath is file_path. */
static const cJSON *find_named(const cJSON *properties, const char *snake_case) {
  const cJSON *property;
  cJSON_ArrayForEach (property, properties) {
    char own[MAX_NAME_BYTES];
    to_snake_case(own, property->string);
    if (strcmp(own, snake_case) == 0) return property;
  }
  return NULL;
}

static const cJSON *find_synonym(const cJSON *properties, const char *name) {
  for (size_t row = 0; row < SYNONYM_ROWS; row++) {
    bool is_in_row = false;
    for (size_t i = 0; i < 8 && synonyms[row][i] && !is_in_row; i++)
      is_in_row = strcmp(synonyms[row][i], name) == 0;
    for (size_t i = 0; i < 8 && is_in_row && synonyms[row][i]; i++) {
      const cJSON *property = find_named(properties, synonyms[row][i]);
      if (property) return property;
    }
  }
  return NULL;
}

static const cJSON *find_property(const cJSON *properties, const char *given) {
  const cJSON *property = sx_json_get(properties, given);
  char name[MAX_NAME_BYTES];
  if (property) return property;
  to_snake_case(name, given);
  property = find_named(properties, name);
  return property ? property : find_synonym(properties, name);
}

/* The switch that `given` turns off, or NULL. */
static const cJSON *find_opposite(const cJSON *properties, const char *given) {
  char name[MAX_NAME_BYTES];
  to_snake_case(name, given);
  for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++) {
    bool is_first = strcmp(opposites[i][0], name) == 0;
    if (!is_first && strcmp(opposites[i][1], name) != 0) continue;
    const cJSON *property = find_named(properties, opposites[i][is_first]);
    if (property) return property;
  }
  return NULL;
}

static void consider_nearest(const char *known, const char *given, const char *own, size_t *best,
                             const char **nearest) {
  size_t distance = sx_str_distance(sx_str_from(known), sx_str_from(given), 3);
  if (distance >= *best) return;
  *best = distance;
  *nearest = own;
}

/* The beginning of what was given, cut between two characters. */
static sx_str shorten(const char *given) {
  sx_str whole = sx_str_from(given);
  return sx_str_slice(whole, 0, sx_utf8_floor(whole.ptr, whole.len, MAX_SHOWN_BYTES));
}

static sx_status fail_unknown(const char *tool, const cJSON *properties, const char *given,
                              sx_err *err) {
  const char *nearest = NULL;
  /* In a short name two letters make another word: 'name' is not 'save'. */
  size_t best = strlen(given) > 5 ? 3 : 2;
  sx_buf known;
  sx_buf_init(&known, 4096);
  const cJSON *property;
  cJSON_ArrayForEach (property, properties) {
    consider_nearest(property->string, given, property->string, &best, &nearest);
    sx_buf_addf(&known, "%s%s", known.len ? ", " : "", property->string);
  }
  for (size_t row = 0; row < SYNONYM_ROWS; row++)
    for (size_t i = 0; i < 8 && synonyms[row][i]; i++) {
      const cJSON *own = find_synonym(properties, synonyms[row][i]);
      if (own) consider_nearest(synonyms[row][i], given, own->string, &best, &nearest);
    }
  sx_str shown = shorten(given);
  sx_status status =
      nearest ? sx_fail(err, SX_INVALID_ARGUMENT, "%s has no argument '%.*s'. Did you mean '%s'?",
                        tool, SX_STR_ARG(shown), nearest)
              : sx_fail(err, SX_INVALID_ARGUMENT, "%s has no argument '%.*s'. It takes: %s.", tool,
                        SX_STR_ARG(shown), known.ptr);
  sx_buf_release(&known);
  return status;
}

/* The other names that the tool does not have: they need not be found one by one. */
static void add_other_unknown(const cJSON *properties, const cJSON *given, sx_err *err) {
  size_t count = 0;
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  for (const cJSON *other = given->next; other && count < MAX_OTHER_NAMES; other = other->next)
    if (!find_property(properties, other->string) && !find_opposite(properties, other->string)) {
      sx_str shown = shorten(other->string);
      sx_buf_addf(&list, "%s'%.*s'",
                  count++ ? ", " : " It has none of these either: ", SX_STR_ARG(shown));
    }
  if (count) sx_buf_add_char(&list, '.');
  if (!list.status) sx_err_add(err, sx_buf_str(&list).ptr);
  sx_buf_release(&list);
}

/* ---- values ------------------------------------------------------------------------------ */

static sx_status fail_value(const char *name, const char *wanted, const cJSON *given, sx_err *err) {
  char *printed = cJSON_PrintUnformatted(given);
  sx_str shown = shorten(printed ? printed : "?");
  sx_status status = sx_fail(err, SX_INVALID_ARGUMENT, "%s must be %s, not %.*s.", name, wanted,
                             SX_STR_ARG(shown));
  cJSON_free(printed);
  return status;
}

static bool read_number(const cJSON *given, double *out) {
  if (cJSON_IsNumber(given)) {
    *out = given->valuedouble;
    return true;
  }
  if (!cJSON_IsString(given)) return false;
  sx_str text = sx_str_trim(sx_str_from(given->valuestring));
  if (!text.len || text.len > 20) return false;
  for (size_t i = 0; i < text.len; i++)
    if (!(text.ptr[i] >= '0' && text.ptr[i] <= '9') &&
        !(i == 0 && text.ptr[i] == '-' && text.len > 1))
      return false;
  *out = strtod(text.ptr, NULL);
  return true;
}

/*
 * The maximum of a line, a column or a count, unless the schema has another: one more is still a
 * uint32_t.
 */
#define MAX_INTEGER 4294967294.0

static sx_status decode_integer(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  const cJSON *minimum = sx_json_get(schema, "minimum"), *maximum = sx_json_get(schema, "maximum");
  double low = minimum ? minimum->valuedouble : 0;
  double high = maximum ? maximum->valuedouble : MAX_INTEGER;
  double value;
  bool is_good =
      read_number(given, &value) && floor(value) == value && value >= low && value <= high;
  if (!is_good) {
    char wanted[96];
    if (maximum)
      snprintf(wanted, sizeof wanted, "a whole number from %.0f to %.0f", low, high);
    else
      snprintf(wanted, sizeof wanted, "a whole number from %.0f on", low);
    return fail_value(schema->string, wanted, given, err);
  }
  *out = cJSON_CreateNumber(value);
  return SX_OK;
}

static bool is_value(sx_str given, sx_str value) {
  if (sx_str_is_equal_fold(given, value)) return true;
  for (size_t i = 0; i < sizeof value_synonyms / sizeof *value_synonyms; i++)
    if (sx_str_is_equal_fold(given, sx_str_from(value_synonyms[i][0])) &&
        sx_str_is_equal(value, sx_str_from(value_synonyms[i][1])))
      return true;
  return false;
}

/* One of the schema's values, in any case. */
static sx_status decode_enum(cJSON **out, const char *name, const cJSON *values, const char *given,
                             sx_err *err) {
  const cJSON *value;
  sx_str wanted = sx_str_trim(sx_str_from(given));
  cJSON_ArrayForEach (value, values) {
    if (!is_value(wanted, sx_str_from(value->valuestring))) continue;
    *out = cJSON_CreateString(value->valuestring);
    return SX_OK;
  }
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  cJSON_ArrayForEach (value, values) {
    sx_buf_addf(&list, "%s%s", list.len ? ", " : "", value->valuestring);
  }
  sx_status status =
      sx_fail(err, SX_INVALID_ARGUMENT, "%s must be one of %.*s, not '%.*s'.", name,
              SX_STR_ARG(sx_buf_str(&list)), SX_STR_ARG(sx_str_slice(wanted, 0, 80)));
  sx_buf_release(&list);
  return status;
}

static sx_status decode_boolean(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  sx_str text = cJSON_IsString(given) ? sx_str_from(given->valuestring) : SX_STR("");
  bool is_true = cJSON_IsTrue(given) || sx_str_is_equal_fold(text, SX_STR("true"));
  bool is_false = cJSON_IsFalse(given) || sx_str_is_equal_fold(text, SX_STR("false"));
  if (!is_true && !is_false) return fail_value(schema->string, "true or false", given, err);
  *out = cJSON_CreateBool(is_true);
  return SX_OK;
}

static sx_status decode_string(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  char number[32];
  const cJSON *pattern = sx_json_get(schema, "pattern"); /* where digits are a value, too */
  bool may_be_number = pattern && strstr(pattern->valuestring, "[0-9]");
  bool is_whole = may_be_number && cJSON_IsNumber(given) &&
                  floor(given->valuedouble) == given->valuedouble &&
                  fabs(given->valuedouble) <= SX_JSON_MAX_WHOLE;
  if (is_whole) {
    snprintf(number, sizeof number, "%.0f", given->valuedouble);
    *out = cJSON_CreateString(number);
    return SX_OK;
  }
  if (!cJSON_IsString(given)) return fail_value(schema->string, "a string", given, err);
  const cJSON *values = sx_json_get(schema, "enum");
  if (values) return decode_enum(out, schema->string, values, given->valuestring, err);
  *out = cJSON_CreateString(given->valuestring);
  return SX_OK;
}

/* Adds a copy of a string; false when there is no memory for it. */
static bool add_string(cJSON *strings, const cJSON *item) {
  cJSON *copy = cJSON_CreateString(item->valuestring);
  if (copy && cJSON_AddItemToArray(strings, copy)) return true;
  cJSON_Delete(copy);
  return false;
}

static sx_status copy_strings(cJSON *strings, const cJSON *schema, const cJSON *list, sx_err *err) {
  const cJSON *limit = sx_json_get(schema, "maxItems");
  if (!strings) return sx_fail(err, SX_NOMEM, NULL);
  if (cJSON_IsString(list)) return add_string(strings, list) ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
  if (!cJSON_IsArray(list)) return fail_value(schema->string, "an array of strings", list, err);
  int count = cJSON_GetArraySize(list);
  if (limit && count > limit->valueint)
    return sx_fail(err, SX_INVALID_ARGUMENT, "%s takes at most %d items, not %d.", schema->string,
                   limit->valueint, count);
  const cJSON *item;
  cJSON_ArrayForEach (item, list) {
    if (!cJSON_IsString(item)) return fail_value(schema->string, "an array of strings", list, err);
    if (!add_string(strings, item)) return sx_fail(err, SX_NOMEM, NULL);
  }
  return SX_OK;
}

/* ["a","b"], the same as a string of JSON, or one string. */
static sx_status decode_strings(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  cJSON *parsed = cJSON_IsString(given) && given->valuestring[0] == '['
                      ? sx_json_parse(sx_str_from(given->valuestring))
                      : NULL;
  cJSON *strings = cJSON_CreateArray();
  sx_status status = copy_strings(strings, schema, parsed ? parsed : given, err);
  cJSON_Delete(parsed);
  if (status)
    cJSON_Delete(strings);
  else
    *out = strings;
  return status;
}

/* An item may be a text, a number, true, false or null. */
static bool are_values(const cJSON *list) {
  const cJSON *item;
  cJSON_ArrayForEach (item, list) {
    if (cJSON_IsArray(item) || cJSON_IsObject(item)) return false;
  }
  return true;
}

/* ["a",1,null], the same as a string of JSON, or one value. */
static sx_status decode_values(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  const cJSON *limit = sx_json_get(schema, "maxItems");
  cJSON *parsed = cJSON_IsString(given) && given->valuestring[0] == '['
                      ? sx_json_parse(sx_str_from(given->valuestring))
                      : NULL;
  const cJSON *taken = parsed ? parsed : given;
  sx_status status = SX_OK;
  if (cJSON_IsObject(taken) || (cJSON_IsArray(taken) && !are_values(taken)))
    status =
        fail_value(schema->string, "an array of texts, numbers, true, false or null", given, err);
  else if (limit && cJSON_GetArraySize(taken) > limit->valueint)
    status = sx_fail(err, SX_INVALID_ARGUMENT, "%s takes at most %d items, not %d.", schema->string,
                     limit->valueint, cJSON_GetArraySize(taken));
  cJSON *copy = status ? NULL : cJSON_Duplicate(taken, true);
  cJSON *list = !copy || cJSON_IsArray(copy) ? copy : cJSON_CreateArray();
  if (copy && list != copy && (!list || !cJSON_AddItemToArray(list, copy))) {
    cJSON_Delete(copy);
    cJSON_Delete(list);
    list = NULL;
  }
  cJSON_Delete(parsed);
  if (!status && !list) status = sx_fail(err, SX_NOMEM, NULL);
  *out = list;
  return status;
}

/* How one value is decoded by its schema: the objects of a list hold plain ones only. */
typedef sx_status (*decode_one)(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err);

static sx_status decode_object(cJSON **out, const char *where, const cJSON *schema,
                               const cJSON *given, decode_one decode, sx_err *err);

static const char *type_name(const cJSON *schema) {
  const cJSON *type = sx_json_get(schema, "type");
  return cJSON_IsString(type) ? type->valuestring : "string";
}

static sx_status decode_plain(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  const char *name = type_name(schema);
  *out = NULL;
  sx_status status = strcmp(name, "integer") == 0   ? decode_integer(out, schema, given, err)
                     : strcmp(name, "boolean") == 0 ? decode_boolean(out, schema, given, err)
                     : strcmp(name, "array") == 0   ? decode_strings(out, schema, given, err)
                                                    : decode_string(out, schema, given, err);
  if (!status && !*out) status = sx_fail(err, SX_NOMEM, NULL);
  return status;
}

static sx_status check_required(const char *where, const cJSON *schema, const cJSON *given,
                                sx_err *err) {
  const cJSON *name;
  cJSON_ArrayForEach (name, sx_json_get(schema, "required")) {
    if (!sx_json_get(given, name->valuestring))
      return sx_fail(err, SX_INVALID_ARGUMENT, "%s: %s is missing.", where, name->valuestring);
  }
  return SX_OK;
}

static sx_status decode_item(cJSON *list, const cJSON *schema, const cJSON *items, int index,
                             const cJSON *given, sx_err *err) {
  char where[MAX_NAME_BYTES + 16];
  cJSON *object = NULL;
  snprintf(where, sizeof where, "%s[%d]", schema->string, index);
  sx_status status = decode_object(&object, where, items, given, decode_plain, err);
  if (!status) status = check_required(where, items, object, err);
  if (!status && cJSON_AddItemToArray(list, object)) return SX_OK;
  cJSON_Delete(object);
  return status ? status : sx_fail(err, SX_NOMEM, NULL);
}

/* [{…}], the same as a string of JSON, or one object. */
static sx_status decode_objects(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  const cJSON *items = sx_json_get(schema, "items"), *limit = sx_json_get(schema, "maxItems");
  cJSON *parsed = cJSON_IsString(given) ? sx_json_parse(sx_str_from(given->valuestring)) : NULL;
  const cJSON *taken = parsed ? parsed : given;
  cJSON *list = cJSON_CreateArray();
  sx_status status = list ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
  if (!status && !cJSON_IsArray(taken) && !cJSON_IsObject(taken))
    status = fail_value(schema->string, "an array of objects", given, err);
  else if (!status && cJSON_IsObject(taken))
    status = decode_item(list, schema, items, 0, taken, err);
  else if (!status && limit && cJSON_GetArraySize(taken) > limit->valueint)
    status = sx_fail(err, SX_INVALID_ARGUMENT, "%s takes at most %d items, not %d.", schema->string,
                     limit->valueint, cJSON_GetArraySize(taken));
  int index = 0;
  const cJSON *item;
  if (!status && cJSON_IsArray(taken))
    cJSON_ArrayForEach (item, taken) {
      status = decode_item(list, schema, items, index++, item, err);
      if (status) break;
    }
  cJSON_Delete(parsed);
  if (status)
    cJSON_Delete(list);
  else
    *out = list;
  return status;
}

/* {…}, or the same as a string of JSON. */
static sx_status decode_flat(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  cJSON *parsed = cJSON_IsString(given) ? sx_json_parse(sx_str_from(given->valuestring)) : NULL;
  const cJSON *taken = parsed ? parsed : given;
  sx_status status = decode_object(out, schema->string, schema, taken, decode_plain, err);
  cJSON_Delete(parsed);
  return status;
}

static sx_status decode_value(cJSON **out, const cJSON *schema, const cJSON *given, sx_err *err) {
  bool is_list = strcmp(type_name(schema), "array") == 0;
  const cJSON *items = sx_json_get(schema, "items");
  bool is_objects = is_list && strcmp(type_name(items), "object") == 0;
  if (is_list && items && !items->child) return decode_values(out, schema, given, err);
  if (strcmp(type_name(schema), "object") == 0) return decode_flat(out, schema, given, err);
  return is_objects ? decode_objects(out, schema, given, err)
                    : decode_plain(out, schema, given, err);
}

/* ---- all of them -------------------------------------------------------------------------- */

static sx_status negate(cJSON **value, sx_err *err) {
  bool is_on = cJSON_IsTrue(*value);
  cJSON_Delete(*value);
  *value = cJSON_CreateBool(!is_on);
  return *value ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
}

/* A list for `file_path` is one for `file_paths`, where the tool has that. */
static const cJSON *take_plural(const cJSON *properties, const cJSON *property,
                                const cJSON *given) {
  char name[MAX_NAME_BYTES + 1];
  bool is_list =
      cJSON_IsArray(given) || (cJSON_IsString(given) && strncmp(given->valuestring, "[\"", 2) == 0);
  if (!property || !is_list || strcmp(type_name(property), "string") != 0) return property;
  snprintf(name, sizeof name, "%ss", property->string);
  const cJSON *plural = sx_json_get(properties, name);
  bool is_plural = plural && strcmp(type_name(plural), "array") == 0;
  return is_plural ? plural : property;
}

static sx_status decode_member(cJSON *decoded, const char *tool, const cJSON *properties,
                               const cJSON *given, decode_one decode, sx_err *err) {
  const cJSON *property = take_plural(properties, find_property(properties, given->string), given);
  const cJSON *opposite = property ? NULL : find_opposite(properties, given->string);
  if (!property) property = opposite;
  if (!property) {
    sx_status status = fail_unknown(tool, properties, given->string, err);
    add_other_unknown(properties, given, err);
    return status;
  }
  if (cJSON_IsNull(given)) return SX_OK;
  cJSON *value;
  sx_status status = decode(&value, property, given, err);
  if (status) return status;
  if (opposite) status = negate(&value, err);
  if (status) return status;
  const cJSON *before = sx_json_get(decoded, property->string);
  bool is_same = before && cJSON_Compare(before, value, true);
  if (before || !cJSON_AddItemToObject(decoded, property->string, value)) cJSON_Delete(value);
  if (before && !is_same)
    return sx_fail(err, SX_INVALID_ARGUMENT, "%s is given twice with different values.",
                   property->string);
  return before || sx_json_get(decoded, property->string) ? SX_OK : sx_fail(err, SX_NOMEM, NULL);
}

static sx_status fail_object(const char *where, const cJSON *schema, sx_err *err) {
  const cJSON *property;
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  cJSON_ArrayForEach (property, sx_json_get(schema, "properties")) {
    sx_buf_addf(&list, "%s%s", list.len ? ", " : "", property->string);
  }
  sx_status status = sx_fail(err, SX_INVALID_ARGUMENT, "%s must be a JSON object. It takes: %.*s.",
                             where, SX_STR_ARG(sx_buf_str(&list)));
  sx_buf_release(&list);
  return status;
}

/* Every member of `given` (an object or null) by `schema`; `where` names it in messages. */
static sx_status decode_object(cJSON **out, const char *where, const cJSON *schema,
                               const cJSON *given, decode_one decode, sx_err *err) {
  if (!cJSON_IsObject(given) && !cJSON_IsNull(given)) return fail_object(where, schema, err);
  cJSON *decoded = cJSON_CreateObject();
  if (!decoded) return sx_fail(err, SX_NOMEM, NULL);
  const cJSON *properties = sx_json_get(schema, "properties");
  sx_status status = SX_OK;
  const cJSON *member;
  if (cJSON_IsObject(given))
    cJSON_ArrayForEach (member, given) {
      status = decode_member(decoded, where, properties, member, decode, err);
      if (status) break;
    }
  if (status)
    cJSON_Delete(decoded);
  else
    *out = decoded;
  return status;
}

sx_status sx_args_decode(cJSON **out, const char *tool, const cJSON *schema, sx_str json,
                         sx_err *err) {
  *out = NULL;
  if (sx_json_has_nul(json))
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "The arguments of %s contain a NUL character, which is not allowed.", tool);
  cJSON *given = json.len ? sx_json_parse(json) : cJSON_CreateObject();
  if (!given)
    return sx_fail(err, SX_INVALID_ARGUMENT, "The arguments of %s are not valid JSON.", tool);
  char where[MAX_NAME_BYTES + 32];
  snprintf(where, sizeof where, "The arguments of %s", tool);
  sx_status status = cJSON_IsObject(given) || cJSON_IsNull(given)
                         ? decode_object(out, tool, schema, given, decode_value, err)
                         : sx_fail(err, SX_INVALID_ARGUMENT, "%s must be a JSON object.", where);
  cJSON_Delete(given);
  return status;
}

bool sx_args_has(const cJSON *args, const char *name) {
  return sx_json_get(args, name) != NULL;
}

sx_str sx_args_str(const cJSON *args, const char *name, sx_arena *arena) {
  return sx_json_get_str(args, name, arena);
}

int64_t sx_args_int(const cJSON *args, const char *name, int64_t otherwise) {
  const cJSON *item = sx_json_get(args, name);
  return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : otherwise;
}

bool sx_args_bool(const cJSON *args, const char *name, bool otherwise) {
  const cJSON *item = sx_json_get(args, name);
  return cJSON_IsBool(item) ? cJSON_IsTrue(item) : otherwise;
}
