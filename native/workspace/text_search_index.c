#include "os/parallel.h"
#include "workspace/files.h"
#include "workspace/text_index.h"
#include "workspace/text_search_parts.h"

/* As many files are taken by a thread at once: most are small. */
#define CHUNK 16

typedef struct narrowed_search {
  sx_text_search_state *s;
  sx_strs paths; /* to read */
} narrowed_search;

static sx_status search(void *arg, size_t worker, size_t from, size_t to) {
  const narrowed_search *n = arg;
  sx_status status = sx_port_call_check(n->s->call->wait);
  for (size_t i = from; i < to && !status; i++)
    status = sx_text_search__visit(n->s, worker, n->paths.items[i]);
  return status;
}

/* Files that need not be read were searched, too: by the index. */
static sx_status sort_files(narrowed_search *n, const sx_text_narrowed *narrowed) {
  sx_text_search_state *s = n->s;
  sx_text_searcher *own = &s->workers[0];
  n->paths.items = sx_arena_alloc(s->call->arena, (narrowed->count + 1) * sizeof *n->paths.items);
  if (!n->paths.items) return s->call->arena->status;
  for (size_t i = narrowed->from; i < narrowed->to; i++) {
    sx_str path = sx_text_narrowed_path(narrowed, i);
    if (!sx_text_search__has(s, path)) continue;
    size_t dirty = s->dirty.len ? sx_text_search__find_dirty(s, path) : 0;
    if (dirty < s->dirty.len)
      s->is_dirty_found[dirty] = true;
    else if (sx_text_narrowed_reads(narrowed, i))
      n->paths.items[n->paths.len++] = path;
    else if (narrowed->binary[i / 64] >> (i % 64) & 1)
      own->found.binary++;
    else
      own->found.searched++;
  }
  return SX_OK;
}

static sx_status note_unreadable(sx_text_search_state *s, const sx_known_list *list) {
  sx_left_out *out = &s->workers[0].found.unreadable;
  sx_arena *arena = &s->workers[0].arena;
  if (!list->unreadable) return SX_OK;
  if (!out->count)
    out->first = sx_arena_printf(arena, "%.*s%.*s", SX_STR_ARG(s->shown),
                                 SX_STR_ARG(list->first_unreadable));
  out->count += list->unreadable;
  return arena->status;
}

sx_status sx_text_search__by_index(sx_text_search_state *s, bool *is_done, sx_err *err) {
  narrowed_search n = {.s = s};
  sx_text_narrowed narrowed;
  *is_done = false;
  if (s->only.len || s->query->with_ignored || s->folder.len < 2) return SX_OK;
  const sx_grep_need need = sx_grep_get_need(s->query->grep);
  sx_str folder = sx_str_slice(s->folder, 0, s->folder.len - 1);
  sx_status status = sx_text_index_narrow(&narrowed, s->call, folder, &need, err);
  if (status || !narrowed.list) return status;
  status = sort_files(&n, &narrowed);
  if (!status) status = note_unreadable(s, narrowed.list);
  const sx_parallel work = {.count = n.paths.len,
                            .chunk = CHUNK,
                            .threads = sx_files_workers(),
                            .run = search,
                            .arg = &n};
  if (!status) status = sx_parallel_run(&work);
  *is_done = !status;
  sx_text_index_release(s->call, &narrowed);
  return status;
}
