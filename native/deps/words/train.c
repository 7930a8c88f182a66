/*
 * Learns a direction for each word of comments and of code, so that those of a comment point where
 * those of its function do: `train < PAIRS > TABLE`. Pairs are those of pairs.c.
 *
 * Two sums of weighted words, of a comment and of the code, compared with those of the other pairs
 * of a batch (InfoNCE, both ways), by Adam. Large packages count by the root of their pairs. The
 * same pairs make the same table on the same machine: one thread, no randomness but this seed.
 *
 * TABLE  see native/meaning/words.h.
 * Source van den Oord, Li, Vinyals 2018, "Representation Learning with Contrastive Predictive
 *        Coding"; Kingma, Ba 2015, "Adam: A Method for Stochastic Optimization".
 */
#include "base/array.h"
#include "base/map.h"
#include "base/number.h"
#include "meaning/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DIM SX_WORDS_DIM
#define MOST_WORDS 8000 /* of a side */
#define LEAST_PAIRS 5   /* that a word stands in */
#define NAME_WEIGHT 3.0f
#define BATCH 512
#define EPOCHS 5
#define TEMPERATURE 0.07f
#define RATE 0.004f
#define RELATED_LEAST 0.35f

typedef struct entry {
  uint32_t word;
  float weight;
  bool is_named; /* it stands in the name, too */
} entry;

typedef struct side {
  sx_map numbers; /* of stems, by how many pairs have them: the most frequent first */
  SX_ARRAY(sx_str) stems;
  SX_ARRAY(uint32_t) counts, last; /* pairs; last: the pair that has counted, from 1 */
  float *rows, *gradients, *mean, *square;
  float *idf;
  uint32_t len;
} side;

typedef struct pair {
  sx_str package, texts[2], name;
  entry *entries[2];
  size_t lens[2];
  double until; /* of all that are drawn */
} pair;

typedef struct learner {
  sx_arena arena;
  side sides[2]; /* SX_WORDS_PROSE, SX_WORDS_CODE */
  SX_ARRAY(pair) pairs;
  uint64_t random;
} learner;

static void stop(const char *why) {
  fprintf(stderr, "train: %s\n", why);
  exit(1);
}

static void *allocate(size_t count, size_t size) {
  void *made = calloc(count + 1, size);
  if (!made) stop("no memory");
  return made;
}

/* xorshift64* */
static double draw(learner *l) {
  l->random ^= l->random >> 12;
  l->random ^= l->random << 25;
  l->random ^= l->random >> 27;
  return (double)(l->random * UINT64_C(2685821657736338717) >> 11) / 9007199254740992.0;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static bool next_word(sx_str *text, sx_str *word) {
  *text = sx_str_trim(*text);
  size_t end = sx_str_find_char(*text, ' ', 0);
  if (!text->len) return false;
  *word = sx_str_slice(*text, 0, end == SX_STR_NONE ? text->len : end);
  *text = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(*text, end + 1, text->len);
  return true;
}

static void count_words(learner *l, side *of, sx_str text, uint32_t number) {
  uint64_t known;
  for (sx_str word; next_word(&text, &word);) {
    if (!sx_map_find(&of->numbers, word, &known)) {
      known = of->stems.len;
      sx_str *stem = SX_ARRAY_ADD(&of->stems, &l->arena);
      uint32_t *count = SX_ARRAY_ADD(&of->counts, &l->arena);
      uint32_t *last = SX_ARRAY_ADD(&of->last, &l->arena);
      if (!stem || !count || !last || sx_map_put(&of->numbers, word, known)) stop("no memory");
      *stem = word;
      *count = *last = 0;
    }
    if (of->last.items[known] != number) of->counts.items[known]++;
    of->last.items[known] = number;
  }
}

static void read_pairs(learner *l) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    sx_str fields[4], rest = sx_arena_dup(&l->arena, sx_str_trim(sx_str_from(line)));
    for (size_t i = 0; i < 4; i++) {
      size_t end = sx_str_find_char(rest, '\t', 0);
      fields[i] = sx_str_slice(rest, 0, end == SX_STR_NONE ? rest.len : end);
      rest = end == SX_STR_NONE ? SX_STR("") : sx_str_slice(rest, end + 1, rest.len);
    }
    pair *added = SX_ARRAY_ADD(&l->pairs, &l->arena);
    if (!added) stop("no memory");
    *added = (pair){.package = fields[0], .texts = {fields[1], fields[3]}, .name = fields[2]};
    uint32_t number = (uint32_t)l->pairs.len;
    count_words(l, &l->sides[SX_WORDS_PROSE], fields[1], number);
    count_words(l, &l->sides[SX_WORDS_CODE], fields[3], number);
    count_words(l, &l->sides[SX_WORDS_CODE], fields[2], number);
  }
  if (l->pairs.len < BATCH) stop("too few pairs");
}

static const side *compared;

static int compare_counts(const void *a, const void *b) {
  uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
  uint32_t more = compared->counts.items[one], most = compared->counts.items[other];
  if (more != most) return more > most ? -1 : 1;
  return sx_str_compare(compared->stems.items[one], compared->stems.items[other]);
}

/* The words that have a row: numbered anew, the rest is forgotten. */
static void choose_words(learner *l, side *of) {
  size_t all = of->stems.len;
  uint32_t *order = allocate(all, sizeof *order);
  sx_str *stems = sx_arena_calloc(&l->arena, all + 1, sizeof *stems);
  if (!stems) stop("no memory");
  for (uint32_t i = 0; i < all; i++) order[i] = i;
  compared = of;
  qsort(order, all, sizeof *order, compare_counts);
  sx_map_init(&of->numbers, &l->arena);
  of->idf = allocate(all, sizeof *of->idf);
  for (uint32_t i = 0; i < all && i < MOST_WORDS; i++) {
    uint32_t count = of->counts.items[order[i]];
    if (count < LEAST_PAIRS) break;
    stems[i] = of->stems.items[order[i]];
    of->idf[i] = (float)log((double)l->pairs.len / count);
    if (sx_map_put(&of->numbers, stems[i], i)) stop("no memory");
    of->len = i + 1;
  }
  of->stems.items = stems;
  of->stems.len = of->len;
  free(order);
  of->rows = allocate((size_t)of->len * DIM, sizeof(float));
  of->gradients = allocate((size_t)of->len * DIM, sizeof(float));
  of->mean = allocate((size_t)of->len * DIM, sizeof(float));
  of->square = allocate((size_t)of->len * DIM, sizeof(float));
}

/* Each word of a text once, and once more where the name has it. */
static void add_entries(const side *of, sx_str text, bool is_name, entry *out, size_t *len) {
  uint64_t number;
  for (sx_str word; next_word(&text, &word);) {
    if (!sx_map_find(&of->numbers, word, &number)) continue;
    size_t at = 0;
    while (at < *len && out[at].word != number) at++;
    bool is_new = at == *len;
    if (is_new) out[(*len)++] = (entry){.word = (uint32_t)number};
    if (!is_new && (!is_name || out[at].is_named)) continue;
    out[at].weight += (is_name ? NAME_WEIGHT : 1.0f) * of->idf[number];
    out[at].is_named = is_name;
  }
}

static void make_entries(learner *l, pair *one) {
  for (int s = 0; s < 2; s++) {
    size_t most = one->texts[s].len + one->name.len, len = 0;
    float sum = 0;
    entry *all = allocate(most / 2 + 2, sizeof *all);
    add_entries(&l->sides[s], one->texts[s], false, all, &len);
    if (s == SX_WORDS_CODE) add_entries(&l->sides[s], one->name, true, all, &len);
    for (size_t i = 0; i < len; i++) sum += all[i].weight * all[i].weight;
    for (size_t i = 0; i < len; i++) all[i].weight /= sqrtf(sum) + 1e-6f;
    one->entries[s] = all;
    one->lens[s] = len;
  }
}

/* Pairs come by packages. */
static void weigh_pairs(learner *l) {
  double sum = 0;
  for (size_t first = 0, end; first < l->pairs.len; first = end) {
    end = first;
    while (end < l->pairs.len &&
           sx_str_is_equal(l->pairs.items[end].package, l->pairs.items[first].package))
      end++;
    for (size_t i = first; i < end; i++)
      l->pairs.items[i].until = sum += 1 / sqrt((double)(end - first));
  }
}

static uint32_t draw_pair(learner *l) {
  double at = draw(l) * l->pairs.items[l->pairs.len - 1].until;
  size_t low = 0, high = l->pairs.len - 1;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (l->pairs.items[middle].until <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t)low;
}

/* ---- learning -------------------------------------------------------------------------------- */

/* Words of both sides begin the same. */
static void begin_rows(learner *l) {
  uint64_t number;
  for (int s = 0; s < 2; s++)
    for (size_t i = 0; i < (size_t)l->sides[s].len * DIM; i++) {
      double radius = sqrt(-2 * log(draw(l) + 1e-12)), angle = 6.283185307179586 * draw(l);
      l->sides[s].rows[i] = (float)(radius * cos(angle) / sqrt(DIM));
    }
  for (uint32_t i = 0; i < l->sides[SX_WORDS_CODE].len; i++)
    if (sx_map_find(&l->sides[SX_WORDS_PROSE].numbers, l->sides[SX_WORDS_CODE].stems.items[i],
                    &number))
      memcpy(l->sides[SX_WORDS_CODE].rows + (size_t)i * DIM,
             l->sides[SX_WORDS_PROSE].rows + number * DIM, DIM * sizeof(float));
}

typedef struct batch {
  uint32_t pairs[BATCH];
  size_t len;
  float sums[2][BATCH][DIM], lengths[2][BATCH], slopes[2][BATCH][DIM];
  float scores[BATCH][BATCH], shares[BATCH][BATCH];
} batch;

static void sum_words(const learner *l, batch *b, int s, size_t i) {
  const pair *one = &l->pairs.items[b->pairs[i]];
  float *sum = b->sums[s][i], square = 0;
  memset(sum, 0, DIM * sizeof *sum);
  for (size_t k = 0; k < one->lens[s]; k++) {
    const float *row = l->sides[s].rows + (size_t)one->entries[s][k].word * DIM;
    for (size_t d = 0; d < DIM; d++) sum[d] += one->entries[s][k].weight * row[d];
  }
  for (size_t d = 0; d < DIM; d++) square += sum[d] * sum[d];
  b->lengths[s][i] = sqrtf(square) + 1e-6f;
  for (size_t d = 0; d < DIM; d++) sum[d] /= b->lengths[s][i];
}

/* Adds to `shares` what each score is of its row, or of its column. */
static void add_shares(batch *b, bool is_column) {
  for (size_t i = 0; i < b->len; i++) {
    float most = -INFINITY, sum = 0;
    for (size_t k = 0; k < b->len; k++) {
      float score = is_column ? b->scores[k][i] : b->scores[i][k];
      if (score > most) most = score;
    }
    for (size_t k = 0; k < b->len; k++)
      sum += expf((is_column ? b->scores[k][i] : b->scores[i][k]) - most);
    for (size_t k = 0; k < b->len; k++) {
      float *share = is_column ? &b->shares[k][i] : &b->shares[i][k];
      *share += expf((is_column ? b->scores[k][i] : b->scores[i][k]) - most) / sum;
    }
  }
}

static double score_batch(batch *b) {
  double loss = 0;
  for (size_t i = 0; i < b->len; i++)
    for (size_t k = 0; k < b->len; k++) {
      float sum = 0;
      for (size_t d = 0; d < DIM; d++) sum += b->sums[0][i][d] * b->sums[1][k][d];
      b->scores[i][k] = sum / TEMPERATURE;
      b->shares[i][k] = 0;
    }
  add_shares(b, false);
  for (size_t i = 0; i < b->len; i++) loss -= log(b->shares[i][i] + 1e-9);
  add_shares(b, true);
  return loss / (double)b->len;
}

static void find_slopes(batch *b) {
  memset(b->slopes, 0, sizeof b->slopes);
  for (size_t i = 0; i < b->len; i++)
    for (size_t k = 0; k < b->len; k++) {
      float slope = (b->shares[i][k] / 2 - (i == k)) / ((float)b->len * TEMPERATURE);
      for (size_t d = 0; d < DIM; d++) {
        b->slopes[0][i][d] += slope * b->sums[1][k][d];
        b->slopes[1][k][d] += slope * b->sums[0][i][d];
      }
    }
}

static void add_gradients(learner *l, batch *b, int s, size_t i) {
  const pair *one = &l->pairs.items[b->pairs[i]];
  float along = 0;
  for (size_t d = 0; d < DIM; d++) along += b->slopes[s][i][d] * b->sums[s][i][d];
  for (size_t k = 0; k < one->lens[s]; k++) {
    float weight = one->entries[s][k].weight / b->lengths[s][i];
    float *gradient = l->sides[s].gradients + (size_t)one->entries[s][k].word * DIM;
    for (size_t d = 0; d < DIM; d++)
      gradient[d] += weight * (b->slopes[s][i][d] - along * b->sums[s][i][d]);
  }
}

static void step_rows(side *of, double step, double rate) {
  float first = (float)(1 - pow(0.9, step)), second = (float)(1 - pow(0.999, step));
  for (size_t i = 0; i < (size_t)of->len * DIM; i++) {
    float gradient = of->gradients[i];
    of->mean[i] = 0.9f * of->mean[i] + 0.1f * gradient;
    of->square[i] = 0.999f * of->square[i] + 0.001f * gradient * gradient;
    of->rows[i] -= (float)rate * (of->mean[i] / first) / (sqrtf(of->square[i] / second) + 1e-8f);
    of->gradients[i] = 0;
  }
}

/* Each pair once. */
static void draw_batch(learner *l, batch *b) {
  b->len = 0;
  for (size_t i = 0; i < BATCH; i++) {
    uint32_t drawn = draw_pair(l);
    bool is_new = l->pairs.items[drawn].lens[0] && l->pairs.items[drawn].lens[1];
    for (size_t k = 0; k < b->len && is_new; k++) is_new = b->pairs[k] != drawn;
    if (is_new) b->pairs[b->len++] = drawn;
  }
}

static void learn(learner *l) {
  batch *b = allocate(1, sizeof *b);
  size_t steps = l->pairs.len / BATCH, step = 0;
  for (int epoch = 0; epoch < EPOCHS; epoch++) {
    double loss = 0;
    for (size_t i = 0; i < steps; i++) {
      draw_batch(l, b);
      for (int s = 0; s < 2; s++)
        for (size_t k = 0; k < b->len; k++) sum_words(l, b, s, k);
      loss += score_batch(b);
      find_slopes(b);
      for (int s = 0; s < 2; s++)
        for (size_t k = 0; k < b->len; k++) add_gradients(l, b, s, k);
      step++;
      double rate = RATE * (1 - 0.9 * (double)step / ((double)EPOCHS * (double)steps));
      for (int s = 0; s < 2; s++) step_rows(&l->sides[s], (double)step, rate);
    }
    fprintf(stderr, "epoch %d of %d: %.3f\n", epoch + 1, EPOCHS, loss / (double)steps);
  }
  free(b);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put32(uint32_t number) {
  unsigned char bytes[4];
  sx_store32(bytes, number);
  fwrite(bytes, 1, 4, stdout);
}

/* A row times the weight of its word, in bytes, its largest part as 127; first what one is. */
static void put_row(const side *of, uint32_t word) {
  float most = 1e-9f;
  const float *row = of->rows + (size_t)word * DIM;
  for (size_t d = 0; d < DIM; d++) most = fmaxf(most, fabsf(row[d]));
  float unit = most / 127 * of->idf[word];
  uint32_t bits;
  memcpy(&bits, &unit, sizeof bits);
  put32(bits);
  for (size_t d = 0; d < DIM; d++) putchar((int)lrintf(row[d] / most * 127) & 255);
}

typedef struct near {
  uint32_t word;
  float cosine;
} near;

static float cosine(const float *a, const float *b) {
  float both = 0, one = 1e-9f, other = 1e-9f;
  for (size_t d = 0; d < DIM; d++) {
    both += a[d] * b[d];
    one += a[d] * a[d];
    other += b[d] * b[d];
  }
  return both / sqrtf(one * other);
}

/* The words of code that point where a word of comments does, the nearest first. */
static size_t find_related(const learner *l, uint32_t word, near *out) {
  const side *prose = &l->sides[SX_WORDS_PROSE], *code = &l->sides[SX_WORDS_CODE];
  size_t len = 0;
  for (uint32_t i = 0; i < code->len; i++) {
    near one = {i, cosine(prose->rows + (size_t)word * DIM, code->rows + (size_t)i * DIM)};
    bool is_own = sx_str_is_equal(code->stems.items[i], prose->stems.items[word]);
    bool is_full = len == SX_WORDS_RELATED;
    if (is_own || one.cosine < RELATED_LEAST) continue;
    if (is_full && one.cosine <= out[len - 1].cosine) continue;
    size_t at = is_full ? len - 1 : len++;
    for (; at && out[at - 1].cosine < one.cosine; at--) out[at] = out[at - 1];
    out[at] = one;
  }
  return len;
}

static int compare_stems(const void *a, const void *b) {
  return sx_str_compare(*(const sx_str *)a, *(const sx_str *)b);
}

static uint32_t place_of(const sx_str *stems, size_t count, sx_str stem) {
  const sx_str *found = bsearch(&stem, stems, count, sizeof *stems, compare_stems);
  return found ? (uint32_t)(found - stems) : SX_WORDS_NONE;
}

static void put_related(const learner *l, const sx_str *stems, size_t count, uint32_t word) {
  near related[SX_WORDS_RELATED];
  size_t len = find_related(l, word, related);
  for (size_t i = 0; i < SX_WORDS_RELATED; i++) {
    sx_str stem = i < len ? l->sides[SX_WORDS_CODE].stems.items[related[i].word] : SX_STR("");
    uint32_t place = i < len ? place_of(stems, count, stem) : SX_WORDS_NONE;
    put32(place == SX_WORDS_NONE ? SX_WORDS_NONE
                                 : place << 8 | (uint32_t)(related[i].cosine * 255));
  }
}

static void write_table(const learner *l) {
  const side *prose = &l->sides[SX_WORDS_PROSE], *code = &l->sides[SX_WORDS_CODE];
  size_t count = 0, kept = 0;
  sx_str *stems = allocate((size_t)prose->len + code->len, sizeof *stems);
  for (int s = 0; s < 2; s++)
    for (uint32_t i = 0; i < l->sides[s].len; i++) stems[count++] = l->sides[s].stems.items[i];
  qsort(stems, count, sizeof *stems, compare_stems);
  for (size_t i = 0; i < count; i++)
    if (!i || !sx_str_is_equal(stems[i], stems[i - 1])) stems[kept++] = stems[i];
  put32(SX_WORDS_MAGIC);
  put32((uint32_t)kept);
  put32(prose->len);
  put32(code->len);
  uint32_t at = 0;
  for (size_t i = 0; i <= kept; i++) {
    put32(at);
    if (i < kept) at += (uint32_t)stems[i].len;
  }
  for (int s = 0; s < 2; s++)
    for (size_t i = 0; i < kept; i++) {
      uint64_t row;
      put32(sx_map_find(&l->sides[s].numbers, stems[i], &row) ? (uint32_t)row : SX_WORDS_NONE);
    }
  for (int s = 0; s < 2; s++)
    for (uint32_t i = 0; i < l->sides[s].len; i++) put_row(&l->sides[s], i);
  for (uint32_t i = 0; i < prose->len; i++) put_related(l, stems, kept, i);
  for (size_t i = 0; i < kept; i++) fwrite(stems[i].ptr, 1, stems[i].len, stdout);
  free(stems);
}

int main(void) {
  static learner l = {.random = 20260501};
  sx_arena_init(&l.arena, (size_t)4 << 30);
  for (int s = 0; s < 2; s++) sx_map_init(&l.sides[s].numbers, &l.arena);
  read_pairs(&l);
  for (int s = 0; s < 2; s++) choose_words(&l, &l.sides[s]);
  for (size_t i = 0; i < l.pairs.len; i++) make_entries(&l, &l.pairs.items[i]);
  weigh_pairs(&l);
  begin_rows(&l);
  learn(&l);
  write_table(&l);
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
