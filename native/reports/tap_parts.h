#ifndef SX_REPORTS_TAP_PARTS_H
#define SX_REPORTS_TAP_PARTS_H

#include "reports/report_parts.h"

/* Lines of TAP. Internal to reports/. */

typedef struct sx_tap_line {
  size_t indent; /* blanks before it */
  bool is_ok, is_skip, is_todo;
  bool is_open;    /* a block of subtests in braces follows */
  uint32_t number; /* 0: none */
  sx_str name;     /* without the number and the directive; escapes are those of the line */
  sx_str reason;   /* of the directive */
} sx_tap_line;

/** Reads `ok 1 - name # SKIP why`; false where it is another line. Borrows. */
bool sx_tap_line_read(sx_tap_line *result, sx_str line);
/** Reads `1..5`; false where it is another line. */
bool sx_tap_plan_read(sx_str line, uint32_t *count, sx_str *rest);
/** A name without the backslashes before # and \. */
sx_str sx_tap_unescape(sx_str name, sx_arena *arena);

/** The block of YAML after a result, of the kind that test libraries write. */
typedef struct sx_tap_notes {
  bool has_notes;
  sx_str message, stack, location, kind, expected, actual, exit_code, signal, type;
  uint32_t line; /* of a member `line` */
  sx_str file;
  double milliseconds;
} sx_tap_notes;

/** Reads the lines between `---` and `...`. Copies into the arena. */
void sx_tap_notes_read(sx_tap_notes *notes, sx_str yaml, sx_arena *arena);

#endif
