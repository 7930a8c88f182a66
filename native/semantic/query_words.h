#ifndef SX_SEMANTIC_QUERY_WORDS_H
#define SX_SEMANTIC_QUERY_WORDS_H

#include "base/array.h"

/*
 * The words of a query: `retry count` has two, "how does the retry work in the client" eight, of
 * which names have three.
 */

/** Whether there are three words or more between blanks. */
bool sx_query_words_are_sentence(sx_str text);

/** Adds the parts of names that the query has, at most `max`. Errors: NOMEM. */
sx_status sx_query_words_split(sx_strs *out, sx_str text, size_t max, sx_arena *arena,
                               sx_err *err) SX_MUST_USE;
/** The same of a query of three words or more, without those that only make a sentence. */
sx_status sx_query_words_that_count(sx_strs *out, sx_str text, size_t max, sx_arena *arena,
                                    sx_err *err) SX_MUST_USE;

/**
 * Whether a language's word before a name may as well be the first word of a name: `default retry`,
 * `public key`.
 */
bool sx_query_word_may_be_name(sx_str keyword);

/** Whether a name has these parts, in this order, and no others. */
bool sx_query_words_are_name(const sx_strs *parts, sx_str name);

#endif
