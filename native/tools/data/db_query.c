#include "data/server.h"
#include "data/sqlite_rows.h"
#include "data/sqlite_schema.h"
#include "engine/args.h"
#include "engine/tool.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_ROWS 100

sx_status sx_tool_db_query(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_status answer_query(sx_call *call, const cJSON *args, sx_str path, sx_str connection,
                              sx_answer *answer, sx_err *err) {
  const sx_db_question question = {.path = path,
                                   .connection = connection,
                                   .sql = sx_args_str(args, "sql", call->arena),
                                   .params = cJSON_GetObjectItemCaseSensitive(args, "params"),
                                   .most = (size_t)sx_args_int(args, "max_results", DEFAULT_ROWS),
                                   .cursor = sx_args_str(args, "cursor", call->arena),
                                   .is_preview = sx_args_bool(args, "preview", true)};
  if (!sx_str_trim(question.sql).len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "sql is required for action=query. action=schema lists the tables.");
  sx_status status = sx_db_check_params(&question, err);
  if (status) return status;
  return path.len ? sx_sqlite_answer(call, &question, answer, err)
                  : sx_server_answer(call, &question, answer, err);
}

sx_status sx_tool_db_query(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_str given = sx_args_str(args, "file_path", call->arena), path = SX_STR("");
  sx_str connection = sx_args_str(args, "connection", call->arena);
  sx_str action = sx_args_str(args, "action", call->arena);
  sx_str table = sx_str_trim(sx_args_str(args, "table", call->arena));
  bool is_query = action.len ? sx_str_is_equal(action, SX_STR("query")) : sx_args_has(args, "sql");
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  answer->is_own = true;
  if (!given.len == !connection.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Give file_path, a SQLite file of the workspace, or connection, a name in the "
                   "setting sextant.data.connections%s.",
                   given.len ? ", but not both" : "");
  sx_status status = given.len ? sx_path_resolve_real(call, "file_path", given, &path, err) : SX_OK;
  if (status) return status;
  if (is_query) return answer_query(call, args, path, connection, answer, err);
  return path.len ? sx_sqlite_schema(call, path, table, answer, err)
                  : sx_server_schema(call, connection, table, answer, err);
}
