#include "reports/lint_parts.h"

/* Macros in macros, at most. */
#define MAX_EXPANSIONS 32

/* The place in the project that a span inside of a library's macro was expanded at. */
static const cJSON *find_own_span(const cJSON *span) {
  for (size_t i = 0; i < MAX_EXPANSIONS; i++) {
    sx_str file = sx_str_from(cJSON_GetStringValue(sx_json_get(span, "file_name")));
    const cJSON *outer = sx_json_get(sx_json_get(span, "expansion"), "span");
    bool is_foreign = sx_str_has_prefix(file, SX_STR("<")) ||
                      sx_str_has_prefix(file, SX_STR("/rustc/")) ||
                      sx_str_find(file, SX_STR("/.cargo/registry/"), 0) != SX_STR_NONE;
    if (!is_foreign || !cJSON_IsObject(outer)) break;
    span = outer;
  }
  return span;
}

static const cJSON *find_primary(const cJSON *message) {
  const cJSON *span, *spans = sx_json_get(message, "spans");
  cJSON_ArrayForEach (span, spans)
    if (sx_json_get_bool(span, "is_primary")) return find_own_span(span);
  return NULL;
}

/* "for further information visit ADDRESS" is the rule's; "`#[warn(…)]` on by default" says little.
 */
static void add_child(sx_lint_issue *issue, const cJSON *child, sx_arena *arena) {
  sx_str further = SX_STR("for further information visit ");
  sx_str text = sx_str_from(cJSON_GetStringValue(sx_json_get(child, "message")));
  sx_str level = sx_str_from(cJSON_GetStringValue(sx_json_get(child, "level")));
  if (sx_str_has_prefix(text, further)) {
    issue->url = sx_arena_dup(arena, sx_str_slice(text, further.len, text.len));
    return;
  }
  bool is_about_level = sx_str_has_prefix(text, SX_STR("`#["));
  if (!text.len || is_about_level || issue->message.len > SX_LINT__LONG_BYTES) return;
  const cJSON *span = cJSON_GetArrayItem(sx_json_get(child, "spans"), 0);
  const char *better = cJSON_GetStringValue(sx_json_get(span, "suggested_replacement"));
  issue->message = sx_arena_printf(arena, "%.*s\n%.*s: %.*s", SX_STR_ARG(issue->message),
                                   SX_STR_ARG(level), SX_STR_ARG(text));
  if (better && *better)
    issue->message = sx_arena_printf(arena, "%.*s: `%s`", SX_STR_ARG(issue->message), better);
}

static void take_span(sx_lint_issue *issue, const cJSON *span, sx_arena *arena) {
  sx_str label = sx_str_from(cJSON_GetStringValue(sx_json_get(span, "label")));
  issue->file = sx_json_get_str(span, "file_name", arena);
  issue->line = sx_json_get_u32(span, "line_start");
  issue->column = sx_json_get_u32(span, "column_start");
  issue->end_line = sx_json_get_u32(span, "line_end");
  issue->end_column = sx_json_get_u32(span, "column_end");
  issue->unit = SX_LINT_CHARACTERS;
  if (label.len && !sx_str_is_equal(label, issue->message))
    issue->message =
        sx_arena_printf(arena, "%.*s: %.*s", SX_STR_ARG(issue->message), SX_STR_ARG(label));
}

/* "aborting due to 2 previous errors" and "3 warnings emitted" count the others. */
static bool is_summary(sx_str level, sx_str text) {
  return sx_str_is_equal(level, SX_STR("failure-note")) ||
         sx_str_has_prefix(text, SX_STR("aborting due to ")) ||
         sx_str_has_suffix(text, SX_STR(" emitted"));
}

static bool add_message(sx_lint_report *report, const cJSON *message, sx_arena *arena) {
  const cJSON *child, *span = find_primary(message);
  sx_str level = sx_str_from(cJSON_GetStringValue(sx_json_get(message, "level")));
  sx_str text = sx_str_from(cJSON_GetStringValue(sx_json_get(message, "message")));
  if (is_summary(level, text)) return true;
  sx_lint_issue *issue = sx_lint__add(report, "clippy", arena);
  if (!issue) return false;
  issue->message = sx_arena_dup(arena, text);
  issue->rule = sx_json_get_str(sx_json_get(message, "code"), "code", arena);
  issue->severity = sx_lint__severity(level, SX_LINT_ERROR);
  take_span(issue, span, arena);
  cJSON_ArrayForEach (child, sx_json_get(message, "children")) add_child(issue, child, arena);
  return true;
}

static bool read_line(sx_lint_report *report, sx_str line, bool *is_known, sx_arena *arena) {
  cJSON *root = sx_json_parse(line);
  if (!root) {
    report->is_cut = true;
    return true;
  }
  sx_str reason = sx_str_from(cJSON_GetStringValue(sx_json_get(root, "reason")));
  *is_known |= reason.len > 0;
  bool goes_on = true;
  if (sx_str_is_equal(reason, SX_STR("compiler-message")))
    goes_on = add_message(report, sx_json_get(root, "message"), arena);
  cJSON_Delete(root);
  return goes_on;
}

sx_status sx_lint_read_cargo(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  sx_str line;
  bool goes_on = true, is_known = false;
  sx_json_init();
  while (goes_on && sx_str_next_line(&text, &line))
    if (sx_str_at(line, 0) == '{') goes_on = read_line(report, line, &is_known, arena);
  if (goes_on && !is_known)
    return sx_fail(err, SX_BAD_MESSAGE, "The output of cargo has no messages.");
  return sx_lint__end(arena, err);
}
