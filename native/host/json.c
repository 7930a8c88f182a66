#include "host/json.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <uv.h>

static void set_hooks(void) {
  cJSON_Hooks hooks = {sx_malloc, sx_free};
  cJSON_InitHooks(&hooks);
}

/* Once for the process: another environment's threads may be parsing already. */
void sx_json_init(void) {
  static uv_once_t once = UV_ONCE_INIT;
  uv_once(&once, set_hooks);
}

/* ---- escapes that cJSON does not take ---------------------------------------------------- */

#define ESCAPE_BYTES 6 /* of \uXXXX */

static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The UTF-16 unit that is escaped at `at`; false when no \uXXXX stands there. */
static bool read_unit(sx_str text, size_t at, uint32_t *unit) {
  if (at + ESCAPE_BYTES > text.len || text.ptr[at] != '\\' || text.ptr[at + 1] != 'u') return false;
  *unit = 0;
  for (size_t i = at + 2; i < at + ESCAPE_BYTES; i++) {
    int value = hex_value(text.ptr[i]);
    if (value < 0) return false;
    *unit = *unit * 16 + (uint32_t)value;
  }
  return true;
}

/* The next \uXXXX at or after `*at` that is a NUL or a lone surrogate; `*at` is put on it. */
static bool find_odd_escape(sx_str text, size_t *at, uint32_t *unit) {
  size_t i = *at;
  while ((i = sx_str_find_char(text, '\\', i)) != SX_STR_NONE) {
    uint32_t second = 0;
    *at = i;
    if (!read_unit(text, i, unit)) {
      i += 2; /* another escape; of a doubled backslash the second is none */
      continue;
    }
    i += ESCAPE_BYTES;
    bool is_first = *unit >= 0xD800 && *unit < 0xDC00;
    bool is_pair = is_first && read_unit(text, i, &second) && second >= 0xDC00 && second < 0xE000;
    if (is_pair) i += ESCAPE_BYTES;
    if (!is_pair && (*unit == 0 || (*unit >= 0xD800 && *unit < 0xE000))) return true;
  }
  return false;
}

bool sx_json_has_nul(sx_str text) {
  uint32_t unit;
  if (memchr(text.ptr, 0, text.len)) return true;
  for (size_t at = 0; find_odd_escape(text, &at, &unit); at += ESCAPE_BYTES)
    if (unit == 0) return true;
  return false;
}

/* A copy in which those escapes are U+FFFD, from the first of them at `at`; NULL: no memory. */
static char *mend(sx_str text, size_t at) {
  char *copy = sx_malloc(text.len + 1);
  if (!copy) return NULL;
  memcpy(copy, text.ptr, text.len);
  copy[text.len] = 0;
  uint32_t unit;
  do {
    memcpy(copy + at + 2, "fffd", 4);
    at += ESCAPE_BYTES;
  } while (find_odd_escape(text, &at, &unit));
  return copy;
}

/* ---- reading ----------------------------------------------------------------------------- */

static cJSON *parse(sx_str text) {
  const char *end = NULL;
  cJSON *root = cJSON_ParseWithLengthOpts(text.ptr, text.len, &end, false);
  if (!root) return NULL;
  if (sx_str_trim(sx_str_slice(text, (size_t)(end - text.ptr), text.len)).len) {
    cJSON_Delete(root);
    return NULL;
  }
  return root;
}

cJSON *sx_json_parse(sx_str text) {
  size_t at = 0;
  uint32_t unit;
  if (!find_odd_escape(text, &at, &unit)) return parse(text);
  char *mended = mend(text, at);
  cJSON *root = mended ? parse(sx_str_make(mended, text.len)) : NULL;
  sx_free(mended);
  return root;
}

sx_str sx_json_str(const cJSON *item, sx_arena *arena) {
  if (!cJSON_IsString(item)) return SX_STR("");
  return sx_arena_dup(arena, sx_str_from(item->valuestring));
}

uint32_t sx_json_u32(const cJSON *item) {
  if (!cJSON_IsNumber(item) || !(item->valuedouble > 0)) return 0;
  return item->valuedouble >= (double)UINT32_MAX ? UINT32_MAX : (uint32_t)item->valuedouble;
}

uint64_t sx_json_u64(const cJSON *item) {
  bool is_fine =
      cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble <= SX_JSON_MAX_WHOLE;
  return is_fine ? (uint64_t)item->valuedouble : 0;
}

bool sx_json_is_true(const cJSON *item) {
  return cJSON_IsTrue(item);
}

const cJSON *sx_json_get(const cJSON *object, const char *name) {
  return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

sx_str sx_json_get_str(const cJSON *object, const char *name, sx_arena *arena) {
  return sx_json_str(sx_json_get(object, name), arena);
}

uint32_t sx_json_get_u32(const cJSON *object, const char *name) {
  return sx_json_u32(sx_json_get(object, name));
}

bool sx_json_get_bool(const cJSON *object, const char *name) {
  return sx_json_is_true(sx_json_get(object, name));
}

uint64_t sx_json_get_u64(const cJSON *object, const char *name) {
  return sx_json_u64(sx_json_get(object, name));
}

void sx_json_get_strs(sx_strs *out, const cJSON *object, const char *name, sx_arena *arena) {
  const cJSON *item;
  cJSON_ArrayForEach (item, sx_json_get(object, name)) {
    sx_str *added = cJSON_IsString(item) ? SX_ARRAY_ADD(out, arena) : NULL;
    if (added) *added = sx_json_str(item, arena);
  }
}

static void write_escape(sx_buf *buf, unsigned char c) {
  switch (c) {
  case '"': sx_buf_add_text(buf, "\\\""); break;
  case '\\': sx_buf_add_text(buf, "\\\\"); break;
  case '\n': sx_buf_add_text(buf, "\\n"); break;
  case '\r': sx_buf_add_text(buf, "\\r"); break;
  case '\t': sx_buf_add_text(buf, "\\t"); break;
  default: sx_buf_addf(buf, "\\u%04x", c);
  }
}

void sx_json_write_str(sx_buf *buf, sx_str s) {
  sx_buf_add_char(buf, '"');
  size_t plain = 0; /* start of the bytes that need no change */
  for (size_t i = 0; i < s.len;) {
    unsigned char c = (unsigned char)s.ptr[i];
    uint32_t codepoint = c;
    size_t width = c < 0x80 ? 1 : sx_utf8_decode(s.ptr + i, s.len - i, &codepoint);
    bool is_broken = c >= 0x80 && width == 1;
    if (c < 0x20 || c == '"' || c == '\\' || is_broken) {
      sx_buf_add(buf, sx_str_slice(s, plain, i));
      if (is_broken)
        sx_buf_add_codepoint(buf, SX_UTF8_REPLACEMENT);
      else
        write_escape(buf, c);
      plain = i + width;
    }
    i += width;
  }
  sx_buf_add(buf, sx_str_slice(s, plain, s.len));
  sx_buf_add_char(buf, '"');
}
