#include "change/merge.h"
#include "diff/unified.h"
#include "host/edits.h"
#include "os/file.h"
#include "engine/args.h"
#include "answer/text_window.h"
#include "workspace/encoding.h"
#include "workspace/document.h"
#include "resolve/libraries.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define FRAME_TOKENS 80

sx_status sx_tool_get_buffer_info(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_status ask_buffer(sx_call *call, sx_str path, sx_host_buffer *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_buffer(&batch, path);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_buffer(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

/* The unsaved edits: the file on the disk against the buffer. */
static sx_status write_diff(sx_call *call, const sx_document *document, sx_buf *out, sx_err *err) {
  sx_str disk;
  sx_diff diff;
  sx_str path = sx_path_display(call, document->path);
  if (!document->is_dirty || sx_path_is_uri(document->path)) return SX_OK;
  sx_status status = sx_file_read(&disk, document->path, SX_DOCUMENT_MAX_BYTES, call->arena, err);
  if (status) return status;
  disk = sx_str_slice(disk, sx_lines_mark_bytes(disk), disk.len);
  status = sx_change_diff(&diff, call, disk, document->text, err);
  if (status) return status;
  sx_unified_options options = {path, path, .context_lines = SX_UNIFIED_CONTEXT_LINES};
  return sx_unified_render(out, &diff, &options);
}

static void write_head(sx_call *call, const sx_document *document, const sx_host_buffer *buffer,
                       sx_answer *answer) {
  sx_str path = sx_path_display(call, document->path);
  sx_buf_addf(&answer->text,
              "Buffer: %.*s%s\nOpen in a tab: %s\nUnsaved edits: %s\nLines: %u\nLanguage: %.*s\n"
              "Version: %u\n",
              SX_STR_ARG(path), document->is_lossy ? SX_ENCODING_NOTE : "",
              buffer->is_open ? "yes" : "no", document->is_dirty ? "yes" : "no",
              document->lines.count, SX_STR_ARG(document->language_id), document->version);
  sx_answer_fact(answer->facts, "file", path);
  cJSON_AddBoolToObject(answer->facts, "is_open", buffer->is_open);
  cJSON_AddBoolToObject(answer->facts, "is_modified", document->is_dirty);
  cJSON_AddNumberToObject(answer->facts, "line_count", document->lines.count);
  sx_answer_fact(answer->facts, "language", document->language_id);
  cJSON_AddNumberToObject(answer->facts, "version", document->version);
  sx_answer_fact(answer->facts, "encoding", document->encoding);
  sx_answer_fact(answer->facts, "eol",
                 sx_str_find(document->text, SX_STR("\r\n"), 0) == SX_STR_NONE ? SX_STR("LF")
                                                                               : SX_STR("CRLF"));
}

/* The text of numbered lines without their numbers. */
static sx_status add_plain(sx_buf *out, sx_str numbered) {
  while (numbered.len) {
    size_t end = sx_str_find_char(numbered, '\n', 0);
    size_t next = end == SX_STR_NONE ? numbered.len : end + 1;
    size_t bar = sx_str_find(numbered, SX_STR(" | "), 0);
    sx_buf_add(out, sx_str_slice(numbered, bar == SX_STR_NONE ? 0 : bar + 3, next));
    numbered = sx_str_slice(numbered, next, numbered.len);
  }
  return out->status;
}

static sx_status take_rows(const sx_document *document, const cJSON *args, sx_text_window *window,
                           sx_err *err) {
  uint32_t count = document->lines.count;
  int64_t first = sx_args_int(args, "line_start", 1), last = sx_args_int(args, "line_end", count);
  if (first > count)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "line_start %lld is past the end of the file, which has %u lines.",
                   (long long)first, count);
  if (last < first)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "line_end %lld is before line_start %lld. Give the first line as line_start.",
                   (long long)last, (long long)first);
  window->first_row = (uint32_t)first - 1;
  window->end_row = last < count ? (uint32_t)last : count;
  return SX_OK;
}

/* Lines have their numbers: they are what edit_buffer takes. The facts have the text alone. */
static sx_status write_content(const sx_document *document, const cJSON *args, sx_str cursor,
                               size_t tokens, sx_answer *answer, sx_err *err) {
  sx_text_window window = {.with_numbers = true,
                           .max_tokens = tokens,
                           .json_tokens = answer->is_structured ? tokens : 0};
  sx_text_shown shown;
  sx_buf content, plain;
  sx_status status = take_rows(document, args, &window, err);
  if (status) return status;
  sx_buf_init(&content, SX_ANSWER_MAX_BYTES);
  sx_buf_init(&plain, SX_ANSWER_MAX_BYTES);
  status = sx_text_window_write(&shown, &content, &document->lines, &window, cursor, err);
  if (!status) {
    sx_buf_addf(&answer->text, "\nLines %u-%u of %u:\n", shown.first_row + 1, shown.end_row,
                document->lines.count);
    sx_buf_add(&answer->text, sx_buf_str(&content));
    sx_text_window_end(&answer->text);
    status = add_plain(&plain, sx_buf_str(&content)) ? sx_fail(err, plain.status, NULL) : SX_OK;
    sx_answer_fact(answer->facts, "content", sx_buf_str(&plain));
  }
  sx_buf_release(&content);
  sx_buf_release(&plain);
  if (status || !shown.cursor[0]) return status;
  answer->is_truncated = true;
  sx_buf_addf(&answer->text, "[the rest of %u lines: cursor=\"%s\"]\n", document->lines.count,
              shown.cursor);
  cJSON_AddStringToObject(answer->facts, "cursor", shown.cursor);
  return SX_OK;
}

static sx_status write_unsaved(sx_call *call, const sx_document *document, size_t tokens,
                               sx_answer *answer, sx_err *err) {
  sx_buf diff;
  sx_lines lines;
  sx_text_shown shown;
  sx_buf_init(&diff, 4 * (size_t)SX_DOCUMENT_MAX_BYTES);
  sx_status status = write_diff(call, document, &diff, err);
  sx_str text = sx_str_trim_end(sx_buf_str(&diff));
  if (!status) status = sx_lines_init(&lines, text, call->arena, err);
  sx_text_window window = {.end_row = UINT32_MAX, .max_tokens = tokens};
  sx_buf_addf(&answer->text, "\nUnsaved edits against the disk%s\n", text.len ? ":" : ": none.");
  size_t start = answer->text.len;
  if (!status && text.len)
    status = sx_text_window_write(&shown, &answer->text, &lines, &window, SX_STR(""), err);
  if (!status)
    sx_answer_fact(answer->facts, "diff",
                   sx_str_slice(sx_buf_str(&answer->text), start, answer->text.len));
  sx_text_window_end(&answer->text);
  if (!status && text.len && shown.cursor[0]) {
    answer->is_truncated = true;
    sx_buf_addf(&answer->text, "[%u of %u diff lines are left out; raise max_tokens to see them]\n",
                lines.count - shown.end_row, lines.count);
  }
  sx_buf_release(&diff);
  return status;
}

sx_status sx_tool_get_buffer_info(sx_call *call, const cJSON *args, sx_answer *answer,
                                  sx_err *err) {
  sx_str path;
  sx_host_buffer buffer;
  const sx_document *document;
  bool with_content = sx_args_bool(args, "include_content", true);
  bool with_diff = sx_args_bool(args, "diff", false);
  sx_str cursor = sx_args_str(args, "cursor", call->arena);
  sx_str file = sx_args_str(args, "file_path", call->arena);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  if (!file.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "file_path is missing. Give the path of a file.");
  sx_status status = sx_library_resolve(call, "file_path", file, &path, err);
  if (!status) status = ask_buffer(call, path, &buffer, err); /* before it is opened here */
  if (!status) status = sx_document_open(call, path, &document, err);
  if (status) return status;
  size_t room = sx_answer_room(answer, FRAME_TOKENS);
  answer->status = SX_ANSWER_FOUND;
  write_head(call, document, &buffer, answer);
  if (with_diff)
    status = write_unsaved(call, document, with_content ? room / 2 : room, answer, err);
  if (!status && with_content)
    status = write_content(document, args, cursor, with_diff ? room / 2 : room, answer, err);
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
