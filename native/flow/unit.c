#include "flow/unit.h"

#include "text/language.h"

/* Lists of declarations, of all languages. */
#define LISTS                                                                                      \
  "module block program statement_block class_body interface_body object_type enum_body object "   \
  "translation_unit preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef "           \
  "declaration_list field_declaration_list enumerator_list compound_statement source_file "        \
  "statement_list interface_type var_spec_list enum_variant_list enum_body_declarations "          \
  "annotation_type_body compilation_unit enum_member_declaration_list body_statement "             \
  "enum_declaration_list chunk template_body enum_class_body protocol_body"
#define BRANCHES                                                                                   \
  "preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef enum_body_declarations "     \
  "var_spec_list"
#define COMMA_LISTS                                                                                \
  "enum_body object enumerator_list enum_variant_list enum_member_declaration_list"
/* Their items are in brackets where there may be several. */
#define GROUPS "const_declaration var_declaration type_declaration"
#define STATEMENTS                                                                                 \
  "expression_statement type_alias_statement export_statement local_function_statement "           \
  "local_declaration_statement"
#define IMPORTS                                                                                    \
  "import_statement import_from_statement import_declaration use_declaration using_directive "     \
  "extern_crate_declaration package_clause package_declaration namespace_use_declaration "         \
  "export_clause import_clause future_import_statement"
#define PATTERNS                                                                                   \
  "tuple_pattern object_pattern array_pattern list_pattern structured_binding_declarator"
#define SEVERAL "pattern_list expression_list left_assignment_list"
/* The roles of a name, in what declares it. */
#define FIELDS "name declarator left property key declaration definition method decorator variable"
#define PARTS "variable_declarator property_element const_element"
#define TAGS "struct_specifier union_specifier enum_specifier class_specifier"

/* ---- the item -------------------------------------------------------------------------------- */

static bool is_list(const sx_nodes *nodes, uint32_t node) {
  if (sx_nodes_is(nodes, node, GROUPS)) return sx_nodes_token(nodes, node, "(") != SX_NODE_NONE;
  return sx_nodes_is(nodes, node, LISTS);
}

static size_t count_named(const sx_nodes *nodes, uint32_t node) {
  size_t count = 0;
  uint32_t child = sx_nodes_first_named(nodes, node);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child)) count++;
  return count;
}

static bool has_field(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_get(nodes, node)->field != 0;
}

static bool is_field_one_of(const sx_nodes *nodes, uint32_t node, const char *fields) {
  sx_str field = nodes->tree.names.items[sx_nodes_get(nodes, node)->field];
  return sx_language_has_word(fields, field, false);
}

/* `private def save`: the call is the item. */
static bool is_marked(const sx_nodes *nodes, uint32_t node) {
  if (sx_nodes_is(nodes, node, "method singleton_method"))
    return sx_nodes_is(nodes, sx_nodes_parent(nodes, node), "argument_list");
  return sx_nodes_is(nodes, node, "argument_list") && count_named(nodes, node) == 1 &&
         sx_nodes_is(nodes, sx_nodes_first_named(nodes, node), "method singleton_method");
}

/* Whether what has the name is, in the node above it, still what is declared. */
static bool leads_up(const sx_nodes *nodes, uint32_t node) {
  uint32_t above = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, node, IMPORTS)) return false;
  if (is_marked(nodes, node)) return true;
  if (!has_field(nodes, node) || is_field_one_of(nodes, node, FIELDS))
    return !sx_nodes_is(nodes, node, "argument_list parameter_list parameters arguments");
  if (sx_nodes_is_field(nodes, node, "type")) return sx_nodes_is(nodes, node, TAGS);
  if (sx_nodes_is_field(nodes, node, "body"))
    return sx_nodes_is(nodes, above, "linkage_specification");
  return sx_nodes_is_field(nodes, node, "right") && sx_nodes_is(nodes, node, "assignment");
}

static bool is_statement(const sx_nodes *nodes, uint32_t node) {
  sx_str kind = sx_nodes_kind(nodes, node);
  if (sx_str_has_prefix(kind, SX_STR("preproc_call"))) return true;
  return sx_str_has_suffix(kind, SX_STR("_statement")) && !sx_nodes_is(nodes, node, STATEMENTS);
}

/* ---- with others ----------------------------------------------------------------------------- */

static bool is_beside(const sx_nodes *nodes, uint32_t node, uint32_t other) {
  const sx_tree_node *a = sx_nodes_get(nodes, node), *b = sx_nodes_get(nodes, other);
  if (a->field) return a->field == b->field && sx_nodes_is_named(nodes, other);
  return sx_nodes_is(nodes, node, PARTS) && a->kind == b->kind;
}

/* `int a, b;`: one of several that stand beside each other. */
static bool is_part(const sx_nodes *nodes, uint32_t node) {
  if (has_field(nodes, node) && !is_field_one_of(nodes, node, "declarator name")) return false;
  uint32_t other = sx_nodes_first(nodes, sx_nodes_parent(nodes, node));
  for (; other != SX_NODE_NONE; other = sx_nodes_next(nodes, other))
    if (other != node && is_beside(nodes, node, other)) return true;
  return false;
}

static bool is_entangled_in(const sx_nodes *nodes, uint32_t node) {
  if (sx_nodes_is(nodes, node, PATTERNS)) return true;
  if (sx_nodes_is(nodes, node, SEVERAL)) return count_named(nodes, node) > 1;
  return sx_nodes_is(nodes, node, "assignment") &&
         (sx_nodes_is_field(nodes, node, "right") ||
          sx_nodes_is(nodes, sx_nodes_field(nodes, node, "right"), "assignment"));
}

/* ---- the body -------------------------------------------------------------------------------- */

#define BODIES                                                                                     \
  "field_declaration_list interface_type object_type declaration_list enum_body class_body"

static uint32_t body_in(const sx_nodes *nodes, uint32_t node) {
  uint32_t body = sx_nodes_field(nodes, node, "body");
  if (body == SX_NODE_NONE) body = sx_nodes_field(nodes, node, "accessors");
  return body;
}

/* Its value has a body: an arrow function, a struct of Go, a struct that a typedef names. */
static uint32_t body_of(const sx_nodes *nodes, uint32_t node) {
  static const char *const given[] = {"value", "type", "right"};
  uint32_t body = body_in(nodes, node);
  for (size_t i = 0; i < sizeof given / sizeof *given && body == SX_NODE_NONE; i++) {
    uint32_t value = sx_nodes_field(nodes, node, given[i]);
    if (sx_nodes_is(nodes, value, BODIES)) return value;
    body = body_in(nodes, value);
    uint32_t child = body == SX_NODE_NONE ? sx_nodes_first_named(nodes, value) : SX_NODE_NONE;
    if (sx_nodes_is(nodes, value, "struct_type") && sx_nodes_is(nodes, child, BODIES)) body = child;
  }
  return body;
}

static void look_at(sx_unit *unit, const sx_nodes *nodes, uint32_t node) {
  if (unit->part == SX_NODE_NONE && is_part(nodes, node)) unit->part = node;
  unit->is_entangled |= is_entangled_in(nodes, node);
}

sx_unit_error sx_unit_find(sx_unit *out, const sx_nodes *nodes, uint32_t start, uint32_t end) {
  uint32_t node = sx_nodes_around(nodes, start, end);
  *out = (sx_unit){node, SX_NODE_NONE, SX_NODE_NONE, SX_NODE_NONE, SX_NODE_NONE, false, false};
  sx_unit_error error = SX_UNIT_OK;
  for (; node != SX_NODE_NONE; node = sx_nodes_parent(nodes, node)) {
    uint32_t above = sx_nodes_parent(nodes, node);
    if (out->body == SX_NODE_NONE && node != out->name) out->body = body_of(nodes, node);
    if (is_list(nodes, above)) break;
    if (sx_nodes_is(nodes, node, IMPORTS)) error = SX_UNIT_IMPORT;
    if (above != SX_NODE_NONE && !error && !leads_up(nodes, node)) error = SX_UNIT_PARAMETER;
    if (above != SX_NODE_NONE) look_at(out, nodes, node);
  }
  if (node == SX_NODE_NONE) return SX_UNIT_NO_LIST;
  out->node = node;
  out->list = sx_nodes_parent(nodes, node);
  out->has_commas = sx_nodes_is(nodes, out->list, COMMA_LISTS) ||
                    (sx_nodes_is(nodes, out->list, "field_declaration_list") &&
                     sx_str_is_equal(nodes->grammar, SX_STR("rust")));
  /* `a, b int = 1, 2` */
  if (out->part != SX_NODE_NONE && sx_nodes_is_field(nodes, out->part, "name"))
    out->is_entangled |=
        sx_nodes_field(nodes, sx_nodes_parent(nodes, out->part), "value") != SX_NODE_NONE;
  if (sx_nodes_is(nodes, node, IMPORTS)) return SX_UNIT_IMPORT;
  if (error) return error;
  return is_statement(nodes, node) ? SX_UNIT_STATEMENT : SX_UNIT_OK;
}

/* ---- others of the name ---------------------------------------------------------------------- */

sx_str sx_unit_qualifier(const sx_nodes *nodes, const sx_unit *unit) {
  uint32_t receiver = sx_nodes_field(nodes, unit->node, "receiver");
  uint32_t above = sx_nodes_parent(nodes, unit->name);
  if (receiver != SX_NODE_NONE) {
    uint32_t type = receiver;
    while (type < nodes->ends[receiver] && !sx_nodes_is(nodes, type, "type_identifier")) type++;
    return type < nodes->ends[receiver] ? sx_nodes_text(nodes, type) : SX_STR("");
  }
  if (sx_nodes_is(nodes, above, "qualified_identifier"))
    return sx_nodes_text(nodes, sx_nodes_field(nodes, above, "scope"));
  if (sx_nodes_is(nodes, above, "member_expression singleton_method"))
    return sx_nodes_text(nodes, sx_nodes_field(nodes, above, "object"));
  return SX_STR("");
}

uint32_t sx_unit_scope(const sx_nodes *nodes, const sx_unit *unit) {
  uint32_t scope = unit->list;
  while (sx_nodes_is(nodes, scope, BRANCHES) || sx_nodes_is(nodes, scope, GROUPS)) {
    uint32_t above = sx_nodes_parent(nodes, scope);
    if (above == SX_NODE_NONE) break;
    scope = above;
  }
  return scope;
}

static bool is_leaf(const sx_nodes *nodes, uint32_t node) {
  return nodes->ends[node] == node + 1 && sx_nodes_is_named(nodes, node);
}

sx_status sx_unit_find_twins(sx_units *out, const sx_nodes *nodes, const sx_unit *unit,
                             sx_arena *arena, sx_err *err) {
  uint32_t scope = sx_unit_scope(nodes, unit);
  sx_str name = sx_nodes_text(nodes, unit->name), qualifier = sx_unit_qualifier(nodes, unit);
  for (uint32_t i = scope; i < nodes->ends[scope]; i++) {
    sx_unit other;
    if (!is_leaf(nodes, i) || !sx_str_is_equal(sx_nodes_text(nodes, i), name)) continue;
    const sx_tree_node *at = sx_nodes_get(nodes, i);
    if (sx_unit_find(&other, nodes, at->start, at->end)) continue;
    if (sx_unit_scope(nodes, &other) != scope) continue;
    if (!sx_str_is_equal(sx_unit_qualifier(nodes, &other), qualifier)) continue;
    if (out->len && out->items[out->len - 1].node == other.node) continue;
    sx_unit *added = SX_ARRAY_ADD(out, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = other;
  }
  return SX_OK;
}

bool sx_unit_is_signature(const sx_nodes *nodes, const sx_unit *unit) {
  for (uint32_t i = unit->node; i <= unit->name; i++) {
    if (!sx_nodes_has_in(nodes, i, unit->name)) continue;
    if (sx_nodes_is(nodes, i,
                    "function_signature method_signature abstract_method_signature "
                    "function_signature_item"))
      return true;
    /* A function's pointer has its name in brackets. */
    if (sx_nodes_is(nodes, i, "function_declarator") && unit->body == SX_NODE_NONE)
      return !sx_nodes_is(nodes, sx_nodes_field(nodes, i, "declarator"),
                          "parenthesized_declarator");
  }
  return false;
}

bool sx_unit_has_decorator(const sx_nodes *nodes, const sx_unit *unit, const char *name) {
  if (!sx_nodes_is(nodes, unit->node, "decorated_definition")) return false;
  uint32_t child = sx_nodes_first(nodes, unit->node);
  for (; child != SX_NODE_NONE; child = sx_nodes_next(nodes, child)) {
    sx_str text = sx_str_trim(sx_nodes_text(nodes, child));
    size_t dot = sx_str_find_last_char(text, '.');
    sx_str last = sx_str_slice(text, dot == SX_STR_NONE ? 1 : dot + 1, text.len);
    if (sx_nodes_is(nodes, child, "decorator") && sx_str_is_equal(last, sx_str_from(name)))
      return true;
  }
  return false;
}
