#include "base/folder.h"
#include "base/mem.h"
#include "os/watch.h"
#include "workspace/change_log.h"
#include "workspace/known_parts.h"
#include "workspace/known_rules.h"

#include <stdlib.h>

#define MAX_MEMORY ((size_t)1 << 30)
/* A list has at most as many paths outside the memory of the list that was made by a walk. */
#define MAX_OWN 4096

/* A path that the list is to have, or not to have, and nothing below it. */
typedef struct edit {
  sx_str path;
  bool is_file, is_link;
} edit;

typedef SX_ARRAY(edit) edit_list;

typedef struct changing {
  sx_call *call;
  const sx_root *root;
  const sx_kept_list *before;
  sx_known_rules rules;
  edit_list edits;
  sx_kept_list *made;
  size_t own;
} changing;

/* ---- one path ---------------------------------------------------------------------------- */

static bool is_watched(const changing *c, sx_str folder) {
  sx_watch *watch = sx_change_log_watch(c->call->services->change_log);
  sx_str path = sx_arena_printf(c->call->arena, "%.*s%s%.*s", SX_STR_ARG(c->root->path),
                                folder.len ? "/" : "", SX_STR_ARG(folder));
  return path.len && sx_watch_has(watch, path);
}

/* False: only a walk knows what is there. */
static bool look(changing *c, sx_str path, edit *out) {
  sx_file_info info = {0};
  bool is_listed = false;
  sx_str full = sx_arena_printf(c->call->arena, "%.*s/%.*s", SX_STR_ARG(c->root->real_path),
                                SX_STR_ARG(path));
  *out = (edit){.path = path};
  if (!full.len || sx_file_stat(&info, full, NULL)) return false;
  bool is_link = sx_file_is_link(full, c->call->arena);
  bool is_folder = info.is_directory && !is_link;
  if (!is_link && !is_folder && !info.is_regular) return true;
  if (sx_known_rules_ask(&c->rules, path, is_folder, &is_listed)) return false;
  if (!is_listed) return true;
  if (is_folder || !is_watched(c, sx_folder_of(path))) return false;
  out->is_link = is_link;
  out->is_file = !is_link;
  return true;
}

static int compare_edits(const void *left, const void *right) {
  const edit *a = left, *b = right;
  return sx_path_compare(a->path, b->path);
}

/* ---- the new list ------------------------------------------------------------------------ */

/* The paths of the list that was walked for are in one piece of memory, which is shared. */
static sx_str keep_path(changing *c, sx_str path) {
  const sx_kept_list *base = c->made->base;
  if (path.ptr >= base->text && path.ptr < base->text + base->text_bytes) return path;
  c->own++;
  return sx_arena_dup(&c->made->arena, path);
}

static void put(changing *c, sx_strs *out, sx_str path) {
  out->items[out->len++] = keep_path(c, path);
}

static void copy_bit(sx_known_list *list, size_t index) {
  list->unwatched_count++;
  ((uint64_t *)(void *)list->unwatched)[index / 64] |= (uint64_t)1 << (index % 64);
}

static sx_status merge(changing *c, const sx_strs *from, sx_strs *out, bool is_links) {
  const sx_known_list *before = &c->before->list;
  size_t next = 0, i = 0;
  sx_str cover = SX_STR("");
  *out = (sx_strs){.cap = from->len + c->edits.len};
  out->items = sx_arena_calloc(&c->made->arena, out->cap, sizeof *out->items);
  if (!out->items) return c->made->arena.status;
  while (i < from->len || next < c->edits.len) {
    const edit *one = next < c->edits.len ? &c->edits.items[next] : NULL;
    int order = !one ? 1 : i < from->len ? sx_path_compare(one->path, from->items[i]) : -1;
    if (one && order <= 0) {
      if (is_links ? one->is_link : one->is_file) put(c, out, one->path);
      i += order == 0;
      if (!cover.len || !sx_folder_has(cover, one->path)) cover = one->path;
      next++;
      continue;
    }
    if (!cover.len || !sx_folder_has(cover, from->items[i])) {
      if (!is_links && sx_known_list_is_unwatched(before, i)) copy_bit(&c->made->list, out->len);
      put(c, out, from->items[i]);
    }
    i++;
  }
  return c->made->arena.status;
}

static sx_status copy_stamps(changing *c) {
  sx_kept_list *made = c->made;
  size_t count = c->before->stamps.len;
  made->stamps.items = sx_arena_calloc(&made->arena, count, sizeof *made->stamps.items);
  if (!made->stamps.items) return made->arena.status;
  memcpy(made->stamps.items, c->before->stamps.items, count * sizeof *made->stamps.items);
  made->stamps.len = made->stamps.cap = count;
  return SX_OK;
}

static sx_status make(changing *c, uint64_t turn) {
  sx_kept_list *made = c->made;
  const sx_kept_list *before = c->before;
  size_t most = before->list.paths.len + c->edits.len;
  made->base = before->base ? before->base : (sx_kept_list *)(void *)before;
  made->settings = before->settings;
  made->is_lasting = true;
  made->list = before->list; /* what it says of folders is in the memory of the base */
  made->list.turn = turn;
  made->list.unwatched_count = 0;
  made->list.unwatched = sx_arena_calloc(&made->arena, most / 64 + 1, sizeof(uint64_t));
  sx_status status = made->list.unwatched ? copy_stamps(c) : made->arena.status;
  if (!status) status = merge(c, &before->list.paths, &made->list.paths, false);
  if (!status) status = merge(c, &before->list.links, &made->list.links, true);
  return !status && c->own > MAX_OWN ? SX_TOO_BIG : status;
}

static bool find_edits(changing *c, const sx_strs *names) {
  for (size_t i = 0; i < names->len; i++) {
    edit one;
    if (!look(c, names->items[i], &one)) return false;
    edit *added = SX_ARRAY_ADD(&c->edits, c->call->arena);
    if (!added) return false;
    *added = one;
  }
  if (c->edits.len) qsort(c->edits.items, c->edits.len, sizeof *c->edits.items, compare_edits);
  return true;
}

sx_kept_list *sx_kept_list_change(sx_call *call, const sx_root *root, const sx_kept_list *before,
                                  const sx_strs *names, uint64_t turn) {
  changing c = {.call = call, .root = root, .before = before};
  bool is_hidden = false;
  bool is_found = sx_known_rules_init(&c.rules, call, root->real_path, &is_hidden) == SX_OK &&
                  !is_hidden && find_edits(&c, names);
  sx_known_rules_release(&c.rules);
  c.made = is_found ? sx_calloc(1, sizeof *c.made) : NULL;
  if (!c.made) return NULL;
  sx_arena_init(&c.made->arena, MAX_MEMORY);
  if (make(&c, turn) == SX_OK) return c.made;
  c.made->base = NULL;
  sx_kept_list_free(c.made);
  return NULL;
}
