#ifndef SX_REFACTOR_RENAME_ASK_H
#define SX_REFACTOR_RENAME_ASK_H

#include "refactor/rename.h"

/**
 * The edits by which language servers would rename the symbol. In C they are asked at each of its
 * declarations, as a prototype or a typedef is another symbol to them; an edit that several give is
 * there once.
 * The workspace is searched for the names meanwhile.
 * HOST when no provider can rename it; CANCELLED, DEADLINE, CLOSED, NOMEM.
 */
sx_status sx_rename_ask(sx_renaming *rename, sx_host_planned *out, sx_err *err) SX_MUST_USE;

/** The same at one place. */
sx_status sx_rename_ask_at(sx_renaming *rename, sx_str path, sx_pos16 at, sx_host_planned *out,
                           sx_err *err) SX_MUST_USE;

/** Adds the places that no server renames, as those in macros. */
sx_status sx_rename_add_places(sx_host_planned *planned, sx_call *call, const sx_places *places,
                               sx_str new_name, sx_err *err) SX_MUST_USE;

#endif
