#ifndef SX_TEXT_FILE_TYPE_H
#define SX_TEXT_FILE_TYPE_H

#include "base/array.h"

/** The files of a language, by their names: `ts`, `py`, `c`, `makefile`. */
typedef struct sx_file_type {
  const char *files; /* extensions with their dot, and whole file names; lower case; static */
  sx_str only;       /* of these: the one extension that counts; empty: all */
} sx_file_type;

/**
 * By an extension, or the name of a language; in any case. `otherwise`: the argument of the tool
 * that can be used instead.
 *
 * Memory  static; `arena` is for the message.
 * Errors  INVALID_ARGUMENT with the names that are like it, or all languages; NOMEM.
 */
sx_status sx_file_type_find(sx_file_type *out, sx_str name, const char *otherwise, sx_arena *arena,
                            sx_err *err) SX_MUST_USE;

bool sx_file_type_has(const sx_file_type *type, sx_str path);

/** Whether a file is JavaScript and not TypeScript, by its ending. */
bool sx_file_is_javascript(sx_str path);
/** Whether a file has declarations of TypeScript alone, as `.d.ts` has: compilers write most. */
bool sx_file_is_typings(sx_str path);

#endif
