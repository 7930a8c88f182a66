#include "refactor/extract.h"

#include "text/language.h"

/* ---- the language ---------------------------------------------------------------------------- */

static sx_status read_code(sx_extraction *x, sx_err *err) {
  sx_status status = sx_nodes_read(&x->nodes, x->call, x->document, err);
  if (status) return status;
  x->edits.text = x->nodes.text;
  sx_str grammar = x->nodes.grammar;
  if (sx_str_is_equal(grammar, SX_STR("python")))
    x->style = SX_EXTRACT_PYTHON;
  else if (sx_language_has_word("javascript typescript tsx", grammar, false))
    x->style = SX_EXTRACT_SCRIPT;
  else if (sx_str_is_equal(grammar, SX_STR("go")))
    x->style = SX_EXTRACT_GO;
  else if (sx_str_is_equal(x->document->language_id, SX_STR("c")))
    x->style = SX_EXTRACT_C;
  else
    return sx_fail(
        err, SX_UNSUPPORTED,
        "Code of %.*s cannot be extracted here, only that of Python, TypeScript, "
        "JavaScript, C and Go. Nothing was changed. apply_code_action lists what the language's "
        "server can do.",
        SX_STR_ARG(x->document->language_id));
  x->generics = x->result_type = SX_STR("");
  x->is_typed = sx_language_has_word("typescript tsx", grammar, false);
  status = sx_names_find(&x->names, &x->nodes, x->call->arena, err);
  return status ? status : sx_control_init(&x->control, &x->names, x->call->arena, err);
}

/* ---- the new text ---------------------------------------------------------------------------- */

static void add_call(const sx_extraction *x, const sx_extract_part *part, sx_buf *out) {
  switch (x->style) {
  case SX_EXTRACT_PYTHON: sx_extract_python_call(x, part, out); break;
  case SX_EXTRACT_SCRIPT: sx_extract_script_call(x, part, out); break;
  case SX_EXTRACT_C: sx_extract_c_call(x, part, out); break;
  case SX_EXTRACT_GO: sx_extract_go_call(x, part, out); break;
  }
}

static void add_function(const sx_extraction *x, sx_buf *out) {
  switch (x->style) {
  case SX_EXTRACT_PYTHON: sx_extract_python_function(x, out); break;
  case SX_EXTRACT_SCRIPT: sx_extract_script_function(x, out); break;
  case SX_EXTRACT_C: sx_extract_c_function(x, out); break;
  case SX_EXTRACT_GO: sx_extract_go_function(x, out); break;
  }
}

/* The new lines end as the file's do. */
static void add_lines(const sx_extraction *x, sx_str lines, sx_buf *out) {
  size_t first = sx_str_find_char(x->nodes.text, '\n', 0);
  bool has_returns = first != SX_STR_NONE && first > 0 && x->nodes.text.ptr[first - 1] == '\r';
  for (size_t i = 0; i < lines.len; i++) {
    bool is_bare = lines.ptr[i] == '\n' && (i == 0 || lines.ptr[i - 1] != '\r');
    if (has_returns && is_bare) sx_buf_add_char(out, '\r');
    sx_buf_add_char(out, lines.ptr[i]);
  }
}

static sx_status put_function(const sx_extraction *x, sx_text_edits *edits, sx_err *err) {
  sx_buf out, lines;
  sx_str text = x->nodes.text;
  sx_buf_init(&lines, SX_DOCUMENT_MAX_BYTES);
  add_function(x, &lines);
  sx_str function = sx_buf_keep(&lines, x->call->arena);
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  if (x->at == text.len && text.len && text.ptr[text.len - 1] != '\n') sx_buf_add_char(&out, '\n');
  add_lines(x, function, &out);
  function = sx_buf_keep(&out, x->call->arena);
  return sx_text_edits_add(edits, x->at, x->at, function, x->call->arena, err);
}

static sx_status put_call(const sx_extraction *x, const sx_extract_part *part, sx_text_edits *edits,
                          sx_err *err) {
  sx_buf out;
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  add_call(x, part, &out);
  sx_str call = sx_buf_keep(&out, x->call->arena);
  return sx_text_edits_add(edits, part->start, part->end, call, x->call->arena, err);
}

/* With its line. */
static sx_status drop_line(const sx_extraction *x, uint32_t node, sx_text_edits *edits,
                           sx_err *err) {
  const sx_tree_node *at = sx_nodes_get(&x->nodes, node);
  size_t end = sx_str_find_char(x->nodes.text, '\n', at->end);
  return sx_text_edits_add(edits, sx_str_line_start(x->nodes.text, at->start), end + 1, SX_STR(""),
                           x->call->arena, err);
}

static sx_status write_text(sx_extraction *x, sx_err *err) {
  sx_text_edits edits = {.text = x->nodes.text};
  sx_str after;
  sx_status status = put_function(x, &edits, err);
  if (!status) status = put_call(x, &x->part, &edits, err);
  for (size_t i = 0; x->request.replaces_duplicates && i < x->duplicates.len && !status; i++)
    status = put_call(x, &x->duplicates.items[i], &edits, err);
  for (size_t i = 0; i < x->dropped.len && !status; i++)
    status = drop_line(x, x->dropped.items[i], &edits, err);
  if (!status) status = sx_text_edits_apply(&after, &edits, x->call->arena, err);
  if (!status && x->call->arena->status) status = sx_fail(err, x->call->arena->status, NULL);
  return status ? status : sx_refactoring_edit(x->r, x->document, after, err);
}

sx_status sx_extract_plan(sx_extraction *x, sx_err *err) {
  if (x->request.kind == SX_EXTRACT_VARIABLE) return sx_extract_variable_plan(x, err);
  sx_status status = read_code(x, err);
  if (!status) status = sx_extract_select(x, err);
  if (!status && x->style == SX_EXTRACT_C) sx_extract_c_read(x);
  if (!status && x->style == SX_EXTRACT_GO) status = sx_extract_go_read(x, err);
  if (!status) status = sx_extract_check_exits(x, &x->part, err);
  if (!status) status = sx_extract_find_values(x, &x->part, err);
  if (!status) status = sx_extract_find_place(x, err);
  if (!status) status = sx_extract_check_name(x, err);
  if (!status && x->is_typed) status = sx_extract_check_narrowing(x, err);
  if (!status && x->is_typed) status = sx_extract_find_types(x, err);
  if (!status) status = sx_extract_find_duplicates(x, err);
  if (!status) status = sx_extract_place_for_all(x, err);
  if (!status && x->style == SX_EXTRACT_SCRIPT) status = sx_extract_script_finish(x, err);
  if (!status && x->style == SX_EXTRACT_C) status = sx_extract_c_finish(x, err);
  if (!status && x->style == SX_EXTRACT_GO) status = sx_extract_go_finish(x, err);
  return status ? status : write_text(x, err);
}
