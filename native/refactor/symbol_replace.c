#include "refactor/symbol_edit.h"

#include "base/byte.h"
#include "base/word.h"
#include "match/indent.h"

/* ---- the whole declaration ------------------------------------------------------------------- */

static bool begins_with_comment(const sx_symbol_edit *edit) {
  static const char *const marks[] = {"/*", "//", "#", "--", "\"\"\""};
  sx_str text = sx_str_trim(edit->content);
  if (sx_str_has_prefix(text, SX_STR("#["))) return false; /* an attribute */
  bool is_macro = sx_str_is_equal(edit->nodes.grammar, SX_STR("cpp"));
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (sx_str_has_prefix(text, sx_str_from(marks[i])) && !(is_macro && marks[i][0] == '#'))
      return true;
  return false;
}

static sx_status refuse_shared(const sx_symbol_edit *edit, const char *instead, sx_err *err) {
  size_t at = sx_nodes_get(&edit->nodes, edit->unit.name)->start;
  return sx_fail(
      err, SX_REFUSED, "'%.*s' (%.*s) is declared together with others. Nothing was changed. %s",
      SX_STR_ARG(edit->target.symbol->name), SX_STR_ARG(sx_symbol_edit__place(edit, at)), instead);
}

/* Agents leave these out, and no error shows it. */
static sx_status warn_of_lost(sx_symbol_edit *edit, const sx_unit_extent *extent, sx_err *err) {
  const sx_nodes *nodes = &edit->nodes;
  sx_status status = SX_OK;
  bool is_exported = sx_nodes_is(nodes, edit->unit.node, "export_statement");
  size_t start = extent->start;
  if (is_exported && !sx_word_is_in(edit->content, SX_STR("export")))
    status = sx_symbol_edit__warn(edit, start, err, "content lacks the `export` that stands here.");
  sx_str first = sx_str_slice(nodes->text, start, sx_text_line_stop(nodes->text, start));
  bool is_marked = sx_str_at(first, 0) == '@' || sx_str_has_prefix(first, SX_STR("#["));
  if (!status && is_marked &&
      sx_str_find(edit->content, sx_str_slice(first, 0, first.len < 3 ? first.len : 3), 0) ==
          SX_STR_NONE)
    status = sx_symbol_edit__warn(edit, start, err, "content lacks `%.*s`, which stands here.",
                                  SX_STR_ARG(sx_str_slice(first, 0, 80)));
  sx_str name = sx_nodes_text(nodes, edit->unit.name);
  if (!status && sx_str_find(edit->content, name, 0) == SX_STR_NONE)
    status = sx_symbol_edit__warn(edit, start, err,
                                  "content does not declare '%.*s'. Its uses stay as they are.",
                                  SX_STR_ARG(name));
  return status;
}

/* Content that ends with a comment replaces a comment in the last line. */
static bool has_trailing(const sx_symbol_edit *edit, const sx_unit_extent *extent) {
  size_t last = extent->token > extent->comma ? extent->token : extent->comma;
  sx_str old = sx_str_trim(sx_str_slice(edit->nodes.text, last, extent->trailing));
  sx_str content = sx_str_trim_end(edit->content);
  size_t start = sx_str_line_start(content, content.len);
  sx_str line = sx_str_slice(content, start, content.len);
  if (!old.len) return false;
  if (sx_str_has_suffix(content, old)) return true;
  sx_str mark = sx_str_slice(old, 0, old.ptr[0] == '#' ? 1 : 2);
  size_t at = sx_str_find(line, mark, 0);
  return at != SX_STR_NONE && at > 0 && sx_byte_is_blank(line.ptr[at - 1]);
}

sx_status sx_symbol_edit__replace(sx_symbol_edit *edit, sx_err *err) {
  if (edit->unit.is_entangled || edit->unit.part != SX_NODE_NONE)
    return refuse_shared(edit, "Edit that text with replace_in_buffer.", err);
  sx_unit_extent first = sx_unit_measure(&edit->nodes, &edit->first);
  sx_unit_extent last = sx_unit_measure(&edit->nodes, &edit->last);
  sx_str content = sx_str_trim_end(edit->content);
  if (edit->unit.has_commas && sx_str_has_suffix(content, SX_STR(",")))
    content = sx_str_slice(content, 0, content.len - 1);
  bool has_token = sx_str_has_suffix(content, SX_STR(";"));
  bool has_comment = has_trailing(edit, &last);
  edit->content = content;
  edit->splice = (sx_splice){
      .start = begins_with_comment(edit) ? first.comment : first.start,
      .end = has_comment ? last.trailing
             : has_token ? last.token
                         : last.end,
      .before = SX_STR(""),
      .after = SX_STR(""),
      .indent = sx_symbol_edit__indent(edit, first.start),
      .has_content = true,
      .begins_in_line = true,
  };
  return warn_of_lost(edit, &first, err);
}

/* ---- the body
 * ------------------------------------------------------------------------------------ */

static sx_status refuse_signature(const sx_symbol_edit *edit, sx_err *err) {
  return sx_fail(err, SX_REFUSED,
                 "content begins with the declaration of '%.*s', but replace_body wants what is "
                 "inside. Nothing was changed. Pass operation=\"replace\".",
                 SX_STR_ARG(edit->target.symbol->name));
}

/* The whole declaration in its place would be one in itself, which may parse. */
static bool has_signature(const sx_symbol_edit *edit) {
  sx_unit_extent extent = sx_unit_measure(&edit->nodes, &edit->unit);
  const sx_tree_node *name = sx_nodes_get(&edit->nodes, edit->unit.name);
  size_t start = sx_nodes_get(&edit->nodes, edit->unit.node)->start;
  size_t line = sx_str_line_start(edit->nodes.text, name->start);
  sx_str head = sx_str_slice(edit->nodes.text, line > extent.start ? line : start, name->end);
  head = sx_str_trim(head);
  sx_str content = sx_str_trim(edit->content);
  sx_str first = sx_str_slice(content, 0, sx_text_line_stop(content, 0));
  bool has_more = head.len > sx_nodes_text(&edit->nodes, edit->unit.name).len;
  return has_more && sx_str_has_prefix(first, head) &&
         !sx_byte_is_ident(sx_str_at(first, head.len));
}

/* Without the brackets that were given around it. */
static void take_brackets_off(sx_symbol_edit *edit) {
  sx_str text = sx_str_trim(edit->content);
  size_t depth = 0;
  if (sx_str_at(text, 0) != '{' || !sx_str_has_suffix(text, SX_STR("}"))) return;
  for (size_t i = 0; i < text.len; i++) {
    depth += text.ptr[i] == '{';
    if (text.ptr[i] == '}' && --depth == 0 && i + 1 < text.len) return;
  }
  sx_str inner = sx_str_slice(text, 1, text.len - 1);
  size_t at = sx_str_skip_blanks(inner, 0);
  if (sx_str_at(inner, at) == '\n') inner = sx_str_slice(inner, at + 1, inner.len);
  edit->content = sx_str_trim_end(inner);
}

static uint32_t last_token(const sx_nodes *nodes, uint32_t node, const char *token) {
  uint32_t found = SX_NODE_NONE, child = sx_nodes_first(nodes, node);
  for (; child != SX_NODE_NONE; child = sx_nodes_next(nodes, child))
    if (!sx_nodes_is_named(nodes, child) &&
        sx_str_is_equal(sx_nodes_kind(nodes, child), sx_str_from(token)))
      found = child;
  return found;
}

static void replace_in_brackets(sx_symbol_edit *edit, uint32_t open, uint32_t close) {
  sx_arena *arena = edit->call->arena;
  size_t start = sx_nodes_get(&edit->nodes, open)->end;
  size_t end = sx_nodes_get(&edit->nodes, close)->start;
  sx_str old = sx_str_slice(edit->nodes.text, start, end);
  take_brackets_off(edit);
  bool is_line = sx_str_find_char(edit->content, '\n', 0) == SX_STR_NONE &&
                 sx_str_find_char(old, '\n', 0) == SX_STR_NONE;
  sx_str indent = sx_symbol_edit__indent(edit, sx_nodes_get(&edit->nodes, edit->unit.node)->start);
  sx_str level = sx_symbol_edit__level(edit);
  sx_str inner = sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(indent), SX_STR_ARG(level));
  edit->splice = (sx_splice){.start = start, .end = end, .indent = inner, .has_content = true};
  edit->splice.before = edit->splice.after = SX_STR(" ");
  edit->splice.begins_in_line = is_line;
  if (!edit->content.len) {
    edit->splice.has_content = false;
    edit->splice.before = edit->splice.after = SX_STR("");
  } else if (!is_line) {
    edit->splice.before = SX_STR("\n");
    edit->splice.after = sx_arena_printf(arena, "\n%.*s", SX_STR_ARG(indent));
  }
}

/* ---- a body without brackets: Python's and Ruby's
 * ------------------------------------------------ */

static bool is_string(const sx_nodes *nodes, uint32_t statement) {
  return sx_nodes_is(nodes, statement, "expression_statement") &&
         sx_nodes_is(nodes, sx_nodes_first_named(nodes, statement), "string concatenated_string");
}

static bool begins_with_string(const sx_symbol_edit *edit) {
  sx_str text = sx_str_trim(edit->content);
  while (text.len && strchr("rRuUbB", text.ptr[0])) text = sx_str_slice(text, 1, text.len);
  return text.len && (text.ptr[0] == '"' || text.ptr[0] == '\'');
}

/* Comments at the beginning of the block are beside it, not in it. */
static size_t block_start(const sx_symbol_edit *edit) {
  const sx_nodes *nodes = &edit->nodes;
  uint32_t body = edit->unit.body, child = sx_nodes_first(nodes, sx_nodes_parent(nodes, body));
  size_t start = sx_nodes_get(nodes, body)->start;
  for (; child != SX_NODE_NONE && child < body; child = sx_nodes_next(nodes, child)) {
    size_t at = sx_nodes_get(nodes, child)->start;
    if (sx_nodes_is_comment(nodes, child) && sx_text_begins_line(nodes->text, at)) return at;
  }
  return start;
}

static size_t block_end(const sx_symbol_edit *edit) {
  const sx_tree_node *body = sx_nodes_get(&edit->nodes, edit->unit.body);
  sx_str text = sx_str_slice(edit->nodes.text, body->start, body->end);
  return body->start + sx_str_trim_end(text).len;
}

static void replace_block(sx_symbol_edit *edit) {
  const sx_nodes *nodes = &edit->nodes;
  size_t start = block_start(edit), end = block_end(edit);
  uint32_t first = sx_nodes_first_named(nodes, edit->unit.body);
  sx_str head = sx_symbol_edit__indent(edit, sx_nodes_get(nodes, edit->unit.node)->start);
  sx_str level = sx_symbol_edit__level(edit);
  bool begins_line = sx_text_begins_line(nodes->text, start);
  sx_str indent = begins_line ? sx_symbol_edit__indent(edit, start)
                              : sx_arena_printf(edit->call->arena, "%.*s%.*s", SX_STR_ARG(head),
                                                SX_STR_ARG(level));
  bool keeps_string = edit->is_python && is_string(nodes, first) && !begins_with_string(edit);
  edit->splice = (sx_splice){start, end, SX_STR(""), SX_STR(""), indent, true, begins_line};
  if (!edit->content.len) edit->content = edit->is_python ? SX_STR("pass") : SX_STR("");
  if (keeps_string) {
    edit->splice.start = sx_nodes_get(nodes, first)->end;
    edit->splice.begins_in_line = false;
    edit->splice.before =
        sx_symbol_edit__gap_after(edit, edit->splice.start) && edit->splice.start < end
            ? SX_STR("\n\n")
            : SX_STR("\n");
  } else if (!begins_line) {
    while (edit->splice.start > 0 && sx_byte_is_blank(nodes->text.ptr[edit->splice.start - 1]))
      edit->splice.start--;
    edit->splice.before = SX_STR("\n");
  }
}

/* The expression of an arrow function. */
static void replace_expression(sx_symbol_edit *edit) {
  const sx_tree_node *body = sx_nodes_get(&edit->nodes, edit->unit.body);
  edit->splice = (sx_splice){
      .start = body->start,
      .end = body->end,
      .before = SX_STR(""),
      .after = SX_STR(""),
      .indent = sx_symbol_edit__indent(edit, body->start),
      .has_content = true,
      .begins_in_line = true,
  };
  edit->content = sx_str_trim(edit->content);
  sx_str *content = &edit->content;
  if (sx_str_has_suffix(*content, SX_STR(";")))
    *content = sx_str_slice(*content, 0, content->len - 1);
}

sx_status sx_symbol_edit__replace_body(sx_symbol_edit *edit, sx_err *err) {
  const sx_nodes *nodes = &edit->nodes;
  uint32_t body = edit->unit.body;
  size_t at = sx_nodes_get(nodes, edit->unit.name)->start;
  if (body == SX_NODE_NONE || edit->unit.is_entangled)
    return sx_fail(err, SX_REFUSED,
                   "'%.*s' (%.*s) has no body of its own. Nothing was changed. Pass "
                   "operation=\"replace\" with the whole declaration.",
                   SX_STR_ARG(edit->target.symbol->name),
                   SX_STR_ARG(sx_symbol_edit__place(edit, at)));
  if (has_signature(edit)) return refuse_signature(edit, err);
  uint32_t open = sx_nodes_token(nodes, body, "{"), close = last_token(nodes, body, "}");
  if (open != SX_NODE_NONE && close != SX_NODE_NONE)
    replace_in_brackets(edit, open, close);
  else if (sx_nodes_is(nodes, body, "block body_statement"))
    replace_block(edit);
  else if (!edit->content.len)
    return sx_fail(err, SX_INVALID_ARGUMENT, "content is missing. Give the new body.");
  else
    replace_expression(edit);
  return SX_OK;
}
