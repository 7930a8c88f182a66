#include "text/secrets.h"

#include "text/secrets_parts.h"

#define PAIRS_BYTES (65536 / 8)

static size_t pair_at(const char *text) {
  return (size_t)(unsigned char)text[0] << 8 | (unsigned char)text[1];
}

/** Whether it is too common to be searched for: texts would lose other things. */
static bool is_common(sx_str name, sx_str value) {
  return value.len < SX_SECRETS_MIN_BYTES ||
         (sx_secrets__is_ordinary(value) && !sx_secrets__is_password(name)) ||
         sx_str_find(value, SX_STR("://"), 0) != SX_STR_NONE;
}

sx_status sx_secrets_add(sx_secrets *secrets, sx_str name, sx_str value, sx_arena *arena,
                         sx_err *err) {
  if (!sx_secrets_is_name(name) || is_common(name, value)) return SX_OK;
  if (secrets->values.len == SX_SECRETS_MAX_VALUES) return SX_OK;
  if (!secrets->pairs) secrets->pairs = sx_arena_alloc(arena, PAIRS_BYTES);
  sx_str *added = secrets->pairs ? SX_ARRAY_ADD(&secrets->values, arena) : NULL;
  if (!added) return sx_fail(err, arena->status ? arena->status : SX_NOMEM, NULL);
  *added = value;
  size_t pair = pair_at(value.ptr);
  secrets->pairs[pair / 8] |= (unsigned char)(1u << pair % 8);
  return SX_OK;
}

/** The longest value of a variable at `at`. */
static sx_secret_span find_known(const sx_secrets *known, sx_str text, size_t at) {
  sx_secret_span found = {at, at};
  if (!known || !known->pairs || text.len - at < SX_SECRETS_MIN_BYTES) return found;
  size_t pair = pair_at(text.ptr + at);
  if (!(known->pairs[pair / 8] >> pair % 8 & 1)) return found;
  sx_str rest = sx_str_slice(text, at, text.len);
  for (size_t i = 0; i < known->values.len; i++) {
    sx_str value = known->values.items[i];
    if (value.len > found.to - at && sx_str_has_prefix(rest, value)) found.to = at + value.len;
  }
  return found;
}

static bool is_empty(sx_secret_span span) {
  return span.from == span.to;
}

/** The secret that begins at `at`, or that what is there leads to. `*name_end`: where the last name
 * ends. */
static sx_secret_span find_at(sx_str text, size_t at, size_t *name_end) {
  sx_secret_span found = {at, at};
  char c = text.ptr[at];
  if (c == '-') return sx_secrets__find_key(text, at);
  if (c == ':') return sx_secrets__find_password(text, at);
  bool begins_word = sx_secrets__is_alnum(c) && (!at || !sx_secrets__is_alnum(text.ptr[at - 1]));
  if (begins_word) found = sx_secrets__find_shape(text, at);
  /* Each name is read once, from its beginning. */
  if (!is_empty(found) || at < *name_end || !sx_secrets__is_name_byte(c)) return found;
  size_t end = at;
  while (end < text.len && sx_secrets__is_name_byte(text.ptr[end])) end++;
  *name_end = end;
  return sx_secrets__find_value(text, at, end);
}

static void add_shown(sx_buf *out, sx_str secret, bool by_line) {
  sx_buf_add_text(out, SX_SECRETS_SHOWN);
  for (size_t i = 0; i < secret.len && by_line; i++)
    if (secret.ptr[i] == '\n') sx_buf_add_text(out, "\n" SX_SECRETS_SHOWN);
}

static sx_status redact(sx_buf *out, sx_str text, const sx_secrets *known, bool by_line) {
  size_t from = 0, name_end = 0;
  for (size_t at = 0; at < text.len;) {
    sx_secret_span found = find_known(known, text, at);
    if (is_empty(found)) found = find_at(text, at, &name_end);
    if (is_empty(found)) {
      at++;
      continue;
    }
    sx_buf_add(out, sx_str_slice(text, from, found.from));
    add_shown(out, sx_str_slice(text, found.from, found.to), by_line);
    from = at = found.to;
  }
  sx_buf_add(out, sx_str_slice(text, from, text.len));
  return out->status;
}

sx_status sx_secrets_redact(sx_buf *out, sx_str text, const sx_secrets *known) {
  return redact(out, text, known, false);
}

sx_status sx_secrets_redact_lines(sx_buf *out, sx_str text, const sx_secrets *known) {
  return redact(out, text, known, true);
}
