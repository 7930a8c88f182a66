#include "reports/lint_parts.h"

/* ---- RuboCop ------------------------------------------------------------------------------- */

static bool add_offense(sx_lint_report *report, sx_str file, const cJSON *from, sx_arena *arena) {
  const cJSON *place = sx_json_get(from, "location");
  sx_lint_issue *issue = sx_lint__add(report, "rubocop", arena);
  if (!issue) return false;
  issue->file = file;
  issue->line = sx_json_get_u32(place, "line");
  issue->column = sx_json_get_u32(place, "column");
  issue->end_line = sx_json_get_u32(place, "last_line");
  /* Its last column is included. */
  issue->end_column = sx_json_get_u32(place, "last_column");
  issue->end_column += issue->end_column > 0 && issue->end_column < UINT32_MAX;
  issue->unit = SX_LINT_CHARACTERS;
  issue->message = sx_json_get_str(from, "message", arena);
  issue->rule = sx_json_get_str(from, "cop_name", arena);
  issue->severity = sx_lint__severity(sx_json_get_str(from, "severity", arena), SX_LINT_WARNING);
  return true;
}

sx_status sx_lint_read_rubocop(sx_lint_report *report, sx_str text, sx_arena *arena, sx_err *err) {
  cJSON *root;
  const cJSON *file, *offense;
  sx_status status = sx_lint__parse(&root, text, "RuboCop", err);
  if (status) return status;
  const cJSON *files = sx_json_get(root, "files");
  if (!cJSON_IsArray(files)) status = sx_lint__fail_form("RuboCop", err);
  report->counts_files = true;
  cJSON_ArrayForEach (file, files) {
    sx_str path = sx_json_get_str(file, "path", arena);
    report->files++;
    cJSON_ArrayForEach (offense, sx_json_get(file, "offenses"))
      if (!add_offense(report, path, offense, arena)) break;
  }
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}

/* ---- ShellCheck ---------------------------------------------------------------------------- */

static bool add_comment(sx_lint_report *report, const cJSON *from, sx_arena *arena) {
  sx_lint_issue *issue = sx_lint__add(report, "shellcheck", arena);
  if (!issue) return false;
  issue->file = sx_json_get_str(from, "file", arena);
  issue->line = sx_json_get_u32(from, "line");
  issue->column = sx_json_get_u32(from, "column");
  issue->end_line = sx_json_get_u32(from, "endLine");
  issue->end_column = sx_json_get_u32(from, "endColumn");
  issue->unit = SX_LINT_CHARACTERS;
  issue->message = sx_json_get_str(from, "message", arena);
  issue->rule = sx_arena_printf(arena, "SC%u", sx_json_get_u32(from, "code"));
  issue->severity = sx_lint__severity(sx_json_get_str(from, "level", arena), SX_LINT_WARNING);
  return true;
}

sx_status sx_lint_read_shellcheck(sx_lint_report *report, sx_str text, sx_arena *arena,
                                  sx_err *err) {
  cJSON *root;
  const cJSON *item;
  sx_status status = sx_lint__parse(&root, text, "ShellCheck", err);
  if (status) return status;
  const cJSON *comments = sx_json_get(root, "comments");
  if (!cJSON_IsArray(comments)) status = sx_lint__fail_form("ShellCheck", err);
  cJSON_ArrayForEach (item, comments)
    if (!add_comment(report, item, arena)) break;
  cJSON_Delete(root);
  return status ? status : sx_lint__end(arena, err);
}
