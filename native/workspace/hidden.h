#ifndef SX_WORKSPACE_HIDDEN_H
#define SX_WORKSPACE_HIDDEN_H

#include "workspace/call.h"

/**
 * The files that .sextantignore hides from agents. Three places ask, and a tool has nothing to add:
 *
 *   workspace/path_resolve   the paths of its arguments
 *   workspace/document       the texts that it reads
 *   host/requests            the places and edits that language servers answer with
 *
 * and change/ before a change is shown or applied. A path is hidden if a rule hides it as it is
 * written, without `..` and escapes, or where its links lead. Rules are read once a call, from
 * every folder above a path, so that a change of them counts in the next call; unsaved edits of
 * them do not count. Nothing is hidden from a person. All functions read folders and block.
 */
typedef struct sx_hidden sx_hidden;

/** Has the requests of the call leave out what is hidden. */
void sx_hidden_begin(sx_call *call);

/** A path or URI; without memory everything is hidden, and the call's arena has the status. */
bool sx_hidden_has(sx_call *call, sx_str path);

/** HIDDEN, with the file that has the rule. `argument` names the path in the message, or NULL. */
sx_status sx_hidden_check(sx_call *call, const char *argument, sx_str path,
                          sx_err *err) SX_MUST_USE;
/** The same where it is known that the links of `path` lead to `real`: they are not read again. */
sx_status sx_hidden_check_real(sx_call *call, const char *argument, sx_str path, sx_str real,
                               sx_err *err) SX_MUST_USE;

/** The same of a folder and all in it. Errors: HIDDEN; as sx_files_visit. */
sx_status sx_hidden_check_below(sx_call *call, sx_str folder, sx_err *err) SX_MUST_USE;

/** How many places the requests of the call have left out. */
size_t sx_hidden_count_places(const sx_call *call);

#endif
