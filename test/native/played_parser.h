#ifndef SX_TEST_PLAYED_PARSER_H
#define SX_TEST_PLAYED_PARSER_H

#include <stdbool.h>

/**
 * For the rest of the case syntax trees are read in this process, where a tool would have them from
 * sextant-indexer: that is not built with the tests, and a process for each run takes too long. The
 * build wraps the question for it. False without memory.
 */
bool played_parser_use(void);

#endif
