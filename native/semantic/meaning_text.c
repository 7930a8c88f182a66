#include "semantic/meaning_parts.h"

#include "base/utf8.h"

/* A longer comment above a declaration is cut. */
#define MAX_COMMENT_ROWS 40

static bool is_comment(sx_str line) {
  static const char *const begins[] = {"//", "#", "/*", "*", "--", ";", "\"\"\"", "@", "'''"};
  line = sx_str_trim(line);
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (sx_str_has_prefix(line, sx_str_from(begins[i]))) return true;
  return false;
}

/* The comment above counts as the unit's. */
uint32_t sx_meaning__first_row(const sx_document *document, const sx_meaning_record *record) {
  uint32_t row = record->row;
  bool is_code = record->kind != SX_MEANING_FILE && record->kind != SX_FACT_HEADING;
  while (is_code && row && record->row - row < MAX_COMMENT_ROWS &&
         is_comment(sx_lines_get(&document->lines, row - 1)))
    row--;
  return row;
}

bool sx_meaning__is_inner(const sx_meaning_hit *hit, uint32_t row) {
  for (size_t i = 0; i < hit->inner.len && hit->inner.items[i].first <= row; i++)
    if (row < hit->inner.items[i].end) return true;
  return false;
}

sx_str sx_meaning__name(const sx_document *document, const sx_meaning_record *record) {
  if (!record->name_len || record->name_row >= document->lines.count) return SX_STR("");
  sx_str line = sx_lines_get(&document->lines, record->name_row);
  sx_str name =
      sx_str_slice(line, record->name_column, (size_t)record->name_column + record->name_len);
  bool is_name = name.len == record->name_len && sx_utf8_is_valid(name.ptr, name.len);
  return is_name ? name : SX_STR("");
}
