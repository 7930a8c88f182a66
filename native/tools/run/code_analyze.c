#include "answer/text_window.h"
#include "engine/args.h"
#include "engine/change_answer.h"
#include "resolve/libraries.h"
#include "run/code_language.h"
#include "run/file_lint.h"
#include "run/formatting.h"
#include "run/syntax_tree.h"
#include "workspace/paths.h"

#define DEFAULT_TOKENS 2000
#define FRAME_TOKENS 60

sx_status sx_tool_code_analyze(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err);

/** A file, or code that is in none. */
typedef struct subject {
  sx_str file, code, language;
  bool has_code;
  uint32_t first_line, end_line; /* 0: all */
} subject;

static sx_status take_subject(subject *out, const cJSON *args, sx_arena *arena, sx_err *err) {
  out->file = sx_args_str(args, "file_path", arena);
  out->has_code = sx_args_has(args, "code");
  out->code = sx_args_str(args, "code", arena);
  out->language = sx_str_trim(sx_args_str(args, "language", arena));
  out->first_line = (uint32_t)sx_args_int(args, "line", 0);
  out->end_line = (uint32_t)sx_args_int(args, "end_line", out->first_line);
  if (out->end_line && !out->first_line) out->first_line = 1;
  if (out->has_code == (out->file.len > 0))
    return sx_fail(err, SX_INVALID_ARGUMENT, "Give either file_path, or code with its language.");
  if (out->has_code && !out->language.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "language is missing. Give the language of the code, as python or tsx.");
  return SX_OK;
}

static sx_status open_file(sx_call *call, sx_str file, const sx_document **out, sx_err *err) {
  sx_str path;
  sx_status status = sx_library_resolve(call, "file_path", file, &path, err);
  return status ? status : sx_document_peek(call, path, out, err);
}

/* ---- parse ----------------------------------------------------------------------------------- */

/* The editor knows the language only of what it holds. */
static const sx_syntax_language *language_of(const sx_document *document) {
  sx_str id = document->is_peeked ? SX_STR("") : document->language_id;
  return sx_syntax_language_find(id, document->path, document->text);
}

static sx_status find_file(sx_tree_source *out, const subject *s, sx_call *call, sx_err *err) {
  const sx_document *document;
  sx_status status = open_file(call, s->file, &document, err);
  if (status) return status;
  out->shown = sx_path_display(call, document->path);
  out->lines = &document->lines;
  out->language = s->language.len ? sx_code_language_grammar(s->language) : language_of(document);
  if (out->language) return SX_OK;
  sx_str what = s->language;
  if (!what.len)
    what = sx_arena_printf(call->arena, "'%.*s' (%.*s)", SX_STR_ARG(out->shown),
                           SX_STR_ARG(document->language_id));
  return sx_code_language_fail(call, what, err);
}

/* `lines` is room for those of code. */
static sx_status find_source(sx_tree_source *out, sx_lines *lines, const subject *s, sx_call *call,
                             sx_err *err) {
  if (!s->has_code) return find_file(out, s, call, err);
  out->shown = SX_STR("The code");
  out->lines = lines;
  out->language = sx_code_language_grammar(s->language);
  sx_status status = sx_lines_init(lines, s->code, call->arena, err);
  return status || out->language ? status : sx_code_language_fail(call, s->language, err);
}

static sx_status parse(const subject *s, sx_call *call, const cJSON *args, sx_answer *answer,
                       sx_err *err) {
  sx_lines lines;
  sx_tree_source source = {0};
  const sx_tree_request request = {.depth = (uint32_t)sx_args_int(args, "depth", 0),
                                   .first_line = s->first_line,
                                   .end_line = s->end_line,
                                   .has_tokens = sx_args_bool(args, "tokens", false),
                                   .cursor = sx_args_str(args, "cursor", call->arena)};
  sx_status status = find_source(&source, &lines, s, call, err);
  return status ? status : sx_tree_answer(call, &source, &request, answer, err);
}

/* ---- lint ------------------------------------------------------------------------------------ */

static sx_status lint(const subject *s, sx_call *call, const cJSON *args, sx_answer *answer,
                      sx_err *err) {
  sx_str path;
  if (s->has_code)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "lint needs file_path: linters check files, by their project's configuration.");
  sx_status status = sx_path_resolve(call, "file_path", s->file, &path, err);
  if (status) return status;
  return sx_file_lint(call, path, sx_args_str(args, "cursor", call->arena), answer, err);
}

/* ---- format ---------------------------------------------------------------------------------- */

static sx_status write_code(sx_str code, const cJSON *args, sx_call *call, sx_answer *answer,
                            sx_err *err) {
  sx_lines lines;
  sx_text_shown shown;
  sx_status status = sx_lines_init(&lines, code, call->arena, err);
  if (status) return status;
  sx_text_window window = {.end_row = lines.count,
                           .max_tokens = sx_answer_room(answer, FRAME_TOKENS)};
  sx_buf text;
  sx_buf_init(&text, SX_ANSWER_MAX_BYTES);
  status = sx_text_window_write(&shown, &text, &lines, &window,
                                sx_args_str(args, "cursor", call->arena), err);
  if (!status) {
    sx_buf_add(&answer->text, sx_buf_str(&text));
    sx_text_window_end(&answer->text);
    sx_answer_fact(answer->facts, "formatted_code", sx_buf_str(&text));
  }
  sx_buf_release(&text);
  if (status || !shown.cursor[0]) return status;
  answer->is_truncated = true;
  sx_buf_addf(&answer->text, "[continues to line %u: cursor=\"%s\"]\n", lines.count, shown.cursor);
  cJSON_AddStringToObject(answer->facts, "cursor", shown.cursor);
  return SX_OK;
}

static sx_status format_code(const subject *s, sx_call *call, const cJSON *args, sx_answer *answer,
                             sx_err *err) {
  sx_str after, id;
  sx_format_outcome outcome;
  if (s->first_line)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "line and end_line are for files. Give just the code that is to be formatted.");
  sx_status status = sx_format_code(&after, &id, call, s->code, s->language, &outcome, err);
  if (status) return status;
  if (outcome == SX_FORMAT_ABSENT || outcome == SX_FORMAT_STARTING)
    return sx_format_fail(outcome, id, err);
  bool is_changed = !sx_str_is_equal(after, s->code);
  answer->status = SX_ANSWER_FOUND;
  sx_answer_fact(answer->facts, "language", id);
  cJSON_AddBoolToObject(answer->facts, "changed", is_changed);
  sx_buf_addf(&answer->text, is_changed ? "Formatted as %.*s:\n" : "Already formatted (%.*s):\n",
              SX_STR_ARG(id));
  return write_code(after, args, call, answer, err);
}

static sx_status format_file(const subject *s, const sx_change_request *request, sx_call *call,
                             sx_answer *answer, sx_err *err) {
  const sx_document *document;
  sx_change change;
  sx_str path;
  sx_format_outcome outcome;
  sx_change_init(&change, call, call->tool);
  sx_status status = sx_path_resolve(call, "file_path", s->file, &path, err);
  if (!status) status = sx_document_open(call, path, &document, err);
  if (!status) status = sx_change_check_writable(call, path, err);
  if (!status)
    status = sx_format_plan(&change, document, (sx_format_lines){s->first_line, s->end_line},
                            &outcome, err);
  if (status) return status;
  if (outcome == SX_FORMAT_ABSENT || outcome == SX_FORMAT_STARTING)
    return sx_format_fail(outcome, document->language_id, err);
  sx_answer_fact(answer->facts, "language", document->language_id);
  if (!change.files.len)
    sx_buf_addf(&answer->text, "%.*s is formatted already.\n",
                SX_STR_ARG(sx_path_display(call, path)));
  return sx_change_answer(&change, request, answer, err);
}

static sx_status apply_previewed(const sx_change_request *request, sx_call *call, sx_answer *answer,
                                 sx_err *err) {
  sx_change change;
  sx_change_init(&change, call, call->tool);
  sx_status status = sx_change_request_find(request, &change, call, err);
  return status ? status : sx_change_answer(&change, request, answer, err);
}

static sx_status format(const cJSON *args, sx_call *call, sx_answer *answer, sx_err *err) {
  subject s;
  sx_change_request request = {.is_preview = true, .save = true};
  sx_change_request_take_listed(&request, args, call, answer);
  if (request.id.len) return apply_previewed(&request, call, answer, err);
  sx_status status = take_subject(&s, args, call->arena, err);
  if (status) return status;
  if (s.has_code) return format_code(&s, call, args, answer, err);
  /* A diff goes on by its change. */
  status = sx_change_request_take(&request, args, call, answer, err);
  return status ? status : format_file(&s, &request, call, answer, err);
}

sx_status sx_tool_code_analyze(sx_call *call, const cJSON *args, sx_answer *answer, sx_err *err) {
  subject s;
  sx_str action = sx_args_str(args, "action", call->arena);
  answer->max_tokens = (size_t)sx_args_int(args, "max_tokens", DEFAULT_TOKENS);
  sx_status status = SX_OK;
  bool formats = sx_str_is_equal(action, SX_STR("format"));
  if (!formats) status = take_subject(&s, args, call->arena, err);
  if (status) return status;
  if (formats)
    status = format(args, call, answer, err);
  else if (sx_str_is_equal(action, SX_STR("lint")))
    status = lint(&s, call, args, answer, err);
  else
    status = parse(&s, call, args, answer, err);
  if (status || cJSON_GetObjectItemCaseSensitive(answer->facts, "truncated")) return status;
  cJSON_AddBoolToObject(answer->facts, "truncated", answer->is_truncated);
  return status;
}
