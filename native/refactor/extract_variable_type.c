#include "refactor/extract_variable.h"

#include "base/byte.h"
#include "base/word.h"
#include "refactor/hovers.h"
#include "refactor/c_arrays.h"

/*
 * C: the type of an expression, from the inside out. Names have it by their declaration in the
 * file, else by the server's hover. A type is its text, with a star at its end for each pointer;
 * empty: not known.
 */

#define MAX_ASKED 24

typedef struct typing {
  const sx_variable *v;
  sx_str *types;    /* of each node in the value; of what is called, what it returns */
  bool is_function; /* of what was read last */
} typing;

#define NOTHING SX_STR("")

/* ---- texts of types -------------------------------------------------------------------------- */

static sx_str without_words(sx_str text) {
  static const char *const words[] = {"static ", "extern ", "inline ", "register ", "_Noreturn "};
  text = sx_str_trim(text);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    sx_str word = sx_str_from(words[i]);
    if (!sx_str_has_prefix(text, word)) continue;
    text = sx_str_trim(sx_str_slice(text, word.len, text.len));
    i = (size_t)-1;
  }
  return text;
}

/* A value has no qualifiers of its own. */
static sx_str as_value(sx_str type) {
  if (sx_str_has_suffix(type, SX_STR("*"))) return type;
  if (sx_str_has_prefix(type, SX_STR("const ")))
    type = sx_str_slice(type, SX_STR("const ").len, type.len);
  if (sx_str_has_prefix(type, SX_STR("volatile "))) return NOTHING;
  return type;
}

static bool is_usable(sx_str type) {
  static const char *const odd[] = {"(", "[", "{", ":", "#", "\n", "...", "<", "&", "__attribute"};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    if (sx_str_find(type, sx_str_from(odd[i]), 0) != SX_STR_NONE) return false;
  return type.len && !sx_language_has_word("void va_list jmp_buf auto", type, false);
}

static sx_str with_star(const sx_variable *v, sx_str type) {
  const char *gap = sx_str_has_suffix(type, SX_STR("*")) ? "" : " ";
  return type.len ? sx_arena_printf(v->x->call->arena, "%.*s%s*", SX_STR_ARG(type), gap) : type;
}

static sx_str without_star(sx_str type) {
  if (!sx_str_has_suffix(type, SX_STR("*"))) return NOTHING;
  return as_value(sx_str_trim_end(sx_str_slice(type, 0, type.len - 1)));
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static const struct {
  const char *names;
  const char *type;
  int rank; /* 0: it becomes int */
} numbers[] = {
    {"char short bool _Bool int8_t uint8_t int16_t uint16_t", "int", 1},
    {"int", "int", 1},
    {"unsigned", "unsigned", 2},
    {"long", "long", 3},
    {"float", "float", 7},
    {"double", "double", 8},
};

static const char *const sized =
    "size_t ssize_t uint32_t int32_t uint64_t int64_t ptrdiff_t uintptr_t intptr_t uintmax_t "
    "intmax_t";

static bool is_one_of(sx_str type, const char *const *texts) {
  for (; *texts; texts++)
    if (sx_str_is_equal(type, sx_str_from(*texts))) return true;
  return false;
}

/* The type that a number has in arithmetic; empty: it is none that is known. */
static sx_str promoted(sx_str type) {
  static const char *const small[] = {
      "signed char", "unsigned char", "unsigned short", "short int", "signed int", "signed", NULL};
  static const char *const wide[] = {
      "unsigned long", "long long", "unsigned long long", "unsigned int", "long int",
      "long double",   NULL};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sx_language_has_word(numbers[i].names, type, false)) return sx_str_from(numbers[i].type);
  if (is_one_of(type, small)) return SX_STR("int");
  if (sx_str_is_equal(type, SX_STR("unsigned int"))) return SX_STR("unsigned");
  if (sx_str_is_equal(type, SX_STR("long int"))) return SX_STR("long");
  return is_one_of(type, wide) || sx_language_has_word(sized, type, false) ? type : NOTHING;
}

/* Only what is so on every machine. */
static sx_str joined(sx_str a, sx_str b) {
  static const char *const over_int[] = {"unsigned",           "long",        "unsigned long",
                                         "long long",          "float",       "double",
                                         "unsigned long long", "long double", NULL};
  a = promoted(a);
  b = promoted(b);
  if (!a.len || !b.len) return NOTHING;
  if (sx_str_is_equal(a, b)) return a;
  for (int turn = 0; turn < 2; turn++) {
    bool is_over = is_one_of(a, over_int) || sx_language_has_word(sized, a, false);
    if (sx_str_is_equal(b, SX_STR("int")) && is_over) return a;
    bool is_whole = !is_one_of(b, (const char *const[]){"float", "long double", NULL});
    if (sx_str_is_equal(a, SX_STR("double")) && (is_whole || sx_str_is_equal(b, SX_STR("float"))))
      return sx_str_is_equal(b, SX_STR("long double")) ? b : a;
    sx_str other = a;
    a = b;
    b = other;
  }
  return NOTHING;
}

static sx_str type_of_number(sx_str text) {
  bool is_hex = sx_str_has_prefix(text, SX_STR("0x")) || sx_str_has_prefix(text, SX_STR("0X"));
  bool is_float = sx_str_find_char(text, '.', 0) != SX_STR_NONE ||
                  (!is_hex && (sx_str_find_char(text, 'e', 0) != SX_STR_NONE ||
                               sx_str_find_char(text, 'E', 0) != SX_STR_NONE));
  size_t digits = is_hex ? 2 : 0, at = digits;
  while (at < text.len && ((text.ptr[at] >= '0' && text.ptr[at] <= '9') ||
                           (is_hex && ((text.ptr[at] | 32) >= 'a' && (text.ptr[at] | 32) <= 'f'))))
    at++;
  sx_str suffix = sx_str_slice(text, at, text.len);
  if (is_float) {
    char last = text.ptr[text.len - 1];
    if (last == 'f' || last == 'F') return SX_STR("float");
    return last >= '0' && last <= '9' ? SX_STR("double") : NOTHING;
  }
  if (at - digits > (is_hex ? 7u : 9u)) return NOTHING;
  if (!suffix.len) return SX_STR("int");
  if (sx_language_has_word("u U", suffix, false)) return SX_STR("unsigned");
  if (sx_language_has_word("l L", suffix, false)) return SX_STR("long");
  return sx_language_has_word("ul UL uL Ul lu LU", suffix, false) ? SX_STR("unsigned long")
                                                                  : NOTHING;
}

/* ---- declarations ---------------------------------------------------------------------------- */

static sx_str specifiers(const typing *t, uint32_t declaration) {
  const sx_nodes *nodes = &t->v->x->nodes;
  uint32_t type = sx_nodes_field(nodes, declaration, "type"), start = type;
  if (type == SX_NODE_NONE) return NOTHING;
  for (uint32_t child = sx_nodes_first_named(nodes, declaration); child < type;
       child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "type_qualifier") && start == type) start = child;
  uint32_t after = sx_nodes_next_named(nodes, type);
  if (sx_nodes_is(nodes, after, "type_qualifier")) return NOTHING; /* `char const *` */
  if (sx_nodes_is(nodes, type, "struct_specifier union_specifier enum_specifier") &&
      sx_nodes_field(nodes, type, "body") != SX_NODE_NONE)
    return NOTHING;
  return without_words(
      sx_str_slice(nodes->text, sx_nodes_get(nodes, start)->start, sx_nodes_get(nodes, type)->end));
}

/* By the declarator around a name: stars, one list of parameters, one array. */
static sx_str declared(typing *t, uint32_t name) {
  const sx_nodes *nodes = &t->v->x->nodes;
  size_t stars = 0, arrays = 0;
  uint32_t parent = sx_nodes_parent(nodes, name);
  t->is_function = false;
  for (;; parent = sx_nodes_parent(nodes, parent)) {
    if (sx_nodes_is(nodes, parent, "pointer_declarator"))
      stars++;
    else if (sx_nodes_is(nodes, parent, "array_declarator") && !stars)
      arrays++;
    else if (sx_nodes_is(nodes, parent, "function_declarator") && !stars && !arrays)
      t->is_function = true;
    else if (!sx_nodes_is(nodes, parent, "init_declarator"))
      break;
  }
  if (!sx_nodes_is(nodes, parent,
                   "declaration parameter_declaration function_definition field_declaration") ||
      arrays > 1 || sx_nodes_token(nodes, parent, ":") != SX_NODE_NONE)
    return NOTHING;
  for (uint32_t child = sx_nodes_first_named(nodes, parent); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "bitfield_clause attribute_specifier")) return NOTHING;
  sx_str type = specifiers(t, parent);
  for (stars += arrays; stars; stars--) type = with_star(t->v, type);
  return as_value(type);
}

static sx_str type_of_macro(const typing *t, uint32_t name) {
  const sx_nodes *nodes = &t->v->x->nodes;
  uint32_t value = sx_nodes_field(nodes, sx_nodes_parent(nodes, name), "value");
  sx_str text = sx_str_trim(sx_nodes_text(nodes, value));
  bool is_number = text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9';
  return is_number ? type_of_number(text) : NOTHING;
}

static sx_str type_of_name(typing *t, const sx_name *name) {
  t->is_function = false;
  if (name->binding == SX_BINDING_FREE) return NOTHING;
  const sx_binding *binding = &t->v->x->names.bindings.items[name->binding];
  uint32_t node = t->v->x->names.names.items[binding->first].node;
  if (binding->kind == SX_BINDING_MACRO && binding->declarations == 1)
    return type_of_macro(t, node);
  if (sx_nodes_is(&t->v->x->nodes, sx_nodes_parent(&t->v->x->nodes, node), "enumerator"))
    return SX_STR("int");
  return declared(t, node);
}

/* ---- the server ------------------------------------------------------------------------------ */

/* "int *next", "struct s *find(int id)", "// In node\nint size": what is before the name. */
static sx_str type_in_signature(typing *t, sx_str signature, sx_str name) {
  sx_str rest = signature, line, last = NOTHING;
  t->is_function = false;
  while (sx_str_next_line(&rest, &line))
    if (sx_str_trim(line).len && !sx_str_has_prefix(sx_str_trim(line), SX_STR("//"))) {
      if (last.len) return NOTHING;
      last = sx_str_trim(line);
    }
  size_t at = 0, end = SX_STR_NONE;
  while (end == SX_STR_NONE && (at = sx_str_find(last, name, at)) != SX_STR_NONE) {
    bool is_whole = at > 0 && (last.ptr[at - 1] == ' ' || last.ptr[at - 1] == '*');
    char next = sx_str_at(last, at + name.len);
    if (is_whole && (!next || sx_str_find_char(SX_STR(" (;=["), next, 0) != SX_STR_NONE))
      end = at + name.len;
    else
      at++;
  }
  if (end == SX_STR_NONE || sx_str_has_prefix(last, SX_STR("#"))) return NOTHING;
  sx_str type = without_words(sx_str_slice(last, 0, at));
  sx_str after = sx_str_trim(sx_str_slice(last, end, last.len));
  t->is_function = sx_str_has_prefix(after, SX_STR("("));
  bool is_array = sx_str_has_prefix(after, SX_STR("["));
  bool is_plain = !after.len || t->is_function || sx_str_has_prefix(after, SX_STR("=")) ||
                  sx_str_is_equal(after, SX_STR(";"));
  if (is_array) {
    size_t close = sx_str_find_char(after, ']', 0);
    bool is_single =
        close != SX_STR_NONE && !sx_str_trim(sx_str_slice(after, close + 1, after.len)).len;
    return is_single ? with_star(t->v, type) : NOTHING;
  }
  return is_plain && sx_str_find_char(type, '(', 0) == SX_STR_NONE ? as_value(type) : NOTHING;
}

sx_status sx_variable_ask_function(const sx_variable *v, uint32_t node, bool *out, sx_err *err) {
  typing t = {.v = v};
  sx_hover_text hover;
  uint32_t offset = sx_nodes_get(&v->x->nodes, node)->start;
  sx_status status = sx_hovers_ask(v->x->call, v->x->document, &offset, 1, &hover, err);
  if (status) return status;
  sx_str type = type_in_signature(&t, hover.signature, sx_nodes_text(&v->x->nodes, node));
  *out = type.len && t.is_function;
  return SX_OK;
}

/* Names that the file does not declare, and fields. */
static sx_status ask(typing *t, sx_err *err) {
  const sx_variable *v = t->v;
  const sx_nodes *nodes = &v->x->nodes;
  sx_hover_text hovers[MAX_ASKED];
  uint32_t asked[MAX_ASKED], offsets[MAX_ASKED] = {0};
  size_t count = 0;
  for (uint32_t i = v->value; i < nodes->ends[v->value] && count < MAX_ASKED; i++) {
    if (!sx_nodes_is(nodes, i, "identifier field_identifier") || t->types[i - v->value].len)
      continue;
    offsets[count] = sx_nodes_get(nodes, i)->start;
    asked[count++] = i;
  }
  sx_status status = sx_hovers_ask(v->x->call, v->x->document, offsets, count, hovers, err);
  for (size_t i = 0; i < count && !status; i++) {
    sx_str *type = &t->types[asked[i] - v->value];
    *type = type_in_signature(t, hovers[i].signature, sx_nodes_text(nodes, asked[i]));
    bool is_callee = sx_nodes_is_field(nodes, asked[i], "function");
    if (t->is_function != is_callee) *type = NOTHING;
  }
  return status;
}

/* ---- expressions ----------------------------------------------------------------------------- */

static sx_str type_at(const typing *t, uint32_t node) {
  return node == SX_NODE_NONE ? NOTHING : t->types[node - t->v->value];
}

static bool is_whole_number(sx_str type) {
  type = promoted(type);
  return type.len &&
         !is_one_of(type, (const char *const[]){"float", "double", "long double", NULL});
}

static sx_str type_of_binary(const typing *t, uint32_t node) {
  const sx_nodes *nodes = &t->v->x->nodes;
  sx_str left = type_at(t, sx_nodes_field(nodes, node, "left"));
  sx_str right = type_at(t, sx_nodes_field(nodes, node, "right"));
  sx_str sign = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  if (sx_language_has_word("== != < > <= >= && ||", sign, false)) return SX_STR("int");
  if (sx_language_has_word("<< >>", sign, false)) return promoted(left);
  bool is_pointer = sx_str_has_suffix(left, SX_STR("*"));
  if (is_pointer && sx_language_has_word("+ -", sign, false))
    return is_whole_number(right) ? left : NOTHING;
  if (sx_str_has_suffix(right, SX_STR("*")))
    return sx_str_is_equal(sign, SX_STR("+")) && is_whole_number(left) ? right : NOTHING;
  return joined(left, right);
}

static sx_str type_of_choice(const typing *t, uint32_t node) {
  const sx_nodes *nodes = &t->v->x->nodes;
  sx_str a = type_at(t, sx_nodes_field(nodes, node, "consequence"));
  sx_str b = type_at(t, sx_nodes_field(nodes, node, "alternative"));
  return sx_str_is_equal(a, b) && sx_str_has_suffix(a, SX_STR("*")) ? a : joined(a, b);
}

static sx_str type_of_unary(const typing *t, uint32_t node) {
  const sx_nodes *nodes = &t->v->x->nodes;
  sx_str inner = type_at(t, sx_nodes_field(nodes, node, "argument"));
  sx_str sign = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "operator"));
  if (sx_str_is_equal(sign, SX_STR("!"))) return SX_STR("int");
  if (sx_str_is_equal(sign, SX_STR("*"))) return without_star(inner);
  if (sx_str_is_equal(sign, SX_STR("&"))) return NOTHING; /* an array's, or a qualified one's */
  return promoted(inner);
}

static sx_str type_of(const typing *t, uint32_t node) {
  const sx_nodes *nodes = &t->v->x->nodes;
  if (sx_nodes_is(nodes, node, "number_literal")) return type_of_number(sx_nodes_text(nodes, node));
  if (sx_nodes_is(nodes, node, "char_literal"))
    return sx_nodes_text(nodes, node).ptr[0] == '\'' ? SX_STR("int") : NOTHING;
  if (sx_nodes_is(nodes, node, "parenthesized_expression"))
    return type_at(t, sx_nodes_first_named(nodes, node));
  if (sx_nodes_is(nodes, node, "binary_expression")) return type_of_binary(t, node);
  if (sx_nodes_is(nodes, node, "unary_expression pointer_expression"))
    return type_of_unary(t, node);
  if (sx_nodes_is(nodes, node, "conditional_expression")) return type_of_choice(t, node);
  if (sx_nodes_is(nodes, node, "subscript_expression"))
    return without_star(type_at(t, sx_nodes_field(nodes, node, "argument")));
  if (sx_nodes_is(nodes, node, "field_expression"))
    return type_at(t, sx_nodes_field(nodes, node, "field"));
  if (sx_nodes_is(nodes, node, "call_expression"))
    return type_at(t, sx_nodes_field(nodes, node, "function"));
  if (sx_nodes_is(nodes, node, "cast_expression"))
    return as_value(sx_str_trim(sx_nodes_text(nodes, sx_nodes_field(nodes, node, "type"))));
  return NOTHING;
}

/* A field by the only struct of the file that has one of its name, where the file has all. */
static sx_str type_of_field(typing *t, uint32_t field) {
  const sx_nodes *nodes = &t->v->x->nodes;
  uint32_t found = SX_NODE_NONE;
  uint32_t expression = sx_nodes_parent(nodes, field);
  const sx_name *object =
      sx_names_at(&t->v->x->names, sx_nodes_field(nodes, expression, "argument"));
  sx_str type = object ? type_of_name(t, object) : NOTHING;
  while (sx_str_has_suffix(type, SX_STR("*"))) type = without_star(type);
  if (sx_str_has_prefix(type, SX_STR("const "))) type = sx_str_slice(type, 6, type.len);
  for (uint32_t i = 0; i < nodes->tree.nodes.len && type.len; i++) {
    if (!sx_nodes_is(nodes, i, "field_identifier") || i == field) continue;
    if (!sx_str_is_equal(sx_nodes_text(nodes, i), sx_nodes_text(nodes, field))) continue;
    uint32_t list = sx_nodes_above(nodes, i, "field_declaration_list compound_statement");
    if (!sx_nodes_is(nodes, list, "field_declaration_list")) continue;
    uint32_t holder = sx_nodes_parent(nodes, list);
    sx_str tag = sx_nodes_text(nodes, sx_nodes_field(nodes, holder, "name"));
    uint32_t alias = sx_nodes_field(nodes, sx_nodes_parent(nodes, holder), "declarator");
    bool is_tag =
        tag.len && sx_str_has_suffix(type, tag) && sx_str_has_prefix(type, SX_STR("struct "));
    bool is_alias = sx_nodes_is(nodes, sx_nodes_parent(nodes, holder), "type_definition") &&
                    sx_str_is_equal(sx_nodes_text(nodes, alias), type);
    if (is_tag || is_alias) found = i;
  }
  return found == SX_NODE_NONE ? NOTHING : declared(t, found);
}

static void read_names(typing *t) {
  const sx_nodes *nodes = &t->v->x->nodes;
  uint32_t first = t->v->value;
  for (uint32_t i = first; i < nodes->ends[first]; i++) {
    const sx_name *name = sx_names_at(&t->v->x->names, i);
    sx_str *type = &t->types[i - first];
    t->is_function = false;
    if (sx_nodes_is(nodes, i, "field_identifier"))
      *type = type_of_field(t, i);
    else if (name)
      *type = type_of_name(t, name);
    if (t->is_function != sx_nodes_is_field(nodes, i, "function")) *type = NOTHING;
  }
}

/* Whether a variable, or another type, has the name of the type where the variable would be. */
static bool is_hidden(const sx_variable *v) {
  const sx_names *names = &v->x->names;
  size_t at = 0;
  for (sx_str word = sx_word_next(v->type, &at); word.len; word = sx_word_next(v->type, &at)) {
    if (sx_language_has_word("struct union enum", word, false)) {
      sx_str tag = sx_word_next(v->type, &at);
      word = sx_arena_printf(v->x->call->arena, "%.*s %.*s", SX_STR_ARG(word), SX_STR_ARG(tag));
    }
    uint32_t here = sx_names_look_up(names, word, v->statement);
    if (here == SX_BINDING_FREE || names->bindings.items[here].scope == 0) continue;
    if (names->bindings.items[here].kind <= SX_BINDING_PARAMETER) return true;
    for (size_t i = 0; i < names->bindings.len; i++)
      if (names->bindings.items[i].scope == 0 &&
          sx_str_is_equal(names->bindings.items[i].name, names->bindings.items[here].name))
        return true;
  }
  return false;
}

/* A name, member or element of a type that is a name for an array. */
static bool may_be_array(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t value = v->value;
  while (sx_nodes_is(nodes, value, "parenthesized_expression"))
    value = sx_nodes_first_named(nodes, value);
  for (size_t i = 0; i < v->type.len; i++)
    if (!sx_byte_is_ident(v->type.ptr[i])) return false;
  return !promoted(v->type).len &&
         sx_nodes_is(nodes, value,
                     "identifier field_expression subscript_expression pointer_expression") &&
         sx_c_is_array_type(v->x->call, v->x->document, v->type);
}

sx_status sx_variable_find_type(sx_variable *v, sx_err *err) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t count = nodes->ends[v->value] - v->value;
  typing t = {.v = v};
  t.types = sx_arena_calloc(v->x->call->arena, count, sizeof *t.types);
  if (!t.types) return sx_fail(err, v->x->call->arena->status, NULL);
  for (uint32_t i = 0; i < count; i++) t.types[i] = NOTHING;
  read_names(&t);
  sx_status status = ask(&t, err);
  if (status) return status;
  /* The parts of a node come after it. */
  for (uint32_t i = nodes->ends[v->value]; i-- > v->value;)
    if (!sx_nodes_is(nodes, i, "identifier field_identifier"))
      t.types[i - v->value] = type_of(&t, i);
  v->type = t.types[0];
  if (v->x->call->arena->status) return sx_fail(err, v->x->call->arena->status, NULL);
  if (is_usable(v->type) && is_hidden(v))
    return sx_variable_refuse(v, v->value, err,
                              "The type %.*s has another meaning where the variable would be.",
                              SX_STR_ARG(v->type));
  if (is_usable(v->type) && may_be_array(v))
    return sx_variable_refuse(v, v->value, err,
                              "%.*s is an array, and a variable of it cannot be given the value of "
                              "another one.",
                              SX_STR_ARG(v->type));
  if (is_usable(v->type)) return SX_OK;
  return sx_variable_refuse(v, v->value, err,
                            "The type of this expression is not known: the file does not declare "
                            "all that it is made of, and the language server did not report it.");
}
