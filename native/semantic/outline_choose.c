#include "semantic/outline_choose.h"

#include "resolve/locator.h"

#define MAX_MISTAKES 2
#define LETTERS_PER_MISTAKE 4

typedef struct choice {
  sx_outline_entries *out;
  size_t *locals;
  const sx_outline *file;
  const sx_outline_view *view;
  sx_arena *arena;
} choice;

/* The symbol of the file whose name is most like it; or empty. In short names no letter may be
 * wrong, but its case may. */
static sx_str nearest_to(const sx_host_symbols *symbols, sx_str name) {
  size_t most = name.len / LETTERS_PER_MISTAKE, best;
  if (most > MAX_MISTAKES) most = MAX_MISTAKES;
  best = most + 1;
  sx_str nearest = SX_STR("");
  for (size_t i = 0; i < symbols->len; i++) {
    sx_str one = sx_locator_bare_name(symbols->items[i].name);
    size_t distance = sx_str_distance(one, name, most);
    if (distance >= best) continue;
    best = distance;
    nearest = one;
  }
  return nearest;
}

static sx_status fail_target(const choice *c, sx_str name, sx_err *err) {
  sx_str nearest = nearest_to(&c->file->symbols, name);
  if (nearest.len)
    return sx_fail(err, SX_NOT_FOUND,
                   "symbol: the file declares no symbol '%.*s'. Did you mean '%.*s'?",
                   SX_STR_ARG(c->view->target), SX_STR_ARG(nearest));
  return sx_fail(err, SX_NOT_FOUND,
                 "symbol: the file declares no symbol '%.*s'. Call without symbol for all of them.",
                 SX_STR_ARG(c->view->target));
}

static bool is_below(const sx_host_symbol *target, const sx_host_symbol *one) {
  return one->depth > target->depth && sx_range16_contains(target->range, one->range);
}

/* Whether the symbol is named so; `*number` counts those that are. */
static bool is_target(const sx_locator *locator, const sx_host_symbol *one, uint32_t *number) {
  if (!sx_str_is_equal(sx_locator_bare_name(one->name), locator->name) ||
      !sx_locator_is_in(locator, one->container))
    return false;
  return (*number)++ == locator->index || !locator->has_index;
}

/* Code stands at what nothing is listed in. */
static void choose_code(sx_outline_entries *list, sx_outline_mode mode) {
  for (size_t i = 0; i < list->len; i++) {
    sx_outline_entry *entry = &list->items[i];
    bool is_innermost = i + 1 == list->len || list->items[i + 1].depth <= entry->depth;
    bool is_asked = mode == SX_OUTLINE_FULL || (mode == SX_OUTLINE_MINIMAL && !entry->depth);
    entry->has_code = is_asked && is_innermost;
  }
}

static sx_status add_entry(const choice *c, const sx_host_symbol *symbol, uint32_t base,
                           sx_err *err) {
  if (symbol->depth - base >= c->view->max_depth) return SX_OK;
  sx_outline_entry *entry = SX_ARRAY_ADD(c->out, c->arena);
  if (!entry) return sx_fail(err, c->arena->status, NULL);
  *entry = (sx_outline_entry){symbol, symbol->depth - base, false};
  return SX_OK;
}

static size_t count_locals(const choice *c, const sx_host_symbol *target) {
  const sx_host_symbols *locals = &c->file->locals;
  size_t count = 0;
  for (size_t i = 0; i < locals->len; i++)
    count += sx_range16_contains(target->range, locals->items[i].range);
  return count;
}

/* Whether something is in one of the targets. */
static bool has_inner(const sx_host_symbols *symbols, const sx_locator *locator) {
  const sx_host_symbol *target = NULL;
  uint32_t number = 0;
  for (size_t i = 0; i < symbols->len; i++) {
    if (target && is_below(target, &symbols->items[i])) return true;
    target = is_target(locator, &symbols->items[i], &number) ? &symbols->items[i] : NULL;
  }
  return false;
}

/* The one at `i`, if `is_shown`, and what is in it; `*i` is the last of these then. */
static sx_status add_target(const choice *c, size_t *i, bool is_shown, sx_err *err) {
  const sx_host_symbols *symbols = &c->file->symbols;
  const sx_host_symbol *target = &symbols->items[*i];
  uint32_t base = target->depth + !is_shown;
  sx_status status = is_shown ? add_entry(c, target, base, err) : SX_OK;
  *c->locals += count_locals(c, target);
  for (; *i + 1 < symbols->len && is_below(target, &symbols->items[*i + 1]) && !status; ++*i)
    status = add_entry(c, &symbols->items[*i + 1], base, err);
  return status;
}

/* `func (e *Engine) Run()`: a member of the target that stands outside of it, as gopls or the text
 * have it. */
static bool is_outer_member(const choice *c, const sx_locator *target, const sx_host_symbol *one) {
  sx_locator members = *target;
  if (members.has_index || members.parent_count == SX_LOCATOR_MAX_PARTS - 1) return false;
  members.parents[members.parent_count++] = members.name;
  sx_str container = sx_locator_own_container(one->name, one->container, c->arena);
  return container.len && sx_locator_is_in(&members, container);
}

/*
 * All that `target` names (`Order`, `Order.total`): an interface and its variable, the overloads of
 * a function; with a number (`save[1]`) one of them.
 */
static sx_status add_targets(const choice *c, sx_err *err) {
  const sx_host_symbols *symbols = &c->file->symbols;
  sx_locator locator = {0};
  uint32_t number = 0;
  bool is_found = false;
  sx_status status = sx_locator_parse_name(&locator, "symbol", c->view->target, err);
  bool is_shown = c->view->mode != SX_OUTLINE_STRUCTURE || !has_inner(symbols, &locator);
  for (size_t i = 0; i < symbols->len && !status; i++) {
    const sx_host_symbol *one = &symbols->items[i];
    if (is_target(&locator, one, &number)) {
      status = add_target(c, &i, is_shown, err);
      is_found = true;
    } else if (is_outer_member(c, &locator, one)) {
      status = add_entry(c, one, one->depth, err);
      is_found = true;
    }
  }
  return status || is_found ? status : fail_target(c, locator.name, err);
}

sx_status sx_outline_choose(sx_outline_entries *out, size_t *locals, const sx_outline *file,
                            const sx_outline_view *view, sx_arena *arena, sx_err *err) {
  const choice c = {out, locals, file, view, arena};
  sx_status status = SX_OK;
  *locals = 0;
  if (view->target.len) {
    status = add_targets(&c, err);
  } else {
    *locals = file->locals.len;
    for (size_t i = 0; i < file->symbols.len && !status; i++)
      status = add_entry(&c, &file->symbols.items[i], 0, err);
  }
  choose_code(out, view->mode);
  return status;
}
