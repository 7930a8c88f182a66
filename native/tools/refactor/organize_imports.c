#include "change/merge.h"
#include "base/byte.h"
#include "change/planned.h"
#include "engine/args.h"
#include "engine/change_answer.h"
#include "refactor/actions.h"
#include "resolve/libraries.h"
#include "workspace/paths.h"

#define KIND "source.organizeImports"

sx_status sx_tool_organize_imports(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err);

/* ---- what became of the imports ------------------------------------------------------------- */

/* The changed lines of one side. */
static sx_str changed_lines(const sx_diff *diff, bool is_before, sx_arena *arena) {
  sx_str all = SX_STR("");
  const sx_line_index *index = is_before ? &diff->before_lines : &diff->after_lines;
  for (size_t i = 0; i < diff->count; i++) {
    const sx_line_edit *edit = &diff->edits[i];
    sx_str lines = is_before ? sx_line_index_get(index, edit->before_line, edit->before_count)
                             : sx_line_index_get(index, edit->after_line, edit->after_count);
    all = sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(all), SX_STR_ARG(lines));
  }
  return all;
}

/* The next name of `*rest`, with strings (modules) as one. Empty at the end. */
static sx_str next_name(sx_str *rest) {
  size_t at = 0, end;
  while (at < rest->len && !sx_byte_is_ident(rest->ptr[at]) && !strchr("'\"", rest->ptr[at])) at++;
  bool is_string = at < rest->len && !sx_byte_is_ident(rest->ptr[at]);
  end = at + is_string;
  while (end < rest->len &&
         (is_string ? rest->ptr[end] != rest->ptr[at] : sx_byte_is_ident(rest->ptr[end])))
    end++;
  end += is_string && end < rest->len;
  sx_str name = sx_str_slice(*rest, at, end);
  *rest = sx_str_slice(*rest, end, rest->len);
  return name;
}

static bool has_name(sx_str text, sx_str name) {
  for (sx_str one = next_name(&text); one.len; one = next_name(&text))
    if (sx_str_is_equal(one, name)) return true;
  return false;
}

static bool is_keyword(sx_str name) {
  static const char *const keywords[] = {"import", "from",    "as",   "type",
                                         "typeof", "require", "const"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (sx_str_is_equal(name, sx_str_from(keywords[i]))) return true;
  return false;
}

/* Names (and modules) that were imported and are not any more. */
static void list_removed(sx_str before, sx_str after, sx_call *call, sx_answer *answer) {
  cJSON *facts = cJSON_CreateArray();
  size_t count = 0;
  sx_str rest = before;
  for (sx_str name = next_name(&rest); name.len; name = next_name(&rest)) {
    sx_str seen = sx_str_slice(before, 0, (size_t)(name.ptr - before.ptr));
    if (is_keyword(name) || has_name(after, name) || has_name(seen, name)) continue;
    sx_buf_addf(&answer->text, "%s%.*s", count++ ? ", " : "Imports removed: ", SX_STR_ARG(name));
    sx_str copy = sx_arena_dup(call->arena, name);
    if (copy.len) sx_answer_push(facts, cJSON_CreateString(copy.ptr));
  }
  if (count) sx_buf_add_text(&answer->text, ".\n");
  sx_answer_put(answer->facts, "removed_imports", facts);
}

/* Whether a line stands elsewhere now. */
static bool is_any_moved(sx_str before, sx_str after) {
  sx_str line, other;
  while (sx_str_next_line(&before, &line)) {
    sx_str rest = after;
    while (sx_str_trim(line).len && sx_str_next_line(&rest, &other))
      if (sx_str_is_equal(line, other)) return true;
  }
  return false;
}

static sx_status describe(const sx_change *change, sx_answer *answer, sx_err *err) {
  sx_str before = SX_STR(""), after = SX_STR("");
  if (change->files.len) {
    const sx_file_change *file = &change->files.items[0];
    sx_diff diff;
    sx_status status = sx_change_diff(&diff, change->call, file->before, file->after, err);
    if (status) return status;
    before = changed_lines(&diff, true, change->call->arena);
    after = changed_lines(&diff, false, change->call->arena);
  }
  list_removed(before, after, change->call, answer);
  bool is_sorted = is_any_moved(before, after);
  if (is_sorted) sx_buf_add_text(&answer->text, "Imports were sorted.\n");
  cJSON_AddBoolToObject(answer->facts, "sorted", is_sorted);
  return SX_OK;
}

/* ---- the change ----------------------------------------------------------------------------- */

static sx_status fail_nobody(const sx_actions *actions, sx_err *err) {
  sx_str language = actions->document->language_id;
  if (!actions->certainty.is_sure && actions->certainty.readiness != SX_ABSENT)
    return sx_fail(
        err, SX_HOST,
        "The language server is still starting. Nothing was changed. Call again in a few "
        "seconds.");
  return sx_fail(err, SX_HOST,
                 "No installed extension organizes imports in %.*s. Nothing was changed. "
                 "apply_code_action lists the available actions.",
                 SX_STR_ARG(language));
}

static sx_status plan(sx_change *change, sx_actions *actions, sx_err *err) {
  sx_host_resolved_action resolved;
  size_t i = 0;
  sx_status status = sx_actions_ask(actions, change->call, err);
  if (status) return status;
  while (i < actions->rows.len && !sx_str_has_prefix(actions->rows.items[i].kind, SX_STR(KIND)))
    i++;
  if (i == actions->rows.len) return fail_nobody(actions, err);
  status = sx_actions_resolve(actions, i, change->call, &resolved, err);
  if (status) return status;
  if (!resolved.has_edit && resolved.command.len)
    return sx_fail(err, SX_HOST,
                   "%.*s organizes imports with the command %.*s instead of an edit. Nothing was "
                   "changed. apply_code_action with action_kind=\"" KIND
                   "\" runs it if the person allows it.",
                   SX_STR_ARG(actions->document->language_id), SX_STR_ARG(resolved.command));
  return sx_change_add_planned(change, &resolved.planned, err);
}

sx_status sx_tool_organize_imports(sx_call *call, const cJSON *args, sx_answer *answer,
                                   sx_err *err) {
  sx_change change;
  sx_change_request request = {.is_preview = true, .save = true};
  sx_actions actions = {.kind = SX_STR(KIND)};
  sx_str path;
  sx_change_init(&change, call, call->tool);
  sx_status status = sx_change_request_take(&request, args, call, answer, err);
  if (status) return status;
  if (request.id.len) {
    status = sx_change_request_find(&request, &change, call, err);
    return status ? status : sx_change_answer(&change, &request, answer, err);
  }
  sx_str file = sx_args_str(args, "file_path", call->arena);
  if (!file.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "file_path is missing. Give the path of a file.");
  status = sx_library_resolve(call, "file_path", file, &path, err);
  if (!status) status = sx_document_open(call, path, &actions.document, err);
  if (!status) actions.range = sx_actions_whole(actions.document);
  if (!status) status = plan(&change, &actions, err);
  if (!status) status = sx_change_answer(&change, &request, answer, err);
  return status ? status : describe(&change, answer, err);
}
