#include "workspace/workspace.h"

#include "base/mem.h"
#include "os/clock.h"
#include "os/file.h"
#include "workspace/file_log.h"
#include "workspace/ignored.h"
#include "workspace/outline.h"
#include "workspace/word_filters.h"

#include <uv.h>

#define MAX_LANGUAGES 128
#define MAX_LANGUAGE_BYTES 64
#define MAX_ALLOWED 1024
#define MAX_LOADED 256
#define MAX_SHOWN 4096

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

struct sx_workspace {
  uv_mutex_t mutex;
  sx_arena *roots_arena; /* the folders' memory, replaced as a whole */
  sx_roots roots;
  uint64_t generation;
  language_state languages[MAX_LANGUAGES];
  size_t language_count;
  char *allowed_paths[MAX_ALLOWED], *loaded_paths[MAX_LOADED], *shown_paths[MAX_SHOWN];
  path_ring allowed, loaded, shown;
  uint64_t loaded_at_ms;
  int64_t roots_at_ns; /* since when the folders are these */
  sx_outlines *outlines;
  sx_file_log *files;
  sx_word_filters *word_filters;
  sx_ignored *ignored; /* the watch's, once it is there */
  sx_watch *watch;
  bool has_new_roots;
  bool is_settling;
  uint32_t last_hierarchy, open_hierarchies[SX_OPEN_HIERARCHIES]; /* 0: a free slot */
};

static void release_ignored(void *ignored) {
  sx_ignored_free(ignored);
}

static bool init_parts(sx_workspace *workspace) {
  workspace->allowed = (path_ring){workspace->allowed_paths, MAX_ALLOWED, 0};
  workspace->loaded = (path_ring){workspace->loaded_paths, MAX_LOADED, 0};
  workspace->shown = (path_ring){workspace->shown_paths, MAX_SHOWN, 0};
  workspace->outlines = sx_outlines_new();
  workspace->files = sx_file_log_new();
  workspace->word_filters = sx_word_filters_new();
  workspace->ignored = sx_ignored_new();
  if (!workspace->outlines || !workspace->files || !workspace->word_filters || !workspace->ignored)
    return false;
  sx_watch_filter filter = {sx_ignored_is_unwatched, release_ignored, workspace->ignored};
  workspace->watch = sx_watch_new(filter, 0);
  if (!workspace->watch) workspace->ignored = NULL;
  return workspace->watch != NULL;
}

sx_workspace *sx_workspace_new(void) {
  sx_workspace *workspace = sx_calloc(1, sizeof *workspace);
  if (!workspace) return NULL;
  if (init_parts(workspace) && uv_mutex_init(&workspace->mutex) == 0) return workspace;
  sx_outlines_free(workspace->outlines);
  sx_file_log_free(workspace->files);
  sx_word_filters_free(workspace->word_filters);
  if (workspace->watch)
    sx_watch_free(workspace->watch);
  else
    sx_ignored_free(workspace->ignored);
  sx_free(workspace);
  return NULL;
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
  sx_outlines_free(workspace->outlines);
  free_ring(&workspace->loaded);
  free_ring(&workspace->shown);
  sx_file_log_free(workspace->files);
  sx_word_filters_free(workspace->word_filters);
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
  workspace->roots_at_ns = sx_clock_day_ns();
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

void sx_workspace_add_changed(sx_workspace *workspace, sx_str path) {
  sx_file_log_add_changed(workspace->files, path);
  sx_workspace_touch(workspace);
}

sx_file_log *sx_workspace_files(sx_workspace *workspace) {
  return workspace->files;
}

sx_word_filters *sx_workspace_word_filters(sx_workspace *workspace) {
  return workspace->word_filters;
}

sx_ignored *sx_workspace_ignored(sx_workspace *workspace) {
  return workspace->ignored;
}

bool sx_workspace_get_watch(sx_workspace *workspace, sx_watch **out, int64_t *since_ns) {
  uv_mutex_lock(&workspace->mutex);
  bool has_new_roots = workspace->has_new_roots;
  workspace->has_new_roots = false;
  *since_ns = workspace->roots_at_ns;
  *out = workspace->watch;
  uv_mutex_unlock(&workspace->mutex);
  return has_new_roots;
}

void sx_workspace_renew_roots(sx_workspace *workspace) {
  uv_mutex_lock(&workspace->mutex);
  workspace->has_new_roots = true;
  uv_mutex_unlock(&workspace->mutex);
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
