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

/** The next name in "a,b" that is not a toolset, and takes it off the list; empty: none is left. */
sx_str sx_offered_find_unknown(sx_str *list);

/** The answer to `prompts/list`, as a window gives it, in JSON. Static. */
const char *sx_offered_prompts(void);

/** The server's instructions to the model, as a window gives them. Static. */
const char *sx_offered_instructions(void);

#endif
