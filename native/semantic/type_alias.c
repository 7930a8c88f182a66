#include "semantic/type_alias.h"

/** A line `left = path.last`, as offsets in the document. */
typedef struct assignment {
  size_t left, left_end, last, last_end;
} assignment;

static size_t skip_blanks(sx_str text, size_t at, size_t end) {
  while (at < end && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  return at;
}

static size_t word_end(const sx_document *document, size_t at, size_t end) {
  return sx_language_ident_end(document->language, sx_str_slice(document->text, 0, end), at);
}

/* Nothing but the path, a semicolon and a comment may follow. */
static bool ends_statement(sx_str text, size_t at, size_t end) {
  at = skip_blanks(text, at, end);
  if (at < end && text.ptr[at] == ';') at = skip_blanks(text, at + 1, end);
  return at == end || text.ptr[at] == '\r' || text.ptr[at] == '#' ||
         sx_str_has_prefix(sx_str_slice(text, at, end), SX_STR("//"));
}

static bool read_path(const sx_document *document, size_t at, size_t end, assignment *out) {
  sx_str text = document->text;
  for (;;) {
    size_t stop = word_end(document, at, end);
    if (stop == at) return false;
    out->last = at;
    out->last_end = stop;
    if (stop >= end || text.ptr[stop] != '.') return ends_statement(text, stop, end);
    at = stop + 1;
  }
}

static bool read_assignment(const sx_document *document, uint32_t row, assignment *out) {
  static const char words[] = "export const let var final static";
  sx_str line = sx_lines_get(&document->lines, row), text = document->text;
  size_t at = (size_t)(line.ptr - text.ptr), end = at + line.len;
  if (!line.len) return false;
  for (;;) {
    out->left = skip_blanks(text, at, end);
    out->left_end = at = word_end(document, out->left, end);
    if (out->left == at) return false;
    if (!sx_language_has_word(words, sx_str_slice(text, out->left, at), false)) break;
  }
  at = skip_blanks(text, at, end);
  bool is_assigned = at + 1 < end && text.ptr[at] == '=' && text.ptr[at + 1] != '=';
  return is_assigned && read_path(document, skip_blanks(text, at + 1, end), end, out);
}

bool sx_type_alias_of(const sx_document *document, sx_range16 use, sx_pos16 *alias) {
  assignment found;
  if (!read_assignment(document, use.start.line, &found)) return false;
  if (sx_document_offset(document, use.start) != found.last) return false;
  *alias = sx_document_position(document, found.left);
  return true;
}

bool sx_type_alias_target(const sx_document *document, sx_pos16 at, sx_pos16 *target) {
  assignment found;
  if (!read_assignment(document, at.line, &found)) return false;
  if (sx_document_offset(document, at) != found.left) return false;
  *target = sx_document_position(document, found.last);
  return true;
}
