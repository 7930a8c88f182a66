#include "change/apply.h"

#include "change/protected.h"
#include "os/clock.h"
#include "workspace/paths.h"

/* The answer must still reach the agent before the call's own time is over. */
#define RESERVE_MS 2000
/* What the editor may take to say that the time of a question is over. */
#define GRACE_MS 500
#define MAX_TOOLSETS 16

/* What speaks for a question. */
typedef struct reasons {
  const char *protected_why; /* a file is protected; its path is in `protected_path` */
  sx_str protected_path;
  sx_strs toolsets; /* whose policy is to ask */
} reasons;

/* ---- the settings ------------------------------------------------------------------------ */

/* Of the tool that is called, and of those that the change went through before. */
static sx_status list_toolsets(sx_call *call, const sx_change *change, sx_strs *out, sx_err *err) {
  sx_str *own = SX_ARRAY_ADD(out, call->arena);
  if (!own) return sx_fail(err, SX_NOMEM, NULL);
  *own = call->toolset;
  for (size_t i = 0; i < change->toolsets.len && out->len < MAX_TOOLSETS; i++) {
    if (sx_strs_have(out, change->toolsets.items[i])) continue;
    sx_str *added = SX_ARRAY_ADD(out, call->arena);
    if (!added) return sx_fail(err, SX_NOMEM, NULL);
    *added = change->toolsets.items[i];
  }
  return SX_OK;
}

static sx_status ask_policies(sx_call *call, const sx_strs *toolsets, sx_host_policy *policies,
                              sx_err *err) {
  sx_batch batch;
  size_t slots[MAX_TOOLSETS];
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < toolsets->len; i++)
    slots[i] = sx_batch_policy(&batch, call->tool, toolsets->items[i]);
  sx_status status = sx_batch_run(&batch, err);
  for (size_t i = 0; i < toolsets->len && !status; i++)
    status = sx_batch_get_policy(&batch, slots[i], &policies[i], err);
  sx_batch_release(&batch);
  return status;
}

static sx_status check_policy(sx_call *call, const sx_approval *approval, sx_host_policy policy,
                              sx_str toolset, reasons *out, sx_err *err) {
  if (policy == SX_POLICY_UNTRUSTED)
    return sx_fail(err, SX_NOT_ALLOWED,
                   "The folder is not trusted in the editor, so tools can only read in it. Nothing "
                   "was changed.");
  if (approval->is_persons || policy == SX_POLICY_ALWAYS) return SX_OK;
  if (policy == SX_POLICY_NEVER)
    return sx_fail(err, SX_NOT_ALLOWED,
                   "The setting sextant.approval does not allow changes by the toolset '%.*s'. "
                   "Nothing was changed.",
                   SX_STR_ARG(toolset));
  /* What a person said yes to in the chat was the tool that was called there. */
  bool is_approved = call->approved_toolset.len && sx_str_is_equal(call->approved_toolset, toolset);
  sx_str *asking = is_approved ? NULL : SX_ARRAY_ADD(&out->toolsets, call->arena);
  if (asking) *asking = toolset;
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

static sx_status check_policies(sx_call *call, const sx_approval *approval, reasons *out,
                                sx_err *err) {
  sx_strs toolsets = {0};
  sx_host_policy policies[MAX_TOOLSETS] = {SX_POLICY_NEVER};
  sx_status status = list_toolsets(call, approval->change, &toolsets, err);
  if (!status) status = ask_policies(call, &toolsets, policies, err);
  for (size_t i = 0; i < toolsets.len && !status; i++)
    status = check_policy(call, approval, policies[i], toolsets.items[i], out, err);
  return status;
}

/* ---- the files --------------------------------------------------------------------------- */

static sx_status check_path(sx_call *call, sx_str path, bool is_folder, reasons *out, sx_err *err) {
  if (!path.len || out->protected_why) return SX_OK;
  out->protected_path = path;
  return is_folder ? sx_protected_find_below(call, path, &out->protected_why, err)
                   : sx_protected_find(call, path, &out->protected_why, err);
}

static sx_status check_files(sx_call *call, const sx_approval *approval, reasons *out,
                             sx_err *err) {
  sx_status status = check_path(call, approval->path, approval->is_folder, out, err);
  for (size_t i = 0; i < approval->change->files.len && !status; i++) {
    const sx_file_change *file = &approval->change->files.items[i];
    /* What is renamed may be a folder. */
    sx_file_info info = {0};
    if (file->action == SX_ACTION_RENAME && !sx_path_is_uri(file->path))
      status = sx_file_stat(&info, file->path, err);
    if (!status) status = check_path(call, file->path, info.is_directory, out, err);
    if (!status) status = check_path(call, file->new_path, false, out, err);
  }
  return status;
}

sx_status sx_change_find_protected(const sx_change *change, sx_str *path, const char **why,
                                   sx_err *err) {
  reasons found = {0};
  sx_approval approval = {.change = change};
  sx_status status = check_files(change->call, &approval, &found, err);
  *path = found.protected_path;
  *why = found.protected_why;
  return status;
}

/* ---- the question ------------------------------------------------------------------------ */

/* Path, before, after of each file. */
static sx_str *list_texts(const sx_change *change) {
  sx_str *parts = sx_arena_calloc(change->call->arena, 3 * change->files.len + 1, sizeof *parts);
  for (size_t i = 0; parts && i < change->files.len; i++) {
    const sx_file_change *file = &change->files.items[i];
    parts[3 * i] = file->path;
    parts[3 * i + 1] = file->before;
    parts[3 * i + 2] = file->after;
  }
  return parts;
}

static sx_str title_of(sx_call *call, const sx_approval *approval) {
  static const char *const verbs[] = {"change", "create", "delete", "rename"};
  const sx_change *change = approval->change;
  if (approval->title.len) return sx_change_clean_text(call, approval->title);
  if (!change->files.len) return change->title;
  sx_str first = sx_change_show_path(call, change->files.items[0].path);
  if (change->files.len == 1)
    return sx_arena_printf(call->arena, "An agent (%.*s) wants to %s %.*s.", SX_STR_ARG(call->tool),
                           verbs[change->files.items[0].action], SX_STR_ARG(first));
  return sx_arena_printf(call->arena, "An agent (%.*s) wants to change %zu files: %.*s and others.",
                         SX_STR_ARG(call->tool), change->files.len, SX_STR_ARG(first));
}

static sx_str write_question(sx_call *call, const sx_approval *approval, const reasons *why) {
  sx_str title = title_of(call, approval);
  if (why->protected_why)
    title = sx_arena_printf(
        call->arena, "%.*s You are always asked about %.*s: %s.", SX_STR_ARG(title),
        SX_STR_ARG(sx_change_show_path(call, why->protected_path)), why->protected_why);
  if (approval->cannot_undo)
    title = sx_arena_printf(call->arena,
                            "%.*s It is too large to keep and cannot be undone with Sextant.",
                            SX_STR_ARG(title));
  return title;
}

/* Nobody may be there to answer: then a setting has to do. */
static sx_status fail_unanswered(sx_call *call, const sx_host_question *question, sx_err *err) {
  sx_str way_out = SX_STR("");
  if (question->toolsets.len)
    way_out = sx_arena_printf(call->arena,
                              " To allow such changes without a question, the person can set "
                              "sextant.approval for '%.*s' to \"always\".",
                              SX_STR_ARG(question->toolsets.items[0]));
  return sx_fail(err, SX_NOT_ALLOWED,
                 "The question in the editor was not answered in time. Ask the person to answer "
                 "it, then call again.%.*s Nothing was changed.",
                 SX_STR_ARG(way_out));
}

static sx_status read_verdict(sx_batch *batch, size_t slot, sx_err *err) {
  sx_host_verdict verdict = {0};
  sx_status status = sx_batch_get_verdict(batch, slot, &verdict, err);
  if (!status && verdict.is_late) return SX_DEADLINE;
  if (status || verdict.is_allowed) return status;
  bool is_sentence = verdict.why.len && strchr(".!?", verdict.why.ptr[verdict.why.len - 1]);
  return sx_fail(err, SX_NOT_ALLOWED, "%.*s%s Nothing was changed.", SX_STR_ARG(verdict.why),
                 is_sentence ? "" : ".");
}

static sx_status ask_person(sx_call *call, const sx_approval *approval, const reasons *why,
                            sx_err *err) {
  uint64_t left_ms = sx_port_call_remaining_ms(call->wait), asked_ms = sx_clock_ms();
  bool can_allow_all = !why->protected_why && !approval->cannot_undo;
  sx_host_question question = {
      .tool = call->tool,
      .toolsets = can_allow_all ? why->toolsets : (sx_strs){0},
      .title = write_question(call, approval, why),
      .wait_ms = left_ms > 2 * RESERVE_MS ? left_ms - RESERVE_MS : left_ms / 2,
  };
  sx_str *parts = list_texts(approval->change);
  if (!parts || call->arena->status) return sx_fail(err, SX_NOMEM, NULL);
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_approve(&batch, &question, parts, approval->change->files.len);
  sx_status status = sx_batch_run_within(&batch, question.wait_ms + GRACE_MS, err);
  if (!status) status = read_verdict(&batch, slot, err);
  sx_batch_release(&batch);
  if (status == SX_DEADLINE) return fail_unanswered(call, &question, err);
  if (!status) sx_port_call_extend(call->wait, sx_clock_ms() - asked_ms);
  return status;
}

sx_status sx_change_approve(sx_call *call, const sx_approval *approval, sx_err *err) {
  reasons why = {0};
  sx_status status = check_policies(call, approval, &why, err);
  if (status || approval->is_persons) return status;
  status = check_files(call, approval, &why, err);
  bool must_ask = why.toolsets.len || why.protected_why || approval->cannot_undo;
  return status || !must_ask ? status : ask_person(call, approval, &why, err);
}
