#include "refactor/move_parts.h"

#include "base/byte.h"
#include "workspace/paths.h"

/*
 * A declaration of JavaScript or TypeScript to another module.
 */

#define FUNCTIONS                                                                                  \
  "function_declaration generator_function_declaration function_expression function "              \
  "arrow_function "                                                                                \
  "method_definition generator_function"

/* ---- checks
 * ------------------------------------------------------------------------------------ */

static bool is_module(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t node = sx_nodes_first_named(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next_named(nodes, node))
    if (sx_nodes_is(nodes, node, "import_statement export_statement")) return true;
  return false;
}

/* Modules of CommonJS, and texts that are not modules. */
static sx_status check_module(const sx_moving *moving, const sx_move_text *text, sx_err *err) {
  const sx_names *names = &text->names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    sx_str name = sx_nodes_text(&text->nodes, one->node);
    if (one->binding == SX_BINDING_FREE && sx_language_has_word("module exports", name, false))
      return sx_move_refuse(moving, text, one->start, err,
                            "this is a module of CommonJS, and the other file is none");
  }
  if (is_module(text) || !sx_str_trim(text->document->text).len) return SX_OK;
  return sx_move_refuse(moving, text, 0, err,
                        "the file is not a module: it has neither import nor export");
}

/* "use client", say, with the lines that they are on. */
static sx_str directives(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  size_t start = SX_STR_NONE, end = 0;
  uint32_t node = sx_nodes_first_named(nodes, 0);
  if (sx_nodes_is(nodes, node, "hash_bang_line")) node = sx_nodes_next_named(nodes, node);
  for (; sx_nodes_is(nodes, node, "expression_statement") &&
         sx_nodes_is(nodes, sx_nodes_first_named(nodes, node), "string");
       node = sx_nodes_next_named(nodes, node)) {
    if (start == SX_STR_NONE) start = sx_move_start(text, node);
    end = sx_move_end(text, node);
  }
  return start == SX_STR_NONE ? SX_STR("") : sx_str_slice(text->document->text, start, end);
}

/* They change the meaning of a whole file, as comments for the compiler do. */
static sx_status check_directives(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source, *target = &moving->target;
  for (uint32_t i = 0; i < source->nodes.tree.nodes.len; i++)
    if (sx_nodes_is_comment(&source->nodes, i) &&
        sx_str_find(sx_nodes_text(&source->nodes, i), SX_STR("@jsx"), 0) != SX_STR_NONE)
      return sx_move_refuse(moving, source, sx_move_start(source, i), err,
                            "this comment changes the meaning of all code in the file");
  if (!target->document || sx_str_is_equal(directives(source), directives(target))) return SX_OK;
  return sx_move_refuse(moving, target, 0, err,
                        "the two files begin with different directives, which change the meaning "
                        "of their code");
}

static sx_str ending(sx_str path) {
  sx_str name = sx_path_name(path);
  size_t dot = sx_str_find_last_char(name, '.');
  return dot == SX_STR_NONE ? SX_STR("") : sx_str_slice(name, dot, name.len);
}

static sx_status check_ending(sx_moving *moving, sx_err *err) {
  sx_str from = ending(moving->source.path), to = ending(moving->target.path);
  if (sx_str_is_equal(from, to) && !sx_str_has_suffix(moving->target.path, SX_STR(".d.ts")))
    return SX_OK;
  if (sx_str_is_equal(from, SX_STR(".ts")) && sx_str_is_equal(to, SX_STR(".tsx"))) return SX_OK;
  return sx_move_refuse(moving, &moving->target, 0, err,
                        "a declaration of a %.*s file is moved only into another one",
                        SX_STR_ARG(from));
}

/* The default export of the target, as a statement or in a list; NONE. */
static uint32_t default_export(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; text->document && i < nodes->tree.nodes.len; i++) {
    bool is_statement = sx_nodes_is(nodes, i, "export_statement") &&
                        sx_nodes_token(nodes, i, "default") != SX_NODE_NONE;
    uint32_t alias = sx_nodes_field(nodes, i, "alias");
    uint32_t name = alias == SX_NODE_NONE ? sx_nodes_field(nodes, i, "name") : alias;
    if (is_statement || (sx_nodes_is(nodes, i, "export_specifier") &&
                         sx_str_is_equal(sx_nodes_text(nodes, name), SX_STR("default"))))
      return i;
  }
  return SX_NODE_NONE;
}

/* A module has one default export; it keeps being one in the target. */
static sx_status check_default(sx_moving *moving, sx_err *err) {
  const sx_moved *moved = sx_move_script_exported(moving, SX_STR("default"));
  uint32_t other = moved ? default_export(&moving->target) : SX_NODE_NONE;
  if (!moved) return SX_OK;
  if (other != SX_NODE_NONE)
    return sx_move_refuse(moving, &moving->target, sx_move_start(&moving->target, other), err,
                          "the target has a default export already, and '%.*s' is one, too; export "
                          "one of them by its name first",
                          SX_STR_ARG(moved->name));
  return sx_refactoring_warn(moving->refactoring, moving->source.document, moved->start,
                             "this file has no default export any more; what loads it by its path, "
                             "as some frameworks do, would miss it.");
}

/* Names in the target that would be in the way. */
static sx_status check_target(sx_moving *moving, sx_err *err) {
  const sx_move_text *target = &moving->target;
  const sx_names *names = &target->names;
  for (size_t i = 0; target->document && i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    sx_str name = sx_nodes_text(&target->nodes, one->node);
    if (!sx_move_find(moving, name)) continue;
    if (one->binding == SX_BINDING_FREE)
      return sx_move_refuse(moving, target, one->start, err,
                            "'%.*s' means something else in the target: rename one of both first",
                            SX_STR_ARG(name));
    const sx_binding *binding = &names->bindings.items[one->binding];
    if (binding->scope) continue;
    bool leads = false;
    for (size_t k = 0; k < target->imports.items.len && binding->declarations == 1; k++) {
      const sx_import_item *item = &target->imports.items.items[k];
      const sx_import_statement *statement = &target->imports.statements.items[item->statement];
      const sx_moved *exported = sx_move_script_exported(moving, item->name);
      sx_import_form form = moving->is_commonjs ? SX_IMPORT_REQUIRED : SX_IMPORT_FROM;
      if (!sx_str_is_equal(item->local, name) || !exported ||
          !sx_str_is_equal(exported->name, name) || statement->form != form)
        continue;
      sx_status status = sx_move_leads_to(moving, target->path, item->module, SX_STR(""),
                                          moving->source.path, &leads, err);
      if (status) return status;
    }
    if (!leads)
      return sx_move_refuse(moving, target, one->start, err,
                            "the target has a '%.*s' already; rename one of them first",
                            SX_STR_ARG(name));
  }
  return SX_OK;
}

static sx_status follow_module(sx_moving *moving, sx_str module, sx_err *err) {
  sx_import_target found;
  sx_import_line line = {.specifier = module, .kind = SX_IMPORT_PLAIN};
  sx_status status = sx_imports_resolve(&found, moving->imports, moving->target.path, &line, err);
  for (size_t k = 0; !status && found.outcome == SX_IMPORT_FOUND && k < found.files.len; k++)
    status = sx_move_follow(moving, found.files.items[k], err);
  return status;
}

static sx_status check_circles(sx_moving *moving, const sx_move_script_imports *imports,
                               sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < imports->len && !status; i++)
    if (!imports->items[i].is_type) status = follow_module(moving, imports->items[i].module, err);
  if (!status && moving->target.document && sx_move_is_reached(moving, moving->target.path))
    return sx_move_refuse(moving, &moving->source, moving->moved.items[0].start, err,
                          "in the target the code would need an import that leads back to the "
                          "target: in that circle names may be read before they have a value. Give "
                          "another target_file");
  return status;
}

/* The imports of the target, but for what it needs no longer. */
static sx_status follow_target(sx_moving *moving, sx_err *err) {
  const sx_move_text *target = &moving->target;
  sx_status status = SX_OK;
  for (size_t i = 0; target->document && i < target->imports.statements.len && !status; i++) {
    const sx_import_statement *one = &target->imports.statements.items[i];
    if (!one->is_type && !sx_text_edits_cover(&target->edits, sx_move_start(target, one->node)))
      status = follow_module(moving, one->module, err);
  }
  return status;
}

/* ---- the source
 * -------------------------------------------------------------------------------- */

/* An export of CommonJS that goes with what it exports. */
static bool is_dropped_export(const sx_moving *moving, uint32_t node) {
  return moving->is_commonjs && !moving->is_kept &&
         sx_cjs_is_exported(&moving->source.exports, node);
}

static void add_rest(sx_move_rest *rest, const sx_moving *moving, uint32_t node, bool is_type) {
  const sx_nodes *nodes = &moving->source.nodes;
  if (!rest->is_used) rest->place = sx_move_start(&moving->source, node);
  rest->is_used = true;
  rest->is_value |= !is_type;
  rest->is_eager |= !is_type && sx_nodes_above(nodes, node, FUNCTIONS) == SX_NODE_NONE;
}

sx_move_rest sx_move_script_rest(const sx_moving *moving, const sx_moved *moved) {
  const sx_move_text *source = &moving->source;
  sx_move_rest rest = {0};
  for (size_t i = 0; i < source->names.names.len && !moved->is_inline; i++) {
    const sx_name *one = &source->names.names.items[i];
    if (one->binding == SX_BINDING_FREE || sx_move_has(moving, one->start)) continue;
    const sx_binding *binding = &source->names.bindings.items[one->binding];
    bool is_export = sx_nodes_above(&source->nodes, one->node, "export_specifier") != SX_NODE_NONE;
    if (binding->scope || !sx_str_is_equal(binding->name, moved->name) || is_export ||
        is_dropped_export(moving, one->node))
      continue;
    add_rest(&rest, moving, one->node, one->roles & SX_NAME_TYPE);
  }
  for (size_t i = 0; i < source->exports.reads.len && moving->is_commonjs; i++) {
    const sx_cjs_read *read = &source->exports.reads.items[i];
    if (!moving->is_kept && moved->shown.len && sx_str_is_equal(read->name, moved->shown) &&
        !sx_move_has(moving, sx_move_start(source, read->node)))
      add_rest(&rest, moving, read->node, false);
  }
  return rest;
}

/* Both modules import each other: that works while neither reads the other when it is loaded. */
static sx_status check_rest(sx_moving *moving, const sx_moved *moved, const sx_move_rest *rest,
                            sx_err *err) {
  sx_call *call = moving->call;
  bool is_back = moving->needs_source || sx_move_is_reached(moving, moving->source.path);
  if (!rest->is_value || moved->is_type || !is_back) return SX_OK;
  if (rest->is_eager || moved->is_eager || moving->needs_eager || moving->is_commonjs)
    return sx_move_refuse(
        moving, &moving->source, rest->place, err,
        "what stays here uses '%.*s', and %.*s would import this module: in that "
        "circle names may be read before they have a value%s",
        SX_STR_ARG(moved->name), SX_STR_ARG(sx_path_display(call, moving->target.path)),
        moving->needs_source ? ". with_dependencies=true moves what the code uses along" : "");
  return sx_refactoring_warn(moving->refactoring, moving->source.document, rest->place,
                             "this file and %.*s import each other now; it works as neither reads "
                             "the other while it is loaded.",
                             SX_STR_ARG(sx_path_display(call, moving->target.path)));
}

static sx_status import_rest(sx_moving *moving, sx_err *err) {
  sx_move_script_imports imports = {0};
  sx_status status = SX_OK;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    sx_moved *moved = &moving->moved.items[i];
    const sx_move_rest rest = sx_move_script_rest(moving, moved);
    if (!rest.is_used) continue;
    moved->is_needed = true;
    status = check_rest(moving, moved, &rest, err);
    bool has_imports;
    if (!status && moving->is_commonjs &&
        rest.place < sx_move_import_place(&moving->source, &has_imports))
      status = sx_move_refuse(moving, &moving->source, rest.place, err,
                              "'%.*s' is used here, above where the module would require it",
                              SX_STR_ARG(moved->name));
    if (!status && moving->is_commonjs)
      status = sx_move_script_check_import(moving, &moving->source, rest.place, false, err);
    sx_move_script_import *added = SX_ARRAY_ADD(&imports, moving->call->arena);
    if (!added) return sx_fail(err, moving->call->arena->status, NULL);
    *added = (sx_move_script_import){SX_STR(""),
                                     moved->is_default ? SX_STR("default") : sx_move_shown(moved),
                                     moved->name, moved->is_type};
    if (!status)
      status = sx_move_script_module(&added->module, moving, &moving->source,
                                     sx_move_script_style(moving, &moving->source),
                                     moving->target.path, err);
  }
  if (status || !imports.len) return status;
  return sx_move_script_add(moving, &moving->source, &imports, err);
}

/* `export { a, b }` loses what moves. */
static sx_status drop_exports(sx_moving *moving, sx_err *err) {
  sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_status status = SX_OK;
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    uint32_t statement = sx_nodes_parent(nodes, i), kept = SX_NODE_NONE;
    if (!sx_nodes_is(nodes, i, "export_clause") ||
        sx_nodes_field(nodes, statement, "source") != SX_NODE_NONE)
      continue;
    size_t count = 0, gone = 0;
    for (uint32_t one = sx_nodes_first_named(nodes, i); one != SX_NODE_NONE;
         one = sx_nodes_next_named(nodes, one)) {
      count++;
      gone +=
          sx_move_find(moving, sx_nodes_text(nodes, sx_nodes_field(nodes, one, "name"))) != NULL;
    }
    if (gone && gone == count) status = sx_move_drop_statement(moving, source, statement, err);
    if (!gone || gone == count) continue;
    for (uint32_t one = sx_nodes_first_named(nodes, i); one != SX_NODE_NONE && !status;
         one = sx_nodes_next_named(nodes, one)) {
      uint32_t next = sx_nodes_next_named(nodes, one);
      bool goes =
          sx_move_find(moving, sx_nodes_text(nodes, sx_nodes_field(nodes, one, "name"))) != NULL;
      if (goes && next != SX_NODE_NONE)
        status = sx_move_edit(moving, source, sx_move_start(source, one),
                              sx_move_start(source, next), SX_STR(""), err);
      else if (goes && kept != SX_NODE_NONE)
        status = sx_move_edit(moving, source, sx_move_end(source, kept), sx_move_end(source, one),
                              SX_STR(""), err);
      if (!goes) kept = one;
    }
  }
  return status;
}

/* ---- the target
 * -------------------------------------------------------------------------------- */

static sx_str write_declarations(const sx_moving *moving, sx_str newline) {
  if (moving->is_commonjs) return sx_move_cjs_write(moving, newline);
  const sx_move_text *source = &moving->source;
  sx_str all = source->document->text;
  sx_buf buf, lines;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_buf_init(&lines, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    bool needs_export = moved->is_listed || sx_move_script_rest(moving, moved).is_used;
    size_t at = moved->start;
    if (i) sx_buf_add_char(&buf, '\n');
    for (uint32_t node = moved->first; node != SX_NODE_NONE && node <= moved->last;
         node = sx_nodes_next_named(&source->nodes, node)) {
      sx_buf_add(&buf, sx_str_slice(all, at, sx_move_start(source, node)));
      at = sx_move_start(source, node);
      if (needs_export && !sx_nodes_is(&source->nodes, node, "export_statement"))
        sx_buf_add_text(&buf, "export ");
    }
    sx_buf_add(&buf, sx_str_trim_end(sx_str_slice(all, at, moved->end)));
    sx_buf_add_char(&buf, '\n');
  }
  sx_str rest = sx_buf_keep(&buf, moving->call->arena), line;
  while (sx_str_next_line(&rest, &line)) {
    sx_buf_add(&lines, line);
    sx_buf_add(&lines, newline);
  }
  return sx_buf_keep(&lines, moving->call->arena);
}

static sx_status create_target(sx_moving *moving, const sx_move_script_imports *imports,
                               sx_err *err) {
  sx_buf buf;
  sx_str newline = moving->source.newline, license = sx_move_license(&moving->source);
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_buf_add(&buf, license);
  for (int k = 0; license.len && k < 2; k++) sx_buf_add(&buf, newline);
  sx_str directive = directives(&moving->source);
  sx_buf_add(&buf, directive);
  for (int k = 0; directive.len && k < 2; k++) sx_buf_add(&buf, newline);
  sx_buf_add(&buf, sx_move_script_block(moving, &moving->target, imports));
  if (imports->len) sx_buf_add(&buf, newline);
  sx_buf_add(&buf, write_declarations(moving, newline));
  for (size_t i = 0; i < imports->len; i++) {
    sx_status status =
        sx_move_note(moving, &moving->target, SX_STR(""),
                     sx_move_script_line(moving, &moving->target, &imports->items[i]), err);
    if (status) return status;
  }
  return sx_change_create(&moving->refactoring->change, moving->target.path,
                          sx_buf_keep(&buf, moving->call->arena), err);
}

static bool target_uses(const sx_moving *moving) {
  for (size_t i = 0; i < moving->target.names.names.len; i++)
    if (sx_move_find(
            moving, sx_nodes_text(&moving->target.nodes, moving->target.names.names.items[i].node)))
      return true;
  return false;
}

static sx_status insert_declarations(sx_moving *moving, sx_err *err) {
  sx_move_text *target = &moving->target;
  sx_str all = target->document->text, newline = target->newline;
  bool has_imports, is_above = target_uses(moving);
  size_t place = is_above              ? sx_move_import_place(target, &has_imports)
                 : moving->is_commonjs ? sx_move_cjs_place(moving)
                                       : all.len;
  sx_str before = sx_str_slice(all, 0, place), after = sx_str_slice(all, place, all.len);
  size_t breaks = 0, below = 0;
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = sx_str_trim_end(before).len; i < before.len; i++) breaks += before.ptr[i] == '\n';
  for (size_t i = breaks; sx_str_trim(before).len && i < 2; i++) sx_buf_add(&buf, newline);
  sx_buf_add(&buf, write_declarations(moving, newline));
  for (size_t i = 0; i < after.len && sx_byte_is_space(after.ptr[i]); i++)
    below += after.ptr[i] == '\n';
  if (!below && sx_str_trim(after).len) sx_buf_add(&buf, newline);
  return sx_move_edit(moving, target, place, place, sx_buf_keep(&buf, moving->call->arena), err);
}

/* CommonJS: whether what the source requires of the target is a name there, with a value before
 * what moves is loaded. */
static bool is_own_name(const sx_moving *moving, const sx_move_script_import *import) {
  const sx_move_text *target = &moving->target;
  bool is_eager = false, is_whole = !import->name.len, has_imports;
  size_t place =
      target_uses(moving) ? sx_move_import_place(target, &has_imports) : sx_move_cjs_place(moving);
  const sx_cjs_export *own = sx_cjs_export_of(&target->exports, import->local);
  uint32_t found = sx_names_look_up(&target->names, import->local, 0);
  for (size_t i = 0; i < moving->moved.len; i++) is_eager |= moving->moved.items[i].is_eager;
  if (!own || found == SX_BINDING_FREE || is_whole != (own->form == SX_CJS_WHOLE) ||
      !sx_str_is_equal(own->name, import->name))
    return false;
  const sx_binding *binding = &target->names.bindings.items[found];
  return !is_eager || binding->kind == SX_BINDING_FUNCTION ||
         target->names.names.items[binding->first].start < place;
}

/* Leaves those out that the target has; one that it has for something else is in the way. */
static sx_status keep_new(sx_moving *moving, sx_move_script_imports *imports, sx_err *err) {
  const sx_move_text *target = &moving->target;
  size_t kept = 0;
  for (size_t i = 0; i < imports->len; i++) {
    sx_move_script_import one = imports->items[i];
    bool is_own = false, is_there = false, is_taken = false;
    sx_status status =
        sx_move_leads_to(moving, target->path, one.module, SX_STR(""), target->path, &is_own, err);
    if (status) return status;
    for (size_t k = 0; k < target->imports.items.len; k++) {
      const sx_import_item *item = &target->imports.items.items[k];
      is_there |= sx_str_is_equal(item->module, one.module) &&
                  sx_str_is_equal(item->name, one.name) &&
                  sx_str_is_equal(item->local, one.local) && (!item->is_type || one.is_type) &&
                  target->imports.statements.items[item->statement].form ==
                      (moving->is_commonjs ? SX_IMPORT_REQUIRED : SX_IMPORT_FROM);
    }
    bool is_declared = is_own && sx_str_is_equal(one.name, one.local) && !target_uses(moving);
    if (moving->is_commonjs) is_declared = is_own && is_own_name(moving, &one);
    for (size_t k = 0; k < target->names.names.len; k++) {
      const sx_name *name = &target->names.names.items[k];
      bool is_top =
          name->binding == SX_BINDING_FREE || !target->names.bindings.items[name->binding].scope;
      is_taken |= is_top && sx_str_is_equal(sx_nodes_text(&target->nodes, name->node), one.local);
    }
    if ((is_own && !is_declared) || (is_taken && !is_there && !is_declared))
      return sx_move_refuse(moving, target, 0, err,
                            "the code needs '%.*s' of \"%.*s\", and in the target that name is "
                            "another: rename that one first",
                            SX_STR_ARG(one.local), SX_STR_ARG(one.module));
    if (!is_there && !is_declared) imports->items[kept++] = one;
  }
  imports->len = kept;
  return SX_OK;
}

static sx_status fill_target(sx_moving *moving, sx_move_script_imports *imports, sx_err *err) {
  if (!moving->target.document) return create_target(moving, imports, err);
  sx_status status = keep_new(moving, imports, err);
  if (!status && imports->len) status = sx_move_script_add(moving, &moving->target, imports, err);
  if (!status) status = insert_declarations(moving, err);
  if (!status && moving->is_commonjs) status = sx_move_cjs_fill_exports(moving, err);
  return status ? status : sx_move_plan(moving, &moving->target, err);
}

static sx_status check_files(sx_moving *moving, sx_err *err) {
  sx_status status = check_module(moving, &moving->source, err);
  if (!status && moving->target.document) status = check_module(moving, &moving->target, err);
  if (!status) status = check_ending(moving, err);
  return status ? status : check_directives(moving, err);
}

sx_status sx_move_script(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  sx_move_script_imports imports = {0};
  moving->is_commonjs = moving->source.is_commonjs;
  sx_status status =
      moving->is_commonjs ? sx_move_cjs_check(moving, err) : check_files(moving, err);
  if (!status) status = sx_move_script_take(moving, name, name_at, err);
  if (!status) status = sx_move_find_importers(moving, err);
  if (!status) status = sx_move_script_find_like(moving, err);
  if (!status) status = sx_move_script_needs(moving, &imports, err);
  if (!status)
    status =
        moving->is_commonjs ? sx_move_cjs_check_target(moving, err) : check_default(moving, err);
  if (!status) status = check_target(moving, err);
  if (!status) status = sx_move_script_in_target(moving, err);
  if (!status) status = check_circles(moving, &imports, err);
  if (!status) status = follow_target(moving, err);
  if (!status) status = sx_move_script_users(moving, err);
  if (!status)
    status =
        moving->is_commonjs ? sx_move_cjs_drop_exports(moving, err) : drop_exports(moving, err);
  if (!status) status = sx_move_script_clean(moving, err);
  if (!status) status = import_rest(moving, err);
  if (!status && moving->is_commonjs) status = sx_move_cjs_reads(moving, err);
  if (!status) status = sx_move_check_order(moving, err);
  if (!status) status = sx_move_cut(moving, err);
  if (!status) status = sx_move_plan(moving, &moving->source, err);
  return status ? status : fill_target(moving, &imports, err);
}
