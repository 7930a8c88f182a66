#include "refactor/move_parts.h"

#include "base/word.h"
#include "workspace/paths.h"

/*
 * Declarations of JavaScript and TypeScript, and what they need of their module.
 */

#define FUNCTIONS                                                                                  \
  "function_declaration generator_function_declaration function_expression function "              \
  "arrow_function "                                                                                \
  "method_definition generator_function"
#define DECLARATIONS                                                                               \
  "function_declaration generator_function_declaration class_declaration "                         \
  "abstract_class_declaration interface_declaration type_alias_declaration enum_declaration "      \
  "lexical_declaration function_signature"

/* ---- the declaration
 * --------------------------------------------------------------------------- */

/* The declaration that an export statement exports, or the statement itself. */
static uint32_t exported(const sx_nodes *nodes, uint32_t node) {
  uint32_t inner = sx_nodes_first_named(nodes, node);
  if (sx_nodes_is(nodes, node, "expression_statement") &&
      sx_nodes_is(nodes, inner, "internal_module module"))
    return inner;
  if (!sx_nodes_is(nodes, node, "export_statement")) return node;
  return sx_nodes_field(nodes, node, "declaration");
}

/* Whether a statement at the top declares the name, alone or among others. */
static bool declares(const sx_move_text *text, uint32_t node, sx_str name) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t inner = exported(nodes, node);
  if (sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, inner, "name")), name))
    return true;
  if (!sx_nodes_is(nodes, inner, "lexical_declaration variable_declaration")) return false;
  size_t first = sx_names_from(&text->names, sx_move_start(text, inner));
  for (size_t i = first; i < text->names.names.len; i++) {
    const sx_name *one = &text->names.names.items[i];
    if (one->start >= sx_move_end(text, inner)) break;
    if (one->binding == SX_BINDING_FREE || !(one->roles & SX_NAME_DECLARES)) continue;
    const sx_binding *binding = &text->names.bindings.items[one->binding];
    if (!binding->scope && sx_str_is_equal(binding->name, name)) return true;
  }
  return false;
}

static bool is_one_declaration(const sx_move_text *text, uint32_t node) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t inner = exported(nodes, node);
  bool is_var = text->is_commonjs && sx_nodes_is(nodes, inner, "variable_declaration");
  if (!is_var && !sx_nodes_is(nodes, inner, DECLARATIONS)) return false;
  if (!is_var && !sx_nodes_is(nodes, inner, "lexical_declaration")) return true;
  uint32_t declarator = sx_nodes_first_named(nodes, inner);
  return sx_nodes_is(nodes, sx_nodes_field(nodes, declarator, "name"), "identifier") &&
         sx_nodes_next_named(nodes, declarator) == SX_NODE_NONE;
}

/* In `export { name }`, NONE elsewhere. */
static uint32_t listed_export(const sx_move_text *text, sx_str name) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i, "export_specifier")) continue;
    uint32_t statement = sx_nodes_above(nodes, i, "export_statement");
    if (sx_nodes_field(nodes, statement, "source") == SX_NODE_NONE &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "name")), name))
      return i;
  }
  return SX_NODE_NONE;
}

static sx_status fail_absent(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  return sx_move_refuse(moving, &moving->source, name_at, err,
                        "'%.*s' is not a function, class, type or constant that the module "
                        "declares at its top, once and in a statement of its own; only those are "
                        "moved",
                        SX_STR_ARG(name));
}

/* A function that is declared is there before its module runs; types are never. */
static void classify(const sx_move_text *text, sx_moved *moved) {
  const sx_nodes *nodes = &text->nodes;
  uint32_t inner = exported(nodes, moved->last);
  moved->is_type = sx_nodes_is(nodes, inner, "interface_declaration type_alias_declaration");
  moved->is_eager =
      !moved->is_type &&
      !sx_nodes_is(nodes, inner, "function_declaration generator_function_declaration");
}

static sx_status check_writes(sx_moving *moving, const sx_moved *moved, sx_err *err) {
  const sx_names *names = &moving->source.names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE || !(one->roles & SX_NAME_WRITES)) continue;
    const sx_binding *binding = &names->bindings.items[one->binding];
    if (binding->scope || !sx_str_is_equal(binding->name, moved->name) ||
        one->roles & SX_NAME_DECLARES)
      continue;
    return sx_move_refuse(moving, &moving->source, one->start, err,
                          "'%.*s' is written here, which is not allowed for what is imported",
                          SX_STR_ARG(moved->name));
  }
  return SX_OK;
}

sx_status sx_move_script_take(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_moved found = {.name = name, .first = SX_NODE_NONE};
  size_t signatures = 0, bodies = 0;
  bool is_broken = false;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node)) {
    if (!declares(source, node, name)) {
      is_broken |= found.first != SX_NODE_NONE;
      continue;
    }
    if (is_broken || !is_one_declaration(source, node))
      return fail_absent(moving, name, name_at, err);
    if (found.first == SX_NODE_NONE) found.first = node;
    found.last = node;
    bool is_signature = sx_nodes_is(nodes, exported(nodes, node), "function_signature");
    signatures += is_signature;
    bodies += !is_signature;
    if (!sx_move_is_alone(source, node))
      return sx_move_refuse(moving, source, sx_move_start(source, node), err,
                            "another statement is on the line of the declaration; put each on a "
                            "line of its own");
  }
  if (moving->is_commonjs) {
    sx_status taken = sx_move_cjs_take(moving, &found, name_at, err);
    if (taken) return taken;
    bodies += found.is_inline;
  }
  if (bodies != 1 || sx_nodes_is(nodes, exported(nodes, found.last), "function_signature"))
    return fail_absent(moving, name, name_at, err);
  if (sx_nodes_is(nodes, found.last, "export_statement")) {
    found.is_exported = true;
    found.is_default = sx_nodes_token(nodes, found.last, "default") != SX_NODE_NONE;
  }
  uint32_t listed = listed_export(source, name);
  if (listed != SX_NODE_NONE &&
      (found.is_exported || sx_nodes_field(nodes, listed, "alias") != SX_NODE_NONE))
    return sx_move_refuse(
        moving, source, sx_move_start(source, listed), err,
        "'%.*s' is exported here under another name: export it under its own first",
        SX_STR_ARG(name));
  found.is_listed = listed != SX_NODE_NONE;
  found.is_exported |= found.is_listed;
  classify(source, &found);
  sx_move_find_extent(source, &found);
  sx_status status = found.is_inline ? SX_OK : check_writes(moving, &found, err);
  return status ? status : sx_move_add(moving, &found, err);
}

/* ---- what it needs
 * ----------------------------------------------------------------------------- */

static sx_status add_import(sx_moving *moving, sx_move_script_imports *imports,
                            const sx_move_script_import *wanted, sx_err *err) {
  for (size_t i = 0; i < imports->len; i++)
    if (sx_str_is_equal(imports->items[i].local, wanted->local)) {
      imports->items[i].is_type &= wanted->is_type;
      return SX_OK;
    }
  sx_move_script_import *added = SX_ARRAY_ADD(imports, moving->call->arena);
  if (!added) return sx_fail(err, moving->call->arena->status, NULL);
  *added = *wanted;
  return SX_OK;
}

static sx_status need_import(sx_moving *moving, const sx_name *use, sx_move_script_imports *imports,
                             sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  for (size_t i = 0; i < source->imports.items.len; i++) {
    const sx_import_item *item = &source->imports.items.items[i];
    const sx_import_statement *statement = &source->imports.statements.items[item->statement];
    if (!sx_str_is_equal(item->local, binding->name) || statement->form != SX_IMPORT_FROM) continue;
    if (binding->declarations > 1) break;
    const sx_move_script_import wanted = {sx_move_script_remade(moving, item->module), item->name,
                                          item->local, item->is_type};
    return add_import(moving, imports, &wanted, err);
  }
  return sx_move_refuse(moving, source, use->start, err,
                        "the code uses '%.*s', which is imported in a way that is not moved",
                        SX_STR_ARG(binding->name));
}

static bool is_in_function(const sx_moving *moving, const sx_name *use) {
  uint32_t above = sx_nodes_above(&moving->source.nodes, use->node, FUNCTIONS);
  return above != SX_NODE_NONE;
}

/* Whether others can import a name that the source declares. */
static bool is_own_exported(const sx_move_text *source, sx_str name) {
  const sx_nodes *nodes = &source->nodes;
  uint32_t listed = listed_export(source, name);
  if (listed != SX_NODE_NONE) return sx_nodes_field(nodes, listed, "alias") == SX_NODE_NONE;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node))
    if (sx_nodes_is(nodes, node, "export_statement") && declares(source, node, name))
      return sx_nodes_token(nodes, node, "default") == SX_NODE_NONE;
  return false;
}

static sx_status need_own(sx_moving *moving, const sx_name *use, sx_move_script_imports *imports,
                          sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  sx_str shown = binding->name;
  if (moving->with_dependencies) return sx_move_script_take(moving, binding->name, use->start, err);
  if (moving->is_commonjs) {
    sx_status exported = sx_move_cjs_export_own(moving, use, &shown, err);
    if (exported) return exported;
  } else if (!is_own_exported(source, binding->name))
    return sx_move_refuse(moving, source, use->start, err,
                          "the code uses '%.*s', which this module does not export. Export it, or "
                          "move it along by with_dependencies=true",
                          SX_STR_ARG(binding->name));
  if (use->roles & SX_NAME_WRITES)
    return sx_move_refuse(moving, source, use->start, err,
                          "the code writes '%.*s', which is not allowed for what is imported",
                          SX_STR_ARG(binding->name));
  sx_move_script_import wanted = {SX_STR(""), shown, binding->name,
                                  binding->spaces == SX_SPACE_TYPES};
  if (!wanted.is_type) {
    moving->needs_source = true;
    moving->needs_eager |= !is_in_function(moving, use) && !(use->roles & SX_NAME_TYPE);
  }
  sx_status status =
      sx_move_script_module(&wanted.module, moving, &moving->target,
                            sx_move_script_style(moving, &moving->target), source->path, err);
  return status ? status : add_import(moving, imports, &wanted, err);
}

static sx_status need_free(sx_moving *moving, const sx_name *use, sx_str name, sx_err *err) {
  static const char of_module[] = "require module exports __dirname __filename";
  const sx_move_text *source = &moving->source;
  if (moving->is_commonjs) {
    sx_status status = sx_move_cjs_need_free(moving, use, name, err);
    if (status) return status;
  } else if (sx_language_has_word(of_module, name, false))
    return sx_move_refuse(moving, source, use->start, err,
                          "the code uses '%.*s', which would mean something else in another module",
                          SX_STR_ARG(name));
  if (sx_str_is_equal(name, SX_STR("eval")) && use->roles & SX_NAME_CALLS)
    return sx_move_refuse(moving, source, use->start, err, "the code calls eval()");
  if (!moving->target.document ||
      sx_names_look_up(&moving->target.names, name, 0) == SX_BINDING_FREE)
    return SX_OK;
  return sx_move_refuse(moving, source, use->start, err,
                        "the code uses the global '%.*s', which %.*s declares itself",
                        SX_STR_ARG(name),
                        SX_STR_ARG(sx_path_display(moving->call, moving->target.path)));
}

static sx_status need(sx_moving *moving, const sx_name *use, sx_move_script_imports *imports,
                      sx_err *err) {
  const sx_move_text *source = &moving->source;
  sx_str name = sx_str_slice(source->document->text, use->start, use->end);
  if (use->binding == SX_BINDING_FREE) return need_free(moving, use, name, err);
  const sx_binding *binding = &source->names.bindings.items[use->binding];
  if (binding->scope || sx_move_find(moving, binding->name)) return SX_OK;
  if (binding->kind == SX_BINDING_IMPORT) return need_import(moving, use, imports, err);
  if (moving->is_commonjs) {
    bool is_done;
    sx_move_script_import wanted;
    sx_status status = sx_move_cjs_need(moving, use, &wanted, &is_done, err);
    if (status || is_done) return status ? status : add_import(moving, imports, &wanted, err);
  }
  return need_own(moving, use, imports, err);
}

/* import.meta, import("./x") and the like mean other files elsewhere. */
static sx_status check_places(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  for (uint32_t i = 0; i < source->nodes.tree.nodes.len; i++) {
    if (!sx_move_has(moving, sx_move_start(source, i))) continue;
    bool is_meta = sx_nodes_is(&source->nodes, i, "meta_property") &&
                   sx_str_has_prefix(sx_nodes_text(&source->nodes, i), SX_STR("import"));
    bool is_import = sx_nodes_is(&source->nodes, i, "import");
    if (is_meta || is_import)
      return sx_move_refuse(moving, source, sx_move_start(source, i), err,
                            "what is imported here depends on the file that the code is in");
  }
  return SX_OK;
}

sx_status sx_move_script_needs(sx_moving *moving, sx_move_script_imports *imports, sx_err *err) {
  const sx_names *names = &moving->source.names;
  sx_status status = SX_OK;
  size_t known;
  do { /* what moves along may need more */
    known = moving->moved.len;
    for (size_t i = 0; i < names->names.len && !status; i++)
      if (sx_move_has(moving, names->names.items[i].start))
        status = need(moving, &names->names.items[i], imports, err);
  } while (!status && moving->moved.len > known);
  return status ? status : check_places(moving, err);
}

/* ---- what the source needs no longer
 * ----------------------------------------------------------- */

static void count_uses(const sx_moving *moving, sx_str name, size_t *kept, size_t *moved) {
  const sx_names *names = &moving->source.names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE || one->roles & SX_NAME_DECLARES) continue;
    const sx_binding *binding = &names->bindings.items[one->binding];
    if (binding->scope || !sx_str_is_equal(binding->name, name)) continue;
    ++*(sx_move_has(moving, one->start) ? moved : kept);
  }
}

static bool is_in_comments(const sx_moving *moving, sx_str name) {
  const sx_nodes *nodes = &moving->source.nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++)
    if (sx_nodes_is_comment(nodes, i) && !sx_move_has(moving, sx_move_start(&moving->source, i)) &&
        sx_str_find_char(sx_nodes_text(nodes, i), '{', 0) != SX_STR_NONE &&
        sx_word_is_in(sx_nodes_text(nodes, i), name))
      return true;
  return false;
}

/* Whether a `require` at the top is there for its names alone, not for what its module does. */
static sx_status is_for_names(sx_moving *moving, const sx_import_statement *statement, bool *out,
                              sx_err *err) {
  sx_import_target found;
  sx_move_text text;
  uint32_t act = SX_NODE_NONE;
  sx_import_line line = {.specifier = statement->module, .kind = SX_IMPORT_REQUIRE};
  *out = statement->form == SX_IMPORT_FROM;
  if (statement->form != SX_IMPORT_REQUIRED || !moving->is_commonjs || statement->block)
    return SX_OK;
  sx_status status = sx_imports_resolve(&found, moving->imports, moving->source.path, &line, err);
  *out = !status && found.outcome == SX_IMPORT_EXTERNAL;
  if (status || found.outcome != SX_IMPORT_FOUND || found.files.len != 1) return status;
  status = sx_move_text_read(&text, moving, found.files.items[0], err);
  if (!status) status = sx_move_acts(moving, &text, &act, err);
  *out = !status && act == SX_NODE_NONE;
  return sx_status_ends_call(status) ? status : SX_OK;
}

sx_status sx_move_script_clean(sx_moving *moving, sx_err *err) {
  sx_move_text *source = &moving->source;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < source->imports.statements.len && !status; i++) {
    const sx_import_statement *statement = &source->imports.statements.items[i];
    bool marks[256] = {0}, is_whole, is_any = false;
    bool is_known;
    status = is_for_names(moving, statement, &is_known, err);
    if (status || !is_known || statement->count > 256) continue;
    for (uint32_t k = 0; k < statement->count; k++) {
      const sx_import_item *item = &source->imports.items.items[statement->first + k];
      size_t kept = 0, moved = 0;
      count_uses(moving, item->local, &kept, &moved);
      marks[k] = !kept && moved && !is_in_comments(moving, item->local);
      is_any |= marks[k];
      if (marks[k] && !item->is_listed && statement->count > 1)
        is_any = false, k = statement->count;
    }
    if (!is_any) continue;
    status = sx_move_note(moving, source, sx_nodes_text(&source->nodes, statement->node),
                          SX_STR(""), err);
    if (!status) status = sx_move_drop_items(moving, source, i, marks, &is_whole, err);
  }
  return status;
}
