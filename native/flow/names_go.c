#include "flow/names_parts.h"

enum {
  IDENTIFIER = 1,
  TYPE_IDENTIFIER,
  PACKAGE_IDENTIFIER,
  IMPORT,
  FUNCTION,
  FUNCTION_TYPE,
  BLOCK,
  STATEMENT, /* with names of its own */
  TYPE_SPEC,
  TYPE_PARAMETER,
  VAR_SPEC,
  CONST_SPEC,
  PARAMETER,
  LIST
};

static const sx_names_kind kinds[] = {{"identifier", IDENTIFIER},
                                      {"type_identifier", TYPE_IDENTIFIER},
                                      {"package_identifier", PACKAGE_IDENTIFIER},
                                      {"import_spec", IMPORT},
                                      {"function_declaration", FUNCTION},
                                      {"method_declaration", FUNCTION},
                                      {"func_literal", FUNCTION},
                                      {"function_type", FUNCTION_TYPE},
                                      {"method_elem", FUNCTION_TYPE},
                                      {"block", BLOCK},
                                      {"if_statement", STATEMENT},
                                      {"for_statement", STATEMENT},
                                      {"expression_switch_statement", STATEMENT},
                                      {"type_switch_statement", STATEMENT},
                                      {"expression_case", STATEMENT},
                                      {"type_case", STATEMENT},
                                      {"default_case", STATEMENT},
                                      {"communication_case", STATEMENT},
                                      {"type_spec", TYPE_SPEC},
                                      {"type_alias", TYPE_SPEC},
                                      {"type_parameter_declaration", TYPE_PARAMETER},
                                      {"var_spec", VAR_SPEC},
                                      {"const_spec", CONST_SPEC},
                                      {"parameter_declaration", PARAMETER},
                                      {"variadic_parameter_declaration", PARAMETER},
                                      {"expression_list", LIST}};

/* ---- declarations ---------------------------------------------------------------------------- */

static sx_status declare(sx_names_walk *walk, uint32_t node, uint32_t scope, sx_binding_kind kind,
                         uint32_t since) {
  uint32_t roles = SX_NAME_DECLARES;
  if (kind == SX_BINDING_VARIABLE || kind == SX_BINDING_CONSTANT) roles |= SX_NAME_WRITES;
  if (kind == SX_BINDING_TYPE) roles |= SX_NAME_TYPE;
  const sx_names_use use = {
      .roles = roles, .scope = scope, .since = scope ? since : 0, .kind = (uint8_t)kind};
  return sx_names__add(walk, node, &use);
}

static uint32_t end_of(const sx_names_walk *walk, uint32_t node) {
  return sx_nodes_get(walk->nodes, node)->end;
}

/* In the code of its function, and not in the types beside it. */
static sx_status declare_parameter(sx_names_walk *walk, uint32_t node) {
  const sx_nodes *nodes = walk->nodes;
  uint32_t function = sx_nodes_above(nodes, node,
                                     "function_declaration method_declaration func_literal "
                                     "function_type method_elem");
  uint32_t body = sx_nodes_field(nodes, function, "body");
  /* In code with errors it may be in no function. */
  uint32_t since = end_of(walk, function == SX_NODE_NONE ? node : function);
  if (body != SX_NODE_NONE) since = sx_nodes_get(nodes, body)->start;
  const sx_names_use use = {.roles = SX_NAME_DECLARES | SX_NAME_WRITES,
                            .scope = sx_names__scope(walk, node),
                            .since = since,
                            .kind = SX_BINDING_PARAMETER};
  return sx_names__add(walk, node, &use);
}

static sx_status declare_type(sx_names_walk *walk, uint32_t node) {
  uint32_t scope = sx_names__scope(walk, sx_nodes_parent(walk->nodes, node));
  scope = sx_names__get_scope(walk, scope)->outer;
  return declare(walk, node, scope, SX_BINDING_TYPE, sx_nodes_get(walk->nodes, node)->start);
}

static sx_str last_part(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

static bool is_version(sx_str part) {
  if (part.len < 2 || part.ptr[0] != 'v') return false;
  for (size_t i = 1; i < part.len; i++)
    if (part.ptr[i] < '0' || part.ptr[i] > '9') return false;
  return true;
}

/* The last part of its path, but for a version: the name of most packages. */
static sx_str package_of(sx_str path) {
  sx_str last = last_part(path);
  if (!is_version(last) || last.len == path.len) return last;
  return last_part(sx_str_slice(path, 0, path.len - last.len - 1));
}

static sx_status declare_import(sx_names_walk *walk, uint32_t node) {
  const sx_nodes *nodes = walk->nodes;
  uint32_t name = sx_nodes_field(nodes, node, "name"), path = sx_nodes_field(nodes, node, "path");
  sx_names_use use = {.roles = SX_NAME_DECLARES, .kind = SX_BINDING_IMPORT};
  if (sx_nodes_is(nodes, name, "dot")) sx_names__note_dynamic(walk, node);
  if (sx_nodes_is(nodes, name, "package_identifier")) return sx_names__add(walk, name, &use);
  if (name != SX_NODE_NONE || path == SX_NODE_NONE) return SX_OK;
  const sx_tree_node *at = sx_nodes_get(nodes, path);
  sx_str last = package_of(sx_str_slice(nodes->text, at->start + 1, at->end - 1));
  use.from = (uint32_t)(last.ptr - nodes->text.ptr);
  use.to = use.from + (uint32_t)last.len;
  return last.len ? sx_names__add(walk, path, &use) : SX_OK;
}

/* ---- what is done with a name ---------------------------------------------------------------- */

typedef struct target {
  uint32_t top;  /* x.f[0] of x: what holds a part of the same value */
  bool is_whole; /* that is x itself */
} target;

static target find_target(const sx_nodes *nodes, uint32_t node) {
  target t = {.top = node, .is_whole = true};
  for (;;) {
    uint32_t parent = sx_nodes_parent(nodes, t.top);
    bool is_part = sx_nodes_is(nodes, parent, "selector_expression index_expression") &&
                   sx_nodes_is_field(nodes, t.top, "operand");
    if (!is_part && !sx_nodes_is(nodes, parent, "parenthesized_expression")) return t;
    t.top = parent;
    if (is_part) t.is_whole = false;
  }
}

static bool is_left(const sx_nodes *nodes, uint32_t list) {
  return sx_nodes_is_field(nodes, list, "left") &&
         sx_nodes_is(nodes, sx_nodes_parent(nodes, list),
                     "assignment_statement range_clause receive_statement");
}

static uint32_t roles_of_left(const sx_nodes *nodes, uint32_t list, bool is_whole) {
  uint32_t statement = sx_nodes_parent(nodes, list);
  bool is_plain = !sx_nodes_is(nodes, statement, "assignment_statement") ||
                  sx_nodes_token(nodes, statement, "=") != SX_NODE_NONE;
  return SX_NAME_WRITES | (is_plain && is_whole ? 0 : SX_NAME_READS);
}

static uint32_t roles_of(const sx_nodes *nodes, uint32_t node) {
  target t = find_target(nodes, node);
  uint32_t parent = sx_nodes_parent(nodes, t.top);
  if (is_left(nodes, parent)) return roles_of_left(nodes, parent, t.is_whole);
  if (sx_nodes_is(nodes, parent, "inc_statement dec_statement"))
    return SX_NAME_READS | SX_NAME_WRITES;
  if (sx_nodes_is(nodes, parent, "call_expression") && sx_nodes_is_field(nodes, t.top, "function"))
    return SX_NAME_READS | (t.is_whole ? SX_NAME_CALLS : SX_NAME_ADDRESS);
  bool is_address = sx_nodes_is(nodes, parent, "unary_expression") &&
                    sx_nodes_token(nodes, parent, "&") != SX_NODE_NONE;
  bool is_sliced =
      sx_nodes_is(nodes, parent, "slice_expression") && sx_nodes_is_field(nodes, t.top, "operand");
  return SX_NAME_READS | (is_address || is_sliced ? SX_NAME_ADDRESS : 0);
}

/* ---- keys of literals ------------------------------------------------------------------------ */

/* The type that the values in `[]T`, `map[K]T` have. */
static uint32_t type_within(const sx_nodes *nodes, uint32_t type) {
  uint32_t element = sx_nodes_field(nodes, type, "element");
  return element != SX_NODE_NONE ? element : sx_nodes_field(nodes, type, "value");
}

/* `T{key: 1}`: a field, as most types with a name are structs, but an expression in a map or array.
 */
static bool is_field_key(const sx_nodes *nodes, uint32_t node) {
  uint32_t element = sx_nodes_parent(nodes, node), within = 0;
  uint32_t keyed = sx_nodes_parent(nodes, element);
  if (!sx_nodes_is(nodes, element, "literal_element") ||
      !sx_nodes_is_field(nodes, element, "key") || !sx_nodes_is(nodes, keyed, "keyed_element"))
    return false;
  uint32_t literal = sx_nodes_parent(nodes, sx_nodes_parent(nodes, keyed));
  for (; sx_nodes_is(nodes, literal, "literal_element keyed_element literal_value");
       literal = sx_nodes_parent(nodes, literal))
    if (sx_nodes_is(nodes, literal, "literal_value")) within++;
  uint32_t type = sx_nodes_field(nodes, literal, "type");
  while (within-- && type != SX_NODE_NONE) type = type_within(nodes, type);
  return !sx_nodes_is(nodes, type, "map_type array_type slice_type implicit_length_array_type");
}

/* ---- names ----------------------------------------------------------------------------------- */

static sx_status use(sx_names_walk *walk, uint32_t node, uint32_t roles) {
  return sx_names__add(walk, node, &(sx_names_use){.roles = roles});
}

/* `a, b := …`, also after `if`, `for`, `case` and in a switch over types. */
static bool is_declared_left(const sx_nodes *nodes, uint32_t list, uint32_t *since) {
  uint32_t statement = sx_nodes_parent(nodes, list);
  if (sx_nodes_is_field(nodes, list, "alias")) {
    uint32_t value = sx_nodes_field(nodes, statement, "value");
    *since = sx_nodes_get(nodes, value == SX_NODE_NONE ? statement : value)->end;
    return true;
  }
  *since = sx_nodes_get(nodes, statement)->end;
  return sx_nodes_is_field(nodes, list, "left") &&
         sx_nodes_is(nodes, statement, "short_var_declaration range_clause receive_statement") &&
         sx_nodes_token(nodes, statement, ":=") != SX_NODE_NONE;
}

static sx_status visit_identifier(sx_names_walk *walk, uint32_t node) {
  const sx_nodes *nodes = walk->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node), scope = sx_names__scope(walk, node), since;
  if (sx_str_is_equal(sx_nodes_text(nodes, node), SX_STR("_"))) return SX_OK;
  switch (sx_names__number(walk, parent)) {
  case VAR_SPEC: return declare(walk, node, scope, SX_BINDING_VARIABLE, end_of(walk, parent));
  case CONST_SPEC: return declare(walk, node, scope, SX_BINDING_CONSTANT, end_of(walk, parent));
  case PARAMETER: return declare_parameter(walk, node);
  case TYPE_PARAMETER: return declare(walk, node, scope, SX_BINDING_TYPE, 0);
  case FUNCTION: return declare(walk, node, 0, SX_BINDING_FUNCTION, 0);
  case LIST:
    if (is_declared_left(nodes, parent, &since))
      return declare(walk, node, scope, SX_BINDING_VARIABLE, since);
    break;
  default: break;
  }
  return is_field_key(nodes, node) ? SX_OK : use(walk, node, roles_of(nodes, node));
}

/* `func (t *T[K])` declares K. */
static bool is_receivers_parameter(const sx_nodes *nodes, uint32_t node) {
  uint32_t list = sx_nodes_above(nodes, node, "parameter_list block");
  return sx_nodes_is_field(nodes, list, "receiver") &&
         sx_nodes_above(nodes, node, "type_arguments parameter_list") != list;
}

static sx_status visit_type(sx_names_walk *walk, uint32_t node) {
  const sx_nodes *nodes = walk->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_str_is_equal(sx_nodes_text(nodes, node), SX_STR("_"))) return SX_OK;
  if (sx_nodes_is(nodes, parent, "qualified_type")) return SX_OK;
  if (sx_names__number(walk, parent) == TYPE_SPEC && sx_nodes_is_field(nodes, node, "name"))
    return declare_type(walk, node);
  if (is_receivers_parameter(nodes, node))
    return declare(walk, node, sx_names__scope(walk, node), SX_BINDING_TYPE, 0);
  return use(walk, node, SX_NAME_READS | SX_NAME_TYPE);
}

static sx_status open(sx_names_walk *walk, uint32_t node, sx_scope_kind kind) {
  uint32_t scope = sx_names__open(walk, node, kind, sx_names__scope(walk, node));
  if (scope == SX_SCOPE_NONE) return sx_fail(walk->err, walk->arena->status, NULL);
  sx_names__set_scope(walk, node, scope);
  return SX_OK;
}

static sx_status visit(sx_names_walk *walk, uint32_t node) {
  uint32_t parent = sx_nodes_parent(walk->nodes, node);
  switch (sx_names__number(walk, node)) {
  case IDENTIFIER: return visit_identifier(walk, node);
  case TYPE_IDENTIFIER: return visit_type(walk, node);
  case PACKAGE_IDENTIFIER:
    return sx_nodes_is(walk->nodes, parent, "qualified_type")
               ? use(walk, node, SX_NAME_READS | SX_NAME_TYPE)
               : SX_OK;
  case IMPORT: return declare_import(walk, node);
  case FUNCTION: return open(walk, node, SX_SCOPE_FUNCTION);
  case BLOCK:
    /* A function's own block has its parameters in it, too. */
    return sx_names__number(walk, parent) == FUNCTION ? SX_OK : open(walk, node, SX_SCOPE_BLOCK);
  case FUNCTION_TYPE:
  case STATEMENT:
  case TYPE_SPEC: return open(walk, node, SX_SCOPE_BLOCK);
  default: return SX_OK;
  }
}

/* ---- what needs all declarations ------------------------------------------------------------- */

/* `a, b := …` declares only those that its block has not; the others it writes. */
static void mend_declaration(sx_names *names, size_t index) {
  sx_name *name = &names->names.items[index];
  sx_binding *binding = &names->bindings.items[name->binding];
  bool is_short =
      sx_nodes_is(names->nodes, sx_nodes_parent(names->nodes, name->node), "expression_list");
  if (binding->first == index || !is_short) return;
  name->roles &= ~(uint32_t)SX_NAME_DECLARES;
  if (binding->declarations > 1) binding->declarations--;
}

/* A method may take the address of what it is called on; a function of a package does not. */
static void finish(sx_names *names) {
  for (size_t i = 0; i < names->names.len; i++) {
    sx_name *name = &names->names.items[i];
    if (name->binding == SX_BINDING_FREE) continue;
    if (name->roles & SX_NAME_DECLARES)
      mend_declaration(names, i);
    else if (names->bindings.items[name->binding].kind == SX_BINDING_IMPORT)
      name->roles &= ~(uint32_t)SX_NAME_ADDRESS;
  }
}

const sx_names_language sx_names__go = {.grammars = "go",
                                        .kinds = kinds,
                                        .kind_count = sizeof kinds / sizeof *kinds,
                                        .visit = visit,
                                        .finish = finish};
