#ifndef SX_DOCUMENTATION_DOCUMENTATION_H
#define SX_DOCUMENTATION_DOCUMENTATION_H

#include "markdown/hover.h"
#include "semantic/target.h"

/** The part that one of several declarations of a function has for a caller. */
typedef enum sx_overload_role {
  SX_OVERLOAD,
  SX_OVERLOAD_AGAIN, /* another declaration has its signature, and is the overload */
  SX_OVERLOAD_BODY   /* implements others, and is called by their signatures */
} sx_overload_role;

/** Everything that is known of one asked symbol, before it is written. */
typedef struct sx_documentation {
  sx_target target;
  sx_status error; /* of this symbol alone; see `err` */
  sx_err err;
  sx_hover_parts parts;            /* what the providers returned for it and its overloads */
  SX_ARRAY(sx_hover_parts) hovers; /* at the first of its declarations, in their order */
  bool is_overloaded; /* several, and of a function: `parts` are joined from `hovers` */
  SX_ARRAY(sx_overload_role) roles; /* of all declarations, where overloaded */
  bool wants_all_signatures;        /* asked for: those that are not deprecated */
  size_t overload_count; /* signatures that a caller may use, where overloaded; of them: */
  size_t deprecated_count, shown_count;
  sx_str absent_language; /* known by its text alone: no extension serves this */
  sx_answer_status status;
} sx_documentation;

/**
 * Finds the symbol of `doc->target.locator` and what its documentation is. Errors of the arguments
 * go to `doc->error`; the return value is what ends the whole call: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_documentation_collect(sx_call *call, sx_documentation *doc, sx_err *err) SX_MUST_USE;

/**
 * Collects the declarations, hovers and comments of `doc->target.symbol`, once it is found, in
 * `doc->parts`. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_documentation_describe(sx_call *call, sx_documentation *doc, sx_err *err) SX_MUST_USE;

/** The hovers that were collected, or the text's declaration and comment, as one text. */
sx_status sx_documentation_format(const sx_documentation *doc, sx_call *call, size_t max_tokens,
                                  sx_hover_text *out, sx_err *err) SX_MUST_USE;

/** Appends it to the answer's text and to `results`, in at most `max_tokens`. */
sx_status sx_documentation_write(sx_call *call, const sx_documentation *doc, size_t max_tokens,
                                 sx_answer *answer, cJSON *results, sx_err *err) SX_MUST_USE;

#endif
