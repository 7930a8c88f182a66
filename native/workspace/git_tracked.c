#include "workspace/git_tracked.h"

#include "base/mem.h"
#include "match/git_index.h"
#include "os/file.h"

#include <uv.h>

#define MAX_INDEX_BYTES ((size_t)512 << 20)
#define MAX_MEMORY ((size_t)2 << 30)
#define MAX_NOTED_MEMORY ((size_t)256 << 20)

struct sx_git_tracked {
  sx_git_tracked *next;
  sx_git_tracked_list *list;
  size_t folder_len;
  bool is_read;
  sx_arena arena;
  sx_str index; /* its path */
  sx_strs paths;
};

struct sx_git_tracked_list {
  uv_mutex_t mutex; /* of all that follows, and of what is not read yet */
  sx_git_tracked *first;
  sx_status status;
  sx_arena arena; /* of the paths that are noted */
  sx_strs noted;
};

sx_git_tracked_list *sx_git_tracked_list_new(void) {
  sx_git_tracked_list *list = sx_calloc(1, sizeof *list);
  if (list) sx_arena_init(&list->arena, MAX_NOTED_MEMORY);
  if (!list || uv_mutex_init(&list->mutex) == 0) return list;
  sx_free(list);
  return NULL;
}

void sx_git_tracked_list_free(sx_git_tracked_list *list) {
  if (!list) return;
  while (list->first) {
    sx_git_tracked *next = list->first->next;
    sx_arena_release(&list->first->arena);
    sx_free(list->first);
    list->first = next;
  }
  sx_arena_release(&list->arena);
  uv_mutex_destroy(&list->mutex);
  sx_free(list);
}

sx_status sx_git_tracked_note(sx_git_tracked_list *list, sx_str path) {
  uv_mutex_lock(&list->mutex);
  sx_str copy = sx_arena_dup(&list->arena, path);
  sx_status status = list->arena.status;
  if (!status) status = sx_strs_add(&list->noted, copy, &list->arena, NULL);
  uv_mutex_unlock(&list->mutex);
  return status;
}

sx_status sx_git_tracked_get_noted(sx_git_tracked_list *list, sx_strs *out, sx_arena *arena) {
  sx_status status = SX_OK;
  *out = (sx_strs){0};
  uv_mutex_lock(&list->mutex);
  for (size_t i = 0; i < list->noted.len && !status; i++)
    status = sx_strs_add(out, sx_arena_dup(arena, list->noted.items[i]), arena, NULL);
  for (const sx_git_tracked *one = list->first; one && !status; one = one->next)
    status = sx_strs_add(out, sx_arena_dup(arena, one->index), arena, NULL);
  uv_mutex_unlock(&list->mutex);
  return status ? status : arena->status;
}

sx_status sx_git_tracked_list_status(const sx_git_tracked_list *list) {
  return list->status;
}

sx_git_tracked *sx_git_tracked_add(sx_git_tracked_list *list, sx_str folder, sx_str store) {
  sx_git_tracked *added = sx_calloc(1, sizeof *added);
  if (!added) return NULL;
  sx_arena_init(&added->arena, MAX_MEMORY);
  added->index = sx_arena_printf(&added->arena, "%.*s/index", SX_STR_ARG(store));
  if (!added->index.len) {
    sx_free(added);
    return NULL;
  }
  added->list = list;
  added->folder_len = folder.len;
  uv_mutex_lock(&list->mutex);
  added->next = list->first;
  list->first = added;
  uv_mutex_unlock(&list->mutex);
  return added;
}

/* With the mutex: others wait, for they need the same. Without an index nothing is tracked. */
static void read_index(sx_git_tracked *tracked) {
  sx_str bytes;
  sx_status status = sx_file_read(&bytes, tracked->index, MAX_INDEX_BYTES, &tracked->arena, NULL);
  if (!status) status = sx_git_index_parse(&tracked->paths, bytes, &tracked->arena);
  if (status == SX_NOMEM) tracked->list->status = SX_NOMEM;
  if (status) tracked->paths.len = 0;
  tracked->is_read = true;
}

bool sx_git_tracked_has(sx_git_tracked *tracked, sx_str path) {
  uv_mutex_lock(&tracked->list->mutex);
  if (!tracked->is_read) read_index(tracked);
  uv_mutex_unlock(&tracked->list->mutex);
  if (path.len <= tracked->folder_len) return false;
  return sx_git_index_has(&tracked->paths, sx_str_slice(path, tracked->folder_len + 1, path.len));
}
