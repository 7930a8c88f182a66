#include "engine/change_answer.h"

#include "answer/pager.h"
#include "change/announce.h"
#include "base/map.h"
#include "host/json.h"
#include "text/tokens.h"
#include "engine/args.h"
#include "engine/decision_answer.h"
#include "engine/verify_answer.h"
#include "workspace/paths.h"
#include "change/store.h"
#include "change/waiting.h"

#define DEFAULT_TOKENS 2000
#define MAX_PREVIEW_BYTES ((size_t)1024 * 1024 * 1024)
/* For the lines around the diff. */
#define FRAME_TOKENS 60
#define MAX_TEXT_DIAGNOSTICS 20
#define MAX_TEXT_FILES 10

void sx_change_request_take_listed(sx_change_request *request, const cJSON *args, sx_call *call,
                                   sx_answer *answer) {
  request->is_preview = sx_args_bool(args, "preview", request->is_preview);
  request->save = sx_args_bool(args, "save", request->save);
  request->must_verify = sx_args_bool(args, "verify", request->must_verify);
  request->id = sx_str_trim(sx_args_str(args, "change", call->arena));
  request->cursor = request->id.len ? sx_args_str(args, "cursor", call->arena) : SX_STR("");
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
}

sx_status sx_change_request_take(sx_change_request *request, const cJSON *args, sx_call *call,
                                 sx_answer *answer, sx_err *err) {
  sx_change_request_take_listed(request, args, call, answer);
  if (request->id.len || !sx_args_has(args, "cursor")) return SX_OK;
  return sx_fail(
      err, SX_INVALID_ARGUMENT,
      "cursor must be copied unchanged from the previous answer, together with its `change`.");
}

sx_status sx_change_request_find(const sx_change_request *request, sx_change *out, sx_call *call,
                                 sx_err *err) {
  sx_change_state state;
  sx_status status = sx_changes_find(call->services->changes, call, request->id, out, &state, err);
  if (status) return status;
  if (request->is_preview)
    return state == SX_CHANGE_REJECTED || state == SX_CHANGE_REFUSED
               ? sx_changes_check_planned(request->id, state, err)
               : SX_OK;
  /* The answer is what became of it. */
  sx_decision decision;
  status = sx_changes_find_decision(call->services->changes, call, request->id, &decision, err);
  if (status || decision.was_waiting || sx_change_state_is_decided(state)) return status;
  return sx_changes_check_planned(request->id, state, err);
}

/* ---- facts ------------------------------------------------------------------------------- */

static sx_str shown(const sx_change *change, sx_str path) {
  return sx_path_display(change->call, path);
}

static cJSON *diagnostic_fact(const sx_change *change, const sx_file_outcome *file,
                              const sx_diagnostic *diagnostic) {
  static const char *const severities[] = {"error", "warning", "information", "hint"};
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "file", shown(change, file->file->path));
  cJSON_AddNumberToObject(fact, "line", diagnostic->range.start.line + 1);
  cJSON_AddNumberToObject(fact, "column", diagnostic->range.start.character);
  cJSON_AddStringToObject(fact, "severity", severities[diagnostic->severity]);
  if (diagnostic->code.len) sx_answer_fact(fact, "code", diagnostic->code);
  if (diagnostic->source.len) sx_answer_fact(fact, "source", diagnostic->source);
  sx_answer_fact(fact, "message", diagnostic->message);
  return fact;
}

/* One word for all files: what is not known of one is not known. */
static const char *diagnostics_state(const sx_outcome *outcome) {
  bool is_any_known = false;
  for (size_t i = 0; i < outcome->files.len; i++) {
    if (outcome->files.items[i].diagnostics == SX_DIAGNOSTICS_NOT_YET) return "unknown";
    is_any_known |= outcome->files.items[i].diagnostics == SX_DIAGNOSTICS_KNOWN;
  }
  return is_any_known ? "known" : "none";
}

static void add_diagnostics(const sx_change *change, const sx_outcome *outcome, cJSON *facts) {
  cJSON *all = cJSON_CreateObject(), *appeared = cJSON_CreateArray(), *gone = cJSON_CreateArray();
  size_t remaining = 0;
  for (size_t i = 0; i < outcome->files.len; i++) {
    const sx_file_outcome *file = &outcome->files.items[i];
    for (size_t k = 0; k < file->appeared.len; k++)
      sx_answer_push(appeared, diagnostic_fact(change, file, &file->appeared.items[k]));
    for (size_t k = 0; k < file->vanished.len; k++)
      sx_answer_push(gone, diagnostic_fact(change, file, &file->vanished.items[k]));
    remaining += file->remaining;
  }
  cJSON_AddStringToObject(all, "status", diagnostics_state(outcome));
  sx_answer_put(all, "new", appeared);
  sx_answer_put(all, "gone", gone);
  cJSON_AddNumberToObject(all, "remaining", (double)remaining);
  sx_answer_put(facts, "diagnostics", all);
}

static cJSON *file_fact(const sx_change *change, const sx_file_change *file,
                        const sx_file_outcome *outcome) {
  static const char *const actions[] = {"edit", "create", "delete", "rename"};
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "file", shown(change, file->path));
  cJSON_AddStringToObject(fact, "action", actions[file->action]);
  if (file->action == SX_ACTION_RENAME)
    sx_answer_fact(fact, "new_file", shown(change, file->new_path));
  if (!outcome) return fact;
  cJSON_AddBoolToObject(fact, "is_modified", outcome->is_modified);
  cJSON_AddNumberToObject(fact, "line_count", outcome->line_count);
  cJSON_AddBoolToObject(fact, "moved", outcome->was_moved);
  if (outcome->save_error.len) sx_answer_fact(fact, "save_error", outcome->save_error);
  return fact;
}

static sx_status add_files(const sx_change *change, const sx_outcome *outcome, sx_answer *answer,
                           sx_err *err) {
  cJSON *files = cJSON_CreateArray();
  if (!files) return sx_fail(err, SX_NOMEM, NULL);
  for (size_t i = 0; i < change->files.len; i++)
    sx_answer_push(files, file_fact(change, &change->files.items[i],
                                    outcome ? &outcome->files.items[i] : NULL));
  sx_answer_put(answer->facts, "files", files);
  return SX_OK;
}

sx_status sx_change_answer_files(const sx_change *change, sx_answer *answer, sx_err *err) {
  return add_files(change, NULL, answer, err);
}

static sx_status add_facts(const sx_change *change, const sx_outcome *outcome, sx_answer *answer,
                           sx_err *err) {
  cJSON_AddBoolToObject(answer->facts, "applied", outcome != NULL);
  sx_status status = add_files(change, outcome, answer, err);
  if (status || !outcome) return status;
  if (outcome->id[0]) cJSON_AddStringToObject(answer->facts, "change", outcome->id);
  if (outcome->files.len == 1) {
    cJSON *state = cJSON_CreateObject();
    cJSON_AddBoolToObject(state, "is_modified", outcome->files.items[0].is_modified);
    cJSON_AddNumberToObject(state, "line_count", outcome->files.items[0].line_count);
    sx_answer_put(answer->facts, "buffer_state", state);
  }
  add_diagnostics(change, outcome, answer->facts);
  return SX_OK;
}

/* ---- text: applied ----------------------------------------------------------------------- */

static void write_diagnostic(const sx_change *change, const sx_file_outcome *file,
                             const sx_diagnostic *diagnostic, const char *sign, sx_answer *answer) {
  static const char *const severities[] = {"error", "warning", "info", "hint"};
  sx_buf_addf(&answer->text, "%s ", sign);
  sx_answer_add_place(answer, file->file->path, shown(change, file->file->path),
                      diagnostic->range.start.line, diagnostic->range.start.character);
  sx_buf_addf(&answer->text, " %s", severities[diagnostic->severity]);
  sx_answer_add_source(answer, diagnostic->source, diagnostic->code);
  sx_buf_addf(&answer->text, ": %.*s\n", SX_STR_ARG(diagnostic->message));
}

typedef struct diagnostics_count {
  size_t appeared, vanished, remaining, unknown, known;
  bool is_before_known;
} diagnostics_count;

static diagnostics_count count_diagnostics(const sx_outcome *outcome) {
  diagnostics_count count = {.is_before_known = true};
  for (size_t i = 0; i < outcome->files.len; i++) {
    const sx_file_outcome *file = &outcome->files.items[i];
    count.appeared += file->appeared.len;
    count.vanished += file->vanished.len;
    count.remaining += file->remaining;
    count.unknown += file->diagnostics == SX_DIAGNOSTICS_NOT_YET;
    count.known += file->diagnostics == SX_DIAGNOSTICS_KNOWN;
    if (file->diagnostics == SX_DIAGNOSTICS_KNOWN) count.is_before_known &= file->is_before_known;
  }
  return count;
}

static void list_diagnostics(const sx_change *change, const sx_outcome *outcome,
                             sx_answer *answer) {
  size_t written = 0, left_out = 0;
  for (size_t i = 0; i < outcome->files.len; i++) {
    const sx_file_outcome *file = &outcome->files.items[i];
    for (size_t k = 0; k < file->appeared.len; k++) {
      if (written++ < MAX_TEXT_DIAGNOSTICS)
        write_diagnostic(change, file, &file->appeared.items[k], "+", answer);
      else
        left_out++;
    }
    for (size_t k = 0; k < file->vanished.len; k++) {
      if (written++ < MAX_TEXT_DIAGNOSTICS)
        write_diagnostic(change, file, &file->vanished.items[k], "-", answer);
      else
        left_out++;
    }
  }
  if (!left_out) return;
  answer->is_truncated = true;
  sx_buf_addf(&answer->text, "… and %zu more; get_diagnostics lists them.\n", left_out);
}

static void write_diagnostics(const sx_change *change, const sx_outcome *outcome,
                              sx_answer *answer) {
  diagnostics_count count = count_diagnostics(outcome);
  if (outcome->files.len > SX_DIAGNOSTICS_MAX_FILES) {
    sx_buf_addf(&answer->text,
                "Diagnostics: not requested, because the change has more than %d files. Use "
                "get_diagnostics.\n",
                SX_DIAGNOSTICS_MAX_FILES);
    return;
  }
  if (count.unknown && !count.known)
    sx_buf_add_text(
        &answer->text,
        "Diagnostics: not known yet, the language server has not checked the new text.\n");
  if (count.known && count.is_before_known)
    sx_buf_addf(&answer->text, "Diagnostics: %zu new, %zu gone, %zu as before.\n", count.appeared,
                count.vanished, count.remaining);
  else if (count.known)
    sx_buf_addf(&answer->text,
                "Diagnostics: %zu now (the number before the change is not known).\n",
                count.appeared);
  if (count.unknown && count.known)
    sx_buf_addf(&answer->text,
                "Diagnostics of %zu other file%s are not known yet: get_diagnostics lists them.\n",
                count.unknown, count.unknown == 1 ? "" : "s");
  /* A notification has no room for a list. */
  if (count.known && answer->format != SX_FORMAT_MARKDOWN)
    list_diagnostics(change, outcome, answer);
}

void sx_change_answer_write_outcome(const sx_change *change, const sx_outcome *outcome,
                                    sx_answer *answer) {
  for (size_t i = 0; i < outcome->files.len; i++) {
    const sx_file_outcome *file = &outcome->files.items[i];
    sx_str path = shown(change, file->file->path);
    if (file->was_moved)
      sx_buf_addf(&answer->text,
                  "Note: '%.*s' had changed in the meantime; the edits were moved to where their "
                  "lines are now.\n",
                  SX_STR_ARG(path));
    if (file->was_done)
      sx_buf_addf(&answer->text, "Note: '%.*s' %s; it was not edited.\n", SX_STR_ARG(path),
                  file->file->action == SX_ACTION_DELETE ? "was deleted before"
                                                         : "already had this text");
    if (file->save_error.len)
      sx_buf_addf(&answer->text, "Note: '%.*s' is changed but not saved: %.*s.\n", SX_STR_ARG(path),
                  SX_STR_ARG(file->save_error));
  }
  if (!outcome->can_undo && !outcome->is_undoing)
    sx_buf_add_text(&answer->text, "Note: the change could not be kept and cannot be undone.\n");
  if (outcome->is_cut_short)
    sx_buf_add_text(&answer->text,
                    "Note: the change is applied, but the call timed out before saving and "
                    "diagnostics were known.\n");
  write_diagnostics(change, outcome, answer);
}

/* A name must not read as more than a name, in Markdown either. */
static void write_name(const sx_change *change, sx_str path, sx_answer *answer) {
  sx_str name = sx_path_show(change->call, path);
  for (size_t i = 0; i < name.len; i++) {
    bool is_special = answer->format == SX_FORMAT_MARKDOWN && name.ptr[i] &&
                      strchr("\\`*_{}[]<>()#!|~&", name.ptr[i]);
    if (is_special) sx_buf_add_char(&answer->text, '\\');
    sx_buf_add_char(&answer->text, name.ptr[i]);
  }
}

/* `a.ts`, or `3 files: a.ts, b.ts, c.ts`; `3 files` where what follows has their names. */
static void write_files(const sx_change *change, bool has_names_below, sx_answer *answer) {
  size_t count = change->files.len;
  if (count > 1) sx_buf_addf(&answer->text, "%zu files%s", count, has_names_below ? "" : ": ");
  if (count > 1 && has_names_below) return;
  for (size_t i = 0; i < count && i < MAX_TEXT_FILES; i++) {
    if (i) sx_buf_add_text(&answer->text, ", ");
    write_name(change, change->files.items[i].path, answer);
  }
  if (count > MAX_TEXT_FILES) sx_buf_addf(&answer->text, " and %zu more", count - MAX_TEXT_FILES);
}

/* Another call may have made the file first: then the text went to its end. */
static const char *done_of(const sx_change *change, const sx_change_request *request) {
  const sx_file_change *file = &change->files.items[0];
  bool is_appended = request->done && file->is_append && file->action == SX_ACTION_EDIT;
  return is_appended ? "appended" : request->done;
}

/* `APPLIED to a.ts`, or `Successfully wrote to 'a.ts'. APPLIED: created`. */
static void write_success(const sx_change *change, const sx_change_request *request,
                          sx_answer *answer) {
  if (!request->success) {
    sx_buf_add_text(&answer->text, "APPLIED to ");
    write_files(change, false, answer);
    return;
  }
  const char *done = done_of(change, request);
  sx_buf_addf(&answer->text, "%s '%.*s'. APPLIED%s%s", request->success,
              SX_STR_ARG(shown(change, change->files.items[0].path)), done ? ": " : "",
              done ? done : "");
}

static bool is_any_modified(const sx_outcome *outcome) {
  for (size_t i = 0; i < outcome->files.len; i++)
    if (outcome->files.items[i].is_modified) return true;
  return false;
}

static sx_status answer_applied(sx_change *change, const sx_change_request *request,
                                sx_answer *answer, sx_err *err) {
  sx_outcome outcome = {.id = ""};
  sx_apply_options options = {.save = request->save,
                              .write_to_disk = request->write_to_disk,
                              .is_persons = request->is_persons};
  snprintf(outcome.id, sizeof outcome.id, "%.*s", SX_STR_ARG(request->id));
  sx_change_size size;
  sx_buf diff;
  sx_status status = sx_change_apply(change, &options, &outcome, err);
  if (status == SX_WAITING) return sx_decision_answer_waiting(change, outcome.id, answer, err);
  if (status == SX_NOT_ALLOWED) sx_decision_add_id(change->call, outcome.id, err);
  if (status) return status;
  sx_buf_init(&diff, MAX_PREVIEW_BYTES);
  status = sx_change_preview(change, &diff, &size, NULL);
  sx_buf_release(&diff);
  write_success(change, request, answer);
  if (!status) sx_buf_addf(&answer->text, " (+%u -%u lines)", size.added_lines, size.removed_lines);
  sx_buf_add_text(&answer->text, is_any_modified(&outcome) ? ", not saved." : ", saved.");
  if (outcome.id[0])
    sx_buf_addf(&answer->text, " undo_change with change=\"%s\" undoes it.", outcome.id);
  sx_buf_add_char(&answer->text, '\n');
  sx_verify_answer(change, &outcome.verification, answer);
  sx_change_answer_write_outcome(change, &outcome, answer);
  return add_facts(change, &outcome, answer, err);
}

/* ---- text: previewed --------------------------------------------------------------------- */

/* Whole lines from `from` on that fit into `tokens`; `*next` is where the rest begins. */
static sx_str cut_lines(sx_str diff, size_t from, size_t tokens, size_t *next) {
  sx_str rest = sx_str_slice(diff, from, diff.len);
  size_t len = sx_tokens_prefix(rest, tokens);
  if (len < rest.len) {
    size_t end = sx_str_find_last_char(sx_str_slice(rest, 0, len), '\n');
    if (end == SX_STR_NONE) end = sx_str_find_char(rest, '\n', 0); /* at least one line */
    len = end == SX_STR_NONE ? rest.len : end + 1;
  }
  *next = from + len;
  return sx_str_slice(rest, 0, len);
}

static size_t count_line_ends(sx_str text) {
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++) count += text.ptr[i] == '\n';
  return count;
}

/* A fence that no line of the text can close. */
static size_t fence_length(sx_str text) {
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < text.len; i++) {
    run = text.ptr[i] == '`' ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest < 3 ? 3 : longest + 1;
}

/* A setting alone never approves a change of protected files. */
static sx_status write_protected(const sx_change *change, sx_answer *answer, sx_err *err) {
  sx_str path;
  const char *why;
  sx_status status = sx_change_find_protected(change, &path, &why, err);
  if (!status && why) {
    sx_buf_add_text(&answer->text,
                    answer->format == SX_FORMAT_MARKDOWN
                        ? "You are always asked about "
                        : "A person will be asked before it is applied, because of ");
    write_name(change, path, answer);
    sx_buf_addf(&answer->text, ": %s.\n", why);
  }
  return status;
}

/* The parts of a preview. */
typedef struct preview {
  const sx_change *change;
  const char *id; /* empty: it is not kept */
  sx_str diff;
  sx_change_size size;
} preview;

static sx_status write_preview_head(const preview *view, bool has_names_below, sx_answer *answer,
                                    sx_err *err) {
  sx_buf_add_text(&answer->text, "PREVIEW of ");
  write_files(view->change, has_names_below, answer);
  sx_buf_addf(&answer->text, " (+%u -%u lines). Nothing was changed. ", view->size.added_lines,
              view->size.removed_lines);
  bool is_for_person = answer->format == SX_FORMAT_MARKDOWN;
  if (view->id[0] && is_for_person)
    sx_buf_add_char(&answer->text, '\n');
  else if (view->id[0])
    sx_buf_addf(&answer->text, "Apply it with change=\"%s\" and preview=false.\n", view->id);
  else
    sx_buf_add_text(&answer->text,
                    "It is too large to keep: it has no id and cannot be undone. To apply it, call "
                    "again with the same arguments and preview=false; the person will be asked.\n");
  if (view->id[0]) cJSON_AddStringToObject(answer->facts, "change", view->id);
  cJSON_AddNumberToObject(answer->facts, "added_lines", view->size.added_lines);
  cJSON_AddNumberToObject(answer->facts, "removed_lines", view->size.removed_lines);
  return write_protected(view->change, answer, err);
}

static void add_fence(sx_answer *answer, size_t length, const char *rest) {
  for (size_t i = 0; i < length; i++) sx_buf_add_char(&answer->text, '`');
  if (length) sx_buf_add_text(&answer->text, rest);
}

static void write_part(sx_str part, sx_answer *answer) {
  size_t fence = answer->format == SX_FORMAT_MARKDOWN ? fence_length(part) : 0;
  if (fence) sx_buf_add_char(&answer->text, '\n');
  add_fence(answer, fence, "diff\n");
  sx_buf_add(&answer->text, part);
  add_fence(answer, fence, "\n");
  sx_answer_fact(answer->facts, "preview", part);
}

static void write_rest(const preview *view, size_t next, sx_answer *answer) {
  char cursor[SX_CURSOR_BYTES];
  const uint64_t from = next;
  sx_str rest = sx_str_slice(view->diff, next, view->diff.len);
  answer->is_truncated = true;
  sx_buf_addf(&answer->text, "[%zu of %zu diff lines are left", count_line_ends(rest),
              count_line_ends(view->diff));
  /* A person has no call to make; and without an id there is no change to show the rest of. */
  if (view->id[0] && answer->format != SX_FORMAT_MARKDOWN) {
    sx_cursor_write(cursor, &from, 1, (uint32_t)sx_hash(view->diff));
    cJSON_AddStringToObject(answer->facts, "cursor", cursor);
    sx_buf_addf(&answer->text, ": change=\"%s\", cursor=\"%s\"", view->id, cursor);
  }
  sx_buf_add_text(&answer->text, "]\n");
}

static sx_status write_preview(const preview *view, const sx_change_request *request,
                               sx_answer *answer, sx_err *err) {
  if (request->is_brief) return write_preview_head(view, true, answer, err);
  sx_str diff = view->diff;
  const sx_cursor_rule rule = {"diff", (uint32_t)sx_hash(diff), 1, {diff.len}};
  uint64_t from = 0;
  size_t next;
  sx_status status = SX_OK;
  if (request->cursor.len) status = sx_cursor_read(&from, request->cursor, &rule, err);
  /* Pages end with a line: one that was made up may point into a line. */
  if (!status && from > 0 && diff.ptr[from - 1] != '\n')
    status =
        sx_fail(err, SX_INVALID_ARGUMENT, "cursor does not belong to the change '%s'.", view->id);
  if (status) return status;
  sx_str part = cut_lines(diff, (size_t)from, sx_answer_room(answer, FRAME_TOKENS), &next);
  bool is_whole = !from && next >= diff.len;
  status = write_preview_head(view, is_whole, answer, err);
  if (status) return status;
  write_part(part, answer);
  if (next < diff.len) write_rest(view, next, answer);
  return SX_OK;
}

static sx_status answer_preview(sx_change *change, const sx_change_request *request,
                                sx_answer *answer, sx_err *err) {
  char id[SX_CHANGE_ID_BYTES] = "";
  preview view = {.change = change, .id = id};
  sx_buf diff;
  sx_buf_init(&diff, MAX_PREVIEW_BYTES);
  sx_status status = sx_change_preview(change, &diff, &view.size, err);
  view.diff = sx_buf_str(&diff);
  if (!status && request->id.len)
    snprintf(id, sizeof id, "%.*s", SX_STR_ARG(request->id));
  else if (!status)
    status = sx_changes_put(change->call->services->changes, change, id);
  if (!status) sx_change_announce_planned(change, id);
  if (!status) status = add_facts(change, NULL, answer, err);
  if (!status) status = write_preview(&view, request, answer, err);
  sx_buf_release(&diff);
  return status;
}

/* ---- both -------------------------------------------------------------------------------- */

sx_status sx_change_answer(sx_change *change, const sx_change_request *request, sx_answer *answer,
                           sx_err *err) {
  sx_status status;
  bool is_decided = false;
  answer->status = SX_ANSWER_FOUND;
  change->must_verify |= request->must_verify;
  if (request->id.len && !request->is_preview) {
    status = sx_decision_answer(change, request->id, answer, &is_decided, err);
    if (status || is_decided) return status;
  }
  if (!change->files.len) {
    sx_buf_add_text(&answer->text, "NO CHANGE: the text is already as requested.\n");
    status = add_facts(change, NULL, answer, err);
    cJSON_AddStringToObject(answer->facts, "preview", "");
  } else {
    status = request->is_preview ? answer_preview(change, request, answer, err)
                                 : answer_applied(change, request, answer, err);
  }
  cJSON_AddStringToObject(answer->facts, "status",
                          request->status && answer->status == SX_ANSWER_FOUND
                              ? request->status
                              : sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}

sx_status sx_change_answer_undone(const sx_undo *undo, sx_answer *answer, sx_err *err) {
  answer->status = SX_ANSWER_FOUND;
  sx_buf_add_text(&answer->text, "Undid the change ");
  /* The names of tools and the ids of changes are words of agents. */
  if (undo->change.call->caller != SX_CALLER_PERSON)
    sx_buf_addf(&answer->text, "by %.*s (%s) ", SX_STR_ARG(undo->change.title), undo->outcome.id);
  sx_buf_add_text(&answer->text, "in ");
  write_files(&undo->change, false, answer);
  sx_buf_add_text(&answer->text, is_any_modified(&undo->outcome) ? ", not saved.\n" : ".\n");
  sx_change_answer_write_outcome(&undo->inverse, &undo->outcome, answer);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return add_facts(&undo->inverse, &undo->outcome, answer, err);
}
