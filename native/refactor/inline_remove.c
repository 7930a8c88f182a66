#include "refactor/inline_parts.h"

/* ---- lines ----------------------------------------------------------------------------------- */

static size_t line_end(sx_str text, size_t at) {
  size_t end = sx_str_find_char(text, '\n', at);
  return end == SX_STR_NONE ? text.len : end + 1;
}

static bool is_blank_line(sx_str text, size_t line) {
  return line < text.len && !sx_str_trim(sx_str_slice(text, line, line_end(text, line))).len;
}

/* The whole lines of [start, end), and the blank ones after them; at the end of a block or of the
 * file those before. */
static size_t indent_at(sx_str text, size_t line) {
  size_t at = line;
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  return at - line;
}

static void widen(sx_str text, size_t *start, size_t *end) {
  *start = sx_str_line_start(text, *start);
  *end = line_end(text, *end);
  size_t after = *end;
  while (is_blank_line(text, after)) after = line_end(text, after);
  sx_str next = sx_str_slice(text, after, line_end(text, after));
  bool is_last = after >= text.len || sx_str_has_prefix(sx_str_trim(next), SX_STR("}")) ||
                 indent_at(text, after) < indent_at(text, *start);
  if (!is_last) {
    *end = after;
    return;
  }
  while (*start && is_blank_line(text, sx_str_line_start(text, *start - 1)))
    *start = sx_str_line_start(text, *start - 1);
}

static bool is_alone(sx_str text, size_t start, size_t end) {
  size_t line = sx_str_line_start(text, start);
  sx_str before = sx_str_trim(sx_str_slice(text, line, start));
  sx_str after = sx_str_trim(sx_str_slice(text, end, line_end(text, end)));
  return !before.len &&
         (!after.len || after.ptr[0] == '#' || sx_str_has_prefix(after, SX_STR("//")) ||
          sx_str_is_equal(after, SX_STR(";")));
}

/* Its comments: those right above it, each in the line before. */
static uint32_t first_comment(const sx_nodes *nodes, uint32_t item) {
  uint32_t child = sx_nodes_first(nodes, sx_nodes_parent(nodes, item)), first = SX_NODE_NONE;
  uint32_t last = SX_NODE_NONE;
  for (; child != SX_NODE_NONE && child < item; child = sx_nodes_next(nodes, child)) {
    bool is_own =
        sx_nodes_is_comment(nodes, child) &&
        is_alone(nodes->text, sx_nodes_get(nodes, child)->start, sx_nodes_get(nodes, child)->end);
    bool follows = last != SX_NODE_NONE &&
                   line_end(nodes->text, sx_nodes_get(nodes, last)->end) ==
                       sx_str_line_start(nodes->text, sx_nodes_get(nodes, child)->start);
    if (!is_own)
      first = last = SX_NODE_NONE;
    else if (first == SX_NODE_NONE || !follows)
      first = last = child;
    else
      last = child;
  }
  bool is_near =
      last != SX_NODE_NONE && line_end(nodes->text, sx_nodes_get(nodes, last)->end) ==
                                  sx_str_line_start(nodes->text, sx_nodes_get(nodes, item)->start);
  bool is_shebang = first != SX_NODE_NONE && (sx_nodes_get(nodes, first)->start == 0 &&
                                              sx_str_has_prefix(nodes->text, SX_STR("#!")));
  return is_near && !is_shebang ? first : SX_NODE_NONE;
}

static sx_status remove_at(sx_inlining *in, sx_inline_text *text, uint32_t item, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t comment = first_comment(nodes, item);
  const sx_tree_node *at = sx_nodes_get(nodes, item);
  size_t start = comment == SX_NODE_NONE ? at->start : sx_nodes_get(nodes, comment)->start;
  size_t end = at->end;
  if (!is_alone(nodes->text, at->start, end))
    return sx_inline_refuse(in, text, item, err,
                            "other code stands in the lines of its definition. Give it lines of "
                            "its own first.");
  /* A class of Python has to have something in it. */
  uint32_t list = sx_nodes_parent(nodes, item);
  bool is_only = sx_nodes_is(nodes, list, "block") && sx_nodes_first_named(nodes, list) == item &&
                 sx_nodes_next_named(nodes, item) == SX_NODE_NONE;
  if (is_only)
    return sx_inline_edit_add(in, text, (uint32_t)start, (uint32_t)end, SX_STR("pass"), err);
  widen(nodes->text, &start, &end);
  return sx_inline_edit_add(in, text, (uint32_t)start, (uint32_t)end, SX_STR(""), err);
}

sx_status sx_inline_remove_definition(sx_inlining *in, sx_err *err) {
  sx_status status = remove_at(in, in->definition.in, in->definition.item, err);
  for (size_t i = 0; i < in->prototypes.len && !status; i++)
    status = remove_at(in, in->prototypes.items[i].in, in->prototypes.items[i].node, err);
  return status;
}

/* ---- imports --------------------------------------------------------------------------------- */

static size_t count_items(const sx_nodes *nodes, uint32_t list) {
  size_t count = 0;
  uint32_t child = sx_nodes_first_named(nodes, list);
  for (; child != SX_NODE_NONE; child = sx_nodes_next_named(nodes, child))
    count +=
        sx_nodes_is(nodes, child, "import_specifier") || sx_nodes_is_field(nodes, child, "name");
  return count;
}

static sx_str join_needs(sx_inlining *in, const sx_inline_text *text) {
  sx_buf out;
  sx_buf_init(&out, 1 << 16);
  for (size_t i = 0; i < text->needs.len; i++)
    sx_buf_addf(&out, i ? ", %.*s" : "%.*s", SX_STR_ARG(text->needs.items[i]));
  return sx_buf_keep(&out, in->r.call->arena);
}

/* With the comma that follows it, or else the one before. */
static sx_status remove_item(sx_inlining *in, sx_inline_text *text, uint32_t item, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  const sx_tree_node *at = sx_nodes_get(nodes, item);
  uint32_t next = sx_nodes_next(nodes, item), previous = SX_NODE_NONE;
  uint32_t child = sx_nodes_first(nodes, sx_nodes_parent(nodes, item));
  for (; child < item; child = sx_nodes_next(nodes, child)) previous = child;
  uint32_t start = at->start, end = at->end;
  uint32_t after = sx_nodes_next_named(nodes, item);
  bool has_comma = sx_str_is_equal(sx_nodes_text(nodes, next), SX_STR(","));
  if (has_comma && after != SX_NODE_NONE)
    end = sx_nodes_get(nodes, after)->start;
  else if (sx_str_is_equal(sx_nodes_text(nodes, previous), SX_STR(",")))
    start = sx_nodes_get(nodes, previous)->start;
  return sx_inline_edit_add(in, text, start, end, SX_STR(""), err);
}

static sx_status edit_import(sx_inlining *in, sx_inline_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  const sx_binding *binding = &text->names.bindings.items[text->import];
  uint32_t node = text->names.names.items[binding->first].node, item = node;
  while (sx_nodes_is(nodes, sx_nodes_parent(nodes, item),
                     "dotted_name aliased_import import_specifier"))
    item = sx_nodes_parent(nodes, item);
  uint32_t list = sx_nodes_parent(nodes, item);
  const sx_tree_node *at = sx_nodes_get(nodes, item);
  if (!sx_nodes_is(nodes, list, "import_from_statement named_imports"))
    return sx_inline_refuse(in, text, item, err,
                            "an import that is not one of the name alone. Import it alone first.");
  sx_str needs = join_needs(in, text);
  if (in->keeps_definition && !needs.len) return SX_OK;
  if (in->keeps_definition)
    return sx_inline_edit_add(in, text, at->end, at->end,
                              sx_arena_printf(in->r.call->arena, ", %.*s", SX_STR_ARG(needs)), err);
  if (needs.len) return sx_inline_edit_add(in, text, at->start, at->end, needs, err);
  return sx_inline_remove_import(in, text, item, err);
}

sx_status sx_inline_remove_import(sx_inlining *in, sx_inline_text *text, uint32_t item,
                                  sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t list = sx_nodes_parent(nodes, item);
  if (count_items(nodes, list) > 1) return remove_item(in, text, item, err);
  uint32_t statement = sx_nodes_is(nodes, list, "named_imports")
                           ? sx_nodes_above(nodes, item, "import_statement")
                           : list;
  uint32_t clause = sx_nodes_parent(nodes, list);
  if (sx_nodes_is(nodes, clause, "import_clause") && sx_nodes_first_named(nodes, clause) != list)
    return sx_inline_refuse(in, text, item, err,
                            "an import beside a default import. Separate them first.");
  size_t start = sx_str_line_start(nodes->text, sx_nodes_get(nodes, statement)->start);
  size_t end = sx_nodes_get(nodes, statement)->end;
  if (!is_alone(nodes->text, sx_nodes_get(nodes, statement)->start, end))
    return sx_inline_refuse(
        in, text, statement, err,
        "an import that is not in its own lines. Put it on a line of its own first.");
  end = line_end(nodes->text, end);
  while (!start && is_blank_line(nodes->text, end)) end = line_end(nodes->text, end);
  return sx_inline_edit_add(in, text, (uint32_t)start, (uint32_t)end, SX_STR(""), err);
}

sx_status sx_inline_remove_imports(sx_inlining *in, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < in->texts.len && !status; i++)
    if (in->texts.items[i]->import != SX_BINDING_FREE)
      status = edit_import(in, in->texts.items[i], err);
  return status;
}
