#ifndef SX_REPORTS_CARGO_PARTS_H
#define SX_REPORTS_CARGO_PARTS_H

#include "reports/report_parts.h"

/* Lines of `cargo test`. Internal to reports/. */

/** How libtest names the end of a test, such as `ok` or `ignored, why`. */
typedef struct sx_cargo_line {
  sx_str name; /* without ` - should panic` */
  sx_test_outcome outcome;
  bool is_open; /* its end is not on this line: the test printed in between */
  sx_str reason;
} sx_cargo_line;

/** Reads `test a::b ... ok`; false where it is another line. */
bool sx_cargo_line_read(sx_cargo_line *result, sx_str line);
/** Whether the line is `ok`, `FAILED` or `ignored` alone, or ends so after other output. */
bool sx_cargo_end_read(sx_cargo_line *result, sx_str line);

/** Takes `---- a::b stdout ----` apart: the name; false where it is another line. */
bool sx_cargo_block_read(sx_str line, sx_str *name);

/** Fills in message, stack and place by what libtest prints of a failed test. */
void sx_cargo_describe(sx_test_case *test, sx_str text, sx_arena *arena);

/** `src/lib.rs - add (line 5)`: the file and line of a test in documentation. */
bool sx_cargo_doctest_read(sx_str name, sx_str *file, uint32_t *line);

#endif
