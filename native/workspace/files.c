#include "base/mem.h"
#include "match/glob.h"
#include "workspace/excluded.h"
#include "workspace/files_parts.h"

#define MAX_WORKER_MEMORY ((size_t)1 << 30)
#define MAX_PATH_BYTES (64u * 1024 * 1024)
#define MAX_GLOB_STEPS 1000000

size_t sx_files_workers(void) {
  return sx_walk_workers();
}

/* ---- one folder -------------------------------------------------------------------------- */

static bool is_hidden_name(sx_str name) {
  return name.len && name.ptr[0] == '.';
}

/* The rules of the folder itself, if it has any. */
static sx_status find_rules(sx_files_walk *w, sx_files_worker *self, sx_walk_folder *folder,
                            const sx_ignore_scope **out) {
  sx_ignore_reader reader = sx_ignore_reader_of(folder);
  reader.tracked = w->tracked;
  if (w->query->with_ignored) reader.has_git = reader.has_gitignore = reader.has_ignore = false;
  const sx_files_below *below = folder->context;
  const sx_ignore_scope *outer = w->is_list ? below->scope : folder->context;
  *out = outer;
  if (!reader.has_git && !reader.has_gitignore && !reader.has_ignore && !reader.has_sextantignore)
    return SX_OK;
  sx_ignore_scope *scope = SX_ARENA_NEW(&self->arena, sx_ignore_scope);
  if (!scope) return self->arena.status;
  sx_str path = sx_buf_str(&self->path);
  path.len--;
  *out = scope;
  return sx_ignore_scope_enter(scope, outer, path, &reader, &self->arena);
}

/* Whether the settings hide it. */
static bool is_excluded(const sx_files_walk *w, sx_str path, bool is_folder) {
  uint64_t work = MAX_GLOB_STEPS;
  if (!w->excluded) return false;
  sx_str below = sx_str_slice(path, w->root.len + 1, path.len);
  return !sx_glob_match(w->excluded, below, is_folder, &work) && work;
}

/* Whether it is an entry; its context becomes the scope of what is in it. */
static sx_status look(const sx_files_walk *w, sx_files_worker *self, const sx_ignore_scope *scope,
                      sx_walk_entry *entry, bool *is_shown) {
  const sx_ignore_scope *inner = scope;
  sx_ignore_answer answer;
  sx_status status = SX_OK;
  *is_shown = false;
  if (entry->kind == SX_WALK_OTHER) return SX_OK;
  if (entry->kind == SX_WALK_LINK && w->query->without_links) return SX_OK;
  if (is_hidden_name(entry->name) && (w->query->without_hidden || sx_ignore_is_store(entry->name)))
    return SX_OK;
  sx_str path = sx_buf_str(&self->path);
  bool is_folder = entry->kind == SX_WALK_FOLDER;
  if (is_excluded(w, path, is_folder)) return SX_OK;
  if (w->query->with_ignored)
    answer = sx_ignore_scope_ask(scope, path, is_folder);
  else
    status = sx_ignore_scope_ask_git(scope, path, is_folder, &answer, &inner, &self->arena);
  if (status) return status;
  self->hidden += answer == SX_IGNORE_NEVER;
  *is_shown = answer == SX_IGNORE_SHOWN || (w->query->with_ignored && answer != SX_IGNORE_NEVER);
  entry->context = inner;
  return SX_OK;
}

static sx_status visit(sx_files_walk *w, size_t worker, const sx_walk_entry *entry, sx_str path) {
  sx_files_entry visited = {path, entry->kind == SX_WALK_FOLDER, entry->kind == SX_WALK_LINK};
  if (visited.is_folder && !w->query->with_folders) return SX_OK;
  if (w->query->visit(w->query->arg, worker, &visited)) return SX_OK;
  w->workers[worker].is_stopped = true;
  return SX_CANCELLED;
}

static bool may_enter(const sx_files_walk *w, const sx_walk_entry *entry, sx_str path) {
  const sx_files_query *query = w->query;
  return entry->kind == SX_WALK_FOLDER && (!query->may_enter || query->may_enter(query->arg, path));
}

/* The path of the folder with a slash, to which names are added. */
static sx_status begin_path(const sx_files_walk *w, sx_buf *path, const sx_walk_folder *folder) {
  sx_buf_clear(path);
  sx_buf_add(path, w->folder);
  sx_buf_add_char(path, '/');
  sx_buf_add(path, folder->path);
  if (folder->path.len) sx_buf_add_char(path, '/');
  return path->status;
}

static sx_status list_folder(void *arg, size_t worker, sx_walk_folder *folder) {
  sx_files_walk *w = arg;
  sx_files_worker *self = &w->workers[worker];
  const sx_ignore_scope *scope;
  sx_status status = begin_path(w, &self->path, folder);
  if (!status) status = find_rules(w, self, folder, &scope);
  self->folders++;
  size_t start = self->path.len, kept = 0;
  for (size_t i = 0; i < folder->count && !status; i++) {
    sx_walk_entry *entry = &folder->entries[i];
    sx_buf_truncate(&self->path, start);
    sx_buf_add(&self->path, entry->name);
    if (self->path.status) return self->path.status;
    bool is_shown;
    status = look(w, self, scope, entry, &is_shown);
    if (status || !is_shown) continue;
    sx_str relative = sx_str_slice(sx_buf_str(&self->path), w->folder.len + 1, self->path.len);
    self->files += entry->kind != SX_WALK_FOLDER;
    if (!w->is_list) status = visit(w, worker, entry, relative);
    entry->is_entered = may_enter(w, entry, relative);
    folder->entries[kept++] = *entry;
  }
  folder->count = kept;
  return status || !w->is_list ? status : sx_files__keep(w, worker, folder);
}

static void note_unreadable(void *arg, sx_str path) {
  sx_files_walk *w = arg;
  w->seen->unreadable++;
  if (w->first_unreadable.len && sx_str_compare(w->first_unreadable, path) <= 0) return;
  char *copy = sx_str_copy(path);
  if (!copy) return; /* the count says that there is one */
  if (w->first_unreadable.len) sx_free((char *)w->first_unreadable.ptr);
  w->first_unreadable = sx_str_from(copy);
  if (!w->first_unreadable.len) sx_free(copy);
}

static sx_status check(void *arg) {
  const sx_files_walk *w = arg;
  return sx_port_call_check(w->call->wait);
}

static sx_walk_listing *recall(void *arg, sx_str path) {
  const sx_files_walk *w = arg;
  return w->query->recall(w->query->arg, path);
}

/* ---- the whole --------------------------------------------------------------------------- */

/* Settings count in the deepest folder of the workspace around the one that is listed. */
static sx_status take_excluded(sx_files_walk *w, const sx_strs *roots, sx_err *err) {
  const sx_glob_options options = {0};
  sx_str all[] = {SX_STR("**"), SX_STR("**/")};
  const sx_strs patterns = {.items = all, .len = 2};
  sx_arena *arena = &w->workers[0].arena;
  sx_strs ignored;
  sx_glob *glob;
  for (size_t i = 0; i < roots->len; i++) {
    sx_str root = roots->items[i];
    bool is_around = sx_str_has_prefix(w->folder, root) &&
                     (w->folder.len == root.len || w->folder.ptr[root.len] == '/');
    if (is_around && root.len > w->root.len) w->root = root;
  }
  if (w->query->with_ignored || !w->root.len) return SX_OK;
  sx_status status = sx_excluded_get(w->call->services->excluded, &ignored, arena);
  if (status || !ignored.len) return status ? sx_fail(err, status, NULL) : SX_OK;
  status = sx_glob_parse(&glob, &patterns, &ignored, &options, arena, err);
  if (!status) w->excluded = glob;
  return status;
}

static sx_status run(sx_files_walk *w, sx_err *err) {
  sx_strs roots;
  sx_ignore_scope scope;
  sx_ignore_answer is;
  sx_status status = sx_root_list_paths(&w->call->roots, &roots, w->call->arena);
  if (status) sx_fail(err, status, NULL);
  if (!status) status = take_excluded(w, &roots, err);
  if (status) return status;
  status = sx_ignore_scope_find(&scope, w->folder, &roots, w->tracked, &is, &w->workers[0].arena);
  if (status) return sx_fail(err, status, NULL);
  if (is == SX_IGNORE_NEVER) return SX_OK;
  w->top.scope = &scope;
  sx_walk_query query = {.top = w->query->folder,
                         .context = w->is_list ? (const void *)&w->top : &scope,
                         .recall = w->query->recall ? recall : NULL,
                         .list = list_folder,
                         .fail = note_unreadable,
                         .check = check,
                         .arg = w};
  status = sx_walk_run(&query, err);
  for (size_t i = 0; i < SX_WALK_MAX_WORKERS; i++)
    if (w->workers[i].is_stopped && status == SX_CANCELLED) status = SX_OK;
  return status;
}

sx_status sx_files__run(sx_files_walk *w, sx_err *err) {
  *w->seen = (sx_files_seen){.first_unreadable = SX_STR("")};
  w->first_unreadable = w->root = SX_STR("");
  w->folder = w->query->folder;
  while (w->folder.len && w->folder.ptr[w->folder.len - 1] == '/') w->folder.len--;
  for (size_t i = 0; i < SX_WALK_MAX_WORKERS; i++) {
    sx_arena_init(&w->workers[i].arena, MAX_WORKER_MEMORY);
    sx_buf_init(&w->workers[i].path, MAX_PATH_BYTES);
  }
  w->tracked = sx_git_tracked_list_new();
  sx_status status = w->tracked ? run(w, err) : sx_fail(err, SX_NOMEM, NULL);
  if (!status && sx_git_tracked_list_status(w->tracked))
    status = sx_fail(err, sx_git_tracked_list_status(w->tracked), NULL);
  if (!status && w->query->rules &&
      sx_git_tracked_get_noted(w->tracked, w->query->rules, w->call->arena))
    status = sx_fail(err, w->call->arena->status, NULL);
  for (size_t i = 0; i < SX_WALK_MAX_WORKERS; i++) {
    w->seen->files += w->workers[i].files;
    w->seen->folders += w->workers[i].folders;
    w->seen->hidden += w->workers[i].hidden;
  }
  if (status || !w->first_unreadable.len) return status;
  w->seen->first_unreadable = sx_arena_dup(w->call->arena, w->first_unreadable);
  return w->seen->first_unreadable.len ? SX_OK : sx_fail(err, w->call->arena->status, NULL);
}

void sx_files__release(sx_files_walk *w) {
  for (size_t i = 0; i < SX_WALK_MAX_WORKERS; i++) {
    sx_arena_release(&w->workers[i].arena);
    sx_buf_release(&w->workers[i].path);
  }
  if (w->first_unreadable.len) sx_free((char *)w->first_unreadable.ptr);
  sx_git_tracked_list_free(w->tracked);
}

sx_status sx_files_visit(sx_call *call, const sx_files_query *query, sx_files_seen *seen,
                         sx_err *err) {
  *seen = (sx_files_seen){.first_unreadable = SX_STR("")};
  sx_files_walk *w = sx_calloc(1, sizeof *w);
  if (!w) return sx_fail(err, SX_NOMEM, NULL);
  w->call = call;
  w->query = query;
  w->seen = seen;
  sx_status status = sx_files__run(w, err);
  sx_files__release(w);
  sx_free(w);
  return status;
}
