#ifndef SX_COMMANDS_ENVIRONMENT_H
#define SX_COMMANDS_ENVIRONMENT_H

#include "base/array.h"

/**
 * The environment of the editor's window, for what runs in its place: without what makes programs
 * behave as parts of the editor, and set so that no program waits for a person.
 */
typedef struct sx_command_environment {
  char **variables; /* "NAME=value"; ends with NULL */
  size_t count;
} sx_command_environment;

/** Copies that of this process. On the thread that changes it, if any does. False: no memory. */
bool sx_command_environment_take(sx_command_environment *out);
void sx_command_environment_release(sx_command_environment *environment);

/** The value of a variable; empty where there is none. Borrowed. */
sx_str sx_command_environment_get(const sx_command_environment *environment, sx_str name);

/**
 * All of it with these variables ("NAME=value") in place of its own: ends with NULL, to be freed
 * with sx_command_environment_free_list. NULL without memory.
 */
char **sx_command_environment_list(const sx_command_environment *environment, const sx_strs *more);
void sx_command_environment_free_list(char **list);

#endif
