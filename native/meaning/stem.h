#ifndef SX_MEANING_STEM_H
#define SX_MEANING_STEM_H

#include "base/str.h"

/**
 * The stem of an English word of the letters a to z, in place; the length of what is left, which
 * is never longer than the word. "caching" and "caches" have one stem, "cach".
 *
 * Source  Porter 1980, "An algorithm for suffix stripping".
 */
size_t sx_stem(char *word, size_t len);

#endif
