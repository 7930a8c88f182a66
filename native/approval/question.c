#include "approval/question.h"

#include "approval/policy.h"
#include "approval/protected.h"
#include "diff/diff.h"
#include "host/edits.h"
#include "os/clock.h"
#include "os/file.h"
#include "workspace/paths.h"

/* The answer must still reach the agent before the call's own time is over. */
#define RESERVE_MS 2000
/* For counting the lines of a change. */
#define MAX_COUNTING_BYTES ((size_t)256 * 1024 * 1024)

/* Reasons for a question. */
typedef struct reasons {
  const char *protected_why; /* a path is protected; it is `protected_path` */
  sx_str protected_path;
  sx_strs toolsets; /* whose policy is to ask */
} reasons;

/* ---- protected paths --------------------------------------------------------------------- */

static sx_status check_path(sx_call *call, const sx_approval_path *one, reasons *out, sx_err *err) {
  bool is_folder = one->kind == SX_APPROVAL_FOLDER;
  if (one->kind == SX_APPROVAL_EITHER && !sx_path_is_uri(one->path)) {
    sx_file_info info = {0};
    sx_status status = sx_file_stat(&info, one->path, err);
    if (status) return status;
    is_folder = info.is_directory;
  }
  out->protected_path = one->path;
  return is_folder ? sx_protected_find_below(call, one->path, &out->protected_why, err)
                   : sx_protected_find(call, one->path, &out->protected_why, err);
}

static sx_status check_paths(sx_call *call, const sx_approval *approval, reasons *out,
                             sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < approval->paths.len && !status && !out->protected_why; i++)
    status = check_path(call, &approval->paths.items[i], out, err);
  return status;
}

sx_status sx_approval_find_protected(sx_call *call, const sx_approval *approval, sx_str *path,
                                     const char **why, sx_err *err) {
  reasons found = {0};
  sx_status status = check_paths(call, approval, &found, err);
  *path = found.protected_path;
  *why = found.protected_why;
  return status;
}

sx_status sx_approval_check_ordinary(sx_call *call, const sx_approval *approval, sx_err *err) {
  reasons now = {0};
  sx_status status = check_paths(call, approval, &now, err);
  if (status || !now.protected_why) return status;
  return sx_fail(err, SX_CONFLICT,
                 "'%.*s' leads to a protected file since the person was asked: %s. Nothing was "
                 "changed. Make the edit again, so that the person is asked about that file.",
                 SX_STR_ARG(sx_path_show(call, now.protected_path)), now.protected_why);
}

/* ---- the question ------------------------------------------------------------------------ */

static bool should_stop(void *argument) {
  return sx_port_call_check(argument) != SX_OK;
}

/* Lines are for people: where there is no memory to count them, they are 0. */
static void add_text(sx_call *call, const sx_approval_text *from, sx_host_question *question) {
  sx_diff diff;
  sx_arena arena;
  const sx_diff_options options = {.should_stop = should_stop, .stop_arg = call->wait};
  sx_host_changed_text *to = SX_ARRAY_ADD(&question->texts, call->arena);
  if (!to) return;
  *to = (sx_host_changed_text){from->path, from->before, from->after, 0, 0};
  sx_arena_init(&arena, MAX_COUNTING_BYTES);
  if (!sx_diff_lines(&diff, from->before, from->after, &options, &arena, NULL)) {
    to->added_lines = (size_t)diff.added;
    to->removed_lines = (size_t)diff.removed;
  }
  sx_arena_release(&arena);
}

static sx_str write_question(sx_call *call, const sx_approval *approval, const reasons *why) {
  sx_str title = sx_path_clean(call, approval->title);
  if (why->protected_why)
    title =
        sx_arena_printf(call->arena, "%.*s You are always asked about %.*s: %s.", SX_STR_ARG(title),
                        SX_STR_ARG(sx_path_show(call, why->protected_path)), why->protected_why);
  if (approval->cannot_undo)
    title = sx_arena_printf(call->arena,
                            "%.*s It is too large to keep and cannot be undone with Sextant.",
                            SX_STR_ARG(title));
  if (approval->must_ask && approval->why_asked.len)
    title =
        sx_arena_printf(call->arena, "%.*s You are always asked about this: %.*s.",
                        SX_STR_ARG(title), SX_STR_ARG(sx_path_clean(call, approval->why_asked)));
  return title;
}

/* The end of a refusal, after its reason. */
static const char *not_done(const sx_approval *approval) {
  if (approval->host.len) return "Nothing was sent.";
  return approval->command.len ? "Nothing was run." : "Nothing was changed.";
}

/* The person may be away: then only a setting can allow it. */
static sx_str describe_way_out(sx_call *call, const sx_host_question *question) {
  if (question->prefix.len)
    return sx_arena_printf(call->arena,
                           " To allow such commands without a question, the person can add '%.*s' "
                           "to sextant.run.allowed.",
                           SX_STR_ARG(sx_path_clean(call, question->prefix)));
  if (question->host.len)
    return sx_arena_printf(call->arena,
                           " To allow requests to this host without a question, the person can "
                           "add '%.*s' to sextant.web.hosts.",
                           SX_STR_ARG(sx_path_clean(call, question->host)));
  if (!question->toolsets.len) return SX_STR("");
  sx_str sets = SX_STR("");
  for (size_t i = 0; i < question->toolsets.len; i++)
    sets = sx_arena_printf(call->arena, "%.*s%s'%.*s'", SX_STR_ARG(sets), i ? " and " : "",
                           SX_STR_ARG(question->toolsets.items[i]));
  return sx_arena_printf(call->arena,
                         " To allow such %s without a question, the person can set "
                         "sextant.approval for %.*s to \"always\".",
                         question->command.len ? "commands" : "changes", SX_STR_ARG(sets));
}

static sx_status fail_unanswered(sx_call *call, const sx_approval *approval,
                                 const sx_host_question *question, sx_err *err) {
  sx_str way_out = describe_way_out(call, question);
  return sx_fail(
      err, SX_NOT_ALLOWED,
      "The question in the editor was not answered in time, and is no longer shown. Call "
      "again when the person can answer it.%.*s %s",
      SX_STR_ARG(way_out), not_done(approval));
}

static sx_status read_verdict(sx_batch *batch, size_t slot, sx_approval *approval, sx_err *err) {
  sx_host_verdict verdict = {0};
  sx_status status = sx_batch_get_verdict(batch, slot, &verdict, err);
  if (status || verdict.is_allowed) return status;
  approval->is_rejected = true;
  bool is_sentence = verdict.why.len && strchr(".!?", verdict.why.ptr[verdict.why.len - 1]);
  return sx_fail(err, SX_NOT_ALLOWED, "%.*s%s %s", SX_STR_ARG(verdict.why), is_sentence ? "" : ".",
                 not_done(approval));
}

/* A command can do anything: one click is not to allow all commands for good. */
static bool can_allow_always(const sx_strs *toolsets) {
  return toolsets->len && !sx_strs_have(toolsets, SX_STR("run"));
}

/* An action of the editor goes through `run` as well: a yes to it is not one to all commands. */
static bool can_allow_session(const sx_approval *approval, const sx_strs *toolsets) {
  return approval->command.len || !sx_strs_have(toolsets, SX_STR("run"));
}

static sx_status write_host_question(sx_call *call, const sx_approval *approval, const reasons *why,
                                     sx_host_question *out, sx_err *err) {
  /* A person sees each change of protected files, each that cannot be undone, each such command. */
  bool can_allow_more = !why->protected_why && !approval->cannot_undo && !approval->must_ask;
  *out = (sx_host_question){
      .call = call->id,
      .change = approval->change,
      .tool = call->tool,
      .toolsets = can_allow_more && can_allow_session(approval, &why->toolsets) ? why->toolsets
                                                                                : (sx_strs){0},
      .title = write_question(call, approval, why),
      .can_allow_file = can_allow_more && approval->are_edits && approval->texts.len,
      .command = approval->command,
      .folder = approval->folder,
      .prefix = can_allow_more ? approval->prefix : (sx_str){0},
      .host = can_allow_more ? approval->host : (sx_str){0},
  };
  out->can_allow_always = can_allow_always(&out->toolsets);
  for (size_t i = 0; i < approval->texts.len; i++) add_text(call, &approval->texts.items[i], out);
  return call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
}

static sx_status ask_person(sx_call *call, sx_approval *approval, const reasons *why, sx_err *err) {
  uint64_t left_ms = sx_port_call_remaining_ms(call->wait), asked_ms = sx_clock_ms();
  uint64_t wait_ms = left_ms > 2 * RESERVE_MS ? left_ms - RESERVE_MS : left_ms / 2;
  sx_host_question question;
  sx_status status = write_host_question(call, approval, why, &question, err);
  if (status) return status;
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_approve(&batch, &question);
  status = sx_batch_run_within(&batch, wait_ms, err);
  if (!status) status = read_verdict(&batch, slot, approval, err);
  sx_batch_release(&batch);
  bool can_wait = question.change.len && sx_port_call_outlasts(call->wait, status);
  if (can_wait) return sx_fail(err, SX_WAITING, NULL);
  if (status == SX_DEADLINE) return fail_unanswered(call, approval, &question, err);
  if (!status) sx_port_call_extend(call->wait, sx_clock_since_ms(asked_ms));
  return status;
}

sx_status sx_approval_ask(sx_call *call, sx_approval *approval, sx_err *err) {
  reasons why = {0};
  sx_status status =
      sx_policy_check(call, &approval->toolsets, approval->is_persons, &why.toolsets, err);
  if (status || approval->is_persons) return status;
  if (approval->is_allowed) why.toolsets = (sx_strs){0};
  status = check_paths(call, approval, &why, err);
  bool is_asked =
      why.toolsets.len || why.protected_why || approval->cannot_undo || approval->must_ask;
  if (status || !is_asked) return status;
  if (approval->unshown.len)
    return sx_fail(err, SX_REFUSED, "%.*s %s", SX_STR_ARG(approval->unshown), not_done(approval));
  approval->is_protected = why.protected_why != NULL;
  approval->was_asked = true;
  status = ask_person(call, approval, &why, err);
  if (status || approval->is_protected) return status;
  return sx_approval_check_ordinary(call, approval, err);
}
