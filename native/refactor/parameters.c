#include "refactor/parameters.h"

#include "base/byte.h"

sx_signature_family sx_signature_family_of(const sx_nodes *nodes) {
  static const struct {
    const char *grammar;
    sx_signature_family family;
  } known[] = {
      {"python", SX_SIGNATURE_PYTHON}, {"typescript", SX_SIGNATURE_SCRIPT},
      {"tsx", SX_SIGNATURE_SCRIPT},    {"javascript", SX_SIGNATURE_SCRIPT},
      {"go", SX_SIGNATURE_GO},         {"cpp", SX_SIGNATURE_C},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sx_str_is_equal(nodes->grammar, sx_str_from(known[i].grammar))) return known[i].family;
  return SX_SIGNATURE_NONE;
}

bool sx_signature_is_special(sx_signature_family family, sx_str name, bool is_member) {
  static const char script[] =
      "toString valueOf toJSON then next return throw render componentDidMount "
      "componentDidUpdate componentWillUnmount shouldComponentUpdate connectedCallback "
      "disconnectedCallback attributeChangedCallback";
  switch (family) {
  case SX_SIGNATURE_PYTHON:
    return sx_str_has_prefix(name, SX_STR("__")) && sx_str_has_suffix(name, SX_STR("__"));
  case SX_SIGNATURE_SCRIPT: return is_member && sx_language_has_word(script, name, false);
  case SX_SIGNATURE_GO: return !is_member && sx_language_has_word("main init", name, false);
  case SX_SIGNATURE_C: return sx_str_is_equal(name, SX_STR("main"));
  default: return false;
  }
}

bool sx_signature_is_known_decorator(sx_str text) {
  static const char *const known[] = {"staticmethod",
                                      "classmethod",
                                      "abstractmethod",
                                      "abc.abstractmethod",
                                      "overload",
                                      "typing.overload",
                                      "override",
                                      "typing.override",
                                      "final",
                                      "typing.final",
                                      "cache",
                                      "functools.cache",
                                      "lru_cache",
                                      "functools.lru_cache",
                                      "contextmanager",
                                      "contextlib.contextmanager",
                                      "asynccontextmanager",
                                      "contextlib.asynccontextmanager"};
  size_t bracket = sx_str_find_char(text, '(', 0);
  sx_str name = sx_str_trim(sx_str_slice(text, 1, bracket == SX_STR_NONE ? text.len : bracket));
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sx_str_is_equal(name, sx_str_from(known[i]))) return true;
  return false;
}

bool sx_signature_is_plain_decorator(sx_str text) {
  static const char *const ends[] = {"property",
                                     ".setter",
                                     ".deleter",
                                     "unique",
                                     "total_ordering",
                                     "runtime_checkable",
                                     "wraps",
                                     "singledispatch",
                                     "dataclass_transform",
                                     "define",
                                     "no_type_check",
                                     "dataclass",
                                     "frozen",
                                     "singledispatchmethod"};
  size_t bracket = sx_str_find_char(text, '(', 0);
  sx_str name = sx_str_trim(sx_str_slice(text, 0, bracket == SX_STR_NONE ? text.len : bracket));
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(name, sx_str_from(ends[i]))) return true;
  return sx_signature_is_known_decorator(text);
}

/* ---- the function ---------------------------------------------------------------------------- */

#define FUNCTION_VALUES "arrow_function function_expression generator_function lambda"

/* `const f = (a) => a`, `f: function (a) {}`, `f = (a) => a;` in a class. */
static uint32_t function_in_value(const sx_nodes *nodes, uint32_t name, uint32_t holder) {
  const char *field = sx_nodes_is(nodes, holder, "assignment") ? "right" : "value";
  uint32_t value = sx_nodes_field(nodes, holder, field);
  bool is_named = sx_nodes_is_field(nodes, name, "name") || sx_nodes_is_field(nodes, name, "key") ||
                  sx_nodes_is_field(nodes, name, "property") ||
                  sx_nodes_is_field(nodes, name, "left");
  return is_named && value != name && sx_nodes_is(nodes, value, FUNCTION_VALUES) ? value
                                                                                 : SX_NODE_NONE;
}

/* C: the declarator of a declaration or a definition, and not of a parameter or a type. */
static uint32_t function_in_declarator(const sx_nodes *nodes, uint32_t declarator) {
  uint32_t top = declarator;
  do top = sx_nodes_parent(nodes, top);
  while (sx_nodes_is(nodes, top, "pointer_declarator"));
  if (sx_nodes_is(nodes, top, "function_definition")) return declarator;
  if (!sx_nodes_is(nodes, top, "declaration")) return SX_NODE_NONE;
  return declarator;
}

uint32_t sx_parameters_function_of(const sx_nodes *nodes, uint32_t name) {
  uint32_t parent = sx_nodes_parent(nodes, name);
  if (parent == SX_NODE_NONE) return SX_NODE_NONE;
  if (sx_nodes_is(nodes, parent, "function_declarator"))
    return sx_nodes_is_field(nodes, name, "declarator") ? function_in_declarator(nodes, parent)
                                                        : SX_NODE_NONE;
  if (sx_nodes_is_field(nodes, name, "name") &&
      sx_nodes_field(nodes, parent, "parameters") != SX_NODE_NONE)
    return parent;
  if (sx_nodes_is(nodes, parent,
                  "variable_declarator pair public_field_definition field_definition assignment"))
    return function_in_value(nodes, name, parent);
  return SX_NODE_NONE;
}

/* ---- one parameter --------------------------------------------------------------------------- */

static sx_str text_of_type(const sx_nodes *nodes, uint32_t type) {
  sx_str text = sx_nodes_text(nodes, type);
  if (sx_nodes_is(nodes, type, "type_annotation")) text = sx_str_slice(text, 1, text.len);
  return sx_str_trim(text);
}

static void take_name(sx_parameter *out, const sx_nodes *nodes, uint32_t name) {
  if (name == SX_NODE_NONE) return;
  out->name = sx_nodes_text(nodes, name);
  out->name_start = sx_nodes_get(nodes, name)->start;
  out->name_end = sx_nodes_get(nodes, name)->end;
}

/* Whether it is the first of a method, by the function around it. */
static bool is_receiver(const sx_nodes *nodes, const sx_parameters *list, uint32_t function) {
  uint32_t decorated = sx_nodes_parent(nodes, function);
  uint32_t around = sx_nodes_above(nodes, function, "class_definition function_definition");
  if (list->items.len || !sx_nodes_is(nodes, function, "function_definition")) return false;
  if (!sx_nodes_is(nodes, around, "class_definition")) return false;
  if (!sx_nodes_is(nodes, decorated, "decorated_definition")) return true;
  uint32_t one = sx_nodes_first_named(nodes, decorated);
  for (; sx_nodes_is(nodes, one, "decorator"); one = sx_nodes_next_named(nodes, one))
    if (sx_str_find(sx_nodes_text(nodes, one), SX_STR("staticmethod"), 0) != SX_STR_NONE)
      return false;
  return true;
}

static sx_status read_python(sx_parameter *out, const sx_nodes *nodes, uint32_t node, sx_err *err) {
  uint32_t name = sx_nodes_field(nodes, node, "name");
  out->type = text_of_type(nodes, sx_nodes_field(nodes, node, "type"));
  out->value = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "value"));
  if (sx_nodes_is(nodes, node, "positional_separator")) {
    out->kind = SX_PARAMETER_SLASH;
    return SX_OK;
  }
  if (sx_nodes_is(nodes, node, "keyword_separator")) {
    out->kind = SX_PARAMETER_STAR;
    return SX_OK;
  }
  if (sx_nodes_is(nodes, node, "typed_parameter")) node = sx_nodes_first_named(nodes, node);
  if (sx_nodes_is(nodes, node, "list_splat_pattern")) out->kind = SX_PARAMETER_REST;
  if (sx_nodes_is(nodes, node, "dictionary_splat_pattern")) out->kind = SX_PARAMETER_KEYWORDS;
  if (out->kind != SX_PARAMETER_PLAIN) node = sx_nodes_first_named(nodes, node);
  if (name == SX_NODE_NONE) name = node;
  if (!sx_nodes_is(nodes, name, "identifier"))
    return sx_fail(err, SX_REFUSED, "a parameter is not a name");
  take_name(out, nodes, name);
  return SX_OK;
}

/* TypeScript wraps each; JavaScript's are the patterns themselves. */
static sx_status read_script(sx_parameter *out, const sx_nodes *nodes, uint32_t node, sx_err *err) {
  uint32_t pattern = node;
  if (sx_nodes_is(nodes, node, "required_parameter optional_parameter")) {
    pattern = sx_nodes_field(nodes, node, "pattern");
    out->is_optional = sx_nodes_is(nodes, node, "optional_parameter");
    out->type = text_of_type(nodes, sx_nodes_field(nodes, node, "type"));
    out->value = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "value"));
    if (pattern == SX_NODE_NONE) return sx_fail(err, SX_REFUSED, "a parameter is not understood");
    out->prefix = sx_str_slice(nodes->text, out->start, sx_nodes_get(nodes, pattern)->start);
  } else if (sx_nodes_is(nodes, node, "assignment_pattern")) {
    pattern = sx_nodes_field(nodes, node, "left");
    out->value = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "right"));
  }
  if (sx_nodes_is(nodes, pattern, "rest_pattern")) {
    out->kind = SX_PARAMETER_REST;
    pattern = sx_nodes_first_named(nodes, pattern);
  }
  if (sx_nodes_is(nodes, pattern, "this")) out->kind = SX_PARAMETER_RECEIVER;
  out->is_pattern = sx_nodes_is(nodes, pattern, "object_pattern array_pattern");
  if (!out->is_pattern && !sx_nodes_is(nodes, pattern, "identifier this"))
    return sx_fail(err, SX_REFUSED, "a parameter is not a name or a pattern");
  take_name(out, nodes, pattern);
  return SX_OK;
}

/* The declared name in a C declarator; NONE where it is abstract. */
static uint32_t declared_in(const sx_nodes *nodes, uint32_t declarator) {
  while (declarator != SX_NODE_NONE && !sx_nodes_is(nodes, declarator, "identifier")) {
    uint32_t inner = sx_nodes_field(nodes, declarator, "declarator");
    if (inner == SX_NODE_NONE && sx_nodes_is(nodes, declarator, "parenthesized_declarator"))
      inner = sx_nodes_first_named(nodes, declarator);
    declarator = inner;
  }
  return declarator;
}

static sx_status read_c(sx_parameter *out, const sx_nodes *nodes, uint32_t node, sx_arena *arena,
                        sx_err *err) {
  if (!sx_nodes_is(nodes, node, "parameter_declaration"))
    return sx_fail(err, SX_REFUSED, "a parameter is not one of C");
  take_name(out, nodes, declared_in(nodes, sx_nodes_field(nodes, node, "declarator")));
  sx_str text = sx_nodes_text(nodes, node);
  size_t from = out->name_start - out->start, to = out->name_end - out->start;
  out->type =
      out->name.len
          ? sx_str_trim(sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(sx_str_slice(text, 0, from)),
                                        SX_STR_ARG(sx_str_slice(text, to, text.len))))
          : text;
  return SX_OK;
}

/* Go: several names of one type are several parameters. */
static sx_status add_go(sx_parameters *out, const sx_nodes *nodes, uint32_t node, sx_arena *arena,
                        sx_err *err) {
  bool is_rest = sx_nodes_is(nodes, node, "variadic_parameter_declaration");
  uint32_t type = sx_nodes_field(nodes, node, "type"), name = sx_nodes_first_named(nodes, node);
  if (!is_rest && !sx_nodes_is(nodes, node, "parameter_declaration"))
    return sx_fail(err, SX_REFUSED, "a parameter is not understood");
  for (bool is_first = true; is_first || name != type; is_first = false) {
    sx_parameter *one = SX_ARRAY_ADD(&out->items, arena);
    if (!one) return sx_fail(err, arena->status, NULL);
    one->kind = is_rest ? SX_PARAMETER_REST : SX_PARAMETER_PLAIN;
    one->type = sx_nodes_text(nodes, type);
    one->start = sx_nodes_get(nodes, name == type ? node : name)->start;
    if (name != type) take_name(one, nodes, name);
    uint32_t next = name == type ? name : sx_nodes_next_named(nodes, name);
    one->is_grouped = next != type;
    one->end = one->is_grouped ? one->name_end : sx_nodes_get(nodes, node)->end;
    name = next;
    if (name == SX_NODE_NONE) return sx_fail(err, SX_REFUSED, "a parameter is not understood");
  }
  return SX_OK;
}

/* ---- the list -------------------------------------------------------------------------------- */

static sx_status add_item(sx_parameters *out, const sx_nodes *nodes, uint32_t node, sx_arena *arena,
                          sx_err *err) {
  sx_signature_family family = sx_signature_family_of(nodes);
  sx_status status = SX_OK;
  if (family == SX_SIGNATURE_GO) return add_go(out, nodes, node, arena, err);
  const sx_tree_node *at = sx_nodes_get(nodes, node);
  bool has_receiver = family == SX_SIGNATURE_PYTHON && is_receiver(nodes, out, out->function);
  sx_parameter *one = SX_ARRAY_ADD(&out->items, arena);
  if (!one) return sx_fail(err, arena->status, NULL);
  *one = (sx_parameter){.start = at->start,
                        .end = at->end,
                        .prefix = SX_STR(""),
                        .name = SX_STR(""),
                        .type = SX_STR(""),
                        .value = SX_STR("")};
  if (family == SX_SIGNATURE_PYTHON) status = read_python(one, nodes, node, err);
  if (family == SX_SIGNATURE_SCRIPT) status = read_script(one, nodes, node, err);
  if (family == SX_SIGNATURE_C) status = read_c(one, nodes, node, arena, err);
  if (has_receiver && one->kind == SX_PARAMETER_PLAIN) one->kind = SX_PARAMETER_RECEIVER;
  return status;
}

/* C's `...` is a token. */
static sx_status add_rest(sx_parameters *out, const sx_nodes *nodes, uint32_t token,
                          sx_arena *arena, sx_err *err) {
  sx_parameter *one = SX_ARRAY_ADD(&out->items, arena);
  if (!one) return sx_fail(err, arena->status, NULL);
  *one = (sx_parameter){.kind = SX_PARAMETER_REST,
                        .start = sx_nodes_get(nodes, token)->start,
                        .end = sx_nodes_get(nodes, token)->end,
                        .prefix = SX_STR(""),
                        .name = SX_STR(""),
                        .type = SX_STR(""),
                        .value = SX_STR("")};
  return SX_OK;
}

static bool is_void(const sx_nodes *nodes, uint32_t only) {
  return only != SX_NODE_NONE && sx_nodes_next_named(nodes, only) == SX_NODE_NONE &&
         sx_str_is_equal(sx_nodes_text(nodes, only), SX_STR("void"));
}

static sx_status read_list(sx_parameters *out, const sx_nodes *nodes, sx_arena *arena,
                           sx_err *err) {
  bool is_c = sx_signature_family_of(nodes) == SX_SIGNATURE_C;
  uint32_t one = sx_nodes_first(nodes, out->list);
  sx_status status = SX_OK;
  out->start = sx_nodes_get(nodes, out->list)->start + 1;
  out->end = sx_nodes_get(nodes, out->list)->end - 1;
  out->is_void = is_c && is_void(nodes, sx_nodes_first_named(nodes, out->list));
  for (; one != SX_NODE_NONE && !out->is_void && !status; one = sx_nodes_next(nodes, one)) {
    if (sx_nodes_is_comment(nodes, one)) continue;
    if (sx_nodes_is_named(nodes, one))
      status = add_item(out, nodes, one, arena, err);
    else if (is_c && sx_str_is_equal(sx_nodes_kind(nodes, one), SX_STR("...")))
      status = add_rest(out, nodes, one, arena, err);
  }
  return status;
}

sx_status sx_parameters_read(sx_parameters *out, const sx_nodes *nodes, uint32_t function,
                             uint32_t name, sx_arena *arena, sx_err *err) {
  uint32_t bare = sx_nodes_field(nodes, function, "parameter");
  *out = (sx_parameters){.function = function, .name = name};
  out->list = sx_nodes_field(nodes, function, "parameters");
  out->body = sx_nodes_field(nodes, function, "body");
  if (sx_nodes_is(nodes, function, "function_declarator"))
    out->body = sx_nodes_field(
        nodes, sx_nodes_above(nodes, function, "function_definition declaration"), "body");
  if (bare != SX_NODE_NONE) {
    out->is_bare = true;
    out->list = bare;
    out->start = sx_nodes_get(nodes, bare)->start;
    out->end = sx_nodes_get(nodes, bare)->end;
    return add_item(out, nodes, bare, arena, err);
  }
  if (sx_nodes_is(nodes, function, "lambda")) {
    if (out->list == SX_NODE_NONE)
      return sx_fail(err, SX_REFUSED, "it is a lambda without parameters");
    sx_status status = read_list(out, nodes, arena, err);
    out->start--, out->end++;
    return status;
  }
  return read_list(out, nodes, arena, err);
}

bool sx_parameters_has_body(const sx_parameters *parameters) {
  return parameters->body != SX_NODE_NONE;
}

/* ---- writing --------------------------------------------------------------------------------- */

static sx_str write_python(const sx_parameter *one, sx_arena *arena) {
  const char *stars = one->kind == SX_PARAMETER_REST       ? "*"
                      : one->kind == SX_PARAMETER_KEYWORDS ? "**"
                                                           : "";
  if (one->kind == SX_PARAMETER_SLASH) return SX_STR("/");
  if (one->kind == SX_PARAMETER_STAR) return SX_STR("*");
  return sx_arena_printf(arena, "%s%.*s%s%.*s%s%.*s", stars, SX_STR_ARG(one->name),
                         one->type.len ? ": " : "", SX_STR_ARG(one->type),
                         !one->value.len ? ""
                         : one->type.len ? " = "
                                         : "=",
                         SX_STR_ARG(one->value));
}

/* The type that a default shows, where a declaration of TypeScript has to say it. */
static sx_str type_of_value(sx_str value) {
  char first = sx_str_at(value, 0);
  if (first && strchr("'\"`", first)) return SX_STR("string");
  if (sx_byte_is_digit(first)) return SX_STR("number");
  if (sx_str_is_equal(value, SX_STR("true")) || sx_str_is_equal(value, SX_STR("false")))
    return SX_STR("boolean");
  return SX_STR("");
}

/* A default needs a body to be in; elsewhere it is that the argument may be left out. */
static sx_str write_script(const sx_parameter *one, bool has_body, bool is_typed, sx_arena *arena) {
  bool is_rest = one->kind == SX_PARAMETER_REST;
  bool has_value = one->value.len && has_body;
  sx_str type = is_typed ? one->type : SX_STR("");
  if (is_typed && !has_body && !type.len) type = type_of_value(one->value);
  bool has_mark = is_typed && !is_rest && (one->is_optional || one->value.len) && !has_value;
  return sx_arena_printf(arena, "%.*s%s%.*s%s%s%.*s%s%.*s", SX_STR_ARG(one->prefix),
                         is_rest ? "..." : "", SX_STR_ARG(one->name), has_mark ? "?" : "",
                         type.len ? ": " : "", SX_STR_ARG(type), has_value ? " = " : "",
                         SX_STR_ARG(has_value ? one->value : SX_STR("")));
}

static sx_str write_go(const sx_parameter *one, sx_arena *arena) {
  const char *dots = one->kind == SX_PARAMETER_REST ? "..." : "";
  return sx_arena_printf(arena, "%.*s%s%s%.*s", SX_STR_ARG(one->name), one->name.len ? " " : "",
                         dots, SX_STR_ARG(one->type));
}

/* The name goes into a type of C where its declarator has it: `int (*cb)(int)`, `char *argv[]`. */
static sx_str write_c(const sx_parameter *one, sx_arena *arena) {
  size_t at = sx_str_find(one->type, SX_STR("(*"), 0);
  if (one->kind == SX_PARAMETER_REST) return SX_STR("...");
  if (!one->name.len) return one->type;
  if (at != SX_STR_NONE) at += 2;
  if (at == SX_STR_NONE) at = sx_str_find_char(one->type, '[', 0);
  if (at == SX_STR_NONE) at = one->type.len;
  sx_str before = sx_str_slice(one->type, 0, at),
         after = sx_str_slice(one->type, at, one->type.len);
  if (sx_str_at(one->type, at) != ')') before = sx_str_trim_end(before);
  const char *gap = before.len && strchr("*(", before.ptr[before.len - 1]) ? "" : " ";
  return sx_arena_printf(arena, "%.*s%s%.*s%.*s", SX_STR_ARG(before), gap, SX_STR_ARG(one->name),
                         SX_STR_ARG(after));
}

sx_str sx_parameter_write(sx_signature_family family, const sx_parameter *parameter, bool has_body,
                          bool is_typed, sx_arena *arena) {
  if (family == SX_SIGNATURE_PYTHON) return write_python(parameter, arena);
  if (family == SX_SIGNATURE_SCRIPT) return write_script(parameter, has_body, is_typed, arena);
  if (family == SX_SIGNATURE_GO) return write_go(parameter, arena);
  return write_c(parameter, arena);
}
