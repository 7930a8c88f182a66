#include "refactor/inline_parts.h"

#include "text/language.h"

#define INSPECTORS                                                                                 \
  "__func__ __FUNCTION__ __PRETTY_FUNCTION__ __LINE__ __FILE__ __COUNTER__ setjmp _setjmp "        \
  "sigsetjmp longjmp alloca __builtin_alloca vfork va_start va_arg va_end va_copy "                \
  "__builtin_return_address __builtin_frame_address _Generic typeof __typeof__ __extension__"

/* ---- parameters ------------------------------------------------------------------------------ */

static uint32_t name_in(const sx_nodes *nodes, uint32_t node) {
  while (sx_nodes_is(nodes, node, "pointer_declarator array_declarator init_declarator"))
    node = sx_nodes_field(nodes, node, "declarator");
  return sx_nodes_is(nodes, node, "identifier") ? node : SX_NODE_NONE;
}

static sx_status read_parameter(sx_inlining *in, sx_inline_definition *out, uint32_t node,
                                sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t identifier = name_in(nodes, sx_nodes_field(nodes, node, "declarator"));
  const sx_name *name = sx_names_at(&out->in->names, identifier);
  sx_str type = identifier == SX_NODE_NONE
                    ? SX_STR("")
                    : sx_inline_c_declared(out->in, identifier, in->r.call->arena);
  if (!name || name->binding == SX_BINDING_FREE || !type.len)
    return sx_inline_refuse_definition(
        in, out, node,
        "a parameter whose type is not a plain one, or that takes any number of "
        "arguments.",
        err);
  return sx_inline_add_parameter(in, out, identifier, type, err);
}

static bool is_void(const sx_nodes *nodes, uint32_t list) {
  uint32_t only = sx_nodes_first_named(nodes, list);
  return sx_nodes_is(nodes, only, "parameter_declaration") &&
         sx_nodes_next_named(nodes, only) == SX_NODE_NONE &&
         sx_str_is_equal(sx_nodes_text(nodes, only), SX_STR("void"));
}

static sx_status read_parameters(sx_inlining *in, sx_inline_definition *out, uint32_t list,
                                 sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  sx_status status = SX_OK;
  if (sx_nodes_token(nodes, list, "...") != SX_NODE_NONE)
    return sx_inline_refuse_definition(in, out, list, "it takes any number of arguments.", err);
  if (is_void(nodes, list)) return SX_OK;
  uint32_t node = sx_nodes_first_named(nodes, list);
  for (; node != SX_NODE_NONE && !status; node = sx_nodes_next_named(nodes, node))
    status = read_parameter(in, out, node, err);
  return status;
}

/* ---- code ------------------------------------------------------------------------------------ */

static sx_status check_node(sx_inlining *in, const sx_inline_definition *out, uint32_t node,
                            uint32_t last, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  sx_str kind = sx_nodes_kind(nodes, node), text = sx_nodes_text(nodes, node);
  if (sx_nodes_is(nodes, node, "return_statement") && node != last)
    return sx_inline_refuse_definition(in, out, node,
                                       "it returns in the middle of its code, not only at its end. "
                                       "Rewrite it with one return first.",
                                       err);
  if (sx_nodes_is(nodes, node, "goto_statement labeled_statement"))
    return sx_inline_refuse_definition(
        in, out, node, "its code has a label or a goto, which belong to a function.", err);
  if (sx_names_is_hidden_declaration(&out->in->names, node))
    return sx_inline_refuse_definition(in, out, node,
                                       "its code has a declaration that is not understood.", err);
  if (sx_str_has_prefix(kind, SX_STR("preproc_")))
    return sx_inline_refuse_definition(in, out, node, "its code has lines of the preprocessor.",
                                       err);
  if (sx_nodes_is(nodes, node,
                  "gnu_asm_expression compound_literal_expression lambda_expression "
                  "attribute_specifier attributed_statement type_definition ERROR "
                  "static_assert_declaration function_definition enum_specifier") &&
      (!sx_nodes_is(nodes, node, "enum_specifier") ||
       sx_nodes_field(nodes, node, "body") != SX_NODE_NONE))
    return sx_inline_refuse(in, out->in, node, err,
                            "its code has %.*s here, which cannot be moved to its callers.",
                            SX_STR_ARG(kind));
  if (sx_nodes_is(nodes, node, "storage_class_specifier"))
    return sx_inline_refuse_definition(
        in, out, node, "a variable that outlives its calls, or is declared elsewhere.", err);
  if (sx_nodes_is(nodes, node, "type_qualifier") &&
      sx_language_has_word("volatile _Atomic", text, false))
    return sx_inline_refuse_definition(in, out, node, "a volatile variable, whose reads count.",
                                       err);
  if (sx_nodes_is(nodes, node, "array_declarator")) {
    uint32_t size = sx_nodes_field(nodes, node, "size");
    const sx_name *name = sx_names_at(&out->in->names, size);
    bool is_variable =
        size != SX_NODE_NONE && !sx_nodes_is(nodes, size, "number_literal") &&
        !(name && name->binding == SX_BINDING_FREE) &&
        !(name && out->in->names.bindings.items[name->binding].kind == SX_BINDING_MACRO);
    if (is_variable)
      return sx_inline_refuse_definition(
          in, out, node, "an array of which it is not known that its size is fixed.", err);
  }
  return SX_OK;
}

static bool is_capital(sx_str word) {
  bool has_letter = false;
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z') return false;
    has_letter |= word.ptr[i] >= 'A' && word.ptr[i] <= 'Z';
  }
  return has_letter && word.len > 1;
}

static bool has_jump(sx_str text) {
  static const char *const words[] = {"return",   "goto",     "break", "continue",
                                      "__func__", "__LINE__", "#"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_find(text, sx_str_from(words[i]), 0) != SX_STR_NONE) return true;
  return false;
}

static uint32_t declaration_of(const sx_inline_text *text, uint32_t binding) {
  return sx_nodes_parent(&text->nodes,
                         text->names.names.items[text->names.bindings.items[binding].first].node);
}

static sx_status check_word(sx_inlining *in, const sx_inline_definition *out, const sx_name *name,
                            sx_err *err) {
  const sx_inline_text *text = out->in;
  sx_str word = sx_str_slice(text->nodes.text, name->start, name->end);
  bool is_call = sx_nodes_is(&text->nodes, sx_nodes_parent(&text->nodes, name->node),
                             "call_expression expression_statement") &&
                 !sx_nodes_is_field(&text->nodes, name->node, "arguments");
  if (name->binding != SX_BINDING_FREE) {
    const sx_binding *binding = &text->names.bindings.items[name->binding];
    if (binding->kind != SX_BINDING_MACRO) return SX_OK;
    bool is_several = binding->declarations > 1;
    if (!is_several && !has_jump(sx_nodes_text(&text->nodes, declaration_of(text, name->binding))))
      return SX_OK;
    if (!is_several && !is_call &&
        sx_nodes_is(&text->nodes, declaration_of(text, name->binding), "preproc_def"))
      return sx_str_find(sx_nodes_text(&text->nodes, declaration_of(text, name->binding)),
                         SX_STR("return"), 0) == SX_STR_NONE
                 ? SX_OK
                 : sx_inline_refuse_definition(in, out, name->node,
                                               "a macro that leaves the function.", err);
    return sx_inline_refuse_definition(
        in, out, name->node, "a macro that may leave the function, or is defined several times.",
        err);
  }
  if (sx_language_has_word(INSPECTORS, word, false))
    return sx_inline_refuse(in, text, name->node, err,
                            "%.*s sees the function that it is in, which would be another.",
                            SX_STR_ARG(word));
  if (is_call && is_capital(word))
    return sx_inline_refuse(in, text, name->node, err,
                            "%.*s may be a macro that leaves the function, as it is defined "
                            "elsewhere.",
                            SX_STR_ARG(word));
  return SX_OK;
}

static sx_status check_code(sx_inlining *in, const sx_inline_definition *out, uint32_t body,
                            uint32_t last, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  const sx_names *names = &out->in->names;
  sx_status status = SX_OK;
  uint32_t end = sx_nodes_get(nodes, body)->end;
  for (uint32_t i = body; i < nodes->ends[body] && !status; i++)
    status = check_node(in, out, i, last, err);
  for (size_t i = sx_names_from(names, sx_nodes_get(nodes, body)->start);
       i < names->names.len && names->names.items[i].start < end && !status; i++)
    status = check_word(in, out, &names->names.items[i], err);
  for (size_t i = 0; i < nodes->tree.errors.len && !status; i++)
    if (nodes->tree.errors.items[i].start >= sx_nodes_get(nodes, out->function)->start &&
        nodes->tree.errors.items[i].start <= end)
      status = sx_inline_refuse_definition(in, out, out->function,
                                           "a syntax error in it, or a macro like one.", err);
  return status;
}

/* `sizeof x` asks for the parameter's own type, as a variable has it. */
static void keep_sizes(sx_inline_definition *out) {
  const sx_nodes *nodes = &out->in->nodes;
  const sx_names *names = &out->in->names;
  for (size_t i = 0; i < names->names.len; i++)
    for (size_t p = 0; p < out->parameters.len; p++) {
      uint32_t node = names->names.items[i].node;
      if (names->names.items[i].binding == out->parameters.items[p].binding &&
          sx_nodes_above(nodes, node, "sizeof_expression alignof_expression") != SX_NODE_NONE)
        out->parameters.items[p].is_written = true;
    }
}

static sx_status read_code(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t body = sx_nodes_field(nodes, out->function, "body"), last = SX_NODE_NONE;
  if (!sx_nodes_is(nodes, body, "compound_statement"))
    return sx_inline_refuse_definition(in, out, out->function, "it has no code here.", err);
  sx_status status = sx_inline_read_statements(in, out, body, &last, err);
  if (status) return status;
  if (sx_nodes_is(nodes, out->result, "initializer_list") ||
      (out->result == SX_NODE_NONE) != (out->results.len == 0))
    return sx_inline_refuse_definition(in, out, out->function,
                                       "its last statement does not return its result.", err);
  return check_code(in, out, body, last, err);
}

/* ---- the definition -------------------------------------------------------------------------- */

/* Directly in the file, or in the guard of a header. */
static bool is_in_file(const sx_nodes *nodes, uint32_t item) {
  uint32_t parent = sx_nodes_parent(nodes, item);
  if (sx_nodes_is(nodes, parent, "translation_unit")) return true;
  if (!sx_nodes_is(nodes, parent, "preproc_ifdef") ||
      sx_nodes_field(nodes, parent, "alternative") != SX_NODE_NONE ||
      !sx_nodes_is(nodes, sx_nodes_parent(nodes, parent), "translation_unit"))
    return false;
  uint32_t name = sx_nodes_field(nodes, parent, "name"), next = sx_nodes_next_named(nodes, name);
  return sx_nodes_is(nodes, next, "preproc_def") &&
         sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, next, "name")),
                         sx_nodes_text(nodes, name));
}

static bool is_static(const sx_nodes *nodes, uint32_t declaration) {
  uint32_t child = sx_nodes_first_named(nodes, declaration);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (sx_nodes_is(nodes, child, "storage_class_specifier") &&
        sx_str_is_equal(sx_nodes_text(nodes, child), SX_STR("static")))
      return true;
  return false;
}

static sx_status check_function(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t child = sx_nodes_first_named(nodes, out->function);
  if (!is_in_file(nodes, out->function))
    return sx_inline_refuse_definition(
        in, out, out->function,
        "it is defined under a condition of the preprocessor, or within other code.", err);
  if (sx_str_is_equal(sx_nodes_text(nodes, out->name), SX_STR("main")))
    return sx_inline_refuse_definition(in, out, out->name, "the program begins with it.", err);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    if (!sx_nodes_is_field(nodes, child, "type") &&
        !sx_nodes_is_field(nodes, child, "declarator") &&
        !sx_nodes_is_field(nodes, child, "body") &&
        !sx_nodes_is(nodes, child, "storage_class_specifier type_qualifier"))
      return sx_inline_refuse_definition(
          in, out, child, "it is declared with an attribute, or in an old way.", err);
  return SX_OK;
}

static sx_status read_function(sx_inlining *in, sx_inline_definition *out, uint32_t list,
                               sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  sx_arena *arena = in->r.call->arena;
  out->item = out->function;
  out->is_exported = !is_static(nodes, out->function);
  sx_str type = sx_inline_c_declared(out->in, out->name, arena);
  if (!type.len)
    return sx_inline_refuse_definition(in, out, out->name, "its result's type is not a plain one.",
                                       err);
  if (!sx_str_is_equal(type, SX_STR("void"))) {
    sx_inline_result *added = SX_ARRAY_ADD(&out->results, arena);
    if (!added) return sx_fail(err, arena->status, NULL);
    *added = (sx_inline_result){.type = type, .name = SX_STR(""), .binding = SX_BINDING_FREE};
  }
  sx_status status = check_function(in, out, err);
  if (!status) status = read_parameters(in, out, list, err);
  if (!status) status = read_code(in, out, err);
  if (!status) keep_sizes(out);
  return status;
}

static sx_status read_variable(sx_inlining *in, sx_inline_definition *out, uint32_t declarator,
                               sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t declaration = sx_nodes_parent(nodes, declarator);
  sx_str type = sx_inline_c_declared(out->in, out->name, in->r.call->arena);
  out->item = declaration;
  out->result = sx_nodes_field(nodes, declarator, "value");
  bool is_one = sx_nodes_is(nodes, declaration, "declaration") &&
                sx_nodes_field(nodes, declaration, "declarator") == declarator &&
                sx_nodes_next_named(nodes, declarator) == SX_NODE_NONE &&
                sx_nodes_is(nodes, sx_nodes_parent(nodes, declaration),
                            "compound_statement translation_unit");
  bool is_array = sx_nodes_is(nodes, sx_nodes_parent(nodes, out->name), "array_declarator");
  if (!is_one || is_array || !type.len || out->result == SX_NODE_NONE ||
      sx_nodes_is(nodes, out->result, "initializer_list compound_literal_expression"))
    return sx_inline_refuse_definition(
        in, out, out->name,
        "it is not given one value by a declaration of its own, or is an array, or its "
        "type is not a plain one.",
        err);
  bool is_kept = sx_str_find(sx_nodes_text(nodes, declaration), SX_STR("static"), 0) == 0 ||
                 sx_str_find(sx_nodes_text(nodes, declaration), SX_STR("extern"), 0) == 0;
  bool is_constant = out->in->names.bindings.items[out->binding].kind == SX_BINDING_CONSTANT;
  bool is_files = sx_nodes_is(nodes, sx_nodes_parent(nodes, declaration), "translation_unit");
  if ((is_kept || is_files) && !is_constant)
    return sx_inline_refuse_definition(in, out, out->name,
                                       "it is not constant, and outlives the function.", err);
  if (is_files && !is_static(nodes, declaration))
    return sx_inline_refuse_definition(
        in, out, out->name,
        "other files may use it, as it is not static. Make it static first, if none does.", err);
  sx_inline_result *added = SX_ARRAY_ADD(&out->results, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_result){.type = type, .name = SX_STR(""), .binding = SX_BINDING_FREE};
  return SX_OK;
}

sx_status sx_inline_read_c(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, out->name), node = parent;
  if (sx_nodes_is(nodes, parent, "function_declarator")) {
    while (sx_nodes_is(nodes, node, "function_declarator pointer_declarator"))
      node = sx_nodes_parent(nodes, node);
    if (sx_nodes_is(nodes, node, "function_definition")) {
      out->function = node;
      return read_function(in, out, sx_nodes_field(nodes, parent, "parameters"), err);
    }
    return sx_inline_refuse_definition(in, out, out->name, "its definition is not found.", err);
  }
  while (sx_nodes_is(nodes, node, "pointer_declarator")) node = sx_nodes_parent(nodes, node);
  if (sx_nodes_is(nodes, node, "init_declarator")) return read_variable(in, out, node, err);
  return sx_inline_refuse_definition(
      in, out, out->name, "it is neither a function nor a variable with one value.", err);
}
