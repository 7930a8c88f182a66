#ifndef SX_RESOLVE_DECLARED_PLACE_H
#define SX_RESOLVE_DECLARED_PLACE_H

#include "host/requests.h"
#include "text/language.h"
#include "workspace/call.h"

/** The places that a server gives as definitions of a use, compared with the text there. */

/** Where the name at the place begins; its start where the file cannot be read. */
sx_pos16 sx_declared_place_name(sx_call *call, const sx_place *place);

/** Whether the text there contains the name. */
bool sx_declared_place_has(sx_call *call, const sx_place *place, sx_str name);

/** The first of the places that contains the name: `new Till()` leads to a constructor, too. At
 * least one place. */
const sx_place *sx_declared_place_choose(sx_call *call, const sx_places *places, sx_str name);

/**
 * Whether `name` is only a keyword at its use: a server gives what is declared after it, as a
 * function after `static`. Where the declaration has the word for its name, as the method
 * `delete`, it is one.
 */
bool sx_declared_place_is_keyword(sx_call *call, const sx_language *language, sx_str name,
                                  const sx_places *places);

#endif
