/*
 * Fuzz target: strings, here documents and imports of the languages that have the oddest ones.
 *
 * Byte 0 chooses the language; the rest is the text. Spans follow each other without a gap and are
 * never empty, and they are the same each time.
 */
#include "text/lexer.h"

#include <stdint.h>

#define MAX_BYTES 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const paths[] = {"a.sh", "a.rb",  "a.pl", "a.php", "a.ts",
                                      "a.py", "a.lua", "a.rs", "a.cpp", "a.cs"};
  if (size < 1 || size > MAX_BYTES) return 0;
  const char *path = paths[data[0] % (sizeof paths / sizeof *paths)];
  const sx_language *language = sx_language_find(SX_STR(""), sx_str_from(path));
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  sx_lexer one, again;
  sx_span span, same;
  size_t end = 0;
  sx_lexer_init(&one, text, language);
  sx_lexer_init(&again, text, language);
  while (sx_lexer_next(&one, &span)) {
    check(span.start == end && span.end > span.start && span.end <= text.len);
    check((unsigned)span.use <= SX_USE_COMMENT);
    check(sx_lexer_next(&again, &same) && same.end == span.end && same.use == span.use);
    end = span.end;
  }
  check(end == text.len && !sx_lexer_next(&one, &span));
  return 0;
}
