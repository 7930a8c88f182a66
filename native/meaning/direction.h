#ifndef SX_MEANING_DIRECTION_H
#define SX_MEANING_DIRECTION_H

#include "meaning/counts.h"
#include "meaning/words.h"

/** How much a word counts in where its unit points: by the fields that have it, once each. */
static inline float sx_meaning_presence(sx_meaning_counts counts) {
  static const float weights[SX_MEANING_FIELDS] = {[SX_MEANING_NAME] = 4.0f,
                                                   [SX_MEANING_DOC] = 1.0f,
                                                   [SX_MEANING_PATH] = 2.0f,
                                                   [SX_MEANING_SIGNATURE] = 1.0f,
                                                   [SX_MEANING_BODY] = 1.0f};
  float sum = 0;
  for (int f = 0; f < SX_MEANING_FIELDS; f++)
    if (sx_meaning_count(counts, (sx_meaning_field)f)) sum += weights[f];
  return sum;
}

#endif
