#ifndef SX_SYNTAX_WIRE_PARTS_H
#define SX_SYNTAX_WIRE_PARTS_H

/* Shared by facts_wire.c and tree_wire.c; no other file includes it. */

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/** The next word of a line, which spaces separate; empty at its end. */
sx_str sx_wire__word(sx_str *rest);
/** The same as a decimal number. False: it is none. */
bool sx_wire__decimal(sx_str *rest, uint32_t *out);

enum { SX_WIRE_MOST = 8 };

/** Four bytes, lowest first. */
void sx_wire__add(sx_buf *out, uint32_t number);
/** At most SX_WIRE_MOST numbers. */
void sx_wire__add_all(sx_buf *out, const uint32_t *numbers, size_t count);
uint32_t sx_wire__take(const unsigned char **at);

#endif
