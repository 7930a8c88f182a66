#include "base/byte.h"
#include "base/folder.h"
#include "imports/imports_parts.h"

/* Go: a path means the folder of a package in a module, and all its files but tests. */

#define MAX_USES 200

/** A module by its go.mod. */
typedef struct go_module {
  sx_str folder, name, text;
} go_module;

/* The next line without its comment; false at the end. */
static bool next_line(sx_str *rest, sx_str *line) {
  if (!sx_str_next_line(rest, line)) return false;
  size_t comment = sx_str_find(*line, SX_STR("//"), 0);
  *line = sx_str_trim(sx_str_slice(*line, 0, comment));
  return true;
}

static sx_str take_word(sx_str *rest) {
  size_t start = sx_str_skip_blanks(*rest, 0), end = start;
  while (end < rest->len && !sx_byte_is_blank(rest->ptr[end])) end++;
  sx_str word = sx_str_slice(*rest, start, end);
  *rest = sx_str_slice(*rest, end, rest->len);
  char quote = sx_str_at(word, 0);
  if ((quote == '"' || quote == '`') && word.len > 1) word = sx_str_slice(word, 1, word.len - 1);
  return word;
}

/**
 * The lines of one directive, alone (`use ./a`) or in a block: `*line` without the directive.
 * Begins with a text and `*in_block` false.
 */
static bool next_directive(sx_str *text, const char *name, bool *in_block, sx_str *line) {
  while (next_line(text, line)) {
    if (*in_block) {
      if (!sx_str_is_equal(*line, SX_STR(")"))) return true;
      *in_block = false;
      continue;
    }
    sx_str rest = *line;
    if (!sx_str_is_equal(take_word(&rest), sx_str_from(name))) continue;
    *line = sx_str_trim(rest);
    *in_block = sx_str_is_equal(*line, SX_STR("("));
    if (!*in_block) return true;
  }
  return false;
}

static bool read_module(sx_imports *imports, sx_str folder, go_module *out) {
  bool in_block = false;
  sx_str path = sx_imports__join(imports, folder, SX_STR("go.mod")), line;
  if (!sx_imports__is_file(imports, path)) return false;
  *out = (go_module){folder, SX_STR(""), sx_imports__text(imports, path)};
  sx_str text = out->text;
  if (next_directive(&text, "module", &in_block, &line)) out->name = take_word(&line);
  return out->name.len > 0;
}

sx_str sx_imports__go_top(sx_imports *imports, sx_str file) {
  go_module module;
  return read_module(imports, sx_folder_of(file), &module) ? module.name : SX_STR("");
}

static bool find_module(sx_imports *imports, sx_str file, go_module *out) {
  for (sx_str at = sx_folder_of(file); at.len; at = sx_folder_of(at))
    if (read_module(imports, at, out)) return true;
  return false;
}

bool sx_imports_go_module(sx_imports *imports, sx_str file, sx_str *folder, sx_str *name) {
  go_module module;
  if (!find_module(imports, file, &module)) return false;
  *folder = module.folder;
  *name = module.name;
  return true;
}

/* Whether `path` is `name` or below it; what is below. */
static bool is_below(sx_str path, sx_str name, sx_str *rest) {
  if (!sx_str_has_prefix(path, name)) return false;
  *rest = sx_str_slice(path, name.len + 1, path.len);
  return path.len == name.len || path.ptr[name.len] == '/';
}

/* The files of a package; false where there is none. */
static bool take_folder(sx_imports *imports, sx_str folder, sx_str package) {
  sx_strs names;
  size_t before = imports->target->files.len;
  sx_imports__list(&names, imports, folder);
  for (size_t i = 0; i < names.len; i++) {
    sx_str name = names.items[i];
    if (!sx_str_has_suffix(name, SX_STR(".go")) || sx_str_has_suffix(name, SX_STR("_test.go")))
      continue;
    sx_str path = sx_imports__join(imports, folder, name);
    if (sx_imports__is_file(imports, path)) sx_imports__found(imports, path, package);
  }
  if (imports->target->files.len > before) return true;
  if (sx_strs_add_new(&imports->target->looked, folder, imports->arena, NULL)) return false;
  return false;
}

/* By `replace a => ../b`. */
static bool take_replaced(sx_imports *imports, const go_module *module, sx_str path) {
  sx_str text = module->text, line, rest;
  bool in_block = false;
  while (next_directive(&text, "replace", &in_block, &line)) {
    size_t arrow = sx_str_find(line, SX_STR("=>"), 0);
    if (arrow == SX_STR_NONE) continue;
    sx_str from = sx_str_slice(line, 0, arrow), to = sx_str_slice(line, arrow + 2, line.len);
    from = take_word(&from);
    to = take_word(&to);
    bool is_path = sx_str_at(to, 0) == '.' || sx_str_at(to, 0) == '/';
    if (!is_path || !from.len || !is_below(path, from, &rest)) continue;
    sx_str folder = sx_imports__join(imports, module->folder, to);
    take_folder(imports, sx_imports__join(imports, folder, rest), from);
    return true;
  }
  return false;
}

/* In a module that the nearest go.work names. */
static bool take_used(sx_imports *imports, sx_str file, sx_str path) {
  sx_str at = sx_folder_of(file), work = SX_STR(""), text, line, rest;
  bool in_block = false;
  for (; at.len; at = sx_folder_of(at)) {
    work = sx_imports__join(imports, at, SX_STR("go.work"));
    if (sx_imports__is_file(imports, work)) break;
  }
  if (!at.len) return false;
  text = sx_imports__text(imports, work);
  for (size_t i = 0; i < MAX_USES && next_directive(&text, "use", &in_block, &line); i++) {
    go_module module;
    sx_str folder = sx_imports__join(imports, at, take_word(&line));
    if (!read_module(imports, folder, &module) || !is_below(path, module.name, &rest)) continue;
    take_folder(imports, sx_imports__join(imports, folder, rest), module.name);
    return true;
  }
  return false;
}

/* The module that go.mod requires for a path; empty where none is. */
static sx_str required(const go_module *module, sx_str path) {
  sx_str text = module->text, line, rest, best = SX_STR("");
  bool in_block = false;
  while (next_directive(&text, "require", &in_block, &line)) {
    sx_str name = take_word(&line);
    if (name.len > best.len && is_below(path, name, &rest)) best = name;
  }
  return best;
}

static void take_external(sx_imports *imports, const go_module *module, sx_str path) {
  sx_str name = module->text.len ? required(module, path) : SX_STR("");
  sx_str vendor =
      module->folder.len ? sx_imports__join(imports, module->folder, SX_STR("vendor")) : SX_STR("");
  sx_imports__external(imports, name.len ? name : path, false);
  if (vendor.len && sx_imports__is_folder(imports, sx_imports__join(imports, vendor, path))) return;
  imports->target->is_absent = !name.len;
}

sx_status sx_imports__resolve_go(sx_imports *imports, sx_str file, const sx_import_line *line,
                                 sx_err *err) {
  (void)err;
  go_module module = {SX_STR(""), SX_STR(""), SX_STR("")};
  sx_str path = line->specifier, rest;
  bool has_module = find_module(imports, file, &module);
  imports->target->looked.len = 0;
  if (sx_str_has_prefix(path, SX_STR("./")) || sx_str_has_prefix(path, SX_STR("../"))) {
    take_folder(imports, sx_imports__join(imports, sx_folder_of(file), path), path);
    return SX_OK;
  }
  if (has_module && is_below(path, module.name, &rest)) {
    take_folder(imports, sx_imports__join(imports, module.folder, rest), module.name);
    return SX_OK;
  }
  if (has_module && take_replaced(imports, &module, path)) return SX_OK;
  if (take_used(imports, file, path)) return SX_OK;
  size_t slash = sx_str_find_char(path, '/', 0);
  sx_str first = sx_str_slice(path, 0, slash == SX_STR_NONE ? path.len : slash);
  if (sx_str_find_char(first, '.', 0) == SX_STR_NONE)
    sx_imports__external(imports, path, true);
  else
    take_external(imports, &module, path);
  return SX_OK;
}
