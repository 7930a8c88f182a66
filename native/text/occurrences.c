#include "text/occurrences.h"

#include "base/utf8.h"
#include "text/scan.h"

#ifdef SX_DEBUG
#define FIRST_CAP 1 /* grow often, so that tests see every growth */
#else
#define FIRST_CAP 64
#endif

/* The kind of a byte next to the name: it is in a word, or begins or ends a character that may be.
 */
enum { IS_WORD = 1, IS_HIGH = 2 };

/** A name made ready to search. */
typedef struct word {
  sx_str name;
  const sx_language *language;
  sx_scan_needle needle;
  bool begins_word, ends_word;                     /* its own edge is an identifier character */
  uint64_t head, tail;                             /* its first and last `edge` bytes */
  size_t edge;                                     /* 8, 4 or 1 */
  unsigned char kind_before[256], kind_after[256]; /* 0 where its edge is not a word's */
} word;

static uint64_t load(const char *p, size_t bytes) {
  uint64_t eight;
  uint32_t four;
  if (bytes == 8) return memcpy(&eight, p, 8), eight;
  if (bytes == 4) return memcpy(&four, p, 4), four;
  return (unsigned char)*p;
}

static uint32_t character_at(sx_str s, size_t offset) {
  uint32_t codepoint;
  sx_utf8_decode(s.ptr + offset, s.len - offset, &codepoint);
  return codepoint;
}

static bool is_ident_before(const word *w, sx_str text, size_t offset) {
  return sx_language_is_ident(
      w->language, character_at(sx_str_slice(text, 0, offset), sx_utf8_previous(text.ptr, offset)));
}

/** False when the name can be nowhere. */
static bool prepare(word *w, sx_str name, const sx_language *language) {
  if (!name.len || !sx_utf8_is_valid(name.ptr, name.len)) return false;
  *w = (word){.name = name, .language = language};
  w->needle = sx_scan_needle_of(name);
  w->edge = name.len >= 8 ? 8 : name.len >= 4 ? 4 : 1;
  w->head = load(name.ptr, w->edge);
  w->tail = load(name.ptr + name.len - w->edge, w->edge);
  w->begins_word = sx_language_is_ident(language, character_at(name, 0));
  w->ends_word = is_ident_before(w, name, name.len);
  unsigned char kinds[256] = {0};
  sx_language_mark_ident(language, IS_WORD, kinds);
  memset(kinds + 0x80, IS_HIGH, 0x80);
  if (w->begins_word) memcpy(w->kind_before, kinds, sizeof kinds);
  if (w->ends_word) memcpy(w->kind_after, kinds, sizeof kinds);
  for (uint32_t c = 0; c < 0x80; c++)
    if (kinds[c]) w->needle.word_rows[c % 16] |= (unsigned char)(1u << c / 16);
  w->needle.begins_word = w->begins_word;
  w->needle.ends_word = w->ends_word;
  return true;
}

/** Whether what surrounds the name, where not all of it is ASCII, leaves it a word. */
static bool is_word_at(const word *w, sx_str text, size_t at, size_t end) {
  bool joins_before = w->begins_word && at > 0 && is_ident_before(w, text, at);
  bool joins_after =
      w->ends_word && end < text.len && sx_language_is_ident(w->language, character_at(text, end));
  return !joins_before && !joins_after;
}

/** Whether the candidate at `at` is the name, as a whole word. */
static bool is_match(const word *w, sx_str text, size_t at) {
  size_t end = at + w->name.len, edge = w->edge;
  unsigned before = at > 0 ? w->kind_before[(unsigned char)text.ptr[at - 1]] : 0;
  unsigned after = end < text.len ? w->kind_after[(unsigned char)text.ptr[end]] : 0;
  uint64_t differs = load(text.ptr + at, edge) ^ w->head;
  differs |= load(text.ptr + end - edge, edge) ^ w->tail;
  /* One branch, because which of the conditions fails cannot be predicted. */
  if (differs | ((before | after) & IS_WORD)) return false;
  size_t middle = w->name.len > 2 * edge ? w->name.len - 2 * edge : 0;
  if (middle && memcmp(text.ptr + at + edge, w->name.ptr + edge, middle) != 0) return false;
  return !((before | after) & IS_HIGH) || is_word_at(w, text, at, end);
}

/** Makes room, for as many more as the part of the text up to `offset` leads to expect. */
static bool grow(sx_occurrences *out, sx_str text, size_t offset, size_t max_items,
                 sx_arena *arena) {
  size_t least = out->cap ? out->cap * 2 : FIRST_CAP, most = least * 4;
  size_t cap = offset ? (size_t)((double)out->len * (double)text.len / (double)offset * 1.1) : 0;
  if (cap > most) cap = most;
  if (cap < least) cap = least;
  if (cap > max_items) cap = max_items;
  sx_occurrence *items = sx_arena_calloc(arena, cap, sizeof *items);
  if (!items) return false;
  if (out->len) memcpy(items, out->items, out->len * sizeof *items);
  out->items = items;
  out->cap = cap;
  return true;
}

static bool add(sx_occurrences *out, sx_cursor *cursor, size_t offset, size_t max_items,
                sx_arena *arena) {
  if (out->len == out->cap && !grow(out, cursor->text, offset, max_items, arena)) return false;
  sx_cursor_advance(cursor, offset);
  out->items[out->len++] =
      (sx_occurrence){offset, sx_cursor_point(cursor), cursor->col_u16, SX_USE_CODE};
  return true;
}

sx_status sx_occurrences_find(sx_occurrences *out, sx_str text, sx_str name,
                              const sx_language *language, size_t max_items, sx_arena *arena,
                              sx_err *err) {
  word w;
  sx_cursor cursor;
  size_t batch[SX_SCAN_BATCH], from = 0, count;
  *out = (sx_occurrences){NULL, 0, 0, 0};
  if (text.len > SX_LINES_MAX_BYTES)
    return sx_fail(err, SX_TOO_BIG, "The text has %zu bytes; at most 4 GB can be searched.",
                   text.len);
  if (!prepare(&w, name, language)) return SX_OK;
  sx_cursor_init(&cursor, text);
  while ((count = sx_scan_candidates(&w.needle, text, &from, batch)) > 0)
    for (size_t i = 0; i < count; i++) {
      if (!is_match(&w, text, batch[i])) continue;
      if (out->total++ >= max_items) continue;
      if (!add(out, &cursor, batch[i], max_items, arena)) return sx_fail(err, arena->status, NULL);
    }
  return SX_OK;
}

bool sx_occurrences_has(sx_str text, sx_str name, const sx_language *language) {
  word w;
  size_t batch[SX_SCAN_BATCH], from = 0, count;
  if (!prepare(&w, name, language)) return false;
  while ((count = sx_scan_candidates(&w.needle, text, &from, batch)) > 0)
    for (size_t i = 0; i < count; i++)
      if (is_match(&w, text, batch[i])) return true;
  return false;
}

size_t sx_occurrences_count(sx_str text, sx_str name, const sx_language *language) {
  word w;
  size_t batch[SX_SCAN_BATCH], from = 0, count, total = 0;
  if (!prepare(&w, name, language)) return 0;
  while ((count = sx_scan_candidates(&w.needle, text, &from, batch)) > 0)
    for (size_t i = 0; i < count; i++) total += is_match(&w, text, batch[i]);
  return total;
}

void sx_occurrences_classify(sx_occurrences *occurrences, sx_str text,
                             const sx_language *language) {
  sx_lexer lexer;
  sx_span span = {0, 0, SX_USE_CODE};
  sx_lexer_init(&lexer, text, language);
  for (size_t i = 0; i < occurrences->len; i++) {
    sx_occurrence *item = &occurrences->items[i];
    while (span.end <= item->offset && sx_lexer_next(&lexer, &span)) continue;
    item->use = span.use;
  }
}
