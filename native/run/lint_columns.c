#include "base/utf8.h"
#include "run/lint.h"
#include "text/lines.h"
#include "os/file.h"
#include "workspace/document.h"

/* The column, from 1, in UTF-16 units; past the end of the line it stays as far past it. */
static uint32_t convert(sx_str line, uint32_t column, sx_lint_unit unit) {
  uint32_t counted = 1, shown = 1;
  for (size_t at = 0; counted < column;) {
    uint32_t codepoint;
    if (at >= line.len) return shown + (column - counted);
    size_t bytes = sx_utf8_decode(line.ptr + at, line.len - at, &codepoint);
    counted += unit == SX_LINT_BYTES ? (uint32_t)bytes : 1;
    if (counted > column) break; /* inside of a character: where that begins */
    shown += codepoint > 0xFFFF ? 2 : 1;
    at += bytes;
  }
  return shown;
}

static void convert_issue(sx_lint_issue *issue, const sx_lines *lines) {
  if (issue->line && issue->line <= lines->count)
    issue->column = convert(sx_lines_get(lines, issue->line - 1), issue->column, issue->unit);
  if (issue->end_line && issue->end_line <= lines->count && issue->end_column)
    issue->end_column =
        convert(sx_lines_get(lines, issue->end_line - 1), issue->end_column, issue->unit);
  issue->unit = SX_LINT_UTF16;
}

static bool needs(const sx_lint_issue *issue) {
  return issue->unit != SX_LINT_UTF16 && issue->column && issue->line;
}

static bool is_ascii(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] >= 0x80) return false;
  return true;
}

/* Each file is read once, where its issues come one after another. */
sx_status sx_lint_convert_columns(sx_call *call, sx_lint_issues *issues, sx_err *err) {
  sx_arena texts;
  sx_lines lines = {0};
  sx_str file = SX_STR(""), text = SX_STR("");
  sx_status status = SX_OK;
  sx_arena_init(&texts, (size_t)1 << 30);
  for (size_t i = 0; i < issues->len && !status; i++) {
    sx_lint_issue *issue = &issues->items[i];
    if (!needs(issue)) continue;
    if (!file.len || !sx_str_is_equal(file, issue->file)) {
      sx_arena_release(&texts);
      sx_arena_init(&texts, (size_t)1 << 30);
      file = issue->file;
      lines = (sx_lines){0};
      sx_status read = sx_file_read(&text, file, SX_DOCUMENT_MAX_BYTES, &texts, NULL);
      if (read == SX_NOMEM) status = sx_fail(err, SX_NOMEM, NULL);
      if (!read && !is_ascii(text)) status = sx_lines_init(&lines, text, &texts, err);
    }
    if (!status && lines.count) convert_issue(issue, &lines);
  }
  sx_arena_release(&texts);
  return status ? status : sx_port_call_check(call->wait);
}
