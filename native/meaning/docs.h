#ifndef SX_MEANING_DOCS_H
#define SX_MEANING_DOCS_H

#include "base/array.h"
#include "text/language.h"

/** The comments of a text, by their place. */
typedef struct sx_meaning_span {
  uint32_t start, end;
} sx_meaning_span;
typedef SX_ARRAY(sx_meaning_span) sx_meaning_spans;

/** One pass through the text for all of its comments. In `arena`; NOMEM, TOO_BIG. */
sx_status sx_meaning_comments(sx_meaning_spans *out, sx_str text, const sx_language *language,
                              sx_arena *arena) SX_MUST_USE;
/**
 * The comment directly above what begins at `start`, over attributes; with what is in its lines
 * between. Empty where there is none after `from`.
 */
sx_meaning_span sx_meaning_comment_above(sx_str text, const sx_meaning_spans *comments,
                                         uint32_t from, uint32_t start);
/** The string that the text begins with at `at`, after blanks and a colon: a docstring. Or empty.
 */
sx_meaning_span sx_meaning_docstring_at(sx_str text, uint32_t at, uint32_t end);
/** The comment on the file itself at its top, but a licence; or empty. */
sx_meaning_span sx_meaning_file_doc(sx_str text, const sx_meaning_spans *comments,
                                    const sx_language *language);

#endif
