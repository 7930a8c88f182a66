#include "base/byte.h"
#include "host/json.h"
#include "imports/script_parts.h"
#include "match/glob.h"

/* Which files a project names: `files`, `include` and `exclude` of tsconfig.json. */

/* Settings files that are looked at for one file; those after them name nothing. */
#define MAX_CONFIGS 128
#define MAX_GLOB_STEPS 1000000

/* In globs paths have no slash at their start. */
typedef struct script_project {
  sx_glob *glob; /* NULL: no pattern */
  sx_strs files;
  bool takes_scripts;
} script_project;

static sx_str without_slash(sx_str path) {
  return sx_str_at(path, 0) == '/' ? sx_str_slice(path, 1, path.len) : path;
}

/* A last name without a dot and without a star is a folder, all of which is meant. */
static bool is_folder(sx_str path) {
  sx_str name = sx_path_name(path);
  for (size_t i = 0; i < name.len; i++)
    if (sx_byte_is_one_of(name.ptr[i], ".*?")) return false;
  return true;
}

/* Only stars and question marks have a meaning in tsconfig.json. */
static void add_pattern(sx_strs *out, sx_imports *imports, sx_str path, bool is_exclude) {
  sx_buf pattern;
  while (path.len && path.ptr[path.len - 1] == '/') path = sx_str_slice(path, 0, path.len - 1);
  bool is_refused = !is_exclude && sx_str_is_equal(sx_path_name(path), SX_STR("**"));
  if (!path.len || is_refused) return; /* by the compiler, too: it wants a name after it */
  sx_buf_init(&pattern, 4 * path.len + 8);
  if (is_exclude) sx_buf_add_char(&pattern, '/');
  sx_str relative = without_slash(path);
  for (size_t i = 0; i < relative.len; i++) {
    if (sx_byte_is_one_of(relative.ptr[i], "[]{}()!+@\\")) sx_buf_add_char(&pattern, '\\');
    sx_buf_add_char(&pattern, relative.ptr[i]);
  }
  if (!is_exclude && is_folder(path)) sx_buf_add_text(&pattern, "/**");
  sx_str kept = sx_buf_keep(&pattern, imports->arena);
  if (kept.len && sx_strs_add(out, kept, imports->arena, NULL)) imports->arena->status = SX_NOMEM;
}

static void add_patterns(sx_strs *out, sx_imports *imports, const sx_script_options *options,
                         const sx_script_list *list, bool is_exclude) {
  const cJSON *item;
  cJSON_ArrayForEach (item, list->items) {
    sx_str spec = sx_str_from(cJSON_GetStringValue(item));
    if (!spec.len) continue;
    add_pattern(out, imports, sx_script__below(imports, options, list->folder, spec), is_exclude);
  }
}

/* The compiler leaves out its own output unless `exclude` is given. */
static void add_output(sx_strs *out, sx_imports *imports, sx_str config,
                       const sx_script_options *options) {
  static const char *const names[] = {"outDir", "declarationDir"};
  const cJSON *given = sx_json_get(sx_imports__json(imports, config), "compilerOptions");
  for (size_t i = 0; i < 2; i++) {
    sx_str folder = sx_imports__member(given, names[i]);
    if (!folder.len) continue;
    add_pattern(out, imports, sx_script__below(imports, options, options->top_folder, folder),
                true);
  }
}

static void read_project(script_project *out, sx_imports *imports, sx_str config,
                         const sx_script_options *options) {
  static const sx_glob_options rules = {.explicit_dots = true};
  const cJSON *item;
  sx_strs included = {0}, excluded = {0};
  out->takes_scripts = options->takes_scripts;
  cJSON_ArrayForEach (item, options->files.items) {
    sx_str name = sx_str_from(cJSON_GetStringValue(item));
    sx_str path = sx_script__below(imports, options, options->files.folder, name);
    if (sx_strs_add(&out->files, path, imports->arena, NULL)) imports->arena->status = SX_NOMEM;
  }
  add_patterns(&included, imports, options, &options->include, false);
  if (!options->include.items && !options->files.items)
    add_pattern(&included, imports,
                sx_arena_printf(imports->arena, "%.*s/**/*", SX_STR_ARG(options->top_folder)),
                false);
  add_patterns(&excluded, imports, options, &options->exclude, true);
  if (!options->exclude.items) add_output(&excluded, imports, config, options);
  if (!included.len || imports->arena->status) return;
  /* A pattern that cannot be read names nothing. */
  if (sx_glob_parse(&out->glob, &included, &excluded, &rules, imports->arena, NULL))
    out->glob = NULL;
}

static bool is_script(sx_str file) {
  static const char *const endings[] = {".js", ".jsx", ".mjs", ".cjs"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (sx_str_has_suffix(file, sx_str_from(endings[i]))) return true;
  return false;
}

static bool names(sx_imports *imports, sx_str config, sx_str file) {
  uint64_t known, work = MAX_GLOB_STEPS;
  if (!sx_map_find(&imports->projects, config, &known)) {
    script_project *made = SX_ARENA_NEW(imports->arena, script_project);
    const sx_script_options *options = made ? sx_script__config(imports, config) : NULL;
    if (!options) return false;
    *made = (script_project){0};
    read_project(made, imports, config, options);
    known = (uint64_t)(uintptr_t)made;
    if (sx_map_put(&imports->projects, sx_arena_dup(imports->arena, config), known)) return false;
  }
  const script_project *project = (const script_project *)(uintptr_t)known;
  if (sx_strs_have(&project->files, file)) return true;
  if (is_script(file) && !project->takes_scripts) return false;
  return project->glob && sx_glob_match(project->glob, without_slash(file), false, &work);
}

/* Those that the file `from` refers to. */
static void add_references(sx_strs *out, sx_imports *imports, sx_str from) {
  const cJSON *references = sx_json_get(sx_imports__json(imports, from), "references"), *item;
  cJSON_ArrayForEach (item, references) {
    sx_str name = sx_imports__member(item, "path"), found;
    sx_str at = sx_imports__join(imports, sx_path_folder(from), name);
    if (!name.len || out->len == MAX_CONFIGS) continue;
    if (!sx_script__find_config(imports, at, &found) || sx_strs_have(out, found)) continue;
    if (sx_strs_add(out, found, imports->arena, NULL)) imports->arena->status = SX_NOMEM;
  }
}

bool sx_imports_is_in_project(sx_imports *imports, sx_str file) {
  static const char *const configs[] = {"tsconfig.json", "jsconfig.json"};
  sx_strs found = {0};
  for (sx_str at = sx_path_folder(file); at.len && found.len < MAX_CONFIGS;
       at = sx_path_folder(sx_str_slice(at, 0, at.len - 1)))
    for (size_t i = 0; i < 2; i++) {
      sx_str path = sx_imports__join(imports, at, sx_str_from(configs[i]));
      if (!sx_imports__is_file(imports, path)) continue;
      if (sx_strs_add(&found, path, imports->arena, NULL)) return false;
    }
  for (size_t i = 0; i < found.len; i++) {
    if (names(imports, found.items[i], file)) return true;
    add_references(&found, imports, found.items[i]);
  }
  return false;
}
