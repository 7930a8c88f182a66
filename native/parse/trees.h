#ifndef SX_PARSE_TREES_H
#define SX_PARSE_TREES_H

#include "parse/grammars.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The syntax trees of the last texts of some files. A text that differs from the last one of its
 * file by an edit is parsed with that tree: only what the edit changed is read. Any tree of the
 * grammar gives the right answer, so a number of a file that means another one costs only time.
 */

#define SX_TREES_MAX 8
/* For trees and their texts. A tree has 13 to 29 times the bytes of its text. */
#define SX_TREES_MAX_BYTES ((size_t)32 << 20)

typedef struct sx_tree {
  const sx_grammar *grammar;
  uint32_t file; /* the number of it; 0: there is none */
  TSTree *tree;
  char *text; /* as the grammar read it */
  size_t text_bytes;
  size_t bytes; /* of the tree and the text */
  uint64_t used;
} sx_tree;

/** For one thread. All zero: empty. */
typedef struct sx_trees {
  sx_tree items[SX_TREES_MAX];
  size_t bytes;
  uint64_t uses;
} sx_trees;

/* The file's number for a text whose file is not known. */
#define SX_TREES_NO_FILE UINT32_MAX

/** Takes the tree of a file out; all zero where there is none. The caller frees it. */
sx_tree sx_trees_take(sx_trees *trees, const sx_grammar *grammar, uint32_t file);

/** Likewise the tree, of whatever file, whose text has most in common with `text`. */
sx_tree sx_trees_take_like(sx_trees *trees, const sx_grammar *grammar, sx_str text);

/**
 * Takes `tree`, which has `bytes`, in the place of those that were not used for longest. One that
 * is too big, or without memory for a copy of the text, is freed at once.
 */
void sx_trees_add(sx_trees *trees, const sx_grammar *grammar, uint32_t file, TSTree *tree,
                  sx_str text, size_t bytes);

void sx_trees_clear(sx_trees *trees);

/** Notes in the tree what makes `text` of its text. False: most of `text` is not in it. */
bool sx_tree_edit(sx_tree *tree, sx_str text);

void sx_tree_free(sx_tree *tree);

#endif
