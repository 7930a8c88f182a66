#ifndef SX_SEMANTIC_DOCUMENTATION_H
#define SX_SEMANTIC_DOCUMENTATION_H

#include "answer/answer.h"
#include "markdown/hover.h"
#include "resolve/resolve.h"

/** Everything that is known of one asked symbol, before it is written. */
typedef struct sx_documentation {
  sx_locator locator;
  sx_status error; /* of this symbol alone; `err` says it */
  sx_err err;
  sx_resolution resolution;
  sx_symbol *symbol;               /* the one that is described; NULL: none */
  bool is_file_known;              /* a file was given, as `file` */
  sx_str file;                     /* absolute */
  sx_str file_own;                 /* the same by its one path: symbols go by that */
  sx_hover_parts parts;            /* what the providers say of it, of all its overloads */
  SX_ARRAY(sx_pos16) declarations; /* of the symbol, in its file: several are overloads */
  SX_ARRAY(sx_hover_parts) hovers; /* at the first of these, in their order */
  bool is_overloaded;      /* several, and of a function: `parts` are joined from `hovers` */
  bool has_implementation; /* the last one is known to be what no caller sees */
  size_t overload_count;   /* signatures that a caller may use, where overloaded; of them: */
  size_t deprecated_count, shown_count;
  sx_str absent_language; /* known by its text alone: no extension serves this */
  sx_answer_status status;
} sx_documentation;

/**
 * Finds the symbol of `doc->locator` and what its documentation is. Errors of the arguments go
 * to `doc->error`; the return value is what ends the whole call: CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_documentation_collect(sx_call *call, sx_documentation *doc, sx_err *err) SX_MUST_USE;

/**
 * What is known of `doc->symbol`, once it is found: its declarations, hovers and comments, to
 * `doc->parts`. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_documentation_describe(sx_call *call, sx_documentation *doc, sx_err *err) SX_MUST_USE;

/** Whether the symbol was found, does not exist, or no provider could tell. */
sx_answer_status sx_documentation_judge(const sx_documentation *doc);

/** True where a notebook is what the name was looked for in, or all that has it. */
bool sx_documentation_is_in_notebook(const sx_documentation *doc);

/** Whether the file that was given has nothing to do with the symbol: it is one of another file. */
bool sx_documentation_is_elsewhere(const sx_documentation *doc);

/** The given file says its name in code, but no server says that it is this symbol. */
bool sx_documentation_is_only_named(const sx_documentation *doc);

/** Where servers are asked about it: its use in the given file, else its declaration. */
void sx_documentation_place(const sx_documentation *doc, sx_str *path, sx_pos16 *at);

/**
 * Whether it is in something else than the name path says: inherited, or what a handle of an older
 * text leads to.
 */
bool sx_documentation_is_other_member(const sx_documentation *doc);

/** True for a candidate that is an overload of `doc->symbol`: one of `doc->declarations`. */
bool sx_documentation_is_overload(const sx_documentation *doc, const sx_symbol *candidate);

/** Appends it to the answer's text and to `results`, in at most `max_tokens`. */
sx_status sx_documentation_write(sx_call *call, const sx_documentation *doc, size_t max_tokens,
                                 sx_answer *answer, cJSON *results, sx_err *err) SX_MUST_USE;

#endif
