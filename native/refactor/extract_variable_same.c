#include "refactor/extract_variable.h"

/*
 * The same expression elsewhere: replaced only where the variable is declared before, and nothing
 * in between can have changed the value. The others are reported.
 */

#define MAX_DUPLICATES 100

static uint32_t next_token(const sx_nodes *nodes, uint32_t node, uint32_t end) {
  while (node < end && (nodes->ends[node] != node + 1 || sx_nodes_is_comment(nodes, node))) node++;
  return node;
}

static bool mean_the_same(const sx_extraction *x, uint32_t a, uint32_t b) {
  const sx_name *one = sx_names_at(&x->names, a), *other = sx_names_at(&x->names, b);
  if (!one || !other) return !one && !other;
  return one->binding == other->binding;
}

static bool is_same(const sx_extraction *x, uint32_t first, uint32_t second) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t a = first, b = second, a_end = nodes->ends[first], b_end = nodes->ends[second];
  for (;; a++, b++) {
    a = next_token(nodes, a, a_end);
    b = next_token(nodes, b, b_end);
    if (a == a_end || b == b_end) return a == a_end && b == b_end;
    if (!sx_str_is_equal(sx_nodes_text(nodes, a), sx_nodes_text(nodes, b)) ||
        !mean_the_same(x, a, b))
      return false;
  }
}

/* ---- whether it may be replaced -------------------------------------------------------------- */

static bool has_kind(const sx_variable *v, uint32_t node, const char *kinds) {
  for (uint32_t i = node; i < v->x->nodes.ends[node]; i++)
    if (sx_nodes_is(&v->x->nodes, i, kinds)) return true;
  return false;
}

/* Python: `x in it` takes values away from an iterator. */
static bool may_consume(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  for (uint32_t i = v->value; i < nodes->ends[v->value]; i++) {
    sx_str sign = sx_nodes_text(nodes, i);
    if (sx_nodes_is_named(nodes, i) ||
        !sx_nodes_is(nodes, sx_nodes_parent(nodes, i), "comparison_operator"))
      continue;
    if (sx_str_is_equal(sign, SX_STR("in")) || sx_str_is_equal(sign, SX_STR("not in"))) {
      uint32_t right = sx_nodes_next_named(nodes, i);
      if (!sx_nodes_is(nodes, right, "list tuple set dictionary string")) return true;
    }
  }
  return false;
}

/* JavaScript: `arguments` and parameters are the same variables, unless code is strict. */
static bool has_arguments(const sx_variable *v) {
  const sx_names *names = &v->x->names;
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t function = v->x->part.function;
  if (function == SX_NODE_NONE ||
      !sx_language_has_word("javascript typescript tsx", nodes->grammar, false))
    return false;
  for (size_t i = sx_names_from(names, sx_nodes_get(nodes, function)->start);
       i < names->names.len && names->names.items[i].start < sx_nodes_get(nodes, function)->end;
       i++) {
    const sx_name *one = &names->names.items[i];
    uint32_t above = sx_nodes_parent(nodes, one->node);
    if (one->binding == SX_BINDING_FREE &&
        sx_str_is_equal(sx_nodes_text(nodes, one->node), SX_STR("arguments")) &&
        !sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, above, "property")),
                         SX_STR("length")))
      return true;
  }
  return false;
}

/* Python: `+` of lists makes another list each time. */
static bool is_plain_python(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t node = v->value;
  if (!sx_nodes_is(nodes, node, "binary_operator boolean_operator conditional_expression"))
    return true;
  uint32_t left = sx_nodes_first_named(nodes, node);
  return sx_nodes_is(nodes, node, "binary_operator") &&
         sx_nodes_token(nodes, node, "*") == SX_NODE_NONE &&
         (sx_nodes_is(nodes, left, "integer float string") ||
          sx_nodes_is(nodes, sx_nodes_next_named(nodes, left), "integer float string"));
}

/* Each evaluation gives the same value, while nothing changes what it reads. */
static bool is_repeatable(const sx_variable *v, sx_variable_level level) {
  if (level == SX_VARIABLE_ACTS) return false;
  if (sx_variable_is(v, "python") && (!is_plain_python(v) || may_consume(v))) return false;
  if (has_arguments(v)) return false;
  for (uint32_t i = v->value; i < v->x->nodes.ends[v->value]; i++)
    if (sx_nodes_is(&v->x->nodes, i, v->language->fresh) &&
        sx_variable_judge(v, i) != SX_VARIABLE_READS)
      return false;
  return !has_kind(v, v->value, "slice");
}

/* C: `static int n = 3 * 2` wants a constant. */
static bool is_static(const sx_nodes *nodes, uint32_t declaration) {
  if (!sx_nodes_is(nodes, declaration, "declaration")) return false;
  uint32_t child = sx_nodes_first_named(nodes, declaration);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "storage_class_specifier") &&
        !sx_language_has_word("auto register", sx_nodes_text(nodes, child), false))
      return true;
  return false;
}

/* Loops and functions between the list and a node: the end of the outermost loop. NONE: not all is
 * evaluated after the declaration, or some of it later. */
static uint32_t end_of_region(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t end = sx_nodes_get(nodes, node)->end, above = node;
  if (!sx_nodes_has_in(nodes, v->has_room ? v->statement : v->list, node)) return SX_NODE_NONE;
  if (sx_control_function(&v->x->control, node) != v->x->part.function) return SX_NODE_NONE;
  for (; above != v->list; above = sx_nodes_parent(nodes, above)) {
    sx_control_class class = sx_control_of(&v->x->control, above);
    if (class == SX_CONTROL_LOOP || class == SX_CONTROL_DO ||
        sx_nodes_is(nodes, above, "for_statement"))
      end = sx_nodes_get(nodes, above)->end;
    if (sx_nodes_is(nodes, above,
                    "class_definition class_declaration class_body for_clause "
                    "static_assert_declaration") ||
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, above, "function")),
                        SX_STR("_Static_assert")) ||
        is_static(nodes, above))
      return SX_NODE_NONE;
  }
  return end;
}

static bool is_written(const sx_variable *v, uint32_t from, uint32_t to) {
  const sx_names *names = &v->x->names;
  const uint32_t roles = SX_NAME_WRITES | SX_NAME_DECLARES | SX_NAME_ADDRESS;
  size_t first = sx_names_from(names, v->x->part.start);
  for (size_t k = sx_names_from(names, from);
       k < names->names.len && names->names.items[k].start < to; k++) {
    const sx_name *written = &names->names.items[k];
    if (!(written->roles & roles) || written->binding == SX_BINDING_FREE) continue;
    for (size_t i = first; i < names->names.len && names->names.items[i].start < v->x->part.end;
         i++)
      if (names->names.items[i].binding == written->binding) return true;
  }
  return false;
}

static bool has_label(const sx_variable *v, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < v->x->nodes.tree.nodes.len; i++) {
    const sx_tree_node *at = sx_nodes_get(&v->x->nodes, i);
    if (at->start >= from && at->start < to &&
        sx_nodes_is(&v->x->nodes, i, "labeled_statement preproc_if preproc_ifdef preproc_else"))
      return true;
  }
  return false;
}

static bool is_replaceable(const sx_variable *v, uint32_t node, sx_variable_level level) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t from = sx_nodes_get(nodes, v->statement)->start;
  if (sx_nodes_get(nodes, node)->start < from) return false;
  uint32_t to = end_of_region(v, node);
  if (to == SX_NODE_NONE || is_written(v, from, to) || has_label(v, from, to)) return false;
  if (!sx_variable_is_known_code(v, node)) return false;
  if (sx_variable_is(v, "cpp") && sx_variable_has_acting_macro(v, from, to)) return false;
  return level < SX_VARIABLE_READS || sx_variable_judge_range(v, from, to) < SX_VARIABLE_ACTS;
}

static sx_status add(sx_variable *v, uint32_t node, bool is_replaced, sx_err *err) {
  sx_extraction *x = v->x;
  sx_extract_part *added = is_replaced ? SX_ARRAY_ADD(&x->duplicates, x->call->arena)
                                       : SX_ARRAY_ADD(&x->others, x->call->arena);
  if (!added) return sx_fail(err, x->call->arena->status, NULL);
  *added = (sx_extract_part){.first = node,
                             .last = node,
                             .start = sx_nodes_get(&x->nodes, node)->start,
                             .end = sx_nodes_get(&x->nodes, node)->end,
                             .is_expression = true};
  return SX_OK;
}

sx_status sx_variable_find_duplicates(sx_variable *v, sx_err *err) {
  sx_extraction *x = v->x;
  uint32_t kind = sx_nodes_get(&x->nodes, v->value)->kind;
  sx_variable_level level = sx_variable_judge(v, v->value);
  bool is_repeated = is_repeatable(v, level);
  sx_status status = SX_OK;
  if (x->nodes.ends[v->value] == v->value + 1) return SX_OK; /* a single name or number */
  for (uint32_t node = 1; node < x->nodes.tree.nodes.len && !status; node++) {
    if (sx_nodes_get(&x->nodes, node)->kind != kind || node == v->value) continue;
    if (sx_variable_why_not(v, node) || !is_same(x, v->value, node)) continue;
    if (x->duplicates.len + x->others.len < MAX_DUPLICATES)
      status = add(v, node, is_repeated && is_replaceable(v, node, level), err);
  }
  return status;
}
