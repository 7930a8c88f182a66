#ifndef SX_TEXT_TERMINAL_H
#define SX_TEXT_TERMINAL_H

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

/*
 * The text that a person would see in a terminal once a program has ended: progress bars at their
 * last state, without colours, titles and other escapes. Bytes come in pieces of any size, cut
 * anywhere; how they are cut makes no difference to the text.
 *
 *   \r, \b, cursor movement, erasing, insertion and deletion of characters and lines, saving and
 *   restoring of the cursor and the alternate screen do what they do in a terminal without margins.
 *   \n also returns to the first column, as the driver of a terminal has it. \t stays a \t. Links
 * keep their text. Bytes that are not UTF-8 become U+FFFD; all other controls are dropped.
 *
 * Bounds   The last SX_TERMINAL_ROWS rows, of together SX_TERMINAL_SCREEN_BYTES, can still change;
 * what is above them is final. A longer row than SX_TERMINAL_ROW_BYTES is final in pieces of that
 *          size. Rows are never wrapped: how wide the screen would be is unknown.
 * Blanks   Kept as printed, but for those at the end of rows that were overwritten or erased.
 * Full     What is on the alternate screen is lost when the program leaves it; if it ends
 * screen   there, the text of that follows the text before.
 * Memory   Less than 6 MB in the worst case, some 10 KB and the screen's text as a rule.
 */
#define SX_TERMINAL_ROWS 60
#define SX_TERMINAL_ROW_BYTES (64u << 10)
#define SX_TERMINAL_SCREEN_BYTES (1u << 20)

typedef struct sx_terminal {
  struct sx_terminal_state *state; /* NULL: not initialised, or released */
} sx_terminal;

/** Gets text that is final, valid UTF-8: whole rows with their \n, or a piece of one. Borrowed
 * until it returns. */
typedef void sx_terminal_on_rows(void *arg, sx_str text);

/** Starts with an empty screen; `on_rows` is called within feed and end. NOMEM. */
sx_status sx_terminal_init(sx_terminal *terminal, sx_terminal_on_rows *on_rows,
                           void *arg) SX_MUST_USE;
/** Takes the next bytes. NOMEM, which stays: later bytes are not taken. */
sx_status sx_terminal_feed(sx_terminal *terminal, sx_str bytes) SX_MUST_USE;
/** Hands over the rows that are left and starts again. NOMEM, also that of an earlier call. */
sx_status sx_terminal_end(sx_terminal *terminal) SX_MUST_USE;
/** Frees it, also one whose init failed. */
void sx_terminal_release(sx_terminal *terminal);

/** Adds what a whole text resolves to. NOMEM; TOO_BIG past the most that `out` may have. */
sx_status sx_terminal_resolve(sx_buf *out, sx_str text) SX_MUST_USE;

#endif
