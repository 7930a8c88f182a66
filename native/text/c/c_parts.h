#ifndef SX_TEXT_C_C_PARTS_H
#define SX_TEXT_C_C_PARTS_H

#include "text/c/c_name.h"

/* Shared by the readers of C code. */

size_t sx_c__skip_spaces(sx_str code, size_t at);
/** Offset after the last character before `at` that is not a space; 0 at the start. */
size_t sx_c__back_over_spaces(sx_str code, size_t at);
sx_str sx_c__word_before(sx_str code, size_t at);
sx_str sx_c__word_at(sx_str code, size_t at);
/** Whether the word is one of the list, which has spaces between them. */
bool sx_c__is_word(sx_str word, const char *list);
/** After the bracket that closes the one at `at`. */
size_t sx_c__behind_bracket(sx_str code, size_t at);
/** Whether the parenthesis opens `(name)` or `(*name)`, a declarator and no parameters. */
bool sx_c__is_declarator(sx_str code, size_t open, size_t at, size_t end);
/** Reads brackets and statements up to `end`. */
void sx_c__read_to(sx_c_reader *r, size_t end);

#endif
