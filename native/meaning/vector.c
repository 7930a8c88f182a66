#include "meaning/vector.h"

#include <math.h>

#define WORDS_SHARE 0.5f

bool sx_vector_normalize(float *items, size_t len) {
  double sum = 0;
  for (size_t i = 0; i < len; i++) sum += (double)items[i] * (double)items[i];
  double length = sqrt(sum);
  if (!isfinite(length) || !(length > 0)) return false;
  for (size_t i = 0; i < len; i++) items[i] = (float)((double)items[i] / length);
  return true;
}

float sx_vector_cosine(sx_vector a, sx_vector b) {
  float sums[4] = {0};
  if (!a.items || !b.items || a.len != b.len) return 0;
  uint32_t even = a.len & ~3u;
  for (uint32_t i = 0; i < even; i += 4)
    for (uint32_t k = 0; k < 4; k++) sums[k] += a.items[i + k] * b.items[i + k];
  for (uint32_t i = even; i < a.len; i++) sums[0] += a.items[i] * b.items[i];
  float cosine = sums[0] + sums[1] + sums[2] + sums[3];
  return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

void sx_blend_scores(const sx_blend *all, size_t count, float *scores) {
  float best = 0, low = 1, high = -1;
  for (size_t i = 0; i < count; i++) {
    if (all[i].local > best) best = all[i].local;
    if (!all[i].has_cosine) continue;
    if (all[i].cosine < low) low = all[i].cosine;
    if (all[i].cosine > high) high = all[i].cosine;
  }
  for (size_t i = 0; i < count; i++) {
    float words = best > 0 ? all[i].local / best : 0;
    float meaning = all[i].has_cosine && high > low ? (all[i].cosine - low) / (high - low) : 0;
    scores[i] = WORDS_SHARE * words + (1 - WORDS_SHARE) * meaning * all[i].prior;
  }
}
