#ifndef SX_TEXT_SECRETS_PARTS_H
#define SX_TEXT_SECRETS_PARTS_H

#include "text/secrets.h"

/* The parts of the search for secrets. Internal to native/text/secrets*. */

/** A secret in a text: bytes [from, to). Empty: there is none. */
typedef struct sx_secret_span {
  size_t from, to;
} sx_secret_span;

static inline bool sx_secrets__is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool sx_secrets__is_alnum(char c) {
  return sx_secrets__is_letter(c) || (c >= '0' && c <= '9');
}

/** Bytes of a name: letters, digits, '_', '-', '.'. */
static inline bool sx_secrets__is_name_byte(char c) {
  return sx_secrets__is_alnum(c) || c == '_' || c == '-' || c == '.';
}

/** A value that says nothing: a word of settings, a path, an address, a placeholder, a version, a
 * number. */
bool sx_secrets__is_ordinary(sx_str value);
/** Whether the name is one of a password, for which a number may be the value. */
bool sx_secrets__is_password(sx_str name);

/** The token of a known shape that begins at `at`, where a word begins. */
sx_secret_span sx_secrets__find_shape(sx_str text, size_t at);
/** The key in a PEM block that begins at `at`, without its first and last line. */
sx_secret_span sx_secrets__find_key(sx_str text, size_t at);
/** The password in an address whose "://" is at `at`. */
sx_secret_span sx_secrets__find_password(sx_str text, size_t at);
/** The value that is assigned to the name text[from, to), or follows it if that is Bearer or Basic.
 */
sx_secret_span sx_secrets__find_value(sx_str text, size_t from, size_t to);

#endif
