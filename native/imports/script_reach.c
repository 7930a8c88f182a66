#include "base/byte.h"
#include "host/json.h"
#include "imports/script_parts.h"
#include "workspace/paths.h"

/*
 * Which projects may use what a file of another one declares: by the dependencies of packages, and
 * by `references` and `paths` of tsconfig.json.
 */

/* Packages and settings files that are looked at for one project; those after them lead nowhere. */
#define MAX_STEPS 256
/* A file is at most so many folders below its package. */
#define MAX_DEPTH 64

/* ---- packages ------------------------------------------------------------------------------- */

static void add_dependency(sx_strs *out, sx_imports *imports, sx_str folder, sx_str name) {
  bool is_types;
  sx_str file = sx_imports__join(imports, folder, SX_STR("package.json"));
  sx_str installed = sx_script__find_installed(imports, file, name, &is_types);
  if (!installed.len || is_types) return;
  sx_str own = sx_path_own(imports->call, installed);
  /* Others are libraries. */
  if (sx_str_is_equal(own, installed) || !sx_imports__is_own(imports, own)) return;
  if (sx_strs_add_new(out, own, imports->arena, NULL)) return;
}

/* Whether a package depends on the one in the folder `target`, itself or by others of the
 * workspace. */
static bool depends(sx_imports *imports, sx_str folder, sx_str target) {
  sx_str name = sx_imports__member(sx_script__package_json(imports, target), "name");
  sx_strs folders = {0};
  if (sx_strs_add(&folders, folder, imports->arena, NULL)) return false;
  for (size_t i = 0; i < folders.len && i < MAX_STEPS; i++) {
    const cJSON *json = sx_script__package_json(imports, folders.items[i]), *item;
    if (sx_str_is_equal(folders.items[i], target)) return true;
    for (size_t k = 0; k < SX_SCRIPT_DEPENDENCY_LISTS; k++)
      cJSON_ArrayForEach (item, sx_json_get(json, sx_script__dependency_lists[k])) {
        sx_str one = sx_str_from(item->string);
        if (name.len && sx_str_is_equal(one, name)) return true;
        add_dependency(&folders, imports, folders.items[i], one);
      }
  }
  return false;
}

/* ---- settings ------------------------------------------------------------------------------- */

static bool refers_to(sx_imports *imports, sx_str config, sx_str target) {
  sx_str wanted = sx_imports_project_of(imports, target);
  sx_strs configs = {0};
  if (!wanted.len || sx_strs_add(&configs, config, imports->arena, NULL)) return false;
  for (size_t i = 0; i < configs.len && i < MAX_STEPS; i++) {
    if (sx_str_is_equal(configs.items[i], wanted)) return true;
    if (!sx_script__add_references(&configs, imports, configs.items[i])) return false;
  }
  return false;
}

/* Whether the path, up to its star, leads to the target, or into its package. */
static bool leads_to(sx_str path, sx_str target, sx_str package) {
  size_t star = sx_str_find_char(path, '*', 0);
  sx_str start = star == SX_STR_NONE ? path : sx_str_slice(path, 0, star);
  return sx_str_has_prefix(target, start) || (package.len && sx_str_has_prefix(start, package));
}

static bool maps_to(sx_imports *imports, sx_str config, sx_str target, sx_str package) {
  const sx_script_options *options = sx_script__config(imports, config);
  const cJSON *pattern, *item;
  if (!options) return false;
  cJSON_ArrayForEach (pattern, options->paths)
    cJSON_ArrayForEach (item, pattern) {
      sx_str path = sx_str_from(cJSON_GetStringValue(item));
      if (path.len &&
          leads_to(sx_imports__join(imports, options->paths_folder, path), target, package))
        return true;
    }
  return options->base_url.len && leads_to(options->base_url, target, SX_STR(""));
}

static bool is_below(sx_str path, sx_str folder) {
  return sx_str_has_prefix(path, folder) && sx_str_at(path, folder.len) == '/';
}

bool sx_imports_may_use(sx_imports *imports, sx_str project, sx_str target) {
  sx_str own = sx_script__package_of(imports, project);
  sx_str package = sx_script__package_of(imports, target);
  /* In the same package, or in one around it, nothing has to be written down. */
  if (!own.len || is_below(target, own)) return true;
  return refers_to(imports, project, target) || maps_to(imports, project, target, package) ||
         (package.len && depends(imports, own, package));
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* `../` as often as leads out of the package of the file. */
static sx_str way_out(char room[3 * MAX_DEPTH + 3], sx_str file, sx_str package) {
  size_t len = 0;
  for (size_t i = package.len; i < file.len && len < 3u * MAX_DEPTH; i++)
    if (file.ptr[i] == '/') {
      memcpy(room + len, "../", 3);
      len += 3;
    }
  return sx_str_make(room, len);
}

/* In quotes, alone or as the start of a path in it. */
static bool is_quoted(sx_str text, sx_str name) {
  for (size_t at = 0; (at = sx_str_find(text, name, at)) != SX_STR_NONE; at += name.len) {
    char before = at ? sx_str_at(text, at - 1) : ' ', after = sx_str_at(text, at + name.len);
    if (sx_byte_is_one_of(before, "\"'`") && sx_byte_is_one_of(after, "\"'`/")) return true;
  }
  return false;
}

bool sx_imports_names_package(sx_imports *imports, sx_str file, sx_str text, sx_str target) {
  char room[3 * MAX_DEPTH + 3];
  sx_str package = sx_script__package_of(imports, target);
  sx_str name = sx_imports__member(sx_script__package_json(imports, package), "name");
  if (name.len && is_quoted(text, name)) return true;
  sx_str way = way_out(room, file, sx_script__package_of(imports, file));
  return sx_str_find(text, way, 0) != SX_STR_NONE;
}
