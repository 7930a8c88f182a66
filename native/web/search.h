#ifndef SX_WEB_SEARCH_H
#define SX_WEB_SEARCH_H

#include "answer/answer.h"
#include "workspace/call.h"

/**
 * Asks the provider that the person has configured, and writes at most `most` results.
 *
 * Errors  UNSUPPORTED without a provider, BUSY where it wants to be left alone, and what its
 *         failures are; NOT_ALLOWED.
 */
sx_status sx_web_search(sx_call *call, sx_str query, size_t most, sx_answer *answer,
                        sx_err *err) SX_MUST_USE;

#endif
