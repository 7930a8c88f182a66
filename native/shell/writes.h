#ifndef SX_SHELL_WRITES_H
#define SX_SHELL_WRITES_H

#include "shell/paths.h"

/** Adds what the command writes in one of those folders. NOMEM, TOO_BIG from the arena. */
sx_status sx_shell_add_writes(sx_shell_write_list *out, const sx_shell_walk *walk, uint32_t command,
                              const sx_shell_dirs *dirs, sx_err *err) SX_MUST_USE;

/** Whether the words are those of `git config` that set something. */
bool sx_shell_sets_git_config(const sx_shell_command *command);
/** The subcommand of git, after its own options; the count of words without one. */
uint32_t sx_shell_git_subcommand(const sx_shell_command *command);

#endif
