#include "text/lexer.h"

#include "base/utf8.h"
#include "text/lexer_parts.h"

#define LINE_PIECE_BYTES 128

/* Words after which a / begins a regular expression. */
#define BEFORE_REGEX                                                                               \
  "return typeof case default in of delete void throw new else do yield await instanceof "         \
  "if unless and or not when while until then split grep map join push lt gt le ge eq ne cmp x"

const char *sx_use_name(sx_use use) {
  static const char *const names[] = {"code", "import", "string", "comment"};
  return (unsigned)use < sizeof names / sizeof *names ? names[use] : names[0];
}

size_t sx_lexer__line_end(sx_str text, size_t at) {
  /* Piece by piece: a text may have none of one of the two. */
  for (; at < text.len; at += LINE_PIECE_BYTES) {
    size_t len = text.len - at < LINE_PIECE_BYTES ? text.len - at : LINE_PIECE_BYTES;
    const char *feed = memchr(text.ptr + at, '\n', len);
    if (feed) len = (size_t)(feed - text.ptr) - at;
    const char *carriage_return = memchr(text.ptr + at, '\r', len);
    if (carriage_return) return (size_t)(carriage_return - text.ptr);
    if (feed) return (size_t)(feed - text.ptr);
  }
  return text.len;
}

sx_str sx_lexer__word_before(const sx_lexer *lexer, size_t at) {
  if (lexer->word_end != at) return SX_STR("");
  return sx_str_slice(lexer->text, lexer->word_start, at);
}

static void add_kind(sx_lexer *lexer, const char *text, unsigned kind) {
  if (text && *text) lexer->kinds[(unsigned char)*text] |= (unsigned char)kind;
}

/* Where code begins in a page, after its mark; the text's end where none does. */
static size_t find_code(sx_str text, size_t at) {
  for (;; at++) {
    at = sx_str_find(text, SX_STR("<?"), at);
    if (at == SX_STR_NONE) return text.len;
    if (sx_lexer__has(text, at, "<?php")) return at + sizeof "<?php" - 1;
    if (sx_lexer__has(text, at, "<?=")) return at + sizeof "<?=" - 1;
  }
}

void sx_lexer_init(sx_lexer *lexer, sx_str text, const sx_language *language) {
  *lexer = (sx_lexer){.text = text, .language = language, .at_statement = true};
  sx_language_mark_ident(language, SX_LEXER_WORD, lexer->kinds);
  memset(lexer->kinds + 0x80, SX_LEXER_WORD, 0x80);
  add_kind(lexer, " ", SX_LEXER_SPACE);
  add_kind(lexer, "\t", SX_LEXER_SPACE);
  add_kind(lexer, "\n", SX_LEXER_LINE_END);
  add_kind(lexer, "\r", SX_LEXER_LINE_END);
  add_kind(lexer, ";", SX_LEXER_STATEMENT);
  add_kind(lexer, "{", SX_LEXER_STATEMENT);
  add_kind(lexer, "}", SX_LEXER_STATEMENT);
  for (size_t i = 0; language->line_comments[i]; i++)
    add_kind(lexer, language->line_comments[i], SX_LEXER_COMMENT);
  for (const sx_block_comment *b = language->block_comments; b && b->open; b++)
    add_kind(lexer, b->open, SX_LEXER_COMMENT);
  for (const sx_quote *q = language->quotes; q->open; q++)
    add_kind(lexer, q->open, SX_LEXER_STRING);
  if (language->flags & SX_LANGUAGE_REGEX) add_kind(lexer, "/", SX_LEXER_STRING);
  if (language->flags & SX_LANGUAGE_PERCENT) add_kind(lexer, "%", SX_LEXER_STRING);
  if (language->flags & SX_LANGUAGE_SIGILS) add_kind(lexer, "~", SX_LEXER_STRING);
  if (language->flags & (SX_LANGUAGE_PERCENT | SX_LANGUAGE_SIGILS))
    add_kind(lexer, "?", SX_LEXER_STRING);
  if (language->flags & SX_LANGUAGE_PAGES) add_kind(lexer, "?", SX_LEXER_COMMENT);
  lexer->is_page = (language->flags & SX_LANGUAGE_PAGES) && find_code(text, 0) < text.len;
}

/* Comments. */

static bool is_line_start(sx_str text, size_t at) {
  return at == 0 || text.ptr[at - 1] == '\n' || text.ptr[at - 1] == '\r';
}

static size_t line_comment_end(const sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  size_t end = sx_lexer__line_end(text, at);
  if (lexer->language->flags & SX_LANGUAGE_PAGES) { /* ends with the code that it stands in */
    size_t page = sx_str_find(sx_str_slice(text, 0, end), SX_STR("?>"), at);
    if (page != SX_STR_NONE) return page;
  }
  while ((lexer->language->flags & SX_LANGUAGE_BACKSLASH_JOINS) && end < text.len && end > at &&
         text.ptr[end - 1] == '\\') {
    end += sx_lexer__has(text, end, "\r\n") ? 2 : 1;
    end = sx_lexer__line_end(text, end);
  }
  return end;
}

static size_t block_comment_end(sx_str text, const sx_block_comment *block, size_t at) {
  size_t depth = 1;
  size_t open_len = strlen(block->open), close_len = strlen(block->close);
  char open = block->open[0], close = block->close[0];
  for (at += open_len; at < text.len; at++) {
    if (!block->is_nested) at = sx_str_find_char(text, close, at);
    if (at == SX_STR_NONE) break;
    char c = text.ptr[at];
    if (c == close && sx_lexer__has(text, at, block->close)) {
      at += close_len;
      if (--depth == 0) return close == '\n' ? sx_lexer__line_end(text, at) : at;
      at--;
    } else if (block->is_nested && c == open && sx_lexer__has(text, at, block->open)) {
      depth++;
      at += open_len - 1;
    }
  }
  return text.len;
}

/** Whether the line comment mark at `at` means one there. */
static bool may_comment(const sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  unsigned flags = lexer->language->flags;
  /* A format's # in f"{n:#x}" */
  if (lexer->depth && (lexer->open[lexer->depth - 1].quote->flags & SX_QUOTE_BRACE_TWICE))
    return false;
  if ((flags & SX_LANGUAGE_PAGES) && sx_lexer__has(text, at, "#[")) return false; /* an attribute */
  if (at == 0) return true;
  char before = text.ptr[at - 1];
  if ((flags & SX_LANGUAGE_ESCAPES) &&
      sx_str_is_equal(sx_lexer__word_before(lexer, at), SX_STR("?")))
    return false; /* Lisp's ?; */
  if ((flags & SX_LANGUAGE_URLS) && before == ':') return false;
  if (!(flags & SX_LANGUAGE_SPACE_COMMENT)) return true;
  return before == ' ' || before == '\t' || before == ';' || is_line_start(text, at);
}

size_t sx_lexer__comment_end(const sx_lexer *lexer, size_t at) {
  const sx_language *language = lexer->language;
  for (const sx_block_comment *b = language->block_comments; b && b->open; b++)
    if (sx_lexer__has(lexer->text, at, b->open) &&
        (!b->is_at_line_start || is_line_start(lexer->text, at)))
      return block_comment_end(lexer->text, b, at);
  for (size_t i = 0; language->line_comments[i]; i++)
    if (sx_lexer__has(lexer->text, at, language->line_comments[i]) && may_comment(lexer, at))
      return line_comment_end(lexer, at);
  return at;
}

/* Code. */

/** Moves past the word at `at`, and takes note of it. */
static size_t take_word(sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  lexer->word_start = at;
  while (at < text.len && (lexer->kinds[(unsigned char)text.ptr[at]] & SX_LEXER_WORD)) at++;
  lexer->word_end = at;
  sx_str word = sx_str_slice(text, lexer->word_start, at);
  bool folds = lexer->language->flags & SX_LANGUAGE_FOLDS_CASE;
  lexer->at_statement =
      lexer->at_statement && sx_language_has_word(lexer->language->import_modifiers, word, folds);
  if (lexer->at_statement && !lexer->depth && sx_lexer__has(text, at, "(")) { /* pub(crate) use */
    size_t close = sx_str_find_char(sx_str_slice(text, 0, at + 40), ')', at);
    if (close != SX_STR_NONE) at = close + 1;
  }
  lexer->after = SX_AFTER_WORD;
  return at;
}

/** Whether what follows the line is data: __END__ in Perl and Ruby. */
static bool ends_code(const sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  if (!(lexer->language->flags & SX_LANGUAGE_ENDS) || text.ptr[at] != '_' || lexer->depth)
    return false;
  if (!is_line_start(text, at)) return false;
  bool is_end = sx_lexer__has(text, at, "__END__") || sx_lexer__has(text, at, "__DATA__");
  return is_end && sx_str_trim(sx_str_slice(text, at, sx_lexer__line_end(text, at))).len < 9;
}

/** Where the word at `at` ends, a mark before it included; `at` when there is none. */
static size_t marked_word_end(const sx_lexer *lexer, size_t at) {
  sx_str text = lexer->text;
  size_t end = at;
  if (text.ptr[end] == '#' || text.ptr[end] == '@') end++;
  while (end < text.len && text.ptr[at] == '#' &&
         (lexer->kinds[(unsigned char)text.ptr[end]] & SX_LEXER_SPACE))
    end++;
  size_t start = end;
  while (end < text.len && (lexer->kinds[(unsigned char)text.ptr[end]] & SX_LEXER_WORD)) end++;
  return end > start ? end : at;
}

/** Whether an import begins at `at`; takes note of its end. */
static bool begins_import(sx_lexer *lexer, size_t at) {
  if (!lexer->at_statement || lexer->depth || at < lexer->no_import_until) return false;
  size_t word_end = marked_word_end(lexer, at);
  size_t end = word_end > at ? sx_lexer__import_end(lexer, at, word_end) : 0;
  if (end) lexer->import_end = end;
  return end > 0;
}

/** Whether the interpolation that the lexer is in ends at `at`. */
static bool ends_interpolation(sx_lexer *lexer, size_t at) {
  if (!lexer->depth) return false;
  sx_open_string *open = &lexer->open[lexer->depth - 1];
  char c = lexer->text.ptr[at];
  if (c == open->interp_opener)
    open->nested++;
  else if (c == *open->interp_close) {
    if (open->nested == 0) return true;
    open->nested--;
  }
  return false;
}

/** Whether a regular expression begins at `at`; `*end` is its end. */
static bool begins_regex(sx_lexer *lexer, size_t at, size_t *end) {
  if (lexer->text.ptr[at] != '/' || !(lexer->language->flags & SX_LANGUAGE_REGEX)) return false;
  if (lexer->after == SX_AFTER_VALUE) return false;
  bool has_names = lexer->language->flags & (SX_LANGUAGE_PERL_QUOTES | SX_LANGUAGE_PERCENT);
  if (has_names && at > 0 && lexer->text.ptr[at - 1] == '$') return false; /* $/ */
  sx_str word = sx_str_slice(lexer->text, lexer->word_start, lexer->word_end);
  if (lexer->after == SX_AFTER_WORD && !sx_language_has_word(BEFORE_REGEX, word, false))
    return false;
  *end = sx_lexer__regex_end(lexer, at);
  return *end > at;
}

/** Whether a string begins at `at` that has no code in it; `*end` is its end. */
static bool begins_plain(sx_lexer *lexer, size_t at, size_t *end) {
  char c = lexer->text.ptr[at];
  *end = c == '%'   ? sx_lexer__percent_end(lexer, at)
         : c == '~' ? sx_lexer__sigil_end(lexer, at)
         : c == '?' ? sx_lexer__character_end(lexer, at)
                    : 0;
  return *end > at || begins_regex(lexer, at, end);
}

static bool ends_page_code(const sx_lexer *lexer, size_t at) {
  return (lexer->language->flags & SX_LANGUAGE_PAGES) && sx_lexer__has(lexer->text, at, "?>");
}

/** Whether a comment or string begins at `at`. */
static bool begins_other(sx_lexer *lexer, size_t at, unsigned kind) {
  sx_open_string open;
  size_t end;
  if ((kind & SX_LEXER_COMMENT) && sx_lexer__comment_end(lexer, at) > at) return true;
  if ((kind & SX_LEXER_COMMENT) && ends_page_code(lexer, at)) return true;
  if (!(kind & SX_LEXER_STRING)) return false;
  return sx_lexer__string_begins(lexer, at, &open, &end) || begins_plain(lexer, at, &end);
}

/** Notes a character outside of words: after `if (…)` a / begins a regular expression. */
static void take_mark(sx_lexer *lexer, char c) {
  bool is_value = c == ')' || c == ']' || c == '}';
  if (c == '(') {
    sx_str word = sx_str_slice(lexer->text, lexer->word_start, lexer->word_end);
    bool is_control =
        lexer->after == SX_AFTER_WORD && sx_language_has_word("if while for with", word, false);
    lexer->control_parens = lexer->control_parens << 1 | is_control;
  } else if (c == ')') {
    is_value = !(lexer->control_parens & 1);
    lexer->control_parens >>= 1;
  }
  lexer->after = is_value ? SX_AFTER_VALUE : SX_AFTER_OPERATOR;
}

/** Takes code from `at` on, to where something else begins: at least one byte. */
static sx_span take_code(sx_lexer *lexer, size_t at) {
  sx_span span = {at, at, at < lexer->import_end ? SX_USE_IMPORT : SX_USE_CODE};
  size_t limit = at < lexer->import_end ? lexer->import_end : lexer->text.len;
  while (at < limit) {
    char c = lexer->text.ptr[at];
    unsigned kind = lexer->kinds[(unsigned char)c];
    if (kind & (SX_LEXER_COMMENT | SX_LEXER_STRING))
      if (at > span.start && begins_other(lexer, at, kind)) break;
    if ((kind & SX_LEXER_WORD) || c == '#' || c == '@')
      if (at >= lexer->import_end && begins_import(lexer, at)) {
        if (at > span.start) break;
        span.use = SX_USE_IMPORT;
        limit = lexer->import_end;
      }
    if (kind & SX_LEXER_WORD) {
      if (ends_code(lexer, at)) {
        lexer->is_over = true;
        break;
      }
      size_t start = at;
      at = take_word(lexer, at);
      size_t end = sx_lexer__word_string_end(lexer, start, at);
      if (!end) continue;
      lexer->string_end = end;
      break;
    }
    if (c == '\\' && (lexer->language->flags & SX_LANGUAGE_ESCAPES)) {
      at += at + 1 < lexer->text.len &&
                    !(lexer->kinds[(unsigned char)lexer->text.ptr[at + 1]] & SX_LEXER_LINE_END)
                ? 2
                : 1;
      lexer->after = SX_AFTER_VALUE;
      continue;
    }
    if (kind & (SX_LEXER_LINE_END | SX_LEXER_STATEMENT))
      lexer->at_statement = true;
    else if (!(kind & SX_LEXER_SPACE) && c != '@')
      lexer->at_statement = false;
    if (!(kind & (SX_LEXER_SPACE | SX_LEXER_LINE_END))) take_mark(lexer, c);
    if (ends_interpolation(lexer, at)) break;
    at++;
    if ((kind & SX_LEXER_LINE_END) && lexer->heredoc_count &&
        !sx_lexer__has(lexer->text, at - 1, "\r\n")) {
      lexer->is_at_document = true;
      break;
    }
  }
  span.end = at < lexer->text.len ? at : lexer->text.len;
  return span;
}

/* Spans. */

/** Whether the string [start, end) is the key of what follows it. */
static bool is_key(const sx_lexer *lexer, size_t end) {
  sx_str text = lexer->text;
  if (!(lexer->language->flags & SX_LANGUAGE_KEYS)) return false;
  while (end < text.len && (text.ptr[end] == ' ' || text.ptr[end] == '\t')) end++;
  return end < text.len && (text.ptr[end] == ':' || text.ptr[end] == '=');
}

/** Goes on in the innermost open string from `at`; the end of what is string there. */
static size_t take_string(sx_lexer *lexer, size_t at) {
  sx_string_stop stop;
  sx_open_string *open = &lexer->open[lexer->depth - 1];
  size_t end = sx_lexer__string_end(lexer->text, open, at, &stop);
  if (stop != SX_STRING_CODE) {
    lexer->depth--;
    lexer->after = SX_AFTER_VALUE;
    return end;
  }
  for (const char *const *interp = open->quote->interps; *interp; interp += 2)
    if (sx_lexer__has(lexer->text, end, *interp)) {
      size_t len = strlen(*interp);
      open->interp_close = interp[1];
      open->interp_opener = interp[0][len - 1];
      open->nested = 0;
      lexer->after = SX_AFTER_OPERATOR;
      return end + len;
    }
  open->interp_close = ""; /* $name: take_name goes on after the $ */
  return end + 1;
}

/** The name of a $name in a string. */
static size_t take_name(sx_lexer *lexer, size_t at) {
  while (at < lexer->text.len && (lexer->kinds[(unsigned char)lexer->text.ptr[at]] & SX_LEXER_WORD))
    at++;
  lexer->open[lexer->depth - 1].interp_close = NULL;
  return at;
}

static sx_span take_whole_string(const sx_lexer *lexer, const sx_open_string *open,
                                 size_t content) {
  sx_quote plain = *open->quote;
  sx_open_string whole = *open;
  sx_string_stop stop;
  plain.interps[0] = NULL;
  plain.flags &= ~(unsigned)SX_QUOTE_NAMES;
  whole.quote = &plain;
  size_t end = sx_lexer__string_end(lexer->text, &whole, content, &stop);
  return (sx_span){lexer->at, end, is_key(lexer, end) ? SX_USE_CODE : SX_USE_STRING};
}

static sx_span begin_string(sx_lexer *lexer, const sx_open_string *open, size_t content) {
  bool has_parts = open->quote->interps[0] || (open->quote->flags & SX_QUOTE_NAMES);
  lexer->at_statement = false;
  lexer->after = SX_AFTER_VALUE;
  if (!has_parts || lexer->depth == SX_LEXER_MAX_DEPTH)
    return take_whole_string(lexer, open, content);
  lexer->open[lexer->depth++] = *open;
  return (sx_span){lexer->at, take_string(lexer, content), SX_USE_STRING};
}

/** A page's text around its code: from `at` to after the next <?php. */
static sx_span take_page(sx_lexer *lexer, size_t at) {
  lexer->is_page = false;
  lexer->at_statement = true;
  lexer->after = SX_AFTER_OPERATOR;
  return (sx_span){at, find_code(lexer->text, at), SX_USE_STRING};
}

static sx_span end_page_code(sx_lexer *lexer, size_t at) {
  lexer->depth = 0;
  return take_page(lexer, at);
}

/** Pieces found ahead: the rest after a Perl operator, a here document, data after the code. */
static bool take_ahead(sx_lexer *lexer, sx_span *out) {
  size_t at = lexer->at, end = lexer->string_end;
  if (lexer->is_page) {
    *out = take_page(lexer, at);
    return true;
  }
  if (lexer->is_over) {
    *out = (sx_span){at, lexer->text.len, SX_USE_COMMENT};
    return true;
  }
  if (end > at) {
    lexer->string_end = 0;
    lexer->at_statement = false;
    lexer->after = SX_AFTER_VALUE;
    *out = (sx_span){at, end, SX_USE_STRING};
    return true;
  }
  if (!lexer->is_at_document) return false;
  lexer->is_at_document = lexer->heredoc_count > 1;
  if (!sx_lexer__open_heredoc(lexer)) return false;
  *out = (sx_span){at, take_string(lexer, at), SX_USE_STRING};
  lexer->at_statement = true;
  return true;
}

static sx_span next_in_code(sx_lexer *lexer) {
  sx_open_string open;
  size_t end, at = lexer->at;
  unsigned kind = lexer->kinds[(unsigned char)lexer->text.ptr[at]];
  if (at == 0 && sx_lexer__has(lexer->text, 0, "#!") && !sx_lexer__has(lexer->text, 2, "["))
    return (sx_span){0, sx_lexer__line_end(lexer->text, 0), SX_USE_COMMENT};
  if (kind & SX_LEXER_COMMENT) {
    end = sx_lexer__comment_end(lexer, at);
    if (end > at) return (sx_span){at, end, SX_USE_COMMENT};
    if (ends_page_code(lexer, at)) return end_page_code(lexer, at);
  }
  if (kind & SX_LEXER_STRING) {
    if (sx_lexer__string_begins(lexer, at, &open, &end)) return begin_string(lexer, &open, end);
    if (begins_plain(lexer, at, &end)) {
      lexer->at_statement = false;
      lexer->after = SX_AFTER_VALUE;
      return (sx_span){at, end, SX_USE_STRING};
    }
  }
  return take_code(lexer, at);
}

/** Ends the interpolation: its closing text is string again. */
static sx_span end_interpolation(sx_lexer *lexer) {
  sx_open_string *open = &lexer->open[lexer->depth - 1];
  size_t content = lexer->at + strlen(open->interp_close);
  open->interp_close = NULL;
  return (sx_span){lexer->at, take_string(lexer, content), SX_USE_STRING};
}

static sx_span next_span(sx_lexer *lexer) {
  sx_open_string *open = lexer->depth ? &lexer->open[lexer->depth - 1] : NULL;
  sx_span ahead;
  bool is_in_string = open && !open->interp_close;
  if (!is_in_string && take_ahead(lexer, &ahead)) return ahead;
  if (open && !open->interp_close)
    return (sx_span){lexer->at, take_string(lexer, lexer->at), SX_USE_STRING};
  if (open && !*open->interp_close)
    return (sx_span){lexer->at, take_name(lexer, lexer->at), SX_USE_CODE};
  if (open && lexer->text.ptr[lexer->at] == *open->interp_close && open->nested == 0)
    return end_interpolation(lexer);
  return next_in_code(lexer);
}

bool sx_lexer_next(sx_lexer *lexer, sx_span *span) {
  sx_span next = {0, 0, SX_USE_CODE};
  /* An open string that its line ends is empty there, and closed. */
  while (next.end == next.start) {
    if (lexer->at >= lexer->text.len) return false;
    next = next_span(lexer);
  }
  lexer->at = next.end;
  *span = next;
  return true;
}
