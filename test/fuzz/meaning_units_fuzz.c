/*
 * Fuzz target: the units of a text and their words, whatever the text is, and whatever an index
 * takes for its declarations.
 *
 * Byte 0 chooses the language, byte 1 has how many declarations follow, of eight bytes each; the
 * rest is the text. Units and their pieces are in the text and in its order, words are as terms
 * are, and a record is read as it was written.
 */
#include "meaning/file.h"
#include "meaning/record.h"
#include "meaning/terms.h"

#define MAX_BYTES 8192
#define MAX_DECLARED 24
#define DECLARED_BYTES 8
#define ARENA_BYTES ((size_t)32 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

/* Offsets are small, so that they are mostly in the text; one of 255 is nowhere near it. */
static uint32_t offset_of(uint8_t byte, uint32_t scale) {
  return byte == 255 ? UINT32_MAX - 1 : byte * scale;
}

static void declare(sx_meaning_declareds *out, const uint8_t *data, size_t count, size_t len,
                    sx_arena *arena) {
  uint32_t scale = 1 + (uint32_t)len / 256;
  for (size_t i = 0; i < count; i++, data += DECLARED_BYTES) {
    sx_meaning_declared *added = SX_ARRAY_ADD(out, arena);
    if (!added) return;
    *added = (sx_meaning_declared){.start = offset_of(data[0], scale),
                                   .end = offset_of(data[1], scale),
                                   .body = offset_of(data[2], scale),
                                   .name_start = offset_of(data[3], scale),
                                   .name_end = offset_of(data[4], scale),
                                   .flags = (uint16_t)(data[5] | data[6] << 8),
                                   .kind = data[7] % SX_FACT_KIND_COUNT};
  }
}

/* A word is what stands at its place, or a part of it. */
static void check_terms(sx_str text) {
  sx_terms terms;
  sx_str word;
  char stem[SX_TERM_BYTES];
  size_t at = 0;
  sx_terms_init(&terms, text);
  while (sx_terms_next(&terms, &word)) {
    check(word.len && word.len <= SX_TERM_BYTES);
    check(terms.start >= at && terms.end > terms.start && terms.end <= text.len);
    at = terms.start;
    sx_str own = sx_term_stem(word, stem);
    check(own.len && own.len <= SX_TERM_BYTES);
    (void)sx_term_is_stop(word);
  }
}

static void visit(void *arg, sx_meaning_field field, sx_str word) {
  size_t *count = arg;
  check((unsigned)field < SX_MEANING_FIELDS && word.len && word.len <= SX_TERM_BYTES);
  ++*count;
}

static void check_record(sx_meaning_rows *rows, const sx_meaning_unit *unit) {
  unsigned char bytes[SX_MEANING_UNIT_BYTES];
  sx_meaning_record made, read;
  sx_meaning_record_make(&made, rows, unit);
  sx_meaning_record_write(bytes, &made);
  sx_meaning_record_read(&read, bytes);
  check(made.row <= made.end_row && read.row == made.row && read.end_row == made.end_row);
  check(read.kind == made.kind && read.flags == made.flags);
  check(!read.name_len || (read.name_row == made.name_row && read.name_len == made.name_len &&
                           read.name_column == made.name_column));
}

static void check_units(const sx_meaning_units *units, sx_str text, sx_str path) {
  sx_meaning_rows rows = {.text = text};
  size_t words = 0;
  check(units->units.len && units->units.items[0].kind == SX_MEANING_FILE);
  for (size_t i = 0; i < units->units.len; i++) {
    const sx_meaning_unit *unit = &units->units.items[i];
    size_t pieces = 0;
    check(unit->start <= unit->end && unit->end <= text.len);
    check(unit->name_start <= unit->name_end && unit->name_end <= text.len);
    check(i < 2 || units->units.items[i - 1].start <= unit->start);
    for (uint32_t k = unit->first_piece; k != SX_MEANING_NO_PIECE;) {
      const sx_meaning_piece *piece = &units->pieces.items[k];
      check(k < units->pieces.len && ++pieces <= units->pieces.len);
      check(piece->start <= piece->end && piece->end <= text.len);
      check(piece->field < SX_MEANING_FIELDS);
      k = piece->next;
    }
    check_record(&rows, unit);
    sx_meaning_each_word(units, i, text, path, visit, &words);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const paths[] = {"a/b.c",  "a/b.py", "a/b.ts", "b.test.rb",
                                      "a/b.rs", "b.lua",  "b",      "a/.b.go"};
  sx_arena arena;
  sx_meaning_units units;
  sx_meaning_declareds declared = {0};
  if (size < 2 || size > MAX_BYTES) return 0;
  sx_str path = sx_str_from(paths[data[0] % (sizeof paths / sizeof *paths)]);
  size_t count = data[1] % MAX_DECLARED, most = (size - 2) / DECLARED_BYTES;
  if (count > most) count = most;
  size_t from = 2 + count * DECLARED_BYTES;
  sx_str text = sx_str_make((const char *)data + from, size - from);
  sx_arena_init(&arena, ARENA_BYTES);
  declare(&declared, data + 2, count, text.len, &arena);
  check_terms(text);
  if (!sx_meaning_units_make(&units, text, sx_language_find(SX_STR(""), path), &declared, &arena))
    check_units(&units, text, path);
  if (!sx_meaning_sections_make(&units, text, &arena)) check_units(&units, text, path);
  sx_arena_release(&arena);
  return 0;
}
