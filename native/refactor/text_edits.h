#ifndef SX_REFACTOR_TEXT_EDITS_H
#define SX_REFACTOR_TEXT_EDITS_H

#include "base/array.h"

#include <stdint.h>

/**
 * Edits of one text, made from the inside out: a part that is rewritten is put together from its
 * edited pieces, and then takes the place of the edits in it. Begins with only `text` set.
 */
typedef struct sx_text_edit {
  size_t start, end;
  sx_str text;
} sx_text_edit;

typedef struct sx_text_edits {
  sx_str text;
  SX_ARRAY(sx_text_edit) items; /* by their start */
} sx_text_edits;

/** Replaces [start, end); nothing where that is what it has. Memory in `arena`; `text` is
 * borrowed. NOMEM. */
sx_status sx_text_edits_set(sx_text_edits *edits, size_t start, size_t end, sx_str text,
                            sx_arena *arena, sx_err *err) SX_MUST_USE;

/** A part as the edits in it leave it. In `arena`, whose status says whether there was memory. */
sx_str sx_text_edits_get(const sx_text_edits *edits, size_t start, size_t end, sx_arena *arena);

#endif
