#include "refactor/inline_parts.h"

#include "text/language.h"

/* ---- members of the class -------------------------------------------------------------------- */

#define CLASSES "class_definition class_declaration class abstract_class_declaration"

/* Whether a call stands in the class, or in one within it. */
static bool is_in_class(const sx_inline_call *call) {
  const sx_inline_definition *of = &call->inlining->definition;
  return call->use->in == of->in && sx_nodes_has_in(&of->in->nodes, of->owner, call->use->call);
}

/* Python: a name that begins with two underscores has the name of the class around it in it. */
static bool is_mangled(const sx_inline_call *call, uint32_t node) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_nodes *nodes = &of->in->nodes;
  sx_str word = sx_nodes_text(nodes, node);
  if (!sx_nodes_is(nodes, node, "identifier") || !sx_nodes_is(nodes, 0, "module") ||
      !sx_str_has_prefix(word, SX_STR("__")) || sx_str_has_suffix(word, SX_STR("__")))
    return false;
  return !is_in_class(call) || sx_nodes_above(nodes, call->use->call, CLASSES) != of->owner;
}

static bool has_modifier(const sx_nodes *nodes, uint32_t member) {
  uint32_t one = sx_nodes_first_named(nodes, member);
  for (; one != SX_NODE_NONE; one = sx_nodes_next_named(nodes, one))
    if (sx_nodes_is(nodes, one, "accessibility_modifier") &&
        !sx_str_is_equal(sx_nodes_text(nodes, one), SX_STR("public")))
      return true;
  return false;
}

/* `#total`, and what the class declares as private or protected. */
static bool is_private(const sx_inline_call *call, uint32_t node) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_nodes *nodes = &of->in->nodes;
  if (sx_nodes_is(nodes, node, "private_property_identifier")) return !is_in_class(call);
  if (!sx_nodes_is(nodes, node, "property_identifier") || is_in_class(call)) return false;
  for (uint32_t i = of->owner; i < nodes->ends[of->owner]; i++)
    if (has_modifier(nodes, i) &&
        sx_str_find(
            sx_str_slice(nodes->text, sx_nodes_get(nodes, i)->start, sx_nodes_get(nodes, i)->end),
            sx_nodes_text(nodes, node), 0) != SX_STR_NONE)
      return true;
  return false;
}

sx_status sx_inline_check_members(sx_inline_call *call, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_nodes *nodes = &of->in->nodes;
  uint32_t body = sx_nodes_field(nodes, of->function, "body");
  if (of->owner == SX_NODE_NONE) return SX_OK;
  for (uint32_t i = body; i < nodes->ends[body]; i++)
    if (is_mangled(call, i) || is_private(call, i))
      return sx_inline_refuse(call->inlining, call->use->in, call->use->call, err,
                              "a call outside of the class, where %.*s, which the code uses, is "
                              "private.",
                              SX_STR_ARG(sx_nodes_text(nodes, i)));
  return SX_OK;
}

/* ---- Go: objects and pointers to them -------------------------------------------------------- */

static bool is_pointer(sx_str type) {
  return sx_str_has_prefix(type, SX_STR("*"));
}

/* The whole of `r.a[i].b` around a use of the receiver. */
static uint32_t chain_of(const sx_nodes *nodes, uint32_t node) {
  for (;;) {
    uint32_t parent = sx_nodes_parent(nodes, node);
    if (!sx_nodes_is(nodes, parent, "selector_expression index_expression") ||
        !sx_nodes_is_field(nodes, node, "operand"))
      return node;
    node = parent;
  }
}

static bool is_changed(const sx_nodes *nodes, uint32_t chain) {
  uint32_t parent = sx_nodes_parent(nodes, chain);
  if (sx_nodes_is(nodes, parent, "expression_list")) {
    uint32_t above = sx_nodes_parent(nodes, parent);
    return sx_nodes_is_field(nodes, parent, "left") ||
           sx_nodes_is(nodes, above, "range_clause receive_statement");
  }
  bool is_called =
      sx_nodes_is(nodes, parent, "call_expression") && sx_nodes_is_field(nodes, chain, "function");
  bool is_address = sx_nodes_is(nodes, parent, "unary_expression") &&
                    sx_nodes_token(nodes, parent, "&") != SX_NODE_NONE;
  return is_called || is_address ||
         sx_nodes_is(nodes, parent,
                     "inc_statement dec_statement "
                     "slice_expression range_clause");
}

/* How the code uses the receiver: only by its members; and whether it may change what it has. */
static void look_at_uses(const sx_inline_definition *of, uint32_t binding, bool *only_members,
                         bool *may_change) {
  const sx_nodes *nodes = &of->in->nodes;
  *only_members = true;
  *may_change = false;
  for (size_t i = 0; i < of->in->names.names.len; i++) {
    const sx_name *name = &of->in->names.names.items[i];
    if (name->binding != binding || (name->roles & SX_NAME_DECLARES)) continue;
    uint32_t parent = sx_nodes_parent(nodes, name->node);
    *only_members &= sx_nodes_is(nodes, parent, "selector_expression");
    *may_change |= is_changed(nodes, chain_of(nodes, name->node));
  }
}

static sx_str type_of_object(const sx_inline_call *call, size_t parameter) {
  return sx_inline_type_of(call->use->in, call->arguments.items[parameter].node,
                           call->inlining->r.call->arena);
}

bool sx_inline_receive(sx_inline_call *call, size_t parameter) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_parameter *to = &of->parameters.items[parameter];
  bool only_members, may_change;
  look_at_uses(of, to->binding, &only_members, &may_change);
  sx_str type = type_of_object(call, parameter);
  if (sx_str_is_equal(type, to->type)) return is_pointer(to->type) || !may_change;
  /* A selector takes an object and a pointer to it alike. */
  return only_members && to->uses && (is_pointer(to->type) || !may_change);
}

sx_status sx_inline_take_receiver(sx_inline_call *call, size_t parameter, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_parameter *to = &of->parameters.items[parameter];
  sx_inline_argument *argument = &call->arguments.items[parameter];
  sx_str type = type_of_object(call, parameter);
  if (sx_str_is_equal(type, to->type)) return SX_OK;
  sx_str bare = is_pointer(type) ? sx_str_slice(type, 1, type.len) : type;
  sx_str wanted = is_pointer(to->type) ? sx_str_slice(to->type, 1, to->type.len) : to->type;
  if (!type.len || !sx_str_is_equal(bare, wanted))
    return sx_inline_refuse(
        call->inlining, call->use->in, call->use->call, err,
        "a call on what may be an object or a pointer to it: the type is not "
        "known here, and the code needs it. Assign it to a variable with a type "
        "first.");
  bool is_plain = sx_nodes_is(&call->use->in->nodes, argument->node,
                              "identifier selector_expression index_expression");
  argument->value = sx_arena_printf(call->inlining->r.call->arena, is_plain ? "%s%.*s" : "%s(%.*s)",
                                    is_pointer(type) ? "*" : "&", SX_STR_ARG(argument->value));
  return SX_OK;
}

static bool has_address_taken(const sx_inline_text *text, uint32_t binding) {
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    uint32_t parent = sx_nodes_parent(&text->nodes, name->node);
    if (name->binding == binding && sx_nodes_is(&text->nodes, parent, "unary_expression") &&
        sx_nodes_token(&text->nodes, parent, "&") != SX_NODE_NONE)
      return true;
  }
  return false;
}

bool sx_inline_is_fixed_pointer(const sx_inline_call *call, uint32_t object) {
  const sx_inline_text *text = call->use->in;
  const sx_name *name = sx_names_at(&text->names, object);
  sx_str type = call->inlining->definition.parameters.items[0].type;
  if (!text->language->is_go || !is_pointer(type) || !name || name->binding == SX_BINDING_FREE)
    return false;
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  bool is_own = binding->kind == SX_BINDING_VARIABLE || binding->kind == SX_BINDING_PARAMETER;
  /* A call of a method counts as taking the address, but none can give a pointer another value. */
  return is_own && binding->function != SX_NODE_NONE && !binding->is_captured &&
         !has_address_taken(text, name->binding);
}
