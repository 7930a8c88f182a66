#include "refactor/extract.h"

#include "text/language.h"

/* Statements that leave the selection, and names that mean something else in another function. */

typedef struct exits {
  sx_extraction *x;
  sx_extract_part *part;
  sx_err *err;
  uint32_t first_return; /* NONE */
  uint32_t return_value; /* a return that has a value; NONE */
  uint32_t bare_return;  /* one that has none */
} exits;

static const char *kind_of_receiver(sx_extract_style style) {
  return style == SX_EXTRACT_SCRIPT ? "this super" : "";
}

/* ---- jumps ----------------------------------------------------------------------------------- */

static bool is_target_inside(const exits *e, uint32_t node, sx_control_class class) {
  const sx_nodes *nodes = &e->x->nodes;
  for (node = sx_nodes_parent(nodes, node); sx_extract_has(e->x, e->part, node);
       node = sx_nodes_parent(nodes, node)) {
    sx_control_class around = sx_control_of(&e->x->control, node);
    if (around == SX_CONTROL_LOOP || around == SX_CONTROL_DO) return true;
    bool is_switch = around == SX_CONTROL_CASES && e->x->style != SX_EXTRACT_PYTHON;
    if (is_switch && class == SX_CONTROL_BREAK) return true;
  }
  return false;
}

static sx_status check_jump(const exits *e, uint32_t node, sx_control_class class) {
  bool has_label =
      sx_nodes_field(&e->x->nodes, node, "label") != SX_NODE_NONE ||
      sx_nodes_is(&e->x->nodes, sx_nodes_first_named(&e->x->nodes, node), "label_name");
  if (has_label)
    return sx_extract_refuse(e->x, node, e->err,
                             "A jump to a label is in the selection. Select code without it.");
  if (is_target_inside(e, node, class)) return SX_OK;
  return sx_extract_refuse(e->x, node, e->err,
                           "The selection leaves a loop that is around it, by %.*s. Select the "
                           "whole loop, or code without this statement.",
                           SX_STR_ARG(sx_nodes_text(&e->x->nodes, node)));
}

static void note_return(exits *e, uint32_t node) {
  if (e->first_return == SX_NODE_NONE) e->first_return = node;
  bool has_value = sx_nodes_first_named(&e->x->nodes, node) != SX_NODE_NONE;
  if (has_value)
    e->return_value = node;
  else
    e->bare_return = node;
}

static sx_status check_control(exits *e, uint32_t node) {
  sx_control_class class = sx_control_of(&e->x->control, node);
  switch (class) {
  case SX_CONTROL_BREAK:
  case SX_CONTROL_CONTINUE: return check_jump(e, node, class);
  case SX_CONTROL_RETURN: note_return(e, node); return SX_OK;
  case SX_CONTROL_LABEL:
  case SX_CONTROL_GOTO:
    return sx_extract_refuse(e->x, node, e->err,
                             "A label is in the selection. Select code without it.");
  case SX_CONTROL_YIELD:
    return sx_extract_refuse(e->x, node, e->err,
                             "The selection yields: the new function would be a generator. Select "
                             "code without yield.");
  case SX_CONTROL_DEFER:
    return sx_extract_refuse(e->x, node, e->err,
                             "A deferred call would be made at the end of the new function. "
                             "Select code without it.");
  case SX_CONTROL_AWAIT: e->part->is_async = true; return SX_OK;
  default: return SX_OK;
  }
}

/* ---- names that mean something in their function alone --------------------------------------- */

static sx_status check_python(const exits *e, uint32_t node) {
  const sx_nodes *nodes = &e->x->nodes;
  sx_str text = sx_nodes_text(nodes, node);
  if (sx_nodes_is(nodes, node, "global_statement nonlocal_statement"))
    return sx_extract_refuse(
        e->x, node, e->err,
        "A declaration of global or nonlocal names is in the selection. Select "
        "code without it.");
  if (sx_nodes_is(nodes, node, "delete_statement"))
    return sx_extract_refuse(e->x, node, e->err,
                             "del is in the selection. Select code without it.");
  if (!sx_nodes_is(nodes, node, "identifier")) return SX_OK;
  bool is_private = sx_str_has_prefix(text, SX_STR("__")) && !sx_str_has_suffix(text, SX_STR("__"));
  if (is_private || sx_language_has_word("super __class__", text, false))
    e->part->needs_class = true;
  return SX_OK;
}

static void note_async(const exits *e, uint32_t node) {
  const sx_nodes *nodes = &e->x->nodes;
  if (e->x->style == SX_EXTRACT_PYTHON &&
      sx_nodes_is(nodes, node, "for_statement with_statement for_in_clause") &&
      sx_nodes_token(nodes, node, "async") != SX_NODE_NONE)
    e->part->is_async = true;
  if (sx_nodes_is(nodes, node, "for_in_statement") &&
      sx_nodes_token(nodes, node, "await") != SX_NODE_NONE)
    e->part->is_async = true;
}

static sx_status check_script(const exits *e, uint32_t node, bool is_own) {
  const sx_nodes *nodes = &e->x->nodes;
  if (sx_nodes_is(nodes, node, kind_of_receiver(e->x->style)) && is_own) {
    if (e->part->receiver == SX_NODE_NONE) e->part->receiver = node;
    if (sx_nodes_is(nodes, node, "super")) e->part->needs_class = true;
    if (sx_nodes_is(nodes, node, "super") && sx_nodes_is_field(nodes, node, "function"))
      return sx_extract_refuse(e->x, node, e->err,
                               "super(…) is called in the selection, which only a constructor may. "
                               "Select code without it.");
  }
  if (sx_nodes_is(nodes, node, "private_property_identifier")) e->part->needs_class = true;
  bool is_arguments = sx_nodes_is(nodes, node, "identifier") && sx_names_at(&e->x->names, node) &&
                      sx_names_at(&e->x->names, node)->binding == SX_BINDING_FREE &&
                      sx_str_is_equal(sx_nodes_text(nodes, node), SX_STR("arguments"));
  if (is_own && (is_arguments || sx_nodes_is(nodes, node, "meta_property")))
    return sx_extract_refuse(e->x, node, e->err,
                             "%.*s in the selection means this function's own. Select code without "
                             "it.",
                             SX_STR_ARG(sx_nodes_text(nodes, node)));
  return SX_OK;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* `this` of an arrow function is that around it; of others it is their own. */
static bool is_with_own_receiver(const exits *e, uint32_t node) {
  return sx_control_of(&e->x->control, node) == SX_CONTROL_FUNCTION &&
         !sx_nodes_is(&e->x->nodes, node, "arrow_function");
}

static sx_status check_nodes(exits *e) {
  const sx_nodes *nodes = &e->x->nodes;
  uint32_t end = nodes->ends[e->part->last], own_until = 0, receiver_until = 0;
  sx_status status = SX_OK;
  for (uint32_t node = e->part->first; node < end && !status; node++) {
    bool is_in_class = sx_nodes_is(nodes, node, "class_body");
    if (is_with_own_receiver(e, node) || is_in_class)
      receiver_until = nodes->ends[node] > receiver_until ? nodes->ends[node] : receiver_until;
    if (sx_control_of(&e->x->control, node) == SX_CONTROL_FUNCTION)
      own_until = nodes->ends[node] > own_until ? nodes->ends[node] : own_until;
    if (node >= own_until) status = check_control(e, node);
    if (node >= own_until) note_async(e, node);
    if (status) break;
    if (e->x->style == SX_EXTRACT_PYTHON) status = check_python(e, node);
    if (e->x->style == SX_EXTRACT_SCRIPT) status = check_script(e, node, node >= receiver_until);
  }
  return status;
}

static sx_status check_dynamic(const exits *e) {
  const sx_names *names = &e->x->names;
  uint32_t around = e->part->function == SX_NODE_NONE ? 0 : e->part->function;
  if (e->x->style > SX_EXTRACT_SCRIPT) return SX_OK;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *name = &names->names.items[i];
    if (!(name->roles & SX_NAME_CALLS) || name->binding != SX_BINDING_FREE ||
        !sx_nodes_has_in(names->nodes, around, name->node))
      continue;
    sx_str text = sx_nodes_text(names->nodes, name->node);
    bool is_python = e->x->style == SX_EXTRACT_PYTHON;
    if (sx_language_has_word(is_python ? "eval exec locals vars" : "eval", text, false))
      return sx_extract_refuse(
          e->x, name->node, e->err,
          "%.*s may use any variable of this function by its name, so what the "
          "selection needs cannot be known.",
          SX_STR_ARG(text));
  }
  if (names->dynamic != SX_NODE_NONE && sx_nodes_is(names->nodes, names->dynamic, "with_statement"))
    return sx_extract_refuse(e->x, names->dynamic, e->err, "Names in a `with` may mean anything.");
  return SX_OK;
}

/* At the end of the function's own statements nothing is left to be done but to return. */
static bool is_at_end(const exits *e) {
  const sx_nodes *nodes = &e->x->nodes;
  uint32_t list = sx_nodes_parent(nodes, e->part->last);
  bool is_next = sx_nodes_next_named(nodes, e->part->last) != SX_NODE_NONE;
  if (sx_nodes_is(nodes, list, "statement_list")) list = sx_nodes_parent(nodes, list);
  return !is_next && sx_nodes_is_field(nodes, list, "body") &&
         sx_nodes_parent(nodes, list) == e->part->function;
}

static bool never_ends(const exits *e) {
  for (uint32_t node = e->part->first; node != SX_NODE_NONE && node <= e->part->last;
       node = sx_nodes_next(&e->x->nodes, node))
    if (sx_control_never_ends(&e->x->control, node)) return true;
  return false;
}

static sx_status check_returns(exits *e) {
  if (e->first_return == SX_NODE_NONE) return SX_OK;
  if (!never_ends(e) && !is_at_end(e))
    return sx_extract_refuse(e->x, e->first_return, e->err,
                             "The selection returns on some ways only. Select up to the end of the "
                             "function, or code without this return.");
  e->part->is_returning = true;
  e->part->has_value = e->return_value != SX_NODE_NONE;
  return SX_OK;
}

static sx_status check_place(const exits *e) {
  const sx_nodes *nodes = &e->x->nodes;
  uint32_t list = sx_nodes_parent(nodes, e->part->first);
  if (!e->part->is_expression &&
      sx_nodes_is(nodes, sx_nodes_parent(nodes, list), "class_definition"))
    return sx_extract_refuse(e->x, e->part->first, e->err,
                             "This statement of a class declares its attributes. Select code of a "
                             "method.");
  if (sx_nodes_is(nodes, e->part->first,
                  "import_statement import_from_statement "
                  "future_import_statement export_statement"))
    return sx_extract_refuse(e->x, e->part->first, e->err,
                             "Imports and exports belong to the file. Select code without them.");
  return SX_OK;
}

sx_status sx_extract_check_exits(sx_extraction *x, sx_extract_part *part, sx_err *err) {
  exits e = {x, part, err, SX_NODE_NONE, SX_NODE_NONE, SX_NODE_NONE};
  part->receiver = SX_NODE_NONE;
  part->is_async = part->is_returning = part->has_value = part->needs_class = false;
  for (uint32_t node = part->first; node < x->nodes.ends[part->last]; node++)
    if (sx_nodes_get(&x->nodes, node)->flags & (SX_TREE_ERROR | SX_TREE_MISSING))
      return sx_extract_refuse(x, node, err, "The selection has a syntax error. Correct it first.");
  sx_status status = check_place(&e);
  if (!status) status = check_dynamic(&e);
  if (!status) status = check_nodes(&e);
  if (!status) status = check_returns(&e);
  if (!status && x->style == SX_EXTRACT_C) status = sx_extract_c_check(x, part, err);
  if (!status && x->style == SX_EXTRACT_GO) status = sx_extract_go_check(x, part, err);
  return status;
}
