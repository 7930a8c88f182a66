#ifndef SX_BRIDGE_OFFERED_H
#define SX_BRIDGE_OFFERED_H

#include "base/buf.h"

/**
 * Appends the answer to `tools/list` as a window with the default settings gives it, from the
 * definitions that the bridge was built with. `toolsets`: "a,b", of which only those that are on
 * by default count, for a person is asked about others; or NULL. `is_structured`: with their
 * output schemas. A failure to allocate is the buffer's.
 */
void sx_offered_write(sx_buf *json, const char *toolsets, bool is_structured);

/** The server's instructions to the model, as a window gives them. Static. */
const char *sx_offered_instructions(void);

#endif
