#include "engine/args.h"
#include "engine/change_answer.h"
#include "workspace/document_edit.h"
#include "workspace/paths.h"

sx_status sx_tool_file_write(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef enum write_mode { MODE_OVERWRITE, MODE_APPEND, MODE_CREATE_ONLY } write_mode;

static sx_status take_mode(write_mode *out, sx_str name, sx_err *err) {
  static const char *const names[] = {"overwrite", "append", "create_only"};
  *out = MODE_OVERWRITE;
  if (!name.len) return SX_OK;
  for (size_t i = 0; i < 3; i++)
    if (sx_str_is_equal(name, sx_str_from(names[i]))) {
      *out = (write_mode)i;
      return SX_OK;
    }
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "mode must be overwrite, append or create_only, not '%.*s'.",
                 SX_STR_ARG(sx_str_slice(name, 0, 80)));
}

/* The whole new text of a file that exists. */
static sx_status plan_existing(sx_change *change, sx_str path, write_mode mode, sx_str content,
                               sx_err *err) {
  sx_call *call = change->call;
  const sx_document *document;
  sx_status status = sx_document_peek(call, path, &document, err);
  if (status) return status;
  sx_str text = sx_text_like(content, document->text, call->arena);
  return mode == MODE_APPEND ? sx_change_append(change, document, text, err)
                             : sx_change_edit(change, document, text, err);
}

static sx_status plan(sx_change *change, const cJSON *args, const char **done, sx_err *err) {
  sx_call *call = change->call;
  write_mode mode;
  sx_str path, file = sx_args_str(args, "file_path", call->arena);
  bool exists = false;
  sx_str content = sx_args_str(args, "content", call->arena);
  sx_status status = take_mode(&mode, sx_args_str(args, "mode", call->arena), err);
  if (!status && (!file.len || !sx_args_has(args, "content")))
    status =
        sx_fail(err, SX_INVALID_ARGUMENT, "%s is missing.", file.len ? "content" : "file_path");
  if (!status) status = sx_path_resolve_new(call, "file_path", file, &path, &exists, err);
  if (status) return status;
  if (exists && mode == MODE_CREATE_ONLY)
    return sx_fail(err, SX_EXISTS, "File '%.*s' already exists (mode: create_only).",
                   SX_STR_ARG(sx_path_display(call, path)));
  if (!exists) {
    *done = "created";
    status = sx_change_create(change, path, content, err);
    /* Another append may make the file before this one is applied. */
    if (!status) change->files.items[change->files.len - 1].is_append = mode == MODE_APPEND;
    /* Or it was made just now. */
    exists = status == SX_EXISTS && mode != MODE_CREATE_ONLY;
  }
  if (!exists) return status;
  *done = mode == MODE_APPEND ? "appended" : "overwritten";
  return plan_existing(change, path, mode, content, err);
}

sx_status sx_tool_file_write(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_change change;
  sx_change_request request = {.is_preview = false, .save = true};
  const char *done = NULL;
  sx_change_init(&change, call, call->tool);
  sx_status status = sx_change_request_take(&request, args, call, answer, err);
  if (status) return status;
  status = request.id.len ? sx_change_request_find(&request, &change, call, err)
                          : plan(&change, args, &done, err);
  request.write_to_disk = true;
  request.success = "Successfully wrote to";
  request.done = done;
  return status ? status : sx_change_answer(&change, &request, answer, err);
}
