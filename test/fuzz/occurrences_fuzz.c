/*
 * Fuzz target: search, lexer and declarations over any text, for any name and language.
 *
 * Byte 0 chooses the language, byte 1 the length of the name, byte 2 the kernels and the limit;
 * then come the name and the text. Search finds the same as the slow oracle.
 */
#include "text/declaration.h"
#include "text/scan.h"
#include "text_oracle.h"

#include <stdint.h>
#include <stdio.h>

#define HEAD_BYTES 3
#define MAX_BYTES 2048
#define ARENA_BYTES (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const char *wrong) {
  if (!wrong) return;
  fprintf(stderr, "wrong: %s\n", wrong);
  __builtin_trap();
}

static void check_uses(const sx_occurrences *found, size_t text_len) {
  for (size_t i = 0; i < found->len; i++)
    check((unsigned)found->items[i].use > SX_USE_COMMENT || found->items[i].offset >= text_len
              ? "a use"
              : NULL);
}

static void check_declaration(sx_str text, sx_str name, const sx_language *language,
                              sx_arena *arena) {
  sx_declaration found;
  if (sx_declaration_find(&found, text, name, language, arena, NULL)) check("declaration fails");
  if (found.score && oracle_next(text, name, language, found.offset) != found.offset)
    check("declaration is elsewhere");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t language_count;
  const sx_language *rows = sx_language_list(&language_count);
  if (size < HEAD_BYTES || size > MAX_BYTES) return 0;
  const sx_language *language = &rows[data[0] % language_count];
  sx_str rest = sx_str_make((const char *)data + HEAD_BYTES, size - HEAD_BYTES);
  sx_str name = sx_str_slice(rest, 0, data[1] % 24);
  sx_str text = sx_str_slice(rest, name.len, rest.len);
  size_t max_items = data[2] < 200 ? SIZE_MAX : data[2] - 200u;
  sx_scan_force((sx_scan_kind)(data[2] % 3));

  sx_arena arena;
  sx_occurrences found;
  sx_arena_init(&arena, ARENA_BYTES);
  if (sx_occurrences_find(&found, text, name, language, max_items, &arena, NULL))
    check("search fails");
  check(oracle_check_occurrences(&found, text, name, language, max_items));
  check(oracle_check_spans(text, language));
  sx_occurrences_classify(&found, text, language);
  check_uses(&found, text.len);
  check_declaration(text, name, language, &arena);
  sx_arena_release(&arena);
  return 0;
}
