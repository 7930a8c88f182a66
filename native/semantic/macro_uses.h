#ifndef SX_SEMANTIC_MACRO_USES_H
#define SX_SEMANTIC_MACRO_USES_H

#include "semantic/reconcile.h"

/**
 * The role of macros for a symbol of C: fills in `in_macros`, `macro_mentions` and
 * `unread_files`.
 *
 * A file that uses a macro need not contain the name that the macro stands for, so that a server
 * which has no list of all sources never learns of it: such files are opened here, once in the life
 * of the window, until the server has read them. Bodies of macros belong to no compiled text: what
 * the server guesses there is asked for. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_macro_uses_find(sx_reconcile *behind, sx_call *call, const sx_target *target,
                             sx_err *err) SX_MUST_USE;

/**
 * Whether the file has more than directives, so that a server which has read it has an outline.
 */
bool sx_c_has_code(sx_call *call, sx_str path);

#endif
