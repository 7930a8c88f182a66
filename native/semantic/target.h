#ifndef SX_SEMANTIC_TARGET_H
#define SX_SEMANTIC_TARGET_H

#include "answer/answer.h"
#include "engine/tool.h"
#include "resolve/resolve.h"
#include "semantic/c_symbol.h"

/**
 * The symbol that a call is about: what every semantic tool begins with. Understands the
 * arguments `symbol`, `file_path`, `line`, `line_text`, `column` and `handle`
 * in any sensible subset; a place without a name means the name that stands there.
 */
typedef struct sx_target {
  sx_locator locator; /* what was asked for */
  bool is_file_known; /* a file was given, as `file` */
  sx_str file;        /* absolute; empty: none was given */
  sx_str file_own;    /* the same by its one path: symbols go by that */
  sx_strs declaring;  /* files that declare it, by their texts, where no index was there */
  sx_resolution resolution;
  sx_symbol *symbol; /* NULL: there is none */
  sx_str path;       /* where providers are asked: a use in the given file, else the declaration */
  sx_pos16 at;
  /* The symbol's declarations in its file, once they were looked for: several are overloads. */
  SX_ARRAY(sx_pos16) declarations;
  sx_c_symbol c;        /* of C and C++: where else the same symbol is declared */
  sx_c_sources sources; /* the same texts for each of these, once they were looked into: */
  sx_str sources_name;  /* for this name; empty: they were not yet */
  bool is_loading;      /* its project was not loaded in time: what providers return is not all */
} sx_target;

/* ---- arguments ---------------------------------------------------------------------------- */

/** One locator from the arguments. INVALID_ARGUMENT naming what is missing or wrong. */
sx_status sx_target_take(sx_locator *out, const cJSON *args, const char *name_argument,
                         sx_call *call, sx_err *err) SX_MUST_USE;

/**
 * From the symbol argument: a handle, whose path may be left to `file_path`, or a name, to
 * which the other arguments belong. INVALID_ARGUMENT.
 */
sx_status sx_target_take_given(sx_locator *out, const cJSON *args, const char *argument,
                               sx_str given, sx_call *call, sx_err *err) SX_MUST_USE;

/** From these, `file_path`, `line`, `line_text` and `column` (from 1 on) alone. */
void sx_target_take_place(sx_locator *out, const cJSON *args, sx_arena *arena);

/* ---- resolving ---------------------------------------------------------------------------- */

/**
 * Resolves `locator`. Not finding a symbol is not an error: sx_target_write_missing then writes
 * why.
 */
sx_status sx_target_resolve(sx_target *target, sx_call *call, sx_err *err) SX_MUST_USE;
/** The same in a file by its absolute path, or in none (empty). */
sx_status sx_target_resolve_in(sx_target *target, sx_call *call, sx_str file,
                               sx_err *err) SX_MUST_USE;

/** Takes another symbol of the resolution as the target: it becomes the first. */
void sx_target_prefer(sx_target *target, size_t index);
/** Takes the arguments, resolves them, and loads the symbol's project. */
sx_status sx_target_find(sx_target *out, sx_call *call, const cJSON *args, sx_err *err) SX_MUST_USE;

/** The same for a `locator` that was taken already. */
sx_status sx_target_find_located(sx_target *out, sx_call *call, sx_err *err) SX_MUST_USE;

/* ---- what is known of it ------------------------------------------------------------------ */

/** Without a symbol: whether it does not exist, or no provider has answered. */
sx_answer_status sx_target_judge_missing(const sx_target *target);

/** True where a notebook is what the name was looked for in, or all that has it. */
bool sx_target_is_in_notebook(const sx_target *target);

/** Whether the symbol is declared in the given file, or no file was given. */
bool sx_target_is_defined_in_file(const sx_target *target);

/** Whether the file that was given has nothing to do with the symbol: it is one of another file. */
bool sx_target_is_elsewhere(const sx_target *target);

/** The given file contains its name in code, but no server confirms that it is this symbol. */
bool sx_target_is_only_named(const sx_target *target);

/**
 * Whether it is in something else than the name path has: inherited, or what a handle of an older
 * text leads to.
 */
bool sx_target_is_other_member(const sx_target *target);

/** True for a candidate that is an overload of `symbol`: one of `declarations`. */
bool sx_target_is_overload(const sx_target *target, const sx_symbol *candidate);
/** Another thing of that name: neither an overload nor the type's own constructor. */
bool sx_target_is_other(const sx_target *target, const sx_symbol *candidate);

/* ---- writing ------------------------------------------------------------------------------ */

/**
 * `none` or `unknown`, with the reason and the nearest names, as text, and as `nearest` and `notes`
 * in the answer's facts.
 */
sx_status sx_target_write_missing(const sx_target *target, sx_call *call, sx_answer *answer,
                                  sx_err *err) SX_MUST_USE;

/** The same without the status, with `nearest` in `facts` and the notes in an array. */
void sx_target_add_missing(const sx_target *target, sx_call *call, sx_answer *answer, cJSON *facts,
                           cJSON *notes);

/** "Unknown: …", why it is not known whether there is such a symbol. */
void sx_target_add_reason(const sx_target *target, sx_call *call, sx_answer *answer, cJSON *notes);

/** "- src/models.ts:27:14#Order  Class": a line on a symbol, in the answer's format. */
void sx_target_write_candidate(sx_call *call, sx_answer_format format, const sx_symbol *symbol,
                               sx_buf *out);

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
