#include "meaning/merge.h"

#include "base/mem.h"
#include "meaning/terms.h"

#ifdef SX_DEBUG
#define BUFFER_BYTES ((size_t)64)
#else
#define BUFFER_BYTES ((size_t)64 << 10)
#endif
#define MAX_POSTINGS_BYTES ((size_t)512 << 20) /* of one term */
#define MAX_DIRECTORY_BYTES ((size_t)512 << 20)
/* More than a run has of a term: a number and its counts, each of five bytes. */
#define MAX_NUMBER_BYTES SX_VARINT_BYTES

/* A run, read term by term. */
typedef struct reader {
  const sx_file_out *file;
  uint64_t at, end; /* in the file, of what is not in the buffer yet */
  unsigned char *buffer;
  size_t from, to; /* in the buffer */
  char text[SX_TERM_BYTES];
  size_t len;     /* of the term; 0: there are no more */
  uint64_t count; /* of its units */
} reader;

typedef struct merge {
  const sx_meaning_runs *runs;
  reader *readers;
  unsigned char *buffers;
  uint64_t units, terms;
  sx_meaning_out *out;
  sx_buf postings; /* of one term */
  uint64_t postings_bytes;
  sx_buf directory, groups;
  char last[SX_TERM_BYTES]; /* term */
  size_t last_len;
} merge;

/* ---- runs ---------------------------------------------------------------------------------- */

/* Has at least `least` bytes in the buffer, or all that are left. */
static sx_status fill(reader *r, size_t least) {
  size_t have = r->to - r->from;
  if (have >= least || r->at == r->end) return SX_OK;
  memmove(r->buffer, r->buffer + r->from, have);
  size_t room = BUFFER_BYTES - have;
  if (room > r->end - r->at) room = (size_t)(r->end - r->at);
  sx_status status = sx_file_out_read(r->file, r->at, r->buffer + have, room);
  r->at += room;
  r->from = 0;
  r->to = have + room;
  return status;
}

static sx_status read_number(reader *r, uint64_t *out) {
  sx_status status = fill(r, MAX_NUMBER_BYTES);
  const unsigned char *at = r->buffer + r->from;
  if (status) return status;
  if (!sx_varint_read(&at, r->buffer + r->to, out)) return SX_IO;
  r->from = (size_t)(at - r->buffer);
  return SX_OK;
}

static sx_status read_term(reader *r) {
  uint64_t len = 0;
  r->len = 0;
  if (r->from == r->to && r->at == r->end) return SX_OK;
  sx_status status = read_number(r, &len);
  if (!status && (!len || len > SX_TERM_BYTES)) status = SX_IO;
  if (!status) status = fill(r, (size_t)len);
  if (!status && r->to - r->from < len) status = SX_IO;
  if (status) return status;
  memcpy(r->text, r->buffer + r->from, (size_t)len);
  r->from += (size_t)len;
  r->len = (size_t)len;
  return read_number(r, &r->count);
}

static sx_str term_of(const reader *r) {
  return sx_str_make(r->text, r->len);
}

/* ---- one term -------------------------------------------------------------------------------- */

/* The postings of a run go on after unit `*before`. */
static sx_status take(merge *m, reader *r, sx_meaning_bits *bits, unsigned rice, uint32_t *before) {
  uint64_t distance, counts;
  uint32_t unit = UINT32_MAX;
  sx_status status = SX_OK;
  for (uint64_t i = 0; i < r->count && !status; i++) {
    status = read_number(r, &distance);
    if (!status) status = read_number(r, &counts);
    if (status) return status;
    unit += (uint32_t)distance;
    const sx_meaning_posting posting = {unit, (sx_meaning_counts)counts};
    sx_meaning_bits_add(bits, rice, *before, &posting);
    *before = unit;
  }
  return status ? status : m->postings.status;
}

static void add_number(sx_buf *to, uint64_t number) {
  unsigned char bytes[SX_VARINT_BYTES];
  sx_buf_add(to, sx_str_make((const char *)bytes, sx_varint_write(bytes, number)));
}

static void begin_group(merge *m) {
  unsigned char bytes[SX_MEANING_GROUP_BYTES];
  sx_store64(bytes, m->directory.len);
  sx_store64(bytes + 8, m->postings_bytes);
  sx_buf_add(&m->groups, sx_str_make((const char *)bytes, sizeof bytes));
  m->last_len = 0;
}

static sx_status put_directory(merge *m, sx_str term, uint64_t count) {
  size_t same = 0;
  if (m->terms++ % SX_MEANING_GROUP == 0) begin_group(m);
  while (same < m->last_len && same < term.len && m->last[same] == term.ptr[same]) same++;
  sx_buf_add_char(&m->directory, (char)same);
  sx_buf_add_char(&m->directory, (char)(term.len - same));
  sx_buf_add(&m->directory, sx_str_slice(term, same, term.len));
  add_number(&m->directory, count);
  add_number(&m->directory, m->postings.len);
  memcpy(m->last, term.ptr, term.len);
  m->last_len = term.len;
  return m->directory.status ? m->directory.status : m->groups.status;
}

/* Joins those of all runs that have it: their units ascend from run to run. */
static sx_status join(merge *m, sx_str term) {
  uint64_t count = 0;
  uint32_t before = UINT32_MAX;
  sx_meaning_bits bits = {.out = &m->postings};
  sx_status status = SX_OK;
  for (size_t i = 0; i < m->runs->len; i++)
    if (sx_str_is_equal(term_of(&m->readers[i]), term)) count += m->readers[i].count;
  unsigned rice = sx_meaning_rice(count, m->units);
  sx_buf_clear(&m->postings);
  for (size_t i = 0; i < m->runs->len && !status; i++) {
    if (!sx_str_is_equal(term_of(&m->readers[i]), term)) continue;
    status = take(m, &m->readers[i], &bits, rice, &before);
    if (!status) status = read_term(&m->readers[i]);
  }
  if (status) return status;
  sx_meaning_bits_end(&bits);
  if (m->postings.status) return m->postings.status;
  status = put_directory(m, term, count);
  sx_meaning_out_add(m->out, m->postings.ptr, m->postings.len);
  m->postings_bytes += m->postings.len;
  return status;
}

/* ---- all ----------------------------------------------------------------------------------- */

static const reader *find_first(const merge *m) {
  const reader *first = NULL;
  for (size_t i = 0; i < m->runs->len; i++) {
    const reader *r = &m->readers[i];
    if (r->len && (!first || sx_str_compare(term_of(r), term_of(first)) < 0)) first = r;
  }
  return first;
}

static sx_status begin(merge *m) {
  size_t count = m->runs->len;
  m->readers = sx_calloc(count + 1, sizeof *m->readers);
  m->buffers = sx_calloc(count + 1, BUFFER_BYTES);
  sx_status status = m->readers && m->buffers ? SX_OK : SX_NOMEM;
  for (size_t i = 0; i < count && !status; i++) {
    const sx_meaning_run *run = &m->runs->items[i];
    m->readers[i] = (reader){.file = &m->runs->file,
                             .at = run->at,
                             .end = run->at + run->len,
                             .buffer = m->buffers + i * BUFFER_BYTES};
    status = read_term(&m->readers[i]);
  }
  return status;
}

static sx_status merge_all(merge *m) {
  char text[SX_TERM_BYTES];
  sx_status status = begin(m);
  sx_meaning_out_begin(m->out, SX_MEANING_POSTINGS);
  while (!status) {
    const reader *first = find_first(m);
    if (!first) break;
    memcpy(text, first->text, first->len);
    status = join(m, sx_str_make(text, first->len));
  }
  if (status) return status;
  sx_meaning_out_begin(m->out, SX_MEANING_DIRECTORY);
  sx_meaning_out_add(m->out, m->directory.ptr, m->directory.len);
  sx_meaning_out_begin(m->out, SX_MEANING_GROUPS);
  sx_meaning_out_add(m->out, m->groups.ptr, m->groups.len);
  return SX_OK;
}

sx_status sx_meaning_merge(const sx_meaning_runs *runs, uint64_t units, sx_meaning_out *out,
                           uint64_t *terms, sx_err *err) {
  merge m = {.runs = runs, .units = units, .out = out};
  sx_buf_init(&m.postings, MAX_POSTINGS_BYTES);
  sx_buf_init(&m.directory, MAX_DIRECTORY_BYTES);
  sx_buf_init(&m.groups, MAX_DIRECTORY_BYTES);
  sx_status status = merge_all(&m);
  *terms = m.terms;
  sx_free(m.readers);
  sx_free(m.buffers);
  sx_buf_release(&m.postings);
  sx_buf_release(&m.directory);
  sx_buf_release(&m.groups);
  return status ? sx_fail(err, status, NULL) : SX_OK;
}
