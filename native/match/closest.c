#include "match/closest.h"

#include "base/byte.h"
#include "match/indent.h"

#define MAX_WANTED_LINES 400
#define MAX_ROWS_OF_WORD 8
#define MAX_BAND 16
#define MAX_WIDTH (4 * MAX_BAND + 1)
#define CANDIDATES 8
#define MAX_LINE_BYTES 240
#define BIGRAMS 1024
#define LEAST_SIMILARITY 0.3
/* Pairs of lines with less in common are not the same line changed. */
#define LEAST_LINE_SIMILARITY 0.35
/* The score of lines that differ in blanks only. */
#define BLANKS_DIFFER 0.98

typedef struct word {
  uint64_t hash; /* 0: free */
  uint32_t uses; /* in the document */
  uint32_t row_count;
  uint16_t rows[MAX_ROWS_OF_WORD]; /* of what is wanted */
} word;

typedef struct finder {
  sx_rows document, wanted;
  word *words;
  size_t word_mask;
  uint32_t *votes; /* [document row - wanted row + wanted.count] */
  size_t band;
} finder;

/* ---- votes ---- */

/** Hash of the next word at or after `*at`, without case; 0 at the end. */
static uint64_t next_word(sx_str line, size_t *at) {
  while (*at < line.len && !sx_byte_is_word(line.ptr[*at])) ++*at;
  if (*at >= line.len) return 0;
  uint64_t hash = 0xcbf29ce484222325u;
  for (; *at < line.len && sx_byte_is_word(line.ptr[*at]); ++*at)
    hash = (hash ^ ((unsigned char)line.ptr[*at] | 0x20u)) * 0x100000001b3u;
  return (hash ^ hash >> 29) | 1;
}

static word *slot_of(const finder *f, uint64_t hash) {
  size_t i = (size_t)(hash >> 1) & f->word_mask;
  while (f->words[i].hash && f->words[i].hash != hash) i = (i + 1) & f->word_mask;
  return &f->words[i];
}

static sx_status collect_words(finder *f, sx_arena *scratch, sx_err *err) {
  size_t count = 0, at;
  for (size_t row = 0; row < f->wanted.count; row++)
    for (at = 0; next_word(f->wanted.items[row], &at);) count++;
  size_t cap = 16;
  while (cap < count * 2) cap *= 2;
  f->words = sx_arena_calloc(scratch, cap, sizeof *f->words);
  f->votes = sx_arena_calloc(scratch, f->document.count + f->wanted.count + 1, sizeof *f->votes);
  if (!f->words || !f->votes) return sx_fail(err, scratch->status, NULL);
  f->word_mask = cap - 1;
  for (size_t row = 0; row < f->wanted.count; row++) {
    uint64_t hash;
    for (at = 0; (hash = next_word(f->wanted.items[row], &at));) {
      word *slot = slot_of(f, hash);
      slot->hash = hash;
      if (slot->row_count < MAX_ROWS_OF_WORD) slot->rows[slot->row_count++] = (uint16_t)row;
    }
  }
  return SX_OK;
}

/** Grows each time that the word is half as frequent, so that one rare word outweighs many. */
static uint32_t weight_of(const finder *f, const word *of) {
  uint32_t halvings = 1;
  for (size_t rest = f->document.count / of->uses; rest; rest /= 2) halvings++;
  return halvings * halvings;
}

static void vote(finder *f) {
  uint64_t hash;
  for (size_t row = 0; row < f->document.count; row++)
    for (size_t at = 0; (hash = next_word(f->document.items[row], &at));) {
      word *slot = slot_of(f, hash);
      slot->uses += slot->hash != 0;
    }
  for (size_t row = 0; row < f->document.count; row++)
    for (size_t at = 0; (hash = next_word(f->document.items[row], &at));) {
      const word *slot = slot_of(f, hash);
      if (!slot->hash) continue;
      uint32_t weight = weight_of(f, slot);
      for (uint32_t i = 0; i < slot->row_count; i++)
        f->votes[row + f->wanted.count - slot->rows[i]] += weight;
    }
}

typedef struct candidate {
  size_t place; /* as in votes */
  uint64_t votes;
} candidate;

static void keep_best(candidate *best, candidate found) {
  for (size_t i = 0; i < CANDIDATES && found.votes; i++) {
    if (found.votes <= best[i].votes) continue;
    candidate moved = best[i];
    best[i] = found;
    found = moved;
  }
}

/** The best place of each stretch as long as half of what is wanted; the best of those. */
static void choose(const finder *f, candidate *best) {
  size_t count = f->document.count + f->wanted.count + 1;
  size_t stretch = f->wanted.count / 2 + 1, left = 0;
  uint64_t sum = 0;
  candidate here = {0, 0};
  memset(best, 0, CANDIDATES * sizeof *best);
  for (size_t i = 0; i < f->band && i < count; i++) sum += f->votes[i];
  for (size_t place = 0; place < count; place++) {
    if (place + f->band < count) sum += f->votes[place + f->band];
    if (place > f->band) sum -= f->votes[place - f->band - 1];
    /* The middle of the band decides between places with the same lines around. */
    uint64_t votes = sum + f->votes[place];
    if (votes > here.votes) here = (candidate){place, votes};
    if (++left < stretch) continue;
    keep_best(best, here);
    here = (candidate){0, 0};
    left = 0;
  }
  keep_best(best, here);
}

/* ---- lines ---- */

static size_t count_bigrams(sx_str line, int8_t *counts, int8_t by) {
  size_t count = 0;
  unsigned before = 0;
  for (size_t i = 0; i < line.len && i < MAX_LINE_BYTES; i++) {
    unsigned char c = (unsigned char)line.ptr[i];
    if (c == ' ' || c == '\t') continue;
    int8_t *at = &counts[(before * 33 + c) % BIGRAMS];
    if (*at < 120 && *at > -120) *at = (int8_t)(*at + by);
    before = c;
    count++;
  }
  return count;
}

/** Pairs of neighbouring characters in common, as a share of all. */
static double line_similarity(sx_str a, sx_str b) {
  int8_t counts[BIGRAMS];
  if (sx_str_is_equal(a, b)) return 1;
  memset(counts, 0, sizeof counts);
  size_t all = count_bigrams(a, counts, 1);
  all += count_bigrams(b, counts, -1);
  size_t different = 0;
  for (size_t i = 0; i < BIGRAMS; i++)
    different += (size_t)(counts[i] < 0 ? -counts[i] : counts[i]);
  if (!all) return BLANKS_DIFFER;
  return BLANKS_DIFFER * (double)(all - (different < all ? different : all)) / (double)all;
}

static double weight_of_line(sx_str line) {
  size_t weight = 1;
  for (size_t i = 0; i < line.len && i < MAX_LINE_BYTES; i++)
    weight += line.ptr[i] != ' ' && line.ptr[i] != '\t';
  return (double)weight;
}

/* ---- comparing ---- */

/** The best pairing so far, and its first and last pair: rows of the document and wanted. */
typedef struct pairing {
  double score;
  size_t first, first_wanted, last, last_wanted;
} pairing;

static void take_better(pairing *best, const pairing *other) {
  if (other->score > best->score) *best = *other;
}

static pairing add_pair(const finder *f, const pairing *before, size_t row, size_t wanted) {
  pairing after = *before;
  double similarity = line_similarity(f->document.items[row], f->wanted.items[wanted]);
  if (similarity < LEAST_LINE_SIMILARITY) return after;
  double weight = weight_of_line(f->document.items[row]) + weight_of_line(f->wanted.items[wanted]);
  if (after.score == 0) after.first = row, after.first_wanted = wanted;
  after.score += similarity * weight;
  after.last = row;
  after.last_wanted = wanted;
  return after;
}

/**
 * Pairs the lines in order, each line of what is wanted with one of the rows around
 * `place` + its own number.
 */
static pairing pair_lines(const finder *f, size_t place) {
  pairing rows[2][MAX_WIDTH + 1] = {0};
  size_t width = 4 * f->band + 1;
  pairing *before = rows[0], *now = rows[1];
  for (size_t wanted = 0; wanted < f->wanted.count; wanted++) {
    for (size_t k = 0; k < width; k++) {
      /* Both sides may be before the document's start: compare before subtracting. */
      size_t row = place + wanted + k, offset = f->wanted.count + 2 * f->band;
      now[k] = before[k + 1];
      if (k) take_better(&now[k], &now[k - 1]);
      if (row < offset || row - offset >= f->document.count) continue;
      pairing paired = add_pair(f, &before[k], row - offset, wanted);
      take_better(&now[k], &paired);
    }
    pairing *other = before;
    before = now;
    now = other;
    before[width] = (pairing){0};
  }
  return before[width - 1];
}

/** The lines between the first pair and the last, and as many around as are wanted there. */
static sx_passage passage_of(const finder *f, size_t place) {
  pairing best = pair_lines(f, place);
  double weight = 0;
  if (best.score == 0) return (sx_passage){0, 0, 0};
  size_t first = best.first > best.first_wanted ? best.first - best.first_wanted : 0;
  size_t last = best.last + (f->wanted.count - 1 - best.last_wanted);
  if (last >= f->document.count) last = f->document.count - 1;
  for (size_t row = first; row <= last; row++) weight += weight_of_line(f->document.items[row]);
  for (size_t row = 0; row < f->wanted.count; row++) weight += weight_of_line(f->wanted.items[row]);
  double similarity = best.score / weight;
  return (sx_passage){(uint32_t)first, (uint32_t)(last - first + 1), similarity};
}

static bool is_overlapping(const sx_passage *a, const sx_passage *b) {
  return a->first_row < b->first_row + b->row_count && b->first_row < a->first_row + a->row_count;
}

/** Puts the most similar ones that do not overlap into `out`. */
static void rank(sx_passages *out, sx_passage *all, size_t count) {
  while (out->count < SX_CLOSEST_MAX) {
    sx_passage *best = NULL;
    for (size_t i = 0; i < count; i++)
      if (all[i].row_count && (!best || all[i].similarity > best->similarity)) best = &all[i];
    if (!best || best->similarity < LEAST_SIMILARITY) return;
    sx_passage chosen = *best;
    for (size_t i = 0; i < count; i++)
      if (is_overlapping(&all[i], &chosen)) all[i].row_count = 0;
    out->items[out->count++] = chosen;
  }
}

sx_status sx_closest_find(sx_passages *out, sx_rows document, sx_rows wanted, sx_arena *scratch,
                          sx_err *err) {
  out->count = 0;
  if (!document.count || !wanted.count) return SX_OK;
  if (wanted.count > MAX_WANTED_LINES) wanted.count = MAX_WANTED_LINES;
  finder f = {.document = document, .wanted = wanted};
  f.band = 1 + wanted.count / 8;
  if (f.band > MAX_BAND) f.band = MAX_BAND;
  sx_status status = collect_words(&f, scratch, err);
  if (status) return status;
  vote(&f);
  candidate best[CANDIDATES];
  sx_passage found[CANDIDATES];
  size_t count = 0;
  choose(&f, best);
  for (size_t i = 0; i < CANDIDATES && best[i].votes; i++)
    found[count++] = passage_of(&f, best[i].place);
  rank(out, found, count);
  return SX_OK;
}
