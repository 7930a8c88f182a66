#include "refactor/move_go_package.h"

#include "text/language.h"

/*
 * The types of values, as far as the declarations of a package show them: those of literals, and of
 * what a selector takes a member of.
 */

#define MAX_STEPS 16
#define MAX_NAMES 20

static const sx_go_type unknown = {NULL, SX_NODE_NONE};

static sx_go_type type_at(const sx_move_text *text, uint32_t node) {
  return node == SX_NODE_NONE ? unknown : (sx_go_type){text, node};
}

/* Without pointers, brackets and the arguments of a generic one. */
static uint32_t bare(const sx_nodes *nodes, uint32_t node) {
  for (int i = 0; i < MAX_STEPS; i++) {
    uint32_t next = SX_NODE_NONE;
    if (sx_nodes_is(nodes, node, "pointer_type parenthesized_type"))
      next = sx_nodes_first_named(nodes, node);
    if (sx_nodes_is(nodes, node, "generic_type")) next = sx_nodes_field(nodes, node, "type");
    if (next == SX_NODE_NONE) break;
    node = next;
  }
  return node;
}

sx_str sx_go_type_name(sx_go_type type) {
  if (type.node == SX_NODE_NONE) return SX_STR("");
  uint32_t node = bare(&type.text->nodes, type.node);
  bool is_name = sx_nodes_is(&type.text->nodes, node, "type_identifier identifier");
  return is_name ? sx_nodes_text(&type.text->nodes, node) : SX_STR("");
}

/* The node of the name that declares another, in the text or elsewhere in the old package. */
static sx_go_type declared(const sx_go_far *far, const sx_move_text *text, uint32_t node) {
  const sx_name *name = sx_names_at(&text->names, node);
  sx_str word = sx_nodes_text(&text->nodes, node);
  if (name && name->binding != SX_BINDING_FREE) {
    const sx_binding *binding = &text->names.bindings.items[name->binding];
    if (binding->kind == SX_BINDING_IMPORT) return unknown;
    return type_at(text, text->names.names.items[binding->first].node);
  }
  const sx_go_top *top = sx_go_find_top(&far->old, word);
  return top ? type_at(top->text, top->node) : unknown;
}

sx_go_type sx_go_type_under(const sx_go_far *far, sx_go_type type) {
  for (int i = 0; i < MAX_NAMES && type.node != SX_NODE_NONE; i++) {
    const sx_nodes *nodes = &type.text->nodes;
    uint32_t node = bare(nodes, type.node);
    if (!sx_nodes_is(nodes, node, "type_identifier identifier")) return type_at(type.text, node);
    sx_go_type name = declared(far, type.text, node);
    if (name.node == SX_NODE_NONE) return unknown;
    uint32_t spec = sx_nodes_parent(&name.text->nodes, name.node);
    if (!sx_nodes_is(&name.text->nodes, spec, "type_spec type_alias")) return unknown;
    type = type_at(name.text, sx_nodes_field(&name.text->nodes, spec, "type"));
  }
  return unknown;
}

/* ---- literals ------------------------------------------------------------------------------- */

bool sx_go_is_key(const sx_nodes *nodes, uint32_t node) {
  uint32_t element = sx_nodes_parent(nodes, node);
  return sx_nodes_is(nodes, node, "identifier") && sx_nodes_is(nodes, element, "literal_element") &&
         sx_nodes_is_field(nodes, element, "key") &&
         sx_nodes_is(nodes, sx_nodes_parent(nodes, element), "keyed_element");
}

static sx_go_type element_of(const sx_go_far *far, sx_go_type type, bool is_key) {
  type = sx_go_type_under(far, type);
  if (type.node == SX_NODE_NONE) return unknown;
  const sx_nodes *nodes = &type.text->nodes;
  if (sx_nodes_is(nodes, type.node, "map_type"))
    return type_at(type.text, sx_nodes_field(nodes, type.node, is_key ? "key" : "value"));
  if (sx_nodes_is(nodes, type.node, "slice_type array_type implicit_length_array_type"))
    return type_at(type.text, sx_nodes_field(nodes, type.node, "element"));
  return sx_nodes_is(nodes, type.node, "qualified_type") ? type : unknown;
}

sx_go_type sx_go_type_of_literal(const sx_go_far *far, const sx_move_text *text, uint32_t value) {
  const sx_nodes *nodes = &text->nodes;
  bool is_key[MAX_STEPS];
  size_t steps = 0;
  while (sx_nodes_is(nodes, sx_nodes_parent(nodes, value), "literal_element")) {
    uint32_t element = sx_nodes_parent(nodes, value), above = sx_nodes_parent(nodes, element);
    if (steps == MAX_STEPS) return unknown;
    is_key[steps++] = sx_nodes_is_field(nodes, element, "key");
    value = sx_nodes_is(nodes, above, "keyed_element") ? sx_nodes_parent(nodes, above) : above;
  }
  uint32_t literal = sx_nodes_parent(nodes, value);
  sx_go_type type = type_at(text, sx_nodes_field(nodes, literal, "type"));
  while (steps--) type = element_of(far, type, is_key[steps]);
  return type;
}

bool sx_go_is_field(const sx_go_far *far, const sx_move_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t value = sx_nodes_above(nodes, node, "literal_value");
  sx_go_type type = sx_go_type_under(far, sx_go_type_of_literal(far, text, value));
  if (type.node != SX_NODE_NONE && !sx_nodes_is(&type.text->nodes, type.node, "qualified_type"))
    return sx_nodes_is(&type.text->nodes, type.node, "struct_type");
  if (text->names.dynamic != SX_NODE_NONE) return false;
  for (uint32_t one = sx_nodes_first_named(nodes, value); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one)) {
    uint32_t key = sx_nodes_first_named(nodes, sx_nodes_field(nodes, one, "key"));
    sx_str word = sx_nodes_text(nodes, key);
    if (sx_nodes_is(nodes, key, "identifier") && sx_go_is_exported(word) &&
        !sx_go_find_top(&far->old, word) &&
        sx_names_look_up(&text->names, word, key) == SX_BINDING_FREE)
      return true;
  }
  return false;
}

/* ---- values --------------------------------------------------------------------------------- */

/* The result of a function of the package, one of several. */
static sx_go_type type_of_result(const sx_go_far *far, const sx_move_text *text, uint32_t call,
                                 size_t index) {
  uint32_t function = sx_nodes_field(&text->nodes, call, "function");
  sx_str word = sx_nodes_text(&text->nodes, function);
  uint32_t given =
      sx_nodes_first_named(&text->nodes, sx_nodes_field(&text->nodes, call, "arguments"));
  if (!sx_nodes_is(&text->nodes, function, "identifier")) return unknown;
  sx_go_type name = declared(far, text, function);
  if (name.node == SX_NODE_NONE)
    return sx_str_is_equal(word, SX_STR("new")) ? type_at(text, given) : unknown;
  const sx_nodes *nodes = &name.text->nodes;
  uint32_t declaration = sx_nodes_parent(nodes, name.node);
  if (sx_nodes_is(nodes, declaration, "type_spec type_alias"))
    return type_at(text, function); /* a conversion */
  uint32_t result = sx_nodes_field(nodes, declaration, "result");
  if (!sx_nodes_is(nodes, declaration, "function_declaration") || result == SX_NODE_NONE ||
      sx_nodes_field(nodes, declaration, "type_parameters") != SX_NODE_NONE)
    return unknown;
  if (!sx_nodes_is(nodes, result, "parameter_list"))
    return index ? unknown : type_at(name.text, result);
  uint32_t one = sx_nodes_first_named(nodes, result);
  while (index-- && sx_nodes_field(nodes, one, "name") == SX_NODE_NONE)
    one = sx_nodes_next_named(nodes, one);
  return type_at(name.text, sx_nodes_field(nodes, one, "type"));
}

static sx_go_type type_of_value(const sx_go_far *far, const sx_move_text *text, uint32_t value) {
  const sx_nodes *nodes = &text->nodes;
  if (sx_nodes_is(nodes, value, "unary_expression"))
    value = sx_nodes_field(nodes, value, "operand");
  if (sx_nodes_is(nodes, value, "composite_literal type_conversion_expression"))
    return type_at(text, sx_nodes_field(nodes, value, "type"));
  if (sx_nodes_is(nodes, value, "type_assertion_expression"))
    return type_at(text, sx_nodes_field(nodes, value, "type"));
  return sx_nodes_is(nodes, value, "call_expression") ? type_of_result(far, text, value, 0)
                                                      : unknown;
}

static size_t place_in(const sx_nodes *nodes, uint32_t list, uint32_t node) {
  size_t place = 0;
  for (uint32_t one = sx_nodes_first_named(nodes, list); one != SX_NODE_NONE && one != node;
       one = sx_nodes_next_named(nodes, one))
    place++;
  return place;
}

/* The type of a variable, by its declaration. */
static sx_go_type type_of_name(const sx_go_far *far, const sx_move_text *text, uint32_t node) {
  sx_go_type name = declared(far, text, node);
  if (name.node == SX_NODE_NONE) return unknown;
  const sx_nodes *nodes = &name.text->nodes;
  uint32_t in = sx_nodes_parent(nodes, name.node), type = sx_nodes_field(nodes, in, "type");
  if (sx_nodes_is(nodes, in, "parameter_declaration var_spec") && type != SX_NODE_NONE)
    return type_at(name.text, type);
  uint32_t values = sx_nodes_field(nodes, in, "value");
  size_t place = 0;
  if (sx_nodes_is(nodes, in, "expression_list")) {
    uint32_t statement = sx_nodes_parent(nodes, in);
    if (!sx_nodes_is(nodes, statement, "short_var_declaration")) return unknown;
    place = place_in(nodes, in, name.node);
    values = sx_nodes_field(nodes, statement, "right");
  } else if (!sx_nodes_is(nodes, in, "var_spec")) {
    return unknown;
  }
  uint32_t first = sx_nodes_first_named(nodes, values), value = first;
  if (place && sx_nodes_next_named(nodes, first) == SX_NODE_NONE)
    return sx_nodes_is(nodes, first, "call_expression")
               ? type_of_result(far, name.text, first, place)
               : unknown;
  while (place--) value = sx_nodes_next_named(nodes, value);
  return type_of_value(far, name.text, value);
}

static sx_go_type field_of(const sx_go_far *far, sx_go_type type, sx_str field) {
  type = sx_go_type_under(far, type);
  if (type.node == SX_NODE_NONE || !sx_nodes_is(&type.text->nodes, type.node, "struct_type"))
    return unknown;
  const sx_nodes *nodes = &type.text->nodes;
  uint32_t list = sx_nodes_first_named(nodes, type.node);
  for (uint32_t one = sx_nodes_first_named(nodes, list); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one))
    for (uint32_t name = sx_nodes_first_named(nodes, one); name != SX_NODE_NONE;
         name = sx_nodes_next_named(nodes, name))
      if (sx_nodes_is_field(nodes, name, "name") &&
          sx_str_is_equal(sx_nodes_text(nodes, name), field))
        return type_at(type.text, sx_nodes_field(nodes, one, "type"));
  return unknown;
}

sx_go_type sx_go_type_of_operand(const sx_go_far *far, const sx_move_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t steps[MAX_STEPS];
  size_t count = 0;
  for (;;) {
    uint32_t next = SX_NODE_NONE;
    if (sx_nodes_is(nodes, node, "parenthesized_expression"))
      next = sx_nodes_first_named(nodes, node);
    else if (sx_nodes_is(nodes, node, "unary_expression selector_expression index_expression"))
      next = sx_nodes_field(nodes, node, "operand");
    if (next == SX_NODE_NONE) break;
    if (sx_nodes_is(nodes, node, "selector_expression index_expression")) {
      if (count == MAX_STEPS) return unknown;
      steps[count++] = node;
    }
    node = next;
  }
  sx_go_type type = sx_nodes_is(nodes, node, "identifier") ? type_of_name(far, text, node)
                                                           : type_of_value(far, text, node);
  while (count--) {
    uint32_t field = sx_nodes_field(nodes, steps[count], "field");
    type = field == SX_NODE_NONE ? element_of(far, type, false)
                                 : field_of(far, type, sx_nodes_text(nodes, field));
  }
  return type;
}
