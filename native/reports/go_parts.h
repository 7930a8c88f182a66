#ifndef SX_REPORTS_GO_PARTS_H
#define SX_REPORTS_GO_PARTS_H

#include "reports/report_parts.h"

/* A test or a package of `go test -json`. Internal to reports/. */

typedef struct sx_go_chunk sx_go_chunk;

typedef enum sx_go_state {
  SX_GO_WAITING, /* paused, for its turn among parallel tests */
  SX_GO_RUNNING,
  SX_GO_PASSED,
  SX_GO_FAILED,
  SX_GO_SKIPPED
} sx_go_state;

typedef struct sx_go_entry {
  sx_str package, name; /* without a name: the package itself */
  sx_go_state state;
  double seconds;
  bool is_group, has_failed_part; /* it has subtests; one of them failed */
  bool has_reason;                /* of a package: one of its tests failed or did not end */
  sx_go_chunk *first, *last;      /* what it printed, in pieces */
  size_t bytes;
} sx_go_entry;

/** Keeps a piece of output, up to SX_REPORT_OUTPUT_BYTES of each entry. */
void sx_go_entry_print(sx_go_entry *entry, sx_str output, sx_arena *arena);

/** Fills in message, stack, place and output by what was printed. NOMEM. */
sx_status sx_go_describe(sx_test_case *test, const sx_go_entry *entry, sx_arena *arena,
                         sx_err *err) SX_MUST_USE;
/** The same by the compiler's lines. */
void sx_go_describe_build(sx_test_case *test, sx_str text);

#endif
