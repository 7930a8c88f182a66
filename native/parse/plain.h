#ifndef SX_PARSE_PLAIN_H
#define SX_PARSE_PLAIN_H

#include "base/array.h"
#include "parse/grammars.h"

/**
 * The text that a grammar is to read for `text`: with blanks for what the grammar takes for
 * something else, as `class EXPORTED A {` for a function of the type EXPORTED. As long as it, or
 * with a line end after it. In `arena`, or `text` itself for most grammars. NOMEM, TOO_BIG.
 *
 * Macros      words in capitals, with what is in brackets after them, where a declaration begins or
 *             its name or body follows, and a name and a type are there without them (C++)
 * Conditions  lines with #if, #else, #elseif and #endif (Swift)
 * Annotations the word `annotation` before `class` (Kotlin)
 * Line end    after a text that ends in an annotation Kotlin's scanner reads on for ever
 */
sx_status sx_parse_plain(sx_str *out, const sx_grammar *grammar, sx_str text, sx_arena *arena,
                         sx_err *err) SX_MUST_USE;

#endif
