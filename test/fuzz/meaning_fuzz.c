/*
 * Fuzz target: the file of words beside a segment, given the right checksums so that reading goes
 * past them.
 *
 * An even byte 12 leaves the header as it is; with an odd one, sections get the sizes that its
 * counts need, so that reading gets to what is in them. Reading ends with OK, CORRUPT, or without
 * memory; units, entries and postings are in bounds and in their order, and only units that may be
 * an answer are one.
 */
#include "meaning/file.h"
#include "meaning/rank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_BYTES 65536
#define MAX_COUNT 300 /* entries, units and terms of a header that is repaired */
#define MAX_GROUPS 8  /* whose first terms are asked for */
#define MAX_ASKED 400
#define ARENA_BYTES ((size_t)16 << 20)
#define MARK 7u
#define COUNTS_AT 24
#define SECTIONS_AT (48 + SX_MEANING_FIELDS * 8)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/* ---- the file ------------------------------------------------------------------------------ */

/* Sections as the counts want them; the directory and the postings share the rest. */
static size_t lay_out(unsigned char *file, size_t body) {
  uint64_t counts[3], sizes[SX_MEANING_SECTIONS], sum = 0;
  for (size_t i = 0; i < 3; i++) {
    counts[i] = sx_load64(file + COUNTS_AT + 8 * i) % MAX_COUNT;
    sx_store64(file + COUNTS_AT + 8 * i, counts[i]);
  }
  sizes[SX_MEANING_UNITS] = counts[1] * SX_MEANING_UNIT_BYTES;
  sizes[SX_MEANING_FIRST_UNITS] = (counts[0] + 1) * 4;
  sizes[SX_MEANING_STATES] = counts[0];
  sizes[SX_MEANING_DIRECTIONS] = counts[1] * SX_WORDS_DIM;
  sizes[SX_MEANING_GROUPS] =
      (counts[2] + SX_MEANING_GROUP - 1) / SX_MEANING_GROUP * SX_MEANING_GROUP_BYTES;
  sizes[SX_MEANING_POSTINGS] = sizes[SX_MEANING_DIRECTORY] = 0;
  for (size_t i = 0; i < SX_MEANING_SECTIONS; i++) sum += sizes[i];
  uint64_t rest = body > sum ? body - sum : 0;
  uint64_t wanted = sx_load64(file + SECTIONS_AT + 16 * SX_MEANING_POSTINGS + 8);
  sizes[SX_MEANING_POSTINGS] = wanted < rest ? wanted : rest;
  sizes[SX_MEANING_DIRECTORY] = rest - sizes[SX_MEANING_POSTINGS];
  sum = 0;
  for (size_t i = 0; i < SX_MEANING_SECTIONS; i++) {
    sx_store64(file + SECTIONS_AT + 16 * i, sum);
    sx_store64(file + SECTIONS_AT + 16 * i + 8, sizes[i]);
    sum += sizes[i];
  }
  return (size_t)sum;
}

/** The bytes as a file that the reader gets to the end of; its size. */
static size_t repair(unsigned char *file, const uint8_t *data, size_t size) {
  sx_crc32c crc;
  sx_crc32c_init(&crc);
  memset(file, 0, (size_t)MAX_BYTES * 2);
  memcpy(file, data, size);
  size_t body = size - SX_MEANING_HEADER_BYTES;
  /* A whole file has its checksums at the end. */
  if (sx_load64(data + 16) < body) body = (size_t)sx_load64(data + 16);
  if (data[12] & 1) body = lay_out(file, body);
  size_t len = SX_MEANING_HEADER_BYTES + body;
  unsigned char *end = file + SX_MEANING_HEADER_BYTES, *checksums = file + len;
  for (size_t at = 0; at < body; at += SX_MEANING_PAGE_BYTES) {
    size_t page = body - at < SX_MEANING_PAGE_BYTES ? body - at : SX_MEANING_PAGE_BYTES;
    sx_store32(file + len, sx_crc32c_add(&crc, 0, end + at, page));
    len += 4;
  }
  sx_store64(file, SX_MEANING_MAGIC);
  sx_store32(file + 8, SX_MEANING_VERSION);
  sx_store32(file + 12, MARK);
  sx_store64(file + 16, body);
  sx_store32(end - 8, sx_crc32c_add(&crc, 0, checksums, (size_t)(file + len - checksums)));
  sx_store32(end - 4, sx_crc32c_add(&crc, 0, file, SX_MEANING_HEADER_BYTES - 4));
  return len;
}

/* ---- reading ------------------------------------------------------------------------------- */

static bool is_read(sx_status status) {
  check(status == SX_OK || status == SX_CORRUPT);
  return !status;
}

static void read_entries(const sx_meaning_reader *reader) {
  size_t count = sx_meaning_count_entries(reader), units = sx_meaning_count_units(reader);
  for (size_t i = 0; i <= count && i < MAX_ASKED; i++) {
    uint32_t first, end;
    sx_meaning_state state;
    if (!is_read(sx_meaning_get_file(reader, i, &first, &end, &state))) continue;
    check(i < count && first <= end && end <= units && state < SX_MEANING_STATES_COUNT);
  }
}

static void read_units(const sx_meaning_reader *reader) {
  size_t count = sx_meaning_count_units(reader);
  sx_direction question = {{0}};
  for (size_t i = 0; i < SX_WORDS_DIM; i++) question.parts[i] = (float)i - 20;
  for (uint32_t i = 0; i <= count && i < MAX_ASKED; i++) {
    uint32_t entry;
    sx_meaning_record record;
    const sx_packed_direction *direction;
    if (is_read(sx_meaning_find_entry(reader, i, &entry)))
      check(entry < sx_meaning_count_entries(reader));
    if (is_read(sx_meaning_get_record(reader, i, &record))) check(i < count);
    if (!is_read(sx_meaning_get_direction(reader, i, &direction))) continue;
    float nearness = sx_direction_nearness(&question, direction);
    check(i < count && nearness >= 0 && nearness < 1.001f);
  }
}

/* ---- a question ---------------------------------------------------------------------------- */

typedef struct asked {
  sx_str terms[MAX_GROUPS + 3];
  sx_meaning_postings postings[MAX_GROUPS + 3];
  size_t count;
} asked;

/* Words that are there: the first ones of groups. */
static void find_words(asked *out, const sx_meaning_in *in) {
  static const sx_str fixed[] = {{"load", 4}, {"", 0}, {"zzzz", 4}};
  *out = (asked){.count = 3};
  for (size_t i = 0; i < 3; i++) out->terms[i] = fixed[i];
  for (uint64_t g = 0; g < MAX_GROUPS; g++) {
    const unsigned char *group =
        sx_meaning_in_bytes(in, SX_MEANING_GROUPS, g * SX_MEANING_GROUP_BYTES, 8);
    uint64_t at = group ? sx_load64(group) : 0;
    const unsigned char *head = sx_meaning_in_bytes(in, SX_MEANING_DIRECTORY, at, 2);
    const unsigned char *text =
        group && head ? sx_meaning_in_bytes(in, SX_MEANING_DIRECTORY, at, 2ull + head[1]) : NULL;
    if (text) out->terms[out->count++] = sx_str_make((const char *)text + 2, head[1]);
  }
}

static bool find_postings(asked *a, const sx_meaning_reader *reader, sx_arena *arena) {
  size_t units = sx_meaning_count_units(reader);
  for (size_t i = 0; i < a->count; i++) {
    sx_meaning_postings *found = &a->postings[i];
    sx_status status = sx_meaning_find_postings(reader, a->terms[i], found, arena);
    check(status == SX_OK || status == SX_CORRUPT || status == SX_TOO_BIG || status == SX_NOMEM);
    if (status) return false;
    for (size_t k = 0; k < found->len; k++) {
      check(found->items[k].unit < units && found->items[k].counts);
      check(!k || found->items[k - 1].unit < found->items[k].unit);
    }
  }
  return true;
}

static int by_unit(void *arg, const sx_meaning_found *a, const sx_meaning_found *b) {
  (void)arg;
  return (a->unit > b->unit) - (a->unit < b->unit);
}

static void rank(const asked *a, const sx_meaning_reader *reader, sx_arena *arena) {
  const sx_meaning_related related[] = {{0, 0.5f}, {1, 1.0f}};
  sx_meaning_range other = {1, 3};
  float idf[MAX_GROUPS + 3];
  sx_meaning_founds founds;
  const sx_meaning_pool pool = {.reader = reader,
                                .units = (uint32_t)sx_meaning_count_units(reader),
                                .postings = a->postings,
                                .others = {&other, 1, 1}};
  sx_meaning_ranking ranking = {.pools = &pool,
                                .pool_count = 1,
                                .term_count = a->count - 2,
                                .related_count = 2,
                                .related = related,
                                .units = pool.units,
                                .most = 5,
                                .order = by_unit};
  for (size_t f = 0; f < SX_MEANING_FIELDS; f++)
    ranking.sums[f] = sx_meaning_sum(reader, (sx_meaning_field)f);
  sx_status status = sx_meaning_rank(&ranking, &founds, idf, arena);
  check(status == SX_OK || status == SX_CORRUPT || status == SX_TOO_BIG || status == SX_NOMEM);
  for (size_t i = 0; i < founds.len && !status; i++) {
    check(founds.items[i].unit < pool.units &&
          (founds.items[i].unit < 1 || founds.items[i].unit >= 3));
    check(isfinite(founds.items[i].score) && founds.items[i].score > 0);
    check(!i || founds.items[i - 1].score >= founds.items[i].score);
  }
}

static void ask(const char *path, const sx_meaning_reader *reader) {
  sx_arena arena;
  sx_meaning_in in;
  asked a;
  if (sx_meaning_in_open(&in, path, MARK, NULL)) return;
  sx_arena_init(&arena, ARENA_BYTES);
  find_words(&a, &in);
  if (find_postings(&a, reader, &arena)) rank(&a, reader, &arena);
  sx_arena_release(&arena);
  sx_meaning_in_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static unsigned char file[MAX_BYTES * 2];
  char path[64];
  if (size < SX_MEANING_HEADER_BYTES || size > MAX_BYTES) return 0;
  size_t len = repair(file, data, size);
  int fd = memfd_create("meaning", MFD_CLOEXEC);
  check(fd >= 0 && write(fd, file, len) == (ssize_t)len);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  sx_meaning_reader *reader;
  sx_status status = sx_meaning_open(&reader, path, MARK, NULL);
  check(status == SX_OK || status == SX_CORRUPT || status == SX_NOMEM);
  if (!status) {
    check(sx_meaning_is_whole(reader));
    read_entries(reader);
    read_units(reader);
    ask(path, reader);
    sx_meaning_free(reader);
  }
  close(fd);
  return 0;
}
