#ifndef SX_MEMORY_NOTE_VALUE_H
#define SX_MEMORY_NOTE_VALUE_H

#include "base/array.h"
#include "base/buf.h"

/* Values of the front matter of notes (memory/note_text.h). Without memory the arena has the
 * status. */

/** A value in one line: plain, up to a comment, or in single or double quotes. */
sx_str sx_note_value_read(sx_str value, sx_arena *arena);
/** Adds one that is neither empty nor in the list; past the maximum it is left out. */
void sx_note_value_add(sx_strs *list, sx_str value, sx_arena *arena);
/** Adds those of "[a, \"b, c\"]", or of "a, b". */
void sx_note_value_add_list(sx_strs *list, sx_str value, sx_arena *arena);
/** Writes one that any reader of YAML takes for the same text. */
void sx_note_value_write(sx_buf *out, sx_str value);

#endif
