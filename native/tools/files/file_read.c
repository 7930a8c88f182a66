#include "host/requests.h"
#include "engine/args.h"
#include "change/file_text.h"
#include "answer/text_window.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 4000
#define FRAME_TOKENS 60

sx_status sx_tool_file_read(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* ---- the block around a line -------------------------------------------------------------- */

typedef struct rows {
  uint32_t first, end; /* [first, end) */
} rows;

/* The smallest symbol of the outline that holds the row and is more than its line. */
static sx_status find_symbol(sx_call *call, sx_str path, uint32_t row, rows *out, bool *is_found,
                             sx_err *err) {
  sx_batch batch;
  sx_host_symbols symbols = {0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t document = sx_batch_document(&batch, path, false),
         outline = sx_batch_outline(&batch, path);
  sx_status status = sx_batch_run(&batch, err);
  (void)document;
  /* An editor or provider that fails leaves the indentation to go by. */
  if (!status && sx_batch_get_symbols(&batch, outline, &symbols, NULL)) symbols.len = 0;
  sx_batch_release(&batch);
  for (size_t i = 0; i < symbols.len; i++) {
    sx_range16 range = symbols.items[i].range;
    bool holds = range.start.line <= row && row <= range.end.line;
    uint32_t height = range.end.line - range.start.line + 1;
    if (!holds || height < 2 || (*is_found && height >= out->end - out->first)) continue;
    *out = (rows){range.start.line, range.end.line + 1};
    *is_found = true;
  }
  return status;
}

static size_t indentation(const sx_lines *lines, uint32_t row, bool *is_blank) {
  sx_str line = sx_lines_get(lines, row);
  size_t width = 0, i = 0;
  for (; i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'); i++)
    width += line.ptr[i] == '\t' ? 4 : 1;
  *is_blank = i == line.len;
  return width;
}

/* A line that closes a block: a bracket, or just one of the words that do it. */
static bool is_closer(sx_str line) {
  static const char *const words[] = {"end", "fi", "done", "esac"};
  if (line.len && strchr("})]", line.ptr[0])) return true;
  while (line.len && strchr("),;", line.ptr[line.len - 1])) line.len--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_is_equal(line, sx_str_from(words[i]))) return true;
  return false;
}

/* The line that opens the block, what is indented deeper, and the line that closes it. */
static rows find_block(const sx_lines *lines, uint32_t row) {
  bool is_blank;
  while (row > 0 && (indentation(lines, row, &is_blank), is_blank)) row--;
  size_t own = indentation(lines, row, &is_blank);
  uint32_t first = row, end = row + 1;
  while (first > 0 && own > 0) {
    size_t width = indentation(lines, --first, &is_blank);
    if (!is_blank && width < own) break;
  }
  size_t opener = indentation(lines, first, &is_blank);
  while (end < lines->count) {
    size_t width = indentation(lines, end, &is_blank);
    if (!is_blank && width <= opener) break;
    end++;
  }
  bool closes = end < lines->count && is_closer(sx_str_trim(sx_lines_get(lines, end)));
  while (!closes && end > first + 1 && (indentation(lines, end - 1, &is_blank), is_blank)) end--;
  return (rows){first, closes ? end + 1 : end};
}

static sx_status take_block(sx_call *call, const cJSON *args, const sx_file_text *file,
                            const sx_lines *lines, rows *out, sx_err *err) {
  int64_t line = sx_args_int(args, "around_line", 1);
  if (line > lines->count)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "around_line %lld is past the end: the file has %u lines.", (long long)line,
                   lines->count);
  bool is_found = false;
  sx_str by = sx_args_str(args, "block", call->arena);
  sx_status status = SX_OK;
  if (!sx_str_is_equal(by, SX_STR("indentation")))
    status = find_symbol(call, file->path, (uint32_t)line - 1, out, &is_found, err);
  if (!status && !is_found) *out = find_block(lines, (uint32_t)line - 1);
  return status;
}

static sx_status take_rows(sx_call *call, const cJSON *args, const sx_file_text *file,
                           const sx_lines *lines, rows *out, sx_err *err) {
  if (sx_args_has(args, "around_line")) return take_block(call, args, file, lines, out, err);
  int64_t skipped = sx_args_int(args, "lineOffset", 0);
  int64_t limit = sx_args_int(args, "lineLimit", lines->count);
  if (skipped && skipped >= lines->count)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "lineOffset %lld is past the end: the file has %u lines.", (long long)skipped,
                   lines->count);
  int64_t end = skipped + limit;
  *out = (rows){(uint32_t)skipped, end < lines->count ? (uint32_t)end : lines->count};
  return SX_OK;
}

/* ---- the answer --------------------------------------------------------------------------- */

static sx_status write_text(sx_call *call, const cJSON *args, const sx_file_text *file,
                            sx_answer *answer, sx_err *err) {
  sx_lines lines;
  rows asked = {0, 0};
  sx_text_shown shown;
  sx_status status = sx_lines_init(&lines, file->text, call->arena, err);
  if (!status) status = take_rows(call, args, file, &lines, &asked, err);
  if (status) return status;
  size_t room = sx_answer_room(answer, FRAME_TOKENS);
  sx_text_window window = {.first_row = asked.first,
                           .end_row = asked.end,
                           .with_numbers = sx_args_bool(args, "withLines", false),
                           .max_tokens = room,
                           .json_tokens = answer->is_structured ? room : 0};
  sx_str cursor = sx_args_str(args, "cursor", call->arena);
  sx_buf content;
  sx_buf_init(&content, SX_ANSWER_MAX_BYTES);
  status = sx_text_window_write(&shown, &content, &lines, &window, cursor, err);
  if (!status) {
    sx_buf_addf(&answer->text, "%.*s, lines %u-%u of %u%s%s:\n", SX_STR_ARG(file->shown_path),
                shown.first_row + 1, shown.end_row, lines.count, file->is_dirty ? ", unsaved" : "",
                file->note);
    sx_buf_add(&answer->text, sx_buf_str(&content));
    sx_text_window_end(&answer->text);
    sx_answer_fact(answer->facts, "content", sx_buf_str(&content));
    cJSON_AddNumberToObject(answer->facts, "total_lines", lines.count);
    cJSON_AddNumberToObject(answer->facts, "first_line", shown.first_row + 1);
    cJSON_AddNumberToObject(answer->facts, "last_line", shown.end_row);
    cJSON_AddBoolToObject(answer->facts, "is_modified", file->is_dirty);
  }
  sx_buf_release(&content);
  if (status || !shown.cursor[0]) return status;
  answer->is_truncated = true;
  sx_buf_addf(&answer->text, "[continues to line %u: cursor=\"%s\"]\n", asked.end, shown.cursor);
  cJSON_AddStringToObject(answer->facts, "cursor", shown.cursor);
  return SX_OK;
}

sx_status sx_tool_file_read(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_file_text file;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status =
      sx_file_text_read(&file, call, "file_path", sx_args_str(args, "file_path", call->arena), err);
  if (status) return status;
  answer->status = SX_ANSWER_FOUND;
  sx_answer_fact(answer->facts, "file", file.shown_path);
  cJSON_AddStringToObject(answer->facts, "kind", sx_file_kind_name(file.kind));
  if (file.has_text)
    status = write_text(call, args, &file, answer, err);
  else
    sx_buf_addf(&answer->text, "%.*s is %s of %llu bytes. %s\n", SX_STR_ARG(file.shown_path),
                sx_file_kind_describe(file.kind), (unsigned long long)file.size_bytes,
                sx_file_kind_advice(file.kind));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
