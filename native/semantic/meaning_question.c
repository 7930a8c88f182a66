#include "semantic/meaning.h"

#include "meaning/terms.h"

static bool find_stem(const sx_question *question, sx_str stem, size_t *term) {
  for (size_t i = 0; i < question->terms.len; i++)
    if (sx_str_is_equal(question->terms.items[i].stem, stem)) {
      *term = i;
      return true;
    }
  return false;
}

bool sx_question_find(const sx_question *question, sx_str word, size_t *term) {
  char stem[SX_TERM_BYTES];
  return !sx_term_is_stop(word) && find_stem(question, sx_term_stem(word, stem), term);
}

sx_status sx_question_read(sx_question *out, sx_str text, sx_arena *arena) {
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  bool has_stop = false;
  *out = (sx_question){0};
  sx_terms_init(&terms, text);
  while (sx_terms_next(&terms, &word) && !out->is_cut) {
    size_t known;
    bool is_stop = sx_term_is_stop(word);
    has_stop |= is_stop;
    if (is_stop || sx_question_find(out, word, &known)) continue;
    out->is_cut = out->terms.len == SX_QUESTION_MAX_TERMS;
    sx_question_term *added = out->is_cut ? NULL : SX_ARRAY_ADD(&out->terms, arena);
    if (!out->is_cut && !added) return arena->status;
    if (!added) break;
    *added = (sx_question_term){.stem = sx_arena_dup(arena, sx_term_stem(word, stem)),
                                .word = sx_arena_dup(arena, word)};
  }
  out->is_bare = has_stop && !out->terms.len;
  return arena->status;
}
