#include "refactor/extract_variable.h"

#include "base/byte.h"

#include <stdlib.h>

/* C: what a macro, a declaration or a label makes of an expression. Its type:
 * extract_variable_type. */

/* Functions of the standard library, where no server says so; none is known for its macro. */
static const char *const library =
    "printf fprintf sprintf snprintf puts fputs malloc calloc realloc free strlen strcmp strncmp "
    "strcpy strncpy strcat strchr strrchr strstr strdup memcpy memmove memset memcmp abs atoi atol "
    "strtol strtoul exit qsort bsearch fopen fclose fread fwrite fgets";

/* ---- macros that act ------------------------------------------------------------------------- */

static bool is_macro(const sx_names *names, sx_str word) {
  for (size_t i = 0; i < names->bindings.len; i++)
    if (names->bindings.items[i].kind == SX_BINDING_MACRO &&
        sx_str_is_equal(names->bindings.items[i].name, word))
      return true;
  return false;
}

/* `=`, `++`, a call, or another macro. */
static bool has_act(const sx_names *names, sx_str text) {
  for (size_t at = 0; at < text.len;) {
    size_t end = at;
    while (end < text.len && sx_byte_is_ident(text.ptr[end])) end++;
    sx_str word = sx_str_slice(text, at, end);
    char before = at ? text.ptr[at - 1] : 0, sign = text.ptr[at];
    at = end > at ? end : at + 1;
    char next = sx_str_at(text, at);
    if (word.len) {
      size_t open = sx_str_skip_spaces(text, end);
      bool is_call = sx_str_at(text, open) == '(' && !sx_str_is_equal(word, SX_STR("sizeof"));
      if (is_call || is_macro(names, word)) return true;
      continue;
    }
    bool is_compared =
        next == '=' || before == '=' || before == '!' ||
        ((before == '<' || before == '>') && !(at > 2 && text.ptr[at - 3] == before));
    if ((sign == '=' && !is_compared) || ((sign == '+' || sign == '-') && next == sign) ||
        sign == '{' || sign == '#')
      return true;
  }
  return false;
}

bool sx_variable_has_acting_macro(const sx_variable *v, uint32_t from, uint32_t to) {
  const sx_names *names = &v->x->names;
  const sx_nodes *nodes = &v->x->nodes;
  for (size_t k = sx_names_from(names, from);
       k < names->names.len && names->names.items[k].start < to; k++) {
    uint32_t binding = names->names.items[k].binding;
    if (binding == SX_BINDING_FREE || names->bindings.items[binding].kind != SX_BINDING_MACRO)
      continue;
    for (size_t i = 0; i < names->names.len; i++) {
      const sx_name *name = &names->names.items[i];
      if (name->binding != binding || !(name->roles & SX_NAME_DECLARES)) continue;
      uint32_t definition = sx_nodes_parent(nodes, name->node);
      if (has_act(names, sx_nodes_text(nodes, sx_nodes_field(nodes, definition, "value"))))
        return true;
    }
  }
  return false;
}

/* A macro before it in its statement may write what it reads, by a name that is not seen. */
static sx_status check_macros_before(const sx_variable *v, sx_err *err) {
  uint32_t from = sx_nodes_get(&v->x->nodes, v->statement)->start;
  if (!sx_variable_has_acting_macro(v, from, v->x->part.start)) return SX_OK;
  return sx_variable_refuse(v, v->value, err,
                            "A macro before this in its statement may write what it reads.");
}

/* ---- what is around it ----------------------------------------------------------------------- */

/* Whether all that is called around it is a function: a macro may evaluate its argument twice. */
static sx_status check_callees(const sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t node = v->x->part.first;
  for (; node != v->statement; node = sx_nodes_parent(nodes, node)) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    bool is_argument = sx_nodes_is(nodes, parent, "call_expression") &&
                       sx_nodes_is_field(nodes, node, "arguments");
    if (!is_argument) continue;
    uint32_t callee = sx_nodes_field(nodes, parent, "function");
    const sx_name *name = sx_names_at(&v->x->names, callee);
    if (!name) continue; /* by a pointer */
    bool is_known = name->binding == SX_BINDING_FREE
                        ? sx_language_has_word(library, sx_nodes_text(nodes, callee), false)
                        : v->x->names.bindings.items[name->binding].kind != SX_BINDING_MACRO;
    if (!is_known) {
      bool is_function = false;
      sx_status status = sx_variable_ask_function(v, callee, &is_function, err);
      if (status) return status;
      is_known = is_function;
    }
    if (!is_known)
      return sx_variable_refuse(v, callee, err,
                                "'%.*s' is, or may be, a macro, and may evaluate its argument "
                                "otherwise than once.",
                                SX_STR_ARG(sx_nodes_text(nodes, callee)));
  }
  return SX_OK;
}

static bool has_word(const sx_nodes *nodes, uint32_t node, const char *words) {
  uint32_t child = sx_nodes_first_named(nodes, node);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "storage_class_specifier type_qualifier") &&
        sx_language_has_word(words, sx_nodes_text(nodes, child), false))
      return true;
  return false;
}

static sx_status check_statement(const sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t statement = v->statement;
  if (sx_nodes_is(nodes, statement, "declaration") &&
      has_word(nodes, statement, "static extern constexpr _Thread_local"))
    return sx_variable_refuse(v, statement, err,
                              "The value of a static variable must be a constant.");
  uint32_t label =
      sx_nodes_is(nodes, v->list, "case_statement") ? sx_nodes_first(nodes, v->list) : SX_NODE_NONE;
  while (label != SX_NODE_NONE && !sx_str_is_equal(sx_nodes_text(nodes, label), SX_STR(":")))
    label = sx_nodes_next(nodes, label);
  bool is_first = label != SX_NODE_NONE && sx_nodes_next(nodes, label) == statement;
  if (is_first && !v->has_room)
    return sx_variable_refuse(v, statement, err,
                              "A declaration may not follow the label of a case. Put its "
                              "statements into braces first.");
  uint32_t inside = sx_nodes_above(nodes, v->x->part.first, "function_definition");
  if (inside == SX_NODE_NONE)
    return sx_variable_refuse(v, statement, err,
                              "Outside of functions the value must be a constant.");
  return SX_OK;
}

/* The value of numbers alone: `0`, `1 - 1`. Large ones count as no zero. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as the expression is
static bool constant_of(const sx_nodes *nodes, uint32_t node, long *out) {
  sx_str text = sx_nodes_text(nodes, node);
  long left, right;
  *out = 1;
  if (sx_nodes_is(nodes, node, "parenthesized_expression"))
    return constant_of(nodes, sx_nodes_first_named(nodes, node), out);
  if (sx_nodes_is(nodes, node, "char_literal")) {
    *out = !sx_str_is_equal(text, SX_STR("'\\0'"));
    return true;
  }
  if (sx_nodes_is(nodes, node, "false")) return *out = 0, true;
  if (sx_nodes_is(nodes, node, "number_literal")) {
    char digits[16];
    snprintf(digits, sizeof digits, "%.*s", SX_STR_ARG(text));
    *out = text.len < sizeof digits ? strtol(digits, NULL, 0) : 1;
    return sx_str_find_char(text, '.', 0) == SX_STR_NONE;
  }
  if (!sx_nodes_is(nodes, node, "binary_expression") ||
      !constant_of(nodes, sx_nodes_field(nodes, node, "left"), &left) ||
      !constant_of(nodes, sx_nodes_field(nodes, node, "right"), &right) || labs(left) > 1000000 ||
      labs(right) > 1000000)
    return false;
  sx_str sign = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  char first = sx_str_at(sign, 0);
  *out = sign.len > 1   ? 0 /* a comparison, a shift: it may be */
         : first == '+' ? left + right
         : first == '-' ? left - right
         : first == '*' ? left * right
                        : 0;
  return true;
}

/* `0` may stand for a null pointer, and a number in the text of a macro for anything. */
static sx_status check_value(const sx_variable *v, sx_err *err) {
  long value;
  if (constant_of(&v->x->nodes, v->value, &value) && !value)
    return sx_variable_refuse(v, v->value, err,
                              "This 0 may be a null pointer, which a variable's value is not.");
  return SX_OK;
}

/* Macros of C look like errors: only those in the code of the function count. */
static sx_status check_errors(const sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t body = v->statement;
  for (uint32_t node = body; node != SX_NODE_NONE; node = sx_nodes_parent(nodes, node))
    if (sx_nodes_is(nodes, node, "compound_statement")) body = node;
  const sx_tree_node *at = sx_nodes_get(nodes, body);
  for (size_t i = 0; i < nodes->tree.errors.len; i++) {
    const sx_tree_error *error = &nodes->tree.errors.items[i];
    if (error->end >= at->start && error->start <= at->end)
      return sx_refactoring_refuse(v->x->r, v->x->document, error->start, err,
                                   "There is a syntax error, or a macro that looks like one, with "
                                   "which the code of the function is not understood.");
  }
  return SX_OK;
}

sx_status sx_variable_check_c(sx_variable *v, sx_err *err) {
  sx_status status = check_errors(v, err);
  if (!status) status = check_statement(v, err);
  if (!status) status = check_value(v, err);
  if (!status) status = check_callees(v, err);
  if (!status) status = check_macros_before(v, err);
  return status ? status : sx_variable_find_type(v, err);
}
