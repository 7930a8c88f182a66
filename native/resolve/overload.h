#ifndef SX_RESOLVE_OVERLOAD_H
#define SX_RESOLVE_OVERLOAD_H

#include "workspace/document.h"

/**
 * Whether what is declared at `at` under `name` has parameters of the types that `arguments`
 * lists: as many, and each type as a whole word in its parameter, blanks aside. False where no
 * parameters stand after the name.
 */
bool sx_overload_fits(const sx_document *document, sx_pos16 at, sx_str name, sx_str arguments);

/**
 * Whether two signatures of a function of C++ are of one overload: `int f(T, int b = 1)` and
 * `int f(T a, int b)`. Names and defaults of parameters do not count; what stands before the name
 * does where it is a template's.
 */
bool sx_overload_is_same(sx_str a, sx_str b, sx_str name);

#endif
