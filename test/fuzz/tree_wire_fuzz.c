/*
 * Fuzz target: a tree that `sextant-indexer --facts` answers with. Whatever the bytes, what is read
 * of them is a tree that fits the text, and is read again as it was when it is written.
 */
#include "syntax/tree_wire.h"

#include "base/utf8.h"

#define TEXT_BYTES 1000
#define ARENA_BYTES (16u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) __builtin_trap();
}

static void check_tree(const sx_syntax_tree *tree) {
  check(tree->names.len > 0 && tree->outer <= tree->nodes.len);
  for (size_t i = 0; i < tree->names.len; i++)
    check(sx_utf8_is_valid(tree->names.items[i].ptr, tree->names.items[i].len));
  for (size_t i = 0; i < tree->nodes.len; i++) {
    const sx_tree_node *node = &tree->nodes.items[i];
    check(node->start <= node->end && node->end <= TEXT_BYTES);
    check(node->kind < tree->names.len && node->field < tree->names.len);
    check(node->depth <= SX_TREE_MAX_DEPTH + SX_TREE_MAX_OUTER);
    check(i ? node->depth && node->depth <= node[-1].depth + 1 : !node->depth);
  }
  for (size_t i = 0; i < tree->errors.len; i++)
    check(tree->errors.items[i].end <= TEXT_BYTES && tree->errors.items[i].name < tree->names.len);
}

static void check_again(const sx_syntax_tree *tree, sx_arena *arena) {
  sx_buf bytes;
  sx_syntax_tree again;
  sx_str as;
  size_t used;
  sx_buf_init(&bytes, ARENA_BYTES);
  sx_tree_write(&bytes, tree, SX_STR("python"));
  sx_status status = sx_tree_read(&again, &as, &used, sx_buf_str(&bytes), TEXT_BYTES, arena, NULL);
  check(!status && used == bytes.len && again.nodes.len == tree->nodes.len);
  check(sx_str_is_equal(as, SX_STR("python")));
  if (again.nodes.len)
    check(
        !memcmp(again.nodes.items, tree->nodes.items, again.nodes.len * sizeof *again.nodes.items));
  sx_buf_release(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sx_arena arena;
  sx_syntax_tree tree;
  sx_str language;
  size_t used;
  sx_arena_init(&arena, ARENA_BYTES);
  sx_status status = sx_tree_read(&tree, &language, &used, sx_str_make((const char *)data, size),
                                  TEXT_BYTES, &arena, NULL);
  check(used <= size);
  if (!status && used) {
    check_tree(&tree);
    check_again(&tree, &arena);
  }
  sx_arena_release(&arena);
  return 0;
}
