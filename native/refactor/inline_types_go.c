#include "refactor/inline_parts.h"

#include "text/language.h"

#define BASIC                                                                                      \
  "int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64 "  \
  "complex128 string bool byte rune"

static uint32_t declaring_name(const sx_inline_text *text, uint32_t binding) {
  return text->names.names.items[text->names.bindings.items[binding].first].node;
}

static bool is_free(const sx_inline_text *text, uint32_t node) {
  const sx_name *name = sx_names_at(&text->names, node);
  return name && name->binding == SX_BINDING_FREE;
}

/* `int(x)`, where the text gives the name no other meaning. */
static bool is_basic_conversion(const sx_inline_text *text, uint32_t call) {
  uint32_t function = sx_nodes_field(&text->nodes, call, "function");
  return sx_nodes_is(&text->nodes, function, "identifier") && is_free(text, function) &&
         sx_language_has_word(BASIC, sx_nodes_text(&text->nodes, function), false);
}

static bool is_length(const sx_inline_text *text, uint32_t call) {
  uint32_t function = sx_nodes_field(&text->nodes, call, "function");
  return sx_nodes_is(&text->nodes, function, "identifier") && is_free(text, function) &&
         sx_language_has_word("len cap", sx_nodes_text(&text->nodes, function), false);
}

sx_inline_level sx_inline_judge_go_call(const sx_inline_text *text, uint32_t call) {
  if (is_basic_conversion(text, call)) return SX_INLINE_PURE;
  return is_length(text, call) ? SX_INLINE_CHANGES : SX_INLINE_ACTS;
}

/* ---- of a declaration ------------------------------------------------------------------------ */

static sx_str type_of_literal(const sx_nodes *nodes, uint32_t node) {
  if (sx_nodes_is(nodes, node, "int_literal")) return SX_STR("int");
  if (sx_nodes_is(nodes, node, "float_literal")) return SX_STR("float64");
  if (sx_nodes_is(nodes, node, "rune_literal")) return SX_STR("rune");
  if (sx_nodes_is(nodes, node, "interpreted_string_literal raw_string_literal"))
    return SX_STR("string");
  return sx_nodes_is(nodes, node, "true false") ? SX_STR("bool") : SX_STR("");
}

static sx_str type_of_result(const sx_inline_text *text, uint32_t function) {
  const sx_name *name = sx_names_at(&text->names, function);
  if (!name || name->binding == SX_BINDING_FREE) return SX_STR("");
  uint32_t declared = sx_nodes_parent(&text->nodes, declaring_name(text, name->binding));
  uint32_t result = sx_nodes_field(&text->nodes, declared, "result");
  bool is_one = sx_nodes_is(&text->nodes, declared, "function_declaration") &&
                sx_nodes_field(&text->nodes, declared, "type_parameters") == SX_NODE_NONE &&
                result != SX_NODE_NONE && !sx_nodes_is(&text->nodes, result, "parameter_list");
  return is_one ? sx_nodes_text(&text->nodes, result) : SX_STR("");
}

static sx_str type_of_value(const sx_inline_text *text, uint32_t value, sx_arena *arena) {
  const sx_nodes *nodes = &text->nodes;
  if (sx_nodes_is(nodes, value, "call_expression")) {
    uint32_t function = sx_nodes_field(nodes, value, "function");
    if (is_basic_conversion(text, value)) return sx_nodes_text(nodes, function);
    return is_length(text, value) ? SX_STR("int") : type_of_result(text, function);
  }
  if (sx_nodes_is(nodes, value, "composite_literal"))
    return sx_nodes_text(nodes, sx_nodes_field(nodes, value, "type"));
  uint32_t made = sx_nodes_field(nodes, value, "operand");
  if (sx_nodes_is(nodes, value, "unary_expression") &&
      sx_nodes_is(nodes, made, "composite_literal") &&
      sx_nodes_token(nodes, value, "&") != SX_NODE_NONE)
    return sx_arena_printf(arena, "*%.*s",
                           SX_STR_ARG(sx_nodes_text(nodes, sx_nodes_field(nodes, made, "type"))));
  return type_of_literal(nodes, value);
}

/* `x := value` with one of each. */
static sx_str type_of_short(const sx_inline_text *text, uint32_t name, sx_arena *arena) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t list = sx_nodes_parent(nodes, name), statement = sx_nodes_parent(nodes, list);
  uint32_t right = sx_nodes_field(nodes, statement, "right");
  uint32_t value = sx_nodes_first_named(nodes, right);
  if (!sx_nodes_is(nodes, statement, "short_var_declaration") ||
      sx_nodes_first_named(nodes, list) != name ||
      sx_nodes_next_named(nodes, name) != SX_NODE_NONE ||
      sx_nodes_next_named(nodes, value) != SX_NODE_NONE)
    return SX_STR("");
  return type_of_value(text, value, arena);
}

static sx_str type_of_name(const sx_inline_text *text, uint32_t node, sx_arena *arena) {
  const sx_nodes *nodes = &text->nodes;
  const sx_name *name = sx_names_at(&text->names, node);
  if (!name || name->binding == SX_BINDING_FREE) return SX_STR("");
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  uint32_t declared = declaring_name(text, name->binding), in = sx_nodes_parent(nodes, declared);
  if (binding->kind != SX_BINDING_VARIABLE && binding->kind != SX_BINDING_PARAMETER)
    return SX_STR("");
  if (sx_nodes_is(nodes, in, "expression_list")) return type_of_short(text, declared, arena);
  if (sx_nodes_is(nodes, in, "parameter_declaration var_spec"))
    return sx_nodes_text(nodes, sx_nodes_field(nodes, in, "type"));
  return SX_STR("");
}

/* ---- of an expression ------------------------------------------------------------------------ */

static sx_str type_of_both(const sx_nodes *nodes, uint32_t left, sx_str of_left, uint32_t right,
                           sx_str of_right) {
  bool is_left = type_of_literal(nodes, left).len > 0, is_right = type_of_literal(nodes, right).len;
  if (is_left && !is_right) return of_right;
  if (is_right && !is_left) return of_left;
  return sx_str_is_equal(of_left, of_right) ? of_left : SX_STR("");
}

static sx_str type_of_binary(const sx_nodes *nodes, uint32_t node, const sx_str *types,
                             uint32_t first) {
  uint32_t left = sx_nodes_field(nodes, node, "left"), right = sx_nodes_field(nodes, node, "right");
  sx_str token = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  if (sx_language_has_word("== != < > <= >=", token, false)) return SX_STR("bool");
  if (sx_language_has_word("<< >>", token, false))
    return type_of_literal(nodes, left).len ? SX_STR("") : types[left - first];
  return type_of_both(nodes, left, types[left - first], right, types[right - first]);
}

static sx_str type_of_index(const sx_nodes *nodes, uint32_t node, const sx_str *types,
                            uint32_t first) {
  sx_str of = types[sx_nodes_field(nodes, node, "operand") - first];
  return sx_str_has_prefix(of, SX_STR("[]")) ? sx_str_slice(of, 2, of.len) : SX_STR("");
}

sx_str sx_inline_go_type(const sx_inline_text *text, uint32_t node, const sx_str *types,
                         uint32_t first, sx_arena *arena) {
  const sx_nodes *nodes = &text->nodes;
  if (sx_nodes_is(nodes, node, "identifier")) return type_of_name(text, node, arena);
  if (sx_nodes_is(nodes, node, "parenthesized_expression"))
    return types[sx_nodes_first_named(nodes, node) - first];
  if (sx_nodes_is(nodes, node, "binary_expression"))
    return type_of_binary(nodes, node, types, first);
  if (sx_nodes_is(nodes, node, "index_expression")) return type_of_index(nodes, node, types, first);
  if (!sx_nodes_is(nodes, node, "unary_expression")) return type_of_value(text, node, arena);
  sx_str token = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  sx_str of = types[sx_nodes_field(nodes, node, "operand") - first];
  if (sx_language_has_word("- + ^ !", token, false)) return of;
  if (sx_str_is_equal(token, SX_STR("&")) && of.len)
    return sx_arena_printf(arena, "*%.*s", SX_STR_ARG(of));
  bool is_pointed = sx_str_is_equal(token, SX_STR("*")) && sx_str_has_prefix(of, SX_STR("*"));
  return is_pointed ? sx_str_slice(of, 1, of.len) : SX_STR("");
}

bool sx_inline_may_be_constant(const sx_inline_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = node; i < nodes->ends[node]; i++) {
    const sx_name *name = sx_names_at(&text->names, i);
    bool is_call = sx_nodes_is(nodes, i, "call_expression") && !is_basic_conversion(text, i) &&
                   !is_length(text, i);
    if (is_call || sx_nodes_is(nodes, i, "composite_literal func_literal index_expression"))
      return false;
    if (!name || name->binding == SX_BINDING_FREE) continue;
    sx_binding_kind kind = text->names.bindings.items[name->binding].kind;
    if (kind == SX_BINDING_VARIABLE || kind == SX_BINDING_PARAMETER) return false;
  }
  return true;
}
