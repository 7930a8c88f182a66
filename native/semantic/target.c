#include "semantic/target.h"

#include "text/line_name.h"
#include "engine/args.h"
#include "workspace/paths.h"
#include "servers/readiness.h"

#define MAX_OTHERS 5

/* ---- arguments ---------------------------------------------------------------------------- */

void sx_target_take_place(sx_locator *locator, const cJSON *args, sx_arena *arena) {
  locator->file = sx_args_str(args, "file_path", arena);
  locator->line_text = sx_args_str(args, "line_text", arena);
  locator->has_line = sx_args_has(args, "line");
  locator->line = (uint32_t)(sx_args_int(args, "line", 1) - 1);
  locator->has_column = sx_args_has(args, "column");
  uint32_t column = (uint32_t)sx_args_int(args, "column", 1);
  locator->column_u16 = column ? column - 1 : 0; /* 0: who gives it counts from 0 */
}

/* Whether the name that is meant begins at the column of its line. */
static bool begins_at(const sx_locator *locator, const sx_document *document, uint32_t column_u16) {
  sx_str line = sx_lines_get(&document->lines, locator->line);
  size_t start = (size_t)(line.ptr - document->text.ptr), end = start + line.len;
  size_t at = sx_document_offset(document, (sx_pos16){locator->line, column_u16});
  sx_str name = sx_line_name_at(document->text, start, end, at, document->language);
  return name.ptr == document->text.ptr + at && sx_str_is_equal(name, locator->name);
}

/* A column that counts from 0, as other protocols do, is understood where only that one is the
 * name's. */
static void settle_column(sx_locator *locator, sx_call *call) {
  sx_str path;
  const sx_document *document;
  if (!locator->has_line || !locator->has_column || !locator->file.len) return;
  if (sx_path_resolve(call, "file_path", locator->file, &path, NULL)) return;
  if (sx_document_open(call, path, &document, NULL) || locator->line >= document->lines.count)
    return;
  if (!begins_at(locator, document, locator->column_u16) &&
      begins_at(locator, document, locator->column_u16 + 1))
    locator->column_u16++;
}

static sx_status check_place(const sx_locator *locator, sx_err *err) {
  const char *lonely = locator->has_line        ? "line"
                       : locator->has_column    ? "column"
                       : locator->line_text.len ? "line_text"
                                                : NULL;
  if (!lonely || locator->file.len) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT, "%s needs file_path, the file that it is in.", lonely);
}

/* The name at the column of the line, or the first one after it; without a column what the line is
 * about. */
static sx_str name_at(const sx_document *document, const sx_locator *locator) {
  sx_str line = sx_lines_get(&document->lines, locator->line);
  size_t start = (size_t)(line.ptr - document->text.ptr), end = start + line.len;
  if (!line.len) return SX_STR("");
  if (!locator->has_column) return sx_line_name(document->text, start, end, document->language);
  size_t at = sx_document_offset(document, (sx_pos16){locator->line, locator->column_u16});
  return sx_line_name_at(document->text, start, end, at, document->language);
}

/* The line that says `line_text`, the nearest to the given one where there are several. */
static void find_line(sx_locator *locator, const sx_document *document) {
  uint32_t given = locator->line, best = 0;
  bool is_found = false;
  for (uint32_t i = 0; i < document->lines.count; i++) {
    if (!sx_locator_is_line_text(locator, sx_lines_get(&document->lines, i))) continue;
    uint32_t off = i > given ? i - given : given - i;
    uint32_t best_off = best > given ? best - given : given - best;
    if (is_found && off >= best_off) continue;
    is_found = true;
    best = i;
  }
  if (is_found) locator->line = best;
  locator->has_line |= is_found;
}

static sx_status take_name_there(sx_locator *locator, sx_call *call, sx_err *err) {
  sx_str path;
  const sx_document *document;
  sx_status status = sx_path_resolve(call, "file_path", locator->file, &path, err);
  if (!status) status = sx_document_open(call, path, &document, err);
  if (status) return status;
  sx_locator there = *locator;
  if (there.line_text.len) find_line(&there, document);
  if (!there.has_line)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "line_text: no line of %.*s contains that text. Give the symbol's name, too.",
                   SX_STR_ARG(locator->file));
  if (there.line >= document->lines.count)
    return sx_fail(err, SX_INVALID_ARGUMENT, "line %u is past the end: %.*s has %u line%s.",
                   there.line + 1, SX_STR_ARG(locator->file), document->lines.count,
                   document->lines.count == 1 ? "" : "s");
  sx_str name = name_at(document, &there);
  if (!name.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "line %u has no name. Give the symbol's name, too.",
                   there.line + 1);
  /* That very place is meant, not another one of the name nearby; of a line's text all such lines.
   */
  sx_pos16 at = sx_document_position(document, (size_t)(name.ptr - document->text.ptr));
  locator->has_column |= !locator->line_text.len;
  if (locator->has_column) locator->column_u16 = at.character;
  return sx_locator_parse_name(locator, "symbol", name, err);
}

static bool is_same_file(sx_call *call, sx_str a, sx_str b) {
  sx_str one, other;
  if (sx_str_is_equal(a, b)) return true;
  return !sx_path_resolve(call, "file_path", a, &one, NULL) &&
         !sx_path_resolve(call, "file_path", b, &other, NULL) && sx_str_is_equal(one, other);
}

sx_status sx_target_take_given(sx_locator *out, const cJSON *args, const char *argument,
                               sx_str given, sx_call *call, sx_err *err) {
  sx_locator handle = {0};
  sx_target_take_place(out, args, call->arena);
  if (sx_locator_parse_handle(&handle, argument, given, NULL)) {
    sx_status status = sx_locator_parse_name(out, argument, given, err);
    if (!status) settle_column(out, call);
    return status;
  }
  sx_str file = out->file;
  *out = handle;
  if (!out->file.len) out->file = file;
  if (!out->file.len)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "%s: '%.*s' is a handle without its path: give file_path, too.", argument,
                   SX_STR_ARG(sx_str_slice(given, 0, 200)));
  if (!file.len || is_same_file(call, file, out->file)) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "%s is a handle in '%.*s', but file_path is '%.*s'. Give only the handle.",
                 argument, SX_STR_ARG(sx_str_slice(out->file, 0, 200)),
                 SX_STR_ARG(sx_str_slice(file, 0, 200)));
}

sx_status sx_target_take(sx_locator *out, const cJSON *args, const char *name_argument,
                         sx_call *call, sx_err *err) {
  *out = (sx_locator){0};
  if (sx_args_has(args, "handle")) {
    sx_str handle = sx_args_str(args, "handle", call->arena);
    sx_status checked = sx_locator_parse_handle(out, "handle", handle, err);
    return checked ? checked : sx_target_take_given(out, args, "handle", handle, call, err);
  }
  bool has_name = sx_args_has(args, name_argument);
  bool is_place = sx_args_has(args, "file_path") &&
                  (sx_args_has(args, "line") || sx_args_has(args, "line_text"));
  if (!has_name && !is_place)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "%s is missing. Give the symbol's name, or file_path and line or line_text, or "
                   "a `handle` from an earlier answer.",
                   name_argument);
  if (has_name) {
    sx_str given = sx_args_str(args, name_argument, call->arena);
    sx_status status = sx_target_take_given(out, args, name_argument, given, call, err);
    return status ? status : check_place(out, err);
  }
  sx_target_take_place(out, args, call->arena);
  return take_name_there(out, call, err);
}

/* ---- resolving ---------------------------------------------------------------------------- */

sx_status sx_target_find(sx_target *out, sx_call *call, const cJSON *args, sx_err *err) {
  *out = (sx_target){.path = SX_STR("")};
  sx_documentation *doc = &out->doc;
  doc->file = SX_STR("");
  sx_status status = sx_target_take(&doc->locator, args, "symbol", call, err);
  if (!status && doc->locator.file.len) {
    status = sx_path_resolve(call, "file_path", doc->locator.file, &doc->file, err);
    doc->is_file_known = !status;
    if (doc->is_file_known) doc->file_own = sx_path_own(call, doc->file);
  }
  if (!status) status = sx_resolve(call, &doc->locator, doc->file, &doc->resolution, err);
  if (status) return status;
  if (doc->resolution.symbols.len) doc->symbol = &doc->resolution.symbols.items[0];
  doc->status = sx_documentation_judge(doc);
  if (!doc->symbol) return SX_OK;
  sx_documentation_place(doc, &out->path, &out->at);
  status = sx_c_symbol_find(&out->c, call, doc, out->path, out->at, err);
  if (status) return status;
  if (out->c.asked.len) {
    out->path = out->c.asked.items[0].path;
    out->at = out->c.asked.items[0].range.start;
  }
  bool is_loaded = true;
  status = sx_readiness_load_project(call, out->path, &is_loaded, err);
  out->is_loading = !is_loaded;
  return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

sx_status sx_target_write_missing(const sx_target *target, sx_call *call, sx_answer *answer,
                                  sx_err *err) {
  cJSON *results = cJSON_CreateArray();
  if (!results) return sx_fail(err, SX_NOMEM, NULL);
  answer->status = target->doc.status;
  sx_status status =
      sx_documentation_write(call, &target->doc, answer->max_tokens, answer, results, err);
  cJSON *result = cJSON_DetachItemFromArray(results, 0);
  const char *const kept[] = {"nearest", "notes"};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    sx_answer_put(answer->facts, kept[i], cJSON_DetachItemFromObject(result, kept[i]));
  cJSON_Delete(result);
  cJSON_Delete(results);
  return status;
}

void sx_target_write_name(const sx_target *target, sx_call *call, sx_answer *answer) {
  const sx_symbol *symbol = target->doc.symbol;
  sx_buf_addf(&answer->text, "%.*s (%.*s%s", SX_STR_ARG(symbol->name), SX_STR_ARG(symbol->kind),
              symbol->kind.len ? ", " : "");
  sx_answer_add_place(answer, symbol->path, sx_path_display(call, symbol->path), symbol->at.line,
                      symbol->at.character);
  sx_buf_add_char(&answer->text, ')');
}

cJSON *sx_target_fact(const sx_target *target, sx_call *call) {
  const sx_symbol *symbol = target->doc.symbol;
  sx_str shown = sx_path_display(call, symbol->path);
  cJSON *fact = cJSON_CreateObject();
  sx_answer_fact(fact, "name", symbol->name);
  if (symbol->kind.len) sx_answer_fact(fact, "kind", symbol->kind);
  if (symbol->container.len) sx_answer_fact(fact, "container", symbol->container);
  sx_answer_fact(fact, "file", shown);
  cJSON_AddNumberToObject(fact, "line", symbol->at.line + 1);
  cJSON_AddNumberToObject(fact, "column", symbol->at.character);
  sx_answer_fact(fact, "handle", sx_symbol_handle(symbol, shown, call->arena));
  return fact;
}

void sx_target_write_others(const sx_target *target, sx_call *call, sx_answer *answer) {
  const sx_symbols *symbols = &target->doc.resolution.symbols;
  size_t written = 0, others = 0;
  if (sx_documentation_is_elsewhere(&target->doc))
    sx_buf_addf(&answer->text,
                "Note: '%.*s' does not use '%.*s' in its code; this symbol is from another file.\n",
                SX_STR_ARG(sx_path_display(call, target->doc.file)),
                SX_STR_ARG(target->doc.symbol->name));
  const sx_symbol *symbol = target->doc.symbol;
  if (sx_documentation_is_only_named(&target->doc))
    sx_buf_addf(&answer->text,
                "Note: the language server did not confirm that '%.*s' in '%.*s' is this symbol.\n",
                SX_STR_ARG(symbol->name), SX_STR_ARG(sx_path_display(call, target->doc.file)));
  if (sx_documentation_is_other_member(&target->doc))
    sx_buf_addf(&answer->text, "Note: this is %.*s%s%.*s%s.\n",
                SX_STR_ARG(sx_locator_member_name(symbol->container, symbol->name, call->arena)),
                symbol->inherited_by.len ? ", which " : ", not ",
                SX_STR_ARG(symbol->inherited_by.len
                               ? symbol->inherited_by
                               : sx_str_slice(target->doc.locator.given, 0, 200)),
                symbol->inherited_by.len ? " inherits" : "");
  for (size_t i = 1; i < symbols->len; i++)
    others += !sx_documentation_is_overload(&target->doc, &symbols->items[i]);
  if (!others) return;
  sx_buf_addf(&answer->text, "Other symbols named '%.*s' (%zu):\n",
              SX_STR_ARG(target->doc.symbol->name), others);
  for (size_t i = 1; i < symbols->len && written < MAX_OTHERS; i++) {
    const sx_symbol *other = &symbols->items[i];
    if (sx_documentation_is_overload(&target->doc, other)) continue;
    sx_str handle = sx_symbol_handle(other, sx_path_display(call, other->path), call->arena);
    sx_buf_addf(&answer->text, "- %.*s  %.*s\n", SX_STR_ARG(handle), SX_STR_ARG(other->kind));
    written++;
  }
  if (written < others) sx_buf_addf(&answer->text, "- … and %zu more\n", others - written);
}
