#include "resolve/locator.h"

#include "base/byte.h"

/* A container that a provider gives is taken apart up to this length: longer ones are not names. */
#define MAX_PROVIDED_BYTES 2048

/* ---- containers ----------------------------------------------------------------------------- */

/* Start of the brackets that close at `end`, where a name stands before them; else `end`. */
static size_t skip_arguments_back(sx_str s, size_t end) {
  size_t depth = 0;
  for (size_t i = end; i-- > 1;) {
    if (sx_byte_is_one_of(s.ptr[i], ">)]")) depth++;
    if (!depth) break;
    if (sx_byte_is_one_of(s.ptr[i], "<([") && --depth == 0)
      return sx_byte_is_ident(s.ptr[i - 1]) ? i : end;
  }
  return end;
}

sx_str sx_locator_take_last_name(sx_str *container) {
  sx_str s = sx_str_trim_end(*container);
  size_t end = s.len;
  while (end > 0 && !sx_byte_is_ident(s.ptr[end - 1])) {
    size_t start = skip_arguments_back(s, end);
    end = start < end ? start : end - 1;
  }
  size_t start = end;
  while (start > 0 && sx_byte_is_ident(s.ptr[start - 1])) start--;
  *container = sx_str_slice(s, 0, start);
  return sx_str_slice(s, start, end);
}

static sx_str last_name(sx_str container) {
  return sx_locator_take_last_name(&container);
}

/* `Map<K>` is Map, and Rust's `<Till as Shape>` is Till or Shape. */
static bool is_named(sx_str parent, sx_str name) {
  if (sx_str_is_equal(last_name(parent), name)) return true;
  size_t as = sx_str_at(parent, 0) == '<' ? sx_str_find(parent, SX_STR(" as "), 0) : SX_STR_NONE;
  return as != SX_STR_NONE && sx_str_is_equal(last_name(sx_str_slice(parent, 1, as)), name);
}

static sx_str end_of(sx_str container) {
  bool is_long = container.len > MAX_PROVIDED_BYTES;
  return is_long ? sx_str_slice(container, container.len - MAX_PROVIDED_BYTES, container.len)
                 : container;
}

/* Whether the parent is such a word, where the language has it. */
static bool is_root(const sx_locator *locator, size_t i, const char *word) {
  return i == 0 && locator->has_root && sx_str_is_equal(locator->parents[0], sx_str_from(word));
}

bool sx_locator_is_in(const sx_locator *locator, sx_str container) {
  container = end_of(container);
  for (size_t i = locator->parent_count; i-- > 0;)
    if (!is_named(locator->parents[i], sx_locator_take_last_name(&container)))
      return is_root(locator, i, "global") || is_root(locator, i, "parent");
  return true;
}

/* `Array.prototype.map` is Array's map. */
static bool is_passed_over(const sx_locator *locator, size_t i, sx_str path) {
  if (sx_str_is_equal(last_name(locator->parents[i]), SX_STR("prototype"))) return true;
  return (is_root(locator, i, "global") && sx_str_has_suffix(path, SX_STR(".cs"))) ||
         (is_root(locator, i, "parent") && sx_str_has_suffix(path, SX_STR(".php")));
}

/* Takes the names of a container of the file off the `*left` parents; false where they are
 * others. */
static bool take_container(const sx_locator *locator, sx_str path, sx_str container, size_t *left) {
  container = end_of(container);
  for (*left = locator->parent_count; *left > 0; --*left) {
    if (is_passed_over(locator, *left - 1, path)) continue;
    sx_str name = sx_locator_take_last_name(&container);
    if (!name.len) break;
    if (!is_named(locator->parents[*left - 1], name)) return false;
  }
  return true;
}

/* ---- modules -------------------------------------------------------------------------------- */

/* A file that stands for its folder: `asyncio/__init__.py` is asyncio. */
static bool is_package_file(sx_str stem) {
  static const char *const stems[] = {"__init__", "index", "mod", "lib", "main", "init"};
  for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
    if (sx_str_is_equal(stem, sx_str_from(stems[i]))) return true;
  return false;
}

/* Where the files of a folder are one package. */
static bool is_folder_package(sx_str file) {
  static const char *const ends[] = {".go",    ".java", ".kt",  ".kts",  ".scala", ".groovy",
                                     ".swift", ".cs",   ".php", ".dart", ".d"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sx_str_has_suffix(file, sx_str_from(ends[i]))) return true;
  return false;
}

/* Takes the last folder or the file's name off a path. */
static sx_str take_segment(sx_str *path) {
  size_t end = path->len;
  while (end > 0 && sx_byte_is_one_of(path->ptr[end - 1], "/\\")) end--;
  size_t start = end;
  while (start > 0 && !sx_byte_is_one_of(path->ptr[start - 1], "/\\")) start--;
  sx_str segment = sx_str_slice(*path, start, end);
  *path = sx_str_slice(*path, 0, start);
  return segment;
}

/* `serde-json`, `serde_json-1.0.9`: the folder of the crate serde_json, in most cases. */
static bool is_crate_folder(sx_str folder, sx_str crate) {
  if (!crate.len || folder.len < crate.len) return false;
  for (size_t i = 0; i < crate.len; i++) {
    char own = folder.ptr[i] == '-' ? '_' : folder.ptr[i];
    if (own != crate.ptr[i]) return false;
  }
  return folder.len == crate.len ||
         (folder.ptr[crate.len] == '-' && sx_byte_is_digit(sx_str_at(folder, crate.len + 1)));
}

/* The first `count` parents are the last folders of `path`. `is_rust`: a crate's are in `src`. */
static bool are_folders(const sx_locator *locator, size_t count, sx_str path, bool is_rust) {
  for (size_t i = count; i-- > 0;) {
    sx_str folder = take_segment(&path);
    if (i == 0 && is_rust && sx_str_is_equal(folder, SX_STR("src")))
      return is_crate_folder(take_segment(&path), locator->parents[0]);
    if (!sx_str_is_equal(folder, locator->parents[i])) return false;
  }
  return true;
}

bool sx_locator_fits(const sx_locator *locator, sx_str path, sx_str container) {
  size_t left;
  if (!take_container(locator, path, container, &left)) return false;
  if (!left) return true;
  bool is_rust = sx_str_has_suffix(path, SX_STR(".rs"));
  sx_str folder = path, file = take_segment(&folder);
  size_t dot = sx_str_find_char(file, '.', 1);
  sx_str stem = sx_str_slice(file, 0, dot == SX_STR_NONE ? file.len : dot);
  if (sx_str_is_equal(stem, locator->parents[left - 1]) &&
      are_folders(locator, left - 1, folder, is_rust))
    return true;
  return (is_package_file(stem) || is_folder_package(file)) &&
         are_folders(locator, left, folder, is_rust);
}

/* ---- packages that a text names ------------------------------------------------------------- */

bool sx_locator_needs_space(const sx_locator *locator, sx_str path, sx_str container) {
  size_t left;
  return is_folder_package(path) && take_container(locator, path, container, &left) && left > 0;
}

/*
 * Go's packages are asked for by their import paths, `example.com/shop/till.Open`, which begin with
 * the module: that is in the folder of the workspace.
 */
static bool fits_go(const sx_locator *locator, size_t left, sx_str below, sx_str space) {
  bool is_import_path = sx_str_find_char(locator->given, '/', 0) != SX_STR_NONE, has_any = false;
  (void)take_segment(&below); /* the file's name */
  for (; left > 0; left--) {
    sx_str own = take_segment(&below);
    sx_str wanted = locator->parents[left - 1];
    bool is_package = !has_any && sx_str_is_equal(wanted, space);
    if (!own.len && has_any && is_import_path) return true;
    if (!is_package && !sx_str_is_equal(wanted, own)) return false;
    has_any = true;
  }
  return true;
}

bool sx_locator_fits_space(const sx_locator *locator, sx_str below, sx_str container,
                           sx_str space) {
  size_t left;
  if (!space.len || !take_container(locator, below, container, &left)) return false;
  if (sx_str_has_suffix(below, SX_STR(".go"))) return fits_go(locator, left, below, space);
  for (space = end_of(space); left > 0; left--) {
    if (is_passed_over(locator, left - 1, below)) continue;
    if (!is_named(locator->parents[left - 1], sx_locator_take_last_name(&space))) return false;
  }
  return true;
}
