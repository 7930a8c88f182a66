#include "text/declaration.h"

#include "base/utf8.h"
#include "text/doc_comment.h"
#include "text/lexer_parts.h"

#define MAX_SIGNATURE_BYTES 500
#define MAX_SIGNATURE_LINES 8
/* More places than this are not looked at: a declaration stands near the first of them. */
#define MAX_PLACES 20000

/** Where the line that holds `offset` begins; in a very long line, the statement. */
static size_t declaration_start(sx_str text, size_t offset) {
  size_t start = offset;
  while (start && text.ptr[start - 1] != '\n' && text.ptr[start - 1] != '\r') {
    char c = text.ptr[start - 1];
    if (offset - start > MAX_SIGNATURE_BYTES / 2 && (c == ';' || c == '{' || c == '}')) break;
    start--;
    if (offset - start > MAX_SIGNATURE_BYTES) return offset;
  }
  return start;
}

/** Whether a line that ends with `last` goes on in the next. */
static bool goes_on(char last, size_t depth) {
  return depth > 0 || last == ',' || last == '\\' || last == '(' || last == '|' || last == '&';
}

/** Where the declaration that begins at `start` and names `offset` stops saying what it is. */
static size_t declaration_end(sx_str text, size_t start, size_t offset, bool cuts_body) {
  size_t depth = 0, lines = 1;
  char last = 0;
  bool is_assigned = false;
  for (size_t i = start; i < text.len && i - start < MAX_SIGNATURE_BYTES; i++) {
    char c = text.ptr[i];
    if (c == '\n' || c == '\r') {
      if (i > offset && (!goes_on(last, depth) || lines == MAX_SIGNATURE_LINES)) return i;
      if (sx_lexer__has(text, i, "\r\n")) i++;
      lines++;
      continue;
    }
    if (i > offset && depth == 0) {
      if (c == ';') return i;
      if (c == '{' && cuts_body && !is_assigned) return i;
      if (c == '=' && text.ptr[i - 1] != '=') is_assigned = true;
    }
    if (c == '(' || c == '[') depth++;
    else if ((c == ')' || c == ']') && depth) depth--;
    if (c != ' ' && c != '\t') last = c;
  }
  size_t end = start + MAX_SIGNATURE_BYTES;
  return end < text.len ? sx_utf8_floor(text.ptr, text.len, end) : text.len;
}

/** Copies with each run of white space as one space. */
static sx_str join_lines(sx_str s, sx_arena *arena) {
  s = sx_str_trim(s);
  char *to = sx_arena_alloc(arena, s.len + 1);
  size_t len = 0;
  if (!to) return SX_STR("");
  for (size_t i = 0; i < s.len; i++) {
    bool is_space = s.ptr[i] == ' ' || (s.ptr[i] >= '\t' && s.ptr[i] <= '\r');
    if (is_space && len && to[len - 1] == ' ') continue;
    to[len++] = is_space ? ' ' : s.ptr[i];
  }
  return sx_str_make(to, len);
}

sx_str sx_declaration_signature(sx_str text, size_t offset, const sx_language *language,
                                sx_arena *arena) {
  size_t start = declaration_start(text, offset);
  bool cuts_body = !(language->flags & (SX_LANGUAGE_KEYS | SX_LANGUAGE_HEADINGS));
  return join_lines(sx_str_slice(text, start, declaration_end(text, start, offset, cuts_body)),
                    arena);
}

sx_status sx_declaration_find(sx_declaration *out, bool *found, sx_str text, sx_str name,
                              const sx_language *language, sx_arena *arena, sx_err *err) {
  sx_occurrences places;
  *out = (sx_declaration){.kind = "", .signature = SX_STR(""), .comment = SX_STR("")};
  *found = false;
  sx_status status = sx_occurrences_find(&places, text, name, language, MAX_PLACES, arena, err);
  if (status) return status;
  sx_occurrences_classify(&places, text, language);
  for (size_t i = 0; i < places.len; i++) {
    const sx_occurrence *item = &places.items[i];
    const char *kind;
    if (item->use != SX_USE_CODE) continue;
    int score = sx_declaration_rate(text, item->offset, name.len, language, &kind);
    if (score <= out->score) continue;
    *found = true;
    out->offset = item->offset;
    out->point = item->point;
    out->col_u16 = item->col_u16;
    out->kind = kind;
    out->score = score;
  }
  if (!*found) return SX_OK;
  out->signature = sx_declaration_signature(text, out->offset, language, arena);
  out->comment = sx_doc_comment_find(text, out->offset, language, arena);
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}
