#include "base/byte.h"
#include "host/json.h"
#include "imports/script_parts.h"

/* tsconfig.json and jsconfig.json, with what they extend. */

#define MAX_CONFIGS 32
#define CONFIG_DIR "${configDir}"

typedef struct config_reader {
  sx_imports *imports;
  sx_script_options *options;
  sx_str top_folder;
  sx_str resolution, module; /* as written; empty: not yet */
  sx_str paths[MAX_CONFIGS]; /* that are still to be read, the next one last */
  size_t count, read;
} config_reader;

static sx_str below(const config_reader *reader, sx_str folder, sx_str path) {
  sx_str dir = SX_STR(CONFIG_DIR);
  if (!sx_str_has_prefix(path, dir)) return sx_imports__join(reader->imports, folder, path);
  path = sx_str_slice(path, dir.len, path.len);
  return sx_imports__join(reader->imports, reader->top_folder,
                          sx_arena_printf(reader->imports->arena, "./%.*s", SX_STR_ARG(path)));
}

/* A file by its path, with or without its extension, or in a folder. */
static bool find_config(sx_imports *imports, sx_str path, sx_str *out) {
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
  if (is_path) return find_config(imports, below(reader, folder, name), out);
  for (; folder.len; folder = sx_str_slice(folder, 0, sx_path_folder(folder).len - 1)) {
    sx_str path = sx_arena_printf(imports->arena, "%.*s/node_modules/%.*s", SX_STR_ARG(folder),
                                  SX_STR_ARG(name));
    if (find_config(imports, path, out)) return true;
    if (!sx_path_folder(folder).len) break;
  }
  return false;
}

static void push_extended(config_reader *reader, sx_str folder, const cJSON *extends) {
  const cJSON *item = cJSON_IsArray(extends) ? extends->child : extends;
  for (; item; item = cJSON_IsArray(extends) ? item->next : NULL) {
    sx_str name = sx_str_from(cJSON_GetStringValue(item)), path;
    if (!name.len || reader->count == MAX_CONFIGS || reader->read == MAX_CONFIGS) continue;
    if (find_extended(reader, folder, name, &path)) reader->paths[reader->count++] = path;
  }
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

static void read_config(config_reader *reader, sx_str path) {
  reader->top_folder = sx_str_slice(path, 0, sx_path_folder(path).len - 1);
  reader->paths[reader->count++] = path;
  while (reader->count) {
    sx_str at = reader->paths[--reader->count];
    sx_str folder = sx_str_slice(at, 0, sx_path_folder(at).len - 1);
    const cJSON *json = sx_imports__json(reader->imports, at);
    reader->read++;
    take_options(reader, folder, json);
    push_extended(reader, folder, cJSON_GetObjectItemCaseSensitive(json, "extends"));
  }
  if (reader->options->base_url.len) reader->options->paths_folder = reader->options->base_url;
  reader->options->mode = mode_of(reader);
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
    if (name.len && find_config(imports, at, &found) && may_include(imports, found, file))
      return found;
  }
  return path;
}

const sx_script_options *sx_script__options(sx_imports *imports, sx_str file) {
  static const char *const names[] = {"tsconfig.json", "jsconfig.json"};
  uint64_t known;
  sx_str folder = sx_path_folder(file);
  if (sx_map_find(&imports->options, folder, &known))
    return (const sx_script_options *)(uintptr_t)known;
  sx_script_options *options = SX_ARENA_NEW(imports->arena, sx_script_options);
  if (!options) return NULL;
  *options = (sx_script_options){.base_url = SX_STR(""), .paths_folder = SX_STR("")};
  config_reader reader = {
      .imports = imports, .options = options, .resolution = SX_STR(""), .module = SX_STR("")};
  for (sx_str at = folder; at.len && !reader.read;
       at = sx_path_folder(sx_str_slice(at, 0, at.len - 1)))
    for (size_t i = 0; i < 2 && !reader.read; i++) {
      sx_str path = sx_imports__join(imports, at, sx_str_from(names[i]));
      if (sx_imports__is_file(imports, path)) read_config(&reader, choose(imports, path, file));
    }
  sx_str key = sx_arena_dup(imports->arena, folder);
  if (sx_map_put(&imports->options, key, (uint64_t)(uintptr_t)options)) return NULL;
  return imports->arena->status ? NULL : options;
}
