#include "base/byte.h"
#include "text/secrets_parts.h"

/* The bytes of a token after its prefix. */
typedef enum { UPPER, ALNUM, ALNUM_LOW_LINE, ALNUM_DASH, ALNUM_LINES } shape_bytes;

typedef struct shape {
  sx_str prefix;
  shape_bytes bytes;
  size_t min, max; /* bytes after the prefix; max 0: any */
} shape;

#define SHAPE(prefix, bytes, min, max)                                                             \
  { {(prefix), sizeof(prefix) - 1}, (bytes), (min), (max) }

static const shape shapes[] = {
    SHAPE("ghp_", ALNUM, 30, 0),
    SHAPE("gho_", ALNUM, 30, 0),
    SHAPE("ghu_", ALNUM, 30, 0),
    SHAPE("ghs_", ALNUM_LINES, 30, 0),
    SHAPE("ghr_", ALNUM, 30, 0),
    SHAPE("github_pat_", ALNUM_LOW_LINE, 22, 0),
    SHAPE("glpat-", ALNUM_LINES, 20, 0),
    SHAPE("gldt-", ALNUM_LINES, 20, 0),
    SHAPE("glrt-", ALNUM_LINES, 20, 0),
    SHAPE("glptt-", ALNUM_LINES, 20, 0),
    SHAPE("AKIA", UPPER, 16, 16),
    SHAPE("ASIA", UPPER, 16, 16),
    SHAPE("xoxb-", ALNUM_DASH, 10, 0),
    SHAPE("xoxp-", ALNUM_DASH, 10, 0),
    SHAPE("xoxa-", ALNUM_DASH, 10, 0),
    SHAPE("xoxe-", ALNUM_DASH, 10, 0),
    SHAPE("xoxr-", ALNUM_DASH, 10, 0),
    SHAPE("xoxs-", ALNUM_DASH, 10, 0),
    SHAPE("xapp-", ALNUM_DASH, 20, 0),
    SHAPE("npm_", ALNUM, 36, 0),
    SHAPE("pypi-", ALNUM_LINES, 50, 0),
    SHAPE("AIza", ALNUM_LINES, 35, 35),
    SHAPE("sk_live_", ALNUM, 16, 0),
    SHAPE("rk_live_", ALNUM, 16, 0),
    SHAPE("sk_test_", ALNUM, 16, 0),
    SHAPE("rk_test_", ALNUM, 16, 0),
    SHAPE("whsec_", ALNUM, 24, 0),
    SHAPE("sk-ant-", ALNUM_LINES, 20, 0),
    SHAPE("sk-proj-", ALNUM_LINES, 20, 0),
    SHAPE("sk-svcacct-", ALNUM_LINES, 20, 0),
    SHAPE("sk-", ALNUM, 40, 0),
    SHAPE("hf_", ALNUM, 30, 0),
    SHAPE("dckr_pat_", ALNUM_LINES, 20, 0),
    SHAPE("dop_v1_", ALNUM, 40, 0),
    SHAPE("shpat_", ALNUM, 32, 0),
};

static bool has_byte(shape_bytes bytes, char c) {
  if (bytes == UPPER) return (c >= 'A' && c <= 'Z') || sx_byte_is_digit(c);
  if (sx_secrets__is_alnum(c)) return true;
  if (c == '_') return bytes == ALNUM_LOW_LINE || bytes == ALNUM_LINES;
  return c == '-' && (bytes == ALNUM_DASH || bytes == ALNUM_LINES);
}

static size_t skip(sx_str text, size_t at, shape_bytes bytes) {
  while (at < text.len && has_byte(bytes, text.ptr[at])) at++;
  return at;
}

/** Three parts in base64url, of which the first is an object in JSON. */
static sx_secret_span find_web_token(sx_str text, size_t at) {
  sx_secret_span none = {at, at};
  /* Once in a run of such bytes: a text that is full of beginnings is read once. */
  if (at && sx_secrets__is_name_byte(text.ptr[at - 1]) && text.ptr[at - 1] != '.') return none;
  size_t end = skip(text, at, ALNUM_LINES), parts = 1;
  size_t shortest = end - at;
  while (parts < 5 && sx_str_at(text, end) == '.') {
    size_t from = end + 1;
    end = skip(text, from, ALNUM_LINES);
    if (parts < 3 && end - from < shortest) shortest = end - from;
    parts++;
  }
  return parts >= 3 && shortest >= 8 ? (sx_secret_span){at, end} : none;
}

sx_secret_span sx_secrets__find_shape(sx_str text, size_t at) {
  sx_secret_span none = {at, at};
  if (!sx_byte_is_one_of(text.ptr[at], "gAxnpsrwhde")) return none;
  sx_str rest = sx_str_slice(text, at, text.len);
  if (sx_str_has_prefix(rest, SX_STR("eyJ"))) return find_web_token(text, at);
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    const shape *tried = &shapes[i];
    if (rest.ptr[0] != tried->prefix.ptr[0] || !sx_str_has_prefix(rest, tried->prefix)) continue;
    size_t from = at + tried->prefix.len, end = skip(text, from, tried->bytes);
    if (end - from >= tried->min && (!tried->max || end - from <= tried->max))
      return (sx_secret_span){at, end};
  }
  return none;
}

#define MAX_KEY_BYTES (64u << 10)

/** Bytes of a key, and of what logs put before each line of it. */
static bool is_key_byte(char c) {
  return sx_secrets__is_alnum(c) || sx_byte_is_one_of(c, "+/=\r\n\t :,.\\|>-");
}

/** The end of lines at `at` that are base64. */
static size_t skip_base64_lines(sx_str text, size_t at) {
  size_t end = at;
  for (;;) {
    size_t i = end + (end == at ? 0 : 1), from;
    i = sx_str_skip_spaces(text, i);
    from = i;
    while (i < text.len &&
           (sx_secrets__is_alnum(text.ptr[i]) || sx_byte_is_one_of(text.ptr[i], "+/=")))
      i++;
    bool is_line = i - from >= 16 && (i == text.len || sx_byte_is_line_end(text.ptr[i]));
    if (!is_line) return end;
    end = i;
    if (i == text.len) return end;
  }
}

sx_secret_span sx_secrets__find_key(sx_str text, size_t at) {
  sx_secret_span none = {at, at};
  sx_str rest = sx_str_slice(text, at, text.len), head = SX_STR("-----BEGIN ");
  if (!sx_str_has_prefix(rest, head)) return none;
  size_t i = at + head.len, title = i;
  while (i < text.len && i - title < 40 &&
         (sx_secrets__is_alnum(text.ptr[i]) || text.ptr[i] == ' '))
    i++;
  sx_str name = sx_str_slice(text, title, i);
  if (sx_str_find(name, SX_STR("PRIVATE KEY"), 0) == SX_STR_NONE) return none;
  if (!sx_str_has_prefix(sx_str_slice(text, i, text.len), SX_STR("-----"))) return none;
  size_t from = i + 5, end = from;
  while (end < text.len && end - from < MAX_KEY_BYTES && is_key_byte(text.ptr[end]) &&
         !sx_str_has_prefix(sx_str_slice(text, end, text.len), SX_STR("-----")))
    end++;
  bool has_end = sx_str_has_prefix(sx_str_slice(text, end, text.len), SX_STR("-----END "));
  if (!has_end) end = skip_base64_lines(text, from);
  /* Line ends stay, so that it looks like what it is. */
  size_t after = sx_str_skip_spaces(text, from);
  if (after < end) from = after;
  while (end > from && sx_byte_is_space(text.ptr[end - 1])) end--;
  return (sx_secret_span){from, end};
}

#define MAX_USER_BYTES 512

sx_secret_span sx_secrets__find_password(sx_str text, size_t at) {
  sx_secret_span none = {at, at};
  if (!sx_str_has_prefix(sx_str_slice(text, at, text.len), SX_STR("://"))) return none;
  size_t from = at + 3, colon = 0, end = 0;
  for (size_t i = from; i < text.len && i - from < MAX_USER_BYTES; i++) {
    char c = text.ptr[i];
    if ((unsigned char)c <= ' ' || sx_byte_is_one_of(c, "/?#\"'<>`")) break;
    if (c == ':' && !colon) colon = i;
    if (c == '@') end = i;
  }
  if (!colon || end <= colon + 1) return none;
  sx_str password = sx_str_slice(text, colon + 1, end);
  return sx_secrets__is_ordinary(password) && sx_str_at(password, 0) != '/' &&
                 !sx_byte_is_digit(password.ptr[0])
             ? none
             : (sx_secret_span){colon + 1, end};
}
