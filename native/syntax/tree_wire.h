#ifndef SX_SYNTAX_TREE_WIRE_H
#define SX_SYNTAX_TREE_WIRE_H

#include "base/buf.h"
#include "syntax/tree.h"

/*
 * The other question that `sextant-indexer --facts` answers, beside those of syntax/facts_wire.h:
 *
 *   question  tree LANGUAGE LENGTH FROM TO DEPTH NODES TOKENS\n
 *             the text                  as sx_tree_query has them
 *   answer    LANGUAGE EXTENT NAMES NODES ERRORS OUTER DEPTH DEEPEST TOTAL ALL-ERRORS FLAGS\n
 *             the names                 each a byte with its length, and its bytes
 *             nodes, errors             numbers in order of the fields, lowest byte first:
 *                                       24 bytes a node, 12 an error
 */

/* A line of the answer, its end included, has no more bytes. */
#define SX_TREE_LINE_BYTES 192

/** Reads a question's line. False: it is none. */
bool sx_tree_question(sx_str line, sx_str *language, uint32_t *bytes, sx_tree_query *query);
void sx_tree_question_write(sx_buf *out, sx_str language, size_t bytes, const sx_tree_query *query);

void sx_tree_write(sx_buf *out, const sx_syntax_tree *tree, sx_str language);

/**
 * Reads the answer that `bytes` begins with, for a text of `text_bytes`. `*used` is its length; 0:
 * more bytes are to come first. All that is read fits the text, and is a tree, whoever wrote it.
 *
 * Memory  in `arena`; `*language` is borrowed from `bytes`.
 * Errors  CORRUPT: it is not an answer; NOMEM, TOO_BIG from the arena.
 */
sx_status sx_tree_read(sx_syntax_tree *out, sx_str *language, size_t *used, sx_str bytes,
                       size_t text_bytes, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
