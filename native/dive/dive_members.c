/* The members of a type, by the outline of its file. */

#include "dive/dive.h"

#include "resolve/locator.h"
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
static bool is_type(const sx_document *document, const sx_host_symbol *one) {
  (void)document;
  return sx_language_has_word("Class Struct Union Object Interface Enum Typedef TypeAlias Module "
                              "Namespace Extension",
                              one->kind, false);
}
static bool is_field(const sx_document *document, const sx_host_symbol *one) {
  return !is_function(one) && !is_type(document, one);
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

/* The symbol itself, or what adds members to it elsewhere in the file: Rust's impl, as it or its
 * server names that. */
static bool has_members(const sx_dive *dive, const sx_host_symbol *one) {
  sx_str name = one->name, impl = SX_STR("impl ");
  if (one == dive->entry) return true;
  bool is_impl = sx_str_has_prefix(name, impl);
  size_t at = is_impl ? sx_str_find(name, SX_STR(" for "), 0) : SX_STR_NONE;
  if (is_impl) name = sx_str_slice(name, at == SX_STR_NONE ? impl.len : at + 5, name.len);
  return (is_impl || sx_str_is_equal(one->kind, SX_STR("Extension"))) &&
         sx_str_is_equal(sx_locator_bare_name(name), sx_locator_bare_name(dive->entry->name));
}

static bool has_inner_of_name(const sx_dive *dive, sx_str name) {
  const sx_host_symbols *all = &dive->outline.symbols;
  size_t first = (size_t)(dive->entry - all->items) + 1;
  for (size_t i = first; i < all->len && all->items[i].depth > dive->entry->depth; i++)
    if (sx_str_is_equal(sx_locator_bare_name(all->items[i].name), name)) return true;
  return false;
}

/* `func (e *Engine) Run()`; C++ defines what the class declares. */
static bool is_outer_member(const sx_dive *dive, const sx_host_symbol *one) {
  sx_str type = sx_locator_bare_name(dive->entry->name);
  sx_str container = sx_locator_own_container(one->name, one->container, dive->call->arena);
  return one->depth <= dive->entry->depth && one != dive->entry &&
         sx_str_is_equal(sx_locator_take_last_name(&container), type) &&
         !has_inner_of_name(dive, sx_locator_bare_name(one->name));
}

/* As its declaration or its name shows it: `private int n`, `#n`, `_n`, but not `__init__`. */
static bool is_private(const sx_document *document, const sx_host_symbol *one) {
  sx_str line = sx_str_trim(sx_lines_get(&document->lines, sx_host_symbol_at(one).line));
  char first = sx_str_at(one->name, 0);
  return sx_str_has_prefix(line, SX_STR("private ")) || first == '#' ||
         (first == '_' && sx_str_at(one->name, 1) != '_');
}

/* The entries next below that of the symbol, and its members that stand outside of it. */
static void add_members(sx_dive *dive, sx_dive_section *section, chosen *is_chosen,
                        bool are_private) {
  const sx_host_symbols *all = &dive->outline.symbols;
  const sx_document *document = dive->outline.document;
  const sx_host_symbol *holder = NULL;
  for (size_t i = 0; i < all->len; i++) {
    const sx_host_symbol *one = &all->items[i];
    if (holder && one->depth <= holder->depth) holder = NULL;
    bool is_member =
        holder ? one->depth == holder->depth + 1 : is_function(one) && is_outer_member(dive, one);
    if (is_member && is_chosen(document, one) && is_private(document, one) == are_private)
      add_member(dive, section, one);
    if (!holder && has_members(dive, one)) holder = one;
  }
}

/* Those that others use first: the list is cut. */
static size_t list_members(sx_dive *dive, const char *title, const char *fact, chosen *is_chosen) {
  sx_dive_section *section = sx_dive__section(dive, title, fact);
  add_members(dive, section, is_chosen, false);
  add_members(dive, section, is_chosen, true);
  bool is_seldom = is_chosen == is_other_method || is_chosen == is_type;
  if (!section->total && is_seldom) dive->count--;
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
    list_members(dive, "Nested types", "nested_types", is_type);
  } else if (sx_language_has_word("Class Struct Union Object", dive->kind, false)) {
    size_t fields = list_members(dive, "Fields", "fields", is_field);
    if (!list_members(dive, "Methods", "methods", is_method) && fields) dive->count--;
    list_members(dive, "Nested types", "nested_types", is_type);
  } else {
    list_members(dive, "Members", "members", is_any);
  }
}
