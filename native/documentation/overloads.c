#include "documentation/overloads.h"

#include "base/byte.h"
#include "host/symbol_kind.h"
#include "text/function_body.h"
#include "text/scopes.h"
#include "workspace/outline.h"
#include "workspace/paths.h"

#define OUTLINE_MS 2000
#define MAX_DECLARATIONS 200
#define MAX_DECORATORS 8

/* ---- which declarations there are --------------------------------------------------------- */

static void add_declaration(sx_call *call, sx_documentation *doc, sx_pos16 at) {
  size_t i = doc->target.declarations.len;
  for (size_t k = 0; k < i; k++)
    if (sx_pos16_is_equal(doc->target.declarations.items[k], at)) return;
  sx_pos16 *added =
      i < MAX_DECLARATIONS ? SX_ARRAY_ADD(&doc->target.declarations, call->arena) : NULL;
  if (!added) return;
  sx_pos16 *items = doc->target.declarations.items;
  for (; i > 0 && sx_pos16_compare(items[i - 1], at) > 0; i--) items[i] = items[i - 1];
  items[i] = at;
}

/* Where an outline's entry has its name, which not all providers return exactly. */
static sx_pos16 name_place(const sx_host_symbol *entry, const sx_document *document, sx_str name) {
  sx_pos16 start = sx_host_symbol_at(entry);
  size_t from = sx_document_offset(document, start);
  size_t to = sx_document_offset(document, entry->range.end);
  size_t found = sx_str_find(sx_str_slice(document->text, 0, to), name, from);
  return found == SX_STR_NONE ? start : sx_document_position(document, found);
}

/* In the same container: an interface and a variable of one name are two. */
static bool is_sibling(const sx_host_symbols *outline, size_t own, size_t other) {
  const sx_host_symbol *a = &outline->items[own], *b = &outline->items[other];
  return sx_str_is_equal(a->kind, b->kind) && sx_str_is_equal(a->container, b->container) &&
         sx_str_is_equal(sx_outline_parent_kind(outline, own),
                         sx_outline_parent_kind(outline, other));
}

/* Whether a member begins there: at the start of a line or of the braces, or after another. */
static bool begins_member(const sx_scopes *scopes, size_t at, size_t len) {
  size_t start = at, behind = at + len;
  while (start > 0 && sx_byte_is_blank(scopes->code.ptr[start - 1])) start--;
  while (behind < scopes->code.len && sx_byte_is_one_of(scopes->code.ptr[behind], " \t?")) behind++;
  bool is_start = start == 0 || sx_byte_is_one_of(scopes->code.ptr[start - 1], "{};,\n");
  return is_start && behind < scopes->code.len && sx_byte_is_one_of(scopes->code.ptr[behind], "(<");
}

/* Types without a name, of which outlines have no members: those in the braces around it. */
static sx_status collect_from_braces(sx_call *call, sx_documentation *doc,
                                     const sx_document *document, sx_str name, sx_err *err) {
  sx_scopes scopes;
  sx_status status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  size_t own = sx_document_offset(document, doc->target.symbol->at);
  const sx_block *braces = sx_scopes_block_at(&scopes, own);
  if (!braces || braces->bracket != '{' || braces->kind != SX_BLOCK_OTHER) return SX_OK;
  if (!begins_member(&scopes, own, name.len)) return SX_OK;
  sx_str code = sx_str_slice(scopes.code, 0, braces->end);
  for (size_t at = braces->start;; at += name.len) {
    at = sx_language_find_word(document->language, code, name, at);
    if (at == SX_STR_NONE) return SX_OK;
    if (sx_scopes_block_at(&scopes, at) == braces && begins_member(&scopes, at, name.len))
      add_declaration(call, doc, sx_document_position(document, at));
  }
}

static sx_status collect_from_outline(sx_call *call, sx_documentation *doc,
                                      const sx_document *document, sx_err *err) {
  sx_host_symbols outline = {0};
  size_t own = SIZE_MAX;
  const sx_symbol *symbol = doc->target.symbol;
  sx_str name = symbol->declared_as.len ? symbol->declared_as : symbol->name;
  sx_status status = sx_outline_get(call, document, OUTLINE_MS, &outline, err);
  if (sx_status_ends_call(status)) return status;
  for (size_t i = 0; i < outline.len && !status && own == SIZE_MAX; i++)
    if (sx_str_is_equal(sx_locator_bare_name(outline.items[i].name), name) &&
        sx_pos16_is_equal(name_place(&outline.items[i], document, name), symbol->at))
      own = i;
  if (own == SIZE_MAX && sx_overloads_end_with_body(document))
    return collect_from_braces(call, doc, document, name, err);
  if (own == SIZE_MAX || !sx_symbol_kind_is_function(outline.items[own].kind)) return SX_OK;
  for (size_t i = 0; i < outline.len; i++) {
    const sx_host_symbol *entry = &outline.items[i];
    if (is_sibling(&outline, own, i) && sx_str_is_equal(sx_locator_bare_name(entry->name), name))
      add_declaration(call, doc, name_place(entry, document, name));
  }
  return SX_OK;
}

/* ---- Python's, of which an outline has the last only --------------------------------------- */

/* Where the line has `def NAME` at that column; false where it does not. */
static bool defines(sx_str line, sx_str name, size_t column) {
  sx_str text = sx_str_slice(line, 0, column);
  sx_str bare = sx_str_trim(text);
  bool is_def = sx_str_is_equal(bare, SX_STR("def")) || sx_str_is_equal(bare, SX_STR("async def"));
  sx_str rest = sx_str_slice(line, column, line.len);
  if (!is_def || !sx_str_has_prefix(rest, name)) return false;
  return rest.len > name.len &&
         (rest.ptr[name.len] == '(' || rest.ptr[name.len] == '[' || rest.ptr[name.len] == ' ');
}

static bool is_marked_overload(const sx_document *document, uint32_t row) {
  for (uint32_t i = 1; i <= MAX_DECORATORS && i <= row; i++) {
    sx_str line = sx_str_trim(sx_lines_get(&document->lines, row - i));
    if (!line.len || line.ptr[0] != '@') return false;
    if (sx_str_has_suffix(line, SX_STR("overload"))) return true;
  }
  return false;
}

static size_t indent_of(sx_str line) {
  return (size_t)(sx_str_trim(line).ptr - line.ptr);
}

/* Whether a line belongs to what stands outside of the block with that indentation. */
static bool leaves(sx_str line, size_t indent) {
  return sx_str_trim(line).len && indent_of(line) < indent && line.ptr[0] != ')';
}

static void collect_marked(sx_call *call, sx_documentation *doc, const sx_document *document) {
  const sx_symbol *symbol = doc->target.symbol;
  uint32_t row = symbol->at.line;
  size_t count = document->lines.count;
  if (row >= count) return;
  sx_str own = sx_lines_get(&document->lines, row);
  size_t column = sx_document_offset(document, symbol->at) - (size_t)(own.ptr - document->text.ptr);
  size_t indent = indent_of(own), found = 0;
  if (!defines(own, symbol->name, column)) return;
  for (int direction = -1; direction <= 1; direction += 2) {
    for (uint32_t i = row; direction < 0 ? i-- > 0 : ++i < count;) {
      sx_str line = sx_lines_get(&document->lines, i);
      if (leaves(line, indent)) break;
      size_t at = sx_str_find(line, symbol->name, 0);
      if (at == SX_STR_NONE || indent_of(line) != indent || !defines(line, symbol->name, at))
        continue;
      bool is_overload = is_marked_overload(document, i);
      if (!is_overload && !is_marked_overload(document, row)) continue;
      add_declaration(call, doc,
                      sx_document_position(document, (size_t)(line.ptr - document->text.ptr) + at));
      found++;
    }
  }
  if (!found) return;
  add_declaration(call, doc, symbol->at);
}

/* ---- which of them a caller sees ------------------------------------------------------------ */

bool sx_overloads_end_with_body(const sx_document *document) {
  return sx_language_has_word("typescript vue", sx_language_name(document->language), false);
}

static bool has_body(const sx_document *document, sx_pos16 at) {
  sx_str text = document->text;
  size_t behind = sx_document_offset(document, at);
  behind = sx_language_ident_end(document->language, text, behind);
  return sx_function_has_body(text, behind, document->language);
}

/*
 * The roles as the text has them. False where a language has no overloads, and for Python's
 * declarations that no mark makes overloads.
 */
static bool read_roles(sx_call *call, sx_documentation *doc, const sx_document *document) {
  static const char without[] = "c objective-c go rust lua php ruby perl shellscript";
  bool is_python = sx_str_is_equal(document->language_id, SX_STR("python"));
  size_t bodies = 0, count = doc->target.declarations.len;
  if (sx_language_has_word(without, document->language_id, false)) return false;
  for (size_t i = 0; i < count; i++) {
    sx_pos16 at = doc->target.declarations.items[i];
    sx_overload_role *role = SX_ARRAY_ADD(&doc->roles, call->arena);
    bool is_body = is_python ? !is_marked_overload(document, at.line) : has_body(document, at);
    if (role) *role = is_body ? SX_OVERLOAD_BODY : SX_OVERLOAD;
    bodies += is_body;
  }
  bool is_complete = doc->roles.len == count; /* the arena may be full */
  return is_complete && (!is_python || bodies < count);
}

/* ---- all of them --------------------------------------------------------------------------- */

static void collect_from_resolution(sx_call *call, sx_documentation *doc) {
  for (size_t i = 0; i < doc->target.resolution.symbols.len; i++) {
    const sx_symbol *symbol = &doc->target.resolution.symbols.items[i];
    if (symbol == doc->target.symbol || sx_target_is_overload(&doc->target, symbol))
      add_declaration(call, doc, symbol->at);
  }
}

sx_status sx_overloads_collect(sx_call *call, sx_documentation *doc, sx_err *err) {
  const sx_document *document;
  const sx_symbol *symbol = doc->target.symbol;
  collect_from_resolution(call, doc);
  bool may_be_callable = !symbol->kind.len || sx_symbol_kind_is_function(symbol->kind);
  if (symbol->from != SX_FROM_LSP || !symbol->is_declaration_known || !may_be_callable)
    return SX_OK;
  sx_status status = sx_document_open(call, symbol->path, &document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  bool is_one = doc->target.declarations.len <= 1;
  if (is_one && sx_str_is_equal(document->language_id, SX_STR("python")))
    collect_marked(call, doc, document);
  /* Outlines of standard libraries are huge: there the hover counts the overloads. */
  else if (sx_path_is_inside(call, symbol->path) && !doc->target.locator.has_index)
    status = collect_from_outline(call, doc, document, err);
  doc->roles.len = 0;
  doc->is_overloaded =
      doc->target.declarations.len > 1 &&
      sx_symbol_kind_is_function(symbol->kind.len ? symbol->kind : SX_STR("Function")) &&
      read_roles(call, doc, document);
  return status;
}
