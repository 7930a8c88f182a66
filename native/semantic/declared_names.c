#include "semantic/declared_parts.h"

#include "base/map.h"
#include "symbols/names.h"
#include "symbols/near.h"
#include "symbols/reader.h"

typedef struct naming {
  sx_symbols_wanted wanted;
  sx_str name;
  sx_declared_names *out;
  sx_map seen;
} naming;

static sx_status add_name(naming *n, sx_str name, sx_arena *arena, sx_err *err) {
  uint64_t ignored;
  if (sx_map_find(&n->seen, name, &ignored)) return SX_OK;
  sx_status status = sx_map_put(&n->seen, name, 1);
  return status ? sx_fail(err, status, NULL) : sx_strs_add(&n->out->names, name, arena, err);
}

static sx_status name_in(const sx_declared_source *from, void *arg, sx_err *err) {
  naming *n = arg;
  size_t count;
  sx_strs names = {0};
  sx_arena *arena = from->search->call->arena;
  sx_status status = sx_symbols_find_names(from->symbols, &n->wanted, &names, &count, arena, err);
  for (size_t i = 0; i < names.len && !status; i++)
    status = add_name(n, names.items[i], arena, err);
  if (!status) n->out->left += count - names.len;
  return status;
}

/* Also of those whose beginnings are wanted; the longest, which the fewest texts have, first. */
static sx_status read_fresh_with(sx_declared_search *search, const sx_strs *wanted, sx_err *err) {
  sx_strs parts = {0};
  sx_arena *arena = search->call->arena;
  sx_status status = SX_OK;
  for (size_t i = 0; i < wanted->len && !status; i++) {
    sx_str part = wanted->items[i];
    if (sx_str_has_suffix(part, SX_STR("*"))) part.len--;
    status = sx_strs_add(&parts, part, arena, err);
    if (status || part.len <= parts.items[0].len) continue;
    parts.items[i] = parts.items[0];
    parts.items[0] = part;
  }
  return status ? status : sx_declared__read_fresh(search, &parts, err);
}

sx_status sx_declared_find_names(sx_declared_search *search, const sx_symbols_wanted *wanted,
                                 sx_declared_names *out, sx_err *err) {
  sx_arena *arena = search->call->arena;
  naming n = {.wanted = *wanted, .out = out};
  *out = (sx_declared_names){0};
  sx_map_init(&n.seen, arena);
  sx_status status = read_fresh_with(search, wanted->parts, err);
  if (!status) status = sx_declared__ask_all(search, name_in, &n, err);
  for (size_t i = 0; i < search->fresh.len && !status; i++)
    if (sx_symbols_has_parts(search->fresh.items[i].name, wanted->parts))
      status = add_name(&n, search->fresh.items[i].name, arena, err);
  return status;
}

static sx_status near_in(const sx_declared_source *from, void *arg, sx_err *err) {
  naming *n = arg;
  sx_strs names = {0};
  sx_arena *arena = from->search->call->arena;
  sx_status status = sx_symbols_find_near(from->symbols, n->name, &names, arena, err);
  for (size_t i = 0; i < names.len && !status; i++)
    status = add_name(n, names.items[i], arena, err);
  return status;
}

sx_status sx_declared_find_near(sx_declared_search *search, sx_str name, sx_declared_names *out,
                                sx_err *err) {
  sx_arena *arena = search->call->arena;
  naming n = {.name = name, .out = out};
  const sx_strs all = {0};
  *out = (sx_declared_names){0};
  sx_map_init(&n.seen, arena);
  sx_status status = sx_declared__read_fresh(search, &all, err);
  if (!status) status = sx_declared__ask_all(search, near_in, &n, err);
  for (size_t i = 0; i < search->fresh.len && !status; i++)
    if (sx_symbols_is_near(search->fresh.items[i].name, name))
      status = add_name(&n, search->fresh.items[i].name, arena, err);
  return status;
}
