#include "refactor/extract_variable.h"

/* ---- whether it is an expression ------------------------------------------------------------- */

static bool has_sign(const sx_nodes *nodes, uint32_t node, const char *sign) {
  return sx_nodes_token(nodes, node, sign) != SX_NODE_NONE;
}

/* C, Go: what is written, or whose address is taken, is more than its value. */
static const char *why_no_value(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node), above = sx_nodes_parent(nodes, parent);
  bool is_operand = sx_nodes_is(nodes, parent, "pointer_expression unary_expression");
  if (is_operand && has_sign(nodes, parent, "&")) return "its address is taken here";
  if (sx_nodes_is_field(nodes, node, "left") && sx_nodes_is(nodes, parent, "assignment_expression"))
    return "it is written here";
  if (sx_nodes_is(nodes, parent, "update_expression inc_statement dec_statement"))
    return "it is written here";
  if (sx_nodes_is(nodes, parent, "expression_list") && sx_nodes_is_field(nodes, parent, "left") &&
      !sx_nodes_is(nodes, above, "expression_case"))
    return "it is written here";
  if (sx_nodes_is_field(nodes, node, "function") && !sx_nodes_is(nodes, node, "call_expression"))
    return "it is what is called here";
  if (sx_nodes_is(nodes, parent, "go_statement defer_statement")) return "it is called later here";
  if (sx_nodes_is(nodes, parent, "comma_expression")) return "its value may not be used";
  return NULL;
}

/* Go: `v.Method` without a call is bound to v; the method changes v itself. */
static bool is_bound_method(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "field"));
  for (uint32_t i = 0; name.len && i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i, "method_declaration") ||
        !sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "name")), name))
      continue;
    sx_str receiver = sx_nodes_text(nodes, sx_nodes_field(nodes, i, "receiver"));
    if (sx_str_find_char(receiver, '*', 0) != SX_STR_NONE) return true;
  }
  return false;
}

/* C, Go: a part of a variable, which as a value of its own would be a copy. */
static const char *why_copy(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  const char *parts = sx_variable_is(v, "go")
                          ? "selector_expression index_expression slice_expression "
                            "parenthesized_expression"
                          : "field_expression subscript_expression parenthesized_expression";
  uint32_t top = node;
  for (;;) {
    uint32_t parent = sx_nodes_parent(nodes, top);
    bool is_inner = sx_nodes_is_field(nodes, top, "operand") ||
                    sx_nodes_is_field(nodes, top, "argument") ||
                    sx_nodes_is(nodes, parent, "parenthesized_expression");
    if (!is_inner || !sx_nodes_is(nodes, parent, parts)) break;
    if (sx_nodes_token(nodes, parent, "->") != SX_NODE_NONE) return NULL;
    if (sx_nodes_is(nodes, parent, "slice_expression")) return "a part of it is taken here";
    top = parent;
  }
  bool is_variable = sx_nodes_is(nodes, node,
                                 "identifier selector_expression index_expression "
                                 "parenthesized_expression field_expression subscript_expression "
                                 "pointer_expression unary_expression");
  if (top == node || !is_variable) return NULL;
  const char *reason = why_no_value(v, top);
  if (sx_variable_is(v, "go") && is_bound_method(v, top)) reason = "a method of it is taken here";
  return reason ? "a variable would have a copy of what is used here" : NULL;
}

static const char *why_not_plain(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  if (!sx_nodes_is(nodes, node, v->language->expressions)) return "this is not one";
  const sx_name *name = sx_names_at(&v->x->names, node);
  if (sx_nodes_is(nodes, node, "identifier") && (!name || (name->roles & SX_NAME_DECLARES)))
    return "this is a name and not a value";
  if (name && name->binding == SX_BINDING_FREE && sx_variable_is(v, "go"))
    return "what this name means is declared elsewhere";
  if (name && name->binding != SX_BINDING_FREE &&
      v->x->names.bindings.items[name->binding].kind >= SX_BINDING_FUNCTION)
    return "this is a name and not a value";
  if (sx_nodes_is_field(nodes, node, "name") || sx_nodes_is_field(nodes, node, "declarator") ||
      sx_nodes_is_field(nodes, node, "type") || sx_nodes_is_field(nodes, node, "key") ||
      sx_nodes_is_field(nodes, node, "field"))
    return "this is a name and not a value";
  if (sx_nodes_above(nodes, node, "preproc_if preproc_elif preproc_def preproc_include") !=
      SX_NODE_NONE)
    return "the preprocessor reads it";
  const char *reason = why_no_value(v, node);
  return reason ? reason : why_copy(v, node);
}

static const char *why_not_value(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is_field(nodes, node, "function")) return "it is what is called here";
  if (sx_nodes_is_field(nodes, node, "left") ||
      sx_nodes_is(nodes, parent, "update_expression delete_statement pattern_list"))
    return "it is written here";
  if (sx_nodes_is(nodes, parent, "decorator") ||
      sx_nodes_above(nodes, node, "decorator") != SX_NODE_NONE)
    return "a decorator has a place of its own";
  if (sx_nodes_above(nodes, node, "type type_annotation type_arguments") != SX_NODE_NONE)
    return "it is a type";
  return "this is not a value by itself";
}

/* JavaScript: `(o.f)()` calls it for o, and `typeof (x)` does not fail where x is not declared. */
static const char *why_not_in_brackets(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t inner = node, top = node;
  while (sx_nodes_is(nodes, inner, "parenthesized_expression"))
    inner = sx_nodes_first_named(nodes, inner);
  while (sx_nodes_is(nodes, sx_nodes_parent(nodes, top), "parenthesized_expression"))
    top = sx_nodes_parent(nodes, top);
  if (sx_nodes_is_field(nodes, top, "function") &&
      sx_nodes_is(nodes, inner, "member_expression subscript_expression"))
    return "it is what is called here";
  bool is_typeof = sx_nodes_token(nodes, sx_nodes_parent(nodes, top), "typeof") != SX_NODE_NONE;
  const sx_name *name = sx_names_at(&v->x->names, inner);
  return is_typeof && name && name->binding == SX_BINDING_FREE ? "it may not be declared" : NULL;
}

const char *sx_variable_why_not(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (v->language->expressions) return why_not_plain(v, node);
  if (!sx_extract_is_expression(v->x, node)) return why_not_value(v, node);
  if (sx_nodes_is(nodes, parent, "jsx_element jsx_fragment jsx_attribute"))
    return "JSX is around it";
  if (sx_nodes_is(nodes, node, "call call_expression") &&
      sx_nodes_is(nodes, sx_nodes_field(nodes, node, "function"), "super"))
    return "it calls the constructor of the base class";
  return sx_variable_is(v, "python") ? NULL : why_not_in_brackets(v, node);
}

/* ---- steps up -------------------------------------------------------------------------------- */

bool sx_variable_is_step(const sx_variable *v, uint32_t node, const char *steps) {
  const sx_nodes *nodes = &v->x->nodes;
  char text[128];
  sx_str kind = sx_nodes_kind(nodes, sx_nodes_parent(nodes, node));
  sx_str field = nodes->tree.names.items[sx_nodes_get(nodes, node)->field];
  if (sx_language_has_word(steps, kind, false)) return true;
  int length = snprintf(text, sizeof text, "%.*s.%.*s", SX_STR_ARG(kind), SX_STR_ARG(field));
  return field.len && length > 0 && (size_t)length < sizeof text &&
         sx_language_has_word(steps, sx_str_make(text, (size_t)length), false);
}

static size_t index_in(const sx_nodes *nodes, uint32_t parent, uint32_t node) {
  size_t index = 0;
  uint32_t child = sx_nodes_first_named(nodes, parent);
  for (; child != SX_NODE_NONE && child != node; child = sx_nodes_next_named(nodes, child)) index++;
  return index;
}

#define CHOICES                                                                                    \
  "boolean_operator ternary_expression conditional_expression comparison_operator "                \
  "binary_expression"

static bool is_in_chain(const sx_nodes *nodes, uint32_t parent, uint32_t node) {
  if (!sx_nodes_is(nodes, parent, "call_expression subscript_expression")) return false;
  for (uint32_t i = parent; i < node; i++)
    if (sx_nodes_is(nodes, i, "optional_chain")) return true;
  return false;
}

/* Evaluated in some cases only. */
static bool is_lazy(const sx_nodes *nodes, uint32_t parent, uint32_t node) {
  if (sx_nodes_is(nodes, parent, "boolean_operator"))
    return sx_nodes_is_field(nodes, node, "right");
  if (sx_nodes_is(nodes, parent, "ternary_expression"))
    return !sx_nodes_is_field(nodes, node, "condition");
  if (sx_nodes_is(nodes, parent, "conditional_expression")) {
    bool is_c = sx_nodes_field(nodes, parent, "condition") != SX_NODE_NONE;
    return is_c ? !sx_nodes_is_field(nodes, node, "condition") : index_in(nodes, parent, node) != 1;
  }
  if (sx_nodes_is(nodes, parent, "comparison_operator")) return index_in(nodes, parent, node) > 1;
  if (sx_nodes_is(nodes, parent, "augmented_assignment_expression"))
    return has_sign(nodes, parent, "&&=") || has_sign(nodes, parent, "||=") ||
           has_sign(nodes, parent,
                    "?"
                    "?=");
  if (is_in_chain(nodes, parent, node)) return true;
  if (!sx_nodes_is(nodes, parent, "binary_expression") || !sx_nodes_is_field(nodes, node, "right"))
    return false;
  return has_sign(nodes, parent, "&&") || has_sign(nodes, parent, "||") ||
         has_sign(nodes, parent,
                  "?"
                  "?");
}

/* The first iterable of a comprehension is evaluated at once. */
static bool is_first_iterable(const sx_nodes *nodes, uint32_t parent, uint32_t node) {
  uint32_t around = sx_nodes_parent(nodes, parent);
  if (!sx_nodes_is(nodes, parent, "for_in_clause")) {
    bool is_around = sx_nodes_is(nodes, parent,
                                 "list_comprehension set_comprehension "
                                 "dictionary_comprehension generator_expression");
    return is_around && sx_nodes_is(nodes, node, "for_in_clause");
  }
  return sx_nodes_is_field(nodes, node, "right") && index_in(nodes, around, parent) == 1;
}

/* Go: `for i := 0; …` and `for … range`, and not `for condition`. */
static bool is_clause(const sx_variable *v, uint32_t parent, uint32_t node) {
  return sx_nodes_is(&v->x->nodes, parent, "for_statement") &&
         sx_nodes_is(&v->x->nodes, node, "for_clause range_clause");
}

static bool is_known(const sx_variable *v, uint32_t node) {
  uint32_t parent = sx_nodes_parent(&v->x->nodes, node);
  return sx_variable_is_step(v, node, v->language->through) ||
         sx_variable_is_step(v, node, v->language->steps) ||
         sx_nodes_is(&v->x->nodes, parent, CHOICES) || is_clause(v, parent, node) ||
         is_first_iterable(&v->x->nodes, parent, node);
}

static bool is_in_list(const sx_variable *v, uint32_t node) {
  return sx_nodes_is(&v->x->nodes, sx_nodes_parent(&v->x->nodes, node), v->language->lists) &&
         !sx_nodes_is_field(&v->x->nodes, node, "value");
}

bool sx_variable_is_known_code(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  for (; node != v->list && node != SX_NODE_NONE; node = sx_nodes_parent(nodes, node)) {
    bool is_statement =
        sx_str_has_suffix(sx_nodes_kind(nodes, node), SX_STR("_statement")) ||
        sx_nodes_is(nodes, node,
                    "block statement_block statement_list else_clause elif_clause finally_clause "
                    "except_clause catch_clause switch_body switch_case switch_default "
                    "expression_case default_case declaration lexical_declaration "
                    "variable_declaration short_var_declaration var_declaration");
    if (!is_statement && !is_in_list(v, node) && !is_known(v, node) && node != v->statement)
      return false;
  }
  return node == v->list;
}

/* ---- the order ------------------------------------------------------------------------------- */

static void add_level(sx_variable *v, uint32_t node, sx_variable_level level) {
  if (sx_variable_divides(v, node)) v->before.divides = true;
  if (level <= v->before.level) return;
  v->before.level = level;
  v->before.worst = node;
}

/* The parts of what `=` writes are evaluated, and the whole is not read. */
static void add_target(sx_variable *v, uint32_t target) {
  const sx_nodes *nodes = &v->x->nodes;
  bool is_list = sx_nodes_is(nodes, target, "expression_list");
  if (!sx_nodes_is(nodes, target, v->language->targets) && !is_list) return;
  uint32_t child = sx_nodes_first_named(nodes, target);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child)) {
    uint32_t part = is_list ? sx_nodes_first_named(nodes, child) : child;
    for (; part != SX_NODE_NONE; part = is_list ? sx_nodes_next_named(nodes, part) : SX_NODE_NONE)
      add_level(v, part, sx_variable_judge(v, part));
  }
}

static bool is_plain_assignment(const sx_variable *v, uint32_t parent) {
  return sx_nodes_is(&v->x->nodes, parent, "assignment_expression assignment_statement") &&
         has_sign(&v->x->nodes, parent, "=");
}

/* `x += …` reads x before: a local variable is fixed. */
static sx_variable_level judge_augmented(const sx_variable *v, uint32_t target) {
  if (sx_nodes_is(&v->x->nodes, target, "identifier")) return sx_variable_judge(v, target);
  return SX_VARIABLE_READS;
}

static void add_sibling(sx_variable *v, uint32_t parent, uint32_t sibling) {
  const sx_nodes *nodes = &v->x->nodes;
  if (sx_nodes_is_field(nodes, sibling, "left") && is_plain_assignment(v, parent))
    add_target(v, sibling);
  else if (sx_nodes_is_field(nodes, sibling, "left") &&
           sx_nodes_is(nodes, parent,
                       "augmented_assignment augmented_assignment_expression "
                       "assignment_expression assignment_statement"))
    add_level(v, sibling, judge_augmented(v, sibling));
  else if (sx_nodes_is_field(nodes, sibling, "function"))
    add_level(v, sibling, sx_variable_judge_callee(v, sibling));
  else
    add_level(v, sibling, sx_variable_judge(v, sibling));
}

static bool is_sequenced(const sx_variable *v, uint32_t parent) {
  const sx_nodes *nodes = &v->x->nodes;
  return sx_nodes_is(nodes, parent,
                     "conditional_expression comma_expression declaration initializer_list "
                     "condition_clause") ||
         (sx_nodes_is(nodes, parent, "binary_expression") &&
          (has_sign(nodes, parent, "&&") || has_sign(nodes, parent, "||")));
}

/* Python's value is evaluated before its targets, and a condition before what it chooses. */
static bool is_before(const sx_variable *v, uint32_t parent, uint32_t node, uint32_t sibling) {
  const sx_nodes *nodes = &v->x->nodes;
  if (sx_variable_is_step(v, sibling, v->language->last)) {
    bool is_target =
        sx_nodes_is_field(nodes, node, "left") && sx_nodes_is(nodes, parent, "assignment");
    return is_target && sx_nodes_is_field(nodes, sibling, "right");
  }
  if (sx_nodes_is(nodes, parent, "assignment") && sx_nodes_is_field(nodes, node, "left"))
    return true;
  if (sx_variable_is(v, "python") &&
      sx_nodes_is(nodes, parent,
                  "conditional_expression list_comprehension set_comprehension "
                  "dictionary_comprehension generator_expression for_in_clause"))
    return false;
  if (sx_nodes_is(nodes, sibling, "list_splat") && sx_nodes_is(nodes, node, "keyword_argument"))
    return true;
  return sibling < node || (v->language->is_unordered && !is_sequenced(v, parent));
}

/* Go: whether a variable is read before or after a call beside it is left open. */
static void add_later(sx_variable *v, uint32_t parent, uint32_t sibling) {
  if (!sx_variable_is(v, "go") || is_sequenced(v, parent) ||
      sx_variable_is_step(v, sibling, v->language->last) ||
      sx_variable_judge(v, sibling) < SX_VARIABLE_ACTS)
    return;
  if (v->later == SX_NODE_NONE) v->later = sibling;
}

static void add_step(sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  uint32_t sibling = sx_nodes_first_named(nodes, parent);
  for (; sibling != SX_NODE_NONE; sibling = sx_nodes_next_named(nodes, sibling))
    if (sibling != node && is_before(v, parent, node, sibling))
      add_sibling(v, parent, sibling);
    else if (sibling != node &&
             !sx_nodes_is(
                 nodes, parent,
                 "if_statement for_statement expression_switch_statement type_switch_statement"))
      add_later(v, parent, sibling);
}

sx_status sx_variable_check_order(const sx_variable *v, sx_err *err) {
  sx_variable_level own = sx_variable_judge(v, v->x->part.first);
  bool is_failing = sx_variable_divides(v, v->x->part.first);
  bool is_call = (sx_nodes_is(&v->x->nodes, v->value, "call_expression") ||
                  has_sign(&v->x->nodes, v->value, "<-")) &&
                 own == SX_VARIABLE_ACTS;
  if (v->later != SX_NODE_NONE && own >= SX_VARIABLE_READS && !is_call)
    return sx_variable_refuse(v, v->later, err,
                              "The language leaves open whether this call is made before the "
                              "expression is read. Extract the call first.");
  bool is_kept = own == SX_VARIABLE_FIXED || v->before.level == SX_VARIABLE_FIXED;
  if (own == SX_VARIABLE_PURE) is_kept = v->before.level < SX_VARIABLE_ACTS || !is_failing;
  if (own == SX_VARIABLE_READS) is_kept = v->before.level < SX_VARIABLE_ACTS;
  if (own == SX_VARIABLE_ACTS) is_kept = v->before.level < SX_VARIABLE_READS && !v->before.divides;
  if (is_kept) return SX_OK;
  return sx_variable_refuse(v, v->before.worst == SX_NODE_NONE ? v->x->part.first : v->before.worst,
                            err,
                            "This is evaluated before the expression%s, and their order would "
                            "change. Extract this first, or other code.",
                            v->language->is_unordered ? ", or may be" : "");
}

/* ---- where it stands ------------------------------------------------------------------------- */

static const char *reason_of(const sx_variable *v, uint32_t parent) {
  static const char *const reasons[][2] = {
      {"while_statement do_statement for_statement for_clause for_in_statement",
       "it is evaluated for each round of the loop"},
      {"elif_clause else_clause", "it is evaluated only where the conditions before it are false"},
      {"lambda arrow_function", "it is evaluated each time that this function is called"},
      {"list_comprehension set_comprehension dictionary_comprehension generator_expression "
       "for_in_clause if_clause",
       "it is evaluated for each item of the comprehension"},
      {"default_parameter typed_default_parameter required_parameter optional_parameter "
       "assignment_pattern object_assignment_pattern formal_parameters optional_parameter_"
       "declaration",
       "it is a default value, which is evaluated only where it is needed"},
      {"decorator decorated_definition", "a decorator has a place of its own"},
      {"class_definition class_heritage class_body class_declaration public_field_definition "
       "field_definition",
       "it is a part of the class and not of a function's code"},
      {"switch_case case_statement expression_case case_clause case_pattern guard if_clause "
       "communication_case type_case",
       "the values of cases are evaluated in turn, or are constants"},
      {"array_declarator enumerator bitfield_clause enum_assignment enum_body field_declaration "
       "const_spec static_assert_declaration",
       "a constant must stand here"},
      {"sizeof_expression alignof_expression typeof_expression offsetof_expression",
       "it is not evaluated here"},
      {"assert_statement", "assertions may be switched off"},
      {"labeled_statement", "goto may lead to this statement"},
      {"named_expression", "it is a part of an assignment in an expression"},
      {"except_clause except_group_clause", "it is evaluated only for exceptions"},
  };
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (sx_nodes_is(&v->x->nodes, parent, reasons[i][0])) return reasons[i][1];
  return "it is not known when code in its place is evaluated";
}

static sx_status refuse_step(const sx_variable *v, uint32_t node, sx_err *err) {
  uint32_t parent = sx_nodes_parent(&v->x->nodes, node);
  return sx_variable_refuse(v, parent == SX_NODE_NONE ? node : parent, err,
                            "The expression cannot be evaluated before its statement: %s.",
                            parent == SX_NODE_NONE ? "it is in none" : reason_of(v, parent));
}

/* Whether what is done with a name is done once the expression has its value. */
static bool is_after(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  while (!sx_nodes_has_in(nodes, parent, v->x->part.first)) {
    node = parent;
    parent = sx_nodes_parent(nodes, node);
  }
  return sx_variable_is_step(v, node, v->language->last) || sx_nodes_is_field(nodes, node, "left");
}

/* The statement itself declares a name of the expression, or writes it before. */
static bool is_made_within(const sx_variable *v, uint32_t binding) {
  const sx_names *names = &v->x->names;
  const uint32_t roles = SX_NAME_WRITES | SX_NAME_DECLARES | SX_NAME_ADDRESS;
  if (sx_nodes_has_in(&v->x->nodes, v->statement, names->bindings.items[binding].scope))
    return true;
  size_t first = sx_names_from(names, sx_nodes_get(&v->x->nodes, v->statement)->start);
  for (; first < names->names.len && names->names.items[first].start < v->x->part.start; first++) {
    const sx_name *name = &names->names.items[first];
    if (name->binding == binding && (name->roles & roles) && !is_after(v, name->node)) return true;
  }
  return false;
}

static sx_status check_names(const sx_variable *v, sx_err *err) {
  const sx_extraction *x = v->x;
  size_t i = sx_names_from(&x->names, x->part.start);
  for (; i < x->names.names.len && x->names.names.items[i].start < x->part.end; i++) {
    const sx_name *name = &x->names.names.items[i];
    if (name->binding == SX_BINDING_FREE) continue;
    const sx_binding *binding = &x->names.bindings.items[name->binding];
    if (sx_extract_has(x, &x->part, binding->scope)) continue;
    if (is_made_within(v, name->binding))
      return sx_variable_refuse(v, name->node, err,
                                "'%.*s' is declared or written in the same statement, before "
                                "which the variable would be. Divide the statement first.",
                                SX_STR_ARG(binding->name));
  }
  return SX_OK;
}

static sx_status check_list(const sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t around = sx_nodes_parent(nodes, v->list);
  if (sx_nodes_is(nodes, around, "class_definition"))
    return sx_variable_refuse(v, v->statement, err,
                              "In a class the variable would be a member of it. Extract code of a "
                              "method.");
  uint32_t first = sx_nodes_first_named(nodes, v->statement);
  if (sx_nodes_is(nodes, v->statement, "expression_statement") &&
      (first == v->x->part.first || first == v->value) &&
      sx_nodes_next_named(nodes, first) == SX_NODE_NONE)
    return sx_variable_refuse(v, v->statement, err,
                              "This is a whole statement, whose value nothing uses. Extract a part "
                              "of it.");
  for (uint32_t i = v->statement; i < v->x->part.first; i++)
    if (sx_nodes_is(nodes, i, "super") && sx_nodes_is_field(nodes, i, "function"))
      return sx_variable_refuse(v, i, err,
                                "Before this call of the base class's constructor there is no "
                                "object yet.");
  return SX_OK;
}

/* A statement in no list; in C no declaration may follow the label of a case, either. */
static bool gets_room(const sx_variable *v, uint32_t node) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node), first = sx_nodes_first(nodes, parent);
  if (is_known(v, node) || !sx_room_is_at(nodes, node)) return false;
  if (!is_in_list(v, node)) return true;
  if (!sx_nodes_is(nodes, parent, "case_statement")) return false;
  while (first != SX_NODE_NONE && !sx_str_is_equal(sx_nodes_text(nodes, first), SX_STR(":")))
    first = sx_nodes_next(nodes, first);
  return sx_nodes_next_named(nodes, first) == node;
}

sx_status sx_variable_find_place(sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t node = v->x->part.first;
  v->before.worst = v->later = SX_NODE_NONE;
  while (!gets_room(v, node) && !is_in_list(v, node)) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    if (parent == SX_NODE_NONE || !is_known(v, node)) return refuse_step(v, node, err);
    if (is_lazy(nodes, parent, node))
      return sx_variable_refuse(v, v->x->part.first, err,
                                "The expression is evaluated in some cases only, and as a variable "
                                "it would be in all. Select a larger part of the statement.");
    add_step(v, node);
    node = parent;
  }
  v->statement = node;
  v->list = sx_nodes_parent(nodes, node);
  v->has_room = gets_room(v, node);
  if (v->has_room) v->room = sx_room_find(nodes, node, v->x->call->arena);
  sx_status status = check_list(v, err);
  return status ? status : check_names(v, err);
}
