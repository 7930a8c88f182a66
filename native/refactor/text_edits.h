#ifndef SX_REFACTOR_TEXT_EDITS_H
#define SX_REFACTOR_TEXT_EDITS_H

#include "base/array.h"

/** Bytes [start, end) of a text become `text`. */
typedef struct sx_text_edit {
  size_t start, end;
  sx_str text;
} sx_text_edit;

/**
 * Edits of one text. Begins with only `text` set.
 *
 * Order  by their start, what is put in before what is replaced there; else as they were added.
 * Texts  are borrowed.
 */
typedef struct sx_text_edits {
  sx_str text; /* as it was */
  sx_text_edit *items;
  size_t len, cap;
  size_t changes; /* how often a part was set to another text than it had */
} sx_text_edits;

/** Adds one beside the others. NOMEM, TOO_BIG from the arena. */
sx_status sx_text_edits_add(sx_text_edits *edits, size_t start, size_t end, sx_str text,
                            sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * Adds one in place of those within [start, end): a part that is rewritten is put together from
 * its edited pieces. Nothing where that is what it has. Errors as of sx_text_edits_add.
 */
sx_status sx_text_edits_set(sx_text_edits *edits, size_t start, size_t end, sx_str text,
                            sx_arena *arena, sx_err *err) SX_MUST_USE;

/** A part as the edits within it leave it. In `arena`, whose status says whether there was memory.
 */
sx_str sx_text_edits_get(const sx_text_edits *edits, size_t start, size_t end, sx_arena *arena);

/** The same, and takes those edits from the list. */
sx_str sx_text_edits_take(sx_text_edits *edits, size_t start, size_t end, sx_arena *arena);

/** Whether one of them replaces the byte at the offset. */
bool sx_text_edits_cover(const sx_text_edits *edits, size_t offset);

/**
 * The text after all edits. Parts that are only taken away may overlap; what is put into such a
 * part stands where it was.
 *
 * Memory  *out in `arena`.
 * Errors  INTERNAL where others overlap; NOMEM, TOO_BIG.
 */
sx_status sx_text_edits_apply(sx_str *out, const sx_text_edits *edits, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;

#endif
