#ifndef SX_WORKSPACE_ENCODING_H
#define SX_WORKSPACE_ENCODING_H

#include "workspace/document.h"

/** Follows the path of a text that is lossy. */
#define SX_ENCODING_NOTE                                                                           \
  " (not valid UTF-8: broken bytes are shown as \xEF\xBF\xBD, and it can only be edited once "     \
  "\"files.encoding\" fits it)"

/**
 * Whether the engine itself can write what the editor calls `encoding`: UTF-8, with a mark or not.
 */
bool sx_encoding_is_utf8(sx_str encoding);

/**
 * ENCODING where the file on the disk has bytes that UTF-8 has not: the editor shows U+FFFD for
 * them, and would write that instead of them. The message has where they are and how the editor
 * would read them. Otherwise what reading the file can give.
 */
sx_status sx_encoding_check(sx_call *call, const sx_document *document, sx_err *err) SX_MUST_USE;

/** One sentence about the broken bytes of a text, in `arena`; empty where there are none. */
sx_str sx_encoding_describe(sx_str bytes, sx_arena *arena);

#endif
