#include "refactor/extract.h"

#include "text/language.h"

/* Go: types that the text itself says. */

#define BASIC                                                                                      \
  "bool string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune "      \
  "float32 float64 complex64 complex128"

/* The type of one of a function's results; or empty. */
sx_str sx_extract_go_result(const sx_extraction *x, uint32_t function, size_t index,
                            size_t *count) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t result = sx_nodes_field(nodes, function, "result");
  sx_str found = SX_STR("");
  *count = 0;
  if (!sx_nodes_is(nodes, result, "parameter_list")) {
    *count = result != SX_NODE_NONE;
    return index == 0 ? sx_nodes_text(nodes, result) : found;
  }
  for (uint32_t one = sx_nodes_first_named(nodes, result); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one)) {
    size_t names = 0;
    for (uint32_t i = sx_nodes_first(nodes, one); i != SX_NODE_NONE; i = sx_nodes_next(nodes, i))
      names += sx_nodes_is_field(nodes, i, "name");
    if (!names) names = 1;
    if (index >= *count && index < *count + names)
      found = sx_nodes_text(nodes, sx_nodes_field(nodes, one, "type"));
    *count += names;
  }
  return found;
}

static uint32_t function_of(const sx_extraction *x, uint32_t callee) {
  const sx_name *name = sx_names_at(&x->names, callee);
  if (!name || name->binding == SX_BINDING_FREE) return SX_NODE_NONE;
  const sx_binding *b = &x->names.bindings.items[name->binding];
  if (b->kind != SX_BINDING_FUNCTION) return SX_NODE_NONE;
  uint32_t function = sx_nodes_parent(&x->nodes, x->names.names.items[b->first].node);
  return sx_nodes_field(&x->nodes, function, "type_parameters") == SX_NODE_NONE ? function
                                                                                : SX_NODE_NONE;
}

/* `*next` is the node whose type it has, where it has that of a part. */
static sx_str type_of_call(const sx_extraction *x, uint32_t call, size_t index, uint32_t *next) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t callee = sx_nodes_field(nodes, call, "function");
  uint32_t first = sx_nodes_first_named(nodes, sx_nodes_field(nodes, call, "arguments"));
  sx_str name = sx_nodes_text(nodes, callee);
  size_t count = 0;
  const sx_name *at = sx_names_at(&x->names, callee);
  bool is_own = at && at->binding == SX_BINDING_FREE;
  uint32_t function = function_of(x, callee);
  if (function != SX_NODE_NONE) return sx_extract_go_result(x, function, index, &count);
  if (!is_own || index) return SX_STR("");
  if (sx_language_has_word("len cap copy", name, false)) return SX_STR("int");
  if (sx_str_is_equal(name, SX_STR("make"))) return sx_nodes_text(nodes, first);
  if (sx_str_is_equal(name, SX_STR("new")))
    return sx_arena_printf(x->call->arena, "*%.*s", SX_STR_ARG(sx_nodes_text(nodes, first)));
  if (sx_language_has_word(BASIC, name, false)) return name;
  if (sx_str_is_equal(name, SX_STR("append"))) *next = first;
  return SX_STR("");
}

static sx_str type_of_literal(const sx_nodes *nodes, uint32_t node) {
  if (sx_nodes_is(nodes, node, "int_literal")) return SX_STR("int");
  if (sx_nodes_is(nodes, node, "float_literal")) return SX_STR("float64");
  if (sx_nodes_is(nodes, node, "rune_literal")) return SX_STR("rune");
  if (sx_nodes_is(nodes, node, "interpreted_string_literal raw_string_literal"))
    return SX_STR("string");
  return sx_nodes_is(nodes, node, "true false") ? SX_STR("bool") : SX_STR("");
}

bool sx_extract_go_is_truth(const sx_nodes *nodes, uint32_t node) {
  sx_str sign = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  return (sx_nodes_is(nodes, node, "binary_expression") &&
          sx_language_has_word("== != < > <= >= && ||", sign, false)) ||
         (sx_nodes_is(nodes, node, "unary_expression") && sx_str_is_equal(sign, SX_STR("!")));
}

bool sx_extract_go_has_truths(const sx_nodes *nodes) {
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is_field(nodes, i, "type") &&
        sx_str_is_equal(sx_nodes_text(nodes, i), SX_STR("bool")) &&
        sx_nodes_is(nodes, sx_nodes_parent(nodes, i), "type_spec"))
      return true;
  return false;
}

static bool is_shift(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_token(nodes, node, "<<") != SX_NODE_NONE ||
         sx_nodes_token(nodes, node, ">>") != SX_NODE_NONE;
}

/* The operand whose type the whole has: of a shift the left one, whatever it is shifted by. */
static uint32_t operand(const sx_nodes *nodes, uint32_t node) {
  uint32_t left = sx_nodes_field(nodes, node, "left");
  if (is_shift(nodes, node)) return left;
  return type_of_literal(nodes, left).len ? sx_nodes_field(nodes, node, "right") : left;
}

/* "T" of "[][]T" and 2; or empty. */
static sx_str element_of(sx_str type, int depth) {
  for (; depth > 0; depth--) {
    size_t close = sx_str_find_char(type, ']', 0);
    bool is_map = sx_str_has_prefix(type, SX_STR("map["));
    if (!is_map && !sx_str_has_prefix(type, SX_STR("["))) return SX_STR("");
    if (is_map && sx_str_find_char(sx_str_slice(type, 4, close), '[', 0) != SX_STR_NONE)
      return SX_STR("");
    type = sx_str_slice(type, close + 1, type.len);
  }
  return type;
}

sx_str sx_extract_go_infer(const sx_extraction *x, uint32_t node, size_t index) {
  const sx_nodes *nodes = &x->nodes;
  bool is_mixed = false;
  int elements = 0;
  for (int depth = 0; depth < 64 && node != SX_NODE_NONE; depth++) {
    uint32_t next = SX_NODE_NONE;
    sx_str literal = type_of_literal(nodes, node);
    if (literal.len) return is_mixed || elements ? SX_STR("") : literal;
    if (sx_extract_go_is_truth(nodes, node))
      return sx_extract_go_has_truths(nodes) ? SX_STR("") : SX_STR("bool");
    if (sx_nodes_is(nodes, node, "binary_expression")) {
      is_mixed = true;
      next = operand(nodes, node);
    } else if (sx_nodes_is(nodes, node, "parenthesized_expression"))
      next = sx_nodes_first_named(nodes, node);
    else if (sx_nodes_is(nodes, node, "index_expression") && index == 0) {
      next = sx_nodes_field(nodes, node, "operand");
      elements++;
      if (!sx_nodes_is(nodes, next, "identifier index_expression")) return SX_STR("");
    } else if (sx_nodes_is(nodes, node, "call_expression")) {
      sx_str type = type_of_call(x, node, index, &next);
      if (type.len || next == SX_NODE_NONE) return elements ? SX_STR("") : type;
    } else if (sx_nodes_is(nodes, node, "type_conversion_expression composite_literal")) {
      uint32_t type = sx_nodes_field(nodes, node, "type");
      bool is_counted = sx_nodes_is(nodes, type, "implicit_length_array_type");
      return is_counted ? SX_STR("") : sx_nodes_text(nodes, type);
    } else if (sx_nodes_is(nodes, node, "unary_expression")) {
      uint32_t literal_at = sx_nodes_field(nodes, node, "operand");
      bool is_address = sx_nodes_token(nodes, node, "&") != SX_NODE_NONE &&
                        sx_nodes_is(nodes, literal_at, "composite_literal");
      const sx_name *of = sx_names_at(&x->names, literal_at);
      uint32_t type = sx_nodes_field(nodes, literal_at, "type");
      if (of && of->binding != SX_BINDING_FREE && x->types && x->types[of->binding].len &&
          sx_nodes_token(nodes, node, "&") != SX_NODE_NONE)
        return sx_arena_printf(x->call->arena, "*%.*s", SX_STR_ARG(x->types[of->binding]));
      return is_address
                 ? sx_arena_printf(x->call->arena, "*%.*s", SX_STR_ARG(sx_nodes_text(nodes, type)))
                 : SX_STR("");
    } else {
      const sx_name *name = sx_names_at(&x->names, node);
      bool is_known = name && name->binding != SX_BINDING_FREE && x->types;
      return is_known ? element_of(x->types[name->binding], elements) : SX_STR("");
    }
    node = next;
  }
  return SX_STR("");
}

/* ---- declarations ---------------------------------------------------------------------------- */

static size_t index_in(const sx_nodes *nodes, uint32_t list, uint32_t node, size_t *count) {
  size_t index = 0;
  *count = 0;
  for (uint32_t i = sx_nodes_first_named(nodes, list); i != SX_NODE_NONE;
       i = sx_nodes_next_named(nodes, i)) {
    if (i == node) index = *count;
    (*count)++;
  }
  return index;
}

static uint32_t item_of(const sx_nodes *nodes, uint32_t list, size_t index) {
  uint32_t item = sx_nodes_first_named(nodes, list);
  while (index-- && item != SX_NODE_NONE) item = sx_nodes_next_named(nodes, item);
  return item;
}

/* The type of what `range` gives of a value. */
static sx_str ranged(sx_str type, size_t index) {
  size_t close = sx_str_find_char(type, ']', 0);
  bool is_list = sx_str_has_prefix(type, SX_STR("["));
  bool is_map = sx_str_has_prefix(type, SX_STR("map["));

  if (sx_str_is_equal(type, SX_STR("string"))) return index ? SX_STR("rune") : SX_STR("int");
  if (is_list && index == 0) return SX_STR("int");
  if (is_list || (is_map && index == 1)) return sx_str_slice(type, close + 1, type.len);
  bool is_plain = is_map && sx_str_find_char(sx_str_slice(type, 4, close), '[', 0) == SX_STR_NONE;
  return is_plain ? sx_str_slice(type, 4, close) : SX_STR("");
}

/* `*is_said`: it is written, and not concluded. */
sx_str sx_extract_go_declared(const sx_extraction *x, uint32_t binding, bool *is_said) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t node = x->names.names.items[x->names.bindings.items[binding].first].node;
  uint32_t parent = sx_nodes_parent(nodes, node);
  uint32_t type = sx_nodes_field(nodes, parent, "type");
  size_t count = 0, values = 0, index = 0;
  *is_said = true;
  if (sx_nodes_is(nodes, parent, "variadic_parameter_declaration"))
    return sx_arena_printf(x->call->arena, "[]%.*s", SX_STR_ARG(sx_nodes_text(nodes, type)));
  if (sx_nodes_is(nodes, parent, "parameter_declaration var_spec") && type != SX_NODE_NONE)
    return sx_nodes_text(nodes, type);
  *is_said = false;
  uint32_t right = sx_nodes_field(nodes, parent, "value");
  if (sx_nodes_is(nodes, parent, "var_spec")) {
    for (uint32_t i = sx_nodes_first(nodes, parent); i != node; i = sx_nodes_next(nodes, i))
      index += sx_nodes_is_field(nodes, i, "name") && sx_nodes_is_named(nodes, i);
  } else if (sx_nodes_is(nodes, parent, "expression_list")) {
    index = index_in(nodes, parent, node, &count);
    right = sx_nodes_field(nodes, sx_nodes_parent(nodes, parent), "right");
  } else
    return SX_STR("");
  if (sx_nodes_is(nodes, sx_nodes_parent(nodes, parent), "range_clause"))
    return ranged(sx_extract_go_infer(x, right, 0), index);
  (void)index_in(nodes, right, SX_NODE_NONE, &values);
  if (!sx_nodes_is(nodes, right, "expression_list")) return SX_STR("");
  if (values == 1 && index > 0)
    return sx_nodes_is(nodes, sx_nodes_first_named(nodes, right), "call_expression")
               ? sx_extract_go_infer(x, sx_nodes_first_named(nodes, right), index)
               : SX_STR("");
  return sx_extract_go_infer(x, item_of(nodes, right, index), 0);
}
