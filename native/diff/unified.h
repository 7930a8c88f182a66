#ifndef SX_DIFF_UNIFIED_H
#define SX_DIFF_UNIFIED_H

#include "base/buf.h"
#include "diff/diff.h"

#define SX_UNIFIED_CONTEXT_LINES 3

typedef struct sx_unified_options {
  /* Printed as a/… and b/…; the empty one stands for a file that does not exist. */
  sx_str before_path, after_path;
  uint32_t context_lines; /* usual: SX_UNIFIED_CONTEXT_LINES; git apply refuses 0 by default */
  bool function_context;  /* print the heading that a hunk stands under after its @@ */
  /* Print `diff --git` for a file that keeps its path too. To be set where patches of several files
     follow one another: after a header without hunks (an empty file, a new name) the --- of the
     next file would be taken for a part of it. */
  bool git_header;
  bool is_executable; /* the mode of a file that is created or deleted: 100755 */
  /* Which lines are headings; NULL: those that begin with a letter, `_` or `$`. */
  bool (*is_heading)(sx_str line, void *heading_arg);
  void *heading_arg;
} sx_unified_options;

/**
 * Appends the diff as a patch of one file that `git apply` and `patch -p1` take.
 *
 * Shape    ---, +++ and hunks; in front of them `diff --git` with what git writes for a file that
 * is created, deleted or renamed. Nothing for a file that stays what it is. Bytes    lines are
 * copied as they are; "\ No newline at end of file" where there is none. Paths are quoted as git
 * does (path.h). Heading  the last before the hunk, cut at 80 bytes and a whole UTF-8 character.
 * Errors   INVALID_ARGUMENT without any path; those of `out`, which are sticky.
 * Cost     linear in what is written and the lines before it.
 */
sx_status sx_unified_render(sx_buf *out, const sx_diff *diff,
                            const sx_unified_options *options) SX_MUST_USE;

#endif
