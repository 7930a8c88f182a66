#include "engine/args.h"
#include "engine/tool.h"
#include "host/json.h"
#include "memory/notes_index.h"
#include "memory/recall_answer.h"
#include "memory/tags.h"
#include "os/clock.h"
#include "tasks/tasks_answer.h"

#define DEFAULT_TOKENS 2000
#define DEFAULT_LIMIT 10
#define DAY_MS 86400000

sx_status sx_tool_recall(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/* The later one counts of `since` and `days`. */
static sx_status read_since(sx_recall *recall, sx_call *call, const cJSON *args, sx_err *err) {
  int64_t days = sx_args_int(args, "days", 0), today = sx_clock_day_ns() / 1000000;
  sx_status status =
      sx_recall_read_since(&recall->since_ms, call, sx_args_str(args, "since", call->arena), err);
  int64_t from_ms = today - days * DAY_MS;
  if (!status && days && from_ms > recall->since_ms) recall->since_ms = from_ms;
  return status;
}

sx_status sx_tool_recall(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  sx_strs tags = {0};
  sx_recalled found;
  sx_plan active;
  sx_recall recall = {
      .query = sx_str_trim(sx_args_str(args, "query", call->arena)),
      .tags = &tags,
      .most = (size_t)sx_args_int(args, "max_results", DEFAULT_LIMIT),
  };
  sx_str cursor = sx_args_str(args, "cursor", call->arena);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_memory_place place;
  sx_recall_notes notes = {SX_STR(""), SX_STR("")};
  sx_status status = sx_memory_place_find(&place, call, err);
  if (!status) status = sx_memory_read_tags(&tags, call, sx_json_get(args, "tags"), err);
  if (!status) status = read_since(&recall, call, args, err);
  if (!status) status = sx_recall_run(&found, call, &place, &recall, err);
  if (!status) status = sx_plans_find_active(call, &place, &active, err);
  if (!status && !cursor.len) status = sx_memory_place_other(&notes.other, call, &place, err);
  if (!status && !cursor.len && place.is_files)
    status = sx_notes_index_unread(&notes.unread, call, err);
  status = sx_tasks_answer_begin(call, status, answer, err);
  const sx_recall_page page = {&recall, &active, &found, notes, cursor};
  return status ? status : sx_recall_answer(&page, answer, err);
}
