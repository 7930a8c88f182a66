#include "refactor/signature_calls.h"

static bool is_positional(const sx_signature *change, size_t old) {
  return sx_signature_old(change, old)->kind == SX_PARAMETER_PLAIN &&
         sx_signature_mode(change, false, old) != SX_MODE_KEYWORD;
}

static size_t find_kind(const sx_signature *change, sx_parameter_kind kind) {
  for (size_t i = 0; i < sx_signature_old_count(change); i++)
    if (sx_signature_old(change, i)->kind == kind) return i;
  return SX_STR_NONE;
}

static size_t next_positional(const sx_signature *change, size_t from) {
  while (from < sx_signature_old_count(change) && !is_positional(change, from)) from++;
  return from < sx_signature_old_count(change) ? from : SX_STR_NONE;
}

#define ADD(list, value, map, err)                                                                 \
  do {                                                                                             \
    size_t *added = SX_ARRAY_ADD((list), (map)->change->call->arena);                              \
    if (!added) return sx_fail((err), (map)->change->call->arena->status, NULL);                   \
    *added = (value);                                                                              \
  } while (0)

static sx_status take_plain(sx_call_map *map, size_t index, size_t *next, sx_err *err) {
  if (map->tail.len) {
    ADD(&map->tail, index, map, err);
    return SX_OK;
  }
  *next = *next == SX_STR_NONE ? *next : next_positional(map->change, *next);
  if (*next != SX_STR_NONE) {
    map->given[*next] = index;
    ++*next;
    return SX_OK;
  }
  if (find_kind(map->change, SX_PARAMETER_REST) == SX_STR_NONE)
    return sx_fail(err, SX_REFUSED,
                   "this call has more arguments than the function has parameters");
  ADD(&map->rest, index, map, err);
  return SX_OK;
}

/* A spread fills whatever comes next; where only the rest is left, it is part of that. */
static sx_status take_spread(sx_call_map *map, size_t index, size_t *next, sx_err *err) {
  size_t at = *next == SX_STR_NONE ? *next : next_positional(map->change, *next);
  bool has_rest = find_kind(map->change, SX_PARAMETER_REST) != SX_STR_NONE;
  if (!map->tail.len && at == SX_STR_NONE && has_rest) {
    *next = at;
    ADD(&map->rest, index, map, err);
    return SX_OK;
  }
  if (!map->tail.len) map->tail_from = at;
  if (at == SX_STR_NONE && !map->tail.len)
    return sx_fail(err, SX_REFUSED, "this call spreads more arguments than there are parameters");
  ADD(&map->tail, index, map, err);
  return SX_OK;
}

static sx_status take_keyword(sx_call_map *map, size_t index, sx_err *err) {
  const sx_signature *change = map->change;
  sx_str name = map->arguments->items.items[index].name;
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    const sx_parameter *one = sx_signature_old(change, i);
    bool has_name = one->kind == SX_PARAMETER_PLAIN && sx_str_is_equal(one->name, name);
    if (!has_name || sx_signature_mode(change, false, i) == SX_MODE_POSITION) continue;
    if (map->given[i] != SX_STR_NONE)
      return sx_fail(err, SX_REFUSED, "this call gives a parameter twice");
    map->given[i] = index;
    return SX_OK;
  }
  if (find_kind(change, SX_PARAMETER_KEYWORDS) == SX_STR_NONE)
    return sx_fail(err, SX_REFUSED, "this call has the keyword '%.*s', which no parameter is",
                   SX_STR_ARG(name));
  for (size_t i = 0; i < change->items.len; i++)
    if (sx_str_is_equal(change->items.items[i].as.name, name))
      return sx_fail(err, SX_REFUSED,
                     "this call gives '%.*s' to the function's keywords, which would become the "
                     "parameter",
                     SX_STR_ARG(name));
  ADD(&map->extra, index, map, err);
  return SX_OK;
}

static sx_status take_one(sx_call_map *map, size_t index, size_t *next, sx_err *err) {
  switch (map->arguments->items.items[index].kind) {
  case SX_ARGUMENT_KEYWORD: return take_keyword(map, index, err);
  case SX_ARGUMENT_SPREAD: return take_spread(map, index, next, err);
  case SX_ARGUMENT_KEYWORDS:
    map->has_spread_keywords = true;
    ADD(&map->extra, index, map, err);
    return SX_OK;
  default: return take_plain(map, index, next, err);
  }
}

/* Go's f(g()) passes all results of g. */
static sx_status check_missing(const sx_call_map *map, sx_err *err) {
  const sx_signature *change = map->change;
  for (size_t i = 0; i < sx_signature_old_count(change); i++) {
    const sx_parameter *one = sx_signature_old(change, i);
    bool is_required = one->kind == SX_PARAMETER_PLAIN && !one->value.len && !one->is_optional;
    if (!is_required || map->given[i] != SX_STR_NONE) continue;
    if (map->tail.len && i >= map->tail_from) continue;
    if (map->has_spread_keywords || change->family == SX_SIGNATURE_SCRIPT) continue;
    return sx_fail(err, SX_REFUSED, "this call does not give '%.*s' by itself",
                   SX_STR_ARG(one->name));
  }
  return SX_OK;
}

/* JavaScript: `undefined` is what leaves an argument out. */
static void pass_over_undefined(sx_call_map *map) {
  if (map->change->family != SX_SIGNATURE_SCRIPT) return;
  for (size_t i = 0; i < sx_signature_old_count(map->change); i++) {
    if (map->given[i] == SX_STR_NONE) continue;
    sx_str text = map->arguments->items.items[map->given[i]].text;
    if (sx_str_is_equal(text, SX_STR("undefined"))) map->given[i] = SX_STR_NONE;
  }
}

sx_status sx_call_map_make(sx_call_map *out, sx_signature *change, const sx_nodes *nodes,
                           const sx_signature_site *site, sx_err *err) {
  size_t count = sx_signature_old_count(change), next = 0;
  sx_status status = SX_OK;
  *out = (sx_call_map){.change = change,
                       .nodes = nodes,
                       .arguments = &site->arguments,
                       .tail_from = SX_STR_NONE,
                       .receivers = site->has_receiver};
  out->given = sx_arena_calloc(change->call->arena, count + 1, sizeof *out->given);
  if (!out->given) return sx_fail(err, change->call->arena->status, NULL);
  for (size_t i = 0; i < count; i++) out->given[i] = SX_STR_NONE;
  if (out->receivers &&
      (!site->arguments.items.len || site->arguments.items.items[0].kind != SX_ARGUMENT_PLAIN))
    return sx_fail(err, SX_REFUSED, "this call does not give its object as the first argument");
  for (size_t i = out->receivers; i < site->arguments.items.len && !status; i++)
    status = take_one(out, i, &next, err);
  if (!status) status = check_missing(out, err);
  if (!status) pass_over_undefined(out);
  return status;
}
