#include "base/byte.h"
#include "base/folder.h"
#include "imports/imports_parts.h"

/*
 * Rust: `mod x;` is x.rs or x/mod.rs beside its file; a path leads through modules as far as these
 * are files. Crates are those of the workspace, by Cargo.toml, or external.
 */

#define MAX_MEMBERS 500

/** A module: its file, and the folder that the files of its own modules are in. */
typedef struct rust_module {
  sx_str file, folder;
} rust_module;

/* ---- Cargo.toml --------------------------------------------------------------------------- */

/** A line `key = value` of TOML; `section` is the last `[name]`. Without recursion or types. */
typedef struct toml_line {
  sx_str section, key, value;
} toml_line;

static bool next_toml(sx_str *text, toml_line *line) {
  sx_str row;
  while (sx_str_next_line(text, &row)) {
    row = sx_str_trim(row);
    bool is_open = sx_str_at(row, 0) == '[';
    sx_str head = is_open ? sx_str_trim(sx_str_slice(row, 0, sx_str_find_char(row, '#', 0))) : row;
    if (is_open && sx_str_has_suffix(head, SX_STR("]"))) {
      line->section = sx_str_slice(head, 1, head.len - 1);
      continue;
    }
    size_t equals = sx_str_find_char(row, '=', 0);
    bool has_key = equals != SX_STR_NONE && sx_str_at(row, 0) != '#';
    line->key = has_key ? sx_str_trim(sx_str_slice(row, 0, equals)) : SX_STR("");
    line->value = has_key ? sx_str_trim(sx_str_slice(row, equals + 1, row.len)) : row;
    return true;
  }
  return false;
}

/* The first string in a value from `*at` on; empty: there is none. */
static sx_str next_string(sx_str value, size_t *at) {
  for (; *at < value.len && value.ptr[*at] != '"' && value.ptr[*at] != '\''; ++*at) continue;
  size_t end = sx_str_find_char(value, sx_str_at(value, *at), *at + 1);
  if (*at >= value.len || end == SX_STR_NONE) return SX_STR("");
  sx_str text = sx_str_slice(value, *at + 1, end);
  *at = end + 1;
  return text;
}

/* `path = "x"` in `{ … }`. */
static sx_str member_of(sx_str value, const char *name) {
  size_t at = sx_str_find(value, sx_str_from(name), 0);
  return at == SX_STR_NONE ? SX_STR("") : next_string(value, &at);
}

static bool is_same_crate(sx_str one, sx_str other) {
  if (one.len != other.len) return false;
  for (size_t i = 0; i < one.len; i++) {
    char a = one.ptr[i] == '-' ? '_' : one.ptr[i], b = other.ptr[i] == '-' ? '_' : other.ptr[i];
    if (a != b) return false;
  }
  return true;
}

static sx_str manifest_of(sx_imports *imports, sx_str folder) {
  sx_str path = sx_imports__join(imports, folder, SX_STR("Cargo.toml"));
  return sx_imports__is_file(imports, path) ? sx_imports__text(imports, path) : SX_STR("");
}

static sx_str in_section(sx_str text, const char *section, const char *key) {
  toml_line line = {.section = SX_STR("")};
  size_t at = 0;
  while (next_toml(&text, &line))
    if (sx_str_is_equal(line.section, sx_str_from(section)) &&
        sx_str_is_equal(line.key, sx_str_from(key)))
      return next_string(line.value, &at);
  return SX_STR("");
}

/* The nearest folder above with a package. */
static sx_str package_of(sx_imports *imports, sx_str file) {
  for (sx_str at = sx_folder_of(file); at.len; at = sx_folder_of(at))
    if (in_section(manifest_of(imports, at), "package", "name").len) return at;
  return SX_STR("");
}

static bool first_file(sx_imports *imports, sx_str folder, const char *const *names, sx_str *out) {
  for (; *names; names++) {
    sx_str path = sx_imports__join(imports, folder, sx_str_from(*names));
    if (!sx_imports__is_file(imports, path)) continue;
    *out = path;
    return true;
  }
  return false;
}

/* The library of a package. */
static bool find_library(sx_imports *imports, sx_str folder, rust_module *out) {
  static const char *const names[] = {"src/lib.rs", "lib.rs", NULL};
  sx_str path = in_section(manifest_of(imports, folder), "lib", "path");
  out->file = path.len ? sx_imports__join(imports, folder, path) : SX_STR("");
  bool is_there = path.len ? sx_imports__is_file(imports, out->file)
                           : first_file(imports, folder, names, &out->file);
  out->folder = sx_folder_of(out->file);
  return is_there;
}

bool sx_imports_is_crate(sx_imports *imports, sx_str folder, sx_str name) {
  sx_str text = manifest_of(imports, folder);
  sx_str library = in_section(text, "lib", "name");
  return is_same_crate(library.len ? library : in_section(text, "package", "name"), name);
}

/* Among the members of a workspace; a path, or all folders of one. */
static bool find_member(sx_imports *imports, sx_str top, sx_str pattern, sx_str name, sx_str *out) {
  sx_strs names;
  sx_str folder = sx_imports__join(imports, top, pattern);
  if (!sx_str_has_suffix(pattern, SX_STR("*"))) {
    *out = folder;
    return sx_imports_is_crate(imports, folder, name);
  }
  folder = sx_imports__join(imports, top, sx_str_slice(pattern, 0, pattern.len - 1));
  sx_imports__list(&names, imports, folder);
  for (size_t i = 0; i < names.len && i < MAX_MEMBERS; i++) {
    *out = sx_imports__join(imports, folder, names.items[i]);
    if (sx_imports_is_crate(imports, *out, name)) return true;
  }
  return false;
}

/* The folder of a dependency: by its path, or as a member of the workspace. */
static bool find_in_workspace(sx_imports *imports, sx_str top, sx_str name, sx_str *out) {
  sx_str text = manifest_of(imports, top);
  toml_line line = {.section = SX_STR("")};
  bool in_members = false;
  while (next_toml(&text, &line)) {
    bool is_dependency = sx_str_is_equal(line.section, SX_STR("workspace.dependencies"));
    sx_str path =
        is_dependency && is_same_crate(line.key, name) ? member_of(line.value, "path") : SX_STR("");
    if (path.len) {
      *out = sx_imports__join(imports, top, path);
      return true;
    }
    if (line.key.len) in_members = sx_str_is_equal(line.key, SX_STR("members"));
    bool is_members = in_members && sx_str_is_equal(line.section, SX_STR("workspace"));
    size_t at = 0;
    for (sx_str one; is_members && (one = next_string(line.value, &at)).len;)
      if (find_member(imports, top, one, name, out)) return true;
  }
  return false;
}

/** A crate by Cargo.toml. */
typedef enum crate_kind { CRATE_UNKNOWN, CRATE_OWN, CRATE_EXTERNAL } crate_kind;

static crate_kind find_crate(sx_imports *imports, sx_str package, sx_str name, sx_str *folder) {
  sx_str text = manifest_of(imports, package);
  toml_line line = {.section = SX_STR("")};
  crate_kind kind = CRATE_UNKNOWN;
  if (sx_imports_is_crate(imports, package, name)) {
    *folder = package;
    return CRATE_OWN;
  }
  while (next_toml(&text, &line)) {
    size_t at = sx_str_find(line.section, SX_STR("dependencies"), 0);
    if (at == SX_STR_NONE) continue;
    /* `[dependencies.x]` has its members on lines of their own. */
    sx_str own = sx_str_slice(line.section, at + sizeof "dependencies", line.section.len);
    size_t dot = sx_str_find_char(line.key, '.', 0); /* x.workspace = true */
    sx_str key = sx_str_slice(line.key, 0, dot == SX_STR_NONE ? line.key.len : dot);
    if (!is_same_crate(own.len ? own : key, name)) continue;
    size_t from = 0;
    sx_str path = !own.len                                    ? member_of(line.value, "path")
                  : sx_str_is_equal(line.key, SX_STR("path")) ? next_string(line.value, &from)
                                                              : SX_STR("");
    kind = CRATE_EXTERNAL;
    if (!path.len) continue;
    *folder = sx_imports__join(imports, package, path);
    return CRATE_OWN;
  }
  for (sx_str at = package; at.len; at = sx_folder_of(at))
    if (find_in_workspace(imports, at, name, folder)) return CRATE_OWN;
  return kind;
}

/* ---- modules ------------------------------------------------------------------------------ */

static sx_str stem_of(sx_str file) {
  sx_str name = sx_path_name(file);
  return sx_str_slice(name, 0, name.len > 3 ? name.len - 3 : 0);
}

/* Whether a file is the top of a crate: a library, a program, a test, an example. */
static bool is_top(sx_str file, sx_str package) {
  static const char *const folders[] = {"src/bin", "tests", "examples", "benches"};
  sx_str stem = stem_of(file), folder = sx_folder_of(file);
  sx_str below = sx_str_slice(folder, package.len + 1, folder.len);
  bool is_main = sx_str_is_equal(stem, SX_STR("main")),
       is_lib = sx_str_is_equal(stem, SX_STR("lib"));
  if (sx_str_is_equal(below, SX_STR("src"))) return is_main || is_lib;
  for (size_t i = 0; i < 4; i++) {
    sx_str one = sx_str_from(folders[i]);
    if (sx_str_is_equal(below, one) || (is_main && sx_str_is_equal(sx_folder_of(below), one)))
      return true;
  }
  return !below.len; /* build.rs */
}

static rust_module module_of(sx_imports *imports, sx_str file, sx_str package) {
  rust_module module = {file, sx_folder_of(file)};
  bool is_folder = sx_str_is_equal(stem_of(file), SX_STR("mod"));
  if (!is_folder && !is_top(file, package))
    module.folder = sx_imports__join(imports, module.folder, stem_of(file));
  return module;
}

/* The module whose own modules are in `folder`. */
static bool find_owner(sx_imports *imports, sx_str folder, rust_module *out) {
  static const char *const names[] = {"mod.rs", "lib.rs", "main.rs", NULL};
  out->folder = folder;
  out->file = sx_arena_printf(imports->arena, "%.*s.rs", SX_STR_ARG(folder));
  return sx_imports__is_file(imports, out->file) || first_file(imports, folder, names, &out->file);
}

static bool enter(sx_imports *imports, rust_module *module, sx_str name) {
  sx_str folder = sx_imports__join(imports, module->folder, name);
  sx_str file = sx_arena_printf(imports->arena, "%.*s.rs", SX_STR_ARG(folder));
  bool is_there = sx_imports__is_file(imports, file);
  if (!is_there) {
    file = sx_imports__join(imports, folder, SX_STR("mod.rs"));
    is_there = sx_imports__is_file(imports, file);
  }
  if (is_there) *module = (rust_module){file, folder};
  return is_there;
}

/* The top of the crate that a file is in. */
static rust_module top_of(sx_imports *imports, sx_str file, sx_str package) {
  static const char *const names[] = {"lib.rs", "main.rs", NULL};
  rust_module top = {file, sx_folder_of(file)};
  if (is_top(file, package)) return top;
  for (sx_str at = sx_folder_of(file); at.len > package.len; at = sx_folder_of(at)) {
    if (!first_file(imports, at, names, &top.file)) continue;
    if (!is_top(top.file, package)) continue;
    top.folder = at;
    return top;
  }
  rust_module library;
  return find_library(imports, package, &library) ? library : top;
}

static sx_str take_name(sx_str *path) {
  size_t end = sx_str_find(*path, SX_STR("::"), 0);
  sx_str name = sx_str_slice(*path, 0, end);
  *path = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(*path, end + 2, path->len);
  return name;
}

static bool is_name(sx_str name, const char *other) {
  return sx_str_is_equal(name, sx_str_from(other));
}

/* ---- imports ------------------------------------------------------------------------------ */

static void resolve_mod(sx_imports *imports, sx_str file, const sx_import_line *line) {
  sx_str package = package_of(imports, file), rest = line->specifier;
  rust_module module = module_of(imports, file, package);
  imports->target->looked.len = 0;
  if (line->kind == SX_IMPORT_MOD_PATH) {
    sx_str path = sx_imports__join(imports, sx_folder_of(file), rest);
    if (sx_imports__is_file(imports, path)) sx_imports__found(imports, path, rest);
    return;
  }
  for (;;) {
    sx_str name = take_name(&rest);
    if (!rest.len) {
      if (enter(imports, &module, name)) sx_imports__found(imports, module.file, name);
      return;
    }
    module.folder = sx_imports__join(imports, module.folder, name); /* mod a { mod b; } */
  }
}

static void follow(sx_imports *imports, sx_str file, rust_module module, sx_str rest) {
  while (rest.len && enter(imports, &module, take_name(&rest))) continue;
  imports->target->outcome = SX_IMPORT_FOUND;
  /* A name of the file itself adds nothing. */
  if (!sx_str_is_equal(module.file, file)) sx_imports__found(imports, module.file, module.file);
}

/* `super::super::x` */
static void follow_up(sx_imports *imports, sx_str file, rust_module module, sx_str rest) {
  sx_str after = rest;
  bool is_known = true;
  while (is_known && is_name(take_name(&after), "super")) {
    rest = after;
    is_known = find_owner(imports, sx_folder_of(module.folder), &module);
    if (sx_str_is_equal(module.file, file) && is_known) break;
  }
  if (is_known) follow(imports, file, module, rest);
}

static void resolve_use(sx_imports *imports, sx_str file, sx_str path) {
  sx_str package = package_of(imports, file), rest = path, first = take_name(&rest), folder;
  rust_module module = module_of(imports, file, package), inner = module;
  bool is_type = sx_str_at(first, 0) >= 'A' && sx_str_at(first, 0) <= 'Z';
  imports->target->looked.len = 0;
  if (is_name(first, "crate")) {
    follow(imports, file, top_of(imports, file, package), rest);
  } else if (is_name(first, "self")) {
    follow(imports, file, module, rest);
  } else if (is_name(first, "super")) {
    follow_up(imports, file, module, path);
  } else if (sx_language_has_word("std core alloc proc_macro test", first, false)) {
    sx_imports__external(imports, first, true);
  } else if (enter(imports, &inner, first)) {
    follow(imports, file, inner, rest);
  } else if (is_type) { /* an enum that is in scope */
    imports->target->outcome = SX_IMPORT_FOUND;
  } else {
    crate_kind kind = find_crate(imports, package, first, &folder);
    if (kind == CRATE_OWN && find_library(imports, folder, &inner)) {
      follow(imports, file, inner, rest);
      return;
    }
    sx_imports__external(imports, first, false);
    imports->target->is_absent = kind == CRATE_UNKNOWN;
  }
}

sx_status sx_imports__resolve_rust(sx_imports *imports, sx_str file, const sx_import_line *line,
                                   sx_err *err) {
  (void)err;
  if (line->kind == SX_IMPORT_MOD || line->kind == SX_IMPORT_MOD_PATH)
    resolve_mod(imports, file, line);
  else
    resolve_use(imports, file, line->specifier);
  return SX_OK;
}
