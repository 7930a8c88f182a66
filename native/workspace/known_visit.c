#include "base/folder.h"
#include "workspace/known_files.h"

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
    size_t slash = sx_str_find_char(folder, '/', at ? at + 1 : 0);
    at = slash == SX_STR_NONE ? folder.len : slash;
    sx_str outer = sx_str_slice(folder, 0, at);
    if (!query->may_enter(query->arg, outer)) return outer;
  }
  return SX_STR("");
}

static bool visit(const sx_strs *paths, const sx_files_query *query, bool is_link, size_t *files) {
  sx_str last = SX_STR("");
  for (size_t i = 0; i < paths->len;) {
    sx_str path = paths->items[i], folder = sx_folder_of(path);
    if (query->may_enter && !sx_str_is_equal(folder, last)) {
      sx_str closed = find_closed(query, folder, last);
      if (closed.len) {
        i = find_end(paths, i, closed);
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

size_t sx_known_list_visit(const sx_known_list *list, const sx_files_query *query) {
  size_t files = 0;
  if (visit(&list->paths, query, false, &files) && !query->without_links)
    (void)visit(&list->links, query, true, &files);
  return files;
}
