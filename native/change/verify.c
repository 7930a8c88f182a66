#include "change/verify_parts.h"

#include "change/saving.h"
#include "flow/syntax_errors.h"
#include "imports/graph.h"
#include "os/clock.h"
#include "workspace/paths.h"

/* A use may be by a file that exports what it imports. */
#define USERS_DEPTH 2
/* Files of a change whose users are looked for: each is a search through the workspace. */
#define MAX_SEARCHED 8
#define MADE_POLL_MS 500
#define MAX_SHOWN_ERRORS 12
#define MAX_ERROR_BYTES 300
#define MAX_LISTED_BYTES (3 * 1024)

static bool is_too_wide(const sx_change *change) {
  return change->files.len > SX_DIAGNOSTICS_MAX_FILES;
}

/* ---- who uses the files ---------------------------------------------------------------------- */

static bool is_of_change(const sx_change *change, sx_str path) {
  for (size_t i = 0; i < change->files.len; i++)
    if (sx_str_is_equal(change->files.items[i].path, path)) return true;
  return false;
}

static sx_status add_user(sx_verifying *v, const sx_change *change, sx_str path, sx_err *err) {
  size_t room = SX_DIAGNOSTICS_MAX_FILES - change->files.len;
  if (is_of_change(change, path) || sx_strs_have(&v->users, path)) return SX_OK;
  if (v->users.len >= SX_VERIFY_MAX_USERS || v->users.len >= room) {
    v->is_cut = true;
    return SX_OK;
  }
  return sx_strs_add(&v->users, path, change->call->arena, err);
}

/* The editor moves a file, or deletes it, and servers may see that late: its imports are errors. */
static sx_status add_dangling(sx_verifying *v, const sx_change *change, sx_import_graph *graph,
                              sx_err *err) {
  sx_arena *arena = change->call->arena;
  for (size_t i = 0; i < graph->edges.len; i++) {
    const sx_import_edge *edge = &graph->edges.items[i];
    const sx_import_node *from = &graph->nodes.items[edge->from];
    if (edge->to != 0 || from->is_by_name || is_of_change(change, from->path)) continue;
    sx_made_error *added = SX_ARRAY_ADD(&v->dangling, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = (sx_made_error){
        from->path, {edge->line ? edge->line - 1 : 0, 0}, SX_STR(""), SX_STR(""), SX_STR("")};
    added->message =
        sx_arena_printf(arena, "it imports %.*s, which would be gone",
                        SX_STR_ARG(sx_path_display(change->call, graph->nodes.items[0].path)));
  }
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

static sx_status add_users_of(sx_verifying *v, const sx_change *change, sx_imports *imports,
                              const sx_file_change *file, sx_err *err) {
  sx_import_graph graph;
  bool is_gone = file->action == SX_ACTION_DELETE || file->action == SX_ACTION_RENAME;
  sx_status status =
      sx_import_graph_backward(&graph, imports, change->call, file->path, USERS_DEPTH, err);
  v->is_cut |= graph.is_cut || graph.is_late;
  if (!status && is_gone) status = add_dangling(v, change, &graph, err);
  for (size_t i = 1; i < graph.nodes.len && !status; i++) {
    const sx_import_node *node = &graph.nodes.items[i];
    for (size_t k = 0; k < node->files.len && !status; k++)
      status = add_user(v, change, node->files.items[k], err);
    if (!status && !node->files.len) status = add_user(v, change, node->path, err);
  }
  return status;
}

/* Nothing uses a file that is only now made. */
static bool may_be_used(const sx_file_change *file) {
  return file->action != SX_ACTION_CREATE && !sx_path_is_uri(file->path);
}

static sx_status find_users(sx_verifying *v, const sx_change *change, sx_err *err) {
  size_t searched = 0;
  sx_status status = SX_OK;
  sx_imports *imports = sx_imports_new(change->call);
  if (!imports) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < change->files.len && !status; i++) {
    if (!may_be_used(&change->files.items[i])) continue;
    if (searched++ < MAX_SEARCHED)
      status = add_users_of(v, change, imports, &change->files.items[i], err);
    else
      v->is_cut = true;
  }
  sx_imports_free(imports);
  v->has_users = !status;
  return status;
}

/* ---- the refusal ----------------------------------------------------------------------------- */

/* The first line of it: notes follow in others. */
static sx_str short_message(sx_str message) {
  size_t end = sx_str_find_char(message, '\n', 0);
  return sx_str_slice(message, 0,
                      end == SX_STR_NONE || end > MAX_ERROR_BYTES ? MAX_ERROR_BYTES : end);
}

static void write_error(sx_buf *out, sx_call *call, const sx_made_error *error) {
  sx_str message = short_message(error->message);
  sx_buf_addf(out, "\n%.*s:%u:%u: ", SX_STR_ARG(sx_path_display(call, error->path)),
              error->at.line + 1, error->at.character + 1);
  if (error->source.len) sx_buf_add(out, error->source);
  if (error->source.len && error->code.len) sx_buf_add_char(out, ' ');
  if (error->code.len) sx_buf_add(out, error->code);
  if (error->source.len || error->code.len) sx_buf_add_text(out, ": ");
  sx_buf_add(out, message);
}

static sx_status list_errors(sx_call *call, const sx_made_error *errors, size_t count,
                             sx_buf *list) {
  sx_buf_init(list, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < count && i < MAX_SHOWN_ERRORS && list->len < MAX_LISTED_BYTES; i++)
    write_error(list, call, &errors[i]);
  return list->status;
}

static sx_status refuse_dangling(const sx_verifying *v, sx_call *call, sx_err *err) {
  sx_buf list;
  size_t count = v->dangling.len;
  sx_status status = list_errors(call, v->dangling.items, count, &list);
  if (!status)
    status = sx_fail(err, SX_REFUSED,
                     "%zu import%s would lead nowhere. Nothing was changed. Change the importing "
                     "files first, or leave out verify:%.*s",
                     count, count == 1 ? "" : "s", SX_STR_ARG(sx_buf_str(&list)));
  sx_buf_release(&list);
  return status;
}

sx_status sx_verify_refuse(sx_call *call, const sx_verification *verification, sx_err *err) {
  size_t count = verification->errors.len;
  sx_buf list;
  sx_status status = list_errors(call, verification->errors.items, count, &list);
  if (!status)
    status = sx_fail(err, SX_REFUSED,
                     "The change makes %zu new error%s, so it was taken back and nothing was "
                     "changed. Correct it "
                     "and call again. The places are those of the new text:%.*s",
                     count, count == 1 ? "" : "s", SX_STR_ARG(sx_buf_str(&list)));
  sx_buf_release(&list);
  return status;
}

/* ---- what is watched ------------------------------------------------------------------------- */

static sx_status watch(sx_verifying *v, const sx_file_change *file, sx_err *err) {
  sx_file_change *added = SX_ARRAY_ADD(&v->watched.files, v->watched.call->arena);
  if (!added) return sx_fail(err, v->watched.call->arena->status, NULL);
  *added = *file;
  return SX_OK;
}

/* Servers check what the editor holds. A file that cannot be opened is not watched. */
static sx_status watch_user(sx_verifying *v, sx_str path, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_open(v->watched.call, path, &document, NULL);
  if (sx_status_ends_call(status)) return sx_fail(err, status, NULL);
  if (status) return SX_OK;
  const sx_file_change user = {SX_ACTION_EDIT,     path,           SX_STR(""),
                               document->text,     document->text, document->language_id,
                               .bytes = SX_STR("")};
  return watch(v, &user, err);
}

sx_status sx_verify_find_users(sx_verifying *v, const sx_change *change, sx_err *err) {
  if (v->has_users || is_too_wide(change)) return SX_OK;
  sx_status status = find_users(v, change, err);
  return !status && v->dangling.len ? refuse_dangling(v, change->call, err) : status;
}

sx_status sx_verify_take(sx_verifying *v, const sx_change *change, sx_err *err) {
  sx_status status = SX_OK;
  if (is_too_wide(change)) return SX_OK;
  sx_change_init(&v->watched, change->call, change->title);
  v->watched.must_verify = true;
  for (size_t i = 0; i < change->files.len && !status; i++)
    status = watch(v, &change->files.items[i], err);
  if (!status) status = sx_documents_open(change->call, &v->users, err);
  for (size_t i = 0; i < v->users.len && !status; i++)
    status = watch_user(v, v->users.items[i], err);
  if (!status) status = sx_diagnostics_take(&v->before, &v->watched, change->files.len, err);
  return status ? status : sx_verify__take_elsewhere(v, err);
}

void sx_verify_drop(sx_verifying *v) {
  if (v->watched.call) sx_diagnostics_drop(&v->before, &v->watched);
}

/* ---- what has appeared ----------------------------------------------------------------------- */

static sx_status add_error(sx_verification *out, const sx_made_error *error, sx_arena *arena) {
  sx_made_error *added = SX_ARRAY_ADD(&out->errors, arena);
  if (added) *added = *error;
  return arena->status;
}

static sx_status add_diagnosed(sx_verification *out, const sx_file_outcome *file, size_t *count,
                               sx_arena *arena) {
  sx_status status = SX_OK;
  *count = 0;
  for (size_t i = 0; i < file->appeared.len && !status; i++) {
    const sx_diagnostic *one = &file->appeared.items[i];
    const sx_made_error error = {file->file->path, one->range.start, one->source, one->code,
                                 one->message};
    if (one->severity != SX_SEVERITY_ERROR) continue;
    ++*count;
    if (file->is_before_known) status = add_error(out, &error, arena);
  }
  return status;
}

static void open_verdict(sx_verification *out, sx_verdict verdict, const char *why) {
  if (out->verdict >= verdict) return;
  out->verdict = verdict;
  out->why = sx_str_from(why);
}

/* By the parser, which is all that knows a text that no server has checked. */
static sx_status add_flaws(sx_verification *out, const sx_file_change *file,
                           sx_diagnostics_state state, sx_call *call, sx_err *err) {
  const sx_document before = {
      .path = file->path, .language_id = file->language, .text = file->before};
  sx_syntax_flaws flaws;
  sx_status status = sx_syntax_flaws_find(&flaws, call, &before, file->after, err);
  if (status) return status;
  bool is_served = state != SX_DIAGNOSTICS_NOT_ASKED;
  if (state == SX_DIAGNOSTICS_KNOWN)
    open_verdict(out, SX_VERDICT_OPEN,
                 "it has errors, and which of them it had before is not known");
  else if (is_served)
    open_verdict(out, SX_VERDICT_OPEN, "the language server has not checked the new text in time");
  else if (flaws.is_known)
    open_verdict(out, SX_VERDICT_SYNTAX, "");
  else
    open_verdict(out, SX_VERDICT_OPEN, "nothing here checks files of this language");
  for (size_t i = 0; i < flaws.items.len && !status; i++) {
    const sx_syntax_flaw *flaw = &flaws.items.items[i];
    const sx_made_error error = {file->path, flaw->at, SX_STR("syntax"), SX_STR(""), flaw->message};
    status = add_error(out, &error, call->arena);
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

static sx_status judge_own(sx_verification *out, const sx_file_outcome *file, sx_call *call,
                           sx_err *err) {
  size_t count = 0;
  const sx_file_change *change = file->file;
  bool has_text = change->action == SX_ACTION_EDIT || change->action == SX_ACTION_CREATE;
  if (!has_text) return SX_OK;
  if (file->diagnostics != SX_DIAGNOSTICS_KNOWN)
    return add_flaws(out, change, file->diagnostics, call, err);
  sx_status status = add_diagnosed(out, file, &count, call->arena);
  if (status) return sx_fail(err, status, NULL);
  /* The old text shows which errors of the syntax are new. */
  bool is_vague = count && !file->is_before_known;
  return is_vague ? add_flaws(out, change, file->diagnostics, call, err) : SX_OK;
}

static sx_status judge_user(sx_verification *out, const sx_file_outcome *file, sx_call *call,
                            sx_err *err) {
  size_t count = 0;
  if (file->diagnostics == SX_DIAGNOSTICS_NOT_ASKED) return SX_OK;
  out->users++;
  if (file->diagnostics != SX_DIAGNOSTICS_KNOWN) {
    out->silent += file->is_before_known;
    open_verdict(out, SX_VERDICT_PARTLY, "");
    out->unchecked += !file->is_before_known;
    if (!file->is_before_known)
      open_verdict(out, SX_VERDICT_OPEN,
                   "the language server has not checked all files that use the changed ones");
    return SX_OK;
  }
  sx_status status = add_diagnosed(out, file, &count, call->arena);
  if (count && !file->is_before_known)
    open_verdict(out, SX_VERDICT_OPEN,
                 "a file that uses it has errors, and which of them it had before is not known");
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* Its own syntax is all that is known of a source whose header is another one to the server. */
static sx_status judge_unknown(sx_verification *out, const sx_file_outcome *file, bool is_own,
                               sx_call *call, sx_err *err) {
  sx_status status = SX_OK;
  sx_file_action action = file->file->action;
  if (is_own && (action == SX_ACTION_EDIT || action == SX_ACTION_CREATE))
    status = add_flaws(out, file->file, SX_DIAGNOSTICS_NOT_ASKED, call, err);
  open_verdict(out, SX_VERDICT_OPEN,
               "the language server reads headers from the disk, and a changed one is not saved");
  return status;
}

static sx_status judge(const sx_verifying *v, const sx_outcome *watched, size_t own_count,
                       sx_verification *out, sx_err *err) {
  sx_status status = SX_OK;
  sx_call *call = v->watched.call;
  out->verdict = SX_VERDICT_GOOD;
  for (size_t i = 0; i < watched->files.len && !status; i++) {
    const sx_file_outcome *file = &watched->files.items[i];
    if (v->has_unsaved_header && sx_change_is_of_c(file->file))
      status = judge_unknown(out, file, i < own_count, call, err);
    else
      status = i < own_count ? judge_own(out, file, call, err) : judge_user(out, file, call, err);
  }
  return status;
}

/* The outcomes of all files that are watched, those of the change first. */
static sx_status begin_outcome(const sx_verifying *v, sx_outcome *out, sx_err *err) {
  for (size_t i = 0; i < v->watched.files.len; i++) {
    sx_file_outcome *file = SX_ARRAY_ADD(&out->files, v->watched.call->arena);
    if (!file) return sx_fail(err, v->watched.call->arena->status, NULL);
    file->file = &v->watched.files.items[i];
    file->diagnostics = SX_DIAGNOSTICS_NOT_YET;
  }
  return SX_OK;
}

static void take_outcome(sx_outcome *out, const sx_outcome *watched) {
  for (size_t i = 0; i < out->files.len; i++) {
    sx_file_outcome *to = &out->files.items[i];
    const sx_file_outcome *from = &watched->files.items[i];
    to->diagnostics = from->diagnostics;
    to->appeared = from->appeared;
    to->vanished = from->vanished;
    to->remaining = from->remaining;
    to->is_before_known = from->is_before_known;
  }
}

static bool makes_files(const sx_change *change) {
  for (size_t i = 0; i < change->files.len; i++)
    if (change->files.items[i].action == SX_ACTION_CREATE) return true;
  return false;
}

static sx_status compare_once(sx_verifying *v, const sx_change *change, sx_outcome *out,
                              sx_err *err) {
  sx_verification *verification = &out->verification;
  sx_outcome watched = {.id = ""};
  *verification = (sx_verification){.verdict = SX_VERDICT_OPEN, .why = SX_STR("")};
  verification->is_cut = v->is_cut;
  sx_status status = begin_outcome(v, &watched, err);
  if (!status) status = sx_diagnostics_look(&v->before, &v->watched, &watched, err);
  if (status) return status;
  sx_verify__match_old(&watched, change->files.len);
  take_outcome(out, &watched);
  status = judge(v, &watched, change->files.len, verification, err);
  return status || v->has_unsaved_header ? status
                                         : sx_verify__add_elsewhere(v, &watched, verification, err);
}

/*
 * A server reads a new file when it hears of it, which may be after it has checked those that
 * import it: "Cannot find module". Such errors go by themselves.
 */
static sx_status compare_until_sure(sx_verifying *v, const sx_change *change, sx_outcome *out,
                                    sx_err *err) {
  sx_status status = compare_once(v, change, out, err);
  uint64_t end_ms = sx_clock_ms() + SX_VERIFY_MADE_MS;
  while (!status && out->verification.errors.len && makes_files(change) && sx_clock_ms() < end_ms) {
    status = sx_port_call_sleep(change->call->wait, MADE_POLL_MS);
    if (!status) status = compare_once(v, change, out, err);
  }
  return status;
}

sx_status sx_verify_compare(sx_verifying *v, const sx_change *change, sx_outcome *out,
                            sx_err *err) {
  if (is_too_wide(change)) {
    out->verification = (sx_verification){
        .verdict = SX_VERDICT_OPEN, .why = SX_STR("the change has more files than are checked")};
    return SX_OK;
  }
  sx_status status = compare_until_sure(v, change, out, err);
  sx_diagnostics_drop(&v->before, &v->watched);
  return status;
}
