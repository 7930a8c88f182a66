#include "semantic/meaning_snippet.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "meaning/terms.h"
#include "semantic/meaning_parts.h"

/* Longer lines are cut. */
#define MAX_LINE_BYTES 160
/* Rows that are looked at; the rest of a longer unit is not. */
#define MAX_ROWS 4000
#define MAX_CHOSEN 64
#define CODE_BYTES ((size_t)64 << 10)

typedef struct choice {
  const sx_document *document;
  const sx_question *question;
  uint32_t first, end; /* rows that may be shown */
  uint64_t *terms;     /* of each of them: a bit a term */
  uint32_t chosen[MAX_CHOSEN];
  size_t count;
  uint64_t covered;
} choice;

static uint64_t terms_of(const sx_question *question, sx_str line) {
  sx_terms terms;
  sx_str word;
  size_t term;
  uint64_t bits = 0;
  sx_terms_init(&terms, line);
  while (sx_terms_next(&terms, &word))
    if (sx_question_find(question, word, &term)) bits |= (uint64_t)1 << term;
  return bits;
}

/* Lines of other units have none. */
static void read_terms(choice *c, const sx_meaning_hit *hit) {
  for (uint32_t row = c->first; row < c->end; row++)
    if (!sx_meaning__is_inner(hit, row))
      c->terms[row - c->first] = terms_of(c->question, sx_lines_get(&c->document->lines, row));
}

static float weight_of(const sx_question *question, uint64_t bits) {
  float sum = 0;
  for (size_t t = 0; t < question->terms.len; t++)
    if (bits >> t & 1) sum += question->terms.items[t].idf;
  return sum;
}

static bool is_chosen(const choice *c, uint32_t row) {
  for (size_t i = 0; i < c->count; i++)
    if (c->chosen[i] == row) return true;
  return false;
}

static void choose(choice *c, uint32_t row) {
  if (row < c->first || row >= c->end || is_chosen(c, row) || c->count == MAX_CHOSEN) return;
  c->chosen[c->count++] = row;
  c->covered |= c->terms[row - c->first];
}

/* The row with the most that no chosen one has; of those that have as much, the first. */
static bool choose_next(choice *c) {
  float best = 0;
  uint32_t found = 0;
  for (uint32_t row = c->first; row < c->end; row++) {
    uint64_t own = c->terms[row - c->first];
    if (!own || is_chosen(c, row)) continue;
    float value =
        weight_of(c->question, own & ~c->covered) + 0.1f * weight_of(c->question, own & c->covered);
    if (value > best) {
      best = value;
      found = row;
    }
  }
  if (best > 0) choose(c, found);
  return best > 0;
}

static bool is_blank(const choice *c, uint32_t row) {
  return !sx_str_trim(sx_lines_get(&c->document->lines, row)).len;
}

static void write_rows(const choice *c, sx_buf *out) {
  uint32_t last = UINT32_MAX;
  for (uint32_t row = c->first; row < c->end; row++) {
    if (!is_chosen(c, row)) continue;
    sx_str line = sx_str_trim_end(sx_lines_get(&c->document->lines, row));
    bool is_cut = line.len > MAX_LINE_BYTES;
    if (is_cut) line.len = sx_utf8_floor(line.ptr, line.len, MAX_LINE_BYTES);
    if (last != UINT32_MAX && last + 1 != row) sx_buf_add_text(out, "  …\n");
    sx_buf_addf(out, "  %u| %.*s%s\n", row + 1, SX_STR_ARG(line), is_cut ? "…" : "");
    last = row;
  }
}

void sx_meaning_snippet_make(sx_meaning_snippet *out, const sx_document *document,
                             const sx_meaning_hit *hit, const sx_question *question, size_t lines,
                             sx_arena *arena) {
  const sx_meaning_record *record = &hit->record;
  choice c = {.document = document, .question = question};
  sx_buf code;
  *out = (sx_meaning_snippet){SX_STR(""), sx_meaning__name(document, record)};
  if (record->row >= document->lines.count) return;
  c.first = sx_meaning__first_row(document, record);
  c.end = record->end_row < document->lines.count ? record->end_row + 1
                                                  : (uint32_t)document->lines.count;
  if (c.end - c.first > MAX_ROWS) c.end = c.first + MAX_ROWS;
  c.terms = sx_arena_calloc(arena, c.end - c.first + 1, sizeof *c.terms);
  if (!c.terms) return;
  read_terms(&c, hit);
  if (record->name_len) choose(&c, record->name_row);
  while (c.count < lines && choose_next(&c)) continue;
  /* The first of the others say the most. */
  uint32_t start = record->name_len ? record->name_row : c.first;
  for (uint32_t row = start; row < c.end && c.count < lines; row++)
    if (!is_blank(&c, row) && !sx_meaning__is_inner(hit, row)) choose(&c, row);
  sx_buf_init(&code, CODE_BYTES);
  write_rows(&c, &code);
  out->code = sx_buf_keep(&code, arena);
}
