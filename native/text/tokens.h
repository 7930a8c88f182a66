#ifndef SX_TEXT_TOKENS_H
#define SX_TEXT_TOKENS_H

#include "base/str.h"

/**
 * Estimate of the tokens that a language model makes of a text.
 *
 * How     The text is cut into words, numbers, runs of punctuation and of blanks by the rules
 *         that byte-pair encoders of the o200k family cut it before they encode; each piece
 *         then counts the mean that such pieces took in a sample of code and prose, by kind
 *         and length.
 * Error   Against o200k_base, total over a sample, and the error that 9 in 10 files stay below:
 *         TypeScript declarations +2 %, 4 %; Python 0 %, 6 %; C headers +3 %, 23 %; Markdown
 *         prose -1 %, 12 %; formatted hovers +3 %, 20 % (they are short). Sentences in other
 *         languages were within 25 %. Encoders of other models differ by as much.
 * Joins   count(a + "\n\n" + b) <= count(a) + count("\n\n") + count(b) where a ends and b
 *         begins with no blank.
 * Cost    One pass.
 */
size_t sx_tokens_count(sx_str text);

/** Length of the longest start of `text` that counts at most `max_tokens`, whole pieces only. */
size_t sx_tokens_prefix(sx_str text, size_t max_tokens);
/** The same, but a long piece is cut, too: a token has two bytes at least, with few exceptions. */
size_t sx_tokens_room(sx_str text, size_t max_tokens);

#endif
