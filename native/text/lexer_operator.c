#include "text/lexer_parts.h"

#include "base/byte.h"

/* Strings that a word or a mark before any delimiter begins: q{…}, s/…/…/ in Perl, %w[…] in Ruby.
 */

/* Delimiters that nothing closes are looked for no more after so many. */
#define MAX_UNCLOSED 16

static char closing(char open) {
  switch (open) {
  case '(': return ')';
  case '[': return ']';
  case '{': return '}';
  case '<': return '>';
  default: return open;
  }
}

/* After the delimiter that closes what `open` at `at` - 1 began; `at` - 1 where nothing does. */
static size_t part_end(sx_lexer *lexer, size_t at, char open) {
  sx_str text = lexer->text;
  char close = closing(open);
  size_t depth = 1, start = at - 1;
  unsigned char *unclosed = &lexer->unclosed_delimiters[(unsigned char)open & 127];
  if (*unclosed >= MAX_UNCLOSED) return start;
  for (; at < text.len; at++) {
    char c = text.ptr[at];
    if (c == '\\') {
      at++;
    } else if (c == close) {
      if (--depth == 0) return at + 1;
    } else if (c == open) {
      depth++;
    }
  }
  ++*unclosed;
  return start;
}

/*
 * After the string whose delimiter is at `at`, and its second part where it has two. A first part
 * that has been read in vain counts as one that nothing closes: it may be as long as the text.
 */
static size_t quoted_end(sx_lexer *lexer, size_t at, bool has_two_parts) {
  sx_str text = lexer->text;
  char open = sx_str_at(text, at);
  unsigned char *unclosed = &lexer->unclosed_delimiters[(unsigned char)open & 127];
  size_t end = part_end(lexer, at + 1, open);
  if (end <= at || !has_two_parts) return end;
  if (closing(open) == open) {
    size_t second = part_end(lexer, end, open);
    end = second >= end ? second : at;
  } else {
    size_t next = end;
    while (sx_byte_is_space(sx_str_at(text, next))) next++;
    size_t second = next < text.len ? part_end(lexer, next + 1, text.ptr[next]) : next;
    end = second > next ? second : at;
  }
  if (end == at && *unclosed < MAX_UNCLOSED) ++*unclosed;
  return end;
}

static size_t behind_letters(sx_str text, size_t at) {
  while ((sx_str_at(text, at) | 0x20) >= 'a' && (sx_str_at(text, at) | 0x20) <= 'z') at++;
  return at;
}

/* After =~ or !~ any delimiter does: m,a,b, */
static bool is_matched(sx_str text, size_t start) {
  while (start > 0 && sx_byte_is_space(text.ptr[start - 1])) start--;
  return start > 1 && text.ptr[start - 1] == '~' && strchr("=!", text.ptr[start - 2]);
}

/* Whether it may follow an operator's word as its delimiter. */
static bool is_delimiter(sx_str text, size_t start, size_t word_end, size_t at) {
  char c = sx_str_at(text, at);
  if (!c || sx_byte_is_word(c) || sx_byte_is_space(c) || (unsigned char)c >= 0x80) return false;
  if (at == word_end && is_matched(text, start)) return true;
  if (c == ',') return at == word_end && (word_end > start + 1 || strchr("ms", text.ptr[start]));
  if (c == '=') return at == word_end && !strchr("=>~ ", sx_str_at(text, at + 1));
  if (c == ';' || c == ')') return false;
  return at == word_end || strchr("{([</|!", c) != NULL;
}

size_t sx_lexer__word_string_end(sx_lexer *lexer, size_t start, size_t word_end) {
  sx_str text = lexer->text;
  sx_str word = sx_str_slice(text, start, word_end);
  if (!(lexer->language->flags & SX_LANGUAGE_PERL_QUOTES)) return 0;
  if (!sx_language_has_word("q qq qw qr qx m s tr y", word, false)) return 0;
  char before = start > 0 ? text.ptr[start - 1] : ' ';
  if (strchr("$@%&>:{", before) && before) { /* a variable, a method, a key */
    if (before != '{' || sx_str_at(text, word_end) == '}') return 0;
  }
  size_t at = word_end;
  while (sx_str_at(text, at) == ' ' || sx_str_at(text, at) == '\t') at++;
  if (!is_delimiter(text, start, word_end, at) || sx_lexer__has(text, at, "=>")) return 0;
  bool has_two_parts = word.ptr[0] == 's' || word.ptr[0] == 't' || word.ptr[0] == 'y';
  size_t end = quoted_end(lexer, at, has_two_parts);
  if (end > at && text.ptr[at] == ',' && sx_lexer__line_end(text, at) < end) return 0;
  return end > at ? behind_letters(text, end) : 0;
}

size_t sx_lexer__percent_end(sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  if (!(lexer->language->flags & SX_LANGUAGE_PERCENT) || lexer->after == SX_AFTER_VALUE) return 0;
  size_t delimiter = at + 1;
  if (strchr("qQwWiIrsx", sx_str_at(text, delimiter)) && sx_str_at(text, delimiter)) delimiter++;
  char c = sx_str_at(text, delimiter);
  if (!c || sx_byte_is_word(c) || sx_byte_is_space(c) || c == '=' || (unsigned char)c >= 0x80)
    return 0;
  /* After a name it is a remainder, unless it stands as an argument does: puts %w[a b] */
  bool is_argument = at > 0 && text.ptr[at - 1] == ' ' && (delimiter > at + 1 || strchr("([{<", c));
  if (lexer->after == SX_AFTER_WORD && !is_argument) return 0;
  size_t end = quoted_end(lexer, delimiter, false);
  return end > delimiter ? (text.ptr[at + 1] == 'r' ? behind_letters(text, end) : end) : 0;
}

/* The three quotes of a sigil over several lines; or 0. */
static size_t count_quotes(sx_str text, size_t at) {
  return sx_lexer__has(text, at, "\"\"\"") || sx_lexer__has(text, at, "'''") ? 3 : 0;
}

/* After the first text that closes the sigil whose delimiter is at `at`: brackets do not nest. */
static size_t sigil_text_end(sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  size_t quotes = count_quotes(text, at), i = at + (quotes ? quotes : 1);
  char close = closing(text.ptr[at]);
  unsigned char *unclosed = &lexer->unclosed_delimiters[(unsigned char)close & 127];
  if (*unclosed >= MAX_UNCLOSED) return 0;
  for (; i < text.len; i++)
    if (text.ptr[i] == '\\')
      i++;
    else if (text.ptr[i] == close && (!quotes || count_quotes(text, i)))
      return i + (quotes ? quotes : 1);
  ++*unclosed;
  return 0;
}

size_t sx_lexer__sigil_end(sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  size_t delimiter = behind_letters(text, at + 1);
  if (!(lexer->language->flags & SX_LANGUAGE_SIGILS) || delimiter == at + 1) return 0;
  if (!sx_byte_is_one_of(sx_str_at(text, delimiter), "/|\"'([{<")) return 0;
  size_t end = sigil_text_end(lexer, delimiter);
  return end ? behind_letters(text, end) : 0;
}

/* In Ruby it may be the ? of a condition; in Elixir only the end of a name. */
static bool may_be_character(const sx_lexer *lexer, size_t at) {
  if (lexer->language->flags & SX_LANGUAGE_PERCENT) return lexer->after == SX_AFTER_OPERATOR;
  return (lexer->language->flags & SX_LANGUAGE_SIGILS) &&
         (at == 0 || !sx_byte_is_word(lexer->text.ptr[at - 1]));
}

size_t sx_lexer__character_end(const sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  if (!may_be_character(lexer, at)) return 0;
  char c = sx_str_at(text, at + 1);
  if (!c || sx_byte_is_space(c) || (unsigned char)c >= 0x80) return 0;
  size_t end = at + (c == '\\' ? 3 : 2);
  return end <= text.len && !sx_byte_is_word(sx_str_at(text, end)) ? end : 0;
}
