#ifndef SX_HIERARCHY_TYPE_NAMES_H
#define SX_HIERARCHY_TYPE_NAMES_H

#include "hierarchy/hierarchy.h"

/**
 * Super- and subtypes without a server: by the names of bases, as the index of symbols has them. A
 * name means the type of its file that has it, else each type of the language that does.
 */
typedef struct sx_type_names sx_type_names;

/** Whether the index has the bases of types of a file's language. */
bool sx_type_names_may_know(sx_str path);

/** sx_type_names_end in any case. CANCELLED, CLOSED, NOMEM. */
sx_status sx_type_names_begin(sx_type_names **out, sx_call *call, sx_err *err) SX_MUST_USE;
/** No more questions, but its lines can still be written. NULL is allowed. */
void sx_type_names_end(sx_type_names *names);

/**
 * Finds the type that is declared at a place, or else the one that the declaration there is a
 * member of. `out->path` is empty where the index has neither. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_type_names_find(sx_type_names *names, const sx_place *place, sx_str name,
                             sx_host_item *out, bool *is_member, sx_err *err) SX_MUST_USE;
/** Adds the declarations of a name that are members of a type that was found. The same errors. */
sx_status sx_type_names_add_members(sx_type_names *names, const sx_host_item *type, sx_str member,
                                    sx_places *out, sx_err *err) SX_MUST_USE;
/** For sx_hierarchy_collect; `names` is borrowed. */
sx_relatives_source sx_type_names_source(sx_type_names *names);

/** Lines on what a list may lack, or has too much: types of one name, files not read. */
void sx_type_names_write(const sx_type_names *names, sx_buf *text);

#endif
