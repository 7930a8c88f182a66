#ifndef SX_BASE_BYTE_H
#define SX_BASE_BYTE_H

#include <stdbool.h>
#include <string.h>

/* Kinds of bytes. Those of characters beyond ASCII are parts of words, and nothing else. */

static inline bool sx_byte_is_blank(char c) {
  return c == ' ' || c == '\t';
}

static inline bool sx_byte_is_line_end(char c) {
  return c == '\n' || c == '\r';
}

/** Blanks and line ends. */
static inline bool sx_byte_is_space(char c) {
  return sx_byte_is_blank(c) || sx_byte_is_line_end(c);
}

static inline bool sx_byte_is_digit(char c) {
  return c >= '0' && c <= '9';
}

/** Letters, digits and '_'. */
static inline bool sx_byte_is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || sx_byte_is_digit(c) || c == '_' ||
         (unsigned char)c >= 0x80;
}

/** Bytes that may be part of an identifier in some language: '$', too. */
static inline bool sx_byte_is_ident(char c) {
  return sx_byte_is_word(c) || c == '$';
}

/** Whether the NUL-terminated list has it; NUL is in none. */
static inline bool sx_byte_is_one_of(char c, const char *list) {
  return c && strchr(list, c);
}

/** ASCII letters alone are changed. */
static inline char sx_byte_lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

#endif
