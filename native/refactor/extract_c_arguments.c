#include "refactor/extract.h"

#include "base/byte.h"
#include "base/word.h"

/* C: what macros do with the variables that they are given. */

/* ---- the text of a macro --------------------------------------------------------------------- */

/* The name of a parameter by its index: of "(a, b)". */
static sx_str parameter_at(sx_str parameters, size_t index) {
  size_t at = 0;
  sx_str name = sx_word_next(parameters, &at);
  while (name.len && index--) name = sx_word_next(parameters, &at);
  return name;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '\r';
}

/* The sign after a name is one that reads it. */
static bool is_read_by(sx_str text, size_t end) {
  while (end < text.len && (is_blank(text.ptr[end]) || text.ptr[end] == ')')) end++;
  char a = sx_str_at(text, end), b = sx_str_at(text, end + 1), c = sx_str_at(text, end + 2);
  if (a == '-' && b == '>') return true;
  if ((a == '<' || a == '>') && a == b) return c != '=';
  if (a == '=') return b == '=';
  if (a == '!' || a == '<' || a == '>') return true;
  if (a == '+' || a == '-') return b != a && b != '=';
  if (a == '&' || a == '|') return b != '=';
  if (a == '*' || a == '/' || a == '%') return b != '=';
  return a == '?' || a == ':' || a == ';' || a == 0 || a == ']';
}

/* Whether it is reached through, so that it is only read. */
static bool is_followed(sx_str text, size_t end) {
  while (end < text.len && (is_blank(text.ptr[end]) || text.ptr[end] == ')')) end++;
  return sx_str_at(text, end) == '-' && sx_str_at(text, end + 1) == '>';
}

static bool is_safe_before(sx_str text, size_t start, bool is_followed_on) {
  size_t depth = 0;
  while (start > 0 && (is_blank(text.ptr[start - 1]) || text.ptr[start - 1] == '(')) {
    start--;
    depth += text.ptr[start] == '(';
  }
  char a = start ? text.ptr[start - 1] : 0, b = start > 1 ? text.ptr[start - 2] : 0;
  if (is_followed_on) return true;
  if (a == '&') return b == '&';
  if (a == '#') return false;
  if ((a == '+' || a == '-') && a == b) return false;
  return a != ',' && !(depth && sx_byte_is_ident(a));
}

bool sx_extract_c_may_write(sx_str parameters, sx_str text, size_t index) {
  sx_str name = parameter_at(parameters, index);
  if (!name.len) return true;
  for (size_t at = 0; (at = sx_word_find(text, name, at)) != SX_STR_NONE;) {
    size_t end = at + name.len;
    if (!is_read_by(text, end) || !is_safe_before(text, at, is_followed(text, end))) return true;
    at = end;
  }
  return false;
}

/* ---- macros of the file ---------------------------------------------------------------------- */

static bool is_reached_through(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  while (sx_nodes_is(nodes, parent, "parenthesized_expression"))
    parent = sx_nodes_parent(nodes, parent);
  return sx_nodes_is(nodes, parent, "field_expression") &&
         sx_nodes_token(nodes, parent, "->") != SX_NODE_NONE;
}

static size_t index_of(const sx_nodes *nodes, uint32_t list, uint32_t node) {
  size_t index = 0;
  for (uint32_t i = sx_nodes_first_named(nodes, list); i != node && i != SX_NODE_NONE;
       i = sx_nodes_next_named(nodes, i))
    index++;
  return index;
}

/* Whether one of a macro's definitions may write what it is given there. */
static bool may_be_written(const sx_extraction *x, uint32_t macro, size_t index) {
  for (size_t i = 0; i < x->names.names.len; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding != macro || !(name->roles & SX_NAME_DECLARES)) continue;
    uint32_t definition = sx_nodes_parent(&x->nodes, name->node);
    sx_str parameters =
        sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, definition, "parameters"));
    sx_str text = sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, definition, "value"));
    if (!parameters.len || sx_extract_c_may_write(parameters, text, index)) return true;
  }
  return false;
}

/* Macros have such names. */
static bool is_capital(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] >= 'a' && text.ptr[i] <= 'z') return false;
  return true;
}

/* Whether what is called with this list may write the argument. */
static bool may_write(const sx_extraction *x, uint32_t list, uint32_t argument, bool *is_macro) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t callee = sx_nodes_field(nodes, sx_nodes_parent(nodes, list), "function");
  const sx_name *name = sx_names_at(&x->names, callee);
  if (!name || name->binding == SX_BINDING_FREE)
    return is_capital(sx_nodes_text(nodes, callee)); /* a macro of a header */
  *is_macro = x->names.bindings.items[name->binding].kind == SX_BINDING_MACRO;
  return *is_macro && may_be_written(x, name->binding, index_of(nodes, list, argument));
}

static bool is_array(const sx_extraction *x, uint32_t binding) {
  sx_extract_declared declared;
  return binding != SX_BINDING_FREE && sx_extract_c_declared(x, binding, &declared) &&
         declared.is_array;
}

/* A value is made of it, and nothing takes its address on the way. */
static bool is_operand_of(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node,
                     "binary_expression subscript_expression subscript_argument_list "
                     "parenthesized_expression cast_expression conditional_expression "
                     "unary_expression call_expression field_expression");
}

/* The macros around a name, one in the other, read what they are given there. */
static bool is_only_read(const sx_extraction *x, uint32_t node) {
  const sx_nodes *nodes = &x->nodes;
  bool is_in_macro = false;
  for (uint32_t at = node, parent; (parent = sx_nodes_parent(nodes, at)) != SX_NODE_NONE;
       at = parent) {
    if (!sx_nodes_is(nodes, parent, "argument_list")) {
      if (!is_operand_of(nodes, parent)) return is_in_macro;
      continue;
    }
    bool is_macro = false;
    if (may_write(x, parent, at, &is_macro)) return false;
    is_in_macro |= is_macro;
  }
  return is_in_macro;
}

void sx_extract_c_read(sx_extraction *x) {
  for (size_t i = 0; i < x->names.names.len; i++) {
    sx_name *name = &x->names.names.items[i];
    if (!(name->roles & SX_NAME_ADDRESS) || (name->roles & SX_NAME_WRITES)) continue;
    if (is_reached_through(&x->nodes, name->node) ||
        (!is_array(x, name->binding) && is_only_read(x, name->node)))
      name->roles &= ~(uint32_t)SX_NAME_ADDRESS;
  }
}
