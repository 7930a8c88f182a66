#include "semantic/near_words.h"

#include "symbols/names.h"

/* A shorter word is near to too many others. */
#define MIN_TYPO_BYTES 4

enum { MISSPELT = 1, BEGINS = 3, WHOLE = 4, EXTRA_PART = 1, BEST = 100 };

static bool is_swapped(sx_str a, sx_str b) {
  size_t i = 0;
  if (a.len != b.len) return false;
  while (i < a.len && sx_str_is_equal_fold(sx_str_slice(a, i, i + 1), sx_str_slice(b, i, i + 1)))
    i++;
  if (i + 2 > a.len) return false;
  return sx_str_is_equal_fold(sx_str_slice(a, i, i + 1), sx_str_slice(b, i + 1, i + 2)) &&
         sx_str_is_equal_fold(sx_str_slice(a, i + 1, i + 2), sx_str_slice(b, i, i + 1)) &&
         sx_str_is_equal_fold(sx_str_slice(a, i + 2, a.len), sx_str_slice(b, i + 2, b.len));
}

static bool is_misspelt(sx_str part, sx_str word) {
  if (word.len < MIN_TYPO_BYTES) return false;
  for (size_t len = word.len - 1; len <= word.len + 1 && len <= part.len; len++) {
    sx_str beginning = sx_str_slice(part, 0, len);
    if (sx_str_distance(beginning, word, 1) <= 1 || is_swapped(beginning, word)) return true;
  }
  return false;
}

static int rate_part(sx_str part, sx_str word) {
  bool begins = part.len >= word.len && sx_str_is_equal_fold(sx_str_slice(part, 0, word.len), word);
  if (begins) return part.len == word.len ? WHOLE : BEGINS;
  return is_misspelt(part, word) ? MISSPELT : -1;
}

/* The best of the name's parts for a word. */
static int rate_word(sx_str parts, sx_str word) {
  int best = -1;
  for (size_t at = 0; at < parts.len;) {
    size_t end = sx_str_find_char(parts, ' ', at);
    sx_str part = sx_str_slice(parts, at, end == SX_STR_NONE ? parts.len : end);
    int rate = rate_part(part, word);
    if (rate > best) best = rate;
    at += part.len + 1;
  }
  return best;
}

int sx_near_words_rate(sx_str name, const sx_strs *words) {
  char text[2 * SX_SYMBOLS_PARTS_BYTES];
  sx_str parts = sx_str_make(text, sx_symbols_parts(text, name));
  int sum = BEST, extra = (parts.len > 0) - (int)words->len;
  for (size_t i = 0; i < parts.len; i++) extra += parts.ptr[i] == ' ';
  for (size_t i = 0; i < words->len; i++) {
    int rate = rate_word(parts, words->items[i]);
    if (rate < 0) return -1;
    sum += rate;
  }
  sum -= EXTRA_PART * (extra > 0 ? extra : 0);
  return sum > 0 ? sum : 0;
}
