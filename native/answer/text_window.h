#ifndef SX_ANSWER_TEXT_WINDOW_H
#define SX_ANSWER_TEXT_WINDOW_H

#include "text/lines.h"
#include "answer/pager.h"

/**
 * A part of a text for an agent: whole lines as far as the budget goes, and a cursor for the rest.
 * A line that is larger than the budget is cut inside, and goes on with the cursor.
 */
typedef struct sx_text_window {
  uint32_t first_row, end_row; /* rows [first, end) are asked for; clamped */
  bool with_numbers;
  size_t max_tokens;
  size_t json_tokens; /* for the part as a string of JSON, without its quotes; 0: any number */
  bool keeps_ends;    /* line ends as the text has them, not \n for each */
} sx_text_window;

/** The part that was written: rows [first_row, end_row), all of them whole unless is_cut. */
typedef struct sx_text_shown {
  uint32_t first_row, end_row;
  bool is_cut;
  char cursor[SX_CURSOR_BYTES]; /* empty when nothing is left */
} sx_text_shown;

/**
 * Appends the part to `out`: every line end is \n unless they are kept, and there is none after the
 * last line of the text or after a line that is cut. So the parts of an unnumbered text, joined,
 * are the text.
 *
 * `cursor` is that of the answer before, or empty.
 * Errors  INVALID_ARGUMENT if it is not a cursor, CONFLICT if the text has changed, NOMEM.
 */
sx_status sx_text_window_write(sx_text_shown *shown, sx_buf *out, const sx_lines *lines,
                               const sx_text_window *window, sx_str cursor,
                               sx_err *err) SX_MUST_USE;

/** Text after the part in an answer begins on a new line. */
void sx_text_window_end(sx_buf *text);

#endif
