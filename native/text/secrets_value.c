#include "base/byte.h"
#include "text/secrets_parts.h"

#define MAX_VALUE_BYTES 4096
#define MIN_SETTING_BYTES 4 /* of NAME=value */
#define MIN_SPACED_BYTES 16 /* of name = value, which most often is code */

/** Where a value stands, and how it was written. */
typedef struct value_place {
  size_t from, to;
  bool is_quoted;
  bool is_spaced; /* blanks before the sign */
  bool has_colon;
} value_place;

/** Goes over `=`, `:`, `:=` or `=>` with blanks around; 0 if there is none. */
static size_t skip_sign(sx_str text, size_t at, value_place *place) {
  if (sx_str_has_prefix(sx_str_slice(text, at, text.len), SX_STR("\\\""))) at++;
  if (sx_byte_is_one_of(sx_str_at(text, at), "\"'")) at++;
  size_t sign = sx_str_skip_blanks(text, at);
  char c = sx_str_at(text, sign), next = sx_str_at(text, sign + 1);
  place->is_spaced = sign > at;
  place->has_colon = c == ':';
  if (c != '=' && c != ':') return 0;
  /* Comparisons and scopes: ==, ::. */
  if (next == c || (c == ':' && next == '/')) return 0;
  bool has_two = (c == ':' && next == '=') || (c == '=' && next == '>');
  size_t value = sx_str_skip_blanks(text, sign + 1 + has_two);
  /* A shell's empty value, and what is chosen by ?: in code. */
  bool is_quoted = sx_byte_is_one_of(sx_str_at(text, value), "\"'\\`");
  if (c == '=' && !place->is_spaced && value > sign + 1 + has_two) return 0;
  return c == ':' && place->is_spaced && !is_quoted ? 0 : value;
}

static bool ends_value(char c, char quote) {
  if (c == '\n' || c == '\r' || c == 0) return true;
  return quote ? c == quote : c == ' ' || c == '\t' || sx_byte_is_one_of(c, ",;&|\"'`<>)}]");
}

/** Where the value at `at` ends; false where it has none, or not on its line. */
static bool find_end(sx_str text, size_t at, value_place *place) {
  char quote = sx_str_at(text, at);
  /* In JSON in a string the quotes are escaped. */
  bool is_escaped = quote == '\\' && sx_str_at(text, at + 1) == '"';
  if (is_escaped) quote = text.ptr[++at];
  place->is_quoted = quote == '"' || quote == '\'' || quote == '`';
  if (!place->is_quoted) quote = 0;
  size_t i = place->from = at + place->is_quoted;
  while (i < text.len && i - at < MAX_VALUE_BYTES && !ends_value(text.ptr[i], quote))
    i += !is_escaped && text.ptr[i] == '\\' && quote && i + 1 < text.len ? 2 : 1;
  place->to = i - (is_escaped && i > place->from && text.ptr[i - 1] == '\\');
  return !place->is_quoted || sx_str_at(text, i) == quote;
}

static bool is_one_ascii_word(sx_str value) {
  for (size_t i = 0; i < value.len; i++)
    if (value.ptr[i] <= ' ' || (unsigned char)value.ptr[i] >= 0x7F) return false;
  return true;
}

/** Digits, and whether it has nothing but what tokens are made of. */
static size_t count_digits(sx_str value, bool *is_token) {
  size_t digits = 0;
  *is_token = true;
  for (size_t i = 0; i < value.len; i++) {
    digits += sx_byte_is_digit(value.ptr[i]);
    bool fits =
        sx_secrets__is_name_byte(value.ptr[i]) || sx_byte_is_one_of(value.ptr[i], "+/=~!@#%^*?");
    if (!fits) *is_token = false;
  }
  return digits;
}

/** In code and data a name proves little: the value has to look like a secret, too. */
static bool is_secret_literal(sx_str value, const value_place *place) {
  bool is_token;
  size_t digits = count_digits(value, &is_token);
  if (value.len < SX_SECRETS_MIN_BYTES || digits < 2) return false;
  if (place->is_quoted) return is_one_ascii_word(value);
  if (!is_token || sx_str_find_char(value, '.', 0) != SX_STR_NONE) return false;
  return !place->is_spaced || (value.len >= MIN_SPACED_BYTES && digits >= 3);
}

/** NAME=value as of an environment, or a line NAME: value of YAML: whatever it is counts. */
static bool is_setting(sx_str text, sx_str name, sx_str value, const value_place *place) {
  for (size_t i = 0; i < name.len; i++)
    if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z') return false;
  if (place->is_spaced) return false;
  if (!place->is_quoted && sx_str_find_char(value, '(', 0) != SX_STR_NONE) return false;
  if (!place->has_colon) return value.len >= MIN_SETTING_BYTES;
  char after = sx_str_at(text, place->to);
  bool is_line = after == 0 || sx_byte_is_line_end(after);
  bool is_code = sx_str_find_char(value, '.', 0) != SX_STR_NONE;
  return !place->is_quoted && is_line && !is_code && value.len >= SX_SECRETS_MIN_BYTES;
}

static sx_secret_span find_assigned(sx_str text, size_t from, size_t to) {
  sx_secret_span none = {to, to};
  value_place place = {0};
  sx_str name = sx_str_slice(text, from, to);
  size_t at = skip_sign(text, to, &place);
  if (!at || !sx_secrets_is_name(name) || !find_end(text, at, &place)) return none;
  /* A part of a longer name, as in arn:…:secret:name. */
  if (place.has_colon && from && text.ptr[from - 1] == ':') return none;
  sx_str value = sx_str_slice(text, place.from, place.to);
  bool is_known_setting = is_setting(text, name, value, &place);
  bool is_pin = is_known_setting && sx_secrets__is_password(name) && sx_byte_is_digit(value.ptr[0]);
  if (sx_secrets__is_ordinary(value) && !is_pin) return none;
  bool is_secret = is_known_setting || is_secret_literal(value, &place);
  return is_secret ? (sx_secret_span){place.from, place.to} : none;
}

static bool is_credential_byte(char c) {
  return sx_secrets__is_alnum(c) || sx_byte_is_one_of(c, "-._~+/=");
}

/** The credentials at `at`. After a scheme alone, which may be a word of a sentence, they have
 * digits. */
static sx_secret_span find_credentials(sx_str text, size_t at, bool is_header) {
  size_t end = at;
  bool is_token;
  while (end < text.len && is_credential_byte(text.ptr[end])) end++;
  sx_str value = sx_str_slice(text, at, end);
  size_t digits = count_digits(value, &is_token), min = is_header ? SX_SECRETS_MIN_BYTES : 16;
  bool is_call = sx_byte_is_one_of(sx_str_at(text, end), "([");
  bool is_secret =
      value.len >= min && (is_header || digits >= 2) && !is_call && !sx_secrets__is_ordinary(value);
  return is_secret ? (sx_secret_span){at, end} : (sx_secret_span){at, at};
}

static bool is_scheme(sx_str word) {
  return sx_str_is_equal_fold(word, SX_STR("bearer")) ||
         sx_str_is_equal_fold(word, SX_STR("basic")) || sx_str_is_equal_fold(word, SX_STR("token"));
}

/** After "Authorization:", maybe in quotes. */
static sx_secret_span find_authorization(sx_str text, size_t to) {
  value_place place = {0};
  size_t at = skip_sign(text, to, &place);
  if (!at) return (sx_secret_span){to, to};
  if (sx_byte_is_one_of(sx_str_at(text, at), "\"'`")) at++;
  size_t end = at;
  while (end < text.len && end - at < 16 && sx_secrets__is_letter(text.ptr[end])) end++;
  if (is_scheme(sx_str_slice(text, at, end)) && sx_str_at(text, end) == ' ')
    return find_credentials(text, sx_str_skip_blanks(text, end), true);
  return find_credentials(text, at, false);
}

sx_secret_span sx_secrets__find_value(sx_str text, size_t from, size_t to) {
  sx_str name = sx_str_slice(text, from, to);
  if (sx_str_is_equal_fold(name, SX_STR("authorization")) ||
      sx_str_is_equal_fold(name, SX_STR("proxy-authorization")))
    return find_authorization(text, to);
  bool is_bearer = sx_str_is_equal_fold(name, SX_STR("bearer"));
  if ((is_bearer || sx_str_is_equal_fold(name, SX_STR("basic"))) && sx_str_at(text, to) == ' ')
    return find_credentials(text, to + 1, false);
  return find_assigned(text, from, to);
}
