#ifndef SX_RESOLVE_DECLARED_TEXT_H
#define SX_RESOLVE_DECLARED_TEXT_H

#include "resolve/locator.h"
#include "text/declaration.h"
#include "workspace/document.h"

/**
 * The declaration of a name in one text, without a language server: what looks most like it
 * (text/declaration), and in C, where that looks like no definition, the one that its scanner
 * finds: `static inline __alloc_size(1, 2) void *name(…)` reads like a call. Only what stands where
 * the locator's name path leads.
 *
 * Absent   The score is 0.
 * Memory   in `arena`. Only the document's path, language and text are needed; of the declaration
 *          `point` and `col_u16` may not be set.
 * Errors   TOO_BIG, NOMEM.
 */
sx_status sx_declared_text_find(sx_declaration *out, const sx_locator *locator,
                                const sx_document *document, sx_arena *arena,
                                sx_err *err) SX_MUST_USE;

/**
 * The comment of the declaration whose name stands there, as Markdown; empty without one.
 *
 * Memory  in `arena`, or the document's text; out of memory shows in the arena's status.
 */
sx_str sx_declared_comment(const sx_document *document, size_t offset, sx_arena *arena);

#endif
