#ifndef SX_TEXT_C_C_CODE_H
#define SX_TEXT_C_C_CODE_H

#include "base/arena.h"
#include "text/lexer.h"

/*
 * C, Objective-C and C++ read by their text alone, as far as it takes to see what one symbol is
 * written as: prototypes beside definitions, tags beside typedefs, macros that contain a name.
 */

/**
 * The text with blanks for what is in comments and strings, so that offsets stay what they are;
 * lines of the preprocessor are blank, too, unless `keeps_directives`. In `arena`; empty when that
 * is full.
 */
sx_str sx_c_code(sx_str text, const sx_language *language, bool keeps_directives, sx_arena *arena);

/** A `#define`, by offsets into the text that it stands in. */
typedef struct sx_c_macro {
  size_t name_start, name_end;
  size_t parameters_start, parameters_end; /* between the parentheses; equal: it has none */
  size_t body_start, body_end;
} sx_c_macro;

/**
 * The next `#define` at or after `*at` in code with its directives; `*at` is after it then. False
 * at the end.
 */
bool sx_c_next_macro(sx_c_macro *out, sx_str code, size_t *at);

/**
 * Offset of the first place in the macro's body, at or after `from`, that contains the name as a
 * word which is none of its parameters; SX_STR_NONE where there is none.
 */
size_t sx_c_macro_find(const sx_c_macro *macro, sx_str code, sx_str name, size_t from);

/** The `#define` of the code in whose parameters or body an offset is. False: in none. */
bool sx_c_macro_at(sx_c_macro *out, sx_str code, size_t at);
static inline bool sx_c_is_in_macro(sx_str code, size_t at) {
  sx_c_macro macro;
  return sx_c_macro_at(&macro, code, at);
}

/**
 * Whether an #if around the offset may leave it out, by code with its directives. The guard of a
 * header leaves nothing out.
 */
bool sx_c_is_conditional(sx_str code, size_t at);

/** Whether the word at `at` names a member: `a.word`, `a->word`, `{.word = 1}`; not `0 ... word`.
 */
bool sx_c_is_of_member(sx_str code, size_t at);

/** Whether `c` may stand in a name. */
static inline bool sx_c_is_word(char c) {
  return sx_str_find_char(SX_STR("_$"), c, 0) != SX_STR_NONE || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

#endif
