#ifndef SX_RUN_SYNTAX_TREE_H
#define SX_RUN_SYNTAX_TREE_H

#include "answer/answer.h"
#include "syntax/languages.h"
#include "text/lines.h"
#include "workspace/call.h"

/*
 * The answer with the syntax tree of a text: what does not fit the grammar first, then the nodes,
 * each in a line, indented below the one that it is in:
 *
 *   function_definition [3:1-4:16]
 *     name: identifier [3:5-3:9] "save"
 *     body: block [4:5-4:16] (6 nodes) "return self.db"
 *
 * Lines and columns are 1-based in it, and columns count UTF-16 units.
 */

/** The text. Borrowed for the call. */
typedef struct sx_tree_source {
  sx_str shown; /* how the answer names it */
  const sx_syntax_language *language;
  const sx_lines *lines;
} sx_tree_source;

/** The part of its tree that is wanted. */
typedef struct sx_tree_request {
  uint32_t depth; /* levels below the first node; 0: as many as fit into the answer */
  uint32_t first_line, end_line; /* 1-based, both included; 0: the whole text */
  bool has_tokens;               /* punctuation and keywords, too */
  sx_str cursor;
} sx_tree_request;

/**
 * Writes text and facts: `language`, `ast`, `errors`, `node_count`, `error_count`, `depth`,
 * `cursor`. UNKNOWN where the text takes too long or too much memory, or has ended the parser.
 *
 * Errors  INVALID_ARGUMENT for lines past the end and another cursor, CONFLICT for a cursor of
 *         another text; TOO_BIG; CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_tree_answer(sx_call *call, const sx_tree_source *source,
                         const sx_tree_request *request, sx_answer *answer,
                         sx_err *err) SX_MUST_USE;

#endif
