#ifndef SX_SHELL_PREFIX_H
#define SX_SHELL_PREFIX_H

#include "shell/verdict.h"

/* A prefix of simple commands, split into its words. */
typedef struct sx_shell_prefix {
  sx_str text; /* as a person wrote it */
  sx_strs words;
} sx_shell_prefix;

typedef struct sx_shell_prefixes {
  SX_ARRAY(sx_shell_prefix) list;
} sx_shell_prefixes;

/** The prefixes of a list; blank ones are left out. NOMEM, TOO_BIG from the arena. */
sx_status sx_shell_prefixes_read(sx_shell_prefixes *out, const sx_strs *texts, sx_arena *a,
                                 sx_err *err) SX_MUST_USE;

/** The longest prefix that fits the command, word by word; NULL: none does. */
const sx_shell_prefix *sx_shell_find_allowed(const sx_shell_prefixes *prefixes,
                                             const sx_shell_command *command);

/**
 * A prefix that is denied and fits: also where the program is in another folder, in other letters,
 * or has options between its words. `*may_fit`: what stands between may be the value of an option.
 */
const sx_shell_prefix *sx_shell_find_denied(const sx_shell_prefixes *prefixes,
                                            const sx_shell_command *command, bool *may_fit);

#endif
