#include "flow/names_parts.h"

#include "text/language.h"

/* ---- kinds and contexts ---------------------------------------------------------------------- */

typedef enum python_kind {
  PY_NONE,
  PY_ALIASED_IMPORT,
  PY_AS_PATTERN,
  PY_ASSIGNMENT,
  PY_ATTRIBUTE,
  PY_AUGMENTED,
  PY_CALL,
  PY_CASE_PART, /* what is in a pattern of `case`: a name alone is bound */
  PY_CLASS,
  PY_CLASS_PATTERN,
  PY_COMPREHENSION,
  PY_CONSTRAINED_TYPE,
  PY_DEFAULT_PARAMETER,
  PY_DELETE,
  PY_DOTTED_NAME,
  PY_EXCEPT,
  PY_FOR,
  PY_FOR_IN,
  PY_FUNCTION,
  PY_GENERATOR,
  PY_GENERIC_TYPE,
  PY_GLOBAL,
  PY_IDENTIFIER,
  PY_IMPORT,
  PY_IMPORT_FROM,
  PY_KEYWORD_ARGUMENT,
  PY_KEYWORD_PATTERN,
  PY_LAMBDA,
  PY_MEMBER_TYPE,
  PY_NAMED,
  PY_NONLOCAL,
  PY_PARAMETERS,
  PY_SPLAT_PATTERN,
  PY_TARGETS, /* several targets, or one in parentheses */
  PY_TYPE,
  PY_TYPE_ALIAS,
  PY_TYPE_PARAMETER,
  PY_TYPED_PARAMETER,
  PY_WILDCARD
} python_kind;

static const sx_names_kind kinds[] = {
    {"aliased_import", PY_ALIASED_IMPORT},
    {"as_pattern", PY_AS_PATTERN},
    {"as_pattern_target", PY_TARGETS},
    {"assignment", PY_ASSIGNMENT},
    {"attribute", PY_ATTRIBUTE},
    {"augmented_assignment", PY_AUGMENTED},
    {"call", PY_CALL},
    {"case_pattern", PY_CASE_PART},
    {"union_pattern", PY_CASE_PART},
    {"class_definition", PY_CLASS},
    {"class_pattern", PY_CLASS_PATTERN},
    {"list_comprehension", PY_COMPREHENSION},
    {"set_comprehension", PY_COMPREHENSION},
    {"dictionary_comprehension", PY_COMPREHENSION},
    {"constrained_type", PY_CONSTRAINED_TYPE},
    {"default_parameter", PY_DEFAULT_PARAMETER},
    {"typed_default_parameter", PY_DEFAULT_PARAMETER},
    {"delete_statement", PY_DELETE},
    {"dotted_name", PY_DOTTED_NAME},
    {"except_clause", PY_EXCEPT},
    {"for_statement", PY_FOR},
    {"for_in_clause", PY_FOR_IN},
    {"function_definition", PY_FUNCTION},
    {"generator_expression", PY_GENERATOR},
    {"generic_type", PY_GENERIC_TYPE},
    {"splat_type", PY_GENERIC_TYPE},
    {"global_statement", PY_GLOBAL},
    {"identifier", PY_IDENTIFIER},
    {"import_statement", PY_IMPORT},
    {"import_from_statement", PY_IMPORT_FROM},
    {"future_import_statement", PY_IMPORT_FROM},
    {"keyword_argument", PY_KEYWORD_ARGUMENT},
    {"keyword_pattern", PY_KEYWORD_PATTERN},
    {"lambda", PY_LAMBDA},
    {"member_type", PY_MEMBER_TYPE},
    {"named_expression", PY_NAMED},
    {"nonlocal_statement", PY_NONLOCAL},
    {"parameters", PY_PARAMETERS},
    {"lambda_parameters", PY_PARAMETERS},
    {"splat_pattern", PY_SPLAT_PATTERN},
    {"pattern_list", PY_TARGETS},
    {"tuple_pattern", PY_TARGETS},
    {"list_pattern", PY_TARGETS},
    {"list_splat_pattern", PY_TARGETS},
    {"dictionary_splat_pattern", PY_TARGETS},
    {"parenthesized_expression", PY_TARGETS},
    {"expression_list", PY_TARGETS},
    {"tuple", PY_TARGETS},
    {"list", PY_TARGETS},
    {"list_splat", PY_TARGETS},
    {"type", PY_TYPE},
    {"type_alias_statement", PY_TYPE_ALIAS},
    {"type_parameter", PY_TYPE_PARAMETER},
    {"typed_parameter", PY_TYPED_PARAMETER},
    {"wildcard_import", PY_WILDCARD},
};

typedef enum python_context {
  TARGET = 1,
  AUGMENTED = 2, /* a target that is read as well */
  WALRUS = 4,
  PARAMETER = 8,
  CALLED = 16,
  IN_TYPE = 32,
  TYPE_PARAMETER = 64,
  BARE = 128 /* a target without a value: `x: int` */
} python_context;

static bool is_field(const sx_names_walk *walk, uint32_t node, const char *field) {
  return sx_nodes_is_field(walk->nodes, node, field);
}

static bool is_first_child(const sx_names_walk *walk, uint32_t node) {
  return sx_nodes_first_named(walk->nodes, sx_nodes_parent(walk->nodes, node)) == node;
}

static uint8_t assigned(const sx_names_walk *walk, uint32_t parent) {
  return sx_nodes_field(walk->nodes, parent, "right") == SX_NODE_NONE ? TARGET | BARE : TARGET;
}

/* The context of a node in the one above it. */
static uint8_t find_context(const sx_names_walk *walk, uint32_t node, uint32_t parent) {
  uint8_t above = walk->contexts[parent];
  switch (sx_names__number(walk, parent)) {
  case PY_TARGETS: return above;
  case PY_ASSIGNMENT: return is_field(walk, node, "left") ? assigned(walk, parent) : 0;
  case PY_AUGMENTED: return is_field(walk, node, "left") ? TARGET | AUGMENTED : 0;
  case PY_FOR:
  case PY_FOR_IN: return is_field(walk, node, "left") ? TARGET : 0;
  case PY_NAMED: return is_field(walk, node, "name") ? TARGET | WALRUS : 0;
  case PY_AS_PATTERN:
    /* In `case P() as name` it has no field. */
    return is_first_child(walk, node) ? 0 : TARGET;
  case PY_EXCEPT: return is_field(walk, node, "alias") ? TARGET : 0;
  case PY_SPLAT_PATTERN:
  case PY_DELETE: return TARGET;
  case PY_PARAMETERS: return PARAMETER;
  case PY_DEFAULT_PARAMETER: return is_field(walk, node, "name") ? PARAMETER : 0;
  case PY_TYPED_PARAMETER: return is_field(walk, node, "type") ? 0 : PARAMETER;
  case PY_CALL: return is_field(walk, node, "function") ? CALLED : 0;
  case PY_TYPE_ALIAS: return is_field(walk, node, "left") ? TYPE_PARAMETER : 0;
  case PY_TYPE_PARAMETER:
    return is_field(walk, parent, "type_parameters") ? TYPE_PARAMETER : above & TYPE_PARAMETER;
  case PY_CONSTRAINED_TYPE: return is_first_child(walk, node) ? above & TYPE_PARAMETER : 0;
  case PY_GENERIC_TYPE:
  case PY_TYPE: return above & TYPE_PARAMETER;
  default: return 0;
  }
}

/* ---- scopes ---------------------------------------------------------------------------------- */

static uint32_t outer_of(const sx_names_walk *walk, uint32_t scope) {
  uint32_t outer = sx_names__get_scope(walk, scope)->outer;
  return outer == SX_SCOPE_NONE ? scope : outer;
}

static bool is_first_clause(const sx_names_walk *walk, uint32_t clause) {
  uint32_t body = sx_nodes_first_named(walk->nodes, sx_nodes_parent(walk->nodes, clause));
  return sx_nodes_next_named(walk->nodes, body) == clause;
}

/* Where a node is looked up that is not where the one above it is. */
static void place(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  uint32_t made = sx_names__made(walk, parent), scope = sx_names__scope(walk, parent);
  uint8_t number = sx_names__number(walk, parent);
  switch (number) {
  case PY_FUNCTION:
  case PY_LAMBDA:
  case PY_CLASS:
    if (is_field(walk, node, "parameters") || is_field(walk, node, "body"))
      sx_names__set_scope(walk, node, made);
    else if (!is_field(walk, node, "name"))
      sx_names__set_scope(walk, node, outer_of(walk, made));
    break;
  case PY_DEFAULT_PARAMETER:
  case PY_TYPED_PARAMETER:
    if (is_field(walk, node, "value") || is_field(walk, node, "type"))
      sx_names__set_scope(walk, node, outer_of(walk, scope));
    break;
  case PY_COMPREHENSION:
  case PY_GENERATOR: sx_names__set_scope(walk, node, made); break;
  case PY_FOR_IN:
    if (is_field(walk, node, "right") && is_first_clause(walk, parent))
      sx_names__set_scope(walk, node, outer_of(walk, scope));
    break;
  default: break;
  }
}

static void open_function(sx_names_walk *walk, uint32_t node, sx_scope_kind kind) {
  uint32_t outer = sx_names__scope(walk, node);
  if (sx_nodes_field(walk->nodes, node, "type_parameters") != SX_NODE_NONE)
    outer = sx_names__open(walk, node, SX_SCOPE_BLOCK, outer);
  if (outer != SX_SCOPE_NONE) sx_names__open(walk, node, kind, outer);
}

static void open_scopes(sx_names_walk *walk, uint32_t node, uint8_t number) {
  uint32_t scope = sx_names__scope(walk, node);
  switch (number) {
  case PY_FUNCTION:
  case PY_LAMBDA: open_function(walk, node, SX_SCOPE_FUNCTION); break;
  case PY_CLASS: open_function(walk, node, SX_SCOPE_CLASS); break;
  case PY_COMPREHENSION: sx_names__open(walk, node, SX_SCOPE_COMPREHENSION, scope); break;
  case PY_GENERATOR: sx_names__open(walk, node, SX_SCOPE_FUNCTION, scope); break;
  default: break;
  }
}

/* `:=` in a comprehension declares around it. */
static uint32_t walrus_scope(const sx_names_walk *walk, uint32_t scope) {
  for (;;) {
    uint8_t number = sx_names__number(walk, sx_names__get_scope(walk, scope)->node);
    if (number != PY_COMPREHENSION && number != PY_GENERATOR) return scope;
    scope = outer_of(walk, scope);
  }
}

/* ---- names ----------------------------------------------------------------------------------- */

static sx_status add_declaring(sx_names_walk *walk, uint32_t node, uint32_t roles,
                               sx_binding_kind kind) {
  sx_names_use use = {
      .roles = SX_NAME_DECLARES | roles, .scope = sx_names__scope(walk, node), .kind = kind};
  return sx_names__add(walk, node, &use);
}

/* A name of a `dotted_name`. */
static sx_status add_dotted(sx_names_walk *walk, uint32_t node, uint32_t dotted) {
  uint32_t parent = sx_nodes_parent(walk->nodes, dotted);
  bool is_alone = sx_nodes_next_named(walk->nodes, node) == SX_NODE_NONE;
  if (!is_first_child(walk, node)) return SX_OK;
  switch (sx_names__number(walk, parent)) {
  case PY_IMPORT: return add_declaring(walk, node, SX_NAME_WRITES, SX_BINDING_IMPORT);
  case PY_IMPORT_FROM:
    if (!is_field(walk, dotted, "name")) return SX_OK;
    return add_declaring(walk, node, SX_NAME_WRITES, SX_BINDING_IMPORT);
  case PY_CASE_PART:
  case PY_KEYWORD_PATTERN:
    if (!is_alone) break;
    if (sx_str_is_equal(sx_nodes_text(walk->nodes, node), SX_STR("_"))) return SX_OK;
    return add_declaring(walk, node, SX_NAME_WRITES, SX_BINDING_VARIABLE);
  case PY_CLASS_PATTERN: break;
  default:
    if (!sx_nodes_is(walk->nodes, parent, "dict_pattern")) return SX_OK;
  }
  return sx_names__add(walk, node, &(sx_names_use){.roles = SX_NAME_READS});
}

static sx_status add_target(sx_names_walk *walk, uint32_t node, uint8_t context) {
  uint32_t scope = sx_names__scope(walk, node);
  sx_names_use use = {.roles = SX_NAME_DECLARES, .scope = scope, .kind = SX_BINDING_VARIABLE};
  if (!(context & BARE)) use.roles |= SX_NAME_WRITES;
  if (context & AUGMENTED) use.roles |= SX_NAME_READS;
  if (context & WALRUS) use.scope = walrus_scope(walk, scope);
  return sx_names__add(walk, node, &use);
}

static sx_status add_plain(sx_names_walk *walk, uint32_t node, uint8_t context) {
  if (context & TARGET) return add_target(walk, node, context);
  if (context & PARAMETER) return add_declaring(walk, node, 0, SX_BINDING_PARAMETER);
  if (context & TYPE_PARAMETER) return add_declaring(walk, node, 0, SX_BINDING_TYPE);
  sx_names_use use = {.roles = SX_NAME_READS};
  if (context & CALLED) use.roles |= SX_NAME_CALLS;
  if (context & IN_TYPE) use.roles = SX_NAME_TYPE;
  return sx_names__add(walk, node, &use);
}

static sx_status add_outer(sx_names_walk *walk, uint32_t node, bool is_global) {
  uint32_t scope = sx_names__scope(walk, node);
  sx_status status = sx_names__redirect(walk, node, scope, is_global);
  if (status) return status;
  return sx_names__add(walk, node, &(sx_names_use){.roles = 0});
}

static sx_status add_name(sx_names_walk *walk, uint32_t node, uint32_t parent) {
  switch (sx_names__number(walk, parent)) {
  case PY_ATTRIBUTE:
    if (is_field(walk, node, "attribute")) return SX_OK;
    break;
  case PY_KEYWORD_ARGUMENT:
    if (is_field(walk, node, "name")) return SX_OK;
    break;
  case PY_KEYWORD_PATTERN:
  case PY_MEMBER_TYPE: return SX_OK;
  case PY_DOTTED_NAME: return add_dotted(walk, node, parent);
  case PY_ALIASED_IMPORT: return add_declaring(walk, node, SX_NAME_WRITES, SX_BINDING_IMPORT);
  case PY_FUNCTION: return add_declaring(walk, node, SX_NAME_WRITES, SX_BINDING_FUNCTION);
  case PY_CLASS: return add_declaring(walk, node, SX_NAME_WRITES, SX_BINDING_TYPE);
  case PY_GLOBAL: return add_outer(walk, node, true);
  case PY_NONLOCAL: return add_outer(walk, node, false);
  default: break;
  }
  return add_plain(walk, node, walk->contexts[node]);
}

static void note_dynamic(sx_names_walk *walk, uint32_t node, uint8_t number) {
  if (number == PY_WILDCARD) sx_names__note_dynamic(walk, node);
  if (number == PY_IDENTIFIER && (walk->contexts[node] & CALLED) &&
      sx_language_has_word("eval exec globals locals vars", sx_nodes_text(walk->nodes, node),
                           false))
    sx_names__note_dynamic(walk, node);
}

static sx_status visit(sx_names_walk *walk, uint32_t node) {
  uint32_t parent = sx_nodes_parent(walk->nodes, node);
  uint8_t number = sx_names__number(walk, node);
  if (parent == SX_NODE_NONE || !sx_nodes_is_named(walk->nodes, node)) return SX_OK;
  uint8_t context = find_context(walk, node, parent);
  context |= walk->contexts[parent] & IN_TYPE;
  if (number == PY_TYPE && !(context & TYPE_PARAMETER)) context |= IN_TYPE;
  walk->contexts[node] = context;
  place(walk, node, parent);
  open_scopes(walk, node, number);
  note_dynamic(walk, node, number);
  return number == PY_IDENTIFIER ? add_name(walk, node, parent) : SX_OK;
}

/* ---- what needs all declarations ------------------------------------------------------------- */

/* The statement of a class's body that a node is in. */
static uint32_t statement_of(const sx_nodes *nodes, uint32_t node, uint32_t class) {
  uint32_t body = sx_nodes_field(nodes, class, "body");
  while (node != SX_NODE_NONE && sx_nodes_parent(nodes, node) != body)
    node = sx_nodes_parent(nodes, node);
  return node;
}

/* Whether the class may not have the name yet where it is read, so that one around it is meant. */
static bool is_before(const sx_names *names, const sx_name *name, bool *is_sure) {
  const sx_nodes *nodes = names->nodes;
  const sx_binding *binding = &names->bindings.items[name->binding];
  const sx_name *first = &names->names.items[binding->first];
  uint32_t statement = statement_of(nodes, first->node, binding->scope);
  if (statement == SX_NODE_NONE) return false;
  bool is_compound = sx_nodes_is(nodes, statement,
                                 "if_statement for_statement while_statement try_statement "
                                 "with_statement match_statement");
  *is_sure = name->start < sx_nodes_get(nodes, statement)->start || !is_compound;
  return is_compound || name->start < sx_nodes_get(nodes, statement)->end;
}

/* `limit = limit` in a class reads what is around the class. */
static void finish(sx_names *names) {
  const sx_nodes *nodes = names->nodes;
  for (size_t i = 0; i < names->names.len; i++) {
    sx_name *name = &names->names.items[i];
    bool is_sure = true;
    if (name->binding == SX_BINDING_FREE || name->roles & SX_NAME_DECLARES || !name->roles)
      continue;
    const sx_binding *binding = &names->bindings.items[name->binding];
    if (!sx_nodes_is(nodes, binding->scope, "class_definition") ||
        !is_before(names, name, &is_sure))
      continue;
    uint32_t outer = sx_names_look_up(names, binding->name, binding->scope);
    if (outer == SX_BINDING_FREE && !is_sure) continue;
    if (!is_sure && names->dynamic == SX_NODE_NONE) names->dynamic = name->node;
    name->binding = outer;
  }
}

const sx_names_language sx_names__python = {.grammars = "python",
                                            .kinds = kinds,
                                            .kind_count = sizeof kinds / sizeof *kinds,
                                            .visit = visit,
                                            .finish = finish};
