#ifndef SX_REPORTS_REPORT_PARTS_H
#define SX_REPORTS_REPORT_PARTS_H

#include "base/buf.h"
#include "reports/test_report.h"

/* The parts that all readers of test reports share. Internal to reports/. */

#define SX_REPORT_TEXT_BYTES (64u << 10)    /* of a message or a stack; what is longer is cut */
#define SX_REPORT_NAME_BYTES (2u << 10)     /* of a name, likewise */
#define SX_REPORT_OUTPUT_BYTES (128u << 10) /* of what a test printed */

/**
 * A copy as a person would see it: valid UTF-8, without colours and other control sequences,
 * without blank lines around it. Longer texts are cut in the middle of nothing: at their end.
 */
sx_str sx_report_text(sx_str raw, size_t max_bytes, sx_arena *arena);
/** Where a terminal's control sequence ends that begins with an escape before `at` + 1. */
size_t sx_report_sequence_end(sx_str raw, size_t at);
/** The same without blanks around it, for names: line ends become blanks. */
sx_str sx_report_name(sx_str raw, sx_arena *arena);

/** Divides what a runner prints of a failure at its first frame. Both borrow from `text`. */
void sx_report_split(sx_str text, sx_str *message, sx_str *stack);

/** Whether an error of this class or with this message is that of a comparison or assertion. */
bool sx_report_is_assertion(sx_str type, sx_str message);

/** Adds a copy of `test` when its name or groups are not empty, with what its message shows. */
void sx_report_add(sx_test_report *report, const sx_test_case *test, sx_arena *arena);
/** Adds what could not run. */
void sx_report_add_broken(sx_test_report *report, const sx_test_case *test, sx_arena *arena);
/** A case that nothing is known of. */
sx_test_case sx_report_case(void);
void sx_report_add_group(sx_test_case *test, sx_str name, sx_arena *arena);

/** Adds to the report's time; unknown times do not count. */
void sx_report_add_seconds(sx_test_report *report, double seconds);

/** The status that a reader ends with: that of the arena, or OK. */
sx_status sx_report_end(const sx_arena *arena, sx_err *err);

/** Fills `expected` and `received` by what the message or, in Rust's case, the output has. */
void sx_report_compare(sx_test_case *test, sx_arena *arena);
/** Those of a difference with a line that explains its signs; false where there is none. */
bool sx_report_compare_diff(sx_test_case *test, sx_arena *arena);

/** A decimal number at the start of `text`, `,` between thousands; -1 where there is none. */
double sx_report_seconds(sx_str text);
/** Decimal digits only, capped; 0 where there are none. `*at` is put after them. */
uint32_t sx_report_number(sx_str text, size_t *at);

#endif
