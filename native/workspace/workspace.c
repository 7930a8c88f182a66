#include "workspace/workspace.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/file.h"
#include "workspace/outline.h"

#include <uv.h>

#define MAX_LANGUAGES 128
#define MAX_LANGUAGE_BYTES 64
#define MAX_ALLOWED 1024
#define MAX_CHANGED 256
#define MAX_LOADED 256
#define MAX_SHOWN 4096
#define MAX_RECENT 1024

/* The last paths that were added; each once. */
typedef struct path_ring {
  char **paths;
  size_t cap, next;
} path_ring;

/* So many answers without a declaration mean that nobody gives any; now and then it is tried again.
 */
#define LACKING_FROM 5
#define LACKING_RETRY 64

typedef struct language_state {
  char name[MAX_LANGUAGE_BYTES];
  bool needs_tab;
  uint32_t features;            /* bits by sx_feature */
  uint32_t without_declaration; /* definitions in a row that came without a declaration */
  uint64_t asked_since_ms, ready_since_ms; /* 0: not yet */
  uint64_t answers;
} language_state;

/* A file that changed, and when. */
typedef struct recent_file {
  char *path;
  uint64_t at_ms;
} recent_file;

struct sx_workspace {
  uv_mutex_t mutex;
  sx_arena *roots_arena; /* the folders' memory, replaced as a whole */
  sx_roots roots;
  uint64_t generation;
  language_state languages[MAX_LANGUAGES];
  size_t language_count;
  char *allowed_paths[MAX_ALLOWED], *loaded_paths[MAX_LOADED], *shown_paths[MAX_SHOWN];
  char *changed_paths[MAX_CHANGED], *awaited_paths[MAX_CHANGED];
  path_ring allowed, loaded, shown, changed, awaited;
  recent_file recent[MAX_RECENT];
  uint64_t changed_at_ms, awaited_since_ms, settled_at_ms, loaded_at_ms;
  sx_outlines *outlines;
  sx_watch *watch;
  bool has_new_roots;
  bool is_settling;
  uint32_t last_hierarchy, open_hierarchies[SX_OPEN_HIERARCHIES]; /* 0: a free slot */
};

sx_workspace *sx_workspace_new(void) {
  sx_workspace *workspace = sx_calloc(1, sizeof *workspace);
  if (!workspace) return NULL;
  workspace->outlines = sx_outlines_new();
  if (!workspace->outlines || uv_mutex_init(&workspace->mutex)) {
    sx_outlines_free(workspace->outlines);
    sx_free(workspace);
    return NULL;
  }
  workspace->allowed = (path_ring){workspace->allowed_paths, MAX_ALLOWED, 0};
  workspace->changed = (path_ring){workspace->changed_paths, MAX_CHANGED, 0};
  workspace->loaded = (path_ring){workspace->loaded_paths, MAX_LOADED, 0};
  workspace->shown = (path_ring){workspace->shown_paths, MAX_SHOWN, 0};
  workspace->awaited = (path_ring){workspace->awaited_paths, MAX_CHANGED, 0};
  workspace->watch = sx_watch_new();
  return workspace;
}

static void free_ring(path_ring *ring) {
  for (size_t i = 0; i < ring->cap; i++) {
    sx_free(ring->paths[i]);
    ring->paths[i] = NULL;
  }
}

static void free_arena(sx_arena *arena) {
  if (!arena) return;
  sx_arena_release(arena);
  sx_free(arena);
}

void sx_workspace_free(sx_workspace *workspace) {
  if (!workspace) return;
  free_arena(workspace->roots_arena);
  free_ring(&workspace->allowed);
  free_ring(&workspace->changed);
  sx_outlines_free(workspace->outlines);
  free_ring(&workspace->loaded);
  free_ring(&workspace->shown);
  free_ring(&workspace->awaited);
  for (size_t i = 0; i < MAX_RECENT; i++) sx_free(workspace->recent[i].path);
  sx_watch_free(workspace->watch);
  uv_mutex_destroy(&workspace->mutex);
  sx_free(workspace);
}

static sx_status copy_roots(sx_roots *out, const sx_root *roots, size_t count, sx_arena *arena) {
  *out = (sx_roots){0};
  for (size_t i = 0; i < count; i++) {
    sx_root *root = SX_ARRAY_ADD(out, arena);
    if (!root) break;
    *root = (sx_root){sx_arena_dup(arena, roots[i].name), sx_arena_dup(arena, roots[i].path),
                      SX_STR("")};
  }
  return arena->status;
}

sx_status sx_workspace_set_roots(sx_workspace *workspace, const sx_root *roots, size_t count) {
  sx_arena *arena = sx_malloc(sizeof *arena);
  if (!arena) return SX_NOMEM;
  sx_arena_init(arena, 16 * 1024 * 1024);
  sx_roots copy;
  sx_status status = copy_roots(&copy, roots, count, arena);
  if (status) {
    free_arena(arena);
    return status;
  }
  uv_mutex_lock(&workspace->mutex);
  sx_arena *old = workspace->roots_arena;
  workspace->roots_arena = arena;
  workspace->roots = copy;
  workspace->has_new_roots = true;
  workspace->generation++;
  uv_mutex_unlock(&workspace->mutex);
  free_arena(old);
  return SX_OK;
}

sx_status sx_workspace_get_roots(sx_workspace *workspace, sx_roots *out, sx_arena *arena) {
  uv_mutex_lock(&workspace->mutex);
  sx_status status = copy_roots(out, workspace->roots.items, workspace->roots.len, arena);
  uv_mutex_unlock(&workspace->mutex);
  for (size_t i = 0; i < out->len && !status; i++) {
    sx_root *root = &out->items[i];
    if (sx_file_real_path(&root->real_path, root->path, arena, NULL)) root->real_path = root->path;
  }
  return status ? status : arena->status;
}

void sx_workspace_touch(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  workspace->generation++;
  uv_mutex_unlock(&workspace->mutex);
}

sx_outlines *sx_workspace_outlines(sx_workspace *workspace) {
  return workspace->outlines;
}

uint64_t sx_workspace_generation(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  uint64_t generation = workspace->generation;
  uv_mutex_unlock(&workspace->mutex);
  return generation;
}

/* ---- readiness --------------------------------------------------------------------------- */

/* NULL past the maximum: such a language then simply counts as never ready. */
static language_state *language_locked(sx_workspace *workspace, sx_str name) {
  for (size_t i = 0; i < workspace->language_count; i++)
    if (sx_str_is_equal(sx_str_from(workspace->languages[i].name), name))
      return &workspace->languages[i];
  if (workspace->language_count == MAX_LANGUAGES || name.len >= MAX_LANGUAGE_BYTES) return NULL;
  language_state *added = &workspace->languages[workspace->language_count++];
  *added = (language_state){.needs_tab = false};
  memcpy(added->name, name.ptr, name.len);
  return added;
}

void sx_workspace_set_ready(sx_workspace *workspace, sx_str language) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&workspace->mutex);
  language_state *state = language_locked(workspace, language);
  if (state && !state->asked_since_ms) state->asked_since_ms = now;
  if (state && !state->ready_since_ms) state->ready_since_ms = now;
  if (state) state->answers++;
  uv_mutex_unlock(&workspace->mutex);
}

uint64_t sx_workspace_ready_since(sx_workspace *workspace, sx_str language) {
  uv_mutex_lock(&workspace->mutex);
  const language_state *state = language_locked(workspace, language);
  uint64_t since = state ? state->ready_since_ms : 0;
  uv_mutex_unlock(&workspace->mutex);
  return since;
}

bool sx_workspace_is_ready(sx_workspace *workspace, sx_str language) {
  return sx_workspace_ready_since(workspace, language) != 0;
}

void sx_workspace_set_needs_tab(sx_workspace *workspace, sx_str language) {
  uv_mutex_lock(&workspace->mutex);
  language_state *state = language_locked(workspace, language);
  if (state) state->needs_tab = true;
  uv_mutex_unlock(&workspace->mutex);
}

bool sx_workspace_needs_tab(sx_workspace *workspace, sx_str language) {
  uv_mutex_lock(&workspace->mutex);
  const language_state *state = language_locked(workspace, language);
  bool needs_tab = state && state->needs_tab;
  uv_mutex_unlock(&workspace->mutex);
  return needs_tab;
}

void sx_workspace_note_declaration(sx_workspace *workspace, sx_str language, bool is_given) {
  uv_mutex_lock(&workspace->mutex);
  language_state *state = language_locked(workspace, language);
  if (state) state->without_declaration = is_given ? 0 : state->without_declaration + 1;
  uv_mutex_unlock(&workspace->mutex);
}

bool sx_workspace_lacks_declarations(sx_workspace *workspace, sx_str language) {
  uv_mutex_lock(&workspace->mutex);
  const language_state *state = language_locked(workspace, language);
  uint32_t count = state ? state->without_declaration : 0;
  uv_mutex_unlock(&workspace->mutex);
  return count >= LACKING_FROM && count % LACKING_RETRY != 0;
}

void sx_workspace_note_feature(sx_workspace *workspace, sx_str language, sx_feature feature) {
  uv_mutex_lock(&workspace->mutex);
  language_state *state = language_locked(workspace, language);
  if (state) state->features |= 1u << feature;
  uv_mutex_unlock(&workspace->mutex);
}

bool sx_workspace_has_feature(sx_workspace *workspace, sx_str language, sx_feature feature) {
  uv_mutex_lock(&workspace->mutex);
  const language_state *state = language_locked(workspace, language);
  bool has = state && (state->features >> feature & 1);
  uv_mutex_unlock(&workspace->mutex);
  return has;
}

uint64_t sx_workspace_asked_since(sx_workspace *workspace, sx_str language) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&workspace->mutex);
  language_state *state = language_locked(workspace, language);
  if (state && !state->asked_since_ms) state->asked_since_ms = now;
  uint64_t since = state ? state->asked_since_ms : now;
  uv_mutex_unlock(&workspace->mutex);
  return since;
}

sx_status sx_workspace_list_languages(sx_workspace *workspace, sx_language_uses *out,
                                      sx_arena *arena) {
  *out = (sx_language_uses){0};
  uv_mutex_lock(&workspace->mutex);
  for (size_t i = 0; i < workspace->language_count; i++) {
    const language_state *state = &workspace->languages[i];
    if (!state->asked_since_ms) continue;
    sx_language_use *use = SX_ARRAY_ADD(out, arena);
    if (!use) break;
    *use = (sx_language_use){sx_arena_dup(arena, sx_str_from(state->name)), state->asked_since_ms,
                             state->ready_since_ms, state->answers};
  }
  uv_mutex_unlock(&workspace->mutex);
  return arena->status;
}

void sx_workspace_forget_readiness(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  workspace->language_count = 0;
  free_ring(&workspace->loaded);
  free_ring(&workspace->shown);
  workspace->generation++;
  uv_mutex_unlock(&workspace->mutex);
}

/* ---- rings of paths ---------------------------------------------------------------------- */

static bool has_locked(const path_ring *ring, sx_str path) {
  for (size_t i = 0; i < ring->cap; i++)
    if (ring->paths[i] && sx_str_is_equal(sx_str_from(ring->paths[i]), path)) return true;
  return false;
}

static char *copy_path(sx_str path) {
  char *copy = sx_malloc(path.len + 1);
  if (!copy) return NULL;
  memcpy(copy, path.ptr, path.len);
  copy[path.len] = 0;
  return copy;
}

/* Without memory for it the path is not kept: it can come again. */
static void add_to_ring(sx_workspace *workspace, path_ring *ring, sx_str path) {
  char *copy = copy_path(path);
  if (!copy) return;
  uv_mutex_lock(&workspace->mutex);
  if (!has_locked(ring, path)) {
    char **slot = &ring->paths[ring->next++ % ring->cap];
    char *forgotten = *slot;
    *slot = copy;
    copy = forgotten;
  }
  uv_mutex_unlock(&workspace->mutex);
  sx_free(copy);
}

void sx_workspace_allow(sx_workspace *workspace, sx_str path) {
  add_to_ring(workspace, &workspace->allowed, path);
}

bool sx_workspace_is_allowed(sx_workspace *workspace, sx_str path) {
  uv_mutex_lock(&workspace->mutex);
  bool is_allowed = has_locked(&workspace->allowed, path);
  uv_mutex_unlock(&workspace->mutex);
  return is_allowed;
}

void sx_workspace_set_loaded(sx_workspace *workspace, sx_str folder) {
  add_to_ring(workspace, &workspace->loaded, folder);
  uv_mutex_lock(&workspace->mutex);
  workspace->loaded_at_ms = sx_clock_ms();
  uv_mutex_unlock(&workspace->mutex);
}

uint64_t sx_workspace_loaded_at(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  uint64_t at_ms = workspace->loaded_at_ms;
  uv_mutex_unlock(&workspace->mutex);
  return at_ms;
}

bool sx_workspace_is_loaded(sx_workspace *workspace, sx_str folder) {
  uv_mutex_lock(&workspace->mutex);
  bool is_loaded = has_locked(&workspace->loaded, folder);
  uv_mutex_unlock(&workspace->mutex);
  return is_loaded;
}

void sx_workspace_set_shown(sx_workspace *workspace, sx_str path) {
  add_to_ring(workspace, &workspace->shown, path);
}

bool sx_workspace_is_shown(sx_workspace *workspace, sx_str path) {
  uv_mutex_lock(&workspace->mutex);
  bool is_shown = has_locked(&workspace->shown, path);
  uv_mutex_unlock(&workspace->mutex);
  return is_shown;
}

/* In its own place, or in that of the oldest. */
static recent_file *find_recent_locked(sx_workspace *workspace, sx_str path) {
  recent_file *oldest = &workspace->recent[0];
  for (size_t i = 0; i < MAX_RECENT; i++) {
    recent_file *one = &workspace->recent[i];
    if (one->path && sx_str_is_equal(sx_str_from(one->path), path)) return one;
    if (one->at_ms < oldest->at_ms) oldest = one;
  }
  return oldest;
}

/* Without memory for it the path is not kept. */
static void add_recent(sx_workspace *workspace, sx_str path, uint64_t now_ms) {
  char *copy = copy_path(path);
  if (!copy) return;
  uv_mutex_lock(&workspace->mutex);
  recent_file *slot = find_recent_locked(workspace, path);
  char *forgotten = slot->path;
  *slot = (recent_file){copy, now_ms};
  uv_mutex_unlock(&workspace->mutex);
  sx_free(forgotten);
}

void sx_workspace_add_changed(sx_workspace *workspace, sx_str path) {
  uint64_t now = sx_clock_ms();
  add_to_ring(workspace, &workspace->changed, path);
  add_recent(workspace, path, now);
  uv_mutex_lock(&workspace->mutex);
  workspace->changed_at_ms = now;
  workspace->generation++;
  uv_mutex_unlock(&workspace->mutex);
}

sx_status sx_workspace_get_recent(sx_workspace *workspace, uint64_t within_ms, sx_strs *out,
                                  sx_arena *arena) {
  uint64_t now = sx_clock_ms();
  *out = (sx_strs){0};
  uv_mutex_lock(&workspace->mutex);
  for (size_t i = 0; i < MAX_RECENT && !arena->status; i++) {
    const recent_file *one = &workspace->recent[i];
    if (!one->path || now - one->at_ms >= within_ms) continue;
    sx_str *path = SX_ARRAY_ADD(out, arena);
    if (path) *path = sx_arena_dup(arena, sx_str_from(one->path));
  }
  uv_mutex_unlock(&workspace->mutex);
  return arena->status;
}

void sx_workspace_await_editor(sx_workspace *workspace, sx_str path) {
  uint64_t now = sx_clock_ms();
  add_to_ring(workspace, &workspace->awaited, path);
  uv_mutex_lock(&workspace->mutex);
  workspace->awaited_since_ms = now;
  uv_mutex_unlock(&workspace->mutex);
}

void sx_workspace_end_awaiting(sx_workspace *workspace, sx_str path, uint64_t settle_ms) {
  uint64_t settled_at_ms = settle_ms ? sx_clock_ms() + settle_ms : 0;
  char *told = NULL;
  uv_mutex_lock(&workspace->mutex);
  for (size_t i = 0; i < workspace->awaited.cap && !told; i++) {
    char **slot = &workspace->awaited.paths[i];
    if (*slot && sx_str_is_equal(sx_str_from(*slot), path)) told = *slot, *slot = NULL;
  }
  if (settled_at_ms > workspace->settled_at_ms) workspace->settled_at_ms = settled_at_ms;
  uv_mutex_unlock(&workspace->mutex);
  sx_free(told);
}

static bool is_empty_locked(const path_ring *ring) {
  for (size_t i = 0; i < ring->cap; i++)
    if (ring->paths[i]) return false;
  return true;
}

bool sx_workspace_is_awaiting(sx_workspace *workspace, uint64_t limit_ms) {
  uint64_t now = sx_clock_ms();
  uv_mutex_lock(&workspace->mutex);
  bool is_over = now - workspace->awaited_since_ms >= limit_ms;
  bool is_awaiting = !is_empty_locked(&workspace->awaited);
  /* The editor does not tell of all: what it leaves out is not waited for again. */
  if (is_awaiting && is_over) free_ring(&workspace->awaited), is_awaiting = false;
  is_awaiting |= now < workspace->settled_at_ms;
  uv_mutex_unlock(&workspace->mutex);
  return is_awaiting;
}

uint64_t sx_workspace_changed_at(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  uint64_t at_ms = workspace->changed_at_ms;
  uv_mutex_unlock(&workspace->mutex);
  return at_ms;
}

bool sx_workspace_get_watch(sx_workspace *workspace, sx_watch **out) {
  uv_mutex_lock(&workspace->mutex);
  bool has_new_roots = workspace->has_new_roots;
  workspace->has_new_roots = false;
  *out = workspace->watch;
  uv_mutex_unlock(&workspace->mutex);
  return has_new_roots;
}

bool sx_workspace_begin_settling(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  bool is_mine = !workspace->is_settling;
  workspace->is_settling = true;
  uv_mutex_unlock(&workspace->mutex);
  return is_mine;
}

void sx_workspace_end_settling(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  workspace->is_settling = false;
  uv_mutex_unlock(&workspace->mutex);
}

bool sx_workspace_begin_hierarchy(sx_workspace *workspace, uint32_t *session) {
  uint32_t *slot = NULL;
  bool is_in_danger = false;
  uv_mutex_lock(&workspace->mutex);
  for (size_t i = 0; i < SX_OPEN_HIERARCHIES; i++) {
    uint32_t open = workspace->open_hierarchies[i];
    if (!open) slot = &workspace->open_hierarchies[i];
    is_in_danger |= open && workspace->last_hierarchy - open >= SX_OPEN_HIERARCHIES;
  }
  bool is_begun = slot && !is_in_danger;
  if (is_begun) *slot = *session = ++workspace->last_hierarchy;
  uv_mutex_unlock(&workspace->mutex);
  return is_begun;
}

void sx_workspace_end_hierarchy(sx_workspace *workspace, uint32_t session) {
  uv_mutex_lock(&workspace->mutex);
  for (size_t i = 0; i < SX_OPEN_HIERARCHIES; i++)
    if (workspace->open_hierarchies[i] == session) workspace->open_hierarchies[i] = 0;
  uv_mutex_unlock(&workspace->mutex);
}

sx_status sx_workspace_take_changed(sx_workspace *workspace, sx_strs *out, sx_arena *arena) {
  path_ring *ring = &workspace->changed;
  *out = (sx_strs){0};
  uv_mutex_lock(&workspace->mutex);
  for (size_t i = 0; i < ring->cap && !arena->status; i++) {
    if (!ring->paths[i]) continue;
    sx_str *path = SX_ARRAY_ADD(out, arena);
    if (path) *path = sx_arena_dup(arena, sx_str_from(ring->paths[i]));
  }
  if (!arena->status) free_ring(ring);
  uv_mutex_unlock(&workspace->mutex);
  return arena->status;
}
