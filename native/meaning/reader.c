#include "meaning/reader.h"

#include "base/mem.h"
#include "meaning/file.h"
#include "meaning/terms.h"

struct sx_meaning_reader {
  sx_meaning_in in;
};

sx_status sx_meaning_open(sx_meaning_reader **out, const char *path, uint32_t mark, sx_err *err) {
  sx_meaning_reader *reader = *out = sx_calloc(1, sizeof *reader);
  if (!reader) return sx_fail(err, SX_NOMEM, NULL);
  sx_status status = sx_meaning_in_open(&reader->in, path, mark, err);
  if (!status) return SX_OK;
  sx_free(reader);
  *out = NULL;
  return status;
}

void sx_meaning_free(sx_meaning_reader *reader) {
  if (!reader) return;
  sx_meaning_in_close(&reader->in);
  sx_free(reader);
}

bool sx_meaning_is_whole(const sx_meaning_reader *reader) {
  return sx_map_is_whole(&reader->in.map);
}

size_t sx_meaning_count_units(const sx_meaning_reader *reader) {
  return (size_t)reader->in.head.units;
}

size_t sx_meaning_count_entries(const sx_meaning_reader *reader) {
  return (size_t)reader->in.head.entries;
}

uint64_t sx_meaning_sum(const sx_meaning_reader *reader, sx_meaning_field field) {
  return reader->in.head.sums[field];
}

/* ---- files and units ------------------------------------------------------------------------ */

sx_status sx_meaning_get_file(const sx_meaning_reader *reader, size_t entry, uint32_t *first,
                              uint32_t *end, sx_meaning_state *state) {
  const sx_meaning_in *in = &reader->in;
  if (entry >= in->head.entries) return SX_CORRUPT;
  const unsigned char *own = sx_meaning_in_bytes(in, SX_MEANING_FIRST_UNITS, entry * 4, 8);
  const unsigned char *how = sx_meaning_in_bytes(in, SX_MEANING_STATES, entry, 1);
  if (!own || !how || *how >= SX_MEANING_STATES_COUNT) return SX_CORRUPT;
  *first = sx_load32(own);
  *end = sx_load32(own + 4);
  *state = (sx_meaning_state)*how;
  return *first > *end || *end > in->head.units ? SX_CORRUPT : SX_OK;
}

sx_status sx_meaning_find_entry(const sx_meaning_reader *reader, uint32_t unit, uint32_t *entry) {
  const sx_meaning_in *in = &reader->in;
  size_t low = 0, high = (size_t)in->head.entries;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const unsigned char *end = sx_meaning_in_bytes(in, SX_MEANING_FIRST_UNITS, middle * 4 + 4, 4);
    if (!end) return SX_CORRUPT;
    if (sx_load32(end) <= unit)
      low = middle + 1;
    else
      high = middle;
  }
  *entry = (uint32_t)low;
  return low < in->head.entries ? SX_OK : SX_CORRUPT;
}

sx_status sx_meaning_get_record(const sx_meaning_reader *reader, uint32_t unit,
                                sx_meaning_record *out) {
  const unsigned char *own = sx_meaning_in_bytes(
      &reader->in, SX_MEANING_UNITS, (uint64_t)unit * SX_MEANING_UNIT_BYTES, SX_MEANING_UNIT_BYTES);
  if (!own) return SX_CORRUPT;
  sx_meaning_record_read(out, own);
  return SX_OK;
}

sx_status sx_meaning_get_records(const sx_meaning_reader *reader, uint32_t first, uint32_t count,
                                 const unsigned char **out) {
  *out = sx_meaning_in_bytes(&reader->in, SX_MEANING_UNITS, (uint64_t)first * SX_MEANING_UNIT_BYTES,
                             (uint64_t)count * SX_MEANING_UNIT_BYTES);
  return *out ? SX_OK : SX_CORRUPT;
}

sx_status sx_meaning_get_direction(const sx_meaning_reader *reader, uint32_t unit,
                                   const sx_packed_direction **out) {
  const unsigned char *own = sx_meaning_in_bytes(&reader->in, SX_MEANING_DIRECTIONS,
                                                 (uint64_t)unit * SX_WORDS_DIM, SX_WORDS_DIM);
  if (!own) return SX_CORRUPT;
  *out = (const sx_packed_direction *)own;
  return SX_OK;
}

/* ---- terms ---------------------------------------------------------------------------------- */

/* The directory, read from a group on. */
typedef struct cursor {
  const unsigned char *at, *end;
  uint64_t postings; /* where those of the term begin */
  uint64_t count, len;
  char text[SX_TERM_BYTES];
  size_t text_len;
} cursor;

static bool read_term(cursor *c) {
  if (c->end - c->at < 2) return false;
  size_t same = c->at[0], more = c->at[1];
  c->at += 2;
  if (same > c->text_len || same + more > SX_TERM_BYTES || (size_t)(c->end - c->at) < more)
    return false;
  memcpy(c->text + same, c->at, more);
  c->text_len = same + more;
  c->at += more;
  c->postings += c->len;
  return sx_varint_read(&c->at, c->end, &c->count) && sx_varint_read(&c->at, c->end, &c->len);
}

/* At the first term of a group, which is read. */
static bool open_group(const sx_meaning_in *in, uint64_t group, cursor *out) {
  uint64_t groups = in->sections[SX_MEANING_GROUPS].len / SX_MEANING_GROUP_BYTES;
  bool is_last = group + 1 == groups;
  const unsigned char *own =
      sx_meaning_in_bytes(in, SX_MEANING_GROUPS, group * SX_MEANING_GROUP_BYTES,
                          SX_MEANING_GROUP_BYTES * (is_last ? 1 : 2));
  if (!own) return false;
  uint64_t at = sx_load64(own), end = in->sections[SX_MEANING_DIRECTORY].len;
  if (!is_last) end = sx_load64(own + SX_MEANING_GROUP_BYTES);
  if (end < at) return false;
  *out = (cursor){.postings = sx_load64(own + 8)};
  out->at = sx_meaning_in_bytes(in, SX_MEANING_DIRECTORY, at, end - at);
  out->end = out->at ? out->at + (end - at) : NULL;
  return out->at && read_term(out);
}

/* `*is_there`: the cursor is at the term. */
static sx_status find_term(const sx_meaning_in *in, sx_str term, cursor *c, bool *is_there) {
  uint64_t low = 0, high = in->sections[SX_MEANING_GROUPS].len / SX_MEANING_GROUP_BYTES;
  cursor group;
  *is_there = false;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (!open_group(in, middle, &group)) return SX_CORRUPT;
    if (sx_str_compare(sx_str_make(group.text, group.text_len), term) > 0)
      high = middle;
    else
      low = middle + 1;
  }
  if (!low) return SX_OK;
  if (!open_group(in, low - 1, c)) return SX_CORRUPT;
  for (;;) {
    int order = sx_str_compare(sx_str_make(c->text, c->text_len), term);
    *is_there = order == 0;
    if (order >= 0 || c->at == c->end) return SX_OK;
    if (!read_term(c)) return SX_CORRUPT;
  }
}

sx_status sx_meaning_find_postings(const sx_meaning_reader *reader, sx_str term,
                                   sx_meaning_postings *out, sx_arena *arena) {
  const sx_meaning_in *in = &reader->in;
  uint32_t units = (uint32_t)in->head.units;
  sx_meaning_posting posting = {.unit = UINT32_MAX};
  sx_meaning_source source;
  bool is_there;
  cursor c;
  sx_status status = find_term(in, term, &c, &is_there);
  if (status || !is_there) return status;
  const unsigned char *bytes = sx_meaning_in_bytes(in, SX_MEANING_POSTINGS, c.postings, c.len);
  if (!bytes || c.count > units) return SX_CORRUPT;
  size_t count = (size_t)c.count;
  sx_meaning_posting *items = sx_arena_calloc(arena, count + 1, sizeof *items);
  if (!items) return arena->status;
  sx_meaning_source_init(&source, bytes, (size_t)c.len);
  unsigned rice = sx_meaning_rice(count, units);
  for (size_t i = 0; i < count; i++) {
    if (!sx_meaning_source_next(&source, rice, units, &posting)) return SX_CORRUPT;
    items[i] = posting;
  }
  *out = (sx_meaning_postings){items, count, count};
  return SX_OK;
}
