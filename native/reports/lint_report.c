#include "reports/lint_parts.h"

sx_lint_issue *sx_lint__add(sx_lint_report *report, const char *source, sx_arena *arena) {
  sx_lint_issue *issue = SX_ARRAY_ADD(&report->issues, arena);
  if (!issue) return NULL;
  issue->file = issue->message = issue->rule = issue->url = SX_STR("");
  issue->source = sx_str_from(source);
  return issue;
}

sx_status sx_lint__end(const sx_arena *arena, sx_err *err) {
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

/* Where a line begins with a bracket: there the value may begin. */
static size_t find_open(sx_str text, size_t from) {
  for (size_t at = from; at < text.len; at++) {
    size_t bracket = sx_str_skip_blanks(text, at);
    char c = sx_str_at(text, bracket);
    if (c == '{' || c == '[') return bracket;
    at = sx_str_find_char(text, '\n', at);
    if (at == SX_STR_NONE) break;
  }
  return SX_STR_NONE;
}

static sx_str cut_after(sx_str text, size_t from) {
  size_t object = sx_str_find_last_char(text, '}'), array = sx_str_find_last_char(text, ']');
  size_t end = object == SX_STR_NONE || (array != SX_STR_NONE && array > object) ? array : object;
  return end == SX_STR_NONE ? SX_STR("") : sx_str_slice(text, from, end + 1);
}

/* Lines of text that begin with a bracket, too, before the value. */
#define MAX_STARTS 16

sx_status sx_lint__parse(cJSON **out, sx_str text, const char *source, sx_err *err) {
  sx_json_init();
  *out = NULL;
  size_t at = find_open(text, 0);
  for (size_t i = 0; i < MAX_STARTS && at != SX_STR_NONE; i++) {
    *out = sx_json_parse(cut_after(text, at));
    if (*out) return SX_OK;
    size_t line = sx_str_find_char(text, '\n', at);
    at = line == SX_STR_NONE ? line : find_open(text, line + 1);
  }
  return sx_fail(err, SX_BAD_MESSAGE, "The output of %s is not the JSON that it was asked for.",
                 source);
}

bool sx_lint__is_list_of(const cJSON *list, const char *name) {
  const cJSON *item;
  if (!cJSON_IsArray(list)) return false;
  cJSON_ArrayForEach (item, list)
    if (!sx_json_get(item, name)) return false;
  return true;
}

sx_status sx_lint__fail_form(const char *source, sx_err *err) {
  return sx_fail(err, SX_BAD_MESSAGE, "The output of %s has another form than its reports have.",
                 source);
}

uint32_t sx_lint__number_from_0(const cJSON *object, const char *name) {
  const cJSON *item = sx_json_get(object, name);
  if (!cJSON_IsNumber(item) || item->valuedouble < 0) return 0;
  uint32_t number = sx_json_u32(item);
  return number == UINT32_MAX ? number : number + 1;
}

/* ---- text ---------------------------------------------------------------------------------- */

#define MAX_DIGITS 9

bool sx_lint__take_number(sx_str text, size_t *at, uint32_t *out) {
  size_t start = *at;
  *out = 0;
  for (; sx_str_at(text, *at) >= '0' && sx_str_at(text, *at) <= '9'; (*at)++) {
    if (*at - start == MAX_DIGITS) return false;
    *out = *out * 10 + (uint32_t)(text.ptr[*at] - '0');
  }
  return *at > start;
}

bool sx_lint__take_place(sx_str line, sx_lint_issue *out, sx_str *rest) {
  size_t from = line.len > 2 && line.ptr[1] == ':' ? 2 : 0;
  for (size_t colon = sx_str_find_char(line, ':', from); colon != SX_STR_NONE && colon > 0;
       colon = sx_str_find_char(line, ':', colon + 1)) {
    size_t at = colon + 1;
    if (!sx_lint__take_number(line, &at, &out->line) || sx_str_at(line, at) != ':') continue;
    size_t more = ++at;
    out->column = 0;
    if (sx_lint__take_number(line, &more, &out->column) && sx_str_at(line, more) == ':')
      at = more + 1;
    else
      out->column = 0;
    out->file = sx_str_slice(line, 0, colon);
    *rest = sx_str_slice(line, sx_str_skip_blanks(line, at), line.len);
    return true;
  }
  return false;
}

/* ---- severities ---------------------------------------------------------------------------- */

static bool is_one_of(sx_str word, const char *const *words) {
  for (; *words; words++)
    if (sx_str_is_equal_fold(word, sx_str_from(*words))) return true;
  return false;
}

sx_lint_severity sx_lint__severity(sx_str word, sx_lint_severity otherwise) {
  static const char *const errors[] = {"error", "fatal", "critical", "high", "blocker", NULL};
  static const char *const warnings[] = {"warning", "warn", "medium", "major", NULL};
  static const char *const others[] = {"info",       "information", "hint",  "note", "style",
                                       "convention", "refactor",    "minor", "low",  NULL};
  if (is_one_of(word, errors)) return SX_LINT_ERROR;
  if (is_one_of(word, warnings)) return SX_LINT_WARNING;
  return is_one_of(word, others) ? SX_LINT_INFORMATION : otherwise;
}

bool sx_lint__is_python_error(sx_str code) {
  static const char *const errors[] = {"E9", "F63", "F7", "F82", "invalid-syntax"};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (sx_str_has_prefix(code, sx_str_from(errors[i]))) return true;
  return !code.len;
}
