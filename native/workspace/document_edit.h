#ifndef SX_WORKSPACE_DOCUMENT_EDIT_H
#define SX_WORKSPACE_DOCUMENT_EDIT_H

#include "workspace/document.h"

/*
 * New texts of a document: what agents write is made to fit what the file has.
 */

/** Lines [first_line, last_line] (1-based, inclusive) become `text`; last = first - 1 inserts. */
typedef struct sx_line_replacement {
  uint32_t first_line, last_line;
  sx_str text;
} sx_line_replacement;

/** Bytes [start, end) become `text`. */
typedef struct sx_byte_replacement {
  size_t start, end;
  sx_str text;
} sx_byte_replacement;

/** "\n" or "\r\n": what most lines of the text end with; "\r" where all do; "\n" where none does.
 */
sx_str sx_text_line_end(sx_str text);

/**
 * `text` with each \n and \r\n written as `line_end`; a lone \r stays. Memory: in `arena`, or
 * `text` itself.
 */
sx_str sx_text_with_line_end(sx_str text, sx_str line_end, sx_arena *arena);

/** `text` with the line ends of `model`; with its own where `model` has none. */
sx_str sx_text_like(sx_str text, sx_str model, sx_arena *arena);

/**
 * The document's text after all replacements, which are of one version and in any order.
 *
 * Line ends  as the document has them; a replacement that is not empty and lacks its last one
 *            gets it. A file whose last line has no end stays one.
 * Memory     in `arena`.
 * Errors     INVALID_ARGUMENT naming the lines: past the end, end before start, overlapping; NOMEM.
 */
sx_status sx_document_replace_lines(sx_str *out, const sx_document *document,
                                    const sx_line_replacement *edits, size_t count, sx_arena *arena,
                                    sx_err *err) SX_MUST_USE;

/** The same for byte ranges, which are ascending and do not overlap. Texts are taken as they are.
 */
sx_status sx_document_replace_bytes(sx_str *out, const sx_document *document,
                                    const sx_byte_replacement *edits, size_t count, sx_arena *arena,
                                    sx_err *err) SX_MUST_USE;

#endif
