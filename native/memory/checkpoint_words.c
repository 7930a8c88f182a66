#include "memory/checkpoint_words.h"

#include "meaning/terms.h"

#define MAX_TERMS 32
#define MAX_MATCH_BYTES ((size_t)32 << 10)
#define MAX_WORDS_BYTES ((size_t)1 << 20)
/* Words that are further from those of the question find too much. */
#define MIN_NEARNESS 0.45f

static void add_words(sx_buf *out, sx_str text) {
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  sx_terms_init(&terms, text);
  while (sx_terms_next(&terms, &word)) {
    if (sx_term_is_stop(word)) continue;
    sx_buf_add_char(out, ' ');
    sx_buf_add(out, sx_term_stem(word, stem));
  }
}

sx_str sx_checkpoint_make_words(const sx_str *texts, size_t count, sx_arena *arena) {
  sx_buf words;
  sx_buf_init(&words, MAX_WORDS_BYTES);
  for (size_t i = 0; i < count; i++) add_words(&words, texts[i]);
  return sx_buf_keep(&words, arena);
}

/* Stems have neither quotes nor blanks. */
static void add_term(sx_buf *match, sx_str stem) {
  sx_buf_addf(match, "%s\"%.*s\"", match->len ? " OR " : "", SX_STR_ARG(stem));
}

static void add_related(sx_buf *match, uint32_t word) {
  sx_related_word related[SX_WORDS_RELATED];
  size_t count = word == SX_WORDS_NONE ? 0 : sx_words_related(word, related);
  for (size_t i = 0; i < count; i++)
    if (related[i].nearness >= MIN_NEARNESS) add_term(match, related[i].stem);
}

sx_status sx_checkpoint_ask(sx_checkpoint_question *out, sx_str query, sx_arena *arena) {
  sx_buf match;
  sx_terms terms;
  sx_str word;
  char bytes[SX_TERM_BYTES];
  size_t count = 0;
  *out = (sx_checkpoint_question){.match = SX_STR(""), .is_bare = true};
  sx_buf_init(&match, MAX_MATCH_BYTES);
  sx_terms_init(&terms, query);
  while (count < MAX_TERMS && sx_terms_next(&terms, &word)) {
    out->is_bare = false;
    if (sx_term_is_stop(word)) continue;
    sx_str stem = sx_term_stem(word, bytes);
    uint32_t known = sx_words_find(stem);
    if (sx_strs_have(&out->stems, stem)) continue;
    (void)!sx_strs_add(&out->stems, sx_arena_dup(arena, stem), arena, NULL);
    add_term(&match, stem);
    add_related(&match, known);
    sx_direction_add(&out->direction, known, SX_WORDS_PROSE, 1);
    count++;
  }
  out->match = sx_buf_keep(&match, arena);
  return arena->status;
}

sx_checkpoint_fit sx_checkpoint_compare(const sx_checkpoint_question *question, sx_str words) {
  sx_direction sum = {{0}};
  sx_packed_direction packed;
  bool has[MAX_TERMS] = {false};
  size_t covered = 0;
  while (words.len) {
    size_t space = sx_str_find_char(words, ' ', 0);
    sx_str stem = sx_str_slice(words, 0, space);
    sx_direction_add(&sum, sx_words_find(stem), SX_WORDS_PROSE, 1);
    for (size_t i = 0; i < question->stems.len && i < MAX_TERMS; i++)
      has[i] |= sx_str_is_equal(question->stems.items[i], stem);
    words = space == SX_STR_NONE ? SX_STR("") : sx_str_slice(words, space + 1, words.len);
  }
  for (size_t i = 0; i < MAX_TERMS; i++) covered += has[i];
  sx_direction_pack(&packed, &sum);
  float asked = question->stems.len ? (float)question->stems.len : 1;
  return (sx_checkpoint_fit){(float)covered / asked,
                             sx_direction_nearness(&question->direction, &packed)};
}
