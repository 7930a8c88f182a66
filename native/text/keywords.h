#ifndef SX_TEXT_KEYWORDS_H
#define SX_TEXT_KEYWORDS_H

#include "text/language.h"

/**
 * Whether `name` cannot be the name of a symbol, because the language keeps the word for itself,
 * also if only in some places (`await` in JavaScript). `is_member`: of something that is only used
 * after a dot, where some languages allow nearly any word. False for languages without a list.
 */
bool sx_keyword_is_reserved(const sx_language *language, sx_str name, bool is_member);

/** Whether the language's own words for types are not names of types (`string` in TypeScript). */
bool sx_keyword_is_type(const sx_language *language, sx_str name);

#endif
