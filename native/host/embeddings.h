#ifndef SX_HOST_EMBEDDINGS_H
#define SX_HOST_EMBEDDINGS_H

#include "host/requests.h"
#include "meaning/vector.h"

/*
 * A request to an embeddings endpoint, as OpenAI's API has it, which the shim sends: by the
 * editor's proxy and certificates, with the key that only the shim has. Batches as in
 * host/requests.h.
 */

/** Longer replies are not read. */
#define SX_EMBED_MAX_BYTES ((size_t)8 << 20)

/** Asks for the vector of each text, of which at most 64. The shim gives up after `ms`. */
size_t sx_batch_embed(sx_batch *batch, sx_str url, sx_str model, const sx_str *texts, size_t count,
                      uint64_t ms);
/**
 * A vector for each of the `count` texts, normalized, all of one length, in the batch's arena; or
 * `*why`: a few words that go on "The embeddings endpoint …". Nothing of what the server wrote is
 * in them. Errors: NOMEM.
 */
sx_status sx_batch_get_embedded(sx_batch *batch, size_t slot, sx_vector *out, size_t count,
                                sx_str *why, sx_err *err) SX_MUST_USE;

#endif
