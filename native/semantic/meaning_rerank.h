#ifndef SX_SEMANTIC_MEANING_RERANK_H
#define SX_SEMANTIC_MEANING_RERANK_H

#include "semantic/meaning.h"

/*
 * The best answers by words, ranked once more by a model that a person has configured
 * (host/endpoint.h). Only what may be in an answer is sent: no file that is hidden, and none
 * but the best. Whatever goes wrong, the ranking by words stands.
 */

/** So many are ranked once more. */
#define SX_RERANK_MOST 200
/** The part of a unit that is sent, and of a question. */
#define SX_RERANK_TEXT_BYTES 1000

typedef struct sx_reranked {
  bool is_asked; /* there is an endpoint, and there was something to rank */
  sx_str why;    /* why it was not ranked: goes on "The embeddings endpoint …"; empty: it was */
  bool is_resting;
  size_t count, of; /* how many of them were in time */
  sx_str model;
} sx_reranked;

/** Whether there is an endpoint: then SX_RERANK_MOST answers are worth finding. */
bool sx_meaning_has_endpoint(sx_call *call);
/**
 * Ranks the hits, which are the best by words, in order. Takes two seconds at most.
 * Errors  what ends the call: CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_meaning_rerank(sx_reranked *out, sx_call *call, sx_str query, sx_meaning_hits *hits,
                            sx_err *err) SX_MUST_USE;

/** The beginning of a text, without what looks like a secret. In the call's arena. */
sx_status sx_meaning_sent_part(sx_str *out, sx_call *call, sx_str text, sx_err *err) SX_MUST_USE;
/** The text of a unit that is sent: its name, the comment above, its lines. In the call's arena. */
sx_status sx_meaning_sent_text(sx_str *out, sx_call *call, const sx_document *document,
                               const sx_meaning_hit *hit, sx_err *err) SX_MUST_USE;

#endif
