#include "refactor/inline_parts.h"

#define STRINGS "string template_string concatenated_string string_content string_fragment"

static sx_status refuse_call(const sx_inline_call *call, const char *why, sx_err *err) {
  return sx_inline_refuse(call->inlining, call->use->in, call->use->call, err, "%s", why);
}

/* ---- where it stands ------------------------------------------------------------------------- */

static bool is_bare_call(const sx_inline_call *call) {
  const sx_nodes *nodes = &call->use->in->nodes;
  return sx_nodes_is(nodes, call->statement, "expression_statement") &&
         sx_nodes_parent(nodes, call->use->call) == call->statement;
}

/* ---- names of its variables ------------------------------------------------------------------ */

static sx_status rename_local(sx_inline_call *call, uint32_t binding, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_binding *local = &of->in->names.bindings.items[binding];
  sx_str name = sx_inline_fresh_name(call, local->name);
  if (sx_str_is_equal(name, local->name)) return SX_OK;
  if (local->kind == SX_BINDING_IMPORT || local->kind == SX_BINDING_TYPE)
    return sx_inline_refuse(
        call->inlining, call->use->in, call->use->call, err,
        "a call where %.*s, which the code declares, is used already. Rename one of both first.",
        SX_STR_ARG(local->name));
  call->locals.items[binding] = name;
  return SX_OK;
}

static bool is_result(const sx_inline_definition *of, uint32_t binding) {
  for (size_t i = 0; i < of->results.len; i++)
    if (of->results.items[i].binding == binding) return true;
  return false;
}

static sx_status rename_locals(sx_inline_call *call, bool *has_any, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_names *names = &of->in->names;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < names->bindings.len && !status; i++) {
    const sx_binding *binding = &names->bindings.items[i];
    sx_str *added = SX_ARRAY_ADD(&call->locals, call->inlining->r.call->arena);
    if (!added) return sx_fail(err, call->inlining->r.call->arena->status, NULL);
    if (binding->function != of->function || i == of->binding ||
        (binding->kind == SX_BINDING_PARAMETER && !is_result(of, i)))
      continue;
    if (call->use->in->language->is_typed && binding->kind == SX_BINDING_MACRO) continue;
    *has_any = true;
    status = rename_local(call, i, err);
  }
  return status;
}

static sx_status bind_arguments(sx_inline_call *call, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  sx_status status = SX_OK;
  for (size_t i = 0; i < call->arguments.len && !status; i++) {
    const sx_inline_parameter *to = &of->parameters.items[i];
    if (call->arguments.items[i].level > SX_INLINE_FIXED || to->is_written || to->is_captured)
      status = sx_inline_bind(call, i, err);
  }
  return status;
}

/* A class or a module would keep the code's variables. */
static sx_status check_scope(const sx_inline_call *call, bool has_locals, sx_err *err) {
  const sx_inline_text *text = call->use->in;
  uint32_t around = sx_nodes_above(&text->nodes, call->use->call, "class_definition class_body");
  uint32_t function = sx_nodes_above(&text->nodes, call->use->call, text->language->functions);
  bool is_in_class = around != SX_NODE_NONE && (function == SX_NODE_NONE || function < around);
  bool is_in_module = function == SX_NODE_NONE && sx_nodes_is(&text->nodes, 0, "module");
  if (!is_in_class && !(is_in_module && has_locals)) return SX_OK;
  return refuse_call(call,
                     "a call in the code of a module or class, which would keep the variables of "
                     "the function. Put the call into a function first.",
                     err);
}

/* ---- the code -------------------------------------------------------------------------------- */

static bool begins_in_string(const sx_inline_text *text, size_t line) {
  if (!line) return false;
  uint32_t node = sx_nodes_around(&text->nodes, (uint32_t)line - 1, (uint32_t)line + 1);
  return sx_nodes_is(&text->nodes, node, STRINGS);
}

/* The lines after the first, which the caller has indented. */
static sx_str indent_again(sx_inline_call *call, sx_str code, uint32_t start) {
  const sx_inline_text *of = call->inlining->definition.in;
  size_t line = sx_str_line_start(of->nodes.text, start), at = start;
  sx_str old = sx_str_slice(of->nodes.text, line, start), rest = code, one;
  if (sx_str_trim(old).len) old = SX_STR("");
  sx_buf out;
  sx_buf_init(&out, 1 << 24);
  for (bool is_first = true; rest.len; is_first = false) {
    size_t end = sx_str_find_char(rest, '\n', 0);
    one = sx_str_slice(rest, 0, end == SX_STR_NONE ? rest.len : end + 1);
    rest = sx_str_slice(rest, one.len, rest.len);
    if (!is_first) {
      at = sx_str_find_char(of->nodes.text, '\n', at);
      at = at == SX_STR_NONE ? of->nodes.text.len : at + 1;
    }
    bool is_moved = !is_first && sx_str_has_prefix(one, old) && !begins_in_string(of, at) &&
                    sx_str_trim(one).len;
    if (is_moved) {
      sx_buf_add(&out, call->room.indent);
      one = sx_str_slice(one, old.len, one.len);
    }
    sx_buf_add(&out, one);
  }
  return sx_buf_keep(&out, call->inlining->r.call->arena);
}

/* From the first statement, or a comment before it, up to the last one, or a comment after it. */
static void find_extent(const sx_inline_definition *of, uint32_t *start, uint32_t *end) {
  const sx_nodes *nodes = &of->in->nodes;
  uint32_t first = of->statements.items[0];
  uint32_t last = of->statements.items[of->statements.len - 1];
  uint32_t child = sx_nodes_first(nodes, sx_nodes_parent(nodes, first));
  *start = sx_nodes_get(nodes, first)->start;
  *end = sx_nodes_get(nodes, last)->end;
  for (uint32_t comment = SX_NODE_NONE; child != SX_NODE_NONE && child <= first;
       child = sx_nodes_next(nodes, child)) {
    if (!sx_nodes_is_comment(nodes, child)) {
      if (child == first && comment != SX_NODE_NONE) *start = sx_nodes_get(nodes, comment)->start;
      comment = SX_NODE_NONE;
    } else if (comment == SX_NODE_NONE)
      comment = child;
  }
  uint32_t after = sx_nodes_next(nodes, last);
  if (sx_nodes_is_comment(nodes, after)) *end = sx_nodes_get(nodes, after)->end;
}

static sx_status write_code(sx_inline_call *call, sx_buf *out, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  uint32_t start, end;
  sx_str code;
  if (!of->statements.len) return SX_OK;
  find_extent(of, &start, &end);
  uint32_t last = of->statements.items[of->statements.len - 1];
  uint32_t stop = sx_nodes_get(&of->in->nodes, last)->end;
  sx_str after = sx_str_slice(of->in->nodes.text, stop, end);
  sx_status status = sx_inline_write(call, start, stop, &code, err);
  if (status) return status;
  bool is_open = of->in->language->end[0] && !sx_str_has_suffix(code, SX_STR(";")) &&
                 sx_nodes_is(&of->in->nodes, last,
                             "expression_statement lexical_declaration throw_statement "
                             "do_statement");
  code = sx_arena_printf(call->inlining->r.call->arena, is_open ? "%.*s;%.*s" : "%.*s%.*s",
                         SX_STR_ARG(code), SX_STR_ARG(after));
  code = indent_again(call, code, start);
  sx_buf_add(out, out->len ? code : sx_inline_begin_statement(call, code));
  return SX_OK;
}

static void begin_line(sx_inline_call *call, sx_buf *out) {
  if (!out->len) return;
  if (out->ptr[out->len - 1] == '\n') {
    sx_buf_add(out, call->room.indent);
    return;
  }
  sx_str tail = sx_buf_str(out);
  if (call->room.indent.len
          ? sx_str_has_suffix(tail, call->room.indent) && tail.len > call->room.indent.len &&
                tail.ptr[tail.len - call->room.indent.len - 1] == '\n'
          : tail.ptr[tail.len - 1] == '\n')
    return;
  sx_buf_addf(out, "\n%.*s", SX_STR_ARG(call->room.indent));
}

/* C, Go: the result of a call that stands alone. */
static void write_discarded(sx_inline_call *call, sx_buf *out, sx_str result) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_nodes *nodes = &of->in->nodes;
  bool is_go = of->in->language->is_go;
  bool is_call = sx_nodes_is(nodes, of->result, "call_expression") &&
                 sx_str_is_equal(sx_nodes_text(nodes, of->result), result);
  begin_line(call, out);
  if (is_go) {
    sx_str blank = of->results.len == 1 ? SX_STR("_ = ") : SX_STR("");
    for (size_t i = 0; i < of->results.len && of->results.len > 1; i++)
      sx_buf_add_text(out, i ? ", _" : "_");
    if (of->results.len > 1) blank = SX_STR(" = ");
    sx_buf_addf(out, is_call ? "%.0s%.*s" : "%s%.*s", blank.ptr, SX_STR_ARG(result));
  } else
    sx_buf_addf(out, is_call ? "%.*s;" : "(void)(%.*s);", SX_STR_ARG(result));
}

/* In place of a call alone: its result, where evaluating that does something. */
static sx_status write_unused(sx_inline_call *call, sx_buf *out, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_nodes *nodes = &call->use->in->nodes;
  sx_inline_level used = of->in->language->is_typed ? SX_INLINE_CHANGES : SX_INLINE_FIXED;
  sx_str result;
  if (of->result == SX_NODE_NONE || sx_inline_judge(of->in, of->result) <= used) return SX_OK;
  sx_status status = sx_inline_write_result(call, &result, err);
  if (status) return status;
  if (of->in->language->is_typed) {
    write_discarded(call, out, result);
    return SX_OK;
  }
  if (!out->len) result = sx_inline_begin_statement(call, result);
  begin_line(call, out);
  sx_buf_add(out, result);
  sx_buf_add(out, sx_str_slice(nodes->text, sx_nodes_get(nodes, call->use->call)->end,
                               sx_nodes_get(nodes, call->statement)->end));
  return SX_OK;
}

/* One statement without a comment, which needs no more room than the call had. */
static bool is_short(const sx_inline_call *call, sx_str text) {
  const sx_inline_definition *of = &call->inlining->definition;
  size_t count = of->statements.len;
  bool is_plain = !count || (count == 1 && sx_nodes_is(&of->in->nodes, of->statements.items[0],
                                                       "expression_statement inc_statement "
                                                       "dec_statement assignment_statement"));
  return call->room.kind != SX_ROOM_VALUE && is_plain &&
         sx_str_find_char(text, '\n', 0) == SX_STR_NONE &&
         sx_str_find(text, SX_STR("//"), 0) == SX_STR_NONE &&
         sx_str_find_char(text, '#', 0) == SX_STR_NONE;
}

/* Code in place of the whole statement. */
static sx_status put_code(sx_inline_call *call, sx_str code, sx_err *err) {
  const sx_inline_language *language = call->use->in->language;
  const sx_tree_node *at = sx_nodes_get(&call->use->in->nodes, call->statement);
  bool is_empty = !sx_str_trim(code).len;
  bool is_braced = call->room.kind == SX_ROOM_BLOCK || call->room.kind == SX_ROOM_VALUE;
  if (is_empty) code = is_braced ? SX_STR("{}") : sx_str_from(language->empty);
  sx_status status = sx_inline_warn_comments(call, call->statement, err);
  if (!status && !is_empty && !is_short(call, code)) status = sx_inline_room_open(call, true, err);
  return status ? status
                : sx_inline_edit_add(call->inlining, call->use->in, at->start, at->end, code, err);
}

/* Code before the statement, which has the result in the call's place. */
static sx_status put_before(sx_inline_call *call, sx_buf *code, sx_err *err) {
  const sx_nodes *nodes = &call->use->in->nodes;
  const sx_tree_node *at = sx_nodes_get(nodes, call->use->call);
  uint32_t start = sx_nodes_get(nodes, call->statement)->start;
  sx_str result;
  sx_status status = sx_inline_write_result(call, &result, err);
  if (!status) status = sx_inline_warn_comments(call, call->use->call, err);
  if (status) return status;
  begin_line(call, code);
  sx_str before = sx_buf_keep(code, call->inlining->r.call->arena);
  if (before.len) status = sx_inline_room_open(call, false, err);
  if (!status)
    status = sx_inline_edit_add(call->inlining, call->use->in, start, start, before, err);
  return status
             ? status
             : sx_inline_edit_add(call->inlining, call->use->in, at->start, at->end, result, err);
}

static sx_status write_all(sx_inline_call *call, sx_err *err) {
  sx_buf out;
  sx_buf_init(&out, 1 << 24);
  bool is_value = call->room.kind == SX_ROOM_VALUE;
  bool is_whole = sx_inline_bare(call->use->in, call->root) == call->use->call;
  bool is_alone = is_bare_call(call) ||
                  (is_value && is_whole && call->inlining->definition.result == SX_NODE_NONE);
  sx_status status = sx_inline_write_binders(call, &out, err);
  if (!status) status = write_code(call, &out, err);
  if (!status && !is_alone) status = put_before(call, &out, err);
  if (!status && is_alone) status = write_unused(call, &out, err);
  if (!status && is_alone)
    status = put_code(call, sx_buf_keep(&out, call->inlining->r.call->arena), err);
  sx_buf_release(&out);
  if (!status && call->inlining->r.call->arena->status)
    status = sx_fail(err, call->inlining->r.call->arena->status, NULL);
  return status;
}

sx_status sx_inline_body_replace(sx_inline_call *call, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  bool has_locals = false;
  if (!sx_inline_may_stand_before(call))
    return refuse_call(call,
                       "a call within other code, where the statements of the function cannot "
                       "stand. Assign its result to a variable first.",
                       err);
  bool has_bound = false;
  sx_status status = of->in->language->is_typed
                         ? sx_inline_prepare_typed(call, true, &has_bound, err)
                         : bind_arguments(call, err);
  if (!status) status = rename_locals(call, &has_locals, err);
  if (!status) status = check_scope(call, has_locals, err);
  uint32_t body = sx_nodes_field(&of->in->nodes, of->function, "body");
  if (!status) status = sx_inline_check_names(call, body, err);
  if (!status) status = sx_inline_check_members(call, err);
  return status ? status : write_all(call, err);
}
