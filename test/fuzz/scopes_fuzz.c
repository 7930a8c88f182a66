/*
 * Fuzz target: where names are visible, in any text of any language.
 *
 * Byte 0 chooses the language; the rest is the text. Blocks lie in each other, and a scope holds
 * the place that it is of.
 */
#include "text/scopes.h"

#include <stdint.h>

#define MAX_BYTES 2048
#define ARENA_BYTES (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_blocks(const sx_scopes *scopes) {
  for (size_t i = 0; i < scopes->blocks.len; i++) {
    const sx_block *block = &scopes->blocks.items[i];
    check(block->start < block->end && block->end <= scopes->code.len);
    check(sx_scopes_head_start(scopes, block) <= block->start);
    check(!i || block->start >= scopes->blocks.items[i - 1].start);
    if (block->parent == SX_STR_NONE) continue;
    check(block->parent < i && block->start < scopes->blocks.items[block->parent].end);
  }
}

static void check_place(const sx_scopes *scopes, size_t at, size_t len) {
  size_t end = scopes->code.len;
  sx_scope scope = sx_scopes_of(scopes, at, len);
  check(scope.start <= scope.end && scope.end <= end);
  check((unsigned)sx_scopes_role(scopes, at, len) <= SX_ROLE_FOREIGN);
  if (sx_scopes_sees(scopes, scope, at)) check(scope.start <= at && at < scope.end);
  const sx_block *in = sx_scopes_block_at(scopes, at), *class = sx_scopes_class_at(scopes, at);
  check(!in || (in->start <= at && at < in->end));
  check(!class || (class->kind == SX_BLOCK_CLASS && class->start <= at && at < class->end));
  const sx_block *headed = sx_scopes_headed_class(scopes, at);
  check(!headed || headed->kind == SX_BLOCK_CLASS);
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t count;
  const sx_language *rows = sx_language_list(&count);
  sx_scopes scopes;
  sx_arena arena;
  if (size < 1 || size > MAX_BYTES) return 0;
  sx_str text = sx_str_make((const char *)data + 1, size - 1);
  sx_arena_init(&arena, ARENA_BYTES);
  check(sx_scopes_find(&scopes, text, &rows[data[0] % count], &arena, NULL) == SX_OK);
  check(scopes.code.len == text.len);
  check_blocks(&scopes);
  for (size_t at = 0; at < text.len; at++) {
    size_t end = at;
    while (end < text.len && is_word(scopes.code.ptr[end])) end++;
    if (end == at) continue;
    check_place(&scopes, at, end - at);
    at = end;
  }
  sx_arena_release(&arena);
  return 0;
}
