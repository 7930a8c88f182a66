#ifndef SX_MATCH_GIT_CONFIG_H
#define SX_MATCH_GIT_CONFIG_H

#include "base/arena.h"

/**
 * The settings in a text such as ~/.gitconfig, one after the other, as git reads them.
 *
 *   sx_git_config reader = sx_git_config_of(text);
 *   sx_git_setting one;
 *   while (sx_git_config_next(&reader, &one, arena)) …
 */
typedef struct sx_git_config {
  sx_str text;
  size_t at;
  sx_str section, subsection;
} sx_git_config;

typedef struct sx_git_setting {
  sx_str section, subsection, name; /* the first and the last in any case of letters */
  sx_str value;                     /* without quotes and escapes, in the arena */
} sx_git_setting;

/** Borrows `text`. */
sx_git_config sx_git_config_of(sx_str text);

/** False at the end, at a line that is not valid, and without memory (then `arena->status`). */
bool sx_git_config_next(sx_git_config *reader, sx_git_setting *out, sx_arena *arena);

#endif
