#include "engine/args.h"
#include "engine/tool.h"
#include "semantic/meaning_answer.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_LIMIT 10

sx_status sx_tool_semantic_search(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

typedef SX_ARRAY(sx_file_type) file_types;

static sx_status read_types(file_types *out, sx_call *call, const cJSON *args, sx_err *err) {
  const cJSON *item;
  sx_status status = SX_OK;
  cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(args, "file_types")) {
    sx_str name = sx_str_trim(sx_str_from(cJSON_GetStringValue(item)));
    if (!name.len || sx_str_is_equal(name, SX_STR("*")))
      return sx_fail(
          err, SX_INVALID_ARGUMENT,
          "file_types has '%.*s', which is not a language or extension. Leave file_types "
          "out for all files.",
          SX_STR_ARG(name));
    sx_file_type *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    status = sx_file_type_find(added, name, "file_path", call->arena, err);
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_tool_semantic_search(sx_call *call, const cJSON *args, sx_answer *answer,
                                  sx_err *err) {
  file_types types = {0};
  sx_str path = sx_str_trim(sx_args_str(args, "file_path", call->arena));
  sx_meaning_request request = {
      .query = sx_str_trim(sx_args_str(args, "query", call->arena)),
      .filter.below = SX_STR(""),
      .most = (size_t)sx_args_int(args, "max_results", DEFAULT_LIMIT),
  };
  bool is_folder;
  answer->is_own = true;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  if (!request.query.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "query is required: what the code does, in words. For a name use fast_search.");
  sx_status status = read_types(&types, call, args, err);
  if (!status && path.len && !sx_path_is_workspace(call, path))
    status = sx_path_resolve_any(call, "file_path", path, &request.filter.below, &is_folder, err);
  if (status) return status;
  request.filter.types = types.items;
  request.filter.type_count = types.len;
  return sx_meaning_answer(call, &request, answer, err);
}
