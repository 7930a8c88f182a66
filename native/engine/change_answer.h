#ifndef SX_ENGINE_CHANGE_ANSWER_H
#define SX_ENGINE_CHANGE_ANSWER_H

#include "change/undo.h"
#include "engine/tool.h"

/**
 * How every changing tool ends: it previews the change that it has planned, or applies it and
 * reports the result. Reads these arguments, where the tool's schema has them:
 *
 *   preview      true: nothing is changed; the change is kept under an id
 *   save         whether edited files are saved
 *   verify       whether the change is taken back where it makes new errors (change/verify.h)
 *   change       the id of a previewed change: it is applied (or shown) as it was previewed
 *   cursor       where the shown diff goes on
 *   max_tokens   of the answer
 */
typedef struct sx_change_request {
  bool is_preview, save;
  bool must_verify; /* kept with a preview */
  bool write_to_disk;
  sx_str id;           /* of a change that was previewed; empty: none */
  sx_str cursor;       /* where the diff of that change continues; empty: its beginning */
  const char *success; /* the first words by the tool's contract ("Successfully edited"); or NULL */
  const char *done;    /* in a word: "created"; or NULL */
  const char *status;  /* what the fact `status` is by the tool's contract; or NULL */
  bool is_persons;     /* a person has allowed it: there is no question */
  bool is_brief;       /* the tool lists what would change: its preview goes without the diff */
} sx_change_request;

/**
 * Reads the arguments. `is_preview`, `save` and `must_verify` keep the values that they have if
 * they are not given. Errors  INVALID_ARGUMENT for a cursor without the change.
 */
sx_status sx_change_request_take(sx_change_request *request, const cJSON *args, sx_call *call,
                                 sx_answer *answer, sx_err *err) SX_MUST_USE;

/** The same for tools with a list: without `change`, `cursor` continues the list. */
void sx_change_request_take_listed(sx_change_request *request, const cJSON *args, sx_call *call,
                                   sx_answer *answer);

/** The change that was previewed under the request's id. CONFLICT when it was applied already. */
sx_status sx_change_request_find(const sx_change_request *request, sx_change *out, sx_call *call,
                                 sx_err *err) SX_MUST_USE;

/**
 * Previews or applies, and writes text and facts: `applied`, `preview`, `change`, `files`,
 * `buffer_state` of a single file, `diagnostics`, `truncated`, `cursor`.
 */
sx_status sx_change_answer(sx_change *change, const sx_change_request *request, sx_answer *answer,
                           sx_err *err) SX_MUST_USE;

/** The files as facts, for tools that have applied the change by themselves. NOMEM. */
sx_status sx_change_answer_files(const sx_change *change, sx_answer *answer,
                                 sx_err *err) SX_MUST_USE;
/** Lines on files that were moved or not saved, and on their diagnostics. */
void sx_change_answer_write_outcome(const sx_change *change, const sx_outcome *outcome,
                                    sx_answer *answer);

/** Reports the result of undoing, in text and facts. */
sx_status sx_change_answer_undone(const sx_undo *undo, sx_answer *answer, sx_err *err) SX_MUST_USE;

#endif
