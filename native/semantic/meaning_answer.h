#ifndef SX_SEMANTIC_MEANING_ANSWER_H
#define SX_SEMANTIC_MEANING_ANSWER_H

#include "answer/answer.h"
#include "semantic/meaning.h"

/** The answer to a question: the best units with the lines that answer. */
typedef struct sx_meaning_request {
  sx_str query;
  sx_meaning_filter filter;
  const sx_strs *patterns; /* of files (workspace/folder_patterns); or NULL */
  size_t most;
} sx_meaning_request;

/**
 * Errors: INVALID_ARGUMENT where the question has no word that says something; as
 * sx_declared_begin.
 */
sx_status sx_meaning_answer(sx_call *call, const sx_meaning_request *request, sx_answer *answer,
                            sx_err *err) SX_MUST_USE;

#endif
