#ifndef SX_RUN_SCRIPT_H
#define SX_RUN_SCRIPT_H

#include "run/project.h"

/** How the scripts of a package.json call a program: `NODE_ENV=test jest -c unit.js && …`. */
typedef struct sx_script_use {
  bool is_found;
  sx_strs assignments;  /* `NAME=value`, before it */
  sx_strs node_options; /* of `node`, where the program is a script that it runs */
  sx_strs words;        /* that the program gets */
} sx_script_use;

/**
 * The first use of `program` in the scripts: in `test`, else in those whose names begin so, else,
 * if `anywhere`, in any. Memory in `arena`. NOMEM.
 */
sx_status sx_script_find(sx_script_use *out, const sx_package *package, const char *program,
                         bool anywhere, sx_arena *arena, sx_err *err) SX_MUST_USE;

/** An option, written with its dashes: `--config`. */
typedef struct sx_option_rule {
  const char *name;
  bool has_value; /* which is the next word, where it is not after a `=` */
  bool is_dropped;
} sx_option_rule;

/**
 * Sorts the words that a program gets: options that are kept, with their values, and the rest.
 * `rules` ends with a NULL name; an option that has no rule stays, without a value. NOMEM.
 */
sx_status sx_script_sort(sx_strs *options, sx_strs *others, const sx_strs *words,
                         const sx_option_rule *rules, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
