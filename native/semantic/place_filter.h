#ifndef SX_SEMANTIC_PLACE_FILTER_H
#define SX_SEMANTIC_PLACE_FILTER_H

#include "base/buf.h"
#include "host/requests.h"
#include "workspace/document.h"

/* Language servers with an older text, or with a fault, name places that no file has. */

/** Whether the document has that line; without a document (NULL) every line may be there. */
bool sx_place_is_sound(const sx_document *document, sx_pos16 at);

/** The same for a place anywhere; what cannot be read is believed. CANCELLED, CLOSED, NOMEM. */
sx_status sx_place_check(sx_call *call, sx_str path, sx_pos16 at, bool *is_sound,
                         sx_err *err) SX_MUST_USE;

/**
 * Takes the places out that lie past the end of their file, and names each file by one path
 * (sx_path_own), each place once. `*left_out` counts those past the end; of very many
 * files only the first ones are looked at. CANCELLED, CLOSED, NOMEM.
 */
sx_status sx_places_keep_sound(sx_call *call, sx_places *places, size_t *left_out,
                               sx_err *err) SX_MUST_USE;

/** Says so in a line, where any were left out. */
void sx_places_write_left_out(sx_buf *text, size_t left_out);

#endif
