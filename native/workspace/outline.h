#ifndef SX_WORKSPACE_OUTLINE_H
#define SX_WORKSPACE_OUTLINE_H

#include "host/requests.h"
#include "workspace/document.h"

/**
 * The outline of a document, from its language server: asked for, for at most `ms`, or as it was
 * answered before where nothing has changed in the editor or in the text since. Most tools begin
 * with it, and in large files it takes longer than what they are about.
 *
 * Memory  in the call's arena.
 * Errors  HOST when the provider failed; DEADLINE also when only `ms` are over; CANCELLED, CLOSED,
 *         NOMEM.
 */
sx_status sx_outline_get(sx_call *call, const sx_document *document, uint64_t ms,
                         sx_host_symbols *out, sx_err *err) SX_MUST_USE;

/** The kind of what the entry at `i` is in; empty at the top level. */
sx_str sx_outline_parent_kind(const sx_host_symbols *outline, size_t i);

/** Where the entry's name stands in the text; providers are not always exact. */
sx_pos16 sx_outline_name_at(const sx_document *document, const sx_host_symbol *entry, sx_str name);

/** Whether the name of an entry begins there. */
bool sx_outline_has_name_at(const sx_host_symbols *outline, sx_pos16 at);

/* ---- the store, one a workspace; from any thread ------------------------------------------- */

typedef struct sx_outlines sx_outlines;

/** NULL when there is no memory. */
sx_outlines *sx_outlines_new(void);
void sx_outlines_free(sx_outlines *outlines);

#endif
