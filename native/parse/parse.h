#ifndef SX_PARSE_PARSE_H
#define SX_PARSE_PARSE_H

#include "syntax/facts.h"
#include "syntax/languages.h"

/*
 * Reads what texts declare with tree-sitter: in sextant-indexer only, as the grammars are the work
 * of many, and a fault in one ends the process. Before anything else: sx_parse_set_memory.
 */

/** For one thread. It keeps the queries of the languages that it has read, and trees of files. */
typedef struct sx_parser sx_parser;

/* tree-sitter gives up what it has read of a text by calls that lie in each other, a call for each
 * token at worst: a thread that parses needs so much stack. */
#define SX_PARSE_STACK_BYTES ((size_t)64 << 20)

typedef struct sx_parse_limits {
  uint32_t time_ms; /* of the processor's work; 0: none */
  uint32_t bytes;
} sx_parse_limits;

#define SX_PARSE_LIMITS ((sx_parse_limits){.time_ms = 200, .bytes = 4u << 20})

/** Frees with sx_parser_free. NOMEM. */
sx_status sx_parser_new(sx_parser **out, sx_err *err) SX_MUST_USE;
void sx_parser_free(sx_parser *parser);

/**
 * Finds what `text`, UTF-8 or nearly, declares, imports and extends. C is read by c_scan, and a
 * header that is C++ as that; `*language` is then what it was read as. Nothing is refused: code
 * need not be whole. Parameters and the variables of functions are not facts.
 *
 * Memory   in `arena`; some more for the time of the call.
 * Errors   NOMEM; TOO_BIG past the arena's ceiling. Without memory for tree-sitter: see
 *          parse/memory.h.
 * Cost     5 to 12 MB a second.
 */
sx_status sx_parse_facts(sx_text_facts *out, sx_parser *parser, const sx_syntax_language **language,
                         sx_str text, const sx_parse_limits *limits, sx_arena *arena,
                         sx_err *err) SX_MUST_USE;

/**
 * The same of a text of `file`, a number (0: none): its tree is kept, and the next text of that
 * number is parsed with it. The facts are the same. sx_parse_set_memory before it: else the
 * trees are taken to be as small as their texts.
 */
sx_status sx_parse_facts_of_file(sx_text_facts *out, sx_parser *parser,
                                 const sx_syntax_language **language, sx_str text, uint32_t file,
                                 const sx_parse_limits *limits, sx_arena *arena,
                                 sx_err *err) SX_MUST_USE;

#endif
