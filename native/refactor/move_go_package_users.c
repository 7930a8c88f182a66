#include "refactor/move_go_package.h"

#include "base/byte.h"
#include "base/folder.h"
#include "base/word.h"
#include "os/file_write.h"
#include "workspace/paths.h"

/*
 * The uses of what moves. Files of the old package name it by the new one, those of the new one by
 * itself, and all others by the new one in place of the old.
 */

static bool is_plain(sx_str alias) {
  return !sx_language_has_word("_ .", alias, false);
}

static const sx_move_go_import *find_path(const sx_move_go_imports *imports, sx_str path) {
  for (size_t i = 0; i < imports->len; i++)
    if (sx_str_is_equal(imports->items[i].path, path) && is_plain(imports->items[i].alias))
      return &imports->items[i];
  return NULL;
}

sx_status sx_go_user_begin(sx_go_user *user, sx_go_far *far, sx_move_text *text, sx_err *err) {
  sx_arena *arena = far->moving->call->arena;
  *user = (sx_go_user){.text = text, .local = far->to.name};
  if (!text->document) return SX_OK;
  sx_status status = sx_move_go_imports_find(&user->imports, far->moving, text, err);
  user->drops = sx_arena_calloc(arena, user->imports.len + 1, sizeof *user->drops);
  if (!status && !user->drops) return sx_fail(err, arena->status, NULL);
  if (!status) status = sx_go_name_imports(far, text, &user->imports, err);
  const sx_move_go_import *there = status ? NULL : find_path(&user->imports, far->to.path);
  if (there) user->local = there->name;
  return status;
}

/* ---- the name of the target's package in a file --------------------------------------------- */

static sx_status refuse_local(const sx_go_far *far, const sx_go_user *user, size_t place,
                              sx_err *err) {
  return sx_move_refuse(far->moving, user->text, place, err,
                        "this file would name the target's package '%.*s', which is something else "
                        "here: rename that first",
                        SX_STR_ARG(user->local));
}

/* Another file of its package declares the name. */
static sx_status check_beside(sx_go_far *far, const sx_go_user *user, sx_err *err) {
  sx_call *call = far->moving->call;
  sx_dir_list list;
  sx_str folder = sx_folder_of(user->text->path), own = sx_move_go_package_of(user->text);
  sx_status status = sx_dir_read(&list, folder, call->arena, err);
  for (size_t i = 0; i < list.count && !status; i++) {
    const sx_document *document;
    sx_move_text *text = SX_ARENA_NEW(call->arena, sx_move_text);
    sx_str name = list.items[i].name;
    if (!text) return sx_fail(err, call->arena->status, NULL);
    if (!sx_str_has_suffix(name, SX_STR(".go"))) continue;
    sx_str path = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(name));
    status = sx_document_peek_any(call, path, &document, err);
    if (status || !document || !sx_word_is_in(document->text, user->local)) continue;
    status = sx_move_text_read(text, far->moving, path, err);
    if (status || !sx_str_is_equal(sx_move_go_package_of(text), own)) continue;
    for (size_t k = 0; k < text->names.bindings.len; k++) {
      const sx_binding *binding = &text->names.bindings.items[k];
      if (!binding->scope && binding->kind != SX_BINDING_IMPORT &&
          sx_str_is_equal(binding->name, user->local))
        return refuse_local(far, &(sx_go_user){.text = text, .local = user->local},
                            text->names.names.items[binding->first].start, err);
    }
  }
  return status;
}

static sx_status check_free(sx_go_far *far, const sx_go_user *user, sx_err *err) {
  const sx_move_text *text = user->text;
  for (size_t i = 0; i < user->imports.len; i++) {
    const sx_move_go_import *one = &user->imports.items[i];
    bool is_same = sx_str_is_equal(one->name, user->local) ||
                   (!one->name.len && sx_word_is_in(one->path, user->local));
    bool is_going = user->drops[i] && sx_str_is_equal(one->path, far->old.path);
    if (is_same && is_plain(one->alias) && !is_going)
      return refuse_local(far, user, sx_move_start(text, one->spec), err);
    bool is_listed =
        sx_nodes_is(&text->nodes, sx_nodes_parent(&text->nodes, one->spec), "import_spec_list");
    if (is_listed && sx_str_is_equal(one->path, SX_STR("C")))
      return sx_move_refuse(far->moving, text, sx_move_start(text, one->spec), err,
                            "the file needs another import, and in this list the comment above "
                            "\"C\" is code: give that import a statement of its own first");
  }
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    bool is_free =
        name->binding == SX_BINDING_FREE && sx_str_is_equal(sx_go_text(text, name), user->local);
    if (is_free && !sx_move_go_is_package(text, name))
      return refuse_local(far, user, name->start, err);
  }
  return check_beside(far, user, err);
}

/* The file names the target's package: it imports it. */
static sx_status add_target(sx_go_far *far, sx_go_user *user, size_t place, sx_err *err) {
  sx_str last = far->to.path;
  size_t slash = sx_str_find_last_char(last, '/');
  if (slash != SX_STR_NONE) last = sx_str_slice(last, slash + 1, last.len);
  if (find_path(&user->imports, far->to.path) || user->added.len) return SX_OK;
  bool is_main = sx_str_is_equal(far->to.name, SX_STR("main"));
  if (is_main || far->is_test)
    return sx_move_refuse(far->moving, user->text, place, err,
                          "this uses what moves, and %s cannot be imported: move this, too, or "
                          "give another target_file",
                          is_main ? "package main" : "what tests declare");
  sx_status status = sx_go_check_internal(far, user->text, place, sx_folder_of(user->text->path),
                                          far->to.path, err);
  sx_move_go_import *added = SX_ARRAY_ADD(&user->added, far->moving->call->arena);
  if (!status && !added) return sx_fail(err, far->moving->call->arena->status, NULL);
  if (status) return status;
  *added =
      (sx_move_go_import){.path = far->to.path,
                          .name = far->to.name,
                          .alias = sx_str_is_equal(last, far->to.name) ? SX_STR("") : far->to.name,
                          .binding = SX_BINDING_FREE};
  return SX_OK;
}

/* The name may be that of a variable where it is used. */
static sx_status check_place(const sx_go_far *far, const sx_go_user *user, const sx_name *name,
                             sx_err *err) {
  const sx_names *names = &user->text->names;
  uint32_t found = sx_names_look_up(names, user->local, name->node);
  if (found == SX_BINDING_FREE || names->bindings.items[found].kind == SX_BINDING_IMPORT)
    return SX_OK;
  return refuse_local(far, user, name->start, err);
}

/* ---- files of the old package --------------------------------------------------------------- */

static bool is_top_use(const sx_go_far *far, const sx_move_text *text, const sx_name *name) {
  if (name->roles & SX_NAME_DECLARES || sx_go_is_moved(far, text, name->start) ||
      !sx_go_moved(far, sx_go_text(text, name)))
    return false;
  return name->binding == SX_BINDING_FREE || !text->names.bindings.items[name->binding].scope;
}

static sx_status take_old_name(sx_go_far *far, sx_go_user *user, const sx_name *name, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_str word = sx_go_text(user->text, name);
  if (!sx_go_is_exported(word))
    return sx_move_refuse(moving, user->text, name->start, err,
                          "this uses '%.*s', which another package does not see, as it is not "
                          "exported: rename it by rename_symbol first",
                          SX_STR_ARG(word));
  sx_status status = add_target(far, user, name->start, err);
  if (!status) status = check_place(far, user, name, err);
  if (status) return status;
  sx_str to =
      sx_arena_printf(moving->call->arena, "%.*s.%.*s", SX_STR_ARG(user->local), SX_STR_ARG(word));
  return sx_move_edit(moving, user->text, name->start, name->end, to, err);
}

static sx_status take_old_key(sx_go_far *far, const sx_go_user *user, uint32_t node, sx_err *err) {
  const sx_move_text *text = user->text;
  sx_str word = sx_nodes_text(&text->nodes, node);
  if (!sx_go_moved(far, word) || sx_go_is_moved(far, text, sx_move_start(text, node)) ||
      sx_go_is_field(far, text, node))
    return SX_OK;
  return sx_move_refuse(
      far->moving, text, sx_move_start(text, node), err,
      "it is not known whether '%.*s' is a field here, or what moves: write it in "
      "brackets if it is the latter",
      SX_STR_ARG(word));
}

static sx_status take_old_file(sx_go_far *far, sx_go_user *user, sx_err *err) {
  const sx_move_text *text = user->text;
  const sx_nodes *nodes = &text->nodes;
  sx_status status = SX_OK;
  for (size_t i = 0; i < text->names.names.len && !status; i++)
    if (is_top_use(far, text, &text->names.names.items[i]))
      status = take_old_name(far, user, &text->names.names.items[i], err);
  for (uint32_t i = 0; i < nodes->tree.nodes.len && !status; i++) {
    if (sx_go_is_key(nodes, i) && !sx_names_at(&text->names, i))
      status = take_old_key(far, user, i, err);
    if (!sx_nodes_is(nodes, i, "method_declaration") ||
        sx_go_is_moved(far, text, sx_move_start(text, i)))
      continue;
    sx_str type = sx_move_go_receiver(nodes, i);
    if (!status && sx_go_moved(far, type))
      return sx_move_refuse(far->moving, text, sx_move_start(text, i), err,
                            "this method of '%.*s' would stay, and methods are of the package of "
                            "their type: move it to the file of the type first",
                            SX_STR_ARG(type));
  }
  return status;
}

/* ---- files that import the old package ------------------------------------------------------ */

/* The name after the dot of a package. */
static uint32_t member_of(const sx_nodes *nodes, const sx_name *name) {
  uint32_t parent = sx_nodes_parent(nodes, name->node);
  uint32_t member = sx_nodes_field(nodes, parent, "field");
  if (member != SX_NODE_NONE) return member;
  return sx_nodes_is(nodes, parent, "qualified_type") ? sx_nodes_field(nodes, parent, "name")
                                                      : SX_NODE_NONE;
}

static sx_status take_far_name(sx_go_far *far, sx_go_user *user, const sx_name *name,
                               uint32_t member, bool is_target, sx_err *err) {
  sx_move_text *text = user->text;
  sx_str word = sx_nodes_text(&text->nodes, member);
  size_t start = sx_move_start(text, member);
  if (!is_target) {
    sx_status status = add_target(far, user, name->start, err);
    if (!status) status = check_place(far, user, name, err);
    return status ? status
                  : sx_move_edit(far->moving, text, name->start, name->end, user->local, err);
  }
  uint32_t found = sx_names_look_up(&text->names, word, name->node);
  sx_str between = sx_str_trim(sx_str_slice(text->nodes.text, name->end, start));
  if (found != SX_BINDING_FREE || between.len != 1)
    return sx_move_refuse(far->moving, text, name->start, err,
                          "this would be '%.*s' alone, which is something else here: rename that "
                          "first",
                          SX_STR_ARG(word));
  return sx_move_edit(far->moving, text, name->start, start, SX_STR(""), err);
}

/* One import of the old package; it goes where nothing else needs it. */
static sx_status take_far_import(sx_go_far *far, sx_go_user *user, size_t index, bool is_target,
                                 sx_err *err) {
  const sx_move_go_import *import = &user->imports.items[index];
  const sx_move_text *text = user->text;
  size_t kept = 0, moved = 0;
  sx_status status = SX_OK;
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    if (!sx_move_go_is_use(text, name, import)) continue;
    uint32_t member = member_of(&text->nodes, name);
    bool is_one = sx_go_moved(far, sx_nodes_text(&text->nodes, member)) != NULL;
    ++*(is_one ? &moved : &kept);
  }
  bool is_needed = is_target && text == &far->moving->target && far->has_far_old;
  user->drops[index] = moved && !kept && !is_needed;
  for (size_t i = 0; i < text->names.names.len && !status && moved; i++) {
    const sx_name *name = &text->names.names.items[i];
    if (!sx_move_go_is_use(text, name, import)) continue;
    uint32_t member = member_of(&text->nodes, name);
    if (sx_go_moved(far, sx_nodes_text(&text->nodes, member)))
      status = take_far_name(far, user, name, member, is_target, err);
  }
  return status;
}

/* Whether a name that the file does not declare may be what moves, where all names are imported. */
static bool may_take(const sx_go_far *far, const sx_move_text *text) {
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    if (name->binding == SX_BINDING_FREE && sx_go_moved(far, sx_go_text(text, name))) return true;
  }
  return false;
}

static sx_status take_far_file(sx_go_far *far, sx_go_user *user, bool is_target, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < user->imports.len && !status; i++) {
    const sx_move_go_import *one = &user->imports.items[i];
    bool is_old = sx_str_is_equal(one->path, far->old.path);
    bool is_all = sx_str_is_equal(one->alias, SX_STR("."));
    bool is_new = sx_str_is_equal(one->path, far->to.path);
    if (is_all && (is_new || (is_old && may_take(far, user->text))))
      return sx_move_refuse(far->moving, user->text, sx_move_start(user->text, one->spec), err,
                            "this imports all names of the package: import it by its name first");
    if (is_old && is_plain(one->alias)) status = take_far_import(far, user, i, is_target, err);
  }
  return status;
}

/* ---- all files ------------------------------------------------------------------------------ */

/* Whether a file outside of both folders is of another module that is not changed. */
static sx_status is_apart(sx_go_far *far, sx_str path, bool *out, sx_err *err) {
  sx_str root, name;
  const sx_document *document;
  sx_import_lines lines = {0};
  sx_call *call = far->moving->call;
  *out = sx_str_find(path, SX_STR("/vendor/"), 0) != SX_STR_NONE ||
         !sx_str_has_suffix(path, SX_STR(".go"));
  if (*out) return SX_OK;
  bool has_module = sx_imports_go_module(far->moving->imports, path, &root, &name);
  if (has_module && sx_str_is_equal(root, far->root)) return SX_OK;
  *out = true;
  sx_status status = sx_document_peek_any(call, path, &document, err);
  if (status || !document) return status;
  if (has_module && sx_str_is_equal(name, far->module)) return SX_OK; /* a copy of this one */
  status = sx_imports_read(&lines, document->text, document->language, call->arena, err);
  for (size_t i = 0; i < lines.len && !status; i++) {
    sx_import_target target;
    if (!sx_str_is_equal(lines.items[i].specifier, far->old.path)) continue;
    status = sx_imports_resolve(&target, far->moving->imports, path, &lines.items[i], err);
    if (status || target.outcome != SX_IMPORT_FOUND) continue;
    sx_move_text text = {.path = path, .document = document};
    return sx_move_refuse(far->moving, &text, 0, err,
                          "this file of another module imports the package; users in other modules "
                          "are not changed: move within the package, or add a declaration that "
                          "stays first");
  }
  return status;
}

static sx_status take_listed(sx_go_far *far, const sx_go_package *package, sx_go_user *source,
                             sx_go_user *target, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < package->files.len && !status; i++) {
    sx_move_text *text = package->files.items[i].text;
    sx_go_user one, *user = &one;
    bool is_own = package->files.items[i].is_own, is_old = package == &far->old;
    if (text == &far->moving->source) user = source;
    if (text == &far->moving->target) user = target;
    if (user == &one) status = sx_go_user_begin(user, far, text, err);
    if (!status && is_own && is_old)
      status = take_old_file(far, user, err);
    else if (!status)
      status = take_far_file(far, user, is_own, err);
    if (!status && user == &one) status = sx_go_user_finish(user, far, err);
  }
  return status;
}

static sx_status take_path(sx_go_far *far, sx_str path, sx_err *err) {
  sx_go_user user;
  bool is_other;
  const sx_document *document;
  sx_str folder = sx_folder_of(path);
  if (sx_str_is_equal(folder, far->old.folder) || sx_str_is_equal(folder, far->to.folder))
    return SX_OK;
  sx_status status = is_apart(far, path, &is_other, err);
  if (!status && !is_other) status = sx_document_peek(far->moving->call, path, &document, err);
  if (status || is_other) return status;
  bool names_any = sx_str_find(document->text, far->old.path, 0) != SX_STR_NONE ||
                   sx_str_find(document->text, far->to.path, 0) != SX_STR_NONE;
  if (!names_any) return SX_OK;
  size_t link = sx_str_find(document->text, SX_STR("//go:linkname "), 0);
  if (link != SX_STR_NONE)
    return sx_move_refuse(far->moving, &(sx_move_text){.path = path, .document = document}, link,
                          err, "this may bind what moves for the linker, by its package's path");
  sx_move_text *text = SX_ARENA_NEW(far->moving->call->arena, sx_move_text);
  if (!text) return sx_fail(err, far->moving->call->arena->status, NULL);
  status = sx_move_text_read(text, far->moving, path, err);
  if (!status) status = sx_go_user_begin(&user, far, text, err);
  if (!status) status = take_far_file(far, &user, false, err);
  return status ? status : sx_go_user_finish(&user, far, err);
}

sx_status sx_go_take_users(sx_go_far *far, sx_go_user *source, sx_go_user *target, sx_err *err) {
  sx_strs paths = {0};
  sx_status status = take_listed(far, &far->old, source, target, err);
  if (!status) status = take_listed(far, &far->to, source, target, err);
  if (!status) status = sx_go_list_users(far, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++) status = take_path(far, paths.items[i], err);
  return status;
}

/* ---- a file's imports ----------------------------------------------------------------------- */

/* Writes imports after others are taken away: both change the same lines. */
static sx_status write_both(sx_go_user *user, sx_go_far *far, sx_str *after, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_move_text next = *user->text;
  sx_document *document = SX_ARENA_NEW(moving->call->arena, sx_document);
  sx_status status = sx_text_edits_apply(after, &user->text->edits, moving->call->arena, err);
  if (!document) return sx_fail(err, moving->call->arena->status, NULL);
  *document = *user->text->document;
  document->text = *after;
  next.document = document;
  next.edits = (sx_text_edits){.text = *after};
  if (!status)
    status = sx_nodes_read_text(&next.nodes, moving->call, user->text->document, *after, err);
  if (!status) status = sx_names_find(&next.names, &next.nodes, moving->call->arena, err);
  if (!status) status = sx_move_go_insert(moving, &next, &user->added, err);
  return status ? status : sx_text_edits_apply(after, &next.edits, moving->call->arena, err);
}

static sx_status plan(sx_go_user *user, sx_go_far *far, sx_err *err) {
  sx_moving *moving = far->moving;
  const sx_document *document;
  sx_str after;
  bool is_lost = false;
  sx_status status = SX_OK;
  for (size_t i = 0; i < user->imports.len; i++) is_lost |= user->drops[i];
  if (is_lost) status = sx_move_go_drop(moving, user->text, user->drops, &user->imports, err);
  if (status) return status;
  if (!user->added.len) return sx_move_plan(moving, user->text, err);
  status = write_both(user, far, &after, err);
  if (!status) status = sx_document_take(moving->call, user->text->path, true, &document, err);
  if (!status && !sx_str_is_equal(document->text, user->text->document->text))
    status = sx_fail(err, SX_CONFLICT, NULL);
  return status ? status : sx_refactoring_edit(moving->refactoring, document, after, err);
}

/* Notes each import that comes, beside the import that it replaces. */
static sx_status note(sx_go_user *user, sx_go_far *far, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_status status = SX_OK;
  size_t next = 0;
  for (size_t i = 0; i < user->imports.len && !status; i++) {
    if (!user->drops[i]) continue;
    bool is_pair = next < user->added.len;
    sx_str to = is_pair ? sx_move_go_spec(moving, &user->added.items[next++]) : SX_STR("");
    status =
        sx_move_note(moving, user->text, sx_move_go_spec(moving, &user->imports.items[i]), to, err);
    if (!status)
      status = sx_go_edge_add(far, &far->lost, user->text, user->imports.items[i].path, err);
  }
  for (size_t i = 0; i < user->added.len && !status; i++) {
    if (i >= next)
      status = sx_move_note(moving, user->text, SX_STR(""),
                            sx_move_go_spec(moving, &user->added.items[i]), err);
    if (!status)
      status = sx_go_edge_add(far, &far->gained, user->text, user->added.items[i].path, err);
  }
  return status;
}

sx_status sx_go_user_finish(sx_go_user *user, sx_go_far *far, sx_err *err) {
  sx_status status = SX_OK;
  bool is_new = user->added.len && user->text != &far->moving->target;
  if (user->text->document) {
    if (!user->text->edits.len && !user->added.len) return SX_OK;
    status = sx_go_check_written(far, user->text, err);
  }
  if (!status && is_new) status = check_free(far, user, err);
  if (!status) status = note(user, far, err);
  return status || !user->text->document ? status : plan(user, far, err);
}
