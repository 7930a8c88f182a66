#ifndef SX_CHANGE_CHANGE_H
#define SX_CHANGE_CHANGE_H

#include "base/buf.h"
#include "os/file.h"
#include "workspace/document.h"
#include "workspace/call.h"

/**
 * A change: what an edit of any tool comes to, before anything is written. It is a set of files,
 * each with its text before and after. Everything else follows from the two texts: the preview is
 * their diff, applying is the edits between them, undoing is the same the other way round, and
 * where a file has moved on in between, the difference is placed into its new text (merge.h).
 *
 *   sx_change change;
 *   sx_change_init(&change, call, SX_STR("edit_buffer"));
 *   status = sx_change_edit(&change, document, after, err);    // any number of files
 *   status = sx_change_preview(…)  or  sx_change_apply(…)
 *
 * Texts are UTF-8 without a byte order mark; the file's own mark and encoding stay as they are.
 */
typedef enum sx_file_action {
  SX_ACTION_EDIT,
  SX_ACTION_CREATE, /* `before` is empty; the folders above it are made */
  SX_ACTION_DELETE, /* `after` is empty */
  SX_ACTION_RENAME, /* to `new_path`, with the text as it is */
} sx_file_action;

typedef struct sx_file_change {
  sx_file_action action;
  sx_str path;
  sx_str new_path; /* RENAME only, else empty */
  sx_str before, after;
  sx_str language; /* VS Code's id; may be empty */
  /* The text that `after` adds goes to the end, whatever the file contains at the time. A CREATE
   * becomes an EDIT when it is applied and the file is there. */
  bool is_append;
  uint32_t mode; /* of a file that was deleted, and of one that is put back; 0: not known */
  sx_str bytes;  /* where `mode` is known: the file as it was, unless it was just its text */
} sx_file_change;

typedef struct sx_change {
  sx_call *call;
  sx_str title;     /* for people: which tool it was */
  sx_strs toolsets; /* of the tools that it went through before this call: change/approve.c */
  bool must_verify; /* it is kept only if it makes no new errors: change/verify.h */
  const char *if_taken_back; /* a sentence for a refusal by these errors, or NULL */
  SX_ARRAY(sx_file_change) files;
} sx_change;

void sx_change_init(sx_change *change, sx_call *call, sx_str title);

/**
 * Plans a file's new text. A file that ends up with the text it has is left out.
 *
 * Memory  everything in the call's arena; `after` borrowed for the call.
 * Errors  READ_ONLY, OUTSIDE_WORKSPACE, HIDDEN, INVALID_ARGUMENT (the file is in the change
 * already), NOMEM.
 */
sx_status sx_change_edit(sx_change *change, const sx_document *document, sx_str after,
                         sx_err *err) SX_MUST_USE;
/** Adds `text` to the end of the file, whatever it contains when the change is applied. */
sx_status sx_change_append(sx_change *change, const sx_document *document, sx_str text,
                           sx_err *err) SX_MUST_USE;
/** `path` as sx_path_resolve_new gives it. EXISTS where there is such a file. */
sx_status sx_change_create(sx_change *change, sx_str path, sx_str text, sx_err *err) SX_MUST_USE;
sx_status sx_change_delete(sx_change *change, const sx_document *document, sx_err *err) SX_MUST_USE;
sx_status sx_change_rename(sx_change *change, sx_str path, sx_str new_path,
                           sx_err *err) SX_MUST_USE;

/** Takes the bytes and the mode of a file that is about to be deleted. */
sx_status sx_change_keep_file(sx_call *call, sx_file_change *file, sx_err *err) SX_MUST_USE;

/** Whether all files may be shown: rules may have come since it was planned, or applied. HIDDEN. */
sx_status sx_change_check_shown(const sx_change *change, sx_err *err) SX_MUST_USE;

/** Whether tools may write there: inside the folders by its real path, neither hidden nor
 * read-only. */
sx_status sx_change_check_writable(sx_call *call, sx_str path, sx_err *err) SX_MUST_USE;

/**
 * The same of a document, which must also be what is on the disk unless it is unsaved (CONFLICT),
 * and valid in its encoding (ENCODING): a document of an edit.
 */
sx_status sx_change_check_current(sx_call *call, const sx_document *document,
                                  sx_err *err) SX_MUST_USE;

/** Lines that a change adds and removes. */
typedef struct sx_change_size {
  uint32_t added_lines, removed_lines;
} sx_change_size;

/**
 * Writes the change as a unified diff that `git apply` and `patch -p1` take. Paths are relative
 * to their folder (`folder/path` where there are several).
 *
 * Errors  NOMEM, TOO_BIG, CANCELLED.
 */
sx_status sx_change_preview(const sx_change *change, sx_buf *out, sx_change_size *size,
                            sx_err *err) SX_MUST_USE;

/** The change that takes `change` back. Memory in the call's arena. */
sx_status sx_change_invert(const sx_change *change, sx_change *out, sx_err *err) SX_MUST_USE;

#endif
