#ifndef SX_PARSE_DECLARATOR_H
#define SX_PARSE_DECLARATOR_H

#include <stdbool.h>
#include <tree_sitter/api.h>

/* C++ writes pointers, references, arrays and parameters around the name that it declares. */

/**
 * The node of the name, with its scope, in a declarator. `*is_function`: it has parameters, and
 * they are not those that a pointer leads to. False: it has no name.
 */
bool sx_declarator_find(TSNode *out, bool *is_function, TSNode declarator);

/** Whether a declaration, or a template around it, is a friend of the type that it stands in. */
bool sx_declarator_is_friend(TSNode declaration);

#endif
