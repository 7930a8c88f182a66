/* The members of a type, by the outline of its file. */

#include "dive/dive.h"

#include "semantic/outline_symbol.h"
#include "text/function_body.h"

static bool is_function(const sx_host_symbol *one) {
  return sx_outline_is_function(one->kind);
}

/* Without a body and without a mark that it may be left out. */
static bool is_required(const sx_document *document, const sx_host_symbol *one) {
  sx_str text = document->text;
  size_t at = sx_document_offset(document, sx_host_symbol_at(one));
  size_t end = sx_language_ident_end(document->language, text, at);
  if (end < text.len && text.ptr[end] == '?') return false;
  return !sx_function_has_body(text, end, document->language);
}

static void add_member(sx_dive *dive, sx_dive_section *section, const sx_host_symbol *one) {
  sx_pos16 at = sx_host_symbol_at(one);
  sx_dive_item item = {.path = dive->path, .at = at, .label = one->name};
  if (section->items.len < sx_dive__most(dive)) {
    sx_str head = sx_outline_symbol_signature(&dive->outline, one, dive->call->arena);
    if (head.len) item.label = head;
  }
  sx_dive__add(dive, section, item);
}

typedef bool chosen(const sx_document *document, const sx_host_symbol *one);

static bool is_required_method(const sx_document *document, const sx_host_symbol *one) {
  return is_function(one) && is_required(document, one);
}
static bool is_other_method(const sx_document *document, const sx_host_symbol *one) {
  return is_function(one) && !is_required(document, one);
}
static bool is_field(const sx_document *document, const sx_host_symbol *one) {
  (void)document;
  return !is_function(one);
}
static bool is_method(const sx_document *document, const sx_host_symbol *one) {
  (void)document;
  return is_function(one);
}
static bool is_any(const sx_document *document, const sx_host_symbol *one) {
  (void)document;
  (void)one;
  return true;
}

/* The entries next below that of the symbol. */
static size_t list_members(sx_dive *dive, const char *title, const char *fact, chosen *is_chosen) {
  const sx_host_symbols *all = &dive->outline.symbols;
  sx_dive_section *section = sx_dive__section(dive, title, fact);
  size_t first = (size_t)(dive->entry - all->items) + 1;
  for (size_t i = first; i < all->len && all->items[i].depth > dive->entry->depth; i++) {
    const sx_host_symbol *one = &all->items[i];
    bool is_next = one->depth == dive->entry->depth + 1;
    if (is_next && is_chosen(dive->outline.document, one)) add_member(dive, section, one);
  }
  if (!section->total && is_chosen == is_other_method) dive->count--;
  return section->total;
}

void sx_dive__members(sx_dive *dive) {
  if (!dive->entry) {
    sx_dive_section *section = sx_dive__section(dive, "Members", "members");
    section->is_unknown = true;
    sx_dive__note(dive, SX_STR("Unknown in part: its members, as no outline of its file has it."));
    return;
  }
  if (sx_str_is_equal(dive->kind, SX_STR("Interface"))) {
    list_members(dive, "Required methods", "required_methods", is_required_method);
    list_members(dive, "Other methods", "other_methods", is_other_method);
    list_members(dive, "Properties", "properties", is_field);
  } else if (sx_language_has_word("Class Struct Union Object", dive->kind, false)) {
    size_t fields = list_members(dive, "Fields", "fields", is_field);
    if (!list_members(dive, "Methods", "methods", is_method) && fields) dive->count--;
  } else {
    list_members(dive, "Members", "members", is_any);
  }
}
