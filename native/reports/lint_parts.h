#ifndef SX_REPORTS_LINT_PARTS_H
#define SX_REPORTS_LINT_PARTS_H

#include "host/json.h"
#include "reports/lint_report.h"

/* Parts that the readers of lint reports share. */

/** Nothing more is joined to a message of this length, as each joint copies it. */
#define SX_LINT__LONG_BYTES ((size_t)16 << 10)

/** A zeroed issue at the end of the list; NULL without memory. */
sx_lint_issue *sx_lint__add(sx_lint_report *report, const char *source, sx_arena *arena);

/** The status of the arena, as an error where it is one. */
sx_status sx_lint__end(const sx_arena *arena, sx_err *err);

/**
 * The JSON value in the output of a linter, which may write lines of text before and after it.
 * Errors  BAD_MESSAGE where there is none, or one that is cut; NOMEM.
 * The caller deletes `*out`.
 */
sx_status sx_lint__parse(cJSON **out, sx_str text, const char *source, sx_err *err) SX_MUST_USE;

/** Whether it is a list of objects that all have a member of this name. */
bool sx_lint__is_list_of(const cJSON *list, const char *name);
/** BAD_MESSAGE: the JSON is not a report of `source`. */
sx_status sx_lint__fail_form(const char *source, sx_err *err);

/** A member that counts from 0, counted from 1; 0 where it is absent, null or less. */
uint32_t sx_lint__number_from_0(const cJSON *object, const char *name);

/** Decimal digits at `*at`, which is moved past them; false: there are none, or too many. */
bool sx_lint__take_number(sx_str text, size_t *at, uint32_t *out);

/** By the words that linters use; `otherwise` for any other. */
sx_lint_severity sx_lint__severity(sx_str word, sx_lint_severity otherwise);

/**
 * Reads `path:line:column:` at the beginning of a line, the column optional; `*rest` is what
 * follows. Drives of Windows are part of the path.
 */
bool sx_lint__take_place(sx_str line, sx_lint_issue *out, sx_str *rest);

/** Whether a code of Flake8 or Ruff is an error and not a matter of style: E9, F63, F7, F82. */
bool sx_lint__is_python_error(sx_str code);

#endif
