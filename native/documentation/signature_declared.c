#include "text/declaration.h"
#include "documentation/overloads.h"
#include "documentation/signatures.h"

/* The offset after the name as a whole word; SX_STR_NONE if the text does not contain it. */
static size_t behind_word(sx_str text, sx_str name) {
  if (!name.len) return SX_STR_NONE;
  for (size_t i = 0; (i = sx_str_find(text, name, i)) != SX_STR_NONE; i += name.len) {
    char before = i ? text.ptr[i - 1] : ' ', after = ' ';
    if (i + name.len < text.len) after = text.ptr[i + name.len];
    bool is_part = ((before | 32) >= 'a' && (before | 32) <= 'z') || before == '_' ||
                   ((after | 32) >= 'a' && (after | 32) <= 'z') || after == '_';
    if (!is_part) return i + name.len;
  }
  return SX_STR_NONE;
}

/*
 * Whether a declaration shows how something is called: `const three: 3` does not, nor does `loose:
 * any`. `def greet a, b` and `greet :: String -> Int` have no parentheses either.
 */
static bool is_callable(sx_str line, size_t behind_name, sx_str kind) {
  static const char values[] =
      "Variable Constant Property Field EnumMember Enum Module Namespace Package File String "
      "Number Boolean Array Object Key Null TypeParameter Interface TypeAlias Typedef Union";
  sx_str rest = sx_str_trim(sx_str_slice(line, behind_name, line.len));
  bool has_type = sx_str_has_prefix(rest, SX_STR(":")) && !sx_str_has_prefix(rest, SX_STR("::"));
  if (sx_str_find_char(rest, '(', 0) != SX_STR_NONE) return true;
  if (sx_str_find(rest, SX_STR("->"), 0) != SX_STR_NONE) return true;
  if (sx_str_find(rest, SX_STR("=>"), 0) != SX_STR_NONE) return true;
  return !has_type && !sx_language_has_word(values, kind, false);
}

static bool is_signature(const sx_symbol *symbol, sx_str line) {
  size_t behind = behind_word(line, symbol->name);
  if (behind == SX_STR_NONE) behind = behind_word(line, symbol->declared_as);
  return behind != SX_STR_NONE && is_callable(line, behind, symbol->kind);
}

/* A joined hover has one signature a line; of another all lines are one. */
static void take_signatures(sx_signatures *ask, const sx_hover_text *text) {
  const sx_documentation *doc = &ask->doc;
  sx_str rest = text->signature, line;
  sx_arena *arena = ask->call->arena;
  if (!doc->is_overloaded) rest = sx_overloads_compact(rest, arena);
  while (sx_str_next_line(&rest, &line)) {
    sx_str *added =
        is_signature(doc->target.symbol, line) ? SX_ARRAY_ADD(&ask->declared, arena) : NULL;
    if (added) *added = sx_overloads_without_kind(line); /* the head has it */
  }
}

/* Where hovers hold no signature: the text of the declaration. */
static sx_status take_text(sx_signatures *ask, sx_err *err) {
  const sx_document *document;
  const sx_symbol *symbol = ask->doc.target.symbol;
  if (!symbol->is_declaration_known) return SX_OK;
  sx_status status = sx_document_peek(ask->call, symbol->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  sx_hover_text text = SX_HOVER_NOTHING;
  text.signature =
      sx_declaration_signature(document->text, sx_document_offset(document, symbol->at),
                               document->language, ask->call->arena);
  ask->doc.is_overloaded = false;
  take_signatures(ask, &text);
  return SX_OK;
}

static sx_status find_callee(sx_signatures *ask, sx_err *err) {
  sx_status status = sx_target_resolve_in(&ask->doc.target, ask->call, ask->place.path, err);
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_signatures_ask_declaration(sx_signatures *ask, sx_err *err) {
  sx_documentation *doc = &ask->doc;
  sx_hover_text text = SX_HOVER_NOTHING;
  sx_status status = SX_OK;
  if (!ask->is_by_name && !ask->is_call) return SX_OK;
  if (!ask->is_by_name && !doc->target.symbol) status = find_callee(ask, err);
  if (status || !doc->target.symbol) return status;
  sx_arena *arena = ask->call->arena;
  if (doc->target.symbol->from != SX_FROM_LSP) {
    sx_str signature = sx_overloads_compact(doc->target.symbol->text_signature, arena);
    bool is_taken = signature.len && is_signature(doc->target.symbol, signature);
    sx_str *added = is_taken ? SX_ARRAY_ADD(&ask->declared, arena) : NULL;
    if (added) *added = signature;
    return SX_OK;
  }
  doc->target.declarations.len = doc->parts.len = 0;
  doc->wants_all_signatures = true;
  status = sx_documentation_describe(ask->call, doc, err);
  if (!status && doc->parts.len)
    status =
        sx_hover_format(&text, doc->parts.items, doc->parts.len, SX_ANSWER_MAX_BYTES, arena, err);
  if (!status) take_signatures(ask, &text);
  return !status && !ask->declared.len ? take_text(ask, err) : status;
}
