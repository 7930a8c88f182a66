#include "refactor/symbol_edit.h"

#include "flow/syntax_errors.h"
#include "match/indent.h"
#include "workspace/document_edit.h"

/*
 * The new text: the lines of the content are moved to where they stand, but for those that begin
 * inside of a string, whose blanks are its value.
 */

#define MAX_BYTES ((size_t)1 << 30)
#define STRINGS                                                                                    \
  "string template_string raw_string_literal string_literal raw_string heredoc_body heredoc "      \
  "nowdoc encapsed_string verbatim_string_literal interpolated_string_expression "                 \
  "interpreted_string_literal text_block"

typedef struct sx_moved_line {
  sx_str text;   /* as it was given */
  bool is_fixed; /* it begins inside of a string */
  size_t start;  /* in the new text */
} sx_moved_line;

typedef struct sx_moved {
  sx_symbol_edit *edit;
  SX_ARRAY(sx_moved_line) lines;
  size_t base;       /* blanks that the lines have in common, as they are given */
  size_t first_base; /* … and the first one */
  bool is_even;      /* all are indented by whole levels, as given */
  uint8_t from_unit; /* spaces a level as given, and in the document; 0: a tab */
  uint8_t to_unit;
} sx_moved;

/* ---- indentation ----------------------------------------------------------------------------- */

static sx_status split(sx_moved *moved, sx_err *err) {
  sx_str rest = moved->edit->content, line;
  while (sx_str_next_line(&rest, &line)) {
    sx_moved_line *added = SX_ARRAY_ADD(&moved->lines, moved->edit->call->arena);
    if (!added) return sx_fail(err, moved->edit->call->arena->status, NULL);
    added->text = line;
  }
  return SX_OK;
}

/* The least indentation of the lines after the first; NONE where there are none. */
static size_t least_of_rest(const sx_moved *moved) {
  size_t least = SX_STR_NONE;
  for (size_t i = 1; i < moved->lines.len; i++) {
    sx_str line = moved->lines.items[i].text;
    size_t indent = sx_indent_bytes(line);
    if (!sx_indent_is_blank(line) && indent < least) least = indent;
  }
  return least;
}

static bool closes(sx_str line) {
  sx_str text = sx_str_trim(line);
  return text.len && (strchr("})]", text.ptr[0]) || sx_str_has_prefix(text, SX_STR("end")));
}

/*
 * A declaration that was copied from its first letter on: its first line is indented less than the
 * others suggest, which are as the document has them.
 */
static bool is_cut_out(const sx_moved *moved, size_t least) {
  const sx_symbol_edit *edit = moved->edit;
  size_t target = edit->splice.indent.len, level = moved->to_unit ? moved->to_unit : 1;
  if (sx_indent_bytes(edit->content) || !target || least == SX_STR_NONE) return false;
  sx_str first = moved->lines.items[0].text, last = moved->lines.items[moved->lines.len - 1].text;
  if (!edit->is_python) return least == target && closes(last);
  return least == (first.ptr[0] == '@' ? target : target + level);
}

/* Lines of a comment begin with a star, one blank further in. */
static bool has_whole_levels(const sx_moved *moved) {
  for (size_t i = 1; i < moved->lines.len && moved->from_unit; i++) {
    sx_str line = moved->lines.items[i].text;
    size_t indent = sx_indent_bytes(line), base = moved->base < indent ? moved->base : indent;
    if (sx_indent_is_blank(line)) continue;
    size_t inner = indent - base - (sx_str_at(line, indent) == '*' && indent > base);
    if (inner % moved->from_unit) return false;
  }
  return true;
}

static void measure(sx_moved *moved, sx_arena *arena) {
  const sx_symbol_edit *edit = moved->edit;
  sx_str level = sx_symbol_edit__level(edit);
  sx_strs lines = {0};
  moved->to_unit = sx_str_at(level, 0) == '\t' ? 0 : (uint8_t)level.len;
  for (size_t i = 0; i < moved->lines.len; i++) {
    sx_str *line = SX_ARRAY_ADD(&lines, arena);
    if (!line) return;
    *line = moved->lines.items[i].text;
  }
  moved->from_unit =
      sx_indent_guess_unit(lines.items, lines.len, moved->to_unit ? moved->to_unit : 4);
  size_t least = least_of_rest(moved);
  moved->first_base = moved->base = sx_indent_bytes(edit->content);
  if (is_cut_out(moved, least)) moved->base = edit->splice.indent.len;
  moved->is_even = has_whole_levels(moved);
}

/* The indentation of a line below the first one, in tabs or spaces as the document has it. */
static void add_inner(sx_buf *out, const sx_moved *moved, sx_str blanks) {
  size_t spaces = 0;
  for (size_t i = 0; i < blanks.len; i++) {
    if (blanks.ptr[i] == ' ') {
      spaces++;
    } else if (moved->to_unit) {
      sx_buf_add_repeat(out, ' ', moved->to_unit);
    } else {
      sx_buf_add_char(out, '\t');
    }
  }
  size_t from = moved->from_unit, to = moved->to_unit;
  if (from > to && (!to || (moved->is_even && from % to == 0))) {
    sx_buf_add_repeat(out, to ? ' ' : '\t', spaces / from * (to ? to : 1));
    spaces %= from;
  }
  sx_buf_add_repeat(out, ' ', spaces);
}

static void add_line(sx_buf *out, const sx_moved *moved, size_t i) {
  const sx_moved_line *line = &moved->lines.items[i];
  const sx_splice *splice = &moved->edit->splice;
  if (line->is_fixed) {
    sx_buf_add(out, line->text);
    return;
  }
  if (sx_indent_is_blank(line->text)) return;
  size_t indent = sx_indent_bytes(line->text), base = i ? moved->base : moved->first_base;
  if (i || !splice->begins_in_line) sx_buf_add(out, splice->indent);
  size_t cut = indent < base ? indent : base;
  add_inner(out, moved, sx_str_slice(line->text, cut, indent));
  sx_buf_add(out, sx_str_slice(line->text, indent, line->text.len));
}

/* ---- the new text ---------------------------------------------------------------------------- */

static sx_status build(sx_moved *moved, sx_err *err) {
  sx_symbol_edit *edit = moved->edit;
  const sx_splice *splice = &edit->splice;
  sx_str text = edit->nodes.text, ending = sx_text_line_end(text);
  sx_arena *arena = edit->call->arena;
  sx_buf out;
  sx_buf_init(&out, MAX_BYTES);
  sx_buf_add(&out, sx_str_slice(text, 0, splice->start));
  sx_buf_add(&out, sx_text_with_line_end(splice->before, ending, arena));
  for (size_t i = 0; splice->has_content && i < moved->lines.len; i++) {
    moved->lines.items[i].start = out.len;
    add_line(&out, moved, i);
    if (i + 1 < moved->lines.len) sx_buf_add(&out, ending);
  }
  sx_buf_add(&out, sx_text_with_line_end(splice->after, ending, arena));
  sx_buf_add(&out, sx_str_slice(text, splice->end, text.len));
  edit->after = sx_buf_keep(&out, arena);
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

/* A string that is a statement of its own documents something. */
static bool is_value(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, STRINGS) &&
         !(sx_nodes_is(nodes, sx_nodes_parent(nodes, node), "expression_statement") &&
           sx_str_is_equal(nodes->grammar, SX_STR("python")));
}

/* Whether more lines than before are fixed. */
static bool fix_lines(sx_moved *moved, const sx_nodes *nodes) {
  bool is_more = false;
  for (uint32_t node = 0; node < nodes->tree.nodes.len; node++) {
    if (!is_value(nodes, node)) continue;
    const sx_tree_node *at = sx_nodes_get(nodes, node);
    for (size_t i = 1; i < moved->lines.len; i++) {
      sx_moved_line *line = &moved->lines.items[i];
      if (line->is_fixed || line->start <= at->start || line->start >= at->end) continue;
      line->is_fixed = is_more = true;
    }
  }
  return is_more;
}

/* ---- whether it fits ------------------------------------------------------------------------- */

static sx_str line_of(sx_str text, uint32_t row) {
  sx_str line = SX_STR("");
  for (uint32_t i = 0; i <= row && sx_str_next_line(&text, &line); i++) continue;
  return line;
}

static sx_status check_syntax(const sx_symbol_edit *edit, const sx_nodes *after, sx_err *err) {
  sx_syntax_flaws flaws = {0};
  sx_status status = sx_syntax_flaws_compare(&flaws, &edit->nodes.tree, edit->nodes.text,
                                             &after->tree, after->text, edit->call->arena, err);
  if (status || !flaws.items.len) return status;
  const sx_syntax_flaw *flaw = &flaws.items.items[0];
  sx_str line = line_of(after->text, flaw->at.line);
  return sx_fail(err, SX_REFUSED,
                 "The result would have a syntax error in line %u: %.*s, in `%.*s`. Nothing was "
                 "changed. Correct content.",
                 flaw->at.line + 1, SX_STR_ARG(flaw->message),
                 SX_STR_ARG(sx_str_slice(sx_str_trim(line), 0, 200)));
}

/* Content with a bracket too many ends what it stands in, and may parse all the same. */
static bool stays_in_place(const sx_symbol_edit *edit, const sx_nodes *after) {
  const sx_tree_node *list = sx_nodes_get(&edit->nodes, edit->unit.list);
  size_t was = edit->nodes.text.len, is = after->text.len;
  sx_str kind = sx_nodes_kind(&edit->nodes, edit->unit.list);
  if (sx_nodes_token(&edit->nodes, edit->unit.list, "}") == SX_NODE_NONE) return true;
  for (uint32_t node = 0; node < after->tree.nodes.len; node++) {
    const sx_tree_node *at = sx_nodes_get(after, node);
    if (at->start > list->start) break;
    if (at->start == list->start && was - list->end == is - at->end &&
        sx_str_is_equal(sx_nodes_kind(after, node), kind))
      return true;
  }
  return false;
}

sx_status sx_symbol_edit__finish(sx_symbol_edit *edit, sx_err *err) {
  sx_moved moved = {.edit = edit};
  sx_nodes after;
  sx_status status = edit->splice.has_content ? split(&moved, err) : SX_OK;
  if (status) return status;
  if (moved.lines.len) measure(&moved, edit->call->arena);
  do {
    status = build(&moved, err);
    if (!status) status = sx_nodes_read_text(&after, edit->call, edit->document, edit->after, err);
  } while (!status && fix_lines(&moved, &after));
  if (status) return status;
  status = check_syntax(edit, &after, err);
  if (status) return status;
  if (stays_in_place(edit, &after)) return SX_OK;
  return sx_fail(err, SX_REFUSED,
                 "content has brackets that end what '%.*s' stands in. Nothing was changed. "
                 "Correct content.",
                 SX_STR_ARG(edit->target.symbol->name));
}
