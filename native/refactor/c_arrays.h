#ifndef SX_REFACTOR_C_ARRAYS_H
#define SX_REFACTOR_C_ARRAYS_H

#include "workspace/document.h"

/**
 * C: whether a type is a name for an array, by the file or by one of the workspace that it
 * includes, directly or not: `typedef int vec[3]`. A variable of it cannot be assigned, and is a
 * pointer where it is a parameter. A file that cannot be read is passed over.
 */
bool sx_c_is_array_type(sx_call *call, const sx_document *document, sx_str type);

#endif
