#include "imports/read_parts.h"

#include "base/byte.h"

const char *sx_import_kind_name(sx_import_kind kind) {
  static const char *const names[SX_IMPORT_KINDS] = {"import",  "type",  "export",  "require",
                                                     "dynamic", "from",  "include", "include",
                                                     "module",  "module"};
  return (unsigned)kind < SX_IMPORT_KINDS ? names[kind] : names[0];
}

sx_import_family sx_import_family_of(const sx_language *language) {
  static const struct {
    const char *name;
    sx_import_family family;
  } rows[] = {{"typescript", SX_IMPORTS_SCRIPT},
              {"python", SX_IMPORTS_PYTHON},
              {"c", SX_IMPORTS_C},
              {"cpp", SX_IMPORTS_C},
              {"objective-c", SX_IMPORTS_C},
              {"go", SX_IMPORTS_GO},
              {"rust", SX_IMPORTS_RUST},
              {"java", SX_IMPORTS_JAVA},
              {"kotlin", SX_IMPORTS_JAVA}};
  sx_str name = sx_language_name(language);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (sx_str_is_equal(name, sx_str_from(rows[i].name))) return rows[i].family;
  return SX_IMPORTS_NONE;
}

/* ---- tokens ------------------------------------------------------------------------------- */

static bool is_quote(char c) {
  return c == '"' || c == '\'' || c == '`';
}

static bool is_word_byte(char c) {
  return sx_byte_is_word(c) || c == '$' || (unsigned char)c >= 0x80;
}

static void take(sx_import_reader *reader, sx_import_token_kind kind, size_t end) {
  sx_str text = sx_str_slice(reader->lexer.text, reader->at, end);
  reader->before = reader->token;
  reader->token = (sx_import_token){kind, text, reader->at};
  reader->at = end;
}

/* A string that is a span of its own. */
static void take_string(sx_import_reader *reader) {
  sx_str text = sx_str_slice(reader->lexer.text, reader->at, reader->span.end);
  char quote = sx_str_at(text, 0);
  bool is_whole = is_quote(quote) && text.len >= 2 && text.ptr[text.len - 1] == quote;
  take(reader, is_whole ? SX_IMPORT_TOKEN_STRING : SX_IMPORT_TOKEN_OTHER, reader->span.end);
  if (is_whole) reader->token.text = sx_str_slice(text, 1, text.len - 1);
}

static bool next_span(sx_import_reader *reader) {
  do
    if (!sx_lexer_next(&reader->lexer, &reader->span)) return false;
  while (reader->span.use == SX_USE_COMMENT);
  reader->at = reader->span.start;
  return true;
}

sx_import_token_kind sx_imports__next(sx_import_reader *reader) {
  sx_str text = reader->lexer.text;
  if (reader->is_held) {
    reader->is_held = false;
    return reader->token.kind;
  }
  for (;;) {
    if (reader->at >= reader->span.end && !next_span(reader)) {
      reader->at = text.len;
      take(reader, SX_IMPORT_TOKEN_END, text.len);
      return SX_IMPORT_TOKEN_END;
    }
    char c = text.ptr[reader->at];
    size_t end = reader->at + 1;
    bool is_start = reader->at == reader->span.start;
    if (reader->span.use == SX_USE_STRING || (is_start && is_quote(c))) {
      take_string(reader);
      return reader->token.kind;
    }
    if (c == ' ' || c == '\t') {
      reader->at++;
      continue;
    }
    if (!is_word_byte(c)) {
      take(reader, sx_byte_is_line_end(c) ? SX_IMPORT_TOKEN_LINE : SX_IMPORT_TOKEN_MARK, end);
      return reader->token.kind;
    }
    while (end < reader->span.end && is_word_byte(text.ptr[end])) end++;
    take(reader, SX_IMPORT_TOKEN_WORD, end);
    return SX_IMPORT_TOKEN_WORD;
  }
}

sx_import_token_kind sx_imports__next_in_line(sx_import_reader *reader) {
  sx_import_token before = reader->is_held ? reader->before : reader->token;
  sx_import_token_kind kind;
  while ((kind = sx_imports__next(reader)) == SX_IMPORT_TOKEN_LINE) continue;
  reader->before = before;
  return kind;
}

void sx_imports__hold(sx_import_reader *reader) {
  reader->is_held = true;
}

bool sx_imports__is_word(const sx_import_reader *reader, const char *word) {
  return reader->token.kind == SX_IMPORT_TOKEN_WORD &&
         sx_str_is_equal(reader->token.text, sx_str_from(word));
}

bool sx_imports__is_mark(const sx_import_reader *reader, char mark) {
  return reader->token.kind == SX_IMPORT_TOKEN_MARK && reader->token.text.ptr[0] == mark;
}

/* ---- the list ----------------------------------------------------------------------------- */

static uint32_t line_of(sx_import_reader *reader, size_t at) {
  sx_str text = reader->lexer.text;
  if (at < reader->line_at) {
    reader->line_at = 0;
    reader->line = 1;
  }
  for (; reader->line_at < at; reader->line_at++) {
    char c = text.ptr[reader->line_at];
    bool is_pair = c == '\r' && sx_str_at(text, reader->line_at + 1) == '\n';
    if (sx_byte_is_line_end(c) && !is_pair) reader->line++;
  }
  return reader->line;
}

bool sx_imports__add(sx_import_reader *reader, sx_str specifier, sx_import_kind kind, size_t at) {
  if (!specifier.len || memchr(specifier.ptr, 0, specifier.len)) return true;
  sx_import_line *added = SX_ARRAY_ADD(reader->out, reader->arena);
  if (!added) return false;
  *added =
      (sx_import_line){sx_arena_dup(reader->arena, specifier), kind, line_of(reader, at), false};
  return !reader->arena->status;
}

void sx_imports__note_all(sx_import_reader *reader, size_t before) {
  if (reader->out->len > before) reader->out->items[reader->out->len - 1].is_all = true;
}

static bool has_memory(sx_import_reader *reader, const sx_buf *buf) {
  if (buf->status == SX_NOMEM && !reader->arena->status) reader->arena->status = SX_NOMEM;
  return !reader->arena->status;
}

bool sx_imports__add_name(sx_import_reader *reader, const sx_buf *name, sx_import_kind kind,
                          size_t at) {
  if (name->status) return has_memory(reader, name);
  return sx_imports__add(reader, sx_buf_str(name), kind, at);
}

bool sx_imports__clear(sx_import_reader *reader, sx_buf *buf) {
  bool is_on = has_memory(reader, buf);
  sx_buf_clear(buf);
  return is_on;
}

sx_status sx_imports_read(sx_import_lines *out, sx_str text, const sx_language *language,
                          sx_arena *arena, sx_err *err) {
  static void (*const readers[])(sx_import_reader * reader) = {
      [SX_IMPORTS_SCRIPT] = sx_imports__read_script, [SX_IMPORTS_PYTHON] = sx_imports__read_python,
      [SX_IMPORTS_C] = sx_imports__read_c,           [SX_IMPORTS_GO] = sx_imports__read_go,
      [SX_IMPORTS_RUST] = sx_imports__read_rust,     [SX_IMPORTS_JAVA] = sx_imports__read_java};
  sx_import_family family = sx_import_family_of(language);
  sx_import_reader reader = {.line = 1, .out = out, .arena = arena};
  reader.token.text = reader.before.text = SX_STR("");
  if (family == SX_IMPORTS_NONE) return SX_OK;
  sx_lexer_init(&reader.lexer, text, language);
  readers[family](&reader);
  return arena->status ? sx_fail(err, arena->status, NULL) : SX_OK;
}
