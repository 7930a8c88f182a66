#include "semantic/meaning_rerank.h"

#include "base/utf8.h"
#include "commands/commands.h"
#include "semantic/meaning_parts.h"
#include "text/secrets.h"

/* The rest of the text is for what it does. */
#define COMMENT_BYTES 400
/* A text is looked through for secrets before it is cut: one of them may be that long. */
#define RAW_BYTES (SX_RERANK_TEXT_BYTES + 3000)

static sx_str cut(sx_str text, size_t most) {
  if (text.len > most) text.len = sx_utf8_floor(text.ptr, text.len, most);
  return text;
}

/* Its own lines, as far as there is room. */
static void add_rows(sx_buf *out, const sx_document *document, const sx_meaning_hit *hit,
                     uint32_t row, uint32_t end, size_t most) {
  size_t start = out->len;
  for (; row < end && out->len - start < most; row++) {
    if (sx_meaning__is_inner(hit, row)) continue;
    sx_str line = sx_str_trim(sx_lines_get(&document->lines, row));
    if (!line.len) continue;
    sx_buf_add(out, cut(line, most - (out->len - start)));
    sx_buf_add_char(out, '\n');
  }
}

static void add_unit(sx_buf *out, const sx_document *document, const sx_meaning_hit *hit) {
  const sx_meaning_record *record = &hit->record;
  uint32_t count = (uint32_t)document->lines.count, end = record->end_row + 1;
  if (end > count) end = count;
  if (record->row >= count) return;
  sx_buf_add(out, sx_meaning__name(document, record));
  sx_buf_add_char(out, '\n');
  add_rows(out, document, hit, sx_meaning__first_row(document, record), record->row, COMMENT_BYTES);
  add_rows(out, document, hit, record->row, end, RAW_BYTES);
}

sx_status sx_meaning_sent_part(sx_str *out, sx_call *call, sx_str text, sx_err *err) {
  const sx_secrets *secrets = sx_commands_secrets(call->services->commands);
  sx_buf shown;
  sx_buf_init(&shown, 16 * RAW_BYTES);
  sx_status status = sx_secrets_redact(&shown, cut(text, 2 * RAW_BYTES), secrets);
  if (!status) *out = sx_arena_dup(call->arena, cut(sx_buf_str(&shown), SX_RERANK_TEXT_BYTES));
  sx_buf_release(&shown);
  if (!status) status = call->arena->status;
  return status ? sx_fail(err, status, NULL) : SX_OK;
}

sx_status sx_meaning_sent_text(sx_str *out, sx_call *call, const sx_document *document,
                               const sx_meaning_hit *hit, sx_err *err) {
  sx_buf raw;
  sx_buf_init(&raw, 2 * RAW_BYTES);
  if (document) add_unit(&raw, document, hit);
  if (!sx_str_trim(sx_buf_str(&raw)).len)
    sx_buf_add(&raw, cut(sx_str_slice(hit->path, hit->folder + 1, hit->path.len), RAW_BYTES));
  sx_status status = raw.status ? sx_fail(err, raw.status, NULL) : SX_OK;
  if (!status) status = sx_meaning_sent_part(out, call, sx_buf_str(&raw), err);
  sx_buf_release(&raw);
  return status;
}
