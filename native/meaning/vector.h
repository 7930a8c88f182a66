#ifndef SX_MEANING_VECTOR_H
#define SX_MEANING_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts as vectors, which a model makes: those of like texts point the same way. */

#define SX_VECTOR_MAX_LEN 8192

/** Its length is 1, so that the product of two is the cosine of the angle between them. */
typedef struct sx_vector {
  const float *items; /* NULL: there is none */
  uint32_t len;
} sx_vector;

/** Gives it the length 1. False where a number is not finite, or all are 0: that has no direction.
 */
bool sx_vector_normalize(float *items, size_t len);
/** From -1 to 1; 0 where their lengths differ, or one has none. */
float sx_vector_cosine(sx_vector a, sx_vector b);

/** A unit that is ranked once more. */
typedef struct sx_blend {
  float local; /* its score by words, with its prior */
  float prior; /* how much a unit of its kind counts, up to 1 */
  float cosine;
  bool has_cosine;
} sx_blend;

/**
 * The scores by both, up to 1. Half is the score by words, as a share of the best one. The other
 * half is where the cosine stands between the least of them (0) and the best (1), times the prior,
 * so that tests stay after what they test; it is 0 without a cosine.
 */
void sx_blend_scores(const sx_blend *all, size_t count, float *scores);

#endif
