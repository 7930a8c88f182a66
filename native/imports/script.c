#include "base/byte.h"
#include "host/json.h"
#include "imports/script_parts.h"

/*
 * TypeScript and JavaScript: relative paths, `paths` and `baseUrl`, `#x`, a package's own name and
 * node_modules, in the order in which TypeScript looks at them.
 */

#define ALL_KINDS (SX_SCRIPT_TS | SX_SCRIPT_DTS | SX_SCRIPT_JS | SX_SCRIPT_JSON)
#define TYPED_KINDS (SX_SCRIPT_TS | SX_SCRIPT_DTS)

/** A question about one specifier in one file. */
typedef struct script_question {
  sx_script_lookup lookup;
  sx_str file, specifier;
} script_question;

typedef bool (*script_step)(script_question *ask, sx_str *out);

/* Some steps are tried for typed files first, and then for all. */
static bool in_passes(script_question *ask, script_step step, bool is_typed_first, sx_str *out) {
  if (is_typed_first) {
    ask->lookup.wanted = TYPED_KINDS;
    if (step(ask, out)) return true;
  }
  ask->lookup.wanted = ALL_KINDS;
  return step(ask, out);
}

static bool is_relative(sx_str specifier) {
  return sx_str_is_equal(specifier, SX_STR(".")) || sx_str_is_equal(specifier, SX_STR("..")) ||
         sx_str_has_prefix(specifier, SX_STR("./")) || sx_str_has_prefix(specifier, SX_STR("../"));
}

/* ---- the steps ---------------------------------------------------------------------------- */

static bool names_folder(sx_str path) {
  sx_str name = sx_path_name(path);
  return !name.len || sx_str_is_equal(name, SX_STR(".")) || sx_str_is_equal(name, SX_STR(".."));
}

/* The same path below the other folders of `rootDirs`. */
static bool load_in_root_dirs(script_question *ask, sx_str path, sx_str *out) {
  sx_imports *imports = ask->lookup.imports;
  const sx_script_options *options = ask->lookup.options;
  const cJSON *item;
  sx_str rest = SX_STR("");
  cJSON_ArrayForEach (item, options->root_dirs) {
    sx_str root =
        sx_imports__join(imports, options->root_folder, sx_str_from(cJSON_GetStringValue(item)));
    bool is_below = sx_str_has_prefix(path, root) && sx_str_at(path, root.len) == '/';
    sx_str here = is_below ? sx_str_slice(path, root.len + 1, path.len) : rest;
    if (is_below && (!rest.len || here.len < rest.len)) rest = here;
  }
  if (!rest.len) return false;
  cJSON_ArrayForEach (item, options->root_dirs) {
    sx_str root =
        sx_imports__join(imports, options->root_folder, sx_str_from(cJSON_GetStringValue(item)));
    if (sx_script__load(&ask->lookup, sx_imports__join(imports, root, rest), false, out))
      return true;
  }
  return false;
}

static bool load_relative(script_question *ask, sx_str *out) {
  sx_str path = sx_imports__join(ask->lookup.imports, sx_path_folder(ask->file), ask->specifier);
  if (load_in_root_dirs(ask, path, out)) return true;
  return sx_script__load(&ask->lookup, path, names_folder(ask->specifier), out);
}

static bool load_by_paths(script_question *ask, sx_str *out) {
  sx_imports *imports = ask->lookup.imports;
  const sx_script_options *options = ask->lookup.options;
  sx_str star;
  const cJSON *item, *targets = sx_script__find_pattern(options->paths, ask->specifier, &star);
  cJSON_ArrayForEach (item, targets) {
    sx_str target = sx_str_from(cJSON_GetStringValue(item));
    size_t at = sx_str_find_char(target, '*', 0);
    if (at != SX_STR_NONE)
      target =
          sx_arena_printf(imports->arena, "%.*s%.*s%.*s", (int)at, target.ptr, SX_STR_ARG(star),
                          SX_STR_ARG(sx_str_slice(target, at + 1, target.len)));
    sx_str path = sx_imports__join(imports, options->paths_folder, target);
    bool is_written = sx_str_find_char(sx_path_name(path), '.', 0) != SX_STR_NONE;
    if (is_written && sx_imports__is_file(imports, path)) {
      *out = path;
      return true;
    }
    if (sx_script__load(&ask->lookup, path, names_folder(target), out)) return true;
  }
  if (targets || !options->base_url.len) return false;
  sx_str path = sx_imports__join(imports, options->base_url, ask->specifier);
  return sx_script__load(&ask->lookup, path, false, out);
}

/* The package that the file is in, by its own name. */
static bool load_self(script_question *ask, sx_str *out) {
  sx_imports *imports = ask->lookup.imports;
  sx_str rest, name = sx_script__package_name(ask->specifier, &rest);
  sx_str folder = sx_script__package_of(imports, ask->file);
  const cJSON *json = folder.len ? sx_script__package_json(imports, folder) : NULL;
  const cJSON *exports = cJSON_GetObjectItemCaseSensitive(json, "exports");
  if (!exports || !sx_str_is_equal(sx_imports__member(json, "name"), name)) return false;
  return sx_script__load_package(&ask->lookup, folder, rest, out);
}

/* ---- packages ----------------------------------------------------------------------------- */

sx_str sx_script__find_installed(sx_imports *imports, sx_str file, sx_str name, bool *is_types) {
  sx_str typed = name;
  size_t slash = sx_str_find_char(name, '/', 0);
  if (sx_str_at(name, 0) == '@' && slash != SX_STR_NONE)
    typed = sx_arena_printf(imports->arena, "%.*s__%.*s", (int)(slash - 1), name.ptr + 1,
                            SX_STR_ARG(sx_str_slice(name, slash + 1, name.len)));
  for (sx_str at = sx_path_folder(file); at.len;
       at = sx_path_folder(sx_str_slice(at, 0, at.len - 1)))
    for (int i = 0; i < 2; i++) {
      if (sx_str_has_suffix(at, SX_STR("/node_modules/"))) continue;
      sx_str path = sx_arena_printf(imports->arena, "%.*snode_modules/%s%.*s", SX_STR_ARG(at),
                                    i ? "@types/" : "", SX_STR_ARG(i ? typed : name));
      *is_types = i;
      if (sx_imports__is_folder(imports, path)) return path;
    }
  return SX_STR("");
}

const char *const sx_script__dependency_lists[SX_SCRIPT_DEPENDENCY_LISTS] = {
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies"};

/* Whether the nearest package.json that has dependencies names it: it is not installed then. */
static bool is_dependency(sx_imports *imports, sx_str file, sx_str name) {
  sx_str folder = sx_script__package_of(imports, file);
  while (folder.len) {
    const cJSON *json = sx_script__package_json(imports, folder), *item;
    for (size_t i = 0; i < SX_SCRIPT_DEPENDENCY_LISTS; i++)
      cJSON_ArrayForEach (item, sx_json_get(json, sx_script__dependency_lists[i]))
        if (sx_str_is_equal(sx_str_from(item->string), name)) return true;
    folder = sx_script__package_of(imports, folder);
  }
  return false;
}

typedef struct package_question {
  script_question ask;
  sx_str folder, rest;
} package_question;

static bool load_installed(script_question *ask, sx_str *out) {
  package_question *package = (package_question *)ask;
  return sx_script__load_package(&ask->lookup, package->folder, package->rest, out);
}

/* A package that is one of the workspace's has files to name. */
static void resolve_package(script_question *ask) {
  sx_imports *imports = ask->lookup.imports;
  sx_str rest, name = sx_script__package_name(ask->specifier, &rest), file;
  bool is_types;
  sx_str folder = sx_script__find_installed(imports, ask->file, name, &is_types);
  if (!folder.len) {
    bool is_builtin = sx_script__is_builtin(ask->specifier);
    if (!is_builtin && !is_dependency(imports, ask->file, name)) return;
    sx_imports__external(imports, is_builtin ? ask->specifier : name, is_builtin);
    imports->target->is_absent = !is_builtin;
    return;
  }
  sx_str own = sx_path_own(imports->call, folder);
  package_question package = {*ask, folder, rest};
  sx_imports__external(imports, name, false);
  if (is_types && sx_script__is_builtin(ask->specifier)) imports->target->is_standard = true;
  if (is_types || sx_str_is_equal(own, folder) || !sx_imports__is_own(imports, own)) return;
  package.folder = own;
  imports->target->outcome = SX_IMPORT_MISSING;
  if (in_passes(&package.ask, load_installed, true, &file)) sx_imports__found(imports, file, name);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Whether a file is a module to Node 16, by its extension and the package that it is in. */
bool sx_imports_is_module(sx_imports *imports, sx_str file) {
  if (sx_str_has_suffix(file, SX_STR(".mts")) || sx_str_has_suffix(file, SX_STR(".mjs")))
    return true;
  if (sx_str_has_suffix(file, SX_STR(".cts")) || sx_str_has_suffix(file, SX_STR(".cjs")))
    return false;
  sx_str folder = sx_script__package_of(imports, file);
  const cJSON *json = folder.len ? sx_script__package_json(imports, folder) : NULL;
  return sx_str_is_equal(sx_imports__member(json, "type"), SX_STR("module"));
}

static void begin(script_question *ask, sx_import_kind kind) {
  sx_script_lookup *lookup = &ask->lookup;
  bool is_node = lookup->options->mode == SX_SCRIPT_NODE16;
  lookup->is_module = kind != SX_IMPORT_REQUIRE;
  if (is_node && lookup->is_module && kind != SX_IMPORT_DYNAMIC)
    lookup->is_module = sx_imports_is_module(lookup->imports, ask->file);
  lookup->is_strict = is_node && lookup->is_module;
}

/* A scheme: node:fs, https://…, virtual:x. */
static bool resolve_scheme(script_question *ask) {
  size_t colon = sx_str_find_char(ask->specifier, ':', 0);
  if (colon == SX_STR_NONE || colon < 2) return false;
  for (size_t i = 0; i < colon; i++)
    if (!sx_byte_is_word(ask->specifier.ptr[i]) && ask->specifier.ptr[i] != '-') return false;
  bool is_node = sx_str_has_prefix(ask->specifier, SX_STR("node:"));
  sx_imports__external(ask->lookup.imports, ask->specifier, is_node);
  return true;
}

static void resolve_bare(script_question *ask) {
  sx_imports *imports = ask->lookup.imports;
  bool is_old = ask->lookup.options->mode == SX_SCRIPT_NODE10;
  sx_str file, again = SX_STR("");
  sx_str name = ask->specifier;
  bool is_found = in_passes(ask, load_by_paths, is_old, &file);
  if (!is_found && name.ptr[0] == '#') {
    is_found = sx_script__load_import(&ask->lookup, ask->file, name, &file, &again);
    if (!is_found && !again.len) return;
    if (again.len) ask->specifier = again;
  }
  if (!is_found && !again.len && !is_old) is_found = in_passes(ask, load_self, true, &file);
  if (is_found)
    sx_imports__found(imports, file, name);
  else if (!resolve_scheme(ask))
    resolve_package(ask);
}

sx_status sx_imports__resolve_script(sx_imports *imports, sx_str file, const sx_import_line *line,
                                     sx_err *err) {
  sx_str found, specifier = line->specifier;
  const sx_script_options *options = sx_script__options(imports, file);
  if (!options) return sx_fail(err, imports->arena->status, NULL);
  imports->target->looked.len = 0; /* settings are none of the places */
  script_question ask = {{.imports = imports, .options = options}, file, specifier};
  begin(&ask, line->kind);
  if (is_relative(specifier) || sx_str_at(specifier, 0) == '/') {
    bool is_found = in_passes(&ask, load_relative, options->mode == SX_SCRIPT_NODE10, &found);
    /* A style sheet or a picture has its whole name here. */
    sx_str path = sx_imports__join(imports, sx_path_folder(file), specifier);
    if (!is_found && sx_imports__is_file(imports, path)) {
      is_found = true;
      found = path;
    }
    if (is_found) sx_imports__found(imports, found, specifier);
  } else if (!specifier.len || !resolve_scheme(&ask)) {
    resolve_bare(&ask);
  }
  return SX_OK;
}
