#ifndef SX_REFACTOR_RENAME_TEXTS_H
#define SX_REFACTOR_RENAME_TEXTS_H

#include "refactor/rename.h"
#include "workspace/document.h"

/** Places of one file that a note names. */
#define SX_RENAMING_PER_FILE 3

/**
 * Adds the first SX_RENAMING_PER_FILE places where a text contains a name in code, or in comments
 * and strings. Each range is empty, at the name's start. NOMEM.
 */
sx_status sx_renaming_find_uses(sx_places *out, sx_arena *arena, const sx_document *document,
                                sx_str name, bool is_code, sx_err *err) SX_MUST_USE;

/** Fills in `in_texts`; `old_files` are known. CANCELLED, CLOSED, NOMEM. */
sx_status sx_renaming_find_texts(sx_renaming *rename, sx_err *err) SX_MUST_USE;

#endif
