#ifndef SX_REFACTOR_SPLICES_H
#define SX_REFACTOR_SPLICES_H

#include "base/array.h"

#include <stdint.h>

/** Bytes of a text, and what stands there afterwards. */
typedef struct sx_splice {
  uint32_t start, end;
  sx_str text;
  uint32_t turn; /* those at one place keep the order in which they were added */
} sx_splice;

/** Edits of one text, in any order. */
typedef SX_ARRAY(sx_splice) sx_splices;

/** Adds one; `text` is borrowed. NOMEM. */
sx_status sx_splices_add(sx_splices *edits, size_t start, size_t end, sx_str text, sx_arena *arena,
                         sx_err *err) SX_MUST_USE;
/** Whether one of them takes bytes away at the offset. */
bool sx_splices_remove(const sx_splices *edits, size_t offset);

/**
 * The text after all edits, which this sorts. Parts that are only taken away may overlap; what is
 * put into such a part stands where it was.
 *
 * Memory  *out in `arena`.
 * Errors  INTERNAL where others overlap; NOMEM, TOO_BIG.
 */
sx_status sx_splices_apply(sx_str *out, sx_splices *edits, sx_str text, sx_arena *arena,
                           sx_err *err) SX_MUST_USE;

#endif
