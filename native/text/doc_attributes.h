#ifndef SX_TEXT_DOC_ATTRIBUTES_H
#define SX_TEXT_DOC_ATTRIBUTES_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>

/* Attributes stand between a comment and the declaration that it documents. */

/** Whether only attributes, annotations, decorators and the heads of templates, each over as many
 * lines as it has, and white space stand there. */
bool sx_doc_attributes_fill(sx_str text, size_t at, size_t end);

/** The text of each Rust `doc = "…"` in the attributes of `gap`, as comments of lines that end with
 * a line end. In `arena`; empty where there is none, or no memory. */
sx_str sx_doc_attributes_text(sx_str gap, sx_arena *arena);

#endif
