/*
 * Fuzz target: C read by its text alone, as repositories have it.
 *
 * Byte 0 chooses the length of the name, byte 1 C or C++; then come the name and the text. All
 * results lie in the text, and offsets stay what they are.
 */
#include "text/c/c_name.h"

#include <stdint.h>

#define MAX_BYTES 4096
#define ARENA_BYTES (16u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_word(const sx_c_word *word, sx_str code) {
  check(word->start <= word->end && word->end <= code.len);
  for (size_t i = word->start; i < word->end; i++) check(sx_c_is_word(code.ptr[i]));
}

static void check_macros(sx_str code, sx_str name) {
  sx_c_macro macro;
  size_t at = 0, last = 0;
  while (sx_c_next_macro(&macro, code, &at)) {
    check(at >= last && at <= code.len);
    last = at;
    check(macro.name_start < macro.name_end && macro.name_end <= macro.parameters_start);
    check(macro.parameters_start <= macro.parameters_end);
    check(macro.body_end <= code.len);
    for (size_t from = 0; (from = sx_c_macro_find(&macro, code, name, from)) != SX_STR_NONE;
         from++) {
      check(from >= macro.body_start && from + name.len <= macro.body_end);
      check(sx_c_is_in_macro(code, from));
    }
  }
  check(at == code.len);
}

static void check_names(sx_str code, sx_str name) {
  sx_c_reader reader = {.code = code};
  for (size_t at = 0; name.len && (at = sx_str_find(code, name, at)) != SX_STR_NONE;
       at += name.len) {
    sx_c_name found = {0};
    sx_c_name_look(&found, &reader, at, name.len);
    check(found.role <= SX_C_VARIABLE && found.scope <= SX_C_LOCAL);
    check(found.statement <= code.len && found.name_count <= SX_C_MAX_NAMES);
    check_word(&found.tag, code);
    for (size_t i = 0; i < found.name_count; i++) check_word(&found.names[i], code);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > MAX_BYTES) return 0;
  sx_arena arena;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_str rest = sx_str_make((const char *)data + 2, size - 2);
  sx_str name = sx_str_slice(rest, 0, data[0] % 12);
  sx_str text = sx_str_slice(rest, name.len, rest.len);
  const sx_language *language =
      sx_language_find(SX_STR(""), data[1] & 1 ? SX_STR("a.cpp") : SX_STR("a.c"));
  for (int keeps = 0; keeps < 2; keeps++) {
    sx_str code = sx_c_code(text, language, keeps, &arena);
    check(code.len == text.len);
    for (size_t i = 0; i < code.len; i++) check(code.ptr[i] == text.ptr[i] || code.ptr[i] == ' ');
    if (keeps)
      check_macros(code, name);
    else
      check_names(code, name);
  }
  sx_arena_release(&arena);
  return 0;
}
