#include "imports/read_parts.h"

#include "base/buf.h"

#define MAX_NAME_BYTES 1024

/* Dots and names, as far as they go; the token after them comes again. */
static void read_dotted(sx_import_reader *reader, sx_buf *out) {
  bool is_after_word = false;
  for (;; sx_imports__next(reader)) {
    if (sx_imports__is_mark(reader, '.')) {
      is_after_word = false;
    } else if (reader->token.kind != SX_IMPORT_TOKEN_WORD || is_after_word ||
               (sx_imports__is_word(reader, "import") && sx_str_at(sx_buf_str(out), 0) == '.')) {
      break;
    } else {
      is_after_word = true;
    }
    sx_buf_add(out, reader->token.text);
  }
}

/* Past `as x`, to the next comma: whether there is one. Line ends count outside of parentheses. */
static bool next_name(sx_import_reader *reader, bool in_parens) {
  for (;;) {
    sx_import_token_kind kind =
        in_parens ? sx_imports__next_in_line(reader) : sx_imports__next(reader);
    if (sx_imports__is_mark(reader, ',')) return true;
    if (sx_imports__is_mark(reader, '\\')) {
      sx_imports__next_in_line(reader);
      sx_imports__hold(reader);
    } else if (kind != SX_IMPORT_TOKEN_WORD)
      return false;
  }
}

static bool read_import(sx_import_reader *reader, sx_buf *name, size_t at) {
  bool is_on = true, has_more = true;
  while (is_on && has_more) {
    if (!sx_imports__clear(reader, name)) return false;
    while (sx_imports__next(reader), sx_imports__is_mark(reader, '\\'))
      if (sx_imports__next(reader) != SX_IMPORT_TOKEN_LINE) return true;
    read_dotted(reader, name);
    is_on = sx_imports__add_name(reader, name, SX_IMPORT_PLAIN, at);
    sx_imports__hold(reader);
    has_more = next_name(reader, false);
  }
  sx_imports__hold(reader);
  return is_on;
}

static bool add_member(sx_import_reader *reader, sx_buf *module, size_t at) {
  size_t len = module->len;
  if (len && module->ptr[len - 1] != '.') sx_buf_add_char(module, '.');
  sx_buf_add(module, reader->token.text);
  bool is_on = sx_imports__add_name(reader, module, SX_IMPORT_MEMBER, at);
  sx_buf_truncate(module, len);
  return is_on;
}

static bool read_from(sx_import_reader *reader, sx_buf *module, size_t at) {
  bool in_parens, is_on = true;
  if (!sx_imports__clear(reader, module)) return false;
  sx_imports__next(reader);
  read_dotted(reader, module);
  while (sx_imports__is_mark(reader, '\\')) sx_imports__next_in_line(reader);
  if (!module->len || !sx_imports__is_word(reader, "import")) {
    sx_imports__hold(reader);
    return true;
  }
  while (sx_imports__next(reader), sx_imports__is_mark(reader, '\\'))
    if (sx_imports__next(reader) != SX_IMPORT_TOKEN_LINE) return true;
  if (sx_imports__is_mark(reader, '*')) {
    size_t before = reader->out->len;
    is_on = sx_imports__add_name(reader, module, SX_IMPORT_PLAIN, at);
    sx_imports__note_all(reader, before);
    return is_on;
  }
  in_parens = sx_imports__is_mark(reader, '(');
  if (in_parens) sx_imports__next_in_line(reader);
  while (is_on && reader->token.kind == SX_IMPORT_TOKEN_WORD) {
    size_t line_at = in_parens ? reader->token.at : at;
    is_on = add_member(reader, module, line_at);
    if (!next_name(reader, in_parens)) break;
    do sx_imports__next_in_line(reader);
    while (sx_imports__is_mark(reader, '\\'));
  }
  sx_imports__hold(reader);
  return is_on;
}

void sx_imports__read_python(sx_import_reader *reader) {
  bool is_on = true, is_start = true;
  size_t depth = 0;
  sx_buf name;
  sx_buf_init(&name, MAX_NAME_BYTES);
  while (is_on && sx_imports__next(reader) != SX_IMPORT_TOKEN_END) {
    size_t at = reader->token.at;
    char mark = reader->token.kind == SX_IMPORT_TOKEN_MARK ? reader->token.text.ptr[0] : 0;
    if (is_start && sx_imports__is_word(reader, "import")) {
      is_on = read_import(reader, &name, at);
    } else if (is_start && sx_imports__is_word(reader, "from")) {
      is_on = read_from(reader, &name, at);
    } else if (mark == '(' || mark == '[' || mark == '{') {
      depth++;
    } else if ((mark == ')' || mark == ']' || mark == '}') && depth) {
      depth--;
    }
    /* A backslash joins lines: no new statement follows. */
    if (mark == '\\') sx_imports__next(reader);
    is_start = !depth && (mark == ';' || mark == ':' ||
                          (mark != '\\' && reader->token.kind == SX_IMPORT_TOKEN_LINE));
  }
  (void)sx_imports__clear(reader, &name);
  sx_buf_release(&name);
}
