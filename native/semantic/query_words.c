#include "semantic/query_words.h"

#include "symbols/names.h"

#define SENTENCE_WORDS 3

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool sx_query_words_are_sentence(sx_str text) {
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++)
    count += !is_blank(text.ptr[i]) && (i == 0 || is_blank(text.ptr[i - 1]));
  return count >= SENTENCE_WORDS;
}

/* A name has them, too, but with a noun or a verb of the query beside it. */
static bool is_filler(sx_str word) {
  static const char *const fillers[] = {
      "a",     "about", "all",  "an",   "and",   "are",   "as",   "at",    "be",    "by",
      "can",   "code",  "do",   "does", "doing", "done",  "for",  "from",  "get",   "gets",
      "has",   "have",  "how",  "i",    "in",    "into",  "is",   "it",    "its",   "me",
      "of",    "on",    "or",   "our",  "show",  "that",  "the",  "their", "there", "these",
      "this",  "to",    "used", "uses", "using", "was",   "we",   "what",  "when",  "where",
      "which", "who",   "why",  "with", "work",  "works", "would"};
  for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
    if (sx_str_is_equal_fold(word, sx_str_from(fillers[i]))) return true;
  return false;
}

static sx_status take(sx_strs *out, sx_str own, bool with_fillers, size_t max, sx_arena *arena,
                      sx_err *err) {
  for (size_t at = 0; at < own.len && out->len < max;) {
    size_t end = sx_str_find_char(own, ' ', at);
    sx_str part = sx_str_slice(own, at, end == SX_STR_NONE ? own.len : end);
    at += part.len + 1;
    if (!with_fillers && is_filler(part)) continue;
    sx_status status = sx_strs_add(out, sx_arena_dup(arena, part), arena, err);
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_query_words_split(sx_strs *out, sx_str text, size_t max, sx_arena *arena,
                               sx_err *err) {
  char bytes[2 * SX_SYMBOLS_PARTS_BYTES];
  sx_str own = sx_str_make(bytes, sx_symbols_parts(bytes, text));
  return take(out, own, true, max, arena, err);
}

sx_status sx_query_words_that_count(sx_strs *out, sx_str text, size_t max, sx_arena *arena,
                                    sx_err *err) {
  char bytes[2 * SX_SYMBOLS_PARTS_BYTES];
  sx_str own = sx_str_make(bytes, sx_symbols_parts(bytes, text));
  if (!sx_query_words_are_sentence(text)) return SX_OK;
  return take(out, own, false, max, arena, err);
}

bool sx_query_word_may_be_name(sx_str keyword) {
  static const char *const words[] = {"abstract", "async",    "const",   "default",   "export",
                                      "let",      "new",      "private", "protected", "pub",
                                      "public",   "readonly", "static",  "type",      "var"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sx_str_is_equal(keyword, sx_str_from(words[i]))) return true;
  return false;
}

bool sx_query_words_are_name(const sx_strs *parts, sx_str name) {
  char bytes[2 * SX_SYMBOLS_PARTS_BYTES];
  sx_str own = sx_str_make(bytes, sx_symbols_parts(bytes, name));
  size_t at = 0;
  for (size_t i = 0; i < parts->len; i++) {
    size_t end = sx_str_find_char(own, ' ', at);
    if (at >= own.len) return false;
    sx_str part = sx_str_slice(own, at, end == SX_STR_NONE ? own.len : end);
    if (!sx_str_is_equal_fold(part, parts->items[i])) return false;
    at += part.len + 1;
  }
  return at >= own.len && own.len;
}
