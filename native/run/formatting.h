#ifndef SX_RUN_FORMATTING_H
#define SX_RUN_FORMATTING_H

#include "change/change.h"
#include "servers/inquiry.h"

/** How formatting ended. */
typedef enum sx_format_outcome {
  SX_FORMAT_EDITED,
  SX_FORMAT_ALREADY,  /* a formatter has nothing to change */
  SX_FORMAT_ABSENT,   /* no formatter of the language is there, or none has answered any question */
  SX_FORMAT_STARTING, /* the language's server is starting, or silent */
} sx_format_outcome;

/** The lines that are to be formatted, 1-based and both included; 0: the whole text. */
typedef struct sx_format_lines {
  uint32_t first, end;
} sx_format_lines;

/**
 * Plans to format a document, with the person's settings of its language, and where these do not
 * decide, indented as it is.
 *
 * Errors  INVALID_ARGUMENT for lines past the end; as sx_change_add_planned; CANCELLED, CLOSED,
 *         DEADLINE, NOMEM.
 */
sx_status sx_format_plan(sx_change *change, const sx_document *document, sx_format_lines lines,
                         sx_format_outcome *out, sx_err *err) SX_MUST_USE;

/**
 * Formats a text that is in no file, in the language that an agent calls `language`: by a file of
 * its own outside of the workspace, which is removed again. `*id`: VS Code's name of the language.
 *
 * Memory  in the call's arena.
 * Errors  as above; HOST where the editor does not know the language; IO, where the file cannot be
 *         made.
 */
sx_status sx_format_code(sx_str *after, sx_str *id, sx_call *call, sx_str code, sx_str language,
                         sx_format_outcome *out, sx_err *err) SX_MUST_USE;

/** Why nothing was formatted: ABSENT and STARTING as errors. HOST. */
sx_status sx_format_fail(sx_format_outcome outcome, sx_str language, sx_err *err);

#endif
