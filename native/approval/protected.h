#ifndef SX_APPROVAL_PROTECTED_H
#define SX_APPROVAL_PROTECTED_H

#include "workspace/call.h"

/**
 * Files that a person is always asked about, whatever the settings are: they make git, the editor,
 * a shell or another program run something by itself, or decide what agents may do. Compared as
 * protected_name.h says, by the path that is given and by where its links lead; hooks of git by its
 * settings, too (protected_hooks.h).
 *
 * Not among them, because they are the ordinary work of agents and run only when someone runs
 * them: package.json, Makefile, the configuration of linters and of tests, CI workflows; nor the
 * texts that only instruct agents (AGENTS.md, CLAUDE.md).
 *
 * `*why` (static) goes on "An agent wants to change X: …"; NULL where the file is an ordinary one.
 * Blocks. Errors: what looking at links can give.
 */
sx_status sx_protected_find(sx_call *call, sx_str path, const char **why, sx_err *err) SX_MUST_USE;

/** The same of a folder and everything in it, of which so many entries are looked at. */
#define SX_PROTECTED_MAX_ENTRIES 4096
sx_status sx_protected_find_below(sx_call *call, sx_str folder, const char **why,
                                  sx_err *err) SX_MUST_USE;

#endif
