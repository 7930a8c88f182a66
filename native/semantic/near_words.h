#ifndef SX_SEMANTIC_NEAR_WORDS_H
#define SX_SEMANTIC_NEAR_WORDS_H

#include "base/array.h"

/**
 * How well a name fits words of which some may be misspelt by one letter, or by two letters that
 * changed places: each is a part of the name, or its beginning. Higher is better; -1: it does not.
 */
int sx_near_words_rate(sx_str name, const sx_strs *words);

#endif
