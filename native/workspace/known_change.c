#include "base/folder.h"
#include "base/mem.h"
#include "os/watch.h"
#include "workspace/change_log.h"
#include "workspace/known_parts.h"
#include "workspace/known_rules.h"

#include <stdlib.h>

#define MAX_MEMORY ((size_t)1 << 30)
/* More paths that came or went are not looked at one by one, but for those that rules hide. */
#define MAX_LOOKED_AT 256
/* To look at so few is quicker than reading the rules. */
#define FEW 4
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
  sx_kept_list *before;
  bool has_rules;
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

/* False: all is hidden, or without memory. */
static bool read_rules(changing *c) {
  bool is_hidden = false;
  if (c->has_rules) return true;
  c->has_rules = true;
  return !sx_known_rules_init(&c->rules, c->call, c->root->real_path, &is_hidden) && !is_hidden;
}

/* Whatever is at the path. */
static bool is_hidden(changing *c, sx_str path) {
  bool is_listed;
  if (sx_known_rules_ask(&c->rules, path, false, &is_listed) || is_listed) return false;
  return !sx_known_rules_ask(&c->rules, path, true, &is_listed) && !is_listed;
}

/* Also something below it. */
static bool is_in_list(const changing *c, sx_str path) {
  const sx_known_list *list = &c->before->list;
  return sx_known_list_has(list, path) || sx_known_list_has_link(list, path) ||
         sx_known_list_has_below(list, path);
}

/* Whether the list has just what the edit would put there. */
static bool is_in_place(const changing *c, const edit *one) {
  const sx_known_list *list = &c->before->list;
  return sx_known_list_has(list, one->path) == one->is_file &&
         sx_known_list_has_link(list, one->path) == one->is_link &&
         !sx_known_list_has_below(list, one->path);
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
  *out = (edit){.path = path, .is_link = is_link, .is_file = !is_link && !is_folder};
  /* Rules have not changed since the list was made. */
  if (!is_folder && is_in_place(c, out)) return true;
  if (!read_rules(c) || sx_known_rules_ask(&c->rules, path, is_folder, &is_listed)) return false;
  if (!is_listed) *out = (edit){.path = path};
  return !is_listed || (!is_folder && is_watched(c, sx_folder_of(path)));
}

static int compare_paths(const void *left, const void *right) {
  return sx_path_compare(*(const sx_str *)left, *(const sx_str *)right);
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

/* Only those that change something: a build writes thousands of files that rules hide. */
static bool find_edits(changing *c, sx_strs *names) {
  size_t looked_at = 0;
  if (names->len > FEW && !read_rules(c)) return false;
  /* The rules of a folder are read once for all names in it. */
  if (names->len) qsort(names->items, names->len, sizeof *names->items, compare_paths);
  for (size_t i = 0; i < names->len; i++) {
    sx_str path = names->items[i];
    edit one;
    if (c->has_rules && !is_in_list(c, path) && is_hidden(c, path)) continue;
    if (looked_at++ == MAX_LOOKED_AT || !look(c, path, &one)) return false;
    edit *added = is_in_place(c, &one) ? NULL : SX_ARRAY_ADD(&c->edits, c->call->arena);
    if (added) *added = one;
  }
  if (c->call->arena->status) return false;
  return true;
}

sx_kept_list *sx_kept_list_change(sx_call *call, const sx_root *root, sx_kept_list *before,
                                  sx_strs *names, uint64_t turn) {
  changing c = {.call = call, .root = root, .before = before};
  bool is_found = find_edits(&c, names);
  if (c.has_rules) sx_known_rules_release(&c.rules);
  if (is_found && !c.edits.len) return before;
  c.made = is_found ? sx_calloc(1, sizeof *c.made) : NULL;
  if (!c.made) return NULL;
  sx_arena_init(&c.made->arena, MAX_MEMORY);
  if (make(&c, turn) == SX_OK) return c.made;
  c.made->base = NULL;
  sx_kept_list_free(c.made);
  return NULL;
}
