#ifndef SX_CHANGE_VERIFY_PARTS_H
#define SX_CHANGE_VERIFY_PARTS_H

/* Shared by the files that verify a change. */

#include "change/verify.h"

/**
 * Makes those diagnostics remaining ones that appeared in one file and vanished in another, or were
 * there under another name: the change moves or renames code that had them.
 */
void sx_verify__match_old(sx_outcome *watched, size_t own_count);
/** Takes the errors of all files; none where the editor does not list them. */
sx_status sx_verify__take_elsewhere(sx_verifying *v, sx_err *err) SX_MUST_USE;
/**
 * Adds those that are new in files that are not watched, in a language of the change. Servers that
 * check whole projects find them, also where no import shows a use: in a package of Go, say. Only
 * where it is known that the server has seen the text before and after.
 */
sx_status sx_verify__add_elsewhere(const sx_verifying *v, const sx_outcome *watched,
                                   sx_verification *out, sx_err *err) SX_MUST_USE;

#endif
