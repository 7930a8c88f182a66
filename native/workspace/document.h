#ifndef SX_WORKSPACE_DOCUMENT_H
#define SX_WORKSPACE_DOCUMENT_H

#include "text/language.h"
#include "text/lines.h"
#include "text/position.h"
#include "workspace/call.h"

/** The largest file that tools look into. VS Code itself gives up at about this size. */
#define SX_DOCUMENT_MAX_BYTES (50u * 1024 * 1024)

/**
 * The text that counts, of one version: the editor's buffer where that differs from the file.
 * Every offset and position of an answer belongs to it. Lives in the call's arena.
 */
typedef struct sx_document {
  sx_str path;
  sx_str language_id; /* VS Code's */
  const sx_language *language;
  uint32_t version;
  bool is_dirty;  /* the editor holds edits that are not saved */
  bool is_peeked; /* the editor does not hold it: the text is the file's */
  bool is_behind; /* the file has changed, and the editor has not reloaded it */
  bool is_lossy;  /* the file has bytes that are not UTF-8: the text has U+FFFD for them */
  bool has_mark;  /* the bytes that the text was read from begin with a byte order mark */
  sx_str
      encoding; /* VS Code's name of it; "utf8" and "utf8bom" are what the engine writes itself */
  sx_str text;  /* without a byte order mark */
  sx_lines lines;
} sx_document;

/**
 * Opens `path` (as sx_path_resolve gives it) in the editor, without a tab, and takes its text.
 * Waits a little where the editor has not reloaded a file that changed on the disk.
 *
 * Errors  HIDDEN, BINARY, TOO_BIG, NOT_FOUND, NOT_READABLE, HOST, CANCELLED, DEADLINE, NOMEM.
 */
sx_status sx_document_open(sx_call *call, sx_str path, const sx_document **out,
                           sx_err *err) SX_MUST_USE;

/**
 * The same without making the editor load a file that it does not hold: the file's own text then,
 * with `is_peeked`. Files in another encoding than UTF-8 are opened, as the editor knows it.
 */
sx_status sx_document_peek(sx_call *call, sx_str path, const sx_document **out,
                           sx_err *err) SX_MUST_USE;

/**
 * The same, with NULL for a file that cannot be read. Fails only with what ends the call:
 * CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_document_peek_any(sx_call *call, sx_str path, const sx_document **out,
                               sx_err *err) SX_MUST_USE;

/**
 * Opens many, or peeks into them, with one question to the editor for all: sx_document_open or
 * sx_document_peek then has them at hand. Files that cannot be read are skipped; that function
 * reports why. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_documents_open(sx_call *call, const sx_strs *paths, sx_err *err) SX_MUST_USE;
sx_status sx_documents_peek(sx_call *call, const sx_strs *paths, sx_err *err) SX_MUST_USE;

/**
 * The result of sx_document_open or sx_document_peek, for an edit: if the editor has the file
 * loaded without unsaved edits, its own text is compared with the disk's, and waited for.
 * With `is_behind` it stays another one. sx_documents_take has many at hand for it.
 */
sx_status sx_document_take(sx_call *call, sx_str path, bool peek, const sx_document **out,
                           sx_err *err) SX_MUST_USE;
sx_status sx_documents_take(sx_call *call, const sx_strs *paths, bool peek,
                            sx_err *err) SX_MUST_USE;

/**
 * Has the editor read files again whose changes it has missed. Text that is not saved stays, and so
 * does what it shows of a file that is not UTF-8 any more.
 * CANCELLED, CLOSED, DEADLINE, NOMEM.
 */
sx_status sx_documents_reload(sx_call *call, const sx_str *paths, size_t count,
                              sx_err *err) SX_MUST_USE;

/** Reopens it next time: the text that was taken may be old. */
void sx_document_forget(sx_call *call, sx_str path);

/** Position of a byte offset, as the editor counts. */
sx_pos16 sx_document_position(const sx_document *document, size_t offset);
/** Offset of a position; past the end of a line or of the text it is that end. */
size_t sx_document_offset(const sx_document *document, sx_pos16 at);

#endif
