#include "refactor/signature_find.h"

#include "base/utf8.h"
#include "semantic/text_uses.h"
#include "workspace/paths.h"

/*
 * Methods of Go: those that belong together, as types have to have what interfaces ask for. The
 * server knows pairs of a type and an interface; what embeds a type, and interfaces without a name,
 * it leaves out, and the text shows.
 */

#define MAX_METHODS 300
#define IN_INTERFACE "method_elem method_spec"

static sx_status refuse(sx_signature *change, const sx_document *document, const sx_nodes *nodes,
                        uint32_t node, const char *why, sx_err *err) {
  return sx_refactoring_refuse(change->r, document, sx_nodes_get(nodes, node)->start, err, "%s",
                               why);
}

static bool is_renamed(const sx_signature *change) {
  return !sx_str_is_equal(change->name, change->new_name);
}

/* Whether the method's type or name becomes another one: names of parameters do not count. */
static bool is_another_method(const sx_signature *change) {
  if (!change->is_shape_same || is_renamed(change) || change->return_type.len) return true;
  for (size_t i = 0; i < change->items.len; i++)
    if (change->items.items[i].is_retyped) return true;
  return false;
}

/* ---- types and interfaces -------------------------------------------------------------------- */

static sx_status add_method(sx_signature *change, const sx_place *place, sx_err *err) {
  sx_place own = {sx_path_own(change->call, place->path), place->range};
  if (sx_places_have(&change->relatives, &own)) return SX_OK;
  if (change->relatives.len >= MAX_METHODS)
    return sx_fail(err, SX_REFUSED,
                   "More than %d methods go with it by interfaces. Nothing was changed.",
                   MAX_METHODS);
  sx_place *added = SX_ARRAY_ADD(&change->relatives, change->call->arena);
  if (!added) return sx_fail(err, change->call->arena->status, NULL);
  *added = own;
  return SX_OK;
}

static sx_status ask_related(sx_signature *change, const sx_place *from, sx_places *out,
                             sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, change->call->wait, change->call->arena);
  size_t slot = sx_batch_places(&batch, SX_PLACES_IMPLEMENTATION, from->path, from->range.start);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, slot, out, err);
  sx_batch_release(&batch);
  return status;
}

static sx_status add_related(sx_signature *change, size_t index, sx_err *err) {
  const sx_place from = change->relatives.items[index];
  sx_places found = {0};
  sx_status status = ask_related(change, &from, &found, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    const sx_place *one = &found.items[i];
    if (sx_path_is_inside(change->call, one->path)) {
      status = add_method(change, one, err);
      continue;
    }
    status =
        sx_fail(err, SX_REFUSED,
                "%.*s:%u:%u: this method goes with one outside the workspace, at %.*s:%u, by "
                "an interface. Nothing was changed.",
                SX_STR_ARG(sx_path_display(change->call, from.path)), from.range.start.line + 1,
                from.range.start.character + 1,
                SX_STR_ARG(sx_path_display(change->call, one->path)), one->range.start.line + 1);
  }
  return status;
}

/* The type that has a method: of its receiver, or the interface; NONE where it has no name. */
static uint32_t type_of(const sx_nodes *nodes, uint32_t method) {
  if (sx_nodes_is(nodes, method, IN_INTERFACE)) {
    uint32_t above = sx_nodes_above(nodes, method, "type_spec block");
    return sx_nodes_field(nodes, above, "name");
  }
  uint32_t receiver = sx_nodes_field(nodes, method, "receiver");
  for (uint32_t one = receiver; one != SX_NODE_NONE && one < nodes->ends[receiver]; one++)
    if (sx_nodes_is(nodes, one, "type_identifier")) return one;
  return SX_NODE_NONE;
}

/* Notes the type of each method: its name. */
static sx_status add_type(sx_signature *change, const sx_place *place, sx_err *err) {
  size_t index;
  sx_status status = sx_signature_file_at(change, place->path, &index, err);
  if (status) return status;
  const sx_signature_file *file = &change->files.items[index];
  size_t start = sx_document_offset(file->document, place->range.start);
  uint32_t leaf = sx_signature_leaf(&file->nodes, start, start + change->name.len);
  uint32_t method = sx_parameters_function_of(&file->nodes, leaf);
  if (!sx_nodes_is(&file->nodes, method, "method_declaration " IN_INTERFACE))
    return sx_refactoring_refuse(change->r, file->document, start, err,
                                 "a method goes with it by an interface, and the text shows none "
                                 "here.");
  uint32_t type = type_of(&file->nodes, method);
  if (type == SX_NODE_NONE) return SX_OK;
  return sx_strs_add_new(&change->classes, sx_nodes_text(&file->nodes, type), change->call->arena,
                         err);
}

/* ---- what the text shows --------------------------------------------------------------------- */

typedef sx_status (*judge)(sx_signature *change, const sx_document *document, const sx_nodes *nodes,
                           uint32_t node, sx_err *err);

static sx_status judge_file(sx_signature *change, const sx_text_uses *uses, size_t *at, size_t len,
                            judge take, sx_err *err) {
  sx_str path = uses->items.items[*at].place.path;
  const sx_document *document = NULL;
  sx_nodes nodes;
  sx_status status = sx_document_peek_any(change->call, path, &document, err);
  if (!status && document) status = sx_nodes_read(&nodes, change->call, document, err);
  for (; *at < uses->items.len && sx_str_is_equal(uses->items.items[*at].place.path, path); ++*at) {
    if (status || !document) continue;
    size_t start = sx_document_offset(document, uses->items.items[*at].place.range.start);
    status = take(change, document, &nodes, sx_signature_leaf(&nodes, start, start + len), err);
  }
  return status;
}

/* Each place of a name in the code of the workspace. */
static sx_status judge_all(sx_signature *change, sx_str name, judge take, sx_err *err) {
  sx_text_uses uses;
  size_t at = 0;
  sx_status status = sx_text_uses_find(&uses, change->call, name, change->target.symbol->path,
                                       SX_TEXT_USES_SOME, err);
  if (!status && uses.is_cut)
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' is a name of too many things to look at each, so nothing was changed.",
                   SX_STR_ARG(name));
  while (!status && at < uses.items.len)
    status = judge_file(change, &uses, &at, name.len, take, err);
  return status;
}

static bool is_relative(const sx_signature *change, const sx_document *document, size_t offset) {
  sx_pos16 at = sx_document_position(document, offset);
  sx_place place = {sx_path_own(change->call, document->path), {at, at}};
  return sx_places_have(&change->relatives, &place);
}

/* An interface that is none of those that the server knows to go with it. */
static sx_status judge_interface(sx_signature *change, const sx_document *document,
                                 const sx_nodes *nodes, uint32_t node, sx_err *err) {
  uint32_t method = sx_parameters_function_of(nodes, node);
  sx_parameters list;
  sx_err why;
  if (!sx_nodes_is(nodes, method, IN_INTERFACE)) return SX_OK;
  if (is_relative(change, document, sx_nodes_get(nodes, node)->start)) return SX_OK;
  sx_status status = sx_parameters_read(&list, nodes, method, node, change->call->arena, &why);
  if (status && status != SX_REFUSED) return sx_fail(err, status, NULL);
  bool may_fit =
      status || list.items.len == change->old.items.len || list.items.len == change->items.len;
  if (!may_fit) return SX_OK;
  return refuse(change, document, nodes, node,
                "this interface asks for a method of that name, and which types fit it is not "
                "known.",
                err);
}

static bool is_exported(sx_str name) {
  uint32_t c = 0;
  sx_utf8_decode(name.ptr, name.len, &c);
  return (c >= 'A' && c <= 'Z') || c >= 0x80;
}

/* A field without a name: what has it has the methods, too. So does what another name of the type
 * is embedded in, which is not followed. */
static sx_status judge_embedded(sx_signature *change, const sx_document *document,
                                const sx_nodes *nodes, uint32_t node, sx_err *err) {
  uint32_t alias = sx_nodes_above(nodes, node, "type_alias");
  if (alias != SX_NODE_NONE && !sx_nodes_is_field(nodes, node, "name"))
    return refuse(change, document, nodes, node,
                  "this is another name of the type, which may be embedded elsewhere.", err);
  uint32_t field = sx_nodes_above(nodes, node, "field_declaration");
  if (!sx_nodes_is(nodes, node, "type_identifier") || field == SX_NODE_NONE) return SX_OK;
  if (sx_nodes_field(nodes, field, "name") != SX_NODE_NONE) return SX_OK;
  if (sx_nodes_above(nodes, node, "type_arguments field_declaration") != field) return SX_OK;
  if (!change->is_inlined && !is_renamed(change) && !is_exported(change->name)) return SX_OK;
  return refuse(change, document, nodes, node,
                "this type gets the method by embedding, and which interfaces ask it for that is "
                "not known.",
                err);
}

sx_status sx_signature_find_methods(sx_signature *change, sx_err *err) {
  const sx_symbol *symbol = change->target.symbol;
  if (change->family != SX_SIGNATURE_GO || !change->is_member || !is_another_method(change))
    return SX_OK;
  sx_place own = {symbol->path, {symbol->at, symbol->at}};
  sx_status status = add_method(change, &own, err);
  for (size_t i = 0; i < change->relatives.len && !status; i++)
    status = add_related(change, i, err);
  for (size_t i = 0; i < change->relatives.len && !status; i++)
    status = add_type(change, &change->relatives.items[i], err);
  if (!status) status = judge_all(change, change->name, judge_interface, err);
  for (size_t i = 0; i < change->classes.len && !status; i++)
    status = judge_all(change, change->classes.items[i], judge_embedded, err);
  return status;
}

/* ---- method expressions ---------------------------------------------------------------------- */

/* The name that says whether an operand is a type: `Till`, `shop.Till`, `Box[int]`. NONE: it is a
 * value, whatever the names mean. */
static uint32_t name_in_operand(const sx_nodes *nodes, uint32_t node) {
  while (sx_nodes_is(nodes, node, "index_expression type_instantiation_expression generic_type")) {
    uint32_t inner = sx_nodes_field(nodes, node, "operand");
    node = inner == SX_NODE_NONE ? sx_nodes_first_named(nodes, node) : inner;
  }
  if (sx_nodes_is(nodes, node, "identifier type_identifier")) return node;
  if (!sx_nodes_is(nodes, node, "selector_expression")) return SX_NODE_NONE;
  uint32_t package = sx_nodes_field(nodes, node, "operand");
  return sx_nodes_is(nodes, package, "identifier") ? sx_nodes_field(nodes, node, "field")
                                                   : SX_NODE_NONE;
}

/* By the text alone: UNSURE where another file declares it. */
static sx_signature_operand judge_by_names(const sx_signature_file *file, uint32_t name) {
  const sx_nodes *nodes = &file->nodes;
  uint32_t parent = sx_nodes_parent(nodes, name);
  bool is_qualified =
      sx_nodes_is(nodes, parent, "selector_expression") && sx_nodes_is_field(nodes, name, "field");
  uint32_t first = is_qualified ? sx_nodes_field(nodes, parent, "operand") : name;
  const sx_name *known = sx_names_at(&file->names, first);
  if (!known || known->binding == SX_BINDING_FREE) return SX_OPERAND_UNSURE;
  uint8_t kind = file->names.bindings.items[known->binding].kind;
  if (kind == SX_BINDING_IMPORT) return is_qualified ? SX_OPERAND_UNSURE : SX_OPERAND_VALUE;
  return kind == SX_BINDING_TYPE && !is_qualified ? SX_OPERAND_TYPE : SX_OPERAND_VALUE;
}

static sx_status ask_operand(sx_signature *change, const sx_signature_file *file, uint32_t name,
                             sx_signature_operand *out, sx_err *err) {
  sx_places places = {0};
  const sx_document *document;
  sx_nodes nodes;
  sx_pos16 at = sx_document_position(file->document, sx_nodes_get(&file->nodes, name)->start);
  sx_batch batch;
  sx_batch_init(&batch, change->call->wait, change->call->arena);
  size_t slot = sx_batch_definition(&batch, file->document->path, at);
  sx_status status = sx_batch_run(&batch, err);
  if (!status && sx_batch_get_places(&batch, slot, &places, NULL)) places.len = 0;
  sx_batch_release(&batch);
  if (status || !places.len) return status;
  status = sx_document_peek(change->call, places.items[0].path, &document, err);
  if (!status) status = sx_nodes_read(&nodes, change->call, document, err);
  if (status) return sx_status_ends_call(status) ? status : SX_OK;
  size_t start = sx_document_offset(document, places.items[0].range.start);
  size_t end =
      start + (sx_nodes_get(&file->nodes, name)->end - sx_nodes_get(&file->nodes, name)->start);
  uint32_t parent = sx_nodes_parent(&nodes, sx_signature_leaf(&nodes, start, end));
  bool is_type = sx_nodes_is(&nodes, parent, "type_spec type_alias type_parameter_declaration");
  *out = is_type ? SX_OPERAND_TYPE : SX_OPERAND_VALUE;
  return SX_OK;
}

sx_status sx_signature_judge_operand(sx_signature *change, sx_signature_file *file,
                                     uint32_t operand, sx_signature_operand *out, sx_err *err) {
  const sx_nodes *nodes = &file->nodes;
  *out = SX_OPERAND_UNSURE;
  if (sx_nodes_is(nodes, operand, "parenthesized_expression")) {
    sx_str text = sx_nodes_text(nodes, sx_nodes_first_named(nodes, operand));
    if (sx_str_has_prefix(text, SX_STR("&"))) *out = SX_OPERAND_VALUE;
    return SX_OK;
  }
  uint32_t name = name_in_operand(nodes, operand);
  if (name == SX_NODE_NONE) {
    *out = SX_OPERAND_VALUE;
    return SX_OK;
  }
  *out = judge_by_names(file, name);
  return *out == SX_OPERAND_UNSURE ? ask_operand(change, file, name, out, err) : SX_OK;
}
