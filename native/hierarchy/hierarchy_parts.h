#ifndef SX_HIERARCHY_HIERARCHY_PARTS_H
#define SX_HIERARCHY_HIERARCHY_PARTS_H

/* Shared by the files of hierarchies that are put together from references and definitions. */

#include "hierarchy/hierarchy.h"
#include "workspace/document.h"

/* `A = B`, `C = A`: names of one type that are followed. */
#define SX_HIERARCHY_MAX_ALIASES 8

/** Outlines of the files that were met, each asked for once. In the call's arena. */
struct sx_met_outlines {
  SX_ARRAY(struct outline {
    sx_str path;
    sx_host_symbols symbols;
  })
  items;
};

/** Empty where no server gives one. Errors: CANCELLED, DEADLINE, CLOSED, NOMEM. */
sx_status sx_hierarchy__outline(struct sx_met_outlines *known, sx_call *call, sx_str path,
                                sx_host_symbols *out, sx_err *err) SX_MUST_USE;

/** Whether a symbol of that kind is a type, or a function. */
bool sx_hierarchy__is_kind(sx_str kind, bool is_of_types);

/** The declaration at a place; only its name if no outline contains it, or none is asked for. */
sx_status sx_hierarchy__item_at(const sx_relatives_source *self, const sx_place *place, sx_str name,
                                bool has_outline, sx_host_item *out, sx_err *err) SX_MUST_USE;

/** Adds an item, or a site to one that is there. */
sx_status sx_hierarchy__add(sx_host_relatives *out, const sx_host_item *item, const sx_pos16 *site,
                            sx_call *call, sx_err *err) SX_MUST_USE;

/** Places that servers return for an item. HOST where none returned references to it. */
sx_status sx_hierarchy__ask_places(sx_call *call, sx_places_kind kind, const sx_host_item *item,
                                   sx_places *out, sx_err *err) SX_MUST_USE;

/** Whether calls need no parentheses in its language. */
static inline bool sx_hierarchy__has_bare_calls(const sx_document *document) {
  return (document->language->flags & SX_LANGUAGE_BARE_CALLS) != 0;
}

/** The functions that an item calls, or the bases of a type, by the definitions of the names. */
sx_status sx_hierarchy__add_used(const sx_relatives_source *self, sx_relation relation,
                                 const sx_host_item *item, sx_host_relatives *out,
                                 sx_err *err) SX_MUST_USE;

#endif
