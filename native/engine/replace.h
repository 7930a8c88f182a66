#ifndef SX_ENGINE_REPLACE_H
#define SX_ENGINE_REPLACE_H

#include "engine/change_answer.h"
#include "workspace/document.h"

/** More are not replaced at once, and of more that are left alone the lines are not listed. */
#define SX_REPLACE_MAX_PLACES 1000000
#define SX_REPLACE_MAX_OTHERS 10000
/** So many are shown where one is to be chosen. */
#define SX_REPLACE_LISTED_PLACES 10

/** An old text and the new one for it: what replace_in_buffer and file_edit have in common. */
typedef struct sx_replace {
  sx_str file;
  const char *file_argument, *old_argument; /* their names in messages */
  sx_str old_text, new_text;
  bool is_regex, preserves_case;
  uint32_t occurrence; /* 1 the first, 2 the second …; 0 all */
  bool must_be_one;    /* several matches are refused: the call does not choose one */
} sx_replace;

/** The places that were found. */
typedef struct sx_replaced {
  sx_str path;
  size_t found, replaced;
  const char *how;        /* "exactly", "with other indentation", … */
  bool is_tolerant;       /* not exactly: it must be looked at before it is applied */
  const uint32_t *others; /* first lines (1-based) of matches that were left alone */
  size_t other_count;
} sx_replaced;

/** "all", "first", or a number from 1 on; empty: `otherwise`. */
sx_status sx_replace_take_occurrence(uint32_t *out, sx_str given, uint32_t otherwise,
                                     sx_err *err) SX_MUST_USE;

/**
 * Plans the replacement. Errors: NO_MATCH with the closest passages and what differs in them,
 * INVALID_ARGUMENT, MATCH_LIMIT, and those of opening and changing a document.
 */
sx_status sx_replace_plan(sx_change *change, const sx_replace *replace, bool peek, sx_replaced *out,
                          sx_err *err) SX_MUST_USE;

/**
 * AMBIGUOUS where several of the `count` matches could be meant, with their lines; OK otherwise.
 * `starts` are the offsets in the document of the first ones, as many as are listed.
 */
sx_status sx_replace_check_one(const sx_replace *replace, sx_call *call,
                               const sx_document *document, const size_t *starts, size_t count,
                               sx_err *err) SX_MUST_USE;

/** TOO_BIG, with the limit, where all of so many matches are to be replaced. */
sx_status sx_replace_check_count(const sx_replace *replace, sx_call *call,
                                 const sx_document *document, size_t count,
                                 sx_err *err) SX_MUST_USE;

/** Plans, previews or applies, and writes: a tolerant match is previewed whatever was asked. */
sx_status sx_replace_run(sx_call *call, const sx_replace *replace, sx_change_request *request,
                         sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
