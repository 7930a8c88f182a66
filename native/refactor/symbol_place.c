#include "refactor/symbol_place.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "engine/args.h"
#include "workspace/paths.h"

#define MAX_LISTED 6
#define MAX_NEAR 4
#define MAX_LINE 4000

/* Names of a line, in their order: those in comments and strings are among them. */
static void write_names(const sx_document *document, uint32_t line, sx_buf *out) {
  sx_str text = sx_lines_get(&document->lines, line);
  size_t count = 0;
  for (size_t at = 0; at < text.len && at < MAX_LINE && count < MAX_NEAR;) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(text.ptr + at, text.len - at, &c);
    size_t end = sx_language_ident_end(document->language, text, at);
    if (end <= at || (c >= '0' && c <= '9')) {
      at = end > at ? end : at + (bytes ? bytes : 1);
      continue;
    }
    size_t offset = (size_t)(text.ptr - document->text.ptr) + at;
    sx_buf_addf(out, "%s '%.*s' at column %u", count++ ? "," : "",
                SX_STR_ARG(sx_str_slice(text, at, end < at + 80 ? end : at + 80)),
                sx_document_position(document, offset).character + 1);
    at = end;
  }
  if (!count) sx_buf_add_text(out, " no name");
}

static sx_status fail_between(const sx_call *call, const sx_document *document, sx_pos16 at,
                              sx_err *err) {
  sx_buf names;
  sx_buf_init(&names, SX_ERR_MESSAGE_BYTES / 2);
  write_names(document, at.line, &names);
  sx_status status =
      sx_fail(err, SX_INVALID_ARGUMENT,
              "%.*s:%u:%u is on no name. That line has%.*s. Give the column of a name, or its "
              "symbol. Nothing was changed.",
              SX_STR_ARG(sx_path_display(call, document->path)), at.line + 1, at.character + 1,
              SX_STR_ARG(sx_buf_str(&names)));
  sx_buf_release(&names);
  return status;
}

static bool is_name_at(const sx_document *document, size_t offset) {
  size_t start = sx_language_ident_start(document->language, document->text, offset);
  return start < sx_language_ident_end(document->language, document->text, offset);
}

sx_status sx_symbol_place_check(sx_call *call, const sx_target *target, const cJSON *args,
                                sx_err *err) {
  const sx_document *document;
  bool is_named = sx_args_has(args, "symbol") || sx_args_has(args, "handle");
  int64_t line = sx_args_int(args, "line", 0), column = sx_args_int(args, "column", 0);
  if (is_named || line < 1 || column < 1 || !target->is_file_known) return SX_OK;
  sx_status status = sx_document_peek(call, target->file, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  if (line > document->lines.count) return SX_OK;
  sx_pos16 at = {(uint32_t)line - 1, (uint32_t)column - 1};
  size_t offset = sx_document_offset(document, at);
  /* One before a name: who gives it counts from 0. */
  bool is_on = is_name_at(document, offset) || is_name_at(document, offset + 1);
  return is_on ? SX_OK : fail_between(call, document, at, err);
}

/* ---- several of one name --------------------------------------------------------------------- */

/* A place or an index says which of several is meant. */
bool sx_symbol_is_placed(const sx_locator *locator) {
  return locator->has_line || locator->has_index || locator->has_occurrence ||
         locator->arguments.len || locator->line_text.len;
}

sx_status sx_symbol_fail_ambiguous(const sx_target *target, const sx_buf *list, size_t count,
                                   sx_err *err) {
  if (list->status) return sx_fail(err, list->status, NULL);
  return sx_fail(err, SX_AMBIGUOUS,
                 "'%.*s' is declared %zu times:\n%.*sNothing was changed. Pass one of these as "
                 "handle.",
                 SX_STR_ARG(target->symbol->name), count, SX_STR_ARG(sx_buf_str(list)));
}

sx_status sx_symbol_check_alone(sx_call *call, const sx_target *target, sx_err *err) {
  const sx_symbols *symbols = &target->resolution.symbols;
  size_t others = 0;
  sx_buf list;
  if (!target->symbol || sx_symbol_is_placed(&target->locator)) return SX_OK;
  sx_buf_init(&list, 8192);
  for (size_t i = 0; i < symbols->len; i++) {
    const sx_symbol *one = &symbols->items[i];
    if (i && !sx_target_is_other(target, one)) continue;
    if (others++ < MAX_LISTED) sx_target_write_candidate(call, SX_FORMAT_TEXT, one, &list);
  }
  sx_status status = others > 1 ? sx_symbol_fail_ambiguous(target, &list, others, err) : SX_OK;
  sx_buf_release(&list);
  return status;
}
