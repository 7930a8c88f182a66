#include "refactor/inline_parts.h"

#include "text/language.h"

/* ---- types ----------------------------------------------------------------------------------- */

sx_str sx_inline_type_of(const sx_inline_text *text, uint32_t node, sx_arena *arena) {
  if (node == SX_NODE_NONE) return SX_STR("");
  uint32_t count = text->nodes.ends[node] - node;
  sx_str *types = sx_arena_calloc(arena, count, sizeof *types);
  if (!types) return SX_STR("");
  for (uint32_t i = count; i-- > 0;)
    types[i] = text->language->is_go ? sx_inline_go_type(text, node + i, types, node, arena)
                                     : sx_inline_c_type(text, node + i, types, node, arena);
  return types[0];
}

/* ---- conversions ----------------------------------------------------------------------------- */

/* `char *` is read like `const char *` by whoever only reads. */
static bool adds_const(sx_str from, sx_str to) {
  size_t stars = 0;
  for (size_t i = 0; i < from.len; i++) stars += from.ptr[i] == '*';
  return stars == 1 && sx_str_has_prefix(to, SX_STR("const ")) &&
         sx_str_is_equal(sx_str_slice(to, 6, to.len), from);
}

static bool is_c_string(const sx_inline_text *text, uint32_t node, sx_str type) {
  return sx_nodes_is(&text->nodes, node, "string_literal") &&
         sx_nodes_text(&text->nodes, node).ptr[0] == '"' &&
         (sx_str_is_equal(type, SX_STR("const char *")) || sx_str_is_equal(type, SX_STR("char *")));
}

static bool convert_c(const sx_inline_text *text, uint32_t node, sx_str value, sx_str type,
                      sx_str *out, bool *is_converted, sx_arena *arena) {
  sx_str to = sx_inline_c_plain_type(type, arena), from = sx_inline_type_of(text, node, arena);
  if (!to.len) return false;
  if ((from.len && sx_str_is_equal(from, to)) || adds_const(from, to) ||
      is_c_string(text, node, to) || sx_inline_c_is_aggregate(text, to)) {
    *out = value;
    return true;
  }
  if (!sx_inline_c_is_scalar(text, to)) return false;
  bool is_short = sx_nodes_is(&text->nodes, node,
                              "identifier number_literal char_literal null true false "
                              "call_expression field_expression subscript_expression "
                              "parenthesized_expression");
  *is_converted = true;
  *out = sx_arena_printf(arena, is_short ? "(%.*s)%.*s" : "(%.*s)(%.*s)", SX_STR_ARG(to),
                         SX_STR_ARG(value));
  return true;
}

static bool has_default_type(const sx_inline_text *text, uint32_t node, sx_str type) {
  static const struct {
    const char *literal, *type;
  } defaults[] = {{"int_literal", "int"},
                  {"interpreted_string_literal raw_string_literal", "string"},
                  {"true false", "bool"},
                  {"rune_literal", "rune"}};
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    if (sx_nodes_is(&text->nodes, node, defaults[i].literal))
      return sx_str_is_equal(type, sx_str_from(defaults[i].type));
  return false;
}

static bool convert_go(const sx_inline_text *text, uint32_t node, sx_str value, sx_str type,
                       sx_str *out, bool *is_converted, sx_arena *arena) {
  sx_str from = sx_inline_type_of(text, node, arena);
  bool is_same = from.len && sx_str_is_equal(from, type) && !sx_inline_may_be_constant(text, node);
  if (is_same || has_default_type(text, node, type)) {
    *out = value;
    return true;
  }
  bool is_enclosed = strchr("*<(", type.ptr[0]) || sx_str_has_prefix(type, SX_STR("func")) ||
                     sx_str_has_prefix(type, SX_STR("chan")) ||
                     sx_str_has_prefix(type, SX_STR("interface")) ||
                     sx_str_has_prefix(type, SX_STR("struct"));
  *is_converted = true;
  *out = sx_arena_printf(arena, is_enclosed ? "(%.*s)(%.*s)" : "%.*s(%.*s)", SX_STR_ARG(type),
                         SX_STR_ARG(value));
  return true;
}

bool sx_inline_convert(const sx_inline_text *text, uint32_t node, sx_str value, sx_str type,
                       sx_str *out, bool *is_converted, sx_arena *arena) {
  *is_converted = false;
  *out = value;
  if (!type.len) return false;
  return text->language->is_go ? convert_go(text, node, value, type, out, is_converted, arena)
                               : convert_c(text, node, value, type, out, is_converted, arena);
}

bool sx_inline_encloses_conversion(const sx_inline_text *where, uint32_t at) {
  uint32_t parent = sx_nodes_parent(&where->nodes, at);
  if (where->language->is_go) return false;
  return sx_nodes_is(&where->nodes, parent,
                     "field_expression call_expression update_expression sizeof_expression") ||
         (sx_nodes_is(&where->nodes, parent, "subscript_expression") &&
          sx_nodes_is_field(&where->nodes, at, "argument"));
}

/* ---- arguments ------------------------------------------------------------------------------- */

static sx_status refuse_call(const sx_inline_call *call, const char *why, sx_err *err) {
  return sx_inline_refuse(call->inlining, call->use->in, call->use->call, err, "%s", why);
}

static uint32_t use_of_parameter(const sx_inline_definition *of, uint32_t binding) {
  const sx_names *names = &of->in->names;
  for (size_t i = 0; i < names->names.len; i++)
    if (names->names.items[i].binding == binding &&
        !(names->names.items[i].roles & SX_NAME_DECLARES))
      return names->names.items[i].node;
  return SX_NODE_NONE;
}

static bool has_kinds(const sx_nodes *nodes, uint32_t node, const char *kinds) {
  for (uint32_t i = node; node != SX_NODE_NONE && i < nodes->ends[node]; i++)
    if (sx_nodes_is(nodes, i, kinds)) return true;
  return false;
}

/* Go: constants are computed by the compiler, exactly and without overflow; values are not. */
static bool is_risky_constant(const sx_inline_call *call, size_t parameter) {
  const sx_inline_definition *of = &call->inlining->definition;
  sx_str type = of->parameters.items[parameter].type;
  const sx_inline_argument *argument = &call->arguments.items[parameter];
  if (!of->in->language->is_go || !sx_inline_may_be_constant(call->use->in, argument->node))
    return false;
  bool is_exact = sx_language_has_word("string bool any error", type, false) ||
                  strchr("*[<", type.ptr[0]) || sx_str_has_prefix(type, SX_STR("map")) ||
                  sx_str_has_prefix(type, SX_STR("func")) ||
                  sx_str_has_prefix(type, SX_STR("interface"));
  if (sx_str_is_equal(type, SX_STR("int")) &&
      sx_nodes_is(&call->use->in->nodes, argument->node, "int_literal"))
    return has_kinds(&of->in->nodes, of->function, "float_literal imaginary_literal") ||
           sx_nodes_get(&call->use->in->nodes, argument->node)->end -
                   sx_nodes_get(&call->use->in->nodes, argument->node)->start >
               4;
  return !is_exact &&
         has_kinds(&of->in->nodes, sx_nodes_field(&of->in->nodes, of->function, "body"),
                   "binary_expression unary_expression index_expression "
                   "slice_expression call_expression assignment_statement");
}

/* C: what looks like a function but is declared elsewhere may be a macro, which takes its arguments
 * as often as it likes. */
static bool is_in_unknown_call(const sx_inline_text *text, uint32_t root, uint32_t node) {
  if (text->language->is_go) return false;
  for (; node != root && node != SX_NODE_NONE; node = sx_nodes_parent(&text->nodes, node)) {
    uint32_t call = sx_nodes_parent(&text->nodes, sx_nodes_parent(&text->nodes, node));
    if (!sx_nodes_is(&text->nodes, call, "call_expression")) continue;
    const sx_name *name = sx_names_at(&text->names, sx_nodes_field(&text->nodes, call, "function"));
    if (!name || name->binding == SX_BINDING_FREE ||
        text->names.bindings.items[name->binding].kind == SX_BINDING_MACRO)
      return true;
  }
  return false;
}

static bool are_others_at_most(const sx_inline_call *call, size_t parameter,
                               sx_inline_level level) {
  for (size_t i = 0; i < call->arguments.len; i++)
    if (i != parameter && call->arguments.items[i].level > level) return false;
  return true;
}

/* Whether nothing can tell it from an argument that is evaluated before the code. */
static bool may_stand(const sx_inline_call *call, size_t parameter, bool is_body) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_parameter *to = &of->parameters.items[parameter];
  const sx_inline_argument *argument = &call->arguments.items[parameter];
  if (to->is_written || to->is_captured || is_risky_constant(call, parameter)) return false;
  if (argument->level == SX_INLINE_FIXED) {
    /* Equal strings of C may be one or two objects. */
    bool is_string =
        has_kinds(&call->use->in->nodes, argument->node, "string_literal concatenated_string") &&
        !of->in->language->is_go;
    /* Go wants each variable to be used. */
    if (of->in->language->is_go && !to->uses)
      return !has_kinds(&call->use->in->nodes, argument->node, "identifier");
    return !is_string || to->uses <= 1;
  }
  if (is_body || to->uses != 1 || of->statements.len) return false;
  uint32_t use = use_of_parameter(of, to->binding);
  if (use == SX_NODE_NONE || !sx_nodes_has_in(&of->in->nodes, of->result, use) ||
      !sx_inline_is_certain(of->in, of->result, use) || is_in_unknown_call(of->in, of->result, use))
    return false;
  sx_inline_level rest = sx_inline_judge_beside(of->in, of->result, use, SX_STR(""));
  if (argument->level == SX_INLINE_ACTS)
    return rest <= SX_INLINE_PURE && are_others_at_most(call, parameter, SX_INLINE_PURE);
  return rest <= SX_INLINE_CHANGES && are_others_at_most(call, parameter, SX_INLINE_CHANGES);
}

/* Two that act were evaluated in an order that the language, or the compiler, has chosen. */
static sx_status check_arguments(const sx_inline_call *call, sx_err *err) {
  size_t acting = 0, reading = 0;
  for (size_t i = 0; i < call->arguments.len; i++) {
    acting += call->arguments.items[i].level == SX_INLINE_ACTS;
    reading += call->arguments.items[i].level == SX_INLINE_CHANGES;
  }
  if (acting + reading < 2 || !acting) return SX_OK;
  return refuse_call(call,
                     "a call with arguments that act, the order of which is left open. Assign them "
                     "to variables first.",
                     err);
}

static sx_inline_level level_of_code(const sx_inline_call *call, bool is_body) {
  const sx_inline_definition *of = &call->inlining->definition;
  uint32_t root = is_body ? sx_nodes_field(&of->in->nodes, of->function, "body") : of->result;
  sx_inline_level level = sx_inline_judge(of->in, root);
  for (size_t i = 0; i < call->arguments.len; i++)
    if (call->arguments.items[i].level > level) level = call->arguments.items[i].level;
  return level;
}

/* Go calls functions from left to right, whatever is between; only reads are left open. */
static bool are_plain_calls(const sx_inline_call *call) {
  const sx_inline_definition *of = &call->inlining->definition;
  if (!of->in->language->is_go) return false;
  for (size_t i = 0; i < call->arguments.len; i++)
    if (call->arguments.items[i].level > SX_INLINE_PURE) return false;
  return sx_inline_judge_but(of->in, of->result, SX_STR("*")) <= SX_INLINE_PURE;
}

static sx_status check_beside(const sx_inline_call *call, bool is_body, sx_err *err) {
  const sx_inline_text *text = call->use->in;
  uint32_t top = sx_inline_full_expression(text, call->use->call);
  sx_inline_level code = level_of_code(call, is_body);
  const sx_inline_definition *of = &call->inlining->definition;
  uint32_t root = is_body ? sx_nodes_field(&of->in->nodes, of->function, "body") : of->result;
  bool only_reads = sx_inline_judge(of->in, root) < SX_INLINE_ACTS;
  sx_str callee = only_reads ? sx_nodes_text(&of->in->nodes, of->name) : SX_STR("");
  sx_inline_level rest = sx_inline_judge_beside(text, top, call->use->call, callee);
  bool is_open = code >= SX_INLINE_CHANGES && rest >= SX_INLINE_CHANGES &&
                 (code == SX_INLINE_ACTS || rest == SX_INLINE_ACTS);
  if (!is_open || (!is_body && are_plain_calls(call))) return SX_OK;
  return refuse_call(call,
                     "a call beside other code, where one of both may change what the other reads: "
                     "their order is left open. Assign the result to a variable first.",
                     err);
}

static sx_status bind(sx_inline_call *call, size_t parameter, bool *has_bound, sx_err *err) {
  *has_bound = true;
  if (call->inlining->definition.parameters.items[parameter].is_receiver) {
    sx_status status = sx_inline_take_receiver(call, parameter, err);
    if (status) return status;
  }
  if (!sx_inline_may_stand_before(call))
    return refuse_call(call,
                       "an argument must be evaluated before, once and as its parameter's type, "
                       "and there is no statement before which that could stand. Assign it to a "
                       "variable first.",
                       err);
  return sx_inline_bind(call, parameter, err);
}

/* Several results take the place of a call that is alone on a right side or in a return. */
static sx_status check_results(const sx_inline_call *call, sx_err *err) {
  const sx_nodes *nodes = &call->use->in->nodes;
  uint32_t parent = sx_nodes_parent(nodes, call->use->call);
  bool is_alone = call->statement != SX_NODE_NONE && call->root == call->use->call &&
                  sx_nodes_is(nodes, parent, "expression_list expression_statement");
  if (call->inlining->definition.results.len < 2 || is_alone) return SX_OK;
  return refuse_call(call,
                     "a call whose several results are used at once, as arguments are. Put them "
                     "into variables first.",
                     err);
}

sx_status sx_inline_prepare_typed(sx_inline_call *call, bool is_body, bool *has_bound,
                                  sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  sx_status status = check_results(call, err);
  if (!status) status = check_arguments(call, err);
  if (!status) status = check_beside(call, is_body, err);
  for (size_t i = 0; i < call->arguments.len && !status; i++) {
    sx_inline_argument *argument = &call->arguments.items[i];
    const sx_inline_parameter *to = &of->parameters.items[i];
    bool may =
        may_stand(call, i, is_body) && argument->level <= SX_INLINE_ACTS &&
        (to->is_receiver ? sx_inline_receive(call, i)
                         : sx_inline_convert(call->use->in, argument->node, argument->value,
                                             to->type, &argument->text, &argument->is_converted,
                                             call->inlining->r.call->arena));
    if (!may) status = bind(call, i, has_bound, err);
  }
  for (size_t i = 0; i < call->arguments.len && *has_bound && !status; i++)
    if (!call->arguments.items[i].is_bound && call->arguments.items[i].level > SX_INLINE_FIXED)
      status = bind(call, i, has_bound, err);
  return status;
}

/* ---- variables ------------------------------------------------------------------------------- */

static bool is_read(const sx_inline_definition *of, uint32_t binding) {
  const sx_names *names = &of->in->names;
  for (size_t i = 0; i < names->names.len; i++)
    if (names->names.items[i].binding == binding &&
        (names->names.items[i].roles & (SX_NAME_READS | SX_NAME_ADDRESS)))
      return true;
  return false;
}

static void write_binder(const sx_inline_call *call, size_t at, sx_buf *out) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_parameter *to = &of->parameters.items[at];
  const sx_inline_argument *argument = &call->arguments.items[at];
  if (!of->in->language->is_go) {
    sx_buf_addf(out,
                sx_str_has_suffix(to->type, SX_STR("*")) ? "%.*s%.*s = %.*s;\n%.*s"
                                                         : "%.*s %.*s = %.*s;\n%.*s",
                SX_STR_ARG(to->type), SX_STR_ARG(argument->text), SX_STR_ARG(argument->value),
                SX_STR_ARG(call->room.indent));
    return;
  }
  bool is_named = to->uses > 0;
  sx_str name = is_named ? argument->text : SX_STR("_");
  sx_buf_addf(out, "var %.*s %.*s = %.*s\n%.*s", SX_STR_ARG(name), SX_STR_ARG(to->type),
              SX_STR_ARG(argument->value), SX_STR_ARG(call->room.indent));
  if (is_named && !is_read(of, to->binding))
    sx_buf_addf(out, "_ = %.*s\n%.*s", SX_STR_ARG(name), SX_STR_ARG(call->room.indent));
}

sx_status sx_inline_write_binders_typed(sx_inline_call *call, sx_buf *out, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  for (size_t i = 0; i < call->order.len; i++)
    if (call->arguments.items[call->order.items[i]].is_bound)
      write_binder(call, call->order.items[i], out);
  for (size_t i = 0; i < of->results.len; i++) {
    const sx_inline_result *result = &of->results.items[i];
    if (!result->name.len) continue;
    sx_str name = call->locals.items ? call->locals.items[result->binding] : SX_STR("");
    if (!name.len) name = result->name;
    sx_buf_addf(out, "var %.*s %.*s\n%.*s", SX_STR_ARG(name), SX_STR_ARG(result->type),
                SX_STR_ARG(call->room.indent));
    if (!is_read(of, result->binding) && of->result != SX_NODE_NONE)
      sx_buf_addf(out, "_ = %.*s\n%.*s", SX_STR_ARG(name), SX_STR_ARG(call->room.indent));
  }
  return out->status ? sx_fail(err, out->status, NULL) : SX_OK;
}

/* ---- the result ------------------------------------------------------------------------------ */

static const sx_inline_argument *argument_of(const sx_inline_call *call, uint32_t node) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_name *name = sx_names_at(&of->in->names, node);
  for (size_t i = 0; name && i < of->parameters.len; i++)
    if (of->parameters.items[i].binding == name->binding) return &call->arguments.items[i];
  return NULL;
}

/* Go: arguments without a type in it, which would take one from where the call stands. */
static bool has_untyped(const sx_inline_call *call, uint32_t node) {
  const sx_nodes *nodes = &call->inlining->definition.in->nodes;
  bool has_literal = false, has_other = false;
  for (uint32_t i = node; i < nodes->ends[node]; i++) {
    const sx_inline_argument *argument = argument_of(call, i);
    bool is_literal = argument && !argument->is_bound && !argument->is_converted &&
                      (argument->is_enclosed || sx_nodes_is(&call->use->in->nodes, argument->node,
                                                            call->use->in->language->literals));
    has_literal |= is_literal;
    has_other |= !is_literal && sx_nodes_is(nodes, i, "identifier");
  }
  return has_literal && !has_other;
}

static sx_status write_one(sx_inline_call *call, uint32_t node, sx_str type, sx_str *out,
                           sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  const sx_inline_text *text = of->in;
  sx_arena *arena = call->inlining->r.call->arena;
  uint32_t result = sx_inline_bare(text, node);
  const sx_inline_argument *argument = argument_of(call, result);
  const sx_tree_node *at = sx_nodes_get(&text->nodes, result);
  bool is_converted = false, is_own = argument && !argument->is_bound;
  sx_str written;
  sx_status status = sx_inline_write(call, at->start, at->end, &written, err);
  if (status) return status;
  if (is_own) written = argument->text;
  bool is_go = text->language->is_go, is_untyped = is_go && has_untyped(call, result);
  bool is_default = is_untyped && is_own && has_default_type(call->use->in, argument->node, type);
  if (is_untyped && !is_default) {
    *out = sx_arena_printf(arena, "%.*s(%.*s)", SX_STR_ARG(type), SX_STR_ARG(written));
    return SX_OK;
  }
  *out = written;
  bool is_kept = of->function == SX_NODE_NONE && !type.len;
  bool is_operand =
      of->function == SX_NODE_NONE && is_go &&
      sx_nodes_is(&call->use->in->nodes, sx_nodes_parent(&call->use->in->nodes, call->use->call),
                  "binary_expression unary_expression") &&
      has_default_type(text, result, type);
  if (is_operand) {
    *out = sx_arena_printf(arena, "%.*s(%.*s)", SX_STR_ARG(type), SX_STR_ARG(written));
    return SX_OK;
  }
  if (!is_kept && !sx_inline_convert(text, result, written, type, out, &is_converted, arena))
    return refuse_call(call,
                       "the call's result is converted to a type of which it is not known how "
                       "code here could do that.",
                       err);
  bool has_parentheses = is_converted
                             ? sx_inline_encloses_conversion(call->use->in, call->use->call)
                         : is_own && argument->is_converted
                             ? sx_inline_encloses_conversion(call->use->in, call->use->call)
                         : is_own && argument->is_enclosed
                             ? true
                             : sx_inline_needs_parentheses(is_own ? call->use->in : text,
                                                           is_own ? argument->node : result,
                                                           call->use->in, call->use->call);
  if (has_parentheses) *out = sx_arena_printf(arena, "(%.*s)", SX_STR_ARG(*out));
  return SX_OK;
}

/* Go: `return` alone gives the named results. */
static void write_named(sx_inline_call *call, sx_buf *out) {
  const sx_inline_definition *of = &call->inlining->definition;
  for (size_t i = 0; i < of->results.len; i++) {
    const sx_inline_result *result = &of->results.items[i];
    sx_str name = call->locals.items ? call->locals.items[result->binding] : SX_STR("");
    if (!name.len) name = result->name;
    sx_buf_addf(out, i ? ", %.*s" : "%.*s", SX_STR_ARG(name));
  }
}

sx_status sx_inline_write_result_typed(sx_inline_call *call, sx_str *out, sx_err *err) {
  const sx_inline_definition *of = &call->inlining->definition;
  sx_buf text;
  sx_status status = SX_OK;
  sx_buf_init(&text, 1 << 24);
  uint32_t node = of->result;
  if (node == SX_NODE_NONE) write_named(call, &text);
  if (sx_nodes_is(&of->in->nodes, node, "expression_list"))
    node = sx_nodes_first_named(&of->in->nodes, node);
  for (size_t i = 0; node != SX_NODE_NONE && !status; i++) {
    sx_str one = SX_STR("");
    sx_str type = i < of->results.len ? of->results.items[i].type : SX_STR("");
    status = write_one(call, node, type, &one, err);
    sx_buf_addf(&text, i ? ", %.*s" : "%.*s", SX_STR_ARG(one));
    bool is_list = of->results.len > 1;
    node = is_list ? sx_nodes_next_named(&of->in->nodes, node) : SX_NODE_NONE;
  }
  *out = sx_buf_keep(&text, call->inlining->r.call->arena);
  return status;
}
