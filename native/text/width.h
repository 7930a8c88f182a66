#ifndef SX_TEXT_WIDTH_H
#define SX_TEXT_WIDTH_H

#include <stdint.h>

/**
 * Columns that a terminal gives the character: 2 for wide ones (East Asian, emoji), 0 for marks
 * that combine with the one before and for invisible ones, else 1. Controls are the caller's.
 */
unsigned sx_width_of(uint32_t codepoint);

#endif
