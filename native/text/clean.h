#ifndef SX_TEXT_CLEAN_H
#define SX_TEXT_CLEAN_H

#include "base/arena.h"

/**
 * A text that agents or people have written, as it may be shown: broken bytes are U+FFFD, control
 * characters and marks that turn the direction of text are left out, lines end with LF. In `arena`,
 * which has the status where it fails.
 */
sx_str sx_text_clean(sx_str bytes, sx_arena *arena);

/** Whether something of it can be seen: more than blanks and characters without a width. */
bool sx_text_is_visible(sx_str text);

#endif
