#include "parse/pieces.h"

#include "base/byte.h"
#include "text/lexer.h"

#define TAB 8

static const char goes_on[] =
    "end else elif elsif then do done fi esac rescue ensure catch finally";

static uint32_t indent_at(sx_str text, size_t start, size_t *first) {
  uint32_t indent = 0;
  size_t at = start;
  for (; at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'); at++)
    indent = text.ptr[at] == '\t' ? indent / TAB * TAB + TAB : indent + 1;
  *first = at;
  return indent;
}

static bool begins_with_word(sx_str text, size_t at) {
  size_t end = at;
  while (end < text.len && sx_byte_is_word(text.ptr[end])) end++;
  return end > at && sx_language_has_word(goes_on, sx_str_slice(text, at, end), false);
}

/* `use`: of its first character that is not blank, at `first`. */
static void describe(sx_piece_line *line, sx_str text, size_t first, const sx_span *use) {
  char c = text.ptr[first];
  bool is_inside = use->use != SX_USE_CODE && use->start < line->start;
  if (c == '\n' || c == '\r' || (is_inside && use->use == SX_USE_STRING)) {
    line->indent = UINT32_MAX;
    return;
  }
  line->is_note = use->use == SX_USE_COMMENT || c == '@' || c == '[' ||
                  (c == '#' && first + 1 < text.len && text.ptr[first + 1] == '[');
  line->goes_on = (is_inside && use->use == SX_USE_COMMENT) || sx_byte_is_one_of(c, ")]}{") ||
                  begins_with_word(text, first);
  if (c == ']') line->is_note = false;
}

void sx_pieces_cut(sx_piece_lines *out, sx_str text, sx_str language, sx_arena *arena) {
  sx_lexer lexer;
  sx_span use = {0, 0, SX_USE_CODE};
  sx_lexer_init(&lexer, text, sx_language_find(language, SX_STR("")));
  for (size_t start = 0; start < text.len;) {
    size_t first, end = sx_str_find_char(text, '\n', start);
    sx_piece_line *line = SX_ARRAY_ADD(out, arena);
    if (!line) return;
    *line = (sx_piece_line){.start = (uint32_t)start, .indent = indent_at(text, start, &first)};
    while (first < text.len && use.end <= first && sx_lexer_next(&lexer, &use)) {
    }
    if (first < text.len)
      describe(line, text, first, &use);
    else
      line->indent = UINT32_MAX;
    start = end == SX_STR_NONE ? text.len : end + 1;
  }
  sx_piece_line *last = SX_ARRAY_ADD(out, arena);
  if (last) *last = (sx_piece_line){.start = (uint32_t)text.len};
}

size_t sx_pieces_find(const sx_piece_lines *lines, size_t from, size_t end, uint32_t indent) {
  while (from < end && lines->items[from].indent != indent) from++;
  return from;
}

/* A line that is indented less is of what the piece is in. */
size_t sx_pieces_end(const sx_piece_lines *lines, size_t first, size_t end) {
  uint32_t indent = lines->items[first].indent;
  bool has_code = !lines->items[first].is_note;
  for (size_t i = first + 1; i < end; i++) {
    const sx_piece_line *line = &lines->items[i];
    if (line->indent > indent) continue;
    if (line->indent < indent || (has_code && !line->goes_on)) return i;
    has_code |= !line->is_note && !line->goes_on;
  }
  return end;
}

uint32_t sx_pieces_inner(const sx_piece_lines *lines, size_t first, size_t end) {
  uint32_t inner = UINT32_MAX;
  for (size_t i = first + 1; i < end; i++) {
    uint32_t indent = lines->items[i].indent;
    if (indent > lines->items[first].indent && indent < inner) inner = indent;
  }
  return inner;
}
