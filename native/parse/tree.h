#ifndef SX_PARSE_TREE_H
#define SX_PARSE_TREE_H

#include "parse/parse.h"
#include "syntax/tree.h"

/* A tree is asked for by someone who waits for it, and of one text. */
#define SX_PARSE_TREE_LIMITS ((sx_parse_limits){.time_ms = 3000, .bytes = 8u << 20})

/**
 * The syntax tree of `text`, UTF-8 or nearly, as the grammar of `language` reads it: as it is, or,
 * where that has errors and the text without its macros has none, without them. C is read by the
 * grammar of C++, and `*language` is then that.
 *
 * The extent is CUT, without nodes, where the text takes too long or too much memory; CUT with
 * nodes where a scanner has forgotten something on the way.
 *
 * Memory   in `arena`; names are static or in it.
 * Errors   NOMEM; TOO_BIG past the arena's ceiling.
 */
sx_status sx_parse_tree(sx_syntax_tree *out, sx_parser *parser, const sx_syntax_language **language,
                        sx_str text, const sx_tree_query *query, const sx_parse_limits *limits,
                        sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
