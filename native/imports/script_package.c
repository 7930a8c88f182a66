#include "host/json.h"
#include "imports/script_parts.h"

#define MAX_TARGETS 256

const cJSON *sx_script__package_json(sx_imports *imports, sx_str folder) {
  sx_str path = sx_imports__join(imports, folder, SX_STR("package.json"));
  return sx_imports__json(imports, path);
}

sx_str sx_script__package_of(sx_imports *imports, sx_str file) {
  for (sx_str folder = sx_path_folder(file); folder.len > 1;) {
    folder.len--;
    if (sx_script__package_json(imports, folder)) return folder;
    folder = sx_path_folder(folder);
  }
  return SX_STR("");
}

sx_str sx_script__package_name(sx_str specifier, sx_str *rest) {
  size_t slash = sx_str_find_char(specifier, '/', 0);
  if (slash != SX_STR_NONE && specifier.ptr[0] == '@')
    slash = sx_str_find_char(specifier, '/', slash + 1);
  if (slash == SX_STR_NONE) slash = specifier.len;
  *rest = sx_str_slice(specifier, slash + 1, specifier.len);
  return sx_str_slice(specifier, 0, slash);
}

/* ---- patterns ----------------------------------------------------------------------------- */

bool sx_script__fits(sx_str pattern, sx_str name, sx_str *star) {
  size_t at = sx_str_find_char(pattern, '*', 0);
  *star = SX_STR("");
  if (at == SX_STR_NONE) return sx_str_is_equal(pattern, name);
  sx_str end = sx_str_slice(pattern, at + 1, pattern.len);
  if (name.len + 1 < pattern.len || !sx_str_has_prefix(name, sx_str_slice(pattern, 0, at)) ||
      !sx_str_has_suffix(name, end))
    return false;
  *star = sx_str_slice(name, at, name.len - end.len);
  return true;
}

const cJSON *sx_script__find_pattern(const cJSON *object, sx_str name, sx_str *star) {
  const cJSON *best = NULL, *item;
  size_t best_start = 0;
  *star = SX_STR("");
  cJSON_ArrayForEach (item, object) {
    sx_str pattern = sx_str_from(item->string), text;
    size_t at = sx_str_find_char(pattern, '*', 0);
    if (!sx_script__fits(pattern, name, &text)) continue;
    if (at == SX_STR_NONE) {
      *star = text;
      return item;
    }
    if (best && at <= best_start) continue;
    best = item;
    best_start = at;
    *star = text;
  }
  return best;
}

/* ---- exports and imports ------------------------------------------------------------------ */

static bool has_condition(const sx_script_lookup *lookup, sx_str name) {
  const cJSON *item;
  if (sx_str_is_equal(name, SX_STR("default")) || sx_str_is_equal(name, SX_STR("types")) ||
      sx_str_has_prefix(name, SX_STR("types@")))
    return true;
  if (sx_str_is_equal(name, lookup->is_module ? SX_STR("import") : SX_STR("require"))) return true;
  if (sx_str_is_equal(name, SX_STR("node"))) return lookup->options->mode != SX_SCRIPT_BUNDLER;
  cJSON_ArrayForEach (item, lookup->options->conditions)
    if (sx_str_is_equal(name, sx_str_from(cJSON_GetStringValue(item)))) return true;
  return false;
}

static sx_str replace_star(sx_imports *imports, sx_str target, sx_str star) {
  sx_buf out;
  sx_buf_init(&out, (size_t)64 << 10);
  for (size_t i = 0; i < target.len; i++)
    if (target.ptr[i] == '*')
      sx_buf_add(&out, star);
    else
      sx_buf_add_char(&out, target.ptr[i]);
  sx_str text = sx_arena_dup(imports->arena, sx_buf_str(&out));
  if (out.status == SX_NOMEM && !imports->arena->status) imports->arena->status = SX_NOMEM;
  sx_buf_release(&out);
  return text;
}

static bool load_target(sx_script_lookup *lookup, sx_str folder, sx_str target, sx_str *out) {
  sx_imports *imports = lookup->imports;
  static const char *const own[] = {".ts", ".tsx", ".mts", ".cts"};
  sx_str path = sx_imports__join(imports, folder, target);
  for (size_t i = 0; i < 4; i++)
    if (sx_str_has_suffix(path, sx_str_from(own[i])) && sx_imports__is_file(imports, path)) {
      *out = path;
      return true;
    }
  return sx_script__load_written(lookup, path, out);
}

typedef struct target_list {
  const cJSON *items[MAX_TARGETS];
  size_t count;
} target_list;

/* The members of a list or of an object whose conditions hold, the first on top. */
static void push_members(const sx_script_lookup *lookup, target_list *list, const cJSON *value) {
  const cJSON *item;
  size_t first = list->count;
  cJSON_ArrayForEach (item, value) {
    bool counts = cJSON_IsArray(value) || has_condition(lookup, sx_str_from(item->string));
    if (counts && list->count < MAX_TARGETS) list->items[list->count++] = item;
  }
  for (size_t i = first, k = list->count; i + 1 < k; i++) {
    const cJSON *last = list->items[--k];
    list->items[k] = list->items[i];
    list->items[i] = last;
  }
}

/* The first that is a file; the first that names a package is `*again`, where that may be. */
static bool load_targets(sx_script_lookup *lookup, sx_str folder, const cJSON *value, sx_str star,
                         sx_str *out, sx_str *again) {
  target_list list = {.items = {value}, .count = 1};
  while (list.count) {
    const cJSON *one = list.items[--list.count];
    if (!cJSON_IsString(one)) {
      push_members(lookup, &list, one);
      continue;
    }
    sx_str target = replace_star(lookup->imports, sx_str_from(one->valuestring), star);
    if (sx_str_has_prefix(target, SX_STR("./"))) {
      if (load_target(lookup, folder, target, out)) return true;
    } else if (again && !again->len)
      *again = target;
  }
  return false;
}

/* Whether `exports` has names of paths, not the one target or its conditions. */
static bool has_names(const cJSON *exports) {
  return cJSON_IsObject(exports) && exports->child && exports->child->string[0] == '.';
}

bool sx_script__load_export(sx_script_lookup *lookup, sx_str folder, const cJSON *exports,
                            sx_str name, sx_str *out) {
  sx_str star = SX_STR("");
  bool is_main = sx_str_is_equal(name, SX_STR("."));
  const cJSON *value = has_names(exports) ? sx_script__find_pattern(exports, name, &star)
                       : is_main          ? exports
                                          : NULL;
  return value && load_targets(lookup, folder, value, star, out, NULL);
}

bool sx_script__load_import(sx_script_lookup *lookup, sx_str file, sx_str name, sx_str *out,
                            sx_str *again) {
  sx_str folder = sx_script__package_of(lookup->imports, file), star;
  *again = SX_STR("");
  const cJSON *json = folder.len ? sx_script__package_json(lookup->imports, folder) : NULL;
  const cJSON *value = sx_script__find_pattern(sx_json_get(json, "imports"), name, &star);
  return value && load_targets(lookup, folder, value, star, out, again);
}

/* ---- what a package is for others --------------------------------------------------------- */

static bool is_file_of(sx_imports *imports, sx_str folder, sx_str target, sx_str file) {
  static const char *const ends[] = {"", ".js", "/index.js"};
  sx_str path = sx_imports__join(imports, folder, target), star;
  while (sx_str_has_suffix(path, SX_STR("/"))) path.len--;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_script__fits(sx_arena_printf(imports->arena, "%.*s%s", SX_STR_ARG(path), ends[i]), file,
                        &star))
      return true;
  return false;
}

/* Whether one of the texts in a value names the file. */
static bool names_file(sx_imports *imports, sx_str folder, const cJSON *value, sx_str file) {
  const cJSON *list[MAX_TARGETS] = {value}, *item;
  size_t count = value != NULL;
  while (count) {
    const cJSON *one = list[--count];
    if (cJSON_IsString(one) && is_file_of(imports, folder, sx_str_from(one->valuestring), file))
      return true;
    if (!cJSON_IsObject(one) && !cJSON_IsArray(one)) continue;
    cJSON_ArrayForEach (item, one)
      if (count < MAX_TARGETS) list[count++] = item;
  }
  return false;
}

bool sx_imports_is_entry(sx_imports *imports, sx_str file) {
  static const char *const keys[] = {"exports", "main", "module", "browser", "bin"};
  sx_str folder = sx_script__package_of(imports, file);
  const cJSON *json = folder.len ? sx_script__package_json(imports, folder) : NULL;
  if (!json || !sx_json_get(json, "name") || cJSON_IsTrue(sx_json_get(json, "private")))
    return false;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (names_file(imports, folder, sx_json_get(json, keys[i]), file)) return true;
  return !sx_json_get(json, "main") && !sx_json_get(json, "exports") &&
         is_file_of(imports, folder, SX_STR("index.js"), file);
}

/* ---- Node --------------------------------------------------------------------------------- */

bool sx_script__is_builtin(sx_str specifier) {
  static const char names[] =
      "assert async_hooks buffer child_process cluster console constants crypto dgram "
      "diagnostics_channel dns domain events fs http http2 https inspector module net os path "
      "perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls "
      "trace_events tty url util v8 vm wasi worker_threads zlib";
  sx_str rest;
  return sx_language_has_word(names, sx_script__package_name(specifier, &rest), false);
}
