#include "base/folder.h"
#include "workspace/ignore_scope.h"
#include "workspace/known_files.h"
#include "workspace/paths.h"

/* The first after `from` that is not in the folder or below: what is in it stands together. */
static size_t find_end(const sx_strs *paths, size_t from, sx_str folder) {
  size_t to = paths->len;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (sx_folder_has(folder, paths->items[middle]))
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

/* How much of the folder has been entered with the last one: whole names. */
static size_t count_entered(sx_str folder, sx_str last) {
  size_t i = 0, entered = 0;
  for (; i < folder.len && i < last.len && folder.ptr[i] == last.ptr[i]; i++)
    if (folder.ptr[i] == '/') entered = i;
  bool is_end = (i == folder.len || folder.ptr[i] == '/') && (i == last.len || last.ptr[i] == '/');
  return is_end ? i : entered;
}

/* The outermost folder that is not to be entered; empty where all are. */
static sx_str find_closed(const sx_files_query *query, sx_str folder, sx_str last) {
  size_t at = count_entered(folder, last);
  while (at < folder.len) {
    at = sx_folder_next(folder, at);
    sx_str outer = sx_str_slice(folder, 0, at);
    if (!query->may_enter(query->arg, outer)) return outer;
  }
  return SX_STR("");
}

/* ---- parts of a list ---------------------------------------------------------------------- */

/* The first path that is in the folder or below, if any is; what is in it stands together. */
static size_t find_start(const sx_strs *paths, sx_str folder) {
  size_t at = sx_known_find(paths, folder);
  return at + (at < paths->len && sx_str_is_equal(paths->items[at], folder));
}

bool sx_known_part_of(sx_known_part *out, const sx_call *call, sx_str folder) {
  *out = (sx_known_part){.below = SX_STR("")};
  for (size_t i = 0; i < call->roots.len; i++) {
    const sx_root *root = &call->roots.items[i];
    if (sx_path_is_uri(root->path)) continue;
    bool is_root = sx_str_is_equal(root->real_path, folder) || sx_str_is_equal(root->path, folder);
    bool is_in = is_root || sx_folder_has(root->real_path, folder);
    if (!is_in || (out->root && out->root->real_path.len > root->real_path.len)) continue;
    out->root = root;
    out->below = is_root ? SX_STR("") : sx_str_slice(folder, root->real_path.len + 1, folder.len);
  }
  return out->root != NULL;
}

/* Whether it is ignored, or a folder above it in the root: a walk through it follows no rules of
 * those above it then. By the rules as they are now; without memory for them it is. */
static bool is_ignored(const sx_known_part *part, sx_call *call) {
  const sx_strs roots = {.items = (sx_str *)&part->root->real_path, .len = 1};
  sx_ignore_scope scope;
  sx_ignore_answer is;
  sx_str path = sx_arena_printf(call->arena, "%.*s/%.*s", SX_STR_ARG(part->root->real_path),
                                SX_STR_ARG(part->below));
  return !path.len || sx_ignore_scope_find(&scope, path, &roots, NULL, &is, call->arena) ||
         is != SX_IGNORE_SHOWN;
}

bool sx_known_part_find(const sx_known_part *part, sx_call *call, const sx_known_list *list,
                        size_t *from, size_t *to) {
  *from = 0;
  *to = list->paths.len;
  if (!part->below.len) return true;
  *from = find_start(&list->paths, part->below);
  *to = find_end(&list->paths, *from, part->below);
  return *from < *to && !list->unreadable && !is_ignored(part, call);
}

/* ---- visiting ----------------------------------------------------------------------------- */

static bool visit(const sx_strs *paths, sx_str below, const sx_files_query *query, bool is_link,
                  size_t *files) {
  sx_str last = SX_STR("");
  size_t from = below.len ? find_start(paths, below) : 0, skipped = below.len + (below.len > 0);
  size_t to = below.len ? find_end(paths, from, below) : paths->len;
  for (size_t i = from; i < to;) {
    sx_str path = sx_str_slice(paths->items[i], skipped, paths->items[i].len);
    sx_str folder = sx_folder_of(path);
    if (query->may_enter && !sx_str_is_equal(folder, last)) {
      sx_str closed = find_closed(query, folder, last);
      if (closed.len) {
        i = find_end(paths, i, sx_str_slice(paths->items[i], 0, skipped + closed.len));
        continue;
      }
      last = folder;
    }
    const sx_files_entry entry = {path, false, is_link};
    ++*files;
    if (!query->visit(query->arg, 0, &entry)) return false;
    i++;
  }
  return true;
}

size_t sx_known_list_visit(const sx_known_list *list, sx_str below, const sx_files_query *query) {
  size_t files = 0;
  if (visit(&list->paths, below, query, false, &files) && !query->without_links)
    (void)visit(&list->links, below, query, true, &files);
  return files;
}

/* Whether the folder's files are those of the list; the list's folders that could not be read may
 * be others than those that a walk comes to, which only the list itself reports. */
static bool is_answered(const sx_known_part *part, sx_call *call, const sx_known_list *list,
                        sx_known_need need) {
  size_t from, to;
  if (!list || need == SX_KNOWN_LIST) return list != NULL;
  return !list->unreadable && sx_known_part_find(part, call, list, &from, &to);
}

sx_status sx_known_files_visit(sx_call *call, const sx_files_query *query, sx_known_need need,
                               sx_files_seen *seen, sx_err *err) {
  const sx_known_list *list = NULL;
  sx_known_part part;
  bool is_listed = !query->with_ignored && !query->with_folders && !query->without_hidden;
  *seen = (sx_files_seen){.first_unreadable = SX_STR("")};
  if (!sx_known_part_of(&part, call, query->folder) || !is_listed)
    return sx_files_visit(call, query, seen, err);
  if (part.below.len && need == SX_KNOWN_ALL) need = SX_KNOWN_PART;
  sx_status status = sx_known_files_get(call, part.root->path, need, &list, err);
  bool must_end = sx_status_ends_call(status) || status == SX_DEADLINE || need == SX_KNOWN_LIST;
  if (status && must_end) return status;
  bool is_known = is_answered(&part, call, list, need);
  if (is_known) {
    *seen = (sx_files_seen){.files = sx_known_list_visit(list, part.below, query),
                            .unreadable = list->unreadable,
                            .first_unreadable = sx_arena_dup(call->arena, list->first_unreadable)};
    status = call->arena->status ? sx_fail(err, call->arena->status, NULL) : SX_OK;
  }
  if (list) sx_known_list_release(call->services->known_files, list);
  return is_known ? status : sx_files_visit(call, query, seen, err);
}
