#ifndef SX_REFACTOR_REFACTORING_H
#define SX_REFACTOR_REFACTORING_H

#include "engine/change_answer.h"
#include "workspace/document.h"

/**
 * The beginning and the end that extract_function, inline_function, move_symbol and
 * change_signature share.
 *
 *   sx_refactoring r;
 *   status = sx_refactoring_begin(&r, call, args, answer, &is_done, err);
 *   if (status || is_done) return status;
 *   …                          // plans r.change: whole new texts, or edits of servers
 *   return sx_refactoring_finish(&r, answer, err);
 */
typedef struct sx_refactoring {
  sx_call *call;
  sx_change
      change; /* to be planned: sx_refactoring_edit, sx_change_create, or sx_change_add_planned */
  sx_change_request request;
  sx_strs warnings; /* what could not be known: a place and a sentence each */
  bool is_parsed;   /* the new texts were, by who knows more of them than a grammar */
} sx_refactoring;

#define SX_REFACTORING_MAX_WARNINGS 200

/**
 * Reads the arguments that all have: preview (default true), save (default true), change, cursor,
 * max_tokens, and keep_errors (default false: what is applied is taken back where it makes new
 * errors). With `change`, the id of a preview, it is answered here, and `*is_done`.
 *
 * Errors  as sx_change_request_take, sx_change_request_find and sx_change_answer.
 */
sx_status sx_refactoring_begin(sx_refactoring *r, sx_call *call, const cJSON *args,
                               sx_answer *answer, bool *is_done, sx_err *err) SX_MUST_USE;

/**
 * Adds "path:line:column: " and a sentence on what could not be known there: dynamic access, names
 * in strings, what a package exports. Over SX_REFACTORING_MAX_WARNINGS they are only counted in the
 * last one. NOMEM.
 */
sx_status sx_refactoring_warn(sx_refactoring *r, const sx_document *document, size_t offset,
                              const char *format, ...) SX_PRINTF(4, 5) SX_MUST_USE;

/**
 * Fails with REFUSED: "path:line:column: " and what is in the way there, then that nothing was
 * changed. A second sentence says what to do, where there is something.
 */
sx_status sx_refactoring_refuse(const sx_refactoring *r, const sx_document *document, size_t offset,
                                sx_err *err, const char *format, ...) SX_PRINTF(5, 6) SX_MUST_USE;

/**
 * Plans a new text of a document. Where all lines of the document end alike, those that came from
 * elsewhere end so, too. Errors as of sx_change_edit.
 */
sx_status sx_refactoring_edit(sx_refactoring *r, const sx_document *document, sx_str after,
                              sx_err *err) SX_MUST_USE;

/**
 * Parses each new text, then previews the change or applies it, and adds the warnings to text and
 * facts.
 *
 * Errors  REFUSED where a text would have syntax errors that it has not now, or where what was
 *         applied makes new errors and was taken back: with their places. Those of
 *         sx_change_answer.
 */
sx_status sx_refactoring_finish(sx_refactoring *r, sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
