#include "refactor/inline_parts.h"

#include "text/language.h"

/* Names that see the function that they are in. */
#define INSPECTORS "super locals vars dir eval exec arguments __class__"

/* ---- what the languages share ---------------------------------------------------------------- */

sx_status sx_inline_refuse_definition(sx_inlining *in, const sx_inline_definition *out,
                                      uint32_t node, const char *why, sx_err *err) {
  return sx_inline_refuse(in, out->in, node, err, "%s", why);
}

sx_status sx_inline_read_statements(sx_inlining *in, sx_inline_definition *out, uint32_t body,
                                    uint32_t *last, sx_err *err) {
  const sx_nodes *nodes = &out->in->nodes;
  uint32_t statement = sx_nodes_first_named(nodes, body);
  for (; statement != SX_NODE_NONE; statement = sx_nodes_next_named(nodes, statement)) {
    bool is_last = sx_nodes_next_named(nodes, statement) == SX_NODE_NONE;
    if (is_last && sx_nodes_is(nodes, statement, "return_statement")) {
      *last = statement;
      out->result = sx_nodes_first_named(nodes, statement);
      continue;
    }
    uint32_t *added = SX_ARRAY_ADD(&out->statements, in->r.call->arena);
    if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
    *added = statement;
  }
  return SX_OK;
}

sx_status sx_inline_add_parameter(sx_inlining *in, sx_inline_definition *out, uint32_t node,
                                  sx_str type, sx_err *err) {
  sx_inline_parameter *added = SX_ARRAY_ADD(&out->parameters, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  *added = (sx_inline_parameter){.name = sx_nodes_text(&out->in->nodes, node),
                                 .binding = sx_names_at(&out->in->names, node)->binding,
                                 .value = SX_NODE_NONE,
                                 .is_placed = true,
                                 .type = type};
  return SX_OK;
}

/* ---- what it does with its parameters ------------------------------------------------------- */

static void note_use(sx_inline_definition *out, sx_inline_parameter *parameter,
                     const sx_name *name) {
  const sx_nodes *nodes = &out->in->nodes;
  /* `r.n = 1` by a pointer does not change the pointer. */
  bool is_of_pointed =
      parameter->is_receiver && sx_str_has_prefix(parameter->type, SX_STR("*")) &&
      sx_nodes_is(nodes, sx_nodes_parent(nodes, name->node), "selector_expression");
  parameter->uses++;
  parameter->is_called |= (name->roles & SX_NAME_CALLS) != 0;
  parameter->is_written |=
      !is_of_pointed && (name->roles & (SX_NAME_WRITES | SX_NAME_ADDRESS)) != 0;
  uint32_t around = sx_nodes_above(nodes, name->node, out->in->language->deferred);
  parameter->is_captured |= around != SX_NODE_NONE && around != out->function &&
                            sx_nodes_has_in(nodes, out->function, around);
}

static void note_uses(sx_inline_definition *out) {
  const sx_names *names = &out->in->names;
  for (size_t p = 0; p < out->parameters.len; p++) {
    sx_inline_parameter *parameter = &out->parameters.items[p];
    for (size_t i = 0; i < names->names.len; i++) {
      const sx_name *name = &names->names.items[i];
      bool is_first = names->bindings.items[parameter->binding].first == i;
      if (name->binding == parameter->binding && !is_first) note_use(out, parameter, name);
    }
    parameter->is_captured |= names->bindings.items[parameter->binding].is_captured;
  }
}

/* ---- what cannot be inlined ------------------------------------------------------------------ */

static sx_status check_name(sx_inlining *in, const sx_inline_definition *out, const sx_name *name,
                            sx_err *err) {
  const sx_inline_text *text = out->in;
  sx_str word = sx_nodes_text(&text->nodes, name->node);
  if (name->binding == out->binding && !out->is_method)
    return sx_inline_refuse(in, text, name->node, err, "it calls itself.");
  if (name->binding == SX_BINDING_FREE && sx_language_has_word(INSPECTORS, word, false))
    return sx_inline_refuse(in, text, name->node, err,
                            "%.*s sees the function that it is in, which would be another.",
                            SX_STR_ARG(word));
  if (sx_str_has_prefix(word, SX_STR("__")) && !sx_str_has_suffix(word, SX_STR("__")) &&
      sx_nodes_is(&text->nodes, 0, "module"))
    return sx_inline_refuse(in, text, name->node, err,
                            "the name begins with two underscores, and means another in a class.");
  if (name->binding == SX_BINDING_FREE || !(name->roles & SX_NAME_WRITES)) return SX_OK;
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  if (binding->is_shared)
    return sx_inline_refuse(in, text, name->node, err,
                            "it writes %.*s, which its `global` or `nonlocal` declares.",
                            SX_STR_ARG(word));
  return SX_OK;
}

/* C: other names of the declaration of the function itself. */
static bool is_in_list(const sx_inline_definition *out, const sx_name *name) {
  uint32_t body = sx_nodes_field(&out->in->nodes, out->function, "body");
  return out->in->language->is_typed && !sx_nodes_has_in(&out->in->nodes, body, name->node);
}

static sx_status check_names(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  const sx_names *names = &out->in->names;
  const sx_tree_node *function = sx_nodes_get(&out->in->nodes, out->function);
  sx_status status = SX_OK;
  for (size_t i = sx_names_from(names, function->start); i < names->names.len && !status; i++) {
    const sx_name *name = &names->names.items[i];
    if (name->start >= function->end) break;
    if (name->node != out->name && !is_in_list(out, name)) status = check_name(in, out, name, err);
  }
  if (!status && sx_nodes_has_in(&out->in->nodes, out->function, names->dynamic))
    return sx_inline_refuse(in, out->in, names->dynamic, err,
                            "names are looked up here in a way that the text does not show.");
  return status;
}

static sx_status check_locals(sx_inlining *in, const sx_inline_definition *out, sx_err *err) {
  const sx_names *names = &out->in->names;
  for (size_t i = 0; i < names->bindings.len; i++) {
    const sx_binding *binding = &names->bindings.items[i];
    if (binding->function != out->function || !binding->is_captured ||
        binding->kind == SX_BINDING_PARAMETER)
      continue;
    return sx_inline_refuse(in, out->in, names->names.items[binding->first].node, err,
                            "a function within it keeps %.*s, which each call has for itself.",
                            SX_STR_ARG(binding->name));
  }
  return SX_OK;
}

/* ---- finding it ------------------------------------------------------------------------------ */

static sx_status fail_missing(sx_inlining *in, sx_answer *answer, sx_err *err) {
  sx_status status = sx_target_write_missing(&in->target, in->r.call, answer, err);
  if (status) return status;
  return sx_fail(err, SX_NO_MATCH, "%.*s Nothing was changed.",
                 SX_STR_ARG(sx_str_trim_end(sx_buf_str(&answer->text))));
}

static sx_status check_function(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  note_uses(out);
  sx_status status = check_names(in, out, err);
  return status ? status : check_locals(in, out, err);
}

static sx_status read_definition(sx_inlining *in, sx_inline_definition *out, sx_err *err) {
  const sx_inline_language *language = out->in->language;
  bool is_python = sx_language_has_word("python", out->in->nodes.grammar, false);
  const sx_binding *binding = &out->in->names.bindings.items[out->binding];
  out->result = out->function = SX_NODE_NONE;
  bool has_prototypes = language->is_typed && binding->kind == SX_BINDING_FUNCTION;
  if (binding->declarations > 1 && !has_prototypes)
    return sx_inline_refuse(in, out->in, out->name, err, "%.*s is declared several times.",
                            SX_STR_ARG(binding->name));
  if (binding->kind == SX_BINDING_PARAMETER || binding->kind == SX_BINDING_TYPE ||
      binding->kind == SX_BINDING_IMPORT)
    return sx_inline_refuse(in, out->in, out->name, err,
                            "%.*s is neither a function nor a variable or constant, which alone "
                            "can be inlined.",
                            SX_STR_ARG(binding->name));
  sx_status status = language->is_go      ? sx_inline_read_go(in, out, err)
                     : language->is_typed ? sx_inline_read_c(in, out, err)
                     : is_python          ? sx_inline_read_python(in, out, err)
                                          : sx_inline_read_script(in, out, err);
  return status || out->function == SX_NODE_NONE ? status : check_function(in, out, err);
}

/* The declaration in the same text of what stands at the place, if there is one. */
static bool find_by_text(const sx_inline_text *text, uint32_t offset, uint32_t *binding) {
  size_t at = sx_names_from(&text->names, offset);
  if (at == text->names.names.len || text->names.names.items[at].start > offset) {
    if (!at) return false;
    at--;
  }
  const sx_name *name = &text->names.names.items[at];
  if (name->start > offset || name->end < offset || name->binding == SX_BINDING_FREE) return false;
  *binding = name->binding;
  return text->names.bindings.items[name->binding].kind != SX_BINDING_IMPORT;
}

sx_status sx_inline_find_definition(sx_inlining *in, sx_answer *answer, sx_err *err) {
  sx_inline_definition *out = &in->definition;
  if (!in->target.symbol) return fail_missing(in, answer, err);
  const sx_symbol *symbol = in->target.symbol;
  sx_status status = sx_inline_open(in, symbol->path, &out->in, err);
  if (status) return status;
  uint32_t offset = (uint32_t)sx_document_offset(out->in->document, symbol->at);
  out->owner = SX_NODE_NONE;
  sx_inline_find_method(in, offset);
  if (out->is_method) status = sx_inline_read_method(in, out, err);
  if (status || out->is_method) return status ? status : check_function(in, out, err);
  if (!find_by_text(out->in, offset, &out->binding))
    return sx_refactoring_refuse(&in->r, out->in->document, offset, err,
                                 "no function, method or variable that is declared here by a "
                                 "plain name: other members are not inlined.");
  size_t first = out->in->names.bindings.items[out->binding].first;
  out->name = out->in->names.names.items[first].node;
  if (out->in->language->is_typed) status = sx_inline_find_code(in, err);
  if (status) return status;
  return read_definition(in, out, err);
}
