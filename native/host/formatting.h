#ifndef SX_HOST_FORMATTING_H
#define SX_HOST_FORMATTING_H

#include "host/refactorings.h"

/*
 * The editor's formatters. Where a language has several, the editor's API takes the first that has
 * edits, whatever the setting editor.defaultFormatter is. Batches as in host/requests.h.
 */

/** A file or a part of it, and how a formatter that asks for it indents. */
typedef struct sx_host_format {
  sx_str path;
  bool has_range; /* only what is in `range`, as far as the formatter can */
  sx_range16 range;
  bool has_indent;     /* the text shows how it indents, which counts where the person has not set
                          that this is not looked at */
  uint32_t tab_size;   /* … by so many spaces; 0: by tabs */
  uint32_t odd_spaces; /* not 0: indents by so many spaces, whatever text and settings have */
  sx_str language;     /* of a file that was made for this alone: it is read in this language, and
                          language servers forget it afterwards; else empty */
} sx_host_format;

/** The answer, by sx_batch_get_planned: the edits of one file; or nothing, also where nothing
 * formats it. */
size_t sx_batch_format(sx_batch *batch, const sx_host_format *format);
#endif
