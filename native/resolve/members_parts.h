#ifndef SX_RESOLVE_MEMBERS_PARTS_H
#define SX_RESOLVE_MEMBERS_PARTS_H

/* Shared by the files of the search for members. Results are in the call's arena. */

#include "workspace/document.h"
#include "resolve/members.h"

typedef struct sx_member_search {
  sx_call *call;
  sx_str name;
  sx_referents *out;
  bool *is_sure;
  sx_referents seen; /* owners that were looked into: bases may form a ring */
} sx_member_search;

/** Looks into `owner` and, where that does not declare the name, into what it has it from. */
sx_status sx_members__look(sx_member_search *find, const sx_referent *owner, size_t depth,
                           sx_err *err) SX_MUST_USE;

/** The same for each of `owners`; `by`, where not empty, inherits what is found. */
sx_status sx_members__look_into_all(sx_member_search *find, const sx_referents *owners, sx_str by,
                                    size_t depth, sx_err *err) SX_MUST_USE;

/** Definitions of what is at the offsets of a document; those that fail are left out. */
sx_status sx_members__ask_definitions(sx_call *call, const sx_document *document,
                                      const size_t *offsets, size_t count, sx_places *out,
                                      sx_err *err) SX_MUST_USE;
/** Types of what is at the offset; none where that fails. */
sx_status sx_members__ask_types(sx_call *call, const sx_document *document, size_t offset,
                                sx_places *out, sx_err *err) SX_MUST_USE;

/* ---- what is declared elsewhere (members_inherited.c) --------------------------------------- */

sx_status sx_members__look_into_bases(sx_member_search *find, const sx_document *document,
                                      const sx_referent *owner, size_t depth,
                                      sx_err *err) SX_MUST_USE;
sx_status sx_members__look_into_type(sx_member_search *find, const sx_document *document,
                                     const sx_referent *owner, size_t depth,
                                     sx_err *err) SX_MUST_USE;
/** Members that are assigned to the object itself within `range`. */
sx_status sx_members__take_own_attributes(sx_member_search *find, const sx_document *document,
                                          const sx_range16 *range, const sx_referent *owner,
                                          sx_err *err) SX_MUST_USE;

/**
 * Symbols of the name that a declaration itself declares, by its text: a parameter of a function or
 * of a type, or a variable of a function's own. Outlines rarely have them all.
 */
sx_status sx_members__take_locals(sx_member_search *find, const sx_document *document,
                                  const sx_range16 *range, const sx_referent *owner,
                                  bool is_function, sx_err *err) SX_MUST_USE;

/* ---- what a module has from others (members_module.c) --------------------------------------- */

sx_status sx_members__look_into_module(sx_member_search *find, const sx_document *document,
                                       size_t depth, sx_err *err) SX_MUST_USE;

#endif
