#include "base/folder.h"
#include "host/json.h"
#include "imports/imports_parts.h"
#include "imports/jsonc.h"
#include "os/file.h"
#include "os/file_write.h"
#include "workspace/hidden.h"
#include "workspace/workspace_files.h"

#define MAX_LOOKED 40

/* ---- what is where ------------------------------------------------------------------------ */

static sx_imports_place look(sx_imports *imports, sx_str path) {
  sx_file_info info = {0};
  sx_status status = sx_file_stat(&info, path, NULL);
  if (status == SX_NOMEM && !imports->arena->status) imports->arena->status = status;
  if (status || !info.exists || sx_hidden_has(imports->call, path)) return SX_PLACE_NONE;
  return info.is_directory ? SX_PLACE_FOLDER : info.is_regular ? SX_PLACE_FILE : SX_PLACE_NONE;
}

static sx_imports_place place_of(sx_imports *imports, sx_str path) {
  uint64_t known;
  if (sx_map_find(&imports->places, path, &known)) return (sx_imports_place)known;
  sx_imports_place place = look(imports, path);
  if (sx_map_put(&imports->places, sx_arena_dup(imports->arena, path), place) &&
      !imports->arena->status)
    imports->arena->status = SX_NOMEM;
  return imports->arena->status ? SX_PLACE_NONE : place;
}

/* Hidden files are in it: without them the list would differ from that of a missing file. */
static void note_miss(sx_imports *imports, sx_str path) {
  sx_strs *looked = imports->target ? &imports->target->looked : NULL;
  if (!looked || imports->is_omitting || looked->len >= MAX_LOOKED) return;
  if (sx_strs_add_new(looked, path, imports->arena, NULL)) return;
}

bool sx_imports__is_file(sx_imports *imports, sx_str path) {
  bool is_file = place_of(imports, path) == SX_PLACE_FILE;
  if (!is_file) note_miss(imports, path);
  return is_file;
}

bool sx_imports__is_folder(sx_imports *imports, sx_str path) {
  return place_of(imports, path) == SX_PLACE_FOLDER;
}

sx_str sx_imports__join(sx_imports *imports, sx_str folder, sx_str rest) {
  return sx_path_join(imports->call, folder, rest);
}

bool sx_imports__is_own(const sx_imports *imports, sx_str path) {
  static const char *const libraries[] = {"/node_modules/", "/site-packages/", "/dist-packages/"};
  sx_str below;
  if (!sx_path_find_root(imports->call, path, &below)) return false;
  sx_str inside = sx_str_slice(path, path.len - below.len - 1, path.len);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    if (sx_str_find(inside, sx_str_from(libraries[i]), 0) != SX_STR_NONE) return false;
  return true;
}

sx_str sx_imports__folder(sx_str path) {
  return sx_folder_of(path);
}

void sx_imports__list(sx_strs *out, sx_imports *imports, sx_str folder) {
  sx_dir_list list = {0};
  *out = (sx_strs){0};
  if (!sx_imports__is_folder(imports, folder)) return;
  sx_status status = sx_dir_read(&list, folder, imports->arena, NULL);
  if (status == SX_NOMEM && !imports->arena->status) imports->arena->status = status;
  for (size_t i = 0; i < list.count && !status; i++)
    status = sx_strs_add(out, list.items[i].name, imports->arena, NULL);
}

static sx_status find_by_suffix(sx_strs *out, sx_imports *imports, sx_str suffix, size_t max,
                                sx_err *err) {
  bool is_cut;
  sx_buf glob;
  sx_buf_init(&glob, 4 * suffix.len + 8);
  sx_buf_add_text(&glob, "**/");
  for (size_t i = 0; i < suffix.len; i++)
    sx_buf_add_char(&glob, strchr("*?[]{}!\\", suffix.ptr[i]) ? '?' : suffix.ptr[i]);
  if (sx_str_has_suffix(suffix, SX_STR("/"))) sx_buf_add_char(&glob, '*');
  sx_str pattern = sx_arena_dup(imports->arena, sx_buf_str(&glob));
  sx_status status = glob.status;
  sx_buf_release(&glob);
  if (status || imports->arena->status) return sx_fail(err, SX_NOMEM, NULL);
  return sx_workspace_files(imports->call, pattern, max, out, &is_cut, err);
}

/** The files of a suffix: all, unless there are `max`. */
typedef struct suffix_files {
  sx_strs files;
  size_t max;
} suffix_files;

sx_status sx_imports__by_suffix(sx_strs *out, sx_imports *imports, sx_str suffix, size_t max,
                                sx_err *err) {
  uint64_t known;
  bool is_known = sx_map_find(&imports->suffixes, suffix, &known);
  const suffix_files *former = is_known ? (const suffix_files *)(uintptr_t)known : NULL;
  if (former && (former->files.len < former->max || former->max >= max)) {
    *out = former->files;
    return SX_OK;
  }
  sx_status status = find_by_suffix(out, imports, suffix, max, err);
  suffix_files *kept = status ? NULL : SX_ARENA_NEW(imports->arena, suffix_files);
  if (!kept) return status ? status : sx_fail(err, imports->arena->status, NULL);
  *kept = (suffix_files){*out, max};
  sx_str key = sx_arena_dup(imports->arena, suffix);
  status = sx_map_put(&imports->suffixes, key, (uint64_t)(uintptr_t)kept);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* ---- what is in them ---------------------------------------------------------------------- */

sx_str sx_imports__text(sx_imports *imports, sx_str path) {
  uint64_t known;
  sx_str text = SX_STR("");
  if (sx_map_find(&imports->texts, path, &known)) return *(const sx_str *)(uintptr_t)known;
  if (place_of(imports, path) != SX_PLACE_FILE) return text;
  sx_str *kept = SX_ARENA_NEW(imports->arena, sx_str);
  sx_status status = sx_file_read(&text, path, SX_IMPORTS_MAX_SETTINGS_BYTES, imports->arena, NULL);
  if (status == SX_NOMEM && !imports->arena->status) imports->arena->status = status;
  if (!kept) return SX_STR("");
  *kept = status ? SX_STR("") : text;
  sx_str key = sx_arena_dup(imports->arena, path);
  if (sx_map_put(&imports->texts, key, (uint64_t)(uintptr_t)kept) && !imports->arena->status)
    imports->arena->status = SX_NOMEM;
  return *kept;
}

const cJSON *sx_imports__json(sx_imports *imports, sx_str path) {
  uint64_t known;
  if (sx_map_find(&imports->settings, path, &known)) return (const cJSON *)(uintptr_t)known;
  sx_str text = sx_imports__text(imports, path);
  cJSON *json = text.len ? sx_jsonc_parse(text, imports->arena) : NULL;
  if (json) {
    cJSON **owned = SX_ARRAY_ADD(&imports->owned, imports->arena);
    if (!owned) {
      cJSON_Delete(json);
      return NULL;
    }
    *owned = json;
  }
  sx_str key = sx_arena_dup(imports->arena, path);
  if (sx_map_put(&imports->settings, key, (uint64_t)(uintptr_t)json) && !imports->arena->status)
    imports->arena->status = SX_NOMEM;
  return json;
}

sx_str sx_imports__member(const cJSON *object, const char *name) {
  return sx_str_from(cJSON_GetStringValue(sx_json_get(object, name)));
}

/* ---- the target --------------------------------------------------------------------------- */

/* Where links lead takes a look at each folder on the way: once for each file. */
static sx_str own_path(sx_imports *imports, sx_str path) {
  uint64_t known;
  sx_str real;
  if (sx_map_find(&imports->owned_paths, path, &known)) return *(const sx_str *)(uintptr_t)known;
  sx_str own = sx_path_own(imports->call, path);
  if (!sx_imports__is_own(imports, own)) {
    sx_status status = sx_file_real_path(&real, path, imports->arena, NULL);
    if (status == SX_NOMEM && !imports->arena->status) imports->arena->status = status;
    if (!status) own = sx_path_own(imports->call, real);
  }
  sx_str *kept = SX_ARENA_NEW(imports->arena, sx_str);
  if (!kept) return own;
  *kept = own;
  if (sx_map_put(&imports->owned_paths, path, (uint64_t)(uintptr_t)kept) && !imports->arena->status)
    imports->arena->status = SX_NOMEM;
  return own;
}

void sx_imports__found(sx_imports *imports, sx_str path, sx_str package) {
  sx_import_target *target = imports->target;
  sx_str own = own_path(imports, path);
  target->outcome = sx_imports__is_own(imports, own) ? SX_IMPORT_FOUND : SX_IMPORT_EXTERNAL;
  if (target->outcome == SX_IMPORT_EXTERNAL) target->name = package;
  if (sx_strs_add_new(&target->files, own, imports->arena, NULL)) return;
}

void sx_imports__external(sx_imports *imports, sx_str name, bool is_standard) {
  imports->target->outcome = SX_IMPORT_EXTERNAL;
  imports->target->is_standard = is_standard;
  imports->target->name = sx_arena_dup(imports->arena, name);
}
