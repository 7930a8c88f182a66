#include "refactor/move_parts.h"

#include "base/byte.h"
#include "base/folder.h"
#include "base/word.h"
#include "refactor/parameters.h"
#include "workspace/paths.h"

/*
 * A declaration of Python to another module: what stays in the source, what the target gets.
 */

/* Whether a name is used where it does not move from, or exported; the source then imports it. */
static bool stays_used(const sx_moving *moving, sx_str name, size_t *place) {
  const sx_names *names = &moving->source.names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE || sx_move_has(moving, one->start)) continue;
    const sx_binding *binding = &names->bindings.items[one->binding];
    *place = one->start;
    if (!binding->scope && sx_str_is_equal(binding->name, name)) return true;
  }
  return sx_move_python_is_exported(moving, name, place);
}

/* ---- checks
 * ------------------------------------------------------------------------------------ */

/* Names at the top of the target that would be in the way. */
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
    if (binding->kind != SX_BINDING_IMPORT || binding->declarations > 1)
      return sx_move_refuse(moving, target, one->start, err,
                            "the target has a '%.*s' already; rename one of them first",
                            SX_STR_ARG(name));
    if (!(one->roles & SX_NAME_DECLARES)) continue;
    for (size_t k = 0; k < target->imports.items.len; k++) {
      const sx_import_item *item = &target->imports.items.items[k];
      bool leads = false;
      if (!sx_str_is_equal(item->local, name)) continue;
      sx_status status = sx_move_leads_to(moving, target->path, item->module, SX_STR(""),
                                          moving->source.path, &leads, err);
      if (status) return status;
      if (!leads || !sx_str_is_equal(item->name, name))
        return sx_move_refuse(moving, target, item->start, err,
                              "the target imports another '%.*s': rename that import first",
                              SX_STR_ARG(name));
    }
  }
  return SX_OK;
}

/* Annotations in strings are names, too. */
static sx_status check_strings(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    if (!sx_nodes_is(nodes, i, "string_content") ||
        sx_nodes_above(nodes, i, "type") == SX_NODE_NONE)
      continue;
    bool is_moved = sx_move_has(moving, sx_move_start(source, i));
    for (size_t k = 0; k < source->names.bindings.len; k++) {
      const sx_binding *binding = &source->names.bindings.items[k];
      if (binding->scope || !sx_word_is_in(sx_nodes_text(nodes, i), binding->name)) continue;
      if (is_moved != (sx_move_find(moving, binding->name) != NULL))
        return sx_move_refuse(moving, source, sx_move_start(source, i), err,
                              "the annotation in quotes has '%.*s'; write it without quotes",
                              SX_STR_ARG(binding->name));
    }
  }
  return SX_OK;
}

static sx_str future_of(const sx_move_text *text) {
  for (size_t i = 0; text->document && i < text->imports.statements.len; i++)
    if (sx_str_is_equal(text->imports.statements.items[i].module, SX_STR("__future__")))
      return sx_nodes_text(&text->nodes, text->imports.statements.items[i].node);
  return SX_STR("");
}

/* `from __future__ import annotations` changes what annotations are. */
static sx_status check_future(sx_moving *moving, sx_err *err) {
  if (!moving->target.document ||
      sx_str_is_equal(future_of(&moving->source), future_of(&moving->target)))
    return SX_OK;
  for (size_t i = 0; i < moving->moved.len; i++) {
    const sx_moved *moved = &moving->moved.items[i];
    for (uint32_t node = moved->first; node < moving->source.nodes.ends[moved->last]; node++)
      if (sx_nodes_is(&moving->source.nodes, node, "type"))
        return sx_move_refuse(moving, &moving->source, sx_move_start(&moving->source, node), err,
                              "the two modules differ in their imports of __future__, which "
                              "change what this annotation means");
  }
  return SX_OK;
}

/* The files that an import of a name loads: the module of that name, or what declares it. */
static sx_status follow_import(sx_moving *moving, sx_str module, sx_str name, sx_err *err) {
  sx_import_target found;
  bool is_dot = sx_str_has_suffix(module, SX_STR(".")), is_name = name.len && name.ptr[0] != '*';
  sx_import_line line = {.specifier = module, .kind = SX_IMPORT_PLAIN};
  if (is_name) {
    line.kind = SX_IMPORT_MEMBER;
    line.specifier = sx_arena_printf(moving->call->arena, "%.*s%s%.*s", SX_STR_ARG(module),
                                     is_dot ? "" : ".", SX_STR_ARG(name));
  }
  sx_status status = sx_imports_resolve(&found, moving->imports, moving->target.path, &line, err);
  for (size_t k = 0; !status && found.outcome == SX_IMPORT_FOUND && k < found.files.len; k++)
    status = sx_move_follow(moving, found.files.items[k], err);
  return status;
}

/* Those that the target gains must not lead back to it. */
static sx_status check_circles(sx_moving *moving, const sx_move_imports *imports, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < imports->len && !status; i++)
    status = follow_import(moving, imports->items[i].module, imports->items[i].name, err);
  if (!status && moving->needs_source) status = sx_move_follow(moving, moving->source.path, err);
  if (!status && sx_move_is_reached(moving, moving->target.path))
    return sx_move_refuse(
        moving, &moving->source, moving->moved.items[0].start, err,
        "in the target the code would need an import that leads back to the "
        "target: that circle may fail when the modules are loaded. Give another target_file");
  sx_str from = sx_folder_of(moving->source.path), to = sx_folder_of(moving->target.path);
  for (; !status && to.len && !sx_str_is_equal(to, from) && !sx_folder_has(to, from);
       to = sx_folder_of(to)) /* what loading the target's packages runs */
    status = sx_move_follow(
        moving, sx_arena_printf(moving->call->arena, "%.*s/__init__.py", SX_STR_ARG(to)), err);
  return status;
}

/* The imports of the target, but for the imports that it needs no longer. */
static sx_status follow_target(sx_moving *moving, sx_err *err) {
  const sx_move_text *target = &moving->target;
  sx_status status = SX_OK;
  for (size_t i = 0; target->document && i < target->imports.items.len && !status; i++) {
    const sx_import_item *item = &target->imports.items.items[i];
    if (!sx_text_edits_cover(&target->edits, item->start))
      status = follow_import(moving, item->module, item->name, err);
  }
  return status;
}

/* ---- the source
 * -------------------------------------------------------------------------------- */

static sx_status refuse_rest(sx_moving *moving, sx_str name, size_t place, sx_err *err) {
  size_t exported;
  bool is_exported = sx_move_python_is_exported(moving, name, &exported) && exported == place;
  sx_str target = sx_path_display(moving->call, moving->target.path);
  const char *hint =
      moving->needs_source ? ". with_dependencies=true moves what the code uses along" : "";
  if (is_exported)
    return sx_move_refuse(moving, &moving->source, place, err,
                          "__all__ exports '%.*s' here, and %.*s would import this module: that "
                          "circle may fail when the modules are loaded%s. If nothing outside of "
                          "this workspace imports it from here, take it out of __all__ first",
                          SX_STR_ARG(name), SX_STR_ARG(target), hint);
  return sx_move_refuse(moving, &moving->source, place, err,
                        "what stays here uses '%.*s', and %.*s would import this module: that "
                        "circle may fail when the modules are loaded%s",
                        SX_STR_ARG(name), SX_STR_ARG(target), hint);
}

static sx_status import_rest(sx_moving *moving, sx_err *err) {
  sx_move_imports imports = {0};
  sx_status status = SX_OK;
  size_t place = 0;
  for (size_t i = 0; i < moving->moved.len && !status; i++) {
    sx_str name = moving->moved.items[i].name;
    if (!stays_used(moving, name, &place)) continue;
    if (moving->needs_source || sx_move_is_reached(moving, moving->source.path))
      return refuse_rest(moving, name, place, err);
    sx_move_import *added = SX_ARRAY_ADD(&imports, moving->call->arena);
    if (!added) return sx_fail(err, moving->call->arena->status, NULL);
    *added = (sx_move_import){SX_STR(""), name, name};
    status = sx_move_python_module(&added->module, moving, &moving->source, moving->target.path,
                                   sx_move_python_is_relative(&moving->source), err);
  }
  if (status || !imports.len) return status;
  return sx_move_python_add(moving, &moving->source, &imports, err);
}

/* Whether another file imports what moves. */
static bool has_users(const sx_moving *moving) {
  for (size_t i = 0; i < moving->updates.len; i++)
    if (!sx_str_is_equal(moving->updates.items[i].path, moving->source.path) &&
        !sx_str_is_equal(moving->updates.items[i].path, moving->target.path))
      return true;
  return false;
}

/* A base, or a metaclass, may keep a class that is made of it; NONE where all are plain. */
static uint32_t keeping_base(const sx_move_text *source, const sx_moved *moved) {
  static const char plain[] = "object Exception BaseException ValueError TypeError RuntimeError "
                              "KeyError AttributeError LookupError OSError ABC Enum IntEnum "
                              "StrEnum Flag IntFlag NamedTuple TypedDict Protocol Generic dict "
                              "list set tuple str int float ABCMeta";
  const sx_nodes *nodes = &source->nodes;
  uint32_t node = moved->last;
  if (sx_nodes_is(nodes, node, "decorated_definition"))
    node = sx_nodes_field(nodes, node, "definition");
  uint32_t bases = sx_nodes_field(nodes, node, "superclasses");
  for (uint32_t one = sx_nodes_first_named(nodes, bases); one != SX_NODE_NONE;
       one = sx_nodes_next_named(nodes, one)) {
    sx_str text = sx_nodes_text(nodes, one);
    text = sx_str_slice(text, 0, sx_str_find_char(text, '[', 0));
    size_t dot = sx_str_find_last_char(text, '.'), equal = sx_str_find_last_char(text, '=');
    if (dot != SX_STR_NONE) text = sx_str_slice(text, dot + 1, text.len);
    if (equal != SX_STR_NONE) text = sx_str_trim(sx_str_slice(text, equal + 1, text.len));
    if (!sx_language_has_word(plain, text, false)) return one;
  }
  return SX_NODE_NONE;
}

static sx_status check_bases(sx_moving *moving, sx_err *err) {
  for (size_t i = 0; i < moving->moved.len && !has_users(moving); i++) {
    size_t place = 0;
    uint32_t base = keeping_base(&moving->source, &moving->moved.items[i]);
    if (base == SX_NODE_NONE || stays_used(moving, moving->moved.items[i].name, &place)) continue;
    return sx_move_refuse(moving, &moving->source, sx_move_start(&moving->source, base), err,
                          "this base may keep '%.*s' when the module is loaded, and then it would "
                          "no longer be: nothing imports the target for it",
                          SX_STR_ARG(moving->moved.items[i].name));
  }
  return SX_OK;
}

/* `def __getattr__(name)` gives the names that a module does not have. */
static sx_status check_asked(sx_moving *moving, const sx_move_text *text, sx_err *err) {
  for (size_t i = 0; text->document && i < text->names.bindings.len; i++) {
    const sx_binding *binding = &text->names.bindings.items[i];
    if (!binding->scope && sx_str_is_equal(binding->name, SX_STR("__getattr__")))
      return sx_move_refuse(moving, text, text->names.names.items[binding->first].start, err,
                            "this gives names that the module does not have, and a name that comes "
                            "or goes changes what it is asked for");
  }
  return SX_OK;
}

/* A decorator may keep what it decorates: that is lost where the new module is not loaded. */
static sx_status check_decorators(sx_moving *moving, sx_err *err) {
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  for (size_t i = 0; i < moving->moved.len && !has_users(moving); i++) {
    const sx_moved *moved = &moving->moved.items[i];
    size_t place = 0;
    if (!sx_nodes_is(nodes, moved->last, "decorated_definition") ||
        stays_used(moving, moved->name, &place))
      continue;
    for (uint32_t one = sx_nodes_first_named(nodes, moved->last); one != SX_NODE_NONE;
         one = sx_nodes_next_named(nodes, one))
      if (sx_nodes_is(nodes, one, "decorator") &&
          !sx_signature_is_plain_decorator(sx_nodes_text(nodes, one)))
        return sx_move_refuse(moving, source, sx_move_start(source, one), err,
                              "this decorator gets '%.*s' when the module is loaded, and then it "
                              "would no longer be: nothing imports the target for it",
                              SX_STR_ARG(moved->name));
  }
  return SX_OK;
}

/* ---- the target
 * -------------------------------------------------------------------------------- */

static sx_str write_declarations(sx_moving *moving, sx_str newline, bool is_spaced) {
  sx_buf buf;
  sx_str all = moving->source.document->text;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  for (size_t i = 0; i < moving->moved.len; i++) {
    sx_str rest = sx_str_trim_end(
        sx_str_slice(all, moving->moved.items[i].start, moving->moved.items[i].end));
    sx_str line;
    for (int k = 0; i && is_spaced && k < 2; k++) sx_buf_add(&buf, newline);
    while (sx_str_next_line(&rest, &line)) {
      sx_buf_add(&buf, line);
      sx_buf_add(&buf, newline);
    }
  }
  return sx_buf_keep(&buf, moving->call->arena);
}

static bool is_spaced(const sx_moving *moving) {
  for (size_t i = 0; i < moving->moved.len; i++)
    if (!sx_nodes_is(&moving->source.nodes, moving->moved.items[i].first, "expression_statement"))
      return true;
  return false;
}

static sx_status create_target(sx_moving *moving, const sx_move_imports *imports, sx_err *err) {
  sx_buf buf;
  sx_str newline = moving->source.newline, license = sx_move_license(&moving->source);
  sx_str future = future_of(&moving->source);
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  if (license.len) {
    sx_buf_add(&buf, license);
    sx_buf_add(&buf, newline);
    sx_buf_add(&buf, newline);
  }
  if (future.len) sx_buf_add(&buf, future), sx_buf_add(&buf, newline), sx_buf_add(&buf, newline);
  sx_buf_add(&buf, sx_move_python_block(moving, &moving->target, imports));
  for (int k = 0; imports->len && k < 1 + is_spaced(moving); k++) sx_buf_add(&buf, newline);
  sx_buf_add(&buf, write_declarations(moving, newline, is_spaced(moving)));
  sx_str text = sx_buf_keep(&buf, moving->call->arena);
  for (size_t i = 0; i < imports->len; i++) {
    sx_status status = sx_move_note(moving, &moving->target, SX_STR(""),
                                    sx_move_python_line(moving, &imports->items[i]), err);
    if (status) return status;
  }
  return sx_change_create(&moving->refactoring->change, moving->target.path, text, err);
}

/* `if __name__ == "__main__":` runs what is above it. */
static size_t end_place(const sx_move_text *text) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t node = sx_nodes_first(nodes, 0); node != SX_NODE_NONE;
       node = sx_nodes_next(nodes, node)) {
    sx_str condition = sx_nodes_text(nodes, sx_nodes_field(nodes, node, "condition"));
    if (sx_nodes_is(nodes, node, "if_statement") && sx_word_is_in(condition, SX_STR("__name__")))
      return sx_move_start(text, node);
  }
  return text->document->text.len;
}

static bool target_uses(const sx_moving *moving) {
  for (size_t i = 0; i < moving->target.names.names.len; i++) {
    const sx_name *one = &moving->target.names.names.items[i];
    if (sx_move_find(moving, sx_nodes_text(&moving->target.nodes, one->node))) return true;
  }
  return false;
}

/* Where the declarations come in the target: below its imports if it uses them, or last. */
static size_t declaration_place(const sx_moving *moving) {
  bool has_imports;
  return target_uses(moving) ? sx_move_import_place(&moving->target, &has_imports)
                             : end_place(&moving->target);
}

static sx_status insert_declarations(sx_moving *moving, sx_err *err) {
  sx_move_text *target = &moving->target;
  sx_str all = target->document->text, newline = target->newline;
  size_t place = declaration_place(moving);
  sx_buf buf;
  sx_buf_init(&buf, SX_DOCUMENT_MAX_BYTES);
  sx_str before = sx_str_slice(all, 0, place);
  size_t breaks = 0;
  for (size_t i = sx_str_trim_end(before).len; i < before.len; i++) breaks += before.ptr[i] == '\n';
  for (size_t i = breaks; sx_str_trim(before).len && i < 3; i++) sx_buf_add(&buf, newline);
  sx_buf_add(&buf, write_declarations(moving, newline, is_spaced(moving)));
  sx_str after = sx_str_slice(all, place, all.len);
  size_t below = 0;
  for (size_t i = 0; i < after.len && sx_byte_is_space(after.ptr[i]); i++)
    below += after.ptr[i] == '\n';
  for (size_t i = below; sx_str_trim(after).len && i < 2; i++) sx_buf_add(&buf, newline);
  return sx_move_edit(moving, target, place, place, sx_buf_keep(&buf, moving->call->arena), err);
}

/* Whether the target deletes a name of its top, or gives it something else than an import. */
static bool is_lost(const sx_move_text *target, sx_str local) {
  const sx_names *names = &target->names;
  for (size_t i = 0; i < names->names.len; i++) {
    const sx_name *one = &names->names.items[i];
    if (one->binding == SX_BINDING_FREE || names->bindings.items[one->binding].scope ||
        !sx_str_is_equal(names->bindings.items[one->binding].name, local))
      continue;
    bool is_import = sx_nodes_above(&target->nodes, one->node,
                                    "import_statement import_from_statement") != SX_NODE_NONE;
    if (!one->roles || (one->roles & SX_NAME_WRITES && !is_import)) return true;
  }
  return false;
}

/* Leaves those out that the target has; one that it has for something else is in the way. */
static sx_status keep_new(sx_moving *moving, sx_move_imports *imports, sx_err *err) {
  const sx_move_text *target = &moving->target;
  size_t kept = 0, place = declaration_place(moving);
  for (size_t i = 0; i < imports->len; i++) {
    sx_move_import one = imports->items[i];
    bool is_own = false, is_there = false, is_taken = false;
    sx_status status =
        sx_move_leads_to(moving, target->path, one.module, SX_STR(""), target->path, &is_own, err);
    if (status) return status;
    for (size_t k = 0; k < target->imports.items.len; k++) {
      const sx_import_item *item = &target->imports.items.items[k];
      const sx_import_statement *statement = &target->imports.statements.items[item->statement];
      bool is_same = !statement->block && sx_str_is_equal(item->module, one.module) &&
                     sx_str_is_equal(item->name, one.name) &&
                     sx_str_is_equal(item->local, one.local);
      is_there |= is_same && sx_move_start(target, statement->node) < place;
      is_taken |= sx_str_is_equal(item->local, one.local) && !is_same &&
                  !(!item->name.len && !one.name.len && !item->has_alias);
    }
    for (size_t k = 0; k < target->names.names.len; k++) {
      const sx_name *name = &target->names.names.items[k];
      bool is_top =
          name->binding == SX_BINDING_FREE || !target->names.bindings.items[name->binding].scope;
      if (is_there || !is_top ||
          !sx_str_is_equal(sx_nodes_text(&target->nodes, name->node), one.local))
        continue;
      is_taken |= name->binding == SX_BINDING_FREE ||
                  target->names.bindings.items[name->binding].kind != SX_BINDING_IMPORT;
    }
    is_taken |= is_lost(target, one.local);
    bool is_declared = is_own && one.name.len && sx_str_is_equal(one.name, one.local);
    if ((is_own && !is_declared) || (is_taken && !is_declared) ||
        (is_declared && target_uses(moving)))
      return sx_move_refuse(moving, target, 0, err,
                            "the code needs '%.*s' of %.*s, and in the target that name is "
                            "another: rename that one first",
                            SX_STR_ARG(one.local), SX_STR_ARG(one.module));
    if (!is_there && !is_declared) imports->items[kept++] = one;
  }
  imports->len = kept;
  return SX_OK;
}

static sx_status fill_target(sx_moving *moving, sx_move_imports *imports, sx_err *err) {
  if (!moving->target.document) return create_target(moving, imports, err);
  sx_status status = keep_new(moving, imports, err);
  if (!status && imports->len) status = sx_move_python_add(moving, &moving->target, imports, err);
  if (!status) status = insert_declarations(moving, err);
  return status ? status : sx_move_plan(moving, &moving->target, err);
}

sx_status sx_move_python(sx_moving *moving, sx_str name, uint32_t name_at, sx_err *err) {
  sx_move_imports imports = {0};
  sx_status status = sx_move_python_take(moving, name, name_at, err);
  if (!status) status = sx_move_find_importers(moving, err);
  if (!status) status = sx_move_python_needs(moving, &imports, err);
  if (!status) status = sx_move_python_reach_home(moving, err);
  if (!status) status = sx_move_python_reach_needs(moving, err);
  if (!status) status = check_target(moving, err);
  if (!status) status = check_strings(moving, err);
  if (!status) status = check_future(moving, err);
  if (!status) status = check_circles(moving, &imports, err);
  if (!status) status = sx_move_python_in_target(moving, err);
  if (!status) status = follow_target(moving, err);
  if (!status) status = sx_move_python_users(moving, err);
  if (!status) status = sx_move_python_exports(moving, err);
  if (!status) status = sx_move_python_clean(moving, err);
  if (!status) status = import_rest(moving, err);
  if (!status) status = check_asked(moving, &moving->source, err);
  if (!status) status = check_asked(moving, &moving->target, err);
  if (!status) status = check_decorators(moving, err);
  if (!status) status = check_bases(moving, err);
  if (!status) status = sx_move_check_order(moving, err);
  if (!status) status = sx_move_cut(moving, err);
  if (!status) status = sx_move_plan(moving, &moving->source, err);
  return status ? status : fill_target(moving, &imports, err);
}
