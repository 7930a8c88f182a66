#include "refactor/refactoring.h"

#include "engine/args.h"
#include "flow/syntax_errors.h"
#include "text/lines.h"
#include "workspace/paths.h"

#define MAX_SHOWN_WARNINGS 20
#define MAX_SHOWN_FLAWS 5
#define MAX_SENTENCE_BYTES 1024

#define HOW_TO_KEEP "\nWith keep_errors=true the change is kept all the same."

sx_status sx_refactoring_begin(sx_refactoring *r, sx_call *call, const cJSON *args,
                               sx_answer *answer, bool *is_done, sx_err *err) {
  *r = (sx_refactoring){.call = call, .request = {.is_preview = true, .save = true}};
  *is_done = false;
  sx_change_init(&r->change, call, call->tool);
  r->change.if_taken_back = HOW_TO_KEEP;
  sx_status status = sx_change_request_take(&r->request, args, call, answer, err);
  r->request.must_verify = !sx_args_bool(args, "keep_errors", false);
  if (status || !r->request.id.len) return status;
  *is_done = true;
  status = sx_change_request_find(&r->request, &r->change, call, err);
  if (status) return status;
  r->change.if_taken_back = HOW_TO_KEEP;
  /* The preview's wish counts, unless there is a new one. */
  if (sx_args_has(args, "keep_errors"))
    r->change.must_verify = false;
  else
    r->request.must_verify = false;
  return sx_change_answer(&r->change, &r->request, answer, err);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* "path:line:column: " and the sentence. Empty without memory. */
static sx_str place_sentence(const sx_call *call, const sx_document *document, size_t offset,
                             const char *format, va_list args) SX_PRINTF(4, 0);
static sx_str place_sentence(const sx_call *call, const sx_document *document, size_t offset,
                             const char *format, va_list args) {
  char text[MAX_SENTENCE_BYTES];
  sx_pos16 at = sx_document_position(document, offset);
  vsnprintf(text, sizeof text, format, args);
  return sx_arena_printf(call->arena, "%.*s:%u:%u: %s",
                         SX_STR_ARG(sx_path_display(call, document->path)), at.line + 1,
                         at.character + 1, text);
}

sx_status sx_refactoring_warn(sx_refactoring *r, const sx_document *document, size_t offset,
                              const char *format, ...) {
  sx_arena *arena = r->call->arena;
  if (r->warnings.len >= SX_REFACTORING_MAX_WARNINGS) {
    r->warnings.items[r->warnings.len - 1] = SX_STR("There are more of these.");
    return SX_OK;
  }
  va_list args;
  va_start(args, format);
  sx_str text = place_sentence(r->call, document, offset, format, args);
  va_end(args);
  sx_str *added = SX_ARRAY_ADD(&r->warnings, arena);
  if (added) *added = text;
  return arena->status;
}

sx_status sx_refactoring_refuse(const sx_refactoring *r, const sx_document *document, size_t offset,
                                sx_err *err, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sx_str text = place_sentence(r->call, document, offset, format, args);
  va_end(args);
  if (r->call->arena->status) return sx_fail(err, r->call->arena->status, NULL);
  return sx_fail(err, SX_REFUSED, "%.*s Nothing was changed.", SX_STR_ARG(text));
}

/* ---- texts ----------------------------------------------------------------------------------- */

static sx_str with_ends(sx_str text, sx_str end, sx_arena *arena) {
  sx_buf out;
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  for (size_t at = 0; at < text.len;) {
    size_t stop = sx_str_find_char(text, '\n', at);
    bool is_last = stop == SX_STR_NONE;
    sx_str line = sx_str_slice(text, at, is_last ? text.len : stop);
    if (!is_last && sx_str_has_suffix(line, SX_STR("\r"))) line.len--;
    sx_buf_add(&out, line);
    if (!is_last) sx_buf_add(&out, end);
    at = is_last ? text.len : stop + 1;
  }
  return sx_buf_keep(&out, arena);
}

sx_status sx_refactoring_edit(sx_refactoring *r, const sx_document *document, sx_str after,
                              sx_err *err) {
  sx_line_ends before = sx_line_ends_count(document->text), now = sx_line_ends_count(after);
  bool is_crlf = before.crlf && !before.lf && !before.cr;
  bool is_lf = before.lf && !before.crlf && !before.cr;
  if (is_crlf && now.lf) after = with_ends(after, SX_STR("\r\n"), r->call->arena);
  if (is_lf && now.crlf) after = with_ends(after, SX_STR("\n"), r->call->arena);
  if (r->call->arena->status) return sx_fail(err, r->call->arena->status, NULL);
  return sx_change_edit(&r->change, document, after, err);
}

/* ---- the end --------------------------------------------------------------------------------- */

static sx_status fail_flawed(const sx_refactoring *r, const sx_file_change *file,
                             const sx_syntax_flaws *flaws, sx_err *err) {
  sx_buf list;
  sx_buf_init(&list, SX_ERR_MESSAGE_BYTES);
  for (size_t i = 0; i < flaws->items.len && i < MAX_SHOWN_FLAWS; i++)
    sx_buf_addf(&list, "\n%.*s:%u:%u: %.*s", SX_STR_ARG(sx_path_display(r->call, file->path)),
                flaws->items.items[i].at.line + 1, flaws->items.items[i].at.character + 1,
                SX_STR_ARG(flaws->items.items[i].message));
  sx_str text = sx_buf_str(&list);
  sx_status status =
      sx_fail(err, SX_REFUSED,
              "The new text would have syntax errors, so nothing was changed. Make the edit by "
              "edit_buffer instead. The places are those of the new text:%.*s",
              SX_STR_ARG(text));
  sx_buf_release(&list);
  return status;
}

/* Languages that nothing here parses were checked by whoever planned the change. */
static sx_status check_syntax(const sx_refactoring *r, sx_err *err) {
  for (size_t i = 0; i < r->change.files.len && !r->is_parsed; i++) {
    const sx_file_change *file = &r->change.files.items[i];
    sx_document before = {.path = file->path, .language_id = file->language, .text = file->before};
    sx_syntax_flaws flaws;
    if (file->action != SX_ACTION_EDIT && file->action != SX_ACTION_CREATE) continue;
    sx_status status = sx_syntax_flaws_find(&flaws, r->call, &before, file->after, err);
    if (status) return status;
    if (flaws.items.len) return fail_flawed(r, file, &flaws, err);
  }
  return SX_OK;
}

static sx_status add_warnings(const sx_refactoring *r, sx_answer *answer, sx_err *err) {
  size_t count = r->warnings.len;
  if (!count) return SX_OK;
  cJSON *facts = cJSON_AddArrayToObject(answer->facts, "warnings");
  if (!facts) return sx_fail(err, SX_NOMEM, NULL);
  sx_buf_add_text(&answer->text, "Not known, so check these places:\n");
  for (size_t i = 0; i < count; i++) {
    const sx_str *one = &r->warnings.items[i];
    sx_answer_push(facts, cJSON_CreateString(one->ptr));
    if (i < MAX_SHOWN_WARNINGS) sx_buf_addf(&answer->text, "%.*s\n", SX_STR_ARG(*one));
  }
  if (count > MAX_SHOWN_WARNINGS)
    sx_buf_addf(&answer->text, "… and %zu more.\n", count - MAX_SHOWN_WARNINGS);
  return SX_OK;
}

sx_status sx_refactoring_finish(sx_refactoring *r, sx_answer *answer, sx_err *err) {
  sx_status status = check_syntax(r, err);
  if (!status) status = sx_change_answer(&r->change, &r->request, answer, err);
  return status ? status : add_warnings(r, answer, err);
}
