#ifndef SX_REFACTOR_EXTRACT_VARIABLE_LANGUAGES_H
#define SX_REFACTOR_EXTRACT_VARIABLE_LANGUAGES_H

#include "refactor/extract_variable.h"

/** By the grammar; NULL: variables are not made in it. */
const sx_variable_language *sx_variable_language_find(sx_str grammar);

#endif
