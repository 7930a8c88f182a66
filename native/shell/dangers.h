#ifndef SX_SHELL_DANGERS_H
#define SX_SHELL_DANGERS_H

#include "shell/paths.h"

typedef struct sx_shell_look {
  const sx_shell_walk *walk;
  uint32_t index;
  const sx_shell_command *command;
  sx_str program; /* in small letters, without its folder */
  const sx_shell_dirs *dirs;
} sx_shell_look;

/** Why the command asks whatever is allowed, as "it changes …"; empty: it need not. In the arena,
 * or static. */
sx_str sx_shell_find_danger(const sx_shell_look *look);
/** The same for what it deletes. */
sx_str sx_shell_find_deletion(const sx_shell_look *look);
/** The same for protected files that it names, where it is not known what it writes. For commands
 * of any number of words. */
sx_str sx_shell_find_named(const sx_shell_look *look);
/** Why a name in the text, as `open('.git/config', 'w')` has it, is protected; NULL: none is. */
const char *sx_shell_find_protected_name(const sx_shell_look *look, sx_str text);
/** The same for what a file that it writes is. */
sx_str sx_shell_find_write_danger(const sx_shell_walk *walk, const sx_shell_write *write);

/** The word has one of these letters as a short option, or is the long one or a shorter form of it.
 */
bool sx_shell_has_flag(const sx_shell_command *command, char letter, const char *name);

#endif
