#ifndef SX_TEXT_DECLARATION_H
#define SX_TEXT_DECLARATION_H

#include "text/occurrences.h"

/**
 * The declaration of a name by the text alone, without a language server.
 */
typedef struct sx_declaration {
  size_t offset; /* of the name */
  sx_point point;
  uint32_t col_u16;
  const char *kind; /* "Function", "Class", "Variable"…, or "". Static memory. */
  sx_str signature; /* the lines that declare it, joined into one, without the body */
  sx_str comment;   /* its documentation without comment marks; "" when there is none */
  int score; /* how sure: 100 after a declaring word, from 50 on rather so than not; 0: none */
} sx_declaration;

/**
 * The whole-word occurrence of `name` in code that looks most like its declaration: after a
 * word that declares, assigned at the start of a statement, a function with a body, a key. The
 * first of those that look the same.
 *
 * Absent   The score is 0 when none looks like a declaration at all.
 * Memory   signature and comment in `arena`.
 * Errors   TOO_BIG, NOMEM.
 */
sx_status sx_declaration_find(sx_declaration *out, sx_str text, sx_str name,
                              const sx_language *language, sx_arena *arena,
                              sx_err *err) SX_MUST_USE;

/** How much the occurrence at `offset` looks like a declaration (0: not) and of what kind. */
int sx_declaration_rate(sx_str text, size_t offset, size_t name_len, const sx_language *language,
                        const char **kind);

/** Whether a line begins control flow, or goes on with it: `if (x) {`, `} else {`, `for (…)`. */
bool sx_declaration_is_control(sx_str line, const sx_language *language);

/**
 * The name that the line [start, end) declares rather surely; "" when it declares none.
 * Borrowed from `text`.
 */
sx_str sx_declaration_in_line(sx_str text, size_t start, size_t end, const sx_language *language);

/** The lines that declare what stands at `offset`, as sx_declaration has them, in `arena`. */
sx_str sx_declaration_signature(sx_str text, size_t offset, const sx_language *language,
                                sx_arena *arena);

#endif
