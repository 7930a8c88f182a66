#ifndef SX_MATCH_GLOB_H
#define SX_MATCH_GLOB_H

#include "base/array.h"

#include <stdint.h>

/*
 * Patterns of paths, as in bash with globstar and extglob:
 *
 *   *  ?  [a-z]  [!a]  [[:digit:]]   within a name; one character is one of UTF-8
 *   **                               as a whole name: any number of folders; at the end, all below
 *   {a,b}  {1..9}  {01..10..2}  {a..e}
 *   ?(a|b)  *(a)  +(a)  @(a|b)  !(a) no, one or more of the alternatives; anything else
 *   \*                               the character itself
 *   x/                               a folder; without the slash only files fit
 *   !x                               leaves out what x fits, wherever it stands in the list
 *
 * A pattern is relative to the folder that is searched, and x without a slash fits only at its top.
 * Patterns that leave something out follow .gitignore: x without a slash fits in every folder, /x
 * at the top, and all that is in a folder goes with it.
 */
typedef struct sx_glob sx_glob;

typedef struct sx_glob_options {
  bool ignore_case;
  bool explicit_dots; /* only a dot in the pattern fits the dot that a name begins with */
  bool any_depth;     /* a pattern without a slash fits in every folder */
} sx_glob_options;

/**
 * Patterns, and more of them to leave out (`ignored`, NULL for none). Where all patterns begin
 * with `!`, everything else fits.
 *
 * Memory  In `a`; the texts are not needed afterwards. Used by any number of threads.
 * Errors  INVALID_ARGUMENT: what is wrong, at which character, and what to write instead; NOMEM.
 */
sx_status sx_glob_parse(sx_glob **out, const sx_strs *patterns, const sx_strs *ignored,
                        const sx_glob_options *options, sx_arena *a, sx_err *err) SX_MUST_USE;

/**
 * Whether `path` fits one of the patterns and is not left out. It is relative, with one slash
 * between names and none at the ends; its bytes need not be valid UTF-8.
 *
 * Cost    A comparison of bytes where the pattern is a path, or a folder and a name with one star.
 *         Otherwise at most bytes of pattern * bytes of path, squared within `!(a)`. `*work` counts
 *         down the steps; at 0 the answer is false and not known.
 */
bool sx_glob_match(const sx_glob *glob, sx_str path, bool is_folder, uint64_t *work);

/** False: no path in the folder, at any depth, fits. The empty folder is the one searched. */
bool sx_glob_may_match_below(const sx_glob *glob, sx_str folder);

/** Whether some pattern ends with a slash. */
bool sx_glob_takes_folders(const sx_glob *glob);

/** The folder that all patterns begin with, without a slash at its end; empty if there is none. */
sx_str sx_glob_base(const sx_glob *glob);

#endif
