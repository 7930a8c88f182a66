#include "semantic/code_words.h"

#include "base/byte.h"
#include "base/utf8.h"
#include "text/keyword.h"
#include "text/lexer.h"

/* A declaration that goes on for longer has no end that is worth finding. */
#define MAX_HEADER_BYTES 4000
/* Type arguments of a call. */
#define MAX_TYPES_BYTES 1000

sx_str sx_code_of(const sx_document *document, size_t from, size_t to, sx_arena *arena) {
  sx_lexer lexer;
  sx_span span;
  if (to > document->text.len) to = document->text.len;
  if (from >= to) return SX_STR("");
  sx_str copy = sx_arena_dup(arena, sx_str_slice(document->text, from, to));
  char *code = copy.len ? (char *)copy.ptr : NULL;
  sx_lexer_init(&lexer, document->text, document->language);
  while (code && sx_lexer_next(&lexer, &span) && span.start < to) {
    bool is_code = span.use == SX_USE_CODE || span.use == SX_USE_IMPORT;
    if (is_code || span.end <= from) continue;
    size_t start = span.start > from ? span.start : from;
    size_t end = span.end < to ? span.end : to;
    for (size_t i = start; i < end; i++)
      if (code[i - from] != '\n' && code[i - from] != '\r') code[i - from] = ' ';
  }
  return copy;
}

/* The word that begins at or after `*at`; false at the end. `*at` is after it. */
static bool next_word(const sx_document *document, sx_str code, size_t *at, sx_word *out) {
  size_t start = code.len;
  bool is_number = false;
  while (*at < code.len) {
    uint32_t c;
    size_t bytes = sx_utf8_decode(code.ptr + *at, code.len - *at, &c);
    bool is_ident = sx_language_is_ident(document->language, c);
    if (is_ident && start == code.len) start = *at, is_number = c >= '0' && c <= '9';
    if (!is_ident && start < code.len) {
      if (!is_number) break;
      start = code.len;
    }
    *at += bytes ? bytes : 1;
  }
  *out = (sx_word){start, *at};
  return start < code.len && !is_number;
}

static sx_status add_word(sx_words *out, size_t base, sx_word word, sx_arena *arena, sx_err *err) {
  sx_word *added = SX_ARRAY_ADD(out, arena);
  if (!added) return sx_fail(err, arena->status, NULL);
  *added = (sx_word){base + word.start, base + word.end};
  return SX_OK;
}

/* The offset after the type arguments that begin at `at`; SX_STR_NONE: it is a comparison. */
static size_t end_of_types(sx_str code, size_t at) {
  size_t end = at + MAX_TYPES_BYTES < code.len ? at + MAX_TYPES_BYTES : code.len;
  size_t depth = 0, braces = 0;
  for (size_t i = at; i < end; i++) {
    char c = code.ptr[i], next = i + 1 < end ? code.ptr[i + 1] : 0;
    if (c == '{') braces++;
    if (c == '}' && braces-- == 0) return SX_STR_NONE;
    if ((c == ';' && !braces) || ((c == '&' || c == '|') && next == c)) return SX_STR_NONE;
    if (c == '<') depth++;
    if (c == '>' && code.ptr[i - 1] != '=' && --depth == 0) return i + 1;
  }
  return SX_STR_NONE;
}

/* `name(`; in TypeScript also `name?.(`, `name!(` and `name<T>(`. */
static bool is_called(const sx_document *document, sx_str code, size_t name_end) {
  size_t at = sx_str_skip_spaces(code, name_end);
  if (sx_language_has_word("typescript vue", sx_language_name(document->language), false)) {
    if (at < code.len && code.ptr[at] == '!') at = sx_str_skip_spaces(code, at + 1);
    if (sx_str_has_prefix(sx_str_slice(code, at, code.len), SX_STR("?.")))
      at = sx_str_skip_spaces(code, at + 2);
    if (at < code.len && code.ptr[at] == '<') at = end_of_types(code, at);
    if (at == SX_STR_NONE) return false;
    at = sx_str_skip_spaces(code, at);
  }
  return at < code.len && code.ptr[at] == '(';
}

sx_status sx_code_calls(sx_words *out, const sx_document *document, size_t from, size_t to,
                        sx_arena *arena, sx_err *err) {
  static const char no_calls[] = "if elif elseif else for foreach while until switch match when "
                                 "return catch except sizeof typeof await yield throw and or not "
                                 "in is function func fn";
  sx_str code = sx_code_of(document, from, to, arena);
  sx_word word;
  *out = (sx_words){0};
  for (size_t at = 0; next_word(document, code, &at, &word);) {
    sx_str name = sx_str_slice(code, word.start, word.end);
    if (!is_called(document, code, word.end) || sx_language_has_word(no_calls, name, false))
      continue;
    sx_status status = add_word(out, from, word, arena, err);
    if (status) return status;
  }
  return SX_OK;
}

sx_status sx_code_names(sx_words *out, const sx_document *document, size_t from, size_t to,
                        sx_arena *arena, sx_err *err) {
  sx_str code = sx_code_of(document, from, to, arena);
  sx_word word;
  *out = (sx_words){0};
  for (size_t at = 0; next_word(document, code, &at, &word);) {
    sx_str name = sx_str_slice(code, word.start, word.end);
    if (sx_keyword_of(document->language, name) == SX_KEYWORD) continue;
    sx_status status = add_word(out, from, word, arena, err);
    if (status) return status;
  }
  return SX_OK;
}

/* ---- what a type is made from -------------------------------------------------------------- */

static bool is_in_language(const sx_document *document, const char *ids) {
  return sx_language_has_word(ids, sx_language_name(document->language), false);
}

/*
 * Blanks what is inside brackets below `level`: type arguments, constructor parameters. The end of
 * the header, where its body or the next statement begins.
 */
static size_t flatten(char *code, size_t len, uint32_t level, bool has_angles, const char *ends) {
  uint32_t depth = 0;
  for (size_t i = 0; i < len; i++) {
    char c = code[i];
    if (depth <= level && strchr(ends, c)) return i;
    bool opens = strchr("([", c) || (c == '<' && has_angles);
    bool closes = strchr(")]", c) || (c == '>' && has_angles && i && code[i - 1] != '=');
    if (closes && depth > 0 && --depth < level) return i;
    if (depth > level || opens || closes) code[i] = ' ';
    if (opens) depth++;
  }
  return len;
}

/* `=Meta`, `=abc.ABCMeta`: the argument of a call. */
static bool is_value(sx_str code, size_t at) {
  for (;;) {
    while (at > 0 && strchr(" \t\r\n", code.ptr[at - 1])) at--;
    if (!at || code.ptr[at - 1] != '.') return at > 0 && code.ptr[at - 1] == '=';
    for (at--; at > 0 && sx_byte_is_word(code.ptr[at - 1]);) at--;
  }
}

/* `*bases`, `'static`: what is not known by its name. */
static bool is_marked(const sx_document *document, sx_str code, size_t at) {
  char last = at ? code.ptr[at - 1] : ' ';
  return (last == '*' && is_in_language(document, "python")) ||
         (last == '\'' && is_in_language(document, "rust"));
}

/* The argument of a call is not a base, nor is the start of a path. */
static bool is_base(const sx_document *document, sx_str code, sx_word word) {
  static const char no_bases[] =
      "extends implements with public private protected internal virtual where final sealed "
      "permits class struct interface typename template override open abstract by noexcept";
  size_t next = sx_str_skip_spaces(code, word.end);
  char c = sx_str_at(code, next);
  bool is_path = c == '.' || c == '\\' || (c == ':' && sx_str_at(code, next + 1) == ':');
  sx_str name = sx_str_slice(code, word.start, word.end);
  bool is_new = is_in_language(document, "ruby") && sx_str_is_equal(name, SX_STR("new"));
  return !is_path && !is_new && !is_value(code, word.start) &&
         !is_marked(document, code, word.start) && c != '=' &&
         !sx_language_has_word(no_bases, name, false);
}

/* `class A : B where T : C`: what follows is not a base. */
static size_t end_of_bases(const sx_document *document, sx_str code) {
  sx_word word;
  bool has_where = is_in_language(document, "rust csharp kotlin swift");
  for (size_t at = 0; has_where && next_word(document, code, &at, &word);)
    if (sx_str_is_equal(sx_str_slice(code, word.start, word.end), SX_STR("where")))
      return word.start;
  return code.len;
}

/* In Kotlin the value after `by` is not a base. */
static bool is_delegate(const sx_document *document, sx_str code, const sx_word *last) {
  return is_in_language(document, "kotlin") &&
         sx_str_is_equal(sx_str_slice(code, last->start, last->end), SX_STR("by"));
}

/* Where the bases end, after what is in brackets became blank. */
static size_t flatten_header(const sx_document *document, sx_str code) {
  char *header = (char *)code.ptr;
  size_t at = sx_str_skip_spaces(code, 0);
  if (is_in_language(document, "python"))
    return sx_str_at(code, at) == '(' ? flatten(header, code.len, 1, false, ":") : 0;
  if (is_in_language(document, "ruby")) return flatten(header, code.len, 0, false, "\n;");
  return flatten(header, code.len, 0, true, "{;=");
}

sx_status sx_code_bases(sx_words *out, const sx_document *document, size_t from, size_t to,
                        sx_arena *arena, sx_err *err) {
  size_t most = from + MAX_HEADER_BYTES;
  sx_str code = sx_code_of(document, from, to < most ? to : most, arena);
  sx_word word, last = {0, 0};
  *out = (sx_words){0};
  if (!code.len) return SX_OK;
  code = sx_str_slice(code, 0, flatten_header(document, code));
  code = sx_str_slice(code, 0, end_of_bases(document, code));
  for (size_t at = 0; next_word(document, code, &at, &word); last = word) {
    if (!is_base(document, code, word) || is_delegate(document, code, &last)) continue;
    sx_status status = add_word(out, from, word, arena, err);
    if (status) return status;
  }
  return SX_OK;
}
