#ifndef SX_RESOLVE_HOVER_SIGNS_H
#define SX_RESOLVE_HOVER_SIGNS_H

#include "host/requests.h"

/* By a hover: how far its server is. */

/** The server says that it is loading. False also where there is no memory for the text. */
bool sx_hover_is_loading(const sx_hover_parts *parts, sx_arena *arena);
/** The server for TypeScript knows what an imported name is. */
bool sx_hover_is_alias(const sx_hover_parts *parts);

#endif
