#include "semantic/target.h"

#include "base/byte.h"
#include "semantic/declared_query.h"
#include "semantic/declaring_files.h"
#include "semantic/early.h"
#include "text/line_name.h"
#include "engine/args.h"
#include "workspace/paths.h"
#include "servers/readiness.h"

#include <string.h>

#define MAX_NEAREST 5

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

/*
 * A column that counts from 0, as other protocols do, is understood where only that one is the
 * name's.
 */
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

/*
 * The name at the column of the line, or the first one after it; without a column what the line is
 * about.
 */
static sx_str name_at(const sx_document *document, const sx_locator *locator) {
  sx_str line = sx_lines_get(&document->lines, locator->line);
  size_t start = (size_t)(line.ptr - document->text.ptr), end = start + line.len;
  if (!line.len) return SX_STR("");
  if (!locator->has_column) return sx_line_name(document->text, start, end, document->language);
  size_t at = sx_document_offset(document, (sx_pos16){locator->line, locator->column_u16});
  sx_str name = sx_line_name_at(document->text, start, end, at, document->language);
  /* After a name and before another: a column that counts from 0 is at the next one. */
  const char *place = document->text.ptr + at;
  if (at + 1 >= end || !name.len || name.ptr + name.len > place) return name;
  sx_str next = sx_line_name_at(document->text, start, end, at + 1, document->language);
  return next.ptr == place + 1 ? next : name;
}

/* The line with `line_text`, the nearest to the given one where there are several. */
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

/* `src/models.ts#Order` is a name in a file; `save#2` and `point.h#2` are occurrences of a name. */
static bool is_in_file(sx_str given, sx_str *file, sx_str *name) {
  size_t hash = sx_str_find_char(given, '#', 0);
  if (hash == SX_STR_NONE || !hash || hash + 1 == given.len) return false;
  *file = sx_str_slice(given, 0, hash);
  *name = sx_str_slice(given, hash + 1, given.len);
  return sx_language_has_file(*file) && !sx_byte_is_digit(name->ptr[0]);
}

/* Neither a place nor a handle. */
static sx_status take_name(sx_locator *out, const char *argument, sx_str given, sx_call *call,
                           sx_err *err) {
  sx_str file, name;
  bool has_file = !out->file.len && is_in_file(given, &file, &name);
  sx_status status = sx_locator_parse_name(out, argument, has_file ? name : given, err);
  if (has_file) out->file = file;
  if (!status) settle_column(out, call);
  return status;
}

sx_status sx_target_take_given(sx_locator *out, const cJSON *args, const char *argument,
                               sx_str given, sx_call *call, sx_err *err) {
  sx_locator handle = {0};
  sx_target_take_place(out, args, call->arena);
  if (sx_locator_parse_place(out, given)) return take_name_there(out, call, err);
  if (sx_locator_parse_handle(&handle, argument, given, NULL))
    return take_name(out, argument, given, call, err);
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
    bool is_place = sx_locator_parse_place(out, handle);
    sx_status checked = is_place ? SX_OK : sx_locator_parse_handle(out, "handle", handle, err);
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

/* Where servers are asked: its use in the given file, else its declaration. */
static void place_target(sx_target *target) {
  const sx_symbol *symbol = target->symbol;
  bool is_use = symbol->is_used_at &&
                (!target->is_file_known || sx_str_is_equal(symbol->used_in, target->file));
  target->path = is_use ? symbol->used_in : symbol->path;
  target->at = is_use ? symbol->used_at : symbol->at;
}

void sx_target_prefer(sx_target *target, size_t index) {
  sx_symbol *all = target->resolution.symbols.items;
  const sx_symbol preferred = all[index];
  memmove(&all[1], &all[0], index * sizeof *all);
  all[0] = preferred;
  target->symbol = &all[0];
  place_target(target);
}

/*
 * Names of declarations that have the words of the name, or that differ in a letter or two, where
 * neither servers nor the text of a few files have shown any.
 */
static sx_status add_nearest(sx_target *target, sx_call *call, sx_err *err) {
  sx_declared_search search;
  sx_declared_found found = {0};
  const sx_strs everywhere = {0};
  sx_resolution *resolution = &target->resolution;
  const sx_declared_query query = {.text = target->locator.name,
                                   .patterns = &everywhere,
                                   .context = target->file,
                                   .limit = MAX_NEAREST};
  bool has_near = resolution->nearest.len || resolution->near.len || resolution->has_owner;
  if (resolution->symbols.len || has_near) return SX_OK;
  sx_status status = sx_declared_begin(&search, call, err);
  if (!status) status = sx_declared_answer(&found, &search, &query, err);
  resolution->is_bare = !status && sx_declared_is_bare(&search);
  for (size_t i = 0; i < found.others.len && !status && !found.exact.len; i++) {
    sx_str name = sx_arena_dup(call->arena, found.others.items[i].name);
    status = sx_strs_add_new(&resolution->nearest, name, call->arena, err);
  }
  sx_declared_end(&search);
  /* A missing hint is not a failure. */
  return sx_status_ends_call(status) ? status : SX_OK;
}

/* The index answers in place of servers that do not in time; else they are waited for longer. */
static sx_status ask_servers(sx_target *target, sx_call *call, sx_err *err) {
  sx_resolution *resolution = &target->resolution;
  const sx_locator *locator = &target->locator;
  sx_declaring declaring = {sx_declaring_files_find, target->declaring};
  sx_early_limit(target, call);
  sx_status status = sx_resolve(call, locator, target->file, &declaring, resolution, err);
  sx_port_call_reserve(call->wait, 0);
  bool is_by_server = resolution->symbols.len && resolution->symbols.items[0].from == SX_FROM_LSP;
  if (status || !resolution->is_timed_out || is_by_server) return status;
  status = sx_early_resolve_late(target, call, err);
  if (status || resolution->symbols.len) return status;
  declaring.files = (sx_strs){0}; /* these have led nowhere */
  return sx_resolve(call, locator, target->file, &declaring, resolution, err);
}

sx_status sx_target_resolve_in(sx_target *target, sx_call *call, sx_str file, sx_err *err) {
  target->path = SX_STR("");
  target->declaring = (sx_strs){0};
  target->file = target->file_own = file;
  target->is_file_known = file.len > 0;
  if (file.len) target->file_own = sx_path_own(call, file);
  sx_status status = sx_early_resolve(target, call, err);
  if (!status && !target->resolution.symbols.len) status = ask_servers(target, call, err);
  if (!status) status = add_nearest(target, call, err);
  if (status || !target->resolution.symbols.len) return status;
  target->symbol = &target->resolution.symbols.items[0];
  place_target(target);
  return SX_OK;
}

sx_status sx_target_resolve(sx_target *target, sx_call *call, sx_err *err) {
  sx_str file = SX_STR("");
  sx_status status = SX_OK;
  target->file = target->file_own = target->path = file;
  if (target->locator.file.len)
    status = sx_path_resolve(call, "file_path", target->locator.file, &file, err);
  return status ? status : sx_target_resolve_in(target, call, file, err);
}

sx_status sx_target_find(sx_target *out, sx_call *call, const cJSON *args, sx_err *err) {
  *out = (sx_target){.path = SX_STR("")};
  sx_status status = sx_target_take(&out->locator, args, "symbol", call, err);
  return status ? status : sx_target_find_located(out, call, err);
}

/* `struct page` is the struct, where a function is called so, too. */
static void prefer_kind(sx_target *target) {
  const sx_symbols *all = &target->resolution.symbols;
  if (!target->symbol) return;
  for (size_t i = 0; i < all->len; i++) {
    if (!sx_locator_fits_kind(&target->locator, all->items[i].kind)) continue;
    if (i) sx_target_prefer(target, i);
    return;
  }
}

sx_status sx_target_find_located(sx_target *out, sx_call *call, sx_err *err) {
  sx_status status = sx_target_resolve(out, call, err);
  if (!status) prefer_kind(out);
  if (status || !out->symbol || call->early.len) return status;
  status = sx_c_symbol_find(&out->c, call, out, out->path, out->at, err);
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

/* ---- what is known of it ------------------------------------------------------------------ */

sx_answer_status sx_target_judge_missing(const sx_target *target) {
  const sx_resolution *resolution = &target->resolution;
  bool is_incomplete = resolution->is_scan_partial || resolution->is_timed_out ||
                       resolution->is_path_unsure || resolution->is_unserved;
  if (resolution->unready_language.len || resolution->failure.len || is_incomplete)
    return SX_ANSWER_UNKNOWN;
  return sx_target_is_in_notebook(target) ? SX_ANSWER_UNKNOWN : SX_ANSWER_NONE;
}

bool sx_target_is_in_notebook(const sx_target *target) {
  const sx_resolution *resolution = &target->resolution;
  bool is_mentioned = resolution->is_only_in_text && resolution->text_count;
  return (target->is_file_known && sx_path_is_notebook(target->file)) ||
         (is_mentioned && sx_path_is_notebook(resolution->text_place.path));
}

bool sx_target_is_defined_in_file(const sx_target *target) {
  return !target->is_file_known || sx_str_is_equal(target->symbol->path, target->file_own);
}

/* Found through a use in the file that was given, or, without one, in any. */
static bool is_used_in_file(const sx_target *target) {
  const sx_symbol *symbol = target->symbol;
  return symbol->is_used_at &&
         (!target->is_file_known || sx_str_is_equal(symbol->used_in, target->file));
}

bool sx_target_is_only_named(const sx_target *target) {
  return target->is_file_known && target->resolution.is_mentioned &&
         !sx_target_is_defined_in_file(target) && !is_used_in_file(target);
}

bool sx_target_is_elsewhere(const sx_target *target) {
  return !sx_target_is_defined_in_file(target) && !is_used_in_file(target) &&
         !sx_target_is_only_named(target);
}

bool sx_target_is_other_member(const sx_target *target) {
  return target->symbol->is_other || target->symbol->inherited_by.len;
}

bool sx_target_is_other(const sx_target *target, const sx_symbol *candidate) {
  const sx_symbol *symbol = target->symbol;
  bool is_type = sx_language_has_word("Class Struct Enum", symbol->kind, false);
  bool is_own_constructor = is_type && sx_str_is_equal(candidate->kind, SX_STR("Constructor")) &&
                            sx_str_is_equal(candidate->path, symbol->path) &&
                            sx_str_has_suffix(candidate->container, symbol->name);
  return !is_own_constructor && !sx_target_is_overload(target, candidate);
}

bool sx_target_is_overload(const sx_target *target, const sx_symbol *candidate) {
  const sx_symbol *symbol = target->symbol;
  bool is_here = sx_str_is_equal(candidate->path, symbol->path);
  for (size_t i = 0; i < target->declarations.len && is_here; i++)
    if (sx_pos16_is_equal(target->declarations.items[i], candidate->at)) return true;
  /* An interface and a variable of one name may both have a method. */
  bool is_apart = symbol->container_kind.len && candidate->container_kind.len &&
                  !sx_str_is_equal(symbol->container_kind, candidate->container_kind);
  return symbol->kind.len && sx_str_is_equal(candidate->kind, symbol->kind) && is_here &&
         !is_apart && sx_str_is_equal(candidate->container, symbol->container);
}
