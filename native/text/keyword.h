#ifndef SX_TEXT_KEYWORD_H
#define SX_TEXT_KEYWORD_H

#include "text/language.h"

typedef enum sx_keyword {
  SX_NO_KEYWORD,
  SX_SOFT_KEYWORD, /* one in its place only, elsewhere a name: `from`, `type`, `async` */
  SX_KEYWORD       /* never a name */
} sx_keyword;

/** The kind of `word` in the language; without a list, by the words that most languages reserve. */
sx_keyword sx_keyword_of(const sx_language *language, sx_str word);

/** Whether two languages may name each other's symbols: TypeScript and Vue, C and C++. */
bool sx_language_is_kin(const sx_language *a, const sx_language *b);

/** Whether it is a programming language: one with words that declare. */
bool sx_language_is_code(const sx_language *language);

#endif
