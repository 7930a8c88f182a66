#include "refactor/move_parts.h"

#include "base/word.h"
#include "refactor/parameters.h"
#include "workspace/paths.h"

/*
 * Top-level code of Python and JavaScript runs when its module is loaded. A declaration that does
 * something then does it earlier or later in another module: that matters where something else of
 * the two modules acts as well, or reads a value that changes. Functions of packages and of the
 * language are taken for ones that give a value and do nothing else (`z.object()`, `new Map()`,
 * `re.compile()`); those of the workspace may count, register, write.
 */

typedef enum effect { READS = 1, ACTS = 2, WRITES = 4 } effect;

typedef struct effects {
  unsigned all;
  uint32_t node; /* the first that is more than READS, or reads */
} effects;

typedef struct order {
  sx_moving *moving;
  const sx_move_text *text;
  bool is_python;
  sx_err *err;
  sx_status status;
} order;

static void add(effects *found, unsigned what, uint32_t node) {
  if (!what) return;
  if (found->node == SX_NODE_NONE || (what > READS && found->all <= READS)) found->node = node;
  found->all |= what;
}

/* ---- what a name is -------------------------------------------------------------------------- */

static const char values[] = /* that the languages have, and that give values alone */
    "Object Array Map Set WeakMap WeakSet WeakRef RegExp Symbol String Number Boolean BigInt Math "
    "JSON Date URL URLSearchParams Error TypeError RangeError SyntaxError EvalError Intl Proxy "
    "Reflect Buffer TextEncoder TextDecoder AbortController ArrayBuffer SharedArrayBuffer DataView "
    "Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array "
    "Float32Array Float64Array BigInt64Array BigUint64Array parseInt parseFloat structuredClone "
    "encodeURIComponent decodeURIComponent encodeURI decodeURI isNaN isFinite undefined NaN "
    "Infinity Function Promise require "
    "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir divmod "
    "enumerate filter float format frozenset getattr hasattr hash hex id int isinstance issubclass "
    "iter len list map max memoryview min object oct ord pow property range repr reversed round "
    "set slice sorted staticmethod str sum super tuple type zip Exception ValueError KeyError "
    "RuntimeError NotImplemented Ellipsis None True False";

/* Whether a name that is imported is of a package, or one of the workspace that keeps its value. */
static void look_up_import(order *o, const sx_binding *binding, bool *is_outside, bool *is_fixed) {
  *is_outside = *is_fixed = false;
  for (size_t i = 0; i < o->text->imports.items.len && !o->status; i++) {
    const sx_import_item *item = &o->text->imports.items.items[i];
    sx_import_target target;
    sx_move_text other;
    if (!sx_str_is_equal(item->local, binding->name)) continue;
    sx_import_line line = {.specifier = item->module, .kind = SX_IMPORT_PLAIN};
    o->status = sx_imports_resolve(&target, o->moving->imports, o->text->path, &line, o->err);
    if (o->status) return;
    *is_outside = target.outcome != SX_IMPORT_FOUND || !target.files.len;
    if (*is_outside || !item->name.len) return;
    o->status = sx_move_text_read(&other, o->moving, target.files.items[0], o->err);
    if (sx_status_ends_call(o->status)) return;
    *is_fixed = true;
    for (size_t k = 0; !o->status && k < other.names.bindings.len; k++) {
      const sx_binding *one = &other.names.bindings.items[k];
      if (one->scope || !sx_str_is_equal(one->name, item->name)) continue;
      *is_fixed = one->kind != SX_BINDING_VARIABLE || (one->declarations == 1 && o->is_python);
    }
    o->status = SX_OK; /* a file that cannot be read is taken for fixed */
    return;
  }
}

/* The name that a chain of members and calls begins with; or another node. */
static uint32_t root_of(const sx_nodes *nodes, uint32_t node) {
  for (;;) {
    uint32_t next = SX_NODE_NONE;
    if (sx_nodes_is(nodes, node, "member_expression subscript_expression attribute"))
      next = sx_nodes_field(nodes, node, "object");
    else if (sx_nodes_is(nodes, node, "subscript"))
      next = sx_nodes_field(nodes, node, "value");
    else if (sx_nodes_is(nodes, node, "call_expression call"))
      next = sx_nodes_field(nodes, node, "function");
    else if (sx_nodes_is(nodes, node, "new_expression"))
      next = sx_nodes_field(nodes, node, "constructor");
    else if (sx_nodes_is(nodes, node,
                         "parenthesized_expression non_null_expression as_expression "
                         "satisfies_expression await_expression await"))
      next = sx_nodes_first_named(nodes, node);
    if (next == SX_NODE_NONE) return node;
    node = next;
  }
}

static bool is_function(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node,
                     "arrow_function function_expression function_declaration generator_function "
                     "generator_function_declaration method_definition function_definition lambda "
                     "interface_declaration type_alias_declaration type_annotation");
}

/* The effect of calling, or reading a member of, something. */
static unsigned effect_of(order *o, uint32_t node, bool is_call) {
  const sx_nodes *nodes = &o->text->nodes;
  uint32_t root = root_of(nodes, node);
  const sx_name *name = sx_names_at(&o->text->names, root);
  unsigned worst = is_call ? ACTS : READS;
  if (sx_nodes_is(nodes, root,
                  "string concatenated_string template_string array object regex number list "
                  "tuple dictionary set integer float") ||
      is_function(nodes, root))
    return 0;
  if (!name) return worst;
  if (name->binding == SX_BINDING_FREE)
    return sx_language_has_word(values, sx_nodes_text(nodes, root), false) ? 0 : worst;
  const sx_binding *binding = &o->text->names.bindings.items[name->binding];
  if (binding->scope) return 0;
  bool is_outside = false, is_fixed = false;
  if (binding->kind == SX_BINDING_IMPORT || o->text->is_commonjs)
    look_up_import(o, binding, &is_outside, &is_fixed);
  if (!is_outside) return worst;
  sx_str text = sx_nodes_text(nodes, node);
  static const char *const states[] = {"environ", "argv", ".env", "sys.path", "sys.modules"};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++)
    if (sx_str_find(text, sx_str_from(states[i]), 0) != SX_STR_NONE) return READS;
  return 0;
}

/* ---- a statement ----------------------------------------------------------------------------- */

static bool is_static(const sx_nodes *nodes, uint32_t field) {
  return sx_nodes_token(nodes, field, "static") != SX_NODE_NONE;
}

/* A variable of the workspace that is read as a whole. */
static unsigned effect_of_name(order *o, uint32_t node) {
  const sx_name *name = sx_names_at(&o->text->names, node);
  if (!name || name->binding == SX_BINDING_FREE || !(name->roles & SX_NAME_READS) ||
      name->roles & (SX_NAME_CALLS | SX_NAME_TYPE))
    return 0;
  const sx_nodes *nodes = &o->text->nodes;
  const sx_binding *binding = &o->text->names.bindings.items[name->binding];
  bool is_outside, is_fixed;
  if (binding->scope) return 0;
  bool is_argument = sx_nodes_is(nodes, sx_nodes_parent(nodes, node),
                                 "arguments argument_list spread_element list_splat");
  if (binding->kind == SX_BINDING_VARIABLE) return is_argument ? READS : 0;
  if (binding->kind != SX_BINDING_IMPORT) return 0;
  look_up_import(o, binding, &is_outside, &is_fixed);
  return !is_outside && (!is_fixed || (is_argument && o->is_python)) ? READS : 0;
}

/* CommonJS: what is written to is an export, or a value that a function has made for itself. */
static bool is_own_write(order *o, uint32_t node) {
  const sx_nodes *nodes = &o->text->nodes;
  uint32_t left = sx_nodes_field(nodes, node, "left");
  if (left == SX_NODE_NONE) left = sx_nodes_field(nodes, node, "argument");
  const sx_name *name = sx_names_at(&o->text->names, root_of(nodes, left));
  if (!o->text->is_commonjs || !name) return false;
  if (name->binding == SX_BINDING_FREE) return sx_cjs_is_of_exports(&o->text->names, left);
  const sx_binding *binding = &o->text->names.bindings.items[name->binding];
  if (!binding->scope || binding->kind == SX_BINDING_PARAMETER) return false;
  uint32_t declared = o->text->names.names.items[binding->first].node;
  uint32_t value = sx_nodes_field(nodes, sx_nodes_parent(nodes, declared), "value");
  return sx_nodes_is(nodes, left, "identifier") || value == SX_NODE_NONE ||
         sx_nodes_is(nodes, value, "array object number string");
}

static unsigned effect_of_node(order *o, uint32_t node) {
  const sx_nodes *nodes = &o->text->nodes;
  uint32_t left = sx_nodes_field(nodes, node, "left");
  if (sx_nodes_is(nodes, node, "call_expression call new_expression"))
    return effect_of(o, node, true);
  if (sx_nodes_is(nodes, node, "decorator")) {
    sx_str text = sx_nodes_text(nodes, node);
    return sx_signature_is_plain_decorator(text)
               ? 0
               : effect_of(o, sx_nodes_first_named(nodes, node), true);
  }
  if (sx_nodes_is(nodes, node, "await_expression await")) return ACTS;
  if (sx_nodes_is(nodes, node,
                  "update_expression augmented_assignment augmented_assignment_expression "
                  "delete_statement"))
    return is_own_write(o, node) ? 0 : WRITES;
  if (sx_nodes_is(nodes, node, "unary_expression") &&
      sx_nodes_token(nodes, node, "delete") != SX_NODE_NONE)
    return WRITES;
  if (sx_nodes_is(nodes, node, "assignment_expression")) return is_own_write(o, node) ? 0 : WRITES;
  if (sx_nodes_is(nodes, node, "assignment") && sx_nodes_is(nodes, left, "attribute subscript"))
    return WRITES;
  if (sx_nodes_is(nodes, node, "member_expression subscript_expression attribute subscript")) {
    uint32_t above = sx_nodes_parent(nodes, node);
    bool is_callee = (o->text->is_commonjs && sx_nodes_is_field(nodes, node, "left")) ||
                     sx_nodes_is_field(nodes, node, "function") ||
                     sx_nodes_is_field(nodes, node, "constructor") ||
                     sx_nodes_is_field(nodes, node, "object") ||
                     sx_nodes_is(nodes, above,
                                 "decorator argument_list class_heritage "
                                 "extends_clause type generic_type");
    return is_callee ? 0 : effect_of(o, node, false);
  }
  return sx_nodes_is(nodes, node, "identifier") ? effect_of_name(o, node) : 0;
}

/* Where it goes on after code that only a later call runs; or at the next node. */
static uint32_t next_of(const order *o, uint32_t node) {
  const sx_nodes *nodes = &o->text->nodes;
  uint32_t above = sx_nodes_parent(nodes, node), call = sx_nodes_parent(nodes, above);
  if (sx_nodes_is(nodes, node,
                  "type_annotation type import_statement import_from_statement "
                  "interface_declaration type_alias_declaration"))
    return nodes->ends[node];
  bool is_later_field = sx_nodes_is_field(nodes, node, "value") && !is_static(nodes, above) &&
                        sx_nodes_is(nodes, above, "field_definition public_field_definition");
  if (is_later_field) return nodes->ends[node];
  if (sx_nodes_is(nodes, node, "statement_block block") && is_function(nodes, above)) {
    bool is_run = sx_nodes_is(nodes, call, "parenthesized_expression call_expression call");
    return is_run ? node + 1 : nodes->ends[node];
  }
  if (!sx_nodes_is(nodes, node, "arrow_function function_expression lambda")) return node + 1;
  /* A function that is called at once, or that a method of a literal calls: [1].map(f). */
  bool is_called = sx_nodes_is(nodes, above, "parenthesized_expression") ||
                   (sx_nodes_is(nodes, above, "arguments argument_list") &&
                    !sx_names_at(&o->text->names, root_of(nodes, call)));
  return is_called ? node + 1 : nodes->ends[node];
}

static effects effects_of(order *o, uint32_t first, uint32_t end) {
  effects found = {0, SX_NODE_NONE};
  for (uint32_t i = first; i < end && !o->status; i = next_of(o, i))
    if (sx_nodes_is_named(&o->text->nodes, i)) add(&found, effect_of_node(o, i), i);
  return found;
}

/* `if __name__ == "__main__":` is not run where the module is imported. */
static bool is_main_part(const sx_nodes *nodes, uint32_t node) {
  return sx_nodes_is(nodes, node, "if_statement") &&
         sx_word_is_in(sx_nodes_text(nodes, sx_nodes_field(nodes, node, "condition")),
                       SX_STR("__name__"));
}

/* ---- both modules ---------------------------------------------------------------------------- */

/* `require("./setup");`, `require("x").config();`: for what it does, as nothing takes its value. */
static bool is_required_alone(const order *o, uint32_t node) {
  const sx_nodes *nodes = &o->text->nodes;
  uint32_t call = sx_nodes_first_named(nodes, node), root = root_of(nodes, call);
  return sx_nodes_is(nodes, node, "expression_statement") &&
         sx_nodes_is(nodes, call, "call_expression") && sx_nodes_is(nodes, root, "identifier") &&
         sx_str_is_equal(sx_nodes_text(nodes, root), SX_STR("require"));
}

static effects effects_of_rest(order *o) {
  const sx_nodes *nodes = &o->text->nodes;
  effects found = {0, SX_NODE_NONE};
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE && !o->status;
       node = sx_nodes_next_named(nodes, node)) {
    bool is_moved =
        o->text == &o->moving->source && sx_move_has(o->moving, sx_move_start(o->text, node));
    if (is_moved || is_main_part(nodes, node)) continue;
    if (is_required_alone(o, node)) add(&found, ACTS, node);
    effects one = effects_of(o, node, nodes->ends[node]);
    add(&found, one.all, one.node);
  }
  return found;
}

static bool is_clash(unsigned moved, unsigned rest) {
  return (moved & (ACTS | WRITES) && rest) || (moved & READS && rest & (ACTS | WRITES));
}

static sx_status refuse_order(const sx_moving *moving, effects moved, const sx_move_text *text,
                              effects rest, sx_err *err) {
  return sx_move_refuse(
      moving, &moving->source, sx_move_start(&moving->source, moved.node), err,
      "this %s when its module is loaded; in the target that comes before or after what %.*s does "
      "then, as in its line %u, and the order may matter",
      moved.all & (ACTS | WRITES) ? "runs" : "is read",
      SX_STR_ARG(sx_path_display(moving->call, text->path)),
      sx_document_position(text->document, sx_move_start(text, rest.node)).line + 1);
}

sx_status sx_move_check_order(sx_moving *moving, sx_err *err) {
  order o = {.moving = moving, .text = &moving->source, .err = err};
  effects moved = {0, SX_NODE_NONE};
  o.is_python = sx_str_is_equal(moving->source.nodes.grammar, SX_STR("python"));
  for (size_t i = 0; i < moving->moved.len && !o.status; i++) {
    const sx_moved *one = &moving->moved.items[i];
    effects found = effects_of(&o, one->first, moving->source.nodes.ends[one->last]);
    add(&moved, found.all, found.node);
  }
  if (o.status || !moved.all) return o.status;
  effects rest = effects_of_rest(&o);
  if (!o.status && is_clash(moved.all, rest.all))
    return refuse_order(moving, moved, &moving->source, rest, err);
  if (o.status || !moving->target.document) return o.status;
  o.text = &moving->target;
  rest = effects_of_rest(&o);
  if (!o.status && is_clash(moved.all, rest.all))
    return refuse_order(moving, moved, &moving->target, rest, err);
  return o.status;
}

sx_status sx_move_acts(sx_moving *moving, const sx_move_text *text, uint32_t *node, sx_err *err) {
  order o = {.moving = moving, .text = text, .err = err};
  effects found = effects_of_rest(&o);
  *node = found.all & (ACTS | WRITES) ? found.node : SX_NODE_NONE;
  return o.status;
}
