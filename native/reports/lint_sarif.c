#include "reports/lint_parts.h"

/* ---- addresses ----------------------------------------------------------------------------- */

static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* A path, from a URI that may be relative, with escapes such as %20. */
static sx_str decode_uri(sx_str uri, sx_arena *arena) {
  static const char *const schemes[] = {"file://localhost/", "file:///", "file:/"};
  for (size_t i = 0; i < 3; i++) {
    sx_str scheme = sx_str_from(schemes[i]);
    if (!sx_str_has_prefix(uri, scheme)) continue;
    uri = sx_str_slice(uri, scheme.len - 1, uri.len);
    break;
  }
  char *out = sx_arena_alloc(arena, uri.len + 1);
  size_t len = 0;
  if (!out) return SX_STR("");
  for (size_t i = 0; i < uri.len; i++) {
    int high = hex_value(sx_str_at(uri, i + 1)), low = hex_value(sx_str_at(uri, i + 2));
    bool is_escape = uri.ptr[i] == '%' && high >= 0 && low >= 0 && (high || low);
    out[len++] = is_escape ? (char)(high * 16 + low) : uri.ptr[i];
    if (is_escape) i += 2;
  }
  return sx_str_make(out, len);
}

/* The folder that a base such as SRCROOT stands for, where the run has it. */
static sx_str find_base(const cJSON *run, const cJSON *artifact, sx_arena *arena) {
  const char *id = cJSON_GetStringValue(sx_json_get(artifact, "uriBaseId"));
  if (!id) return SX_STR("");
  return sx_json_get_str(sx_json_get(sx_json_get(run, "originalUriBaseIds"), id), "uri", arena);
}

/* ---- results ------------------------------------------------------------------------------- */

typedef struct sarif_run {
  const cJSON *run, *rules;
  sx_str source;
  sx_lint_unit unit;
} sarif_run;

/* By its index where there is one that fits, else by its name. */
static const cJSON *find_rule(const sarif_run *run, const cJSON *result) {
  const cJSON *rule, *index = sx_json_get(result, "ruleIndex");
  if (!index) index = sx_json_get(sx_json_get(result, "rule"), "index");
  if (cJSON_IsNumber(index) && index->valuedouble >= 0 && index->valuedouble < INT32_MAX)
    return cJSON_GetArrayItem(run->rules, (int)index->valuedouble);
  const char *id = cJSON_GetStringValue(sx_json_get(result, "ruleId"));
  cJSON_ArrayForEach (rule, run->rules) {
    const char *own = cJSON_GetStringValue(sx_json_get(rule, "id"));
    if (id && own && !strcmp(id, own)) return rule;
  }
  return NULL;
}

static sx_lint_severity find_level(const cJSON *result, const cJSON *rule) {
  const cJSON *level = sx_json_get(result, "level");
  if (!level) level = sx_json_get(sx_json_get(rule, "defaultConfiguration"), "level");
  sx_str word = sx_str_from(cJSON_GetStringValue(level));
  if (sx_str_is_equal(word, SX_STR("none"))) return SX_LINT_INFORMATION;
  return sx_lint__severity(word, SX_LINT_WARNING);
}

static void take_place(const sarif_run *run, sx_lint_issue *issue, const cJSON *result,
                       sx_arena *arena) {
  const cJSON *first = cJSON_GetArrayItem(sx_json_get(result, "locations"), 0);
  const cJSON *place = sx_json_get(first, "physicalLocation");
  const cJSON *artifact = sx_json_get(place, "artifactLocation");
  const cJSON *region = sx_json_get(place, "region");
  sx_str uri = sx_json_get_str(artifact, "uri", arena), base = find_base(run->run, artifact, arena);
  if (base.len) uri = sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(base), SX_STR_ARG(uri));
  issue->file = decode_uri(uri, arena);
  issue->line = sx_json_get_u32(region, "startLine");
  issue->column = sx_json_get_u32(region, "startColumn");
  issue->end_line = sx_json_get_u32(region, "endLine");
  issue->end_column = sx_json_get_u32(region, "endColumn");
  if (!issue->end_line && issue->end_column) issue->end_line = issue->line;
}

static bool add_result(const sarif_run *run, sx_lint_report *report, const cJSON *result,
                       sx_arena *arena) {
  const cJSON *message = sx_json_get(result, "message"), *rule = find_rule(run, result);
  if (cJSON_GetArraySize(sx_json_get(result, "suppressions")) > 0) return true;
  sx_lint_issue *issue = sx_lint__add(report, "", arena);
  if (!issue) return false;
  issue->source = run->source;
  issue->unit = run->unit;
  take_place(run, issue, result, arena);
  issue->message = sx_json_get_str(message, "text", arena);
  if (!issue->message.len) issue->message = sx_json_get_str(message, "markdown", arena);
  issue->rule = sx_json_get_str(result, "ruleId", arena);
  if (!issue->rule.len) issue->rule = sx_json_get_str(rule, "id", arena);
  issue->url = sx_json_get_str(rule, "helpUri", arena);
  issue->severity = find_level(result, rule);
  return true;
}

static bool read_run(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  const cJSON *result, *driver = sx_json_get(sx_json_get(from, "tool"), "driver");
  sx_str kind = sx_str_from(cJSON_GetStringValue(sx_json_get(from, "columnKind")));
  sarif_run run = {.run = from,
                   .rules = sx_json_get(driver, "rules"),
                   .source = sx_json_get_str(driver, "name", arena),
                   .unit = sx_str_is_equal(kind, SX_STR("unicodeCodePoints")) ? SX_LINT_CHARACTERS
                                                                              : SX_LINT_UTF16};
  cJSON_ArrayForEach (result, sx_json_get(from, "results"))
    if (!add_result(&run, report, result, arena)) return false;
  return true;
}

sx_status sx_lint_read_sarif(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *run;
  sx_status status = sx_lint__parse(&root, text, "the linter", err);
  if (status) return status;
  const cJSON *runs = sx_json_get(root, "runs");
  if (!cJSON_IsArray(runs))
    status = sx_fail(err, SX_BAD_MESSAGE, "The report is not SARIF: it has no runs.");
  cJSON_ArrayForEach (run, runs)
    if (!read_run(report, run, arena)) break;
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}
