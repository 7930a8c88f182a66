#include "refactor/symbol_edit.h"

#include "base/buf.h"
#include "flow/names.h"
#include "imports/imports.h"
#include "refactor/import_items.h"
#include "refactor/parameters.h"
#include "refactor/pasted.h"
#include "semantic/references.h"
#include "workspace/paths.h"

#define MAX_LISTED 5

typedef struct sx_deleted {
  sx_symbol_edit *edit;
  size_t start, end; /* what is deleted of the document */
  sx_places uses;    /* elsewhere */
} sx_deleted;

static bool is_inside(const sx_deleted *deleted, const sx_place *place) {
  const sx_document *document = deleted->edit->document;
  size_t at = sx_document_offset(document, place->range.start);
  return sx_str_is_equal(place->path, document->path) && at >= deleted->start && at < deleted->end;
}

static sx_status collect(sx_deleted *deleted, const sx_places *places, const sx_places *declared,
                         sx_err *err) {
  for (size_t i = 0; i < places->len; i++) {
    const sx_place *place = &places->items[i];
    if (is_inside(deleted, place) || sx_places_have(declared, place)) continue;
    sx_place *added = SX_ARRAY_ADD(&deleted->uses, deleted->edit->call->arena);
    if (!added) return sx_fail(err, deleted->edit->call->arena->status, NULL);
    *added = *place;
  }
  return SX_OK;
}

static void write_uses(const sx_deleted *deleted, sx_buf *out) {
  sx_call *call = deleted->edit->call;
  for (size_t i = 0; i < deleted->uses.len && i < MAX_LISTED; i++) {
    const sx_place *place = &deleted->uses.items[i];
    sx_buf_addf(out, "%s%.*s:%u:%u", i ? ", " : "", SX_STR_ARG(sx_path_display(call, place->path)),
                place->range.start.line + 1, place->range.start.character + 1);
  }
  if (deleted->uses.len > MAX_LISTED)
    sx_buf_addf(out, " and %zu more", deleted->uses.len - MAX_LISTED);
}

static sx_status refuse_used(const sx_deleted *deleted, sx_str name, bool is_sure, sx_err *err) {
  sx_buf list;
  sx_buf_init(&list, 16384);
  write_uses(deleted, &list);
  size_t count = deleted->uses.len;
  sx_status status = list.status;
  if (status)
    sx_fail(err, status, NULL);
  else
    status = sx_fail(err, SX_REFUSED,
                     "'%.*s' %s used in %zu place%s: %.*s. Nothing was changed. Edit these first, "
                     "or pass ignore_uses=true.",
                     SX_STR_ARG(name), is_sure ? "is" : "may be", count, count == 1 ? "" : "s",
                     SX_STR_ARG(sx_buf_str(&list)));
  sx_buf_release(&list);
  return status;
}

static sx_status refuse_unknown(const sx_deleted *deleted, const sx_references *found,
                                sx_err *err) {
  const sx_symbol_edit *edit = deleted->edit;
  sx_buf why;
  sx_buf_init(&why, 16384);
  sx_references_write_doubts(found, &edit->target, found->places.len, edit->call, &why);
  sx_status status =
      sx_fail(err, SX_REFUSED,
              "It is not known whether '%.*s' is still used. Nothing was changed. "
              "Call again later, or pass ignore_uses=true. %.*s",
              SX_STR_ARG(edit->target.symbol->name), SX_STR_ARG(sx_str_trim_end(sx_buf_str(&why))));
  sx_buf_release(&why);
  return status;
}

/* ---- what is declared in it, too
 * ------------------------------------------------------------------ */

static sx_status check_name(sx_deleted *deleted, sx_str name, sx_err *err) {
  sx_text_uses found = {0};
  sx_symbol_edit *edit = deleted->edit;
  sx_status status =
      sx_text_uses_find(&found, edit->call, name, edit->document->path, SX_TEXT_USES_SOME, err);
  for (size_t i = 0; i < found.items.len && !status; i++) {
    const sx_places one = {.items = &found.items.items[i].place, .len = 1};
    if (!found.items.items[i].is_member) status = collect(deleted, &one, NULL, err);
  }
  return status || !deleted->uses.len ? status : refuse_used(deleted, name, false, err);
}

/* C's enumerators, tags and typedefs are names of their own, outside of what they stand in. */
static sx_status check_inner_names(sx_deleted *deleted, sx_err *err) {
  const sx_nodes *nodes = &deleted->edit->nodes;
  const sx_unit *unit = &deleted->edit->unit;
  sx_str own = sx_nodes_text(nodes, unit->name);
  sx_status status = SX_OK;
  if (!sx_str_is_equal(nodes->grammar, SX_STR("cpp")) || unit->part != SX_NODE_NONE) return status;
  for (uint32_t i = unit->node; i < nodes->ends[unit->node] && !status; i++) {
    uint32_t above = sx_nodes_parent(nodes, i);
    bool is_inner = above != unit->node || sx_nodes_is_field(nodes, i, "declarator");
    bool is_name = sx_nodes_is_field(nodes, i, "name") &&
                   sx_nodes_is(nodes, above,
                               "enumerator struct_specifier union_specifier "
                               "enum_specifier");
    is_name |= sx_nodes_is(nodes, i, "type_identifier") && above == unit->node &&
               sx_nodes_is(nodes, above, "type_definition") &&
               sx_nodes_is_field(nodes, i, "declarator");
    bool is_declared = !sx_nodes_is(nodes, above,
                                    "struct_specifier union_specifier "
                                    "enum_specifier") ||
                       sx_nodes_field(nodes, above, "body") != SX_NODE_NONE;
    sx_str name = sx_nodes_text(nodes, i);
    if (is_inner && is_name && is_declared && !sx_str_is_equal(name, own))
      status = check_name(deleted, name, err);
  }
  return status;
}

/* Python's list of the names that a module is imported for. */
static sx_status check_exports(sx_deleted *deleted, sx_err *err) {
  const sx_symbol_edit *edit = deleted->edit;
  const sx_nodes *nodes = &edit->nodes;
  sx_str name = sx_nodes_text(nodes, edit->unit.name);
  if (!edit->is_python || !sx_nodes_is(nodes, edit->unit.list, "module")) return SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i, "string_content")) continue;
    if (!sx_str_is_equal(sx_nodes_text(nodes, i), name)) continue;
    uint32_t statement = sx_nodes_above(nodes, i, "expression_statement");
    if (!sx_str_has_prefix(sx_nodes_text(nodes, statement), SX_STR("__all__"))) continue;
    sx_pos16 at = sx_document_position(edit->document, sx_nodes_get(nodes, i)->start);
    sx_place place = {edit->document->path, {at, at}};
    const sx_places one = {.items = &place, .len = 1};
    return collect(deleted, &one, NULL, err);
  }
  return SX_OK;
}

/* ---- all of it
 * ------------------------------------------------------------------------------------ */

static sx_status warn_of_declarations(sx_deleted *deleted, const sx_references *found,
                                      sx_err *err) {
  sx_symbol_edit *edit = deleted->edit;
  sx_status status = SX_OK;
  if (!edit->target.c.family) return status;
  for (size_t i = 0; i < found->definitions.len && !status; i++) {
    const sx_place *place = &found->definitions.items[i];
    if (is_inside(deleted, place) || sx_str_is_equal(place->path, edit->document->path)) continue;
    sx_str text = sx_arena_printf(edit->call->arena,
                                  "%.*s:%u:%u: it is declared here, too; that stays as it is.",
                                  SX_STR_ARG(sx_path_display(edit->call, place->path)),
                                  place->range.start.line + 1, place->range.start.character + 1);
    status = sx_strs_add(&edit->warnings, text, edit->call->arena, err);
  }
  return status;
}

/* By the text alone a name that stands nowhere else is not used, whatever else is not known. */
static bool is_known(const sx_references *found) {
  if (found->is_by_text) return !found->text.is_cut;
  return sx_references_status(found, found->places.len) != SX_ANSWER_UNKNOWN;
}

/* Go: a method that an interface asks its type for is in use though nothing calls it. */
static sx_status check_interfaces(const sx_symbol_edit *edit, sx_err *err) {
  static const char library[] = /* what its own library asks objects for */
      "Error String GoString Format MarshalJSON UnmarshalJSON MarshalText UnmarshalText "
      "MarshalBinary UnmarshalBinary Unwrap Is As Scan Value ServeHTTP";
  sx_batch batch;
  sx_places asked = {0};
  sx_str name = edit->target.symbol->name;
  if (!sx_nodes_is(&edit->nodes, edit->unit.node, "method_declaration") ||
      !sx_str_is_equal(edit->nodes.grammar, SX_STR("go")))
    return SX_OK;
  size_t at = sx_nodes_get(&edit->nodes, edit->unit.name)->start;
  sx_batch_init(&batch, edit->call->wait, edit->call->arena);
  size_t slot = sx_batch_places(&batch, SX_PLACES_IMPLEMENTATION, edit->document->path,
                                sx_document_position(edit->document, at));
  sx_status status = sx_batch_run(&batch, err);
  if (!status && sx_batch_get_places(&batch, slot, &asked, NULL)) asked.len = 0;
  sx_batch_release(&batch);
  if (status || (!asked.len && !sx_language_has_word(library, name, false))) return status;
  return sx_fail(err, SX_REFUSED,
                 "'%.*s' (%.*s) is a method that an interface asks for. Nothing was changed. "
                 "ignore_uses=true deletes it.",
                 SX_STR_ARG(name), SX_STR_ARG(sx_symbol_edit__place(edit, at)));
}

/* ---- what calls it by itself
 * ------------------------------------------------------------------------ */

/* Whether a name is imported from outside of the workspace, and may have such methods. */
static bool is_foreign(const sx_symbol_edit *edit, const sx_nodes *nodes, uint32_t node) {
  static const char plain[] = "ABC Enum IntEnum StrEnum NamedTuple TypedDict Protocol Generic "
                              "BaseModel Exception";
  sx_import_items items;
  sx_err err;
  bool is_found = false;
  sx_str local = sx_nodes_text(nodes, node);
  uint32_t member = sx_nodes_field(nodes, sx_nodes_parent(nodes, node), "attribute");
  sx_str last = member == SX_NODE_NONE ? local : sx_nodes_text(nodes, member);
  sx_imports *imports = sx_imports_new(edit->call);
  if (!imports || sx_language_has_word(plain, last, false)) return sx_imports_free(imports), false;
  sx_status status = sx_import_items_find(&items, nodes, edit->call->arena, &err);
  for (size_t i = 0; !status && i < items.items.len; i++) {
    const sx_import_item *item = &items.items.items[i];
    sx_import_line line = {.specifier = item->module, .kind = SX_IMPORT_PLAIN};
    sx_import_target target;
    if (!sx_str_is_equal(item->local, local)) continue;
    status = sx_imports_resolve(&target, imports, edit->document->path, &line, &err);
    is_found = !status && target.outcome != SX_IMPORT_FOUND;
  }
  sx_imports_free(imports);
  return is_found;
}

/* A decorator that may keep the function, as routes and fixtures do; NONE. */
static uint32_t find_keeper(const sx_symbol_edit *edit) {
  const sx_nodes *nodes = &edit->nodes;
  uint32_t one = sx_nodes_first_named(nodes, edit->unit.node);
  for (; one != SX_NODE_NONE; one = sx_nodes_next_named(nodes, one)) {
    sx_str text = sx_nodes_text(nodes, one);
    if (!sx_nodes_is(nodes, one, "decorator")) continue;
    if (!edit->is_python) return one;
    if (!sx_signature_is_plain_decorator(text)) return one;
  }
  return SX_NODE_NONE;
}

/* C: an attribute by which a function runs, or is found, without its name; NONE. */
static uint32_t find_attribute(const sx_symbol_edit *edit) {
  static const char *const words[] = {"constructor", "destructor", "used", "section", "interrupt"};
  const sx_nodes *nodes = &edit->nodes;
  for (uint32_t i = edit->unit.node; i < nodes->ends[edit->unit.node]; i++) {
    if (!sx_nodes_is(nodes, i, "attribute_specifier attribute_declaration")) continue;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
      if (sx_str_find(sx_nodes_text(nodes, i), sx_str_from(words[k]), 0) != SX_STR_NONE) return i;
  }
  return SX_NODE_NONE;
}

/* A base of another package, which may call the methods of the class by themselves; NONE. */
static uint32_t find_foreign_base(const sx_symbol_edit *edit) {
  const sx_nodes *nodes = &edit->nodes;
  sx_names names;
  sx_err err;
  uint32_t holder =
      sx_nodes_above(nodes, edit->unit.node, "class_definition class_declaration class");
  uint32_t bases = sx_nodes_field(nodes, holder, "superclasses");
  if (bases == SX_NODE_NONE) bases = sx_nodes_first_named(nodes, holder);
  while (bases != SX_NODE_NONE && !sx_nodes_is(nodes, bases, "argument_list class_heritage"))
    bases = sx_nodes_next_named(nodes, bases);
  if (bases == SX_NODE_NONE || sx_names_find(&names, nodes, edit->call->arena, &err))
    return SX_NODE_NONE;
  for (uint32_t i = bases; i < nodes->ends[bases]; i++) {
    const sx_name *name = sx_names_at(&names, i);
    if (!name || name->roles & SX_NAME_TYPE || name->binding == SX_BINDING_FREE) continue;
    if (names.bindings.items[name->binding].kind == SX_BINDING_IMPORT && is_foreign(edit, nodes, i))
      return i;
  }
  return SX_NODE_NONE;
}

/* A text in the file that looks a name up by its first part: `getattr(self, "on_" + kind)`; NONE.
 */
static uint32_t find_spelled(const sx_symbol_edit *edit, sx_str name) {
  const sx_nodes *nodes = &edit->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str text = sx_nodes_text(nodes, i);
    bool is_part = sx_nodes_is(nodes, i, "string_content string_fragment") && text.len > 1 &&
                   text.len < name.len && sx_str_has_prefix(name, text);
    if (!is_part) continue;
    uint32_t call = sx_nodes_above(nodes, i, "call");
    uint32_t above = sx_nodes_parent(nodes, sx_nodes_parent(nodes, i));
    sx_str function = sx_nodes_text(nodes, sx_nodes_field(nodes, call, "function"));
    bool is_joined = sx_nodes_is(nodes, above, "binary_operator binary_expression") ||
                     sx_nodes_next_named(nodes, i) != SX_NODE_NONE;
    bool is_looked_up = sx_nodes_above(nodes, i, "subscript_expression") != SX_NODE_NONE ||
                        sx_str_has_suffix(function, SX_STR("getattr"));
    if (is_joined && is_looked_up) return i;
  }
  return SX_NODE_NONE;
}

static sx_status check_callers(const sx_symbol_edit *edit, sx_err *err) {
  const sx_nodes *nodes = &edit->nodes;
  sx_signature_family family = sx_signature_family_of(nodes);
  sx_str name = sx_nodes_text(nodes, edit->unit.name);
  bool is_member = family == SX_SIGNATURE_GO
                       ? sx_nodes_is(nodes, edit->unit.node, "method_declaration")
                       : sx_nodes_is(nodes, edit->unit.list, "class_body object");
  bool is_function = edit->unit.part == SX_NODE_NONE && edit->unit.body != SX_NODE_NONE;
  uint32_t at = is_function ? find_keeper(edit) : SX_NODE_NONE;
  if (at == SX_NODE_NONE && is_function && family == SX_SIGNATURE_C) at = find_attribute(edit);
  bool is_method = sx_nodes_is(nodes, sx_nodes_parent(nodes, edit->unit.list),
                               "class_definition class_declaration class");
  if (at == SX_NODE_NONE && is_function && is_method) {
    at = find_foreign_base(edit);
    if (at != SX_NODE_NONE)
      return sx_fail(err, SX_REFUSED,
                     "'%.*s' may be in use without being named: %.*s is a base of another package, "
                     "which may call it. Nothing was changed. ignore_uses=true deletes it.",
                     SX_STR_ARG(name),
                     SX_STR_ARG(sx_symbol_edit__place(edit, sx_nodes_get(nodes, at)->start)));
  }
  uint32_t spelled = is_function ? find_spelled(edit, name) : SX_NODE_NONE;
  if (spelled != SX_NODE_NONE)
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' may be in use without being named: %.*s puts a name together that "
                   "begins so. Nothing was changed. ignore_uses=true deletes it.",
                   SX_STR_ARG(name),
                   SX_STR_ARG(sx_symbol_edit__place(edit, sx_nodes_get(nodes, spelled)->start)));
  bool is_special =
      sx_signature_is_special(family, name, is_member) ||
      (is_member && family == SX_SIGNATURE_SCRIPT && sx_str_is_equal(name, SX_STR("constructor")));
  if (at == SX_NODE_NONE && is_special) at = edit->unit.name;
  if (at == SX_NODE_NONE) return SX_OK;
  return sx_fail(err, SX_REFUSED,
                 "'%.*s' may be in use without being named: %.*s %s. Nothing was changed. "
                 "ignore_uses=true deletes it.",
                 SX_STR_ARG(name),
                 SX_STR_ARG(sx_symbol_edit__place(edit, sx_nodes_get(nodes, at)->start)),
                 is_special && at == edit->unit.name
                     ? "has a name that the language or a library calls by itself"
                     : "gets the function");
}

sx_status sx_symbol_edit__check_uses(sx_symbol_edit *edit, size_t start, size_t end, sx_err *err) {
  sx_deleted deleted = {.edit = edit, .start = start, .end = end};
  sx_references found;
  sx_str name = edit->target.symbol->name;
  if (edit->ignores_uses) return SX_OK;
  sx_status status = sx_pasted_check(edit->call, edit->document, name, err);
  if (status) return status;
  status = sx_references_find(&found, edit->call, &edit->target, SX_TEXT_USES_SOME, err);
  if (!status) status = collect(&deleted, &found.places, &found.definitions, err);
  if (!status) status = check_exports(&deleted, err);
  if (status) return status;
  bool is_sure = !found.is_by_text || found.certainty.is_sure;
  if (deleted.uses.len) return refuse_used(&deleted, name, is_sure, err);
  if (!is_known(&found)) return refuse_unknown(&deleted, &found, err);
  status = check_interfaces(edit, err);
  if (!status) status = check_callers(edit, err);
  if (!status) status = sx_symbol_edit__check_fields(edit, err);
  if (!status) status = check_inner_names(&deleted, err);
  return status ? status : warn_of_declarations(&deleted, &found, err);
}
