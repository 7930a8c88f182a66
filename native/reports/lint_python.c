#include "reports/lint_parts.h"

/* ---- Pylint -------------------------------------------------------------------------------- */

/* "W0611:unused-import", as the editor's extension names it; either part may be absent. */
static sx_str join_rule(sx_str id, sx_str name, sx_arena *arena) {
  if (!id.len || !name.len) return id.len ? id : name;
  return sx_arena_printf(arena, "%.*s:%.*s", SX_STR_ARG(id), SX_STR_ARG(name));
}

static bool add_pylint(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  sx_lint_issue *issue = sx_lint__add(report, "pylint", arena);
  if (!issue) return false;
  const char *id = sx_json_get(from, "messageId") ? "messageId" : "message-id";
  issue->file = sx_json_get_str(from, "path", arena);
  if (!issue->file.len) issue->file = sx_json_get_str(from, "absolutePath", arena);
  issue->line = sx_json_get_u32(from, "line");
  issue->column = sx_lint__number_from_0(from, "column");
  issue->end_line = sx_json_get_u32(from, "endLine");
  issue->end_column = sx_lint__number_from_0(from, "endColumn");
  issue->unit = SX_LINT_BYTES;
  issue->message = sx_json_get_str(from, "message", arena);
  issue->rule =
      join_rule(sx_json_get_str(from, id, arena), sx_json_get_str(from, "symbol", arena), arena);
  issue->severity = sx_lint__severity(sx_json_get_str(from, "type", arena), SX_LINT_WARNING);
  return true;
}

sx_status sx_lint_read_pylint(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_lint__parse(&root, text, "Pylint", err);
  if (status) return status;
  const cJSON *list = cJSON_IsArray(root) ? root : sx_json_get(root, "messages");
  if (!sx_lint__is_list_of(list, "message")) status = sx_lint__fail_form("Pylint", err);
  const cJSON *modules = sx_json_get(sx_json_get(root, "statistics"), "modulesLinted");
  if (cJSON_IsNumber(modules)) {
    report->counts_files = true;
    report->files += sx_json_u32(modules);
  }
  cJSON_ArrayForEach (item, list)
    if (status || !add_pylint(report, item, arena)) break;
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}

/* ---- Flake8 -------------------------------------------------------------------------------- */

/* The first place where the fields fit: names of files may have tabs themselves. */
static bool take_flake8(sx_str line, sx_lint_issue *out) {
  size_t start = sx_str_find_char(line, '\t', 0);
  for (; start != SX_STR_NONE; start = sx_str_find_char(line, '\t', start + 1)) {
    size_t at = start + 1;
    if (!sx_lint__take_number(line, &at, &out->line) || sx_str_at(line, at++) != '\t') continue;
    if (!sx_lint__take_number(line, &at, &out->column) || sx_str_at(line, at++) != '\t') continue;
    size_t end = sx_str_find_char(line, '\t', at);
    if (end == SX_STR_NONE) continue;
    out->file = sx_str_slice(line, 0, start);
    out->rule = sx_str_slice(line, at, end);
    out->message = sx_str_trim(sx_str_slice(line, end + 1, line.len));
    return true;
  }
  return false;
}

sx_status sx_lint_read_flake8(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  sx_str line;
  while (sx_str_next_line(&text, &line)) {
    sx_lint_issue issue = {.url = SX_STR(""), .source = SX_STR("flake8")};
    if (!take_flake8(line, &issue)) continue;
    /* Pyflakes counts bytes, as Python's parser does; pycodestyle characters. */
    issue.unit = sx_str_at(issue.rule, 0) == 'F' ? SX_LINT_BYTES : SX_LINT_CHARACTERS;
    issue.severity = sx_lint__is_python_error(issue.rule) ? SX_LINT_ERROR : SX_LINT_WARNING;
    sx_lint_issue *added = sx_lint__add(report, "flake8", arena);
    if (!added) break;
    *added = issue;
  }
  return sx_lint__end(arena, err);
}

/* ---- mypy ---------------------------------------------------------------------------------- */

/* "… [code]": the code is set off by two blanks. */
static void take_mypy_code(sx_str rest, sx_lint_issue *out) {
  size_t open = sx_str_find_last_char(rest, '[');
  out->message = sx_str_trim(rest);
  if (!sx_str_has_suffix(rest, SX_STR("]")) || open == SX_STR_NONE || open < 2 ||
      rest.ptr[open - 1] != ' ' || rest.ptr[open - 2] != ' ')
    return;
  out->rule = sx_str_slice(rest, open + 1, rest.len - 1);
  out->message = sx_str_trim(sx_str_slice(rest, 0, open));
}

/* "5:6: " after the first place: where it ends, its last column included. */
static void take_mypy_end(sx_str *rest, sx_lint_issue *out) {
  size_t at = 0;
  uint32_t line, column;
  if (!sx_lint__take_number(*rest, &at, &line) || sx_str_at(*rest, at++) != ':' ||
      !sx_lint__take_number(*rest, &at, &column) || sx_str_at(*rest, at++) != ':')
    return;
  out->end_line = line;
  out->end_column = column + 1;
  *rest = sx_str_slice(*rest, sx_str_skip_blanks(*rest, at), rest->len);
}

static bool take_mypy_line(sx_str line, sx_lint_issue *out) {
  sx_str rest;
  if (!sx_lint__take_place(line, out, &rest)) return false;
  take_mypy_end(&rest, out);
  size_t colon = sx_str_find(rest, SX_STR(": "), 0);
  sx_str word = sx_str_slice(rest, 0, colon);
  bool is_note = sx_str_is_equal(word, SX_STR("note"));
  if (colon == SX_STR_NONE || (!is_note && !sx_str_is_equal(word, SX_STR("error")) &&
                               !sx_str_is_equal(word, SX_STR("warning"))))
    return false;
  out->severity = sx_lint__severity(word, SX_LINT_ERROR);
  take_mypy_code(sx_str_slice(rest, colon + 2, rest.len), out);
  return true;
}

static bool take_mypy_json(sx_str line, sx_lint_issue *out, sx_arena *arena) {
  cJSON *from = sx_json_parse(line);
  if (!from) return false;
  out->file = sx_json_get_str(from, "file", arena);
  out->line = sx_json_get_u32(from, "line");
  out->column = sx_lint__number_from_0(from, "column");
  out->message = sx_json_get_str(from, "message", arena);
  sx_str hint = sx_json_get_str(from, "hint", arena);
  if (hint.len)
    out->message = sx_arena_printf(arena, "%.*s\n%.*s", SX_STR_ARG(out->message), SX_STR_ARG(hint));
  out->rule = sx_json_get_str(from, "code", arena);
  out->severity = sx_lint__severity(sx_json_get_str(from, "severity", arena), SX_LINT_ERROR);
  bool is_issue = sx_json_get(from, "message") && sx_json_get(from, "file");
  cJSON_Delete(from);
  return is_issue;
}

/* A note on the line of the error before it explains that error. */
static bool join_note(sx_lint_report *report, const sx_lint_issue *note, sx_arena *arena) {
  if (note->severity != SX_LINT_INFORMATION || !report->issues.len) return false;
  sx_lint_issue *last = &report->issues.items[report->issues.len - 1];
  if (last->severity == SX_LINT_INFORMATION || last->line != note->line ||
      last->message.len > SX_LINT__LONG_BYTES || !sx_str_is_equal(last->file, note->file))
    return false;
  last->message =
      sx_arena_printf(arena, "%.*s\n%.*s", SX_STR_ARG(last->message), SX_STR_ARG(note->message));
  return true;
}

sx_status sx_lint_read_mypy(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  sx_str line;
  sx_json_init();
  while (sx_str_next_line(&text, &line)) {
    sx_lint_issue issue = {
        .rule = SX_STR(""), .url = SX_STR(""), .source = SX_STR("mypy"), .unit = SX_LINT_BYTES};
    bool is_json = sx_str_at(line, 0) == '{';
    bool is_issue = is_json ? take_mypy_json(line, &issue, arena) : take_mypy_line(line, &issue);
    report->is_cut |= is_json && !is_issue;
    if (!is_issue || join_note(report, &issue, arena)) continue;
    sx_lint_issue *added = sx_lint__add(report, "mypy", arena);
    if (!added) break;
    *added = issue;
  }
  return sx_lint__end(arena, err);
}

/* ---- Ruff ---------------------------------------------------------------------------------- */

static bool add_ruff(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  const cJSON *start = sx_json_get(from, "location"), *end = sx_json_get(from, "end_location");
  sx_lint_issue *issue = sx_lint__add(report, "ruff", arena);
  if (!issue) return false;
  issue->file = sx_json_get_str(from, "filename", arena);
  issue->line = sx_json_get_u32(start, "row");
  issue->column = sx_json_get_u32(start, "column");
  issue->end_line = sx_json_get_u32(end, "row");
  issue->end_column = sx_json_get_u32(end, "column");
  issue->unit = SX_LINT_CHARACTERS;
  issue->message = sx_json_get_str(from, "message", arena);
  issue->rule = sx_json_get_str(from, "code", arena);
  issue->url = sx_json_get_str(from, "url", arena);
  bool is_error = sx_lint__is_python_error(issue->rule);
  issue->severity = sx_lint__severity(sx_json_get_str(from, "severity", arena),
                                      is_error ? SX_LINT_ERROR : SX_LINT_WARNING);
  if (is_error) issue->severity = SX_LINT_ERROR;
  return true;
}

sx_status sx_lint_read_ruff(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_lint__parse(&root, text, "Ruff", err);
  if (status) return status;
  if (!sx_lint__is_list_of(root, "message")) status = sx_lint__fail_form("Ruff", err);
  cJSON_ArrayForEach (item, root)
    if (status || !add_ruff(report, item, arena)) break;
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}
