#include "imports/script_parts.h"

/* Which file a path without or with an extension means; the order is TypeScript's. */

static bool try_one(sx_script_lookup *lookup, sx_str stem, const char *extension, sx_str *out) {
  sx_str path = sx_arena_printf(lookup->imports->arena, "%.*s%s", SX_STR_ARG(stem), extension);
  if (!path.len || !sx_imports__is_file(lookup->imports, path)) return false;
  *out = path;
  return true;
}

static bool is_one_of(sx_str extension, const char *const *list) {
  for (; *list; list++)
    if (sx_str_is_equal(extension, sx_str_from(*list))) return true;
  return false;
}

/** The files that stand for those with some extensions, in their order. */
typedef struct extension_row {
  const char *written[6];
  struct {
    unsigned kind;
    const char *extension;
  } tried[5];
} extension_row;

static const extension_row rows[] = {
    {{".mjs", ".mts", ".d.mts"},
     {{SX_SCRIPT_TS, ".mts"}, {SX_SCRIPT_DTS, ".d.mts"}, {SX_SCRIPT_JS, ".mjs"}}},
    {{".cjs", ".cts", ".d.cts"},
     {{SX_SCRIPT_TS, ".cts"}, {SX_SCRIPT_DTS, ".d.cts"}, {SX_SCRIPT_JS, ".cjs"}}},
    {{".json"}, {{SX_SCRIPT_DTS, ".d.json.ts"}, {SX_SCRIPT_JSON, ".json"}}},
    {{".tsx", ".jsx"},
     {{SX_SCRIPT_TS, ".tsx"},
      {SX_SCRIPT_TS, ".ts"},
      {SX_SCRIPT_DTS, ".d.ts"},
      {SX_SCRIPT_JS, ".jsx"},
      {SX_SCRIPT_JS, ".js"}}},
    {{".ts", ".d.ts", ".js", ""},
     {{SX_SCRIPT_TS, ".ts"},
      {SX_SCRIPT_TS, ".tsx"},
      {SX_SCRIPT_DTS, ".d.ts"},
      {SX_SCRIPT_JS, ".js"},
      {SX_SCRIPT_JS, ".jsx"}}},
};

static bool try_extensions(sx_script_lookup *lookup, sx_str stem, sx_str written, sx_str *out) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!is_one_of(written, rows[i].written)) continue;
    for (size_t k = 0; k < 5 && rows[i].tried[k].kind; k++)
      if ((lookup->wanted & rows[i].tried[k].kind) &&
          try_one(lookup, stem, rows[i].tried[k].extension, out))
        return true;
    return false;
  }
  /* `./logo.svg` is declared by logo.d.svg.ts. */
  if (!(lookup->wanted & SX_SCRIPT_DTS)) return false;
  sx_str stem_d =
      sx_arena_printf(lookup->imports->arena, "%.*s.d%.*s", SX_STR_ARG(stem), SX_STR_ARG(written));
  return try_one(lookup, stem_d, ".ts", out);
}

/* Where the extension of a path begins, the whole of `.d.ts`; SX_STR_NONE: it has none. */
static size_t extension_start(sx_str path) {
  static const char *const double_ones[] = {".d.ts", ".d.mts", ".d.cts", NULL};
  size_t dot = sx_str_find_last_char(sx_path_name(path), '.');
  if (dot == SX_STR_NONE) return SX_STR_NONE;
  for (const char *const *one = double_ones; *one; one++)
    if (sx_str_has_suffix(path, sx_str_from(*one))) return path.len - strlen(*one);
  return path.len - sx_path_name(path).len + dot;
}

bool sx_script__load_written(sx_script_lookup *lookup, sx_str candidate, sx_str *out) {
  size_t dot = extension_start(candidate);
  if (dot == SX_STR_NONE) return false;
  return try_extensions(lookup, sx_str_slice(candidate, 0, dot),
                        sx_str_slice(candidate, dot, candidate.len), out);
}

static bool load_file(sx_script_lookup *lookup, sx_str candidate, sx_str *out) {
  if (sx_script__load_written(lookup, candidate, out)) return true;
  return !lookup->is_strict && try_extensions(lookup, candidate, SX_STR(""), out);
}

/* The main file by its package.json, else its index. */
static bool load_folder(sx_script_lookup *lookup, sx_str folder, sx_str *out) {
  static const char *const members[] = {"types", "typings", "main"};
  sx_imports *imports = lookup->imports;
  if (!sx_imports__is_folder(imports, folder)) return false;
  const cJSON *json = sx_script__package_json(imports, folder);
  bool has_types = lookup->wanted & SX_SCRIPT_DTS;
  sx_str main = SX_STR("");
  for (size_t i = has_types ? 0 : 2; i < 3 && !main.len; i++)
    main = sx_imports__member(json, members[i]);
  if (main.len) {
    sx_script_lookup loose = *lookup;
    loose.is_strict = false;
    sx_str path = sx_imports__join(imports, folder, main);
    if (load_file(&loose, path, out)) return true;
    if (load_file(&loose, sx_imports__join(imports, path, SX_STR("index")), out)) return true;
  }
  if (lookup->is_strict) return false;
  return load_file(lookup, sx_imports__join(imports, folder, SX_STR("index")), out);
}

bool sx_script__load(sx_script_lookup *lookup, sx_str candidate, bool is_folder, sx_str *out) {
  if (!is_folder && load_file(lookup, candidate, out)) return true;
  return !lookup->is_strict && load_folder(lookup, candidate, out);
}

bool sx_script__load_package(sx_script_lookup *lookup, sx_str folder, sx_str rest, sx_str *out) {
  sx_imports *imports = lookup->imports;
  const cJSON *json = sx_script__package_json(imports, folder);
  const cJSON *exports = cJSON_GetObjectItemCaseSensitive(json, "exports");
  if (exports && !cJSON_IsNull(exports) && lookup->options->mode != SX_SCRIPT_NODE10) {
    sx_str name =
        rest.len ? sx_arena_printf(imports->arena, "./%.*s", SX_STR_ARG(rest)) : SX_STR(".");
    return sx_script__load_export(lookup, folder, exports, name, out);
  }
  if (rest.len) return sx_script__load(lookup, sx_imports__join(imports, folder, rest), false, out);
  sx_script_lookup loose = *lookup;
  loose.is_strict = false;
  return load_folder(&loose, folder, out);
}
