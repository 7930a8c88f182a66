/*
 * Fuzz target: what a text declares, in the language that its first byte says. All of it lies in
 * the text, and members come after what they are in. The grammars' scanners and their memory have
 * a sanitizer, but not their tables and the memory of tree-sitter: with ASan's, compiling a query
 * of Elixir takes twenty seconds.
 */
#include "parse/parse.h"

#include <tree_sitter/api.h>

#define MAX_BYTES 4096
#define ARENA_BYTES (16u << 20)

/* glibc's own, which no sanitizer sees. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *ptr, size_t size);
void __libc_free(void *ptr);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_facts(const sx_text_facts *facts, size_t size) {
  for (size_t i = 0; i < facts->facts.len; i++) {
    const sx_fact *fact = &facts->facts.items[i];
    check(fact->start <= fact->name_start && fact->name_start <= fact->name_end);
    check(fact->name_end <= fact->end && fact->end <= size);
    check(fact->start <= fact->body && fact->body <= fact->end);
    check(fact->parent == SX_FACT_TOP || fact->parent < i);
  }
  for (size_t i = 0; i < facts->imports.len; i++)
    check(facts->imports.items[i].start < facts->imports.items[i].end &&
          facts->imports.items[i].end <= size);
  for (size_t i = 0; i < facts->bases.len; i++)
    check(facts->bases.items[i].fact < facts->facts.len && facts->bases.items[i].end <= size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static sx_parser *parser;
  sx_parse_limits limits = SX_PARSE_LIMITS;
  sx_text_facts facts;
  sx_arena arena;
  size_t count;
  if (!size || size > MAX_BYTES) return 0;
  if (!parser) {
    ts_set_allocator(__libc_malloc, __libc_calloc, __libc_realloc, __libc_free);
    check(!sx_parser_new(&parser, NULL));
  }
  const sx_syntax_language *rows = sx_syntax_language_list(&count);
  const sx_syntax_language *language = &rows[data[0] % count];
  sx_arena_init(&arena, ARENA_BYTES);
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  check(!sx_parse_facts(&facts, parser, &language, text, &limits, &arena, NULL));
  check_facts(&facts, text.len);
  sx_arena_release(&arena);
  return 0;
}
