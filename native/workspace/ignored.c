#include "workspace/ignored.h"

#include "base/buf.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/table.h"
#include "os/file.h"
#include "text/language.h"
#include "workspace/ignore_scope.h"
#include "workspace/paths.h"

#include <uv.h>

/* A limit for all files together: a repository may contain rules that are made to cost time. */
#define MAX_BYTES_TOTAL (1024u * 1024)
#define MAX_FOLDERS 65536
#define MAX_RULES_TOTAL (64u * 1024 * 1024)
/* Longer paths do not exist. */
#define MAX_PATH_BYTES (64u * 1024)

typedef struct folder_state {
  bool is_ignored;
  sx_ignore_scope rules;
} folder_state;

struct sx_ignored {
  uv_mutex_t mutex;
  sx_table *folders; /* path -> folder_state */
  sx_arena rules;
  size_t rules_bytes; /* of the files that they are from */
  sx_arena roots_arena;
  sx_strs roots;
};

sx_ignored *sx_ignored_new(void) {
  sx_ignored *ignored = sx_calloc(1, sizeof *ignored);
  if (!ignored) return NULL;
  ignored->folders = sx_table_new(sizeof(folder_state), MAX_FOLDERS);
  if (!ignored->folders || uv_mutex_init(&ignored->mutex)) {
    sx_table_free(ignored->folders);
    sx_free(ignored);
    return NULL;
  }
  sx_arena_init(&ignored->rules, MAX_RULES_TOTAL);
  sx_arena_init(&ignored->roots_arena, MAX_RULES_TOTAL);
  return ignored;
}

void sx_ignored_free(sx_ignored *ignored) {
  if (!ignored) return;
  sx_table_free(ignored->folders);
  sx_arena_release(&ignored->rules);
  sx_arena_release(&ignored->roots_arena);
  uv_mutex_destroy(&ignored->mutex);
  sx_free(ignored);
}

static void forget_locked(sx_ignored *ignored) {
  sx_table_clear(ignored->folders);
  sx_arena_release(&ignored->rules);
  ignored->rules_bytes = 0;
  sx_arena_init(&ignored->rules, MAX_RULES_TOTAL);
}

void sx_ignored_forget(sx_ignored *ignored) {
  uv_mutex_lock(&ignored->mutex);
  forget_locked(ignored);
  uv_mutex_unlock(&ignored->mutex);
}

sx_status sx_ignored_set_roots(sx_ignored *ignored, const sx_strs *roots) {
  sx_arena arena;
  sx_strs copies = {0};
  sx_arena_init(&arena, MAX_RULES_TOTAL);
  for (size_t i = 0; i < roots->len; i++) {
    sx_str *copy = SX_ARRAY_ADD(&copies, &arena);
    if (copy) *copy = sx_arena_dup(&arena, roots->items[i]);
  }
  sx_status status = arena.status;
  uv_mutex_lock(&ignored->mutex);
  if (!status) {
    sx_arena old = ignored->roots_arena;
    ignored->roots_arena = arena;
    ignored->roots = copies;
    arena = old;
    forget_locked(ignored);
  }
  uv_mutex_unlock(&ignored->mutex);
  sx_arena_release(&arena);
  return status;
}

bool sx_ignored_is_rules(sx_str path) {
  sx_str name = sx_path_name(path);
  return sx_str_is_equal(name, SX_STR(".gitignore")) || sx_str_is_equal(name, SX_STR(".ignore")) ||
         sx_str_is_equal_fold(name, SX_STR(".sextantignore"));
}

/* ---- rules, with the mutex --------------------------------------------------------------- */

static bool is_root(const sx_ignored *ignored, sx_str path) {
  return sx_strs_have(&ignored->roots, path);
}

static bool is_hidden(const folder_state *outer, sx_str path, bool is_folder) {
  return outer->is_ignored || sx_ignore_is_store(sx_path_name(path)) ||
         sx_ignore_scope_ask(&outer->rules, path, is_folder) != SX_IGNORE_SHOWN;
}

/* A reader that keeps to the limit of all rules together. */
typedef struct limited {
  sx_ignored *ignored;
  sx_ignore_reader inner;
} limited;

static sx_status read_limited(void *arg, const char *name, sx_str *text, sx_arena *arena) {
  limited *l = arg;
  sx_status status = l->inner.read(l->inner.arg, name, text, arena);
  if (status) return status;
  if (text->len > MAX_BYTES_TOTAL - l->ignored->rules_bytes) return SX_TOO_BIG;
  l->ignored->rules_bytes += text->len;
  return SX_OK;
}

/* The rules in a folder, made from those of the folder that contains it, and read by `inner` or by
 * its path. Without memory for its own, those above it count. */
static folder_state enter(sx_ignored *ignored, folder_state outer, sx_str folder,
                          const sx_ignore_reader *inner) {
  folder_state state = outer;
  if (folder.len) state.is_ignored = is_hidden(&outer, folder, true);
  if (is_root(ignored, folder)) {
    if (state.is_ignored) state.rules.git = state.rules.own = NULL;
    state.is_ignored = false;
  }
  if (state.is_ignored && sx_folders_have(&ignored->roots, folder)) return state;
  limited from = {ignored, inner ? *inner : sx_ignore_reader_at(&folder)};
  sx_ignore_reader reader = from.inner;
  reader.read = read_limited;
  reader.arg = &from;
  if (reader.has_git) state.is_ignored = false;
  sx_ignore_scope rules = state.rules;
  if (sx_ignore_scope_enter(&rules, &state.rules, folder, &reader, &ignored->rules) == SX_OK)
    state.rules = rules;
  return state;
}

/* Down from the nearest folder that is known, or from the top; its own rules by `reader` if any. */
static folder_state state_of(sx_ignored *ignored, sx_str folder, const sx_ignore_reader *reader) {
  size_t depth = 0;
  const folder_state *known = sx_table_find(ignored->folders, folder);
  if (known) return *known;
  sx_str at = sx_folder_of(folder);
  for (depth = 1; at.len && depth < SX_IGNORE_MAX_DEPTH; at = sx_folder_of(at), depth++)
    if ((known = sx_table_find(ignored->folders, at))) break;
  folder_state state = known ? *known : (folder_state){.is_ignored = false};
  if (!known) depth = sx_ignore_find_top(folder, &ignored->roots) + 1;
  while (depth-- > 0) {
    at = sx_folder_above(folder, depth);
    state = enter(ignored, state, at, depth ? NULL : reader);
    folder_state *kept = sx_table_put(ignored->folders, at);
    if (kept) *kept = state;
  }
  return state;
}

static void limit_locked(sx_ignored *ignored) {
  if (ignored->rules.status || sx_table_count(ignored->folders) >= MAX_FOLDERS / 2)
    forget_locked(ignored);
}

bool sx_ignored_has(sx_ignored *ignored, sx_str path, bool is_folder) {
  bool has = false;
  uv_mutex_lock(&ignored->mutex);
  if (sx_folders_have(&ignored->roots, path) && !is_root(ignored, path)) {
    limit_locked(ignored);
    folder_state state = state_of(ignored, sx_folder_of(path), NULL);
    has = is_hidden(&state, path, is_folder);
  }
  uv_mutex_unlock(&ignored->mutex);
  return has;
}

/* Rules are relative to paths: the names get theirs, one after the other. */
static void choose_in(const sx_ignored *ignored, const folder_state *state, sx_str path,
                      sx_walk_folder *folder) {
  sx_buf full;
  sx_buf_init(&full, MAX_PATH_BYTES);
  sx_buf_add(&full, path);
  sx_buf_add_char(&full, '/');
  size_t len = full.len;
  for (size_t i = 0; i < folder->count; i++) {
    sx_walk_entry *entry = &folder->entries[i];
    if (entry->kind != SX_WALK_FOLDER) continue;
    sx_buf_truncate(&full, len);
    sx_buf_add(&full, entry->name);
    if (full.status) break;
    sx_str own = sx_buf_str(&full);
    entry->is_entered = is_root(ignored, own) || !is_hidden(state, own, true);
  }
  sx_buf_release(&full);
}

void sx_ignored_choose(sx_ignored *ignored, sx_str path, sx_walk_folder *folder) {
  const sx_ignore_reader reader = sx_ignore_reader_of(folder);
  uv_mutex_lock(&ignored->mutex);
  limit_locked(ignored);
  folder_state state = state_of(ignored, path, &reader);
  choose_in(ignored, &state, path, folder);
  uv_mutex_unlock(&ignored->mutex);
}

bool sx_ignored_is_unwatched(void *ignored, sx_str path, bool is_folder) {
  if (!is_folder && sx_ignored_is_rules(path)) return false;
  return (!is_folder && !sx_language_has_file(path)) || sx_ignored_has(ignored, path, is_folder);
}
