#include "semantic/meaning_rerank.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "semantic/meaning_parts.h"
#include "text/secrets.h"

/* The rest of the text is for what it does. */
#define COMMENT_BYTES 400
/* A text is looked through for secrets before anything of it is cut or left out: so much of it, and
 * what stands around that, as one of them may be that long. */
#define RAW_BYTES (SX_RERANK_TEXT_BYTES + 3000)
#define AROUND_BYTES ((size_t)16 << 10)
/* Each line of a secret is shown as a word. */
#define SHOWN_BYTES ((size_t)16 * (RAW_BYTES + 2 * AROUND_BYTES))

static sx_str cut(sx_str text, size_t most) {
  if (text.len > most) text.len = sx_utf8_floor(text.ptr, text.len, most);
  return text;
}

/* The beginning of a text, without a word that goes on: it may be a part of a secret. */
static sx_str cut_words(sx_str text, size_t most) {
  if (text.len <= most) return text;
  text.len = most;
  while (text.len && !sx_byte_is_space(text.ptr[text.len - 1])) text.len--;
  return text;
}

/* ---- the lines of a unit ------------------------------------------------------------------- */

/* Rows of a document, by which those of the unit are found in a text without secrets. */
typedef struct shown {
  sx_lines lines;
  uint32_t first; /* the document's row of the first one */
} shown;

static sx_str row_of(const shown *s, uint32_t row) {
  return row < s->first ? SX_STR("") : sx_lines_get(&s->lines, row - s->first);
}

/* From a row that is not too far above the unit. */
static uint32_t find_first(const sx_lines *lines, uint32_t row) {
  uint32_t first = row;
  while (first && lines->starts[row] - lines->starts[first - 1] <= AROUND_BYTES) first--;
  return first;
}

/* To where there is enough of the unit's own lines, and some more. */
static size_t find_end(const sx_lines *lines, const sx_meaning_hit *hit, uint32_t row,
                       uint32_t end) {
  size_t own = 0, at = lines->starts[row];
  for (; row < end && own < RAW_BYTES; row++) {
    if (sx_meaning__is_inner(hit, row)) continue;
    sx_str line = cut(sx_lines_get(lines, row), RAW_BYTES - own);
    own += line.len;
    at = lines->starts[row] + line.len;
  }
  return at + AROUND_BYTES;
}

static sx_status show(shown *out, sx_call *call, const sx_document *document,
                      const sx_meaning_hit *hit, uint32_t row, uint32_t end, sx_err *err) {
  const sx_lines *lines = &document->lines;
  sx_str text = document->text;
  sx_buf redacted;
  out->first = find_first(lines, row);
  text = sx_str_slice(text, lines->starts[out->first], text.len);
  text = cut_words(text, find_end(lines, hit, row, end) - lines->starts[out->first]);
  sx_buf_init(&redacted, SHOWN_BYTES);
  sx_status status =
      sx_secrets_redact_lines(&redacted, text, sx_commands_secrets(call->services->commands));
  sx_str kept = status ? SX_STR("") : sx_arena_dup(call->arena, sx_buf_str(&redacted));
  sx_buf_release(&redacted);
  if (!status) status = call->arena->status;
  return status ? sx_fail(err, status, NULL) : sx_lines_init(&out->lines, kept, call->arena, err);
}

/* Its own lines, as far as there is room. */
static void add_rows(sx_buf *out, const shown *s, const sx_meaning_hit *hit, uint32_t row,
                     uint32_t end, size_t most) {
  size_t start = out->len;
  for (; row < end && out->len - start < most; row++) {
    if (sx_meaning__is_inner(hit, row)) continue;
    sx_str line = sx_str_trim(row_of(s, row));
    if (!line.len) continue;
    sx_buf_add(out, cut(line, most - (out->len - start)));
    sx_buf_add_char(out, '\n');
  }
}

static sx_status add_unit(sx_buf *out, sx_call *call, const sx_document *document,
                          const sx_meaning_hit *hit, sx_err *err) {
  const sx_meaning_record *record = &hit->record;
  uint32_t count = (uint32_t)document->lines.count, end = record->end_row + 1;
  shown s;
  if (end > count) end = count;
  if (record->row >= end) return SX_OK;
  uint32_t first = sx_meaning__first_row(document, record);
  sx_status status = show(&s, call, document, hit, first, end, err);
  if (status) return status;
  sx_buf_add(out, sx_meaning__name(document, record));
  sx_buf_add_char(out, '\n');
  add_rows(out, &s, hit, first, record->row, COMMENT_BYTES);
  add_rows(out, &s, hit, record->row, end, SX_RERANK_TEXT_BYTES);
  return SX_OK;
}

sx_status sx_meaning_sent_part(sx_str *out, sx_call *call, sx_str text, sx_err *err) {
  sx_buf redacted;
  sx_buf_init(&redacted, SHOWN_BYTES);
  sx_status status = sx_secrets_redact(&redacted, cut_words(text, AROUND_BYTES),
                                       sx_commands_secrets(call->services->commands));
  if (!status) *out = sx_arena_dup(call->arena, cut(sx_buf_str(&redacted), SX_RERANK_TEXT_BYTES));
  sx_buf_release(&redacted);
  if (!status) status = call->arena->status;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

/* The text as a whole is looked through once more: what was left out may have hidden a secret. */
sx_status sx_meaning_sent_text(sx_str *out, sx_call *call, const sx_document *document,
                               const sx_meaning_hit *hit, sx_err *err) {
  sx_buf text;
  sx_buf_init(&text, 2 * RAW_BYTES);
  sx_status status = document ? add_unit(&text, call, document, hit, err) : SX_OK;
  if (!status && !sx_str_trim(sx_buf_str(&text)).len)
    sx_buf_add(&text, cut(sx_str_slice(hit->path, hit->folder + 1, hit->path.len), RAW_BYTES));
  if (!status && text.status) status = sx_fail(err, text.status, NULL);
  if (!status) status = sx_meaning_sent_part(out, call, sx_buf_str(&text), err);
  sx_buf_release(&text);
  return status;
}
