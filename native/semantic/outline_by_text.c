#include "semantic/outline_by_text.h"

#include "resolve/locator.h"
#include "semantic/declared_container.h"
#include "workspace/document_facts.h"

typedef struct outline {
  sx_call *call;
  const sx_document *document;
  const sx_facts *facts;
  const sx_str *owners; /* of each fact: what it is a member of, if that is elsewhere; or empty */
  sx_host_symbols *out;
  size_t *shown; /* of each fact: the number + 1 of the symbol that its members are in; 0: none */
} outline;

static size_t shown_parent(const outline *o, const sx_fact *fact) {
  return fact->parent == SX_FACT_TOP ? 0 : o->shown[fact->parent];
}

/* A method of Go is in its receiver's type, wherever it stands. */
static sx_str container_of(const outline *o, sx_str owner, const sx_host_symbol *above) {
  sx_arena *arena = o->call->arena;
  sx_str outer = above ? sx_locator_member_name(above->container, above->name, arena) : SX_STR("");
  sx_declared_container c;
  if (!owner.len || (above && sx_declared_container_is_owner(owner, above->name))) return outer;
  sx_declared_container_init(&c);
  if (sx_declared_container_put_owner(&c, owner)) sx_declared_container_put(&c, outer);
  return sx_declared_container_take(&c, arena);
}

static sx_status add(outline *o, size_t i, sx_err *err) {
  const sx_fact *fact = &o->facts->items[i];
  size_t parent = shown_parent(o, fact);
  sx_str name = sx_fact_name(fact, o->document->text);
  o->shown[i] = parent;
  /* A member of something without a name is one of what that is in; of two of a name the type is
   * shown. */
  if (!name.len || (fact->flags & SX_FACT_TWIN)) return SX_OK;
  sx_host_symbol *symbol = SX_ARRAY_ADD(o->out, o->call->arena);
  if (!symbol) return sx_fail(err, o->call->arena->status, NULL);
  const sx_host_symbol *above = parent ? &o->out->items[parent - 1] : NULL;
  *symbol = (sx_host_symbol){
      .name = name,
      .kind = sx_fact_kind_name(sx_fact_shown_kind(o->facts, i)),
      .container = container_of(o, o->owners[i], above),
      .path = SX_STR(""),
      .range = {sx_document_position(o->document, fact->start),
                sx_document_position(o->document, fact->end)},
      .name_at = sx_document_position(o->document, fact->name_start),
      .has_name_at = true,
      .depth = above ? above->depth + 1 : 0,
  };
  o->shown[i] = o->out->len;
  return o->call->arena->status ? sx_fail(err, o->call->arena->status, NULL) : SX_OK;
}

sx_status sx_outline_by_text(sx_host_symbols *out, bool *is_read, sx_call *call,
                             const sx_document *document, sx_err *err) {
  sx_text_facts all;
  sx_status status = sx_document_all_facts(&all, is_read, call, document, err);
  /* A part of a text that takes too long is worth more than nothing. */
  if (status || (!*is_read && all.extent != SX_FACTS_CUT)) return status;
  sx_str *owners = sx_arena_calloc(call->arena, all.facts.len + 1, sizeof *owners);
  outline o = {call, document, &all.facts, owners, out, NULL};
  o.shown = sx_arena_calloc(call->arena, all.facts.len + 1, sizeof *o.shown);
  if (!owners || !o.shown) return sx_fail(err, call->arena->status, NULL);
  for (size_t i = 0; i < all.bases.len; i++) {
    const sx_base *base = &all.bases.items[i];
    if (base->kind == SX_BASE_OWNER)
      owners[base->fact] = sx_str_slice(document->text, base->start, base->end);
  }
  for (size_t i = 0; i < all.facts.len && !status; i++) status = add(&o, i, err);
  return status;
}
