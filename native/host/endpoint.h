#ifndef SX_HOST_ENDPOINT_H
#define SX_HOST_ENDPOINT_H

#include "meaning/vector_cache.h"

/**
 * The embeddings endpoint that a person has configured, as a window knows it: its address, the
 * vectors that it gave, and whether it has failed just now. It asks nothing itself
 * (semantic/meaning_rerank.h). Without an address nothing is sent anywhere. May be used from any
 * thread.
 */
typedef struct sx_endpoint sx_endpoint;

/** So long it is left alone when it has failed. */
#define SX_ENDPOINT_REST_MS 30000

sx_endpoint *sx_endpoint_new(void); /* NULL without memory */
void sx_endpoint_free(sx_endpoint *endpoint);

/** The folder of the extension's storage, where vectors are kept; once, at the start. False without
 * memory. */
bool sx_endpoint_set_up(sx_endpoint *endpoint, sx_str storage);
/** Where `url` is empty there is none. It is no longer left alone: its key may be another. NOMEM.
 */
sx_status sx_endpoint_set(sx_endpoint *endpoint, sx_str url, sx_str model) SX_MUST_USE;

typedef struct sx_endpoint_state {
  sx_str url, model; /* url: empty: there is none; model may be empty */
  sx_str failed;     /* why it is left alone now; empty: it is not */
  uint64_t turn;     /* how often it was set */
} sx_endpoint_state;

/** As it is now, in `arena`. NOMEM. */
sx_status sx_endpoint_get(sx_endpoint *endpoint, sx_endpoint_state *out,
                          sx_arena *arena) SX_MUST_USE;
/** It has failed, if it was not set again since. `why`: for a later answer. */
void sx_endpoint_rest(sx_endpoint *endpoint, const sx_endpoint_state *state, sx_str why);

/** Vectors of texts: those that are known, as sx_vector_cache_find. */
sx_status sx_endpoint_find(sx_endpoint *endpoint, const sx_vector_key *keys, size_t count,
                           sx_vector *out, sx_arena *arena, sx_err *err) SX_MUST_USE;
/** As sx_vector_cache_put. */
sx_status sx_endpoint_keep(sx_endpoint *endpoint, const sx_vector_key *keys,
                           const sx_vector *vectors, size_t count, sx_err *err) SX_MUST_USE;

#endif
