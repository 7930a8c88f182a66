#ifndef SX_SHELL_PARSE_H
#define SX_SHELL_PARSE_H

#include "base/array.h"

#include <stdint.h>

/*
 * A command line of a POSIX shell, with what bash adds, read as a shell reads it: the flat list of
 * all simple commands that stand anywhere in it, also those in substitutions, here documents and
 * the arguments of programs that run a command (`env X=1 cmd`, `sh -c "cmd"`, `find -exec cmd`).
 * Nothing is run, expanded or looked up.
 */

#define SX_SHELL_MAX_BYTES ((size_t)1 << 20)
#define SX_SHELL_MAX_WORDS 100000
/* Constructs in each other. */
#define SX_SHELL_MAX_DEPTH 100
/* Texts in texts: `sh -c`, backticks, here documents. */
#define SX_SHELL_MAX_TEXTS 16

typedef enum sx_shell_word_flag {
  SX_SHELL_DYNAMIC = 1,      /* a part of the value is known only when it runs */
  SX_SHELL_GLOB = 2,         /* an unquoted * ? [ */
  SX_SHELL_BRACES = 4,       /* {a,b} or {1..9}: several words in bash, one in other shells */
  SX_SHELL_QUOTED = 8,       /* some of it was in quotes or after a backslash */
  SX_SHELL_HOME = 16,        /* begins with ~, $HOME or ${HOME}, which is `lead_len` bytes */
  SX_SHELL_PWD = 32,         /* begins with $PWD, ${PWD} or ~+, likewise */
  SX_SHELL_SUBSTITUTES = 64, /* holds the output of a command: $( ) or backticks */
  SX_SHELL_MAY_SPLIT = 128,  /* an unquoted expansion: may become none or several words */
} sx_shell_word_flag;

/**
 * A word without its quotes. Expansions stand in it as $NAME or ${NAME}; longer ones as ${}, $(),
 * $(()), `` and <().
 */
typedef struct sx_shell_word {
  sx_str text;
  sx_str source;      /* as written */
  uint32_t known_len; /* the bytes of `text` before the first part that is dynamic, or a pattern */
  uint16_t lead_len;
  uint16_t flags;
} sx_shell_word;

typedef enum sx_shell_redirect_kind {
  SX_SHELL_READ,      /* < */
  SX_SHELL_WRITE,     /* > >> >| <> &> &>> and >& to a file */
  SX_SHELL_DUPLICATE, /* 2>&1 <&- */
  SX_SHELL_HERE_TEXT, /* << <<- <<< */
} sx_shell_redirect_kind;

typedef struct sx_shell_redirect {
  sx_shell_redirect_kind kind;
  sx_str operator_text;
  sx_shell_word target; /* of a here document: its delimiter */
  sx_str body;          /* of a here document: its text as written */
  bool is_literal;      /* a here document without expansions, by quotes in its delimiter */
  int fd;               /* -1: the operator's own */
} sx_shell_redirect;

typedef struct sx_shell_assignment {
  sx_str name;
  sx_shell_word value; /* of a list: dynamic */
} sx_shell_assignment;

/* How a command is joined to the one before it in its list. */
typedef enum sx_shell_join {
  SX_SHELL_FIRST,
  SX_SHELL_THEN, /* ; & or a line's end */
  SX_SHELL_AND,
  SX_SHELL_OR,
  SX_SHELL_PIPE,
} sx_shell_join;

typedef enum sx_shell_command_flag {
  SX_SHELL_PIPED_IN = 1,        /* its standard input is another command's output */
  SX_SHELL_PIPED_OUT = 2,       /* its output is another command's input */
  SX_SHELL_BACKGROUND = 4,      /* followed by & */
  SX_SHELL_COMPOUND = 8,        /* no words: the redirections of a group, loop or function */
  SX_SHELL_INNER = 16,          /* what another program is given to run: see `outer` */
  SX_SHELL_ONLY_LOOKED_AT = 32, /* inner, of a program that has permissions of its own (npx) */
  SX_SHELL_OTHER_FOLDER = 64,   /* runs in a folder that is not followed */
  SX_SHELL_REMOTE = 128,        /* runs on another machine, or in a container */
  SX_SHELL_ASSIGNS = 256,       /* a loop's variable, as an assignment */
} sx_shell_command_flag;

#define SX_SHELL_NO_COMMAND UINT32_MAX

typedef struct sx_shell_command {
  sx_shell_word *words;
  sx_shell_assignment *assignments;
  sx_shell_redirect *redirects;
  uint32_t word_count, assignment_count, redirect_count;
  uint32_t from, to; /* bytes of the script; of what stands in a text of its own: where that is */
  uint32_t scope;
  uint32_t outer; /* the command that runs it, or SX_SHELL_NO_COMMAND */
  uint16_t flags;
  uint8_t join;
  sx_str text; /* as written */
} sx_shell_command;

typedef enum sx_shell_scope_kind {
  SX_SHELL_SCOPE_TOP,
  SX_SHELL_SCOPE_CHILD,  /* a shell of its own: what it changes ends with it */
  SX_SHELL_SCOPE_GROUP,  /* braces, `eval` */
  SX_SHELL_SCOPE_BRANCH, /* part of an if, loop or case: runs never, once or often */
  SX_SHELL_SCOPE_FUNCTION,
} sx_shell_scope_kind;

/** The part of a script that commands stand in. The first is the whole script; its parent is
 * itself. */
typedef struct sx_shell_scope {
  sx_shell_scope_kind kind;
  uint32_t parent;
  bool is_piped_in;
  uint8_t join; /* sx_shell_join */
  sx_str name;  /* of a function */
} sx_shell_scope;

typedef struct sx_shell_script {
  sx_str text;
  SX_ARRAY(sx_shell_command) commands; /* as they are run, but for loops and functions */
  SX_ARRAY(sx_shell_scope) scopes;
  sx_strs functions;
  sx_strs set_names;       /* variables that expansions set; empty: it is not known which */
  bool calculates_names;   /* some arithmetic takes the values of variables */
  bool calculates_unknown; /* or of other expansions */
  bool sets_texts;         /* an expansion sets a variable to a text: ${x:=a} */
  sx_str ambiguous;        /* what means different things to different shells; empty: nothing */
} sx_shell_script;

/**
 * All simple commands of `text`.
 *
 * Memory  In `a`, and borrowed from `text`.
 * Errors  INVALID_ARGUMENT with what is wrong, as "it has a quote that is not closed"; TOO_BIG past
 *         the bounds above; NOMEM.
 * Cost    Linear, times the depth of texts in texts.
 */
sx_status sx_shell_parse(sx_shell_script *out, sx_str text, sx_arena *a, sx_err *err) SX_MUST_USE;

/** The name of a program without its folder; empty where that is not known. Borrowed. */
sx_str sx_shell_program(const sx_shell_command *command);

#endif
