#ifndef SX_FLOW_SYNTAX_ERRORS_H
#define SX_FLOW_SYNTAX_ERRORS_H

#include "base/buf.h"
#include "syntax/tree.h"
#include "workspace/document.h"

/* Places where a text does not fit its grammar, and those that an edit makes. */

/** Text in quotes, in one line, and not too long. */
void sx_syntax_quote(sx_buf *out, sx_str text);
/** The error in words: `missing ";"`, `"(" is not closed`, `unexpected "]"`. */
void sx_syntax_error_describe(sx_buf *out, const sx_syntax_tree *tree, const sx_tree_error *error,
                              sx_str text);

/** One of the text after an edit. */
typedef struct sx_syntax_flaw {
  sx_pos16 at;
  sx_str message;
} sx_syntax_flaw;

typedef struct sx_syntax_flaws {
  bool is_known; /* the parser has read both texts */
  SX_ARRAY(sx_syntax_flaw) items;
} sx_syntax_flaws;

/**
 * The syntax errors of `after` that the text of `document`, of which path, language and text count,
 * has not; none where it has as many. An empty text has none.
 *
 * Memory  in the call's arena.
 * Errors  CANCELLED, CLOSED, NOMEM, TOO_BIG. `is_known` is false where nothing reads the language,
 *         or the parser cannot.
 */
sx_status sx_syntax_flaws_find(sx_syntax_flaws *out, sx_call *call, const sx_document *document,
                               sx_str after, sx_err *err) SX_MUST_USE;
/** The same of two trees that are there. */
sx_status sx_syntax_flaws_compare(sx_syntax_flaws *out, const sx_syntax_tree *before,
                                  sx_str before_text, const sx_syntax_tree *after,
                                  sx_str after_text, sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
