#ifndef SX_RESOLVE_OVERLOAD_H
#define SX_RESOLVE_OVERLOAD_H

#include "workspace/document.h"

/**
 * Whether what is declared at `at` under `name` has parameters of the types that `arguments`
 * lists: as many, and each type as a whole word in its parameter, blanks aside. False where no
 * parameters stand after the name.
 */
bool sx_overload_fits(const sx_document *document, sx_pos16 at, sx_str name, sx_str arguments);

#endif
