#include "base/byte.h"
#include "host/json.h"
#include "imports/script_parts.h"
#include "os/file.h"

/* tsconfig.json and jsconfig.json, with what they extend. */

#define MAX_CONFIGS 32
#define CONFIG_DIR "${configDir}"
#define JSCONFIG "jsconfig.json"

typedef struct config_reader {
  sx_imports *imports;
  sx_script_options *options;
  const cJSON *allow_js, *check_js; /* NULL: not yet */
  sx_str resolution, module;        /* as written; empty: not yet */
  sx_str paths[MAX_CONFIGS];        /* that are still to be read, the next one last */
  size_t count, read;
} config_reader;

sx_str sx_script__below(sx_imports *imports, const sx_script_options *options, sx_str folder,
                        sx_str path) {
  sx_str dir = SX_STR(CONFIG_DIR);
  if (!sx_str_has_prefix(path, dir)) return sx_imports__join(imports, folder, path);
  path = sx_str_slice(path, dir.len, path.len);
  return sx_imports__join(imports, options->top_folder,
                          sx_arena_printf(imports->arena, "./%.*s", SX_STR_ARG(path)));
}

static sx_str below(const config_reader *reader, sx_str folder, sx_str path) {
  return sx_script__below(reader->imports, reader->options, folder, path);
}

/* A file by its path, with or without its extension, or in a folder. */
bool sx_script__find_config(sx_imports *imports, sx_str path, sx_str *out) {
  sx_str tried[3] = {path, sx_arena_printf(imports->arena, "%.*s.json", SX_STR_ARG(path)),
                     sx_imports__join(imports, path, SX_STR("tsconfig.json"))};
  sx_str named = sx_imports__member(sx_script__package_json(imports, path), "tsconfig");
  if (named.len) tried[2] = sx_imports__join(imports, path, named);
  for (size_t i = 0; i < 3; i++)
    if (sx_imports__is_file(imports, tried[i])) {
      *out = tried[i];
      return true;
    }
  return false;
}

/* The file that `extends` names: by a path, or by one in a package. */
static bool find_extended(const config_reader *reader, sx_str folder, sx_str name, sx_str *out) {
  sx_imports *imports = reader->imports;
  bool is_path = sx_str_at(name, 0) == '.' || sx_str_at(name, 0) == '/' ||
                 sx_str_has_prefix(name, SX_STR(CONFIG_DIR));
  if (is_path) return sx_script__find_config(imports, below(reader, folder, name), out);
  for (; folder.len; folder = sx_str_slice(folder, 0, sx_path_folder(folder).len - 1)) {
    sx_str path = sx_arena_printf(imports->arena, "%.*s/node_modules/%.*s", SX_STR_ARG(folder),
                                  SX_STR_ARG(name));
    if (sx_script__find_config(imports, path, out)) return true;
    if (!sx_path_folder(folder).len) break;
  }
  return false;
}

static void push_extended(config_reader *reader, sx_str folder, const cJSON *extends) {
  const cJSON *item = cJSON_IsArray(extends) ? extends->child : extends;
  for (; item; item = cJSON_IsArray(extends) ? item->next : NULL) {
    sx_str name = sx_str_from(cJSON_GetStringValue(item)), path;
    if (!name.len || reader->count == MAX_CONFIGS || reader->read >= MAX_CONFIGS) continue;
    if (find_extended(reader, folder, name, &path)) reader->paths[reader->count++] = path;
  }
}

static void take_list(sx_script_list *list, const cJSON *json, const char *name, sx_str folder) {
  const cJSON *items = sx_json_get(json, name);
  if (!list->items && cJSON_IsArray(items)) *list = (sx_script_list){items, folder};
}

/* A file's own settings count before those that it extends. */
static void take_options(config_reader *reader, sx_str folder, const cJSON *json) {
  const cJSON *given = sx_json_get(json, "compilerOptions");
  sx_script_options *options = reader->options;
  sx_str base_url = sx_imports__member(given, "baseUrl");
  if (base_url.len && !options->base_url.len) options->base_url = below(reader, folder, base_url);
  if (!options->paths && (options->paths = sx_json_get(given, "paths")))
    options->paths_folder = folder;
  if (!options->root_dirs && (options->root_dirs = sx_json_get(given, "rootDirs")))
    options->root_folder = folder;
  take_list(&options->files, json, "files", folder);
  take_list(&options->include, json, "include", folder);
  take_list(&options->exclude, json, "exclude", folder);
  if (!reader->allow_js) reader->allow_js = sx_json_get(given, "allowJs");
  if (!reader->check_js) reader->check_js = sx_json_get(given, "checkJs");
  if (!options->conditions) options->conditions = sx_json_get(given, "customConditions");
  if (!reader->resolution.len) reader->resolution = sx_imports__member(given, "moduleResolution");
  if (!reader->module.len) reader->module = sx_imports__member(given, "module");
}

static sx_script_mode mode_of(const config_reader *reader) {
  sx_str one = reader->resolution.len ? reader->resolution : reader->module;
  sx_str node = SX_STR("node");
  if (sx_str_is_equal_fold(one, SX_STR("bundler")) || sx_str_is_equal_fold(one, SX_STR("preserve")))
    return SX_SCRIPT_BUNDLER;
  bool is_node = sx_str_is_equal_fold(sx_str_slice(one, 0, node.len), node);
  if (!is_node || one.len == node.len || sx_str_is_equal_fold(one, SX_STR("node10")))
    return one.len ? SX_SCRIPT_NODE10 : SX_SCRIPT_BUNDLER;
  return SX_SCRIPT_NODE16;
}

/* Without JSON in it; an empty file has the settings that are the default. */
static bool is_damaged(sx_imports *imports, sx_str path) {
  sx_file_info info = {0};
  sx_str text = sx_imports__text(imports, path);
  if (text.len) return sx_str_trim(text).len > 0;
  return sx_file_stat(&info, path, NULL) || info.size_bytes > 0;
}

static void read_config(config_reader *reader, sx_str path) {
  reader->options->top_folder = sx_str_slice(path, 0, sx_path_folder(path).len - 1);
  reader->paths[reader->count++] = path;
  while (reader->count) {
    sx_str at = reader->paths[--reader->count];
    sx_str folder = sx_str_slice(at, 0, sx_path_folder(at).len - 1);
    const cJSON *json = sx_imports__json(reader->imports, at);
    reader->read++;
    reader->options->is_unread |= !json && is_damaged(reader->imports, at);
    take_options(reader, folder, json);
    push_extended(reader, folder, cJSON_GetObjectItemCaseSensitive(json, "extends"));
  }
  if (reader->options->base_url.len) reader->options->paths_folder = reader->options->base_url;
  const cJSON *scripts = reader->allow_js ? reader->allow_js : reader->check_js;
  bool is_jsconfig = sx_str_is_equal(sx_path_name(path), SX_STR(JSCONFIG));
  reader->options->takes_scripts = scripts ? cJSON_IsTrue(scripts) : is_jsconfig;
  reader->options->mode = mode_of(reader);
}

static sx_script_options *new_options(sx_imports *imports) {
  sx_script_options *options = SX_ARENA_NEW(imports->arena, sx_script_options);
  if (options) *options = (sx_script_options){.base_url = SX_STR(""), .paths_folder = SX_STR("")};
  return options;
}

const sx_script_options *sx_script__config(sx_imports *imports, sx_str path) {
  sx_script_options *options = new_options(imports);
  config_reader reader = {
      .imports = imports, .options = options, .resolution = SX_STR(""), .module = SX_STR("")};
  if (options) read_config(&reader, path);
  return options;
}

/* ---- which one ---------------------------------------------------------------------------- */

/* Whether `include` of a file that only others refer to may name `file`: by the folders alone. */
static bool may_include(sx_imports *imports, sx_str path, sx_str file) {
  const cJSON *include = sx_json_get(sx_imports__json(imports, path), "include"), *item;
  sx_str folder = sx_path_folder(path);
  if (!include) return sx_str_has_prefix(file, folder);
  cJSON_ArrayForEach (item, include) {
    sx_str one = sx_str_from(cJSON_GetStringValue(item));
    size_t star = 0;
    while (star < one.len && !sx_byte_is_one_of(one.ptr[star], "*?")) star++;
    sx_str start = sx_imports__join(imports, folder, sx_str_slice(one, 0, star));
    if (one.len && sx_str_has_prefix(file, start)) return true;
  }
  return false;
}

/* The project that a file without files of its own refers to for `file`. */
static sx_str choose(sx_imports *imports, sx_str path, sx_str file) {
  const cJSON *json = sx_imports__json(imports, path), *item;
  const cJSON *files = sx_json_get(json, "files");
  bool is_empty = cJSON_IsArray(files) && !files->child && !sx_json_get(json, "include");
  if (!is_empty) return path;
  cJSON_ArrayForEach (item, sx_json_get(json, "references")) {
    sx_str name = sx_imports__member(item, "path"), found;
    sx_str at = sx_imports__join(imports, sx_path_folder(path), name);
    if (name.len && sx_script__find_config(imports, at, &found) &&
        may_include(imports, found, file))
      return found;
  }
  return path;
}

bool sx_script__next_config(sx_imports *imports, sx_str folder, size_t *next, sx_str *out) {
  static const char *const names[] = {"tsconfig.json", JSCONFIG};
  while (*next < sizeof names / sizeof *names) {
    *out = sx_imports__join(imports, folder, sx_str_from(names[(*next)++]));
    if (sx_imports__is_file(imports, *out)) return true;
  }
  return false;
}

const sx_script_options *sx_script__options(sx_imports *imports, sx_str file) {
  uint64_t known;
  sx_str folder = sx_path_folder(file);
  if (sx_map_find(&imports->options, folder, &known))
    return (const sx_script_options *)(uintptr_t)known;
  const sx_script_options *options = NULL;
  for (sx_str at = folder; at.len && !options;
       at = sx_path_folder(sx_str_slice(at, 0, at.len - 1))) {
    size_t next = 0;
    sx_str path;
    if (!sx_script__next_config(imports, at, &next, &path)) continue;
    options = sx_script__config(imports, choose(imports, path, file));
    if (!options) return NULL;
  }
  if (!options) options = new_options(imports);
  if (!options) return NULL;
  sx_str key = sx_arena_dup(imports->arena, folder);
  if (sx_map_put(&imports->options, key, (uint64_t)(uintptr_t)options)) return NULL;
  return imports->arena->status ? NULL : options;
}
