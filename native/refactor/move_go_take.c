#include "refactor/move_parts.h"

#include "base/folder.h"
#include "os/file_write.h"

/*
 * Declarations of Go: functions, types with their methods, and one constant or variable of a group.
 */

#define GROUPS "const_declaration var_declaration type_declaration"
#define SPECS "const_spec var_spec type_spec type_alias"

/* ---- what can be moved ---------------------------------------------------------------------- */

static size_t count_specs(const sx_nodes *nodes, uint32_t group, uint32_t *last) {
  size_t count = 0;
  for (uint32_t i = group; i < nodes->ends[group]; i++) {
    uint32_t above = sx_nodes_parent(nodes, i);
    bool is_own = above == group || sx_nodes_is(nodes, above, "var_spec_list");
    if (is_own && sx_nodes_is(nodes, i, SPECS)) count++, *last = i;
  }
  return count;
}

/* `iota`, and constants without a value of their own, depend on those before them. */
static sx_status check_group(sx_moving *moving, uint32_t group, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (uint32_t i = group; i < nodes->ends[group]; i++) {
    bool is_iota =
        sx_nodes_is(nodes, i, "iota") || (sx_nodes_is(nodes, i, "identifier") &&
                                          sx_str_is_equal(sx_nodes_text(nodes, i), SX_STR("iota")));
    bool is_implicit =
        sx_nodes_is(nodes, i, "const_spec") && sx_nodes_field(nodes, i, "value") == SX_NODE_NONE;
    if (is_iota || is_implicit)
      return sx_move_refuse(
          moving, source, sx_move_start(source, i), err,
          "the values of these constants depend on their places in the group: give "
          "each a value of its own first");
  }
  return SX_OK;
}

static sx_status check_spec(sx_moving *moving, uint32_t spec, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  size_t count = 0;
  for (uint32_t child = sx_nodes_first_named(nodes, spec); child != SX_NODE_NONE;
       child = sx_nodes_next_named(nodes, child))
    count += sx_nodes_is_field(nodes, child, "name");
  if (count == 1) return SX_OK;
  return sx_move_refuse(moving, source, sx_move_start(source, spec), err,
                        "several names are declared together here; declare each on a line first");
}

static sx_status check_function(sx_moving *moving, uint32_t function, sx_err *err) {
  const sx_move_text *source = &moving->source;
  sx_str name = sx_nodes_text(&source->nodes, sx_nodes_field(&source->nodes, function, "name"));
  if (!sx_str_is_equal(name, SX_STR("init"))) return SX_OK;
  return sx_move_refuse(moving, source, sx_move_start(source, function), err,
                        "functions init run in the order of their files");
}

static sx_status add(sx_moving *moving, uint32_t node, sx_str name, sx_err *err) {
  sx_moved found = {.name = name, .first = node, .last = node, .is_exported = true};
  if (sx_move_has(moving, sx_move_start(&moving->source, node))) return SX_OK;
  sx_move_find_extent(&moving->source, &found);
  sx_status status = sx_move_check_lines(moving, &moving->source, &found, err);
  return status ? status : sx_move_add(moving, &found, err);
}

/* ---- methods -------------------------------------------------------------------------------- */

sx_str sx_move_go_receiver(const sx_nodes *nodes, uint32_t method) {
  uint32_t receiver = sx_nodes_field(nodes, method, "receiver");
  if (receiver == SX_NODE_NONE) return SX_STR("");
  for (uint32_t i = receiver; i < nodes->ends[receiver]; i++)
    if (sx_nodes_is(nodes, i, "type_identifier")) return sx_nodes_text(nodes, i);
  return SX_STR("");
}

static sx_status add_method(sx_moving *moving, uint32_t method, sx_err *err) {
  const sx_nodes *nodes = &moving->source.nodes;
  sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, method, "name"));
  sx_str full = sx_arena_printf(moving->call->arena, "%.*s.%.*s",
                                SX_STR_ARG(sx_move_go_receiver(nodes, method)), SX_STR_ARG(name));
  return add(moving, method, full, err);
}

/* Those that the file has; others stay where they are, as they may. */
static sx_status add_methods(sx_moving *moving, sx_str type, sx_err *err) {
  const sx_nodes *nodes = &moving->source.nodes;
  sx_status status = SX_OK;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE && !status;
       node = sx_nodes_next_named(nodes, node))
    if (sx_nodes_is(nodes, node, "method_declaration") &&
        sx_str_is_equal(sx_move_go_receiver(nodes, node), type))
      status = add_method(moving, node, err);
  return status;
}

/* ---- the declaration ------------------------------------------------------------------------ */

/* The innermost node that begins there. */
static uint32_t node_at(const sx_nodes *nodes, uint32_t at) {
  uint32_t node = sx_nodes_around(nodes, at, at + 1);
  for (uint32_t child = node; child != SX_NODE_NONE && sx_nodes_get(nodes, child)->start == at;
       child = sx_nodes_first_named(nodes, child))
    node = child;
  return node;
}

static sx_status take_spec(sx_moving *moving, uint32_t group, uint32_t name_at, sx_err *err) {
  const sx_nodes *nodes = &moving->source.nodes;
  uint32_t name = node_at(nodes, name_at), last = SX_NODE_NONE;
  uint32_t spec = sx_nodes_above(nodes, name, SPECS);
  sx_status status = check_spec(moving, spec, err);
  bool is_only = count_specs(nodes, group, &last) == 1;
  bool is_constant = sx_nodes_is(nodes, group, "const_declaration");
  if (!status && is_constant && !is_only) status = check_group(moving, group, err);
  sx_str text = sx_nodes_text(nodes, sx_nodes_field(nodes, spec, "name"));
  if (!status) status = add(moving, is_only ? group : spec, text, err);
  if (!status && sx_nodes_is(nodes, spec, "type_spec")) status = add_methods(moving, text, err);
  return status;
}

sx_status sx_move_go_take(sx_moving *moving, uint32_t name_at, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node)) {
    if (name_at < sx_move_start(source, node) || name_at >= sx_move_end(source, node)) continue;
    uint32_t name = sx_nodes_field(nodes, node, "name");
    uint32_t inner = node_at(nodes, name_at);
    bool is_own = sx_nodes_has_in(nodes, name, inner);
    uint32_t spec = sx_nodes_above(nodes, inner, SPECS);
    if (sx_nodes_is(nodes, node, "function_declaration") && is_own) {
      sx_status status = check_function(moving, node, err);
      return status ? status : add(moving, node, sx_nodes_text(nodes, name), err);
    }
    if (sx_nodes_is(nodes, node, "method_declaration") && is_own)
      return add_method(moving, node, err);
    if (sx_nodes_is(nodes, node, GROUPS) && sx_nodes_is_field(nodes, inner, "name") &&
        sx_nodes_parent(nodes, inner) == spec)
      return take_spec(moving, node, name_at, err);
  }
  return sx_move_refuse(moving, source, name_at, err,
                        "this is not a function, method, type, constant or variable that the "
                        "package declares; only those are moved");
}

/* ---- the order of variables ----------------------------------------------------------------- */

/* Functions that only make a value of what they are given. */
static bool is_pure_call(sx_str called) {
  return sx_language_has_word(
      "errors.New fmt.Errorf regexp.MustCompile strings.NewReplacer make "
      "new len cap big.NewInt time.Duration string int int64 uint byte rune "
      "float64 uint64 int32 uint32",
      called, false);
}

/* Expressions that are the same whenever they are evaluated, and change nothing. */
static bool is_inert(const sx_move_text *text, uint32_t value) {
  static const char plain[] =
      "expression_list int_literal float_literal imaginary_literal rune_literal "
      "interpreted_string_literal raw_string_literal true false nil iota unary_expression "
      "binary_expression parenthesized_expression composite_literal literal_value literal_element "
      "keyed_element argument_list comment interpreted_string_literal_content "
      "raw_string_literal_content escape_sequence type_conversion_expression";
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = value; value != SX_NODE_NONE && i < nodes->ends[value]; i++) {
    uint32_t above = sx_nodes_parent(nodes, i);
    if (!sx_nodes_is_named(nodes, i)) {
      if (sx_str_is_equal(sx_nodes_kind(nodes, i), SX_STR("<-"))) return false;
      continue;
    }
    if (sx_nodes_is_field(nodes, i, "type") || sx_nodes_is(nodes, i, "func_literal")) {
      i = nodes->ends[i] - 1; /* runs nothing */
      continue;
    }
    if (sx_nodes_is(nodes, i, "call_expression")) {
      uint32_t called = sx_nodes_field(nodes, i, "function");
      if (!is_pure_call(sx_nodes_text(nodes, called))) return false;
      continue;
    }
    if (sx_nodes_is_field(nodes, i, "function")) {
      i = nodes->ends[i] - 1;
      continue;
    }
    if (sx_nodes_is(nodes, above, "argument_list") &&
        sx_nodes_is(nodes, i, "map_type slice_type channel_type pointer_type type_identifier")) {
      i = nodes->ends[i] - 1;
      continue;
    }
    if (sx_nodes_is(nodes, i, "identifier")) {
      const sx_name *name = sx_names_at(&text->names, i);
      bool is_known = name && name->binding != SX_BINDING_FREE;
      uint8_t kind = is_known ? text->names.bindings.items[name->binding].kind : 0;
      if (!name) continue; /* a key */
      if (is_known &&
          (kind == SX_BINDING_CONSTANT || kind == SX_BINDING_FUNCTION || kind == SX_BINDING_TYPE))
        continue;
      return false;
    }
    if (!sx_nodes_is(nodes, i, plain)) return false;
  }
  return true;
}

/* A variable of the package whose value is made by code; NONE. */
static uint32_t find_active(const sx_moving *moving, const sx_move_text *text, bool is_moved,
                            uint32_t after) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = after; i < nodes->tree.nodes.len; i++) {
    if (sx_nodes_is(nodes, i, "function_declaration method_declaration")) {
      i = nodes->ends[i] - 1;
      continue;
    }
    if (!sx_nodes_is(nodes, i, "var_spec")) continue;
    bool is_here = text == &moving->source && sx_move_has(moving, sx_move_start(text, i));
    if (is_here == is_moved && !is_inert(text, sx_nodes_field(nodes, i, "value"))) return i;
  }
  return SX_NODE_NONE;
}

static bool moves_variable(const sx_moving *moving) {
  const sx_nodes *nodes = &moving->source.nodes;
  for (size_t i = 0; i < moving->moved.len; i++)
    if (sx_nodes_is(nodes, moving->moved.items[i].first, "var_spec var_declaration")) return true;
  return false;
}

/* Files of the package: two variables that code makes may change places if one waits for another
 * that moves. */
static sx_status check_package(sx_moving *moving, sx_err *err) {
  sx_dir_list list = {0};
  size_t active = 0;
  sx_str folder = sx_folder_of(moving->source.path);
  sx_status status = sx_dir_read(&list, folder, moving->call->arena, err);
  for (size_t i = 0; i < list.count && !status; i++) {
    sx_move_text text;
    sx_str path = sx_arena_printf(moving->call->arena, "%.*s/%.*s", SX_STR_ARG(folder),
                                  SX_STR_ARG(list.items[i].name));
    if (!sx_str_has_suffix(path, SX_STR(".go"))) continue;
    bool is_source = sx_str_is_equal(path, moving->source.path);
    if (!is_source) status = sx_move_text_read(&text, moving, path, err);
    const sx_move_text *read = is_source ? &moving->source : &text;
    uint32_t found = 0;
    while (!status && (found = find_active(moving, read, false, found)) != SX_NODE_NONE) {
      if (++active > 1)
        return sx_move_refuse(moving, read, sx_move_start(read, found), err,
                              "code makes this variable and others of the package, in an order "
                              "that the place of the moved variable may change");
      found++;
    }
  }
  return status;
}

sx_status sx_move_go_check_order(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  if (!moves_variable(moving)) return SX_OK;
  uint32_t active = find_active(moving, source, true, 0);
  if (active != SX_NODE_NONE)
    return sx_move_refuse(moving, source, sx_move_start(source, active), err,
                          "code makes the value of this variable, and when it runs depends on the "
                          "order of the files");
  return check_package(moving, err);
}

uint32_t sx_move_go_acts(const sx_moving *moving, const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node)) {
    sx_str name = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "name"));
    if (sx_nodes_is(nodes, node, "function_declaration") && sx_str_is_equal(name, SX_STR("init")))
      return node;
    for (uint32_t i = node; sx_nodes_is(nodes, node, "import_declaration") && i < nodes->ends[node];
         i++)
      if (sx_nodes_is(nodes, i, "blank_identifier")) return i;
  }
  return find_active(moving, text, false, 0);
}
