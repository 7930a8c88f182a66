#ifndef SX_SEMANTIC_TYPE_ALIAS_H
#define SX_SEMANTIC_TYPE_ALIAS_H

#include "host/requests.h"
#include "workspace/document.h"

/**
 * `Alias = module.Name`: another name for a type, which classes may derive from under it. A line
 * that calls it, or does more with it, is none.
 */

/** For the name at `use`, on the right side: where the alias is. */
bool sx_type_alias_of(const sx_document *document, sx_range16 use, sx_pos16 *alias);
/** For the alias at `at`, on the left side: where the last name of what it stands for is. */
bool sx_type_alias_target(const sx_document *document, sx_pos16 at, sx_pos16 *target);

#endif
