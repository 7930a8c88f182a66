#include "workspace/workspace_files.h"

#include "base/folder.h"
#include "host/requests.h"
#include "match/glob.h"
#include "workspace/known_files.h"
#include "workspace/paths.h"
#include "workspace/searched_files.h"
#include "workspace/text_index.h"

#define MAX_GLOB_STEPS 1000000
/* Texts that are searched for, one after the other, where there is no index. */
#define MAX_SEARCHED 4

typedef struct finder {
  sx_call *call;
  const sx_glob *glob;
  const sx_root *root; /* that is being listed */
  const sx_workspace_wanted *wanted;
  const sx_searched_files *searched[MAX_SEARCHED]; /* for each text; or none */
  size_t searched_count;
  sx_strs *out;
  bool *is_cut;
  sx_status status; /* of the visit */
  sx_err *err;
} finder;

/* Another folder of the workspace in this one is listed by itself. */
static bool is_root(const finder *f, sx_str folder) {
  sx_str top = f->root->real_path;
  for (size_t i = 0; i < f->call->roots.len; i++) {
    sx_str other = f->call->roots.items[i].real_path;
    if (other.len == top.len + 1 + folder.len && sx_str_has_prefix(other, top) &&
        other.ptr[top.len] == '/' && sx_str_has_suffix(other, folder))
      return true;
  }
  return false;
}

static bool may_enter(void *arg, sx_str folder) {
  const finder *f = arg;
  if (sx_str_is_equal(sx_path_name(folder), SX_STR("node_modules"))) return false;
  return sx_glob_may_match_below(f->glob, folder) && !is_root(f, folder);
}

static sx_status add(finder *f, sx_str path, sx_err *err) {
  if (f->call->arena->status) return sx_fail(err, f->call->arena->status, NULL);
  if (f->out->len < f->wanted->max) return sx_strs_add(f->out, path, f->call->arena, err);
  *f->is_cut = true;
  return SX_OK;
}

static bool is_kept(const finder *f, sx_str path) {
  const sx_strs *kept = f->wanted->kept;
  for (size_t i = 0; kept && i < kept->len; i++)
    if (kept->items[i].len == f->root->path.len + 1 + path.len &&
        sx_folder_has(f->root->path, kept->items[i]) && sx_str_has_suffix(kept->items[i], path))
      return true;
  return false;
}

/* Whether one of the texts was found in it, or was not searched for. */
static bool may_have_text(const finder *f, sx_str path) {
  uint64_t ignored;
  if (!f->searched_count || is_kept(f, path)) return true;
  for (size_t i = 0; i < f->searched_count; i++)
    if (sx_map_find(&f->searched[i]->paths, path, &ignored)) return true;
  return false;
}

/* The glob may take long for one path: what is not known of it is left out. */
static bool visit(void *arg, size_t worker, const sx_files_entry *entry) {
  finder *f = arg;
  uint64_t work = MAX_GLOB_STEPS;
  (void)worker;
  if (!may_have_text(f, entry->path)) return true;
  if (!sx_glob_match(f->glob, entry->path, false, &work)) return true;
  size_t start = f->root->path.len + 1, len = start + entry->path.len;
  char *path = f->out->len < f->wanted->max ? sx_arena_alloc(f->call->arena, len + 1) : NULL;
  if (path) {
    memcpy(path, f->root->path.ptr, start - 1);
    path[start - 1] = '/';
    memcpy(path + start, entry->path.ptr, entry->path.len);
    path[len] = 0;
  }
  f->status = add(f, sx_str_make(path, path ? len : 0), f->err);
  return f->status == SX_OK;
}

/* Whether no folder above it is passed over. */
static bool is_reached(finder *f, sx_str path) {
  for (size_t at = sx_folder_next(path, 0); at < path.len; at = sx_folder_next(path, at))
    if (!may_enter(f, sx_str_slice(path, 0, at))) return false;
  return true;
}

/* One of the texts is needed. NOMEM of the arena. */
static sx_status need_texts(finder *f, sx_needed *out) {
  sx_arena *arena = f->call->arena;
  size_t count = f->wanted->texts.len;
  sx_needed *parts = sx_arena_calloc(arena, count, sizeof *parts);
  const sx_needed **list = sx_arena_calloc(arena, count, sizeof(sx_needed *));
  if (!parts || !list) return arena->status;
  for (size_t i = 0; i < count; i++) {
    parts[i] = (sx_needed){.kind = SX_NEEDED_STRING, .string = f->wanted->texts.items[i]};
    list[i] = &parts[i];
  }
  *out = count == 1 ? parts[0]
                    : (sx_needed){.kind = SX_NEEDED_ONE, .parts = list, .part_count = count};
  return SX_OK;
}

/* By the index, if that knows the folder; otherwise `*is_done` is false. */
static sx_status list_narrowed(finder *f, bool *is_done, sx_err *err) {
  sx_needed needed;
  const sx_grep_need need = {.needed = &needed, .per_line = true};
  sx_text_narrowed narrowed = {0};
  *is_done = false;
  if (!f->wanted->texts.len) return SX_OK;
  sx_status status = need_texts(f, &needed);
  if (status) return sx_fail(err, status, NULL);
  status = sx_text_index_narrow(&narrowed, f->call, f->root->path, &need, err);
  if (status || !narrowed.list) return status;
  *is_done = true;
  if (narrowed.list->unreadable) *f->is_cut = true;
  for (size_t i = narrowed.from; i < narrowed.to && !f->status; i++) {
    const sx_files_entry entry = {.path = sx_text_narrowed_path(&narrowed, i)};
    bool is_read = sx_text_narrowed_reads(&narrowed, i) || is_kept(f, entry.path);
    if (is_read && is_reached(f, entry.path)) (void)visit(f, 0, &entry);
  }
  sx_text_index_release(f->call, &narrowed);
  return f->status;
}

/* By a search of all files, while the index of so many is being written. */
static sx_status search_root(finder *f, sx_err *err) {
  const sx_strs *texts = &f->wanted->texts;
  sx_status status = SX_OK;
  for (size_t i = 0; i < texts->len && texts->len <= MAX_SEARCHED && !status; i++) {
    const sx_searched_files *one;
    status = sx_searched_files_find(&one, f->call, f->root, texts->items[i], err);
    if (status || !one) return status;
    if (one->is_cut) *f->is_cut = true;
    f->searched[i] = one;
  }
  if (!status && texts->len <= MAX_SEARCHED) f->searched_count = texts->len;
  return status;
}

static sx_status list_root(finder *f, sx_err *err) {
  sx_files_seen seen;
  const sx_files_query query = {.folder = f->root->real_path,
                                .without_links = true,
                                .may_enter = may_enter,
                                .visit = visit,
                                .arg = f};
  bool is_done;
  f->status = SX_OK;
  f->err = err;
  f->searched_count = 0;
  sx_status status = list_narrowed(f, &is_done, err);
  if (!status && !is_done) status = search_root(f, err);
  if (status || is_done) return status;
  status = sx_known_files_visit(f->call, &query, SX_KNOWN_LIST, &seen, err);
  if (status && !sx_status_ends_call(status) && status != SX_DEADLINE) {
    *f->is_cut = true; /* the folder is gone */
    return SX_OK;
  }
  if (status) return status;
  if (seen.unreadable) *f->is_cut = true;
  return f->status;
}

/* Those that are in no folder on the disk. */
static sx_status ask_editor(finder *f, sx_str glob, sx_err *err) {
  sx_batch batch;
  sx_strs listed = {0};
  sx_batch_init(&batch, f->call->wait, f->call->arena);
  size_t slot = sx_batch_find_files(&batch, glob,
                                    (uint32_t)(f->wanted->max < 20000 ? f->wanted->max : 20000));
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_paths(&batch, slot, &listed, err);
  sx_batch_release(&batch);
  if (status == SX_HOST) *f->is_cut = true, status = SX_OK;
  for (size_t i = 0; i < listed.len && !status; i++) {
    sx_str path = listed.items[i];
    bool is_installed = sx_str_find(path, SX_STR("/node_modules/"), 0) != SX_STR_NONE;
    if (sx_path_is_uri(path) && !is_installed) status = add(f, path, err);
  }
  return status;
}

sx_status sx_workspace_files(sx_call *call, sx_str glob, size_t max, sx_strs *out, bool *is_cut,
                             sx_err *err) {
  const sx_workspace_wanted wanted = {.glob = glob, .max = max};
  return sx_workspace_files_narrowed(call, &wanted, out, is_cut, err);
}

sx_status sx_workspace_files_narrowed(sx_call *call, const sx_workspace_wanted *wanted,
                                      sx_strs *out, bool *is_cut, sx_err *err) {
  const sx_glob_options options = {0};
  sx_str glob = wanted->glob;
  const sx_strs patterns = {.items = &glob, .len = 1};
  sx_glob *parsed;
  bool has_virtual = false;
  *out = (sx_strs){0};
  *is_cut = false;
  sx_status status = sx_glob_parse(&parsed, &patterns, NULL, &options, call->arena, err);
  finder f = {.call = call, .glob = parsed, .wanted = wanted, .out = out, .is_cut = is_cut};
  for (size_t i = 0; i < call->roots.len && !status; i++) {
    f.root = &call->roots.items[i];
    bool is_virtual = sx_path_is_uri(f.root->path);
    has_virtual |= is_virtual;
    if (!is_virtual) status = list_root(&f, err);
  }
  return !status && has_virtual ? ask_editor(&f, glob, err) : status;
}
