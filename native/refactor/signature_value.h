#ifndef SX_REFACTOR_SIGNATURE_VALUE_H
#define SX_REFACTOR_SIGNATURE_VALUE_H

#include "refactor/signature.h"

/** REFUSED with the reason alone where a name of a new value is not there at a call, or another. */
sx_status sx_signature_check_value(sx_signature *change, sx_signature_file *file,
                                   const sx_signature_site *site, sx_str text,
                                   sx_err *err) SX_MUST_USE;

#endif
