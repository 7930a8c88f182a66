#ifndef SX_SHELL_WRAPPERS_H
#define SX_SHELL_WRAPPERS_H

#include "shell/parse.h"

/* Programs that run a command that they are given, and how they are given it. */
typedef enum sx_shell_wrapper_how {
  SX_WRAP_WORDS,  /* the command's words are the arguments: env, nice, sudo */
  SX_WRAP_JOINED, /* a shell reads the arguments, with blanks between them: eval, ssh */
  SX_WRAP_TEXT,   /* a shell reads one argument: trap */
  SX_WRAP_TEXTS,  /* arguments with a blank in them may be commands: tmux */
  SX_WRAP_SHELL,  /* sh -c */
  SX_WRAP_FIND,   /* between -exec and ; */
} sx_shell_wrapper_how;

typedef struct sx_shell_wrapper {
  const char *name;
  const char *subcommand;   /* must come first: `bundle exec` */
  const char *values;       /* options that take the next word as their value */
  const char *text_options; /* options whose value a shell reads */
  const char *plain;        /* options that change nothing but how it runs the command */
  int positional;           /* arguments before the command */
  sx_shell_wrapper_how how;
  uint16_t flags;      /* sx_shell_command_flag of what it runs */
  bool is_transparent; /* does nothing else: permission for what it runs is enough */
  bool adds_words;     /* gives it more arguments, which are not known */
} sx_shell_wrapper;

/** NULL for any other program. Static. */
const sx_shell_wrapper *sx_shell_find_wrapper(sx_str program, const sx_shell_command *command);

/** Whether all options before the command are plain ones. */
bool sx_shell_has_plain_options(const sx_shell_wrapper *wrapper, const sx_shell_command *command);

/** Whether the program is a shell, which reads commands. */
bool sx_shell_is_shell(sx_str program);

/** Whether a list of words with blanks between them has one. */
bool sx_shell_list_has(const char *list, sx_str word);
/** The same of a program's name: letters of any case, as file systems have it that ignore case. */
bool sx_shell_names_program(const char *list, sx_str program);

/** The word after the options of a shell; its count of words without one. */
uint32_t sx_shell_script_at(const sx_shell_command *command, bool *is_text);
/** Whether a shell, or `source`, reads its commands from its standard input. */
bool sx_shell_reads_input(const sx_shell_command *command);

#endif
