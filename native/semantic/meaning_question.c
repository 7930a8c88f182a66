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

sx_str sx_question_stem(const sx_question *question, size_t word) {
  size_t terms = question->terms.len;
  return word < terms ? question->terms.items[word].stem : question->related.items[word - terms];
}

static bool is_related(const sx_question *question, sx_str stem, size_t term) {
  for (size_t i = 0; i < question->related.len; i++)
    if (question->relations.items[i].term == term &&
        sx_str_is_equal(question->related.items[i], stem))
      return true;
  return false;
}

static bool add_related(sx_question *out, size_t term, const sx_related_word *word,
                        sx_arena *arena) {
  size_t known;
  if (find_stem(out, word->stem, &known) || is_related(out, word->stem, term)) return true;
  sx_str *stem = SX_ARRAY_ADD(&out->related, arena);
  sx_meaning_related *relation = stem ? SX_ARRAY_ADD(&out->relations, arena) : NULL;
  if (!relation) return false;
  *stem = word->stem;
  *relation = (sx_meaning_related){term, word->nearness};
  return true;
}

/* The nearest of each term first, as not all may have room. */
static sx_status find_related(sx_question *out, sx_arena *arena) {
  if (!out->terms.items) return SX_OK;
  for (size_t rank = 0; rank < SX_WORDS_RELATED; rank++)
    for (size_t t = 0; t < out->terms.len && out->related.len < SX_QUESTION_MAX_RELATED; t++) {
      sx_related_word words[SX_WORDS_RELATED];
      uint32_t word = sx_words_find(out->terms.items[t].stem);
      size_t count = sx_words_related(word, words);
      if (rank < count && !add_related(out, t, &words[rank], arena)) return arena->status;
    }
  return SX_OK;
}

static bool is_one_of(sx_str word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sx_str_is_equal(word, sx_str_from(words[i]))) return true;
  return false;
}

/* How a question begins before it comes to what it asks for: "please show me the code that …",
 * "the logic for …". Its last word leads over to that: "find the longest match" and "how does find
 * work for …" ask for what they name. Where it ends; 0: there is none. */
static size_t lead_end(sx_str text) {
  static const char *const acts[] = {"please", "show",       "find",  "tell", "explain",
                                     "know",   "understand", "want",  "need", "see",
                                     "out",    "search",     "locate"};
  static const char *const things[] = {"code",           "codebase",    "part",  "place",
                                       "implementation", "implemented", "logic", "responsible",
                                       "look",           "looking"};
  static const char *const over[] = {"that", "which", "where", "how", "what",
                                     "this", "when",  "why",   "who"};
  sx_terms terms;
  sx_str word;
  size_t end = 0;
  bool is_thing = false;
  sx_terms_init(&terms, text);
  while (sx_terms_next(&terms, &word)) {
    bool is_over = is_one_of(word, over, sizeof over / sizeof *over) ||
                   (is_thing && sx_str_is_equal(word, SX_STR("for")));
    is_thing = is_one_of(word, things, sizeof things / sizeof *things);
    bool is_lead = is_thing || is_one_of(word, acts, sizeof acts / sizeof *acts);
    if (!is_lead && !sx_term_is_stop(word)) return end;
    if (is_over) end = terms.end;
  }
  return 0;
}

/* The ending of a file's name is not a word of its path in the index either. */
static bool is_ending(const sx_question *question, const sx_terms *terms) {
  for (size_t i = 0; i < question->paths.len; i++) {
    const sx_question_path *path = &question->paths.items[i];
    if (terms->start > path->ending && terms->end <= path->end) return true;
  }
  return false;
}

sx_status sx_question_read(sx_question *out, sx_str text, sx_arena *arena) {
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  bool has_stop = false;
  *out = (sx_question){0};
  sx_status status = sx_question_read_paths(out, text, arena);
  if (status) return status;
  sx_terms_init(&terms, text);
  terms.at = lead_end(text);
  while (sx_terms_next(&terms, &word) && !out->is_cut) {
    size_t known;
    if (is_ending(out, &terms)) continue;
    bool is_stop = sx_term_is_stop(word);
    has_stop |= is_stop;
    if (is_stop || sx_question_find(out, word, &known)) continue;
    out->is_cut = out->terms.len == SX_QUESTION_MAX_TERMS;
    sx_question_term *added = out->is_cut ? NULL : SX_ARRAY_ADD(&out->terms, arena);
    if (!out->is_cut && !added) return arena->status;
    if (!added) break;
    *added = (sx_question_term){.stem = sx_arena_dup(arena, sx_term_stem(word, stem)),
                                .word = sx_arena_dup(arena, word)};
    sx_direction_add(&out->direction, sx_words_find(added->stem), SX_WORDS_PROSE, 1);
  }
  out->is_bare = has_stop && !out->terms.len;
  return arena->status ? arena->status : find_related(out, arena);
}
