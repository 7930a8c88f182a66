#include "refactor/extract.h"

#include "base/byte.h"
#include "base/word.h"
#include "refactor/hovers.h"
#include "semantic/text_uses.h"
#include "text/language.h"

/*
 * The types of TypeScript's parameters: by the server's hover where the selection uses them first,
 * which knows how a type is narrowed there, else as they are declared. Results are inferred.
 */

#define MAX_VALUES 32

/* ---- what a type may name -------------------------------------------------------------------- */

static bool has_text(sx_str text, const char *part) {
  return sx_str_find(text, sx_str_from(part), 0) != SX_STR_NONE;
}

/* Type parameters of the function around become the new one's. */
static bool is_type_parameter(sx_extraction *x, const sx_binding *binding) {
  uint32_t node = x->names.names.items[binding->first].node;
  bool is_own = binding->scope == x->part.function &&
                sx_nodes_is(&x->nodes, sx_nodes_parent(&x->nodes, node), "type_parameter");
  if (is_own)
    x->generics =
        sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, x->part.function, "type_parameters"));
  return is_own;
}

/* A name of a function around, or of its types, means nothing at the new place. */
static bool is_name_known(sx_extraction *x, sx_str name) {
  uint32_t here = sx_names_look_up(&x->names, name, x->part.first);
  if (here == SX_BINDING_FREE || x->names.bindings.items[here].scope == 0) return true;
  const sx_binding *binding = &x->names.bindings.items[here];
  if (binding->spaces == SX_SPACE_VALUES) return true; /* a type of another name space */
  if (is_type_parameter(x, binding)) return true;
  uint32_t class = sx_nodes_above(&x->nodes, x->owner,
                                  "class_declaration class "
                                  "abstract_class_declaration");
  return x->is_method && class != SX_NODE_NONE && binding->scope == class;
}

static bool is_usable(sx_extraction *x, sx_str type) {
  static const char *const unusable[] = {"...",           "…",   "import(", "typeof ",
                                         "unique symbol", "{…}", "\n"};
  if (!type.len) return false;
  for (size_t i = 0; i < sizeof unusable / sizeof *unusable; i++)
    if (has_text(type, unusable[i])) return false;
  size_t end = 0;
  for (sx_str word = sx_word_next(type, &end); word.len; word = sx_word_next(type, &end)) {
    bool is_member = end > word.len && word.ptr[-1] == '.';
    if (!is_member && !is_name_known(x, word)) return false;
  }
  return true;
}

/* ---- as they are declared -------------------------------------------------------------------- */

static sx_str without_colon(sx_str annotation) {
  if (sx_str_has_prefix(annotation, SX_STR(":")))
    annotation = sx_str_slice(annotation, 1, annotation.len);
  return sx_str_trim(annotation);
}

static sx_str type_of_literal(const sx_extraction *x, uint32_t value) {
  if (sx_nodes_is(&x->nodes, value, "number")) return SX_STR("number");
  if (sx_nodes_is(&x->nodes, value, "string template_string")) return SX_STR("string");
  if (sx_nodes_is(&x->nodes, value, "true false")) return SX_STR("boolean");
  if (!sx_nodes_is(&x->nodes, value, "new_expression")) return SX_STR("");
  uint32_t class = sx_nodes_field(&x->nodes, value, "constructor");
  uint32_t generic = sx_nodes_field(&x->nodes, value, "type_arguments");
  if (!sx_nodes_is(&x->nodes, class, "identifier")) return SX_STR("");
  const sx_name *name = sx_names_at(&x->names, class);
  bool is_plain = generic == SX_NODE_NONE && name && name->binding != SX_BINDING_FREE;
  if (generic == SX_NODE_NONE && !is_plain) return SX_STR("");
  return sx_arena_printf(x->call->arena, "%.*s%.*s", SX_STR_ARG(sx_nodes_text(&x->nodes, class)),
                         SX_STR_ARG(sx_nodes_text(&x->nodes, generic)));
}

/* The variable has no value at first: then the compiler knows where it has one. */
static sx_str annotation_of_local(sx_extraction *x, const sx_extract_value *value) {
  const sx_binding *binding = &x->names.bindings.items[value->binding];
  uint32_t node = x->names.names.items[binding->first].node;
  uint32_t declarator = sx_nodes_parent(&x->nodes, node);
  if (!sx_nodes_is(&x->nodes, declarator, "variable_declarator") ||
      sx_nodes_field(&x->nodes, declarator, "value") != SX_NODE_NONE)
    return SX_STR("");
  uint32_t annotation = sx_nodes_field(&x->nodes, declarator, "type");
  sx_str type = without_colon(sx_nodes_text(&x->nodes, annotation));
  return is_usable(x, type) ? type : SX_STR("");
}

static sx_str declared_type(const sx_extraction *x, const sx_extract_value *value) {
  const sx_binding *binding = &x->names.bindings.items[value->binding];
  uint32_t node = x->names.names.items[binding->first].node;
  uint32_t parent = sx_nodes_parent(&x->nodes, node);
  if (!sx_nodes_is(&x->nodes, parent, "required_parameter optional_parameter variable_declarator"))
    return SX_STR("");
  sx_str type = without_colon(sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, parent, "type")));
  uint32_t initial = sx_nodes_field(&x->nodes, parent, "value");
  if (!type.len) return type_of_literal(x, initial);
  if (sx_nodes_is(&x->nodes, parent, "optional_parameter") && initial == SX_NODE_NONE)
    return sx_arena_printf(x->call->arena, "%.*s | undefined", SX_STR_ARG(type));
  return type;
}

/* ---- as the server knows them ---------------------------------------------------------------- */

/* The T in "(parameter) x: T", "const x: T" and "let x: T". */
static sx_str type_in_hover(const sx_extraction *x, const sx_extract_value *value,
                            sx_str signature) {
  sx_str name = x->names.bindings.items[value->binding].name, line;
  sx_str mark = sx_arena_printf(x->call->arena, " %.*s: ", SX_STR_ARG(name));
  sx_str rest = signature;
  if (!sx_str_next_line(&rest, &line) || sx_str_trim(rest).len) return SX_STR("");
  size_t at = sx_str_find(line, mark, 0);
  return at == SX_STR_NONE ? SX_STR("") : sx_str_trim(sx_str_slice(line, at + mark.len, line.len));
}

static bool is_wanted(const sx_extract_value *value) {
  return value->is_parameter;
}

static sx_status ask(sx_extraction *x, sx_err *err) {
  sx_hover_text hovers[MAX_VALUES];
  uint32_t offsets[MAX_VALUES] = {0};
  sx_extract_value *asked[MAX_VALUES];
  size_t count = 0;
  for (size_t i = 0; i < x->part.values.len && count < MAX_VALUES; i++) {
    sx_extract_value *value = &x->part.values.items[i];
    if (!is_wanted(value)) continue;
    asked[count] = value;
    offsets[count++] = sx_nodes_get(&x->nodes, value->node)->start;
  }
  sx_status status = sx_hovers_ask(x->call, x->document, offsets, count, hovers, err);
  for (size_t i = 0; i < count && !status; i++)
    asked[i]->type = type_in_hover(x, asked[i], hovers[i].signature);
  return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The types that the selection names, and that of the value that it returns. */
static sx_status find_generics(sx_extraction *x, sx_err *err) {
  uint32_t around = x->part.function;
  for (size_t i = 0; i < x->names.bindings.len; i++) {
    const sx_binding *binding = &x->names.bindings.items[i];
    if (binding->kind != SX_BINDING_TYPE || binding->spaces != SX_SPACE_TYPES || !binding->scope)
      continue;
    for (size_t k = sx_names_from(&x->names, x->part.start);
         k < x->names.names.len && x->names.names.items[k].start < x->part.end; k++) {
      const sx_name *name = &x->names.names.items[k];
      if (name->binding != i || sx_extract_has(x, &x->part, binding->scope)) continue;
      if (!is_name_known(x, binding->name))
        return sx_extract_refuse(x, name->node, err,
                                 "The type '%.*s' is declared in the function around and not known "
                                 "outside of it. Select code that does not name it.",
                                 SX_STR_ARG(binding->name));
    }
  }
  uint32_t result = sx_nodes_field(&x->nodes, around, "return_type");
  bool is_plain = x->part.is_returning && x->part.has_value && result != SX_NODE_NONE &&
                  sx_nodes_token(&x->nodes, around, "async") == SX_NODE_NONE &&
                  sx_nodes_is(&x->nodes, result, "type_annotation");
  if (is_plain && is_usable(x, without_colon(sx_nodes_text(&x->nodes, result))))
    x->result_type = sx_nodes_text(&x->nodes, result);
  return SX_OK;
}

/* Whether another module exports a type of this name. */
static sx_status is_exported_elsewhere(sx_extraction *x, sx_str name, bool *out, sx_err *err) {
  sx_text_uses uses;
  sx_status status =
      sx_text_uses_find(&uses, x->call, name, x->document->path, SX_TEXT_USES_SOME, err);
  for (size_t i = 0; i < uses.items.len && !status && !*out; i++) {
    const sx_text_use *use = &uses.items.items[i];
    const sx_document *document = NULL;
    if (!use->is_declaration || sx_str_is_equal(use->place.path, x->document->path)) continue;
    status = sx_document_peek_any(x->call, use->place.path, &document, err);
    if (status || !document) continue;
    size_t at = sx_document_offset(document, use->place.range.start);
    sx_str line = sx_str_slice(document->text, sx_str_line_start(document->text, at), at);
    *out = sx_str_has_prefix(line, SX_STR("export "));
  }
  return status;
}

/* The server names types that the file does not import. */
static sx_status check_imported(sx_extraction *x, const sx_extract_value *value, sx_err *err) {
  static const char library[] =
      "Array ReadonlyArray Promise Map Set WeakMap Record Partial Readonly "
      "Required Pick Omit Date RegExp Error Function Object";
  sx_str type = value->type;
  sx_status status = SX_OK;
  bool is_elsewhere = false;
  for (size_t at = 0, end; at < type.len && !status; at = end > at ? end : at + 1) {
    for (end = at; end < type.len && sx_byte_is_ident(type.ptr[end]);) end++;
    sx_str name = sx_str_slice(type, at, end);
    bool is_type = name.len && *name.ptr >= 'A' && *name.ptr <= 'Z' &&
                   !(at && type.ptr[at - 1] == '.') && !sx_language_has_word(library, name, false);
    if (!is_type || sx_names_look_up(&x->names, name, x->part.first) != SX_BINDING_FREE) continue;
    status = is_exported_elsewhere(x, name, &is_elsewhere, err);
    if (!status && is_elsewhere)
      return sx_extract_refuse(x, value->node, err,
                               "'%.*s' would be a parameter, and its type %.*s is one of another "
                               "module. Import it in this file first.",
                               SX_STR_ARG(x->names.bindings.items[value->binding].name),
                               SX_STR_ARG(name));
  }
  return status;
}

sx_status sx_extract_find_types(sx_extraction *x, sx_err *err) {
  x->generics = x->result_type = SX_STR("");
  sx_status status = sx_extract_count(&x->part, false) ? ask(x, err) : SX_OK;
  if (!status) status = find_generics(x, err);
  for (size_t i = 0; i < x->part.values.len && !status; i++) {
    sx_extract_value *value = &x->part.values.items[i];
    if (value->is_local) value->type = annotation_of_local(x, value);
    if (!is_wanted(value)) continue;
    if (!is_usable(x, value->type)) value->type = declared_type(x, value);
    if (!is_usable(x, value->type))
      status = sx_extract_refuse(x, value->node, err,
                                 "The type of '%.*s', which would be a parameter, is not known: "
                                 "nothing declares it, and the language server did not give one "
                                 "that can be named outside of this function. Declare its type.",
                                 SX_STR_ARG(x->names.bindings.items[value->binding].name));
    if (!status) status = check_imported(x, value, err);
  }
  return status;
}
