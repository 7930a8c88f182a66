#include "refactor/extract.h"

#include "text/language.h"

/*
 * Parameters: bindings from around whose value the selection may read before it writes one.
 * Results: those that it writes and that may be read after it, in the next round of a loop, too.
 */

typedef struct flow {
  sx_extraction *x;
  sx_extract_part *part;
  const sx_names *names;
  sx_err *err;
  bool has_jumps; /* goto, or to labels: what comes after what is not known */
} flow;

/* The uses of one binding. */
typedef struct found {
  uint32_t binding;
  uint32_t first;    /* the first name in the part */
  uint32_t exposed;  /* the first read of the value from before; NONE */
  uint32_t written;  /* the first write in the part; NONE */
  uint32_t captured; /* the first use by a function within the part; NONE */
  bool is_declared;  /* in the part */
} found;

static const sx_name *name_at(const flow *f, size_t i) {
  return &f->names->names.items[i];
}

static const sx_binding *binding_of(const flow *f, uint32_t binding) {
  return &f->names->bindings.items[binding];
}

static bool is_in_part(const flow *f, uint32_t node) {
  return sx_extract_has(f->x, f->part, node);
}

static bool is_after_part(const flow *f, uint32_t node) {
  return sx_nodes_get(&f->x->nodes, node)->start >= f->part->end;
}

/* A generator that is used up where it stands. */
static bool is_used_up(const flow *f, uint32_t generator) {
  const sx_nodes *nodes = &f->x->nodes;
  uint32_t call = sx_nodes_parent(nodes, generator);
  if (sx_nodes_is(nodes, call, "argument_list")) call = sx_nodes_parent(nodes, call);
  sx_str function = sx_nodes_text(nodes, sx_nodes_field(nodes, call, "function"));
  return sx_nodes_is(nodes, call, "call") &&
         (sx_language_has_word("any all sum min max sorted list tuple set dict frozenset len",
                               function, false) ||
          sx_str_has_suffix(function, SX_STR(".join")));
}

/* The outermost function between a node and the part's function, or the part: NONE where it runs
 * with the function. */
static uint32_t inner_function(const flow *f, uint32_t node) {
  const sx_nodes *nodes = &f->x->nodes;
  uint32_t inner = SX_NODE_NONE;
  for (node = sx_nodes_parent(nodes, node); node != SX_NODE_NONE && node != f->part->function;
       node = sx_nodes_parent(nodes, node)) {
    if (f->part->function != SX_NODE_NONE && sx_nodes_has_in(nodes, node, f->part->function))
      return inner; /* a function around: it waits while the part runs */
    bool is_lazy = sx_nodes_is(nodes, node, "generator_expression") && !is_used_up(f, node) &&
                   !sx_nodes_has_in(nodes, node, f->part->first);
    if (is_lazy || sx_control_of(&f->x->control, node) == SX_CONTROL_FUNCTION) inner = node;
  }
  return inner;
}

static bool has_value_role(const sx_name *name) {
  return (name->roles & (SX_NAME_READS | SX_NAME_ADDRESS)) != 0;
}

/* ---- one binding ----------------------------------------------------------------------------- */

static bool is_exposed(const flow *f, const sx_name *name, uint32_t binding) {
  return has_value_role(name) &&
         (f->has_jumps ||
          !sx_control_is_written_before(&f->x->control, binding, name->node, f->part->start));
}

static void look_at(const flow *f, found *out, const sx_name *name) {
  if (out->first == SX_NODE_NONE) out->first = name->node;
  if (out->exposed == SX_NODE_NONE && is_exposed(f, name, out->binding)) out->exposed = name->node;
  if (name->roles & SX_NAME_DECLARES) out->is_declared = true;
  if (out->written == SX_NODE_NONE && (name->roles & (SX_NAME_WRITES | SX_NAME_ADDRESS)))
    out->written = name->node;
  if (out->captured == SX_NODE_NONE && inner_function(f, name->node) != SX_NODE_NONE &&
      is_in_part(f, inner_function(f, name->node)))
    out->captured = name->node;
}

static found look_through(const flow *f, uint32_t binding) {
  found out = {binding, SX_NODE_NONE, SX_NODE_NONE, SX_NODE_NONE, SX_NODE_NONE, false};
  for (size_t i = sx_names_from(f->names, f->part->start);
       i < f->names->names.len && name_at(f, i)->start < f->part->end; i++)
    if (name_at(f, i)->binding == binding && name_at(f, i)->roles) look_at(f, &out, name_at(f, i));
  return out;
}

/* The innermost loop around the part in which a node is, too, and that keeps the binding. */
static uint32_t common_loop(const flow *f, uint32_t node, uint32_t binding) {
  const sx_nodes *nodes = &f->x->nodes;
  uint32_t loop = sx_control_loop(&f->x->control, f->part->first);
  while (loop != SX_NODE_NONE && !sx_nodes_has_in(nodes, loop, node))
    loop = sx_control_loop(&f->x->control, loop);
  uint32_t scope = binding_of(f, binding)->scope;
  bool is_anew = loop != SX_NODE_NONE && scope != loop && sx_nodes_has_in(nodes, loop, scope);
  return is_anew ? SX_NODE_NONE : loop;
}

/* Whether two places are in branches of which only one is taken. */
static bool are_apart(const flow *f, uint32_t node) {
  const sx_nodes *nodes = &f->x->nodes;
  uint32_t around = f->part->first, branch = around;
  while (around != SX_NODE_NONE && !sx_nodes_has_in(nodes, around, node)) {
    branch = around;
    around = sx_nodes_parent(nodes, around);
  }
  if (around == SX_NODE_NONE || sx_control_of(&f->x->control, around) != SX_CONTROL_IF)
    return false;
  if (sx_nodes_is_field(nodes, branch, "consequence")) return true;
  uint32_t inner = sx_nodes_field(nodes, branch, "consequence");
  return sx_nodes_has_in(nodes, inner, f->part->first);
}

/* Where the next round of a loop begins: it is initialized once. */
static uint32_t next_round(const flow *f, uint32_t loop) {
  const sx_nodes *nodes = &f->x->nodes;
  uint32_t clause = sx_nodes_first_named(nodes, loop);
  uint32_t first = sx_nodes_field(nodes, loop, "initializer");
  if (sx_nodes_is(nodes, clause, "for_clause"))
    first = sx_nodes_field(nodes, clause, "initializer");
  return first == SX_NODE_NONE ? sx_nodes_get(nodes, loop)->start + 1
                               : sx_nodes_get(nodes, first)->end;
}

/* Whether a read outside may see what the part has written. */
static bool is_reached(const flow *f, const sx_name *name, uint32_t binding) {
  sx_control *control = &f->x->control;
  if (f->has_jumps) return true;
  if (is_after_part(f, name->node) && !are_apart(f, name->node) &&
      !sx_control_is_written_before(control, binding, name->node, f->part->end))
    return true;
  uint32_t loop = common_loop(f, name->node, binding);
  if (loop == SX_NODE_NONE) return false;
  return !sx_control_is_written_before(control, binding, name->node, next_round(f, loop));
}

/* A part of the file itself: what it writes, others may import. */
static bool is_files_own(const flow *f, uint32_t binding) {
  return binding_of(f, binding)->scope == 0;
}

static bool is_always_written(const flow *f, uint32_t binding) {
  uint32_t node = f->part->first;
  while (!sx_control_is_written_in(&f->x->control, binding, node)) {
    if (node == f->part->last) return false;
    node = sx_nodes_next(&f->x->nodes, node);
  }
  return true;
}

static bool is_live_after(const flow *f, const found *at) {
  if (is_files_own(f, at->binding) && is_always_written(f, at->binding)) return true;
  for (size_t i = 0; i < f->names->names.len; i++) {
    const sx_name *name = name_at(f, i);
    if (name->binding != at->binding || !has_value_role(name)) continue;
    if (!is_in_part(f, name->node)) {
      uint32_t inner = inner_function(f, name->node);
      if (inner != SX_NODE_NONE || is_reached(f, name, at->binding)) return true;
    } else if (is_exposed(f, name, at->binding) && is_reached(f, name, at->binding))
      return true;
  }
  return false;
}

/* A variable of the part's function, not of one around that. */
static bool is_own(const flow *f, uint32_t binding) {
  return binding_of(f, binding)->function == f->part->function || is_files_own(f, binding);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static sx_str text_of(const flow *f, uint32_t binding) {
  return binding_of(f, binding)->name;
}

static sx_status check_write_elsewhere(const flow *f, const found *at, const sx_name *name) {
  uint32_t inner = inner_function(f, name->node);
  bool is_in_loop = common_loop(f, name->node, at->binding) != SX_NODE_NONE;
  if (inner != SX_NODE_NONE)
    return sx_extract_refuse(f->x, name->node, f->err,
                             "A function within this one writes '%.*s', which the selection uses, "
                             "and may do so while the selection runs. Select code that does not "
                             "use it.",
                             SX_STR_ARG(text_of(f, at->binding)));
  if (at->captured == SX_NODE_NONE || is_in_part(f, name->node)) return SX_OK;
  if (!is_after_part(f, name->node) && !is_in_loop) return SX_OK;
  return sx_extract_refuse(f->x, at->captured, f->err,
                           "A function in the selection keeps '%.*s', which is written later, too: "
                           "in a function of its own it would keep the old value. Select code "
                           "without that function.",
                           SX_STR_ARG(text_of(f, at->binding)));
}

static sx_status check_read_elsewhere(const flow *f, const found *at, const sx_name *name) {
  uint32_t inner = inner_function(f, name->node);
  if (at->written == SX_NODE_NONE || inner == SX_NODE_NONE || is_in_part(f, name->node))
    return SX_OK;
  if (is_own(f, at->binding) && is_after_part(f, inner) &&
      common_loop(f, inner, at->binding) == SX_NODE_NONE)
    return SX_OK;
  return sx_extract_refuse(f->x, at->written, f->err,
                           "The selection writes '%.*s', which a function within the one around "
                           "reads: that would see the old value while the selection runs. Select "
                           "code that does not write it.",
                           SX_STR_ARG(text_of(f, at->binding)));
}

static sx_status check_elsewhere(const flow *f, const found *at) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < f->names->names.len && !status; i++) {
    const sx_name *name = name_at(f, i);
    if (name->binding != at->binding) continue;
    if (name->roles & SX_NAME_WRITES) status = check_write_elsewhere(f, at, name);
    if (!status && has_value_role(name)) status = check_read_elsewhere(f, at, name);
  }
  return status;
}

/* Whether it has a value before the part on all ways. */
static bool has_value_before(const flow *f, uint32_t binding) {
  const sx_binding *b = binding_of(f, binding);
  const sx_nodes *nodes = &f->x->nodes;
  if (b->kind == SX_BINDING_PARAMETER || f->x->style == SX_EXTRACT_GO) return true;
  if (sx_nodes_is(nodes, b->scope,
                  "list_comprehension set_comprehension dictionary_comprehension "
                  "generator_expression"))
    return true;
  if (f->x->style == SX_EXTRACT_SCRIPT)
    return b->kind == SX_BINDING_FUNCTION || b->kind == SX_BINDING_IMPORT ||
           name_at(f, b->first)->start < f->part->start;
  return sx_control_is_written_before(&f->x->control, binding, f->part->first, 0);
}

static sx_status check_kind(const flow *f, const found *at) {
  const sx_binding *b = binding_of(f, at->binding);
  bool is_file = is_files_own(f, at->binding);
  if (at->written != SX_NODE_NONE && b->is_shared)
    return sx_extract_refuse(f->x, at->written, f->err,
                             "The selection writes '%.*s', which is global or nonlocal here. "
                             "Select code that does not write it.",
                             SX_STR_ARG(b->name));
  if (at->written != SX_NODE_NONE && is_file && f->part->function != SX_NODE_NONE)
    return SX_OK; /* a variable of the file is the same in the new function */
  if (at->written != SX_NODE_NONE && !is_own(f, at->binding) && b->function != SX_NODE_NONE)
    return sx_extract_refuse(f->x, at->written, f->err,
                             "The selection writes '%.*s', a variable of an outer function. Select "
                             "code that does not write it.",
                             SX_STR_ARG(b->name));
  if (at->is_declared && (b->kind == SX_BINDING_FUNCTION || b->kind == SX_BINDING_TYPE) &&
      (is_file || is_live_after(f, at)))
    return sx_extract_refuse(f->x, at->written == SX_NODE_NONE ? at->first : at->written, f->err,
                             "The selection declares '%.*s', which is used outside of it. Select "
                             "it with its uses, or without it.",
                             SX_STR_ARG(b->name));
  return SX_OK;
}

/* A statement that is one assignment writes last. */
static bool is_written_last(const flow *f, uint32_t binding) {
  const sx_nodes *nodes = &f->x->nodes;
  uint32_t last = f->part->last;
  for (size_t i = sx_names_from(f->names, f->part->start);
       i < f->names->names.len && name_at(f, i)->start < f->part->end; i++) {
    const sx_name *name = name_at(f, i);
    if (name->binding != binding || !(name->roles & SX_NAME_WRITES)) continue;
    uint32_t parent = sx_nodes_parent(nodes, name->node);
    if (!sx_nodes_is(nodes, parent, "assignment variable_declarator assignment_expression"))
      return false;
    uint32_t statement = sx_nodes_parent(nodes, parent);
    bool is_alone = sx_nodes_first_named(nodes, statement) == parent &&
                    sx_nodes_next_named(nodes, parent) == SX_NODE_NONE;
    if (statement != last || !is_alone) return false;
  }
  return true;
}

static bool is_used_from(const flow *f, uint32_t binding, uint32_t start) {
  for (size_t i = sx_names_from(f->names, start); i < f->names->names.len; i++)
    if (name_at(f, i)->binding == binding && has_value_role(name_at(f, i)) &&
        !is_in_part(f, name_at(f, i)->node))
      return true;
  return false;
}

/* An exception in the middle of the part leaves what it has written until then: to a handler. */
static sx_status check_handlers(const flow *f, const found *at) {
  const sx_nodes *nodes = &f->x->nodes;
  uint32_t branch = f->part->first, around = branch;
  for (; around != SX_NODE_NONE && around != f->part->function; branch = around) {
    around = sx_nodes_parent(nodes, branch);
    if (sx_control_of(&f->x->control, around) != SX_CONTROL_TRY) continue;
    if (sx_nodes_is(nodes, branch, "finally_clause")) continue;
    if (sx_nodes_has_in(nodes, around, binding_of(f, at->binding)->scope)) continue;
    uint32_t from = sx_nodes_get(nodes, branch)->end;
    bool is_in_loop = common_loop(f, around, at->binding) != SX_NODE_NONE;
    if (is_written_last(f, at->binding) || !(is_in_loop || is_used_from(f, at->binding, from)))
      continue;
    return sx_extract_refuse(f->x, at->written, f->err,
                             "The selection writes '%.*s' in a try statement: where it fails "
                             "later, its value would be lost. Select the whole try statement, or "
                             "code that ends with this assignment.",
                             SX_STR_ARG(text_of(f, at->binding)));
  }
  return SX_OK;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool is_changed_elsewhere(const flow *f, const found *at) {
  for (size_t i = 0; i < f->names->names.len; i++) {
    const sx_name *name = name_at(f, i);
    if (name->binding == at->binding && (name->roles & SX_NAME_WRITES) &&
        !is_in_part(f, name->node))
      return true;
  }
  return false;
}

static sx_status add_value(const flow *f, const found *at, const sx_extract_value *value) {
  sx_extract_value *added = SX_ARRAY_ADD(&f->part->values, f->x->call->arena);
  if (!added) return sx_fail(f->err, f->x->call->arena->status, NULL);
  *added = *value;
  if (value->is_result && f->part->is_expression)
    return sx_extract_refuse(f->x, at->written, f->err,
                             "The expression writes '%.*s', which is read after it. Select the "
                             "whole statement.",
                             SX_STR_ARG(text_of(f, at->binding)));
  bool is_settled = value->is_shared || (f->x->style == SX_EXTRACT_C && value->is_result);
  if (!value->is_parameter || is_settled || has_value_before(f, at->binding)) return SX_OK;
  return sx_extract_refuse(f->x, value->node, f->err,
                           "'%.*s' has no value on some ways to the selection, so it cannot be "
                           "passed. Give it a value before, or select more.",
                           SX_STR_ARG(text_of(f, at->binding)));
}

static bool is_named_outside(const flow *f, uint32_t binding) {
  for (size_t i = 0; i < f->names->names.len; i++)
    if (name_at(f, i)->binding == binding && !is_in_part(f, name_at(f, i)->node)) return true;
  return false;
}

/* C, Go: what has an address that is known elsewhere is used by that address. */
static bool is_shared(const flow *f, uint32_t binding) {
  if (f->x->style == SX_EXTRACT_C) return sx_extract_c_is_shared(f->x, binding);
  return f->x->style == SX_EXTRACT_GO && sx_extract_go_is_shared(f->x, binding);
}

static sx_status take(const flow *f, uint32_t binding) {
  found at = look_through(f, binding);
  bool is_written = at.written != SX_NODE_NONE;
  bool is_outer = is_files_own(f, binding) && f->part->function != SX_NODE_NONE;
  sx_status status = check_kind(f, &at);
  if (status || is_outer) return status;
  if (is_files_own(f, binding) && !is_written) return SX_OK;
  sx_extract_value value = {.binding = binding, .node = at.first};
  if (!at.is_declared && is_shared(f, binding)) {
    value.is_parameter = value.is_shared = true;
    return add_value(f, &at, &value);
  }
  value.is_new =
      at.is_declared && name_at(f, binding_of(f, binding)->first)->start >= f->part->start;
  value.is_result = is_written && !f->part->is_returning && is_live_after(f, &at);
  if (value.is_new && f->x->style != SX_EXTRACT_PYTHON && is_named_outside(f, binding)) {
    if (!is_written)
      return sx_extract_refuse(f->x, at.first, f->err,
                               "The selection declares '%.*s', which is used outside of it. Select "
                               "it with its uses, or without it.",
                               SX_STR_ARG(text_of(f, binding)));
    value.is_result = !f->part->is_returning;
  }
  value.is_parameter = at.exposed != SX_NODE_NONE;
  if (value.is_result && !is_always_written(f, binding)) value.is_parameter = true;
  if (value.is_new && f->x->style != SX_EXTRACT_PYTHON) value.is_parameter = false;
  value.is_changed = is_changed_elsewhere(f, &at);
  if (!value.is_parameter && !value.is_result && !is_written) return SX_OK;
  status = check_elsewhere(f, &at);
  if (!status && is_written) status = check_handlers(f, &at);
  value.is_local = is_written && !value.is_parameter && !value.is_new;
  if (!value.is_parameter && !value.is_result && !value.is_local) return status;
  return status ? status : add_value(f, &at, &value);
}

/* Bindings of scopes within the part stay there. */
static bool is_inside(const flow *f, uint32_t binding) {
  return is_in_part(f, binding_of(f, binding)->scope);
}

static bool has_jumps(const sx_extraction *x, const sx_extract_part *part) {
  const sx_nodes *nodes = &x->nodes;
  uint32_t around = part->function == SX_NODE_NONE ? 0 : part->function;
  for (uint32_t i = around; i < nodes->ends[around] && x->style > SX_EXTRACT_SCRIPT; i++)
    if (sx_nodes_is(nodes, i, "goto_statement label_name labeled_statement")) return true;
  return false;
}

sx_status sx_extract_find_values(sx_extraction *x, sx_extract_part *part, sx_err *err) {
  flow f = {x, part, &x->names, err, has_jumps(x, part)};
  bool *are_taken = sx_arena_calloc(x->call->arena, f.names->bindings.len + 1, sizeof *are_taken);
  if (!are_taken) return sx_fail(err, x->call->arena->status, NULL);
  part->values.len = 0;
  sx_status status = SX_OK;
  for (size_t i = sx_names_from(f.names, part->start);
       i < f.names->names.len && name_at(&f, i)->start < part->end && !status; i++) {
    const sx_name *name = name_at(&f, i);
    bool is_type = (name->roles & ~(uint32_t)SX_NAME_DECLARES) == SX_NAME_TYPE;
    if (name->binding == SX_BINDING_FREE || is_type || are_taken[name->binding]) continue;
    are_taken[name->binding] = true;
    if (!is_inside(&f, name->binding)) status = take(&f, name->binding);
  }
  if (!status && x->style == SX_EXTRACT_C) status = sx_extract_c_settle(x, part, err);
  if (!status && x->style == SX_EXTRACT_GO) status = sx_extract_go_settle(x, part, err);
  return status;
}

size_t sx_extract_count(const sx_extract_part *part, bool results) {
  size_t count = 0;
  for (size_t i = 0; i < part->values.len; i++)
    count += results ? part->values.items[i].is_result : part->values.items[i].is_parameter;
  return count;
}
