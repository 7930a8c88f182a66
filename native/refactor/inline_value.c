#include "refactor/inline_parts.h"

#include "text/language.h"

/* ---- levels ---------------------------------------------------------------------------------- */

static size_t count_writes(const sx_names *names, uint32_t binding) {
  size_t count = 0;
  for (size_t i = 0; i < names->names.len; i++)
    count += names->names.items[i].binding == binding &&
             (names->names.items[i].roles & (SX_NAME_WRITES | SX_NAME_ADDRESS));
  return count;
}

/* Nothing but the code around it can change a function's own variable that no other has. */
static bool is_fixed(const sx_inline_text *text, const sx_name *name) {
  if (text->language->is_typed) return sx_inline_is_fixed_typed(text, name);
  /* A built-in name of Python's. Those of JavaScript are members of one object, and may change. */
  if (name->binding == SX_BINDING_FREE)
    return text->names.dynamic == SX_NODE_NONE && sx_nodes_is(&text->nodes, 0, "module");
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  if (binding->kind == SX_BINDING_CONSTANT) return true;
  if (binding->is_shared) return false;
  size_t writes = count_writes(&text->names, name->binding);
  if (binding->function != SX_NODE_NONE && !binding->is_captured) return true;
  if (binding->kind == SX_BINDING_VARIABLE && binding->function == SX_NODE_NONE) return false;
  return writes <= 1 && binding->declarations == 1;
}

/* Go: `fmt.Println` of a call. */
static bool is_imported_function(const sx_inline_text *text, uint32_t node) {
  if (!sx_nodes_is(&text->nodes, node, "selector_expression") ||
      !sx_nodes_is_field(&text->nodes, node, "function"))
    return false;
  const sx_name *name = sx_names_at(&text->names, sx_nodes_field(&text->nodes, node, "operand"));
  return name && name->binding != SX_BINDING_FREE &&
         text->names.bindings.items[name->binding].kind == SX_BINDING_IMPORT;
}

static sx_inline_level judge_node(const sx_inline_text *text, uint32_t node) {
  const sx_inline_language *language = text->language;
  const sx_name *name = sx_names_at(&text->names, node);
  if (!sx_nodes_is_named(&text->nodes, node) || sx_nodes_is_comment(&text->nodes, node) ||
      sx_nodes_is(&text->nodes, node, language->inside))
    return SX_INLINE_FIXED;
  if (name) {
    if (name->roles & SX_NAME_WRITES) return SX_INLINE_ACTS;
    if (language->is_typed && name->binding != SX_BINDING_FREE &&
        text->names.bindings.items[name->binding].kind == SX_BINDING_MACRO)
      return sx_inline_judge_macro(text, &text->names.bindings.items[name->binding]);
    return is_fixed(text, name) || (name->roles & SX_NAME_TYPE) ? SX_INLINE_FIXED
                                                                : SX_INLINE_CHANGES;
  }
  if (sx_nodes_is(&text->nodes, node, language->literals)) return SX_INLINE_FIXED;
  if (language->is_go && is_imported_function(text, node)) return SX_INLINE_FIXED;
  if (language->is_go && sx_nodes_is(&text->nodes, node, "call_expression"))
    return sx_inline_judge_go_call(text, node);
  if (language->is_go && sx_nodes_is(&text->nodes, node, "unary_expression")) {
    sx_str token = sx_nodes_text(&text->nodes, sx_nodes_field(&text->nodes, node, "operator"));
    if (sx_language_has_word("<- &", token, false)) return SX_INLINE_ACTS;
    if (sx_language_has_word("*", token, false)) return SX_INLINE_CHANGES;
  }
  if (sx_nodes_is(&text->nodes, node, language->operators))
    return sx_nodes_token(&text->nodes, node, "delete") == SX_NODE_NONE ? SX_INLINE_PURE
                                                                        : SX_INLINE_ACTS;
  if (sx_nodes_is(&text->nodes, node, "identifier")) return SX_INLINE_FIXED; /* of a member */
  return sx_nodes_is(&text->nodes, node, language->reads) ? SX_INLINE_CHANGES : SX_INLINE_ACTS;
}

sx_inline_level sx_inline_judge_but(const sx_inline_text *text, uint32_t node, sx_str callee) {
  const sx_nodes *nodes = &text->nodes;
  sx_inline_level level = SX_INLINE_FIXED;
  bool is_any = sx_str_is_equal(callee, SX_STR("*"));
  for (uint32_t i = node; i < nodes->ends[node]; i++) {
    sx_inline_level own = judge_node(text, i);
    bool is_known =
        callee.len && sx_nodes_is(nodes, i, "call_expression") &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "function")), callee);
    bool is_list = callee.len && sx_nodes_is(nodes, i, "argument_list");
    if (is_known || is_list) own = SX_INLINE_CHANGES;
    if (is_list && is_any) own = SX_INLINE_FIXED;
    if (is_any && sx_nodes_is(nodes, i, "call_expression")) own = SX_INLINE_FIXED;
    if (own > level) level = own;
  }
  return level;
}

sx_inline_level sx_inline_judge(const sx_inline_text *text, uint32_t node) {
  return sx_inline_judge_but(text, node, SX_STR(""));
}

sx_inline_level sx_inline_judge_part(const sx_inline_text *text, uint32_t from, uint32_t to) {
  sx_inline_level level = SX_INLINE_FIXED;
  for (uint32_t i = 0; i < text->nodes.tree.nodes.len; i++) {
    const sx_tree_node *at = sx_nodes_get(&text->nodes, i);
    if (at->start < from || at->end > to) continue;
    sx_inline_level own = judge_node(text, i);
    if (own > level) level = own;
  }
  return level;
}

/* ---- whether it is evaluated ----------------------------------------------------------------- */

static size_t index_in(const sx_nodes *nodes, uint32_t parent, uint32_t node) {
  size_t index = 0;
  uint32_t child = sx_nodes_first_named(nodes, parent);
  for (; child != SX_NODE_NONE && child != node; child = sx_nodes_next_named(nodes, child)) index++;
  return index;
}

static bool is_lazy(const sx_nodes *nodes, uint32_t parent, uint32_t node) {
  if (sx_nodes_is(nodes, parent, "boolean_operator"))
    return sx_nodes_is_field(nodes, node, "right");
  if (sx_nodes_is(nodes, parent, "ternary_expression"))
    return !sx_nodes_is_field(nodes, node, "condition");
  bool is_c = sx_nodes_field(nodes, parent, "condition") != SX_NODE_NONE;
  if (sx_nodes_is(nodes, parent, "conditional_expression") && is_c)
    return !sx_nodes_is_field(nodes, node, "condition");
  if (sx_nodes_is(nodes, parent, "conditional_expression"))
    return index_in(nodes, parent, node) != 1;
  if (sx_nodes_is(nodes, parent, "comparison_operator")) return index_in(nodes, parent, node) > 1;
  if (!sx_nodes_is(nodes, parent, "binary_expression") || !sx_nodes_is_field(nodes, node, "right"))
    return false;
  return sx_nodes_token(nodes, parent, "&&") != SX_NODE_NONE ||
         sx_nodes_token(nodes, parent, "||") != SX_NODE_NONE ||
         sx_nodes_token(nodes, parent, "??") != SX_NODE_NONE;
}

bool sx_inline_is_certain(const sx_inline_text *text, uint32_t root, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  if (sx_str_find(sx_nodes_text(nodes, root), SX_STR("?."), 0) != SX_STR_NONE) return false;
  while (node != root && node != SX_NODE_NONE) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    if (sx_nodes_is(nodes, parent, text->language->deferred) || is_lazy(nodes, parent, node))
      return false;
    node = parent;
  }
  return node == root;
}

/* ---- parentheses ----------------------------------------------------------------------------- */

uint32_t sx_inline_bare(const sx_inline_text *text, uint32_t node) {
  while (sx_nodes_is(&text->nodes, node, "parenthesized_expression")) {
    uint32_t inner = sx_nodes_first_named(&text->nodes, node);
    if (inner == SX_NODE_NONE || sx_nodes_next_named(&text->nodes, inner) != SX_NODE_NONE ||
        sx_str_find_char(sx_nodes_text(&text->nodes, node), '#', 0) != SX_STR_NONE)
      break;
    node = inner;
  }
  return node;
}

bool sx_inline_is_member(const sx_inline_text *text, uint32_t node) {
  return node != SX_NODE_NONE && sx_nodes_is(&text->nodes, sx_inline_bare(text, node),
                                             "member_expression subscript_expression");
}

static bool is_item(const sx_nodes *nodes, uint32_t parent, uint32_t node) {
  if (sx_nodes_is(nodes, parent, "assignment")) return sx_nodes_is_field(nodes, node, "right");
  if (sx_nodes_is(nodes, parent, "pair keyword_argument variable_declarator"))
    return sx_nodes_is_field(nodes, node, "value");
  if (sx_nodes_is(nodes, parent, "subscript")) return !sx_nodes_is_field(nodes, node, "value");
  if (sx_nodes_is(nodes, parent, "assignment_expression"))
    return sx_nodes_is_field(nodes, node, "right");
  if (sx_nodes_is(nodes, parent, "init_declarator condition_clause"))
    return sx_nodes_is_field(nodes, node, "value");
  if (sx_nodes_is(nodes, parent, "index_expression"))
    return sx_nodes_is_field(nodes, node, "index");
  if (sx_nodes_is(nodes, parent, "subscript_expression"))
    return !sx_nodes_is_field(nodes, node, "object");
  return true;
}

/* A line may end in brackets only. */
static bool is_in_brackets(const sx_nodes *nodes, uint32_t parent) {
  return sx_nodes_is(nodes, parent, "argument_list arguments parenthesized_expression list set");
}

static bool has_open_line(const sx_inline_text *of, uint32_t expression) {
  uint32_t part = expression;
  if (sx_nodes_is(&of->nodes, part, "list dictionary set tuple array parenthesized_expression"))
    return false;
  if (sx_nodes_is(&of->nodes, part, "call call_expression"))
    part = sx_nodes_field(&of->nodes, part, "function");
  return sx_str_find_char(sx_nodes_text(&of->nodes, part), '\n', 0) != SX_STR_NONE;
}

/* Higher for operators that bind closer; all of these group from the left. 0: others. */
static int rank_of(const sx_nodes *nodes, uint32_t node) {
  static const struct {
    const char *tokens;
    int rank;
  } ranks[] = {{"* / % // @", 3}, {"+ -", 2}, {"<< >> >>>", 1}};
  /* Go's other operators bind otherwise. */
  bool is_go = sx_language_has_word("go", nodes->grammar, false);
  if (!sx_nodes_is(nodes, node, "binary_operator binary_expression")) return 0;
  sx_str token = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  for (size_t i = 0; i < sizeof ranks / sizeof *ranks - is_go; i++)
    if (sx_language_has_word(ranks[i].tokens, token, false)) return ranks[i].rank;
  return 0;
}

static bool binds_closer(const sx_inline_text *of, uint32_t expression, const sx_inline_text *where,
                         uint32_t at) {
  uint32_t parent = sx_nodes_parent(&where->nodes, at);
  int inner = rank_of(&of->nodes, expression), outer = rank_of(&where->nodes, parent);
  if (!inner || !outer) return false;
  return inner > outer || (inner == outer && sx_nodes_is_field(&where->nodes, at, "left"));
}

/* `x => {` would begin a block. */
static bool is_arrow_value(const sx_inline_text *of, uint32_t expression,
                           const sx_inline_text *where, uint32_t at) {
  return sx_nodes_is(&where->nodes, sx_nodes_parent(&where->nodes, at), "arrow_function") &&
         !sx_str_has_prefix(sx_nodes_text(&of->nodes, expression), SX_STR("{"));
}

bool sx_inline_needs_parentheses(const sx_inline_text *of, uint32_t expression,
                                 const sx_inline_text *where, uint32_t at) {
  uint32_t parent = sx_nodes_parent(&where->nodes, at);
  if (has_open_line(of, expression) && !is_in_brackets(&where->nodes, parent)) return true;
  if (sx_nodes_is(&where->nodes, parent, "new_expression decorator")) return true;
  if (sx_nodes_is(&of->nodes, expression, "integer float number"))
    return sx_nodes_is(&where->nodes, parent, "attribute member_expression");
  /* `(a?.b).c` reads c of undefined where `a?.b.c` does not. */
  if (sx_nodes_is(&where->nodes, parent,
                  "member_expression subscript_expression call_expression "
                  "non_null_expression") &&
      sx_str_find(sx_nodes_text(&of->nodes, expression), SX_STR("?."), 0) != SX_STR_NONE)
    return true;
  if (sx_nodes_is(&of->nodes, expression, of->language->groups))
    return sx_nodes_is(&of->nodes, expression, "string concatenated_string") &&
           sx_nodes_is(&where->nodes, parent, "concatenated_string");
  if (binds_closer(of, expression, where, at)) return false;
  if (sx_nodes_is(&where->nodes, at, "shorthand_property_identifier"))
    return sx_nodes_is(&of->nodes, expression, of->language->loose);
  if (is_arrow_value(of, expression, where, at))
    return sx_nodes_is(&of->nodes, expression, of->language->loose);
  if (!sx_nodes_is(&where->nodes, parent, where->language->open) ||
      !is_item(&where->nodes, parent, at))
    return true;
  return sx_nodes_is(&of->nodes, expression, of->language->loose) &&
         !sx_nodes_is(&where->nodes, parent, "parenthesized_expression");
}
