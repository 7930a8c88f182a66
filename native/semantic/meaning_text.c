#include "semantic/meaning_parts.h"

#include "base/utf8.h"

/* A longer comment above a declaration is cut. */
#define MAX_COMMENT_ROWS 40

static bool begins_comment(const sx_language *language, sx_str line) {
  const sx_block_comment *block = language->block_comments;
  for (size_t i = 0; language->line_comments[i]; i++)
    if (sx_str_has_prefix(line, sx_str_from(language->line_comments[i]))) return true;
  for (; block && block->open; block++)
    if (sx_str_has_prefix(line, sx_str_from(block->open))) return true;
  return false;
}

/* A comment, or a decorator or an attribute between it and what it is about. */
static bool is_comment(const sx_language *language, sx_str line) {
  static const char *const others[] = {"*", "@", "#[", "\"\"\"", "'''"};
  line = sx_str_trim(line);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (sx_str_has_prefix(line, sx_str_from(others[i]))) return true;
  return begins_comment(language, line);
}

/* The comment above counts as the unit's. */
uint32_t sx_meaning__first_row(const sx_document *document, const sx_meaning_record *record) {
  uint32_t row = record->row;
  bool is_code = record->kind != SX_MEANING_FILE && record->kind != SX_FACT_HEADING;
  while (is_code && row && record->row - row < MAX_COMMENT_ROWS &&
         is_comment(document->language, sx_lines_get(&document->lines, row - 1)))
    row--;
  return row;
}

bool sx_meaning__is_inner(const sx_meaning_hit *hit, uint32_t row) {
  size_t low = 0, high = hit->inner.len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (hit->inner.items[middle].end <= row)
      low = middle + 1;
    else
      high = middle;
  }
  return low < hit->inner.len && hit->inner.items[low].first <= row;
}

sx_str sx_meaning__name(const sx_document *document, const sx_meaning_record *record) {
  if (!record->name_len || record->name_row >= document->lines.count) return SX_STR("");
  sx_str line = sx_lines_get(&document->lines, record->name_row);
  sx_str name =
      sx_str_slice(line, record->name_column, (size_t)record->name_column + record->name_len);
  bool is_name = name.len == record->name_len && sx_utf8_is_valid(name.ptr, name.len);
  return is_name ? name : SX_STR("");
}
