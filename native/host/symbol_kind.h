#ifndef SX_HOST_SYMBOL_KIND_H
#define SX_HOST_SYMBOL_KIND_H

#include "base/str.h"

#include <stdint.h>

/** Name of VS Code's SymbolKind (LSP's less one): 4 is "Class". Static; empty when unknown. */
sx_str sx_symbol_kind_name(uint32_t kind);

/** Whether it is one of functions, methods and constructors. */
bool sx_symbol_kind_is_function(sx_str kind);

/** How much a symbol of this kind is likely meant when only its name is given: more is likelier. */
int sx_symbol_kind_weight(sx_str kind);

#endif
