#include "base/byte.h"
#include "host/json.h"
#include "imports/graph_parts.h"
#include "imports/script_parts.h"

/* By which texts a file can be imported: parts of patterns, one of which each importer has. */

static void add_literal(sx_buf *out, sx_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!sx_byte_is_word(text.ptr[i])) sx_buf_add_char(out, '\\');
    sx_buf_add_char(out, text.ptr[i]);
  }
}

static void begin(sx_buf *out) {
  if (out->len) sx_buf_add_char(out, '|');
}

/* No word begins or ends at a `$` or `@`, which names may begin with: there is no edge of one. */
static void add_edge(sx_buf *out, const char *pattern, char c) {
  if (strcmp(pattern, "\\b") != 0 || sx_byte_is_word(c)) sx_buf_add_text(out, pattern);
}

static void add_name(sx_buf *out, const char *before, sx_str name, const char *after) {
  if (!name.len) return;
  begin(out);
  add_edge(out, before, name.ptr[0]);
  add_literal(out, name);
  add_edge(out, after, name.ptr[name.len - 1]);
}

static void add_pattern(sx_buf *out, const char *pattern) {
  begin(out);
  sx_buf_add_text(out, pattern);
}

/* The name of the folder that a path is in. */
static sx_str folder_name(sx_str path) {
  sx_str folder = sx_path_folder(path);
  return sx_path_name(sx_str_slice(folder, 0, folder.len ? folder.len - 1 : 0));
}

static sx_str stem_of(sx_str path) {
  sx_str name = sx_path_name(path);
  size_t dot = sx_str_find_char(name, '.', 1);
  return sx_str_slice(name, 0, dot);
}

static bool is_one_of(sx_str name, const char *list) {
  return sx_language_has_word(list, name, false);
}

/* ---- scripts ------------------------------------------------------------------------------ */

/* Names in settings that need not contain the file's own. */
static void add_keys(sx_buf *out, const cJSON *object) {
  const cJSON *item;
  cJSON_ArrayForEach (item, object) {
    sx_str key = sx_str_from(item->string);
    size_t star = sx_str_find_char(key, '*', 0);
    if (star == SX_STR_NONE)
      add_name(out, "", key, "[\"'`]");
    else if (star)
      add_name(out, "[\"'`]", sx_str_slice(key, 0, star), "");
  }
}

static void add_script_names(sx_buf *out, sx_imports *imports, sx_str path) {
  sx_str stem = stem_of(path);
  const sx_script_options *options = sx_script__options(imports, path);
  sx_str package = sx_script__package_of(imports, path);
  const cJSON *json = package.len ? sx_script__package_json(imports, package) : NULL;
  add_name(out, "\\b", stem, "(?:\\.[\\w.]+)?[\"'`]");
  add_name(out, "[\"'`]", sx_imports__member(json, "name"), "[\"'`/]");
  add_keys(out, sx_json_get(json, "imports"));
  if (options) add_keys(out, options->paths);
  if (!is_one_of(stem, "index")) return;
  add_name(out, "\\b", folder_name(path), "/?[\"'`]");
  add_pattern(out, "[\"'`](?:\\.{1,2}/)*\\.{1,2}/?[\"'`]");
}

/* ---- the others --------------------------------------------------------------------------- */

static void add_python_names(sx_buf *out, sx_str path) {
  sx_str stem = stem_of(path);
  if (!is_one_of(stem, "__init__")) {
    add_name(out, "\\b", stem, "\\b");
    return;
  }
  add_name(out, "\\b", folder_name(path), "\\b");
  add_pattern(out, "\\bfrom[ \\t]*\\.+[ \\t]*import\\b");
}

static void add_rust_names(sx_buf *out, sx_str path) {
  sx_str stem = stem_of(path);
  add_pattern(out, "\\bsuper\\b");
  if (!is_one_of(stem, "mod lib main")) {
    add_name(out, "\\b", stem, "\\b");
    return;
  }
  add_name(out, "\\b", folder_name(path), "\\b");
  if (is_one_of(stem, "mod")) return;
  /* A crate has the name of its folder or another one. */
  add_pattern(out, "\\buse\\b");
}

/* A file of Kotlin may declare classes of any name. */
static void add_java_names(sx_buf *out, sx_str path) {
  bool is_kotlin = sx_str_has_suffix(path, SX_STR(".kt"));
  add_name(out, "\\b", stem_of(path), "\\b");
  add_name(out, "\\b", folder_name(path), is_kotlin ? "\\." : "\\.(?:\\*|[a-z])");
}

/* The package at a module's top is imported by the module's name, whatever its folder is named. */
static void add_go_names(sx_buf *out, sx_imports *imports, sx_str path) {
  add_name(out, "[\"`/]", folder_name(path), "[\"`]");
  add_name(out, "[\"`]", sx_imports__go_top(imports, path), "[\"`]");
}

void sx_import_graph__add_names(sx_buf *pattern, sx_imports *imports, sx_str path) {
  bool is_folder = sx_str_has_suffix(path, SX_STR("/"));
  sx_import_family family = sx_import_family_of(sx_language_find(SX_STR(""), path));
  switch (family) {
  case SX_IMPORTS_SCRIPT: add_script_names(pattern, imports, path); break;
  case SX_IMPORTS_PYTHON: add_python_names(pattern, path); break;
  case SX_IMPORTS_RUST: add_rust_names(pattern, path); break;
  case SX_IMPORTS_JAVA: add_java_names(pattern, path); break;
  case SX_IMPORTS_GO: add_go_names(pattern, imports, path); break;
  case SX_IMPORTS_C: add_name(pattern, "[\"</]", sx_path_name(path), "[\">]"); break;
  default: add_name(pattern, "\\b", is_folder ? folder_name(path) : sx_path_name(path), "[\"'`]");
  }
}

sx_str sx_import_graph__any_import(sx_str path) {
  switch (sx_import_family_of(sx_language_find(SX_STR(""), path))) {
  case SX_IMPORTS_SCRIPT: return SX_STR("import|require|from");
  case SX_IMPORTS_C: return SX_STR("include|import");
  case SX_IMPORTS_RUST: return SX_STR("use|mod|crate");
  default: return SX_STR("import");
  }
}
