#include "refactor/inline_parts.h"

/* Imports that inlined code needs, or leaves unused: errors in Go, and leftovers elsewhere. */

static sx_str path_in(const sx_nodes *nodes, uint32_t spec) {
  return sx_nodes_text(nodes, sx_nodes_field(nodes, spec, "path"));
}

/* ---- what is needed -------------------------------------------------------------------------- */

static sx_str path_of_need(sx_str need) {
  size_t quote = sx_str_find_char(need, '"', 0);
  return quote == SX_STR_NONE ? need : sx_str_slice(need, quote, need.len);
}

/* In the first group of lines, by the alphabet. */
static sx_status add_to_list(sx_inlining *in, sx_inline_text *text, uint32_t list, sx_str need,
                             sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  sx_arena *arena = in->r.call->arena;
  uint32_t spec = sx_nodes_first_named(nodes, list), after = SX_NODE_NONE;
  for (; spec != SX_NODE_NONE; spec = sx_nodes_next_named(nodes, spec)) {
    if (sx_str_compare(path_in(nodes, spec), path_of_need(need)) > 0) break;
    after = spec;
    uint32_t next = sx_nodes_next_named(nodes, spec);
    if (next == SX_NODE_NONE) break;
    sx_str between =
        sx_str_slice(nodes->text, sx_nodes_get(nodes, spec)->end, sx_nodes_get(nodes, next)->start);
    if (sx_str_find(between, SX_STR("\n\n"), 0) != SX_STR_NONE) break;
  }
  uint32_t at = after == SX_NODE_NONE ? sx_nodes_get(nodes, list)->start + 1
                                      : sx_nodes_get(nodes, after)->end;
  return sx_inline_edit_add(in, text, at, at, sx_arena_printf(arena, "\n\t%.*s", SX_STR_ARG(need)),
                            err);
}

static sx_status add_beside(sx_inlining *in, sx_inline_text *text, uint32_t spec, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  const sx_tree_node *at = sx_nodes_get(nodes, spec);
  sx_str own = sx_nodes_text(nodes, spec);
  sx_buf out;
  sx_buf_init(&out, 1 << 16);
  sx_buf_add_text(&out, "(\n");
  bool is_written = false;
  for (size_t i = 0; i < text->needs.len; i++) {
    bool is_later = sx_str_compare(path_of_need(text->needs.items[i]), path_in(nodes, spec)) > 0;
    if (is_later && !is_written) sx_buf_addf(&out, "\t%.*s\n", SX_STR_ARG(own));
    is_written |= is_later;
    sx_buf_addf(&out, "\t%.*s\n", SX_STR_ARG(text->needs.items[i]));
  }
  if (!is_written) sx_buf_addf(&out, "\t%.*s\n", SX_STR_ARG(own));
  sx_buf_add_char(&out, ')');
  return sx_inline_edit_add(in, text, at->start, at->end, sx_buf_keep(&out, in->r.call->arena),
                            err);
}

static uint32_t find_kind(const sx_nodes *nodes, const char *kinds) {
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, kinds)) return i;
  return SX_NODE_NONE;
}

sx_status sx_inline_add_imports(sx_inlining *in, sx_inline_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t declaration = find_kind(nodes, "import_declaration");
  uint32_t first = sx_nodes_first_named(nodes, declaration);
  sx_status status = SX_OK;
  if (!text->needs.len || !text->language->is_go) return SX_OK;
  if (sx_nodes_is(nodes, first, "import_spec")) return add_beside(in, text, first, err);
  for (size_t i = 0; i < text->needs.len && !status; i++) {
    sx_str need = text->needs.items[i];
    if (sx_nodes_is(nodes, first, "import_spec_list")) {
      status = add_to_list(in, text, first, need, err);
      continue;
    }
    uint32_t at = sx_nodes_get(nodes, find_kind(nodes, "package_clause"))->end;
    status = sx_inline_edit_add(in, text, at, at,
                                sx_arena_printf(in->r.call->arena,
                                                i ? "\nimport %.*s" : "\n\nimport %.*s",
                                                SX_STR_ARG(need)),
                                err);
  }
  return status;
}

/* ---- what is not needed any more ------------------------------------------------------------- */

static size_t count_uses(const sx_names *names, uint32_t binding) {
  size_t count = 0;
  for (size_t i = 0; i < names->names.len; i++)
    count += names->names.items[i].binding == binding &&
             !(names->names.items[i].roles & SX_NAME_DECLARES);
  return count;
}

static bool was_used(const sx_inline_text *text, sx_str name) {
  for (uint32_t i = 0; i < text->names.bindings.len; i++)
    if (text->names.bindings.items[i].kind == SX_BINDING_IMPORT &&
        sx_str_is_equal(text->names.bindings.items[i].name, name))
      return count_uses(&text->names, i) > 0;
  return false;
}

/* Whole lines, and of the last import of a declaration the declaration. */
static sx_status remove_spec(sx_inlining *in, sx_inline_text *text, uint32_t spec, size_t *left,
                             sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t list = sx_nodes_parent(nodes, spec), item = spec;
  bool is_list = sx_nodes_is(nodes, list, "import_spec_list");
  if (!is_list || *left == 1) item = is_list ? sx_nodes_parent(nodes, list) : list;
  size_t start = sx_str_line_start(nodes->text, sx_nodes_get(nodes, item)->start);
  size_t end = sx_str_find_char(nodes->text, '\n', sx_nodes_get(nodes, item)->end);
  end = end == SX_STR_NONE ? nodes->text.len : end + 1;
  size_t next = sx_str_find_char(nodes->text, '\n', end);
  bool is_blank = next != SX_STR_NONE && !sx_str_trim(sx_str_slice(nodes->text, end, next)).len;
  if (item != spec && is_blank) end = next + 1;
  --*left;
  if (item != spec && is_list) text->edits.len = 0;
  return sx_inline_edit_add(in, text, (uint32_t)start, (uint32_t)end, SX_STR(""), err);
}

static size_t count_specs(const sx_nodes *nodes) {
  size_t count = 0;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    count += sx_nodes_is(nodes, i, "import_spec");
  return count;
}

static bool is_unused(const sx_inline_text *text, uint32_t specifier) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < text->names.bindings.len; i++) {
    uint32_t node = text->names.names.items[text->names.bindings.items[i].first].node;
    if (sx_nodes_parent(nodes, node) == specifier) return !count_uses(&text->names, i);
  }
  return false;
}

/* TypeScript, JavaScript: `a` of `import { a, b }`. Others are left, as are two at once of one
 * list. */
static sx_status drop_specifier(sx_inlining *in, sx_inline_text *text, uint32_t node, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t item = sx_nodes_parent(nodes, node), list = sx_nodes_parent(nodes, item);
  uint32_t clause = sx_nodes_parent(nodes, list), one = sx_nodes_first_named(nodes, list);
  if (!sx_nodes_is(nodes, item, "import_specifier") || !sx_nodes_is(nodes, list, "named_imports") ||
      sx_nodes_first_named(nodes, clause) != list)
    return SX_OK;
  for (; one != SX_NODE_NONE; one = sx_nodes_next_named(nodes, one))
    if (one != item && is_unused(text, one)) return SX_OK;
  /* In JavaScript the last one may be what runs the module; TypeScript leaves unused ones out. */
  bool is_last = sx_nodes_next_named(nodes, sx_nodes_first_named(nodes, list)) == SX_NODE_NONE;
  if (is_last && sx_str_is_equal(nodes->grammar, SX_STR("javascript"))) return SX_OK;
  return sx_inline_remove_import(in, text, item, err);
}

sx_status sx_inline_drop_imports(sx_inlining *in, const sx_inline_text *text, sx_str *after,
                                 sx_err *err) {
  sx_inline_text made = {.document = text->document, .language = text->language};
  bool is_script = text->language->end[0] != 0;
  if (!text->language->is_go && !is_script) return SX_OK;
  sx_status status = sx_nodes_read_text(&made.nodes, in->r.call, text->document, *after, err);
  if (!status) status = sx_names_find(&made.names, &made.nodes, in->r.call->arena, err);
  if (status) return status;
  made.edits.text = *after;
  size_t left = count_specs(&made.nodes);
  for (uint32_t i = 0; i < made.names.bindings.len && !status; i++) {
    const sx_binding *binding = &made.names.bindings.items[i];
    if (binding->kind != SX_BINDING_IMPORT || count_uses(&made.names, i) ||
        !was_used(text, binding->name))
      continue;
    uint32_t node = made.names.names.items[binding->first].node;
    if (is_script) {
      status = drop_specifier(in, &made, node, err);
      continue;
    }
    uint32_t spec = sx_nodes_is(&made.nodes, node, "import_spec")
                        ? node
                        : sx_nodes_above(&made.nodes, node, "import_spec");
    status = remove_spec(in, &made, spec, &left, err);
  }
  if (status || !made.edits.len) return status;
  return sx_text_edits_apply(after, &made.edits, in->r.call->arena, err);
}
