#include "symbols/word_sets.h"

#include "index/postings.h"
#include "symbols/place.h"

#include <stdlib.h>
#include <string.h>

/* No byte of a text in UTF-8 is above it. */
#define ABOVE_ALL "\xFF"
#define BITS 64
/* So many words begin alike that even to add up their lists takes a while. */
#define MANY_WORDS 2000
#define MANY_BYTES ((uint64_t)1 << 40)
/* To read one name takes about as long as to read so much of a list. */
#define NAME_BYTES 1024

enum { SIZES, LISTS };

int sx_symbols_word_sets_open(sx_symbols_word_sets *out, sqlite3 *db) {
  static const char *const texts[] = {
      [SIZES] = "SELECT length(names) FROM word WHERE text>=?1 AND text<=?2",
      [LISTS] = "SELECT first,names FROM word WHERE text>=?1 AND text<=?2",
  };
  *out = (sx_symbols_word_sets){0};
  int code = sx_symbols_words_open(&out->words, db);
  for (size_t i = 0; i < sizeof texts / sizeof *texts && !code; i++)
    code =
        sqlite3_prepare_v3(db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &out->statements[i], NULL);
  return code;
}

void sx_symbols_word_sets_close(sx_symbols_word_sets *sets) {
  sx_symbols_words_close(&sets->words);
  for (size_t i = 0; i < sizeof sets->statements / sizeof *sets->statements; i++)
    sqlite3_finalize(sets->statements[i]);
  *sets = (sx_symbols_word_sets){0};
}

/* ---- lists -------------------------------------------------------------------------------- */

/** A part that is wanted: the words from one to another. */
typedef struct range {
  sx_str part, from, to;
  uint64_t bytes; /* of their lists, about */
  bool is_ascii;
} range;

typedef struct finding {
  const sx_symbols_word_sets *sets;
  sx_symbols_word_set *out;
  sx_arena *arena;
  uint64_t *bits; /* of the ids of one part */
  size_t count;   /* of its words */
} finding;

static int ask(sqlite3_stmt *one, const range *r) {
  int code = sqlite3_bind_text64(one, 1, r->from.ptr, r->from.len, SQLITE_STATIC, SQLITE_UTF8);
  if (code) return code;
  return sqlite3_bind_text64(one, 2, r->to.ptr, r->to.len, SQLITE_STATIC, SQLITE_UTF8);
}

static int end(sqlite3_stmt *one, int code) {
  (void)sqlite3_reset(one);
  (void)sqlite3_clear_bindings(one);
  return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

static int measure(const finding *f, range *r) {
  sqlite3_stmt *one = f->sets->statements[SIZES];
  size_t words = 0;
  int code = ask(one, r);
  if (!code) code = sqlite3_step(one);
  for (; code == SQLITE_ROW && words < MANY_WORDS; words++) {
    r->bytes += (uint64_t)sqlite3_column_int64(one, 0);
    code = sqlite3_step(one);
  }
  if (words == MANY_WORDS) r->bytes = MANY_BYTES;
  return end(one, code);
}

static bool mark(const finding *f, int64_t id) {
  if (id < 0 || (uint64_t)id / BITS >= f->count) return false;
  f->bits[id / BITS] |= (uint64_t)1 << id % BITS;
  return true;
}

/* The list that was read. */
static int mark_list(const finding *f, sqlite3_stmt *one) {
  int64_t id = sqlite3_column_int64(one, 0);
  const unsigned char *bytes = sqlite3_column_blob(one, 1);
  size_t len = (size_t)sqlite3_column_bytes(one, 1);
  uint32_t more;
  if (!bytes && len) return SQLITE_NOMEM;
  if (!mark(f, id)) return SQLITE_CORRUPT;
  for (size_t at = 0; at < len;) {
    if (!sx_symbols_number_read(&more, bytes, len, &at) || !mark(f, id + more))
      return SQLITE_CORRUPT;
    id += more;
  }
  return SQLITE_OK;
}

static int mark_all(const finding *f, const range *r) {
  sqlite3_stmt *one = f->sets->statements[LISTS];
  int code = ask(one, r);
  memset(f->bits, 0, f->count * sizeof *f->bits);
  if (!code) code = sqlite3_step(one);
  while (code == SQLITE_ROW) {
    code = mark_list(f, one);
    if (!code) code = sqlite3_step(one);
  }
  return end(one, code);
}

/* ---- parts -------------------------------------------------------------------------------- */

typedef struct word {
  sx_str text;
  sx_arena *arena;
} word;

static int keep_word(void *arg, sx_str text) {
  word *w = arg;
  w->text = sx_arena_dup(w->arena, text);
  return w->arena->status ? SQLITE_NOMEM : SQLITE_OK;
}

static int read_part(const finding *f, sx_str part, range *out) {
  bool is_beginning = sx_str_has_suffix(part, SX_STR("*"));
  word w = {SX_STR(""), f->arena};
  *out = (range){.part = part, .is_ascii = true};
  part.len -= is_beginning;
  for (size_t i = 0; i < part.len; i++) out->is_ascii &= (unsigned char)part.ptr[i] < 0x80;
  int code = sx_symbols_words_each(&f->sets->words, part, keep_word, &w);
  out->from = out->to = w.text;
  if (is_beginning) out->to = sx_arena_printf(f->arena, "%.*s" ABOVE_ALL, SX_STR_ARG(w.text));
  if (!code && f->arena->status) code = SQLITE_NOMEM;
  return code ? code : measure(f, out);
}

/* All that are marked. */
static int take_marked(const finding *f) {
  for (size_t i = 0; i < f->count; i++) {
    for (uint64_t bits = f->bits[i]; bits; bits &= bits - 1) {
      uint32_t *added = SX_ARRAY_ADD(&f->out->ids, f->arena);
      if (!added) return SQLITE_NOMEM;
      *added = (uint32_t)(i * BITS + sx_bits_of(bits & (~bits + 1)) - 1);
    }
  }
  return SQLITE_OK;
}

static void keep_marked(const finding *f) {
  size_t kept = 0;
  for (size_t i = 0; i < f->out->ids.len; i++) {
    uint32_t id = f->out->ids.items[i];
    if (f->bits[id / BITS] >> id % BITS & 1) f->out->ids.items[kept++] = id;
  }
  f->out->ids.len = kept;
}

/* Only ASCII is folded where names are read. */
static int take_part(const finding *f, const range *r, bool is_first) {
  if (!is_first && r->is_ascii && f->out->ids.len * NAME_BYTES < r->bytes)
    return sx_strs_add(&f->out->unchecked, r->part, f->arena, NULL) ? SQLITE_NOMEM : SQLITE_OK;
  int code = mark_all(f, r);
  if (!code && is_first) return take_marked(f);
  if (!code) keep_marked(f);
  return code;
}

static int compare_ranges(const void *a, const void *b) {
  const range *one = a, *other = b;
  return (one->bytes > other->bytes) - (one->bytes < other->bytes);
}

int sx_symbols_word_sets_find(const sx_symbols_word_sets *sets, const sx_strs *parts, uint32_t last,
                              sx_symbols_word_set *out, sx_arena *arena) {
  finding f = {sets, out, arena, NULL, last / BITS + 1};
  range *ranges = sx_arena_calloc(arena, parts->len, sizeof *ranges);
  f.bits = sx_arena_calloc(arena, f.count, sizeof *f.bits);
  int code = ranges && f.bits ? SQLITE_OK : SQLITE_NOMEM;
  *out = (sx_symbols_word_set){0};
  for (size_t i = 0; i < parts->len && !code; i++)
    code = read_part(&f, parts->items[i], &ranges[i]);
  if (!code) qsort(ranges, parts->len, sizeof *ranges, compare_ranges);
  for (size_t i = 0; i < parts->len && !code; i++) {
    code = take_part(&f, &ranges[i], i == 0);
    if (!out->ids.len) break;
  }
  return code;
}
