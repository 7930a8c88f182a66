#include "engine/args.h"
#include "engine/tool.h"
#include "host/json.h"
#include "memory/changes.h"
#include "memory/tags.h"
#include "tasks/tasks_answer.h"
#include "text/clean.h"
#include "text/secrets.h"

sx_status sx_tool_checkpoint(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

static sx_status save(sx_call *call, const sx_memory_place *place, const cJSON *args,
                      sx_answer *answer, sx_err *err) {
  sx_str given = sx_args_str(args, "description", call->arena);
  sx_str text = sx_str_trim(sx_text_clean(given, call->arena));
  bool is_old = false;
  sx_checkpoint made = {.branch = SX_STR(""), .commit = SX_STR(""), .tests = SX_STR("")};
  if (!text.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "description is required: the work that was done, decisions and why, and what "
                   "is left.");
  if (text.len > SX_CHECKPOINT_MAX_BYTES)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "description has %zu bytes; it may have %zu. Shorten it, or make several.",
                   text.len, SX_CHECKPOINT_MAX_BYTES);
  sx_status status = sx_tasks_name_list(&made.client, call, SX_STR(""), err);
  made.description = sx_secrets_redact_note(text, call->arena);
  if (!status) status = sx_memory_read_tags(&made.tags, call, sx_json_get(args, "tags"), err);
  if (!status) status = sx_checkpoint_add_changes(call, &made, &is_old, err);
  if (!status) status = sx_checkpoint_add_tests(call, &made, err);
  if (!status) status = sx_checkpoint_save(call, place, &made, err);
  status = sx_tasks_answer_begin(call, status, answer, err);
  if (status) return status;
  bool is_redacted = sx_str_find(made.description, SX_STR(SX_SECRETS_SHOWN), 0) != SX_STR_NONE;
  sx_buf_addf(&answer->text, "Checkpoint %.*s is kept%s.%s\n", SX_STR_ARG(made.id),
              place->is_files ? " in " SX_MEMORY_FOLDER : "",
              is_redacted ? " Secrets in it were redacted." : "");
  if (is_old)
    sx_buf_add_text(&answer->text,
                    "Note: git did not look at the files in time: those that changed in the last "
                    "seconds may be missing from its list.\n");
  sx_answer_fact(answer->facts, "id", made.id);
  return SX_OK;
}

static sx_status forget(sx_call *call, const sx_memory_place *place, const cJSON *args,
                        sx_answer *answer, sx_err *err) {
  sx_str id = sx_str_trim(sx_args_str(args, "id", call->arena));
  if (sx_str_at(id, 0) == '#') id = sx_str_slice(id, 1, id.len);
  if (!id.len) return sx_fail(err, SX_INVALID_ARGUMENT, "id is required, as recall lists it.");
  sx_status status =
      sx_tasks_answer_begin(call, sx_checkpoint_forget(call, place, id, err), answer, err);
  if (status) return status;
  sx_buf_addf(&answer->text, "Checkpoint %.*s is forgotten.\n", SX_STR_ARG(id));
  sx_answer_fact(answer->facts, "id", id);
  return SX_OK;
}

sx_status sx_tool_checkpoint(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_memory_place place;
  bool is_forgetting = sx_str_is_equal(sx_args_str(args, "action", call->arena), SX_STR("forget"));
  sx_status status = sx_memory_place_find(&place, call, err);
  if (!status)
    status = is_forgetting ? forget(call, &place, args, answer, err)
                           : save(call, &place, args, answer, err);
  answer->status = SX_ANSWER_FOUND;
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  return status;
}
