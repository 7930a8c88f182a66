#ifndef SX_ANSWER_STRUCTURED_H
#define SX_ANSWER_STRUCTURED_H

#include "answer/answer.h"

/**
 * Makes the facts complete for those who read nothing else: `notes` has the lines of the text that
 * say how far it can be trusted, and `status` is there. Then cuts lists without
 * pages, and texts, the longest first, until the facts are within `max_tokens`; `truncated` and a
 * note say so. The first item of a page may be longer than that.
 *
 * Call it when the text is complete. NOMEM.
 */
sx_status sx_answer_finish_facts(sx_answer *answer) SX_MUST_USE;

/** Tokens of the facts so far; 0 without memory to print them. */
size_t sx_answer_count_facts(const sx_answer *answer);

#endif
