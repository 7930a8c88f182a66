/* The symbol itself: where it is in the outline of its file, its signature, words and code. */

#include "dive/dive.h"

#include "documentation/documentation.h"
#include "documentation/overloads.h"
#include "semantic/outline_symbol.h"
#include "text/declared_kind.h"
#include "text/tokens.h"
#include "workspace/paths.h"

/* Outlines of larger files of libraries take longer than all else. */
#define MAX_LIBRARY_BYTES (256u * 1024)
#define MORE_TOKENS 12 /* that the type of a result may take */

/* ---- its place in the outline ---------------------------------------------------------------- */

static bool has_inside(sx_range16 range, sx_pos16 at) {
  return sx_pos16_compare(range.start, at) <= 0 && sx_pos16_compare(at, range.end) <= 0;
}

/* The entry whose name is there, else the innermost of that name around it. */
static const sx_host_symbol *entry_at(const sx_host_symbols *all, sx_str name, sx_pos16 at) {
  const sx_host_symbol *best = NULL;
  for (size_t i = 0; i < all->len; i++) {
    const sx_host_symbol *one = &all->items[i];
    if (one->has_name_at && sx_pos16_is_equal(one->name_at, at)) return one;
    bool is_named = sx_str_is_equal(sx_locator_bare_name(one->name), name);
    if (is_named && has_inside(one->range, at)) best = one;
  }
  return best;
}

sx_status sx_dive__read_outline(sx_dive *dive, sx_err *err) {
  const sx_document *document;
  sx_status status = sx_document_peek_any(dive->call, dive->path, &document, err);
  if (status || !document) return status;
  bool is_large = document->text.len > MAX_LIBRARY_BYTES;
  if (is_large && !sx_path_is_inside(dive->call, dive->path)) return SX_OK;
  status = sx_outline_read(&dive->outline, dive->call, dive->path, false, err);
  dive->has_outline = !status;
  const sx_symbol *symbol = dive->target->symbol;
  sx_str name = symbol->declared_as.len ? symbol->declared_as : symbol->name;
  if (!status) dive->entry = entry_at(&dive->outline.symbols, name, symbol->at);
  return sx_status_ends_call(status) ? status : SX_OK;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* The first paragraph as one line. */
static sx_str first_paragraph(sx_str body, sx_arena *arena) {
  body = sx_str_trim(body);
  size_t end = sx_str_find(body, SX_STR("\n\n"), 0);
  if (end != SX_STR_NONE) body = sx_str_slice(body, 0, end);
  bool is_code = sx_str_has_prefix(body, SX_STR("```"));
  return is_code ? SX_STR("") : sx_overloads_compact(body, arena);
}

static sx_status describe(sx_dive *dive, sx_err *err) {
  sx_hover_text text;
  sx_arena *arena = dive->call->arena;
  sx_documentation doc = {.target = *dive->target};
  sx_status status = sx_documentation_describe(dive->call, &doc, err);
  if (!status) status = sx_documentation_format(&doc, dive->call, 0, &text, err);
  if (status) return sx_dive__fail(dive, NULL, status, err);
  dive->kind = doc.target.symbol->kind;
  /* The head of the answer has its kind. */
  sx_str signature = sx_overloads_without_kind(sx_str_trim(text.signature));
  size_t line = sx_str_find_char(signature, '\n', 0);
  if (doc.is_overloaded && line != SX_STR_NONE) {
    sx_str first = sx_overloads_compact(sx_str_slice(signature, 0, line), arena);
    dive->signature = sx_arena_printf(arena, "%.*s (+%zu overloads)", SX_STR_ARG(first),
                                      doc.overload_count > 1 ? doc.overload_count - 1 : 1);
  } else {
    dive->signature = sx_overloads_compact(signature, arena);
  }
  dive->documentation = first_paragraph(text.body, arena);
  return SX_OK;
}

/* ---- its declaration ------------------------------------------------------------------------- */

/*
 * Hovers leave out the bases of types, and write the parameters' types of some functions out in
 * full; heads leave out what is not written, as the type of a result.
 */
static bool is_head_better(const sx_dive *dive, sx_str head) {
  size_t tokens = sx_tokens_count(head);
  if (!dive->signature.len) return true;
  if (sx_language_has_word("Class Interface Struct Enum Union Macro TypeAlias Typedef", dive->kind,
                           false))
    return true;
  return sx_tokens_count(dive->signature) > tokens + tokens / 2 + MORE_TOKENS;
}

static bool has_value(sx_str head) {
  return sx_str_find_char(head, '=', 0) != SX_STR_NONE;
}

/* Pyright's hover has a class in code for another platform as if it were a function. */
static bool is_type_after_all(const sx_dive *dive) {
  return sx_outline_is_function(dive->kind) &&
         sx_language_has_word("Class Struct Interface Enum", dive->entry->kind, false);
}

/* `const open = () => …` */
static bool is_function_after_all(const sx_dive *dive) {
  const sx_document *document = dive->outline.document;
  if (!dive->entry->has_name_at ||
      !sx_language_has_word("Variable Constant Property Field", dive->kind, false))
    return false;
  size_t at = sx_document_offset(document, dive->entry->name_at);
  size_t end = sx_language_ident_end(document->language, document->text, at);
  return sx_declared_has_function(document->text, end, document->language);
}

static void take_declaration(sx_dive *dive) {
  if (!dive->entry) return;
  /* The text of a name alone only guesses. */
  bool is_guess = !dive->kind.len || dive->target->symbol->from == SX_FROM_TEXT;
  is_guess |= is_type_after_all(dive);
  if (is_guess) dive->target->symbol->kind = dive->kind = dive->entry->kind;
  if (is_function_after_all(dive)) dive->kind = SX_STR("Function");
  sx_str head = sx_outline_symbol_signature(&dive->outline, dive->entry, dive->call->arena);
  if (head.len && is_head_better(dive, head))
    dive->signature = head;
  else if (has_value(head) && !has_value(dive->signature) && !sx_outline_is_function(dive->kind))
    dive->value = head;
  if (dive->depth == SX_DIVE_OVERVIEW) return;
  sx_str code = sx_outline_symbol_code(&dive->outline, dive->entry);
  bool has_lists = sx_language_has_word(
      "Class Struct Union Object Interface Namespace Module Package", dive->kind, false);
  if (has_lists || sx_str_trim(code).len <= dive->signature.len + 1) return;
  dive->code = code;
  dive->last_line = dive->entry->range.end.line + 1;
}

sx_status sx_dive__describe(sx_dive *dive, sx_err *err) {
  dive->kind = dive->target->symbol->kind;
  dive->signature = dive->documentation = dive->value = dive->code = SX_STR("");
  sx_status status = describe(dive, err);
  if (!status) take_declaration(dive);
  return status;
}
