#include "refactor/extract.h"

#include "text/language.h"

/* ---- the language ----------------------------------------------------------------------------
 */

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

/* ---- the new text ----------------------------------------------------------------------------
 */

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

/* The part, or the next duplicate, at or after an offset; NULL. */
static const sx_extract_part *next_part(const sx_extraction *x, size_t from) {
  const sx_extract_part *best = x->part.start >= from ? &x->part : NULL;
  for (size_t i = 0; x->request.replaces_duplicates && i < x->duplicates.len; i++) {
    const sx_extract_part *one = &x->duplicates.items[i];
    if (one->start >= from && (!best || one->start < best->start)) best = one;
  }
  return best;
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

static void add_line_end(const sx_extraction *x, sx_buf *out) {
  if (x->at == x->nodes.text.len && out->len && out->ptr[out->len - 1] != '\n')
    sx_buf_add_char(out, '\n');
}

static sx_status write_text(sx_extraction *x, sx_err *err) {
  sx_buf out;
  sx_str text = x->nodes.text;
  size_t at = 0;
  bool is_put = false;
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  add_function(x, &out);
  sx_str function = sx_buf_keep(&out, x->call->arena);
  sx_buf_init(&out, SX_DOCUMENT_MAX_BYTES);
  for (;;) {
    const sx_extract_part *part = next_part(x, at);
    size_t until = part ? part->start : text.len;
    if (!is_put && x->at <= until) {
      sx_buf_add(&out, sx_str_slice(text, at, x->at));
      add_line_end(x, &out);
      add_lines(x, function, &out);
      at = x->at;
      is_put = true;
    }
    sx_buf_add(&out, sx_str_slice(text, at, until));
    if (!part) break;
    add_call(x, part, &out);
    at = part->end;
  }
  sx_str after = sx_buf_keep(&out, x->call->arena);
  if (x->call->arena->status) return sx_fail(err, x->call->arena->status, NULL);
  return sx_change_edit(&x->r->change, x->document, after, err);
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
  if (!status && x->style == SX_EXTRACT_C) status = sx_extract_c_finish(x, err);
  if (!status && x->style == SX_EXTRACT_GO) status = sx_extract_go_finish(x, err);
  return status ? status : write_text(x, err);
}
