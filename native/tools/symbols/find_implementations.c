#include "tools/args.h"
#include "tools/symbols/patience.h"
#include "tools/symbols/place_list.h"
#include "tools/symbols/sound_places.h"
#include "tools/symbols/target.h"
#include "workspace/absence.h"

#define DEFAULT_TOKENS 2000

sx_status sx_tool_find_implementations(sx_call *call, const cJSON *args, sx_answer *answer,
                                       sx_err *err);

static sx_status ask_once(sx_call *call, const sx_target *target, sx_places *out, sx_places *self,
                          size_t *left_out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t implementations =
      sx_batch_places(&batch, SX_PLACES_IMPLEMENTATION, target->path, target->at);
  size_t definitions = sx_batch_definition(&batch, target->path, target->at);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, implementations, out, err);
  if (!status) status = sx_batch_get_places(&batch, definitions, self, err);
  sx_batch_release(&batch);
  return status ? status : sx_places_keep_sound(call, out, left_out, err);
}

/* Classes and functions are their own implementation: nothing implements them. */
static bool can_be_implemented(const sx_target *target) {
  static const char *const kinds[] = {"Interface", "Method", "Class", "Struct", "Property", ""};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (sx_str_is_equal(target->doc.symbol->kind, sx_str_from(kinds[i]))) return true;
  return false;
}

/* Whoever has just begun may know the file itself only. */
static sx_status ask(sx_call *call, const sx_target *target, sx_places *out, sx_places *self,
                     bool *is_sure, sx_patience *patience, size_t *left_out, sx_err *err) {
  for (bool again = true; again;) {
    sx_status status = ask_once(call, target, out, self, left_out, err);
    *is_sure = !status && out->len > self->len;
    if (status || *is_sure) return status;
    status = sx_patience_wait(patience, call, target->path, &again, is_sure, err);
    if (!can_be_implemented(target) && *is_sure) return status;
    if (status) return status;
  }
  return SX_OK;
}

static sx_status write(sx_call *call, const sx_target *target, sx_place_list *list,
                       const sx_patience *silence, const cJSON *args, sx_answer *answer,
                       sx_err *err) {
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_str kind = target->doc.symbol->kind;
  bool is_told_apart = !list->items.len && !can_be_implemented(target);
  sx_buf_addf(&answer->text, "%zu implementation%s of ", list->items.len,
              list->items.len == 1 ? "" : "s");
  sx_target_write_name(target, call, answer);
  sx_buf_add_char(&answer->text, '\n');
  if (silence && silence->is_absent)
    sx_absence_write_unknown(&answer->text, silence->language);
  else if (silence)
    sx_buf_add_text(&answer->text, "Unknown: the language server is still loading, there may be "
                                   "more. Call again in a few seconds.\n");
  else if (is_told_apart)
    sx_buf_addf(&answer->text, "It is no interface: a %.*s is not implemented elsewhere.\n",
                SX_STR_ARG(kind));
  sx_status status =
      sx_place_list_write(list, call, sx_args_str(args, "cursor", call->arena), answer, facts, err);
  sx_target_write_others(target, call, answer);
  sx_answer_put(answer->facts, "interface", sx_target_fact(target, call));
  sx_answer_put(answer->facts, "implementations", facts);
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)list->items.len);
  cJSON_AddBoolToObject(answer->facts, "is_interface", !is_told_apart);
  return status;
}

sx_status sx_tool_find_implementations(sx_call *call, const cJSON *args, sx_answer *answer,
                                       sx_err *err) {
  sx_target target;
  sx_places found = {0}, self = {0};
  sx_place_list list;
  sx_patience patience = {0};
  bool is_sure = false;
  size_t left_out = 0;
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = sx_target_find(&target, call, args, err);
  if (!status && !target.doc.symbol) status = sx_target_write_missing(&target, call, answer, err);
  if (!status && target.doc.symbol) {
    status = ask(call, &target, &found, &self, &is_sure, &patience, &left_out, err);
    is_sure &= !target.is_loading && !left_out;
    if (!status) status = sx_place_list_init(&list, call, &found, &self, err);
    if (status) return status;
    answer->status = list.items.len ? SX_ANSWER_FOUND
                     : is_sure      ? SX_ANSWER_NONE
                                    : SX_ANSWER_UNKNOWN;
    sx_places_write_left_out(&answer->text, left_out);
    status = write(call, &target, &list, is_sure || left_out ? NULL : &patience, args, answer, err);
  }
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
