#ifndef SX_TEST_NEEDED_H
#define SX_TEST_NEEDED_H

#include "match/regex_literals.h"

/** Whether the text fulfils what a pattern needs, by looking at each place. */
bool sx_needed_is_in(const sx_needed *needed, sx_str text, bool folds_case);

#endif
