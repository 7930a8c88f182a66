#include "text/lexer_parts.h"

#include "base/utf8.h"

/* The longest escape in a character literal: '\u{10FFFF}'. */
#define MAX_ESCAPE_BYTES 12
/* C++ allows 16. */
#define MAX_RAW_DELIMITER_BYTES 16

/* The regular expressions' place among the quotes in unclosed_until. */
#define REGEX_INDEX (SX_LEXER_MAX_QUOTES - 1)
/* How far away the tags around an element's text are looked for. */
#define MAX_ELEMENT_BYTES 400
#define MAX_REGEX_BYTES 2000

static size_t count_run(sx_str text, size_t at, char c) {
  size_t count = 0;
  while (at + count < text.len && text.ptr[at + count] == c) count++;
  return count;
}

/** #"…"# with as many #s as there are; the end of the opening text, 0 when it is none. */
static size_t open_hashes(sx_str text, size_t at, sx_open_string *open) {
  if (at > 0 && text.ptr[at - 1] == '#') return 0; /* looked at from the first # already */
  open->extra_at = at;
  open->extra_len = count_run(text, at, '#');
  size_t quote = at + open->extra_len;
  return open->extra_len && sx_lexer__has(text, quote, "\"") ? quote + 1 : 0;
}

/** [==[…]==] */
static size_t open_levels(sx_str text, size_t at, sx_open_string *open) {
  open->extra_at = at + 1;
  open->extra_len = count_run(text, at + 1, '=');
  size_t bracket = at + 1 + open->extra_len;
  return sx_lexer__has(text, bracket, "[") ? bracket + 1 : 0;
}

/** R"x(…)x", from the quote on. */
static size_t open_raw(sx_str text, size_t at, sx_open_string *open) {
  size_t i = at + 1;
  while (i < text.len && i - at <= MAX_RAW_DELIMITER_BYTES && !strchr("()\\ \t\n\r\"", text.ptr[i]))
    i++;
  open->extra_at = at + 1;
  open->extra_len = i - at - 1;
  return sx_lexer__has(text, i, "(") ? i + 1 : 0;
}

/** Whether one character or one escape stands between the quotes. */
static bool is_char_literal(sx_str text, size_t content, const sx_quote *quote) {
  sx_str rest = sx_str_slice(text, content, text.len);
  if (!rest.len || rest.ptr[0] == *quote->close || rest.ptr[0] == '\n' || rest.ptr[0] == '\r')
    return false;
  if (rest.ptr[0] != quote->escape) {
    uint32_t codepoint;
    size_t len = sx_utf8_decode(rest.ptr, rest.len, &codepoint);
    return sx_lexer__has(rest, len, quote->close);
  }
  for (size_t i = 2; i < rest.len && i <= MAX_ESCAPE_BYTES && rest.ptr[i] != '\n'; i++)
    if (rest.ptr[i] == *quote->close) return true;
  return false;
}

/** Whether `quote` closes before its line ends. */
static bool closes_on_line(sx_lexer *lexer, const sx_open_string *open, size_t index,
                           size_t content) {
  sx_quote plain = *open->quote;
  sx_open_string whole = *open;
  sx_string_stop stop;
  if (content < lexer->unclosed_until[index]) return false;
  plain.interps[0] = NULL;
  plain.flags &= ~(unsigned)SX_QUOTE_NAMES;
  whole.quote = &plain;
  size_t end = sx_lexer__string_end(lexer->text, &whole, content, &stop);
  if (stop == SX_STRING_UNCLOSED) lexer->unclosed_until[index] = end;
  return stop == SX_STRING_CLOSED;
}

/** The end of the opening text of `quote` at `at`; 0 when it is not there. */
static size_t opens(sx_str text, size_t at, const sx_quote *quote, sx_open_string *open) {
  *open = (sx_open_string){.quote = quote};
  if (quote->flags & SX_QUOTE_HASHES) return open_hashes(text, at, open);
  if (!sx_lexer__has(text, at, quote->open)) return 0;
  if (quote->flags & SX_QUOTE_LEVELS) return open_levels(text, at, open);
  if (quote->flags & SX_QUOTE_CPP_RAW) return open_raw(text, at, open);
  return at + strlen(quote->open);
}

/*
 * A quote that is a name's last character ($" in Perl and Ruby, ?" in Lisp), or that stands for
 * itself in "${x:-'}" of a shell.
 */
static bool is_no_quote(const sx_lexer *lexer, size_t at, sx_str word) {
  unsigned flags = lexer->language->flags;
  char c = lexer->text.ptr[at], before = at > 0 ? lexer->text.ptr[at - 1] : ' ';
  bool has_names = flags & (SX_LANGUAGE_PERL_QUOTES | SX_LANGUAGE_PERCENT);
  if (has_names && before == '$' && (c == '"' || c == '\'' || c == '`')) return true;
  if (!(flags & SX_LANGUAGE_ESCAPES)) return false;
  if (sx_str_is_equal(word, SX_STR("?"))) return true;
  const sx_open_string *open = lexer->depth ? &lexer->open[lexer->depth - 1] : NULL;
  return c == '\'' && open && open->interp_close && *open->interp_close == '}';
}

/* The text of an element: <p>Press the ` key</p> */
static bool is_in_element(const sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  size_t start = at, end = at + 1;
  if (!(lexer->language->flags & SX_LANGUAGE_MARKUP) || text.ptr[at] != '`') return false;
  while (start > 0 && at - start < MAX_ELEMENT_BYTES && !strchr("<>{}();=`\"", text.ptr[start - 1]))
    start--;
  if (start == 0 || text.ptr[start - 1] != '>' || (start > 1 && text.ptr[start - 2] == '='))
    return false;
  while (end < text.len && end - at < MAX_ELEMENT_BYTES && !strchr("<>{};`", text.ptr[end])) end++;
  return sx_lexer__has(text, end, "</");
}

bool sx_lexer__string_begins(sx_lexer *lexer, size_t at, sx_open_string *open, size_t *content) {
  const sx_quote *quotes = lexer->language->quotes;
  sx_str word = sx_lexer__word_before(lexer, at);
  if (is_no_quote(lexer, at, word) || is_in_element(lexer, at)) return false;
  /* An apostrophe in a word: don't, 1'000, x' */
  if (lexer->text.ptr[at] == '\'' && word.len &&
      !sx_language_has_word(lexer->language->quote_prefixes, word, false))
    return false;
  for (size_t i = 0; quotes[i].open; i++) {
    const sx_quote *quote = &quotes[i];
    if (quote->open[0] != lexer->text.ptr[at]) continue;
    if (quote->prefix && !sx_language_has_word(quote->prefix, word, false)) continue;
    if (quote->flags & SX_QUOTE_HEREDOC) {
      if (sx_lexer__has(lexer->text, at, quote->open)) sx_lexer__note_heredoc(lexer, at, quote);
      continue;
    }
    *content = opens(lexer->text, at, quote, open);
    if (!*content) continue;
    if ((quote->flags & SX_QUOTE_CHAR) && !is_char_literal(lexer->text, *content, quote)) continue;
    if ((quote->flags & SX_QUOTE_MULTI_LINE) || closes_on_line(lexer, open, i, *content))
      return true;
  }
  return false;
}

/** The end of the closing text at `at`, 0 when it is not there. */
static size_t closes(sx_str text, const sx_open_string *open, size_t at) {
  const sx_quote *quote = open->quote;
  sx_str extra = sx_str_slice(text, open->extra_at, open->extra_at + open->extra_len);
  if (!sx_lexer__has(text, at, quote->close)) return 0;
  at += strlen(quote->close);
  if (!(quote->flags & (SX_QUOTE_HASHES | SX_QUOTE_LEVELS | SX_QUOTE_CPP_RAW))) return at;
  if (!sx_str_has_prefix(sx_str_slice(text, at, text.len), extra)) return 0;
  at += extra.len;
  if (quote->flags & SX_QUOTE_HASHES) return at;
  return sx_lexer__has(text, at, quote->flags & SX_QUOTE_LEVELS ? "]" : "\"") ? at + 1 : 0;
}

/** Whether code of the string begins at `at`. */
static bool is_code(sx_str text, const sx_quote *quote, size_t at) {
  for (const char *const *interp = quote->interps; *interp; interp += 2)
    if (sx_lexer__has(text, at, *interp)) return true;
  if (!(quote->flags & SX_QUOTE_NAMES) || text.ptr[at] != '$' || at + 1 >= text.len) return false;
  return sx_lexer__is_word_start(text.ptr[at + 1]);
}

static size_t skip_escape(sx_str text, size_t at) {
  at += sx_lexer__has(text, at + 1, "\r\n") ? 3 : 2;
  return at < text.len ? at : text.len;
}

size_t sx_lexer__string_end(sx_str text, const sx_open_string *open, size_t at,
                            sx_string_stop *stop) {
  const sx_quote *quote = open->quote;
  const char *brace = quote->interps[0];
  *stop = SX_STRING_CLOSED;
  while (at < text.len) {
    char c = text.ptr[at];
    if (c == quote->escape && c) {
      at = skip_escape(text, at);
      continue;
    }
    bool is_document = quote->flags & SX_QUOTE_HEREDOC;
    size_t end = is_document          ? sx_lexer__heredoc_end(text, open, at)
                 : c == *quote->close ? closes(text, open, at)
                                      : 0;
    if (end && !((quote->flags & SX_QUOTE_DOUBLED) && closes(text, open, end))) return end;
    if (end)
      at = closes(text, open, end);
    else if ((c == '\n' || c == '\r') && !(quote->flags & SX_QUOTE_MULTI_LINE))
      break;
    else if ((quote->flags & SX_QUOTE_BRACE_TWICE) && brace && c == *brace &&
             sx_lexer__has(text, at + 1, brace))
      at += 2;
    else if (is_code(text, quote, at)) {
      *stop = SX_STRING_CODE;
      return at;
    } else
      at++;
  }
  *stop = SX_STRING_UNCLOSED;
  return at;
}

/* Perl's continues over lines if it has the flag x after it. */
static size_t long_regex_end(sx_str text, size_t at) {
  size_t end = at + MAX_REGEX_BYTES < text.len ? at + MAX_REGEX_BYTES : text.len;
  for (size_t i = at + 1; i < end; i++) {
    if (text.ptr[i] == '\\') i++;
    if (i >= end || text.ptr[i] != '/') continue;
    bool has_x = false;
    for (i++; i < text.len && (text.ptr[i] | 0x20) >= 'a' && (text.ptr[i] | 0x20) <= 'z'; i++)
      has_x |= text.ptr[i] == 'x';
    return has_x ? i : at;
  }
  return at;
}

size_t sx_lexer__regex_end(sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  bool in_class = false;
  size_t i = at + 1;
  if (at < lexer->unclosed_until[REGEX_INDEX]) return at;
  for (; i < text.len && text.ptr[i] != '\n' && text.ptr[i] != '\r'; i++) {
    char c = text.ptr[i];
    if (c == '\\')
      i++;
    else if (c == '[')
      in_class = true;
    else if (c == ']')
      in_class = false;
    else if (c == '/' && !in_class) {
      for (i++; i < text.len && (text.ptr[i] | 0x20) >= 'a' && (text.ptr[i] | 0x20) <= 'z';) i++;
      return i;
    }
  }
  if (lexer->language->flags & SX_LANGUAGE_PERL_QUOTES) {
    size_t end = long_regex_end(text, at);
    if (end > at) return end;
  }
  lexer->unclosed_until[REGEX_INDEX] = i;
  return at;
}
