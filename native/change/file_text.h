#ifndef SX_CHANGE_FILE_TEXT_H
#define SX_CHANGE_FILE_TEXT_H

#include "workspace/call.h"

/** The kind of a file, for reading it. */
typedef enum sx_file_kind {
  SX_KIND_TEXT,
  SX_KIND_NOTEBOOK, /* text: its cells */
  SX_KIND_IMAGE,
  SX_KIND_PDF,
  SX_KIND_BINARY,
} sx_file_kind;

const char *sx_file_kind_name(sx_file_kind kind);     /* "text", "notebook", … */
const char *sx_file_kind_describe(sx_file_kind kind); /* "an image" */
const char *sx_file_kind_advice(sx_file_kind kind);   /* what to do instead of reading it */

typedef struct sx_file_text {
  sx_str path, shown_path;
  sx_file_kind kind;
  bool has_text;
  bool is_dirty; /* the text is the editor's, with edits that are not saved */
  sx_str text;   /* UTF-8, without a byte order mark */
  sx_str encoding;
  uint64_t size_bytes; /* on the disk */
  const char *note;    /* to be shown after the path; may be empty */
} sx_file_text;

/**
 * Reads a file without opening it in the editor, unless the editor holds unsaved edits of it or
 * it is not in UTF-8, where the editor knows the encoding.
 *
 * Errors  those of sx_path_resolve; NOT_READABLE, TOO_BIG. They begin with "Could not read file".
 */
sx_status sx_file_text_read(sx_file_text *out, sx_call *call, const char *argument, sx_str given,
                            sx_err *err) SX_MUST_USE;

#endif
