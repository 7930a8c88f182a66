#include "imports/c_commands.h"

#include "base/byte.h"
#include "base/folder.h"
#include "host/json.h"

#define MAX_WORDS 4096

/** The commands of one project. */
typedef struct command_set {
  sx_c_paths all; /* of all files */
  sx_map files;   /* path -> sx_c_paths */
} command_set;

typedef struct words {
  sx_str items[MAX_WORDS];
  size_t len;
} words;

/* ---- commands ----------------------------------------------------------------------------- */

/* A command line as a shell takes it apart: quotes, and a backslash before any character. */
static void split(words *out, sx_str text, sx_arena *arena) {
  char *bytes = sx_arena_alloc(arena, text.len + 1);
  size_t used = 0;
  out->len = 0;
  for (size_t at = 0; bytes && at < text.len && out->len < MAX_WORDS;) {
    size_t start = used;
    char quote = 0;
    at = sx_str_skip_spaces(text, at);
    if (at >= text.len) break;
    for (; at < text.len && (quote || !sx_byte_is_space(text.ptr[at])); at++) {
      char c = text.ptr[at];
      bool is_quote = quote ? c == quote : c == '"' || c == '\'';
      if (c == '\\' && quote != '\'' && at + 1 < text.len)
        bytes[used++] = text.ptr[++at];
      else if (is_quote)
        quote = quote ? 0 : c;
      else
        bytes[used++] = c;
    }
    out->items[out->len++] = sx_str_make(bytes + start, used - start);
  }
}

static void take_arguments(words *out, const cJSON *arguments) {
  const cJSON *item;
  out->len = 0;
  cJSON_ArrayForEach (item, arguments)
    if (cJSON_IsString(item) && out->len < MAX_WORDS)
      out->items[out->len++] = sx_str_from(item->valuestring);
}

typedef struct flag_row {
  const char *flag;
  enum { OF_QUOTED, OF_ALL, OF_SYSTEM, OF_LAST, OF_COUNT } list;
} flag_row;

static const flag_row flags[] = {{"-iquote", OF_QUOTED},  {"-isystem", OF_SYSTEM},
                                 {"-idirafter", OF_LAST}, {"-I", OF_ALL},
                                 {"/I", OF_ALL},          {"--include-directory=", OF_ALL}};

/* The folders that the words name, each once, by the order in which they are searched. */
static void take_folders(sx_c_paths *out, sx_imports *imports, const words *list, sx_str folder) {
  sx_strs found[OF_COUNT] = {{0}};
  for (size_t i = 0; i < list->len; i++)
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
      sx_str flag = sx_str_from(flags[k].flag), word = list->items[i];
      if (!sx_str_has_prefix(word, flag)) continue;
      sx_str value = sx_str_slice(word, flag.len, word.len);
      if (!value.len && i + 1 < list->len) value = list->items[++i];
      if (sx_str_at(value, 0) == '=') value = sx_str_slice(value, 1, value.len);
      sx_str path = value.len ? sx_imports__join(imports, folder, value) : SX_STR("");
      if (path.len && sx_strs_add_new(&found[flags[k].list], path, imports->arena, NULL)) return;
      break;
    }
  for (size_t list_of = 0; list_of < OF_COUNT; list_of++)
    for (size_t i = 0; i < found[list_of].len; i++) {
      sx_strs *to = list_of == OF_QUOTED ? &out->quoted : &out->all;
      if (sx_strs_add_new(to, found[list_of].items[i], imports->arena, NULL)) return;
    }
}

/* ---- where they are ----------------------------------------------------------------------- */

static void read_command(command_set *set, sx_imports *imports, const cJSON *entry, sx_str folder,
                         words *list) {
  sx_str directory = sx_imports__member(entry, "directory");
  sx_str name = sx_imports__member(entry, "file");
  directory = sx_imports__join(imports, folder, directory);
  const cJSON *arguments = sx_json_get(entry, "arguments");
  if (cJSON_IsArray(arguments))
    take_arguments(list, arguments);
  else
    split(list, sx_imports__member(entry, "command"), imports->arena);
  sx_c_paths *paths = SX_ARENA_NEW(imports->arena, sx_c_paths);
  if (!paths || !name.len) return;
  take_folders(paths, imports, list, directory);
  take_folders(&set->all, imports, list, directory);
  sx_str file = sx_imports__join(imports, directory, name);
  uint64_t known;
  if (sx_map_find(&set->files, file, &known)) return; /* the first of several commands counts */
  if (sx_map_put(&set->files, file, (uint64_t)(uintptr_t)paths) && !imports->arena->status)
    imports->arena->status = SX_NOMEM;
}

static bool read_database(command_set *set, sx_imports *imports, sx_str folder, words *list) {
  sx_str path = sx_imports__join(imports, folder, SX_STR("compile_commands.json"));
  const cJSON *json = sx_imports__json(imports, path), *entry;
  cJSON_ArrayForEach (entry, json) read_command(set, imports, entry, folder, list);
  return json;
}

/* A flag on each line. */
static bool read_flags(command_set *set, sx_imports *imports, sx_str folder, words *list) {
  sx_str path = sx_imports__join(imports, folder, SX_STR("compile_flags.txt")), line;
  if (!sx_imports__is_file(imports, path)) return false;
  sx_str text = sx_imports__text(imports, path);
  list->len = 0;
  while (sx_str_next_line(&text, &line) && list->len < MAX_WORDS)
    if (sx_str_trim(line).len) list->items[list->len++] = sx_str_trim(line);
  take_folders(&set->all, imports, list, folder);
  return true;
}

/* `Add: [-Iinclude]` and `CompilationDatabase: out`, without the rest of YAML. */
static bool read_clangd(command_set *set, sx_imports *imports, sx_str folder, words *list) {
  sx_str path = sx_imports__join(imports, folder, SX_STR(".clangd")), line;
  sx_str key = SX_STR("CompilationDatabase:");
  bool is_any = false;
  if (!sx_imports__is_file(imports, path)) return false;
  sx_str text = sx_imports__text(imports, path);
  while (sx_str_next_line(&text, &line)) {
    sx_str row = sx_str_trim(line);
    if (sx_str_has_prefix(row, key)) {
      sx_str value = sx_str_trim(sx_str_slice(row, key.len, row.len));
      is_any |= read_database(set, imports, sx_imports__join(imports, folder, value), list);
    }
    list->len = 0;
    for (size_t at = 0, end; at < row.len && list->len < MAX_WORDS; at = end + 1) {
      for (end = at; end < row.len && !sx_byte_is_one_of(row.ptr[end], " ,[]\"'");) end++;
      if (end > at) list->items[list->len++] = sx_str_slice(row, at, end);
    }
    size_t before = set->all.all.len;
    take_folders(&set->all, imports, list, folder);
    is_any |= set->all.all.len > before;
  }
  return is_any;
}

static bool read_folder(command_set *set, sx_imports *imports, sx_str folder, words *list) {
  sx_str build = sx_imports__join(imports, folder, SX_STR("build"));
  bool is_found = read_clangd(set, imports, folder, list);
  return read_database(set, imports, folder, list) || read_database(set, imports, build, list) ||
         read_flags(set, imports, folder, list) || is_found;
}

/* That of the nearest folder above that has one; the same for all folders on the way. */
static command_set *find_set(sx_imports *imports, sx_str folder) {
  if (!imports->command_words) imports->command_words = SX_ARENA_NEW(imports->arena, words);
  words *list = imports->command_words;
  command_set *set = SX_ARENA_NEW(imports->arena, command_set);
  uint64_t known = (uint64_t)(uintptr_t)set;
  sx_str at = folder;
  if (!list || !set) return NULL;
  sx_map_init(&set->files, imports->arena);
  while (at.len && !sx_map_find(&imports->commands, at, &known)) {
    if (read_folder(set, imports, at, list)) break;
    at = sx_folder_of(at);
  }
  for (sx_str below = folder; below.len; below = sx_folder_of(below)) {
    sx_status status = sx_map_put(&imports->commands, sx_arena_dup(imports->arena, below), known);
    if (status || imports->arena->status) return NULL;
    if (sx_str_is_equal(below, at)) break;
  }
  return (command_set *)(uintptr_t)known;
}

const sx_c_paths *sx_c_commands_find(sx_imports *imports, sx_str file) {
  uint64_t known;
  sx_str folder = sx_folder_of(file);
  bool is_known = sx_map_find(&imports->commands, folder, &known);
  const command_set *set =
      is_known ? (const command_set *)(uintptr_t)known : find_set(imports, folder);
  if (!set) return NULL;
  return sx_map_find(&set->files, file, &known) ? (const sx_c_paths *)(uintptr_t)known : &set->all;
}
