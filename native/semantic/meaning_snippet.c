#include "semantic/meaning_snippet.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "meaning/terms.h"
#include "semantic/meaning_parts.h"

/* Longer lines are cut: to what is around the name, and around a word that is further on. */
#define MAX_LINE_BYTES 160
#define LEAD_BYTES 24
#define FIRST_BYTES 96
/* So much of a unit is looked at. */
#define MAX_UNIT_BYTES ((size_t)2 << 20)
#define MAX_CHOSEN 64
#define CODE_BYTES ((size_t)64 << 10)

typedef struct choice {
  const sx_document *document;
  const sx_question *question;
  const sx_meaning_hit *hit;
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
static void read_terms(choice *c) {
  for (uint32_t row = c->first; row < c->end; row++)
    if (!sx_meaning__is_inner(c->hit, row))
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

/* ---- writing -------------------------------------------------------------------------------- */

/* Where a line has one of these terms from `from` on; SX_STR_NONE. */
static size_t find_word(const choice *c, sx_str line, size_t from, uint64_t wanted) {
  sx_terms terms;
  sx_str word;
  size_t term;
  sx_terms_init(&terms, sx_str_slice(line, from, line.len));
  while (sx_terms_next(&terms, &word))
    if (sx_question_find(c->question, word, &term) && (wanted >> term & 1))
      return from + terms.start;
  return SX_STR_NONE;
}

/* Some of a line from near `at` on, with … for what is left out; where it ends. */
static size_t write_part(sx_buf *out, sx_str line, size_t at, size_t most) {
  size_t from = at < LEAD_BYTES ? 0 : sx_utf8_floor(line.ptr, line.len, at - LEAD_BYTES);
  size_t end = line.len - from > most ? sx_utf8_floor(line.ptr, line.len, from + most) : line.len;
  if (from) sx_buf_add_text(out, "…");
  sx_buf_add(out, sx_str_slice(line, from, end));
  return end;
}

static uint64_t terms_of_unit(const sx_meaning_hit *hit) {
  uint64_t terms = 0;
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
    if (f != SX_MEANING_PATH) terms |= hit->fields[f];
  return terms;
}

static void write_long(const choice *c, uint32_t row, sx_str line, sx_buf *out) {
  const sx_meaning_record *record = &c->hit->record;
  uint64_t own = terms_of_unit(c->hit);
  bool has_name = record->name_len && row == record->name_row && record->name_column < line.len;
  size_t at = has_name ? record->name_column : find_word(c, line, 0, own);
  /* The beginning, where that is enough. */
  if (at == SX_STR_NONE || at + LEAD_BYTES < FIRST_BYTES) at = 0;
  size_t from = at < LEAD_BYTES ? 0 : at - LEAD_BYTES;
  size_t end = line.len - from > MAX_LINE_BYTES ? from + MAX_LINE_BYTES : line.len;
  uint64_t rest = own & ~terms_of(c->question, sx_str_slice(line, from, end));
  size_t next = find_word(c, line, end, rest);
  bool has_next = next != SX_STR_NONE;
  size_t shown = write_part(out, line, at, has_next ? FIRST_BYTES : MAX_LINE_BYTES);
  if (has_next) shown = write_part(out, line, next, MAX_LINE_BYTES - FIRST_BYTES + LEAD_BYTES);
  if (shown < line.len) sx_buf_add_text(out, "…");
}

static void write_rows(const choice *c, sx_buf *out) {
  uint32_t last = UINT32_MAX;
  for (uint32_t row = c->first; row < c->end; row++) {
    if (!is_chosen(c, row)) continue;
    sx_str line = sx_str_trim_end(sx_lines_get(&c->document->lines, row));
    if (last != UINT32_MAX && last + 1 != row) sx_buf_add_text(out, "  …\n");
    sx_buf_addf(out, "  %u| ", row + 1);
    if (line.len > MAX_LINE_BYTES)
      write_long(c, row, line, out);
    else
      sx_buf_add(out, line);
    sx_buf_add_char(out, '\n');
    last = row;
  }
}

/* The row after the last that is looked at. */
static uint32_t find_end(const sx_lines *lines, const sx_meaning_record *record, uint32_t first) {
  uint32_t end = record->end_row < lines->count ? record->end_row + 1 : lines->count;
  uint32_t row = first + 1;
  while (row < end && lines->starts[row] - lines->starts[first] < MAX_UNIT_BYTES) row++;
  return row < end ? row : end;
}

void sx_meaning_snippet_make(sx_meaning_snippet *out, const sx_document *document,
                             const sx_meaning_hit *hit, const sx_question *question, size_t lines,
                             sx_arena *arena) {
  const sx_meaning_record *record = &hit->record;
  choice c = {.document = document, .question = question, .hit = hit};
  sx_buf code;
  *out = (sx_meaning_snippet){SX_STR(""), sx_meaning__name(document, record)};
  if (record->row >= document->lines.count) return;
  c.first = sx_meaning__first_row(document, record);
  c.end = find_end(&document->lines, record, c.first);
  c.terms = sx_arena_calloc(arena, c.end - c.first + 1, sizeof *c.terms);
  if (!c.terms) return;
  read_terms(&c);
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
