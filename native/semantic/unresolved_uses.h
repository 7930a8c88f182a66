#ifndef SX_SEMANTIC_UNRESOLVED_USES_H
#define SX_SEMANTIC_UNRESOLVED_USES_H

#include "semantic/target.h"

/** Places that have the name of a symbol and may be it, by imports that lead nowhere. */
typedef struct sx_unresolved_uses {
  sx_places items;
  bool is_cut; /* not all were looked at: there are too many, or the time was over */
  bool is_of_member;
} sx_unresolved_uses;

/**
 * In TypeScript and JavaScript, for symbols at the top of a module: the places beside those
 * `listed` that the server leads nowhere, where the text imports the name, or has it as a member of
 * what it imports: a package that is not installed or not built. In the call's arena.
 * Errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_unresolved_uses_find(sx_unresolved_uses *out, sx_call *call, const sx_target *target,
                                  const sx_places *listed, sx_err *err) SX_MUST_USE;

/**
 * The same for members, in the files beside a project whose imports need its `paths`
 * (sx_imports_lacks_paths): the places after a dot of which the server knows no definition.
 * For other symbols `*out` stays as it is.
 */
sx_status sx_unresolved_members_find(sx_unresolved_uses *out, sx_call *call,
                                     const sx_target *target, const sx_places *listed,
                                     sx_err *err) SX_MUST_USE;

/** A line, where there are any; where the answer lists none, also where there may be. */
void sx_unresolved_uses_write(const sx_unresolved_uses *uses, size_t listed, sx_call *call,
                              sx_buf *text);

#endif
