#include "text/lexer_parts.h"

#include "base/byte.h"

/*
 * Here documents: `<<TAG` in a line of code, its text in the lines below, up to the one that has
 * the tag alone. An apparent one that never ends is a shift operator.
 */

/* Operators whose tags nothing ends are looked for no more after so many. */
#define MAX_FAILURES 64
#define MAX_TAG_BYTES 100

static const sx_quote raw_document = {"",   "\n", 0, SX_QUOTE_MULTI_LINE | SX_QUOTE_HEREDOC,
                                      NULL, {0}};

size_t sx_lexer__heredoc_end(sx_str text, const sx_open_string *open, size_t at) {
  sx_str tag = sx_str_slice(text, open->extra_at, open->extra_at + open->extra_len);
  if (at > 0 && !sx_byte_is_line_end(text.ptr[at - 1])) return 0;
  while (open->is_indented && (sx_str_at(text, at) == ' ' || sx_str_at(text, at) == '\t')) at++;
  if (!sx_str_has_prefix(sx_str_slice(text, at, text.len), tag)) return 0;
  at += tag.len;
  /* PHP's may be followed by code, others' stand alone. */
  bool is_alone = at >= text.len || sx_byte_is_line_end(text.ptr[at]);
  return is_alone || (open->may_go_on && !sx_byte_is_word(text.ptr[at])) ? at : 0;
}

/* Reads the tag after the operator; false where none stands there. */
static bool read_tag(sx_str text, size_t at, sx_open_string *open, bool may_be_lower) {
  char quote = sx_str_at(text, at);
  if (quote == '\\') open->quote = &raw_document, at++, quote = 0;
  if (quote == '"' || quote == '\'' || quote == '`') {
    size_t end = sx_str_find_char(sx_str_slice(text, 0, at + MAX_TAG_BYTES), quote, at + 1);
    if (end == SX_STR_NONE || end == at + 1) return false;
    if (sx_lexer__line_end(sx_str_slice(text, 0, end), at) < end) return false;
    if (quote == '\'') open->quote = &raw_document;
    open->extra_at = at + 1;
    open->extra_len = end - at - 1;
    return true;
  }
  open->extra_at = at;
  while (sx_byte_is_word(sx_str_at(text, at))) at++;
  open->extra_len = at - open->extra_at;
  char first = sx_str_at(text, open->extra_at);
  bool is_upper = (first >= 'A' && first <= 'Z') || first == '_';
  return open->extra_len && sx_lexer__is_word_start(first) && (is_upper || may_be_lower);
}

/* Whether a line below ends it. */
static bool has_end(sx_lexer *lexer, const sx_open_string *open) {
  sx_str text = lexer->text;
  if (lexer->heredoc_failures >= MAX_FAILURES) return false;
  for (size_t at = sx_lexer__line_end(text, open->extra_at); at < text.len;) {
    at += sx_lexer__has(text, at, "\r\n") ? 2 : 1;
    if (sx_lexer__heredoc_end(text, open, at)) return true;
    at = sx_lexer__line_end(text, at);
  }
  lexer->heredoc_failures++;
  return false;
}

void sx_lexer__note_heredoc(sx_lexer *lexer, size_t at, const sx_quote *quote) {
  sx_str text = lexer->text;
  size_t mark = at + strlen(quote->open);
  bool is_php = quote->open[2] == '<', is_shell = lexer->language->flags & SX_LANGUAGE_ESCAPES;
  if (at < lexer->heredoc_from || lexer->heredoc_count == SX_LEXER_MAX_HEREDOCS) return;
  if (!is_php && (sx_str_at(text, mark) == '<' || (at > 0 && text.ptr[at - 1] == '<'))) return;
  sx_open_string open = {.quote = quote, .is_indented = is_php, .may_go_on = is_php};
  bool has_mark = sx_str_at(text, mark) == '-' || sx_str_at(text, mark) == '~';
  if (has_mark && !is_php) open.is_indented = true, mark++;
  while ((is_php || is_shell) && sx_str_at(text, mark) == ' ') mark++;
  if (!read_tag(text, mark, &open, is_shell || has_mark || is_php) || !has_end(lexer, &open))
    return;
  lexer->heredocs[lexer->heredoc_count++] = open;
  lexer->heredoc_from = open.extra_at;
}

bool sx_lexer__open_heredoc(sx_lexer *lexer) {
  if (!lexer->heredoc_count || lexer->depth >= SX_LEXER_MAX_DEPTH) return false;
  lexer->open[lexer->depth++] = lexer->heredocs[0];
  lexer->heredoc_count--;
  for (size_t i = 0; i < lexer->heredoc_count; i++) lexer->heredocs[i] = lexer->heredocs[i + 1];
  return true;
}
