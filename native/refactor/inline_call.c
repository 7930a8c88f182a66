#include "refactor/inline_parts.h"

/* ---- arguments ------------------------------------------------------------------------------- */

static sx_status refuse_call(const sx_inline_call *call, const char *why, sx_err *err) {
  return sx_inline_refuse(call->inlining, call->use->in, call->use->call, err, "%s", why);
}

static size_t find_parameter(const sx_inline_definition *of, sx_str name) {
  for (size_t i = 0; i < of->parameters.len; i++)
    if (sx_str_is_equal(of->parameters.items[i].name, name) && !of->parameters.items[i].is_placed)
      return i;
  return of->parameters.len;
}

static bool has_edit_at(const sx_inline_text *text, uint32_t node) {
  const sx_tree_node *at = sx_nodes_get(&text->nodes, node);
  for (size_t i = 0; i < text->edits.len; i++)
    if (text->edits.items[i].start == at->start && text->edits.items[i].end == at->end) return true;
  return false;
}

/* `n := 1`, `n++`: what the other arguments read depends on when it is evaluated. */
static bool assigns(const sx_inline_text *text, uint32_t node) {
  const sx_tree_node *at = sx_nodes_get(&text->nodes, node);
  for (size_t i = sx_names_from(&text->names, at->start); i < text->names.names.len; i++) {
    if (text->names.names.items[i].start >= at->end) break;
    if (text->names.names.items[i].roles & SX_NAME_WRITES) return true;
  }
  return false;
}

static sx_status give(sx_inline_call *call, size_t parameter, uint32_t node, sx_err *err) {
  sx_inlining *in = call->inlining;
  sx_inline_text *text = call->use->in;
  const sx_inline_definition *of = &in->definition;
  if (parameter >= of->parameters.len)
    return sx_inline_refuse(in, text, node, err,
                            "an argument that it has no parameter for. Correct this call first.");
  sx_inline_argument *argument = &call->arguments.items[parameter];
  uint32_t *added = SX_ARRAY_ADD(&call->order, in->r.call->arena);
  if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
  if (argument->value.len)
    return sx_inline_refuse(in, text, node, err,
                            "an argument for a parameter that has one. Correct this call first.");
  *added = (uint32_t)parameter;
  argument->is_enclosed = has_edit_at(text, node);
  node = sx_inline_bare(text, node);
  if (sx_nodes_is(&text->nodes, node,
                  "named_expression assignment_expression "
                  "augmented_assignment_expression update_expression") ||
      (assigns(text, node) && of->parameters.len > 1))
    return sx_inline_refuse(in, text, node, err,
                            "an argument that assigns. Make that a statement of its own first.");
  const sx_tree_node *at = sx_nodes_get(&text->nodes, node);
  argument->node = node;
  argument->level = sx_inline_judge(text, node);
  sx_status status = sx_inline_rooms_close(in, text, at->start, at->end, err);
  if (status) return status;
  argument->value = argument->text =
      sx_text_edits_take(&text->edits, at->start, at->end, in->r.call->arena);
  bool is_literal = sx_nodes_is(&text->nodes, node, text->language->literals) &&
                    !sx_nodes_is(&text->nodes, node, "undefined this");
  if (of->parameters.items[parameter].is_optional &&
      of->parameters.items[parameter].value != SX_NODE_NONE && !is_literal)
    return sx_inline_refuse(in, text, node, err,
                            "an argument that may be undefined, for which the parameter has a "
                            "default.");
  return SX_OK;
}

static sx_status give_default(sx_inline_call *call, size_t parameter, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_parameter *to = &of->parameters.items[parameter];
  sx_inline_argument *argument = &call->arguments.items[parameter];
  argument->is_default = true;
  if (to->value == SX_NODE_NONE && !to->is_optional)
    return refuse_call(
        call, "a call without an argument for one of its parameters. Give it one first.", err);
  if (to->value == SX_NODE_NONE) {
    argument->value = argument->text = sx_str_from(call->use->in->language->nothing);
    return SX_OK;
  }
  argument->node = to->value;
  argument->level = sx_inline_judge(of->in, to->value);
  argument->value = argument->text = sx_nodes_text(&of->in->nodes, to->value);
  if (argument->level == SX_INLINE_FIXED && !sx_names_at(&of->in->names, to->value)) return SX_OK;
  return refuse_call(call,
                     "a call that leaves a parameter its default, which is not a literal. Give the "
                     "argument first.",
                     err);
}

/* A class, by its name or as the `cls` of a class method: the code needs no object. */
static bool is_class(const sx_inline_text *text, uint32_t node) {
  sx_str word = sx_nodes_text(&text->nodes, node);
  const sx_name *name = sx_names_at(&text->names, node);
  if (!name || name->binding == SX_BINDING_FREE) return false;
  uint8_t kind = text->names.bindings.items[name->binding].kind;
  bool is_title = word.ptr[0] >= 'A' && word.ptr[0] <= 'Z';
  return kind == SX_BINDING_TYPE || (kind == SX_BINDING_IMPORT && is_title) ||
         sx_str_is_equal(word, SX_STR("cls"));
}

/* The object of a call of a method is its first argument, or nothing that its code has. */
static sx_status give_object(sx_inline_call *call, size_t *place, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_text *text = call->use->in;
  uint32_t object = call->use->object;
  *place = 0;
  if (!of->is_method || object == SX_NODE_NONE) return SX_OK;
  const sx_inline_parameter *first = of->parameters.len ? &of->parameters.items[0] : NULL;
  bool is_of_class = first && first->is_receiver && sx_nodes_is(&of->in->nodes, 0, "module") &&
                     sx_str_is_equal(first->name, SX_STR("cls"));
  if (!first || !first->is_receiver || (is_of_class && !first->uses)) {
    *place = first && first->is_receiver;
    if (sx_inline_judge(text, object) == SX_INLINE_FIXED)
      return *place ? give(call, 0, object, err) : SX_OK;
    return refuse_call(call,
                       "a call on an expression that must be evaluated, though the code does not "
                       "need it. Assign it to a variable first.",
                       err);
  }
  if (is_of_class && !is_class(text, object))
    return refuse_call(call, "a class method that is called on an object, whose class it needs.",
                       err);
  *place = 1;
  sx_status status = give(call, 0, object, err);
  /* Reading a name that the code does not need does nothing. */
  bool is_unused =
      !first->uses && !text->language->is_typed && sx_nodes_is(&text->nodes, object, "identifier");
  if (!status && (is_unused || sx_inline_is_fixed_pointer(call, object)))
    call->arguments.items[0].level = SX_INLINE_FIXED;
  return status;
}

static sx_status map_arguments(sx_inline_call *call, sx_err *err) {
  const sx_inline_text *text = call->use->in;
  const sx_nodes *nodes = &text->nodes;
  const sx_inline_definition *of = &call->inlining->definition;
  uint32_t node = sx_nodes_first_named(nodes, sx_nodes_field(nodes, call->use->call, "arguments"));
  size_t place;
  sx_status status = give_object(call, &place, err);
  if (status) return status;
  for (; node != SX_NODE_NONE && !status; node = sx_nodes_next_named(nodes, node)) {
    if (sx_nodes_is(nodes, node, "list_splat dictionary_splat spread_element variadic_argument"))
      return sx_inline_refuse(call->inlining, text, node, err,
                              "a call with any number of arguments. Write them out first.");
    bool is_keyword = sx_nodes_is(nodes, node, "keyword_argument");
    sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name"));
    size_t to = is_keyword ? find_parameter(of, name) : place++;
    bool is_named = to < of->parameters.len && of->parameters.items[to].is_named;
    if (!is_keyword && is_named) to = of->parameters.len;
    status = give(call, to, is_keyword ? sx_nodes_field(nodes, node, "value") : node, err);
  }
  for (size_t i = 0; i < of->parameters.len && !status; i++)
    if (!call->arguments.items[i].value.len) status = give_default(call, i, err);
  return status;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The outermost function around the call: a variable of it is seen there alone. The file: 0. */
static uint32_t extent_of(const sx_inline_call *call) {
  const sx_inline_text *text = call->use->in;
  uint32_t node = call->use->call, extent = 0;
  while (node != SX_NODE_NONE) {
    node = sx_nodes_above(&text->nodes, node, text->language->functions);
    if (node != SX_NODE_NONE) extent = node;
  }
  return extent;
}

static bool is_named_in(const sx_inlining *in, const sx_inline_text *text, uint32_t extent,
                        sx_str name) {
  const sx_inline_definition *of = &in->definition;
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *one = &text->names.names.items[i];
    bool is_own = text == of->in && sx_nodes_has_in(&text->nodes, of->function, one->node);
    if (!is_own && sx_nodes_has_in(&text->nodes, extent, one->node) &&
        sx_str_is_equal(sx_str_slice(text->nodes.text, one->start, one->end), name))
      return true;
  }
  return false;
}

static bool is_in_code(const sx_inlining *in, sx_str name) {
  const sx_inline_text *text = in->definition.in;
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *one = &text->names.names.items[i];
    if (sx_nodes_has_in(&text->nodes, in->definition.function, one->node) &&
        sx_str_is_equal(sx_str_slice(text->nodes.text, one->start, one->end), name))
      return true;
  }
  return false;
}

sx_str sx_inline_fresh_name(sx_inline_call *call, sx_str wanted) {
  sx_inlining *in = call->inlining;
  sx_arena *arena = in->r.call->arena;
  uint32_t extent = extent_of(call);
  sx_str name = wanted, key = SX_STR("");
  for (int i = 2; i < 1000; i++) {
    key = sx_arena_printf(arena, "%u %.*s", extent, SX_STR_ARG(name));
    bool is_taken = is_named_in(in, call->use->in, extent, name) ||
                    sx_strs_have(&call->use->in->added, key) || (i > 2 && is_in_code(in, name));
    if (!is_taken) break;
    name = sx_arena_printf(arena, "%.*s_%d", SX_STR_ARG(wanted), i);
  }
  sx_str *added = SX_ARRAY_ADD(&call->use->in->added, arena);
  if (added) *added = key;
  return name;
}

sx_status sx_inline_bind(sx_inline_call *call, size_t parameter, sx_err *err) {
  sx_inline_argument *argument = &call->arguments.items[parameter];
  const sx_inline_parameter *to = &call->inlining->definition.parameters.items[parameter];
  const sx_inline_text *text = call->use->in;
  uint32_t class = sx_nodes_above(&text->nodes, call->use->call, "class_definition class_body");
  uint32_t function = sx_nodes_above(&text->nodes, call->use->call, text->language->functions);
  if (to->is_captured)
    return refuse_call(call, "an argument that a function within its code keeps.", err);
  if (class != SX_NODE_NONE && (function == SX_NODE_NONE || function < class))
    return refuse_call(call, "a call in a class's own code, where it would need variables.", err);
  if (function == SX_NODE_NONE && sx_nodes_is(&text->nodes, 0, "module"))
    return refuse_call(call,
                       "a call in a module's own code, where its variables would become the "
                       "module's. Put the call into a function first.",
                       err);
  argument->is_bound = true;
  argument->text = sx_inline_fresh_name(call, to->name);
  return SX_OK;
}

sx_status sx_inline_write_binders(sx_inline_call *call, sx_buf *out, sx_err *err) {
  if (call->use->in->language->is_typed) return sx_inline_write_binders_typed(call, out, err);
  const sx_inline_text *text = call->use->in;
  const sx_inline_definition *of = &call->inlining->definition;
  for (size_t i = 0; i < of->parameters.len; i++) {
    /* Defaults come last: nothing sees the order of literals. */
    bool is_given = i < call->order.len;
    size_t at = is_given ? call->order.items[i] : i;
    const sx_inline_argument *argument = &call->arguments.items[at];
    if (!argument->is_bound || argument->is_default == is_given) continue;
    bool is_let = text->language->end[0] && of->parameters.items[at].is_written;
    bool has_lines = sx_str_find_char(argument->value, '\n', 0) != SX_STR_NONE;
    if (text->language->end[0]) sx_buf_add_text(out, is_let ? "let " : "const ");
    sx_buf_addf(out, has_lines ? "%.*s = (%.*s)%s\n%.*s" : "%.*s = %.*s%s\n%.*s",
                SX_STR_ARG(argument->text), SX_STR_ARG(argument->value), text->language->end,
                SX_STR_ARG(call->room.indent));
  }
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

/* ---- an expression in place of the call ----------------------------------------------------- */

static uint32_t use_of_parameter(const sx_inline_definition *of, uint32_t binding) {
  const sx_names *names = &of->in->names;
  for (size_t i = 0; i < names->names.len; i++)
    if (names->names.items[i].binding == binding &&
        !(names->names.items[i].roles & SX_NAME_DECLARES))
      return names->names.items[i].node;
  return SX_NODE_NONE;
}

static bool are_others_at_most(const sx_inline_call *call, size_t parameter,
                               sx_inline_level level) {
  for (size_t i = 0; i < call->arguments.len; i++)
    if (i != parameter && call->arguments.items[i].level > level) return false;
  return true;
}

/* Whether nothing can tell it from an argument that is evaluated before the code. */
static bool may_take_its_place(const sx_inline_call *call, size_t parameter) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_parameter *to = &of->parameters.items[parameter];
  const sx_inline_argument *argument = &call->arguments.items[parameter];
  bool has_names =
      !argument->is_default && argument->node != SX_NODE_NONE &&
      !sx_nodes_is(&call->use->in->nodes, argument->node, call->use->in->language->literals);
  if (to->is_written || (to->is_captured && has_names)) return false;
  if (to->is_called && sx_inline_is_member(call->use->in, argument->node)) return false;
  if (argument->level == SX_INLINE_FIXED) return true;
  if (to->uses != 1 || of->statements.len) return false;
  uint32_t use = use_of_parameter(of, to->binding);
  if (!sx_nodes_has_in(&of->in->nodes, of->result, use)) return false;
  uint32_t from = sx_nodes_get(&of->in->nodes, of->result)->start;
  sx_inline_level before =
      sx_inline_judge_part(of->in, from, sx_nodes_get(&of->in->nodes, use)->start);
  /* An operator reads objects, which code that acts may have changed. */
  if (argument->level == SX_INLINE_PURE)
    return before <= SX_INLINE_CHANGES && are_others_at_most(call, parameter, SX_INLINE_CHANGES);
  if (!sx_inline_is_certain(of->in, of->result, use)) return false;
  if (argument->level == SX_INLINE_CHANGES)
    return before <= SX_INLINE_CHANGES && are_others_at_most(call, parameter, SX_INLINE_CHANGES);
  return before == SX_INLINE_FIXED && are_others_at_most(call, parameter, SX_INLINE_FIXED);
}

static sx_status bind_others(sx_inline_call *call, bool *has_bound, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < call->arguments.len && !status; i++) {
    if (may_take_its_place(call, i)) continue;
    *has_bound = true;
    if (!sx_inline_may_stand_before(call))
      return refuse_call(call,
                         "an argument must be evaluated before, once, and there is no statement "
                         "before which that could stand. Assign it to a variable first.",
                         err);
    status = sx_inline_bind(call, i, err);
  }
  /* An argument that acts or reads what may change stays in its order with those that are bound. */
  for (size_t i = 0; i < call->arguments.len && *has_bound && !status; i++)
    if (!call->arguments.items[i].is_bound && call->arguments.items[i].level > SX_INLINE_FIXED)
      status = sx_inline_bind(call, i, err);
  return status;
}

static bool is_plain_text(sx_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (strchr("\"'\\{}\n:!#", text.ptr[i])) return false;
  return true;
}

/* In the braces of an f-string not everything may stand, and `{x=}` shows the code itself. */
static sx_status check_string(const sx_inline_call *call, const sx_inline_text *text, uint32_t node,
                              sx_str with, sx_err *err) {
  uint32_t around = sx_nodes_above(&text->nodes, node, "interpolation");
  if (around == SX_NODE_NONE) return SX_OK;
  bool shows_code =
      sx_nodes_token(&text->nodes, around, "=") != SX_NODE_NONE ||
      sx_str_find(sx_nodes_text(&text->nodes, around), SX_STR("=}"), 0) != SX_STR_NONE;
  if (is_plain_text(with) && !shows_code) return SX_OK;
  return sx_inline_refuse(call->inlining, text, node, err,
                          "a place in an f-string, where the code cannot stand. Put the call into "
                          "a variable before it first.");
}

/* In JavaScript what is called as a member has its object as `this`. */
static bool returns_member(const sx_inline_call *call) {
  const sx_inline_definition *of = &call->inlining->definition;
  uint32_t result = sx_inline_bare(of->in, of->result);
  const sx_name *name = sx_names_at(&of->in->names, result);
  for (size_t i = 0; name && i < of->parameters.len; i++)
    if (of->parameters.items[i].binding == name->binding &&
        sx_inline_is_member(call->use->in, call->arguments.items[i].node))
      return true;
  return sx_inline_is_member(of->in, result);
}

sx_str sx_inline_begin_statement(sx_inline_call *call, sx_str text) {
  bool goes_on = call->use->in->language->end[0] && text.len && strchr("([`/+-*", text.ptr[0]);
  bool is_comment = sx_str_has_prefix(text, SX_STR("//")) || sx_str_has_prefix(text, SX_STR("/*"));
  return goes_on && !is_comment
             ? sx_arena_printf(call->inlining->r.call->arena, ";%.*s", SX_STR_ARG(text))
             : text;
}

static sx_status replace_by_expression(sx_inline_call *call, sx_err *err) {
  sx_inlining *in = call->inlining;
  const sx_nodes *nodes = &call->use->in->nodes;
  bool has_bound = false;
  sx_str text;
  uint32_t parent = sx_nodes_parent(nodes, call->use->call);
  if (sx_nodes_token(nodes, parent, "delete") != SX_NODE_NONE ||
      (sx_nodes_is_field(nodes, call->use->call, "function") && returns_member(call)))
    return refuse_call(call,
                       "a call whose result is called or deleted, which would then be a "
                       "member of an object. Put the result into a variable first.",
                       err);
  sx_status status = call->use->in->language->is_typed
                         ? sx_inline_prepare_typed(call, false, &has_bound, err)
                         : bind_others(call, &has_bound, err);
  if (!status) status = sx_inline_check_names(call, in->definition.result, err);
  if (!status) status = sx_inline_check_members(call, err);
  if (!status) status = sx_inline_write_result(call, &text, err);
  if (!status) status = check_string(call, call->use->in, call->use->call, text, err);
  if (!status) status = sx_inline_warn_comments(call, call->use->call, err);
  const sx_tree_node *at = sx_nodes_get(nodes, call->use->call);
  bool is_first =
      sx_nodes_is(nodes, sx_nodes_parent(nodes, call->use->call), "expression_statement");
  if (!status && is_first) text = sx_inline_begin_statement(call, text);
  if (!status) status = sx_inline_edit_add(in, call->use->in, at->start, at->end, text, err);
  if (status || !has_bound) return status;
  sx_buf binders;
  sx_buf_init(&binders, 1 << 24);
  status = sx_inline_write_binders(call, &binders, err);
  sx_str before = sx_buf_keep(&binders, in->r.call->arena);
  uint32_t start = sx_nodes_get(nodes, call->statement)->start;
  if (!status) status = sx_inline_room_open(call, false, err);
  return status ? status : sx_inline_edit_add(in, call->use->in, start, start, before, err);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A name of the definition, if it changes: all before it, and what stands for it. */
static sx_status write_name(sx_inline_call *call, const sx_name *name, sx_buf *out, uint32_t *from,
                            sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  sx_str with = SX_STR("");
  bool has_parentheses = false;
  for (size_t i = 0; i < of->parameters.len; i++) {
    if (of->parameters.items[i].binding != name->binding) continue;
    const sx_inline_argument *argument = &call->arguments.items[i];
    const sx_inline_text *of_text = argument->is_default ? of->in : call->use->in;
    with = argument->text;
    if (argument->is_converted && !argument->is_bound)
      has_parentheses = sx_inline_encloses_conversion(of->in, name->node);
    else
      has_parentheses = !argument->is_bound && argument->node != SX_NODE_NONE &&
                        (argument->is_enclosed ||
                         sx_inline_needs_parentheses(of_text, argument->node, of->in, name->node));
  }
  if (!with.len && name->binding != SX_BINDING_FREE && name->binding < call->locals.len)
    with = call->locals.items[name->binding];
  if (!with.len) return SX_OK;
  sx_buf_add(out, sx_str_slice(of->in->nodes.text, *from, name->start));
  if (sx_nodes_is(&of->in->nodes, name->node,
                  "shorthand_property_identifier shorthand_property_identifier_pattern"))
    sx_buf_addf(out, "%.*s: ", SX_STR_ARG(sx_nodes_text(&of->in->nodes, name->node)));
  sx_buf_addf(out, has_parentheses ? "(%.*s)" : "%.*s", SX_STR_ARG(with));
  *from = name->end;
  return check_string(call, of->in, name->node, with, err);
}

sx_status sx_inline_write(sx_inline_call *call, uint32_t start, uint32_t end, sx_str *out,
                          sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_names *names = &of->in->names;
  sx_status status = SX_OK;
  uint32_t from = start;
  sx_buf text;
  sx_buf_init(&text, 1 << 24);
  for (size_t i = sx_names_from(names, start); i < names->names.len && !status; i++) {
    if (names->names.items[i].start >= end) break;
    status = write_name(call, &names->names.items[i], &text, &from, err);
  }
  sx_buf_add(&text, sx_str_slice(of->in->nodes.text, from, end));
  *out = sx_buf_keep(&text, call->inlining->r.call->arena);
  return status;
}

static const sx_inline_argument *argument_of(const sx_inline_call *call, uint32_t node) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_name *name = sx_names_at(&of->in->names, node);
  for (size_t i = 0; name && i < of->parameters.len; i++)
    if (of->parameters.items[i].binding == name->binding) return &call->arguments.items[i];
  return NULL;
}

sx_status sx_inline_write_result(sx_inline_call *call, sx_str *out, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  uint32_t result = of->result;
  const sx_inline_text *text = of->in;
  if (text->language->is_typed) return sx_inline_write_result_typed(call, out, err);
  if (result == SX_NODE_NONE) {
    *out = sx_str_from(call->use->in->language->nothing);
    return SX_OK;
  }
  result = sx_inline_bare(text, result);
  const sx_inline_argument *argument = argument_of(call, result);
  const sx_tree_node *at = sx_nodes_get(&text->nodes, result);
  sx_status status = sx_inline_write(call, at->start, at->end, out, err);
  bool is_own = argument && !argument->is_bound && argument->node != SX_NODE_NONE;
  if (is_own) {
    result = argument->node;
    text = argument->is_default ? of->in : call->use->in;
  }
  bool has_parentheses =
      is_own && argument->is_enclosed
          ? true
          : sx_inline_needs_parentheses(text, result, call->use->in, call->use->call);
  if (is_own && argument->is_enclosed) *out = argument->text;
  if (!status && has_parentheses)
    *out = sx_arena_printf(call->inlining->r.call->arena, "(%.*s)", SX_STR_ARG(*out));
  return status;
}

/* ---- a call ---------------------------------------------------------------------------------- */

sx_status sx_inline_call_replace(sx_inlining *in, const sx_inline_use *use, sx_err *err) {
  sx_inline_call call = {.inlining = in, .use = use};
  for (size_t i = 0; i < in->definition.parameters.len; i++) {
    sx_inline_argument *added = SX_ARRAY_ADD(&call.arguments, in->r.call->arena);
    if (!added) return sx_fail(err, in->r.call->arena->status, NULL);
    added->node = SX_NODE_NONE;
  }
  sx_status status = map_arguments(&call, err);
  if (status) return status;
  sx_inline_find_statement(&call);
  bool is_expression = !in->definition.statements.len && in->definition.result != SX_NODE_NONE;
  /* In C and Go an expression alone is not a statement, or one that compilers warn of. */
  if (use->in->language->is_typed &&
      sx_nodes_is(&use->in->nodes, sx_nodes_parent(&use->in->nodes, use->call),
                  "expression_statement"))
    is_expression = false;
  return is_expression ? replace_by_expression(&call, err) : sx_inline_body_replace(&call, err);
}
