#include "index/select.h"

#include "base/byte.h"
#include "index/postings.h"

#include <stdlib.h>

/* Conditions that are nested deeper narrow nothing; match/regex_literals makes none. */
#define MAX_DEPTH 128
/* Trigrams of a long string that are looked up, and the rarest of them that are used. */
#define MAX_LOOKED_UP 256
#define MAX_USED 12
/* A letter of either case at each place, and the characters that Unicode has for k and s. */
#define MAX_VARIANTS 20

/** A trigram of a string, in each case that counts. */
typedef struct gram {
  sx_postings variants[MAX_VARIANTS];
  size_t variant_count;
  uint64_t blocks; /* at most so many have it */
} gram;

typedef struct selection {
  const sx_index_segment *segment;
  const unsigned char *first_blocks;
  bool folds_case, per_block;
  /* Its bitmaps are of blocks, or of files if matches may go on over lines. */
  size_t block_words, words;
  uint64_t *marks; /* of blocks */
  uint64_t *grams; /* of one trigram, if files are counted */
  uint64_t *spare[MAX_DEPTH];
  gram *looked_up;
  sx_arena *arena;
} selection;

/** The outcome of a condition. */
typedef enum verdict { ANY, NARROWED } verdict;

static bool intersect(uint64_t *into, const uint64_t *other, size_t words) {
  uint64_t all = 0;
  for (size_t i = 0; i < words; i++) all |= into[i] &= other[i];
  return all != 0;
}

/* ---- blocks -> files --------------------------------------------------------------------- */

static uint64_t first_block(const selection *s, size_t file) {
  return sx_load32(s->first_blocks + file * 4);
}

/** The file from `low` on that has the block. */
static size_t find_file(const selection *s, size_t low, uint64_t block) {
  size_t step = 1, high = low;
  while (high < s->segment->count && first_block(s, high + 1) <= block) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > s->segment->count) high = s->segment->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (first_block(s, middle + 1) <= block)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/** The first bit that is set at or after `at`; `count` if there is none. */
static uint64_t next_bit(const uint64_t *bitmap, uint64_t at, uint64_t count) {
  while (at < count) {
    uint64_t word = bitmap[at / 64] >> at % 64;
    if (word) return at + sx_bits_of(word & (~word + 1)) - 1;
    at = (at / 64 + 1) * 64;
  }
  return count;
}

static sx_status mark_files(const selection *s, const uint64_t *blocks, uint64_t *files) {
  uint64_t count = s->segment->blocks, block = next_bit(blocks, 0, count);
  memset(files, 0, SX_INDEX_WORDS(s->segment->count) * sizeof *files);
  for (size_t file = 0; block < count; file++) {
    file = find_file(s, file, block);
    if (file >= s->segment->count) return SX_CORRUPT;
    files[file / 64] |= (uint64_t)1 << file % 64;
    uint64_t next = first_block(s, file + 1);
    if (next <= block) return SX_CORRUPT;
    block = next_bit(blocks, next, count);
  }
  return SX_OK;
}

/* ---- strings ----------------------------------------------------------------------------- */

static sx_status add_variant(const selection *s, uint32_t trigram, gram *out) {
  if (out->variant_count == MAX_VARIANTS) return SX_INTERNAL;
  sx_postings *found = &out->variants[out->variant_count];
  sx_status status = sx_segment__find_postings(s->segment, trigram, found);
  if (status) return status;
  out->variant_count += found->count > 0;
  out->blocks += found->count;
  return SX_OK;
}

static uint32_t join(unsigned char a, unsigned char b, unsigned char c) {
  return (uint32_t)a << 16 | (uint32_t)b << 8 | c;
}

/* Each letter of the trigram in either case. */
static sx_status add_cases(const selection *s, const unsigned char *bytes, gram *out) {
  unsigned letters[3], count = 0;
  uint32_t trigram = join(bytes[0], bytes[1], bytes[2]);
  sx_status status = SX_OK;
  for (unsigned i = 0; i < 3; i++) {
    bool is_letter = bytes[i] >= 'a' && bytes[i] <= 'z';
    if (s->folds_case && is_letter) letters[count++] = 16 - 8 * i;
  }
  for (unsigned variant = 0; variant < 1u << count && !status; variant++) {
    uint32_t cased = trigram;
    for (unsigned i = 0; i < count; i++)
      if (variant >> i & 1) cased -= (uint32_t)('a' - 'A') << letters[i];
    status = add_variant(s, cased, out);
  }
  return status;
}

/* The Kelvin sign (E2 84 AA) is a k, the long s (C5 BF) an s. */
#define KELVIN_FIRST 0xE2
#define KELVIN_LAST 0xAA
#define LONG_S_FIRST 0xC5
#define LONG_S_LAST 0xBF

/* The bytes with which a character that counts as `byte` may begin, or end. */
typedef struct byte_forms {
  unsigned char items[3];
  size_t count;
} byte_forms;

static byte_forms forms_of(unsigned char byte, unsigned char kelvin, unsigned char long_s) {
  byte_forms forms = {{byte}, 1};
  if (byte >= 'a' && byte <= 'z') forms.items[forms.count++] = (unsigned char)(byte - ('a' - 'A'));
  if (byte == 'k' || byte == 's') forms.items[forms.count++] = byte == 'k' ? kelvin : long_s;
  return forms;
}

/*
 * Where the text has another character for the letter at `at`, more bytes stand there. Three of
 * them are in the index, with what begins after the letter, or ends before the last one.
 */
static sx_status add_other(const selection *s, const unsigned char *bytes, unsigned at, gram *out) {
  if (bytes[at] == 'k') return add_variant(s, join(KELVIN_FIRST, 0x84, KELVIN_LAST), out);
  if (bytes[at] != 's') return SX_OK;
  bool is_last = at == 2;
  byte_forms beside = is_last ? forms_of(bytes[1], KELVIN_LAST, LONG_S_LAST)
                              : forms_of(bytes[at + 1], KELVIN_FIRST, LONG_S_FIRST);
  sx_status status = SX_OK;
  for (size_t i = 0; i < beside.count && !status; i++) {
    unsigned char byte = beside.items[i];
    status = add_variant(
        s, is_last ? join(byte, LONG_S_FIRST, LONG_S_LAST) : join(LONG_S_FIRST, LONG_S_LAST, byte),
        out);
  }
  return status;
}

static sx_status look_up(const selection *s, const char *string, gram *out) {
  const unsigned char *bytes = (const unsigned char *)string;
  *out = (gram){.variant_count = 0};
  sx_status status = add_cases(s, bytes, out);
  for (unsigned at = 0; at < 3 && s->folds_case && !status; at++)
    status = add_other(s, bytes, at, out);
  return status;
}

static int compare_grams(const void *left, const void *right) {
  const gram *a = left, *b = right;
  return (a->blocks > b->blocks) - (a->blocks < b->blocks);
}

/** The trigrams of the string that are in the index, the rarest first. */
static sx_status look_up_all(const selection *s, sx_str string, size_t *count) {
  *count = 0;
  for (size_t i = 0; i + 3 <= string.len && *count < MAX_LOOKED_UP; i++) {
    const char *p = string.ptr + i;
    if (sx_byte_is_line_end(p[0]) || sx_byte_is_line_end(p[1]) || sx_byte_is_line_end(p[2]))
      continue;
    sx_status status = look_up(s, p, &s->looked_up[(*count)++]);
    if (status) return status;
  }
  if (*count) qsort(s->looked_up, *count, sizeof *s->looked_up, compare_grams);
  return SX_OK;
}

/** Where the trigram is. */
static sx_status mark_gram(const selection *s, const gram *of, uint64_t *out) {
  uint64_t *blocks = s->per_block ? out : s->grams;
  memset(blocks, 0, s->block_words * sizeof *blocks);
  for (size_t i = 0; i < of->variant_count; i++) {
    sx_status status = sx_postings_mark(&of->variants[i], s->segment->blocks, blocks);
    if (status) return status;
  }
  return s->per_block ? SX_OK : mark_files(s, blocks, out);
}

static sx_status select_string(const selection *s, sx_str string, uint64_t *out, verdict *result) {
  size_t count;
  sx_status status = look_up_all(s, string, &count);
  *result = count ? NARROWED : ANY;
  if (status || !count) return status;
  status = mark_gram(s, &s->looked_up[0], out);
  bool has_any = s->looked_up[0].blocks > 0;
  for (size_t i = 1; i < count && i < MAX_USED && has_any && !status; i++) {
    status = mark_gram(s, &s->looked_up[i], s->marks);
    if (!status) has_any = intersect(out, s->marks, s->words);
  }
  return status;
}

/* ---- conditions -------------------------------------------------------------------------- */

static uint64_t *new_bitmap(const selection *s, size_t words) {
  /* Runs of bits are marked with one word more. */
  return sx_arena_calloc(s->arena, words + 1, sizeof(uint64_t));
}

/* NOLINTBEGIN(misc-no-recursion): MAX_DEPTH limits it. */
static sx_status select_needed(selection *s, const sx_needed *needed, size_t depth, uint64_t *out,
                               verdict *result) {
  *result = ANY;
  if (needed->kind == SX_NEEDED_NOTHING || depth == MAX_DEPTH) return SX_OK;
  if (needed->kind == SX_NEEDED_STRING) return select_string(s, needed->string, out, result);
  if (!s->spare[depth]) s->spare[depth] = new_bitmap(s, s->words);
  if (!s->spare[depth]) return s->arena->status;
  bool is_all = needed->kind == SX_NEEDED_ALL, has_any = true;
  for (size_t i = 0; i < needed->part_count && has_any; i++) {
    verdict one;
    uint64_t *part = *result == ANY ? out : s->spare[depth];
    sx_status status = select_needed(s, needed->parts[i], depth + 1, part, &one);
    if (status) return status;
    if (one == ANY && is_all) continue;
    if (one == ANY) {
      *result = ANY; /* one of them is anywhere */
      return SX_OK;
    }
    if (*result == NARROWED && is_all) has_any = intersect(out, part, s->words);
    if (*result == NARROWED && !is_all)
      for (size_t k = 0; k < s->words; k++) out[k] |= part[k];
    *result = NARROWED;
  }
  return SX_OK;
}
/* NOLINTEND(misc-no-recursion) */

/** Files may have been found to change, or not to be text, after they got blocks. */
static sx_status keep_covered(const selection *s, uint64_t *files) {
  size_t count = s->segment->count;
  const unsigned char *states = sx_segment__bytes(s->segment, SX_SECTION_STATES, 0, count);
  if (!states) return SX_CORRUPT;
  for (uint64_t i = next_bit(files, 0, count); i < count; i = next_bit(files, i + 1, count))
    if (states[i] != SX_INDEX_COVERED) files[i / 64] &= ~((uint64_t)1 << i % 64);
  return SX_OK;
}

static void mark_all(uint64_t *bitmap, size_t count) {
  memset(bitmap, 0xFF, count / 64 * sizeof *bitmap);
  if (count % 64) bitmap[count / 64] = ((uint64_t)1 << count % 64) - 1;
}

static sx_status begin(selection *s) {
  size_t files = s->segment->count, file_words = SX_INDEX_WORDS(files);
  s->first_blocks = sx_segment__bytes(s->segment, SX_SECTION_FIRST_BLOCKS, 0, (files + 1) * 4);
  if (!s->first_blocks || first_block(s, files) != s->segment->blocks) return SX_CORRUPT;
  s->block_words = (size_t)SX_INDEX_WORDS(s->segment->blocks);
  s->words = s->per_block ? s->block_words : file_words;
  s->marks = new_bitmap(s, s->words);
  s->grams = new_bitmap(s, s->per_block ? 0 : s->block_words);
  s->looked_up = sx_arena_calloc(s->arena, MAX_LOOKED_UP, sizeof *s->looked_up);
  return s->arena->status;
}

sx_status sx_index_select(const sx_index_segment *segment, const sx_needed *needed, bool folds_case,
                          bool per_block, uint64_t *bitmap, bool *is_narrowed, sx_arena *a) {
  selection s = {.segment = segment, .folds_case = folds_case, .per_block = per_block, .arena = a};
  verdict result = ANY;
  *is_narrowed = false;
  sx_status status = begin(&s);
  if (status) return status;
  uint64_t *found = new_bitmap(&s, s.words);
  if (!found) return a->status;
  status = select_needed(&s, needed, 0, found, &result);
  if (status) return status;
  *is_narrowed = result == NARROWED;
  if (result == ANY)
    mark_all(bitmap, segment->count);
  else if (per_block)
    status = mark_files(&s, found, bitmap);
  else
    memcpy(bitmap, found, SX_INDEX_WORDS(segment->count) * sizeof *bitmap);
  return status ? status : keep_covered(&s, bitmap);
}
