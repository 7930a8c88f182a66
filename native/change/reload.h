#ifndef SX_CHANGE_RELOAD_H
#define SX_CHANGE_RELOAD_H

#include "workspace/call.h"

/**
 * Waits, for a second or so, until the editor has loaded what was written to a file that it holds.
 * Editors miss what is written to a folder that has just been made: then they are asked to read the
 * file again. Nothing fails: an edit that needs the editor's text looks at it itself.
 */
void sx_change_await_reload(sx_call *call, sx_str path);

#endif
