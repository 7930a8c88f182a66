#include "refactor/extract.h"

/* C: the new function and its call. */

static const sx_binding *binding_of(const sx_extraction *x, const sx_extract_value *value) {
  return &x->names.bindings.items[value->binding];
}

/* `int *` before the name, so that it is `int *x` and not `int * x`. */
static void add_declared(const sx_extraction *x, const sx_extract_value *value, sx_buf *out) {
  sx_extract_declared d;
  sx_extract_c_declared(x, value->binding, &d);
  bool is_pointer = value->is_parameter && value->is_shared && !d.is_array;
  sx_buf_addf(out, "%.*s %.*s%s%.*s%.*s", SX_STR_ARG(d.specifiers), SX_STR_ARG(d.before),
              is_pointer ? "*" : "", SX_STR_ARG(binding_of(x, value)->name), SX_STR_ARG(d.after));
}

/* ---- the function ---------------------------------------------------------------------------- */

static void add_parameters(const sx_extraction *x, sx_buf *out) {
  size_t count = 0;
  for (size_t i = 0; i < x->part.values.len; i++) {
    if (!x->part.values.items[i].is_parameter) continue;
    if (count++) sx_buf_add_text(out, ", ");
    add_declared(x, &x->part.values.items[i], out);
  }
  if (!count) sx_buf_add_text(out, "void");
}

/* The result of a function cannot be written, so that `const` says nothing of it. */
static sx_str without_const(sx_str type) {
  if (sx_str_has_prefix(type, SX_STR("const "))) type = sx_str_slice(type, 6, type.len);
  if (sx_str_has_suffix(type, SX_STR(" const"))) type = sx_str_slice(type, 0, type.len - 6);
  return type;
}

static void add_result_type(const sx_extraction *x, sx_buf *out) {
  sx_extract_declared d = {.specifiers = x->result_type, .before = SX_STR("")};
  for (size_t i = 0; i < x->part.values.len; i++)
    if (x->part.values.items[i].is_result)
      sx_extract_c_declared(x, x->part.values.items[i].binding, &d);
  if (!d.specifiers.len) d.specifiers = SX_STR("void");
  bool is_pointer = d.before.len || sx_str_find_char(d.specifiers, '*', 0) != SX_STR_NONE;
  if (!is_pointer) d.specifiers = without_const(d.specifiers);
  sx_buf_add(out, d.specifiers);
  if (!sx_str_has_suffix(d.specifiers, SX_STR("*"))) sx_buf_add_char(out, ' ');
  sx_buf_add(out, d.before);
}

static void add_locals(const sx_extraction *x, sx_str indent, sx_buf *out) {
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    bool is_own = value->is_local || (value->is_result && !value->is_parameter && !value->is_new);
    if (!is_own || value->is_parameter) continue;
    sx_buf_add(out, indent);
    add_declared(x, value, out);
    sx_buf_add_text(out, ";\n");
  }
}

/* Whether the function's own bracket is on a line of its own. */
static bool has_own_line(const sx_extraction *x) {
  uint32_t body = sx_nodes_field(&x->nodes, x->part.function, "body");
  size_t start = sx_nodes_get(&x->nodes, body)->start;
  return sx_str_trim(sx_str_slice(x->nodes.text, sx_str_line_start(x->nodes.text, start), start))
             .len == 0;
}

static bool is_inline(const sx_extraction *x) {
  uint32_t child = sx_nodes_first_named(&x->nodes, x->part.function);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(&x->nodes, child))
    if (sx_nodes_is(&x->nodes, child, "storage_class_specifier") &&
        sx_str_is_equal(sx_nodes_text(&x->nodes, child), SX_STR("inline")))
      return true;
  return false;
}

void sx_extract_c_function(const sx_extraction *x, sx_buf *out) {
  sx_str indent = sx_extract_unit(x);
  sx_buf_add_text(out, is_inline(x) ? "static inline " : "static ");
  add_result_type(x, out);
  sx_buf_addf(out, "%.*s(", SX_STR_ARG(x->request.name));
  add_parameters(x, out);
  sx_buf_add_text(out, has_own_line(x) ? ")\n{\n" : ") {\n");
  add_locals(x, indent, out);
  sx_buf_addf(out, "%.*s%s", SX_STR_ARG(indent), x->part.is_expression ? "return " : "");
  sx_extract_add_body(x, &x->part, indent, out);
  sx_buf_add_text(out, x->part.is_expression ? ";\n" : "\n");
  if (sx_extract_count(&x->part, true)) {
    sx_buf_addf(out, "%.*sreturn ", SX_STR_ARG(indent));
    sx_extract_add_names(x, &x->part, true, out);
    sx_buf_add_text(out, ";\n");
  }
  sx_buf_add_text(out, "}\n\n");
}

/* ---- the call -------------------------------------------------------------------------------- */

static void add_invocation(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  size_t count = 0;
  sx_buf_addf(out, "%.*s(", SX_STR_ARG(x->request.name));
  for (size_t i = 0; i < part->values.len; i++) {
    const sx_extract_value *value = &part->values.items[i];
    sx_extract_declared d;
    if (!value->is_parameter) continue;
    sx_extract_c_declared(x, value->binding, &d);
    sx_buf_addf(out, "%s%s%.*s", count++ ? ", " : "", value->is_shared && !d.is_array ? "&" : "",
                SX_STR_ARG(binding_of(x, value)->name));
  }
  sx_buf_add_char(out, ')');
}

static bool is_at_end(const sx_extraction *x, const sx_extract_part *part) {
  uint32_t list = sx_nodes_parent(&x->nodes, part->last);
  return sx_nodes_next_named(&x->nodes, part->last) == SX_NODE_NONE &&
         sx_nodes_is_field(&x->nodes, list, "body") &&
         sx_nodes_parent(&x->nodes, list) == part->function;
}

void sx_extract_c_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  for (size_t i = 0; i < part->values.len && !part->is_expression; i++) {
    const sx_extract_value *value = &part->values.items[i];
    if (!value->is_result) continue;
    if (value->is_new)
      add_declared(x, value, out);
    else
      sx_buf_add(out, binding_of(x, value)->name);
    sx_buf_add_text(out, " = ");
  }
  if (part->is_returning && part->has_value) sx_buf_add_text(out, "return ");
  add_invocation(x, part, out);
  if (part->is_expression) return;
  sx_buf_add_char(out, ';');
  if (part->is_returning && !part->has_value && !is_at_end(x, part))
    sx_buf_addf(out, "\n%.*sreturn;", SX_STR_ARG(sx_extract_indent(x, part->start)));
}
