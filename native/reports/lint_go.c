#include "reports/lint_parts.h"

/* ---- golangci-lint ------------------------------------------------------------------------- */

static bool add_golangci(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  const cJSON *place = sx_json_get(from, "Pos");
  sx_lint_issue *issue = sx_lint__add(report, "golangci-lint", arena);
  if (!issue) return false;
  issue->file = sx_json_get_str(place, "Filename", arena);
  issue->line = sx_json_get_u32(place, "Line");
  issue->column = sx_json_get_u32(place, "Column");
  issue->unit = SX_LINT_BYTES;
  issue->message = sx_json_get_str(from, "Text", arena);
  issue->rule = sx_json_get_str(from, "FromLinter", arena);
  bool is_error = sx_str_is_equal(issue->rule, SX_STR("typecheck"));
  issue->severity = sx_lint__severity(sx_json_get_str(from, "Severity", arena),
                                      is_error ? SX_LINT_ERROR : SX_LINT_WARNING);
  return true;
}

static sx_status take_golangci_problems(sx_lint_report *report, const cJSON *from, sx_arena *arena,
                                        sx_err *err) {
  const cJSON *item;
  sx_str error = sx_json_get_str(from, "Error", arena);
  sx_status status = error.len ? sx_strs_add(&report->problems, error, arena, err) : SX_OK;
  cJSON_ArrayForEach (item, sx_json_get(from, "Warnings"))
    if (!status)
      status = sx_strs_add_new(&report->problems, sx_json_get_str(item, "Text", arena), arena, err);
  return status;
}

sx_status sx_lint_read_golangci(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_lint__parse(&root, text, "golangci-lint", err);
  if (status) return status;
  if (!cJSON_IsObject(root) || (!sx_json_get(root, "Issues") && !sx_json_get(root, "Report")))
    status = sx_lint__fail_form("golangci-lint", err);
  cJSON_ArrayForEach (item, sx_json_get(root, "Issues"))
    if (status || !add_golangci(report, item, arena)) break;
  if (!status) status = take_golangci_problems(report, sx_json_get(root, "Report"), arena, err);
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}

/* ---- go vet -------------------------------------------------------------------------------- */

static bool add_vet(sx_lint_report *report, const char *analyzer, const cJSON *from,
                    sx_arena *arena) {
  sx_str rest;
  sx_str place = sx_json_get_str(from, "posn", arena);
  sx_lint_issue *issue = sx_lint__add(report, "go vet", arena);
  if (!issue) return false;
  sx_str line = sx_arena_printf(arena, "%.*s:", SX_STR_ARG(place));
  if (!sx_lint__take_place(line, issue, &rest)) issue->file = place;
  issue->unit = SX_LINT_BYTES;
  issue->severity = SX_LINT_WARNING;
  issue->rule = sx_arena_dup(arena, sx_str_from(analyzer));
  issue->message = sx_json_get_str(from, "message", arena);
  return true;
}

/* {package: {analyzer: [finding, …] or {"error": …}}} */
static bool add_vet_packages(sx_lint_report *report, const cJSON *root, sx_arena *arena) {
  const cJSON *package, *analyzer, *finding;
  cJSON_ArrayForEach (package, root)
    cJSON_ArrayForEach (analyzer, package) {
      sx_str failure = sx_json_get_str(analyzer, "error", arena);
      if (failure.len && sx_strs_add_new(&report->problems, failure, arena, NULL)) return false;
      if (!cJSON_IsArray(analyzer)) continue;
      cJSON_ArrayForEach (finding, analyzer)
        if (!add_vet(report, analyzer->string, finding, arena)) return false;
    }
  return true;
}

/* "vet: ./a.go:3:2: undefined: x", of a package that does not compile. */
static bool add_vet_error(sx_lint_report *report, sx_str line, sx_arena *arena) {
  sx_lint_issue issue = {.rule = SX_STR("compile"), .url = SX_STR(""), .unit = SX_LINT_BYTES};
  sx_str rest, vet = SX_STR("vet: ");
  if (sx_str_has_prefix(line, vet)) line = sx_str_slice(line, vet.len, line.len);
  if (!sx_lint__take_place(line, &issue, &rest) || !rest.len) return true;
  sx_lint_issue *added = sx_lint__add(report, "go vet", arena);
  if (!added) return false;
  issue.source = added->source;
  issue.severity = SX_LINT_ERROR;
  issue.message = rest;
  *added = issue;
  return true;
}

/* The value that begins with a line "{" and ends with one "}", as `go vet` indents it. */
static sx_str take_value(sx_str first, sx_str *rest, bool *is_cut) {
  sx_str line;
  while (sx_str_next_line(rest, &line))
    if (sx_str_is_equal(line, SX_STR("}")))
      return sx_str_make(first.ptr, (size_t)(line.ptr + line.len - first.ptr));
  *is_cut = true;
  return SX_STR("");
}

static bool read_vet_value(sx_lint_report *report, sx_str value, sx_arena *arena) {
  cJSON *root = sx_json_parse(value);
  if (!root) {
    report->is_cut = true;
    return true;
  }
  bool is_added = add_vet_packages(report, root, arena);
  cJSON_Delete(root);
  return is_added;
}

sx_status sx_lint_read_vet(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  sx_str line;
  bool goes_on = true;
  sx_json_init();
  while (goes_on && sx_str_next_line(&text, &line)) {
    if (sx_str_is_equal(line, SX_STR("{")))
      goes_on = read_vet_value(report, take_value(line, &text, &report->is_cut), arena);
    else if (sx_str_at(line, 0) == '{')
      goes_on = read_vet_value(report, line, arena);
    else if (sx_str_at(line, 0) != '#')
      goes_on = add_vet_error(report, line, arena);
  }
  return sx_lint__end(arena, err);
}
