#include "meaning/collector.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/number.h"
#include "meaning/terms.h"

#include <stdlib.h>

#ifdef SX_DEBUG
#define MAX_POSTINGS ((size_t)200)
#define DIRECTIONS_BYTES ((size_t)300)
#else
#define MAX_POSTINGS ((size_t)2 << 20)
#define DIRECTIONS_BYTES ((size_t)1 << 20)
#endif
/* The words and their terms take so much before a run is written, and in any case. */
#define WORDS_BYTES ((size_t)24 << 20)
#define MAX_WORDS_BYTES ((size_t)256 << 20)
/* In place of a term: the word does not count. */
#define STOP UINT32_MAX

typedef struct term {
  sx_str text;
  size_t last;   /* its last posting + 1; 0: it has none */
  uint32_t word; /* of meaning/words.h */
} term;

typedef struct pending {
  uint32_t term, unit;
  sx_meaning_counts counts;
} pending;

struct sx_meaning_collector {
  sx_arena lasting; /* of the places of pieces */
  sx_arena arena;   /* of the words and terms */
  sx_map words;     /* of a word: its term, or STOP */
  sx_map numbers;   /* of a term */
  SX_ARRAY(term) terms;
  pending *postings;
  size_t len, cap;
  sx_meaning_runs runs;
  /* The unit that is being counted. */
  size_t first;
  uint32_t unit;
  uint32_t *lengths;
  sx_status status;
};

static void forget_words(sx_meaning_collector *c) {
  sx_arena_release(&c->arena);
  sx_arena_init(&c->arena, MAX_WORDS_BYTES);
  sx_map_init(&c->words, &c->arena);
  sx_map_init(&c->numbers, &c->arena);
  memset(&c->terms, 0, sizeof c->terms);
}

sx_status sx_meaning_collector_new(sx_meaning_collector **out, const char *scratch, sx_err *err) {
  sx_meaning_collector *c = *out = sx_calloc(1, sizeof *c);
  if (!c) return sx_fail(err, SX_NOMEM, NULL);
  sx_arena_init(&c->arena, MAX_WORDS_BYTES);
  sx_arena_init(&c->lasting, MAX_WORDS_BYTES);
  sx_buf_init(&c->runs.directions, DIRECTIONS_BYTES + SX_WORDS_DIM);
  forget_words(c);
  c->postings = sx_calloc(MAX_POSTINGS, sizeof *c->postings);
  c->cap = MAX_POSTINGS;
  sx_status status = c->postings ? sx_file_out_open(&c->runs.file, sx_str_from(scratch), true, err)
                                 : sx_fail(err, SX_NOMEM, NULL);
  if (!status) return SX_OK;
  sx_meaning_collector_free(c);
  *out = NULL;
  return status;
}

void sx_meaning_collector_free(sx_meaning_collector *c) {
  if (!c) return;
  sx_arena_release(&c->arena);
  sx_arena_release(&c->lasting);
  sx_buf_release(&c->runs.directions);
  sx_file_out_close(&c->runs.file);
  sx_free(c->runs.items);
  sx_free(c->postings);
  sx_free(c);
}

/* ---- counting ----------------------------------------------------------------------------- */

static sx_status find_term(sx_meaning_collector *c, sx_str word, uint64_t *out) {
  char stem[SX_TERM_BYTES];
  if (sx_map_find(&c->words, word, out)) return SX_OK;
  sx_str own = sx_arena_dup(&c->arena, word), text = sx_term_stem(word, stem);
  if (c->arena.status) return c->arena.status;
  if (sx_term_is_stop(word)) {
    *out = STOP;
  } else if (!sx_map_find(&c->numbers, text, out)) {
    term *added = SX_ARRAY_ADD(&c->terms, &c->arena);
    if (!added) return c->arena.status;
    added->text = sx_arena_dup(&c->arena, text);
    if (c->arena.status) return c->arena.status;
    added->word = sx_words_find(text);
    *out = c->terms.len - 1;
    sx_status status = sx_map_put(&c->numbers, added->text, *out);
    if (status) return status;
  }
  return sx_map_put(&c->words, own, *out);
}

static bool grow(sx_meaning_collector *c) {
  if (c->len < c->cap) return true;
  pending *grown = c->cap < SIZE_MAX / 2 / sizeof *grown
                       ? sx_realloc(c->postings, 2 * c->cap * sizeof *grown)
                       : NULL;
  if (!grown) return false;
  c->postings = grown;
  c->cap *= 2;
  return true;
}

static void count(void *arg, sx_meaning_field field, sx_str word) {
  sx_meaning_collector *c = arg;
  uint64_t number = STOP;
  if (!c->status) c->status = find_term(c, word, &number);
  if (c->status || number == STOP) return;
  term *found = &c->terms.items[number];
  c->lengths[field]++;
  if (found->last <= c->first) {
    if (!grow(c)) {
      c->status = SX_NOMEM;
      return;
    }
    c->postings[c->len++] = (pending){(uint32_t)number, c->unit, 0};
    found->last = c->len;
  }
  pending *posting = &c->postings[found->last - 1];
  posting->counts = sx_meaning_count_add(posting->counts, field, 1);
}

/* ---- runs ---------------------------------------------------------------------------------- */

typedef struct named {
  sx_str text;
  uint32_t number;
} named;

static int compare(const void *a, const void *b) {
  const named *one = a, *other = b;
  return sx_str_compare(one->text, other->text);
}

static named *sort_terms(const sx_meaning_collector *c) {
  named *sorted = sx_calloc(c->terms.len + 1, sizeof *sorted);
  if (!sorted) return NULL;
  for (size_t i = 0; i < c->terms.len; i++)
    sorted[i] = (named){c->terms.items[i].text, (uint32_t)i};
  qsort(sorted, c->terms.len, sizeof *sorted, compare);
  return sorted;
}

/* The numbers of the postings by their terms; `ends` has for each term where its own end. */
static uint32_t *sort_postings(const sx_meaning_collector *c, uint32_t *ends) {
  uint32_t *order = sx_calloc(c->len + 1, sizeof *order), sum = 0;
  if (!order) return NULL;
  for (size_t i = 0; i < c->len; i++) ends[c->postings[i].term]++;
  for (size_t i = 0; i < c->terms.len; i++) {
    sum += ends[i];
    ends[i] = sum;
  }
  for (size_t i = c->len; i-- > 0;) order[--ends[c->postings[i].term]] = (uint32_t)i;
  for (size_t i = 0; i + 1 < c->terms.len; i++) ends[i] = ends[i + 1];
  if (c->terms.len) ends[c->terms.len - 1] = sum;
  return order;
}

static void add_number(sx_file_out *file, uint64_t number) {
  unsigned char bytes[SX_VARINT_BYTES];
  sx_file_out_add(file, bytes, sx_varint_write(bytes, number));
}

static void write_term(sx_meaning_collector *c, const named *one, const uint32_t *order,
                       const uint32_t *ends) {
  sx_file_out *file = &c->runs.file;
  uint32_t from = one->number ? ends[one->number - 1] : 0, to = ends[one->number];
  uint32_t before = UINT32_MAX;
  if (from == to) return;
  add_number(file, one->text.len);
  sx_file_out_add(file, one->text.ptr, one->text.len);
  add_number(file, to - from);
  for (uint32_t i = from; i < to; i++) {
    const pending *posting = &c->postings[order[i]];
    add_number(file, posting->unit - before);
    add_number(file, posting->counts);
    before = posting->unit;
  }
}

static bool add_run(sx_meaning_runs *runs, uint64_t at) {
  if (runs->len == runs->cap) {
    size_t cap = runs->cap ? runs->cap * 2 : 16;
    sx_meaning_run *grown = sx_realloc(runs->items, cap * sizeof *grown);
    if (!grown) return false;
    runs->items = grown;
    runs->cap = cap;
  }
  runs->items[runs->len++] = (sx_meaning_run){at, runs->file.size_bytes - at};
  return true;
}

static sx_status write_run(sx_meaning_collector *c, sx_err *err) {
  uint64_t at = c->runs.file.size_bytes;
  if (!c->len) return SX_OK;
  named *terms = sort_terms(c);
  uint32_t *ends = sx_calloc(c->terms.len + 1, sizeof *ends);
  uint32_t *order = ends ? sort_postings(c, ends) : NULL;
  bool has_room = terms && order;
  for (size_t i = 0; i < c->terms.len && has_room; i++) write_term(c, &terms[i], order, ends);
  sx_free(terms);
  sx_free(ends);
  sx_free(order);
  if (!has_room || !add_run(&c->runs, at)) return sx_fail(err, SX_NOMEM, NULL);
  c->len = 0;
  forget_words(c);
  return sx_file_out_check(&c->runs.file, err);
}

/* ---- directions ---------------------------------------------------------------------------- */

static sx_status write_directions(sx_meaning_collector *c) {
  sx_buf *directions = &c->runs.directions;
  if (!directions->len) return directions->status;
  sx_meaning_run *added = SX_ARRAY_ADD(&c->runs.pieces, &c->lasting);
  if (!added) return c->lasting.status;
  *added = (sx_meaning_run){c->runs.file.size_bytes, directions->len};
  sx_file_out_add(&c->runs.file, directions->ptr, directions->len);
  sx_buf_clear(directions);
  return SX_OK;
}

/* The direction of the unit whose postings are the last ones. */
static sx_status add_direction(sx_meaning_collector *c) {
  sx_direction sum = {0};
  sx_packed_direction packed;
  for (size_t i = c->first; i < c->len; i++)
    sx_direction_add(&sum, c->terms.items[c->postings[i].term].word, SX_WORDS_CODE,
                     sx_meaning_presence(c->postings[i].counts));
  sx_direction_pack(&packed, &sum);
  sx_buf_add(&c->runs.directions, sx_str_make((const char *)packed.parts, sizeof packed.parts));
  return c->runs.directions.len < DIRECTIONS_BYTES ? c->runs.directions.status
                                                   : write_directions(c);
}

sx_status sx_meaning_collector_add(sx_meaning_collector *c, uint32_t number,
                                   const sx_meaning_units *units, size_t unit, sx_str text,
                                   sx_str path, uint32_t lengths[SX_MEANING_FIELDS], sx_err *err) {
  memset(lengths, 0, SX_MEANING_FIELDS * sizeof *lengths);
  c->first = c->len;
  c->unit = number;
  c->lengths = lengths;
  sx_meaning_each_word(units, unit, text, path, count, c);
  if (!c->status) c->status = add_direction(c);
  if (c->status) return sx_fail(err, c->status, NULL);
  bool is_full = c->len >= MAX_POSTINGS || c->arena.used_bytes >= WORDS_BYTES;
  return is_full ? write_run(c, err) : SX_OK;
}

sx_status sx_meaning_collector_end(sx_meaning_collector *c, const sx_meaning_runs **out,
                                   sx_err *err) {
  sx_status status = write_run(c, err), written = status ? status : write_directions(c);
  *out = &c->runs;
  if (written) return status ? status : sx_fail(err, written, NULL);
  sx_file_out_flush(&c->runs.file);
  return sx_file_out_check(&c->runs.file, err);
}
