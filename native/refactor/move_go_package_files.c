#include "refactor/move_go_package.h"

#include "base/byte.h"
#include "base/folder.h"
#include "os/file_write.h"
#include "workspace/paths.h"

/*
 * The two packages of a move: where their module is, what their paths and names are, and all their
 * files, of which none may have code that is not Go.
 */

bool sx_go_is_exported(sx_str name) {
  char first = sx_str_at(name, 0);
  return first >= 'A' && first <= 'Z';
}

const sx_moved *sx_go_moved(const sx_go_far *far, sx_str name) {
  const sx_moved *moved = sx_move_find(far->moving, name);
  bool is_method =
      moved && sx_nodes_is(&far->moving->source.nodes, moved->first, "method_declaration");
  return is_method ? NULL : moved;
}

/* ---- paths ---------------------------------------------------------------------------------- */

sx_str sx_go_path(const sx_go_far *far, sx_str folder) {
  if (folder.len <= far->root.len) return far->module;
  return sx_arena_printf(far->moving->call->arena, "%.*s%.*s", SX_STR_ARG(far->module),
                         SX_STR_ARG(sx_str_slice(folder, far->root.len, folder.len)));
}

sx_str sx_go_folder(const sx_go_far *far, sx_str path) {
  if (!sx_str_has_prefix(path, far->module)) return SX_STR("");
  sx_str rest = sx_str_slice(path, far->module.len, path.len);
  if (rest.len && rest.ptr[0] != '/') return SX_STR("");
  return sx_arena_printf(far->moving->call->arena, "%.*s%.*s", SX_STR_ARG(far->root),
                         SX_STR_ARG(rest));
}

/* Whether a folder of a path has such a name; where it begins. */
static size_t find_part(sx_str path, sx_str part) {
  for (size_t at = 0; at <= path.len;) {
    size_t end = sx_str_find_char(path, '/', at);
    if (end == SX_STR_NONE) end = path.len;
    if (sx_str_is_equal(sx_str_slice(path, at, end), part)) return at;
    at = end + 1;
  }
  return SX_STR_NONE;
}

sx_status sx_go_check_internal(const sx_go_far *far, const sx_move_text *text, size_t place,
                               sx_str folder, sx_str path, sx_err *err) {
  sx_str from = sx_go_path(far, folder), rest = path;
  size_t at = SX_STR_NONE, next, base = 0;
  while ((next = find_part(rest, SX_STR("internal"))) != SX_STR_NONE) { /* the last one counts */
    at = base + next;
    base = at + 9;
    rest = sx_str_slice(path, base, path.len);
    if (base >= path.len) break;
  }
  if (at == SX_STR_NONE || sx_move_go_is_standard(path) != sx_move_go_is_standard(far->module))
    return SX_OK;
  sx_str above = sx_str_slice(path, 0, at ? at - 1 : 0);
  bool is_below = sx_str_has_prefix(from, above) &&
                  (from.len == above.len || from.ptr[above.len] == '/' || !above.len);
  if (is_below) return SX_OK;
  return sx_move_refuse(far->moving, text, place, err,
                        "\"%.*s\" would have to be imported in \"%.*s\", which may not: it is "
                        "internal to \"%.*s\". Give another target_file",
                        SX_STR_ARG(path), SX_STR_ARG(from), SX_STR_ARG(above));
}

/* ---- files that stay as they are ------------------------------------------------------------ */

sx_status sx_go_check_written(const sx_go_far *far, const sx_move_text *text, sx_err *err) {
  sx_str rest = text->document->text, line;
  while (sx_str_next_line(&rest, &line)) {
    if (sx_str_has_prefix(line, SX_STR("package "))) return SX_OK;
    if (sx_str_has_prefix(line, SX_STR("// Code generated ")) &&
        sx_str_has_suffix(line, SX_STR(" DO NOT EDIT.")))
      return sx_move_refuse(far->moving, text, (size_t)(line.ptr - text->document->text.ptr), err,
                            "a program has made this file, and would undo its change: change what "
                            "it is made from");
  }
  return SX_OK;
}

/* ---- a package ------------------------------------------------------------------------------ */

const sx_go_top *sx_go_find_top(const sx_go_package *package, sx_str name) {
  uint64_t number;
  return sx_map_find(&package->top_numbers, name, &number) ? &package->tops.items[number] : NULL;
}

static sx_status add_tops(sx_go_far *far, sx_go_package *package, const sx_move_text *text,
                          sx_err *err) {
  sx_arena *arena = far->moving->call->arena;
  for (size_t i = 0; i < text->names.names.len; i++) {
    const sx_name *name = &text->names.names.items[i];
    if (!(name->roles & SX_NAME_DECLARES) || name->binding == SX_BINDING_FREE) continue;
    const sx_binding *binding = &text->names.bindings.items[name->binding];
    if (binding->scope || binding->kind == SX_BINDING_IMPORT) continue;
    sx_go_top *top = SX_ARRAY_ADD(&package->tops, arena);
    if (!top) return sx_fail(err, arena->status, NULL);
    *top = (sx_go_top){binding->name, text, name->node};
    if (!sx_go_find_top(package, binding->name) &&
        sx_map_put(&package->top_numbers, binding->name, package->tops.len - 1))
      return sx_fail(err, arena->status, NULL);
  }
  return SX_OK;
}

/* Its text: that of the source or the target, which are read already. */
static sx_status read_text(sx_move_text **out, sx_go_far *far, sx_str path, sx_err *err) {
  sx_moving *moving = far->moving;
  *out = NULL;
  if (sx_str_is_equal(path, moving->source.path)) *out = &moving->source;
  if (sx_str_is_equal(path, moving->target.path)) *out = &moving->target;
  if (*out) return SX_OK;
  *out = SX_ARENA_NEW(moving->call->arena, sx_move_text);
  if (!*out) return sx_fail(err, moving->call->arena->status, NULL);
  return sx_move_text_read(*out, moving, path, err);
}

static sx_status list_folder(sx_dir_list *out, sx_strs *paths, sx_go_far *far, sx_str folder,
                             sx_err *err) {
  sx_call *call = far->moving->call;
  sx_status status = sx_dir_read(out, folder, call->arena, err);
  if (status == SX_NOT_FOUND) { /* a new one */
    *out = (sx_dir_list){NULL, 0};
    return SX_OK;
  }
  for (size_t i = 0; i < out->count && !status; i++) {
    sx_str name = out->items[i].name;
    bool is_go = sx_str_has_suffix(name, SX_STR(".go")) && !out->items[i].is_directory;
    if (!is_go || name.ptr[0] == '_' || name.ptr[0] == '.') continue;
    status = sx_strs_add(
        paths, sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(folder), SX_STR_ARG(name)),
        call->arena, err);
  }
  return status;
}

static sx_status read_package(sx_go_far *far, sx_go_package *package, sx_err *err) {
  sx_arena *arena = far->moving->call->arena;
  sx_dir_list list = {0};
  sx_strs paths = {0};
  sx_map_init(&package->top_numbers, arena);
  package->path = sx_go_path(far, package->folder);
  sx_status status = list_folder(&list, &paths, far, package->folder, err);
  for (size_t i = 0; i < list.count && !status; i++)
    if (sx_str_has_suffix(list.items[i].name, SX_STR(".s")) ||
        sx_str_has_suffix(list.items[i].name, SX_STR(".syso")))
      return sx_move_refuse(far->moving, &far->moving->source, 0, err,
                            "the file %.*s in the folder of \"%.*s\" may use its names, and is not "
                            "read",
                            SX_STR_ARG(list.items[i].name), SX_STR_ARG(package->path));
  if (!status) status = sx_documents_peek(far->moving->call, &paths, err);
  for (size_t i = 0; i < paths.len && !status; i++) {
    sx_go_file *file = SX_ARRAY_ADD(&package->files, arena);
    if (!file) return sx_fail(err, arena->status, NULL);
    sx_move_text *text = NULL;
    status = read_text(&text, far, paths.items[i], err);
    package->files.items[i].text = text;
  }
  return status;
}

/* Code of C, names of the linker: others reach these packages by them. */
static sx_status check_file(const sx_go_far *far, const sx_move_text *text, sx_err *err) {
  const sx_nodes *nodes = &text->nodes;
  for (uint32_t i = 0; i < nodes->tree.nodes.len; i++) {
    sx_str line = sx_nodes_text(nodes, i);
    bool is_link =
        sx_nodes_is_comment(nodes, i) && sx_str_has_prefix(line, SX_STR("//go:linkname"));
    bool is_c =
        sx_nodes_is(nodes, i, "import_spec") &&
        sx_str_is_equal(sx_nodes_text(nodes, sx_nodes_field(nodes, i, "path")), SX_STR("\"C\""));
    if (is_link || is_c)
      return sx_move_refuse(far->moving, text, sx_move_start(text, i), err, "%s",
                            is_c ? "the package has code of C (cgo), which may use its names"
                                 : "this binds names of the package for the linker");
  }
  return SX_OK;
}

static sx_status take_own(sx_go_far *far, sx_go_package *package, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < package->files.len && !status; i++) {
    sx_go_file *file = &package->files.items[i];
    file->is_own = sx_str_is_equal(sx_move_go_package_of(file->text), package->name);
    if (!file->is_own) continue;
    status = check_file(far, file->text, err);
    if (!status) status = add_tops(far, package, file->text, err);
  }
  return status;
}

/* ---- the name of the target's package ------------------------------------------------------- */

static bool is_ignored_text(sx_str all) {
  sx_str head = sx_str_slice(all, 0, sx_str_find(all, SX_STR("\npackage "), 0));
  return sx_str_find(head, SX_STR("go:build ignore"), 0) != SX_STR_NONE ||
         sx_str_find(head, SX_STR("+build ignore"), 0) != SX_STR_NONE;
}

static sx_str without_test(sx_str name) {
  return sx_str_has_suffix(name, SX_STR("_test")) ? sx_str_slice(name, 0, name.len - 5) : name;
}

/* Whether a package may have the name, and others import it: Go does not build "documentation". */
static bool is_identifier(sx_str name) {
  static const char words[] =
      "break case chan const continue default defer else fallthrough for func go goto if import "
      "interface map package range return select struct switch type var init main documentation";
  for (size_t i = 0; i < name.len; i++)
    if (!sx_byte_is_word(name.ptr[i]) || (!i && sx_byte_is_digit(name.ptr[i]))) return false;
  return name.len && !sx_language_has_word(words, name, false) &&
         !sx_str_has_suffix(name, SX_STR("_test")) && !sx_str_is_equal(name, SX_STR("_"));
}

/* Go takes no two folders or files that differ by upper and lower case alone. */
static sx_status check_case(sx_go_far *far, sx_str path, sx_err *err) {
  sx_dir_list list;
  sx_moving *moving = far->moving;
  sx_str name = sx_path_name(path), folder = sx_folder_of(path);
  sx_status status = sx_dir_read(&list, folder, moving->call->arena, err);
  if (status == SX_NOT_FOUND) return SX_OK;
  for (size_t i = 0; i < list.count && !status; i++) {
    sx_str other = list.items[i].name;
    if (sx_str_is_equal_fold(name, other) && !sx_str_is_equal(name, other))
      return sx_move_refuse(moving, &moving->target, 0, err,
                            "'%.*s' is there already, and Go takes no two names that differ by "
                            "upper and lower case alone: give another target_file",
                            SX_STR_ARG(other));
  }
  return status;
}

/* The file and the folders that the move makes. */
static sx_status check_new(sx_go_far *far, sx_err *err) {
  sx_status status = SX_OK;
  sx_str path = far->moving->target.path;
  while (!status && path.len > far->root.len) {
    status = check_case(far, path, err);
    path = sx_folder_of(path);
  }
  return status;
}

static sx_status name_target(sx_go_far *far, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_str name = SX_STR("");
  for (size_t i = 0; i < far->to.files.len; i++) {
    const sx_move_text *text = far->to.files.items[i].text;
    sx_str one = sx_move_go_package_of(text);
    if (is_ignored_text(text->document->text)) continue;
    if (sx_move_go_is_test(text->path)) one = without_test(one);
    if (name.len && !sx_str_is_equal(name, one))
      return sx_move_refuse(moving, text, 0, err,
                            "files of two packages are in the folder of the target: give one that "
                            "is there as target_file");
    name = one;
  }
  if (!name.len) {
    name = sx_path_name(far->to.path);
    if (!is_identifier(name))
      return sx_move_refuse(moving, &moving->target, 0, err,
                            "the name of its folder cannot be that of a package: make the file "
                            "with a package clause first");
  }
  bool is_outside = far->is_test && sx_str_has_suffix(far->old.name, SX_STR("_test"));
  far->to.name =
      is_outside ? sx_arena_printf(moving->call->arena, "%.*s_test", SX_STR_ARG(name)) : name;
  return SX_OK;
}

/* ---- the names of imported packages ---------------------------------------------------------- */

static sx_str clause_of(sx_str text) {
  sx_str line;
  while (sx_str_next_line(&text, &line))
    if (sx_str_has_prefix(line, SX_STR("package ")))
      return sx_str_trim(sx_str_slice(line, 8, sx_str_find(line, SX_STR("//"), 0)));
  return SX_STR("");
}

static sx_status find_name(sx_go_far *far, sx_str folder, sx_str *name, sx_err *err) {
  sx_call *call = far->moving->call;
  sx_dir_list list = {0};
  sx_strs paths = {0};
  *name = SX_STR("");
  for (size_t i = 0; i < far->names.len; i++)
    if (sx_str_is_equal(far->names.items[i].folder, folder)) {
      *name = far->names.items[i].name;
      return SX_OK;
    }
  sx_status status = list_folder(&list, &paths, far, folder, err);
  bool is_one = true;
  for (size_t i = 0; i < paths.len && !status; i++) {
    const sx_document *document;
    if (sx_move_go_is_test(paths.items[i])) continue;
    status = sx_document_peek_any(call, paths.items[i], &document, err);
    if (status || !document || is_ignored_text(document->text)) continue;
    sx_str clause = clause_of(document->text);
    is_one &= !name->len || sx_str_is_equal(*name, clause);
    *name = clause;
  }
  if (!is_one) *name = SX_STR(""); /* some are built under other conditions */
  sx_go_name *added = status ? NULL : SX_ARRAY_ADD(&far->names, call->arena);
  if (!status && !added) return sx_fail(err, call->arena->status, NULL);
  if (added) *added = (sx_go_name){folder, *name};
  return status;
}

sx_status sx_go_name_imports(sx_go_far *far, const sx_move_text *text, sx_move_go_imports *imports,
                             sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < imports->len && !status; i++) {
    sx_move_go_import *one = &imports->items[i];
    sx_str folder = one->alias.len ? SX_STR("") : sx_go_folder(far, one->path), name;
    if (!folder.len) continue;
    status = find_name(far, folder, &name, err);
    if (sx_str_is_equal(folder, far->to.folder)) name = far->to.name;
    if (status || !name.len || sx_str_is_equal(name, one->name)) continue;
    bool is_other = one->binding != SX_BINDING_FREE &&
                    !sx_str_is_equal(text->names.bindings.items[one->binding].name, name);
    one->name = name;
    if (is_other) one->binding = SX_BINDING_FREE; /* another name, of the package itself */
  }
  return status;
}

/* ---- the module ----------------------------------------------------------------------------- */

static sx_status find_module(sx_go_far *far, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_str root, name, file = moving->source.path;
  if (!sx_imports_go_module(moving->imports, file, &far->root, &far->module))
    return sx_move_refuse(moving, &moving->source, 0, err,
                          "there is no go.mod above the file, so the paths of packages are not "
                          "known: move it within its package, or make a module first");
  bool is_same = sx_imports_go_module(moving->imports, moving->target.path, &root, &name) &&
                 sx_str_is_equal(root, far->root);
  if (!is_same)
    return sx_move_refuse(moving, &moving->target, 0, err,
                          "the file is not in the module \"%.*s\" of the declaration: give a file "
                          "of the same module",
                          SX_STR_ARG(far->module));
  sx_str settings = sx_arena_printf(moving->call->arena, "%.*s/go.mod", SX_STR_ARG(far->root));
  if (!sx_path_is_inside(moving->call, settings))
    return sx_move_refuse(moving, &moving->source, 0, err,
                          "the module begins in %.*s, above the folder that is open, and its other "
                          "packages may use the name: open that folder first",
                          SX_STR_ARG(far->root));
  if (sx_language_has_word("std cmd", far->module, false))
    return sx_move_refuse(moving, &moving->source, 0, err,
                          "this is Go's own library, whose paths are not those of a module");
  return SX_OK;
}

/* Whether Go takes the name of a folder for a part of an import's path, on all systems. */
static bool is_path_part(sx_str part) {
  static const char devices[] = "con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 "
                                "lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9";
  sx_str stem = sx_str_slice(part, 0, sx_str_find_char(part, '.', 0));
  size_t tilde = sx_str_find_last_char(stem, '~'), digits = 0;
  for (size_t i = 0; i < part.len; i++)
    if (!sx_byte_is_word(part.ptr[i]) && !sx_byte_is_one_of(part.ptr[i], "-.~")) return false;
  for (size_t i = tilde + 1; tilde != SX_STR_NONE && i < stem.len; i++)
    digits += sx_byte_is_digit(stem.ptr[i]);
  bool is_short = tilde != SX_STR_NONE && digits && tilde + 1 + digits == stem.len;
  return sx_str_at(part, 0) != '.' && !sx_str_has_suffix(part, SX_STR(".")) && !is_short &&
         !sx_language_has_word(devices, stem, true);
}

static sx_status check_folder(const sx_go_far *far, const sx_move_text *text, sx_str folder,
                              sx_err *err) {
  sx_str below = sx_str_slice(folder, far->root.len, folder.len);
  for (size_t at = 1, end; at < below.len; at = end + 1) {
    end = sx_str_find_char(below, '/', at);
    if (end == SX_STR_NONE) end = below.len;
    if (!is_path_part(sx_str_slice(below, at, end)))
      return sx_move_refuse(far->moving, text, 0, err,
                            "the name of its folder cannot be in the path of an import: give a "
                            "target_file in another folder");
  }
  if (find_part(below, SX_STR("vendor")) != SX_STR_NONE)
    return sx_move_refuse(far->moving, text, 0, err,
                          "the file is a copy of another module's (vendor), which is replaced as a "
                          "whole");
  return SX_OK;
}

sx_status sx_go_load(sx_go_far *far, sx_err *err) {
  sx_moving *moving = far->moving;
  sx_status status = find_module(far, err);
  far->old.folder = sx_folder_of(moving->source.path);
  far->to.folder = sx_folder_of(moving->target.path);
  far->old.name = sx_move_go_package_of(&moving->source);
  far->is_test = sx_move_go_is_test(moving->source.path);
  if (!status) status = check_folder(far, &moving->source, far->old.folder, err);
  if (!status) status = check_folder(far, &moving->target, far->to.folder, err);
  if (!status) status = sx_go_check_written(far, &moving->source, err);
  if (!status && moving->target.document) status = sx_go_check_written(far, &moving->target, err);
  if (!status) status = read_package(far, &far->old, err);
  if (!status) status = read_package(far, &far->to, err);
  if (!status && moving->target.document) far->to.name = sx_move_go_package_of(&moving->target);
  if (!status && !moving->target.document) status = check_new(far, err);
  if (!status && !moving->target.document) status = name_target(far, err);
  if (!status) status = take_own(far, &far->old, err);
  return status ? status : take_own(far, &far->to, err);
}
