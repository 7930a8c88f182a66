#include "refactor/move_commonjs.h"

#include "text/language.h"

/*
 * Exports of CommonJS are assignments. They are known where each use of `exports` and `module` is
 * one of a few: anything else could export, or take away, any name.
 */

#define MAX_CHAIN 8
#define OWN_THIS                                                                                   \
  "function_declaration generator_function_declaration function_expression function "              \
  "generator_function method_definition class_declaration class class_static_block"

typedef struct reader {
  sx_cjs_exports *out;
  const sx_names *names;
  const sx_nodes *nodes;
  sx_arena *arena;
  SX_ARRAY(uint32_t) known; /* nodes of `exports` and `module` that are understood */
  bool is_linked;           /* exports = module.exports = … */
  bool is_set;              /* module.exports = … */
} reader;

/* ---- names ---------------------------------------------------------------------------------- */

static bool is_free(const sx_names *names, uint32_t node, sx_str name) {
  const sx_name *one = node == SX_NODE_NONE ? NULL : sx_names_at(names, node);
  return one && one->binding == SX_BINDING_FREE &&
         sx_str_is_equal(sx_nodes_text(names->nodes, node), name);
}

/* `exports` or `module.exports`: the node of the name; NONE. */
static uint32_t object_name(const sx_names *names, uint32_t node) {
  const sx_nodes *nodes = names->nodes;
  uint32_t object = sx_nodes_field(nodes, node, "object");
  if (is_free(names, node, SX_STR("exports"))) return node;
  bool is_module = sx_nodes_is(nodes, node, "member_expression") &&
                   is_free(names, object, SX_STR("module")) &&
                   sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, node, "property")),
                                   SX_STR("exports"));
  return is_module ? object : SX_NODE_NONE;
}

uint32_t sx_cjs_required(const sx_names *names, uint32_t call) {
  const sx_nodes *nodes = names->nodes;
  if (!sx_nodes_is(nodes, call, "call_expression") ||
      !is_free(names, sx_nodes_field(nodes, call, "function"), SX_STR("require")))
    return SX_NODE_NONE;
  uint32_t string = sx_nodes_first_named(nodes, sx_nodes_field(nodes, call, "arguments"));
  bool is_one = sx_nodes_next_named(nodes, string) == SX_NODE_NONE;
  return is_one && sx_nodes_is(nodes, string, "string") ? string : SX_NODE_NONE;
}

bool sx_cjs_is_module(const sx_names *names, sx_str path) {
  const sx_nodes *nodes = names->nodes;
  bool is_required = sx_str_has_suffix(path, SX_STR(".cjs"));
  if (!is_required && !sx_str_has_suffix(path, SX_STR(".js")) &&
      !sx_str_has_suffix(path, SX_STR(".jsx")))
    return false;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node))
    if (sx_nodes_is(nodes, node, "import_statement export_statement")) return false;
  for (size_t i = 0; i < names->names.len && !is_required; i++) {
    const sx_name *one = &names->names.items[i];
    sx_str name = sx_nodes_text(nodes, one->node);
    if (one->binding != SX_BINDING_FREE) continue;
    is_required = sx_language_has_word("module exports", name, false) ||
                  (one->roles & SX_NAME_CALLS && sx_str_is_equal(name, SX_STR("require")));
  }
  return is_required;
}

uint32_t sx_cjs_own_this(const sx_nodes *nodes, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++)
    if (sx_nodes_is(nodes, i, "this") && sx_nodes_above(nodes, i, OWN_THIS) == SX_NODE_NONE)
      return i;
  return SX_NODE_NONE;
}

/* ---- statements ------------------------------------------------------------------------------ */

static void know(reader *read, uint32_t name) {
  uint32_t *added = SX_ARRAY_ADD(&read->known, read->arena);
  if (added) *added = name;
}

static bool is_known(const reader *read, uint32_t name) {
  for (size_t i = 0; i < read->known.len; i++)
    if (read->known.items[i] == name) return true;
  return false;
}

/* A name at the top that the value is; or empty. */
static sx_str local_of(const reader *read, uint32_t value) {
  const sx_name *name = value == SX_NODE_NONE ? NULL : sx_names_at(read->names, value);
  if (!name || name->binding == SX_BINDING_FREE) return SX_STR("");
  const sx_binding *binding = &read->names->bindings.items[name->binding];
  return binding->scope ? SX_STR("") : binding->name;
}

static sx_cjs_export *add_export(reader *read, sx_cjs_form form, uint32_t statement, uint32_t node,
                                 uint32_t value) {
  sx_cjs_export *added = SX_ARRAY_ADD(&read->out->items, read->arena);
  if (!added) return NULL;
  *added = (sx_cjs_export){.form = form,
                           .name = SX_STR(""),
                           .local = local_of(read, value),
                           .statement = statement,
                           .node = node,
                           .value = value};
  return added;
}

bool sx_cjs_key(const sx_nodes *nodes, uint32_t key, sx_str *out) {
  *out = sx_nodes_text(nodes, key);
  if (sx_nodes_is(nodes, key, "string")) *out = sx_str_slice(*out, 1, out->len - 1);
  return !sx_nodes_is(nodes, key, "computed_property_name") &&
         sx_str_find_char(*out, '\\', 0) == SX_STR_NONE;
}

static void read_object(reader *read, uint32_t statement, uint32_t object) {
  const sx_nodes *nodes = read->nodes;
  read->out->object = object;
  read->out->object_statement = statement;
  for (uint32_t entry = sx_nodes_first_named(nodes, object); entry != SX_NODE_NONE;
       entry = sx_nodes_next_named(nodes, entry)) {
    bool is_pair = sx_nodes_is(nodes, entry, "pair");
    bool is_short = sx_nodes_is(nodes, entry, "shorthand_property_identifier");
    uint32_t key = is_pair    ? sx_nodes_field(nodes, entry, "key")
                   : is_short ? entry
                              : sx_nodes_field(nodes, entry, "name");
    uint32_t value = is_pair    ? sx_nodes_field(nodes, entry, "value")
                     : is_short ? entry
                                : SX_NODE_NONE;
    sx_cjs_export *added = add_export(read, SX_CJS_ENTRY, statement, entry, value);
    if (!added) return;
    if (!sx_cjs_key(nodes, key, &added->name) && read->out->unknown == SX_NODE_NONE)
      read->out->unknown = entry;
  }
}

/* `a = b = value`: what is assigned to, and the value. 0: another statement. */
static size_t read_chain(const sx_nodes *nodes, uint32_t statement, uint32_t lefts[MAX_CHAIN],
                         uint32_t *value) {
  size_t count = 0;
  *value = sx_nodes_first_named(nodes, statement);
  while (sx_nodes_is(nodes, *value, "assignment_expression") && count < MAX_CHAIN) {
    lefts[count++] = sx_nodes_field(nodes, *value, "left");
    *value = sx_nodes_field(nodes, *value, "right");
  }
  return count;
}

static void read_module(reader *read, uint32_t statement, uint32_t value, bool is_linked) {
  read->is_linked |= is_linked;
  read->is_set = true;
  if (sx_nodes_is(read->nodes, value, "object"))
    read_object(read, statement, value);
  else
    add_export(read, SX_CJS_WHOLE, statement, sx_nodes_first_named(read->nodes, statement), value);
}

static void read_members(reader *read, uint32_t statement, const uint32_t *lefts, size_t count,
                         uint32_t value) {
  const sx_nodes *nodes = read->nodes;
  for (size_t i = 0; i < count; i++) {
    uint32_t object = sx_nodes_field(nodes, lefts[i], "object");
    bool is_lost = read->is_set && !read->is_linked && sx_nodes_is(nodes, object, "identifier");
    if (object_name(read->names, object) == SX_NODE_NONE || is_lost) continue;
    sx_cjs_export *added =
        add_export(read, SX_CJS_MEMBER, statement, sx_nodes_first_named(nodes, statement), value);
    if (!added) return;
    added->name = sx_nodes_text(nodes, sx_nodes_field(nodes, lefts[i], "property"));
    added->is_shared = count > 1;
    if (!read->out->prefix.len) read->out->prefix = sx_nodes_text(nodes, object);
    know(read, object_name(read->names, object));
  }
}

static void read_statement(reader *read, uint32_t statement) {
  uint32_t lefts[MAX_CHAIN], value;
  size_t wholes = 0, members = 0, count = read_chain(read->nodes, statement, lefts, &value);
  bool has_module = false;
  for (size_t i = 0; i < count; i++) {
    uint32_t name = object_name(read->names, lefts[i]);
    bool is_member = sx_nodes_is(read->nodes, lefts[i], "member_expression");
    if (name != SX_NODE_NONE) {
      wholes++;
      has_module |= is_member;
    } else if (is_member) {
      uint32_t object = sx_nodes_field(read->nodes, lefts[i], "object");
      members += object_name(read->names, object) != SX_NODE_NONE;
    }
  }
  if (members) read_members(read, statement, lefts, count, value);
  if (!wholes || wholes < count || !has_module || read->is_set || read->out->items.len) return;
  for (size_t i = 0; i < count; i++) know(read, object_name(read->names, lefts[i]));
  read_module(read, statement, value, wholes > 1);
}

/* ---- other uses ------------------------------------------------------------------------------ */

static bool is_written(const sx_nodes *nodes, uint32_t member) {
  uint32_t above = sx_nodes_parent(nodes, member);
  return sx_nodes_is_field(nodes, member, "left") ||
         sx_nodes_is(nodes, above, "update_expression unary_expression array_pattern pair_pattern");
}

/* `require.main === module` */
static bool is_main_test(const sx_nodes *nodes, uint32_t module) {
  uint32_t above = sx_nodes_parent(nodes, module);
  uint32_t left = sx_nodes_field(nodes, above, "left");
  uint32_t other = left == module ? sx_nodes_field(nodes, above, "right") : left;
  return sx_nodes_is(nodes, above, "binary_expression") &&
         sx_str_is_equal(sx_nodes_text(nodes, other), SX_STR("require.main"));
}

static bool is_plain_use(reader *read, uint32_t node) {
  const sx_nodes *nodes = read->nodes;
  uint32_t object = node, above = sx_nodes_parent(nodes, node);
  bool is_module = sx_str_is_equal(sx_nodes_text(nodes, node), SX_STR("module"));
  if (is_module && is_main_test(nodes, node)) return true;
  if (is_module && sx_nodes_is(nodes, above, "member_expression")) {
    sx_str property = sx_nodes_text(nodes, sx_nodes_field(nodes, above, "property"));
    if (!sx_str_is_equal(property, SX_STR("exports")))
      return sx_language_has_word("id filename path parent children loaded paths", property, false);
    object = above;
    above = sx_nodes_parent(nodes, object);
  } else if (is_module) {
    return false;
  }
  if (!sx_nodes_is(nodes, above, "member_expression") ||
      !sx_nodes_is_field(nodes, object, "object") || is_written(nodes, above))
    return false;
  sx_cjs_read *added = SX_ARRAY_ADD(&read->out->reads, read->arena);
  if (added)
    *added = (sx_cjs_read){sx_nodes_text(nodes, sx_nodes_field(nodes, above, "property")), above};
  return true;
}

static void read_uses(reader *read) {
  for (size_t i = 0; i < read->names->names.len; i++) {
    const sx_name *one = &read->names->names.items[i];
    sx_str name = sx_nodes_text(read->nodes, one->node);
    if (one->binding != SX_BINDING_FREE || !sx_language_has_word("module exports", name, false) ||
        is_known(read, one->node))
      continue;
    if (!is_plain_use(read, one->node) && read->out->unknown == SX_NODE_NONE)
      read->out->unknown = one->node;
  }
}

sx_status sx_cjs_exports_find(sx_cjs_exports *out, const sx_names *names, sx_arena *arena,
                              sx_err *err) {
  const sx_nodes *nodes = names->nodes;
  reader read = {.out = out, .names = names, .nodes = nodes, .arena = arena};
  *out = (sx_cjs_exports){.object = SX_NODE_NONE,
                          .object_statement = SX_NODE_NONE,
                          .prefix = SX_STR(""),
                          .unknown = SX_NODE_NONE};
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node))
    if (sx_nodes_is(nodes, node, "expression_statement")) read_statement(&read, node);
  read_uses(&read);
  if (out->unknown == SX_NODE_NONE)
    out->unknown = sx_cjs_own_this(nodes, 0, (uint32_t)nodes->tree.nodes.len);
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}

/* ---- questions ------------------------------------------------------------------------------- */

const sx_cjs_export *sx_cjs_export_of(const sx_cjs_exports *exports, sx_str local) {
  for (size_t i = 0; i < exports->items.len; i++)
    if (sx_str_is_equal(exports->items.items[i].local, local)) return &exports->items.items[i];
  return NULL;
}

const sx_cjs_export *sx_cjs_replacement(const sx_cjs_exports *exports, const sx_nodes *nodes,
                                        const sx_cjs_export *one) {
  const sx_cjs_export *end = exports->items.items + exports->items.len;
  for (const sx_cjs_export *other = one + 1; other < end; other++)
    if (sx_nodes_is(nodes, other->node, "spread_element") ||
        sx_str_is_equal(other->name, one->name))
      return other;
  return NULL;
}

const sx_cjs_export *sx_cjs_whole(const sx_cjs_exports *exports) {
  for (size_t i = 0; i < exports->items.len; i++)
    if (exports->items.items[i].form == SX_CJS_WHOLE) return &exports->items.items[i];
  return NULL;
}

bool sx_cjs_is_exported(const sx_cjs_exports *exports, uint32_t node) {
  for (size_t i = 0; i < exports->items.len; i++)
    if (exports->items.items[i].value == node) return true;
  return false;
}

bool sx_cjs_is_of_exports(const sx_names *names, uint32_t member) {
  const sx_nodes *nodes = names->nodes;
  uint32_t object = sx_nodes_field(nodes, member, "object");
  return object_name(names, member) != SX_NODE_NONE || object_name(names, object) != SX_NODE_NONE;
}
