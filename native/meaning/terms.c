#include "meaning/terms.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "meaning/stem.h"
#include "text/ident.h"

#include <stdlib.h>

/* Longer ones are keys and pictures in text form. */
#define MAX_ASCII 40
#define MIN_DIGITS 2
#define MAX_DIGITS 4

static bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

static bool is_letter(char c) {
  return is_upper(c) || is_lower(c);
}

void sx_terms_init(sx_terms *terms, sx_str text) {
  *terms = (sx_terms){.text = text};
}

/* ---- other scripts ------------------------------------------------------------------------ */

static bool is_ideograph(uint32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

uint32_t sx_term_fold(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) ||
      (c >= 0x410 && c <= 0x42F))
    return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E)) return c + (c & 1);
  if (c >= 0x388 && c <= 0x38A) return c + 37;
  if (c == 0x386) return 0x3AC;
  if (c == 0x38C) return 0x3CC;
  if (c == 0x38E || c == 0x38F) return c + 63;
  return (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) ? c | 1 : c;
}

static size_t decode(sx_str text, size_t at, uint32_t *c) {
  if (at >= text.len) {
    *c = 0;
    return 0;
  }
  return sx_utf8_decode(text.ptr + at, text.len - at, c);
}

static void put(sx_terms *t, uint32_t c) {
  if (t->len + 4 <= SX_TERM_BYTES) t->len += sx_utf8_encode(c, t->word + t->len);
}

/* Two ideographs, of which the second begins the next pair; or one that stands alone. */
static bool take_ideographs(sx_terms *t, uint32_t first, size_t bytes) {
  uint32_t second;
  bool was_second = t->is_after_pair;
  t->start = t->at;
  t->at += bytes;
  size_t more = decode(t->text, t->at, &second);
  t->is_after_pair = more && is_ideograph(second);
  t->end = t->at + (t->is_after_pair ? more : 0);
  if (!t->is_after_pair && was_second) return false;
  put(t, first);
  if (t->is_after_pair) put(t, second);
  return true;
}

static bool is_wide_letter(uint32_t c) {
  if (c < 0x80) return is_letter((char)c);
  return sx_ident_is_continue(c) && !is_ideograph(c);
}

/* From `from` on, which may be before `at`, to the end of the letters. */
static bool take_wide(sx_terms *t, size_t from) {
  uint32_t c;
  size_t count = 0;
  t->len = 0;
  t->start = t->at = from;
  for (size_t bytes; (bytes = decode(t->text, t->at, &c)) > 0 && is_wide_letter(c); count++) {
    put(t, sx_term_fold(c));
    t->at += bytes;
  }
  t->end = t->at;
  return count > 1;
}

static bool begins_wide(sx_str text, size_t at) {
  uint32_t c;
  return at < text.len && (unsigned char)text.ptr[at] >= 0x80 && decode(text, at, &c) &&
         is_wide_letter(c);
}

/* ---- letters and digits ------------------------------------------------------------------- */

/* The end of the part of an identifier that begins at `at`: of "HTTPServer" it is "HTTP", of "IDs"
 * all of it. */
static size_t part_end(sx_str text, size_t at) {
  size_t end = at;
  while (is_upper(sx_str_at(text, end))) end++;
  size_t capitals = end - at;
  size_t lower = end;
  while (is_lower(sx_str_at(text, lower))) lower++;
  if (capitals < 2 || lower == end) return lower;
  bool is_plural = lower == end + 1 && text.ptr[end] == 's';
  return is_plural ? lower : end - 1;
}

static bool take_letters(sx_terms *t) {
  size_t start = t->at, end = part_end(t->text, start);
  if (begins_wide(t->text, end)) return take_wide(t, start);
  t->start = start;
  t->end = t->at = end;
  if (end - start < 2 || end - start > MAX_ASCII) return false;
  for (size_t i = start; i < end; i++) t->word[t->len++] = sx_byte_lower(t->text.ptr[i]);
  return true;
}

static bool take_digits(sx_terms *t) {
  size_t end = t->at;
  bool is_hexadecimal = t->text.ptr[end] == '0' && (sx_str_at(t->text, end + 1) | 32) == 'x';
  if (is_hexadecimal)
    while (sx_byte_is_word(sx_str_at(t->text, end)) && (unsigned char)t->text.ptr[end] < 0x80)
      end++;
  while (sx_byte_is_digit(sx_str_at(t->text, end))) end++;
  size_t len = end - t->at;
  t->start = t->at;
  t->end = t->at = end;
  if (is_hexadecimal || len < MIN_DIGITS || len > MAX_DIGITS) return false;
  memcpy(t->word, t->text.ptr + t->start, len);
  t->len = len;
  return true;
}

static bool take_other(sx_terms *t) {
  uint32_t c;
  size_t bytes = decode(t->text, t->at, &c);
  if (is_ideograph(c)) return take_ideographs(t, c, bytes);
  if (is_wide_letter(c)) return take_wide(t, t->at);
  t->at += bytes;
  return false;
}

bool sx_terms_next(sx_terms *t, sx_str *word) {
  while (t->at < t->text.len) {
    char c = t->text.ptr[t->at];
    bool is_taken = false, is_ascii = (unsigned char)c < 0x80;
    t->len = 0;
    if (is_ascii) t->is_after_pair = false;
    if (is_letter(c))
      is_taken = take_letters(t);
    else if (sx_byte_is_digit(c))
      is_taken = take_digits(t);
    else if (is_ascii)
      t->at++;
    else
      is_taken = take_other(t);
    *word = sx_str_make(t->word, t->len);
    if (is_taken && t->len) return true;
  }
  return false;
}

/* ---- what they say ------------------------------------------------------------------------ */

/* By the alphabet; also what is before the apostrophe of "doesn't", and after that of "we'll". */
static const char *const stops[] = {
    "an",        "and",     "are",   "aren",   "as",      "at",   "be",    "been",   "but",
    "by",        "can",     "const", "could",  "couldn",  "def",  "did",   "didn",   "do",
    "does",      "doesn",   "don",   "each",   "else",    "fn",   "for",   "from",   "func",
    "function",  "given",   "had",   "hadn",   "has",     "hasn", "have",  "haven",  "how",
    "if",        "in",      "into",  "is",     "isn",     "it",   "its",   "let",    "ll",
    "me",        "my",      "of",    "on",     "or",      "our",  "param", "return", "returned",
    "returning", "returns", "self",  "should", "shouldn", "so",   "some",  "static", "such",
    "than",      "that",    "the",   "their",  "them",    "then", "there", "these",  "they",
    "this",      "those",   "to",    "us",     "used",    "var",  "ve",    "void",   "was",
    "wasn",      "we",      "were",  "weren",  "what",    "when", "where", "which",  "who",
    "why",       "will",    "with",  "would",  "wouldn",  "you",  "your",
};

static int compare(const void *key, const void *item) {
  const sx_str *word = key;
  return sx_str_compare(*word, sx_str_from(*(const char *const *)item));
}

bool sx_term_is_stop(sx_str word) {
  return bsearch(&word, stops, sizeof stops / sizeof *stops, sizeof *stops, compare) != NULL;
}

sx_str sx_term_stem(sx_str word, char out[SX_TERM_BYTES]) {
  size_t len = word.len < SX_TERM_BYTES ? word.len : SX_TERM_BYTES;
  bool is_english = true;
  memcpy(out, word.ptr, len);
  for (size_t i = 0; i < len; i++) is_english = is_english && is_lower(out[i]);
  return sx_str_make(out, is_english ? sx_stem(out, len) : len);
}
