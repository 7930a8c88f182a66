#include "index/merge.h"

#include "base/mem.h"
#include "index/postings.h"

#ifdef SX_DEBUG
#define MIN_CURSOR_BYTES ((size_t)64)
#define MAX_CURSOR_BYTES ((size_t)128)
#else
#define MIN_CURSOR_BYTES ((size_t)4 << 10)
#define MAX_CURSOR_BYTES ((size_t)256 << 10)
#endif
/* Bytes at the front of a list in a run. */
#define MAX_HEAD_BYTES (4 * SX_VARINT_BYTES)
#define COPY_BYTES 4096
#define CHECK_EVERY 4096

/** A run that is being read. */
typedef struct cursor {
  const sx_file_out *file;
  uint64_t at, end; /* of what is not in the buffer yet */
  const unsigned char *next, *stop;
  unsigned char *buffer;
  uint64_t base; /* the number of its block 0 */
  bool is_over;
  uint64_t trigram, count, last, bits; /* of the list at the front */
} cursor;

typedef struct merger {
  const sx_index_merge *merge;
  cursor *cursors;
  size_t cursor_bytes;
  unsigned width; /* bits of the first block of a list */
  /* The list that is being written. */
  uint64_t word, list_bytes, list_count, last;
  unsigned have;
  /* All that were. */
  uint64_t lists, previous, postings_bytes;
  unsigned char *groups;
  size_t groups_len, groups_cap;
} merger;

/* ---- runs -------------------------------------------------------------------------------- */

/** Has `wanted` bytes at the front, or all that are left. */
static sx_status fill(const merger *m, cursor *c, size_t wanted) {
  size_t left = (size_t)(c->stop - c->next), room = m->cursor_bytes - left;
  if (left >= wanted || c->at == c->end) return SX_OK;
  if (left) memmove(c->buffer, c->next, left);
  if (room > c->end - c->at) room = (size_t)(c->end - c->at);
  sx_status status = sx_file_out_read(c->file, c->at, c->buffer + left, room);
  c->at += room;
  c->next = c->buffer;
  c->stop = c->buffer + left + room;
  return status;
}

static sx_status next_list(const merger *m, cursor *c) {
  uint64_t gap;
  sx_status status = fill(m, c, MAX_HEAD_BYTES);
  c->is_over = c->next == c->stop;
  if (status || c->is_over) return status;
  bool is_read =
      sx_varint_read(&c->next, c->stop, &gap) && sx_varint_read(&c->next, c->stop, &c->count) &&
      sx_varint_read(&c->next, c->stop, &c->last) && sx_varint_read(&c->next, c->stop, &c->bits);
  c->trigram += gap;
  return is_read && c->bits ? SX_OK : SX_IO;
}

/** The next 64 bits of the list, or all that are left. */
static sx_status next_word(const merger *m, cursor *c, uint64_t *word, unsigned *len) {
  unsigned char bytes[8] = {0};
  *len = c->bits < 64 ? (unsigned)c->bits : 64;
  size_t count = (*len + 7) / 8;
  sx_status status = fill(m, c, count);
  if (status || (size_t)(c->stop - c->next) < count) return SX_IO;
  memcpy(bytes, c->next, count);
  *word = sx_load64(bytes);
  c->next += count;
  c->bits -= *len;
  return SX_OK;
}

/* ---- the list that is written ------------------------------------------------------------ */

static void put(merger *m, uint64_t value, unsigned len) {
  unsigned char bytes[8];
  m->word |= value << m->have;
  if (m->have + len < 64) {
    m->have += len;
    return;
  }
  sx_store64(bytes, m->word);
  sx_segment_writer_add(m->merge->writer, bytes, sizeof bytes);
  m->list_bytes += sizeof bytes;
  m->word = m->have ? value >> (64 - m->have) : 0;
  m->have = m->have + len - 64;
}

/** Appends the list at the front of a run. */
static sx_status append(merger *m, cursor *c) {
  uint64_t word, first;
  unsigned len, code_len;
  sx_status status = next_word(m, c, &word, &len);
  if (status || !word) return SX_IO;
  unsigned zeros = sx_bits_of(word & (~word + 1)) - 1;
  if (2 * zeros + 1 > len) return SX_IO;
  word >>= zeros + 1;
  first = (uint64_t)1 << zeros | (word & (((uint64_t)1 << zeros) - 1));
  word >>= zeros;
  first += c->base - 1;
  if (m->list_count) {
    uint64_t code = sx_gamma_code(first - m->last, &code_len);
    put(m, code, code_len);
  } else
    put(m, first, m->width);
  if (len > 2 * zeros + 1) put(m, word, len - 2 * zeros - 1);
  while (c->bits) {
    status = next_word(m, c, &word, &len);
    if (status) return status;
    put(m, word, len);
  }
  m->list_count += c->count;
  m->last = c->base + c->last;
  return next_list(m, c);
}

static sx_status begin_group(merger *m, uint64_t trigram) {
  if (m->groups_len == m->groups_cap) {
    size_t cap = m->groups_cap ? m->groups_cap * 2 : 64 * SX_GROUP_BYTES;
    unsigned char *grown = sx_realloc(m->groups, cap);
    if (!grown) return SX_NOMEM;
    m->groups = grown;
    m->groups_cap = cap;
  }
  unsigned char *group = m->groups + m->groups_len;
  sx_store32(group, (uint32_t)trigram);
  sx_store32(group + 4, (uint32_t)m->merge->directory->size_bytes);
  sx_store64(group + 8, m->postings_bytes);
  m->groups_len += SX_GROUP_BYTES;
  return SX_OK;
}

static sx_status end_list(merger *m, uint64_t trigram) {
  unsigned char bytes[3 * SX_VARINT_BYTES], rest[8];
  sx_store64(rest, m->word);
  sx_segment_writer_add(m->merge->writer, rest, (m->have + 7) / 8);
  m->list_bytes += (m->have + 7) / 8;
  bool is_first = m->lists++ % SX_SEGMENT_GROUP == 0;
  sx_status status = is_first ? begin_group(m, trigram) : SX_OK;
  if (status) return status;
  size_t len = is_first ? 0 : sx_varint_write(bytes, trigram - m->previous);
  len += sx_varint_write(bytes + len, m->list_count);
  len += sx_varint_write(bytes + len, m->list_bytes);
  sx_file_out_add(m->merge->directory, bytes, len);
  m->previous = trigram;
  m->postings_bytes += m->list_bytes;
  m->word = m->list_bytes = m->list_count = 0;
  m->have = 0;
  return m->merge->writer->status;
}

/* ---- all ----------------------------------------------------------------------------------- */

static sx_status merge_lists(merger *m) {
  size_t count = m->merge->runs.len;
  for (;;) {
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
      if (!m->cursors[i].is_over && m->cursors[i].trigram < least) least = m->cursors[i].trigram;
    if (least == UINT64_MAX) return SX_OK;
    sx_status status = SX_OK;
    for (size_t i = 0; i < count && !status; i++)
      while (!m->cursors[i].is_over && m->cursors[i].trigram == least && !status)
        status = append(m, &m->cursors[i]);
    if (!status) status = end_list(m, least);
    if (!status && m->merge->writer->out.code) status = SX_IO;
    if (!status && m->lists % CHECK_EVERY == 0) status = m->merge->check(m->merge->arg);
    if (status) return status;
  }
}

static sx_status copy_directory(const merger *m) {
  unsigned char bytes[COPY_BYTES];
  sx_file_out *directory = m->merge->directory;
  sx_file_out_flush(directory);
  if (directory->code) return SX_IO;
  sx_segment_writer_begin(m->merge->writer, SX_SECTION_DIRECTORY);
  for (uint64_t at = 0; at < directory->size_bytes;) {
    uint64_t left = directory->size_bytes - at;
    size_t len = left < COPY_BYTES ? (size_t)left : COPY_BYTES;
    sx_status status = sx_file_out_read(directory, at, bytes, len);
    if (status) return status;
    sx_segment_writer_add(m->merge->writer, bytes, len);
    at += len;
  }
  sx_segment_writer_begin(m->merge->writer, SX_SECTION_GROUPS);
  sx_segment_writer_add(m->merge->writer, m->groups, m->groups_len);
  return SX_OK;
}

static sx_status begin(merger *m) {
  const sx_index_merge *merge = m->merge;
  size_t count = merge->runs.len;
  m->cursor_bytes = merge->memory_bytes / 2 / (count + 1);
  if (m->cursor_bytes > MAX_CURSOR_BYTES) m->cursor_bytes = MAX_CURSOR_BYTES;
  if (m->cursor_bytes < MIN_CURSOR_BYTES) m->cursor_bytes = MIN_CURSOR_BYTES;
  m->cursors = sx_calloc(count + 1, sizeof *m->cursors);
  if (!m->cursors) return SX_NOMEM;
  for (size_t i = 0; i < count; i++) {
    const sx_index_run *run = &merge->runs.items[i];
    cursor *c = &m->cursors[i];
    c->file = &merge->outs[run->thread];
    c->at = run->at;
    c->end = run->at + run->len;
    c->base = merge->run_blocks[i];
    c->buffer = sx_malloc(m->cursor_bytes);
    c->next = c->stop = c->buffer;
    sx_status status = c->buffer ? next_list(m, c) : SX_NOMEM;
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_index_merge_run(const sx_index_merge *merge) {
  merger m = {.merge = merge, .width = sx_bits_of(merge->blocks)};
  sx_status status = begin(&m);
  sx_segment_writer_begin(merge->writer, SX_SECTION_POSTINGS);
  if (!status) status = merge_lists(&m);
  if (!status) status = copy_directory(&m);
  for (size_t i = 0; m.cursors && i < merge->runs.len; i++) sx_free(m.cursors[i].buffer);
  sx_free(m.cursors);
  sx_free(m.groups);
  return status;
}
