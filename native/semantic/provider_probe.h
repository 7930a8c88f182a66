#ifndef SX_SEMANTIC_PROVIDER_PROBE_H
#define SX_SEMANTIC_PROVIDER_PROBE_H

#include "servers/state.h"
#include "workspace/call.h"

/**
 * Whether the language of the file at `path` has a provider of a kind: known where one has given
 * something before; else asked for at places of the file where one has to have something, its
 * types and methods or its calls. Costs nothing once one has answered.
 *
 * `*has` is false where none answered, which proves nothing: the answer is unknown then.
 * CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_provider_probe(sx_call *call, sx_str path, sx_feature feature, bool *has,
                            sx_err *err) SX_MUST_USE;

/** A provider of that kind gave something for the file at `path`. */
void sx_provider_note(sx_call *call, sx_str path, sx_feature feature);

#endif
