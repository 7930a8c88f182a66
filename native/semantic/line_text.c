#include "semantic/line_text.h"

#include "base/byte.h"
#include "base/utf8.h"

/* Longer lines are cut: lists are long, and a model pays for each line of them. */
#define WHOLE_BYTES 100
#define BYTES_BEFORE 36
#define BYTES_AFTER 56
/* So much follows the name, however long it is. */
#define BYTES_BEHIND_NAME 8
/* Leaving out less than this saves nothing. */
#define LEAST_CUT 6

sx_str sx_line_text_at(const sx_document *document, sx_pos16 at) {
  return sx_str_trim(sx_lines_get(&document->lines, at.line));
}

sx_str sx_line_text_fact(sx_str line) {
  return sx_str_slice(line, 0, sx_utf8_floor(line.ptr, line.len, SX_LINE_FACT_BYTES));
}

bool sx_line_text_is_whole(sx_str line) {
  return line.len <= WHOLE_BYTES;
}

/* Blanks before the line's text: as many bytes as columns. */
static uint32_t indentation(const sx_document *document, uint32_t row, sx_str line) {
  return (uint32_t)(line.ptr - sx_lines_get(&document->lines, row).ptr);
}

bool sx_line_text_is_alike(const sx_document *document, sx_pos16 a, sx_pos16 b) {
  sx_str line = sx_line_text_at(document, a), other = sx_line_text_at(document, b);
  if (!sx_str_is_equal(line, other)) return false;
  return sx_line_text_is_whole(line) || a.character - indentation(document, a.line, line) ==
                                            b.character - indentation(document, b.line, other);
}

static bool is_blank_or_opening(char c) {
  return sx_byte_is_blank(c) || strchr("(,;{[", c) != NULL;
}

/* Where the cut text begins: after a blank or an opening bracket, not inside a word. */
static size_t start_before(sx_str line, size_t at) {
  size_t from = at > BYTES_BEFORE ? at - BYTES_BEFORE : 0;
  if (from < LEAST_CUT) return 0;
  for (size_t start = from; start < at; start++)
    if (is_blank_or_opening(line.ptr[start - 1]) && !sx_byte_is_blank(line.ptr[start]))
      return start;
  return sx_utf8_floor(line.ptr, line.len, from);
}

static size_t end_after(sx_str line, size_t at, const sx_language *language) {
  size_t name_end = sx_language_ident_end(language, line, at), end = at + BYTES_AFTER;
  if (end < name_end + BYTES_BEHIND_NAME) end = name_end + BYTES_BEHIND_NAME;
  if (end + LEAST_CUT >= line.len) return line.len;
  end = sx_utf8_floor(line.ptr, line.len, end);
  while (end > at && sx_byte_is_blank(line.ptr[end - 1])) end--;
  return end;
}

void sx_line_text_write(sx_buf *text, const sx_document *document, sx_pos16 at) {
  sx_str line = sx_line_text_at(document, at);
  size_t offset = sx_document_offset(document, at), begin = (size_t)(line.ptr - document->text.ptr);
  size_t start = 0, end = line.len;
  if (line.len > WHOLE_BYTES && offset >= begin && offset < begin + line.len) {
    start = start_before(line, offset - begin);
    end = end_after(line, offset - begin, document->language);
  } else if (line.len > WHOLE_BYTES)
    end = sx_utf8_floor(line.ptr, line.len, WHOLE_BYTES);
  sx_buf_addf(text, "%s%.*s%s", start ? "…" : "", (int)(end - start), line.ptr + start,
              end < line.len ? "…" : "");
}
