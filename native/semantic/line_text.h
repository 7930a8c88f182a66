#ifndef SX_SEMANTIC_LINE_TEXT_H
#define SX_SEMANTIC_LINE_TEXT_H

#include "base/buf.h"
#include "workspace/document.h"

/** As much of a line of text as facts have. */
#define SX_LINE_FACT_BYTES 160

/** The line of `at`, without the blanks around it. */
sx_str sx_line_text_at(const sx_document *document, sx_pos16 at);

/**
 * Writes what stands round `at`: the whole line where it is short, else so much that it can be seen
 * what is done there, with "…" for what is left out.
 */
void sx_line_text_write(sx_buf *text, const sx_document *document, sx_pos16 at);

/** Whether a line is short enough to be written whole. */
bool sx_line_text_is_whole(sx_str line);
/** Whether two places would be written with the same text. */
bool sx_line_text_is_alike(const sx_document *document, sx_pos16 a, sx_pos16 b);

/** The fact with the line. */
sx_str sx_line_text_fact(sx_str line);

#endif
