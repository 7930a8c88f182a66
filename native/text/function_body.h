#ifndef SX_TEXT_FUNCTION_BODY_H
#define SX_TEXT_FUNCTION_BODY_H

#include "text/language.h"

/**
 * Whether the function whose name ends at `behind_name` has a body there, by the text: a
 * declaration in an interface, an abstract method, an overload and a prototype have none. For
 * languages with braces; false where the text has no parameters after the name, or ends first.
 *
 * Cost  Linear in the declaration, of which at most 64 KB are read.
 */
bool sx_function_has_body(sx_str text, size_t behind_name, const sx_language *language);

#endif
