#include "syntax/facts_wire.h"

#include "syntax/wire_parts.h"

enum { FACT_BYTES = 28, IMPORT_BYTES = 12, BASE_BYTES = 16 };

bool sx_facts_question(sx_str line, sx_str *language, uint32_t *bytes, uint32_t *file) {
  *language = sx_wire__word(&line);
  return language->len && sx_wire__decimal(&line, bytes) && sx_wire__decimal(&line, file) &&
         !line.len;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_fact(sx_buf *out, const sx_fact *fact) {
  const uint32_t fields[] = {fact->start,
                             fact->end,
                             fact->name_start,
                             fact->name_end,
                             fact->body,
                             fact->parent,
                             fact->flags | (uint32_t)fact->kind << 16};
  sx_wire__add_all(out, fields, sizeof fields / sizeof *fields);
}

void sx_facts_write(sx_buf *out, const sx_text_facts *facts, sx_str language) {
  sx_buf_addf(out, "%.*s %d %zu %zu %zu\n", SX_STR_ARG(language), (int)facts->extent,
              facts->facts.len, facts->imports.len, facts->bases.len);
  sx_buf_reserve(out, facts->facts.len * FACT_BYTES + facts->imports.len * IMPORT_BYTES +
                          facts->bases.len * BASE_BYTES);
  for (size_t i = 0; i < facts->facts.len; i++) add_fact(out, &facts->facts.items[i]);
  for (size_t i = 0; i < facts->imports.len; i++) {
    const sx_text_import *import = &facts->imports.items[i];
    sx_wire__add(out, import->start);
    sx_wire__add(out, import->end);
    sx_wire__add(out, import->kind);
  }
  for (size_t i = 0; i < facts->bases.len; i++) {
    const sx_base *base = &facts->bases.items[i];
    sx_wire__add(out, base->fact);
    sx_wire__add(out, base->start);
    sx_wire__add(out, base->end);
    sx_wire__add(out, base->kind);
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
  const unsigned char *at;
  size_t text_bytes;
  bool is_wrong;
} reader;

static void take_fact(reader *r, sx_facts *facts, size_t i) {
  sx_fact *fact = &facts->items[i];
  fact->start = sx_wire__take(&r->at);
  fact->end = sx_wire__take(&r->at);
  fact->name_start = sx_wire__take(&r->at);
  fact->name_end = sx_wire__take(&r->at);
  fact->body = sx_wire__take(&r->at);
  fact->parent = sx_wire__take(&r->at);
  uint32_t rest = sx_wire__take(&r->at);
  fact->flags = (uint16_t)(rest & 0xffff);
  fact->kind = (uint8_t)(rest >> 16);
  bool is_right = fact->start <= fact->name_start && fact->name_start <= fact->name_end &&
                  fact->name_end <= fact->end && fact->end <= r->text_bytes &&
                  fact->start <= fact->body && fact->body <= fact->end &&
                  rest >> 16 < SX_FACT_KIND_COUNT &&
                  (fact->parent == SX_FACT_TOP || fact->parent < i) &&
                  (!i || facts->items[i - 1].start <= fact->start);
  r->is_wrong |= !is_right;
}

static void take_import(reader *r, sx_text_import *import) {
  import->start = sx_wire__take(&r->at);
  import->end = sx_wire__take(&r->at);
  uint32_t kind = sx_wire__take(&r->at);
  import->kind = (uint8_t)kind;
  r->is_wrong |= import->start > import->end || import->end > r->text_bytes ||
                 kind >= SX_TEXT_IMPORT_KIND_COUNT;
}

static void take_base(reader *r, sx_base *base, size_t facts) {
  base->fact = sx_wire__take(&r->at);
  base->start = sx_wire__take(&r->at);
  base->end = sx_wire__take(&r->at);
  uint32_t kind = sx_wire__take(&r->at);
  base->kind = (uint8_t)kind;
  r->is_wrong |= base->fact >= facts || base->start > base->end || base->end > r->text_bytes ||
                 kind >= SX_BASE_KIND_COUNT;
}

static sx_status take_rows(reader *r, sx_text_facts *out, const uint32_t counts[4],
                           sx_arena *arena) {
  out->extent = (sx_facts_extent)counts[0];
  out->facts.items = sx_arena_calloc(arena, counts[1] + 1ul, sizeof *out->facts.items);
  out->imports.items = sx_arena_calloc(arena, counts[2] + 1ul, sizeof *out->imports.items);
  out->bases.items = sx_arena_calloc(arena, counts[3] + 1ul, sizeof *out->bases.items);
  if (!out->facts.items || !out->imports.items || !out->bases.items) return arena->status;
  out->facts.cap = out->facts.len = counts[1];
  out->imports.cap = out->imports.len = counts[2];
  out->bases.cap = out->bases.len = counts[3];
  for (size_t i = 0; i < counts[1]; i++) take_fact(r, &out->facts, i);
  for (size_t i = 0; i < counts[2]; i++) take_import(r, &out->imports.items[i]);
  for (size_t i = 0; i < counts[3]; i++) take_base(r, &out->bases.items[i], counts[1]);
  return r->is_wrong ? SX_CORRUPT : SX_OK;
}

sx_status sx_facts_read(sx_text_facts *out, sx_str *language, size_t *used, sx_str bytes,
                        size_t text_bytes, sx_arena *arena, sx_err *err) {
  uint32_t counts[4];
  *out = (sx_text_facts){0};
  *used = 0;
  size_t end = sx_str_find_char(sx_str_slice(bytes, 0, SX_FACTS_LINE_BYTES), '\n', 0);
  if (end == SX_STR_NONE)
    return bytes.len < SX_FACTS_LINE_BYTES ? SX_OK : sx_fail(err, SX_CORRUPT, "not an answer");
  sx_str line = sx_str_slice(bytes, 0, end);
  *language = sx_wire__word(&line);
  bool is_answer = language->len > 0;
  for (size_t i = 0; i < 4; i++) is_answer = is_answer && sx_wire__decimal(&line, &counts[i]);
  if (!is_answer || line.len || counts[0] >= SX_FACTS_EXTENT_COUNT)
    return sx_fail(err, SX_CORRUPT, "not an answer");
  uint64_t rows = (uint64_t)counts[1] * FACT_BYTES + (uint64_t)counts[2] * IMPORT_BYTES +
                  (uint64_t)counts[3] * BASE_BYTES;
  if (rows > bytes.len - end - 1) return SX_OK;
  reader r = {(const unsigned char *)bytes.ptr + end + 1, text_bytes, false};
  sx_status status = take_rows(&r, out, counts, arena);
  if (status)
    return sx_fail(err, status, status == SX_CORRUPT ? "the answer is not of the text" : NULL);
  *used = end + 1 + (size_t)rows;
  return SX_OK;
}
