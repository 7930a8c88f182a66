#include "meaning/stem.h"

/* A word that is being shortened. */
typedef struct stem {
  char *word;
  size_t len;
} stem;

/* "y" after a consonant is a vowel. */
static bool is_consonant(const stem *s, size_t i) {
  bool is = true; /* of the letter before a y */
  size_t from = i;
  while (from && s->word[from] == 'y') from--;
  for (size_t at = from; at <= i; at++) {
    char c = s->word[at];
    if (c == 'y')
      is = at == 0 || !is;
    else
      is = c != 'a' && c != 'e' && c != 'i' && c != 'o' && c != 'u';
  }
  return is;
}

/* How often a consonant follows a vowel in the first `len` letters. */
static int measure(const stem *s, size_t len) {
  int count = 0;
  for (size_t i = 1; i < len; i++) count += is_consonant(s, i) && !is_consonant(s, i - 1);
  return count;
}

static bool has_vowel(const stem *s, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (!is_consonant(s, i)) return true;
  return false;
}

static bool ends_double(const stem *s) {
  size_t n = s->len;
  return n >= 2 && s->word[n - 1] == s->word[n - 2] && is_consonant(s, n - 1);
}

/* Consonant, vowel, consonant other than w, x and y: "hop", whose e of "hope" is gone. */
static bool ends_short(const stem *s, size_t len) {
  if (len < 3) return false;
  char last = s->word[len - 1];
  return is_consonant(s, len - 1) && !is_consonant(s, len - 2) && is_consonant(s, len - 3) &&
         last != 'w' && last != 'x' && last != 'y';
}

static bool ends_with(const stem *s, sx_str end) {
  return s->len >= end.len && memcmp(s->word + s->len - end.len, end.ptr, end.len) == 0;
}

static void replace(stem *s, size_t end, sx_str with) {
  s->len -= end;
  memcpy(s->word + s->len, with.ptr, with.len);
  s->len += with.len;
}

typedef struct rule {
  sx_str end, with;
} rule;

#define RULE(end, with)                                                                            \
  {                                                                                                \
    {"" end, sizeof(end) - 1}, {                                                                   \
      "" with, sizeof(with) - 1                                                                    \
    }                                                                                              \
  }

/* The first that fits counts, and is taken only where more than `least` is left before it. */
static void apply(stem *s, const rule *rules, size_t count, int least) {
  for (size_t i = 0; i < count; i++) {
    if (!ends_with(s, rules[i].end)) continue;
    if (measure(s, s->len - rules[i].end.len) > least) replace(s, rules[i].end.len, rules[i].with);
    return;
  }
}

/* ---- the steps ---------------------------------------------------------------------------- */

static void drop_plural(stem *s) {
  if (ends_with(s, SX_STR("sses")) || ends_with(s, SX_STR("ies")))
    s->len -= 2;
  else if (ends_with(s, SX_STR("s")) && !ends_with(s, SX_STR("ss")))
    s->len--;
}

/* "hopp" of "hopping" is "hop", "hop" of "hoping" is "hope". */
static void mend(stem *s) {
  char last = s->word[s->len - 1];
  bool lacks_e =
      ends_with(s, SX_STR("at")) || ends_with(s, SX_STR("bl")) || ends_with(s, SX_STR("iz"));
  bool is_doubled = ends_double(s) && last != 'l' && last != 's' && last != 'z';
  if (!lacks_e && is_doubled)
    s->len--;
  else if (lacks_e || (measure(s, s->len) == 1 && ends_short(s, s->len)))
    s->word[s->len++] = 'e';
}

static void drop_past(stem *s) {
  if (ends_with(s, SX_STR("eed"))) {
    if (measure(s, s->len - 3) > 0) s->len--;
    return;
  }
  size_t end = ends_with(s, SX_STR("ed")) ? 2 : ends_with(s, SX_STR("ing")) ? 3 : 0;
  if (!end || !has_vowel(s, s->len - end)) return;
  s->len -= end;
  mend(s);
}

static void fold_y(stem *s) {
  if (ends_with(s, SX_STR("y")) && has_vowel(s, s->len - 1)) s->word[s->len - 1] = 'i';
}

static void drop_double_endings(stem *s) {
  static const rule rules[] = {
      RULE("ational", "ate"), RULE("tional", "tion"), RULE("enci", "ence"),
      RULE("anci", "ance"),   RULE("izer", "ize"),    RULE("abli", "able"),
      RULE("alli", "al"),     RULE("entli", "ent"),   RULE("eli", "e"),
      RULE("ousli", "ous"),   RULE("ization", "ize"), RULE("ation", "ate"),
      RULE("ator", "ate"),    RULE("alism", "al"),    RULE("iveness", "ive"),
      RULE("fulness", "ful"), RULE("ousness", "ous"), RULE("aliti", "al"),
      RULE("iviti", "ive"),   RULE("biliti", "ble"),
  };
  apply(s, rules, sizeof rules / sizeof *rules, 0);
}

static void drop_endings(stem *s) {
  static const rule rules[] = {
      RULE("icate", "ic"), RULE("ative", ""), RULE("alize", "al"), RULE("iciti", "ic"),
      RULE("ical", "ic"),  RULE("ful", ""),   RULE("ness", ""),
  };
  apply(s, rules, sizeof rules / sizeof *rules, 0);
}

static void drop_last_endings(stem *s) {
  static const rule rules[] = {
      RULE("al", ""),   RULE("ance", ""), RULE("ence", ""), RULE("er", ""),    RULE("ic", ""),
      RULE("able", ""), RULE("ible", ""), RULE("ant", ""),  RULE("ement", ""), RULE("ment", ""),
      RULE("ent", ""),  RULE("ou", ""),   RULE("ism", ""),  RULE("ate", ""),   RULE("iti", ""),
      RULE("ous", ""),  RULE("ive", ""),  RULE("ize", ""),
  };
  if (ends_with(s, SX_STR("ion"))) {
    char before = s->len > 3 ? s->word[s->len - 4] : '\0';
    if ((before == 's' || before == 't') && measure(s, s->len - 3) > 1) s->len -= 3;
    return;
  }
  apply(s, rules, sizeof rules / sizeof *rules, 1);
}

static void drop_e(stem *s) {
  if (ends_with(s, SX_STR("e"))) {
    int m = measure(s, s->len - 1);
    if (m > 1 || (m == 1 && !ends_short(s, s->len - 1))) s->len--;
  }
  if (ends_with(s, SX_STR("ll")) && measure(s, s->len) > 1) s->len--;
}

size_t sx_stem(char *word, size_t len) {
  stem s = {word, len};
  if (len < 3) return len;
  drop_plural(&s);
  drop_past(&s);
  fold_y(&s);
  drop_double_endings(&s);
  drop_endings(&s);
  drop_last_endings(&s);
  drop_e(&s);
  return s.len;
}
