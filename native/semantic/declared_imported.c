#include "base/map.h"
#include "semantic/declared_parts.h"
#include "symbols/imported.h"

/* More declarations of a name than that have little in common, and take more time. */
#define MAX_COUNTED ((size_t)300)

/** An end of a path, which specifiers may have. */
typedef struct path_end {
  size_t owner;    /* the declaration that it counts for: that of the shortest path */
  bool is_several; /* paths end so: a relative one may mean any of them */
} path_end;

typedef struct counting {
  sx_declared_search *search;
  sx_declared_list *list;
  sx_strs ends;
  SX_ARRAY(path_end) of; /* each of `ends` */
  sx_map numbers;        /* of the ends */
  sx_symbols_imported *counts;
} counting;

static sx_str below_root(const sx_declared *one) {
  return sx_symbols_imported_path(sx_str_slice(one->path, one->folder + 1, one->path.len));
}

static sx_status put_end(counting *c, size_t number, sx_str end) {
  sx_arena *arena = c->search->call->arena;
  const sx_declared *all = c->list->items;
  uint64_t known;
  if (sx_map_find(&c->numbers, end, &known)) {
    path_end *of = &c->of.items[known];
    sx_str path = all[number].path, owner = all[of->owner].path;
    if (sx_str_is_equal(path, owner)) return SX_OK;
    of->is_several = true;
    if (path.len < owner.len) of->owner = number;
    return SX_OK;
  }
  path_end *added = SX_ARRAY_ADD(&c->of, arena);
  if (!added) return arena->status;
  *added = (path_end){.owner = number};
  sx_status status = sx_strs_add(&c->ends, end, arena, NULL);
  return status ? status : sx_map_put(&c->numbers, end, c->ends.len - 1);
}

static sx_status put_ends(counting *c, size_t number) {
  sx_str path = below_root(&c->list->items[number]);
  sx_status status = SX_OK;
  for (size_t at = 0; at < path.len && !status;) {
    status = put_end(c, number, sx_str_slice(path, at, path.len));
    size_t slash = sx_str_find_char(path, '/', at);
    at = slash == SX_STR_NONE ? path.len : slash + 1;
  }
  return status;
}

static uint32_t importers_of(const counting *c, size_t number) {
  const sx_declared *one = &c->list->items[number];
  sx_str path = below_root(one);
  uint32_t count = 0;
  for (size_t at = 0; at < path.len;) {
    uint64_t known = 0;
    if (sx_map_find(&c->numbers, sx_str_slice(path, at, path.len), &known)) {
      const path_end *of = &c->of.items[known];
      if (!of->is_several) count += c->counts[known].relative;
      if (sx_str_is_equal(c->list->items[of->owner].path, one->path))
        count += c->counts[known].absolute;
    }
    size_t slash = sx_str_find_char(path, '/', at);
    at = slash == SX_STR_NONE ? path.len : slash + 1;
  }
  return count;
}

static sx_status count_in(const sx_declared_source *from, void *arg, sx_err *err) {
  const counting *c = arg;
  return sx_symbols_count_importers(from->symbols, &c->ends, c->counts, err);
}

sx_status sx_declared_count_importers(sx_declared_search *search, sx_declared_list *list,
                                      sx_err *err) {
  sx_arena *arena = search->call->arena;
  counting c = {.search = search, .list = list};
  if (list->len < 2 || list->len > MAX_COUNTED) return SX_OK;
  sx_status status = SX_OK;
  sx_map_init(&c.numbers, arena);
  for (size_t i = 0; i < list->len && !status; i++) status = put_ends(&c, i);
  if (!status) c.counts = sx_arena_calloc(arena, c.ends.len + 1, sizeof *c.counts);
  if (status || !c.counts) return sx_fail(err, status ? status : arena->status, NULL);
  status = sx_declared__ask_all(search, count_in, &c, err);
  for (size_t i = 0; i < list->len && !status; i++) list->items[i].importers = importers_of(&c, i);
  return status;
}
