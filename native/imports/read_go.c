#include "imports/read_parts.h"

void sx_imports__read_go(sx_import_reader *reader) {
  bool is_on = true, is_start = true;
  while (is_on && sx_imports__next(reader) != SX_IMPORT_TOKEN_END) {
    bool is_first = is_start;
    is_start = reader->token.kind == SX_IMPORT_TOKEN_LINE || sx_imports__is_mark(reader, ';');
    if (!is_first || reader->token.kind != SX_IMPORT_TOKEN_WORD) continue;
    /* Imports precede all declarations. */
    if (sx_imports__is_word(reader, "func") || sx_imports__is_word(reader, "type") ||
        sx_imports__is_word(reader, "var") || sx_imports__is_word(reader, "const"))
      return;
    if (!sx_imports__is_word(reader, "import")) continue;
    sx_imports__next(reader);
    bool is_block = sx_imports__is_mark(reader, '(');
    for (; is_on && reader->token.kind != SX_IMPORT_TOKEN_END; sx_imports__next(reader)) {
      if (reader->token.kind == SX_IMPORT_TOKEN_STRING) {
        is_on = sx_imports__add(reader, reader->token.text, SX_IMPORT_PLAIN, reader->token.at);
        if (!is_block) break;
      } else if (is_block ? sx_imports__is_mark(reader, ')')
                          : reader->token.kind == SX_IMPORT_TOKEN_LINE)
        break;
    }
    is_start = reader->token.kind == SX_IMPORT_TOKEN_LINE;
  }
}
