#include "flow/names_parts.h"

#include "text/language.h"

#define DECLARATORS                                                                                \
  "pointer_declarator array_declarator function_declarator parenthesized_declarator "              \
  "init_declarator attributed_declarator reference_declarator pointer_type_declarator"

/* C by the grammar of C++, which reads both. Tags are found by "struct s", all else, a typedef's
 * name too, by itself. */

/* No names in the text of a macro, which the grammar does not read. */
#define KEYWORDS                                                                                   \
  "auto break case char const continue default do double else enum extern float for goto if "      \
  "inline int long register restrict return short signed sizeof static struct switch typedef "     \
  "typeof union unsigned void volatile while defined"

enum { IDENTIFIER = 1, TYPE_IDENTIFIER, FUNCTION, BLOCK, PARAMETERS, MACRO_TEXT };

static const sx_names_kind kinds[] = {
    {"identifier", IDENTIFIER},        {"type_identifier", TYPE_IDENTIFIER},
    {"function_definition", FUNCTION}, {"lambda_expression", FUNCTION},
    {"compound_statement", BLOCK},     {"for_statement", BLOCK},
    {"if_statement", BLOCK},           {"while_statement", BLOCK},
    {"switch_statement", BLOCK},       {"parameter_list", PARAMETERS},
    {"preproc_arg", MACRO_TEXT}};

/* ---- declarators ----------------------------------------------------------------------------- */

typedef struct declarator {
  uint32_t top;   /* the outermost: `*x[3] = …` of x */
  uint32_t shape; /* the nearest around the name, parentheses not counted; NONE */
} declarator;

static bool is_declarator_of(const sx_nodes *nodes, uint32_t node, uint32_t parent) {
  if (!sx_nodes_is(nodes, parent, DECLARATORS)) return false;
  return sx_nodes_is_field(nodes, node, "declarator") ||
         sx_nodes_is(nodes, parent,
                     "parenthesized_declarator attributed_declarator reference_declarator");
}

static declarator find_declarator(const sx_nodes *nodes, uint32_t node) {
  declarator found = {.top = node, .shape = SX_NODE_NONE};
  uint32_t parent = sx_nodes_parent(nodes, node);
  for (; is_declarator_of(nodes, found.top, parent); parent = sx_nodes_parent(nodes, parent)) {
    bool has_shape = !sx_nodes_is(nodes, parent,
                                  "parenthesized_declarator init_declarator attributed_declarator");
    if (found.shape == SX_NODE_NONE && has_shape) found.shape = parent;
    found.top = parent;
  }
  return found;
}

/* Its declaration, where the declarator is one's. */
static uint32_t declaration_of(const sx_nodes *nodes, const declarator *of) {
  uint32_t parent = sx_nodes_parent(nodes, of->top);
  bool is_one = sx_nodes_is_field(nodes, of->top, "declarator") &&
                sx_nodes_is(nodes, parent,
                            "declaration parameter_declaration function_definition "
                            "type_definition optional_parameter_declaration for_range_loop");
  return is_one ? parent : SX_NODE_NONE;
}

static bool has_word(const sx_nodes *nodes, uint32_t node, const char *kind, const char *words) {
  uint32_t child = sx_nodes_first_named(nodes, node);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, kind) &&
        sx_language_has_word(words, sx_nodes_text(nodes, child), false))
      return true;
  return false;
}

/* `const int x`, `int *const x`, and not `const int *x`. */
static bool is_const(const sx_nodes *nodes, const declarator *of, uint32_t declaration) {
  uint32_t on = sx_nodes_is(nodes, of->shape, "pointer_declarator") ? of->shape : declaration;
  return has_word(nodes, on, "type_qualifier", "const constexpr");
}

static sx_binding_kind kind_of(const sx_nodes *nodes, const declarator *of, uint32_t declaration) {
  if (sx_nodes_is(nodes, declaration, "type_definition")) return SX_BINDING_TYPE;
  if (sx_nodes_is(nodes, declaration, "parameter_declaration optional_parameter_declaration"))
    return SX_BINDING_PARAMETER;
  if (sx_nodes_is(nodes, declaration, "function_definition") ||
      sx_nodes_is(nodes, of->shape, "function_declarator"))
    return SX_BINDING_FUNCTION;
  return is_const(nodes, of, declaration) ? SX_BINDING_CONSTANT : SX_BINDING_VARIABLE;
}

static uint32_t roles_of_declarator(const sx_nodes *nodes, const declarator *of,
                                    sx_binding_kind kind) {
  if (kind == SX_BINDING_TYPE) return SX_NAME_DECLARES | SX_NAME_TYPE;
  if (kind == SX_BINDING_PARAMETER || sx_nodes_is(nodes, of->top, "init_declarator"))
    return SX_NAME_DECLARES | SX_NAME_WRITES;
  return SX_NAME_DECLARES;
}

static sx_status declare(sx_names_walk *walk, uint32_t node, uint32_t scope, sx_binding_kind kind,
                         uint32_t roles) {
  const sx_names_use use = {.roles = roles,
                            .scope = scope,
                            .since = sx_nodes_get(walk->nodes, node)->start,
                            .kind = (uint8_t)kind};
  return sx_names__add(walk, node, &use);
}

static sx_status declare_by(sx_names_walk *walk, uint32_t node, const declarator *of,
                            uint32_t declaration) {
  const sx_nodes *nodes = walk->nodes;
  sx_binding_kind kind = kind_of(nodes, of, declaration);
  uint32_t scope = sx_names__scope(walk, node);
  if (sx_nodes_is(nodes, declaration, "function_definition"))
    scope = sx_names__get_scope(walk, sx_names__made(walk, declaration))->outer;
  return declare(walk, node, scope, kind, roles_of_declarator(nodes, of, kind));
}

/* ---- what is done with a name ---------------------------------------------------------------- */

typedef struct target {
  uint32_t top;        /* x.f[0] of x: what is a part of the same value */
  bool is_whole;       /* that is x itself */
  bool is_subscripted; /* x[0]…: a part of it only where x is an array */
} target;

static target find_target(const sx_nodes *nodes, uint32_t node) {
  target t = {.top = node, .is_whole = true};
  for (;;) {
    uint32_t parent = sx_nodes_parent(nodes, t.top);
    bool is_field = sx_nodes_is(nodes, parent, "field_expression") &&
                    sx_nodes_is_field(nodes, t.top, "argument") &&
                    sx_nodes_token(nodes, parent, "->") == SX_NODE_NONE;
    bool is_subscript = sx_nodes_is(nodes, parent, "subscript_expression") &&
                        sx_nodes_is_field(nodes, t.top, "argument");
    if (!is_field && !is_subscript && !sx_nodes_is(nodes, parent, "parenthesized_expression"))
      return t;
    if (is_subscript && t.is_whole) t.is_subscripted = true;
    if (is_field || is_subscript) t.is_whole = false;
    t.top = parent;
  }
}

static uint32_t roles_of(const sx_nodes *nodes, uint32_t node) {
  target t = find_target(nodes, node);
  uint32_t parent = sx_nodes_parent(nodes, t.top);
  if (sx_nodes_is(nodes, parent, "assignment_expression") &&
      sx_nodes_is_field(nodes, t.top, "left"))
    return SX_NAME_WRITES |
           (t.is_whole && sx_nodes_token(nodes, parent, "=") != SX_NODE_NONE ? 0 : SX_NAME_READS);
  if (sx_nodes_is(nodes, parent, "update_expression gnu_asm_output_operand"))
    return SX_NAME_READS | SX_NAME_WRITES;
  if (sx_nodes_is(nodes, parent, "call_expression") && sx_nodes_is_field(nodes, t.top, "function"))
    return SX_NAME_READS | (t.is_whole ? SX_NAME_CALLS : 0);
  bool is_address = sx_nodes_is(nodes, parent, "pointer_expression") &&
                    sx_nodes_token(nodes, parent, "&") != SX_NODE_NONE;
  return SX_NAME_READS | (is_address ? SX_NAME_ADDRESS : 0);
}

/* Names of attributes, of labels in asm, and what `new` grammars make of `A::b`. */
static bool is_other(const sx_nodes *nodes, uint32_t node) {
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, parent, "attribute qualified_identifier gnu_asm_goto_list preproc_params"))
    return true;
  if (sx_nodes_is(nodes, parent, "gnu_asm_input_operand gnu_asm_output_operand"))
    return sx_nodes_is_field(nodes, node, "symbol");
  uint32_t above =
      sx_nodes_above(nodes, node, "attribute_specifier compound_statement function_definition");
  return sx_nodes_is(nodes, above, "attribute_specifier");
}

static sx_status use(sx_names_walk *walk, uint32_t node, uint32_t roles) {
  return sx_names__add(walk, node, &(sx_names_use){.roles = roles});
}

static sx_status visit_identifier(sx_names_walk *walk, uint32_t node) {
  const sx_nodes *nodes = walk->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  if (is_other(nodes, node)) return SX_OK;
  if (sx_nodes_is(nodes, parent, "preproc_def preproc_function_def"))
    return declare(walk, node, 0, SX_BINDING_MACRO, SX_NAME_DECLARES);
  if (sx_nodes_is(nodes, parent, "enumerator") && sx_nodes_is_field(nodes, node, "name"))
    return declare(walk, node, sx_names__scope(walk, node), SX_BINDING_CONSTANT,
                   SX_NAME_DECLARES | SX_NAME_WRITES);
  declarator of = find_declarator(nodes, node);
  uint32_t declaration = declaration_of(nodes, &of);
  if (declaration != SX_NODE_NONE) return declare_by(walk, node, &of, declaration);
  return use(walk, node, roles_of(nodes, node));
}

/* ---- types ----------------------------------------------------------------------------------- */

/* `struct s {…}`, `struct s;` */
static bool is_tag_declared(const sx_nodes *nodes, uint32_t specifier) {
  if (sx_nodes_field(nodes, specifier, "body") != SX_NODE_NONE) return true;
  uint32_t parent = sx_nodes_parent(nodes, specifier);
  return !sx_nodes_is_field(nodes, specifier, "type") &&
         sx_nodes_is(nodes, parent, "translation_unit compound_statement declaration_list");
}

static sx_status visit_type(sx_names_walk *walk, uint32_t node) {
  const sx_nodes *nodes = walk->nodes;
  uint32_t parent = sx_nodes_parent(nodes, node);
  declarator of = find_declarator(nodes, node);
  uint32_t declaration = declaration_of(nodes, &of);
  if (declaration != SX_NODE_NONE) return declare_by(walk, node, &of, declaration);
  if (!sx_nodes_is(nodes, parent, "struct_specifier union_specifier enum_specifier") ||
      !sx_nodes_is_field(nodes, node, "name"))
    return use(walk, node, SX_NAME_READS | SX_NAME_TYPE);
  bool is_declared = is_tag_declared(nodes, parent);
  sx_str word = sx_nodes_text(nodes, sx_nodes_first(nodes, parent));
  const sx_names_use added = {.roles =
                                  SX_NAME_TYPE | (is_declared ? SX_NAME_DECLARES : SX_NAME_READS),
                              .scope = sx_names__scope(walk, node),
                              .since = sx_nodes_get(nodes, node)->start,
                              .key = sx_arena_printf(walk->arena, "%.*s %.*s", SX_STR_ARG(word),
                                                     SX_STR_ARG(sx_nodes_text(nodes, node))),
                              .kind = SX_BINDING_TYPE};
  return sx_names__add(walk, node, &added);
}

/* ---- macros ---------------------------------------------------------------------------------- */

static bool is_parameter(const sx_nodes *nodes, uint32_t macro, sx_str name) {
  uint32_t child = sx_nodes_first_named(nodes, sx_nodes_field(nodes, macro, "parameters"));
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (sx_str_is_equal(sx_nodes_text(nodes, child), name)) return true;
  return false;
}

/* After a string, a character or a comment. */
static size_t skip_quoted(sx_str text, size_t at) {
  char quote = text.ptr[at];
  if (quote == '/') {
    size_t end = sx_str_find(text, SX_STR("*/"), at + 2);
    return end == SX_STR_NONE ? text.len : end + 2;
  }
  for (at++; at < text.len && text.ptr[at] != quote; at++)
    if (text.ptr[at] == '\\') at++;
  return at < text.len ? at + 1 : text.len;
}

static bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || (unsigned char)c >= 0x80;
}

static size_t skip_word(sx_str text, size_t at) {
  while (at < text.len && is_word_byte(text.ptr[at])) at++;
  return at;
}

/* The names in what a macro stands for: they mean whatever they mean where it is used. */
static sx_status visit_macro_text(sx_names_walk *walk, uint32_t node) {
  sx_str text = sx_nodes_text(walk->nodes, node);
  uint32_t macro = sx_nodes_parent(walk->nodes, node),
           start = sx_nodes_get(walk->nodes, node)->start;
  sx_status status = SX_OK;
  for (size_t at = 0; at < text.len && !status;) {
    char c = text.ptr[at];
    bool is_comment = c == '/' && sx_str_at(text, at + 1) == '*';
    if (c == '/' && sx_str_at(text, at + 1) == '/') break;
    if (c == '"' || c == '\'' || is_comment)
      at = skip_quoted(text, at);
    else if (is_word_byte(c)) {
      size_t end = skip_word(text, at);
      sx_str name = sx_str_slice(text, at, end);
      bool is_name = (c < '0' || c > '9') && !is_parameter(walk->nodes, macro, name) &&
                     !sx_language_has_word(KEYWORDS, name, false) &&
                     !(at && text.ptr[at - 1] == '.');
      const sx_names_use added = {.roles = SX_NAME_READS | SX_NAME_WRITES | SX_NAME_ADDRESS,
                                  .from = start + (uint32_t)at,
                                  .to = start + (uint32_t)end};
      if (is_name) status = sx_names__add(walk, node, &added);
      at = end;
    } else
      at++;
  }
  return status;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Parameters of a function with code are in its scope. */
static bool is_definitions_list(const sx_nodes *nodes, uint32_t list) {
  uint32_t function = sx_nodes_parent(nodes, list);
  uint32_t name = sx_nodes_field(nodes, function, "declarator");
  while (sx_nodes_is(nodes, name, "parenthesized_declarator"))
    name = sx_nodes_first_named(nodes, name);
  if (!sx_nodes_is(nodes, name, "identifier field_identifier qualified_identifier")) return false;
  declarator of = find_declarator(nodes, name);
  return sx_nodes_is(nodes, declaration_of(nodes, &of), "function_definition");
}

static sx_status open(sx_names_walk *walk, uint32_t node, sx_scope_kind kind) {
  uint32_t scope = sx_names__open(walk, node, kind, sx_names__scope(walk, node));
  if (scope == SX_SCOPE_NONE) return sx_fail(walk->err, walk->arena->status, NULL);
  sx_names__set_scope(walk, node, scope);
  return SX_OK;
}

static sx_status visit(sx_names_walk *walk, uint32_t node) {
  switch (sx_names__number(walk, node)) {
  case IDENTIFIER: return visit_identifier(walk, node);
  case TYPE_IDENTIFIER: return visit_type(walk, node);
  case FUNCTION: return open(walk, node, SX_SCOPE_FUNCTION);
  case BLOCK: return open(walk, node, SX_SCOPE_BLOCK);
  case PARAMETERS:
    return is_definitions_list(walk->nodes, node) ? SX_OK : open(walk, node, SX_SCOPE_BLOCK);
  case MACRO_TEXT: return visit_macro_text(walk, node);
  default: return SX_OK;
  }
}

/* ---- what needs all declarations ------------------------------------------------------------- */

/* The value that an array's name stands for is its address, and a subscript of a pointer writes
 * nothing in the pointer. */
static void mend_roles(const sx_names *names, sx_name *name, const sx_binding *binding) {
  const sx_nodes *nodes = names->nodes;
  declarator of = find_declarator(nodes, names->names.items[binding->first].node);
  bool is_array = sx_nodes_is(nodes, of.shape, "array_declarator");
  bool is_pointer = sx_nodes_is(nodes, of.shape, "pointer_declarator") ||
                    (is_array && binding->kind == SX_BINDING_PARAMETER);
  target t = find_target(nodes, name->node);
  if (is_pointer && t.is_subscripted)
    name->roles = SX_NAME_READS;
  else if (is_array && t.is_whole)
    name->roles |= SX_NAME_ADDRESS;
}

/* By its declaration, or by its letters, all of which are capitals. */
static bool is_macro(const sx_names *names, uint32_t node) {
  const sx_name *name = sx_names_at(names, node);
  if (!name) return false;
  if (name->binding != SX_BINDING_FREE)
    return names->bindings.items[name->binding].kind == SX_BINDING_MACRO;
  for (uint32_t at = name->start; at < name->end; at++)
    if (names->nodes->text.ptr[at] >= 'a' && names->nodes->text.ptr[at] <= 'z') return false;
  return true;
}

/* A macro may write its arguments. */
static bool is_in_macro(const sx_names *names, uint32_t node) {
  const sx_nodes *nodes = names->nodes;
  uint32_t call = sx_nodes_above(nodes, node, "call_expression compound_statement");
  for (; sx_nodes_is(nodes, call, "call_expression");
       call = sx_nodes_above(nodes, call, "call_expression compound_statement"))
    if (sx_nodes_has_in(nodes, sx_nodes_field(nodes, call, "arguments"), node) &&
        is_macro(names, sx_nodes_field(nodes, call, "function")))
      return true;
  return false;
}

static void finish(sx_names *names) {
  for (size_t i = 0; i < names->names.len; i++) {
    sx_name *name = &names->names.items[i];
    if (name->binding == SX_BINDING_FREE || (name->roles & SX_NAME_DECLARES)) continue;
    sx_binding *binding = &names->bindings.items[name->binding];
    bool is_variable = binding->kind <= SX_BINDING_PARAMETER;
    if (is_variable) name->roles &= ~(uint32_t)SX_NAME_TYPE; /* sizeof(x), (x) + 1 */
    if (!is_variable || sx_nodes_is(names->nodes, name->node, "preproc_arg")) continue;
    mend_roles(names, name, binding);
    if (is_in_macro(names, name->node)) name->roles |= SX_NAME_ADDRESS;
  }
}

/* `name(*free)` at the beginning of a statement, where a type's name may be that of a header. */
static bool is_like_declaration(const sx_names *names, uint32_t call) {
  const sx_nodes *nodes = names->nodes;
  uint32_t given = sx_nodes_first_named(nodes, sx_nodes_field(nodes, call, "arguments"));
  uint32_t pointed = sx_nodes_field(nodes, given, "argument");
  uint32_t above = sx_nodes_above(nodes, call, "expression_statement compound_statement");
  const sx_name *name = sx_names_at(names, pointed);
  return sx_nodes_is(nodes, given, "pointer_expression") && name &&
         name->binding == SX_BINDING_FREE && sx_nodes_is(nodes, above, "expression_statement") &&
         sx_nodes_get(nodes, above)->start == sx_nodes_get(nodes, call)->start;
}

bool sx_names_is_hidden_declaration(const sx_names *names, uint32_t call) {
  const sx_nodes *nodes = names->nodes;
  if (!sx_nodes_is(nodes, call, "call_expression")) return false;
  uint32_t callee = sx_nodes_field(nodes, call, "function");
  if (sx_nodes_is(nodes, callee, "primitive_type sized_type_specifier")) return true;
  const sx_name *name = sx_names_at(names, callee);
  if (!name) return false;
  if (name->binding == SX_BINDING_FREE) return is_like_declaration(names, call);
  return names->bindings.items[name->binding].kind == SX_BINDING_TYPE;
}

const sx_names_language sx_names__c = {.grammars = "c cpp",
                                       .kinds = kinds,
                                       .kind_count = sizeof kinds / sizeof *kinds,
                                       .visit = visit,
                                       .finish = finish};
