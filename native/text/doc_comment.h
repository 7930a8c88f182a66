#ifndef SX_TEXT_DOC_COMMENT_H
#define SX_TEXT_DOC_COMMENT_H

#include "base/arena.h"
#include "text/language.h"

/**
 * The documentation of the declaration at `offset`: the comment directly above it, over its
 * attributes and decorators; Python's docstring below it, or the string above it where the
 * language documents so; else the comment after it on its line. Comment marks, borders and
 * common indentation are taken off. "" when there is none.
 *
 * Memory   in `arena`; out of memory shows in its status.
 */
sx_str sx_doc_comment_find(sx_str text, size_t offset, const sx_language *language,
                           sx_arena *arena);

/**
 * Where the declaration of the name at `offset` begins: its line, the line above that holds a
 * C function's type, the first line of the body that `} name;` ends.
 */
size_t sx_doc_comment_declaration_start(sx_str text, size_t offset, const sx_language *language);

/** The text of one comment or of line comments below each other, without what marks it. */
sx_str sx_doc_comment_strip(sx_str comment, const sx_language *language, sx_arena *arena);

#endif
