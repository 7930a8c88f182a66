#ifndef SX_WORKSPACE_DOCUMENT_FACTS_H
#define SX_WORKSPACE_DOCUMENT_FACTS_H

#include "syntax/facts.h"
#include "workspace/document.h"

/**
 * The declarations of a document, by its text as it is now: C in this process, other languages by
 * workspace/facts_host. `*is_read` is false where these are not all that it declares: of a language
 * that is not read, or where there was no time for it. In the call's arena.
 * CANCELLED, CLOSED, NOMEM, TOO_BIG.
 */
sx_status sx_document_facts(sx_facts *out, bool *is_read, sx_call *call,
                            const sx_document *document, sx_err *err) SX_MUST_USE;

/**
 * The same of a document that need not be the editor's, in `arena`. Without a call (NULL) only what
 * is read in this process.
 */
sx_status sx_document_facts_in(sx_facts *out, bool *is_read, sx_call *call,
                               const sx_document *document, sx_arena *arena,
                               sx_err *err) SX_MUST_USE;

/** The same with bases; imports are known of no language that is read in this process. */
sx_status sx_document_all_facts(sx_text_facts *out, bool *is_read, sx_call *call,
                                const sx_document *document, sx_err *err) SX_MUST_USE;

#endif
