#include "workspace/ignored.h"

#include "base/folder.h"
#include "base/mem.h"
#include "base/table.h"
#include "match/ignore.h"
#include "os/file.h"
#include "text/language.h"

#include <uv.h>

/* Limits for one file, and for all together: a repository may contain rules that are made to cost
 * time. */
#define MAX_RULES_BYTES (1024u * 1024)
#define MAX_BYTES_TOTAL (1024u * 1024)
/* Steps of matching one path, about 0.2 ms; what rules of that size do not decide is not ignored.
 */
#define MAX_WORK 200000
#define MAX_FOLDERS 65536
#define MAX_RULES_TOTAL (64u * 1024 * 1024)
#define MAX_DEPTH 512

/* Rules of one file; those above it in the same repository are asked next. */
typedef struct rule_set {
  const struct rule_set *above;
  size_t folder_len; /* of the path that they are relative to, without a slash at its end */
  sx_ignore_rules rules;
} rule_set;

typedef struct folder_state {
  bool is_ignored;
  const rule_set *rules; /* the nearest */
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

static sx_str name_of(sx_str path) {
  size_t slash = sx_str_find_last_char(path, '/');
  return slash == SX_STR_NONE ? path : sx_str_slice(path, slash + 1, path.len);
}

bool sx_ignored_is_rules(sx_str path) {
  return sx_str_is_equal(name_of(path), SX_STR(".gitignore"));
}

/* ---- rules, with the mutex --------------------------------------------------------------- */

static bool is_store(sx_str name) {
  return sx_str_is_equal(name, SX_STR(".git")) || sx_str_is_equal(name, SX_STR(".hg")) ||
         sx_str_is_equal(name, SX_STR(".svn"));
}

static bool is_root(const sx_ignored *ignored, sx_str path) {
  return sx_strs_have(&ignored->roots, path);
}

static bool is_below_root(const sx_ignored *ignored, sx_str path) {
  for (size_t i = 0; i < ignored->roots.len; i++) {
    sx_str root = ignored->roots.items[i];
    if (sx_folder_has(root, path)) return true;
  }
  return false;
}

static const rule_set *read_rules(sx_ignored *ignored, sx_str folder, const char *name,
                                  const rule_set *above) {
  sx_arena scratch;
  sx_str text;
  const rule_set *rules = above;
  sx_arena_init(&scratch, MAX_RULES_BYTES + 64 * 1024);
  sx_str path = sx_arena_printf(&scratch, "%.*s/%s", SX_STR_ARG(folder), name);
  if (path.len && sx_file_read(&text, path, MAX_RULES_BYTES, &scratch, NULL) == SX_OK &&
      ignored->rules_bytes + text.len <= MAX_BYTES_TOTAL) {
    ignored->rules_bytes += text.len;
    rule_set *made = SX_ARENA_NEW(&ignored->rules, rule_set);
    if (made && sx_ignore_parse(&made->rules, text, &ignored->rules) == SX_OK) {
      made->above = above;
      made->folder_len = folder.len;
      rules = made;
    }
  }
  sx_arena_release(&scratch);
  return rules;
}

static bool is_repository(sx_str folder) {
  sx_arena scratch;
  sx_file_info info = {0};
  sx_arena_init(&scratch, 64 * 1024);
  sx_str path = sx_arena_printf(&scratch, "%.*s/.git", SX_STR_ARG(folder));
  bool is = path.len && sx_file_stat(&info, path, NULL) == SX_OK && info.exists;
  sx_arena_release(&scratch);
  return is;
}

static bool is_said(const rule_set *rules, sx_str path, bool is_folder) {
  uint64_t work = MAX_WORK;
  for (; rules; rules = rules->above) {
    sx_str relative = sx_str_slice(path, rules->folder_len + 1, path.len);
    sx_ignore_verdict verdict = sx_ignore_match(&rules->rules, relative, is_folder, &work);
    if (verdict != SX_IGNORE_NONE) return verdict == SX_IGNORE_YES;
  }
  return false;
}

/* The rules in a folder, made from those of the folder that contains it. */
static folder_state enter(sx_ignored *ignored, folder_state outer, sx_str folder) {
  folder_state state = {.is_ignored = outer.is_ignored, .rules = outer.rules};
  if (!state.is_ignored && folder.len)
    state.is_ignored = is_store(name_of(folder)) || is_said(outer.rules, folder, true);
  if (is_root(ignored, folder)) {
    if (state.is_ignored) state.rules = NULL;
    state.is_ignored = false;
  }
  if (state.is_ignored && is_below_root(ignored, folder)) return state;
  if (is_repository(folder)) {
    state.rules = read_rules(ignored, folder, ".git/info/exclude", NULL);
    state.is_ignored = false;
  }
  state.rules = read_rules(ignored, folder, ".gitignore", state.rules);
  return state;
}

/* Where nothing is in a repository above a root, the files above it rule nothing. */
static folder_state find_top(const sx_ignored *ignored, sx_str folder, size_t *depth) {
  size_t up = 0, top = 0;
  for (sx_str at = folder;; at = sx_folder_of(at), up++) {
    if (is_root(ignored, at)) top = up;
    if (is_repository(at)) {
      top = up;
      if (!is_below_root(ignored, at)) break;
    }
    if (!at.len || up == MAX_DEPTH) break;
  }
  *depth = top;
  return (folder_state){.is_ignored = false};
}

static sx_str go_up(sx_str path, size_t count) {
  while (count--) path = sx_folder_of(path);
  return path;
}

/* Down from the nearest folder that is known, or from the top. */
static folder_state state_of(sx_ignored *ignored, sx_str folder) {
  size_t depth = 0;
  const folder_state *known = sx_table_find(ignored->folders, folder);
  if (known) return *known;
  sx_str at = sx_folder_of(folder);
  for (depth = 1; at.len && depth < MAX_DEPTH; at = sx_folder_of(at), depth++)
    if ((known = sx_table_find(ignored->folders, at))) break;
  folder_state state = known ? *known : find_top(ignored, folder, &depth);
  if (!known) depth++;
  while (depth-- > 0) {
    at = go_up(folder, depth);
    state = enter(ignored, state, at);
    folder_state *kept = sx_table_put(ignored->folders, at);
    if (kept) *kept = state;
  }
  return state;
}

bool sx_ignored_has(sx_ignored *ignored, sx_str path, bool is_folder) {
  bool has = false;
  uv_mutex_lock(&ignored->mutex);
  if (is_below_root(ignored, path) && !is_root(ignored, path)) {
    if (ignored->rules.status || sx_table_count(ignored->folders) >= MAX_FOLDERS / 2)
      forget_locked(ignored);
    folder_state state = state_of(ignored, sx_folder_of(path));
    has = state.is_ignored || is_store(name_of(path)) || is_said(state.rules, path, is_folder);
  }
  uv_mutex_unlock(&ignored->mutex);
  return has;
}

bool sx_ignored_is_unwatched(void *ignored, sx_str path, bool is_folder) {
  if (!is_folder && sx_ignored_is_rules(path)) return false;
  return (!is_folder && !sx_language_has_file(path)) || sx_ignored_has(ignored, path, is_folder);
}
