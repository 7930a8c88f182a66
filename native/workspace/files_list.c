#include "base/mem.h"
#include "workspace/files_parts.h"

#include <stdlib.h>

#define SORT_BY_HAND 12

/* ---- one folder -------------------------------------------------------------------------- */

static int compare_names(const void *left, const void *right) {
  const sx_walk_entry *a = left, *b = right;
  return sx_str_compare(a->name, b->name);
}

/*
 * By bytes of the name: a folder stands where its name does, and what is in it follows, so `/` is
 * below all other bytes. Most folders are small.
 */
static void sort_entries(sx_walk_entry *entries, size_t count) {
  if (count > SORT_BY_HAND) {
    qsort(entries, count, sizeof *entries, compare_names);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    sx_walk_entry moved = entries[i];
    size_t at = i;
    for (; at > 0 && sx_str_compare(entries[at - 1].name, moved.name) > 0; at--)
      entries[at] = entries[at - 1];
    entries[at] = moved;
  }
}

/* The names in one piece of memory. */
static sx_str *copy_names(const sx_walk_folder *folder, sx_arena *arena) {
  size_t bytes = 0;
  for (size_t i = 0; i < folder->count; i++) bytes += folder->entries[i].name.len;
  sx_str *names = sx_arena_calloc(arena, folder->count, sizeof *names);
  char *text = names ? sx_arena_alloc(arena, bytes) : NULL;
  if (!text) return NULL;
  for (size_t i = 0; i < folder->count; i++) {
    sx_str name = folder->entries[i].name;
    memcpy(text, name.ptr, name.len);
    names[i] = sx_str_make(text, name.len);
    text += name.len;
  }
  return names;
}

/* Which of the entries are links; false without memory. */
static bool mark_links(sx_files_listed *listed, const sx_walk_folder *folder, sx_arena *arena) {
  bool *links = NULL;
  for (size_t i = 0; i < folder->count; i++) {
    if (folder->entries[i].kind != SX_WALK_LINK) continue;
    if (!links && !(links = sx_arena_calloc(arena, folder->count, sizeof *links))) return false;
    links[i] = true;
  }
  listed->are_links = links;
  return true;
}

sx_status sx_files__keep(sx_files_walk *w, size_t worker, sx_walk_folder *folder) {
  sx_arena *arena = &w->workers[worker].arena;
  sx_files_below *self = (sx_files_below *)folder->context; /* its slot: only this thread's */
  sx_files_listed *listed = SX_ARENA_NEW(arena, sx_files_listed);
  if (!listed) return arena->status;
  sort_entries(folder->entries, folder->count);
  for (size_t i = 0; i < folder->count; i++)
    listed->folder_count += folder->entries[i].kind == SX_WALK_FOLDER;
  listed->count = folder->count;
  listed->names = copy_names(folder, arena);
  listed->folders = sx_arena_calloc(arena, listed->folder_count, sizeof *listed->folders);
  if (!listed->names || !listed->folders) return arena->status;
  if (w->query->links && !mark_links(listed, folder, arena)) return arena->status;
  sx_files_below *next = listed->folders;
  for (size_t i = 0; i < folder->count; i++) {
    if (folder->entries[i].kind != SX_WALK_FOLDER) continue;
    *next = (sx_files_below){.scope = folder->entries[i].context, .index = i};
    folder->entries[i].context = next++;
  }
  self->listed = listed;
  return SX_OK;
}

/* ---- all of them ------------------------------------------------------------------------- */

/* A folder on the way down. */
typedef struct level {
  const sx_files_listed *listed;
  size_t next;        /* entry */
  size_t next_folder; /* of its folders */
  size_t path_len;    /* with the slash */
} level;

typedef struct joining {
  SX_ARRAY(level) levels;
  sx_arena scratch;
  sx_buf path; /* of the folder, with a slash */
  bool with_folders;
  sx_strs *links; /* or NULL */
  sx_arena *arena;
  /* The first time what there will be is counted, the second time it is written. */
  size_t count, bytes;
  sx_str *items;
  char *text;
} joining;

static void take_path(joining *j, sx_str name) {
  size_t len = j->path.len + name.len;
  if (j->items) {
    memcpy(j->text, j->path.ptr, j->path.len);
    memcpy(j->text + j->path.len, name.ptr, name.len);
    j->items[j->count] = sx_str_make(j->text, len);
    j->text += len + 1;
  }
  j->count++;
  j->bytes += len + 1;
}

static sx_status take_link(joining *j, sx_str name) {
  if (j->items) return SX_OK; /* the first time it was taken */
  sx_str path = sx_arena_printf(j->arena, "%.*s%.*s", (int)j->path.len,
                                j->path.len ? j->path.ptr : "", SX_STR_ARG(name));
  return j->arena->status ? j->arena->status : sx_strs_add(j->links, path, j->arena, NULL);
}

static sx_status enter(joining *j, const sx_files_listed *listed) {
  level *added = SX_ARRAY_ADD(&j->levels, &j->scratch);
  if (!added) return j->scratch.status;
  *added = (level){listed, 0, 0, j->path.len};
  return j->path.status;
}

/* Each path of the tree, from the top down. */
static sx_status take_all(joining *j, const sx_files_listed *top) {
  j->count = j->bytes = j->levels.len = 0;
  sx_buf_clear(&j->path);
  sx_status status = top ? enter(j, top) : SX_OK;
  while (j->levels.len && !status) {
    level *here = &j->levels.items[j->levels.len - 1];
    const sx_files_listed *listed = here->listed;
    sx_buf_truncate(&j->path, here->path_len);
    if (here->next == listed->count) {
      j->levels.len--;
      continue;
    }
    size_t at = here->next++;
    sx_str name = listed->names[at];
    if (listed->are_links && listed->are_links[at]) {
      status = take_link(j, name);
      continue;
    }
    const sx_files_below *below =
        here->next_folder < listed->folder_count ? &listed->folders[here->next_folder] : NULL;
    bool is_folder = below && below->index == at;
    if (!is_folder || j->with_folders) take_path(j, name);
    if (!is_folder) continue;
    here->next_folder++;
    if (!below->listed) continue;
    sx_buf_add(&j->path, name);
    sx_buf_add_char(&j->path, '/');
    status = enter(j, below->listed);
  }
  return status;
}

static sx_status join(joining *j, const sx_files_listed *top, sx_strs *out) {
  sx_arena *arena = j->arena;
  sx_status status = take_all(j, top);
  if (status) return status;
  *out = (sx_strs){.items = sx_arena_calloc(arena, j->count, sizeof *out->items)};
  j->text = sx_arena_alloc(arena, j->bytes);
  if (!out->items || !j->text) return arena->status;
  out->len = out->cap = j->count;
  j->items = out->items;
  return take_all(j, top);
}

sx_status sx_files_list(sx_call *call, const sx_files_query *query, sx_strs *out,
                        sx_files_seen *seen, sx_err *err) {
  *out = (sx_strs){0};
  *seen = (sx_files_seen){.first_unreadable = SX_STR("")};
  sx_files_walk *w = sx_calloc(1, sizeof *w);
  if (!w) return sx_fail(err, SX_NOMEM, NULL);
  w->call = call;
  w->query = query;
  w->seen = seen;
  w->is_list = true;
  sx_status status = sx_files__run(w, err);
  if (!status) {
    joining j = {.with_folders = query->with_folders,
                 .links = query->links,
                 .arena = query->arena ? query->arena : call->arena};
    sx_arena_init(&j.scratch, (size_t)1 << 30);
    sx_buf_init(&j.path, (size_t)1 << 30);
    status = join(&j, w->top.listed, out);
    if (status) sx_fail(err, status, NULL);
    sx_buf_release(&j.path);
    sx_arena_release(&j.scratch);
  }
  sx_files__release(w);
  sx_free(w);
  return status;
}
