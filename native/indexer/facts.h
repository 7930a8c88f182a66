#ifndef SX_INDEXER_FACTS_H
#define SX_INDEXER_FACTS_H

#include "base/status.h"

/**
 * Answers what the standard input asks about texts (syntax/facts_wire.h) on the standard output,
 * until the input ends. Errors: BAD_MESSAGE for what is not a question; IO, NOMEM.
 */
sx_status sx_indexer_facts(sx_err *err) SX_MUST_USE;

#endif
