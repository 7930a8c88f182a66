/*
 * Fuzz target: an answer of `sextant-indexer --facts`. Whatever the bytes, what is read of them
 * fits the text, and is written as it was.
 */
#include "syntax/facts_wire.h"

#define TEXT_BYTES 1000
#define ARENA_BYTES (16u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_answer(const sx_text_facts *facts) {
  for (size_t i = 0; i < facts->facts.len; i++) {
    const sx_fact *fact = &facts->facts.items[i];
    check(fact->end <= TEXT_BYTES && fact->name_end <= fact->end);
    check(fact->parent == SX_FACT_TOP || fact->parent < i);
    check(sx_fact_kind_name((sx_fact_kind)fact->kind).len > 0);
  }
  for (size_t i = 0; i < facts->imports.len; i++) check(facts->imports.items[i].end <= TEXT_BYTES);
  for (size_t i = 0; i < facts->bases.len; i++)
    check(facts->bases.items[i].fact < facts->facts.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_arena arena;
  sx_text_facts facts;
  sx_str language;
  size_t used;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status = sx_facts_read(&facts, &language, &used, sx_str_make((const char *)data, size),
                                   TEXT_BYTES, &arena, NULL);
  check(used <= size);
  if (!status && used) check_answer(&facts);
  sx_arena_release(&arena);
  return 0;
}
