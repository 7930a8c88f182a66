/*
 * Hierarchies without a provider: callers by references and the functions around them; subtypes
 * likewise. hierarchy_callees has the other directions.
 */

#include "hierarchy/hierarchy_parts.h"

#include "semantic/code_words.h"
#include "semantic/place_list.h"
#include "semantic/stub_side.h"
#include "semantic/type_alias.h"
#include "servers/freshness.h"
#include "resolve/declared_place.h"
#include "workspace/paths.h"

#define MAX_IMPLEMENTATIONS 200

/* ---- outlines ------------------------------------------------------------------------------- */

sx_status sx_hierarchy__outline(struct sx_met_outlines *known, sx_call *call, sx_str path,
                                sx_host_symbols *out, sx_err *err) {
  sx_batch batch;
  for (size_t i = 0; i < known->items.len; i++)
    if (sx_str_is_equal(known->items.items[i].path, path)) {
      *out = known->items.items[i].symbols;
      return SX_OK;
    }
  *out = (sx_host_symbols){0};
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_outline(&batch, path);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_symbols(&batch, slot, out, err);
  sx_batch_release(&batch);
  if (status && status != SX_HOST) return status;
  struct outline *added = SX_ARRAY_ADD(&known->items, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  added->path = path;
  added->symbols = *out;
  return SX_OK;
}

bool sx_hierarchy__is_kind(sx_str kind, bool is_of_types) {
  static const char *const types[] = {"Class",     "Interface", "Struct", "Enum", "Object",
                                      "TypeAlias", "Typedef",   "Union",  NULL};
  static const char *const functions[] = {"Function", "Method", "Constructor", "Operator", NULL};
  for (const char *const *one = is_of_types ? types : functions; *one; one++)
    if (sx_str_is_equal(kind, sx_str_from(*one))) return true;
  return false;
}

static sx_host_item item_of(const sx_host_symbol *symbol, sx_str path) {
  return (sx_host_item){.token = SX_HOST_NO_TOKEN,
                        .name = symbol->name,
                        .kind = symbol->kind,
                        .path = path,
                        .range = symbol->range,
                        .name_at = symbol->name_at};
}

/* The innermost function or type around a position; the file itself if there is none. */
static sx_status item_around(const sx_relatives_source *self, const sx_place *place,
                             bool is_of_types, sx_host_item *out, bool *found, sx_err *err) {
  sx_str path = place->path;
  sx_host_symbols symbols;
  sx_status status = sx_hierarchy__outline(self->outlines, self->call, path, &symbols, err);
  *out = (sx_host_item){
      .token = SX_HOST_NO_TOKEN, .name = sx_path_name(path), .kind = SX_STR("File"), .path = path};
  *found = false;
  for (size_t i = 0; i < symbols.len && !status; i++) {
    const sx_host_symbol *symbol = &symbols.items[i];
    if (!sx_range16_has(symbol->range, place->range.start)) continue;
    if (!sx_hierarchy__is_kind(symbol->kind, is_of_types)) continue;
    *out = item_of(symbol, path);
    *found = true;
  }
  return status;
}

/* The declaration at a place; only its name if no outline contains it, or none is asked for. */
sx_status sx_hierarchy__item_at(const sx_relatives_source *self, const sx_place *place, sx_str name,
                                bool has_outline, sx_host_item *out, sx_err *err) {
  sx_call *call = self->call;
  sx_host_symbols symbols = {0};
  sx_pos16 at = sx_declared_place_name(call, place);
  *out = (sx_host_item){
      .name = name, .kind = SX_STR(""), .path = place->path, .range = place->range, .name_at = at};
  if (!has_outline) return SX_OK;
  sx_status status = sx_hierarchy__outline(self->outlines, call, place->path, &symbols, err);
  for (size_t i = 0; i < symbols.len && !status; i++)
    if (sx_pos16_is_equal(symbols.items[i].name_at, at))
      *out = item_of(&symbols.items[i], place->path);
  return status;
}

sx_status sx_hierarchy__add(sx_host_relatives *out, const sx_host_item *item, const sx_pos16 *site,
                            sx_call *call, sx_err *err) {
  sx_host_relative *to = NULL;
  for (size_t i = 0; i < out->len && !to; i++)
    if (sx_pos16_is_equal(out->items[i].item.name_at, item->name_at) &&
        sx_str_is_equal(out->items[i].item.path, item->path))
      to = &out->items[i];
  bool is_new = !to;
  if (!to) to = SX_ARRAY_ADD(out, call->arena);
  if (!to) return sx_fail(err, call->arena->status, NULL);
  if (is_new) to->item = *item;
  if (!site) return SX_OK;
  sx_pos16 *added = SX_ARRAY_ADD(&to->sites, call->arena);
  if (!added) return sx_fail(err, call->arena->status, NULL);
  *added = *site;
  return SX_OK;
}

/* ---- what uses it -------------------------------------------------------------------------- */

/* Everybody who knows a symbol gives at least its declaration. */
sx_status sx_hierarchy__ask_places(sx_call *call, sx_places_kind kind, const sx_host_item *item,
                                   sx_places *out, sx_err *err) {
  sx_batch batch;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t slot = sx_batch_places(&batch, kind, item->path, item->name_at);
  sx_status status = sx_batch_run(&batch, err);
  if (!status) status = sx_batch_get_places(&batch, slot, out, err);
  sx_batch_release(&batch);
  if (!status) status = sx_freshness_drop_gone(call, out, NULL, err);
  if (!status && !out->len && kind == SX_PLACES_REFERENCES)
    return sx_fail(err, SX_HOST, "no language server returned references to %.*s.",
                   SX_STR_ARG(item->name));
  return status;
}

static bool is_call(const sx_document *document, sx_range16 range) {
  const char *kind = sx_place_use(document, range, SX_STR(""));
  if (!kind) return sx_hierarchy__has_bare_calls(document);
  return strcmp(kind, "call") == 0;
}

static bool is_end(sx_status status) {
  return sx_status_ends_call(status) || status == SX_DEADLINE;
}

/* A file that cannot be read is left out: then the status of all is HOST, and `err` has a reason.
 */
static sx_status join_status(sx_status all, sx_status one) {
  if (is_end(one)) return one;
  return one ? SX_HOST : all;
}

/* Also of what no call comes from, as an accessor: `get size() {`. */
static sx_status is_declared_at(const sx_relatives_source *self, const sx_place *use, bool *out,
                                sx_err *err) {
  sx_host_symbols symbols;
  *out = false;
  sx_status status = sx_hierarchy__outline(self->outlines, self->call, use->path, &symbols, err);
  for (size_t i = 0; i < symbols.len && !status && !*out; i++)
    *out = sx_pos16_is_equal(symbols.items[i].name_at, use->range.start);
  return status;
}

static sx_status add_caller(const sx_relatives_source *self, const sx_place *use,
                            sx_host_relatives *out, sx_err *err) {
  const sx_document *document;
  sx_host_item caller;
  bool found, is_declaration = false;
  sx_status status = sx_document_peek(self->call, use->path, &document, err);
  if (status) return status;
  if (!is_call(document, use->range)) return SX_OK;
  status = item_around(self, use, false, &caller, &found, err);
  if (!status) status = is_declared_at(self, use, &is_declaration, err);
  return status || is_declaration
             ? status
             : sx_hierarchy__add(out, &caller, &use->range.start, self->call, err);
}

static bool is_others_site(const sx_places *calls, sx_str path, sx_pos16 site) {
  bool is_elsewhere = false;
  for (size_t i = 0; i < calls->len; i++) {
    if (!sx_pos16_is_equal(calls->items[i].range.start, site)) continue;
    if (sx_str_is_equal(calls->items[i].path, path)) return false;
    is_elsewhere = true;
  }
  return is_elsewhere;
}

static void drop_others_sites(sx_host_relatives *out, sx_call *call, const sx_places *calls) {
  size_t kept = 0;
  for (size_t i = 0; i < out->len; i++) {
    sx_host_relative one = out->items[i];
    sx_str path = sx_path_own(call, one.item.path);
    size_t sites = 0, before = one.sites.len;
    for (size_t k = 0; k < before; k++)
      if (!is_others_site(calls, path, one.sites.items[k]))
        one.sites.items[sites++] = one.sites.items[k];
    one.sites.len = sites;
    if (sites || !before) out->items[kept++] = one;
  }
  out->len = kept;
}

sx_status sx_hierarchy_add_callers(sx_host_relatives *out, sx_call *call, const sx_places *calls,
                                   bool is_c, sx_err *err) {
  struct sx_met_outlines outlines = {0};
  const sx_relatives_source self = {.call = call, .outlines = &outlines};
  sx_status status = SX_OK;
  if (is_c) drop_others_sites(out, call, calls);
  for (size_t i = 0; i < calls->len && !is_end(status); i++)
    status = join_status(status, add_caller(&self, &calls->items[i], out, err));
  return status;
}

/* A use among the bases of a type makes that type a subtype. */
static sx_status add_subtype(const sx_relatives_source *self, const sx_place *use,
                             sx_host_relatives *out, sx_err *err) {
  const sx_document *document;
  sx_host_item type;
  sx_words bases;
  bool found;
  sx_status status = sx_document_peek(self->call, use->path, &document, err);
  if (!status) status = item_around(self, use, true, &type, &found, err);
  if (status || !found) return status;
  size_t behind_name = sx_document_offset(document, type.name_at) + type.name.len;
  size_t at = sx_document_offset(document, use->range.start);
  size_t end = sx_document_offset(document, use->range.end);
  status = sx_code_bases(&bases, document, behind_name, SX_STR_NONE, self->call->arena, err);
  for (size_t i = 0; i < bases.len && !status; i++)
    if (bases.items[i].start >= at && bases.items[i].end <= end)
      return sx_hierarchy__add(out, &type, NULL, self->call, err);
  return status;
}

/* Types that implement without saying so, as in Go. */
static sx_status add_implementations(const sx_relatives_source *self, const sx_host_item *item,
                                     sx_host_relatives *out, sx_err *err) {
  sx_places places = {0};
  sx_status status =
      sx_hierarchy__ask_places(self->call, SX_PLACES_IMPLEMENTATION, item, &places, err);
  for (size_t i = 0; i < places.len && i < MAX_IMPLEMENTATIONS && !status; i++) {
    sx_host_item type;
    bool found;
    status = item_around(self, &places.items[i], true, &type, &found, err);
    bool is_itself =
        sx_pos16_is_equal(type.name_at, item->name_at) && sx_str_is_equal(type.path, item->path);
    /* Not what stands inside a type: an object of that shape. */
    bool is_type = found && sx_pos16_is_equal(type.name_at, places.items[i].range.start);
    if (!status && is_type && !is_itself)
      status = sx_hierarchy__add(out, &type, NULL, self->call, err);
  }
  return status == SX_HOST ? SX_OK : status;
}

/* The uses of a type under its other names come after those under its own. */
static sx_status add_alias_uses(sx_call *call, sx_places *uses, sx_err *err) {
  size_t aliases = 0;
  for (size_t i = 0; i < uses->len && aliases < SX_HIERARCHY_MAX_ALIASES; i++) {
    const sx_document *document;
    sx_place use = uses->items[i];
    sx_host_item alias = {.name = SX_STR("its alias"), .path = use.path};
    sx_places more = {0};
    sx_status status = sx_document_peek(call, use.path, &document, err);
    if (sx_status_ends_call(status)) return status;
    if (status || !sx_type_alias_of(document, use.range, &alias.name_at)) continue;
    aliases++;
    status = sx_hierarchy__ask_places(call, SX_PLACES_REFERENCES, &alias, &more, err);
    if (status) return status;
    for (size_t k = 0; k < more.len; k++) {
      if (sx_places_have(uses, &more.items[k])) continue;
      sx_place *added = SX_ARRAY_ADD(uses, call->arena);
      if (!added) return sx_fail(err, call->arena->status, NULL);
      *added = more.items[k];
    }
  }
  return SX_OK;
}

/* Uses that a server knows by a stub of the item's file; the stub declares no further ones. */
static sx_status add_other_side(sx_call *call, const sx_host_item *item, sx_places *uses,
                                sx_err *err) {
  const sx_place declared = {sx_path_own(call, item->path), {item->name_at, item->name_at}};
  bool is_stub = sx_str_has_suffix(item->path, SX_STR(".pyi"));
  size_t kept = uses->len;
  sx_status status = sx_stub_side_add(call, &declared, uses, err);
  for (size_t i = kept; i < uses->len; i++)
    if (is_stub || !sx_str_has_suffix(uses->items[i].path, SX_STR(".pyi")))
      uses->items[kept++] = uses->items[i];
  uses->len = kept;
  return status;
}

static sx_status add_users(const sx_relatives_source *self, sx_relation relation,
                           const sx_host_item *item, sx_host_relatives *out, sx_err *err) {
  sx_places uses = {0};
  sx_status status = sx_hierarchy__ask_places(self->call, SX_PLACES_REFERENCES, item, &uses, err);
  if (!status) status = add_other_side(self->call, item, &uses, err);
  if (!status && relation == SX_SUBTYPES) status = add_alias_uses(self->call, &uses, err);
  if (status) return status;
  for (size_t i = 0; i < uses.len && !is_end(status); i++)
    status = join_status(status, relation == SX_INCOMING_CALLS
                                     ? add_caller(self, &uses.items[i], out, err)
                                     : add_subtype(self, &uses.items[i], out, err));
  if (!status && relation == SX_SUBTYPES && !out->len)
    status = add_implementations(self, item, out, err);
  return status;
}

static sx_status expand(const sx_relatives_source *self, sx_relation relation,
                        const sx_host_item *items, size_t count, sx_host_relatives *out,
                        sx_err *err) {
  sx_status failure = SX_OK;
  bool is_by_uses = relation == SX_INCOMING_CALLS || relation == SX_SUBTYPES;
  for (size_t i = 0; i < count; i++) {
    sx_status status = is_by_uses ? add_users(self, relation, &items[i], &out[i], err)
                                  : sx_hierarchy__add_used(self, relation, &items[i], &out[i], err);
    if (is_end(status)) return status;
    failure = join_status(failure, status);
  }
  return failure;
}

sx_status sx_hierarchy_expand_by_references(sx_host_relatives *out, sx_call *call,
                                            sx_relation relation, const sx_host_item *item,
                                            sx_err *err) {
  struct sx_met_outlines outlines = {0};
  const sx_relatives_source self = {.call = call, .outlines = &outlines};
  return expand(&self, relation, item, 1, out, err);
}

/* ---- the root ------------------------------------------------------------------------------- */

static void ask_root_ahead(sx_call *call, const sx_place *place) {
  sx_batch batch;
  sx_batch_init_ahead(&batch, call->wait, call->arena);
  sx_batch_outline(&batch, place->path);
  sx_batch_definition(&batch, place->path, place->range.start);
}

sx_status sx_hierarchy_by_references(sx_relatives_source *out, sx_call *call, const sx_place *place,
                                     sx_str name, sx_host_item *root, sx_err *err) {
  sx_places definitions = {0};
  *out = (sx_relatives_source){.expand = expand, .call = call};
  out->outlines = SX_ARENA_NEW(call->arena, struct sx_met_outlines);
  if (!out->outlines) return sx_fail(err, call->arena->status, NULL);
  ask_root_ahead(call, place);
  sx_status status = sx_hierarchy__item_at(out, place, name, true, root, err);
  if (!status)
    status = sx_hierarchy__ask_places(call, SX_PLACES_DEFINITION, root, &definitions, err);
  if (status == SX_HOST) status = SX_OK;
  /* The one with a body, of a declaration and a definition. */
  for (size_t i = 0; i < definitions.len && !status; i++) {
    sx_host_item other;
    status = sx_hierarchy__item_at(out, &definitions.items[i], name, true, &other, err);
    uint32_t lines = root->range.end.line - root->range.start.line;
    /* An interface and a variable of one name are not one symbol. */
    bool is_same_kind = !root->kind.len || sx_str_is_equal(other.kind, root->kind);
    bool is_longer = other.range.end.line - other.range.start.line > lines;
    if (!status && is_same_kind && is_longer) *root = other;
  }
  return status;
}
