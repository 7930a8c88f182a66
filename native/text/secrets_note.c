#include "text/secrets.h"

#include "base/byte.h"

/* Each secret may be shorter than what is shown instead. */
#define MAX_BYTES ((size_t)1 << 20)
/* A note is not code: what has the name of a secret and looks a little like one is one. */
#define MIN_BYTES 5

static bool is_name_byte(char c) {
  return sx_byte_is_one_of(c, "_-") || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         sx_byte_is_digit(c);
}

static size_t skip(sx_str text, size_t at, const char *bytes) {
  while (at < text.len && sx_byte_is_one_of(text.ptr[at], bytes)) at++;
  return at;
}

/* Where the value after a name begins, in `password: x`, `"password" = "x"`, `--password x`; the
 * end of the text where there is none. */
static size_t find_value(sx_str text, size_t start, size_t end) {
  bool is_option = start + 1 < end && text.ptr[start] == '-' && text.ptr[start + 1] == '-';
  size_t at = skip(text, end, "\"'` ");
  bool is_assigned = sx_byte_is_one_of(sx_str_at(text, at), ":=");
  if (is_assigned) return skip(text, at + 1, "\"'` ");
  return is_option && sx_str_at(text, end) == ' ' ? skip(text, end, "\"' ") : text.len;
}

static size_t value_end(sx_str text, size_t at) {
  while (at < text.len && !sx_byte_is_one_of(text.ptr[at], " \t\r\n\"'`,;()")) at++;
  return at;
}

static bool is_secret(sx_str value) {
  bool has_digit = false;
  for (size_t i = 0; i < value.len; i++) has_digit |= sx_byte_is_digit(value.ptr[i]);
  return has_digit && value.len >= MIN_BYTES && !sx_str_has_prefix(value, SX_STR("["));
}

/* Beside what is a secret in any text. */
static void redact_assigned(sx_buf *out, sx_str text) {
  size_t done = 0, at = 0;
  while (at < text.len) {
    size_t start = at;
    while (at < text.len && is_name_byte(text.ptr[at])) at++;
    if (at == start) {
      at++;
      continue;
    }
    if (!sx_secrets_is_name(sx_str_slice(text, start, at))) continue;
    size_t from = find_value(text, start, at), to = value_end(text, from);
    if (!is_secret(sx_str_slice(text, from, to))) continue;
    sx_buf_add(out, sx_str_slice(text, done, from));
    sx_buf_add_text(out, SX_SECRETS_SHOWN);
    done = at = to;
  }
  sx_buf_add(out, sx_str_slice(text, done, text.len));
}

sx_str sx_secrets_redact_note(sx_str text, sx_arena *arena) {
  sx_buf known, all;
  sx_buf_init(&known, MAX_BYTES);
  sx_buf_init(&all, MAX_BYTES);
  sx_status status = sx_secrets_redact(&known, text, NULL);
  if (!status) redact_assigned(&all, sx_buf_str(&known));
  if (status) all.status = status;
  sx_buf_release(&known);
  return sx_buf_keep(&all, arena); /* the arena gets the status */
}
