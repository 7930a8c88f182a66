#include "refactor/actions.h"

#include "base/map.h"

sx_range16 sx_actions_whole(const sx_document *document) {
  return (sx_range16){{0, 0}, sx_document_position(document, document->text.len)};
}

/* ---- asking ------------------------------------------------------------------------------- */

/*
 * Actions that open the editor's own chat are for people, and so are snippets around a selection
 * and the picker of more of them, in which a person has to type.
 */
static bool is_for_people(const sx_host_action_row *row) {
  return sx_str_has_prefix(row->kind, SX_STR("refactor.surround")) ||
         sx_str_is_equal(row->command, SX_STR("editor.action.surroundWithSnippet")) ||
         sx_str_is_equal(row->command, SX_STR("editor.action.insertSnippet")) ||
         sx_str_has_prefix(row->command, SX_STR("inlineChat.")) ||
         sx_str_has_prefix(row->command, SX_STR("workbench.action.chat.")) ||
         sx_str_has_suffix(row->kind, SX_STR(".copilot"));
}

static void drop_those_for_people(sx_host_actions *rows) {
  size_t kept = 0;
  for (size_t i = 0; i < rows->len; i++)
    if (!is_for_people(&rows->items[i])) rows->items[kept++] = rows->items[i];
  rows->len = kept;
}

static sx_status ask_actions(sx_actions *actions, sx_call *call, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot =
      sx_batch_code_actions(&batch, actions->document->path, actions->range, actions->kind);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_actions(&batch, slot, &actions->rows, err);
  sx_batch_release(&batch);
  if (!status) drop_those_for_people(&actions->rows);
  return status;
}

typedef struct question {
  sx_actions *actions;
  sx_call *call;
} question;

static sx_status ask_round(void *arg, sx_round *round, sx_err *err) {
  const question *ask = arg;
  sx_status status = ask_actions(ask->actions, ask->call, err);
  if (ask->actions->rows.len) *round = SX_ROUND_ENOUGH;
  return status;
}

sx_status sx_actions_ask(sx_actions *actions, sx_call *call, sx_err *err) {
  question ask = {actions, call};
  return sx_inquiry_run(&actions->certainty, call, actions->document->path, ask_round, &ask, err);
}

sx_status sx_actions_ask_each(sx_actions *each, size_t count, sx_call *call, uint64_t within_ms,
                              bool *is_whole, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++)
    sx_batch_code_actions(&batch, each[i].document->path, each[i].range, each[i].kind);
  sx_status status = sx_batch_run_within(&batch, within_ms, err);
  *is_whole = !status;
  for (size_t i = 0; i < count && !status; i++) {
    status = sx_batch_get_actions(&batch, i, &each[i].rows, NULL);
    if (!status) drop_those_for_people(&each[i].rows);
    if (!status || sx_status_ends_call(status)) continue;
    *is_whole = false;
    status = SX_OK;
  }
  sx_batch_release(&batch);
  return status == SX_DEADLINE ? SX_OK : status;
}

sx_status sx_actions_list_kinds(const sx_actions *actions, sx_call *call, sx_strs *out,
                                sx_err *err) {
  sx_actions all = *actions;
  all.kind = SX_STR("");
  sx_status status = ask_actions(&all, call, err);
  for (size_t i = 0; i < all.rows.len && !status; i++) {
    sx_str kind = all.rows.items[i].kind;
    if (!kind.len || sx_strs_have(out, kind)) continue;
    sx_str *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, call->arena->status, NULL);
    *added = kind;
  }
  return status;
}

/* ---- one of them --------------------------------------------------------------------------- */

/* With its own kind as the filter: less has to be resolved to get at it. */
static sx_status narrow(const sx_actions *actions, size_t index, sx_call *call,
                        sx_host_action_choice *out, sx_err *err) {
  const sx_host_action_row *row = &actions->rows.items[index];
  sx_actions narrowed = *actions;
  sx_str kind = row->kind.len ? row->kind : actions->kind;
  *out = (sx_host_action_choice){actions->document->path, actions->range, kind, 0, row->title};
  narrowed.kind = kind;
  size_t nth = 0;
  for (size_t i = 0; i < index; i++) {
    const sx_host_action_row *other = &actions->rows.items[i];
    nth += sx_str_is_equal(other->title, row->title) && sx_str_is_equal(other->kind, row->kind);
  }
  sx_status status = ask_actions(&narrowed, call, err);
  for (size_t i = 0; i < narrowed.rows.len && !status; i++) {
    const sx_host_action_row *other = &narrowed.rows.items[i];
    bool is_same =
        sx_str_is_equal(other->title, row->title) && sx_str_is_equal(other->kind, row->kind);
    if (is_same && nth-- == 0) {
      out->index = other->index;
      return SX_OK;
    }
  }
  if (status) return status;
  return sx_fail(err, SX_CONFLICT,
                 "'%.*s' is no longer offered. Nothing was changed. List the actions again.",
                 SX_STR_ARG(row->title));
}

sx_status sx_actions_resolve(const sx_actions *actions, size_t index, sx_call *call,
                             sx_host_resolved_action *out, sx_err *err) {
  sx_host_action_choice choice;
  sx_status status = narrow(actions, index, call, &choice, err);
  if (status) return status;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_resolve_code_action(&batch, &choice);
  status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_resolved_action(&batch, slot, out, err);
  sx_batch_release(&batch);
  if (!status && !out->is_found)
    status = sx_fail(err, SX_CONFLICT,
                     "'%.*s' is no longer offered. Nothing was changed. List the actions again.",
                     SX_STR_ARG(choice.title));
  return status;
}

sx_status sx_actions_run(const sx_actions *actions, size_t index, sx_call *call, sx_err *err) {
  sx_host_action_choice choice;
  bool was_run = false;
  sx_status status = narrow(actions, index, call, &choice, err);
  if (status) return status;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_run_code_action(&batch, &choice);
  status = sx_batch_run_out(&batch, err);
  if (!status) status = sx_batch_get_was_run(&batch, slot, &was_run, err);
  sx_batch_release(&batch);
  if (!status && !was_run)
    status = sx_fail(err, SX_CONFLICT,
                     "'%.*s' is no longer offered. Nothing was changed. List the actions again.",
                     SX_STR_ARG(choice.title));
  return status;
}

void sx_actions_id(const sx_actions *actions, size_t index, char id[SX_ACTION_ID_BYTES]) {
  const sx_host_action_row *row = &actions->rows.items[index];
  uint64_t hash = sx_hash(row->kind) * 31 + sx_hash(row->title);
  for (size_t i = 0; i < index; i++) {
    const sx_host_action_row *other = &actions->rows.items[i];
    hash += sx_str_is_equal(other->title, row->title) && sx_str_is_equal(other->kind, row->kind);
  }
  snprintf(id, SX_ACTION_ID_BYTES, "%06llx", (unsigned long long)(hash & 0xffffff));
}
