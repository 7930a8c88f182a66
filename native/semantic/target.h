#ifndef SX_SEMANTIC_TARGET_H
#define SX_SEMANTIC_TARGET_H

#include "semantic/c_symbol.h"
#include "semantic/documentation.h"
#include "engine/tool.h"

/**
 * The symbol that a call is about: what every semantic tool begins with. Understands the
 * arguments `symbol`, `file_path`, `line`, `line_text`, `column` and `handle`
 * in any sensible subset; a place without a name means the name that stands there.
 */
typedef struct sx_target {
  sx_documentation doc; /* without hovers; `doc.symbol` NULL: there is none */
  sx_str path; /* where providers are asked: a use in the given file, else the declaration */
  sx_pos16 at;
  sx_c_symbol c;   /* of C and C++: where else the same symbol is declared */
  bool is_loading; /* its project was not loaded in time: what providers say is not all */
} sx_target;

/** One locator from the arguments. INVALID_ARGUMENT naming what is missing or wrong. */
sx_status sx_target_take(sx_locator *out, const cJSON *args, const char *name_argument,
                         sx_call *call, sx_err *err) SX_MUST_USE;

/**
 * Of what was given as the symbol: a handle, whose path may be left to `file_path`, or a name, to
 * which the other arguments belong. INVALID_ARGUMENT.
 */
sx_status sx_target_take_given(sx_locator *out, const cJSON *args, const char *argument,
                               sx_str given, sx_call *call, sx_err *err) SX_MUST_USE;

/** Of these, `file_path`, `line`, `line_text` and `column` (from 1 on) alone. */
void sx_target_take_place(sx_locator *out, const cJSON *args, sx_arena *arena);

/**
 * Resolves it. Not finding a symbol is no error: sx_target_write_missing then says what is known.
 */
sx_status sx_target_find(sx_target *out, sx_call *call, const cJSON *args, sx_err *err) SX_MUST_USE;

/** `none` or `unknown`, with the reason and the nearest names, as text and facts. */
sx_status sx_target_write_missing(const sx_target *target, sx_call *call, sx_answer *answer,
                                  sx_err *err) SX_MUST_USE;

/** "Order (Class, src/models.ts:27:14)". */
void sx_target_write_name(const sx_target *target, sx_call *call, sx_answer *answer);
/** {name, kind, container, file, line, column, handle}. Taken by the caller. */
cJSON *sx_target_fact(const sx_target *target, sx_call *call);
/**
 * A line on each other symbol of that name, at most a few; and whether the file that was given does
 * not have this one.
 */
void sx_target_write_others(const sx_target *target, sx_call *call, sx_answer *answer);

#endif
