#ifndef SX_TEXT_IDENT_H
#define SX_TEXT_IDENT_H

#include <stdbool.h>
#include <stdint.h>

/* Identifier characters by UAX 31; characters that single languages add are in language.h. */

/** XID_Start, or '_'. */
bool sx_ident_is_start(uint32_t codepoint);

/** XID_Continue: letters, digits, '_', combining marks. */
bool sx_ident_is_continue(uint32_t codepoint);

#endif
