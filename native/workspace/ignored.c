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

/* Memory of rules, which one thread at a time adds to. */
typedef struct shelf {
  struct shelf *next;
  sx_arena arena;
} shelf;

/* The folders of the window, counted. */
typedef struct roots {
  size_t users; /* with the mutex */
  sx_arena arena;
  sx_strs paths;
} roots;

/* No file is read with the mutex: a file system that hangs would keep all others waiting. */
struct sx_ignored {
  uv_mutex_t mutex;
  uint64_t generation; /* counts how often all rules were forgotten */
  sx_table *folders;   /* path -> folder_state */
  shelf *shelves;      /* but for those in use */
  size_t used_bytes;   /* of all of them */
  bool is_full;        /* there was no room, or no memory */
  size_t rules_bytes;  /* of the files that they are from */
  roots *roots;
};

static roots *copy_roots(const sx_strs *paths) {
  roots *made = sx_calloc(1, sizeof *made);
  if (!made) return NULL;
  made->users = 1;
  sx_arena_init(&made->arena, MAX_RULES_TOTAL);
  for (size_t i = 0; i < paths->len; i++) {
    sx_str *copy = SX_ARRAY_ADD(&made->paths, &made->arena);
    if (copy) *copy = sx_arena_dup(&made->arena, paths->items[i]);
  }
  if (!made->arena.status) return made;
  sx_arena_release(&made->arena);
  sx_free(made);
  return NULL;
}

static void drop_roots_locked(roots *one) {
  if (!one || --one->users) return;
  sx_arena_release(&one->arena);
  sx_free(one);
}

sx_ignored *sx_ignored_new(void) {
  const sx_strs none = {0};
  sx_ignored *ignored = sx_calloc(1, sizeof *ignored);
  if (!ignored) return NULL;
  ignored->folders = sx_table_new(sizeof(folder_state), MAX_FOLDERS);
  ignored->roots = copy_roots(&none);
  if (ignored->folders && ignored->roots && uv_mutex_init(&ignored->mutex) == 0) return ignored;
  drop_roots_locked(ignored->roots);
  sx_table_free(ignored->folders);
  sx_free(ignored);
  return NULL;
}

static void free_shelf(shelf *one) {
  sx_arena_release(&one->arena);
  sx_free(one);
}

static void forget_locked(sx_ignored *ignored) {
  sx_table_clear(ignored->folders);
  while (ignored->shelves) {
    shelf *next = ignored->shelves->next;
    free_shelf(ignored->shelves);
    ignored->shelves = next;
  }
  ignored->generation++;
  ignored->used_bytes = ignored->rules_bytes = 0;
  ignored->is_full = false;
}

void sx_ignored_free(sx_ignored *ignored) {
  if (!ignored) return;
  forget_locked(ignored);
  drop_roots_locked(ignored->roots);
  sx_table_free(ignored->folders);
  uv_mutex_destroy(&ignored->mutex);
  sx_free(ignored);
}

void sx_ignored_forget(sx_ignored *ignored) {
  uv_mutex_lock(&ignored->mutex);
  forget_locked(ignored);
  uv_mutex_unlock(&ignored->mutex);
}

sx_status sx_ignored_set_roots(sx_ignored *ignored, const sx_strs *paths) {
  roots *made = copy_roots(paths);
  if (!made) return SX_NOMEM;
  uv_mutex_lock(&ignored->mutex);
  drop_roots_locked(ignored->roots);
  ignored->roots = made;
  forget_locked(ignored);
  uv_mutex_unlock(&ignored->mutex);
  return SX_OK;
}

bool sx_ignored_is_rules(sx_str path) {
  sx_str name = sx_path_name(path);
  return sx_str_is_equal(name, SX_STR(".gitignore")) || sx_str_is_equal(name, SX_STR(".ignore")) ||
         sx_str_is_equal_fold(name, SX_STR(".sextantignore"));
}

/* ---- rules, with the mutex --------------------------------------------------------------- */

static bool is_root(const sx_ignored *ignored, sx_str path) {
  return sx_strs_have(&ignored->roots->paths, path);
}

static bool is_hidden(const folder_state *outer, sx_str path, bool is_folder) {
  return outer->is_ignored || sx_ignore_is_store(sx_path_name(path)) ||
         sx_ignore_scope_ask(&outer->rules, path, is_folder) != SX_IGNORE_SHOWN;
}

/* The state in a folder, before its own rules, from that of the folder that contains it. False: it
 * has no rules of its own that count. */
static bool enter(const sx_ignored *ignored, folder_state *state, sx_str folder) {
  if (folder.len) state->is_ignored = is_hidden(state, folder, true);
  if (is_root(ignored, folder)) {
    if (state->is_ignored) state->rules.git = state->rules.own = NULL;
    state->is_ignored = false;
  }
  return !state->is_ignored || !sx_folders_have(&ignored->roots->paths, folder);
}

/* ---- reading, without it ------------------------------------------------------------------ */

typedef struct reading {
  shelf *shelf;
  size_t began_bytes; /* that were used of the shelf */
  sx_ignore_reader inner;
  size_t left, taken; /* of the limit of all rules together */
  bool is_cut;        /* there was no memory */
} reading;

static sx_status read_limited(void *arg, const char *name, sx_str *text, sx_arena *arena) {
  reading *r = arg;
  sx_status status = r->inner.read(r->inner.arg, name, text, arena);
  if (status) return status;
  if (text->len > r->left - r->taken) return SX_TOO_BIG;
  r->taken += text->len;
  return SX_OK;
}

/* The folder's own rules, read by `inner` or by its path. Without memory those above it count. */
static void read_rules(reading *r, folder_state *state, sx_str folder,
                       const sx_ignore_reader *inner) {
  r->inner = inner ? *inner : sx_ignore_reader_at(&folder);
  sx_ignore_reader reader = r->inner;
  reader.read = read_limited;
  reader.arg = r;
  if (reader.has_git) state->is_ignored = false;
  sx_ignore_scope rules = state->rules;
  r->is_cut = sx_ignore_scope_enter(&rules, &state->rules, folder, &reader, &r->shelf->arena);
  if (!r->is_cut) state->rules = rules;
}

/* ---- both ---------------------------------------------------------------------------------- */

static bool begin_reading_locked(sx_ignored *ignored, reading *r) {
  *r = (reading){.shelf = ignored->shelves, .left = MAX_BYTES_TOTAL - ignored->rules_bytes};
  if (r->shelf) {
    ignored->shelves = r->shelf->next;
  } else {
    r->shelf = sx_calloc(1, sizeof *r->shelf);
    ignored->is_full |= !r->shelf;
    if (!r->shelf) return false;
    sx_arena_init(&r->shelf->arena, MAX_RULES_TOTAL);
  }
  r->began_bytes = r->shelf->arena.used_bytes;
  return true;
}

/* False: the rules have been forgotten meanwhile, and what was read with them. */
static bool end_reading_locked(sx_ignored *ignored, const reading *r, uint64_t generation) {
  if (generation != ignored->generation) {
    free_shelf(r->shelf);
    return false;
  }
  r->shelf->next = ignored->shelves;
  ignored->shelves = r->shelf;
  ignored->used_bytes += r->shelf->arena.used_bytes - r->began_bytes;
  ignored->is_full |= r->is_cut || r->shelf->arena.status != SX_OK;
  ignored->is_full |= ignored->used_bytes > MAX_RULES_TOTAL;
  return true;
}

/* Gives the mutex back while it reads. False: begin again. */
static bool enter_locked(sx_ignored *ignored, folder_state *state, sx_str folder,
                         const sx_ignore_reader *inner) {
  reading r;
  uint64_t generation = ignored->generation;
  if (enter(ignored, state, folder) && begin_reading_locked(ignored, &r)) {
    const folder_state without = *state;
    uv_mutex_unlock(&ignored->mutex);
    read_rules(&r, state, folder, inner);
    uv_mutex_lock(&ignored->mutex);
    if (!end_reading_locked(ignored, &r, generation)) return false;
    /* Others may have read up to the limit at the same time. */
    if (r.taken > MAX_BYTES_TOTAL - ignored->rules_bytes)
      *state = without;
    else
      ignored->rules_bytes += r.taken;
  }
  folder_state *kept = sx_table_put(ignored->folders, folder);
  if (kept) *kept = *state;
  return true;
}

/* How many folders above this one the first is whose rules count. False: begin again. */
static bool find_top_locked(sx_ignored *ignored, sx_str folder, size_t *out) {
  uint64_t generation = ignored->generation;
  roots *own = ignored->roots;
  own->users++;
  uv_mutex_unlock(&ignored->mutex);
  *out = sx_ignore_find_top(folder, &own->paths);
  uv_mutex_lock(&ignored->mutex);
  drop_roots_locked(own);
  return generation == ignored->generation;
}

/* Down from the nearest folder that is known, or from the top; its own rules by `reader` if any.
 * False: all rules were forgotten meanwhile. */
static bool find_state_locked(sx_ignored *ignored, sx_str folder, const sx_ignore_reader *reader,
                              folder_state *out) {
  size_t depth = 0, top;
  const folder_state *known = sx_table_find(ignored->folders, folder);
  sx_str at = folder;
  while (!known && at.len && depth < SX_IGNORE_MAX_DEPTH) {
    at = sx_folder_of(at);
    depth++;
    known = sx_table_find(ignored->folders, at);
  }
  *out = known ? *known : (folder_state){.is_ignored = false};
  if (!known) {
    if (!find_top_locked(ignored, folder, &top)) return false;
    depth = top + 1;
  }
  while (depth-- > 0)
    if (!enter_locked(ignored, out, sx_folder_above(folder, depth), depth ? NULL : reader))
      return false;
  return true;
}

/* It can be used as long as the caller has the mutex, which is given back where files are read. */
static folder_state state_of_locked(sx_ignored *ignored, sx_str folder,
                                    const sx_ignore_reader *reader) {
  folder_state state;
  if (ignored->is_full || sx_table_count(ignored->folders) >= MAX_FOLDERS / 2)
    forget_locked(ignored);
  while (!find_state_locked(ignored, folder, reader, &state)) continue;
  return state;
}

bool sx_ignored_has(sx_ignored *ignored, sx_str path, bool is_folder) {
  bool has = false;
  uv_mutex_lock(&ignored->mutex);
  if (sx_folders_have(&ignored->roots->paths, path) && !is_root(ignored, path)) {
    folder_state state = state_of_locked(ignored, sx_folder_of(path), NULL);
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
  folder_state state = state_of_locked(ignored, path, &reader);
  choose_in(ignored, &state, path, folder);
  uv_mutex_unlock(&ignored->mutex);
}

bool sx_ignored_is_unwatched(void *ignored, sx_str path, bool is_folder) {
  if (!is_folder && sx_ignored_is_rules(path)) return false;
  return (!is_folder && !sx_language_has_file(path)) || sx_ignored_has(ignored, path, is_folder);
}
