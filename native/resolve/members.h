#ifndef SX_RESOLVE_MEMBERS_H
#define SX_RESOLVE_MEMBERS_H

#include "resolve/resolve.h"

/** The owner that a part of a name path refers to: a module's file, or a declaration. */
typedef struct sx_referent {
  sx_str path;
  sx_pos16 at;         /* of its name; not of a module */
  sx_str name;         /* as it is declared, which an alias differs from */
  sx_str kind;         /* empty: unknown */
  sx_str container;    /* that it is in itself */
  sx_str inherited_by; /* empty: no; else what has it only by inheriting it */
  bool is_module;
} sx_referent;

typedef SX_ARRAY(sx_referent) sx_referents;

/**
 * Appends the members `name` of `owner` to `out`: declared in it, in what it inherits from or is of
 * the type of, or, of a module, what it exports from others. `*is_sure` becomes false where some of
 * that could not be looked at, so that finding nothing does not mean that there is nothing.
 *
 * Memory  in the call's arena.
 * Errors  CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_members_find(sx_call *call, const sx_referent *owner, sx_str name, sx_referents *out,
                          bool *is_sure, sx_err *err) SX_MUST_USE;

/** The members that are close to `name`, or, where none is, the first ones. At most `max`. */
sx_status sx_members_near(sx_call *call, const sx_referent *owner, sx_str name, size_t max,
                          sx_referents *out, sx_err *err) SX_MUST_USE;

/** The owners at the places of definitions: a module at the beginning of a file. */
sx_status sx_referents_of_places(sx_call *call, const sx_places *places, sx_str name,
                                 sx_referents *out, sx_err *err) SX_MUST_USE;

/** Adds it unless it is there. */
sx_status sx_referents_add(sx_call *call, sx_referents *out, const sx_referent *owner,
                           sx_err *err) SX_MUST_USE;

#endif
