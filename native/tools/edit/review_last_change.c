#include "engine/args.h"
#include "engine/change_answer.h"
#include "change/announce.h"
#include "change/store.h"

/* For people: the texts that a change of an agent replaced, the last one by default, and what it
 * put there. */

sx_status sx_tool_review_last_change(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err);

static cJSON *file_fact(const sx_change *change, const sx_file_change *file) {
  static const char *const actions[] = {"edit", "create", "delete", "rename"};
  cJSON *fact = cJSON_CreateObject();
  bool is_rename = file->action == SX_ACTION_RENAME;
  sx_change_size size = sx_change_measure(change, file);
  cJSON_AddStringToObject(fact, "action", actions[file->action]);
  sx_answer_fact(fact, "path", is_rename ? file->new_path : file->path);
  if (is_rename) sx_answer_fact(fact, "old_path", file->path);
  cJSON_AddNumberToObject(fact, "added", size.added_lines);
  cJSON_AddNumberToObject(fact, "removed", size.removed_lines);
  sx_answer_fact(fact, "before", file->before);
  sx_answer_fact(fact, "after", file->after);
  return fact;
}

static sx_status find(sx_call *call, sx_str wanted, sx_change *out, char id[SX_CHANGE_ID_BYTES],
                      sx_err *err) {
  sx_change_state state;
  if (!wanted.len) return sx_changes_find_last(call->services->changes, call, out, id, err);
  snprintf(id, SX_CHANGE_ID_BYTES, "%.*s", SX_STR_ARG(wanted));
  return sx_changes_find(call->services->changes, call, wanted, out, &state, err);
}

sx_status sx_tool_review_last_change(sx_call *call, const cJSON *args, sx_answer *answer,
                                     sx_err *err) {
  sx_change change;
  char id[SX_CHANGE_ID_BYTES];
  sx_status status =
      find(call, sx_str_trim(sx_args_str(args, "change", call->arena)), &change, id, err);
  if (status) return status;
  cJSON *files = cJSON_CreateArray();
  if (!files) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < change.files.len; i++)
    sx_answer_push(files, file_fact(&change, &change.files.items[i]));
  answer->status = SX_ANSWER_FOUND;
  sx_buf_addf(&answer->text, "The change %s, by %.*s\n", id, SX_STR_ARG(change.title));
  sx_answer_fact(answer->facts, "title", change.title);
  cJSON_AddStringToObject(answer->facts, "change", id);
  sx_answer_put(answer->facts, "files", files);
  return SX_OK;
}
