#include "base/byte.h"
#include "base/folder.h"
#include "imports/imports_parts.h"

/*
 * Java and Kotlin: a class is in a file of its name below the folder of its package. Kotlin may
 * have it in any file of the package.
 */

#define MAX_FILES 200
#define MAX_KOTLIN_BYTES ((size_t)1 << 20)

static sx_str with_slashes(sx_imports *imports, sx_str dotted) {
  char *out = sx_arena_alloc(imports->arena, dotted.len + 1);
  if (!out) return SX_STR("");
  for (size_t i = 0; i < dotted.len; i++) out[i] = dotted.ptr[i] == '.' ? '/' : dotted.ptr[i];
  return sx_str_make(out, dotted.len);
}

static sx_str without_last(sx_str dotted) {
  size_t dot = sx_str_find_last_char(dotted, '.');
  return sx_str_slice(dotted, 0, dot == SX_STR_NONE ? 0 : dot);
}

static sx_str last_of(sx_str dotted) {
  size_t dot = sx_str_find_last_char(dotted, '.');
  return dot == SX_STR_NONE ? dotted : sx_str_slice(dotted, dot + 1, dotted.len);
}

/* The folder that the file's package begins in, by its `package` line; empty where that is none. */
static sx_str read_root(sx_imports *imports, sx_str file) {
  sx_str text = sx_imports__text(imports, file), line, folder = sx_folder_of(file);
  while (sx_str_next_line(&text, &line)) {
    line = sx_str_trim(line);
    if (!sx_str_has_prefix(line, SX_STR("package "))) continue;
    sx_str name = sx_str_trim(sx_str_slice(line, 8, line.len));
    name = sx_str_trim(sx_str_slice(name, 0, sx_str_find_char(name, ';', 0)));
    sx_str end = sx_arena_printf(imports->arena, "/%.*s", SX_STR_ARG(with_slashes(imports, name)));
    if (sx_str_has_suffix(folder, end)) return sx_str_slice(folder, 0, folder.len - end.len);
    return SX_STR("");
  }
  return folder;
}

/* The same for all files of a folder, by the first that is asked about: they are of one package. */
static sx_str root_of(sx_imports *imports, sx_str file) {
  uint64_t known;
  sx_str folder = sx_folder_of(file);
  if (sx_map_find(&imports->packages, folder, &known)) return *(const sx_str *)(uintptr_t)known;
  sx_str root = read_root(imports, file), *kept = SX_ARENA_NEW(imports->arena, sx_str);
  if (!kept) return root;
  *kept = root;
  sx_str key = sx_arena_dup(imports->arena, folder);
  if (sx_map_put(&imports->packages, key, (uint64_t)(uintptr_t)kept) && !imports->arena->status)
    imports->arena->status = SX_NOMEM;
  return root;
}

/* A class below a source root or, by the end of its path, anywhere in the workspace. Where
   `*status` is not OK, it is not known whether there is one. */
static bool take_class(sx_imports *imports, sx_str root, sx_str dotted, sx_status *status,
                       sx_err *err) {
  static const char *const ends[] = {".java", ".kt"};
  sx_str path = with_slashes(imports, dotted);
  for (size_t i = 0; i < 2; i++) {
    sx_str file =
        sx_arena_printf(imports->arena, "%.*s/%.*s%s", SX_STR_ARG(root), SX_STR_ARG(path), ends[i]);
    if (!root.len || !sx_imports__is_file(imports, file)) continue;
    sx_imports__found(imports, file, dotted);
    return true;
  }
  for (size_t i = 0; i < 2; i++) {
    sx_strs files = {0};
    sx_str end = sx_arena_printf(imports->arena, "%.*s%s", SX_STR_ARG(path), ends[i]);
    *status = sx_imports__by_suffix(&files, imports, end, MAX_FILES, err);
    if (*status) return false;
    for (size_t k = 0; k < files.len; k++) sx_imports__found(imports, files.items[k], dotted);
    if (files.len) return true;
  }
  return false;
}

static bool is_source(sx_str name) {
  return sx_str_has_suffix(name, SX_STR(".java")) || sx_str_has_suffix(name, SX_STR(".kt"));
}

/* Whether an extension is declared at `at`: `fun String.name(`, `val <T> List<T>.name`. Else what
   comes after a dot is a use: `fun f() = a.name`. */
static bool is_extension(sx_str text, size_t at) {
  static const char *const words[] = {"fun ", "val ", "var "};
  sx_str line = sx_str_slice(text, sx_str_line_start(text, at), at);
  size_t start = SX_STR_NONE;
  int depth = 0;
  for (size_t i = 0; i < 3 && start == SX_STR_NONE; i++)
    start = sx_str_find(line, sx_str_from(words[i]), 0);
  if (start == SX_STR_NONE || (start && sx_byte_is_word(line.ptr[start - 1]))) return false;
  for (size_t i = start; i < line.len; i++) {
    char c = line.ptr[i];
    depth += (c == '<') - (c == '>');
    if (!depth && sx_byte_is_one_of(c, "=:{(")) return false;
  }
  return true;
}

/* Whether a text of Kotlin declares `name` at its top. */
static bool declares(sx_str text, sx_str name) {
  static const char words[] = "class fun val var object interface typealias";
  const sx_language *kotlin = sx_language_find(SX_STR("kotlin"), SX_STR("x.kt"));
  for (size_t at = 0; (at = sx_language_find_word(kotlin, text, name, at)) != SX_STR_NONE; at++) {
    size_t end = at;
    while (end && sx_byte_is_blank(text.ptr[end - 1])) end--;
    size_t start = sx_language_ident_start(kotlin, text, end);
    if (end < at && sx_language_has_word(words, sx_str_slice(text, start, end), false)) return true;
    if (end == at && end && text.ptr[end - 1] == '.' && is_extension(text, at)) return true;
  }
  return false;
}

/* The files of a package: all, or those of Kotlin that declare a name. */
static bool take_package(sx_imports *imports, sx_str folder, sx_str package, sx_str name) {
  sx_strs names;
  bool is_any = false;
  sx_imports__list(&names, imports, folder);
  for (size_t i = 0; i < names.len; i++) {
    sx_str path = sx_imports__join(imports, folder, names.items[i]);
    if (!is_source(path) || !sx_imports__is_file(imports, path)) continue;
    bool is_kotlin = sx_str_has_suffix(path, SX_STR(".kt"));
    if (name.len && !(is_kotlin && declares(sx_imports__text(imports, path), name))) continue;
    sx_imports__found(imports, path, package);
    is_any = true;
  }
  return is_any;
}

/* The folders of a package, by a file in each. */
static bool take_packages(sx_imports *imports, sx_str root, sx_str package, sx_str name,
                          sx_status *status, sx_err *err) {
  sx_str path = with_slashes(imports, package), last = SX_STR("");
  bool is_any = false;
  sx_strs files = {0};
  if (!package.len) return false;
  if (root.len && take_package(imports, sx_imports__join(imports, root, path), package, name))
    return true;
  sx_str end = sx_arena_printf(imports->arena, "%.*s/", SX_STR_ARG(path));
  *status = sx_imports__by_suffix(&files, imports, end, MAX_FILES, err);
  if (*status) return false;
  for (size_t i = 0; i < files.len; i++) {
    sx_str folder = sx_folder_of(files.items[i]);
    if (sx_str_is_equal(folder, last)) continue;
    is_any |= take_package(imports, folder, package, name);
    last = folder;
  }
  return is_any;
}

/* `a.b` of `a.b.C.D`: names in lower case are those of packages. */
static sx_str package_of(sx_str dotted) {
  for (size_t at = 0, end; at < dotted.len; at = end + 1) {
    end = sx_str_find_char(dotted, '.', at);
    if (end == SX_STR_NONE) end = dotted.len;
    char c = dotted.ptr[at];
    if ((c >= 'A' && c <= 'Z') || c == '*' || end == dotted.len)
      return sx_str_slice(dotted, 0, at ? at - 1 : end);
  }
  return dotted;
}

static bool is_standard(sx_str dotted) {
  static const char *const starts[] = {"java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin."};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (sx_str_has_prefix(dotted, sx_str_from(starts[i]))) return true;
  return false;
}

static bool take_any(sx_imports *imports, sx_str file, const sx_import_line *line,
                     sx_status *status, sx_err *err) {
  sx_str root = root_of(imports, file), name = line->specifier;
  bool is_all = sx_str_has_suffix(name, SX_STR(".*"));
  if (is_all) name = without_last(name);
  if (is_all && line->kind != SX_IMPORT_MEMBER &&
      take_packages(imports, root, name, SX_STR(""), status, err))
    return true;
  if (!is_all && line->kind == SX_IMPORT_MEMBER) name = without_last(name);
  /* A class in a class is in the file of the outer one. */
  for (sx_str at = name; at.len && last_of(at).len && !*status; at = without_last(at)) {
    if (take_class(imports, root, at, status, err)) return true;
    if (imports->arena->status || at.len <= package_of(name).len) break;
  }
  return !is_all && !*status &&
         take_packages(imports, root, without_last(name), last_of(name), status, err);
}

sx_status sx_imports__resolve_java(sx_imports *imports, sx_str file, const sx_import_line *line,
                                   sx_err *err) {
  sx_status status = SX_OK;
  /* The libraries of Java and Kotlin themselves may be what is worked on. */
  if (take_any(imports, file, line, &status, err)) return SX_OK;
  if (status) return status;
  if (imports->arena->status) return sx_fail(err, imports->arena->status, NULL);
  sx_strs files = {0};
  sx_str package = package_of(line->specifier);
  bool is_own = is_standard(line->specifier);
  sx_str end = sx_arena_printf(imports->arena, "%.*s/", SX_STR_ARG(with_slashes(imports, package)));
  if (!is_own) status = sx_imports__by_suffix(&files, imports, end, 1, err);
  /* A package that the workspace has, without the class, is not another's. */
  if (status || files.len) return status;
  sx_imports__external(imports, package, is_own);
  return SX_OK;
}
