#include "refactor/extract_variable.h"

#include "base/byte.h"
#include "refactor/extract_variable_languages.h"
#include "text/position.h"

/* ---- the language ---------------------------------------------------------------------------- */

static sx_status read_code(sx_variable *v, sx_err *err) {
  sx_extraction *x = v->x;
  sx_status status = sx_nodes_read(&x->nodes, x->call, x->document, err);
  if (status) return status;
  x->edits.text = x->nodes.text;
  v->language = sx_variable_language_find(x->nodes.grammar);
  bool is_cpp = sx_str_is_equal(x->nodes.grammar, SX_STR("cpp")) &&
                !sx_str_is_equal(sx_language_name(x->document->language), SX_STR("c"));
  if (!v->language || is_cpp)
    return sx_fail(err, SX_UNSUPPORTED,
                   "Variables of %.*s are not made here, only those of Python, TypeScript, "
                   "JavaScript, C and Go. Nothing was changed. apply_code_action lists what the "
                   "language's server can do.",
                   SX_STR_ARG(x->document->language_id));
  if (sx_variable_is(v, "javascript typescript tsx")) x->style = SX_EXTRACT_SCRIPT;
  x->is_typed = sx_variable_is(v, "typescript tsx");
  x->generics = x->result_type = SX_STR("");
  if (x->nodes.tree.errors.len && !sx_variable_is(v, "cpp"))
    return sx_refactoring_refuse(x->r, x->document, x->nodes.tree.errors.items[0].start, err,
                                 "There is a syntax error, with which the code is not understood. "
                                 "Correct it first.");
  status = sx_names_find(&x->names, &x->nodes, x->call->arena, err);
  return status ? status : sx_control_init(&x->control, &x->names, x->call->arena, err);
}

/* ---- what is meant --------------------------------------------------------------------------- */

static sx_status find_range(const sx_extraction *x, uint32_t *start, uint32_t *end, sx_err *err) {
  const sx_extract_request *q = &x->request;
  sx_str text = x->document->text;
  if (!q->start_line || q->end_line < q->start_line || q->end_line > x->document->lines.count)
    return sx_fail(err, SX_INVALID_ARGUMENT,
                   "Lines %u to %u are not lines of the file, which has %u. Give start_line and "
                   "end_line of the expression.",
                   q->start_line, q->end_line, x->document->lines.count);
  sx_pos16 from = {q->start_line - 1, q->start_column ? q->start_column - 1 : 0};
  sx_pos16 to = {q->end_line - 1, q->end_column ? q->end_column - 1 : UINT32_MAX / 2};
  size_t a = sx_document_offset(x->document, from), b = sx_document_offset(x->document, to);
  while (a < b && sx_byte_is_space(text.ptr[a])) a++;
  while (b > a && sx_byte_is_space(text.ptr[b - 1])) b--;
  *start = (uint32_t)a;
  *end = (uint32_t)b;
  if (a < b) return SX_OK;
  return sx_fail(err, SX_INVALID_ARGUMENT,
                 "Nothing but blanks is selected. Give start_column and end_column of an "
                 "expression.");
}

static bool is_exactly(const sx_extraction *x, uint32_t node, uint32_t start, uint32_t end) {
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  return at->start == start && at->end == end;
}

/* The brackets of `if (x)` are the statement's. */
static bool is_statements_bracket(const sx_variable *v, uint32_t node) {
  return sx_nodes_is(&v->x->nodes, node, "parenthesized_expression") &&
         sx_nodes_is(&v->x->nodes, sx_nodes_parent(&v->x->nodes, node),
                     "if_statement while_statement do_statement switch_statement with_statement");
}

/* The expression of just this extent, or the smallest one around. */
static uint32_t choose(const sx_variable *v, uint32_t start, uint32_t end, const char **why) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t outer = sx_nodes_around(nodes, start, end), inner = outer;
  *why = NULL;
  while (inner != SX_NODE_NONE && is_exactly(v->x, inner, start, end)) {
    const char *reason = sx_variable_why_not(v, inner);
    if (is_statements_bracket(v, inner)) return sx_nodes_first_named(nodes, inner);
    if (!reason) return inner;
    bool is_one = !v->language->expressions || sx_nodes_is(nodes, inner, v->language->expressions);
    if (is_one) *why = reason;
    inner = sx_nodes_first_named(nodes, inner);
  }
  while (outer != SX_NODE_NONE && !*why && sx_variable_why_not(v, outer) &&
         !sx_nodes_is(nodes, outer, v->language->lists) &&
         !sx_str_has_suffix(sx_nodes_kind(nodes, outer), SX_STR("_statement")))
    outer = sx_nodes_parent(nodes, outer);
  return outer == SX_NODE_NONE || *why || sx_variable_why_not(v, outer) ? SX_NODE_NONE : outer;
}

static sx_status select_value(sx_variable *v, sx_err *err) {
  sx_extraction *x = v->x;
  uint32_t start = 0, end = 0;
  const char *why;
  sx_status status = find_range(x, &start, &end, err);
  if (status) return status;
  uint32_t node = choose(v, start, end, &why);
  if (node == SX_NODE_NONE)
    return sx_refactoring_refuse(x->r, x->document, start, err,
                                 "A variable takes the value of an expression, and %s. Give "
                                 "start_column and end_column of an expression.",
                                 why ? why : "this is none");
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  x->part = (sx_extract_part){.start = at->start,
                              .end = at->end,
                              .first = node,
                              .last = node,
                              .is_expression = true,
                              .receiver = SX_NODE_NONE};
  x->is_snapped = at->start != start || at->end != end;
  x->part.function = sx_control_function(&x->control, node);
  v->value = node;
  while (sx_nodes_is(&x->nodes, v->value, "parenthesized_expression")) {
    uint32_t inner = sx_nodes_first_named(&x->nodes, v->value);
    bool needs_them = sx_nodes_is(&x->nodes, inner, "sequence_expression comma_expression yield") ||
                      sx_nodes_next_named(&x->nodes, inner) != SX_NODE_NONE;
    if (needs_them) break;
    v->value = inner;
  }
  return SX_OK;
}

/* ---- the new text ---------------------------------------------------------------------------- */

static sx_str value_text(const sx_variable *v) {
  const sx_extraction *x = v->x;
  sx_extract_part part = x->part;
  sx_buf out;
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  part.start = sx_nodes_get(&x->nodes, v->value)->start;
  part.end = sx_nodes_get(&x->nodes, v->value)->end;
  sx_str indent = v->has_room ? v->room.indent
                              : sx_extract_indent(x, sx_nodes_get(&x->nodes, v->statement)->start);
  sx_extract_add_body(x, &part, indent, &out);
  return sx_buf_keep(&out, x->call->arena);
}

/* Python: a line may end in brackets only. */
static bool needs_brackets(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  uint32_t part = v->value;
  if (!sx_variable_is(v, "python") ||
      sx_nodes_is(nodes, part,
                  "list dictionary set tuple string list_comprehension set_comprehension "
                  "dictionary_comprehension generator_expression parenthesized_expression"))
    return false;
  while (sx_nodes_is(nodes, part, "call attribute subscript")) {
    uint32_t first = sx_nodes_first_named(nodes, part);
    if (sx_nodes_is(nodes, part, "attribute") &&
        sx_str_find_char(sx_nodes_text(nodes, part), '\n', 0) != SX_STR_NONE)
      return true;
    part = first;
  }
  return sx_str_find_char(sx_nodes_text(nodes, part), '\n', 0) != SX_STR_NONE;
}

static uint32_t count_kind(const sx_variable *v, const char *kinds) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < v->x->nodes.tree.nodes.len; i++)
    count += sx_nodes_is(&v->x->nodes, i, kinds);
  return count;
}

/* As the statements of the file end. */
static bool has_semicolons(const sx_variable *v) {
  const sx_nodes *nodes = &v->x->nodes;
  char next = sx_str_at(nodes->text, sx_nodes_get(nodes, v->statement)->start);
  return sx_room_has_semicolons(nodes) ||
         (!v->has_room && sx_str_find_char(SX_STR("([`+-/"), next, 0) != SX_STR_NONE);
}

static void add_declaration(const sx_variable *v, sx_buf *out) {
  const sx_extraction *x = v->x;
  sx_str name = x->request.name, value = value_text(v);
  if (sx_variable_is(v, "python")) {
    sx_buf_addf(out, needs_brackets(v) ? "%.*s = (%.*s)" : "%.*s = %.*s", SX_STR_ARG(name),
                SX_STR_ARG(value));
  } else if (sx_variable_is(v, "go")) {
    bool is_file = sx_nodes_is(&x->nodes, v->list, "source_file");
    if (v->is_constant || is_file)
      sx_buf_addf(out, "%s %.*s = %.*s", v->is_constant ? "const" : "var", SX_STR_ARG(name),
                  SX_STR_ARG(value));
    else
      sx_buf_addf(out, "%.*s := %.*s", SX_STR_ARG(name), SX_STR_ARG(value));
  } else if (sx_variable_is(v, "cpp")) {
    bool is_pointer = sx_str_has_suffix(v->type, SX_STR("*"));
    sx_buf_addf(out, is_pointer ? "%.*s%.*s = %.*s;" : "%.*s %.*s = %.*s;", SX_STR_ARG(v->type),
                SX_STR_ARG(name), SX_STR_ARG(value));
  } else {
    bool is_old = !count_kind(v, "lexical_declaration") && count_kind(v, "variable_declaration");
    sx_buf_addf(out, "%s %.*s = %.*s%s", is_old ? "var" : "const", SX_STR_ARG(name),
                SX_STR_ARG(value), has_semicolons(v) ? ";" : "");
  }
}

/* The declaration stands on a line of its own where the statement begins one. */
static void add_gap(const sx_variable *v, sx_buf *out) {
  const sx_extraction *x = v->x;
  uint32_t start = sx_nodes_get(&x->nodes, v->statement)->start;
  if (v->has_room) {
    sx_buf_addf(out, "%.*s%.*s", SX_STR_ARG(v->room.newline), SX_STR_ARG(v->room.indent));
    return;
  }
  size_t line = sx_str_line_start(x->nodes.text, start);
  sx_str before = sx_str_slice(x->nodes.text, line, start);
  if (!sx_str_trim(before).len) {
    bool has_return = line >= 2 && x->nodes.text.ptr[line - 2] == '\r';
    sx_buf_add_text(out, has_return ? "\r\n" : "\n");
    sx_buf_add(out, before);
  } else {
    bool is_ended = out->len && out->ptr[out->len - 1] == ';';
    sx_buf_add_text(out, is_ended ? " " : "; ");
  }
}

static bool is_word_at(const sx_variable *v, size_t at) {
  sx_str text = v->x->nodes.text;
  return at < text.len && (sx_byte_is_ident(text.ptr[at]) || text.ptr[at] == '$');
}

/* `return(a + b)` */
static void add_use(const sx_variable *v, const sx_extract_part *part, sx_buf *out) {
  if (part->start && is_word_at(v, part->start - 1)) sx_buf_add_char(out, ' ');
  sx_buf_add(out, v->x->request.name);
  if (is_word_at(v, part->end)) sx_buf_add_char(out, ' ');
}

static sx_status put_use(const sx_variable *v, const sx_extract_part *part, sx_text_edits *edits,
                         sx_err *err) {
  sx_buf out;
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  add_use(v, part, &out);
  return sx_text_edits_add(edits, part->start, part->end, sx_buf_keep(&out, v->x->call->arena),
                           v->x->call->arena, err);
}

static sx_status put_declaration(const sx_variable *v, sx_text_edits *edits, sx_err *err) {
  sx_arena *arena = v->x->call->arena;
  size_t at = sx_nodes_get(&v->x->nodes, v->statement)->start;
  sx_buf out;
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  add_declaration(v, &out);
  add_gap(v, &out);
  sx_status status = v->has_room ? sx_room_open(&v->room, &v->x->nodes, edits, arena, err) : SX_OK;
  sx_str text = sx_buf_keep(&out, arena);
  return status ? status : sx_text_edits_add(edits, at, at, text, arena, err);
}

static sx_status write_text(sx_variable *v, sx_err *err) {
  sx_extraction *x = v->x;
  sx_arena *arena = x->call->arena;
  sx_text_edits edits = {.text = x->nodes.text};
  sx_str after;
  x->at = sx_nodes_get(&x->nodes, v->statement)->start;
  sx_status status = put_declaration(v, &edits, err);
  if (!status) status = put_use(v, &x->part, &edits, err);
  for (size_t i = 0; x->request.replaces_duplicates && i < x->duplicates.len && !status; i++)
    status = put_use(v, &x->duplicates.items[i], &edits, err);
  if (!status && v->has_room) status = sx_room_close(&v->room, &x->nodes, &edits, arena, err);
  if (!status) status = sx_text_edits_apply(&after, &edits, arena, err);
  if (!status && arena->status) status = sx_fail(err, arena->status, NULL);
  return status ? status : sx_refactoring_edit(x->r, x->document, after, err);
}

static sx_status check_language(sx_variable *v, sx_err *err) {
  if (sx_variable_is(v, "cpp")) return sx_variable_check_c(v, err);
  if (sx_variable_is(v, "go")) return sx_variable_check_go(v, err);
  return sx_variable_is(v, "python") ? sx_variable_check_python(v, err)
                                     : sx_variable_check_script(v, err);
}

sx_status sx_extract_variable_plan(sx_extraction *x, sx_err *err) {
  sx_variable v = {.x = x, .type = SX_STR("")};
  sx_status status = read_code(&v, err);
  if (!status && x->request.target_line)
    status = sx_fail(err, SX_INVALID_ARGUMENT,
                     "target_line is for functions: a variable is declared before the statement "
                     "with the expression. Call again without it.");
  if (!status) status = select_value(&v, err);
  if (!status) status = sx_extract_check_name(x, err);
  if (!status) status = sx_variable_find_place(&v, err);
  if (!status) status = check_language(&v, err);
  if (!status) status = sx_variable_check_order(&v, err);
  if (!status) status = sx_variable_find_duplicates(&v, err);
  return status ? status : write_text(&v, err);
}
