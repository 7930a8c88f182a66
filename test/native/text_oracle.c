#include "text_oracle.h"

#include "base/utf8.h"
#include "text/ident.h"

static bool has_mark(sx_str text) {
  return text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0;
}

static size_t width_at(sx_str text, size_t at, uint32_t *c) {
  return sx_utf8_decode(text.ptr + at, text.len - at, c);
}

oracle_place oracle_place_at(sx_str text, size_t offset) {
  oracle_place place = {0, 0, 0, has_mark(text) ? 3 : 0, 0};
  size_t i = place.row_start;
  while (i < offset) {
    uint32_t c;
    size_t width = width_at(text, i, &c);
    if (i + width > offset) break;
    i += width;
    place.col_u16 += c > 0xFFFF ? 2 : 1;
    bool ends_line = c == '\n' || (c == '\r' && (i == text.len || text.ptr[i] != '\n'));
    if (ends_line) {
      place.row++;
      place.row_start = i;
      place.col_u16 = 0;
    }
  }
  place.col_bytes = offset > place.row_start ? (uint32_t)(offset - place.row_start) : 0;
  place.row_end = place.row_start;
  while (place.row_end < text.len && text.ptr[place.row_end] != '\n' &&
         text.ptr[place.row_end] != '\r')
    place.row_end++;
  return place;
}

bool oracle_is_boundary(sx_str text, size_t offset) {
  size_t i = 0;
  uint32_t c;
  while (i < offset && i < text.len) i += width_at(text, i, &c);
  return i == offset;
}

static bool is_ident(const sx_language *language, uint32_t c) {
  if (sx_ident_is_continue(c)) return true;
  for (const char *extra = language->ident_extra; extra && *extra; extra++)
    if (c == (unsigned char)*extra) return true;
  return false;
}

/** The character that ends before `offset`, by decoding from the start of the text. */
static uint32_t character_before(sx_str text, size_t offset) {
  uint32_t c = 0;
  for (size_t i = 0; i < offset;) i += width_at(sx_str_slice(text, 0, offset), i, &c);
  return c;
}

size_t oracle_next(sx_str text, sx_str name, const sx_language *language, size_t from) {
  uint32_t first, c;
  if (!name.len || !sx_utf8_is_valid(name.ptr, name.len)) return SX_STR_NONE;
  width_at(name, 0, &first);
  uint32_t last = character_before(name, name.len);
  for (size_t at = from; at + name.len <= text.len; at++) {
    size_t end = at + name.len;
    if (memcmp(text.ptr + at, name.ptr, name.len) != 0) continue;
    if (is_ident(language, first) && at > 0 && is_ident(language, character_before(text, at)))
      continue;
    if (end < text.len) width_at(text, end, &c);
    if (is_ident(language, last) && end < text.len && is_ident(language, c)) continue;
    return at;
  }
  return SX_STR_NONE;
}

static const char *check_columns(const sx_lines *lines, size_t offset) {
  sx_point point = sx_point_at(lines, offset);
  sx_pos16 position = sx_pos16_at(lines, offset);
  size_t back = sx_point_offset(lines, point);
  oracle_place place = oracle_place_at(lines->text, back);
  if (position.line != point.row) return "pos16 has another line than point";
  if (place.row != point.row || place.col_bytes != point.col_bytes) return "point";
  if (place.col_u16 != position.character) return "pos16";
  if (sx_pos16_offset(lines, position) != back) return "pos16 does not lead back";
  if (back > place.row_end) return "past the end of the line";
  if (offset < lines->text.len && oracle_place_at(lines->text, offset).row != point.row)
    return "another row";
  /* An edit that needs no settling is not moved. */
  bool is_settled = offset >= place.row_start && offset <= place.row_end &&
                    oracle_is_boundary(lines->text, offset);
  if (is_settled && back != offset) return "moved";
  if (!oracle_is_boundary(lines->text, back)) return "inside a character";
  return NULL;
}

const char *oracle_check_positions(const sx_lines *lines, size_t offset) {
  sx_cursor cursor;
  const char *wrong = check_columns(lines, offset);
  if (wrong) return wrong;
  if (sx_lines_row_at(lines, offset) >= lines->count) return "row_at";
  sx_pos16 far = {lines->count, (uint32_t)offset}, wide = {0, UINT32_MAX};
  if (sx_pos16_offset(lines, far) != lines->text.len) return "row past the end";
  if (sx_pos16_offset(lines, wide) != sx_lines_end(lines, 0)) return "column past the end";
  if (offset > lines->text.len || !oracle_is_boundary(lines->text, offset)) return NULL;
  sx_cursor_init(&cursor, lines->text);
  sx_cursor_advance(&cursor, offset / 2 < cursor.offset ? cursor.offset : 0);
  sx_cursor_advance(&cursor, offset);
  oracle_place place = oracle_place_at(lines->text, offset);
  if (cursor.row != place.row || cursor.col_u16 != place.col_u16) return "cursor";
  return sx_cursor_point(&cursor).col_bytes == place.col_bytes ? NULL : "cursor's column";
}

const char *oracle_check_occurrences(const sx_occurrences *found, sx_str text, sx_str name,
                                     const sx_language *language, size_t max_items) {
  size_t total = 0, at = 0;
  for (; (at = oracle_next(text, name, language, at)) != SX_STR_NONE; at++) {
    if (total++ >= max_items) continue;
    if (found->len < total) return "one is missing";
    const sx_occurrence *item = &found->items[total - 1];
    oracle_place place = oracle_place_at(text, at);
    if (item->offset != at) return "an offset";
    if (item->point.row != place.row || item->point.col_bytes != place.col_bytes) return "a point";
    if (item->col_u16 != place.col_u16) return "a UTF-16 column";
  }
  if (found->total != total) return "total";
  if (found->len != (total < max_items ? total : max_items)) return "len";
  if (sx_occurrences_count(text, name, language) != total) return "count";
  return sx_occurrences_has(text, name, language) == (total > 0) ? NULL : "has";
}

const char *oracle_check_spans(sx_str text, const sx_language *language) {
  sx_lexer lexer;
  sx_span span;
  size_t end = 0;
  sx_lexer_init(&lexer, text, language);
  while (sx_lexer_next(&lexer, &span)) {
    if (span.start != end) return "a gap between spans";
    if (span.end <= span.start || span.end > text.len) return "an empty or too long span";
    end = span.end;
  }
  return end == text.len ? NULL : "spans do not reach the end";
}
