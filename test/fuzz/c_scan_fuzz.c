/*
 * Fuzz target: what a text of C declares. All of it lies in the text, and members come after what
 * they are in.
 */
#include "syntax/c_scan.h"

#include <stdint.h>

#define MAX_BYTES 4096
#define ARENA_BYTES (16u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_fact(const sx_facts *facts, size_t i, size_t size) {
  const sx_fact *fact = &facts->items[i];
  check(fact->start <= fact->name_start && fact->name_start <= fact->name_end);
  check(fact->name_end <= size && fact->start <= fact->body && fact->body <= fact->end);
  check(fact->end <= size && sx_fact_kind_name((sx_fact_kind)fact->kind).len);
  check(fact->parent == SX_FACT_TOP || fact->parent < i);
  if (fact->parent == SX_FACT_TOP) return;
  const sx_fact *parent = &facts->items[fact->parent];
  check(parent->body <= fact->name_start && fact->name_end <= parent->end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_arena arena;
  sx_facts facts;
  bool is_cpp;
  if (size > MAX_BYTES) return 0;
  sx_arena_init(&arena, ARENA_BYTES);
  check(!sx_c_scan(&facts, NULL, &is_cpp, sx_str_make((const char *)data, size), &arena, NULL));
  for (size_t i = 0; i < facts.len; i++) check_fact(&facts, i, size);
  sx_arena_release(&arena);
  return 0;
}
