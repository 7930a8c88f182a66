#ifndef SX_PARSE_SCANNERS_H
#define SX_PARSE_SCANNERS_H

#include <stdbool.h>

/*
 * A scanner is the part of a grammar that is written by hand. Its knowledge between two tokens, as
 * the levels that a line is in, is written down after each, and read before the next, in a buffer
 * of 1,024 bytes. Several write past its end, and one writes what it does not read back as it was:
 * so they write into more room, and a state that does not fit, or cannot be read back, is
 * forgotten. The rest of the text is then read as if its next token were the first.
 */

/** Before a text, and whether a scanner of this thread has forgotten something since. */
void sx_scanners_begin(void);
bool sx_scanners_have_forgotten(void);

#endif
