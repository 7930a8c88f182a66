#include "imports/read_parts.h"

#include "base/buf.h"

#define MAX_NAME_BYTES 1024

/* Java and Kotlin: names up to a semicolon, the line's end or `as`. */
static bool read_import(sx_import_reader *reader, sx_buf *name, size_t at) {
  sx_import_kind kind = SX_IMPORT_PLAIN;
  if (!sx_imports__clear(reader, name)) return false;
  sx_imports__next(reader);
  if (sx_imports__is_word(reader, "static")) {
    kind = SX_IMPORT_MEMBER;
    sx_imports__next(reader);
  }
  for (bool is_after_word = false;; sx_imports__next(reader)) {
    bool is_word = reader->token.kind == SX_IMPORT_TOKEN_WORD ||
                   reader->token.kind == SX_IMPORT_TOKEN_STRING; /* Kotlin's `in` in backticks */
    bool is_dot = sx_imports__is_mark(reader, '.');
    if (reader->token.kind == SX_IMPORT_TOKEN_LINE && !is_after_word && name->len) continue;
    if (!is_dot && !sx_imports__is_mark(reader, '*') && !(is_word && !is_after_word)) break;
    sx_buf_add(name, reader->token.text);
    is_after_word = !is_dot;
  }
  sx_imports__hold(reader);
  return sx_imports__add_name(reader, name, kind, at);
}

void sx_imports__read_java(sx_import_reader *reader) {
  bool is_on = true, is_start = true;
  sx_buf name;
  sx_buf_init(&name, MAX_NAME_BYTES);
  while (is_on && sx_imports__next(reader) != SX_IMPORT_TOKEN_END) {
    size_t at = reader->token.at;
    if (sx_imports__is_mark(reader, '{')) break; /* imports precede the first type */
    bool is_import = is_start && sx_imports__is_word(reader, "import");
    if (is_import) is_on = read_import(reader, &name, at);
    is_start = reader->token.kind == SX_IMPORT_TOKEN_LINE || sx_imports__is_mark(reader, ';');
  }
  (void)sx_imports__clear(reader, &name);
  sx_buf_release(&name);
}
