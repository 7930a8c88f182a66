#include "flow/unit.h"

#include "base/byte.h"

#define AHEAD "decorator attribute_item attribute_list"

size_t sx_text_line_stop(sx_str text, size_t at) {
  while (at < text.len && !sx_byte_is_line_end(text.ptr[at])) at++;
  return at;
}

bool sx_text_begins_line(sx_str text, size_t at) {
  size_t start = sx_str_line_start(text, at);
  return sx_str_skip_blanks(text, start) >= at;
}

bool sx_text_ends_line(sx_str text, size_t at) {
  return sx_str_skip_blanks(text, at) >= sx_text_line_stop(text, at);
}

/* Grammars differ in whether the line's end belongs to a comment or a macro. */
static size_t end_of(const sx_nodes *nodes, uint32_t node) {
  const sx_tree_node *at = sx_nodes_get(nodes, node);
  return at->start + sx_str_trim_end(sx_str_slice(nodes->text, at->start, at->end)).len;
}

static bool has_blank_line(sx_str text, size_t from, size_t to) {
  size_t ends = 0;
  for (size_t i = from; i < to; i++) ends += text.ptr[i] == '\n';
  return ends > 1;
}

static bool is_blank(sx_str text, size_t from, size_t to) {
  return sx_str_trim(sx_str_slice(text, from, to)).len == 0;
}

/* The comment, decorator or attribute right before `start`. */
static uint32_t find_before(const sx_nodes *nodes, size_t start) {
  uint32_t best = SX_NODE_NONE;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    const sx_tree_node *at = sx_nodes_get(nodes, i);
    if (at->start >= start) break;
    if (!sx_nodes_is_comment(nodes, i) && !sx_nodes_is(nodes, i, AHEAD)) continue;
    size_t end = end_of(nodes, i);
    if (end > start || !is_blank(nodes->text, end, start)) continue;
    if (best == SX_NODE_NONE || !sx_nodes_has_in(nodes, best, i)) best = i;
  }
  return best;
}

/* It is about the file, not about what comes after it. */
static bool is_about_file(const sx_nodes *nodes, uint32_t comment) {
  sx_str text = sx_nodes_text(nodes, comment);
  return sx_str_has_prefix(text, SX_STR("#!")) || sx_str_has_fold(text, SX_STR("copyright")) ||
         sx_str_has_fold(text, SX_STR("license")) || sx_str_has_prefix(text, SX_STR("# -*-")) ||
         sx_str_has_prefix(text, SX_STR("//!"));
}

static void measure_before(sx_unit_extent *out, const sx_nodes *nodes) {
  for (;;) {
    uint32_t before = find_before(nodes, out->comment);
    if (before == SX_NODE_NONE) return;
    size_t start = sx_nodes_get(nodes, before)->start;
    bool is_comment = sx_nodes_is_comment(nodes, before);
    if (has_blank_line(nodes->text, end_of(nodes, before), out->comment)) return;
    if (is_comment && (!sx_text_begins_line(nodes->text, start) || is_about_file(nodes, before)))
      return;
    out->comment = start;
    if (!is_comment) out->start = start;
  }
}

static size_t skip_token(sx_str text, size_t at, char token) {
  size_t next = sx_str_skip_blanks(text, at);
  return sx_str_at(text, next) == token ? next + 1 : at;
}

static size_t skip_comment(const sx_nodes *nodes, size_t at) {
  size_t next = sx_str_skip_blanks(nodes->text, at);
  size_t stop = sx_text_line_stop(nodes->text, at);
  if (next >= stop) return at;
  uint32_t node = sx_nodes_around(nodes, (uint32_t)next, (uint32_t)next + 1);
  while (node != SX_NODE_NONE && !sx_nodes_is_comment(nodes, node))
    node = sx_nodes_parent(nodes, node);
  if (node == SX_NODE_NONE || sx_nodes_get(nodes, node)->start != next) return at;
  size_t end = end_of(nodes, node);
  return end == stop ? end : at; /* not one inside of the line, or that goes on below it */
}

/* `API(void) name()`: the grammar of C reads a macro with brackets before the type, or in its
 * place, as something of its own. Where the line begins then; else `start`. */
static size_t with_macro(const sx_nodes *nodes, size_t start) {
  sx_str text = nodes->text;
  size_t first = sx_str_skip_blanks(text, sx_str_line_start(text, start)), depth = 0;
  if (!sx_str_is_equal(nodes->grammar, SX_STR("cpp")) || first >= start) return start;
  sx_str head = sx_str_trim(sx_str_slice(text, first, start));
  if (!sx_byte_is_word(head.ptr[0]) || !sx_str_has_suffix(head, SX_STR(")"))) return start;
  for (size_t i = 0; i < head.len; i++) {
    char c = head.ptr[i];
    if (c == '(') depth++;
    if (c == ')' && !depth--) return start;
    bool is_plain = sx_byte_is_word(c) || sx_byte_is_one_of(c, " \t*()");
    if (!is_plain && !(depth && c == ',')) return start;
  }
  return depth ? start : first;
}

sx_unit_extent sx_unit_measure(const sx_nodes *nodes, const sx_unit *unit) {
  const sx_tree_node *at = sx_nodes_get(nodes, unit->node);
  size_t start = with_macro(nodes, at->start);
  sx_unit_extent out = {.comment = start, .start = start, .end = end_of(nodes, unit->node)};
  measure_before(&out, nodes);
  bool has_token = sx_str_at(nodes->text, out.end - 1) != ';' && !unit->has_commas;
  out.token = has_token ? skip_token(nodes->text, out.end, ';') : out.end;
  out.comma = unit->has_commas ? skip_token(nodes->text, out.end, ',') : out.end;
  if (sx_nodes_is(nodes, unit->list, "object_type")) /* its items may end with either */
    out.token = out.token > out.end ? out.token : skip_token(nodes->text, out.end, ',');
  size_t last = out.token > out.comma ? out.token : out.comma;
  out.trailing = skip_comment(nodes, last);
  return out;
}
