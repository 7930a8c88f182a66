#ifndef SX_REPORTS_TEST_STACK_H
#define SX_REPORTS_TEST_STACK_H

#include "reports/test_report.h"

/*
 * Stack traces of JavaScript, Python, Java, C#, PHP, Ruby, Go and Rust: which of their frames are
 * the project's own, and where those are.
 *
 * `folders` are absolute paths, those of the project. A frame is own where its file is below
 * one of them, or relative, and not in a folder of libraries (node_modules, site-packages, vendor,
 * .cargo/registry, …). Java's and C#'s frames without a folder are own unless their package is
 * one of the platform's or a test framework's.
 */

typedef struct sx_test_frame {
  sx_str file; /* as the line has it: a path, or a bare name in Java's frames; no file:// */
  uint32_t line, column; /* 1-based; column 0: unknown */
  sx_str function;       /* as the line has it; may be empty */
} sx_test_frame;

/** Reads one line of a stack trace; false where it has no place. Borrows from `line`. */
bool sx_test_frame_read(sx_test_frame *frame, sx_str line);

/** Whether the frame is in the project's own code. */
bool sx_test_frame_is_own(const sx_test_frame *frame, const sx_strs *folders);

/**
 * The lines of `stack` that are the project's own, at most `max_frames` of them and the innermost
 * first kept, with the line of code that Python adds to each. Where none is own, the innermost
 * frame. In `arena`. NOMEM, TOO_BIG.
 */
sx_status sx_test_stack_cut(sx_str *cut, sx_str stack, const sx_strs *folders, size_t max_frames,
                            sx_arena *arena, sx_err *err) SX_MUST_USE;

/**
 * Where each failed case and broken file failed: the innermost frame in the case's own file (by its
 * stack, or else its message) replaces the line of the declaration that the report may have. A case
 * without a file gets the innermost own frame; one whose frames are all elsewhere keeps what the
 * report has.
 */
void sx_test_report_locate(sx_test_report *report, const sx_strs *folders);

#endif
