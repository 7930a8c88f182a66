#include "refactor/extract.h"

#include "base/byte.h"

sx_str sx_extract_indent(const sx_extraction *x, uint32_t offset) {
  size_t start = sx_str_line_start(x->nodes.text, offset);
  return sx_str_slice(x->nodes.text, start, sx_str_skip_blanks(x->nodes.text, start));
}

/* The first line that is indented within another shows it. */
sx_str sx_extract_unit(const sx_extraction *x) {
  const sx_nodes *nodes = &x->nodes;
  for (uint32_t node = 1; node < nodes->tree.nodes.len; node++) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    if (!sx_extract_is_list(x, parent) || parent == 0 || sx_nodes_is_comment(nodes, node)) continue;
    sx_str inner = sx_extract_indent(x, sx_nodes_get(nodes, node)->start);
    sx_str outer = sx_extract_indent(x, sx_nodes_get(nodes, sx_nodes_parent(nodes, parent))->start);
    if (sx_nodes_is_named(nodes, node) && inner.len > outer.len && sx_str_has_prefix(inner, outer))
      return sx_str_slice(inner, outer.len, inner.len);
  }
  return x->style == SX_EXTRACT_PYTHON ? SX_STR("    ") : SX_STR("  ");
}

/* A line that begins in a string is a part of its value. */
static bool is_in_string(const sx_extraction *x, size_t at) {
  uint32_t node = sx_nodes_around(&x->nodes, (uint32_t)at, (uint32_t)at);
  for (; node != SX_NODE_NONE; node = sx_nodes_parent(&x->nodes, node))
    if (sx_nodes_is(&x->nodes, node,
                    "string template_string concatenated_string string_content jsx_text "
                    "raw_string_literal interpreted_string_literal string_literal") &&
        sx_nodes_get(&x->nodes, node)->start < at && sx_nodes_get(&x->nodes, node)->end > at &&
        !sx_nodes_is(&x->nodes, node, "concatenated_string"))
      return true;
  return false;
}

/* The edit that goes on over the end of a line; NULL. */
static const sx_text_edit *edit_over(const sx_extraction *x, size_t end) {
  for (size_t i = 0; i < x->edits.len; i++)
    if (x->edits.items[i].start < end && x->edits.items[i].end > end) return &x->edits.items[i];
  return NULL;
}

/* The end of the line of `at`, or of the one that an edit over several lines ends in. */
static size_t line_end(const sx_extraction *x, const sx_extract_part *part, size_t at) {
  for (const sx_text_edit *over;; at = over->end) {
    size_t end = sx_str_find_char(x->nodes.text, '\n', at);
    end = end == SX_STR_NONE || end + 1 > part->end ? part->end : end + 1;
    over = edit_over(x, end);
    if (!over) return end;
  }
}

void sx_extract_add_body(const sx_extraction *x, const sx_extract_part *part, sx_str indent,
                         sx_buf *out) {
  sx_str old = sx_extract_indent(x, part->start), text = x->nodes.text;
  for (size_t at = part->start; at < part->end;) {
    size_t end = line_end(x, part, at);
    sx_str line = sx_str_slice(text, at, end);
    bool is_first = at == part->start;
    if (!is_first && !is_in_string(x, at) && sx_str_trim(line).len &&
        sx_str_has_prefix(line, old)) {
      sx_buf_add(out, indent);
      at += old.len;
    }
    sx_buf_add(out, sx_text_edits_get(&x->edits, at, end, x->call->arena));
    at = end;
  }
}

size_t sx_extract_add_names(const sx_extraction *x, const sx_extract_part *part, bool results,
                            sx_buf *out) {
  size_t count = 0;
  for (size_t i = 0; i < part->values.len; i++) {
    const sx_extract_value *value = &part->values.items[i];
    if (results ? !value->is_result : !value->is_parameter) continue;
    if (count++) sx_buf_add_text(out, ", ");
    sx_buf_add(out, x->names.bindings.items[value->binding].name);
  }
  return count;
}
