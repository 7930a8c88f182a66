#include "refactor/inline_parts.h"

#include "workspace/paths.h"

#include <stdlib.h>

/* ---- a use ----------------------------------------------------------------------------------- */

static uint32_t call_of(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t call = sx_nodes_parent(nodes, node);
  uint32_t arguments = sx_nodes_field(nodes, call, "arguments");
  bool is_call = sx_nodes_is(nodes, call, "call call_expression") &&
                 sx_nodes_is_field(nodes, node, "function") &&
                 sx_nodes_is(nodes, arguments, "argument_list arguments") &&
                 sx_nodes_field(nodes, call, "optional_chain") == SX_NODE_NONE &&
                 sx_nodes_token(nodes, call, "?.") == SX_NODE_NONE;
  return is_call ? call : SX_NODE_NONE;
}

static bool is_decorator(const sx_nodes *nodes, uint32_t call) {
  return sx_nodes_is(nodes, sx_nodes_parent(nodes, call), "decorator");
}

static bool is_known(const sx_inlining *in, const sx_inline_text *text, uint32_t node) {
  for (size_t i = 0; i < in->uses.len; i++)
    if (in->uses.items[i].in == text && in->uses.items[i].node == node) return true;
  return false;
}

sx_status sx_inline_add_use(sx_inlining *in, sx_inline_text *text, uint32_t node, sx_err *err) {
  bool is_function = in->definition.function != SX_NODE_NONE;
  uint32_t call = is_function ? call_of(text, node) : node;
  if (call == SX_NODE_NONE || is_decorator(&text->nodes, call))
    return sx_inline_refuse(
        in, text, node, err,
        "a use of %.*s that is not a call of it, which needs the function "
        "itself. Change this use first.",
        SX_STR_ARG(sx_nodes_text(&in->definition.in->nodes, in->definition.name)));
  if (is_known(in, text, node)) return SX_OK;
  sx_inline_use *added = SX_ARRAY_ADD(&in->uses, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_use){text, node, call, SX_NODE_NONE};
  return SX_OK;
}

/* All places of a binding, as the text has them. */
static sx_status add_bound(sx_inlining *in, sx_inline_text *text, uint32_t binding, sx_err *err) {
  const sx_names *names = &text->names;
  sx_status status = SX_OK;
  for (size_t i = 0; i < names->names.len && !status; i++) {
    const sx_name *name = &names->names.items[i];
    if (name->binding != binding || is_known(in, text, name->node)) continue;
    bool is_definition = text == in->definition.in && name->node == in->definition.name;
    if (is_definition || (text != in->definition.in && (name->roles & SX_NAME_DECLARES))) continue;
    if (name->roles & (SX_NAME_WRITES | SX_NAME_ADDRESS | SX_NAME_DECLARES))
      return sx_inline_refuse(in, text, name->node, err,
                              "it gets another value here, so it is not one that could stand for "
                              "it.");
    status = sx_inline_add_use(in, text, name->node, err);
  }
  return status;
}

/* ---- places of the server -------------------------------------------------------------------- */

static uint32_t import_around(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t around = sx_nodes_above(nodes, node,
                                   "import_from_statement import_statement export_clause "
                                   "export_statement block statement_block");
  return sx_nodes_is(nodes, around, "import_from_statement import_statement") ? around
                                                                              : SX_NODE_NONE;
}

/* The name that an import of it binds: itself or the alias. */
static const sx_name *name_of_import(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t item = sx_nodes_above(nodes, node,
                                 "aliased_import import_specifier import_from_statement "
                                 "import_statement");
  uint32_t alias = sx_nodes_is(nodes, item, "aliased_import import_specifier")
                       ? sx_nodes_field(nodes, item, "alias")
                       : SX_NODE_NONE;
  return sx_names_at(&text->names, alias == SX_NODE_NONE ? node : alias);
}

static sx_status take_import(sx_inlining *in, sx_inline_text *text, uint32_t node, sx_err *err) {
  const sx_name *name = name_of_import(text, node);
  if (!name || name->binding == SX_BINDING_FREE)
    return sx_inline_refuse(in, text, node, err, "an import whose meaning the text does not show.");
  if (text->import == name->binding) return SX_OK;
  if (text->import != SX_BINDING_FREE)
    return sx_inline_refuse(in, text, node, err,
                            "it is imported twice in one file. Remove one of the imports first.");
  if (text->names.bindings.items[name->binding].declarations > 1)
    return sx_inline_refuse(in, text, node, err,
                            "an import of a name that is declared elsewhere in the file, too.");
  text->import = name->binding;
  size_t before = in->uses.len;
  sx_status status = add_bound(in, text, name->binding, err);
  if (!status && in->uses.len == before)
    return sx_inline_refuse(in, text, node, err,
                            "imported and not called here, so that other files may have it from "
                            "this one. Remove the import first, if none has.");
  return status;
}

/* All of its text that has the name was taken; a place that is not among it is something else. */
static sx_status take_place_typed(sx_inlining *in, sx_inline_text *text, uint32_t offset,
                                  sx_err *err) {
  uint32_t node = sx_inline_identifier_at(text, offset);
  sx_status status = sx_inline_take_text_typed(in, text, err);
  if (status) return status;
  if (node != SX_NODE_NONE && (is_known(in, text, node) || sx_inline_is_prototype(text, node) ||
                               (text == in->definition.in && node == in->definition.name)))
    return SX_OK;
  return sx_refactoring_refuse(
      &in->r, text->document, offset, err,
      "a use of it other than a call by its name alone: from another "
      "package, in a macro, or in code that is not understood. Change this use first.");
}

static sx_status take_place(sx_inlining *in, const sx_place *place, sx_err *err) {
  sx_inline_text *text;
  sx_status status = sx_inline_open(in, place->path, &text, err);
  if (status) return status;
  if (text->language->is_typed != in->definition.in->language->is_typed)
    return sx_refactoring_refuse(&in->r, text->document, 0, err,
                                 "a file of another language uses it. Change that use first.");
  uint32_t offset = (uint32_t)sx_document_offset(text->document, place->range.start);
  if (text->language->is_typed) return take_place_typed(in, text, offset, err);
  uint32_t node = sx_inline_identifier_at(text, offset);
  const sx_name *name = sx_names_at(&text->names, node);
  bool is_own = text == in->definition.in;
  if (is_own && node == in->definition.name) return SX_OK;
  if (node != SX_NODE_NONE && is_known(in, text, node)) return SX_OK;
  if (!is_own && node != SX_NODE_NONE && import_around(text, node) != SX_NODE_NONE)
    return take_import(in, text, node, err);
  if (!is_own && name && name->binding == text->import && name->binding != SX_BINDING_FREE)
    return SX_OK;
  bool is_imported = name && name->binding != SX_BINDING_FREE && !is_own &&
                     text->names.bindings.items[name->binding].kind == SX_BINDING_IMPORT;
  if (is_imported) return take_import(in, text, node, err);
  return sx_refactoring_refuse(
      &in->r, text->document, offset, err,
      "a use of it that is neither a call by its name nor an import that "
      "is understood: a member of a module, an export, or a string. Change this use first.");
}

sx_status sx_inline_ask_uses(sx_inlining *in, sx_references *found, sx_err *err) {
  sx_status status = sx_references_find(found, in->r.call, &in->target, SX_TEXT_USES_SOME, err);
  if (status) return status;
  bool is_all = sx_references_status(found, found->places.len) == SX_ANSWER_FOUND &&
                !found->is_by_text && !found->is_silent && !found->left_out &&
                !found->aliases_left && !found->unresolved.items.len && !found->unresolved.is_cut &&
                !in->target.is_loading;
  if (is_all) return SX_OK;
  sx_buf why;
  sx_buf_init(&why, SX_ERR_MESSAGE_BYTES);
  sx_references_write_doubts(found, &in->target, found->places.len, in->r.call, &why);
  status = sx_fail(err, SX_REFUSED, "Not all uses of it are known, so nothing was changed. %.*s",
                   SX_STR_ARG(sx_str_trim(sx_buf_str(&why))));
  sx_buf_release(&why);
  return status;
}

/* ---- strings --------------------------------------------------------------------------------- */

/* `__all__` exports it; another string with its name may stand for it, too. */
static sx_status check_strings(sx_inlining *in, const sx_inline_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  sx_str name = sx_nodes_text(&in->definition.in->nodes, in->definition.name);
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    if (!sx_nodes_is(nodes, i, "string_content string_fragment") ||
        !sx_str_is_equal(sx_nodes_text(nodes, i), name))
      continue;
    uint32_t around = sx_nodes_above(nodes, i, "assignment augmented_assignment");
    sx_str left = sx_nodes_text(nodes, sx_nodes_field(nodes, around, "left"));
    if (sx_str_is_equal(left, SX_STR("__all__")) && !in->keeps_definition)
      return sx_inline_refuse(in, text, i, err, "__all__ exports it. Take it out of there first.");
    status = sx_refactoring_warn(&in->r, text->document, sx_nodes_get(nodes, i)->start,
                                 "a string has its name, and may stand for it.");
  }
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The last ones first: a call within an argument or the object of another is replaced before that.
 */
static int compare_uses(const void *left, const void *right) {
  const sx_inline_use *a = left, *b = right;
  if (a->in != b->in) return sx_str_compare(a->in->document->path, b->in->document->path);
  return a->call > b->call ? -1 : a->call < b->call;
}

static sx_status ask_all(sx_inlining *in, sx_err *err) {
  sx_references found = {0};
  sx_status status = sx_inline_ask_uses(in, &found, err);
  for (size_t i = 0; i < found.places.len && !status; i++)
    status = take_place(in, &found.places.items[i], err);
  return status;
}

sx_status sx_inline_find_uses(sx_inlining *in, sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  if (of->is_method) {
    sx_status found = sx_inline_find_method_uses(in, err);
    if (!found) qsort(in->uses.items, in->uses.len, sizeof *in->uses.items, compare_uses);
    return found;
  }
  const sx_binding *binding = &of->in->names.bindings.items[of->binding];
  sx_status status = of->in->language->is_typed ? sx_inline_take_text_typed(in, of->in, err)
                                                : add_bound(in, of->in, of->binding, err);
  if (!status && binding->scope == 0) status = ask_all(in, err);
  if (status) return status;
  if (!in->uses.len)
    return sx_inline_refuse(in, of->in, of->name, err,
                            "%.*s is used nowhere. edit_symbol deletes it.",
                            SX_STR_ARG(binding->name));
  for (size_t i = 0; i < in->texts.len && !status && binding->scope == 0; i++)
    status = check_strings(in, in->texts.items[i], err);
  if (status) return status;
  qsort(in->uses.items, in->uses.len, sizeof *in->uses.items, compare_uses);
  return SX_OK;
}
