#ifndef SX_SEMANTIC_ENCLOSING_H
#define SX_SEMANTIC_ENCLOSING_H

#include "workspace/call.h"
#include "workspace/document.h"

/**
 * The name of the function, the type or the top-level symbol that a line is in, by the text: the
 * nearest line above that is indented less and declares one. Local variables, calls, macros and
 * control flow are none. Empty where there is none. In the document's memory.
 *
 * For lists, of one row each: it reads heads over several lines and labels of C.
 * `sx_container_find` (text/qualifier) has the whole path and its kinds, locals included, for
 * resolving names.
 */
sx_str sx_enclosing_name(const sx_document *document, uint32_t row);

/**
 * The same of a place, by what the text declares, where its grammar is read in time; in C and C++
 * by the lines, as macros hide from a grammar what they declare.
 */
sx_str sx_enclosing_at(sx_call *call, const sx_document *document, sx_pos16 at);

#endif
