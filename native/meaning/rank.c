#include "meaning/rank.h"

#include "base/mem.h"

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

typedef struct scores {
  float *score;   /* of each unit of a pool */
  float *term;    /* the same of one term */
  uint8_t *named; /* words of its name that were asked for */
} scores;

typedef struct ranker {
  const sx_meaning_ranking *ranking;
  float weight[SX_MEANING_FIELDS][LENGTHS]; /* of a word in a field of that length */
  float *idf;
  scores *scores; /* of each pool */
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

static sx_status get_record(const sx_meaning_pool *pool, uint32_t unit, sx_meaning_record *out) {
  if (pool->reader) return sx_meaning_get_record(pool->reader, unit, out);
  *out = pool->records[unit];
  return SX_OK;
}

static float frequency(const ranker *r, sx_meaning_counts counts, const uint8_t *lengths) {
  float sum = 0;
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
    sum += (float)sx_meaning_count(counts, (sx_meaning_field)f) * r->weight[f][lengths[f]];
  return sum;
}

/* The best that a term gets from a word: itself, or one that is related to it. */
static sx_status find_word(ranker *r, size_t p, size_t word, float worth) {
  const sx_meaning_pool *pool = &r->ranking->pools[p];
  const sx_meaning_postings *postings = &pool->postings[word];
  sx_meaning_record record;
  for (size_t i = 0; i < postings->len; i++) {
    const sx_meaning_posting *posting = &postings->items[i];
    sx_status status = get_record(pool, posting->unit, &record);
    if (status) return status;
    float often = frequency(r, posting->counts, record.lengths);
    float score = worth * often / (SATURATION + often);
    float *best = &r->scores[p].term[posting->unit];
    if (score > *best) *best = score;
  }
  return SX_OK;
}

/* Adds what a term gets, and forgets it. */
static void take_word(ranker *r, size_t p, size_t word) {
  const sx_meaning_postings *postings = &r->ranking->pools[p].postings[word];
  const scores *s = &r->scores[p];
  for (size_t i = 0; i < postings->len; i++) {
    uint32_t unit = postings->items[i].unit;
    s->score[unit] += s->term[unit];
    s->term[unit] = 0;
  }
}

static void count_named(ranker *r, size_t p, size_t term) {
  const sx_meaning_postings *postings = &r->ranking->pools[p].postings[term];
  for (size_t i = 0; i < postings->len; i++) {
    uint8_t *named = &r->scores[p].named[postings->items[i].unit];
    uint32_t sum = *named + sx_meaning_count(postings->items[i].counts, SX_MEANING_NAME);
    *named = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
  }
}

static sx_status add_term(ranker *r, size_t p, size_t term) {
  const sx_meaning_ranking *ranking = r->ranking;
  sx_status status = find_word(r, p, term, r->idf[term]);
  for (size_t i = 0; i < ranking->related_count && !status; i++) {
    if (ranking->related[i].term != term) continue;
    float idf = rarity(r, ranking->term_count + i);
    float least = idf < r->idf[term] ? idf : r->idf[term];
    status = find_word(r, p, ranking->term_count + i,
                       RELATED_SHARE * ranking->related[i].weight * least);
  }
  if (status) return status;
  take_word(r, p, term);
  for (size_t i = 0; i < ranking->related_count; i++)
    if (ranking->related[i].term == term) take_word(r, p, ranking->term_count + i);
  count_named(r, p, term);
  return SX_OK;
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

static sx_status choose(ranker *r, size_t p) {
  const sx_meaning_pool *pool = &r->ranking->pools[p];
  sx_meaning_record record;
  size_t other = 0;
  for (uint32_t unit = 0; unit < pool->units; unit++) {
    sx_meaning_found found = {p, unit, r->scores[p].score[unit]};
    if (!(found.score > 0)) continue;
    while (other < pool->others.len && pool->others.items[other].end <= unit) other++;
    if (other < pool->others.len && pool->others.items[other].first <= unit) continue;
    sx_status status = r->scores[p].named[unit] ? get_record(pool, unit, &record) : SX_OK;
    if (status) return status;
    if (r->scores[p].named[unit]) {
      uint32_t words = sx_meaning_length_read(record.lengths[SX_MEANING_NAME]);
      float share = words ? (float)r->scores[p].named[unit] / (float)words : 0;
      found.score *= 1.0f + NAME_SHARE * (share < 1.0f ? share : 1.0f);
    }
    push(r, &found);
  }
  return SX_OK;
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

static sx_status score_pool(ranker *r, size_t p) {
  const sx_meaning_pool *pool = &r->ranking->pools[p];
  scores *s = &r->scores[p];
  sx_status status = SX_OK;
  s->score = sx_calloc((size_t)pool->units + 1, sizeof *s->score);
  s->term = sx_calloc((size_t)pool->units + 1, sizeof *s->term);
  s->named = sx_calloc((size_t)pool->units + 1, 1);
  if (!s->score || !s->term || !s->named) return SX_NOMEM;
  for (size_t t = 0; t < r->ranking->term_count && !status; t++) status = add_term(r, p, t);
  return status ? status : choose(r, p);
}

sx_status sx_meaning_rank(const sx_meaning_ranking *ranking, sx_meaning_founds *out, float *idf,
                          sx_arena *arena) {
  ranker *r = SX_ARENA_NEW(arena, ranker);
  *out = (sx_meaning_founds){0};
  if (!r) return arena->status;
  *r = (ranker){.ranking = ranking, .idf = idf};
  r->scores = sx_arena_calloc(arena, ranking->pool_count + 1, sizeof *r->scores);
  r->heap = sx_arena_calloc(arena, ranking->most + 1, sizeof *r->heap);
  if (!r->scores || !r->heap) return arena->status;
  weigh(r);
  for (size_t t = 0; t < ranking->term_count; t++) idf[t] = rarity(r, t);
  sx_status status = SX_OK;
  for (size_t p = 0; p < ranking->pool_count && !status; p++) {
    status = score_pool(r, p);
    sx_free(r->scores[p].score);
    sx_free(r->scores[p].term);
    sx_free(r->scores[p].named);
  }
  if (!status) take_best(r, out);
  return status;
}
