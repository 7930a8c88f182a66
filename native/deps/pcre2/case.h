#ifndef SX_DEPS_PCRE2_CASE_H
#define SX_DEPS_PCRE2_CASE_H

#include <stdint.h>

/** The upper (lower) case of a character where that is one character; else itself. */
uint32_t sx_pcre2_upper(uint32_t codepoint);
uint32_t sx_pcre2_lower(uint32_t codepoint);

#endif
