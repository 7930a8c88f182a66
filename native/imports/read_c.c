#include "imports/read_parts.h"

#include "base/byte.h"

/* The text between < and > on one line; empty where it does not end. */
static sx_str read_angle(sx_import_reader *reader) {
  sx_str text = reader->lexer.text;
  size_t start = reader->token.at + 1, end = start;
  while (end < text.len && text.ptr[end] != '>' && !sx_byte_is_line_end(text.ptr[end])) end++;
  return sx_str_at(text, end) == '>' ? sx_str_slice(text, start, end) : SX_STR("");
}

void sx_imports__read_c(sx_import_reader *reader) {
  bool is_on = true, is_start = true;
  while (is_on && sx_imports__next(reader) != SX_IMPORT_TOKEN_END) {
    size_t at = reader->token.at;
    bool is_directive = is_start && sx_imports__is_mark(reader, '#');
    is_start = reader->token.kind == SX_IMPORT_TOKEN_LINE;
    if (!is_directive) continue;
    sx_imports__next(reader);
    if (sx_imports__is_word(reader, "include") || sx_imports__is_word(reader, "import") ||
        sx_imports__is_word(reader, "include_next")) {
      sx_imports__next(reader);
      if (reader->token.kind == SX_IMPORT_TOKEN_STRING)
        is_on = sx_imports__add(reader, reader->token.text, SX_IMPORT_QUOTED, at);
      else if (sx_imports__is_mark(reader, '<'))
        is_on = sx_imports__add(reader, read_angle(reader), SX_IMPORT_ANGLE, at);
    }
    is_start = reader->token.kind == SX_IMPORT_TOKEN_LINE;
  }
}
