#include "workspace/built_twins.h"

#include "base/buf.h"
#include "text/language.h"

/* Folders that a source and what is built of it need not share. */
static const char LAYOUT[] = "src lib dist build out esm cjs es";
static const char OUTPUT[] = "lib dist build out esm cjs es";

typedef enum sort { OTHER, TYPESCRIPT, JAVASCRIPT, TYPES } sort;

enum { HAS_TYPESCRIPT = 1, HAS_JAVASCRIPT = 2 };

static sx_str file_name(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

/* `*stem`: the path without its extension. */
static sort sort_of(sx_str path, sx_str *stem) {
  static const struct {
    const char *end;
    sort is;
  } rows[] = {{".d.ts", TYPES},     {".d.cts", TYPES},    {".d.mts", TYPES},    {".ts", TYPESCRIPT},
              {".tsx", TYPESCRIPT}, {".cts", TYPESCRIPT}, {".mts", TYPESCRIPT}, {".js", JAVASCRIPT},
              {".jsx", JAVASCRIPT}, {".cjs", JAVASCRIPT}, {".mjs", JAVASCRIPT}};
  sx_str name = file_name(path);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str end = sx_str_from(rows[i].end);
    if (name.len <= end.len || !sx_str_has_suffix(name, end)) continue;
    *stem = sx_str_slice(path, 0, path.len - end.len);
    return rows[i].is;
  }
  return OTHER;
}

static bool next_part(sx_str path, size_t *at, sx_str *part, bool *is_folder) {
  if (*at > path.len) return false;
  size_t end = sx_str_find_char(path, '/', *at);
  *is_folder = end != SX_STR_NONE;
  *part = sx_str_slice(path, *at, *is_folder ? end : path.len);
  *at = *is_folder ? end + 1 : path.len + 1;
  return true;
}

static bool has_folder(sx_str path, const char *names) {
  sx_str part;
  bool is_folder;
  for (size_t at = 0; next_part(path, &at, &part, &is_folder);)
    if (is_folder && sx_language_has_word(names, part, false)) return true;
  return false;
}

/* Empty without memory. */
static sx_str key_of(sx_str stem, sx_arena *arena) {
  sx_str part;
  bool is_folder;
  char *key = sx_arena_alloc(arena, stem.len + 1);
  size_t len = 0;
  if (!key) return SX_STR("");
  for (size_t at = 0; next_part(stem, &at, &part, &is_folder);) {
    if (is_folder && sx_language_has_word(LAYOUT, part, false)) continue;
    memcpy(key + len, part.ptr, part.len);
    len += part.len;
    if (is_folder) key[len++] = '/';
  }
  return sx_str_make(key, len);
}

void sx_built_twins_init(sx_built_twins *twins, sx_arena *arena) {
  twins->arena = arena;
  sx_map_init(&twins->sources, arena);
}

sx_status sx_built_twins_add(sx_built_twins *twins, sx_str path) {
  sx_str stem;
  uint64_t has = 0;
  sort is = sort_of(path, &stem);
  bool is_source = is == TYPESCRIPT || (is == JAVASCRIPT && has_folder(path, "src"));
  if (!is_source) return SX_OK;
  sx_str key = key_of(stem, twins->arena);
  if (!key.len) return SX_NOMEM;
  sx_map_find(&twins->sources, key, &has);
  return sx_map_put(&twins->sources, key,
                    has | (is == TYPESCRIPT ? HAS_TYPESCRIPT : HAS_JAVASCRIPT));
}

bool sx_built_twins_is_built(const sx_built_twins *twins, sx_str path) {
  sx_str stem;
  uint64_t has = 0;
  sort is = sort_of(path, &stem);
  if (is != JAVASCRIPT && is != TYPES) return false;
  sx_str key = key_of(stem, twins->arena);
  if (!key.len || !sx_map_find(&twins->sources, key, &has)) return false;
  /* JavaScript is often written beside JavaScript of the same name. */
  bool is_output = !has_folder(path, "src") && has_folder(path, OUTPUT);
  return (has & HAS_TYPESCRIPT) || (is_output && (has & HAS_JAVASCRIPT));
}
