#ifndef SX_MEANING_RANK_H
#define SX_MEANING_RANK_H

#include "meaning/reader.h"

/*
 * Units by how well they answer a question: BM25F over its terms, any of which is enough, then
 * better the more of the unit's name was asked for. Words that are related to a term stand for it
 * where it is not.
 *
 * Source  Robertson, Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond".
 */

/** Units [first, end). */
typedef struct sx_meaning_range {
  uint32_t first, end;
} sx_meaning_range;
typedef SX_ARRAY(sx_meaning_range) sx_meaning_ranges;

/** A word that may stand in the place of a term, if it counts more there. */
typedef struct sx_meaning_related {
  size_t term;
  float weight; /* up to 1 */
} sx_meaning_related;

/** Units that are ranked with those of others: of a segment, or of texts as they are now. */
typedef struct sx_meaning_pool {
  const sx_meaning_reader *reader;  /* NULL: */
  const sx_meaning_record *records; /* of its units */
  uint32_t units;
  /* Those of each term, then of each related word, without units that do not count at all. */
  const sx_meaning_postings *postings;
  const sx_packed_direction *directions; /* of its units, without a reader */
  sx_meaning_ranges others;              /* units that count, and may not be an answer; ascending */
} sx_meaning_pool;

typedef struct sx_meaning_found {
  size_t pool;
  uint32_t unit;
  float score;
} sx_meaning_found;
typedef SX_ARRAY(sx_meaning_found) sx_meaning_founds;

typedef struct sx_meaning_ranking {
  const sx_meaning_pool *pools;
  size_t pool_count, term_count, related_count;
  const sx_meaning_related *related;
  uint64_t units;                   /* all that count, of all pools */
  uint64_t sums[SX_MEANING_FIELDS]; /* of their lengths */
  size_t most;                      /* answers */
  /* The order of two that score the same: below 0 where `a` comes first. */
  int (*order)(void *arg, const sx_meaning_found *a, const sx_meaning_found *b);
  void *arg;
} sx_meaning_ranking;

/**
 * The best units, the best first. `idf` gets the weight of each term, of as many; one that no unit
 * has the most of all.
 *
 * Memory  in `arena`.
 * Errors  CORRUPT; NOMEM, TOO_BIG.
 */
sx_status sx_meaning_rank(const sx_meaning_ranking *ranking, sx_meaning_founds *out, float *idf,
                          sx_arena *arena) SX_MUST_USE;

#endif
