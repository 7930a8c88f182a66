#ifndef SX_WORKSPACE_PATHS_PARTS_H
#define SX_WORKSPACE_PATHS_PARTS_H

/* Shared by paths.c, path_resolve.c, path_suggest.c and hidden.c; no other file includes it. */

#include "workspace/paths.h"

bool sx_path__is_separator(char c);
bool sx_path__has_drive(sx_str path);
bool sx_path__is_absolute(sx_str path);

/** The rest of `path` below `root`, without the separator; false if it is not below. */
bool sx_path__strip_root(sx_str path, sx_str root, sx_str *rest);

/**
 * An absolute path without `.`, `..` and doubled separators, as the editor writes it: else it
 * would take the file for another one. Where links lead is checked afterwards.
 */
sx_str sx_path__normalise(sx_call *call, sx_str path);

/** `file:///a%20b` -> `/a b`. */
sx_str sx_path__decode_file_uri(sx_call *call, sx_str uri);

/** The path of a URI of any scheme: `scheme://there/a%20b?c#d` -> `/a b`. */
sx_str sx_path__file_of_uri(sx_call *call, sx_str uri);

/** The notebook that contains the cell with this URI; empty for other URIs. */
sx_str sx_path__notebook_of(sx_call *call, sx_str uri);

/** `root/rest`. */
sx_str sx_path__join(sx_call *call, sx_str root, sx_str rest);

/**
 * Whether something is there. Without memory to look with there is no answer: the arena keeps that
 * status, which is checked later.
 */
bool sx_path__is_there(sx_call *call, sx_str path);

/**
 * NOT_FOUND, with what may be meant: the same path with names that are close to those that are not
 * there, then files and folders of the same name. `given` is how the message writes `path`.
 */
sx_status sx_path__fail_not_found(sx_call *call, const char *argument, sx_str given, sx_str path,
                                  sx_err *err) SX_MUST_USE;

#endif
