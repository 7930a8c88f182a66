#ifndef SX_HIERARCHY_IMPLEMENTATIONS_BY_TYPES_H
#define SX_HIERARCHY_IMPLEMENTATIONS_BY_TYPES_H

#include "hierarchy/type_names.h"
#include "semantic/target.h"

/**
 * Implementations where no provider has them: the types that name the target among their bases, of
 * all levels, by its references; of a method, what these types declare under its name.
 *
 * `*gap` is not empty where not all could be looked at, with the reason. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_implementations_by_types(sx_places *out, sx_call *call, const sx_target *target,
                                      sx_str *gap, sx_err *err) SX_MUST_USE;

/**
 * The same by the names of bases in the index of symbols, for languages that no server knows.
 * `*names` is NULL where the index does not have the symbol; else sx_type_names_end, also after
 * errors: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_implementations_by_names(sx_places *out, sx_type_names **names, sx_call *call,
                                      const sx_target *target, sx_str *gap,
                                      sx_err *err) SX_MUST_USE;

#endif
