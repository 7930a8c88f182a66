#ifndef SX_SHELL_CALCULATIONS_H
#define SX_SHELL_CALCULATIONS_H

#include "shell/parse.h"

/*
 * Texts that bash calculates as expressions: they may set variables (`x=1`), and a subscript in
 * them runs the commands in it (`a[$(cmd)]`), wherever its quotes are.
 */

/** Whether a subscript in the text has a command that is written out, in quotes: `a[$(cmd)]`. An
 * expansion, which stands as `$()`, is not one. */
bool sx_shell_hides_command(sx_str text);

/** Whether the text, calculated, would run a command or set a variable. */
bool sx_shell_has_hidden_command(sx_str text);

/** Whether the command is one of the shell that calculates its words, and one hides a command. */
bool sx_shell_runs_hidden(const sx_shell_command *command);

/** The same of a word that is known only when it runs: `test -v "$x"`. */
bool sx_shell_calculates_unknown(const sx_shell_command *command);

typedef struct sx_shell_calculations {
  bool sets_risky;      /* a variable that changes what programs run */
  bool calculates_text; /* the value of a variable that is not known to be a number */
} sx_shell_calculations;

/** All expressions of a script together. */
sx_shell_calculations sx_shell_find_calculations(const sx_shell_script *script);

#endif
