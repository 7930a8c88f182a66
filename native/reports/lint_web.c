#include "reports/lint_parts.h"

static void take_ends(sx_lint_issue *issue, const cJSON *from) {
  issue->line = sx_json_get_u32(from, "line");
  issue->column = sx_json_get_u32(from, "column");
  issue->end_line = sx_json_get_u32(from, "endLine");
  issue->end_column = sx_json_get_u32(from, "endColumn");
}

/* ---- ESLint -------------------------------------------------------------------------------- */

/* "File ignored because …" and "File ignored by default …": not a finding about the file. */
static bool is_about_ignoring(const cJSON *message) {
  const char *text = cJSON_GetStringValue(sx_json_get(message, "message"));
  return text && !sx_json_get_u32(message, "line") &&
         sx_str_has_prefix(sx_str_from(text), SX_STR("File ignored "));
}

static bool add_eslint(sx_lint_report *report, sx_str file, const cJSON *from, sx_arena *arena) {
  sx_lint_issue *issue = sx_lint__add(report, "eslint", arena);
  if (!issue) return false;
  issue->file = file;
  take_ends(issue, from);
  issue->message = sx_json_get_str(from, "message", arena);
  issue->rule = sx_json_get_str(from, "ruleId", arena);
  bool is_error = sx_json_get_u32(from, "severity") != 1 || sx_json_get_bool(from, "fatal");
  issue->severity = is_error ? SX_LINT_ERROR : SX_LINT_WARNING;
  return true;
}

/* False without memory. */
static bool add_eslint_file(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  const cJSON *message;
  bool is_ignored = false;
  sx_str file = sx_json_get_str(from, "filePath", arena);
  cJSON_ArrayForEach (message, sx_json_get(from, "messages")) {
    bool is_note = is_about_ignoring(message);
    is_ignored |= is_note;
    if (!is_note && !add_eslint(report, file, message, arena)) return false;
  }
  report->files += !is_ignored;
  return true;
}

sx_status sx_lint_read_eslint(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_lint__parse(&root, text, "ESLint", err);
  if (status) return status;
  report->counts_files = true;
  if (!sx_lint__is_list_of(root, "messages")) status = sx_lint__fail_form("ESLint", err);
  cJSON_ArrayForEach (item, root)
    if (status || !add_eslint_file(report, item, arena)) break;
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}

/* ---- Stylelint ----------------------------------------------------------------------------- */

/* "… (rule)": the rule stands at the end of each text. */
static sx_str without_rule(sx_str text, sx_str rule) {
  size_t end = text.len - (rule.len + 2);
  if (!rule.len || text.len < rule.len + 3 || text.ptr[text.len - 1] != ')' ||
      text.ptr[end] != '(' || !sx_str_is_equal(sx_str_slice(text, end + 1, text.len - 1), rule))
    return text;
  return sx_str_trim_end(sx_str_slice(text, 0, end));
}

static bool add_stylelint(sx_lint_report *report, sx_str file, const cJSON *from, sx_arena *arena) {
  sx_lint_issue *issue = sx_lint__add(report, "stylelint", arena);
  if (!issue) return false;
  issue->file = file;
  take_ends(issue, from);
  issue->rule = sx_json_get_str(from, "rule", arena);
  issue->message = without_rule(sx_json_get_str(from, "text", arena), issue->rule);
  issue->severity = sx_lint__severity(sx_json_get_str(from, "severity", arena), SX_LINT_ERROR);
  return true;
}

static bool add_stylelint_file(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  static const char *const lists[] = {"warnings", "parseErrors"};
  const cJSON *item;
  sx_str file = sx_json_get_str(from, "source", arena);
  for (size_t i = 0; i < 2; i++)
    cJSON_ArrayForEach (item, sx_json_get(from, lists[i]))
      if (!add_stylelint(report, file, item, arena)) return false;
  cJSON_ArrayForEach (item, sx_json_get(from, "invalidOptionWarnings"))
    if (sx_strs_add_new(&report->problems, sx_json_get_str(item, "text", arena), arena, NULL))
      return false;
  report->files += !sx_json_get_bool(from, "ignored");
  return true;
}

sx_status sx_lint_read_stylelint(sx_lint_report *report, sx_str text, sx_arena *arena,
                                 sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_lint__parse(&root, text, "Stylelint", err);
  if (status) return status;
  report->counts_files = true;
  if (!sx_lint__is_list_of(root, "warnings")) status = sx_lint__fail_form("Stylelint", err);
  cJSON_ArrayForEach (item, root)
    if (status || !add_stylelint_file(report, item, arena)) break;
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}

/* ---- Biome --------------------------------------------------------------------------------- */

/* Where a byte offset of version 1 is in the source that it gives along. */
static void place_offset(sx_str source, uint32_t offset, uint32_t *line, uint32_t *column) {
  size_t start = 0;
  if (offset > source.len || !source.len) return;
  *line = 1;
  for (size_t i = 0; i < offset; i++)
    if (source.ptr[i] == '\n') {
      (*line)++;
      start = i + 1;
    }
  *column = (uint32_t)(offset - start) + 1;
}

static void take_span(sx_lint_issue *issue, const cJSON *location) {
  const cJSON *span = sx_json_get(location, "span");
  sx_str source = sx_str_from(cJSON_GetStringValue(sx_json_get(location, "sourceCode")));
  if (cJSON_GetArraySize(span) != 2) return;
  issue->unit = SX_LINT_BYTES;
  place_offset(source, sx_json_u32(cJSON_GetArrayItem(span, 0)), &issue->line, &issue->column);
  place_offset(source, sx_json_u32(cJSON_GetArrayItem(span, 1)), &issue->end_line,
               &issue->end_column);
}

static void take_location(sx_lint_issue *issue, const cJSON *location, sx_arena *arena) {
  const cJSON *path = sx_json_get(location, "path");
  const cJSON *start = sx_json_get(location, "start"), *end = sx_json_get(location, "end");
  issue->file =
      cJSON_IsObject(path) ? sx_json_get_str(path, "file", arena) : sx_json_str(path, arena);
  issue->unit = SX_LINT_CHARACTERS;
  issue->line = sx_json_get_u32(start, "line");
  issue->column = sx_json_get_u32(start, "column");
  issue->end_line = sx_json_get_u32(end, "line");
  issue->end_column = sx_json_get_u32(end, "column");
  if (!issue->line) take_span(issue, location);
}

/* A message of version 1 is a list of parts with markup. */
static sx_str join_parts(const cJSON *parts, sx_arena *arena) {
  const cJSON *part;
  sx_str text = SX_STR("");
  cJSON_ArrayForEach (part, parts) {
    if (text.len > SX_LINT__LONG_BYTES) break;
    sx_str more = sx_str_from(cJSON_GetStringValue(sx_json_get(part, "content")));
    text = sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(text), SX_STR_ARG(more));
  }
  return text;
}

static bool add_biome(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  sx_lint_issue *issue = sx_lint__add(report, "biome", arena);
  if (!issue) return false;
  take_location(issue, sx_json_get(from, "location"), arena);
  const cJSON *message = sx_json_get(from, "message");
  issue->message = sx_json_str(message, arena);
  if (!issue->message.len) issue->message = sx_json_get_str(from, "description", arena);
  if (!issue->message.len) issue->message = join_parts(message, arena);
  issue->rule = sx_json_get_str(from, "category", arena);
  issue->severity = sx_lint__severity(sx_json_get_str(from, "severity", arena), SX_LINT_ERROR);
  return true;
}

sx_status sx_lint_read_biome(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_lint__parse(&root, text, "Biome", err);
  if (status) return status;
  const cJSON *summary = sx_json_get(root, "summary");
  if (!summary) status = sx_lint__fail_form("Biome", err);
  report->counts_files = true;
  report->files += sx_json_get_u32(summary, "changed") + sx_json_get_u32(summary, "unchanged");
  cJSON_ArrayForEach (item, sx_json_get(root, "diagnostics"))
    if (status || !add_biome(report, item, arena)) break;
  uint32_t left_out = sx_json_get_u32(summary, "diagnosticsNotPrinted");
  cJSON_Delete(root);
  if (!status && left_out)
    status = sx_strs_add(&report->problems,
                         sx_arena_printf(arena, "%u diagnostics are not in its report.", left_out),
                         arena, err);
  return status ? status : sx_lint__end(arena, err);
}
