#ifndef SX_INDEXER_MEANING_H
#define SX_INDEXER_MEANING_H

#include "indexer/symbols.h"

/**
 * Writes the words of the units of a segment's files beside it (meaning/file.h): from the texts,
 * and from what the database of symbols has of them. Nothing is done where it is there. Errors as
 * sx_indexer_symbols_write, and those of the database.
 */
sx_status sx_indexer_meaning_write(const sx_indexer_symbols *wanted, sx_err *err) SX_MUST_USE;
/** Whether there is one beside a segment of that number, whatever it has. */
bool sx_indexer_meaning_is_there(const char *store, uint64_t number);

#endif
