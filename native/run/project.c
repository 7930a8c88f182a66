#include "run/project.h"

#include "base/folder.h"
#include "host/json.h"
#include "imports/jsonc.h"
#include "workspace/paths.h"

#define MAX_CONFIG_BYTES ((size_t)4 << 20)

sx_str sx_project_path(const sx_project *project, sx_str name) {
  return sx_arena_printf(project->call->arena, "%.*s/%.*s", SX_STR_ARG(project->folder),
                         SX_STR_ARG(name));
}

sx_str sx_project_relative(const sx_project *project, sx_str path) {
  if (sx_str_is_equal(path, project->folder)) return SX_STR(".");
  if (!sx_folder_has(project->folder, path)) return path;
  return sx_str_slice(path, project->folder.len + 1, path.len);
}

static bool exists(sx_str path) {
  sx_file_info info;
  return !sx_file_stat(&info, path, NULL) && info.exists;
}

/* ---- files -------------------------------------------------------------------------------- */

bool sx_project_has(const sx_project *project, const char *name) {
  sx_str wanted = sx_str_from(name);
  for (size_t i = 0; i < project->entries.count; i++)
    if (sx_str_is_equal(project->entries.items[i].name, wanted)) return true;
  return false;
}

bool sx_project_has_ending(const sx_project *project, const char *ending) {
  sx_str wanted = sx_str_from(ending);
  for (size_t i = 0; i < project->entries.count; i++) {
    const sx_dir_entry *entry = &project->entries.items[i];
    if (!entry->is_directory && sx_str_has_suffix(entry->name, wanted)) return true;
  }
  return false;
}

bool sx_project_has_beginning(const sx_project *project, const char *beginning) {
  sx_str wanted = sx_str_from(beginning);
  for (size_t i = 0; i < project->entries.count; i++) {
    const sx_dir_entry *entry = &project->entries.items[i];
    if (!entry->is_directory && sx_str_has_prefix(entry->name, wanted)) return true;
  }
  return false;
}

bool sx_project_has_path(const sx_project *project, const char *path) {
  return exists(sx_project_path(project, sx_str_from(path)));
}

sx_str sx_project_read(const sx_project *project, const char *path) {
  sx_str text;
  sx_str full = sx_project_path(project, sx_str_from(path));
  return sx_file_read(&text, full, MAX_CONFIG_BYTES, project->call->arena, NULL) ? SX_STR("")
                                                                                 : text;
}

bool sx_project_says(const sx_project *project, const char *path, const char *text) {
  return sx_str_find(sx_project_read(project, path), sx_str_from(text), 0) != SX_STR_NONE;
}

static sx_str find_above(const sx_project *project, const char *path, sx_str last) {
  for (sx_str folder = project->folder; folder.len; folder = sx_folder_of(folder)) {
    sx_str full = sx_arena_printf(project->call->arena, "%.*s/%s", SX_STR_ARG(folder), path);
    if (exists(full)) return full;
    if (sx_str_is_equal(folder, last)) break;
  }
  return SX_STR("");
}

sx_str sx_project_find_up(const sx_project *project, const char *path) {
  return find_above(project, path, SX_STR(""));
}

sx_str sx_project_find_inside(const sx_project *project, const char *path) {
  return find_above(project, path, project->top);
}

/* ---- package.json ------------------------------------------------------------------------- */

bool sx_package_needs(const sx_package *package, const char *dependency) {
  return sx_strs_have(&package->dependencies, sx_str_from(dependency));
}

bool sx_package_has_key(const sx_package *package, const char *key) {
  return sx_strs_have(&package->keys, sx_str_from(key));
}

static sx_status add_copy(sx_strs *list, const char *text, sx_arena *arena, sx_err *err) {
  return sx_strs_add(list, sx_arena_dup(arena, sx_str_from(text)), arena, err);
}

static sx_status take_names(sx_strs *out, const cJSON *object, sx_arena *arena, sx_err *err) {
  const cJSON *item;
  sx_status status = SX_OK;
  if (!cJSON_IsObject(object)) return SX_OK;
  cJSON_ArrayForEach (item, object)
    if (!status) status = add_copy(out, item->string, arena, err);
  return status;
}

static sx_status take_scripts(sx_package *out, const cJSON *scripts, sx_arena *arena, sx_err *err) {
  const cJSON *item;
  sx_status status = SX_OK;
  if (!cJSON_IsObject(scripts)) return SX_OK;
  cJSON_ArrayForEach (item, scripts) {
    if (!cJSON_IsString(item) || status) continue;
    status = add_copy(&out->script_names, item->string, arena, err);
    if (!status) status = add_copy(&out->scripts, item->valuestring, arena, err);
  }
  return status;
}

static sx_status take_package(sx_package *out, const cJSON *json, sx_arena *arena, sx_err *err) {
  static const char *const kinds[] = {"dependencies", "devDependencies", "optionalDependencies",
                                      "peerDependencies"};
  sx_status status = take_names(&out->keys, json, arena, err);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !status; i++)
    status = take_names(&out->dependencies, sx_json_get(json, kinds[i]), arena, err);
  return status ? status : take_scripts(out, sx_json_get(json, "scripts"), arena, err);
}

static sx_status read_package(sx_project *project, sx_err *err) {
  if (!sx_project_has(project, "package.json")) return SX_OK;
  sx_str text = sx_project_read(project, "package.json");
  project->package.is_there = true;
  cJSON *json = sx_jsonc_parse(text, project->call->arena);
  if (!json) return SX_OK; /* the program itself reports what is wrong with it */
  sx_status status = take_package(&project->package, json, project->call->arena, err);
  cJSON_Delete(json);
  return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

sx_status sx_project_open(sx_project *out, sx_call *call, sx_str folder, sx_err *err) {
  sx_str below;
  const sx_root *root = sx_path_find_root(call, folder, &below);
  *out = (sx_project){.call = call, .folder = folder, .top = root ? root->path : folder};
  sx_status status = sx_dir_read(&out->entries, folder, call->arena, err);
  if (sx_status_ends_call(status)) return status;
  if (status) out->entries = (sx_dir_list){0};
  status = read_package(out, err);
  if (!status && call->arena->status) status = sx_fail(err, call->arena->status, NULL);
  return status;
}
