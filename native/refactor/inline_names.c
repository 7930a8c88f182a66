#include "refactor/inline_parts.h"

/* ---- names of the code ----------------------------------------------------------------------- */

static sx_status refuse_name(const sx_inline_call *call, const sx_name *name, const char *why,
                             sx_err *err) {
  const sx_inline_text *of = call->inlining->definition.in;
  return sx_inline_refuse(call->inlining, call->use->in, call->use->call, err,
                          "a call where %.*s, which the code uses, %s.",
                          SX_STR_ARG(sx_nodes_text(&of->nodes, name->node)), why);
}

static uint32_t statement_of_import(const sx_inline_text *text, uint32_t binding) {
  uint32_t first = text->names.bindings.items[binding].first;
  return sx_nodes_above(&text->nodes, text->names.names.items[first].node,
                        "import_from_statement import_statement import_spec");
}

/* The same statement in both files, unless it begins at the file's own place. */
static bool is_same_import(const sx_inline_text *a, uint32_t left, const sx_inline_text *b,
                           uint32_t right) {
  uint32_t of_a = statement_of_import(a, left), of_b = statement_of_import(b, right);
  if (of_a == SX_NODE_NONE || of_b == SX_NODE_NONE) return false;
  const char *fields[] = {"module_name", "source", "name"};
  for (size_t i = 0; i < 2; i++) {
    sx_str one = sx_nodes_text(&a->nodes, sx_nodes_field(&a->nodes, of_a, fields[i]));
    sx_str other = sx_nodes_text(&b->nodes, sx_nodes_field(&b->nodes, of_b, fields[i]));
    bool is_relative = one.len > 1 && (one.ptr[0] == '.' || one.ptr[1] == '.');
    if (is_relative || !sx_str_is_equal(one, other)) return false;
  }
  uint32_t a_name = a->names.names.items[a->names.bindings.items[left].first].node;
  uint32_t b_name = b->names.names.items[b->names.bindings.items[right].first].node;
  return sx_str_is_equal(sx_nodes_text(&a->nodes, sx_nodes_parent(&a->nodes, a_name)),
                         sx_nodes_text(&b->nodes, sx_nodes_parent(&b->nodes, b_name)));
}

static bool is_exported(const sx_inline_text *text, uint32_t binding) {
  if (sx_nodes_is(&text->nodes, 0, "module")) return true;
  uint32_t node = text->names.names.items[text->names.bindings.items[binding].first].node;
  return sx_nodes_above(&text->nodes, node, "export_statement statement_block") != SX_NODE_NONE &&
         sx_nodes_is(&text->nodes,
                     sx_nodes_above(&text->nodes, node, "export_statement statement_block"),
                     "export_statement");
}

static bool is_declared_anywhere(const sx_inline_text *text, sx_str name) {
  for (size_t i = 0; i < text->names.bindings.len; i++)
    if (sx_str_is_equal(text->names.bindings.items[i].name, name)) return true;
  return sx_strs_have(&text->added, name);
}

/* It must be imported where the function was, which must be imported by its name alone. */
static sx_status need(sx_inline_call *call, const sx_name *name, sx_err *err) {
  sx_inline_text *to = call->use->in;
  const sx_inline_text *of = call->inlining->definition.in;
  const sx_binding *binding = &of->names.bindings.items[name->binding];
  if (sx_strs_have(&to->needs, binding->name)) return SX_OK;
  if (to->import == SX_BINDING_FREE)
    return refuse_name(call, name, "is not known, as the function's file is not imported", err);
  if (binding->kind == SX_BINDING_IMPORT) return refuse_name(call, name, "is not imported", err);
  if (!is_exported(of, name->binding))
    return refuse_name(call, name, "is not exported: export it first", err);
  if (is_declared_anywhere(to, binding->name))
    return refuse_name(call, name, "means something else in that file: rename one of both first",
                       err);
  for (size_t i = 0; i < of->names.names.len; i++)
    if (of->names.names.items[i].binding == name->binding &&
        (of->names.names.items[i].roles & SX_NAME_WRITES) &&
        !(of->names.names.items[i].roles & SX_NAME_DECLARES))
      return refuse_name(call, name, "changes, so that an imported one would not", err);
  return sx_strs_add_new(&to->needs, binding->name, call->inlining->r.call->arena, err);
}

static sx_status check_other_file(sx_inline_call *call, const sx_name *name, uint32_t found,
                                  sx_err *err) {
  const sx_inline_text *of = call->inlining->definition.in, *to = call->use->in;
  if (to->language->is_typed && to->names.dynamic == SX_NODE_NONE)
    return sx_inline_check_other_typed(call, name, found, err);
  if (to->names.dynamic != SX_NODE_NONE)
    return sx_inline_refuse(call->inlining, to, to->names.dynamic, err,
                            "names of this file may mean anything.");
  if (name->binding == SX_BINDING_FREE)
    return found == SX_BINDING_FREE
               ? SX_OK
               : refuse_name(call, name, "means something else: rename one of both first", err);
  if (found == SX_BINDING_FREE) return need(call, name, err);
  bool are_imports = of->names.bindings.items[name->binding].kind == SX_BINDING_IMPORT &&
                     to->names.bindings.items[found].kind == SX_BINDING_IMPORT;
  if (are_imports && is_same_import(of, name->binding, to, found)) return SX_OK;
  return refuse_name(call, name, "means something else: rename one of both first", err);
}

/* ---- names of the arguments ------------------------------------------------------------------ */

/* Whether something within the code has the name of what the argument means. */
static sx_status check_argument(sx_inline_call *call, const sx_inline_argument *argument,
                                uint32_t use, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_names *names = &call->use->in->names;
  const sx_tree_node *at = sx_nodes_get(names->nodes, argument->node);
  for (size_t i = sx_names_from(names, at->start); i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    if (name->start >= at->end) break;
    sx_str word = sx_nodes_text(names->nodes, name->node);
    uint32_t found = sx_names_look_up(&of->in->names, word, use);
    if (found == SX_BINDING_FREE) continue;
    const sx_binding *binding = &of->in->names.bindings.items[found];
    bool is_within =
        binding->scope != 0 && sx_nodes_has_in(&of->in->nodes, of->function, binding->scope);
    if (!is_within || binding->function == of->function) continue;
    return sx_inline_refuse(call->inlining, call->use->in, argument->node, err,
                            "%.*s in the argument would mean another within the code. Put the "
                            "argument into a variable first.",
                            SX_STR_ARG(word));
  }
  return SX_OK;
}

/* The name that is looked up: C's tags with their word. */
static sx_str key_of(const sx_inline_call *call, const sx_name *name) {
  const sx_nodes *nodes = &call->inlining->definition.in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, name->node);
  sx_str word = sx_str_slice(nodes->text, name->start, name->end);
  if (!sx_nodes_is(nodes, parent, "struct_specifier union_specifier enum_specifier")) return word;
  return sx_arena_printf(call->inlining->r.call->arena, "%.*s %.*s",
                         SX_STR_ARG(sx_nodes_text(nodes, sx_nodes_first(nodes, parent))),
                         SX_STR_ARG(word));
}

/* ---- all ------------------------------------------------------------------------------------- */

static sx_status check_name(sx_inline_call *call, const sx_name *name, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  for (size_t i = 0; i < of->parameters.len; i++) {
    const sx_inline_argument *argument = &call->arguments.items[i];
    if (of->parameters.items[i].binding != name->binding) continue;
    if (name->roles & SX_NAME_DECLARES) return SX_OK;
    bool is_plain = argument->is_bound || argument->is_default || argument->node == SX_NODE_NONE;
    return is_plain ? SX_OK : check_argument(call, argument, name->node, err);
  }
  if (name->node == of->name) return SX_OK;
  if (name->binding != SX_BINDING_FREE) {
    const sx_binding *binding = &of->in->names.bindings.items[name->binding];
    if (of->function != SX_NODE_NONE && binding->scope != 0 &&
        sx_nodes_has_in(&of->in->nodes, of->function, binding->scope))
      return SX_OK;
  }
  sx_str word = key_of(call, name);
  uint32_t found = sx_names_look_up(&call->use->in->names, word, call->use->call);
  if (call->use->in != of->in) return check_other_file(call, name, found, err);
  return found == name->binding
             ? SX_OK
             : refuse_name(call, name, "means something else: rename one of both first", err);
}

/* Python: `__name` means another in each class. */
static sx_status check_mangled(sx_inline_call *call, uint32_t root, sx_err *err) {
  const sx_inline_text *of = call->inlining->definition.in, *to = call->use->in;
  uint32_t from = sx_nodes_above(&of->nodes, root, "class_definition");
  uint32_t in = sx_nodes_above(&to->nodes, call->use->call, "class_definition");
  if (!sx_str_is_equal(of->nodes.grammar, SX_STR("python")) || (from == in && of == to))
    return SX_OK;
  for (uint32_t i = root; i < of->nodes.ends[root]; i++) {
    sx_str word = sx_nodes_text(&of->nodes, i);
    if (sx_nodes_is(&of->nodes, i, "identifier") && sx_str_has_prefix(word, SX_STR("__")) &&
        !sx_str_has_suffix(word, SX_STR("__")))
      return sx_inline_refuse(call->inlining, to, call->use->call, err,
                              "a call where %.*s, which the code uses, means another: classes "
                              "change names that begin so.",
                              SX_STR_ARG(word));
  }
  return SX_OK;
}

sx_status sx_inline_check_names(sx_inline_call *call, uint32_t root, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  sx_status mangled = check_mangled(call, root, err);
  if (mangled) return mangled;
  /* The types of parameters and results may be written, too. */
  if (of->in->language->is_typed) root = of->function == SX_NODE_NONE ? of->item : of->function;
  const sx_names *names = &call->inlining->definition.in->names;
  const sx_tree_node *at = sx_nodes_get(names->nodes, root);
  sx_status status = SX_OK;
  for (size_t i = sx_names_from(names, at->start); i < names->names.len && !status; i++) {
    if (names->names.items[i].start >= at->end) break;
    status = check_name(call, &names->names.items[i], err);
  }
  if (!status && of->in->language->is_typed) status = sx_inline_check_place_typed(call, err);
  return status;
}
