#include "text/lexer_parts.h"

#include "base/byte.h"

/*
 * Finds where an import statement ends, or that it is none, by reading ahead over it: brackets
 * are counted, strings and comments skipped.
 */

#define MAX_STATEMENT_BYTES (32 * 1024)

typedef struct statement {
  const sx_lexer *lexer;
  const sx_import_rule *row;
  size_t at;
  size_t depth;
  char last; /* the last character that is not a space */
  bool has_needs, has_string, has_equals, has_paren;
} statement;

static bool is_word(sx_str text, size_t at) {
  return sx_byte_is_word(sx_str_at(text, at));
}

static size_t skip_spaces(sx_str text, size_t at) {
  while (sx_str_at(text, at) == ' ' || sx_str_at(text, at) == '\t') at++;
  return at;
}

static size_t skip_blank(sx_str text, size_t at) {
  while (at < text.len &&
         (sx_byte_is_line_end(text.ptr[at]) || text.ptr[at] == ' ' || text.ptr[at] == '\t'))
    at++;
  return at;
}

/** Whether the word [start, end), which may be "# include", is `wanted`. */
static bool is_import_word(sx_str text, size_t start, size_t end, const char *wanted) {
  if (sx_str_at(text, start) != *wanted) return false;
  if (sx_str_at(text, start) == '#' && *wanted == '#') {
    start = skip_spaces(text, start + 1);
    wanted++;
  }
  return sx_str_is_equal(sx_str_slice(text, start, end), sx_str_from(wanted));
}

/** Whether what follows the word rules out an import. */
static bool is_ruled_out(sx_str text, const sx_import_rule *row, size_t word_end) {
  size_t next = skip_spaces(text, word_end);
  char c = sx_str_at(text, next);
  if ((row->flags & SX_IMPORT_NO_CALL) && (c == '(' || c == '.')) return true;
  if (row->flags & SX_IMPORT_LIST)
    return c != '{' && c != '*' && !sx_lexer__has(text, next, "type");
  return c == ':' || c == '='; /* a key or a variable of that name */
}

/** The end of the string at `at`, at + 1 when it does not close on its line. */
static size_t skip_quoted(sx_str text, size_t at) {
  for (size_t i = at + 1; i < text.len && !sx_byte_is_line_end(text.ptr[i]); i++)
    if (text.ptr[i] == '\\')
      i++;
    else if (text.ptr[i] == text.ptr[at])
      return i + 1;
  return at + 1;
}

/** Whether the statement goes on after the line end at s->at. */
static bool goes_on(const statement *s) {
  sx_str text = s->lexer->text;
  size_t next_line = s->at + (sx_lexer__has(text, s->at, "\r\n") ? 2 : 1);
  char begin = sx_str_at(text, next_line);
  if (s->depth || s->last == '\\' || s->last == ',') return true;
  if (s->row->end == SX_IMPORT_INDENT) return begin == ' ' || begin == '\t';
  if (s->row->end == SX_IMPORT_LINE) return false;
  if (s->row->end == SX_IMPORT_SEMI)
    return s->last != '}' && !sx_byte_is_line_end(sx_str_at(text, skip_spaces(text, next_line)));
  size_t next = skip_blank(text, next_line);
  char c = sx_str_at(text, next);
  if (s->has_string) return false;
  return s->last == '=' || c == '{' || c == '*' || c == ',' || c == '}' || c == '"' || c == '\'' ||
         sx_lexer__has(text, next, "from");
}

static bool meets_need(const statement *s) {
  const char *needs = s->row->needs;
  sx_str text = s->lexer->text;
  return needs && !s->depth && s->last != '.' && sx_lexer__has(text, s->at, needs) &&
         !(s->at && is_word(text, s->at - 1)) && !is_word(text, s->at + strlen(needs));
}

/** Reads on by one token; false where the statement ends, with s->at after it. */
static bool read_token(statement *s) {
  sx_str text = s->lexer->text;
  char c = text.ptr[s->at];
  bool may_comment = s->lexer->kinds[(unsigned char)c] & SX_LEXER_COMMENT;
  size_t comment_end = may_comment ? sx_lexer__comment_end(s->lexer, s->at) : s->at;
  if (comment_end > s->at) {
    s->at = comment_end;
    return true;
  }
  if (sx_byte_is_line_end(c)) {
    if (!goes_on(s)) return false;
    if (s->last == '\\') s->last = ' ';
  } else if (c == ';') {
    s->at++;
    return false;
  } else if (c == '"' || c == '\'' || c == '`') {
    s->has_string = true;
    s->last = c;
    s->at = skip_quoted(text, s->at);
    return true;
  } else if (c == '(' || c == '[' || c == '{') {
    s->depth++;
    s->has_paren = s->has_paren || c == '(';
  } else if (c == ')' || c == ']' || c == '}') {
    if (s->depth == 0) return false;
    s->depth--;
  } else if (c == '=')
    s->has_equals = true;
  s->has_needs = s->has_needs || meets_need(s);
  if (c != ' ' && c != '\t' && !sx_byte_is_line_end(c)) s->last = c;
  s->at++;
  return true;
}

static size_t read_statement(sx_lexer *lexer, const sx_import_rule *row, size_t word_end) {
  statement s = {.lexer = lexer, .row = row, .at = word_end};
  size_t limit = word_end + MAX_STATEMENT_BYTES;
  while (s.at < lexer->text.len && s.at < limit && read_token(&s)) continue;
  bool is_import = s.at < limit && (!row->needs || s.has_needs) &&
                   !((row->flags & SX_IMPORT_NO_EQUALS) && s.has_equals) &&
                   !((row->flags & SX_IMPORT_NO_PARENS) && s.has_paren);
  if (is_import) return s.at;
  /* No text is read twice: the lexer stays linear. */
  lexer->no_import_until = s.at;
  return 0;
}

size_t sx_lexer__import_end(sx_lexer *lexer, size_t start, size_t end) {
  for (const sx_import_rule *row = lexer->language->imports; row->word; row++)
    if (is_import_word(lexer->text, start, end, row->word) && !is_ruled_out(lexer->text, row, end))
      return read_statement(lexer, row, end);
  return 0;
}
