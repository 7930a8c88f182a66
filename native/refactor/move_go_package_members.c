#include "refactor/move_go_package.h"

#include "base/map.h"
#include "text/language.h"

/*
 * Fields and methods whose names are not exported: after the move neither package sees those of the
 * other. The type that a selector is of is known where a declaration says so; where none does, such
 * a name is taken for that of either side.
 */

/* OPEN: outside of functions. ASKED: code asks whether a value is of the type. */
enum { MOVED = 1, STAYS = 2, MOVED_OPEN = 4, STAYS_OPEN = 8, ASKED = 16 };

typedef struct members {
  sx_go_far *far;
  sx_map sides;                  /* name of a member -> flags of those that declare it */
  sx_map structs;                /* names of the fields of a struct -> the same */
  bool moved_names, stays_names; /* the side names something of the other */
} members;

static bool is_hidden(sx_str name) {
  return name.len && !sx_go_is_exported(name) && !sx_str_is_equal(name, SX_STR("_"));
}

static uint64_t get(const sx_map *map, sx_str name) {
  uint64_t flags = 0;
  return sx_map_find(map, name, &flags) ? flags : 0;
}

/* ---- what both sides declare ---------------------------------------------------------------- */

/* The name of a field that has only a type. */
static sx_str embedded_name(const sx_nodes *nodes, uint32_t field) {
  uint32_t type = sx_nodes_field(nodes, field, "type");
  if (sx_nodes_is(nodes, type, "generic_type")) type = sx_nodes_field(nodes, type, "type");
  if (sx_nodes_is(nodes, type, "qualified_type")) type = sx_nodes_field(nodes, type, "name");
  return sx_nodes_text(nodes, type);
}

static bool is_embedded(const sx_nodes *nodes, uint32_t field) {
  return sx_nodes_is(nodes, field, "field_declaration") &&
         sx_nodes_field(nodes, field, "name") == SX_NODE_NONE;
}

static sx_str member_name(const sx_nodes *nodes, uint32_t node) {
  if (is_embedded(nodes, node)) return embedded_name(nodes, node);
  bool is_name = sx_nodes_is(nodes, node, "field_identifier") &&
                 sx_nodes_is(nodes, sx_nodes_parent(nodes, node),
                             "field_declaration method_elem method_declaration");
  return is_name ? sx_nodes_text(nodes, node) : SX_STR("");
}

static uint64_t side_of(const members *m, const sx_move_text *text, uint32_t node) {
  bool is_moved = sx_go_is_moved(m->far, text, sx_move_start(text, node));
  bool is_open = sx_nodes_above(&text->nodes, node, "block") == SX_NODE_NONE;
  if (is_moved) return MOVED | (is_open ? MOVED_OPEN : 0);
  return STAYS | (is_open ? STAYS_OPEN : 0);
}

static sx_status put(members *m, sx_map *map, sx_str name, uint64_t flags, sx_err *err) {
  sx_arena *arena = m->far->moving->call->arena;
  if (sx_map_put(map, name, get(map, name) | flags)) return sx_fail(err, arena->status, NULL);
  return SX_OK;
}

/* The names of a struct's fields, if one is not exported; else empty. */
static sx_str fields_of(const members *m, const sx_nodes *nodes, uint32_t node) {
  sx_buf buf;
  bool has_hidden = false;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (uint32_t i = node; i < nodes->ends[node]; i++) {
    sx_str name = member_name(nodes, i);
    if (!name.len || sx_nodes_above(nodes, i, "struct_type") != node) continue;
    has_hidden |= is_hidden(name);
    sx_buf_addf(&buf, "%.*s ", SX_STR_ARG(name));
  }
  sx_str names = sx_buf_keep(&buf, m->far->moving->call->arena);
  return has_hidden ? names : SX_STR("");
}

static sx_status collect(members *m, const sx_move_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    sx_str name = member_name(nodes, i);
    if (is_hidden(name)) status = put(m, &m->sides, name, side_of(m, text, i), err);
    if (status || !sx_nodes_is(nodes, i, "struct_type")) continue;
    sx_str names = fields_of(m, nodes, i);
    bool is_asked = sx_nodes_above(nodes, i, "type_assertion_expression type_case") != SX_NODE_NONE;
    if (names.len)
      status = put(m, &m->structs, names, side_of(m, text, i) | (is_asked ? ASKED : 0), err);
  }
  return status;
}

/* Whether a name at a place is one of the package's that is on the other side. */
static bool is_crossing(const members *m, const sx_move_text *text, const sx_name *name) {
  if (name->binding != SX_BINDING_FREE) {
    const sx_binding *binding = &text->names.bindings.items[name->binding];
    if (binding->scope || binding->kind == SX_BINDING_IMPORT) return false;
  }
  sx_str word = sx_go_text(text, name);
  bool is_top = sx_go_find_top(&m->far->old, word) != NULL;
  bool is_here = sx_go_is_moved(m->far, text, name->start);
  return is_top && is_here != (sx_go_moved(m->far, word) != NULL);
}

static void find_links(members *m, const sx_move_text *text) {
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    bool *names = sx_go_is_moved(m->far, text, name->start) ? &m->moved_names : &m->stays_names;
    if (!*names) *names = is_crossing(m, text, name);
  }
}

/* ---- uses ----------------------------------------------------------------------------------- */

static bool has_method(const members *m, sx_str type, sx_str name) {
  const sx_go_files *files = &m->far->old.files;
  for (size_t i = 0; i < files->len; i++) {
    const sx_nodes *nodes = &files->items[i].text->nodes;
    if (!files->items[i].is_own) continue;
    for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
         node = sx_nodes_next_named(nodes, node))
      if (sx_nodes_is(nodes, node, "method_declaration") &&
          sx_str_is_equal(sx_move_go_receiver(nodes, node), type) &&
          sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name")), name))
        return true;
  }
  return false;
}

/* The side that declares a member of a type; 0: it is not one of the type itself. */
static uint64_t side_of_member(const members *m, sx_go_type type, sx_str name) {
  sx_str word = sx_go_type_name(type);
  sx_go_type under = sx_go_type_under(m->far, type);
  if (word.len && has_method(m, word, name)) return sx_go_moved(m->far, word) ? MOVED : STAYS;
  if (under.node == SX_NODE_NONE) return 0;
  const sx_nodes *nodes = &under.text->nodes;
  for (uint32_t i = under.node; i < nodes->ends[under.node]; i++)
    if (sx_str_is_equal(member_name(nodes, i), name) &&
        sx_nodes_above(nodes, i, "struct_type interface_type") == under.node)
      return side_of(m, under.text, under.node) & (MOVED | STAYS);
  return 0;
}

static sx_status refuse(const members *m, const sx_move_text *text, uint32_t node, bool is_moved,
                        sx_str name, sx_err *err) {
  return sx_move_refuse(
      m->far->moving, text, sx_move_start(text, node), err,
      "%s '%.*s' here, which may be a member of what %s, and which other packages do not see: give "
      "it a name that is exported (rename_symbol) first",
      is_moved ? "what moves uses" : "what stays uses", SX_STR_ARG(name),
      is_moved ? "stays" : "moves");
}

static sx_status check_use(const members *m, const sx_move_text *text, uint32_t node,
                           sx_go_type type, sx_err *err) {
  sx_str name = sx_nodes_text(&text->nodes, node);
  bool is_moved = sx_go_is_moved(m->far, text, sx_move_start(text, node));
  uint64_t flags = get(&m->sides, name), own = is_moved ? MOVED : STAYS;
  uint64_t other = is_moved ? STAYS_OPEN : MOVED_OPEN;
  if (!is_hidden(name) || !(flags & other)) return SX_OK;
  uint64_t side = type.node == SX_NODE_NONE ? 0 : side_of_member(m, type, name);
  bool is_linked = is_moved ? m->moved_names : m->stays_names;
  if (side == own || (!side && flags & own && !is_linked)) return SX_OK;
  return refuse(m, text, node, is_moved, name, err);
}

/* `List[T]{{1, 2}}`: values without a type of their own, where one of the brackets is on the other
 * side. */
static bool is_of_argument(const members *m, const sx_move_text *text, uint32_t value) {
  const sx_nodes *nodes = &text->nodes;
  if (!sx_nodes_is(nodes, sx_nodes_parent(nodes, value), "literal_element")) return false;
  uint32_t type = sx_nodes_field(nodes, sx_nodes_above(nodes, value, "composite_literal"), "type");
  for (uint32_t i = type; type != SX_NODE_NONE && i < nodes->ends[type]; i++) {
    const sx_name *name = sx_names_at(&text->names, i);
    if (sx_nodes_above(nodes, i, "type_arguments") != SX_NODE_NONE && name &&
        is_crossing(m, text, name))
      return true;
  }
  return false;
}

/* `T{1, 2}` of a struct whose fields the other package does not see. */
static sx_status check_literal(const members *m, const sx_move_text *text, uint32_t value,
                               sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t first = sx_nodes_first_named(nodes, value);
  if (first == SX_NODE_NONE || sx_nodes_is(nodes, first, "keyed_element")) return SX_OK;
  sx_go_type type = sx_go_type_under(m->far, sx_go_type_of_literal(m->far, text, value));
  if (is_of_argument(m, text, value))
    return sx_move_refuse(m->far->moving, text, sx_move_start(text, value), err,
                          "this may set fields that are not exported, which another package does "
                          "not see: make the value by a function beside its type first");
  if (type.node == SX_NODE_NONE || !sx_nodes_is(&type.text->nodes, type.node, "struct_type"))
    return SX_OK;
  uint64_t here = side_of(m, text, value) & (MOVED | STAYS);
  uint64_t there = side_of(m, type.text, type.node) & (MOVED | STAYS);
  if (here == there) return SX_OK;
  if (!fields_of(m, &type.text->nodes, type.node).len) {
    sx_status status = sx_refactoring_warn(
        m->far->moving->refactoring, text->document, sx_move_start(text, value),
        "go vet asks for the names of fields where a struct is of another package.");
    return status ? sx_fail(err, status, NULL) : SX_OK;
  }
  return sx_move_refuse(m->far->moving, text, sx_move_start(text, value), err,
                        "this sets fields that are not exported, which another package does not "
                        "see: make the value by a function beside its type first");
}

static sx_status check_uses(const members *m, const sx_move_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    if (sx_nodes_is(nodes, i, "selector_expression"))
      status =
          check_use(m, text, sx_nodes_field(nodes, i, "field"),
                    sx_go_type_of_operand(m->far, text, sx_nodes_field(nodes, i, "operand")), err);
    else if (sx_nodes_is(nodes, i, "literal_value"))
      status = check_literal(m, text, i, err);
    else if (sx_go_is_key(nodes, i) && !sx_names_at(&text->names, i))
      status = check_use(
          m, text, i,
          sx_go_type_of_literal(m->far, text, sx_nodes_above(nodes, i, "literal_value")), err);
  }
  return status;
}

/* ---- interfaces and structs ----------------------------------------------------------------- */

/* Where `text` has an interface's method, or a method, of such a name. */
static uint32_t find_method(const sx_nodes *nodes, sx_str name, const char *kind) {
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is(nodes, i, kind) &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "name")), name))
      return i;
  return SX_NODE_NONE;
}

static sx_status check_method(const members *m, const sx_go_files *files, uint32_t node,
                              sx_err *err) {
  const sx_move_text *source = &m->far->moving->source;
  bool is_interface = sx_nodes_is(&source->nodes, node, "method_elem");
  sx_str name = sx_nodes_text(&source->nodes, sx_nodes_field(&source->nodes, node, "name"));
  if (!is_hidden(name)) return SX_OK;
  for (size_t i = 0; i < files->len; i++) {
    const sx_move_text *text = files->items[i].text;
    const sx_nodes *nodes = &text->nodes;
    const char *kind = is_interface ? "method_declaration method_elem" : "method_elem";
    uint32_t found = files->items[i].is_own ? find_method(nodes, name, kind) : SX_NODE_NONE;
    bool is_moved =
        found != SX_NODE_NONE && sx_go_is_moved(m->far, text, sx_move_start(text, found));
    for (uint32_t k = found; is_moved && k < nodes->tree.nodes.len;
         k++) /* another one that stays */
      if (sx_nodes_is(nodes, k, kind) && !sx_go_is_moved(m->far, text, sx_move_start(text, k)) &&
          sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, k, "name")), name)) {
        found = k;
        is_moved = false;
      }
    if (found != SX_NODE_NONE && !is_moved)
      return sx_move_refuse(m->far->moving, text, sx_move_start(text, found), err,
                            "the method '%.*s' is not exported, and which interfaces it is for "
                            "changes with its package: rename one of them first",
                            SX_STR_ARG(name));
  }
  return SX_OK;
}

static sx_status check_methods(const members *m, sx_err *err) {
  const sx_move_text *source = &m->far->moving->source;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < source->nodes.tree.nodes.len && !status; i++) {
    if (!sx_nodes_is(&source->nodes, i, "method_elem method_declaration") ||
        !sx_move_has(m->far->moving, sx_move_start(source, i)))
      continue;
    status = check_method(m, &m->far->old.files, i, err);
    if (!status) status = check_method(m, &m->far->to.files, i, err);
  }
  return status;
}

/* Whether a type of the old package has members of its own that are not exported. */
static bool has_hidden(const members *m, sx_go_type type) {
  sx_str word = sx_go_type_name(type);
  sx_go_type under = sx_go_type_under(m->far, type);
  for (size_t i = 0; word.len && i < m->far->old.files.len; i++) {
    const sx_nodes *nodes = &m->far->old.files.items[i].text->nodes;
    for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
         node = sx_nodes_next_named(nodes, node))
      if (sx_nodes_is(nodes, node, "method_declaration") &&
          sx_str_is_equal(sx_move_go_receiver(nodes, node), word) &&
          is_hidden(sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name"))))
        return true;
  }
  if (under.node == SX_NODE_NONE) return false;
  const sx_nodes *nodes = &under.text->nodes;
  for (uint32_t i = under.node; i < nodes->ends[under.node]; i++)
    if (is_hidden(member_name(nodes, i)) &&
        sx_nodes_above(nodes, i, "struct_type interface_type") == under.node)
      return true;
  return false;
}

/* A type that another has in it by its name alone; NONE. */
static uint32_t embedded_type(const sx_nodes *nodes, uint32_t node) {
  if (is_embedded(nodes, node)) return sx_nodes_field(nodes, node, "type");
  bool is_alone = sx_nodes_is(nodes, node, "type_elem") &&
                  sx_nodes_is(nodes, sx_nodes_parent(nodes, node), "interface_type");
  return is_alone ? sx_nodes_first_named(nodes, node) : SX_NODE_NONE;
}

static sx_status check_embedded(const members *m, const sx_move_text *text, bool is_target,
                                sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    uint32_t type = embedded_type(nodes, i);
    if (type == SX_NODE_NONE) continue;
    bool is_far = is_target && sx_nodes_is(nodes, type, "qualified_type");
    sx_str word = is_far ? sx_nodes_text(nodes, sx_nodes_field(nodes, type, "name"))
                         : sx_go_type_name((sx_go_type){text, type});
    const sx_go_top *top = is_target && !is_far ? NULL : sx_go_find_top(&m->far->old, word);
    bool is_moved = sx_go_moved(m->far, word) != NULL;
    if (!word.len || !top || is_moved == sx_go_is_moved(m->far, text, sx_move_start(text, i)))
      continue;
    if (is_target && !is_moved) continue;
    uint32_t spec = sx_nodes_parent(&top->text->nodes, top->node);
    sx_go_type named = {top->text, sx_nodes_field(&top->text->nodes, spec, "name")};
    if (sx_nodes_is(&top->text->nodes, spec, "type_spec type_alias") && has_hidden(m, named))
      return sx_move_refuse(m->far->moving, text, sx_move_start(text, type), err,
                            "'%.*s' is embedded here and has members that are not exported, which "
                            "the other package would not see",
                            SX_STR_ARG(word));
  }
  return SX_OK;
}

/* Structs with the same fields can be converted to each other, unless one is of another package;
 * without names they are one type, which values of any type may have. */
static sx_status check_structs(const members *m, sx_err *err) {
  const sx_move_text *source = &m->far->moving->source;
  const sx_nodes *nodes = &source->nodes;
  bool is_linked = m->moved_names || m->stays_names;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i, "struct_type") ||
        !sx_move_has(m->far->moving, sx_move_start(source, i)))
      continue;
    bool is_named = sx_nodes_is(nodes, sx_nodes_parent(nodes, i), "type_spec");
    if (is_named && !is_linked) continue;
    uint64_t flags = get(&m->structs, fields_of(m, nodes, i));
    bool may_meet = is_linked && flags & (MOVED_OPEN | STAYS_OPEN);
    if (flags & STAYS && (may_meet || (!is_named && flags & ASKED)))
      return sx_move_refuse(m->far->moving, source, sx_move_start(source, i), err,
                            "a struct that stays has the same fields; values may go from one to "
                            "the other, and could no longer: rename a field first");
  }
  return SX_OK;
}

sx_status sx_go_check_members(sx_go_far *far, sx_err *err) {
  members m = {.far = far};
  sx_status status = SX_OK;
  sx_map_init(&m.sides, far->moving->call->arena);
  sx_map_init(&m.structs, far->moving->call->arena);
  for (size_t i = 0; i < far->old.files.len && !status; i++) {
    if (!far->old.files.items[i].is_own) continue;
    status = collect(&m, far->old.files.items[i].text, err);
    find_links(&m, far->old.files.items[i].text);
  }
  for (size_t i = 0; i < far->old.files.len && !status; i++) {
    const sx_move_text *text = far->old.files.items[i].text;
    if (!far->old.files.items[i].is_own) continue;
    status = check_uses(&m, text, err);
    if (!status) status = check_embedded(&m, text, false, err);
  }
  if (!status) status = check_methods(&m, err);
  if (!status) status = check_structs(&m, err);
  for (size_t i = 0; i < far->to.files.len && !status; i++)
    status = check_embedded(&m, far->to.files.items[i].text, true, err);
  return status;
}
