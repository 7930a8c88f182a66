#ifndef SX_SYNTAX_C_SCAN_H
#define SX_SYNTAX_C_SCAN_H

#include "syntax/facts.h"

/**
 * Finds the declarations of a text of C outside of functions: functions, types with their members,
 * variables, and macros anywhere. Nothing is refused: code need not be whole, macros need not be
 * known, and all branches of an #if are read. `*is_cpp`: a statement begins as only C++ has it;
 * what was read is wrong in parts then.
 * `imports`: where files are included; NULL where that is not asked.
 *
 * Memory   in `arena`, 32 bytes a declaration.
 * Errors   TOO_BIG for a text of 4 GB or more, and past the arena's ceiling; NOMEM.
 * Cost     one pass.
 */
sx_status sx_c_scan(sx_facts *out, sx_text_imports *imports, bool *is_cpp, sx_str text,
                    sx_arena *arena, sx_err *err) SX_MUST_USE;

#endif
