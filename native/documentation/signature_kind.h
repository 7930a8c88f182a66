#ifndef SX_DOCUMENTATION_SIGNATURE_KIND_H
#define SX_DOCUMENTATION_SIGNATURE_KIND_H

#include "markdown/hover.h"

/**
 * The kind of symbol that a hover is of, by LSP's names, if the outline could not be asked: servers
 * begin it with `(method)`, `class`, "### function". Empty when it has none. Static.
 */
sx_str sx_signature_kind(const sx_hover_text *hover);

#endif
