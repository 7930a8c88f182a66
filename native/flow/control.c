#include "flow/control.h"

#include "text/language.h"

/* Kinds of all grammars that are known here; those that are not in it are PLAIN. */
static const struct {
  const char *kinds;
  uint8_t class;
} table[] = {
    /* Python */
    {"function_definition lambda", SX_CONTROL_FUNCTION},
    {"generator_expression list_comprehension set_comprehension dictionary_comprehension",
     SX_CONTROL_MAYBE},
    {"case_clause switch_case switch_default expression_case default_case type_case "
     "communication_case case_statement",
     SX_CONTROL_CASE},
    {"boolean_operator match_statement assert_statement", SX_CONTROL_FIRST},
    {"conditional_expression", SX_CONTROL_MAYBE},
    {"if_statement", SX_CONTROL_IF},
    {"for_statement for_in_statement while_statement for_clause range_clause for_range_loop",
     SX_CONTROL_LOOP},
    {"try_statement", SX_CONTROL_TRY},
    {"with_statement", SX_CONTROL_WITH},
    {"assignment augmented_assignment named_expression variable_declarator assignment_expression",
     SX_CONTROL_ASSIGN},
    {"assignment_pattern object_assignment_pattern", SX_CONTROL_ASSIGN},
    {"assignment_statement short_var_declaration receive_statement", SX_CONTROL_ASSIGN},
    {"return_statement", SX_CONTROL_RETURN},
    {"raise_statement throw_statement", SX_CONTROL_THROW},
    {"break_statement", SX_CONTROL_BREAK},
    {"continue_statement", SX_CONTROL_CONTINUE},
    {"yield yield_expression", SX_CONTROL_YIELD},
    {"await await_expression", SX_CONTROL_AWAIT},
    /* JavaScript */
    {"function_declaration function_expression arrow_function method_definition "
     "generator_function generator_function_declaration field_definition "
     "public_field_definition class_static_block",
     SX_CONTROL_FUNCTION},
    {"switch_statement expression_switch_statement type_switch_statement select_statement",
     SX_CONTROL_CASES},
    {"ternary_expression", SX_CONTROL_FIRST},
    {"binary_expression augmented_assignment_expression", SX_CONTROL_LOGICAL_MAYBE},
    {"do_statement", SX_CONTROL_DO},
    {"labeled_statement", SX_CONTROL_LABEL},
    /* Go, C */
    {"func_literal method_declaration", SX_CONTROL_FUNCTION},
    {"goto_statement", SX_CONTROL_GOTO},
    {"fallthrough_statement", SX_CONTROL_MAYBE},
    {"defer_statement go_statement", SX_CONTROL_DEFER},
    {"preproc_if preproc_ifdef preproc_else preproc_elif", SX_CONTROL_MAYBE},
};

static uint8_t class_of(sx_str kind, bool is_python) {
  /* In Python `a if c else b` begins with what may be passed over; C's with the condition. */
  if (!is_python && sx_str_is_equal(kind, SX_STR("conditional_expression")))
    return SX_CONTROL_FIRST;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (sx_language_has_word(table[i].kinds, kind, false)) return table[i].class;
  return SX_CONTROL_PLAIN;
}

sx_status sx_control_init(sx_control *out, const sx_names *names, sx_arena *arena, sx_err *err) {
  const sx_strs *kinds = &names->nodes->tree.names;
  bool is_python = sx_str_is_equal(names->nodes->grammar, SX_STR("python"));
  *out = (sx_control){.names = names, .nodes = names->nodes, .marked = SX_BINDING_FREE};
  out->classes = sx_arena_calloc(arena, kinds->len + 1, 1);
  out->marks = sx_arena_calloc(arena, names->nodes->tree.nodes.len + 1, 1);
  if (!out->classes || !out->marks) return sx_fail(err, arena->status, NULL);
  for (size_t i = 0; i < kinds->len; i++) out->classes[i] = class_of(kinds->items[i], is_python);
  return SX_OK;
}

static bool is_logical(const sx_control *control, uint32_t node) {
  uint32_t sign = sx_nodes_field(control->nodes, node, "operator");
  return sx_language_has_word("&& || ?? &&= ||= ?"
                              "?=",
                              sx_nodes_text(control->nodes, sign), false);
}

sx_control_class sx_control_of(const sx_control *control, uint32_t node) {
  if (!sx_nodes_is_named(control->nodes, node)) return SX_CONTROL_PLAIN;
  uint8_t class = control->classes[sx_nodes_get(control->nodes, node)->kind];
  if (class != SX_CONTROL_LOGICAL_MAYBE) return class;
  return is_logical(control, node) ? SX_CONTROL_FIRST : SX_CONTROL_PLAIN;
}

uint32_t sx_control_function(const sx_control *control, uint32_t node) {
  do node = sx_nodes_parent(control->nodes, node);
  while (node != SX_NODE_NONE && sx_control_of(control, node) != SX_CONTROL_FUNCTION);
  return node;
}

static bool is_loop(const sx_control *control, uint32_t node) {
  sx_control_class class = sx_control_of(control, node);
  return (class == SX_CONTROL_LOOP &&
          !sx_nodes_is(control->nodes, node, "for_clause range_clause")) ||
         class == SX_CONTROL_DO;
}

uint32_t sx_control_loop(const sx_control *control, uint32_t node) {
  for (;;) {
    node = sx_nodes_parent(control->nodes, node);
    if (node == SX_NODE_NONE || is_loop(control, node)) return node;
    if (sx_control_of(control, node) == SX_CONTROL_FUNCTION) return SX_NODE_NONE;
  }
}

/* ---- what is done on all paths ---------------------------------------------------------------
 *
 * Nodes come before what is in them, so a node's mark is made of marks that are there when nodes
 * are taken from the last to the first.
 */

static bool is_marked(const sx_control *control, uint32_t node) {
  return node != SX_NODE_NONE && control->marks[node];
}

static bool has_marked_child(const sx_control *control, uint32_t node) {
  uint32_t child = sx_nodes_first(control->nodes, node);
  while (child != SX_NODE_NONE && !control->marks[child])
    child = sx_nodes_next(control->nodes, child);
  return child != SX_NODE_NONE;
}

/* All children with the field, of which there must be one that is done where the others are not. */
static bool are_alternatives_marked(const sx_control *control, uint32_t node) {
  const sx_nodes *nodes = control->nodes;
  bool has_last = false;
  for (uint32_t child = sx_nodes_first(nodes, node); child != SX_NODE_NONE;
       child = sx_nodes_next(nodes, child)) {
    if (!sx_nodes_is_field(nodes, child, "alternative")) continue;
    if (!control->marks[child]) return false;
    has_last = !sx_nodes_is(nodes, child, "elif_clause");
  }
  return has_last;
}

static bool is_if_marked(const sx_control *control, uint32_t node) {
  if (is_marked(control, sx_nodes_field(control->nodes, node, "condition")) ||
      is_marked(control, sx_nodes_field(control->nodes, node, "initializer")))
    return true;
  return is_marked(control, sx_nodes_field(control->nodes, node, "consequence")) &&
         are_alternatives_marked(control, node);
}

static bool is_header(const sx_control *control, uint32_t node) {
  return sx_nodes_is_field(control->nodes, node, "right") ||
         sx_nodes_is_field(control->nodes, node, "initializer") ||
         sx_nodes_is_field(control->nodes, node, "condition") ||
         sx_nodes_is(control->nodes, node, "for_clause range_clause");
}

static bool is_loop_marked(const sx_control *control, uint32_t node) {
  for (uint32_t child = sx_nodes_first(control->nodes, node); child != SX_NODE_NONE;
       child = sx_nodes_next(control->nodes, child))
    if (is_header(control, child) && control->marks[child]) return true;
  return false;
}

static bool is_try_marked(const sx_control *control, uint32_t node) {
  const sx_nodes *nodes = control->nodes;
  bool is_done = is_marked(control, sx_nodes_field(nodes, node, "body")), is_handled = true;
  for (uint32_t child = sx_nodes_first(nodes, node); child != SX_NODE_NONE;
       child = sx_nodes_next(nodes, child)) {
    if (sx_nodes_is(nodes, child, "finally_clause") && control->marks[child]) return true;
    if (sx_nodes_is(nodes, child, "else_clause") && control->marks[child]) is_done = true;
    if (sx_nodes_is(nodes, child, "except_clause except_group_clause catch_clause") &&
        !control->marks[child])
      is_handled = false;
  }
  return is_done && is_handled;
}

/* Some context managers pass over what is left of their block. */
static bool is_with_marked(const sx_control *control, uint32_t node) {
  static const char *const words[] = {"suppress", "raises", "ignor", "expect", "catch"};
  uint32_t header = sx_nodes_first_named(control->nodes, node);
  sx_str text = sx_nodes_text(control->nodes, header);
  if (is_marked(control, header)) return true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_has_fold(text, sx_str_from(words[i]))) return false;
  return has_marked_child(control, node);
}

static bool is_first_marked(const sx_control *control, uint32_t node) {
  return is_marked(control, sx_nodes_first_named(control->nodes, node));
}

/* By its children's marks. Whatever leaves is done with all that would come after it. */
static bool mark_of(const sx_control *control, uint32_t node) {
  switch (sx_control_of(control, node)) {
  case SX_CONTROL_FUNCTION:
  case SX_CONTROL_MAYBE:
  case SX_CONTROL_LABEL:
  case SX_CONTROL_CASE:
  case SX_CONTROL_DO:
  case SX_CONTROL_DEFER: return false;
  case SX_CONTROL_FIRST:
  case SX_CONTROL_CASES: return is_first_marked(control, node);
  case SX_CONTROL_IF: return is_if_marked(control, node);
  case SX_CONTROL_LOOP: return is_loop_marked(control, node);
  case SX_CONTROL_TRY: return is_try_marked(control, node);
  case SX_CONTROL_WITH: return is_with_marked(control, node);
  case SX_CONTROL_RETURN:
  case SX_CONTROL_THROW:
  case SX_CONTROL_BREAK:
  case SX_CONTROL_CONTINUE: return true;
  default: return has_marked_child(control, node);
  }
}

static bool is_write(const sx_name *name, const sx_names *names) {
  if (name->roles & SX_NAME_WRITES) return true;
  return (name->roles & SX_NAME_DECLARES) &&
         names->bindings.items[name->binding].kind == SX_BINDING_PARAMETER;
}

/* Names of `del` are writes that take the value away. */
static bool is_deletion(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  while (sx_nodes_is(nodes, parent, "expression_list tuple parenthesized_expression list"))
    parent = sx_nodes_parent(nodes, parent);
  return sx_nodes_is(nodes, parent, "delete_statement");
}

static void mark_all(sx_control *control, uint32_t binding) {
  const sx_names *names = control->names;
  size_t at = names->names.len;
  if (control->marked == binding) return;
  control->marked = binding;
  for (uint32_t node = (uint32_t)control->nodes->tree.nodes.len; node-- > 0;) {
    while (at > 0 && names->names.items[at - 1].node > node) at--;
    const sx_name *name = at > 0 ? &names->names.items[at - 1] : NULL;
    if (name && name->node == node)
      control->marks[node] =
          name->binding == binding && is_write(name, names) && !is_deletion(control->nodes, node);
    else
      control->marks[node] = mark_of(control, node);
  }
}

bool sx_control_is_written_in(sx_control *control, uint32_t binding, uint32_t node) {
  mark_all(control, binding);
  return control->marks[node] != 0;
}

/* A binding that no name has: only what leaves counts, and that must not be a jump. */
#define NO_BINDING (UINT32_MAX - 1)

static bool has_jump_out(const sx_control *control, uint32_t node) {
  for (uint32_t i = node; i < control->nodes->ends[node]; i++) {
    sx_control_class class = sx_control_of(control, i);
    if (class == SX_CONTROL_FUNCTION && i != node)
      i = control->nodes->ends[i] - 1;
    else if (class == SX_CONTROL_GOTO)
      return true;
    else if (class == SX_CONTROL_BREAK || class == SX_CONTROL_CONTINUE) {
      uint32_t loop = sx_control_loop(control, i);
      if (loop == SX_NODE_NONE || !sx_nodes_has_in(control->nodes, node, loop)) return true;
    }
  }
  return false;
}

bool sx_control_never_ends(sx_control *control, uint32_t node) {
  mark_all(control, NO_BINDING);
  return control->marks[node] && !has_jump_out(control, node);
}

/* ---- what is done before --------------------------------------------------------------------- */

/* Whether in `parent` a child is always done before `inner`, a later one, is. */
static bool is_always_before(const sx_control *control, uint32_t parent, uint32_t child,
                             uint32_t inner) {
  const sx_nodes *nodes = control->nodes;
  switch (sx_control_of(control, parent)) {
  case SX_CONTROL_IF:
    return sx_nodes_is_field(nodes, child, "condition") ||
           sx_nodes_is_field(nodes, child, "initializer");
  case SX_CONTROL_LOOP:
    if (sx_nodes_is_field(nodes, child, "left")) return sx_nodes_is_field(nodes, inner, "body");
    return is_header(control, child);
  case SX_CONTROL_TRY:
    return sx_nodes_is_field(nodes, child, "body") && sx_nodes_is(nodes, inner, "else_clause");
  case SX_CONTROL_FIRST:
  case SX_CONTROL_CASES: return sx_nodes_first_named(nodes, parent) == child;
  case SX_CONTROL_ASSIGN:
  case SX_CONTROL_MAYBE:
  case SX_CONTROL_DO: return false;
  default: return true;
  }
}

static bool is_written_beside(const sx_control *control, uint32_t parent, uint32_t node,
                              uint32_t from) {
  for (uint32_t child = sx_nodes_first(control->nodes, parent);
       child != SX_NODE_NONE && child < node; child = sx_nodes_next(control->nodes, child))
    if (control->marks[child] && sx_nodes_get(control->nodes, child)->start >= from &&
        is_always_before(control, parent, child, node))
      return true;
  return false;
}

bool sx_control_is_written_before(sx_control *control, uint32_t binding, uint32_t node,
                                  uint32_t from) {
  mark_all(control, binding);
  uint32_t parent = sx_nodes_parent(control->nodes, node);
  for (; parent != SX_NODE_NONE; parent = sx_nodes_parent(control->nodes, parent)) {
    if (is_written_beside(control, parent, node, from)) return true;
    node = parent;
  }
  return false;
}
