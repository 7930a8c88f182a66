#include "meaning/rank.h"

#include "meaning/file.h"

#include <math.h>

/* How much a word counts in each field, and how much less in a longer one. */
typedef struct weight {
  float weight, by_length;
} weight;

static const weight weights[SX_MEANING_FIELDS] = {
    [SX_MEANING_NAME] = {5.0f, 0.5f},  [SX_MEANING_DOC] = {5.0f, 0.5f},
    [SX_MEANING_PATH] = {2.0f, 0.0f},  [SX_MEANING_SIGNATURE] = {1.0f, 0.5f},
    [SX_MEANING_BODY] = {1.0f, 0.75f},
};
/* Related words count as that much of their nearness. */
#define RELATED_SHARE 0.8f
/* From how many on a word counts hardly more. */
#define SATURATION 1.2f
/* So much better is a unit whose whole name was asked for. */
#define NAME_SHARE 0.1f
#define LENGTHS 256

/* So many units are scored at a time: what is noted of them stays in the processor's cache. */
#define BLOCK_UNITS 8192

/* Neighbours in a pool. */
typedef struct block {
  const sx_meaning_pool *pool;
  size_t number; /* of the pool */
  uint32_t first, end;
  size_t other; /* the first range of the pool's others that ends in it or after it */
  const unsigned char *records; /* of its units, where the pool has a reader */
  sx_meaning_postings *words;   /* the postings of each word in it */
  float *score;                 /* of each unit */
  float *term;                  /* the same of one term */
  uint8_t *named;               /* words of its name that were asked for */
} block;

typedef struct ranker {
  const sx_meaning_ranking *ranking;
  float weight[SX_MEANING_FIELDS][LENGTHS]; /* of a word in a field of that length */
  float *idf;                               /* of each term */
  float *related_idf;                       /* of each related word */
  block block;
  sx_meaning_found *heap;
  size_t heap_len; /* the worst is the first */
} ranker;

static void weigh(ranker *r) {
  uint64_t units = r->ranking->units ? r->ranking->units : 1;
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++) {
    float mean = (float)((double)r->ranking->sums[f] / (double)units);
    for (size_t i = 0; i < LENGTHS; i++) {
      float length = (float)sx_meaning_length_read((uint8_t)i);
      float share = mean > 0 ? length / mean : 1.0f;
      r->weight[f][i] =
          weights[f].weight / (1.0f - weights[f].by_length + weights[f].by_length * share);
    }
  }
}

/* How rare a word is, by its place among the postings. */
static float rarity(const ranker *r, size_t word) {
  double units = (double)r->ranking->units, count = 0;
  for (size_t p = 0; p < r->ranking->pool_count; p++)
    count += (double)r->ranking->pools[p].postings[word].len;
  float idf = (float)log(1.0 + (units - count + 0.5) / (count + 0.5));
  return idf > 0 ? idf : 0.01f;
}

/* ---- scores -------------------------------------------------------------------------------- */

static void get_lengths(const block *b, uint32_t unit, uint8_t out[SX_MEANING_FIELDS]) {
  if (b->records)
    sx_meaning_record_read_lengths(out,
                                   b->records + (size_t)(unit - b->first) * SX_MEANING_UNIT_BYTES);
  else
    memcpy(out, b->pool->records[unit].lengths, SX_MEANING_FIELDS);
}

/* Most words stand in a body alone. */
static float frequency(const ranker *r, sx_meaning_counts counts, const uint8_t *lengths) {
  const sx_meaning_slot body = sx_meaning_slots[SX_MEANING_BODY];
  float sum = 0;
  if (!(counts & ((1u << body.shift) - 1)))
    return (float)sx_meaning_count(counts, SX_MEANING_BODY) *
           r->weight[SX_MEANING_BODY][lengths[SX_MEANING_BODY]];
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
    sum += (float)sx_meaning_count(counts, (sx_meaning_field)f) * r->weight[f][lengths[f]];
  return sum;
}

/* The best that a term gets from a word: itself, or one that is related to it. */
static void find_word(ranker *r, size_t word, float worth) {
  const block *b = &r->block;
  const sx_meaning_postings *postings = &b->words[word];
  uint8_t lengths[SX_MEANING_FIELDS];
  for (size_t i = 0; i < postings->len; i++) {
    const sx_meaning_posting *posting = &postings->items[i];
    get_lengths(b, posting->unit, lengths);
    float often = frequency(r, posting->counts, lengths);
    float score = worth * often / (SATURATION + often);
    float *best = &b->term[posting->unit - b->first];
    if (score > *best) *best = score;
  }
}

/* Adds what a term gets, and forgets it. */
static void take_word(const block *b, size_t word) {
  for (size_t i = 0; i < b->words[word].len; i++) {
    uint32_t at = b->words[word].items[i].unit - b->first;
    b->score[at] += b->term[at];
    b->term[at] = 0;
  }
}

static void count_named(const block *b, size_t term) {
  for (size_t i = 0; i < b->words[term].len; i++) {
    const sx_meaning_posting *posting = &b->words[term].items[i];
    uint8_t *named = &b->named[posting->unit - b->first];
    uint32_t sum = *named + sx_meaning_count(posting->counts, SX_MEANING_NAME);
    *named = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
  }
}

static void add_term(ranker *r, size_t term) {
  const sx_meaning_ranking *ranking = r->ranking;
  find_word(r, term, r->idf[term]);
  for (size_t i = 0; i < ranking->related_count; i++) {
    if (ranking->related[i].term != term) continue;
    float least = r->related_idf[i] < r->idf[term] ? r->related_idf[i] : r->idf[term];
    find_word(r, ranking->term_count + i, RELATED_SHARE * ranking->related[i].weight * least);
  }
  take_word(&r->block, term);
  for (size_t i = 0; i < ranking->related_count; i++)
    if (ranking->related[i].term == term) take_word(&r->block, ranking->term_count + i);
  count_named(&r->block, term);
}

/* ---- the best ------------------------------------------------------------------------------ */

static bool is_better(const ranker *r, const sx_meaning_found *a, const sx_meaning_found *b) {
  if (a->score != b->score) return a->score > b->score;
  return r->ranking->order(r->ranking->arg, a, b) < 0;
}

static void sift_down(ranker *r, size_t at) {
  for (size_t child; (child = 2 * at + 1) < r->heap_len; at = child) {
    bool has_other = child + 1 < r->heap_len;
    if (has_other && is_better(r, &r->heap[child], &r->heap[child + 1])) child++;
    if (!is_better(r, &r->heap[at], &r->heap[child])) return;
    sx_meaning_found moved = r->heap[at];
    r->heap[at] = r->heap[child];
    r->heap[child] = moved;
  }
}

static void push(ranker *r, const sx_meaning_found *found) {
  if (r->heap_len == r->ranking->most) {
    if (!is_better(r, found, &r->heap[0])) return;
    r->heap[0] = *found;
    sift_down(r, 0);
    return;
  }
  size_t at = r->heap_len++;
  r->heap[at] = *found;
  for (size_t above; at && is_better(r, &r->heap[above = (at - 1) / 2], &r->heap[at]); at = above) {
    sx_meaning_found moved = r->heap[at];
    r->heap[at] = r->heap[above];
    r->heap[above] = moved;
  }
}

/* How much better a unit is as its name was asked for. */
static float worth_of_name(const block *b, uint32_t unit) {
  uint8_t named = b->named[unit - b->first], lengths[SX_MEANING_FIELDS];
  if (!named) return 1.0f;
  get_lengths(b, unit, lengths);
  uint32_t words = sx_meaning_length_read(lengths[SX_MEANING_NAME]);
  float share = words ? (float)named / (float)words : 0;
  return 1.0f + NAME_SHARE * (share < 1.0f ? share : 1.0f);
}

static void choose(ranker *r) {
  block *b = &r->block;
  const sx_meaning_ranges *others = &b->pool->others;
  for (uint32_t unit = b->first; unit < b->end; unit++) {
    sx_meaning_found found = {b->number, unit, b->score[unit - b->first]};
    if (!(found.score > 0)) continue;
    while (b->other < others->len && others->items[b->other].end <= unit) b->other++;
    if (b->other < others->len && others->items[b->other].first <= unit) continue;
    found.score *= worth_of_name(b, unit);
    push(r, &found);
  }
}

static void take_best(ranker *r, sx_meaning_founds *out) {
  *out = (sx_meaning_founds){r->heap, r->heap_len, r->heap_len};
  while (r->heap_len > 1) {
    sx_meaning_found worst = r->heap[0];
    r->heap[0] = r->heap[--r->heap_len];
    sift_down(r, 0);
    r->heap[r->heap_len] = worst;
  }
}

/* ---- blocks -------------------------------------------------------------------------------- */

/* How many are of units below `end`. */
static size_t count_below(const sx_meaning_posting *items, size_t len, uint32_t end) {
  size_t low = 0, high = len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (items[middle].unit < end)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Goes on to the next units of the pool. */
static sx_status move_on(block *b, size_t words) {
  uint32_t left = b->pool->units - b->end;
  b->first = b->end;
  b->end += left < BLOCK_UNITS ? left : BLOCK_UNITS;
  for (size_t w = 0; w < words; w++) {
    const sx_meaning_postings *all = &b->pool->postings[w];
    if (!all->len) continue;
    sx_meaning_posting *next = b->words[w].items + b->words[w].len;
    size_t more = (size_t)(all->items + all->len - next);
    b->words[w] = (sx_meaning_postings){next, count_below(next, more, b->end), more};
  }
  memset(b->score, 0, BLOCK_UNITS * sizeof *b->score);
  memset(b->named, 0, BLOCK_UNITS);
  b->records = NULL;
  if (!b->pool->reader) return SX_OK;
  return sx_meaning_get_records(b->pool->reader, b->first, b->end - b->first, &b->records);
}

static sx_status score_pool(ranker *r, size_t number) {
  const sx_meaning_ranking *ranking = r->ranking;
  block *b = &r->block;
  size_t words = ranking->term_count + ranking->related_count;
  b->pool = &ranking->pools[number];
  b->number = number;
  b->first = b->end = 0;
  b->other = 0;
  for (size_t w = 0; w < words; w++)
    b->words[w] = (sx_meaning_postings){.items = b->pool->postings[w].items};
  while (b->end < b->pool->units) {
    sx_status status = move_on(b, words);
    if (status) return status;
    for (size_t t = 0; t < ranking->term_count; t++) add_term(r, t);
    choose(r);
  }
  return SX_OK;
}

static bool make_room(ranker *r, sx_arena *arena) {
  const sx_meaning_ranking *ranking = r->ranking;
  size_t words = ranking->term_count + ranking->related_count;
  block *b = &r->block;
  r->heap = sx_arena_calloc(arena, ranking->most + 1, sizeof *r->heap);
  r->related_idf = sx_arena_calloc(arena, ranking->related_count + 1, sizeof *r->related_idf);
  b->words = sx_arena_calloc(arena, words + 1, sizeof *b->words);
  b->score = sx_arena_calloc(arena, BLOCK_UNITS, sizeof *b->score);
  b->term = sx_arena_calloc(arena, BLOCK_UNITS, sizeof *b->term);
  b->named = sx_arena_calloc(arena, BLOCK_UNITS, 1);
  return !arena->status;
}

sx_status sx_meaning_rank(const sx_meaning_ranking *ranking, sx_meaning_founds *out, float *idf,
                          sx_arena *arena) {
  ranker *r = SX_ARENA_NEW(arena, ranker);
  *out = (sx_meaning_founds){0};
  if (!r) return arena->status;
  *r = (ranker){.ranking = ranking, .idf = idf};
  if (!make_room(r, arena)) return arena->status;
  weigh(r);
  for (size_t t = 0; t < ranking->term_count; t++) idf[t] = rarity(r, t);
  for (size_t i = 0; i < ranking->related_count; i++)
    r->related_idf[i] = rarity(r, ranking->term_count + i);
  sx_status status = SX_OK;
  for (size_t p = 0; p < ranking->pool_count && !status; p++) status = score_pool(r, p);
  if (!status) take_best(r, out);
  return status;
}
