#include "symbols/imported.h"

#include "base/map.h"
#include "base/mem.h"

#include <string.h>

/* 2 MB of memory for each database; Linux 6.1 has 22,000. */
#define MAX_ENDS ((size_t)60000)
#define FIRST_CAP ((size_t)256)

/* ---- ends ---------------------------------------------------------------------------------- */

static bool has_ending(sx_str text, const char *const *endings, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sx_str_has_suffix(text, sx_str_from(endings[i]))) return true;
  return false;
}

static bool is_header(sx_str path) {
  static const char *const endings[] = {".h", ".hh", ".hpp", ".hxx", ".inc", ".cuh", ".inl"};
  return has_ending(path, endings, sizeof endings / sizeof *endings);
}

static bool is_c_source(sx_str path) {
  static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".cu"};
  return has_ending(path, endings, sizeof endings / sizeof *endings);
}

/* Extensions that imports may write: `./till.component` has none. */
static bool is_script(sx_str path) {
  static const char *const endings[] = {".js", ".mjs", ".cjs", ".jsx", ".ts",  ".mts",
                                        ".py", ".cts", ".tsx", ".vue", ".php", ".svelte"};
  return has_ending(path, endings, sizeof endings / sizeof *endings);
}

static sx_str without_extension(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/'), dot = sx_str_find_last_char(path, '.');
  bool has_dot = dot != SX_STR_NONE && (slash == SX_STR_NONE || dot > slash + 1);
  return has_dot ? sx_str_slice(path, 0, dot) : path;
}

/* Skips the beginning before the names: `../`, a leading `.` of Python, `crate::` of Rust. */
static size_t skip_start(sx_str specifier) {
  static const char *const starts[] = {"./", "../", "crate::", "self::", "super::", ".", "/"};
  size_t at = 0;
  for (bool is_found = true; is_found;) {
    is_found = false;
    sx_str rest = sx_str_slice(specifier, at, specifier.len);
    for (size_t i = 0; i < sizeof starts / sizeof *starts && !is_found; i++) {
      sx_str start = sx_str_from(starts[i]);
      is_found = sx_str_has_prefix(rest, start);
      if (is_found) at += start.len;
    }
  }
  return at;
}

size_t sx_symbols_import_end(char out[SX_SYMBOLS_IMPORT_BYTES], sx_str specifier,
                             bool *is_relative) {
  size_t start = skip_start(specifier), len = 0;
  bool has_slash = sx_str_find_char(specifier, '/', 0) != SX_STR_NONE;
  sx_str rest = sx_str_slice(specifier, start, specifier.len);
  *is_relative = start > 0 || (!has_slash && is_header(rest));
  if (is_script(rest) && has_slash) rest = without_extension(rest);
  bool is_path = has_slash || is_header(rest);
  for (size_t i = 0; i < rest.len; i++) {
    if (len == SX_SYMBOLS_IMPORT_BYTES) return 0;
    char c = rest.ptr[i];
    bool is_double = c == ':' && i + 1 < rest.len && rest.ptr[i + 1] == ':';
    bool is_between = is_double || c == '\\' || (c == '.' && !is_path);
    out[len++] = is_between ? '/' : c;
    i += is_double;
  }
  return len;
}

sx_str sx_symbols_imported_path(sx_str path) {
  static const char *const own[] = {"/index", "/__init__", "/mod"};
  if (is_header(path)) return path;
  if (is_c_source(path)) return SX_STR("");
  sx_str name = without_extension(path);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (sx_str_has_suffix(name, sx_str_from(own[i])))
      return sx_str_slice(name, 0, name.len - strlen(own[i]));
  return name;
}

/* ---- the table ----------------------------------------------------------------------------- */

struct sx_symbols_imported_slot {
  uint64_t hash; /* of the end; 0: the slot is free */
  sx_symbols_imported count;
};

/* Two ends of one hash count as one: it is an order only. */
static struct sx_symbols_imported_slot *slot_of(const sx_symbols_imported_table *table,
                                                uint64_t hash) {
  size_t i = (size_t)hash & (table->cap - 1);
  while (table->slots[i].hash && table->slots[i].hash != hash) i = (i + 1) & (table->cap - 1);
  return &table->slots[i];
}

static sx_status grow(sx_symbols_imported_table *table) {
  sx_symbols_imported_table bigger = {NULL, table->len, table->cap ? table->cap * 2 : FIRST_CAP};
  bigger.slots = sx_calloc(bigger.cap, sizeof *bigger.slots);
  if (!bigger.slots) return SX_NOMEM;
  for (size_t i = 0; i < table->cap; i++)
    if (table->slots[i].hash) *slot_of(&bigger, table->slots[i].hash) = table->slots[i];
  sx_free(table->slots);
  *table = bigger;
  return SX_OK;
}

sx_status sx_symbols_imported_add(sx_symbols_imported_table *table, sx_str specifier,
                                  uint32_t files) {
  char text[SX_SYMBOLS_IMPORT_BYTES];
  bool is_relative;
  size_t len = sx_symbols_import_end(text, specifier, &is_relative);
  if (!len) return SX_OK;
  if (table->len * 4 >= table->cap * 3) {
    sx_status status = grow(table);
    if (status) return status;
  }
  uint64_t hash = sx_hash(sx_str_make(text, len)) | 1;
  struct sx_symbols_imported_slot *slot = slot_of(table, hash);
  if (!slot->hash && table->len >= MAX_ENDS) return SX_OK;
  table->len += slot->hash == 0;
  slot->hash = hash;
  *(is_relative ? &slot->count.relative : &slot->count.absolute) += files;
  return SX_OK;
}

void sx_symbols_imported_count(const sx_symbols_imported_table *table, sx_str end,
                               sx_symbols_imported *out) {
  if (!table->cap || !end.len) return;
  const struct sx_symbols_imported_slot *slot = slot_of(table, sx_hash(end) | 1);
  if (!slot->hash) return;
  out->absolute += slot->count.absolute;
  out->relative += slot->count.relative;
}

void sx_symbols_imported_release(sx_symbols_imported_table *table) {
  sx_free(table->slots);
  *table = (sx_symbols_imported_table){0};
}
