#ifndef SX_CHANGE_PLANNED_H
#define SX_CHANGE_PLANNED_H

#include "change/change.h"
#include "host/refactorings.h"

/**
 * Servers edit a file once by each path on which a link leads to it: makes one of those, of its own
 * path (sx_path_own). Errors: NOMEM.
 */
sx_status sx_planned_unite_links(sx_call *call, sx_host_planned *planned, sx_err *err) SX_MUST_USE;

/** Joins what is known of the text that the edits of one file are for. */
void sx_planned_unite_versions(sx_host_file_edit *into, const sx_host_file_edit *from);

/**
 * The text of a document after the edits of one file. Its path, text and lines count; it need not
 * be the editor's. Errors: CONFLICT as below; NOMEM.
 */
sx_status sx_planned_edit_text(sx_str *after, sx_call *call, const sx_host_file_edit *file,
                               const sx_document *document, sx_err *err) SX_MUST_USE;

/**
 * Adds what a language server wants to be edited to a change.
 *
 * Its edits are for the texts that the editor, or the disk, has now. Line ends are written as each
 * file has them. A replacement that is given twice is made once.
 *
 * Errors  CONFLICT where edits do not fit the text or overlap, or a file has changed since the call
 *         began or was typed in since the server was asked; HOST for snippets and parts that are
 *         not edits of text or files; what sx_document_peek and planning a file can give.
 */
sx_status sx_change_add_planned(sx_change *change, const sx_host_planned *planned,
                                sx_err *err) SX_MUST_USE;

#endif
