#include "base/buf.h"
#include "host/json.h"
#include "engine/args.h"
#include "engine/change_answer.h"
#include "workspace/document_edit.h"
#include "resolve/libraries.h"
#include "workspace/paths.h"

sx_status sx_tool_edit_buffer(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* The agent's lines: 1-based, inclusive; last = first - 1 inserts before `first`. */
typedef SX_ARRAY(sx_line_replacement) replacements;

static sx_status take_edits(replacements *out, const cJSON *args, sx_arena *arena, sx_err *err) {
  const cJSON *item;
  cJSON_ArrayForEach (item, sx_json_get(args, "edits")) {
    sx_line_replacement *edit = SX_ARRAY_ADD(out, arena);
    if (!edit) return sx_fail(err, SX_NOMEM, NULL);
    edit->first_line = (uint32_t)sx_args_int(item, "line_start", 1);
    edit->last_line = (uint32_t)sx_args_int(item, "line_end", 1);
    edit->text = sx_args_str(item, "new_text", arena);
  }
  if (out->len) return SX_OK;
  return sx_fail(
      err, SX_INVALID_ARGUMENT,
      "edits is missing. Give [{line_start, line_end, new_text}], or the `change` of a preview.");
}

static sx_status plan_new_file(sx_change *change, const replacements *edits, sx_str path,
                               sx_err *err) {
  sx_buf text;
  sx_buf_init(&text, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < edits->len; i++) {
    sx_buf_add(&text, edits->items[i].text);
    bool is_ended = !text.len || text.ptr[text.len - 1] == '\n';
    if (!is_ended) sx_buf_add_char(&text, '\n');
  }
  sx_str copy = sx_arena_dup(change->call->arena, sx_buf_str(&text));
  sx_status status = text.status;
  sx_buf_release(&text);
  return status ? sx_fail(err, status, NULL) : sx_change_create(change, path, copy, err);
}

static sx_status plan(sx_change *change, const cJSON *args, sx_err *err) {
  sx_call *call = change->call;
  replacements edits = {0};
  sx_str path, after;
  bool exists;
  sx_str file = sx_args_str(args, "file_path", call->arena);
  if (!file.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "file_path is missing. Give the file to edit.");
  sx_status status = take_edits(&edits, args, call->arena, err);
  if (!status && sx_args_bool(args, "create", false)) {
    status = sx_path_resolve_new(call, "file_path", file, &path, &exists, err);
    if (!status && !exists) return plan_new_file(change, &edits, path, err);
  }
  if (!status) status = sx_library_resolve(call, "file_path", file, &path, err);
  if (status == SX_NOT_FOUND) sx_err_add(err, " To create it, call again with create=true.");
  const sx_document *document;
  if (!status) status = sx_document_open(call, path, &document, err);
  if (!status)
    status = sx_document_replace_lines(&after, document, edits.items, edits.len, call->arena, err);
  if (!status) status = sx_change_edit(change, document, after, err);
  return status;
}

sx_status sx_tool_edit_buffer(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_change change;
  sx_change_request request = {.is_preview = true, .save = false};
  sx_change_init(&change, call, call->tool);
  sx_status status = sx_change_request_take(&request, args, call, answer, err);
  if (status) return status;
  status = request.id.len ? sx_change_request_find(&request, &change, call, err)
                          : plan(&change, args, err);
  return status ? status : sx_change_answer(&change, &request, answer, err);
}
