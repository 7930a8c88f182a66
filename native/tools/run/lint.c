#include "engine/args.h"
#include "engine/tool.h"
#include "host/json.h"
#include "run/lint.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000

sx_status sx_tool_lint(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_status add_path(sx_call *call, const char *argument, sx_str given, sx_strs *out,
                          sx_err *err) {
  sx_str path;
  bool is_folder;
  sx_status status = sx_path_resolve_any(call, argument, given, &path, &is_folder, err);
  if (!status && !sx_path_is_inside(call, path))
    status = sx_fail(err, SX_OUTSIDE_WORKSPACE,
                     "'%.*s' is outside the workspace folders, where no linter is run.",
                     SX_STR_ARG(sx_str_slice(given, 0, 400)));
  return status ? status : sx_strs_add_new(out, path, call->arena, err);
}

static sx_status take_files(sx_call *call, const cJSON *args, sx_strs *out, sx_err *err) {
  const cJSON *item;
  sx_status status = SX_OK;
  sx_str folder = sx_args_str(args, "folder", call->arena);
  cJSON_ArrayForEach (item, sx_json_get(args, "files")) {
    sx_str given = sx_json_str(item, call->arena);
    if (!status && !sx_path_is_workspace(call, given))
      status = add_path(call, "files", given, out, err);
  }
  if (!status && folder.len && !sx_path_is_workspace(call, folder))
    status = add_path(call, "folder", folder, out, err);
  return status;
}

static sx_status take_arguments(sx_call *call, const cJSON *args, sx_lint_request *out,
                                sx_err *err) {
  const cJSON *item;
  sx_str severity = sx_args_str(args, "severity", call->arena);
  sx_status status = take_files(call, args, &out->files, err);
  cJSON_ArrayForEach (item, sx_json_get(args, "linter"))
    if (!status)
      status = sx_strs_add(&out->linters, sx_json_str(item, call->arena), call->arena, err);
  out->least = SX_LINT_INFORMATION;
  for (int i = SX_LINT_ERROR; i <= SX_LINT_INFORMATION; i++)
    if (sx_str_is_equal(severity, sx_str_from(sx_lint_severity_name((sx_lint_severity)i))))
      out->least = (sx_lint_severity)i;
  return status;
}

sx_status sx_tool_lint(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_lint_request request = {.files = {0}};
  sx_lint lint;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = take_arguments(call, args, &request, err);
  if (!status) status = sx_lint_run(&lint, call, &request, err);
  if (status) return status;
  return sx_lint_write(&lint, sx_args_str(args, "cursor", call->arena), answer, err);
}
