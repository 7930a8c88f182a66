#include "refactor/extract_variable.h"

/* ---- names ----------------------------------------------------------------------------------- */

static size_t count_writes(const sx_names *names, uint32_t binding) {
  size_t count = 0;
  for (size_t i = 0; i < names->names.len; i++)
    count += names->names.items[i].binding == binding &&
             (names->names.items[i].roles & (SX_NAME_WRITES | SX_NAME_ADDRESS));
  return count;
}

static bool has_address(const sx_names *names, uint32_t binding) {
  for (size_t i = 0; i < names->names.len; i++)
    if (names->names.items[i].binding == binding && (names->names.items[i].roles & SX_NAME_ADDRESS))
      return true;
  return false;
}

/* Built-in names of Python's, and those of Go that mean the same everywhere. */
static bool is_built_in(const sx_variable *v, const sx_name *name) {
  const sx_nodes *nodes = &v->x->nodes;
  if (sx_variable_is(v, "python")) return v->x->names.dynamic == SX_NODE_NONE;
  return sx_variable_is(v, "go") &&
         sx_language_has_word("true false nil iota", sx_nodes_text(nodes, name->node), false);
}

/* C: whether its declaration has one of these words. */
static bool is_declared_with(const sx_variable *v, uint32_t binding, const char *words) {
  const sx_nodes *nodes = &v->x->nodes;
  if (binding == SX_BINDING_FREE || !sx_variable_is(v, "cpp")) return false;
  uint32_t first = v->x->names.bindings.items[binding].first;
  uint32_t declaration = sx_nodes_above(nodes, v->x->names.names.items[first].node,
                                        "declaration parameter_declaration compound_statement");
  uint32_t child = sx_nodes_first_named(nodes, declaration);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "storage_class_specifier type_qualifier") &&
        sx_language_has_word(words, sx_nodes_text(nodes, child), false))
      return true;
  return false;
}

/* Nothing but the code of its own function can change the variable. */
static bool is_own(const sx_variable *v, const sx_name *name) {
  if (name->binding == SX_BINDING_FREE) return false;
  const sx_binding *binding = &v->x->names.bindings.items[name->binding];
  if (is_declared_with(v, name->binding, "static extern")) return false;
  return binding->function != SX_NODE_NONE && !binding->is_captured && !binding->is_shared &&
         !has_address(&v->x->names, name->binding) && v->x->names.dynamic == SX_NODE_NONE;
}

static bool is_fixed(const sx_variable *v, const sx_name *name) {
  if (name->binding == SX_BINDING_FREE) return is_built_in(v, name);
  const sx_binding *binding = &v->x->names.bindings.items[name->binding];
  if (is_own(v, name)) return true;
  if (binding->kind == SX_BINDING_MACRO) return false;
  if (binding->kind == SX_BINDING_CONSTANT && !sx_variable_is(v, "cpp")) return true;
  if (binding->kind == SX_BINDING_TYPE && !sx_variable_is(v, "python")) return true;
  bool is_variable = binding->kind <= SX_BINDING_PARAMETER;
  if (is_variable && binding->function == SX_NODE_NONE && !sx_variable_is(v, "javascript"))
    return false;
  /* Its only write, if any, is that of its declaration. */
  size_t writes = count_writes(&v->x->names, name->binding);
  bool has_value = v->x->names.names.items[binding->first].roles & SX_NAME_WRITES;
  return !binding->is_shared && binding->declarations == 1 && writes <= (has_value ? 1 : 0);
}

static sx_variable_level judge_name(const sx_variable *v, const sx_name *name) {
  const uint32_t changes = SX_NAME_WRITES | SX_NAME_ADDRESS;
  if (is_declared_with(v, name->binding, "volatile _Atomic")) return SX_VARIABLE_ACTS;
  if (name->roles & changes) return is_own(v, name) ? SX_VARIABLE_FIXED : SX_VARIABLE_ACTS;
  return is_fixed(v, name) || (name->roles & SX_NAME_TYPE) ? SX_VARIABLE_FIXED : SX_VARIABLE_READS;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Somewhere in the file a member of the name is written. */
static bool is_member_written(const sx_variable *v, sx_str name) {
  const sx_nodes *nodes = &v->x->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    bool is_member = sx_nodes_is_field(nodes, i, "property") ||
                     sx_nodes_is_field(nodes, i, "attribute") ||
                     sx_nodes_is_field(nodes, i, "field");
    if (!is_member || !sx_str_is_equal(sx_nodes_text(nodes, i), name)) continue;
    if (sx_nodes_is_field(nodes, sx_nodes_parent(nodes, i), "left")) return true;
  }
  return false;
}

/* Arguments do not change it by what they do, but for a call that does so on purpose. */
static bool is_steady(const sx_variable *v, uint32_t node) {
  const sx_name *name = sx_names_at(&v->x->names, node);
  if (sx_nodes_is(&v->x->nodes, node, "this super")) return true;
  if (!name) return false;
  if (name->binding == SX_BINDING_FREE) return true;
  return is_fixed(v, name);
}

sx_variable_level sx_variable_judge_callee(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  if (is_steady(v, node)) return SX_VARIABLE_FIXED;
  if (!sx_nodes_is(nodes, node, "member_expression attribute selector_expression"))
    return sx_variable_judge(v, node);
  uint32_t object = sx_nodes_first_named(nodes, node), member = object;
  for (uint32_t next = object; next != SX_NODE_NONE; next = sx_nodes_next_named(nodes, next))
    member = next;
  bool is_method = is_steady(v, object) && !is_member_written(v, sx_nodes_text(nodes, member));
  return is_method ? SX_VARIABLE_FIXED : sx_variable_judge(v, node);
}

static bool is_quiet_call(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  if (!sx_nodes_is(nodes, node, "call call_expression")) return false;
  const sx_name *name = sx_names_at(&v->x->names, sx_nodes_field(nodes, node, "function"));
  return name && name->binding == SX_BINDING_FREE &&
         sx_language_has_word(v->language->quiet_calls, sx_nodes_text(nodes, name->node), false);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static bool has_token(const sx_variable *v, uint32_t node, const char *const *tokens) {
  for (; *tokens; tokens++)
    if (sx_nodes_token(&v->x->nodes, node, *tokens) != SX_NODE_NONE) return true;
  return false;
}

static sx_variable_level judge_operator(const sx_variable *v, uint32_t node) {
  static const char *const acting[] = {"delete", "<-", NULL};
  static const char *const reading[] = {"in", "instanceof", NULL};
  const sx_nodes *nodes = &v->x->nodes;
  if (has_token(v, node, acting)) return SX_VARIABLE_ACTS;
  if (sx_nodes_is(nodes, node, "unary_expression") && sx_variable_is(v, "go") &&
      sx_nodes_token(nodes, node, "*") != SX_NODE_NONE)
    return SX_VARIABLE_READS;
  return has_token(v, node, reading) ? SX_VARIABLE_READS : SX_VARIABLE_PURE;
}

static bool is_target(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  if (!sx_nodes_is(nodes, node, v->language->targets)) return false;
  uint32_t parent = sx_nodes_parent(nodes, node);
  while (sx_nodes_is(nodes, parent, "parenthesized_expression")) {
    node = parent;
    parent = sx_nodes_parent(nodes, node);
  }
  if (sx_nodes_is_field(nodes, node, "left") &&
      sx_nodes_is(nodes, parent,
                  "assignment augmented_assignment assignment_expression for_statement "
                  "augmented_assignment_expression for_in_statement"))
    return true;
  return sx_nodes_is(nodes, parent,
                     "update_expression inc_statement dec_statement delete_statement "
                     "pattern_list tuple_pattern list_pattern") ||
         (sx_nodes_is(nodes, parent, "expression_list") &&
          sx_nodes_is_field(nodes, parent, "left"));
}

/* A member that the file declares as a getter or property: to read it is a call. */
static bool is_getter(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t member = SX_NODE_NONE, next = sx_nodes_first_named(nodes, node);
  for (; next != SX_NODE_NONE; next = sx_nodes_next_named(nodes, next)) member = next;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    bool is_script = sx_nodes_is(nodes, i, "method_definition") &&
                     sx_nodes_token(nodes, i, "get") != SX_NODE_NONE;
    bool is_python =
        sx_nodes_is(nodes, i, "function_definition") &&
        sx_nodes_is(nodes, sx_nodes_parent(nodes, i), "decorated_definition") &&
        sx_str_find(sx_nodes_text(nodes, sx_nodes_first_named(nodes, sx_nodes_parent(nodes, i))),
                    SX_STR("property"), 0) != SX_STR_NONE;
    if ((is_script || is_python) &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "name")),
                        sx_nodes_text(nodes, member)))
      return true;
  }
  return false;
}

static sx_variable_level judge_node(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  const sx_variable_language *language = v->language;
  const sx_name *name = sx_names_at(&v->x->names, node);
  if (!sx_nodes_is_named(nodes, node) || sx_nodes_is_comment(nodes, node)) return SX_VARIABLE_FIXED;
  if (name) return judge_name(v, name);
  if (is_target(v, node)) return SX_VARIABLE_ACTS;
  if (sx_nodes_is(nodes, node, "attribute member_expression") && is_getter(v, node))
    return SX_VARIABLE_ACTS;
  if (sx_nodes_is(nodes, node, language->fixed)) return SX_VARIABLE_FIXED;
  if (sx_nodes_is(nodes, node, language->operators)) return judge_operator(v, node);
  if (sx_nodes_is(nodes, node, language->reads) || is_quiet_call(v, node)) return SX_VARIABLE_READS;
  bool is_list = sx_nodes_is(nodes, node, "arguments argument_list");
  return is_list ? SX_VARIABLE_FIXED : SX_VARIABLE_ACTS;
}

/* The code from one node to another, but for what is done later. */
static sx_variable_level judge(const sx_variable *v, uint32_t from, uint32_t to, size_t start,
                               size_t end) {
  const sx_nodes *nodes = &v->x->nodes;
  sx_variable_level level = SX_VARIABLE_FIXED;
  for (uint32_t i = from; i < to && level < SX_VARIABLE_ACTS;) {
    const sx_tree_node *at = sx_nodes_get(nodes, i);
    bool is_deferred = sx_nodes_is(nodes, i, v->language->deferred);
    bool is_within = at->start >= start && at->end <= end;
    sx_variable_level own = SX_VARIABLE_FIXED;
    if (is_within) own = is_deferred ? SX_VARIABLE_PURE : judge_node(v, i);
    if (own > level) level = own;
    i = is_deferred && is_within ? nodes->ends[i] : i + 1;
  }
  return level;
}

sx_variable_level sx_variable_judge(const sx_variable *v, uint32_t node) {
  const sx_tree_node *at = sx_nodes_get(&v->x->nodes, node);
  return judge(v, node, v->x->nodes.ends[node], at->start, at->end);
}

sx_variable_level sx_variable_judge_range(const sx_variable *v, uint32_t from, uint32_t to) {
  const sx_extract_part *part = &v->x->part;
  sx_variable_level level = SX_VARIABLE_FIXED, own;
  uint32_t count = (uint32_t)v->x->nodes.tree.nodes.len;
  if (from < part->start && (own = judge(v, 0, count, from, part->start)) > level) level = own;
  size_t after = from > part->end ? from : part->end;
  if (after < to && (own = judge(v, 0, count, after, to)) > level) level = own;
  return level;
}

bool sx_variable_divides(const sx_variable *v, uint32_t node) {
  static const char *const dividing[] = {"/", "%", "//", "**", "<<", ">>", NULL};
  if (sx_variable_is(v, "javascript typescript tsx")) return false;
  for (uint32_t i = node; i < v->x->nodes.ends[node]; i++)
    if (sx_nodes_is(&v->x->nodes, i, "binary_operator binary_expression") &&
        has_token(v, i, dividing))
      return true;
  return false;
}
