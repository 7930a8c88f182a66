#include "base/byte.h"
#include "text/secrets_parts.h"

#define MAX_NAME_BYTES 128
#define MAX_PARTS 16

typedef struct name_parts {
  sx_str items[MAX_PARTS];
  size_t count;
} name_parts;

static bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

/** Whether a part ends before name[i] in camel case: apiKey, APIKey. */
static bool is_hump(sx_str name, size_t i) {
  char before = name.ptr[i - 1], c = name.ptr[i];
  return is_upper(c) &&
         (is_lower(before) || (is_upper(before) && is_lower(sx_str_at(name, i + 1))));
}

static name_parts split(sx_str name) {
  name_parts parts = {.count = 0};
  size_t from = 0;
  for (size_t i = 0; i <= name.len && parts.count < MAX_PARTS; i++) {
    bool is_break = i == name.len || !sx_secrets__is_alnum(name.ptr[i]);
    bool ends = is_break || (i > from && is_hump(name, i));
    if (ends && i > from) parts.items[parts.count++] = sx_str_slice(name, from, i);
    if (ends) from = is_break ? i + 1 : i;
  }
  return parts;
}

/** Whether the part is one of the words, which are in lower case with a blank around each. */
static bool is_one_of(sx_str part, const char *words) {
  char wanted[20];
  if (part.len + 3 > sizeof wanted) return false;
  wanted[0] = wanted[part.len + 1] = ' ';
  for (size_t i = 0; i < part.len; i++) wanted[i + 1] = sx_byte_lower(part.ptr[i]);
  wanted[part.len + 2] = 0;
  return strstr(words, wanted) != NULL;
}

static const char secret_words[] =
    " token secret password passwd passphrase apikey credential "
    "credentials authtoken accesstoken privatekey secretkey accesskey ";
static const char words_before_key[] =
    " api private access secret signing encryption master auth service account deploy license ";
static const char last_words[] = " auth pwd pass ";
static const char password_words[] = " password passwd passphrase pwd pass ";
/* They make a name that of something about the secret. */
static const char about_words[] =
    " url uri name file path dir type expires expiry expiration ttl length count limit size max "
    "min "
    "header field endpoint policy regex pattern manager provider service issuer enabled required "
    "algorithm host port user username id index kind version sock env var label hint placeholder "
    "error message backend store status format prefix suffix mode arn chars ";

bool sx_secrets_is_name(sx_str name) {
  if (name.len > MAX_NAME_BYTES) return false;
  name_parts parts = split(name);
  if (!parts.count) return false;
  sx_str last = parts.items[parts.count - 1];
  if (is_one_of(last, about_words)) return false;
  if (parts.count > 1 && is_one_of(last, last_words)) return true;
  for (size_t i = 0; i < parts.count; i++) {
    if (is_one_of(parts.items[i], secret_words)) return true;
    bool is_key = i && is_one_of(parts.items[i], " key ");
    if (is_key && is_one_of(parts.items[i - 1], words_before_key)) return true;
  }
  return false;
}

bool sx_secrets__is_password(sx_str name) {
  name_parts parts = split(sx_str_slice(name, 0, MAX_NAME_BYTES));
  return parts.count && is_one_of(parts.items[parts.count - 1], password_words);
}

static const char ordinary_words[] =
    " true false null none nil undefined empty unset unknown default enabled disabled required "
    "optional development production staging testing local localhost password passwd secret token "
    "changeme example postgres string number boolean object optional redacted masked hidden "
    "yourpassword keychain keyring readonly username bearer basic ";

static bool is_path(sx_str value) {
  sx_str rest = sx_str_slice(value, 1, value.len);
  char first = sx_str_at(value, 0), second = sx_str_at(value, 1);
  if (first == '/' || first == '~')
    return sx_str_find_char(rest, '/', 0) != SX_STR_NONE ||
           sx_str_find_char(rest, '.', 0) != SX_STR_NONE || value.len < 20;
  if (first == '.' && (second == '/' || second == '.')) return true;
  return sx_secrets__is_letter(first) && second == ':' &&
         sx_byte_is_one_of(sx_str_at(value, 2), "/\\");
}

/** 1.2.3-beta, ^4.0.0. */
static bool is_version(sx_str value) {
  size_t i = 0;
  while (sx_byte_is_one_of(sx_str_at(value, i), "^~v<>=")) i++;
  size_t digits = i;
  while (sx_byte_is_digit(sx_str_at(value, i))) i++;
  return i > digits && i - digits < 6 && sx_str_at(value, i) == '.' &&
         sx_byte_is_digit(sx_str_at(value, i + 1));
}

static bool is_placeholder(sx_str value) {
  size_t same = 0;
  while (same < value.len && value.ptr[same] == value.ptr[0]) same++;
  return same == value.len || sx_byte_is_one_of(value.ptr[0], "$<{[%*(");
}

static bool is_number(sx_str value) {
  for (size_t i = 0; i < value.len; i++)
    if (!sx_byte_is_digit(value.ptr[i]) && !sx_byte_is_one_of(value.ptr[i], "._,-")) return false;
  return value.len < 16;
}

bool sx_secrets__is_ordinary(sx_str value) {
  if (!value.len || is_placeholder(value) || is_number(value) || is_version(value)) return true;
  bool is_address = sx_str_find(value, SX_STR("://"), 0) != SX_STR_NONE;
  if (is_address || is_path(value) || sx_str_has_prefix(value, SX_STR("arn:"))) return true;
  return is_one_of(value, ordinary_words);
}
