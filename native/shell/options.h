#ifndef SX_SHELL_OPTIONS_H
#define SX_SHELL_OPTIONS_H

#include "shell/paths.h"

/**
 * The word by which a program that is allowed would run or write something else: an option such as
 * git's `-c`, or code. Words before `from` are those of the prefix, which a person has agreed to.
 * NULL: there is none.
 */
const sx_shell_word *sx_shell_find_risky_word(const sx_shell_command *command, uint32_t from);

/** Whether a variable of this name changes what programs run: PATH, LD_PRELOAD, GIT_PAGER. */
bool sx_shell_is_risky_variable(sx_str name);

/** Whether the command is part of the shell and changes nothing: cd, echo, test, exit. */
bool sx_shell_is_harmless(const sx_shell_command *command);

/** Whether the program reads its own code from its input when it has no file to run. */
bool sx_shell_is_interpreter(sx_str program);
/** Whether it runs code that is given as an argument, by this option; NULL: it does not. */
const char *sx_shell_code_options(sx_str program);

#endif
