#include "resolve/members_parts.h"

#include "workspace/outline.h"
#include "workspace/paths.h"
#include "servers/readiness.h"

#define MAX_REFERENTS 64
/* Bases of bases, and modules that export all of others. */
#define MAX_DEPTH 6

static bool has(const sx_referents *all, const sx_referent *one) {
  for (size_t i = 0; i < all->len; i++) {
    const sx_referent *known = &all->items[i];
    if (known->is_module == one->is_module && sx_pos16_is_equal(known->at, one->at) &&
        sx_str_is_equal(known->path, one->path))
      return true;
  }
  return false;
}

sx_status sx_referents_add(sx_call *call, sx_referents *out, const sx_referent *referent,
                           sx_err *err) {
  if (has(out, referent)) return SX_OK;
  if (out->len >= MAX_REFERENTS) return SX_OK; /* more of one name would not help */
  sx_referent *added = SX_ARRAY_ADD(out, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = *referent;
  return SX_OK;
}

sx_status sx_referents_of_places(sx_call *call, const sx_places *places, sx_str name,
                                 sx_referents *out, sx_err *err) {
  for (size_t i = 0; i < places->len; i++) {
    const sx_document *document;
    sx_referent referent = {.path = sx_path_own(call, places->items[i].path),
                            .at = places->items[i].range.start,
                            .name = name,
                            .kind = SX_STR(""),
                            .container = SX_STR(""),
                            .inherited_by = SX_STR("")};
    if (!referent.at.line && !referent.at.character) {
      sx_status status = sx_document_peek(call, referent.path, &document, err);
      if (sx_status_ends_call(status) || status == SX_DEADLINE) return status;
      referent.is_module = !status && !sx_str_has_prefix(document->text, name);
    }
    sx_status status = sx_referents_add(call, out, &referent, err);
    if (status) return status;
  }
  return SX_OK;
}

/* Runs a batch that asks `count` times for places, and ends it. */
static sx_status take_places(sx_call *call, sx_batch *batch, size_t count, sx_places *out,
                             sx_err *err) {
  sx_status status = count ? sx_batch_run_within(batch, SX_PATIENCE_MS, err) : SX_OK;
  for (size_t i = 0; i < count && !status; i++) {
    sx_places found = {0};
    status = sx_batch_get_places(batch, i, &found, err);
    for (size_t k = 0; k < found.len && !status; k++) {
      sx_place *place = SX_ARRAY_ADD(out, call->arena);
      if (!place) status = sx_fail(err, call->arena->status, NULL);
      if (place) *place = found.items[k];
    }
    if (status == SX_HOST) status = SX_OK;
  }
  sx_batch_release(batch);
  bool is_stuck = sx_port_call_outlasts(call->wait, status);
  return is_stuck ? SX_OK : status;
}

sx_status sx_members__ask_definitions(sx_call *call, const sx_document *document,
                                      const size_t *offsets, size_t count, sx_places *out,
                                      sx_err *err) {
  sx_batch batch;
  *out = (sx_places){0};
  sx_batch_init(&batch, call->wait, call->arena);
  for (size_t i = 0; i < count; i++)
    sx_batch_definition(&batch, document->path, sx_document_position(document, offsets[i]));
  return take_places(call, &batch, count, out, err);
}

sx_status sx_members__ask_types(sx_call *call, const sx_document *document, size_t offset,
                                sx_places *out, sx_err *err) {
  sx_batch batch;
  *out = (sx_places){0};
  sx_batch_init(&batch, call->wait, call->arena);
  sx_batch_places(&batch, SX_PLACES_TYPE_DEFINITION, document->path,
                  sx_document_position(document, offset));
  return take_places(call, &batch, 1, out, err);
}

/* ---- the outline ----------------------------------------------------------------------------- */

/* The entry of the owner itself; SIZE_MAX: none. */
static size_t own_entry(const sx_host_symbols *outline, const sx_referent *owner) {
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < outline->len; i++) {
    const sx_host_symbol *entry = &outline->items[i];
    if (entry->has_name_at && sx_pos16_is_equal(entry->name_at, owner->at)) return i;
    if (sx_range16_holds(&entry->range, owner->at) &&
        sx_str_is_equal(sx_locator_bare_name(entry->name), owner->name))
      best = i;
  }
  return best;
}

/* After the last entry below `own`, once for all of them: there may be very many. */
static size_t children_end(const sx_host_symbols *outline, size_t own) {
  size_t end = own == SIZE_MAX ? outline->len : own + 1;
  while (end < outline->len && outline->items[end].depth > outline->items[own].depth) end++;
  return end;
}

static bool is_child(const sx_host_symbols *outline, size_t own, size_t end, size_t i,
                     sx_arena *arena) {
  const sx_host_symbol *owner = &outline->items[own], *entry = &outline->items[i];
  if (owner->has_name_at && entry->depth)
    return i > own && i < end && entry->depth == owner->depth + 1;
  /* Flat outlines, and members that are defined outside: `void Till::save()`. */
  sx_locator locator = {.parents = {sx_locator_bare_name(owner->name)}, .parent_count = 1};
  sx_str container = sx_locator_own_container(entry->name, entry->container, arena);
  return i != own && container.len && sx_locator_is_in(&locator, container);
}

static sx_referent referent_of(const sx_document *document, const sx_host_symbol *entry,
                               sx_arena *arena) {
  sx_str name = sx_locator_bare_name(entry->name);
  return (sx_referent){.path = document->path,
                       .at = sx_outline_name_at(document, entry, name),
                       .name = name,
                       .kind = entry->kind,
                       .container = sx_locator_own_container(entry->name, entry->container, arena),
                       .inherited_by = SX_STR("")};
}

/* The children of a declaration, or the top level of a module. `own` may be SIZE_MAX. */
static bool is_member(const sx_host_symbols *outline, const sx_referent *owner, size_t own,
                      size_t end, size_t i, sx_arena *arena) {
  const sx_host_symbol *entry = &outline->items[i];
  if (!owner->is_module) return own != SIZE_MAX && is_child(outline, own, end, i, arena);
  sx_str container = sx_locator_own_container(entry->name, entry->container, arena);
  return !entry->depth && !container.len;
}

static sx_status take_members(sx_member_search *find, const sx_document *document,
                              const sx_host_symbols *outline, const sx_referent *owner, size_t own,
                              sx_err *err) {
  size_t end = children_end(outline, own);
  for (size_t i = 0; i < outline->len; i++) {
    const sx_host_symbol *entry = &outline->items[i];
    if (!sx_str_is_equal(sx_locator_bare_name(entry->name), find->name) ||
        !is_member(outline, owner, own, end, i, find->call->arena))
      continue;
    sx_referent member = referent_of(document, entry, find->call->arena);
    sx_status status = sx_referents_add(find->call, find->out, &member, err);
    if (status) return status;
  }
  return SX_OK;
}

/* ---- all of it ------------------------------------------------------------------------------- */

sx_status sx_members__look_into_all(sx_member_search *find, const sx_referents *owners, sx_str by,
                                    size_t depth, sx_err *err) {
  sx_status status = SX_OK;
  size_t before = find->out->len;
  for (size_t i = 0; i < owners->len && !status; i++)
    status = sx_members__look(find, &owners->items[i], depth + 1, err);
  for (size_t i = before; i < find->out->len && by.len; i++) find->out->items[i].inherited_by = by;
  return status;
}

static sx_status open_outline(sx_member_search *find, const sx_referent *owner,
                              const sx_document **document, sx_host_symbols *outline, sx_err *err) {
  *outline = (sx_host_symbols){0};
  sx_status status = sx_document_peek(find->call, owner->path, document, err);
  if (!status) status = sx_outline_get(find->call, *document, SX_PATIENCE_MS, outline, err);
  bool is_stuck = sx_port_call_outlasts(find->call->wait, status);
  if (is_stuck || status == SX_HOST ||
      (status && !sx_status_ends_call(status) && status != SX_DEADLINE)) {
    *find->is_sure = false;
    return SX_NOT_FOUND;
  }
  if (!status && !outline->len) *find->is_sure = false;
  return status;
}

static bool may_have_bases(sx_str kind) {
  return sx_language_has_word("Class Interface Struct Object Module Enum Union", kind, false);
}

static bool is_function(sx_str kind) {
  return sx_language_has_word("Function Method Constructor", kind, false);
}

/* Symbols with the members of their type; a typedef and an alias are names of one. */
static bool has_type(sx_str kind) {
  return sx_language_has_word("Variable Constant Property Field Typedef TypeAlias", kind, false);
}

sx_status sx_members__look(sx_member_search *find, const sx_referent *owner, size_t depth,
                           sx_err *err) {
  const sx_document *document;
  sx_host_symbols outline;
  if (has(&find->seen, owner)) return SX_OK;
  if (depth > MAX_DEPTH || find->seen.len >= MAX_REFERENTS) {
    *find->is_sure = false;
    return SX_OK;
  }
  sx_referent *seen = SX_ARRAY_ADD(&find->seen, find->call->arena);
  if (!seen) return sx_fail(err, find->call->arena->status, NULL);
  *seen = *owner;
  sx_status status = open_outline(find, owner, &document, &outline, err);
  if (status) return status == SX_NOT_FOUND ? SX_OK : status;
  size_t before = find->out->len, own = owner->is_module ? SIZE_MAX : own_entry(&outline, owner);
  status = take_members(find, document, &outline, owner, own, err);
  if (status || find->out->len > before) return status;
  if (owner->is_module) return sx_members__look_into_module(find, document, depth, err);
  if (own == SIZE_MAX) return sx_members__look_into_type(find, document, owner, depth, err);
  const sx_host_symbol *entry = &outline.items[own];
  if (is_function(entry->kind))
    return sx_members__take_locals(find, document, &entry->range, owner, true, err);
  if (!may_have_bases(entry->kind)) {
    if (has_type(entry->kind))
      status = sx_members__look_into_type(find, document, owner, depth, err);
    if (status || find->out->len > before) return status;
    /* `const f = (one) => …` */
    return sx_members__take_locals(find, document, &entry->range, owner, true, err);
  }
  status = sx_members__take_own_attributes(find, document, &entry->range, owner, err);
  if (status || find->out->len > before) return status;
  status = sx_members__look_into_bases(find, document, owner, depth, err);
  if (status || find->out->len > before || depth) return status;
  return sx_members__take_locals(find, document, &entry->range, owner, false, err);
}

sx_status sx_members_find(sx_call *call, const sx_referent *owner, sx_str name, sx_referents *out,
                          bool *is_sure, sx_err *err) {
  sx_member_search find = {.call = call, .name = name, .out = out, .is_sure = is_sure};
  return sx_members__look(&find, owner, 0, err);
}

static bool is_named_already(const sx_referents *owners, const sx_referent *one) {
  for (size_t i = 0; i < owners->len; i++)
    if (sx_str_is_equal(owners->items[i].name, one->name) &&
        sx_str_is_equal(owners->items[i].path, one->path) &&
        sx_str_is_equal(owners->items[i].container, one->container))
      return true;
  return false;
}

sx_status sx_members_near(sx_call *call, const sx_referent *owner, sx_str name, size_t max,
                          sx_referents *out, sx_err *err) {
  bool is_sure;
  sx_member_search find = {.call = call, .name = name, .out = out, .is_sure = &is_sure};
  const sx_document *document;
  sx_host_symbols outline;
  sx_status status = open_outline(&find, owner, &document, &outline, err);
  if (status) return status == SX_NOT_FOUND ? SX_OK : status;
  size_t own = owner->is_module ? SIZE_MAX : own_entry(&outline, owner), before = out->len;
  size_t limit = name.len / 3 + 1, end = children_end(&outline, own);
  for (int round = 0; round < 2 && out->len == before; round++)
    for (size_t i = 0; i < outline.len && out->len < before + max && !status; i++) {
      sx_referent member = referent_of(document, &outline.items[i], call->arena);
      bool is_close = sx_str_distance(member.name, name, limit) <= limit ||
                      sx_str_is_equal_fold(member.name, name) ||
                      (name.len > 3 && sx_str_find(member.name, name, 0) != SX_STR_NONE);
      if (is_named_already(out, &member)) continue; /* an overload */
      if (is_member(&outline, owner, own, end, i, call->arena) && (round || is_close))
        status = sx_referents_add(call, out, &member, err);
    }
  return status;
}
