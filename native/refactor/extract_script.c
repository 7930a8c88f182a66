#include "refactor/extract.h"

/* JavaScript and TypeScript. */

/* ---- the call -------------------------------------------------------------------------------- */

static bool ends_with_semicolon(const sx_extraction *x, const sx_extract_part *part) {
  uint32_t node = part->last;
  if (part->is_expression) {
    while (node != SX_NODE_NONE && !sx_extract_is_list(x, sx_nodes_parent(&x->nodes, node)))
      node = sx_nodes_parent(&x->nodes, node);
    sx_str text = sx_nodes_text(&x->nodes, node == SX_NODE_NONE ? 0 : node);
    return sx_str_find_char(text, ';', 0) != SX_STR_NONE;
  }
  for (uint32_t i = part->first; i < x->nodes.ends[part->last]; i++)
    if (sx_str_is_equal(sx_nodes_text(&x->nodes, i), SX_STR(";"))) return true;
  return sx_str_find(x->nodes.text, SX_STR(";\n"), 0) != SX_STR_NONE;
}

static const sx_binding *binding_of(const sx_extraction *x, const sx_extract_value *value) {
  return &x->names.bindings.items[value->binding];
}

static bool is_var(const sx_extraction *x, const sx_extract_value *value) {
  uint32_t node = x->names.names.items[binding_of(x, value)->first].node;
  uint32_t declaration =
      sx_nodes_above(&x->nodes, node, "variable_declaration lexical_declaration");
  return sx_nodes_is(&x->nodes, declaration, "variable_declaration");
}

/* The word that declares it; empty where it is there already. */
static const char *word_of(const sx_extraction *x, const sx_extract_value *value) {
  if (!value->is_new) return "";
  if (is_var(x, value)) return "var ";
  return value->is_changed ? "let " : "const ";
}

static void add_invocation(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  if (part->is_async) sx_buf_add_text(out, "await ");
  if (x->is_method) sx_buf_add_text(out, "this.");
  sx_buf_addf(out, "%.*s(", SX_STR_ARG(x->request.name));
  sx_extract_add_names(x, part, false, out);
  sx_buf_add_char(out, ')');
}

/* NULL: they are not all declared by one word. */
static const char *common_word(const sx_extraction *x, const sx_extract_part *part) {
  const char *word = NULL;
  for (size_t i = 0; i < part->values.len; i++) {
    const sx_extract_value *value = &part->values.items[i];
    if (!value->is_result) continue;
    if (word && strcmp(word, word_of(x, value)) != 0) return NULL;
    word = word_of(x, value);
  }
  return word;
}

static void add_each(const sx_extraction *x, const sx_extract_part *part, const char *end,
                     sx_buf *out) {
  sx_str indent = sx_extract_indent(x, part->start);
  sx_buf_addf(out, "const %.*sResult = ", SX_STR_ARG(x->request.name));
  add_invocation(x, part, out);
  sx_buf_add_text(out, end);
  for (size_t i = 0; i < part->values.len; i++) {
    const sx_extract_value *value = &part->values.items[i];
    sx_str name = binding_of(x, value)->name;
    if (value->is_result)
      sx_buf_addf(out, "\n%.*s%s%.*s = %.*sResult.%.*s%s", SX_STR_ARG(indent), word_of(x, value),
                  SX_STR_ARG(name), SX_STR_ARG(x->request.name), SX_STR_ARG(name), end);
  }
}

static void add_several(const sx_extraction *x, const sx_extract_part *part, const char *end,
                        sx_buf *out) {
  const char *word = common_word(x, part);
  if (!word) {
    add_each(x, part, end, out);
    return;
  }
  if (!*word) sx_buf_add_text(out, *end ? "(" : ";(");
  sx_buf_addf(out, "%s{ ", word);
  sx_extract_add_names(x, part, true, out);
  sx_buf_add_text(out, " } = ");
  add_invocation(x, part, out);
  if (!*word) sx_buf_add_char(out, ')');
  sx_buf_add_text(out, end);
}

static void add_one(const sx_extraction *x, const sx_extract_part *part, const char *end,
                    sx_buf *out) {
  for (size_t i = 0; i < part->values.len; i++)
    if (part->values.items[i].is_result) sx_buf_add_text(out, word_of(x, &part->values.items[i]));
  if (sx_extract_add_names(x, part, true, out)) sx_buf_add_text(out, " = ");
  if (part->is_returning) sx_buf_add_text(out, "return ");
  add_invocation(x, part, out);
  sx_buf_add_text(out, end);
}

void sx_extract_script_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  uint32_t parent = sx_nodes_parent(&x->nodes, part->first);
  bool is_in_jsx = sx_nodes_is(&x->nodes, parent, "jsx_element jsx_attribute");
  const char *end = !part->is_expression && ends_with_semicolon(x, part) ? ";" : "";
  if (part->is_expression) {
    bool is_awaited = part->is_async && sx_nodes_is(&x->nodes, parent,
                                                    "member_expression subscript_expression "
                                                    "call_expression binary_expression "
                                                    "non_null_expression");
    if (is_in_jsx) sx_buf_add_char(out, '{');
    if (is_awaited) sx_buf_add_char(out, '(');
    add_invocation(x, part, out);
    if (is_awaited) sx_buf_add_char(out, ')');
    if (is_in_jsx) sx_buf_add_char(out, '}');
  } else if (sx_extract_count(part, true) > 1)
    add_several(x, part, end, out);
  else
    add_one(x, part, end, out);
}

/* ---- the function ---------------------------------------------------------------------------- */

static void add_parameters(const sx_extraction *x, sx_buf *out) {
  size_t count = 0;
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    if (!value->is_parameter) continue;
    if (count++) sx_buf_add_text(out, ", ");
    sx_buf_add(out, binding_of(x, value)->name);
    if (value->type.len) sx_buf_addf(out, ": %.*s", SX_STR_ARG(value->type));
  }
}

static void add_head(const sx_extraction *x, sx_str outer, sx_buf *out) {
  bool is_static = x->is_method && sx_nodes_token(&x->nodes, x->owner, "static") != SX_NODE_NONE;
  sx_buf_add(out, outer);
  if (x->is_method && x->is_typed) sx_buf_add_text(out, "private ");
  if (is_static) sx_buf_add_text(out, "static ");
  if (x->part.is_async) sx_buf_add_text(out, "async ");
  if (!x->is_method) sx_buf_add_text(out, "function ");
  sx_buf_addf(out, "%.*s%.*s(", SX_STR_ARG(x->request.name), SX_STR_ARG(x->generics));
  add_parameters(x, out);
  sx_buf_addf(out, ")%.*s {\n", SX_STR_ARG(x->result_type));
}

static void add_results(const sx_extraction *x, sx_str indent, const char *end, sx_buf *out) {
  size_t count = sx_extract_count(&x->part, true);
  if (!count) return;
  sx_buf_addf(out, "%.*sreturn %s", SX_STR_ARG(indent), count > 1 ? "{ " : "");
  sx_extract_add_names(x, &x->part, true, out);
  sx_buf_addf(out, "%s%s\n", count > 1 ? " }" : "", end);
}

/* Variables that are declared around, and only written here. */
static void add_locals(const sx_extraction *x, sx_str indent, const char *end, sx_buf *out) {
  size_t count = 0;
  for (size_t i = 0; i < x->part.values.len; i++) {
    if (!x->part.values.items[i].is_local) continue;
    sx_buf_add(out, count ? SX_STR("") : indent);
    sx_buf_add_text(out, count++ ? ", " : "let ");
    sx_buf_add(out, binding_of(x, &x->part.values.items[i])->name);
    sx_str type = x->part.values.items[i].type;
    if (type.len) sx_buf_addf(out, ": %.*s", SX_STR_ARG(type));
  }
  if (count) sx_buf_addf(out, "%s\n", end);
}

/* A line between it and what follows, but for the end of a class. */
static bool needs_blank_below(const sx_extraction *x) {
  size_t at = sx_str_skip_blanks(x->nodes.text, x->at);
  char c = sx_str_at(x->nodes.text, at);
  return c && c != '\n' && c != '\r' && c != '}';
}

/* Those that nothing else uses are declared in the new function alone. */
sx_status sx_extract_script_finish(sx_extraction *x, sx_err *err) {
  sx_status status = SX_OK;
  bool is_dropped;
  for (size_t i = 0; i < x->part.values.len && !status; i++)
    if (x->part.values.items[i].is_local)
      status = sx_extract_drop_declaration(x, &x->part, x->part.values.items[i].binding,
                                           &is_dropped, err);
  return status;
}

void sx_extract_script_function(const sx_extraction *x, sx_buf *out) {
  sx_str unit = sx_extract_unit(x);
  const char *end = ends_with_semicolon(x, &x->part) ? ";" : "";
  sx_str outer =
      x->is_method ? sx_extract_indent(x, sx_nodes_get(&x->nodes, x->place)->start) : SX_STR("");
  sx_str indent = sx_arena_printf(x->call->arena, "%.*s%.*s", SX_STR_ARG(outer), SX_STR_ARG(unit));
  if (x->is_below) sx_buf_add_char(out, '\n');
  add_head(x, outer, out);
  add_locals(x, indent, end, out);
  sx_buf_addf(out, "%.*s%s", SX_STR_ARG(indent), x->part.is_expression ? "return " : "");
  sx_extract_add_body(x, &x->part, indent, out);
  sx_buf_addf(out, "%s\n", x->part.is_expression ? end : "");
  add_results(x, indent, end, out);
  sx_buf_addf(out, "%.*s}\n%s", SX_STR_ARG(outer),
              !x->is_below || needs_blank_below(x) ? "\n" : "");
}
