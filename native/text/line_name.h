#ifndef SX_TEXT_LINE_NAME_H
#define SX_TEXT_LINE_NAME_H

#include "text/language.h"

/**
 * The name that the line [start, end) is about: what it declares or imports, else the first name in
 * its code. Never a keyword, and nothing in comments and strings. Borrowed from `text`; empty when
 * there is none.
 */
sx_str sx_line_name(sx_str text, size_t start, size_t end, const sx_language *language);

/**
 * The name at offset `at` of the line, or the first one after it; in comments and strings, too. Not
 * a keyword of code.
 */
sx_str sx_line_name_at(sx_str text, size_t start, size_t end, size_t at,
                       const sx_language *language);

#endif
