#include "answer/facts.h"
#include "change/planned.h"
#include "text/tokens.h"
#include "engine/args.h"
#include "engine/change_answer.h"
#include "refactor/action_command.h"
#include "semantic/file_diagnostics.h"
#include "resolve/libraries.h"
#include "workspace/paths.h"
#include "semantic/certainty.h"

#include <stdlib.h>

#define FRAME_TOKENS 80
#define MAX_SHOWN_DIAGNOSTICS 5
#define MAX_SHOWN_KINDS 20
#define MAX_DIAGNOSTIC_BYTES 160
/* The list does not wait longer for the problem that each fix is for. */
#define FIXES_MS 2000

sx_status sx_tool_apply_code_action(sx_call *call, const cJSON *args, sx_answer *answer,
                                    sx_err *err);

typedef struct applying {
  sx_call *call;
  const cJSON *args;
  sx_change_request request;
  sx_answer *answer;
  sx_actions actions;
  sx_file_diagnostics diagnostics; /* of the file */
  /* Those at the place, as far as they are shown, and the quick fixes that are offered for each. */
  const sx_diagnostic *problems[MAX_SHOWN_DIAGNOSTICS];
  sx_host_actions fixes[MAX_SHOWN_DIAGNOSTICS];
  size_t problem_count;
  size_t chosen;
} applying;

/* ---- where -------------------------------------------------------------------------------- */

static bool is_inside_word(const sx_document *document, size_t at) {
  return sx_language_ident_start(document->language, document->text, at) < at &&
         sx_language_ident_end(document->language, document->text, at) > at;
}

/* Between a blank and a word. */
static bool is_before_word(const sx_document *document, sx_pos16 at) {
  size_t offset = sx_document_offset(document, at);
  sx_str text = document->text, before = sx_str_slice(text, offset ? offset - 1 : 0, offset);
  return before.len && (before.ptr[0] == ' ' || before.ptr[0] == '\t') &&
         sx_language_ident_end(document->language, text, offset) > offset;
}

static bool has_all_brackets(sx_str text) {
  int depth = 0;
  for (size_t i = 0; i < text.len && depth >= 0; i++) {
    if (strchr("([{", text.ptr[i])) depth++;
    if (strchr(")]}", text.ptr[i])) depth--;
  }
  return depth == 0;
}

/*
 * A selection that begins or ends amidst a word, or has blanks at its ends or half of a pair of
 * brackets, is hardly meant so.
 */
static bool is_neat(const sx_document *document, sx_range16 range) {
  sx_str text = document->text;
  size_t start = sx_document_offset(document, range.start);
  size_t end = sx_document_offset(document, range.end);
  if (start >= end) return false;
  sx_str first = sx_str_slice(text, start, start + 1), last = sx_str_slice(text, end - 1, end);
  bool is_blank = !sx_str_trim(first).len || !sx_str_trim(last).len;
  return !is_blank && has_all_brackets(sx_str_slice(text, start, end)) &&
         !is_inside_word(document, start) && !is_inside_word(document, end);
}

/*
 * The columns, from 1 on. Those of a selection that count from 0 are understood where only so it is
 * of whole words.
 */
static void take_columns(const sx_document *document, const cJSON *args, sx_range16 *range) {
  bool has_both = sx_args_has(args, "column") && sx_args_has(args, "end_column");
  uint32_t start = (uint32_t)sx_args_int(args, "column", 1);
  uint32_t end = (uint32_t)sx_args_int(args, "end_column", 1);
  sx_range16 from_0 = {{range->start.line, start}, {range->end.line, end}};
  range->start.character = start ? start - 1 : 0;
  if (!sx_args_has(args, "end_column")) {
    if (is_before_word(document, from_0.start)) range->start = from_0.start;
    return;
  }
  range->end.character = end ? end - 1 : 0;
  bool counts_from_0 =
      has_both && (!start || !end || (!is_neat(document, *range) && is_neat(document, from_0)));
  if (counts_from_0) *range = from_0;
}

static sx_status take_range(applying *apply, sx_err *err) {
  const sx_document *document = apply->actions.document;
  const cJSON *args = apply->args;
  uint32_t count = document->lines.count;
  uint32_t first = (uint32_t)sx_args_int(args, "line", 1);
  uint32_t last = (uint32_t)sx_args_int(args, "end_line", first);
  apply->actions.range = sx_actions_whole(document);
  if (!sx_args_has(args, "line")) return SX_OK;
  if (first > count || last > count || last < first)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Lines %u-%u are not in the file, which has %u lines. Nothing was changed. "
                   "Give lines of it, the first one as line.",
                   first, last, count);
  sx_str line = sx_lines_get(&document->lines, last - 1);
  size_t line_end = (size_t)(line.ptr - document->text.ptr) + line.len;
  bool has_column = sx_args_has(args, "column"), has_end = sx_args_has(args, "end_column");
  sx_range16 range = {{first - 1, 0}, sx_document_position(document, line_end)};
  take_columns(document, args, &range);
  if (has_column && !has_end && first == last) range.end = range.start;
  apply->actions.range = range;
  return SX_OK;
}

/* ---- which -------------------------------------------------------------------------------- */

static bool has_title(const sx_host_action_row *row, sx_str wanted) {
  return sx_str_is_equal_fold(row->title, wanted);
}

static bool has_in_title(const sx_host_action_row *row, sx_str wanted) {
  return sx_str_find(row->title, wanted, 0) != SX_STR_NONE;
}

static size_t find_by(applying *apply, bool (*fits)(const sx_host_action_row *, sx_str),
                      sx_str wanted, size_t *count) {
  size_t found = 0;
  *count = 0;
  for (size_t i = 0; i < apply->actions.rows.len; i++)
    if (fits(&apply->actions.rows.items[i], wanted) && (*count)++ == 0) found = i;
  return found;
}

/* By id, number in the list, title, or a part that only one title has. */
static sx_status choose_action(applying *apply, sx_str wanted, sx_err *err) {
  size_t count = 0;
  char *end = NULL, id[SX_ACTION_ID_BYTES];
  for (size_t i = 0; i < apply->actions.rows.len; i++) {
    sx_actions_id(&apply->actions, i, id);
    if (sx_str_is_equal(wanted, sx_str_from(id))) {
      apply->chosen = i;
      return SX_OK;
    }
  }
  unsigned long number = strtoul(wanted.ptr, &end, 10);
  if (end && !*end && number >= 1 && number <= apply->actions.rows.len) {
    apply->chosen = number - 1;
    return SX_OK;
  }
  apply->chosen = find_by(apply, has_title, wanted, &count);
  if (!count) apply->chosen = find_by(apply, has_in_title, wanted, &count);
  if (count == 1) return SX_OK;
  return sx_fail(err, count ? SX_AMBIGUOUS : SX_NO_MATCH,
                 "The action '%.*s' matches %s of the %zu actions that are offered there. Nothing "
                 "was changed. Call "
                 "without action to list them with their ids.",
                 SX_STR_ARG(sx_str_slice(wanted, 0, 100)), count ? "several" : "none",
                 apply->actions.rows.len);
}

/* ---- what they are for ----------------------------------------------------------------------- */

static void find_problems(applying *apply) {
  const sx_host_diagnostics *list = &apply->diagnostics.list;
  const sx_range16 *range = &apply->actions.range;
  for (size_t i = 0; i < list->items.len && apply->problem_count < MAX_SHOWN_DIAGNOSTICS; i++) {
    const sx_diagnostic *one = &list->items.items[i];
    bool is_there = one->range.start.line <= range->end.line &&
                    one->range.end.line >= range->start.line && one->severity != SX_SEVERITY_HINT;
    if (is_there) apply->problems[apply->problem_count++] = one;
  }
}

static bool is_quick_fix(const sx_host_action_row *row) {
  return sx_str_has_prefix(row->kind, SX_STR("quickfix"));
}

/*
 * The editor does not return which diagnostics an action is for: those are asked for one by one,
 * where there are several. A provider that fails, or is slow, leaves it open.
 */
static sx_status ask_fixes(applying *apply, sx_err *err) {
  sx_actions each[MAX_SHOWN_DIAGNOSTICS];
  bool has_fix = false, is_whole;
  for (size_t i = 0; i < apply->actions.rows.len; i++)
    has_fix |= is_quick_fix(&apply->actions.rows.items[i]);
  if (!has_fix) return SX_OK;
  if (apply->problem_count == 1) apply->fixes[0] = apply->actions.rows;
  if (apply->problem_count < 2) return SX_OK;
  for (size_t i = 0; i < apply->problem_count; i++) {
    each[i] = apply->actions;
    each[i].range = apply->problems[i]->range;
    each[i].kind = SX_STR("quickfix");
    each[i].rows = (sx_host_actions){0};
  }
  sx_status status =
      sx_actions_ask_each(each, apply->problem_count, apply->call, FIXES_MS, &is_whole, err);
  for (size_t i = 0; i < apply->problem_count; i++) apply->fixes[i] = each[i].rows;
  return status;
}

static bool is_for(const applying *apply, const sx_host_action_row *row, size_t problem) {
  const sx_host_actions *fixes = &apply->fixes[problem];
  for (size_t i = 0; i < fixes->len && is_quick_fix(row); i++)
    if (sx_str_is_equal(fixes->items[i].title, row->title) &&
        sx_str_is_equal(fixes->items[i].kind, row->kind))
      return true;
  return false;
}

/* ---- the list ------------------------------------------------------------------------------ */

static cJSON *problem_facts(const applying *apply, const sx_host_action_row *row) {
  cJSON *list = cJSON_CreateArray();
  for (size_t i = 0; i < apply->problem_count; i++) {
    const sx_diagnostic *one = apply->problems[i];
    if (!is_for(apply, row, i)) continue;
    cJSON *fact = cJSON_CreateObject();
    sx_facts_position(fact, one->range.start);
    sx_answer_fact(fact, "message", one->message);
    sx_answer_push(list, fact);
  }
  return list;
}

static cJSON *action_fact(const applying *apply, size_t i, const char *id) {
  const sx_host_action_row *row = &apply->actions.rows.items[i];
  cJSON *fact = cJSON_CreateObject(), *problems = problem_facts(apply, row);
  cJSON_AddStringToObject(fact, "id", id);
  sx_answer_fact(fact, "title", row->title);
  sx_answer_fact(fact, "kind", row->kind);
  cJSON_AddBoolToObject(fact, "preferred", row->is_preferred);
  if (row->command.len) sx_answer_fact(fact, "command", row->command);
  if (cJSON_GetArraySize(problems))
    sx_answer_put(fact, "diagnostics", problems);
  else
    cJSON_Delete(problems);
  return fact;
}

/* If there are several problems, which one it is for. */
static void write_problems(const applying *apply, const sx_host_action_row *row) {
  const char *before = " for ";
  for (size_t i = 0; i < apply->problem_count && apply->problem_count > 1; i++) {
    sx_pos16 at = apply->problems[i]->range.start;
    if (!is_for(apply, row, i)) continue;
    sx_buf_addf(&apply->answer->text, "%s%u:%u", before, at.line + 1, at.character + 1);
    before = ", ";
  }
}

static void write_action(const applying *apply, size_t i) {
  const sx_host_action_row *row = &apply->actions.rows.items[i];
  sx_buf *text = &apply->answer->text;
  char id[SX_ACTION_ID_BYTES];
  sx_actions_id(&apply->actions, i, id);
  sx_buf_addf(text, "[%s] %.*s%s%.*s", id, SX_STR_ARG(row->kind), row->kind.len ? ": " : "",
              SX_STR_ARG(row->title));
  write_problems(apply, row);
  if (row->is_preferred) sx_buf_add_text(text, " (preferred)");
  /* An action with a kind may still resolve to an edit. */
  if (row->command.len && !row->has_edit && !row->kind.len)
    sx_buf_addf(text, " (runs the command %.*s, which needs approval)", SX_STR_ARG(row->command));
  sx_buf_add_char(text, '\n');
}

/* The problems there, which quick fixes are for. */
static void write_diagnostics(const applying *apply) {
  sx_buf *text = &apply->answer->text;
  for (size_t i = 0; i < apply->problem_count; i++) {
    const sx_diagnostic *one = apply->problems[i];
    size_t end = sx_str_find_char(one->message, '\n', 0);
    sx_str message = sx_str_slice(one->message, 0, end == SX_STR_NONE ? one->message.len : end);
    sx_buf_addf(text, "At %u:%u", one->range.start.line + 1, one->range.start.character + 1);
    sx_answer_add_source(apply->answer, one->source, one->code);
    sx_buf_addf(text, ": %.*s\n", SX_STR_ARG(sx_str_slice(message, 0, MAX_DIAGNOSTIC_BYTES)));
  }
}

static void write_actions(applying *apply, cJSON *facts) {
  const sx_host_actions *rows = &apply->actions.rows;
  size_t written = 0, used = FRAME_TOKENS;
  char id[SX_ACTION_ID_BYTES];
  for (; written < rows->len; written++) {
    size_t start = apply->answer->text.len;
    write_action(apply, written);
    sx_str all = sx_buf_str(&apply->answer->text);
    used += sx_tokens_count(sx_str_slice(all, start, all.len));
    if (used > apply->answer->max_tokens && written) {
      sx_buf_truncate(&apply->answer->text, start);
      break;
    }
    sx_actions_id(&apply->actions, written, id);
    sx_answer_push(facts, action_fact(apply, written, id));
  }
  if (written == rows->len) return;
  apply->answer->is_truncated = true;
  sx_buf_addf(&apply->answer->text,
              "… and %zu more: give action_kind (quickfix, refactor, source) or more max_tokens.\n",
              rows->len - written);
}

/* An action_kind that nothing has, such as a misspelt one, shows which there are. */
static sx_status write_kinds(const applying *apply, sx_err *err) {
  sx_buf *text = &apply->answer->text;
  sx_str kind = apply->actions.kind;
  sx_strs kinds = {0};
  sx_status status = sx_actions_list_kinds(&apply->actions, apply->call, &kinds, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  sx_buf_addf(text, "No action of kind '%.*s' is offered there",
              SX_STR_ARG(sx_str_slice(kind, 0, 80)));
  for (size_t i = 0; i < kinds.len && i < MAX_SHOWN_KINDS; i++)
    sx_buf_addf(text, "%s%.*s",
                i ? ", " : ". Kinds that are offered: ", SX_STR_ARG(kinds.items[i]));
  sx_buf_add_text(text, ".\n");
  return SX_OK;
}

static void write_nothing(const applying *apply) {
  sx_buf *text = &apply->answer->text;
  if (apply->actions.certainty.readiness == SX_ABSENT)
    sx_certainty_write_absent(apply->actions.document->language_id, text);
  else if (!apply->actions.certainty.is_sure)
    sx_certainty_write_unanswered(apply->actions.certainty.readiness == SX_SILENT,
                                  apply->actions.document->language_id, text);
  else
    sx_buf_add_text(
        text,
        "No actions are offered there. get_diagnostics lists problems that may have fixes.\n");
}

static sx_status answer_list(applying *apply, sx_err *err) {
  sx_answer *answer = apply->answer;
  const sx_actions *actions = &apply->actions;
  find_problems(apply);
  sx_status status = ask_fixes(apply, err);
  if (status) return status;
  cJSON *facts = cJSON_CreateArray();
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_str shown = sx_path_display(apply->call, actions->document->path);
  answer->status = actions->rows.len ? SX_ANSWER_FOUND
                   : actions->certainty.is_sure && actions->certainty.readiness != SX_ABSENT
                       ? SX_ANSWER_NONE
                       : SX_ANSWER_UNKNOWN;
  sx_buf_addf(
      &answer->text, "%zu code action%s at %.*s:%u. Nothing was changed.%s\n", actions->rows.len,
      actions->rows.len == 1 ? "" : "s", SX_STR_ARG(shown), actions->range.start.line + 1,
      actions->rows.len ? " Preview one with action=ID; add preview=false to apply it." : "");
  bool is_known = actions->certainty.is_sure && actions->certainty.readiness != SX_ABSENT;
  if (!actions->rows.len && is_known && actions->kind.len)
    status = write_kinds(apply, err);
  else if (!actions->rows.len)
    write_nothing(apply);
  write_diagnostics(apply);
  write_actions(apply, facts);
  sx_answer_put(answer->facts, "actions", facts);
  cJSON_AddNumberToObject(answer->facts, "total_count", (double)actions->rows.len);
  cJSON_AddBoolToObject(answer->facts, "applied", false);
  cJSON_AddStringToObject(answer->facts, "status", sx_answer_status_name(answer->status));
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}

/* ---- one action ---------------------------------------------------------------------------- */

static sx_status answer_action(applying *apply, sx_err *err) {
  const sx_host_action_row *row = &apply->actions.rows.items[apply->chosen];
  sx_host_resolved_action resolved;
  sx_change change;
  char id[SX_ACTION_ID_BYTES];
  sx_change_init(&change, apply->call, apply->call->tool);
  sx_status status =
      sx_actions_resolve(&apply->actions, apply->chosen, apply->call, &resolved, err);
  if (status) return status;
  sx_actions_id(&apply->actions, apply->chosen, id);
  sx_answer_put(apply->answer->facts, "selected_action", action_fact(apply, apply->chosen, id));
  if (!resolved.has_edit && resolved.command.len) {
    sx_action_command run = {.call = apply->call,
                             .answer = apply->answer,
                             .actions = &apply->actions,
                             .chosen = apply->chosen,
                             .command = resolved.command,
                             .is_preview = apply->request.is_preview,
                             .must_verify = apply->request.must_verify};
    return sx_action_command_answer(&run, err);
  }
  /* Neither: "fix all" where there is nothing to fix. */
  status = sx_change_add_planned(&change, &resolved.planned, err);
  if (!status) status = sx_change_answer(&change, &apply->request, apply->answer, err);
  if (!status) sx_buf_addf(&apply->answer->text, "Code action: %.*s\n", SX_STR_ARG(row->title));
  return status;
}

static sx_status list_or_apply(applying *apply, sx_err *err) {
  sx_arena *arena = apply->call->arena;
  sx_str wanted = sx_str_trim(sx_args_str(apply->args, "action", arena));
  bool is_one = apply->actions.rows.len == 1;
  if (!wanted.len && !is_one) return answer_list(apply, err);
  if (wanted.len && !apply->actions.rows.len) {
    sx_status status = answer_list(apply, err);
    if (status) return status;
    return sx_fail(err, SX_NO_MATCH, "The action '%.*s' is not offered there. %.*s",
                   SX_STR_ARG(sx_str_slice(wanted, 0, 100)),
                   SX_STR_ARG(sx_str_trim_end(sx_buf_str(&apply->answer->text))));
  }
  sx_status status = wanted.len ? choose_action(apply, wanted, err) : SX_OK;
  return status ? status : answer_action(apply, err);
}

/* Fixes belong to diagnostics, which have to be there, and stay, until one is applied. */
static sx_status with_diagnostics(applying *apply, sx_str path, sx_err *err) {
  sx_file_diagnostics *diagnostics = &apply->diagnostics;
  sx_range16 range = apply->actions.range;
  sx_status status = sx_file_diagnostics_begin(diagnostics, apply->call, path, err);
  if (!status)
    status = sx_file_diagnostics_publish(diagnostics, apply->call, range.start.line, range.end.line,
                                         err);
  if (!status) status = sx_actions_ask(&apply->actions, apply->call, err);
  if (!status) status = list_or_apply(apply, err);
  sx_file_diagnostics_end(diagnostics, apply->call);
  return status;
}

sx_status sx_tool_apply_code_action(sx_call *call, const cJSON *args, sx_answer *answer,
                                    sx_err *err) {
  applying apply = {
      .call = call, .args = args, .request = {.is_preview = true, .save = true}, .answer = answer};
  sx_str path;
  sx_status status = sx_change_request_take(&apply.request, args, call, answer, err);
  if (status) return status;
  if (apply.request.id.len) {
    sx_change change;
    status = sx_change_request_find(&apply.request, &change, call, err);
    return status ? status : sx_change_answer(&change, &apply.request, answer, err);
  }
  sx_str file = sx_args_str(args, "file_path", call->arena);
  if (!file.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "file_path is missing. Give the path of a file.");
  status = sx_library_resolve(call, "file_path", file, &path, err);
  if (!status) status = sx_document_open(call, path, &apply.actions.document, err);
  if (!status) status = take_range(&apply, err);
  apply.actions.kind = sx_str_trim(sx_args_str(args, "action_kind", call->arena));
  return status ? status : with_diagnostics(&apply, path, err);
}
