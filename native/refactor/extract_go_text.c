#include "refactor/extract.h"

/* Go: the new function and its call. */

static const sx_binding *binding_of(const sx_extraction *x, const sx_extract_value *value) {
  return &x->names.bindings.items[value->binding];
}

static void add_parameters(const sx_extraction *x, sx_buf *out) {
  size_t count = 0;
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    if (!value->is_parameter) continue;
    sx_buf_addf(out, "%s%.*s %s%.*s", count++ ? ", " : "", SX_STR_ARG(binding_of(x, value)->name),
                value->is_shared ? "*" : "", SX_STR_ARG(x->types[value->binding]));
  }
}

static void add_result_types(const sx_extraction *x, sx_buf *out) {
  size_t count = sx_extract_count(&x->part, true), index = 0;
  if (x->result_type.len) sx_buf_addf(out, " %.*s", SX_STR_ARG(x->result_type));
  if (count) sx_buf_add_text(out, count > 1 ? " (" : " ");
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    if (value->is_result)
      sx_buf_addf(out, "%s%.*s", index++ ? ", " : "", SX_STR_ARG(x->types[value->binding]));
  }
  if (count > 1) sx_buf_add_char(out, ')');
}

static void add_locals(const sx_extraction *x, sx_str indent, sx_buf *out) {
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    if (value->is_parameter || value->is_new || !(value->is_local || value->is_result)) continue;
    sx_buf_addf(out, "%.*svar %.*s %.*s\n", SX_STR_ARG(indent),
                SX_STR_ARG(binding_of(x, value)->name), SX_STR_ARG(x->types[value->binding]));
  }
}

static sx_str receiver_of(const sx_extraction *x) {
  return sx_nodes_text(&x->nodes, sx_nodes_field(&x->nodes, x->owner, "receiver"));
}

static bool needs_blank_below(const sx_extraction *x) {
  char c = sx_str_at(x->nodes.text, sx_str_skip_blanks(x->nodes.text, x->at));
  return c && c != '\n' && c != '\r';
}

void sx_extract_go_function(const sx_extraction *x, sx_buf *out) {
  sx_str indent = SX_STR("\t");
  sx_buf_addf(out, "%sfunc ", x->is_below ? "\n" : "");
  if (x->is_method) sx_buf_addf(out, "%.*s ", SX_STR_ARG(receiver_of(x)));
  sx_buf_addf(out, "%.*s(", SX_STR_ARG(x->request.name));
  add_parameters(x, out);
  sx_buf_add_char(out, ')');
  add_result_types(x, out);
  sx_buf_add_text(out, " {\n");
  add_locals(x, indent, out);
  sx_buf_addf(out, "%.*s%s", SX_STR_ARG(indent), x->part.is_expression ? "return " : "");
  sx_extract_add_body(x, &x->part, indent, out);
  sx_buf_add_char(out, '\n');
  if (sx_extract_count(&x->part, true)) {
    sx_buf_addf(out, "%.*sreturn ", SX_STR_ARG(indent));
    sx_extract_add_names(x, &x->part, true, out);
    sx_buf_add_char(out, '\n');
  }
  sx_buf_addf(out, "}\n%s", !x->is_below || needs_blank_below(x) ? "\n" : "");
}

/* ---- the call -------------------------------------------------------------------------------- */

static void add_invocation(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  size_t count = 0;
  if (x->is_method) {
    uint32_t list = sx_nodes_field(&x->nodes, x->owner, "receiver");
    uint32_t name = sx_nodes_field(&x->nodes, sx_nodes_first_named(&x->nodes, list), "name");
    sx_buf_addf(out, "%.*s.", SX_STR_ARG(sx_nodes_text(&x->nodes, name)));
  }
  sx_buf_addf(out, "%.*s(", SX_STR_ARG(x->request.name));
  for (size_t i = 0; i < part->values.len; i++) {
    const sx_extract_value *value = &part->values.items[i];
    if (value->is_parameter)
      sx_buf_addf(out, "%s%s%.*s", count++ ? ", " : "", value->is_shared ? "&" : "",
                  SX_STR_ARG(binding_of(x, value)->name));
  }
  sx_buf_add_char(out, ')');
}

static bool is_at_end(const sx_extraction *x, const sx_extract_part *part) {
  uint32_t block = sx_nodes_parent(&x->nodes, sx_nodes_parent(&x->nodes, part->last));
  return sx_nodes_next_named(&x->nodes, part->last) == SX_NODE_NONE &&
         sx_nodes_is_field(&x->nodes, block, "body") &&
         sx_nodes_parent(&x->nodes, block) == part->function;
}

void sx_extract_go_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  bool is_new = false;
  for (size_t i = 0; i < part->values.len; i++)
    is_new = is_new || (part->values.items[i].is_result && part->values.items[i].is_new);
  if (!part->is_expression && sx_extract_add_names(x, part, true, out))
    sx_buf_add_text(out, is_new ? " := " : " = ");
  if (part->is_returning && part->has_value) sx_buf_add_text(out, "return ");
  add_invocation(x, part, out);
  if (part->is_returning && !part->has_value && !is_at_end(x, part))
    sx_buf_addf(out, "\n%.*sreturn", SX_STR_ARG(sx_extract_indent(x, part->start)));
}
