#include "base/byte.h"
#include "host/json.h"
#include "imports/script_parts.h"
#include "match/glob.h"
#include "text/file_type.h"

/* Which files a project names: `files`, `include` and `exclude` of tsconfig.json. */

/* Settings files that are looked at for one folder; those after them name nothing. */
#define MAX_CONFIGS 128
#define MAX_GLOB_STEPS 1000000

/* In globs paths have no slash at their start. */
typedef struct script_project {
  sx_glob *glob; /* NULL: no pattern */
  sx_map files;
  bool takes_scripts; /* JavaScript, too */
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
  if (kept.len && sx_strs_add(out, kept, imports->arena, NULL)) return;
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
  sx_map_init(&out->files, imports->arena);
  if (options->is_unread) return;
  cJSON_ArrayForEach (item, options->files.items) {
    sx_str name = sx_str_from(cJSON_GetStringValue(item));
    sx_str path = sx_script__below(imports, options, options->files.folder, name);
    if (sx_map_put(&out->files, path, 1)) return;
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

static const script_project *project_of(sx_imports *imports, sx_str config) {
  uint64_t known;
  if (sx_map_find(&imports->projects, config, &known))
    return (const script_project *)(uintptr_t)known;
  script_project *made = SX_ARENA_NEW(imports->arena, script_project);
  const sx_script_options *options = made ? sx_script__config(imports, config) : NULL;
  if (!options) return NULL;
  read_project(made, imports, config, options);
  if (sx_map_put(&imports->projects, config, (uint64_t)(uintptr_t)made)) return NULL;
  return made;
}

static bool takes(sx_imports *imports, const script_project *project, sx_str file) {
  (void)imports;
  return project->takes_scripts || !sx_file_is_javascript(file);
}

/* By a pattern the compiler takes one file of a name: that which comes first in such a list. */
static bool is_shadowed(sx_imports *imports, sx_str file) {
  static const char *const rows[][5] = {
      {".ts", ".tsx", ".js", ".jsx", NULL}, {".mts", ".mjs", NULL}, {".cts", ".cjs", NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (size_t k = 1; rows[i][k]; k++) {
      sx_str ending = sx_str_from(rows[i][k]);
      if (!sx_str_has_suffix(file, ending)) continue;
      for (size_t before = 0; before < k; before++) {
        sx_str other = sx_arena_printf(imports->arena, "%.*s%s", (int)(file.len - ending.len),
                                       file.ptr, rows[i][before]);
        if (sx_imports__is_file(imports, other)) return true;
      }
    }
  return false;
}

/* Patterns leave these out unless they say so in full, which is seldom meant. */
static bool is_left_out(sx_str file) {
  static const char *const folders[] = {"/node_modules/", "/bower_components/", "/jspm_packages/"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (sx_str_find(file, sx_str_from(folders[i]), 0) != SX_STR_NONE) return true;
  return sx_str_has_suffix(file, SX_STR(".min.js"));
}

static bool names(sx_imports *imports, const script_project *project, sx_str file) {
  uint64_t ignored, work = MAX_GLOB_STEPS;
  if (sx_map_find(&project->files, file, &ignored)) return true;
  if (!project->glob || !takes(imports, project, file) || is_left_out(file)) return false;
  return sx_glob_match(project->glob, without_slash(file), false, &work) &&
         !is_shadowed(imports, file);
}

/* ---- which projects ------------------------------------------------------------------------- */

/* The settings files of a folder, and those that they refer to, as far as these were followed. */
typedef struct project_folder {
  sx_strs configs;
  size_t followed;
} project_folder;

bool sx_script__add_references(sx_strs *out, sx_imports *imports, sx_str from) {
  const cJSON *references = sx_json_get(sx_imports__json(imports, from), "references"), *item;
  cJSON_ArrayForEach (item, references) {
    sx_str name = sx_imports__member(item, "path"), found;
    if (!name.len || out->len >= MAX_CONFIGS) continue;
    sx_str at = sx_imports__join(imports, sx_path_folder(from), name);
    if (!sx_script__find_config(imports, at, &found)) continue;
    if (sx_strs_add_new(out, found, imports->arena, NULL)) return false;
  }
  return true;
}

/* Many files ask for it: a folder is looked at once. NULL: there is none in it, or no memory. */
static project_folder *folder_at(sx_imports *imports, sx_str path) {
  uint64_t known;
  if (sx_map_find(&imports->project_folders, path, &known))
    return (project_folder *)(uintptr_t)known;
  project_folder *made = NULL;
  sx_str config;
  for (size_t next = 0; sx_script__next_config(imports, path, &next, &config);) {
    if (!made && !(made = SX_ARENA_NEW(imports->arena, project_folder))) return NULL;
    if (sx_strs_add(&made->configs, config, imports->arena, NULL)) return NULL;
  }
  sx_str key = sx_arena_dup(imports->arena, path);
  if (sx_map_put(&imports->project_folders, key, (uint64_t)(uintptr_t)made)) return NULL;
  return made;
}

typedef bool accept(sx_imports *imports, const script_project *project, sx_str file);

/* The settings file of the nearest one that accepts the file. */
static sx_str find_one_that(accept *accepts, sx_imports *imports, sx_str file) {
  for (sx_str at = sx_path_folder(file); at.len;
       at = sx_path_folder(sx_str_slice(at, 0, at.len - 1))) {
    project_folder *folder = folder_at(imports, at);
    for (size_t i = 0; folder && i < folder->configs.len; i++) {
      const script_project *project = project_of(imports, folder->configs.items[i]);
      if (project && accepts(imports, project, file)) return folder->configs.items[i];
      if (i < folder->followed) continue;
      sx_str from = folder->configs.items[folder->followed++];
      if (!sx_script__add_references(&folder->configs, imports, from)) return SX_STR("");
    }
  }
  return SX_STR("");
}

sx_str sx_imports_project_of(sx_imports *imports, sx_str file) {
  return find_one_that(names, imports, file);
}

bool sx_imports_has_project(sx_imports *imports, sx_str file) {
  return find_one_that(takes, imports, file).len;
}

sx_str sx_imports_project_folder(sx_imports *imports, sx_str file) {
  sx_str at = sx_path_folder(file);
  while (at.len && !folder_at(imports, at)) at = sx_path_folder(sx_str_slice(at, 0, at.len - 1));
  return at;
}

bool sx_imports_lacks_paths(sx_imports *imports, sx_str file) {
  const sx_script_options *options = sx_script__options(imports, file);
  bool has_any = options && (options->paths || options->root_dirs || options->base_url.len);
  return has_any && !sx_imports_project_of(imports, file).len;
}
