#include "refactor/extract.h"

/* ---- annotations ----------------------------------------------------------------------------- */

/* Whether all names of a type mean the same in the file's own scope. */
static bool is_known_in_file(const sx_extraction *x, uint32_t type) {
  for (uint32_t node = type; node < x->nodes.ends[type]; node++) {
    const sx_name *name = sx_names_at(&x->names, node);
    if (name && name->binding != SX_BINDING_FREE &&
        x->names.bindings.items[name->binding].scope != 0)
      return false;
  }
  return true;
}

/* A parameter's own annotation counts as long as nothing else is written to it. */
static sx_str annotation_of(const sx_extraction *x, const sx_extract_value *value) {
  const sx_binding *binding = &x->names.bindings.items[value->binding];
  uint32_t node = x->names.names.items[binding->first].node;
  uint32_t typed = sx_nodes_parent(&x->nodes, node);
  uint32_t type = sx_nodes_field(&x->nodes, typed, "type");
  if (binding->kind != SX_BINDING_PARAMETER || value->is_changed || value->is_result ||
      !sx_nodes_is(&x->nodes, typed, "typed_parameter typed_default_parameter") ||
      !is_known_in_file(x, type))
    return SX_STR("");
  return sx_nodes_text(&x->nodes, type);
}

/* ---- the function ---------------------------------------------------------------------------- */

static sx_str receiver_of(const sx_extraction *x) {
  uint32_t parameters = sx_nodes_field(&x->nodes, x->owner, "parameters");
  return sx_nodes_text(&x->nodes, sx_nodes_first_named(&x->nodes, parameters));
}

static void add_parameters(const sx_extraction *x, sx_buf *out) {
  size_t count = 0;
  if (x->is_method) {
    sx_buf_add(out, receiver_of(x));
    count++;
  }
  for (size_t i = 0; i < x->part.values.len; i++) {
    const sx_extract_value *value = &x->part.values.items[i];
    sx_str type = annotation_of(x, value);
    if (!value->is_parameter) continue;
    if (count++) sx_buf_add_text(out, ", ");
    sx_buf_add(out, x->names.bindings.items[value->binding].name);
    if (type.len) sx_buf_addf(out, ": %.*s", SX_STR_ARG(type));
  }
}

/* The lines of an expression go on only in brackets. */
static void add_returned(const sx_extraction *x, sx_str indent, sx_buf *out) {
  sx_str text = sx_str_slice(x->nodes.text, x->part.start, x->part.end);
  bool is_open = sx_str_find_char(text, '\n', 0) != SX_STR_NONE;
  sx_buf_addf(out, "%.*sreturn %s", SX_STR_ARG(indent), is_open ? "(" : "");
  sx_extract_add_body(x, &x->part, indent, out);
  sx_buf_add_text(out, is_open ? ")\n" : "\n");
}

static void add_statements(const sx_extraction *x, sx_str indent, sx_buf *out) {
  sx_buf_add(out, indent);
  sx_extract_add_body(x, &x->part, indent, out);
  sx_buf_add_char(out, '\n');
  if (!sx_extract_count(&x->part, true)) return;
  sx_buf_addf(out, "%.*sreturn ", SX_STR_ARG(indent));
  sx_extract_add_names(x, &x->part, true, out);
  sx_buf_add_char(out, '\n');
}

static bool has_blank_above(const sx_extraction *x) {
  sx_str above = sx_str_slice(x->nodes.text, 0, x->at);
  return !sx_str_trim(above).len || sx_str_has_suffix(above, SX_STR("\n\n")) ||
         sx_str_has_suffix(above, SX_STR("\n\r\n"));
}

/* Between two functions of the file are two lines, between methods one. */
static void add_blanks_above(const sx_extraction *x, sx_buf *out) {
  const char *blanks = x->is_method ? "\n" : "\n\n";
  if (x->is_below || !has_blank_above(x)) sx_buf_add_text(out, blanks);
}

void sx_extract_python_function(const sx_extraction *x, sx_buf *out) {
  sx_str unit = sx_extract_unit(x);
  sx_str outer =
      x->is_method ? sx_extract_indent(x, sx_nodes_get(&x->nodes, x->place)->start) : SX_STR("");
  sx_str indent = sx_arena_printf(x->call->arena, "%.*s%.*s", SX_STR_ARG(outer), SX_STR_ARG(unit));
  add_blanks_above(x, out);
  sx_buf_addf(out, "%.*s%sdef %.*s(", SX_STR_ARG(outer), x->part.is_async ? "async " : "",
              SX_STR_ARG(x->request.name));
  add_parameters(x, out);
  sx_buf_add_text(out, "):\n");
  if (x->part.is_expression)
    add_returned(x, indent, out);
  else
    add_statements(x, indent, out);
  if (!x->is_below) sx_buf_add_text(out, x->is_method ? "\n" : "\n\n");
}

void sx_extract_python_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  size_t results = sx_extract_add_names(x, part, true, out);
  if (results) sx_buf_add_text(out, " = ");
  if (part->is_returning) sx_buf_add_text(out, "return ");
  if (part->is_async) sx_buf_add_text(out, "await ");
  if (x->is_method) sx_buf_addf(out, "%.*s.", SX_STR_ARG(receiver_of(x)));
  sx_buf_addf(out, "%.*s(", SX_STR_ARG(x->request.name));
  sx_extract_add_names(x, part, false, out);
  sx_buf_add_char(out, ')');
}
