#include "refactor/inline_parts.h"

#include "text/language.h"

/* ---- its value ------------------------------------------------------------------------------- */

typedef struct value {
  sx_inline_level level;
  bool has_names;
  bool is_constant; /* JavaScript: the same in functions within the block, whenever these run */
  bool has_this;
} value;

/* C: a macro with the name in its text may write it wherever it is used. */
static bool is_in_macro(const sx_inline_text *text, const sx_name *name) {
  sx_str word = sx_nodes_text(&text->nodes, name->node);
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *other = &text->names.names.items[i];
    if (sx_nodes_is(&text->nodes, other->node, "preproc_arg") &&
        sx_str_is_equal(sx_str_slice(text->nodes.text, other->start, other->end), word))
      return true;
  }
  return false;
}

/* Whether a variable is given its value once, by code of its own function before the definition. */
static bool is_settled(const sx_inlining *in, const sx_name *name) {
  const sx_inline_text *text = in->definition.in;
  const sx_binding *binding = &text->names.bindings.items[name->binding];
  uint32_t item = sx_nodes_get(&text->nodes, in->definition.item)->start;
  size_t writes = 0;
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *one = &text->names.names.items[i];
    if (one->binding != name->binding || !(one->roles & (SX_NAME_WRITES | SX_NAME_ADDRESS)))
      continue;
    bool is_elsewhere =
        one->start > item ||
        sx_nodes_above(&text->nodes, one->node, text->language->functions) != binding->function;
    if (++writes > 1 || (is_elsewhere && binding->kind != SX_BINDING_CONSTANT)) return false;
  }
  return true;
}

/* A name in the value that is written again could have changed between it and a use. */
static sx_status check_operand(sx_inlining *in, const sx_name *name, sx_err *err) {
  const sx_inline_text *text = in->definition.in;
  if (name->binding != SX_BINDING_FREE && is_settled(in, name) &&
      !text->names.bindings.items[name->binding].is_shared && !is_in_macro(text, name))
    return SX_OK;
  return sx_inline_refuse(in, text, name->node, err,
                          "the value has %.*s in it, which may change between it and a use.",
                          SX_STR_ARG(sx_nodes_text(&text->nodes, name->node)));
}

/* `const b = a`, where nothing ever writes `a`: both are made for each round of a loop. */
static bool is_constant(const sx_inlining *in, const sx_name *name) {
  const sx_names *names = &in->definition.in->names;
  if (name->binding == SX_BINDING_FREE) return false;
  uint8_t kind = names->bindings.items[name->binding].kind;
  if (kind == SX_BINDING_CONSTANT) return true;
  if (kind != SX_BINDING_PARAMETER) return false;
  for (size_t i = 0; i < names->names.len; i++)
    if (names->names.items[i].binding == name->binding &&
        (names->names.items[i].roles & SX_NAME_WRITES))
      return false;
  return true;
}

/* Operators that give the same for the same operands, whatever these have in them. */
static bool has_plain_operators(const sx_inline_text *text, uint32_t expression) {
  const sx_nodes *nodes = &text->nodes;
  bool is_c = text->language->is_typed && !text->language->is_go;
  const char *signs = is_c                    ? "+ - * & | ^ ~ ! == != < > <= >= && ||"
                      : text->language->is_go ? "+ - * & | ^ &^ ! < > <= >= && ||"
                                              : "=== !== ! && || typeof";
  if (sx_nodes_is(&text->nodes, 0, "module")) return false;
  for (uint32_t i = expression; i < nodes->ends[expression]; i++) {
    if (sx_nodes_is(nodes, i, "binary_expression unary_expression")) {
      sx_str sign = sx_nodes_text(nodes, sx_nodes_field(nodes, i, "operator"));
      if (!sx_language_has_word(signs, sign, false)) return false;
    } else if (sx_nodes_is(nodes, i, text->language->operators) &&
               !sx_nodes_is(nodes, i,
                            "parenthesized_expression ternary_expression conditional_expression "
                            "as_expression satisfies_expression non_null_expression"))
      return false;
  }
  return true;
}

static bool has_this(const sx_inlining *in) {
  const sx_nodes *nodes = &in->definition.in->nodes;
  uint32_t root = in->definition.result;
  for (uint32_t i = root; i < nodes->ends[root]; i++)
    if (sx_nodes_is(nodes, i, "this")) return true;
  return false;
}

static sx_status read_value(sx_inlining *in, value *out, sx_err *err) {
  const sx_inline_text *text = in->definition.in;
  const sx_tree_node *at = sx_nodes_get(&text->nodes, in->definition.result);
  const sx_names *names = &text->names;
  *out = (value){.level = sx_inline_judge(text, in->definition.result),
                 .is_constant = sx_nodes_is(&text->nodes, in->definition.item,
                                            "lexical_declaration export_statement"),
                 .has_this = has_this(in)};
  sx_status status = SX_OK;
  for (size_t i = sx_names_from(names, at->start); i < names->names.len && !status; i++) {
    if (names->names.items[i].start >= at->end) break;
    out->has_names = true;
    out->is_constant = out->is_constant && is_constant(in, &names->names.items[i]);
    if (out->level < SX_INLINE_CHANGES) status = check_operand(in, &names->names.items[i], err);
  }
  return status;
}

/* ---- a use ----------------------------------------------------------------------------------- */

static bool is_in_next_statement(const sx_inlining *in, const sx_inline_use *use) {
  const sx_inline_definition *of = &in->definition;
  const sx_nodes *nodes = &of->in->nodes;
  uint32_t next = sx_nodes_next_named(nodes, of->item);
  return use->in == of->in && next != SX_NODE_NONE && sx_nodes_has_in(nodes, next, use->node) &&
         sx_nodes_is(nodes, next,
                     "expression_statement return_statement lexical_declaration "
                     "variable_declaration");
}

/* A value that is computed only once must be computed at once, with nothing before it. */
static sx_status check_at_once(sx_inlining *in, const sx_inline_use *use, sx_inline_level level,
                               sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  const sx_nodes *nodes = &of->in->nodes;
  if (in->uses.len == 1 && is_in_next_statement(in, use) && of->in == use->in) {
    uint32_t next = sx_nodes_next_named(nodes, of->item), root = sx_nodes_first_named(nodes, next);
    while (sx_nodes_is(nodes, root, "assignment variable_declarator")) {
      uint32_t right = sx_nodes_field(nodes, root, "right");
      root = right == SX_NODE_NONE ? sx_nodes_field(nodes, root, "value") : right;
    }
    if (sx_nodes_has_in(nodes, root, use->node) && sx_inline_is_certain(of->in, root, use->node) &&
        sx_inline_judge_part(of->in, sx_nodes_get(nodes, root)->start,
                             sx_nodes_get(nodes, use->node)->start) <=
            (level == SX_INLINE_ACTS ? SX_INLINE_FIXED : SX_INLINE_CHANGES))
      return SX_OK;
  }
  return sx_inline_refuse(in, of->in, of->result, err,
                          "its value may change or act, and is used more than once, later, or "
                          "after something else. Only a value that is used at once can take the "
                          "variable's place.");
}

/* The function, or the part of a class, that gives `this` its meaning. */
static uint32_t place_of_this(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_above(nodes, node,
                        "function_declaration function_expression method_definition "
                        "generator_function generator_function_declaration class_body "
                        "class_static_block field_definition public_field_definition");
}

static sx_status check_place(sx_inlining *in, const sx_inline_use *use, const value *of_value,
                             sx_err *err) {
  const sx_inline_definition *of = &in->definition;
  const sx_nodes *nodes = &of->in->nodes;
  const sx_name *name = sx_names_at(&use->in->names, use->node);
  if (!name || !(name->roles & SX_NAME_READS) || (name->roles & SX_NAME_TYPE) ||
      sx_nodes_is(
          &use->in->nodes, sx_nodes_parent(&use->in->nodes, use->node),
          "export_specifier type_query global_statement nonlocal_statement del_statement") ||
      ((name->roles & SX_NAME_CALLS) &&
       sx_inline_is_member(in->definition.in, in->definition.result)))
    return sx_inline_refuse(in, use->in, use->node, err,
                            "a use that needs the variable itself. Change this use first.");
  if (of_value->has_this &&
      (use->in != of->in || place_of_this(nodes, use->node) != place_of_this(nodes, of->item)))
    return sx_inline_refuse(in, use->in, use->node, err, "a use where `this` is another object.");
  if (!of_value->has_names) return SX_OK;
  uint32_t block = sx_nodes_parent(nodes, of->item);
  bool is_after =
      use->in == of->in && sx_nodes_has_in(nodes, block, use->node) && use->node > of->item;
  uint32_t function = sx_nodes_above(nodes, of->item, of->in->language->functions);
  bool is_own = use->in == of->in &&
                sx_nodes_above(nodes, use->node, of->in->language->functions) == function;
  bool is_same = of_value->is_constant && of_value->level <= SX_INLINE_PURE;
  if (is_after && (is_own || is_same)) return SX_OK;
  return sx_inline_refuse(in, use->in, use->node, err,
                          "a use outside of the block or the function of the variable, where its "
                          "value may be another.");
}

static sx_status replace_use(sx_inlining *in, const sx_inline_use *use, const value *of_value,
                             sx_err *err) {
  sx_inline_call call = {.inlining = in, .use = use, .statement = SX_NODE_NONE};
  const sx_nodes *nodes = &use->in->nodes;
  const sx_tree_node *at = sx_nodes_get(nodes, use->node);
  sx_str text;
  sx_status status = check_place(in, use, of_value, err);
  /* The objects that an operator reads may change, too. */
  bool is_open = of_value->level == SX_INLINE_PURE && of_value->has_names &&
                 !has_plain_operators(in->definition.in, in->definition.result);
  if (!status && (of_value->level >= SX_INLINE_CHANGES || is_open))
    status = check_at_once(in, use, of_value->level, err);
  if (!status) status = sx_inline_check_names(&call, in->definition.result, err);
  if (!status) status = sx_inline_write_result(&call, &text, err);
  if (status) return status;
  if (sx_nodes_above(nodes, use->node, "interpolation") != SX_NODE_NONE)
    return sx_inline_refuse(in, use->in, use->node, err,
                            "a use in an f-string, where not every value can stand.");
  if (sx_nodes_is(nodes, use->node, "shorthand_property_identifier"))
    text = sx_arena_printf(in->r.call->arena, "%.*s: %.*s",
                           SX_STR_ARG(sx_nodes_text(nodes, use->node)), SX_STR_ARG(text));
  return sx_inline_edit_add(in, use->in, at->start, at->end, text, err);
}

sx_status sx_inline_variable_replace(sx_inlining *in, sx_err *err) {
  value own;
  sx_status status = read_value(in, &own, err);
  if (status) return status;
  bool is_free = own.level < SX_INLINE_PURE || (own.level == SX_INLINE_PURE && !own.has_names);
  if (in->keeps_definition && !is_free)
    return sx_inline_refuse(in, in->definition.in, in->definition.result, err,
                            "with keep_definition its value would be computed twice, and may act, "
                            "change, or be another object each time. Leave keep_definition out.");
  for (size_t i = 0; i < in->uses.len && !status; i++)
    status = replace_use(in, &in->uses.items[i], &own, err);
  return status;
}
