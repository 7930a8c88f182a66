#include "flow/names_parts.h"

#include "text/language.h"

/* JavaScript, TypeScript, TSX. */

/* ---- kinds and contexts ---------------------------------------------------------------------- */

typedef enum script_kind {
  JS_NONE,
  JS_ARROW,
  JS_ASSIGNED_DEFAULT, /* `a = 1` in a pattern */
  JS_ASSIGNMENT,
  JS_AUGMENTED,
  JS_BLOCK,
  JS_CALL,
  JS_CATCH,
  JS_CLASS,
  JS_CLASS_EXPRESSION,
  JS_DECLARATOR,
  JS_ENUM,
  JS_ENUM_BODY,
  JS_ENUM_MEMBER,
  JS_EXPORT_SPECIFIER,
  JS_FIELD,
  JS_FOR,
  JS_FOR_IN,
  JS_FUNCTION,
  JS_FUNCTION_EXPRESSION,
  JS_IDENTIFIER,
  JS_IMPORT_ALIAS,
  JS_IMPORT_CLAUSE,
  JS_IMPORT_SPECIFIER,
  JS_INDEX_SIGNATURE,
  JS_INFER,
  JS_JSX_NAME, /* whose name may be that of an HTML element */
  JS_LEXICAL,
  JS_MAPPED,
  JS_METHOD,
  JS_NAMESPACE_EXPORT,
  JS_NESTED,
  JS_NESTED_TYPE,
  JS_PAIR_PATTERN,
  JS_PARAMETER,
  JS_PARAMETERS,
  JS_PATTERN,
  JS_PLAIN_SCOPE, /* a type with names of its own */
  JS_PREDICATE,
  JS_PROPERTY,
  JS_SHORTHAND,
  JS_SHORTHAND_PATTERN,
  JS_SPECIFIER_NAME,
  JS_TARGET_AROUND, /* parentheses, `!`, `as` around a target */
  JS_TYPE_DECLARATION,
  JS_TYPE_IDENTIFIER,
  JS_TYPE_PARAMETER,
  JS_TYPE_QUERY,
  JS_UPDATE,
  JS_VAR,
  JS_WITH,
  JS_MODULE
} script_kind;

static const sx_names_kind kinds[] = {
    {"arrow_function", JS_ARROW},
    {"assignment_pattern", JS_ASSIGNED_DEFAULT},
    {"object_assignment_pattern", JS_ASSIGNED_DEFAULT},
    {"assignment_expression", JS_ASSIGNMENT},
    {"augmented_assignment_expression", JS_AUGMENTED},
    {"statement_block", JS_BLOCK},
    {"switch_body", JS_BLOCK},
    {"call_expression", JS_CALL},
    {"catch_clause", JS_CATCH},
    {"class_declaration", JS_CLASS},
    {"abstract_class_declaration", JS_CLASS},
    {"class", JS_CLASS_EXPRESSION},
    {"variable_declarator", JS_DECLARATOR},
    {"enum_declaration", JS_ENUM},
    {"enum_body", JS_ENUM_BODY},
    {"enum_assignment", JS_ENUM_MEMBER},
    {"export_specifier", JS_EXPORT_SPECIFIER},
    {"field_definition", JS_FIELD},
    {"public_field_definition", JS_FIELD},
    {"class_static_block", JS_FIELD},
    {"for_statement", JS_FOR},
    {"for_in_statement", JS_FOR_IN},
    {"function_declaration", JS_FUNCTION},
    {"generator_function_declaration", JS_FUNCTION},
    {"function_signature", JS_FUNCTION},
    {"function_expression", JS_FUNCTION_EXPRESSION},
    {"generator_function", JS_FUNCTION_EXPRESSION},
    {"identifier", JS_IDENTIFIER},
    {"import_alias", JS_IMPORT_ALIAS},
    {"import_clause", JS_IMPORT_CLAUSE},
    {"namespace_import", JS_IMPORT_CLAUSE},
    {"import_require_clause", JS_IMPORT_CLAUSE},
    {"import_specifier", JS_IMPORT_SPECIFIER},
    {"index_signature", JS_INDEX_SIGNATURE},
    {"infer_type", JS_INFER},
    {"jsx_opening_element", JS_JSX_NAME},
    {"jsx_closing_element", JS_JSX_NAME},
    {"jsx_self_closing_element", JS_JSX_NAME},
    {"jsx_namespace_name", JS_NAMESPACE_EXPORT},
    {"lexical_declaration", JS_LEXICAL},
    {"using_declaration", JS_LEXICAL},
    {"mapped_type_clause", JS_MAPPED},
    {"method_definition", JS_METHOD},
    {"namespace_export", JS_NAMESPACE_EXPORT},
    {"nested_identifier", JS_NESTED},
    {"nested_type_identifier", JS_NESTED_TYPE},
    {"pair_pattern", JS_PAIR_PATTERN},
    {"required_parameter", JS_PARAMETER},
    {"optional_parameter", JS_PARAMETER},
    {"formal_parameters", JS_PARAMETERS},
    {"object_pattern", JS_PATTERN},
    {"array_pattern", JS_PATTERN},
    {"rest_pattern", JS_PATTERN},
    {"function_type", JS_PLAIN_SCOPE},
    {"constructor_type", JS_PLAIN_SCOPE},
    {"call_signature", JS_PLAIN_SCOPE},
    {"construct_signature", JS_PLAIN_SCOPE},
    {"method_signature", JS_PLAIN_SCOPE},
    {"abstract_method_signature", JS_PLAIN_SCOPE},
    {"conditional_type", JS_PLAIN_SCOPE},
    {"object_type", JS_PLAIN_SCOPE},
    {"type_predicate", JS_PREDICATE},
    {"asserts", JS_PREDICATE},
    {"property_identifier", JS_PROPERTY},
    {"shorthand_property_identifier", JS_SHORTHAND},
    {"shorthand_property_identifier_pattern", JS_SHORTHAND_PATTERN},
    {"parenthesized_expression", JS_TARGET_AROUND},
    {"non_null_expression", JS_TARGET_AROUND},
    {"as_expression", JS_TARGET_AROUND},
    {"satisfies_expression", JS_TARGET_AROUND},
    {"interface_declaration", JS_TYPE_DECLARATION},
    {"type_alias_declaration", JS_TYPE_DECLARATION},
    {"type_identifier", JS_TYPE_IDENTIFIER},
    {"type_parameter", JS_TYPE_PARAMETER},
    {"type_query", JS_TYPE_QUERY},
    {"update_expression", JS_UPDATE},
    {"variable_declaration", JS_VAR},
    {"with_statement", JS_WITH},
    {"internal_module", JS_MODULE},
    {"module", JS_MODULE},
};

typedef enum script_context {
  TARGET = 1,
  READ_TOO = 2,
  CONST = 4,
  LET = 8,
  VAR = 16,
  PARAMETER = 32,
  WITH_VALUE = 64, /* a declaration that writes */
  CALLED = 128
} script_context;

#define DECLARING (CONST | LET | VAR | PARAMETER)

static bool is_field(const sx_names_walk *walk, uint32_t node, const char *field) {
  return sx_nodes_is_field(walk->nodes, node, field);
}

static bool has_field(const sx_names_walk *walk, uint32_t node, const char *field) {
  return sx_nodes_field(walk->nodes, node, field) != SX_NODE_NONE;
}

static uint8_t by_word(const sx_names_walk *walk, uint32_t declaration) {
  sx_str word = sx_nodes_text(walk->nodes, sx_nodes_field(walk->nodes, declaration, "kind"));
  if (!word.len || sx_str_is_equal(word, SX_STR("var"))) return VAR;
  return sx_str_is_equal(word, SX_STR("let")) ? LET : CONST;
}

static uint8_t of_declarator(const sx_names_walk *walk, uint32_t node, uint32_t declarator) {
  uint32_t declaration = sx_nodes_parent(walk->nodes, declarator);
  if (!is_field(walk, node, "name")) return 0;
  uint8_t value = has_field(walk, declarator, "value") ? WITH_VALUE : 0;
  if (sx_names__number(walk, declaration) == JS_VAR) return VAR | value;
  return by_word(walk, declaration) | value;
}

static uint8_t of_for_in(const sx_names_walk *walk, uint32_t node, uint32_t statement) {
  if (!is_field(walk, node, "left")) return 0;
  if (!has_field(walk, statement, "kind")) return TARGET;
  return by_word(walk, statement) | WITH_VALUE;
}

/* The context of a node in the one above it. */
static uint8_t find_context(const sx_names_walk *walk, uint32_t node, uint32_t parent) {
  uint8_t above = walk->contexts[parent];
  switch (sx_names__number(walk, parent)) {
  case JS_PATTERN: return above;
  case JS_TARGET_AROUND: return above & (TARGET | READ_TOO);
  case JS_ASSIGNED_DEFAULT: return is_field(walk, node, "left") ? above : 0;
  case JS_PAIR_PATTERN: return is_field(walk, node, "value") ? above : 0;
  case JS_ASSIGNMENT: return is_field(walk, node, "left") ? TARGET : 0;
  case JS_AUGMENTED: return is_field(walk, node, "left") ? TARGET | READ_TOO : 0;
  case JS_UPDATE: return is_field(walk, node, "argument") ? TARGET | READ_TOO : 0;
  case JS_DECLARATOR: return of_declarator(walk, node, parent);
  case JS_FOR_IN: return of_for_in(walk, node, parent);
  case JS_CATCH: return is_field(walk, node, "parameter") ? LET | WITH_VALUE : 0;
  case JS_PARAMETERS: return PARAMETER;
  case JS_PARAMETER: return is_field(walk, node, "pattern") ? PARAMETER : 0;
  case JS_ARROW: return is_field(walk, node, "parameter") ? PARAMETER : 0;
  case JS_CALL: return is_field(walk, node, "function") ? CALLED : 0;
  default: return 0;
  }
}

/* ---- scopes ---------------------------------------------------------------------------------- */

static bool is_function(uint8_t number) {
  return number == JS_FUNCTION || number == JS_FUNCTION_EXPRESSION || number == JS_ARROW ||
         number == JS_METHOD;
}

/* A body is in the scope of its function's or catch clause's parameters. */
static bool is_body(const sx_names_walk *walk, uint32_t node, uint32_t parent) {
  uint8_t above = sx_names__number(walk, parent);
  return is_field(walk, node, "body") && (is_function(above) || above == JS_FIELD);
}

static void open_in(sx_names_walk *walk, uint32_t node, sx_scope_kind kind) {
  sx_names__open(walk, node, kind, sx_names__scope(walk, node));
}

/* The name of a function or class expression is in a scope around its own. */
static void open_named(sx_names_walk *walk, uint32_t node, sx_scope_kind kind) {
  uint32_t outer = sx_names__open(walk, node, SX_SCOPE_BLOCK, sx_names__scope(walk, node));
  if (outer != SX_SCOPE_NONE) sx_names__open(walk, node, kind, outer);
}

static void open_scopes(sx_names_walk *walk, uint32_t node, uint32_t parent, uint8_t number) {
  switch (number) {
  case JS_FUNCTION:
  case JS_ARROW:
  case JS_METHOD:
  case JS_FIELD: open_in(walk, node, SX_SCOPE_FUNCTION); break;
  case JS_MODULE: open_in(walk, node, SX_SCOPE_BLOCK); break;
  case JS_FUNCTION_EXPRESSION: open_named(walk, node, SX_SCOPE_FUNCTION); break;
  case JS_CLASS_EXPRESSION: open_named(walk, node, SX_SCOPE_BLOCK); break;
  case JS_BLOCK:
    if (!is_body(walk, node, parent)) open_in(walk, node, SX_SCOPE_BLOCK);
    break;
  case JS_CATCH:
  case JS_CLASS:
  case JS_ENUM_BODY:
  case JS_FOR:
  case JS_FOR_IN:
  case JS_INDEX_SIGNATURE:
  case JS_PLAIN_SCOPE:
  case JS_TYPE_DECLARATION: open_in(walk, node, SX_SCOPE_BLOCK); break;
  default: break;
  }
}

static uint32_t outer_of(const sx_names_walk *walk, uint32_t scope) {
  uint32_t outer = sx_names__get_scope(walk, scope)->outer;
  return outer == SX_SCOPE_NONE ? scope : outer;
}

/* Where a node is looked up that is not where the one above it is. */
static void place(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  uint32_t made = sx_names__made(walk, parent);
  bool is_name = is_field(walk, node, "name");
  if (made == SX_SCOPE_NONE) return;
  switch (sx_names__number(walk, parent)) {
  case JS_FUNCTION_EXPRESSION:
  case JS_CLASS_EXPRESSION:
    sx_names__set_scope(walk, node, is_name ? outer_of(walk, made) : made);
    break;
  case JS_METHOD:
    if (!is_name && !is_field(walk, node, "decorator")) sx_names__set_scope(walk, node, made);
    break;
  case JS_FIELD:
    if (is_field(walk, node, "value") || is_field(walk, node, "body"))
      sx_names__set_scope(walk, node, made);
    break;
  case JS_FUNCTION:
  case JS_CLASS:
  case JS_MODULE:
  case JS_TYPE_DECLARATION:
    if (!is_name) sx_names__set_scope(walk, node, made);
    break;
  default: sx_names__set_scope(walk, node, made);
  }
}

/* Where `var` declares: functions, the file, and TypeScript's namespaces. */
static uint32_t var_scope(const sx_names_walk *walk, uint32_t scope) {
  for (;;) {
    const sx_scope *at = sx_names__get_scope(walk, scope);
    if (at->kind == SX_SCOPE_FUNCTION || at->outer == SX_SCOPE_NONE) return scope;
    if (sx_names__number(walk, at->node) == JS_MODULE) return scope;
    scope = at->outer;
  }
}

/* ---- names ----------------------------------------------------------------------------------- */

static sx_status declare_in(sx_names_walk *walk, uint32_t node, uint32_t scope, uint32_t roles,
                            sx_binding_kind kind, uint8_t spaces) {
  sx_names_use use = {
      .roles = SX_NAME_DECLARES | roles, .scope = scope, .kind = kind, .spaces = spaces};
  return sx_names__add(walk, node, &use);
}

static sx_status declare(sx_names_walk *walk, uint32_t node, uint32_t roles, sx_binding_kind kind,
                         uint8_t spaces) {
  return declare_in(walk, node, sx_names__scope(walk, node), roles, kind, spaces);
}

static sx_status add_use(sx_names_walk *walk, uint32_t node, uint32_t roles, uint8_t spaces) {
  return sx_names__add(walk, node, &(sx_names_use){.roles = roles, .spaces = spaces});
}

static sx_status declare_variable(sx_names_walk *walk, uint32_t node, uint8_t context) {
  uint32_t scope = sx_names__scope(walk, node);
  uint32_t roles = context & WITH_VALUE ? SX_NAME_WRITES : 0;
  sx_binding_kind kind = SX_BINDING_VARIABLE;
  if (context & VAR) scope = var_scope(walk, scope);
  if (context & CONST) kind = SX_BINDING_CONSTANT;
  if (context & PARAMETER) kind = SX_BINDING_PARAMETER;
  return declare_in(walk, node, scope, roles, kind, SX_SPACE_VALUES);
}

static sx_status add_by_context(sx_names_walk *walk, uint32_t node) {
  uint8_t context = walk->contexts[node];
  if (context & DECLARING) return declare_variable(walk, node, context);
  if (context & TARGET) {
    uint32_t roles = context & READ_TOO ? SX_NAME_WRITES | SX_NAME_READS : SX_NAME_WRITES;
    return add_use(walk, node, roles, SX_SPACE_VALUES);
  }
  uint32_t roles = context & CALLED ? SX_NAME_READS | SX_NAME_CALLS : SX_NAME_READS;
  return add_use(walk, node, roles, SX_SPACE_VALUES);
}

static sx_status add_specifier(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  uint32_t clause = sx_nodes_parent(walk->nodes, parent);
  uint32_t statement = sx_nodes_parent(walk->nodes, clause);
  if (sx_names__number(walk, parent) == JS_EXPORT_SPECIFIER) {
    if (is_field(walk, node, "alias") || has_field(walk, statement, "source")) return SX_OK;
    return add_use(walk, node, SX_NAME_READS, 0);
  }
  if (is_field(walk, node, "name") && has_field(walk, parent, "alias")) return SX_OK;
  return declare(walk, node, SX_NAME_WRITES, SX_BINDING_IMPORT, 0);
}

/* `import x = a.b.c`: the first name is declared. */
static sx_status add_alias(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  if (sx_nodes_first_named(walk->nodes, parent) == node)
    return declare(walk, node, SX_NAME_WRITES, SX_BINDING_IMPORT, 0);
  return add_use(walk, node, SX_NAME_READS, 0);
}

/* The first name of `a.b.C`, in a type or after `import x =`. */
static sx_status add_nested(sx_names_walk *walk, uint32_t node) {
  uint32_t around = node;
  do around = sx_nodes_parent(walk->nodes, around);
  while (sx_names__number(walk, around) == JS_NESTED);
  bool is_type = sx_names__number(walk, around) == JS_NESTED_TYPE;
  return add_use(walk, node, is_type ? SX_NAME_TYPE : SX_NAME_READS, 0);
}

/* Names in lower case are HTML's, but for those with members. */
static sx_status add_jsx(sx_names_walk *walk, uint32_t node) {
  char first = sx_str_at(sx_nodes_text(walk->nodes, node), 0);
  if (!is_field(walk, node, "name")) return add_by_context(walk, node);
  return first >= 'a' && first <= 'z' ? SX_OK : add_use(walk, node, SX_NAME_READS, SX_SPACE_VALUES);
}

static sx_status add_identifier(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  switch (sx_names__number(walk, parent)) {
  case JS_FUNCTION:
  case JS_FUNCTION_EXPRESSION:
    if (is_field(walk, node, "name"))
      return declare(walk, node, SX_NAME_WRITES, SX_BINDING_FUNCTION, SX_SPACE_VALUES);
    break;
  case JS_CLASS:
  case JS_CLASS_EXPRESSION:
  case JS_ENUM:
  case JS_MODULE:
    if (is_field(walk, node, "name"))
      return declare(walk, node, SX_NAME_WRITES, SX_BINDING_TYPE, 0);
    break;
  case JS_IMPORT_CLAUSE: return declare(walk, node, SX_NAME_WRITES, SX_BINDING_IMPORT, 0);
  case JS_EXPORT_SPECIFIER:
  case JS_IMPORT_SPECIFIER: return add_specifier(walk, node, parent);
  case JS_IMPORT_ALIAS: return add_alias(walk, node, parent);
  case JS_NAMESPACE_EXPORT: return SX_OK;
  case JS_INDEX_SIGNATURE:
    if (is_field(walk, node, "name")) return SX_OK;
    break;
  case JS_JSX_NAME: return add_jsx(walk, node);
  case JS_NESTED:
  case JS_NESTED_TYPE: return add_nested(walk, node);
  case JS_PREDICATE:
  case JS_TYPE_QUERY: return add_use(walk, node, SX_NAME_TYPE | SX_NAME_READS, SX_SPACE_VALUES);
  default: break;
  }
  return add_by_context(walk, node);
}

/* `infer X` declares in the condition that has it in its `extends`. */
static sx_status declare_inferred(sx_names_walk *walk, uint32_t node) {
  uint32_t inner = node, around = sx_nodes_parent(walk->nodes, node);
  while (around != SX_NODE_NONE && (!sx_nodes_is(walk->nodes, around, "conditional_type") ||
                                    !is_field(walk, inner, "right"))) {
    inner = around;
    around = sx_nodes_parent(walk->nodes, around);
  }
  uint32_t made = sx_names__made(walk, around);
  if (made == SX_SCOPE_NONE) made = sx_names__scope(walk, node);
  return declare_in(walk, node, made, 0, SX_BINDING_TYPE, SX_SPACE_TYPES);
}

static sx_status add_type(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  bool is_name = is_field(walk, node, "name");
  switch (sx_names__number(walk, parent)) {
  case JS_CLASS:
  case JS_CLASS_EXPRESSION:
    if (is_name) return declare(walk, node, SX_NAME_WRITES, SX_BINDING_TYPE, 0);
    break;
  case JS_TYPE_DECLARATION:
  case JS_TYPE_PARAMETER:
  case JS_MAPPED:
    if (is_name) return declare(walk, node, 0, SX_BINDING_TYPE, SX_SPACE_TYPES);
    break;
  case JS_INFER:
    if (sx_nodes_first_named(walk->nodes, parent) == node) return declare_inferred(walk, node);
    break;
  case JS_NESTED_TYPE: return SX_OK;
  default: break;
  }
  return add_use(walk, node, SX_NAME_TYPE, SX_SPACE_TYPES);
}

static sx_status add_property(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  uint8_t above = sx_names__number(walk, parent);
  bool is_member =
      above == JS_ENUM_BODY || (above == JS_ENUM_MEMBER && is_field(walk, node, "name"));
  if (!is_member) return SX_OK;
  return declare(walk, node, SX_NAME_WRITES, SX_BINDING_CONSTANT, SX_SPACE_VALUES);
}

static sx_status add_name(sx_names_walk *walk, uint32_t node, uint32_t parent, uint8_t number) {
  switch (number) {
  case JS_IDENTIFIER: return add_identifier(walk, node, parent);
  case JS_SHORTHAND_PATTERN:
  case JS_SHORTHAND: return add_by_context(walk, node);
  case JS_TYPE_IDENTIFIER: return add_type(walk, node, parent);
  case JS_PROPERTY: return add_property(walk, node, parent);
  default: return SX_OK;
  }
}

static sx_status visit(sx_names_walk *walk, uint32_t node) {
  uint32_t parent = sx_nodes_parent(walk->nodes, node);
  uint8_t number = sx_names__number(walk, node);
  if (parent == SX_NODE_NONE || !sx_nodes_is_named(walk->nodes, node)) return SX_OK;
  walk->contexts[node] = find_context(walk, node, parent);
  place(walk, node, parent);
  open_scopes(walk, node, parent, number);
  bool is_eval = number == JS_IDENTIFIER && (walk->contexts[node] & CALLED) &&
                 sx_str_is_equal(sx_nodes_text(walk->nodes, node), SX_STR("eval"));
  if (number == JS_WITH || is_eval) sx_names__note_dynamic(walk, node);
  return add_name(walk, node, parent, number);
}

const sx_names_language sx_names__script = {.grammars = "javascript typescript tsx",
                                            .kinds = kinds,
                                            .kind_count = sizeof kinds / sizeof *kinds,
                                            .visit = visit};
