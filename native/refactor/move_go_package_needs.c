#include "refactor/move_go_package.h"

#include "base/folder.h"
#include "base/word.h"

/*
 * The moved code in its new package: names of the old one get its name before them, those of the
 * new one lose it, and all others must mean what they meant.
 */

/* ---- the name of the old package ------------------------------------------------------------ */

static sx_str last_part(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

static bool may_be_imported(const sx_go_far *far) {
  return !far->is_test || !sx_str_has_suffix(far->old.name, SX_STR("_test"));
}

/* As the target calls it: by an import that it has, or its own name. */
static sx_status name_old(sx_go_far *far, sx_err *err) {
  sx_move_go_imports there = {0};
  const sx_move_text *target = &far->moving->target;
  far->old_local = far->old.name;
  if (!target->document) return SX_OK;
  sx_status status = sx_move_go_imports_find(&there, far->moving, target, err);
  for (size_t i = 0; i < there.len && !status; i++) {
    const sx_move_go_import *one = &there.items[i];
    if (!sx_str_is_equal(one->path, far->old.path)) continue;
    if (sx_str_is_equal(one->alias, SX_STR(".")))
      return sx_move_refuse(far->moving, target, sx_move_start(target, one->spec), err,
                            "the target imports all names of the old package: import it by its "
                            "name first");
    if (one->alias.len && !sx_str_is_equal(one->alias, SX_STR("_"))) far->old_local = one->alias;
  }
  return status;
}

static sx_status add_import(sx_go_far *far, const sx_move_go_import *import, sx_err *err) {
  for (size_t i = 0; i < far->needed.len; i++)
    if (sx_str_is_equal(far->needed.items[i].path, import->path) &&
        sx_str_is_equal(far->needed.items[i].name, import->name))
      return SX_OK;
  sx_move_go_import *added = SX_ARRAY_ADD(&far->needed, far->moving->call->arena);
  if (!added) return sx_fail(err, far->moving->call->arena->status, NULL);
  *added = *import;
  return SX_OK;
}

/* The import of the old package that the target needs. */
static sx_status add_old(sx_go_far *far, sx_err *err) {
  bool is_plain = sx_str_is_equal(far->old_local, last_part(far->old.path));
  sx_move_go_import import = {.path = far->old.path,
                              .name = far->old_local,
                              .alias = is_plain ? SX_STR("") : far->old_local,
                              .binding = SX_BINDING_FREE};
  far->has_far_old = true;
  return add_import(far, &import, err);
}

/* ---- single names --------------------------------------------------------------------------- */

/* Whether a name at a place of the source is one of a function there. */
static bool is_local(const sx_move_text *text, sx_str name, uint32_t node) {
  uint32_t found = sx_names_look_up(&text->names, name, node);
  return found != SX_BINDING_FREE && text->names.bindings.items[found].scope;
}

static sx_status refuse_staying(sx_go_far *far, const sx_move_text *text, size_t place, sx_str name,
                                const sx_go_top *top, sx_err *err) {
  bool is_here = top->text == text;
  return sx_move_refuse(far->moving, text, place, err,
                        "what moves uses '%.*s', which %s does not export: %s", SX_STR_ARG(name),
                        top->text == text ? "this file" : "the package",
                        is_here ? "with_dependencies=true moves it along, if nothing else uses it, "
                                  "or rename_symbol exports it"
                                : "rename it by rename_symbol so that it is exported first");
}

/* `Name` of the old package becomes `old.Name`. */
static sx_status qualify(sx_go_far *far, const sx_name *name, const sx_go_top *top, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_move_text *source = &moving->source;
  sx_str word = sx_go_text(source, name);
  bool is_main = sx_str_is_equal(far->old.name, SX_STR("main"));
  if (!sx_go_is_exported(word)) return refuse_staying(far, source, name->start, word, top, err);
  if (is_main || !may_be_imported(far) || sx_move_go_is_test(top->text->path))
    return sx_move_refuse(moving, source, name->start, err,
                          "what moves uses '%.*s', and %s cannot be imported: move it first, or "
                          "along by with_dependencies=true",
                          SX_STR_ARG(word), is_main ? "package main" : "what tests declare");
  if (is_local(source, far->old_local, name->node))
    return sx_move_refuse(moving, source, name->start, err,
                          "'%.*s' would need '%.*s' before it, which is something else here: "
                          "rename that first",
                          SX_STR_ARG(word), SX_STR_ARG(far->old_local));
  sx_str to = sx_arena_printf(moving->call->arena, "%.*s.%.*s", SX_STR_ARG(far->old_local),
                              SX_STR_ARG(word));
  sx_status status =
      sx_go_check_internal(far, source, name->start, far->to.folder, far->old.path, err);
  if (!status) status = add_old(far, err);
  return status ? status
                : sx_text_edits_add(&moving->inner, name->start, name->end, to, moving->call->arena,
                                    err);
}

/* `to.Name` of the new package becomes `Name`. */
static sx_status unqualify(sx_go_far *far, const sx_name *name, sx_err *err) {
  sx_moving *moving = far->moving;
  const sx_move_text *source = &moving->source;
  const sx_nodes *nodes = &source->nodes;
  uint32_t parent = sx_nodes_parent(nodes, name->node);
  uint32_t member = sx_nodes_field(nodes, parent, "field");
  if (member == SX_NODE_NONE) member = sx_nodes_field(nodes, parent, "name");
  sx_str word = sx_nodes_text(nodes, member);
  size_t start = sx_move_start(source, member);
  sx_str between = sx_str_slice(nodes->text, name->end, start);
  if (is_local(source, word, name->node) || sx_str_trim(between).len != 1)
    return sx_move_refuse(moving, source, name->start, err,
                          "in the target this would be '%.*s' alone, which is something else here: "
                          "rename that first",
                          SX_STR_ARG(word));
  return sx_text_edits_add(&moving->inner, name->start, start, SX_STR(""), moving->call->arena,
                           err);
}

static const sx_move_go_import *find_import(const sx_go_far *far, const sx_name *name) {
  for (size_t i = 0; i < far->imports.len; i++)
    if (sx_move_go_is_use(&far->moving->source, name, &far->imports.items[i]))
      return &far->imports.items[i];
  return NULL;
}

static sx_status take_import(sx_go_far *far, const sx_name *name, const sx_move_go_import *import,
                             sx_err *err) {
  bool is_outside = sx_str_has_suffix(far->to.name, SX_STR("_test"));
  if (sx_str_is_equal(import->path, far->to.path) && !is_outside) return unqualify(far, name, err);
  sx_status status = sx_go_check_internal(far, &far->moving->source, name->start, far->to.folder,
                                          import->path, err);
  return status ? status : add_import(far, import, err);
}

static sx_status take_name(sx_go_far *far, const sx_name *name, sx_err *err) {
  const sx_move_text *source = &far->moving->source;
  sx_str word = sx_go_text(source, name);
  const sx_move_go_import *import = find_import(far, name);
  if (import) return take_import(far, name, import, err);
  if (name->binding != SX_BINDING_FREE && source->names.bindings.items[name->binding].scope)
    return SX_OK;
  if (sx_go_moved(far, word)) return SX_OK;
  const sx_go_top *top = sx_go_find_top(&far->old, word);
  if (top) return qualify(far, name, top, err);
  const sx_go_top *other = sx_go_find_top(&far->to, word);
  if (!other) return SX_OK;
  return sx_move_refuse(far->moving, source, name->start, err,
                        "in the target's package '%.*s' is something else: rename that first",
                        SX_STR_ARG(word));
}

/* `Map{Key: 1}`: whether Key is a field depends on the type. */
static sx_status take_key(sx_go_far *far, uint32_t node, sx_err *err) {
  const sx_move_text *source = &far->moving->source;
  const sx_nodes *nodes = &source->nodes;
  sx_str word = sx_nodes_text(nodes, node);
  if (!sx_go_find_top(&far->old, word) || sx_go_moved(far, word) ||
      sx_go_is_field(far, source, node))
    return SX_OK;
  return sx_move_refuse(far->moving, source, sx_move_start(source, node), err,
                        "it is not known whether '%.*s' is a field here, or of the package: write "
                        "it in brackets if it is of the package",
                        SX_STR_ARG(word));
}

/* ---- names that meet ------------------------------------------------------------------------ */

static sx_status check_name(sx_go_far *far, const sx_moved *moved, sx_err *err) {
  const sx_move_text *source = &far->moving->source;
  const sx_go_top *there = sx_go_find_top(&far->to, moved->name);
  size_t count = 0;
  if (there)
    return sx_move_refuse(far->moving, there->text, sx_move_start(there->text, there->node), err,
                          "the target's package has a '%.*s' already; rename one of them first",
                          SX_STR_ARG(moved->name));
  for (size_t i = 0; i < far->old.tops.len; i++) {
    const sx_go_top *top = &far->old.tops.items[i];
    if (sx_str_is_equal(top->name, moved->name) && ++count > 1)
      return sx_move_refuse(far->moving, top->text, sx_move_start(top->text, top->node), err,
                            "the package declares '%.*s' here, too, to be built under other "
                            "conditions",
                            SX_STR_ARG(moved->name));
  }
  for (size_t i = 0; i < far->needed.len; i++)
    if (sx_str_is_equal(far->needed.items[i].name, moved->name))
      return sx_move_refuse(far->moving, source, moved->start, err,
                            "in the target '%.*s' would be an import, too: rename it first",
                            SX_STR_ARG(moved->name));
  return SX_OK;
}

/* Names that the files of the target's package use now, and that would be what moves. */
static sx_status check_file(sx_go_far *far, const sx_move_text *text, sx_err *err) {
  for (uint32_t i = 0; i < text->nodes.tree.nodes.len; i++)
    if (sx_nodes_is(&text->nodes, i, "dot"))
      return sx_move_refuse(far->moving, text, sx_move_start(text, i), err,
                            "this imports all names of a package, of which one may be '%.*s', and "
                            "both cannot be in a package: import it by its name first",
                            SX_STR_ARG(far->moving->moved.items[0].name));
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    sx_str word = sx_go_text(text, name);
    if (!sx_go_moved(far, word)) continue;
    bool is_import = name->binding != SX_BINDING_FREE &&
                     text->names.bindings.items[name->binding].kind == SX_BINDING_IMPORT;
    if (is_import || name->binding == SX_BINDING_FREE)
      return sx_move_refuse(far->moving, text, name->start, err,
                            "'%.*s' means something else in the target's package: rename it first",
                            SX_STR_ARG(word));
  }
  return SX_OK;
}

/* A name of the language that an import would hide, in the part of a text that moves or stays. */
static sx_status check_hiding(sx_go_far *far, const sx_move_text *text, sx_str local, sx_err *err) {
  bool is_source = text == &far->moving->source;
  for (size_t i = 0; text->document && i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    if (name->binding == SX_BINDING_FREE && !sx_move_go_is_package(text, name) &&
        is_source == sx_go_is_moved(far, text, name->start) &&
        sx_str_is_equal(sx_go_text(text, name), local))
      return sx_move_refuse(far->moving, text, name->start, err,
                            "in the target '%.*s' would be a package: rename this first",
                            SX_STR_ARG(local));
  }
  return SX_OK;
}

static sx_status check_imported(sx_go_far *far, sx_err *err) {
  if (far->has_far_old) {
    sx_status status = check_hiding(far, &far->moving->source, far->old_local, err);
    if (status) return status;
  }
  for (size_t i = 0; i < far->needed.len; i++) {
    sx_str name = far->needed.items[i].name;
    const sx_go_top *top = sx_go_find_top(&far->to, name);
    if (top)
      return sx_move_refuse(far->moving, top->text, sx_move_start(top->text, top->node), err,
                            "the target would import \"%.*s\" as '%.*s', which its package "
                            "declares here: rename one of them first",
                            SX_STR_ARG(far->needed.items[i].path), SX_STR_ARG(name));
    sx_status status = check_hiding(far, &far->moving->target, name, err);
    if (status) return status;
    for (size_t k = 0; k < i; k++)
      if (sx_str_is_equal(far->needed.items[k].name, name))
        return sx_move_refuse(far->moving, &far->moving->source, far->moving->moved.items[0].start,
                              err, "the target would need two packages under the name '%.*s'",
                              SX_STR_ARG(name));
  }
  return SX_OK;
}

static sx_status check_names(sx_go_far *far, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < far->moving->moved.len && !status; i++)
    if (sx_go_moved(far, far->moving->moved.items[i].name))
      status = check_name(far, &far->moving->moved.items[i], err);
  for (size_t i = 0; i < far->to.files.len && !status; i++)
    if (far->to.files.items[i].is_own) status = check_file(far, far->to.files.items[i].text, err);
  return status ? status : check_imported(far, err);
}

sx_status sx_go_take_needs(sx_go_far *far, sx_err *err) {
  sx_moving *moving = far->moving;
  const sx_move_text *source = &moving->source;
  sx_status status = name_old(far, err);
  if (!status) status = sx_move_go_imports_find(&far->imports, moving, source, err);
  if (!status) status = sx_go_name_imports(far, source, &far->imports, err);
  if (!status) status = sx_move_go_check_unknown(moving, &far->imports, err);
  for (size_t i = 0; i < source->names.names.len && !status; i++) {
    const sx_name *name = &source->names.names.items[i];
    if (sx_move_has(moving, name->start) && !(name->roles & SX_NAME_DECLARES))
      status = take_name(far, name, err);
  }
  for (uint32_t i = 0; i < source->nodes.tree.nodes.len && !status; i++)
    if (sx_go_is_key(&source->nodes, i) && !sx_names_at(&source->names, i) &&
        sx_move_has(moving, sx_move_start(source, i)))
      status = take_key(far, i, err);
  if (!status) status = check_names(far, err);
  return status;
}
