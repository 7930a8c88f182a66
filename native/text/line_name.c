#include "text/line_name.h"

#include "base/utf8.h"
#include "text/declaration.h"
#include "text/keyword.h"
#include "text/lexer.h"

typedef struct line_names {
  sx_str text;
  size_t end;
  const sx_language *language;
  sx_str best, soft; /* soft: a word that is a keyword elsewhere */
} line_names;

static bool is_name_start(uint32_t c, const sx_language *language) {
  return sx_language_is_ident(language, c) && !(c >= '0' && c <= '9');
}

/* Takes the next word from `*at` on; empty at the end. Numbers with letters are passed over. */
static sx_str next_word(sx_str text, size_t *at, size_t end, const sx_language *language) {
  uint32_t c;
  while (*at < end) {
    size_t start = *at, bytes = sx_utf8_decode(text.ptr + start, end - start, &c);
    *at = sx_language_ident_end(language, sx_str_slice(text, 0, end), start);
    if (*at == start) {
      *at += bytes;
      continue;
    }
    if (is_name_start(c, language)) return sx_str_slice(text, start, *at);
  }
  return SX_STR("");
}

static char next_char(const line_names *names, sx_str word) {
  size_t at = (size_t)(word.ptr - names->text.ptr) + word.len;
  while (at < names->end && (names->text.ptr[at] == ' ' || names->text.ptr[at] == '\t')) at++;
  return at < names->end ? names->text.ptr[at] : 0;
}

static bool is_row(const line_names *names, const char *name) {
  return sx_str_is_equal(sx_language_name(names->language), sx_str_from(name));
}

/* `get(key)`, and in TypeScript `get<K>(key)`; `async <T>(key: T) => …` has a space. */
static bool is_called(const line_names *names, sx_str word) {
  size_t after = (size_t)(word.ptr - names->text.ptr) + word.len;
  bool has_types = after < names->end && names->text.ptr[after] == '<';
  return next_char(names, word) == '(' || (has_types && is_row(names, "typescript"));
}

static void take_word(line_names *names, sx_str word) {
  sx_keyword keyword = sx_keyword_of(names->language, word);
  if (keyword == SX_KEYWORD) return;
  if (keyword == SX_SOFT_KEYWORD && !is_called(names, word)) {
    char next = next_char(names, word);
    if (!names->soft.len && next && strchr(".,;=)}", next)) names->soft = word;
    return;
  }
  if (!names->best.len) names->best = word;
}

/*
 * The names of an import, not the module's path: after Python's `import`, in the braces of
 * `import {…}`, the last of `java.util.List`. The quoted name of a header or module is not a name.
 */
static void take_import(line_names *names, size_t from, size_t to) {
  bool is_python = is_row(names, "python"), is_js = is_row(names, "typescript");
  if (is_row(names, "c") || is_row(names, "cpp") || is_row(names, "objective-c")) return;
  sx_str line = sx_str_slice(names->text, from, to);
  size_t brace = is_js ? sx_str_find_char(line, '{', 0) : SX_STR_NONE;
  if (brace != SX_STR_NONE) from += brace;
  for (size_t at = from; at < to;) {
    char c = names->text.ptr[at];
    if (c == '"' || c == '\'' || c == '`') {
      size_t close = sx_str_find_char(sx_str_slice(names->text, 0, to), c, at + 1);
      at = close == SX_STR_NONE ? to : close + 1;
      continue;
    }
    size_t next = at;
    uint32_t code;
    size_t bytes = sx_utf8_decode(names->text.ptr + at, to - at, &code);
    if (!sx_language_is_ident(names->language, code)) {
      at += bytes ? bytes : 1;
      continue;
    }
    sx_str word = next_word(names->text, &next, to, names->language);
    at = next;
    if (!word.len) return;
    bool is_import_word = is_python && sx_str_is_equal(word, SX_STR("import"));
    bool is_last_meant = !is_python && !is_js;
    if (is_import_word || is_last_meant) {
      sx_keyword keyword = sx_keyword_of(names->language, word);
      if (keyword != SX_KEYWORD || is_import_word) names->best = names->soft = SX_STR("");
    }
    take_word(names, word);
  }
}

static void take_code(line_names *names, size_t from, size_t to) {
  for (size_t at = from; at < to;) {
    sx_str word = next_word(names->text, &at, to, names->language);
    if (!word.len) return;
    take_word(names, word);
  }
}

/* A text is read once for all places in it, which come in their order. */
typedef struct code_reader {
  sx_lexer lexer;
  sx_span span; /* the last one */
} code_reader;

static void begin_reading(code_reader *reader, sx_str text, const sx_language *language) {
  sx_lexer_init(&reader->lexer, text, language);
  reader->span = (sx_span){0};
}

static bool is_code_at(code_reader *reader, size_t at) {
  while (at >= reader->span.end)
    if (!sx_lexer_next(&reader->lexer, &reader->span)) return false;
  return reader->span.use == SX_USE_CODE || reader->span.use == SX_USE_IMPORT;
}

sx_str sx_line_name(sx_str text, size_t start, size_t end, const sx_language *language) {
  line_names names = {text, end, language, SX_STR(""), SX_STR("")};
  sx_str declared = sx_declaration_in_line(text, start, end, language);
  code_reader reader;
  begin_reading(&reader, text, language);
  bool is_name = declared.len && sx_keyword_of(language, declared) != SX_KEYWORD &&
                 is_code_at(&reader, (size_t)(declared.ptr - text.ptr));
  if (is_name) return declared;
  sx_lexer lexer;
  sx_span span;
  sx_lexer_init(&lexer, text, language);
  while (sx_lexer_next(&lexer, &span) && span.start < end) {
    size_t from = span.start > start ? span.start : start, to = span.end < end ? span.end : end;
    if (from >= to) continue;
    if (span.use == SX_USE_IMPORT) take_import(&names, from, to);
    if (span.use == SX_USE_CODE) take_code(&names, from, to);
  }
  return names.best.len ? names.best : names.soft;
}

/* `map.delete(key)` and `{ with: value }`: where a language lets members be called so. */
static bool is_member_name(const line_names *names, size_t start, sx_str word) {
  size_t at = (size_t)(word.ptr - names->text.ptr);
  if (is_row(names, "python")) return false;
  while (at > start && (names->text.ptr[at - 1] == ' ' || names->text.ptr[at - 1] == '\t')) at--;
  bool is_dotted = at > start && names->text.ptr[at - 1] == '.';
  bool is_spread = is_dotted && at > start + 1 && names->text.ptr[at - 2] == '.';
  static const char values[] = "default case else this super null true false";
  bool is_key = is_row(names, "typescript") && next_char(names, word) == ':' &&
                !sx_language_has_word(values, word, false);
  return (is_dotted && !is_spread) || is_key;
}

/* Python's `match` is a keyword only where a statement begins: not in `if match:`. */
static bool is_soft_name(const line_names *names, size_t start, sx_str word) {
  size_t at = (size_t)(word.ptr - names->text.ptr);
  return is_row(names, "python") && sx_keyword_of(names->language, word) == SX_SOFT_KEYWORD &&
         sx_str_trim(sx_str_slice(names->text, start, at)).len > 0;
}

sx_str sx_line_name_at(sx_str text, size_t start, size_t end, size_t at,
                       const sx_language *language) {
  line_names names = {text, end, language, SX_STR(""), SX_STR("")};
  code_reader reader;
  begin_reading(&reader, text, language);
  for (size_t from = start; from < end;) {
    sx_str word = next_word(text, &from, end, language);
    if (!word.len || from < at) continue;
    size_t word_at = (size_t)(word.ptr - text.ptr);
    if (!is_code_at(&reader, word_at)) return word;
    bool is_name = is_member_name(&names, start, word) || is_soft_name(&names, start, word);
    if (word_at <= at && is_name) return word;
    take_word(&names, word);
    if (names.best.len) return names.best;
    if (names.soft.len && word_at <= at) return names.soft;
  }
  return names.soft;
}
