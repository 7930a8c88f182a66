#ifndef SX_RESOLVE_LIBRARIES_H
#define SX_RESOLVE_LIBRARIES_H

#include "workspace/call.h"

/**
 * Whether a file belongs to a library or toolchain by where it is: node_modules, site-packages,
 * system headers, the caches of package managers. `path` without links.
 */
bool sx_library_holds(sx_str path);

/**
 * sx_path_resolve for tools that give the text of a file, or what it is made of. A symbol that a
 * language server points to outside the folders may be looked up there; the file may be read as a
 * whole only in a library.
 *
 * Errors  as sx_path_resolve; OUTSIDE_WORKSPACE also for files outside of libraries.
 */
sx_status sx_library_resolve(sx_call *call, const char *argument, sx_str given, sx_str *out,
                             sx_err *err) SX_MUST_USE;

#endif
