#include "refactor/inline_parts.h"

#include "text/language.h"

#define STORAGE "static extern inline register auto __inline __inline__ _Noreturn"
#define PRIMITIVES                                                                                 \
  "char short int long signed unsigned float double _Bool bool size_t ssize_t ptrdiff_t intptr_t " \
  "uintptr_t intmax_t uintmax_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t "         \
  "uint64_t off_t time_t"
/* Types whose operators give the same type again: no narrower ones, which become int. */
#define WIDE "int long double size_t unsigned_int unsigned_long uint64_t int64_t"

static bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* ---- one way of writing --------------------------------------------------------------------- */

/* The next word or star; empty at the end, or at what is neither. */
static sx_str next_part(sx_str type, size_t *at) {
  *at = sx_str_skip_spaces(type, *at);
  size_t start = *at;
  if (start < type.len && type.ptr[start] == '*')
    ++*at;
  else
    while (*at < type.len && is_word_byte(type.ptr[*at])) ++*at;
  return sx_str_slice(type, start, *at);
}

static bool has_star_from(sx_str type, size_t at) {
  return sx_str_find_char(type, '*', at) != SX_STR_NONE;
}

sx_str sx_inline_c_plain_type(sx_str type, sx_arena *arena) {
  sx_buf out;
  size_t at = 0;
  bool has_stars = has_star_from(type, 0), is_bad = false;
  sx_buf_init(&out, 1 << 12);
  while (!is_bad) {
    sx_str part = next_part(type, &at);
    if (!part.len) break;
    bool is_qualifier = sx_language_has_word("const restrict __restrict", part, false);
    bool is_outermost = is_qualifier && !has_star_from(type, at);
    if (sx_language_has_word("volatile _Atomic _Thread_local __thread typeof __typeof__", part,
                             false))
      is_bad = true;
    if (is_outermost || sx_language_has_word(STORAGE, part, false)) continue;
    bool is_star = part.ptr[0] == '*';
    bool after_star = out.len && out.ptr[out.len - 1] == '*';
    if (out.len && !(is_star && after_star)) sx_buf_add_char(&out, ' ');
    sx_buf_add(&out, part);
  }
  is_bad |= at < type.len || out.status != SX_OK;
  sx_str made = sx_buf_keep(&out, arena);
  if (is_bad) return SX_STR("");
  if (!has_stars && sx_str_is_equal(made, SX_STR("unsigned"))) return SX_STR("unsigned int");
  return made;
}

/* ---- of a declaration ----------------------------------------------------------------------- */

#define DECLARATIONS "parameter_declaration declaration function_definition"

sx_str sx_inline_c_declared(const sx_inline_text *text, uint32_t name, sx_arena *arena) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t node = name, parent = sx_nodes_parent(nodes, name);
  bool is_array = sx_nodes_is(nodes, parent, "array_declarator");
  bool is_function = sx_nodes_is(nodes, parent, "function_declarator");
  if (is_array || is_function) {
    node = parent;
    parent = sx_nodes_parent(nodes, node);
  }
  while (sx_nodes_is(nodes, parent, "pointer_declarator init_declarator")) {
    node = parent;
    parent = sx_nodes_parent(nodes, node);
  }
  if (!sx_nodes_is(nodes, parent, DECLARATIONS) || !sx_nodes_is_field(nodes, node, "declarator"))
    return SX_STR("");
  uint32_t first = sx_nodes_field(nodes, parent, "declarator");
  const sx_tree_node *declaration = sx_nodes_get(nodes, parent);
  sx_str base = sx_str_slice(nodes->text, declaration->start, sx_nodes_get(nodes, first)->start);
  sx_str stars =
      sx_str_slice(nodes->text, sx_nodes_get(nodes, node)->start, sx_nodes_get(nodes, name)->start);
  sx_str whole = sx_arena_printf(arena, is_array ? "%.*s %.*s*" : "%.*s %.*s", SX_STR_ARG(base),
                                 SX_STR_ARG(stars));
  return sx_inline_c_plain_type(whole, arena);
}

static uint32_t declaring_name(const sx_inline_text *text, uint32_t binding) {
  return text->names.names.items[text->names.bindings.items[binding].first].node;
}

/* ---- kinds of types -------------------------------------------------------------------------- */

/* The declaration `typedef T name;` of a type that is one word; NONE. */
static uint32_t typedef_of(const sx_inline_text *text, sx_str type) {
  for (uint32_t i = 0; i < text->names.bindings.len; i++) {
    const sx_binding *binding = &text->names.bindings.items[i];
    if (binding->kind != SX_BINDING_TYPE || !sx_str_is_equal(binding->name, type)) continue;
    uint32_t name = declaring_name(text, i);
    uint32_t above = sx_nodes_above(&text->nodes, name, "type_definition compound_statement");
    if (sx_nodes_is(&text->nodes, above, "type_definition")) return above;
  }
  return SX_NODE_NONE;
}

static bool has_words_of(sx_str type, const char *list) {
  size_t at = 0;
  sx_str part = next_part(type, &at);
  for (; part.len; part = next_part(type, &at))
    if (!sx_language_has_word(list, part, false)) return false;
  return type.len > 0;
}

bool sx_inline_c_is_scalar(const sx_inline_text *text, sx_str type) {
  const sx_nodes *nodes = &text->nodes;
  if (has_star_from(type, 0) || sx_str_has_prefix(type, SX_STR("enum "))) return true;
  if (has_words_of(type, PRIMITIVES)) return true;
  uint32_t made = typedef_of(text, type);
  uint32_t of = sx_nodes_field(nodes, made, "type"), to = sx_nodes_field(nodes, made, "declarator");
  if (sx_nodes_is(nodes, to, "pointer_declarator")) return true;
  return sx_nodes_is(nodes, of, "primitive_type sized_type_specifier enum_specifier") &&
         sx_nodes_is(nodes, to, "type_identifier primitive_type");
}

bool sx_inline_c_is_aggregate(const sx_inline_text *text, sx_str type) {
  const sx_nodes *nodes = &text->nodes;
  if (has_star_from(type, 0)) return false;
  if (sx_str_has_prefix(type, SX_STR("struct ")) || sx_str_has_prefix(type, SX_STR("union ")))
    return true;
  uint32_t made = typedef_of(text, type);
  return sx_nodes_is(nodes, sx_nodes_field(nodes, made, "type"),
                     "struct_specifier union_specifier") &&
         sx_nodes_is(nodes, sx_nodes_field(nodes, made, "declarator"), "type_identifier");
}

/* ---- of an expression ------------------------------------------------------------------------ */

static sx_str type_of_number(sx_str text) {
  bool has_point = false;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '.')
      has_point = true;
    else if (text.ptr[i] < '0' || text.ptr[i] > '9')
      return SX_STR("");
  }
  if (has_point) return SX_STR("double");
  return text.len < 10 && (text.len == 1 || text.ptr[0] != '0') ? SX_STR("int") : SX_STR("");
}

static sx_str type_of_name(const sx_inline_text *text, uint32_t node, sx_arena *arena) {
  const sx_name *name = sx_names_at(&text->names, node);
  if (!name || name->binding == SX_BINDING_FREE) return SX_STR("");
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  bool is_enumerator =
      sx_nodes_is(&text->nodes, sx_nodes_parent(&text->nodes, declaring_name(text, name->binding)),
                  "enumerator");
  if (is_enumerator) return SX_STR("int");
  bool is_value = binding->kind <= SX_BINDING_PARAMETER;
  bool is_called = binding->kind == SX_BINDING_FUNCTION && (name->roles & SX_NAME_CALLS);
  if (!is_value && !is_called) return SX_STR("");
  return sx_inline_c_declared(text, declaring_name(text, name->binding), arena);
}

static bool has_token_of(const sx_nodes *nodes, uint32_t node, const char *tokens) {
  return sx_language_has_word(tokens, sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator")),
                              false);
}

static bool is_wide(sx_str type) {
  if (sx_str_is_equal(type, SX_STR("unsigned int"))) return true;
  return sx_str_is_equal(type, SX_STR("unsigned long")) || sx_language_has_word(WIDE, type, false);
}

static sx_str same_of(sx_str left, sx_str right) {
  return sx_str_is_equal(left, right) && is_wide(left) ? left : SX_STR("");
}

sx_str sx_inline_c_type(const sx_inline_text *text, uint32_t node, const sx_str *types,
                        uint32_t first, sx_arena *arena) {
  const sx_nodes *nodes = &text->nodes;
#define PART(field) (sx_nodes_field(nodes, node, field))
#define TYPE(part) ((part) == SX_NODE_NONE ? SX_STR("") : types[(part)-first])
  if (sx_nodes_is(nodes, node, "identifier")) return type_of_name(text, node, arena);
  if (sx_nodes_is(nodes, node, "number_literal")) return type_of_number(sx_nodes_text(nodes, node));
  if (sx_nodes_is(nodes, node, "char_literal"))
    return sx_nodes_text(nodes, node).ptr[0] == '\'' ? SX_STR("int") : SX_STR("");
  if (sx_nodes_is(nodes, node, "parenthesized_expression"))
    return TYPE(sx_nodes_first_named(nodes, node));
  if (sx_nodes_is(nodes, node, "cast_expression"))
    return sx_inline_c_plain_type(sx_nodes_text(nodes, PART("type")), arena);
  if (sx_nodes_is(nodes, node, "call_expression")) return TYPE(PART("function"));
  if (sx_nodes_is(nodes, node, "conditional_expression"))
    return same_of(TYPE(PART("consequence")), TYPE(PART("alternative")));
  if (sx_nodes_is(nodes, node, "unary_expression")) {
    if (has_token_of(nodes, node, "!")) return SX_STR("int");
    return same_of(TYPE(PART("argument")), TYPE(PART("argument")));
  }
  if (sx_nodes_is(nodes, node, "pointer_expression")) {
    sx_str of = TYPE(PART("argument"));
    if (has_token_of(nodes, node, "*") && sx_str_has_suffix(of, SX_STR("*")))
      return sx_inline_c_plain_type(sx_str_slice(of, 0, of.len - 1), arena);
    return SX_STR("");
  }
  if (sx_nodes_is(nodes, node, "binary_expression")) {
    if (has_token_of(nodes, node, "< > <= >= == != && ||")) return SX_STR("int");
    return same_of(TYPE(PART("left")), TYPE(PART("right")));
  }
  return SX_STR("");
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool has_role(const sx_inline_text *text, uint32_t binding, uint32_t roles) {
  for (size_t i = 0; i < text->names.names.len; i++)
    if (text->names.names.items[i].binding == binding && (text->names.names.items[i].roles & roles))
      return true;
  return false;
}

static bool has_storage(const sx_inline_text *text, uint32_t name) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t declaration = sx_nodes_above(nodes, name, "declaration parameter_declaration");
  uint32_t child = sx_nodes_first_named(nodes, declaration);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "storage_class_specifier") ||
        sx_str_is_equal(sx_nodes_text(nodes, child), SX_STR("volatile")))
      return true;
  return false;
}

bool sx_inline_is_fixed_typed(const sx_inline_text *text, const sx_name *name) {
  if (name->binding == SX_BINDING_FREE) return false;
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  bool is_variable = binding->kind == SX_BINDING_VARIABLE || binding->kind == SX_BINDING_PARAMETER;
  if (!is_variable) return true;
  uint32_t declared = declaring_name(text, name->binding);
  /* The address of an array. */
  if (sx_nodes_is(&text->nodes, sx_nodes_parent(&text->nodes, declared), "array_declarator") &&
      binding->kind == SX_BINDING_VARIABLE && !text->language->is_go)
    return true;
  if (binding->function == SX_NODE_NONE || binding->is_captured) return false;
  return !has_role(text, name->binding, SX_NAME_ADDRESS) && !has_storage(text, declared);
}

sx_inline_level sx_inline_judge_macro(const sx_inline_text *text, const sx_binding *macro) {
  uint32_t name = text->names.names.items[macro->first].node;
  uint32_t own = sx_nodes_parent(&text->nodes, name);
  sx_str value =
      sx_str_trim(sx_nodes_text(&text->nodes, sx_nodes_field(&text->nodes, own, "value")));
  bool is_literal =
      sx_nodes_is(&text->nodes, own, "preproc_def") && value.len > 0 && macro->declarations == 1;
  for (size_t i = 0; i < value.len; i++)
    is_literal &= is_word_byte(value.ptr[i]) || strchr(".()+-* <", value.ptr[i]);
  bool has_names = false;
  for (size_t i = 0; i < text->names.names.len; i++)
    has_names |= sx_nodes_has_in(&text->nodes, own, text->names.names.items[i].node) &&
                 text->names.names.items[i].node != name;
  return is_literal && !has_names ? SX_INLINE_FIXED : SX_INLINE_ACTS;
}
