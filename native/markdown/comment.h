#ifndef SX_MARKDOWN_COMMENT_H
#define SX_MARKDOWN_COMMENT_H

#include "base/arena.h"
#include "base/str.h"

/**
 * A documentation comment, without its marks, as the Markdown that language servers make of it:
 * `{@link x|text}` is its text, and each `@tag` begins a paragraph, `*@param* \`name\` — words`.
 * Text in fences stays as it is; names after `@see` come on one line.
 *
 * Memory   in `arena`, or `comment` itself where it has no tags; out of memory shows in its status.
 */
sx_str sx_comment_to_markdown(sx_str comment, sx_arena *arena);

/** Whether a comment, or a hover's text, marks its declaration as deprecated. */
bool sx_comment_is_deprecated(sx_str text);

#endif
