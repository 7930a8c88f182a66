/*
 * Rankings to compare semantic_search with, over the same units and terms: `meaning-bench STORE
 * ROOT < QUESTIONS` prints for each line the best by plain BM25, "PATH:LINE" each, with tabs
 * between them. With --units: "PATH LINE END_LINE" of each unit in a line.
 */
#include "index/store.h"
#include "meaning/reader.h"
#include "meaning/terms.h"

#include <inttypes.h>
#include <math.h>

#define MOST 50
#define MOST_TERMS 64
#define K1 1.2
#define B 0.75

typedef struct bench {
  sx_index_store store;
  sx_meaning_reader *reader;
  double mean;
  double *scores;
  uint32_t units;
} bench;

static double length_of(const sx_meaning_record *record) {
  double sum = 0;
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++) sum += sx_meaning_length_read(record->lengths[f]);
  return sum;
}

static sx_status add_term(bench *b, sx_str stem, sx_arena *arena) {
  sx_meaning_postings postings = {0};
  sx_meaning_record record;
  sx_status status = sx_meaning_find_postings(b->reader, stem, &postings, arena);
  double idf = log(1 + (b->units - (double)postings.len + 0.5) / ((double)postings.len + 0.5));
  for (size_t i = 0; i < postings.len && !status; i++) {
    double often = 0;
    uint32_t unit = postings.items[i].unit;
    for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
      often += sx_meaning_count(postings.items[i].counts, (sx_meaning_field)f);
    status = sx_meaning_get_record(b->reader, unit, &record);
    double share = length_of(&record) / b->mean;
    b->scores[unit] += idf * often * (K1 + 1) / (often + K1 * (1 - B + B * share));
  }
  return status;
}

static void print_unit(const bench *b, uint32_t unit, const char *end) {
  uint32_t entry;
  sx_index_entry file;
  sx_meaning_record record;
  if (sx_meaning_find_entry(b->reader, unit, &entry) ||
      sx_index_segment_get(b->store.base, entry, &file) ||
      sx_meaning_get_record(b->reader, unit, &record))
    return;
  printf("%.*s:%u%s", SX_STR_ARG(file.path), record.name_row + 1, end);
}

static void print_best(bench *b) {
  for (int i = 0; i < MOST; i++) {
    uint32_t best = 0;
    for (uint32_t unit = 1; unit < b->units; unit++)
      if (b->scores[unit] > b->scores[best]) best = unit;
    if (!(b->scores[best] > 0)) break;
    print_unit(b, best, "\t");
    b->scores[best] = 0;
  }
  putchar('\n');
}

static sx_status answer(bench *b, sx_str question) {
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  sx_arena arena;
  sx_strs known = {0};
  sx_status status = SX_OK;
  sx_arena_init(&arena, (size_t)256 << 20);
  memset(b->scores, 0, b->units * sizeof *b->scores);
  sx_terms_init(&terms, question);
  while (!status && known.len < MOST_TERMS && sx_terms_next(&terms, &word)) {
    sx_str own = sx_arena_dup(&arena, sx_term_stem(word, stem));
    if (sx_term_is_stop(word) || sx_strs_have(&known, own)) continue;
    status = sx_strs_add(&known, own, &arena, NULL);
    if (!status) status = add_term(b, own, &arena);
  }
  sx_arena_release(&arena);
  if (!status) print_best(b);
  return status;
}

static sx_status print_units(const bench *b) {
  for (uint32_t unit = 0; unit < b->units; unit++) {
    sx_meaning_record record;
    sx_status status = sx_meaning_get_record(b->reader, unit, &record);
    if (status) return status;
    print_unit(b, unit, "");
    printf(" %u %u\n", record.row + 1, record.end_row + 1);
  }
  return SX_OK;
}

static sx_status open_all(bench *b, const char *store, const char *root) {
  char path[4096];
  sx_status status = sx_index_store_open(&b->store, store, sx_str_from(root), NULL);
  if (status) return status;
  snprintf(path, sizeof path, "%s/meaning.%" PRIu64, store, b->store.base_number);
  status = sx_meaning_open(&b->reader, path, sx_index_segment_mark(b->store.base), NULL);
  if (status) return status;
  b->units = (uint32_t)sx_meaning_count_units(b->reader);
  b->scores = calloc(b->units + 1, sizeof *b->scores);
  for (uint32_t unit = 0; unit < b->units; unit++) {
    sx_meaning_record record;
    status = sx_meaning_get_record(b->reader, unit, &record);
    if (status) return status;
    b->mean += length_of(&record) / b->units;
  }
  return b->scores ? SX_OK : SX_NOMEM;
}

int main(int argc, char **argv) {
  char line[1 << 16];
  bool is_list = argc == 4 && strcmp(argv[3], "--units") == 0;
  bench b = {0};
  if (argc < 3) return 2;
  sx_status status = open_all(&b, argv[1], argv[2]);
  if (!status && is_list) status = print_units(&b);
  while (!status && !is_list && fgets(line, sizeof line, stdin))
    status = answer(&b, sx_str_trim(sx_str_from(line)));
  free(b.scores);
  sx_meaning_free(b.reader);
  sx_index_store_close(&b.store);
  if (status) fprintf(stderr, "%s\n", sx_status_message(status));
  return status ? 1 : 0;
}
