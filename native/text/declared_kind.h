#ifndef SX_TEXT_DECLARED_KIND_H
#define SX_TEXT_DECLARED_KIND_H

#include "text/language.h"

/**
 * The kind of a symbol whose name stands at `name_at`, where the text says it better than LSP's
 * kinds can: "TypeAlias", "Typedef", "Macro", "Union", which servers give as "Class", "Variable" or
 * "String", and TypeScript's signatures without a name, which its server gives as "Variable".
 * `kind` where it does not. Static, or `kind`.
 */
sx_str sx_declared_kind(sx_str text, size_t name_at, const sx_language *language, sx_str kind);

/** Whether the line at `start` is a C macro's definition; its name is bytes [*name, *end). */
bool sx_declared_macro(sx_str text, size_t start, const sx_language *language, size_t *name,
                       size_t *end);

/**
 * Whether the variable whose name ends at `name_end` is a function's name, by its value:
 * `const open = async (till) => …`. JavaScript's and TypeScript's only.
 */
bool sx_declared_has_function(sx_str text, size_t name_end, const sx_language *language);

#endif
