#ifndef SX_SHELL_KNOWN_OPTIONS_H
#define SX_SHELL_KNOWN_OPTIONS_H

#include "shell/parse.h"

/** Whether it is known which options of the program only change what it reads and shows. */
bool sx_shell_has_known_options(sx_str program);

/**
 * The first word from `from` on that is, or could become, an option that is not known to be
 * harmless; NULL: there is none. For programs that have known options.
 */
const sx_shell_word *sx_shell_find_unknown_option(const sx_shell_command *command, uint32_t from,
                                                  sx_str program);

/** Whether a word is an option: it begins with a dash, and is more than that. */
bool sx_shell_is_option(sx_str text);

/** Whether the name of a long option, or a shorter form of it, from `--x` on, is one of a list. */
bool sx_shell_list_has_long(const char *list, sx_str name);

#endif
